//! The learning curve as a picture.

use super::curve::Row;
use super::measure::Kind;
use crate::plot::{Curve, Curves, Panel};
use crate::section::grouped;
use crate::stats::Share;

/// The whole file.
pub(super) fn svg(kinds: &[Kind], rows: &[Row]) -> String {
    let panel = |title: &str, wanted: &dyn Fn(&Kind) -> bool| Panel {
        title: title.to_owned(),
        lines: kinds.iter().enumerate().filter(|k| wanted(k.1)).map(|k| line(k, rows)).collect(),
    };
    let panels = [
        panel("won against the greedy bot, classic, 2 seats", &|kind| !kind.is_solo()),
        panel("won against Rogues, revised", &|kind| kind.is_solo() && !kind.is_relentless()),
        panel("won against relentless Rogues, revised", &|kind| kind.is_relentless()),
    ];
    let games = grouped(rows.last().map_or(0, |row| row.games));
    let note = format!("level admiral with the network after up to {games} games; bars are 95 %");
    let curves = Curves { panels: &panels, word: "games played, in thousands" };
    curves.standalone("What the network learnt", &note)
}

fn line((number, kind): (usize, &Kind), rows: &[Row]) -> Curve {
    let point = |row: &Row| {
        let share = row.shares.get(number).copied().unwrap_or(0.0);
        (row.games as f64 / 1000.0, Share::interval(share, kind.games as f64))
    };
    let name = kind.name.trim_end_matches("_relentless").to_owned();
    Curve { name, points: rows.iter().map(point).collect() }
}
