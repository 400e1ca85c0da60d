//! The verification of a puzzle: recomputes its proof and compares the values.

use super::find::network_hash;
use super::judge::reaches;
use super::prove::{EvaluatedMove, Prover, Value, compare};
use super::{Puzzle, PuzzleError, SIGNIFICANCE, actions, grade, notation, theme};
use crate::analysis::spread;
use crate::lookahead::after;
use orrery_bots::{Network, OneStep};
use orrery_rules::{Action, State};
use std::collections::BTreeSet;

/// The result of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verification {
    /// Recomputing the proof gave the same numbers.
    Reproduced,
    /// The proof was made with another network, but the best move is also the best with this one.
    Holds,
}

/// Verifies a puzzle: position, moves, values, lead, difficulty and themes.
///
/// # Errors
/// If the puzzle cannot be used, or its proof is false.
pub fn verify(puzzle: &Puzzle) -> Result<Verification, PuzzleError> {
    let rules = puzzle.rules()?;
    if puzzle.revision != rules.revision {
        let text = format!("it is of revision {} of the rules", puzzle.revision);
        return Err(PuzzleError::unreadable(text));
    }
    let state = puzzle.state(&rules)?;
    let is_same_network = puzzle.proof.evaluator == network_hash();
    let network = Network::embedded();
    let evaluator = network.evaluator(&rules);
    let (one_step, seat) = (OneStep::new(&evaluator), puzzle.seat);
    let mut prover = Prover::new(one_step, &state, seat, puzzle.proof.seed);
    let listed = listed_moves(puzzle, &state)?;
    check_complete(&state, &listed, &prover.moves())?;
    let rated = recompute(puzzle, &mut prover, &listed)?;
    match is_same_network {
        true => check_values(puzzle, &rated)?,
        false => check_still_best(puzzle, &rated)?,
    }
    check_lead(puzzle, &state)?;
    let greedy = grade::greedy_move(&state, seat);
    if notation(&rules, &greedy) != puzzle.greedy {
        return Err(false_proof("the move of the bot greedy differs from the move in the puzzle"));
    }
    if reaches(&state, &listed[0], &after(&state, &greedy)) {
        return Err(false_proof("the bot greedy plays the best move"));
    }
    if theme::themes(&state, seat, &listed[0], &greedy) != puzzle.themes {
        return Err(false_proof("the themes of the best move differ from those in the puzzle"));
    }
    if is_same_network && grade::success_rates(&state, seat, &listed[0]) != puzzle.found {
        return Err(false_proof(
            "the percentages with which the bot levels find the best move differ from those in the puzzle",
        ));
    }
    Ok(if is_same_network { Verification::Reproduced } else { Verification::Holds })
}

fn false_proof(text: &str) -> PuzzleError {
    PuzzleError::False(text.to_owned())
}

/// Returns the actions of the listed moves.
fn listed_moves(puzzle: &Puzzle, state: &State<'_>) -> Result<Vec<Vec<Action>>, PuzzleError> {
    puzzle.proof.moves.iter().map(|proved| actions(state, &proved.steps)).collect()
}

/// Checks that every move is listed once.
fn check_complete(
    state: &State<'_>,
    listed: &[Vec<Action>],
    all: &[Vec<Action>],
) -> Result<(), PuzzleError> {
    let ends = |moves: &[Vec<Action>]| -> BTreeSet<u64> {
        moves.iter().map(|actions| after(state, actions).digest()).collect()
    };
    let (listed_ends, all_ends) = (ends(listed), ends(all));
    if listed_ends.len() != listed.len() || listed_ends != all_ends {
        return Err(false_proof("the list of moves is incomplete or contains a move twice"));
    }
    Ok(())
}

/// Computes the values of the listed moves again.
fn recompute(
    puzzle: &Puzzle,
    prover: &mut Prover<'_, '_>,
    listed: &[Vec<Action>],
) -> Result<Vec<EvaluatedMove>, PuzzleError> {
    let mut rated = Vec::new();
    for (actions, written) in listed.iter().zip(&puzzle.proof.moves) {
        let value = match written.games {
            None => Value::Exact(
                prover
                    .exact(actions)
                    .ok_or_else(|| false_proof("a move without rollouts has no exact value"))?,
            ),
            Some(_) => Value::Rollouts(Vec::new()),
        };
        let mut rated_move = EvaluatedMove { actions: actions.clone(), value };
        match written.games {
            Some(games) if games > MAX_GAMES => return Err(false_proof("too many rollouts")),
            games => prover.extend(&mut rated_move, games.unwrap_or_default()),
        }
        rated.push(rated_move);
    }
    Ok(rated)
}

/// Maximum number of rollouts per move that a verification plays.
const MAX_GAMES: u32 = 100_000;

/// Checks that the values equal the recomputed ones.
fn check_values(puzzle: &Puzzle, rated: &[EvaluatedMove]) -> Result<(), PuzzleError> {
    for (rated_move, written) in rated.iter().zip(&puzzle.proof.moves) {
        let computed = compare(&rated[0], rated_move, written.steps.clone()).rounded();
        if computed != written.rounded() {
            return Err(PuzzleError::False(format!("`{written}` should be `{computed}`")));
        }
    }
    Ok(())
}

/// Checks that the best move is also significantly better than every other one with this network.
fn check_still_best(puzzle: &Puzzle, rated: &[EvaluatedMove]) -> Result<(), PuzzleError> {
    let computed = rated.iter().zip(&puzzle.proof.moves).skip(1);
    let mut computed =
        computed.map(|(other, written)| compare(&rated[0], other, written.steps.clone()));
    match computed.find(|other| other.behind <= SIGNIFICANCE * other.error) {
        Some(other) => Err(PuzzleError::OtherEvaluator(other.to_string())),
        None => Ok(()),
    }
}

/// Checks that the lead of the best move over every other move is at least the required one.
fn check_lead(puzzle: &Puzzle, state: &State<'_>) -> Result<(), PuzzleError> {
    let spread = spread(state);
    let others = puzzle.proof.moves.iter().skip(1);
    match others.clone().find(|other| !other.is_beaten(spread)) {
        _ if others.len() == 0 => Err(false_proof("there is only one move")),
        Some(other) => Err(PuzzleError::False(format!(
            "the lead of the best move over `{other}` is too small"
        ))),
        None => Ok(()),
    }
}
