//! Writes the result as `arena.json` and the thinking times as `timing.json`.
//!
//! The result depends only on the settings and the bots. The times also depend on the machine, so
//! they are in a separate file. `docs/ARENA.md` describes both files.

use super::adjusted::AdjustedScore;
use super::plan::TournamentPlan;
use super::sprt::{SequentialTest, Verdict};
use super::tally::Tally;
use super::timing::ThinkingTimes;
use super::{TournamentResult, journal};
use crate::stats::Estimate;
use orrery_analysis::{EvaluatorKind, evaluator_hash};
use orrery_rules::GameOption;
use serde_json::{Value, json};
use std::time::Duration;

/// Returns the settings that the deals depend on, except the bots.
///
/// They form the first line of `deals.jsonl` and the first fields of `arena.json`.
pub(crate) fn settings(plan: &TournamentPlan, deck: Option<&str>) -> Value {
    let options = &plan.options;
    let mut settings = json!({
        "arena": journal::VERSION,
        "edition": plan.rules.id,
        "revision": plan.rules.revision,
        "deck": deck,
        "seats": options.seats,
        "start": options.start.map(|seat| seat.to_string()),
    });
    for option in GameOption::ALL {
        settings[option.field()] = json!(options.chosen.has(*option));
    }
    settings["max_turns"] = json!(plan.max_turns);
    settings["seed"] = json!(plan.seed.to_string());
    settings["evaluator"] = json!(plan.adjust.map(evaluator));
    settings
}

/// Returns the name of an evaluator.
///
/// Luck values are comparable only if their evaluators have the same name.
fn evaluator(kind: EvaluatorKind) -> String {
    format!("{}-{}", evaluator_hash(), kind.word())
}

/// Returns the content of `arena.json`.
pub(crate) fn result(outcome: &TournamentResult<'_>, settings: &Value) -> Value {
    let plan = outcome.plan;
    let mut report = settings.clone();
    report["format"] = json!(plan.format.word());
    report["games_per_lineup"] = json!(plan.deals * plan.rotations() as u64);
    report["complete"] = json!(outcome.scoreboard.is_complete());
    let bots = outcome.ranking.iter().enumerate().map(|(i, entrant)| bot(outcome, i, *entrant));
    report["bots"] = bots.collect();
    report["lineups"] = (0..plan.lineups.len()).map(|i| lineup(outcome, i)).collect();
    report
}

fn bot(outcome: &TournamentResult<'_>, rank: usize, entrant: usize) -> Value {
    let tally = &outcome.overall[entrant];
    json!({
        "rank": rank + 1,
        "bot": outcome.plan.entrants[entrant].argument,
        "rating": outcome.ratings.as_ref().map(|ratings| estimate(&ratings[entrant])),
        "games": tally.games,
        "won": tally.won,
        "shared": tally.shared,
        "lost": tally.lost,
        "score": number(tally.score()),
        "points": number(tally.points.mean()),
    })
}

fn lineup(outcome: &TournamentResult<'_>, index: usize) -> Value {
    let (plan, series) = (outcome.plan, &outcome.scoreboard.series[index]);
    let lineup = &plan.lineups[index];
    let result = |entrant: usize| {
        let tally = Tally::of(lineup, entrant, &series.counted);
        let adjusted = AdjustedScore::of(lineup, entrant, &series.counted);
        let adjusted = plan.adjust.map(|_| adjusted);
        json!({
            "bot": plan.entrants[entrant].argument,
            "places": lineup.places_of(entrant).len(),
            "won": tally.won,
            "shared": tally.shared,
            "lost": tally.lost,
            "score": estimate(&tally.estimate()),
            "adjusted": adjusted.map(|score| estimate(&score.estimate)),
            // The plain score needs this many times as many games for the same precision.
            "games_saved": adjusted.map(|score| number(score.variance_ratio)),
            "points": number(tally.points.mean()),
        })
    };
    let results: Vec<Value> = lineup.entrants().into_iter().map(result).collect();
    json!({
        "rogue": lineup.rogue.map(|rogue| &plan.rules.rogues[rogue].id),
        "deals": series.counted.len(),
        "games": series.counted.len() * plan.rotations(),
        "results": results,
        "sprt": series.test.as_ref().map(sprt),
    })
}

fn sprt(test: &SequentialTest) -> Value {
    json!({
        "elo0": test.hypotheses.elo0,
        "elo1": test.hypotheses.elo1,
        "llr": number(test.llr),
        "bound": number(SequentialTest::bound()),
        "accepted": match test.verdict() {
            Verdict::Open => Value::Null,
            Verdict::Elo0 => json!("elo0"),
            Verdict::Elo1 => json!("elo1"),
        },
    })
}

/// Returns the content of `timing.json`.
pub(crate) fn timing(
    plan: &TournamentPlan,
    times: &[ThinkingTimes],
    threads: Option<usize>,
) -> Value {
    let bot = |(entrant, times): (&super::plan::Entrant, &ThinkingTimes)| {
        let millis = |time: Duration| number(time.as_secs_f64() * 1e3);
        json!({
            "bot": entrant.argument,
            "decisions": times.count(),
            "median_ms": times.quantile(0.5).map(millis),
            "p99_ms": times.quantile(0.99).map(millis),
        })
    };
    let bots: Vec<Value> = plan.entrants.iter().zip(times).map(bot).collect();
    json!({ "arena": journal::VERSION, "threads": threads, "bots": bots })
}

fn estimate(estimate: &Estimate) -> Value {
    let Estimate { value, low, high } = *estimate;
    json!({ "value": number(value), "low": number(low), "high": number(high) })
}

/// Rounds to six decimals; NaN and infinity become null.
fn number(value: f64) -> Value {
    let rounded = (value * 1e6).round() / 1e6;
    // Adding 0 turns −0 into 0.
    if rounded.is_finite() { json!(rounded + 0.0) } else { Value::Null }
}
