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
use difference::Differences;
use orrery_bots::Network;
use orrery_rules::{Action, Actor, Effect, Question, Rules, Seat, Setup, State, Step};

/// Maximum number of reasons.
const MAX_REASONS: usize = 3;
/// The smallest difference of a chance to win that is a reason.
const LEAST_GAIN: f64 = 0.003;
/// The smallest difference of a probability that is a reason.
const LEAST_SHARE: f64 = 0.05;

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
        let mut found = self.differences(state, better, worse);
        found.extend(self.followed(state, better, worse));
        found.retain(|reason| reason.better - reason.worse >= LEAST_GAIN);
        found.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
        let events = self.events(state, better, worse);
        let event = events.into_iter().max_by(|a, b| a.gain().total_cmp(&b.gain()));
        found.truncate(MAX_REASONS - usize::from(event.is_some()));
        found.extend(event);
        if found.is_empty() {
            found.extend(self.whole(state, better, worse));
        }
        found
    }

    /// Returns a seat's chance to win, averaged over what it cannot know.
    fn chance(&mut self, state: &State<'_>) -> f64 {
        let knowledge = Knowledge::new(state, self.seat, 0);
        let end = self.lookahead.end(&knowledge.guess(state));
        let chances: BySeat = knowledge.chances(&mut self.lookahead.direct, &end);
        chances[self.seat.index()]
    }

    /// Returns the chance to win in a set-up; `None` if it is invalid.
    fn setup_chance(&mut self, setup: &Setup) -> Option<f64> {
        let state = State::from_setup(self.rules, setup).ok()?;
        Some(self.chance(&state))
    }

    /// Returns the next position between two actions after a move.
    fn settled(&mut self, state: &State<'_>, actions: &[Action]) -> Option<Setup> {
        let end = self.lookahead.end(&after(state, actions));
        position::settled(&end)
    }

    /// Returns a reason for each difference between the positions after the moves.
    fn differences(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Vec<Reason> {
        let (Some(with), Some(without)) = (self.settled(state, better), self.settled(state, worse))
        else {
            return Vec::new();
        };
        let Some(chance) = self.setup_chance(&with) else { return Vec::new() };
        let differences =
            Differences { rules: self.rules, seat: self.seat, with: &with, without: &without };
        let mut found = Vec::new();
        for (subject, changed) in differences.list() {
            if let Some(worse) = self.setup_chance(&changed) {
                found.push(self.reason(subject, (chance, &with), (worse, &changed)));
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

    /// Returns a reason if follows of rivals cost more after the worse than after the better move.
    fn followed(
        &mut self,
        state: &State<'_>,
        better: &[Action],
        worse: &[Action],
    ) -> Option<Reason> {
        let before = between(state).filter(|_| !state.is_solo())?;
        let mut unfollowed = before.clone();
        unfollowed.effects.push(Effect::NoFollow);
        let free = State::from_setup(self.rules, &unfollowed).ok()?;
        let mut cost = |actions: &[Action]| {
            let chance = self.chance(&after(state, actions));
            (self.chance(&after(&free, actions)), chance)
        };
        let ((free_better, chance_better), (free_worse, chance)) = (cost(better), cost(worse));
        if free_worse - chance < free_better - chance_better + LEAST_GAIN {
            return None;
        }
        Some(Reason {
            subject: ReasonSubject::Followed,
            better: free_worse,
            worse: chance,
            better_position: ReasonPosition::after(self.rules, &unfollowed, worse),
            worse_position: ReasonPosition::after(self.rules, &before, worse),
        })
    }

    /// Returns the reasons that are probabilities of an event.
    fn events(&mut self, state: &State<'_>, better: &[Action], worse: &[Action]) -> Vec<Reason> {
        let mut found: Vec<Reason> = self.reroll(state, better, worse).into_iter().collect();
        if let (Some(with), Some(without)) =
            (self.settled(state, better), self.settled(state, worse))
        {
            let subjects = next_turn::subjects(self.rules, self.seat, &with, &without);
            let next = subjects.into_iter().map(|subject| self.next_turn(subject, &with, &without));
            found.extend(next.flatten());
        }
        found
    }

    /// Returns an event of the next turn whose probability the better move improves.
    fn next_turn(&self, subject: ReasonSubject, with: &Setup, without: &Setup) -> Option<Reason> {
        let (actor, sign) = match subject {
            ReasonSubject::RivalNextColony(rival, _) => (rival, -1.0),
            _ => (self.seat, 1.0),
        };
        let [with, without] = [with, without].map(|setup| position::turn_of(setup, actor));
        let share = |setup: &Setup| {
            let state = State::from_setup(self.rules, setup).ok()?;
            next_turn::share(subject, &state, self.seat)
        };
        let (better, worse) = (share(&with)?, share(&without)?);
        let reason = || self.reason(subject, (better, &with), (worse, &without));
        (sign * (better - worse) >= LEAST_SHARE).then(reason)
    }

    /// Returns how often a reroll leads to a better position than the other move.
    fn reroll(&mut self, state: &State<'_>, better: &[Action], worse: &[Action]) -> Option<Reason> {
        let rerolls = |actions: &[Action]| actions.first() == Some(&Action::Reroll);
        let (subject, roll, other) = match (rerolls(better), rerolls(worse)) {
            (true, false) => (ReasonSubject::RerollBetter, better, worse),
            (false, true) => (ReasonSubject::RerollWorse, worse, better),
            _ => return None,
        };
        let before = between(state)?;
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

    /// Returns the reason that the whole position is better.
    fn whole(&mut self, state: &State<'_>, better: &[Action], worse: &[Action]) -> Option<Reason> {
        let with = self.settled(state, better)?;
        let without = self.settled(state, worse)?;
        let numbers = self.setup_chance(&with).zip(self.setup_chance(&without));
        let (better, worse) = numbers.filter(|(better, worse)| better > worse)?;
        Some(self.reason(ReasonSubject::Chance, (better, &with), (worse, &without)))
    }
}

/// Returns the set-up of a position in which a seat chooses its next action.
fn between(state: &State<'_>) -> Option<Setup> {
    let is_turn = state.decision().is_some_and(|decision| decision.question == Question::Turn);
    if is_turn && matches!(state.actor(), Actor::Seat(_)) { Setup::of(state) } else { None }
}
