//! The summary as tables, for the terminal and the HTML report.

use super::plan::SimulationPlan;
use super::summary::{LevelPace, SeatStats, Summary};
use crate::section::{Section, grouped, head};
use crate::stats::{Estimate, Sums};

const ORDER: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// Returns all tables that have rows.
pub(crate) fn sections(plan: &SimulationPlan, summary: &Summary) -> Vec<Section> {
    let all = [
        games(summary),
        order(plan, summary),
        seats(plan, summary),
        bots(plan, summary),
        rogues(plan, summary),
        pace(summary, false),
        pace(summary, true),
        missions(plan, summary),
        planets(plan, summary),
    ];
    all.into_iter().filter(|section| !section.rows.is_empty()).collect()
}

fn games(summary: &Summary) -> Section {
    let mean = |name: &str, sums: &Sums| {
        vec![name.to_owned(), sums.estimate().to_string(), format!("{:.1}", sums.deviation())]
    };
    let mut rows = vec![
        mean("turns", &summary.turns),
        mean("decisions", &summary.decisions),
        mean("steps", &summary.steps),
    ];
    for (word, share) in &summary.decided {
        let part = share.count as f64 / summary.games.max(1) as f64;
        rows.push(vec![
            format!("end of game: {word}"),
            grouped(share.count),
            format!("{:.1} %", 100.0 * part),
        ]);
    }
    let head = head(["per game", "mean ± 95 %", "deviation"]);
    Section { title: "Games", note: "", head, rows }
}

const STATS_COLUMNS: [&str; 6] =
    ["wins (95 %)", "points", "planets", "empire", "mission", "colonies"];

fn stats_row(name: String, stats: &SeatStats) -> Vec<String> {
    let sums = [stats.planet_points, stats.empire_points, stats.mission_points, stats.colonies];
    let mut row = vec![name, stats.wins.estimate().percent(), stats.points.estimate().to_string()];
    row.extend(sums.iter().map(|sums| format!("{:.2}", sums.mean())));
    row
}

fn stats_head(first: &str) -> Vec<String> {
    [first].into_iter().chain(STATS_COLUMNS).map(str::to_owned).collect()
}

fn order(plan: &SimulationPlan, summary: &Summary) -> Section {
    let places = if plan.is_solo() { 0 } else { plan.seat_count() };
    let rows = (0..places).map(|i| stats_row(ORDER[i].to_owned(), &summary.orders[i])).collect();
    let note =
        "Shared victories count in parts. Without an advantage, all seats win equally often.";
    Section { title: "Seat advantage", note, head: stats_head("turn order"), rows }
}

fn seats(plan: &SimulationPlan, summary: &Summary) -> Section {
    let name = |i: usize| match i {
        1 if plan.is_solo() => "Rogue".to_owned(),
        _ => char::from(b'A' + i as u8).to_string(),
    };
    let rows = (0..plan.seat_count()).map(|i| stats_row(name(i), &summary.seats[i])).collect();
    Section { title: "Seats", note: "", head: stats_head("seat"), rows }
}

fn bots(plan: &SimulationPlan, summary: &Summary) -> Section {
    let named = plan.bots.iter().zip(&summary.bots);
    let rows = named.map(|(name, bot)| stats_row(name.clone(), bot)).collect();
    Section { title: "Bots", note: "", head: stats_head("bot"), rows }
}

fn rogues(plan: &SimulationPlan, summary: &Summary) -> Section {
    let played = plan.rules.rogues.iter().zip(&summary.rogues).filter(|(_, share)| share.count > 0);
    let rows = played.map(|(card, share)| {
        vec![
            card.name.clone(),
            card.difficulty.clone(),
            grouped(share.count),
            share.estimate().percent(),
        ]
    });
    let head = head(["Rogue", "difficulty", "games", "player wins (95 %)"]);
    Section { title: "Rogues", note: "", head, rows: rows.collect() }
}

fn pace(summary: &Summary, of_rogue: bool) -> Section {
    let (title, pace) = match of_rogue {
        false => ("Empire pace", &summary.pace),
        true => ("Pace of the Rogue", &summary.rogue_pace),
    };
    let reached = |(i, level): (usize, &LevelPace)| {
        (level.turn.count > 0).then(|| {
            vec![
                (i + 2).to_string(),
                level.reached.estimate().percent(),
                level.turn.estimate().to_string(),
                level.wins.estimate().percent(),
            ]
        })
    };
    let rows = pace.iter().enumerate().filter_map(reached).collect();
    let head = head(["level", "reached by (95 %)", "in turn", "they win (95 %)"]);
    Section { title, note: "Turns count over all seats of the table.", head, rows }
}

fn missions(plan: &SimulationPlan, summary: &Summary) -> Section {
    let kept = plan.rules.missions.iter().zip(&summary.missions);
    let mut kept: Vec<_> = kept.filter(|(_, stats)| stats.wins.count > 0).collect();
    kept.sort_by(|(_, a), (_, b)| b.wins.value().total_cmp(&a.wins.value()));
    let rows = kept.into_iter().map(|(card, stats)| {
        vec![
            card.name.clone(),
            grouped(stats.wins.count),
            stats.scored.estimate().percent(),
            format!("{:.2}", stats.points.mean()),
            stats.wins.estimate().percent(),
        ]
    });
    let head = head(["mission", "kept", "scored (95 %)", "points", "they win (95 %)"]);
    Section { title: "Missions", note: "", head, rows: rows.collect() }
}

fn planets(plan: &SimulationPlan, summary: &Summary) -> Section {
    let rows = ranked_planets(plan, summary).into_iter().map(|(name, count, wins)| {
        let percent = 100.0 * count as f64 / summary.games.max(1) as f64;
        vec![name, grouped(count), format!("{percent:.1} %"), wins.percent()]
    });
    let head = head(["planet", "colonised", "of games", "owners win (95 %)"]);
    Section { title: "Planets", note: "", head, rows: rows.collect() }
}

/// Returns the colonised planets, best first: name, count, and win rate of the owners.
pub(crate) fn ranked_planets(
    plan: &SimulationPlan,
    summary: &Summary,
) -> Vec<(String, u64, Estimate)> {
    let owned =
        plan.rules.planets.iter().zip(&summary.planets).filter(|(_, share)| share.count > 0);
    let mut owned: Vec<_> =
        owned.map(|(card, share)| (card.name.clone(), share.count, share.estimate())).collect();
    owned.sort_by(|a, b| b.2.value.total_cmp(&a.2.value));
    owned
}
