//! Tests of batched games.

use super::{BatchBuffers, BatchEnv, BatchError, BatchSpec};
use crate::actions::{self, ACTIONS};
use crate::bot_spec::BotSpec;
use crate::observation::OBSERVATION;
use crate::{ObservationKind, ObservationRows};
use orrery_bots::{FEATURE_SLOTS, Network};
use orrery_rules::{Action, Actions, Actor, Illegal, Options, Random, Seat, State, Step, deck};
use std::sync::Arc;

struct Buffers {
    observations: Vec<i8>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    seats: Vec<i8>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    finals: Vec<i8>,
}

impl Buffers {
    fn new(games: usize, seats: usize) -> Self {
        Self {
            observations: vec![0; games * OBSERVATION],
            masks: vec![0; games * ACTIONS],
            rewards: vec![0.0; games * seats],
            seats: vec![0; games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            finals: vec![0; games * OBSERVATION],
        }
    }

    fn rows(&mut self) -> BatchBuffers<'_> {
        BatchBuffers {
            observations: ObservationRows::Vector(&mut self.observations),
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            seats: &mut self.seats,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            finals: ObservationRows::Vector(&mut self.finals),
        }
    }
}

fn spec(games: usize, threads: usize) -> BatchSpec {
    BatchSpec {
        rules: Arc::new(deck::classic().clone()),
        options: Options::players(2),
        games,
        opponents: Vec::new(),
        max_decisions: 0,
        shaping: 0.0,
        observation: ObservationKind::Vector,
        threads,
    }
}

/// The observations, masks, rewards and `terminated` flags after a step.
type Frame = (Vec<i8>, Vec<i8>, Vec<f32>, Vec<bool>);

/// Plays random actions and returns the content of the buffers after each step.
fn transcript(spec: BatchSpec, steps: usize) -> Vec<Frame> {
    let games = spec.games;
    let mut batch = BatchEnv::new(spec).expect("a batch");
    let mut buffers = Buffers::new(games, batch.seat_count());
    let seeds: Vec<u64> = (0..games as u64).collect();
    batch.reset(&seeds, buffers.rows()).expect("a reset");
    let (mut random, mut actions) = (Random(1), vec![0; games]);
    let mut all = Vec::new();
    for _ in 0..steps {
        batch.sample(&mut random, &mut actions).expect("actions");
        batch.step(&actions, buffers.rows()).expect("legal actions");
        let Buffers { observations, masks, rewards, terminated, .. } = &buffers;
        all.push((observations.clone(), masks.clone(), rewards.clone(), terminated.clone()));
    }
    all
}

#[test]
fn the_number_of_threads_does_not_change_the_games() {
    let one = transcript(spec(7, 1), 1500);
    for threads in [2, 3, 8] {
        assert!(one == transcript(spec(7, threads), 1500));
    }
    let ended = one.iter().flat_map(|step| &step.3).filter(|ended| **ended).count();
    let won: f32 = one.iter().flat_map(|step| &step.2).sum();
    assert!(ended > 0);
    assert_eq!(won, ended as f32, "every game has one victory to share");
}

#[test]
fn the_seed_of_a_row_determines_its_first_game() {
    let mut batch = BatchEnv::new(spec(1, 1)).expect("a batch");
    let mut buffers = Buffers::new(1, 2);
    batch.reset(&[42], buffers.rows()).expect("a reset");
    let mut state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
    let (mut dice, mut random, mut legal) = (Random(42), Random(5), Actions::new());
    let mut batch_random = Random(5);
    loop {
        while let Some(node) = state.chance() {
            state.apply_unchecked(Step::Chance(node.pick(dice.bits())));
        }
        if state.actor() == Actor::Over {
            break;
        }
        let known = batch.state(0).expect("a game").attach(deck::classic());
        assert_eq!(known, state);
        state.legal_actions(&mut legal);
        state.apply_unchecked(Step::Action(legal[random.below(legal.len())]));
        let mut actions = [0];
        batch.sample(&mut batch_random, &mut actions).expect("an action");
        batch.step(&actions, buffers.rows()).expect("a legal action");
    }
    assert!(buffers.terminated[0]);
}

#[test]
fn wrong_input_is_refused_and_changes_nothing() {
    let mut batch = BatchEnv::new(spec(2, 2)).expect("a batch");
    let mut buffers = Buffers::new(2, 2);
    batch.reset(&[1, 2], buffers.rows()).expect("a reset");
    let before = batch.state(0).expect("a game").attach(deck::classic()).digest();
    let legal = buffers.masks.iter().position(|legal| *legal == 1).expect("a legal action") as i64;
    for action in [-1, ACTIONS as i64, i64::MAX] {
        let refused = batch.step(&[legal, action], buffers.rows());
        assert_eq!(refused, Err(BatchError::Action(1, action, Illegal::NotAsked)));
    }
    let follow = actions::index(Action::Follow, Seat::new(0).expect("a seat"), 2) as i64;
    let refused = batch.step(&[follow, legal], buffers.rows());
    assert_eq!(refused, Err(BatchError::Action(0, follow, Illegal::NotAsked)));
    let dealt: Vec<bool> = buffers.masks[..ACTIONS].iter().map(|legal| *legal == 1).collect();
    let other = (0..deck::classic().missions.len()).find(|mission| !dealt[*mission]);
    let other = other.expect("a mission that was not dealt") as i64;
    let refused = batch.step(&[other, legal], buffers.rows());
    assert_eq!(refused, Err(BatchError::Action(0, other, Illegal::NotDealt)));
    let refused = batch.step(&[legal], buffers.rows());
    assert_eq!(refused, Err(BatchError::Length("actions", 1, 2)));
    buffers.masks.pop();
    let refused = batch.step(&[legal, legal], buffers.rows());
    assert_eq!(refused, Err(BatchError::Length("masks", 2 * ACTIONS - 1, 2 * ACTIONS)));
    assert_eq!(batch.state(0).expect("a game").attach(deck::classic()).digest(), before);
}

#[test]
fn a_batch_writes_features_instead_of_vectors_on_request() {
    let network = Network::embedded();
    let features = network.features(deck::classic());
    let observation = ObservationKind::Features(features.clone());
    let mut batch = BatchEnv::new(BatchSpec { observation, ..spec(2, 1) }).expect("a batch");
    let mut buffers = Buffers::new(2, 2);
    let refused = batch.reset(&[1, 2], buffers.rows());
    assert_eq!(refused, Err(BatchError::Kind("observations")));
    let (mut rows, mut finals) = (vec![0; 2 * FEATURE_SLOTS], vec![0; 2 * FEATURE_SLOTS]);
    let out = BatchBuffers {
        observations: ObservationRows::Features(&mut rows),
        finals: ObservationRows::Features(&mut finals),
        ..buffers.rows()
    };
    batch.reset(&[1, 2], out).expect("a reset");
    let state = batch.state(1).expect("a game").attach(deck::classic());
    let Actor::Seat(seat) = state.actor() else { panic!("a seat decides") };
    let mut known = vec![0; FEATURE_SLOTS];
    features.write(&state, seat, &mut known);
    assert_eq!(rows[FEATURE_SLOTS..], known);
}

#[test]
fn opponents_decide_for_their_seats() {
    let random_bot = Some(BotSpec::named("random"));
    let opponents = vec![None, random_bot];
    let mut batch = BatchEnv::new(BatchSpec { opponents, ..spec(1, 1) }).expect("a batch");
    let mut buffers = Buffers::new(1, 2);
    batch.reset(&[3], buffers.rows()).expect("a reset");
    let (mut random, mut actions) = (Random(1), [0]);
    for _ in 0..500 {
        assert_eq!(buffers.seats[0], 0);
        batch.sample(&mut random, &mut actions).expect("an action");
        batch.step(&actions, buffers.rows()).expect("a legal action");
    }
    let opponent = |name: &str| Some(BotSpec::named(name));
    let new = |opponents| BatchEnv::new(BatchSpec { opponents, ..spec(1, 1) }).err();
    assert_eq!(new(vec![opponent("random"); 2]), Some(BatchError::Opponents));
    assert_eq!(new(vec![opponent("nobody")]), Some(BatchError::Bot("nobody".to_owned())));
}
