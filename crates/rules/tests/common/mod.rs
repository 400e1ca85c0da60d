//! Shared test helpers: random numbers, every kind of table, random play.

use orrery_rules::{Actions, Actor, OptionSet, Options, Rules, Seat, State, Step, deck};

pub(crate) use orrery_rules::Random;

/// Random play.
pub(crate) trait RandomPlay {
    /// Returns a uniformly random legal step; `None` once the game is over.
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

/// One kind of table.
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) rules: &'static Rules,
    pub(crate) options: Options,
}

/// Every edition × seat count × set of options that it offers: each Rogue, with a drawn and a named
/// starting seat.
pub(crate) fn every_kind() -> Vec<Kind> {
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
    pub(crate) fn start(&self) -> State<'static> {
        State::new(self.rules, &self.options).expect("the options fit")
    }
}
