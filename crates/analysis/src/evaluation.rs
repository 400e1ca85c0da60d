//! The evaluation of positions: each seat's chance to win. The chances sum to 1.

use arrayvec::ArrayVec;
use orrery_bots::Evaluator;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Mission, Seat, State};

/// One number per seat.
pub(crate) type BySeat = ArrayVec<f64, MAX_SEATS>;

/// Evaluates positions with the network, without search.
pub(crate) struct DirectEvaluator<'e> {
    evaluator: &'e Evaluator<'e>,
    /// The number of evaluations so far.
    pub(crate) count: u64,
}

impl<'e> DirectEvaluator<'e> {
    pub(crate) const fn new(evaluator: &'e Evaluator<'e>) -> Self {
        Self { evaluator, count: 0 }
    }

    /// Returns a seat's win probability by the network, or its share of the victory at the end.
    #[inline]
    pub(crate) fn network_chance(&mut self, state: &State<'_>, seat: Seat) -> f64 {
        if state.is_over()
            && let Some(result) = state.outcome()
        {
            let winners = result.winners().len().max(1);
            return if result.is_winner(seat) { 1.0 / winners as f64 } else { 0.0 };
        }
        self.count += 1;
        1.0 / (1.0 + libm::exp(-f64::from(self.evaluator.log_odds(state, seat))))
    }

    /// Returns the win probabilities of all seats, based on the real missions.
    pub(crate) fn chances(&mut self, state: &State<'_>) -> BySeat {
        let mut chances = BySeat::new();
        for seat in state.seats() {
            let chance = match state.is_rogue(seat) {
                true => 1.0 - chances.first().copied().unwrap_or(0.5),
                false => self.seat_chance(state, seat),
            };
            chances.push(chance);
        }
        normalise(&mut chances);
        chances
    }

    /// Returns a seat's win probability before normalisation, even before it has chosen a mission.
    pub(crate) fn seat_chance(&mut self, state: &State<'_>, seat: Seat) -> f64 {
        match is_choosing_mission(state, seat) {
            true => self.before_mission(state, seat),
            false => self.network_chance(state, seat),
        }
    }

    /// Returns the win probability of a seat that has not yet chosen a mission.
    ///
    /// This is its win probability with the best mission of its hand, averaged over the missions
    /// that it may still be dealt.
    fn before_mission(&mut self, state: &State<'_>, seat: Seat) -> f64 {
        let view = state.observe(Some(seat));
        let dealt: ArrayVec<Mission, 2> = view.dealt_missions().collect();
        let mut chance_with =
            |mission: Mission| self.network_chance(&state.assuming(seat, mission), seat);
        match dealt[..] {
            [first, second] => chance_with(first).max(chance_with(second)),
            [first] => {
                let first = chance_with(first);
                mean(view.possible_missions().iter().map(|second| first.max(chance_with(second))))
            }
            _ => {
                // The mean over all pairs of missions, where the better mission of a pair counts.
                let mut values: Vec<f64> =
                    view.possible_missions().iter().map(chance_with).collect();
                values.sort_by(f64::total_cmp);
                let pairs = values.len() * values.len().saturating_sub(1) / 2;
                let sum: f64 =
                    (0..).zip(&values).map(|(below, value)| f64::from(below) * value).sum();
                sum / pairs.max(1) as f64
            }
        }
    }
}

/// Returns whether a seat still has to choose a mission.
fn is_choosing_mission(state: &State<'_>, seat: Seat) -> bool {
    state.turn() == 0 && state.has_missions() && state.mission(seat).is_none()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.5 }
}

/// Scales win probabilities so that they sum to 1.
pub(crate) fn normalise(chances: &mut [f64]) {
    let total: f64 = chances.iter().sum();
    let equal = 1.0 / chances.len().max(1) as f64;
    for chance in chances {
        *chance = if total > 0.0 { *chance / total } else { equal };
    }
}
