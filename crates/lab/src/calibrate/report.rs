//! The result as a table, as JSON and as a plot.

use super::bins::{Bin, Calibration, TOO_WIDE};
use super::play::CalibrationPlan;
use super::{CalibrationSpec, EvaluatedPositions};
use crate::plot::{self, CalibrationPoint};
use crate::section::{Section, grouped, head};
use orrery_rules::GameOption;
use serde_json::{Value, json};

/// Returns a line about the table, the positions and the bot.
pub(super) fn title(plan: &CalibrationPlan, evaluated: &EvaluatedPositions) -> String {
    format!(
        "{}: {} positions of {} games of {}, seed {}",
        table_title(plan),
        grouped(evaluated.positions.len() as u64),
        grouped(evaluated.games),
        plan.bot,
        plan.seed
    )
}

fn table_title(plan: &CalibrationPlan) -> String {
    let name = &plan.rules.id;
    let table = match plan.options.rogue.and_then(|rogue| plan.rules.rogues.get(rogue)) {
        Some(rogue) => format!("solo against {}", rogue.id),
        None => format!("{} seats", plan.options.seats),
    };
    let options = plan.options.chosen.iter().map(|option| format!(", {}", option.word()));
    format!("{name}, {table}{}", options.collect::<String>())
}

/// Returns the table with a row per bin.
pub(super) fn section(calibration: &Calibration) -> Section {
    let headings = ["predicted", "positions", "games", "mean", "won", "difference", ""];
    let mut rows: Vec<Vec<String>> = calibration.bins.iter().map(row).collect();
    let mut all = row(&calibration.all);
    all[0] = "all".to_owned();
    rows.push(all);
    Section { title: "Predicted and observed win rates", note: "", head: head(headings), rows }
}

fn row(bin: &Bin) -> Vec<String> {
    let (low, high) = bin.edges;
    let mut cells = vec![
        format!("{:.0}–{:.0} %", 100.0 * low, 100.0 * high),
        grouped(bin.count),
        grouped(bin.games),
    ];
    cells.extend(match bin.count {
        0 => ["–", "–", "–", "no position"].map(str::to_owned),
        _ => [
            format!("{:.1} %", 100.0 * bin.predicted),
            bin.observed.percent(),
            format!("{:+.1}", 100.0 * bin.difference()),
            if bin.is_imprecise() { "few positions".to_owned() } else { String::new() },
        ],
    });
    cells
}

/// Returns the largest difference and the totals.
pub(super) fn summary(calibration: &Calibration) -> String {
    let Some(bin) = calibration.furthest() else {
        return "\nNo positions evaluated.\n".to_owned();
    };
    let imprecise = calibration.filled().filter(|bin| bin.is_imprecise()).count();
    let mut out = format!(
        "\nThe largest difference is {:+.1} points, at {:.0}–{:.0} %; the mean difference is {:.1}.\n\
         Brier score {:.4}.\n",
        100.0 * bin.difference(),
        100.0 * bin.edges.0,
        100.0 * bin.edges.1,
        100.0 * calibration.mean_difference(),
        calibration.brier
    );
    if imprecise > 0 {
        out += &format!(
            "{imprecise} bins have few positions: their win rates may be off by more than {:.0} points.\n",
            100.0 * TOO_WIDE
        );
    }
    out
}

/// Returns the content of `calibration.json`.
pub(super) fn json(
    spec: &CalibrationSpec,
    plan: &CalibrationPlan,
    evaluated: &EvaluatedPositions,
    found: &Calibration,
) -> Value {
    let options = &plan.options;
    let mut report = json!({
        "calibration": 1,
        "edition": plan.rules.id,
        "revision": plan.rules.revision,
        "deck": spec.table.deck.as_ref().map(|deck| &deck.path),
        "seats": options.seats,
        "rogue": options.rogue.and_then(|rogue| plan.rules.rogues.get(rogue)).map(|rogue| &rogue.id),
        "start": options.start.map(|seat| seat.to_string()),
    });
    for option in GameOption::ALL {
        report[option.field()] = json!(options.chosen.has(*option));
    }
    let found = json!({
        "bot": plan.bot,
        // The file of the network. The report keeps the key of earlier versions.
        "mind": spec.network,
        "seed": plan.seed.to_string(),
        "per_game": plan.per_game,
        "max_turns": plan.max_turns,
        "positions": evaluated.positions.len(),
        "games": evaluated.games,
        "given_up": evaluated.abandoned,
        "brier": number(found.brier),
        "mean_difference": number(found.mean_difference()),
        "largest_difference": found.furthest().map(|bin| number(bin.difference())),
        "all": bin(&found.all),
        "bins": found.bins.iter().map(bin).collect::<Vec<_>>(),
    });
    if let (Some(report), Value::Object(found)) = (report.as_object_mut(), found) {
        report.extend(found);
    }
    report
}

fn bin(bin: &Bin) -> Value {
    json!({
        "from": number(bin.edges.0),
        "to": number(bin.edges.1),
        "positions": bin.count,
        "games": bin.games,
        // The report keeps the key of earlier versions.
        "foretold": number(bin.predicted),
        "won": number(bin.observed.value),
        "low": number(bin.observed.low),
        "high": number(bin.observed.high),
        "difference": number(bin.difference()),
    })
}

/// Rounds to six decimals; NaN and infinity become null.
fn number(value: f64) -> Value {
    let rounded = (value * 1e6).round() / 1e6;
    // Adding 0 turns −0 into 0.
    if rounded.is_finite() { json!(rounded + 0.0) } else { Value::Null }
}

/// Returns the content of `calibration.svg`.
pub(super) fn svg(
    plan: &CalibrationPlan,
    evaluated: &EvaluatedPositions,
    found: &Calibration,
) -> String {
    let dot = |bin: &Bin| CalibrationPoint {
        edges: bin.edges,
        predicted: bin.predicted,
        observed: bin.observed,
        count: bin.count,
    };
    let dots: Vec<CalibrationPoint> = found.filled().map(dot).collect();
    let note = title(plan, evaluated) + "; lines: 95 % intervals";
    plot::CalibrationPlot { dots: &dots }.standalone("Predicted and observed win rates", &note)
}
