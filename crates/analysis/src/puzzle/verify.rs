//! The verification of a puzzle: computes its proof again and compares it.

use super::find::network_hash;
use super::judge::reaches;
use super::prove::{Prover, Rated, Value, proved};
use super::{Puzzle, PuzzleProblem, SIGNIFICANCE, actions, grade, notation, theme};
use crate::analysis::spread;
use crate::lookahead::after;
use orrery_bots::{Network, OneStep};
use orrery_rules::{Action, State};
use std::collections::BTreeSet;

/// The result of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verification {
    /// Every number of the proof was computed again.
    Reproduced,
    /// The proof is of another network; with this one the best move also leads significantly.
    Holds,
}

/// Verifies a puzzle: position, moves, values, lead, difficulty and themes.
///
/// # Errors
/// If the puzzle cannot be used, or its proof is false.
pub fn verify(puzzle: &Puzzle) -> Result<Verification, PuzzleProblem> {
    let rules = puzzle.rules()?;
    if puzzle.revision != rules.revision {
        let text = format!("it is of revision {} of the rules", puzzle.revision);
        return Err(PuzzleProblem::unreadable(text));
    }
    let state = puzzle.state(&rules)?;
    let is_same = puzzle.proof.evaluator == network_hash();
    let network = Network::embedded();
    let evaluator = network.evaluator(&rules);
    let (one_step, seat) = (OneStep::new(&evaluator), puzzle.seat);
    let mut prover = Prover::new(one_step, &state, seat, puzzle.proof.seed);
    let listed = listed(puzzle, &state)?;
    check_complete(&state, &listed, &prover.moves())?;
    let rated = rated(puzzle, &mut prover, &listed)?;
    match is_same {
        true => check_values(puzzle, &rated)?,
        false => check_still_leads(puzzle, &rated)?,
    }
    check_lead(puzzle, &state)?;
    let greedy = grade::greedy(&state, seat);
    if notation(&rules, &greedy) != puzzle.greedy {
        return Err(is_false("greedy plays another move"));
    }
    if reaches(&state, &listed[0], &after(&state, &greedy)) {
        return Err(is_false("greedy plays the best move"));
    }
    if theme::themes(&state, seat, &listed[0], &greedy) != puzzle.themes {
        return Err(is_false("the themes do not fit the best move"));
    }
    if is_same && grade::found(&state, seat, &listed[0]) != puzzle.found {
        return Err(is_false("the levels find the best move in other percentages"));
    }
    Ok(if is_same { Verification::Reproduced } else { Verification::Holds })
}

fn is_false(text: &str) -> PuzzleProblem {
    PuzzleProblem::False(text.to_owned())
}

/// Returns the actions of the listed moves.
fn listed(puzzle: &Puzzle, state: &State<'_>) -> Result<Vec<Vec<Action>>, PuzzleProblem> {
    puzzle.proof.moves.iter().map(|it| actions(state, &it.steps)).collect()
}

/// Checks that every move is listed once.
fn check_complete(
    state: &State<'_>,
    listed: &[Vec<Action>],
    all: &[Vec<Action>],
) -> Result<(), PuzzleProblem> {
    let ends = |moves: &[Vec<Action>]| -> BTreeSet<u64> {
        moves.iter().map(|it| after(state, it).digest()).collect()
    };
    let (own, wanted) = (ends(listed), ends(all));
    if own.len() != listed.len() || own != wanted {
        return Err(is_false("the list of moves is not complete, or has a move twice"));
    }
    Ok(())
}

/// Computes the values of the listed moves again.
fn rated(
    puzzle: &Puzzle,
    prover: &mut Prover<'_, '_>,
    listed: &[Vec<Action>],
) -> Result<Vec<Rated>, PuzzleProblem> {
    let is_exact = puzzle.proof.moves.iter().all(|it| it.games.is_none());
    if is_exact { exact(prover, listed) } else { rolled_out(puzzle, prover, listed) }
}

/// Checks that the values are those that enumeration or rollouts give.
fn check_values(puzzle: &Puzzle, rated: &[Rated]) -> Result<(), PuzzleProblem> {
    for (rated_move, written) in rated.iter().zip(&puzzle.proof.moves) {
        let computed = proved(&rated[0], rated_move, written.steps.clone()).rounded();
        if computed != written.rounded() {
            return Err(PuzzleProblem::False(format!("`{written}` should be `{computed}`")));
        }
    }
    Ok(())
}

/// Checks that the best move also leads every other one significantly with this network.
fn check_still_leads(puzzle: &Puzzle, rated: &[Rated]) -> Result<(), PuzzleProblem> {
    let computed = rated.iter().zip(&puzzle.proof.moves).skip(1);
    let mut computed = computed.map(|(it, written)| proved(&rated[0], it, written.steps.clone()));
    match computed.find(|it| it.behind <= SIGNIFICANCE * it.error) {
        Some(it) => Err(PuzzleProblem::OtherEvaluator(it.to_string())),
        None => Ok(()),
    }
}

/// Returns the exact values in the order of the list.
fn exact(prover: &mut Prover<'_, '_>, listed: &[Vec<Action>]) -> Result<Vec<Rated>, PuzzleProblem> {
    let mut found = prover.exact(listed).ok_or_else(|| is_false("the values are not exact"))?;
    found.sort_by_key(|it| listed.iter().position(|actions| *actions == it.actions));
    Ok(found)
}

/// Plays the rollouts of the proof again.
fn rolled_out(
    puzzle: &Puzzle,
    prover: &mut Prover<'_, '_>,
    listed: &[Vec<Action>],
) -> Result<Vec<Rated>, PuzzleProblem> {
    let mut rated = Vec::new();
    for (actions, written) in listed.iter().zip(&puzzle.proof.moves) {
        let games = written.games.filter(|games| *games <= MAX_GAMES);
        let games = games.ok_or_else(|| is_false("the number of rollouts is not possible"))?;
        let mut it = Rated { actions: actions.clone(), value: Value::Rollouts(Vec::new()) };
        prover.extend(&mut it, games);
        rated.push(it);
    }
    Ok(rated)
}

/// The most rollouts of a move that a verification plays.
const MAX_GAMES: u32 = 100_000;

/// Checks that the best move leads every other one by enough.
fn check_lead(puzzle: &Puzzle, state: &State<'_>) -> Result<(), PuzzleProblem> {
    let spread = spread(state);
    let others = puzzle.proof.moves.iter().skip(1);
    match others.clone().find(|it| !it.is_beaten(spread)) {
        _ if others.len() == 0 => Err(is_false("there is only one move")),
        Some(it) => {
            Err(PuzzleProblem::False(format!("the best move does not lead `{it}` by enough")))
        }
        None => Ok(()),
    }
}
