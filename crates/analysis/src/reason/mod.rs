//! Reasons why a move is better than another one, by counterfactual evaluation.
//!
//! Both moves are continued to the next position between two actions, which the evaluator rates.
//! Each difference between the two positions gives a counterfactual: the position after the better
//! move with only this difference undone. A reason contains the difference, both numbers and both
//! positions as texts, so that the numbers can be reproduced.

mod difference;
mod next_turn;
mod position;

pub use orrery_describe::ReasonSubject;
pub use position::ReasonPosition;

use crate::evaluation::BySeat;
use crate::knowledge::Knowledge;
use crate::lookahead::{EvaluatorKind, Lookahead, after};
use difference::PositionPair;
use orrery_bots::Network;
use orrery_rules::{Action, Actor, Effect, Question, Rules, Seat, Setup, State, Step};

/// Maximum number of reasons.
const MAX_REASONS: usize = 3;
/// The smallest difference in the chance to win that is a reason.
const MIN_GAIN: f64 = 0.003;
/// The smallest difference in the probability of an event that is a reason.
const MIN_EVENT_GAIN: f64 = 0.05;

/// A reason why a move is better than another one.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The difference between the moves.
    pub subject: ReasonSubject,
    /// The number with the better move: a chance to win, or the probability of an event.
    pub better: f64,
    /// The number with the other move, or without the difference.
    pub worse: f64,
    /// The position of `better`.
    pub better_position: ReasonPosition,
    /// The position of `worse`.
    pub worse_position: ReasonPosition,
}

impl Reason {
    /// Returns the absolute difference between the numbers.
    #[must_use]
    pub fn gain(&self) -> f64 {
        (self.better - self.worse).abs()
    }
}

/// Returns up to three reasons why a seat should prefer one move to another one.
///
/// The moves are those of the seat that acts next. The list is empty if the moves have the same
/// result, or if the better one ends the game.
#[must_use]
pub fn reasons(state: &State<'_>, seat: Seat, better: &[Action], worse: &[Action]) -> Vec<Reason> {
    let network = Network::embedded();
    let evaluator = network.evaluator(state.rules());
    let lookahead = lookahead(&evaluator);
    let mut reasoner = Reasoner { lookahead, rules: state.rules(), seat };
    let guess = Knowledge::new(state, seat, 0).guess(state);
    reasoner.reasons(&guess, better, worse)
}

/// Returns a seat's chance to win, as reasons compute it.
#[must_use]
pub fn chance_to_win(state: &State<'_>, seat: Seat) -> f64 {
    let network = Network::embedded();
    let evaluator = network.evaluator(state.rules());
    Reasoner { lookahead: lookahead(&evaluator), rules: state.rules(), seat }.chance(state)
}

fn lookahead<'e>(evaluator: &'e orrery_bots::Evaluator<'e>) -> Lookahead<'e> {
    Lookahead::new(evaluator, EvaluatorKind::default())
}

/// Computes reasons for one seat.
struct Reasoner<'a, 'e> {
    lookahead: Lookahead<'e>,
    rules: &'a Rules,
    seat: Seat,
}

impl Reasoner<'_, '_> {
    fn reasons(&mut self, state: &State<'_>, better: &[Action], worse: &[Action]) -> Vec<Reason> {
        let mut found = self.difference_reasons(state, better, worse);
        found.extend(self.follow_reason(state, better, worse));
        found.retain(|reason| reason.better - reason.worse >= MIN_GAIN);
        found.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
        let events = self.event_reasons(state, better, worse);
        let event = events.into_iter().max_by(|a, b| a.gain().total_cmp(&b.gain()));
        found.truncate(MAX_REASONS - usize::from(event.is_some()));
        found.extend(event);
        if found.is_empty() {
            found.extend(self.overall_reason(state, better, worse));
        }
        found
    }

    /// Returns the seat's chance to win, averaged over the missions that its rivals may have.
    fn chance(&mut self, state: &State<'_>) -> f64 {
        let knowledge = Knowledge::new(state, self.seat, 0);
        let end = self.lookahead.play_out(&knowledge.guess(state));
        let chances: BySeat = knowledge.chances(&mut self.lookahead.direct, &end);
        chances[self.seat.index()]
    }

    /// Returns the chance to win in a set-up; `None` if it is invalid.
    fn setup_chance(&mut self, setup: &Setup) -> Option<f64> {
        let state = State::from_setup(self.rules, setup).ok()?;
        Some(self.chance(&state))
    }

    /// Returns the next position between two actions after a move.
    fn setup_after(&mut self, state: &State<'_>, actions: &[Action]) -> Option<Setup> {
        let end = self.lookahead.play_out(&after(state, actions));
        position::setup_between_actions(&end)
    }

    /// Returns a reason for each difference between the positions after the moves.
    fn difference_reasons(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Vec<Reason> {
        let (Some(better_setup), Some(worse_setup)) =
            (self.setup_after(state, better), self.setup_after(state, worse))
        else {
            return Vec::new();
        };
        let Some(chance) = self.setup_chance(&better_setup) else { return Vec::new() };
        let pair = PositionPair {
            rules: self.rules,
            seat: self.seat,
            better: &better_setup,
            worse: &worse_setup,
        };
        let mut found = Vec::new();
        for (subject, changed) in pair.differences() {
            if let Some(worse) = self.setup_chance(&changed) {
                found.push(self.reason(subject, (chance, &better_setup), (worse, &changed)));
            }
        }
        found
    }

    /// Returns a reason with numbers and their set-ups.
    fn reason(
        &self,
        subject: ReasonSubject,
        better: (f64, &Setup),
        worse: (f64, &Setup),
    ) -> Reason {
        Reason {
            subject,
            better: better.0,
            worse: worse.0,
            better_position: ReasonPosition::of(self.rules, better.1),
            worse_position: ReasonPosition::of(self.rules, worse.1),
        }
    }

    /// Returns a reason if follows of rivals lower the chance to win more after the worse move.
    fn follow_reason(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Option<Reason> {
        let before = turn_setup(state).filter(|_| !state.is_solo())?;
        let mut unfollowed = before.clone();
        unfollowed.effects.push(Effect::NoFollow);
        let unfollowed_state = State::from_setup(self.rules, &unfollowed).ok()?;
        let mut chances = |actions: &[Action]| {
            let followed = self.chance(&after(state, actions));
            (self.chance(&after(&unfollowed_state, actions)), followed)
        };
        let (unfollowed_better, followed_better) = chances(better);
        let (unfollowed_worse, followed_worse) = chances(worse);
        let cost_better = unfollowed_better - followed_better;
        if unfollowed_worse - followed_worse < cost_better + MIN_GAIN {
            return None;
        }
        Some(Reason {
            subject: ReasonSubject::Followed,
            better: unfollowed_worse,
            worse: followed_worse,
            better_position: ReasonPosition::after(self.rules, &unfollowed, worse),
            worse_position: ReasonPosition::after(self.rules, &before, worse),
        })
    }

    /// Returns the reasons that are probabilities of an event.
    fn event_reasons(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Vec<Reason> {
        let mut found: Vec<Reason> = self.reroll_reason(state, better, worse).into_iter().collect();
        if let (Some(better_setup), Some(worse_setup)) =
            (self.setup_after(state, better), self.setup_after(state, worse))
        {
            let subjects = next_turn::subjects(self.rules, self.seat, &better_setup, &worse_setup);
            let next = subjects
                .into_iter()
                .map(|subject| self.next_turn_reason(subject, &better_setup, &worse_setup));
            found.extend(next.flatten());
        }
        found
    }

    /// Returns a reason if the better move clearly improves the probability of an event.
    fn next_turn_reason(
        &self,
        subject: ReasonSubject,
        better_setup: &Setup,
        worse_setup: &Setup,
    ) -> Option<Reason> {
        let (actor, sign) = match subject {
            ReasonSubject::RivalNextColony(rival, _) => (rival, -1.0),
            _ => (self.seat, 1.0),
        };
        let [better_setup, worse_setup] =
            [better_setup, worse_setup].map(|setup| position::turn_of(setup, actor));
        let share = |setup: &Setup| {
            let state = State::from_setup(self.rules, setup).ok()?;
            next_turn::share(subject, &state, self.seat)
        };
        let (better, worse) = (share(&better_setup)?, share(&worse_setup)?);
        let reason = || self.reason(subject, (better, &better_setup), (worse, &worse_setup));
        (sign * (better - worse) >= MIN_EVENT_GAIN).then(reason)
    }

    /// Returns the reason that compares a reroll with another move, if only one move is a reroll.
    fn reroll_reason(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Option<Reason> {
        let rerolls = |actions: &[Action]| actions.first() == Some(&Action::Reroll);
        let (subject, roll, other) = match (rerolls(better), rerolls(worse)) {
            (true, false) => (ReasonSubject::RerollBetter, better, worse),
            (false, true) => (ReasonSubject::RerollWorse, worse, better),
            _ => return None,
        };
        let before = turn_setup(state)?;
        let rebuilt = State::from_setup(self.rules, &before).ok()?;
        let threshold = self.chance(&after(&rebuilt, other));
        Some(Reason {
            subject,
            better: self.share_above(&after(&rebuilt, roll), threshold),
            worse: 0.0,
            better_position: ReasonPosition::after(self.rules, &before, roll),
            worse_position: ReasonPosition::after(self.rules, &before, other),
        })
    }

    /// Returns the probability that a chance outcome leads to a chance to win above `threshold`.
    fn share_above(&mut self, state: &State<'_>, threshold: f64) -> f64 {
        let Some(node) = state.chance() else { return 0.0 };
        let (mut outcomes, mut above) = (Vec::new(), 0);
        node.outcomes(&mut outcomes);
        for (outcome, weight) in outcomes {
            let mut next = *state;
            next.apply_unchecked(Step::Chance(outcome));
            above += if self.chance(&next) > threshold { weight } else { 0 };
        }
        above as f64 / node.total() as f64
    }

    /// Returns the reason that the position as a whole is better.
    fn overall_reason(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Option<Reason> {
        let better_setup = self.setup_after(state, better)?;
        let worse_setup = self.setup_after(state, worse)?;
        let numbers = self.setup_chance(&better_setup).zip(self.setup_chance(&worse_setup));
        let (better, worse) = numbers.filter(|(better, worse)| better > worse)?;
        let subject = ReasonSubject::WholePosition;
        Some(self.reason(subject, (better, &better_setup), (worse, &worse_setup)))
    }
}

/// Returns the set-up of a position in which a seat chooses its next action; otherwise `None`.
fn turn_setup(state: &State<'_>) -> Option<Setup> {
    let is_turn = state.decision().is_some_and(|decision| decision.question == Question::Turn);
    if is_turn && matches!(state.actor(), Actor::Seat(_)) { Setup::of(state) } else { None }
}
