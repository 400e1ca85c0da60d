//! The evaluation of an answer to a puzzle.

use super::{Puzzle, PuzzleError, TOLERANCE, actions};
use crate::analysis::spread;
use crate::lookahead::after;
use orrery_rules::{Action, State};

/// The evaluation of an answer to a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    /// Whether the answer solves the puzzle.
    pub is_solved: bool,
    /// The index of the answer among the moves of the proof; `None` if the proof does not contain it.
    ///
    /// Two moves that lead to the same position count as one.
    pub index: Option<usize>,
    /// By how much the win probability with the answer is lower than with the best move.
    pub behind: Option<f64>,
}

/// Compares the steps of an answer with the moves of a puzzle.
///
/// # Errors
/// If the puzzle has no legal position, or a step is illegal.
pub fn judge(puzzle: &Puzzle, steps: &[String]) -> Result<Answer, PuzzleError> {
    let rules = puzzle.rules()?;
    let state = puzzle.state(&rules)?;
    let end = after(&state, &actions(&state, steps)?);
    let index = move_index(puzzle, &state, &end)?;
    let behind = index.map(|index| puzzle.proof.moves[index].behind);
    let is_solved = behind.is_some_and(|behind| behind <= TOLERANCE * spread(&state));
    Ok(Answer { is_solved, index, behind })
}

/// Returns the index of the move in the proof that leads to a position.
fn move_index(
    puzzle: &Puzzle,
    state: &State<'_>,
    end: &State<'_>,
) -> Result<Option<usize>, PuzzleError> {
    for (index, proved) in puzzle.proof.moves.iter().enumerate() {
        if reaches(state, &actions(state, &proved.steps)?, end) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// Returns whether a move leads to a position.
pub(crate) fn reaches(state: &State<'_>, actions: &[Action], end: &State<'_>) -> bool {
    after(state, actions).digest() == end.digest()
}
