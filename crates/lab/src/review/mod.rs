//! Reports on game reviews: tables, an HTML page, player statistics, and a check of the analysis.

pub mod check;
mod html;
mod players;
mod report;

use crate::Monitor;
use orrery_analysis::{Analysis, AnalysisOptions, Choice, Game, Review, analyse};
use orrery_rules::Seat;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// A reviewed game with the names of its players.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedGame {
    /// The name of the file.
    pub file: String,
    /// The edition or the deck.
    pub edition: String,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The review.
    pub review: Review,
    /// The choices of each seat. The player statistics compute from them how strong a player is.
    #[serde(skip)]
    choices: Vec<Vec<Choice>>,
}

impl ReviewedGame {
    /// Reviews a game; if `stop` is set, the review covers only the steps analysed so far.
    #[must_use]
    pub fn new(
        (file, edition): (String, String),
        names: Vec<String>,
        (game, options): (Game, AnalysisOptions),
        stop: &AtomicBool,
        monitor: &dyn Monitor,
    ) -> Self {
        let total = game.len() as u64;
        monitor.begin(total, 0);
        let analysis = analyse(game, options, |progress| {
            let (marks, checked) = (progress.marks, progress.checked);
            monitor.begin(total + marks as u64, (progress.done + checked) as u64);
            match stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let choices = choices(&analysis);
        Self { file, edition, names, review: analysis.review(), choices }
    }
}

/// Returns the choices of every seat.
fn choices(analysis: &Analysis) -> Vec<Vec<Choice>> {
    let seats = analysis.game().position(0).seats();
    seats.map(|seat| analysis.choices(seat).cloned().collect()).collect()
}

/// Returns the reviews as text: each game, and the statistics of players if there are several.
///
/// `only` limits the tables of each game to one seat.
#[must_use]
pub fn text(games: &[ReviewedGame], only: Option<Seat>) -> String {
    let reports: String = games.iter().map(|game| report::text(game, only)).collect();
    if games.len() < 2 { reports } else { reports + &players::text(games) }
}

/// Returns the reviews as a self-contained HTML page.
///
/// `only` limits the tables of each game to one seat.
#[must_use]
pub fn html(games: &[ReviewedGame], only: Option<Seat>) -> String {
    html::page(games, only)
}

/// Reviews with the statistics of the players.
#[derive(Serialize)]
struct Document<'a> {
    games: &'a [ReviewedGame],
    players: Vec<players::PlayerStatistics>,
}

/// Returns the reviews and the statistics of the players as JSON.
///
/// # Panics
/// Never: the reviews contain only numbers, texts and lists.
#[must_use]
pub fn json(games: &[ReviewedGame]) -> String {
    let document = Document { games, players: players::statistics(games) };
    serde_json::to_string_pretty(&document).expect("numbers, texts and lists") + "\n"
}
