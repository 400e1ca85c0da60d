//! Formats the results of the benchmarks as a table.

use super::TABLES;
use super::samples::Times;
use crate::TaskResult;
use std::fmt::Write;

/// Limit of the time per decision, as a multiple of the benchmark `floor` (`docs/PERFORMANCE.md`).
const MAX_RATIO: f64 = 4.0;

/// Formats all measurements as text.
pub(crate) fn table(
    times: &Times,
    decisions_per_game: &[f64],
    instructions: &TaskResult<Vec<f64>>,
) -> TaskResult<String> {
    let mut text = String::new();
    head(&mut text);
    let floor = time(times, "floor")?;
    for (index, table) in TABLES.iter().enumerate() {
        let nanos = time(times, table.benchmark)?;
        let counted = instructions.as_ref().ok().map(|counted| counted[index]);
        let figures = Figures::new(nanos, floor, decisions_per_game[index], counted);
        line(&mut text, table.benchmark, &figures);
    }
    if let Err(reason) = instructions {
        let _ = writeln!(text, "\nInstructions per decision are MISSING: {reason}");
    }
    text.push_str(&operations(times, floor)?);
    Ok(text)
}

struct Figures {
    nanos_per_decision: f64,
    /// The time per decision as a multiple of the floor.
    ratio: f64,
    decisions_per_second: f64,
    decisions_per_game: f64,
    instructions: Option<f64>,
}

impl Figures {
    fn new(
        nanos_per_decision: f64,
        floor: f64,
        decisions_per_game: f64,
        instructions: Option<f64>,
    ) -> Self {
        Self {
            nanos_per_decision,
            ratio: nanos_per_decision / floor,
            decisions_per_second: 1e9 / nanos_per_decision,
            decisions_per_game,
            instructions,
        }
    }
}

fn head(text: &mut String) {
    let _ = writeln!(
        text,
        "\n{:<18}{:>12}{:>10}{:>16}{:>13}{:>9}{:>12}{:>16}",
        "table",
        "decisions/s",
        "games/s",
        "decisions/game",
        "ns/decision",
        "x floor",
        format!("bar {MAX_RATIO:.1}"),
        "instr./decision"
    );
}

fn line(text: &mut String, name: &str, figures: &Figures) {
    let _ = writeln!(
        text,
        "{name:<18}{:>12.0}{:>10.0}{:>16.1}{:>13.1}{:>9.2}{:>12}{:>16}",
        figures.decisions_per_second,
        figures.decisions_per_second / figures.decisions_per_game,
        figures.decisions_per_game,
        figures.nanos_per_decision,
        figures.ratio,
        if figures.ratio <= MAX_RATIO { "pass" } else { "OVER" },
        figures.instructions.map_or("missing".to_owned(), |count| format!("{count:.0}")),
    );
}

fn operations(times: &Times, floor: f64) -> TaskResult<String> {
    let copy = time(times, "copy")?;
    let lines = [
        ("floor", format!("{floor:.1} ns")),
        ("list of legal actions", format!("{:.1} ns", time(times, "list")?)),
        ("apply (copied, less copy)", format!("{:.1} ns", time(times, "copy-and-apply")? - copy)),
        ("checked apply", format!("{:.1} ns", time(times, "checked-apply")?)),
        ("copy", format!("{copy:.1} ns")),
    ];
    let lines = lines.iter().map(|(name, value)| format!("{name:<28}{value:>12}\n"));
    Ok(format!("\n{}", lines.collect::<String>()))
}

fn time(times: &Times, benchmark: &str) -> TaskResult<f64> {
    times.get(benchmark).copied().ok_or_else(|| format!("criterion left no samples of {benchmark}"))
}
