//! The result as tables for the terminal.

use super::TournamentResult;
use super::adjusted::AdjustedScore;
use super::plan::{Format, TournamentPlan};
use super::sprt::{SequentialTest, Verdict};
use super::tally::{Tally, head_to_head};
use super::timing::{self, ThinkingTimes};
use crate::section::{Section, grouped, head};

/// Returns all tables that have rows.
pub(crate) fn sections(outcome: &TournamentResult<'_>) -> Vec<Section> {
    let mut all = match outcome.plan.format {
        Format::Solo => vec![rogues(outcome)],
        Format::Field(_) => vec![ranking(outcome), lineups(outcome)],
        _ => vec![ranking(outcome), crosstable(outcome), lineups(outcome)],
    };
    if outcome.plan.adjust.is_some() {
        all.push(adjusted(outcome));
    }
    all.push(tests(outcome));
    all.push(times(outcome.plan, outcome.times));
    all.retain(|section| !section.rows.is_empty());
    all
}

fn ranking(outcome: &TournamentResult<'_>) -> Section {
    let row = |(i, entrant): (usize, &usize)| {
        let tally = &outcome.overall[*entrant];
        vec![
            format!("{}. {}", i + 1, outcome.plan.entrants[*entrant].label),
            outcome.ratings.as_ref().map_or_else(String::new, |all| all[*entrant].elo()),
            format!("{:.1} %", 100.0 * tally.score()),
            grouped(tally.games),
            grouped(tally.won),
            grouped(tally.shared),
            grouped(tally.lost),
            format!("{:.1}", tally.points.mean()),
        ]
    };
    Section {
        title: "Ranking",
        note: "",
        head: head(["bot", "Elo ± 95 %", "score", "games", "won", "shared", "lost", "points"]),
        rows: outcome.ranking.iter().enumerate().map(row).collect(),
    }
}

/// Builds the crosstable: the head-to-head score of each pair of bots.
///
/// The score counts only the games in which both bots played.
fn crosstable(outcome: &TournamentResult<'_>) -> Section {
    let label = |entrant: &usize| outcome.plan.entrants[*entrant].label.clone();
    let cell = |one: usize, other: usize| {
        let score = head_to_head(outcome.plan, outcome.scoreboard, one, other);
        score.map_or_else(|| "·".to_owned(), |score| format!("{:.1}", 100.0 * score))
    };
    let row = |(i, one): (usize, &usize)| {
        let cells = outcome.ranking.iter().map(|other| cell(*one, *other));
        [format!("{}. {}", i + 1, label(one))].into_iter().chain(cells).collect()
    };
    let rows = outcome.ranking.iter().enumerate().map(row).collect();
    let columns = (1..=outcome.ranking.len()).map(|i| i.to_string());
    let head = ["score in % against".to_owned()].into_iter().chain(columns).collect();
    Section { title: "Crosstable", note: "", head, rows }
}

/// Builds the table of line-ups.
///
/// It shows the first entrant's score, or all scores if a line-up has three or more entrants. The
/// even score is the one that equally strong entrants would have.
fn lineups(outcome: &TournamentResult<'_>) -> Section {
    let plan = outcome.plan;
    let mut rows = Vec::new();
    for (lineup, series) in plan.lineups.iter().zip(&outcome.scoreboard.series) {
        let entrants = lineup.entrants();
        let shown = if entrants.len() > 2 { entrants.len() } else { 1 };
        for entrant in &entrants[..shown] {
            let tally = Tally::of(lineup, *entrant, &series.counted);
            rows.push(vec![
                format!(
                    "{} – {}",
                    plan.entrants[*entrant].label,
                    opponents(plan, lineup, *entrant)
                ),
                grouped(tally.games),
                grouped(tally.won),
                grouped(tally.shared),
                grouped(tally.lost),
                tally.estimate().percent(),
                format!("{:.1} %", 100.0 / plan.options.seats as f64),
            ]);
        }
    }
    let head = head(["line-up", "games", "won", "shared", "lost", "score (95 %)", "even score"]);
    Section { title: "Line-ups", note: "", head, rows }
}

/// Builds the table of plain and luck-adjusted scores.
fn adjusted(outcome: &TournamentResult<'_>) -> Section {
    let plan = outcome.plan;
    let mut rows = Vec::new();
    for (lineup, series) in plan.lineups.iter().zip(&outcome.scoreboard.series) {
        for entrant in lineup.entrants() {
            let found = AdjustedScore::of(lineup, entrant, &series.counted);
            rows.push(vec![
                format!(
                    "{} – {}",
                    plan.entrants[entrant].label,
                    opponents_or_rogue(plan, lineup, entrant)
                ),
                Tally::of(lineup, entrant, &series.counted).estimate().percent(),
                found.estimate.percent(),
                format!("{:.2}", found.variance_ratio),
            ]);
        }
    }
    Section {
        title: "Luck-adjusted scores",
        note: "games factor: without the adjustment, the same precision needs this many times as many games",
        head: head(["line-up", "score (95 %)", "adjusted (95 %)", "games factor"]),
        rows,
    }
}

/// Returns the opponents of an entrant; in a solo game, the Rogue.
pub(crate) fn opponents_or_rogue(
    plan: &TournamentPlan,
    lineup: &super::plan::Lineup,
    entrant: usize,
) -> String {
    match lineup.rogue {
        Some(rogue) => plan.rules.rogues[rogue].name.clone(),
        None => opponents(plan, lineup, entrant),
    }
}

/// Returns the opponents of an entrant, such as `captain ×3` or `greedy, random`.
fn opponents(plan: &TournamentPlan, lineup: &super::plan::Lineup, entrant: usize) -> String {
    let others = lineup.entrants().into_iter().filter(|other| *other != entrant);
    let name = |other: usize| match lineup.places_of(other).len() {
        1 => plan.entrants[other].label.clone(),
        n => format!("{} ×{n}", plan.entrants[other].label),
    };
    others.map(name).collect::<Vec<_>>().join(", ")
}

/// Builds the solo table: a row per bot, a column per Rogue.
fn rogues(outcome: &TournamentResult<'_>) -> Section {
    let plan = outcome.plan;
    let lineups_of = |entrant: usize| {
        let all = plan.lineups.iter().zip(&outcome.scoreboard.series);
        all.filter(move |(lineup, _)| lineup.places.contains(&entrant))
    };
    let row = |entrant: &usize| {
        let cells = lineups_of(*entrant).map(|(lineup, series)| {
            Tally::of(lineup, *entrant, &series.counted).estimate().percent()
        });
        let games = grouped(outcome.overall[*entrant].games);
        let first = [plan.entrants[*entrant].label.clone(), games];
        first.into_iter().chain(cells).collect()
    };
    let names = lineups_of(0).filter_map(|(lineup, _)| lineup.rogue);
    let names = names.map(|rogue| plan.rules.rogues[rogue].name.clone());
    let head = ["wins (95 %) against".to_owned(), "games".to_owned()];
    Section {
        title: "Rogues",
        note: "",
        head: head.into_iter().chain(names).collect(),
        rows: outcome.ranking.iter().map(row).collect(),
    }
}

fn tests(outcome: &TournamentResult<'_>) -> Section {
    let plan = outcome.plan;
    let mut rows = Vec::new();
    for (lineup, series) in plan.lineups.iter().zip(&outcome.scoreboard.series) {
        if let (Some(test), Some(first)) = (&series.test, lineup.places.first()) {
            rows.push(vec![
                format!("{} – {}", plan.entrants[*first].label, opponents(plan, lineup, *first)),
                grouped(series.counted.len() as u64),
                format!("{:+.2} of ±{:.2}", test.llr, SequentialTest::bound()),
                verdict(test),
            ]);
        }
    }
    let head = head(["test", "deals", "log-likelihood ratio", "verdict"]);
    Section { title: "Tests", note: "", head, rows }
}

fn verdict(test: &SequentialTest) -> String {
    let (elo0, elo1) = (test.hypotheses.elo0, test.hypotheses.elo1);
    match test.verdict() {
        Verdict::Open => "open".to_owned(),
        Verdict::Elo0 => format!("{elo0:+} Elo, not {elo1:+}"),
        Verdict::Elo1 => format!("{elo1:+} Elo, not {elo0:+}"),
    }
}

fn times(plan: &TournamentPlan, times: &[ThinkingTimes]) -> Section {
    let timed = plan.entrants.iter().zip(times).filter(|(_, times)| !times.is_empty());
    let row = |(entrant, times): (&super::plan::Entrant, &ThinkingTimes)| {
        let quantile = |part| times.quantile(part).map(timing::format_duration).unwrap_or_default();
        vec![entrant.label.clone(), grouped(times.count()), quantile(0.5), quantile(0.99)]
    };
    Section {
        title: "Time per decision",
        note: "",
        head: head(["bot", "decisions", "median", "99th percentile"]),
        rows: timed.map(row).collect(),
    }
}
