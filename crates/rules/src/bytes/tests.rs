//! Tests of states as bytes: round trips, damage and forgery.

use super::{STATE_BYTES, StateBytesError};
use crate::{Actions, Actor, GameOption, Options, Random, Rules, State, Step, deck};

/// Returns settings for each number of players of a ruleset: without options, and with each option.
fn all_options(rules: &Rules) -> Vec<Options> {
    let all = rules.player_counts().flat_map(|seats| {
        let plain = Options { rogue: (seats == 1).then_some(0), ..Options::players(seats) };
        let fitting = GameOption::ALL.iter().filter(move |option| option.fits(rules, seats));
        std::iter::once(plain).chain(fitting.map(move |option| plain.with(*option)))
    });
    all.collect()
}

/// Calls a function with every built-in ruleset and each of its [`all_options`].
fn for_each_kind_of_game(mut each: impl FnMut(&'static Rules, Options)) {
    for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
        all_options(rules).into_iter().for_each(|options| each(rules, options));
    }
}

/// Returns a random step of a position that is not over.
fn random_step(state: &State<'_>, random: &mut Random) -> Step {
    let mut legal = Actions::new();
    match state.chance() {
        Some(node) => Step::Chance(node.pick(random.bits())),
        None => {
            state.legal_actions(&mut legal);
            Step::Action(legal[random.below(legal.len())])
        }
    }
}

/// Plays at random and calls a function for each position.
fn for_each_position<'r>(
    rules: &'r Rules,
    options: &Options,
    seed: u64,
    mut each: impl FnMut(&State<'r>),
) {
    let mut state = State::new(rules, options).expect("the options fit");
    let mut random = Random(seed);
    while state.actor() != Actor::Over {
        each(&state);
        state.apply_unchecked(random_step(&state, &mut random));
    }
    each(&state);
}

fn assert_round_trips(rules: &Rules, state: &State<'_>) {
    let read = State::from_bytes(rules, &state.to_bytes()).expect("a state");
    assert_eq!(read, *state);
    let (mut before, mut after) = (Actions::new(), Actions::new());
    state.legal_actions(&mut before);
    read.legal_actions(&mut after);
    assert_eq!(*before, *after);
}

#[test]
fn every_position_of_a_game_survives_the_round_trip() {
    for_each_kind_of_game(|rules, options| {
        for seed in 0..4 {
            for_each_position(rules, &options, seed, |state| {
                assert_round_trips(rules, state);
                let view = state.observe(Some(state.active()));
                assert_round_trips(rules, &view.complete(state.digest()));
            });
        }
    });
}

#[test]
fn every_changed_byte_is_detected_unless_the_state_is_the_same() {
    let rules = deck::classic();
    let mut number = 0;
    for_each_position(rules, &Options::players(3), 7, |state| {
        number += 1;
        if number % 100 != 0 {
            return;
        }
        for i in 0..STATE_BYTES {
            for change in [1, 0x55, 0xff] {
                let mut bytes = state.to_bytes();
                bytes[i] ^= change;
                // Bytes with the two missions of a hand swapped give the same state.
                let read = State::from_bytes(rules, &bytes);
                assert!(read.is_err() || read == Ok(*state), "byte {i}, {change}");
            }
        }
    });
    assert!(number > 100);
}

#[test]
fn bytes_of_another_ruleset_length_or_version_are_refused() {
    let state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
    let mut bytes = state.to_bytes();
    let read = |bytes: &[u8]| State::from_bytes(deck::classic(), bytes).err();
    assert_eq!(read(&bytes), None);
    assert_eq!(read(&bytes[1..]), Some(StateBytesError::Length(STATE_BYTES - 1)));
    let other = State::from_bytes(deck::revised(), &bytes).err();
    assert_eq!(other, Some(StateBytesError::Rules));
    bytes[0] += 1;
    assert_eq!(read(&bytes), Some(StateBytesError::Version(2)));
}

/// The byte offset of the digest, after the version and the fingerprint of the ruleset.
const DIGEST_START: usize = 5;
/// The byte offset of the first field, after the digest.
const FIELDS_START: usize = 13;

/// Makes one to three random changes.
///
/// A change flips a bit, writes a number, or copies up to eight bytes of another position.
fn mutate(bytes: &mut [u8; STATE_BYTES], other: &[u8; STATE_BYTES], random: &mut Random) {
    for _ in 0..=random.below(3) {
        let index = FIELDS_START + random.below(STATE_BYTES - FIELDS_START);
        match random.below(4) {
            0 => bytes[index] ^= 1 << random.below(8),
            1 => bytes[index] = random.below(8) as u8,
            2 => bytes[index] = random.bits() as u8,
            _ => {
                let end = (index + 1 + random.below(8)).min(STATE_BYTES);
                bytes[index..end].copy_from_slice(&other[index..end]);
            }
        }
    }
}

/// Returns the state of mutated bytes with a correct digest, if the rules allow it.
fn forged<'r>(rules: &'r Rules, mut bytes: [u8; STATE_BYTES]) -> Option<State<'r>> {
    if let Err(StateBytesError::Digest(digest)) = State::from_bytes(rules, &bytes) {
        bytes[DIGEST_START..FIELDS_START].copy_from_slice(&digest.to_le_bytes());
    }
    let read = State::from_bytes(rules, &bytes);
    assert!(!matches!(read, Err(StateBytesError::Digest(_))));
    read.ok()
}

/// Plays up to 60 random steps and calls the functions that read a position before each.
fn exercise(mut state: State<'_>, random: &mut Random) {
    let mut outcomes = Vec::new();
    for _ in 0..60 {
        let view = state.observe(state.seats().next());
        assert_eq!(view.complete(random.bits()).actor(), state.actor());
        assert_eq!(state.outcome().is_some(), state.is_over());
        if state.is_over() {
            return;
        }
        if let Some(node) = state.chance() {
            node.outcomes(&mut outcomes);
            assert!(!outcomes.is_empty());
        }
        assert_eq!(state.decision().is_some(), state.chance().is_none());
        let step = random_step(&state, random);
        assert_eq!(state.check(step), Ok(()));
        state.apply_unchecked(step);
    }
}

#[test]
fn forged_bytes_are_refused_or_can_be_played() {
    let (mut random, mut accepted) = (Random(1), 0);
    for_each_kind_of_game(|rules, options| {
        let mut positions = Vec::new();
        for_each_position(rules, &options, random.bits(), |state| positions.push(state.to_bytes()));
        for index in 0..positions.len() {
            for _ in 0..4 {
                let (mut bytes, other) =
                    (positions[index], positions[random.below(positions.len())]);
                mutate(&mut bytes, &other, &mut random);
                if let Some(state) = forged(rules, bytes) {
                    accepted += 1;
                    exercise(state, &mut random);
                }
            }
        }
    });
    assert!(accepted > 1000, "only {accepted} forgeries were accepted");
}
