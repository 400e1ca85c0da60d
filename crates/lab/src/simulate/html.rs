//! The report as a self-contained HTML page, without scripts or external resources.

use super::plan::SimulationPlan;
use super::report::{ranked_planets, sections};
use super::summary::{LevelPace, SeatStats, Summary};
use crate::plot::{Intervals, LineSeries, Unit, ValueLabels, escape, histogram, lines};
use crate::section::{Section, grouped};
use crate::stats::Estimate;
use std::fmt::Write as _;

const STYLE: &str = concat!(include_str!("../plot.css"), include_str!("report.css"));

/// Returns the HTML page.
pub(crate) fn page(plan: &SimulationPlan, summary: &Summary) -> String {
    let title = escape(&plan.title());
    let mut out = format!(
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <header><h1>{title}</h1><p>{} of {} games, seed {}, orrery {}</p></header>\n",
        grouped(summary.games),
        grouped(plan.games),
        plan.seed,
        env!("CARGO_PKG_VERSION")
    );
    out += &tiles(plan, summary);
    out += "<div class=plots>\n";
    for (title, note, plot) in plots(plan, summary) {
        let _ = writeln!(
            out,
            "<section class=card><h2>{title}</h2>{}{plot}</section>",
            note_paragraph(note)
        );
    }
    for section in sections(plan, summary) {
        out += &table(&section);
    }
    out + "</div>\n</html>\n"
}

/// Returns the tiles with the key figures.
fn tiles(plan: &SimulationPlan, summary: &Summary) -> String {
    let (wins, label) = match plan.is_solo() {
        true => (summary.seats[0].wins.estimate(), "player wins"),
        false => (summary.orders[0].wins.estimate(), "starting player wins"),
    };
    let turns = summary.turns.estimate();
    let tiles = [
        (grouped(summary.games), "games".to_owned()),
        (
            format!("{:.1}", turns.value),
            format!("turns a game ({:.1}–{:.1})", turns.low, turns.high),
        ),
        (format!("{:.0}", summary.decisions.mean()), "decisions a game".to_owned()),
        (
            format!("{:.1} %", 100.0 * wins.value),
            format!("{label} ({:.1}–{:.1})", 100.0 * wins.low, 100.0 * wins.high),
        ),
    ];
    let tile = |(value, label)| format!("<div class=tile><b>{value}</b><span>{label}</span></div>");
    format!("<div class=tiles>{}</div>\n", tiles.into_iter().map(tile).collect::<String>())
}

/// Returns title, note and SVG of each plot.
fn plots(plan: &SimulationPlan, summary: &Summary) -> Vec<(&'static str, &'static str, String)> {
    let reference =
        if plan.is_solo() { summary.seats[0].wins.value() } else { 1.0 / plan.seat_count() as f64 };
    let planets: Vec<(String, Estimate)> =
        ranked_planets(plan, summary).into_iter().map(|(name, _, wins)| (name, wins)).collect();
    let mut plots = vec![
        ("Length of a game", "Without the longest 0.1 %.", turns(plan, summary)),
        ("Points at the end", "", points(plan, summary)),
        (
            "Empire pace",
            "Mean turn in which a level was reached, over the players who reached it.",
            pace(plan, summary),
        ),
    ];
    if !planets.is_empty() {
        let note = "Bars are 95 % intervals; the dashed line is the share of all seats.";
        plots.push(("Win rate by planet", note, shares(&planets, reference, "owners who win")));
    }
    plots.extend(win_rates(plan, summary, reference));
    plots
}

/// Plots win rates by turn order, by bot and by Rogue; `None` if no such group exists.
fn win_rates(
    plan: &SimulationPlan,
    summary: &Summary,
    reference: f64,
) -> Option<(&'static str, &'static str, String)> {
    let rate = |name: &str, stats: &SeatStats| (name.to_owned(), stats.wins.estimate());
    let mut rows = Vec::new();
    if !plan.is_solo() {
        let orders = ["begins", "second", "third", "fourth", "fifth"].iter().zip(&summary.orders);
        rows.extend(orders.take(plan.seat_count()).map(|(name, stats)| rate(name, stats)));
    }
    if plan.bots.len() > 1 {
        rows.extend(plan.bots.iter().zip(&summary.bots).map(|(name, stats)| rate(name, stats)));
    }
    let rogues = plan.rules.rogues.iter().zip(&summary.rogues).filter(|(_, share)| share.count > 0);
    rows.extend(rogues.map(|(card, share)| (format!("against {}", card.name), share.estimate())));
    let note = "Bars are 95 % intervals; the dashed line is an equal share.";
    (!rows.is_empty()).then(|| ("Who wins", note, shares(&rows, reference, "games won")))
}

/// Plots shares with their intervals, and a line at the reference share.
fn shares(rows: &[(String, Estimate)], reference: f64, x_label: &str) -> String {
    Intervals { rows, reference, x_label, unit: Unit::Percent, value_labels: ValueLabels::Tooltip }
        .inline()
}

/// Plots game lengths in at most about 40 bins. Each bin spans a whole number of rounds.
fn turns(plan: &SimulationPlan, summary: &Summary) -> String {
    let (low, high) = shown_turns(summary);
    let round = if plan.is_solo() { 1 } else { plan.seat_count() as u16 };
    let width = ((high - low) / 40 / round + 1) * round;
    let mut bins: Vec<(f64, f64)> =
        (low / width..=high / width).map(|i| (f64::from(i) * f64::from(width), 0.0)).collect();
    for (turns, count) in summary.turn_counts.range(low..=high) {
        let bin = &mut bins[usize::from(turns / width - low / width)];
        bin.1 += 100.0 * *count as f64 / summary.games.max(1) as f64;
    }
    histogram(&bins, f64::from(width), ("turns", "share of games by number of turns"))
}

/// Returns the shortest game length, and the longest one outside the top 0.1 %.
fn shown_turns(summary: &Summary) -> (u16, u16) {
    let low = summary.turn_counts.keys().next().copied().unwrap_or(0);
    let mut excluded = summary.games / 1000;
    for (turns, count) in summary.turn_counts.iter().rev() {
        if *count > excluded {
            return (low, *turns);
        }
        excluded -= count;
    }
    (low, low)
}

/// Plots the distribution of points.
///
/// Solo games have a line for the player and one for the Rogue; other games have a line per bot, or
/// per position in the turn order if there is only one bot.
fn points(plan: &SimulationPlan, summary: &Summary) -> String {
    let orders = ["begins", "second", "third", "fourth", "fifth"].map(str::to_owned);
    let solo = [plan.bots[0].clone(), "Rogue".to_owned()];
    let series: Vec<(&String, &SeatStats)> = if plan.is_solo() {
        solo.iter().zip(&summary.seats).collect()
    } else if plan.bots.len() > 1 {
        plan.bots.iter().zip(&summary.bots).collect()
    } else {
        orders.iter().zip(&summary.orders).take(plan.seat_count()).collect()
    };
    let last =
        |stats: &SeatStats| stats.histogram.iter().rposition(|count| *count > 0).unwrap_or(0);
    let last = series.iter().map(|(_, stats)| last(stats)).max().unwrap_or(0);
    let line = |(name, stats): &(&String, &SeatStats)| {
        let part = |count: u64| 100.0 * count as f64 / stats.points.count.max(1) as f64;
        let points = stats.histogram[..=last].iter().enumerate();
        let points = points.map(|(at, count)| (at as f64, part(*count), 0.0)).collect();
        LineSeries { name: (*name).clone(), points }
    };
    let all: Vec<LineSeries> = series.iter().map(line).collect();
    lines(&all, ("points", "share of seats by points"), " %", false)
}

/// Plots the mean turn in which each empire level was reached.
fn pace(plan: &SimulationPlan, summary: &Summary) -> String {
    let line = |name: &str, pace: &[LevelPace]| {
        let reached = pace.iter().enumerate().filter(|(_, level)| level.turn.count > 0);
        let point = |(i, level): (usize, &LevelPace)| {
            let turn = level.turn.estimate();
            let half_width = if turn.high.is_finite() { turn.high - turn.value } else { 0.0 };
            ((i + 2) as f64, turn.value, half_width)
        };
        LineSeries { name: name.to_owned(), points: reached.map(point).collect() }
    };
    let mut all = vec![line("players", &summary.pace)];
    if plan.is_solo() {
        all.push(line("Rogue", &summary.rogue_pace));
    }
    all.retain(|line| !line.points.is_empty());
    if all.is_empty() {
        return "<p class=note>Nobody reached level 2.</p>".to_owned();
    }
    lines(&all, ("empire level", "mean turn by empire level"), "", true)
}

/// Renders a section as an HTML table.
pub(crate) fn table(section: &Section) -> String {
    let head: String =
        section.head.iter().map(|heading| format!("<th>{}</th>", escape(heading))).collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = section.rows.iter().map(row).collect();
    format!(
        "<section class=\"card wide\"><h2>{}</h2>{}<table><tr>{head}</tr>{rows}</table></section>\n",
        section.title,
        note_paragraph(section.note)
    )
}

fn note_paragraph(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!("<p class=note>{note}</p>") }
}
