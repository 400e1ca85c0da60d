//! Draws the learning curve as an SVG file.

use super::curve::Row;
use super::measure::Matchup;
use crate::plot::{Curve, Curves, Panel};
use crate::section::grouped;
use crate::stats::Share;
use orrery_rules::OptionSet;

/// Returns the content of the SVG file.
pub(super) fn svg(matchups: &[Matchup], rows: &[Row]) -> String {
    let panel = |title: &str, wanted: &dyn Fn(&Matchup) -> bool| Panel {
        title: title.to_owned(),
        lines: matchups.iter().enumerate().filter(|m| wanted(m.1)).map(|m| line(m, rows)).collect(),
    };
    let duel = panel("won against the greedy bot, classic, 2 seats", &|matchup| !matchup.is_solo());
    let mut variants: Vec<OptionSet> = matchups.iter().map(Matchup::chosen).collect();
    variants.dedup();
    let solos = variants.into_iter().map(|chosen| {
        let words: String = chosen.iter().map(|option| format!("{} ", option.word())).collect();
        let title = format!("won against {words}Rogues, revised");
        panel(&title, &|matchup| matchup.is_solo() && matchup.chosen() == chosen)
    });
    let panels: Vec<Panel> = [duel].into_iter().chain(solos).collect();
    let games = grouped(rows.last().map_or(0, |row| row.games));
    let note = format!(
        "level admiral with the network after up to {games} games; bars are 95 % intervals"
    );
    let curves = Curves { panels: &panels, x_label: "games played, in thousands" };
    curves.standalone("Learning curve", &note)
}

fn line((number, matchup): (usize, &Matchup), rows: &[Row]) -> Curve {
    let point = |row: &Row| {
        let share = row.shares.get(number).copied().unwrap_or(0.0);
        (row.games as f64 / 1000.0, Share::interval(share, matchup.games as f64))
    };
    let name = matchup.opponent().to_owned();
    Curve { name, points: rows.iter().map(point).collect() }
}
