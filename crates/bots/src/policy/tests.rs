//! Tests that the levels use their turns well, by the evaluations of the network that they share.

use super::{ActionLine, Candidate, MAX_LINE, MAX_VISITS, Policy};
use crate::network::Evaluator;
use crate::testing::{play, tables};
use crate::{Bot, BotLevel, Budget, GreedyBot, LevelBot, Network, RandomBot};
use orrery_rules::{Action, Actions, GameOption, Options, Question, Seat, State, Step, deck};
use std::ops::RangeInclusive;

/// Returns the chance that ending the turn wastes, compared with the best activation of a die.
fn wasted(network: &Network, state: &State<'_>, seat: Seat) -> Option<f32> {
    let evaluator = network.evaluator(state.rules());
    let mut policy = Policy::new(&evaluator, Budget::Standard);
    let chance_now = policy.chance(state, seat);
    let candidates = policy.all_candidates(state, seat);
    let best_chance = |wanted: &dyn Fn(&Action) -> bool| {
        let matching =
            candidates.iter().filter(|other| other.action().is_some_and(|action| wanted(&action)));
        matching.map(|candidate| candidate.chance).max_by(f32::total_cmp)
    };
    let chance_if_activating = best_chance(&|action| matches!(action, Action::Activate(_)))?;
    let chance_if_ending = best_chance(&|action| *action == Action::EndTurn)?;
    Some(chance_if_activating - chance_if_ending.max(chance_now))
}

/// Returns the chances that a level wasted by ending its turns, over games with these seeds.
fn all_wasted(level: BotLevel, seeds: RangeInclusive<u64>) -> Vec<f32> {
    let (network, bot) = (Network::embedded(), LevelBot::new(level));
    let solo = Options::solo(3).with(GameOption::Relentless);
    let mut all = Vec::new();
    for table in [(deck::classic(), Options::players(2)), (deck::revised(), solo)] {
        for seed in seeds.clone() {
            play(table, &bot, seed, |state, seat, _, action| {
                if action == Action::EndTurn {
                    all.extend(wasted(&network, state, seat));
                }
            });
        }
    }
    all
}

#[test]
fn no_level_ends_its_turn_while_a_die_would_raise_its_chance() {
    for level in [BotLevel::Cadet, BotLevel::Pilot, BotLevel::Captain, BotLevel::Admiral] {
        let most = all_wasted(level, 1..=2).into_iter().max_by(f32::total_cmp).expect("an end");
        assert!(most <= 0.0, "{level:?} wasted a chance of {most}");
    }
}

#[test]
fn the_oracle_rarely_ends_its_turn_while_a_die_would_raise_its_chance() {
    // The oracle searches deeper than this measure, so it differs in a few turns. It gains on average.
    let all = all_wasted(BotLevel::Oracle, 1..=6);
    let wasteful = all.iter().filter(|wasted| **wasted > 0.0).count();
    assert!(wasteful * 20 <= all.len(), "{wasteful} of {} ends: {all:?}", all.len());
    let mean = all.iter().sum::<f32>() / all.len() as f32;
    assert!(mean < -0.02, "ending the turn wasted a chance of {mean} on average");
}

#[test]
fn no_action_line_exceeds_its_capacity() {
    let mut bot = LevelBot::new(BotLevel::Captain);
    bot.limit(Budget::Evaluations(100));
    let network = Network::embedded();
    let mut longest = 0;
    for (table, seed) in tables().into_iter().zip(1..).step_by(4) {
        let evaluator = network.evaluator(table.0);
        play(table, &bot, seed, |state, seat, _, _| {
            let candidates =
                Policy::new(&evaluator, Budget::Evaluations(100)).all_candidates(state, seat);
            longest =
                candidates.iter().map(|candidate| candidate.line.len()).fold(longest, usize::max);
        });
    }
    assert!((4..MAX_LINE).contains(&longest), "{longest}");
}

#[test]
fn a_line_that_is_too_long_keeps_its_first_actions() {
    let mut candidate = Candidate::default();
    (0..MAX_LINE).for_each(|_| candidate.prepend(Action::Pass));
    candidate.prepend(Action::Follow);
    assert_eq!((candidate.action(), candidate.line.len()), (Some(Action::Follow), MAX_LINE));
}

/// A search without cache, shortcuts and limit.
struct PlainSearch<'a> {
    evaluator: &'a Evaluator<'a>,
    evaluations: u32,
}

impl PlainSearch<'_> {
    fn line(&mut self, state: &State<'_>, seat: Seat, action: Action) -> Candidate {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        let mut legal = Actions::new();
        if !next.is_between_moves(seat) {
            next.legal_actions(&mut legal);
        }
        let mut best: Option<Candidate> = None;
        for &action in legal.iter() {
            let choice = self.line(&next, seat, action);
            if best.as_ref().is_none_or(|best| choice.chance > best.chance) {
                best = Some(choice);
            }
        }
        let mut choice = best.unwrap_or_else(|| {
            self.evaluations += 1;
            let chance = self.evaluator.chance(&next, seat);
            Candidate { chance, line: ActionLine::new() }
        });
        choice.line.push(action);
        choice
    }
}

#[test]
fn candidates_equal_those_of_a_plain_search() {
    let network = Network::embedded();
    let (mut compared, mut large) = (0, 0);
    for (table, seed) in tables().into_iter().zip(1..).step_by(2) {
        let evaluator = network.evaluator(table.0);
        let mut policy = Policy::new(&evaluator, Budget::Standard);
        play(table, &GreedyBot::default(), seed, |state, seat, legal, _| {
            if state.is_between_moves(seat) {
                policy.renew(Budget::Standard);
            }
            for (found, &action) in policy.all_candidates(state, seat).iter().zip(legal.iter()) {
                let mut plain = PlainSearch { evaluator: &evaluator, evaluations: 0 };
                let expected = plain.line(state, seat, action);
                if plain.evaluations >= MAX_VISITS {
                    continue;
                }
                assert_eq!(found.line, expected.line);
                assert_eq!(found.chance.to_bits(), expected.chance.to_bits());
                compared += 1;
                large += u32::from(plain.evaluations > 50);
            }
        });
    }
    assert!(compared > 10_000 && large > 300, "{compared} candidates, {large} of them large");
}

#[test]
fn a_seat_is_between_moves_unless_it_makes_a_choice_within_an_action() {
    let (mut between, mut within) = (0, 0);
    for (table, seed) in tables().into_iter().zip(1..) {
        play(table, &RandomBot::default(), seed, |state, seat, _, _| {
            let question = state.decision().map(|decision| decision.question);
            let is_free_choice = matches!(
                question,
                Some(Question::Turn | Question::Follow { .. } | Question::ForceReroll { .. })
            );
            for other in state.seats() {
                let expected = other != seat || is_free_choice;
                assert_eq!(state.is_between_moves(other), expected, "{question:?}");
            }
            between += u32::from(is_free_choice);
            within += u32::from(!is_free_choice);
        });
    }
    assert!(between > 1000 && within > 1000, "{between} {within}");
}
