//! The review of a record: luck, losses and key moments.
//!
//! `orrery-analysis` computes the review in parts, so that the screen stays responsive.

mod moments;
mod sentences;

pub(crate) use moments::Moment;

use crate::advice::Advisor;
use crate::table::{Job, Report};
use orrery_analysis::{Analysis, GraphPoint, Progress, Review};

/// The number of lines of play to analyse in one part; that takes about a third of a second.
///
/// A line of play is one turn that the lookahead plays out.
const PART_LINES: u64 = 3000;

/// Returns the job that computes the next part of a review.
pub(crate) fn next_part(mut analysis: Box<Analysis>) -> Job {
    Box::new(move || {
        analysis.advance(PART_LINES);
        Report::Review(analysis)
    })
}

/// Returns the percentage of the analysis that is done: analysed steps and checked marks.
pub(crate) fn percent_done(analysis: &Analysis) -> usize {
    let Progress { done, total, checked, marks } = analysis.progress();
    if analysis.is_done() { 100 } else { 100 * (done + checked) / (total + marks).max(1) }
}

/// A review with the texts of its key moments.
#[derive(Clone, Debug)]
pub(crate) struct GameReview {
    pub(crate) review: Review,
    pub(crate) moments: Vec<Moment>,
    /// The percentage of the analysis that is done.
    pub(crate) percent: usize,
    advisor: Advisor,
}

impl GameReview {
    /// Creates the review of all steps that have been analysed so far.
    pub(crate) fn new(analysis: &Analysis, advisor: Advisor) -> Self {
        let review = analysis.review();
        let moments = moments::moments(&review, analysis.game(), &advisor);
        Self { review, moments, percent: percent_done(analysis), advisor }
    }

    /// Returns the name of a seat.
    pub(crate) fn name(&self, seat: usize) -> &str {
        self.advisor.names.get(seat).map_or("", String::as_str)
    }

    /// Returns the chances to win at the end of each turn; the opening counts as turn 0.
    fn chances_by_turn(&self) -> Vec<&GraphPoint> {
        let mut turns: Vec<&GraphPoint> = Vec::new();
        for point in &self.review.graph {
            match turns.last_mut().filter(|last| last.turn == point.turn) {
                Some(last) => *last = point,
                None => turns.push(point),
            }
        }
        turns
    }
}

/// Formats a probability as a percentage without the sign `%`.
pub(crate) fn percent(chance: f64) -> String {
    format!("{:.0}", 100.0 * chance)
}

/// Formats a change of a probability in percentage points; a change that rounds to 0 has no sign.
pub(crate) fn signed(change: f64) -> String {
    let points = 100.0 * change;
    if points.abs() < 0.05 { "0.0".to_owned() } else { format!("{points:+.1}") }
}
