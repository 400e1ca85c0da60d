//! Tests of the encoding on positions of every kind of game.

use super::Inputs;
use super::layout;
use crate::network::layout::INPUT_COUNT;
use crate::testing::{play, tables};
use crate::{GreedyBot, Network, RandomBot};
use orrery_rules::{Seat, State};
use std::collections::HashMap;

/// Calls `visit` with positions of random and greedy games at every kind of table, for every seat.
fn every_position(mut visit: impl FnMut(&State<'static>, Seat, &Inputs)) {
    let network = Network::embedded();
    for (table, seed) in tables().into_iter().zip(1..) {
        let evaluator = network.evaluator(table.0);
        let mut visit_seats = |state: &State<'static>| {
            state.seats().for_each(|seat| visit(state, seat, &evaluator.encode(state, seat)));
        };
        play(table, &GreedyBot::default(), seed, |state, _, _, _| visit_seats(state));
        play(table, &RandomBot::default(), seed, |state, _, _, _| visit_seats(state));
    }
}

#[test]
fn no_position_exceeds_the_input_capacity() {
    let mut most = 0;
    every_position(|_, _, inputs| most = most.max(inputs.len));
    assert!(most <= Inputs::CAPACITY, "{most}");
    assert!(
        most > 80,
        "no test position has more than 80 inputs, as positions with five seats do: {most}"
    );
}

#[test]
fn every_input_exists_in_the_network() {
    every_position(|_, _, inputs| {
        assert!(inputs.as_slice().iter().all(|input| usize::from(*input) < INPUT_COUNT));
    });
}

#[test]
fn only_inputs_about_pieces_occur_more_than_once() {
    let of_pieces =
        [layout::ORBIT, layout::RACE, layout::ROW_KIND, layout::LANDED, layout::IN_REACH];
    let is_of_pieces = |input: u16| of_pieces.iter().any(|block| block.holds(input));
    every_position(|_, _, inputs| {
        let mut counts = HashMap::new();
        inputs.as_slice().iter().for_each(|input| *counts.entry(*input).or_insert(0) += 1);
        let repeated = counts.iter().find(|(input, count)| **count > 1 && !is_of_pieces(**input));
        assert_eq!(repeated, None);
    });
}

#[test]
fn hidden_information_is_not_encoded() {
    let network = Network::embedded();
    for (table, seed) in tables().into_iter().zip(1..) {
        let evaluator = network.evaluator(table.0);
        play(table, &GreedyBot::default(), seed, |state, seat, _, _| {
            let view = state.observe(Some(seat));
            let seen = evaluator.encode(state, seat);
            for bits in 0..3 {
                let other = evaluator.encode(&view.complete(bits), seat);
                assert_eq!(other.as_slice(), seen.as_slice());
            }
        });
    }
}

#[test]
fn the_quantized_network_matches_the_float_network() {
    let network = Network::embedded();
    let (net, _) = network.parts();
    let evaluator = network.evaluator(tables()[0].0);
    every_position(|_, _, inputs| {
        let plain = net.activations(inputs.as_slice()).chance;
        assert_eq!(evaluator.evaluate(inputs).to_bits(), plain.to_bits());
    });
}
