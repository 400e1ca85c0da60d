//! Hints and analysis: each seat's win probability, now and after each legal action.

use crate::network::Network;
use crate::policy::{Candidate, Policy};
use crate::search::Search;
use crate::{BotLevel, Budget, Random};
use arrayvec::ArrayVec;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Action, Actions, Actor, Seat, State, View};

/// An action with the chance to win after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The action.
    pub action: Action,
    /// The action and the choices that complete it (which ship, where to).
    ///
    /// The line ends before the next chance outcome or decision of another seat.
    pub line: Vec<Action>,
    /// The viewer's chance to win after the action, from 0 to 1.
    pub chance: f32,
}

/// The number of random completions of the hidden information that the chances average over.
const COMPLETIONS: u64 = 8;

impl Network {
    /// Returns each seat's chance to win, given what the viewer knows.
    ///
    /// The chances sum to 1. In a solo game the second one is the Rogue's.
    #[must_use]
    pub fn chances(&self, view: &View<'_>) -> ArrayVec<f32, MAX_SEATS> {
        let evaluator = self.evaluator(view.rules());
        let mut sums = ArrayVec::from([0.0; MAX_SEATS]);
        sums.truncate(view.seat_count());
        for seed in 0..COMPLETIONS {
            let state = view.complete(seed);
            for (seat, sum) in view.seats().zip(&mut sums) {
                let rogue = view.is_rogue(seat);
                let evaluated = if rogue { view.seats().next().unwrap_or(seat) } else { seat };
                let chance = evaluator.chance(&state, evaluated);
                *sum += if rogue { 1.0 - chance } else { chance };
            }
        }
        let total: f32 = sums.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        sums.iter_mut().for_each(|sum| *sum /= total);
        sums
    }

    /// Returns the viewer's chance to win after each legal action, best first.
    ///
    /// The actions that the oracle would search come first, evaluated by its search. The others
    /// follow, evaluated one step ahead, or by a single evaluation once the budget is exhausted.
    /// The list is empty if the viewer does not act next.
    #[must_use]
    pub fn advise(&self, view: &View<'_>, budget: Budget) -> Vec<Advice> {
        let Actor::Seat(seat) = view.actor() else { return Vec::new() };
        let Some(limits) = BotLevel::Oracle.search_limits().filter(|_| view.viewer() == Some(seat))
        else {
            return Vec::new();
        };
        let (evaluator, state) = (self.evaluator(view.rules()), view.complete(0));
        let mut policy = Policy::new(&evaluator, budget);
        let candidates = every_candidate(&mut policy, &state, seat);
        policy.renew(budget);
        let searched = Search::new(&mut policy, seat, limits, Random(0)).candidates(&state);
        let is_searched =
            |choice: &Candidate| searched.iter().any(|other| other.action() == choice.action());
        let others = candidates.into_iter().filter(|choice| !is_searched(choice)).collect();
        [searched, others].into_iter().flat_map(sorted).collect()
    }
}

/// Returns a candidate for every legal action, even if the budget runs out.
fn every_candidate(policy: &mut Policy<'_>, state: &State<'_>, seat: Seat) -> Vec<Candidate> {
    let mut candidates = policy.all_candidates(state, seat);
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    // Candidates are in the order of the legal actions, so the last actions are the missing ones.
    for &action in legal.iter().skip(candidates.len()) {
        candidates.push(policy.quick_candidate(state, seat, action));
    }
    candidates
}

fn sorted(mut choices: Vec<Candidate>) -> impl Iterator<Item = Advice> {
    choices.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    let advice = |choice: Candidate| {
        let line = choice.line.iter().rev().copied().collect();
        Some(Advice { action: choice.action()?, line, chance: choice.chance })
    };
    choices.into_iter().filter_map(advice)
}
