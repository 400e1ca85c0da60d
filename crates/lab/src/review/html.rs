//! The reviews as a self-contained HTML page, without scripts or external resources.

use super::ReviewedGame;
use super::players;
use super::report::{sections, summary};
use crate::plot::{LineSeries, escape, lines};
use crate::section::Section;
use crate::simulate::html_table;
use orrery_rules::Seat;
use std::fmt::Write as _;

const STYLE: &str = concat!(include_str!("../plot.css"), include_str!("../simulate/report.css"));

/// Returns the HTML page.
pub(super) fn page(games: &[ReviewedGame], only: Option<Seat>) -> String {
    let title = match games {
        [game] => escape(&game.file),
        _ => format!("{} games", games.len()),
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <header><h1>Game review: {title}</h1><p>orrery {}</p></header>\n<div>\n",
        env!("CARGO_PKG_VERSION")
    );
    for game in games {
        out += &section(game, only);
    }
    if games.len() > 1 {
        players::sections(games).iter().for_each(|section| out += &html_table(section));
    }
    out + "</div>\n</html>\n"
}

fn section(game: &ReviewedGame, only: Option<Seat>) -> String {
    let mut out =
        format!("<h2>{}</h2><p class=note>{}</p>\n", escape(&game.file), escape(&summary(game)));
    for note in &game.review.notes {
        let _ = writeln!(out, "<p class=note>{}</p>", escape(&note.text));
    }
    let _ = writeln!(out, "<section class=card><h2>Chance to win</h2>{}</section>", graph(game));
    let _ = writeln!(out, "<section class=card><h2>Account</h2>{}</section>", accounts(game));
    let tables = sections(game, only);
    tables.iter().filter(|it| !it.rows.is_empty()).for_each(|it: &Section| out += &html_table(it));
    out
}

/// Draws the chance to win of each seat over the steps.
fn graph(game: &ReviewedGame) -> String {
    let line = |(seat, name): (usize, &String)| LineSeries {
        name: name.clone(),
        points: (game.review.graph.iter())
            .map(|point| (f64::from(point.step), 100.0 * point.chances[seat], 0.0))
            .collect(),
    };
    let series: Vec<LineSeries> = game.names.iter().enumerate().map(line).collect();
    lines(&series, ("step", "Chance to win of each player"), " %", false)
}

/// The parts of an account, with their colours.
const PARTS: [(&str, usize); 5] =
    [("luck", 0), ("own errors", 4), ("gifts", 2), ("hidden", 3), ("unexplained", 1)];

/// Draws the account of each seat: one bar per part, from the start to the result.
fn accounts(game: &ReviewedGame) -> String {
    const LEFT: f64 = 130.0;
    const WIDTH: f64 = 425.0;
    const ROW: f64 = 22.0;
    let review = &game.review;
    let values =
        |it: &orrery_analysis::Account| [it.luck, -it.losses, it.gifts, it.hidden, it.unexplained];
    let mut range = (0.0_f64, 1.0_f64);
    for it in &review.accounts {
        let mut at = it.start;
        for value in values(it) {
            at += value;
            range = (range.0.min(at), range.1.max(at));
        }
    }
    let x = |value: f64| LEFT + WIDTH * (value - range.0) / (range.1 - range.0);
    let block = 6.0 * ROW;
    let height = block * review.accounts.len() as f64 + 10.0;
    let mut out = format!("<svg viewBox='0 0 560 {height}' role='img' aria-label='Accounts'>");
    for (number, it) in review.accounts.iter().enumerate() {
        let top = block * number as f64;
        let name = escape(&game.names[it.seat.index()]);
        let _ = write!(out, "<text class='name' x='0' y='{:.1}'>{name}</text>", top + 14.0);
        let mut at = it.start;
        for (index, ((label, color), value)) in PARTS.iter().zip(values(it)).enumerate() {
            let y = top + ROW * (index + 1) as f64 - 4.0;
            let (low, high) = (at.min(at + value), at.max(at + value));
            let _ = write!(
                out,
                "<text x='0' y='{:.1}'>{label} {:+.1}</text>\
                 <rect x='{:.1}' y='{y:.1}' width='{:.1}' height='14' style='fill:var(--c{color})' />",
                y + 12.0,
                100.0 * value,
                x(low),
                (x(high) - x(low)).max(1.0),
            );
            at += value;
        }
        for (value, class) in [(it.start, "even"), (it.result, "base")] {
            let _ = write!(
                out,
                "<line class='{class}' x1='{h:.1}' x2='{h:.1}' y1='{top:.1}' y2='{:.1}' />",
                top + block - 6.0,
                h = x(value)
            );
        }
    }
    out + "</svg>"
}
