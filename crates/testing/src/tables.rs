//! Every kind of table, and random play.

use orrery_rules::{Actions, Actor, OptionSet, Options, Random, Rules, Seat, State, Step, deck};

/// Random choice of steps.
pub trait RandomPlay {
    /// Returns a random legal step; `None` if the game is over.
    fn step(&mut self, state: &State<'_>, actions: &mut Actions) -> Option<Step>;
}

impl RandomPlay for Random {
    fn step(&mut self, state: &State<'_>, actions: &mut Actions) -> Option<Step> {
        match state.actor() {
            Actor::Over => None,
            Actor::Chance => {
                Some(Step::Chance(state.chance().expect("chance is asked").pick(self.bits())))
            }
            Actor::Seat(_) => {
                state.legal_actions(actions);
                Some(Step::Action(actions[self.below(actions.len())]))
            }
        }
    }
}

/// A kind of table: an edition with options.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name in test messages.
    pub name: String,
    /// The ruleset of the edition.
    pub rules: &'static Rules,
    /// Seats, Rogue, starting seat and options.
    pub options: Options,
}

/// Returns every combination of edition, number of seats, Rogue and set of options.
///
/// Each combination occurs twice: with a random and with a given starting seat.
#[must_use]
pub fn every_kind() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
        for seats in 1..=6 {
            let rogues = if seats == 1 { rules.rogues.len() } else { 1 };
            for rogue in 0..rogues {
                let rogue = (seats == 1).then_some(rogue);
                for chosen in OptionSet::offered(rules, seats).subsets() {
                    for start in [None, Seat::new(seats - 1)] {
                        let options = Options { seats, rogue, start, chosen };
                        let name = format!("{} {options:?}", rules.id);
                        if options.problems(rules).is_empty() {
                            kinds.push(Kind { name, rules, options });
                        }
                    }
                }
            }
        }
    }
    kinds
}

impl Kind {
    /// Returns the initial state of a game.
    ///
    /// # Panics
    /// If the options do not fit the edition, which never happens for the kinds of [`every_kind`].
    #[must_use]
    pub fn start(&self) -> State<'static> {
        State::new(self.rules, &self.options).expect("the options fit")
    }
}
