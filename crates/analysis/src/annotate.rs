//! Annotated records: the marks, values and best lines of a review as comments.

use crate::review::{Mark, MoveReview, OutcomeReview, Review};
use orrery_record::{MAX_COMMENT, Record, RecordedStep};
use std::collections::BTreeMap;

/// The beginning of the part of a comment that comes from a review.
const OPEN: &str = "[review: ";
const CLOSE: char = ']';

impl Review {
    /// Adds the review to its record: marks on moves, and comments with values and best lines.
    ///
    /// A comment gets the part `[review: …]`; its other text stays. Annotating a record again
    /// replaces this part.
    pub fn annotate(&self, record: &mut Record) {
        let mut notes: BTreeMap<usize, (Option<Mark>, String)> = BTreeMap::new();
        for outcome in &self.outcomes {
            notes.insert(outcome.step as usize - 1, (None, self.outcome_note(outcome)));
        }
        for reviewed in self.moves.iter().filter(|other| other.decision || other.mark.is_some()) {
            notes.insert(reviewed.from as usize, (reviewed.mark, move_note(reviewed)));
        }
        let steps = record.turns.iter_mut().flat_map(|turn| &mut turn.steps);
        for (index, step) in steps.enumerate() {
            remove_note(step);
            if let Some((mark, note)) = notes.get(&index) {
                add_note(step, *mark, note);
            }
        }
    }

    /// Returns the note of an outcome: the win probabilities after it, and the luck of its seat.
    fn outcome_note(&self, outcome: &OutcomeReview) -> String {
        let index = self.graph.binary_search_by_key(&outcome.step, |point| point.step);
        let chances = index.map_or(&[][..], |index| &self.graph[index].chances);
        let chances =
            ('A'..).zip(chances).map(|(seat, chance)| format!("{seat} {}", percent(*chance)));
        let mut parts: Vec<String> = chances.collect();
        if let Some(seat) = outcome.seat {
            parts.push(format!("luck {:+.1}", 100.0 * outcome.luck[seat.index()]));
        }
        parts.join(", ")
    }
}

/// Returns the note of a move: its win probability, and the best move if that is another one.
fn move_note(reviewed: &MoveReview) -> String {
    let best = reviewed.alternatives.first().filter(|best| !best.played && reviewed.loss > 0.0);
    match best {
        Some(best) => {
            let line = best.steps.join(", ");
            format!("{}; best {}: {line}", percent(reviewed.chance), percent(best.chance))
        }
        None => percent(reviewed.chance),
    }
}

fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// The marks that a review can set.
const REVIEW_MARKS: [orrery_record::Mark; 3] =
    [record_mark(Mark::Inaccuracy), record_mark(Mark::Mistake), record_mark(Mark::Blunder)];

/// Removes the mark and the note that an earlier review has added to a step.
fn remove_note(step: &mut RecordedStep) {
    let Some(comment) = &step.comment else { return };
    let Some((before, rest)) = comment.split_once(OPEN) else { return };
    let after = rest.split_once(CLOSE).map_or("", |(_, after)| after);
    let kept = format!("{}{after}", before.trim_end());
    step.comment = (!kept.is_empty()).then_some(kept);
    step.mark = step.mark.filter(|mark| !REVIEW_MARKS.contains(mark));
}

/// Adds a note to a step, unless its comment would become too long.
fn add_note(step: &mut RecordedStep, mark: Option<Mark>, note: &str) {
    let before = step.comment.as_ref().map_or_else(String::new, |text| format!("{text} "));
    let comment = format!("{before}{OPEN}{note}{CLOSE}");
    if comment.len() <= MAX_COMMENT {
        step.comment = Some(comment);
        step.mark = mark.map(record_mark).or(step.mark);
    }
}

/// Converts a mark of a review to a mark of a record.
const fn record_mark(mark: Mark) -> orrery_record::Mark {
    match mark {
        Mark::Inaccuracy => orrery_record::Mark::Dubious,
        Mark::Mistake => orrery_record::Mark::Bad,
        Mark::Blunder => orrery_record::Mark::Blunder,
    }
}
