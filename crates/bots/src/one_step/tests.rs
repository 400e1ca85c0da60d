//! Tests of the enumeration of moves.

use super::{Move, OneStep};
use crate::testing::{play, tables};
use crate::{Budget, GreedyBot, Network};
use orrery_rules::{Action, Actions, Seat, State, Step};
use std::collections::HashSet;

/// Adds the digests of all positions that a seat can reach by one move to `found`.
fn reachable(state: &State<'_>, seat: Seat, found: &mut HashSet<u64>) {
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    for &action in legal.iter() {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        if next.is_between_moves(seat) {
            found.insert(next.digest());
        } else {
            reachable(&next, seat, found);
        }
    }
}

#[test]
fn moves_lead_to_every_reachable_position_once() {
    let network = Network::embedded();
    let mut most = 0;
    for (table, seed) in tables().into_iter().zip(1..).step_by(3) {
        let evaluator = network.evaluator(table.0);
        let (mut one_step, mut number) = (OneStep::new(&evaluator), 0);
        play(table, &GreedyBot::default(), seed, |state, seat, _, _| {
            number += 1;
            if number % 8 != 0 {
                return;
            }
            let moves = one_step.moves(state, seat);
            let after: HashSet<u64> =
                moves.iter().map(|candidate| candidate.after(state).digest()).collect();
            assert_eq!(after.len(), moves.len(), "two moves lead to the same position");
            let mut expected = HashSet::new();
            reachable(state, seat, &mut expected);
            assert_eq!(after, expected);
            assert!(moves.iter().all(|candidate| candidate.chance <= moves[0].chance));
            most = most.max(moves.len());
        });
    }
    assert!((100..OneStep::MAX_MOVES).contains(&most), "{most}");
}

#[test]
fn best_completions_are_moves_with_the_highest_chance() {
    let network = Network::embedded();
    let table = tables()[0];
    let evaluator = network.evaluator(table.0);
    let mut one_step = OneStep::new(&evaluator);
    play(table, &GreedyBot::default(), 1, |state, seat, legal, _| {
        let moves = one_step.moves(state, seat);
        one_step.policy.renew(Budget::Standard);
        let best = one_step.policy.all_candidates(state, seat);
        let best: Vec<Move> = best.iter().map(Move::new).collect();
        let first: Vec<Action> = best.iter().map(|candidate| candidate.actions[0]).collect();
        assert_eq!(first, legal.to_vec());
        for completion in &best {
            let chance = one_step.chance(&completion.after(state), seat);
            assert_eq!(chance, completion.chance);
            assert!(completion.chance <= moves[0].chance);
        }
        let highest = best.iter().map(|candidate| candidate.chance).fold(0.0, f32::max);
        assert_eq!(highest, moves[0].chance);
        let best_move = one_step.best_move(state, seat).expect("a seat decides");
        assert!(best.contains(&best_move));
    });
}
