//! Draws the result as `arena.svg`: ratings or win rates, with their intervals.

use super::TournamentResult;
use super::plan::Format;
use super::tally::Tally;
use crate::plot::{Intervals, Unit, ValueLabels};
use crate::section::grouped;
use crate::stats::Estimate;

/// Returns the content of the SVG file.
pub(crate) fn svg(outcome: &TournamentResult<'_>) -> String {
    let plan = outcome.plan;
    let games = grouped(outcome.scoreboard.counted() * plan.rotations() as u64);
    let note = format!("{games} games, seed {}; bars are 95 % intervals", plan.seed);
    let ratings = match plan.format {
        Format::RoundRobin | Format::Gauntlet(_) => outcome.ratings.as_deref(),
        Format::Field(_) | Format::Solo => None,
    };
    let (rows, unit, x_label) = match ratings {
        Some(ratings) => (rating_rows(outcome, ratings), Unit::Elo, "rating in Elo"),
        None => (share_rows(outcome), Unit::Percent, "games won"),
    };
    let reference = match plan.format {
        Format::Field(_) => 1.0 / plan.options.seats as f64,
        _ => 0.0,
    };
    let plot =
        Intervals { rows: &rows, reference, x_label, unit, value_labels: ValueLabels::Beside };
    plot.standalone(&plan.title(), &note)
}

fn rating_rows(outcome: &TournamentResult<'_>, ratings: &[Estimate]) -> Vec<(String, Estimate)> {
    let row = |entrant: &usize| (outcome.plan.entrants[*entrant].label.clone(), ratings[*entrant]);
    outcome.ranking.iter().map(row).collect()
}

/// Returns the win rate of the first entrant of each line-up, by rank.
fn share_rows(outcome: &TournamentResult<'_>) -> Vec<(String, Estimate)> {
    let plan = outcome.plan;
    let mut rows = Vec::new();
    for entrant in &outcome.ranking {
        let all = plan.lineups.iter().zip(&outcome.scoreboard.series);
        for (lineup, series) in all.filter(|(lineup, _)| lineup.places.first() == Some(entrant)) {
            let label = &plan.entrants[*entrant].label;
            let opponents = super::report::opponents_or_rogue(plan, lineup, *entrant);
            let tally = Tally::of(lineup, *entrant, &series.counted);
            rows.push((format!("{label} – {opponents}"), tally.estimate()));
        }
    }
    rows
}
