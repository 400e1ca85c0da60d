//! Evaluation with the knowledge of one seat: averages over the missions that rivals may have.

use crate::evaluation::{BySeat, DirectEvaluator, normalise};
use arrayvec::ArrayVec;
use orrery_rules::ids::{MAX_MISSIONS, MAX_SEATS};
use orrery_rules::{Mission, Random, Seat, State};

/// The number of sampled hands if there are two or more rivals.
const SAMPLED_HANDS: usize = 24;

/// The missions that the rivals of a seat may have.
pub(crate) struct Knowledge {
    seat: Seat,
    /// The possible hands. A hand has one mission per rival, in the order of the seats.
    hands: Vec<ArrayVec<Mission, MAX_SEATS>>,
}

impl Knowledge {
    /// Returns what a seat knows: all possible missions of one rival, or samples for several.
    pub(crate) fn new(state: &State<'_>, seat: Seat, seed: u64) -> Self {
        let rivals = state.seat_count() - 1;
        let possible: ArrayVec<Mission, MAX_MISSIONS> =
            state.observe(Some(seat)).possible_missions().iter().collect();
        if state.is_solo() || !state.has_missions() || possible.len() < rivals {
            return Self { seat, hands: Vec::new() };
        }
        let hands = match rivals {
            1 => possible.into_iter().map(|mission| ArrayVec::from_iter([mission])).collect(),
            _ => {
                let mut random = Random(seed);
                (0..SAMPLED_HANDS)
                    .map(|_| sample_hand(possible.clone(), rivals, &mut random))
                    .collect()
            }
        };
        Self { seat, hands }
    }

    /// Returns the state with one possible hand, so that its continuations reveal no real missions.
    pub(crate) fn guess<'r>(&self, state: &State<'r>) -> State<'r> {
        self.state_with_hand(state, self.hands.len() / 2)
    }

    /// Returns the number of possible hands, at least 1; `None` if `hands` is only a sample.
    pub(crate) fn hand_count(&self) -> Option<usize> {
        let is_complete = self.hands.iter().all(|hand| hand.len() == 1);
        is_complete.then(|| self.hands.len().max(1))
    }

    /// Returns the state with one of the possible hands, by number.
    pub(crate) fn state_with_hand<'r>(&self, state: &State<'r>, number: usize) -> State<'r> {
        match self.hands.get(number % self.hands.len().max(1)) {
            Some(hand) => self.assume_hand(state, hand),
            None => *state,
        }
    }

    fn assume_hand<'r>(&self, state: &State<'r>, hand: &[Mission]) -> State<'r> {
        let rivals = state.seats().filter(|seat| *seat != self.seat);
        rivals.zip(hand).fold(*state, |state, (rival, mission)| state.assuming(rival, *mission))
    }

    /// Returns the win probabilities of all seats, averaged over the possible missions of rivals.
    pub(crate) fn chances(&self, direct: &mut DirectEvaluator<'_>, state: &State<'_>) -> BySeat {
        if self.hands.is_empty() {
            return direct.chances(state);
        }
        let mut cache = [[None; MAX_MISSIONS]; MAX_SEATS];
        let own_chance = direct.seat_chance(state, self.seat);
        let mut mean: BySeat = state.seats().map(|_| 0.0).collect();
        for hand in &self.hands {
            let mut chances = BySeat::new();
            let mut missions = hand.iter();
            for seat in state.seats() {
                let mission = if seat == self.seat { None } else { missions.next() };
                chances.push(match mission {
                    None => own_chance,
                    Some(mission) => {
                        *cache[seat.index()][mission.index()].get_or_insert_with(|| {
                            direct.network_chance(&state.assuming(seat, *mission), seat)
                        })
                    }
                });
            }
            if state.is_over() {
                chances = direct.chances(&self.assume_hand(state, hand));
            }
            normalise(&mut chances);
            mean.iter_mut().zip(&chances).for_each(|(sum, chance)| *sum += chance);
        }
        mean.iter_mut().for_each(|sum| *sum /= self.hands.len() as f64);
        mean
    }
}

/// Draws one mission for each rival; no two rivals get the same one.
fn sample_hand(
    mut possible: ArrayVec<Mission, MAX_MISSIONS>,
    rivals: usize,
    random: &mut Random,
) -> ArrayVec<Mission, MAX_SEATS> {
    (0..rivals).map(|_| possible.swap_remove(random.below(possible.len()))).collect()
}
