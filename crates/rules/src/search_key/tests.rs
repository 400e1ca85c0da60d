//! Tests that keys distinguish positions as digests do.

use crate::{Actions, Actor, Options, Random, Seat, State, Step, deck};
use std::collections::{HashMap, HashSet};

/// Calls `visit` with the positions of a random game and, for each, those after every legal action.
fn visit_positions(seats: usize, seed: u64, mut visit: impl FnMut(&State<'static>)) {
    let mut state = State::new(deck::classic(), &Options::players(seats)).expect("the options fit");
    let (mut random, mut legal) = (Random(seed), Actions::new());
    while state.actor() != Actor::Over {
        let step = match state.chance() {
            Some(node) => Step::Chance(node.pick(random.bits())),
            None => {
                state.legal_actions(&mut legal);
                Step::Action(legal[random.below(legal.len())])
            }
        };
        if state.turn() > 0 {
            visit(&state);
            for &action in legal.iter().filter(|_| matches!(state.actor(), Actor::Seat(_))) {
                let mut next = state;
                next.apply_unchecked(Step::Action(action));
                visit(&next);
            }
        }
        state.apply_unchecked(step);
    }
}

#[test]
fn search_keys_are_equal_for_equal_positions_only() {
    let seat = Seat::at(1);
    for seats in 2..=5 {
        let (mut digests, mut keys) = (HashMap::new(), HashSet::new());
        visit_positions(seats, seats as u64, |state| {
            // The key contains only this seat's missions, the digest contains all. They can be
            // compared, because missions do not change after the first turn begins.
            let (digest, key) = (state.digest(), state.search_key(seat));
            assert_eq!(*digests.entry(digest).or_insert(key), key);
            keys.insert(key);
        });
        assert_eq!(digests.len(), keys.len());
        assert!(keys.len() > 1000, "{}", keys.len());
    }
}

#[test]
fn keys_of_the_visible_table_ignore_the_order_of_ships() {
    let mut reordered = 0;
    visit_positions(3, 1, |state| {
        for seat in state.seats() {
            let mut other = *state;
            other.table.galaxies[seat.index()].ships.reverse();
            assert_eq!(other.visible_key(seat), state.visible_key(seat));
            assert_eq!(other.mat_bits(seat), state.mat_bits(seat));
            let is_same = other.table.galaxy(seat).ships == state.table.galaxy(seat).ships;
            assert_eq!(other.search_key(seat) == state.search_key(seat), is_same);
            reordered += u32::from(!is_same);
        }
    });
    assert!(reordered > 100, "{reordered}");
}

#[test]
fn equal_parts_of_visible_keys_mean_equal_parts_of_positions() {
    let seat = Seat::at(0);
    for seats in 2..=5 {
        let (mut tables, mut turns) = (HashMap::new(), HashMap::new());
        visit_positions(seats, 10 + seats as u64, |state| {
            let mats =
                state.seats().map(|seat| [state.mat_bits(seat), state.colonies(seat).bits()]);
            let table = (mats.collect::<Vec<_>>(), state.row_bits(), state.active());
            let turn = (state.dice(), state.chosen_dice(), state.bay(), state.decision());
            let key = state.visible_key(seat);
            assert_eq!(*tables.entry(key.table).or_insert_with(|| table.clone()), table);
            assert_eq!(*turns.entry(key.turn).or_insert(turn), turn);
        });
        assert!(tables.len() > 1000 && turns.len() > 1000);
    }
}
