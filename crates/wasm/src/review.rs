//! Game reviews, computed in slices so that the worker can answer other requests in between.

use crate::decks;
use crate::fault;
use crate::replay::names;
use crate::workspace::Workspace;
use orrery_analysis::{Analysis, AnalysisOptions, Check, Game, Mark, MoveReview, ROLLOUTS, Review};
use orrery_protocol::{Fault, Narrator};
use orrery_record::Record;
use orrery_rules::{State, Step};
use serde::{Deserialize, Serialize};

/// Maximum number of rollouts per move that a page can request.
const MAX_ROLLOUTS: u32 = 10_000;

/// A review in progress.
#[derive(Debug)]
pub(crate) struct OpenReview {
    pub(crate) analysis: Analysis,
    pub(crate) names: Vec<String>,
}

/// Starts the review of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StartReview {
    /// The record, text or JSON.
    pub record: String,
    /// Maximum number of rollouts per marked move; 0 leaves marks unchecked. The default is
    /// `ROLLOUTS`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub rollouts: Option<u32>,
}

/// The progress of a review.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewProgress {
    /// The number of the review.
    pub review: u32,
    /// The number of steps analysed so far.
    pub done: u32,
    /// The number of steps of the game.
    pub total: u32,
    /// The number of marks that rollouts have checked.
    pub checked: u32,
    /// The number of marks to check that are known so far.
    pub marks: u32,
    /// Whether all moves and outcomes are analysed; rollouts may still be running.
    pub replayed: bool,
    /// Whether the review is complete.
    pub finished: bool,
}

/// Requests the marks that rollouts have checked, in the order of the checks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewChecks {
    /// The number of the review.
    pub review: u32,
    /// The number of checks that the page already has.
    pub from: u32,
}

/// A mark that rollouts have checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedMark {
    /// The index of the move in the review's list of moves.
    pub index: u32,
    /// The mark of the move after the check.
    #[cfg_attr(test, ts(type = "Mark | null"))]
    pub mark: Option<Mark>,
    /// The result of the rollouts.
    #[cfg_attr(test, ts(type = "Check"))]
    pub check: Check,
}

/// Continues a review.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdvanceReview {
    /// The number of the review.
    pub review: u32,
    /// The number of turns for the lookahead to play out; one takes about 0.2 ms in a browser.
    pub work: u32,
}

/// Requests the part of a review that is done.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewResult {
    /// The number of the review.
    pub review: u32,
}

/// Requests the texts of a move in a review.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewTexts {
    /// The number of the review.
    pub review: u32,
    /// The index of the move in the review's list of moves.
    pub index: u32,
}

/// The texts of a move in a review, one per step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveTexts {
    /// The move played.
    pub played: Vec<String>,
    /// The alternatives, in the order of the review.
    pub alternatives: Vec<Vec<String>>,
}

/// Closes a review; its number becomes invalid.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CloseReview {
    /// The number of the review.
    pub review: u32,
}

impl Workspace {
    /// Starts the review of a record.
    pub(crate) fn start_review(&mut self, request: StartReview) -> Result<ReviewProgress, Fault> {
        let read = Record::read(request.record.as_bytes(), &mut self.decks);
        let record = read?;
        let rules = decks::of_record(&mut self.decks, &record.header)?;
        let start = record.start(&rules)?;
        let names = names(&record, &start);
        let game = Game::from_record(&record, rules.clone());
        let game = game?;
        let rollouts = request.rollouts.unwrap_or(ROLLOUTS).min(MAX_ROLLOUTS);
        let options = AnalysisOptions { rollouts, ..AnalysisOptions::default() };
        let analysis = Analysis::new(game, options);
        let review = self.reviews.put(OpenReview { analysis, names });
        self.review_progress(review)
    }

    /// Computes the next slice of a review.
    pub(crate) fn advance_review(
        &mut self,
        request: AdvanceReview,
    ) -> Result<ReviewProgress, Fault> {
        self.reviews.get_mut(request.review)?.analysis.advance(u64::from(request.work));
        self.review_progress(request.review)
    }

    fn review_progress(&self, review: u32) -> Result<ReviewProgress, Fault> {
        let analysis = &self.reviews.get(review)?.analysis;
        let progress = analysis.progress();
        let [done, total, checked, marks] =
            [progress.done, progress.total, progress.checked, progress.marks]
                .map(|count| count as u32);
        let (replayed, finished) = (analysis.is_every_step_analysed(), analysis.is_done());
        Ok(ReviewProgress { review, done, total, checked, marks, replayed, finished })
    }

    /// Returns the checked marks that the page does not have yet.
    pub(crate) fn review_checks(
        &mut self,
        request: ReviewChecks,
    ) -> Result<Vec<CheckedMark>, Fault> {
        let analysis = &self.reviews.get(request.review)?.analysis;
        let checked = |&index: &usize| {
            let reviewed = &analysis.moves()[index];
            let (mark, check) = (reviewed.mark, reviewed.check.clone()?);
            Some(CheckedMark { index: index as u32, mark, check })
        };
        Ok(analysis.checked().iter().skip(request.from as usize).filter_map(checked).collect())
    }

    /// Returns the part of a review that is done.
    pub(crate) fn review_result(&mut self, request: ReviewResult) -> Result<Review, Fault> {
        Ok(self.reviews.get(request.review)?.analysis.review())
    }

    /// Returns the texts of a move.
    pub(crate) fn review_texts(&mut self, request: ReviewTexts) -> Result<MoveTexts, Fault> {
        let OpenReview { analysis, names } = self.reviews.get(request.review)?;
        let played = analysis.moves().get(request.index as usize);
        let played = played.ok_or_else(|| fault::missing("move", &request.index.to_string()))?;
        let before = analysis.game().position(played.from as usize);
        Ok(move_texts(self.narrator(names), &before, played))
    }

    /// Closes a review.
    pub(crate) fn close_review(&mut self, request: CloseReview) -> Result<(), Fault> {
        self.reviews.take(request.review).map(drop)
    }
}

/// Returns the texts of a move and its alternatives.
pub(crate) fn move_texts(
    narrator: Narrator<'_>,
    before: &State<'_>,
    played: &MoveReview,
) -> MoveTexts {
    let texts = |steps: &[String]| step_texts(narrator, before, steps);
    let alternatives = played.alternatives.iter().map(|other| texts(&other.steps)).collect();
    MoveTexts { played: texts(&played.steps), alternatives }
}

/// Describes actions in notation, up to the first invalid one.
fn step_texts(narrator: Narrator<'_>, before: &State<'_>, steps: &[String]) -> Vec<String> {
    let (mut state, mut texts) = (*before, Vec::new());
    for notation in steps {
        let Ok(step @ Step::Action(action)) = Step::parse(state.rules(), notation) else {
            break;
        };
        texts.push(narrator.action_by_place(state.table(), action));
        state.apply_unchecked(step);
    }
    texts
}
