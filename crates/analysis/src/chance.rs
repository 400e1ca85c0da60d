//! The analysis of a chance outcome: all outcomes with their probabilities and values.

use crate::analysis::spread;
use crate::evaluation::BySeat;
use crate::lookahead::{EvaluatorKind, Lookahead};
use crate::review::{ChanceKind, LuckMark, OutcomeReview, PossibleRoll, RollMap};
use orrery_rules::{ChanceNode, ChanceOutcome, Random, Seat, State, Step};

/// Maximum number of outcomes that are all evaluated with lookahead.
///
/// If there are more outcomes, only a sample of this size is evaluated with lookahead.
const SAMPLE_SIZE: usize = 24;

/// The outcomes of a chance node and their values, which are computed in slices.
pub(crate) struct OutcomeTable {
    node: ChanceNode,
    /// The outcome that happened.
    outcome: ChanceOutcome,
    /// All outcomes with their weights.
    outcomes: Vec<(ChanceOutcome, u64)>,
    values: Vec<BySeat>,
    /// The expected win probabilities, once all outcomes are evaluated.
    mean: BySeat,
    sampling: Option<Sampling>,
}

/// The lookahead of a sample of the outcomes, as differences from the direct evaluation.
struct Sampling {
    /// The indices of the sampled outcomes; the last one is the outcome that happened.
    ///
    /// An index can occur several times.
    indices: Vec<usize>,
    differences: Vec<BySeat>,
}

impl OutcomeTable {
    /// Starts the evaluation of all outcomes. `seed` selects the sample.
    pub(crate) fn new(
        kind: EvaluatorKind,
        node: ChanceNode,
        outcome: ChanceOutcome,
        seed: u64,
    ) -> Self {
        let mut outcomes = Vec::new();
        node.outcomes(&mut outcomes);
        let sampling = (kind == EvaluatorKind::Blend && outcomes.len() > SAMPLE_SIZE)
            .then(|| Sampling::new(node, &outcomes, outcome, seed));
        let (values, mean) = (Vec::with_capacity(outcomes.len()), BySeat::new());
        Self { node, outcome, values, outcomes, mean, sampling }
    }

    /// Evaluates outcomes until the work of the lookahead reaches this many lines of play.
    ///
    /// Returns whether all outcomes are evaluated.
    pub(crate) fn advance(
        &mut self,
        lookahead: &mut Lookahead<'_>,
        state: &State<'_>,
        lines: u64,
    ) -> bool {
        while let Some((outcome, _)) = self.outcomes.get(self.values.len()) {
            if lookahead.work() >= lines {
                return false;
            }
            let next = after(state, *outcome);
            self.values.push(match self.sampling {
                Some(_) => lookahead.direct.chances(&next),
                None => lookahead.value(&next),
            });
        }
        if let Some(sampling) = &mut self.sampling {
            while let Some(index) = sampling.next() {
                if lookahead.work() >= lines {
                    return false;
                }
                let value = lookahead.value(&after(state, self.outcomes[index].0));
                let pairs = value.iter().zip(&self.values[index]);
                sampling.differences.push(pairs.map(|(value, direct)| value - direct).collect());
            }
        }
        self.finish();
        true
    }

    /// Computes the expected win probabilities, and adds the differences that the lookahead makes.
    ///
    /// The sample estimates the mean of the differences without bias. Outcomes outside the sample get
    /// the mean difference.
    fn finish(&mut self) {
        self.mean = self.weighted_mean();
        let Some(sampling) = self.sampling.take() else { return };
        let mean = sampling.mean();
        add(&mut self.mean, &mean);
        for (index, value) in self.values.iter_mut().enumerate() {
            add(value, sampling.difference(index).unwrap_or(&mean));
        }
    }

    /// Returns the index of the outcome that happened.
    fn actual_index(&self) -> usize {
        self.outcomes.iter().position(|(outcome, _)| *outcome == self.outcome).unwrap_or(0)
    }

    /// Returns the win probabilities after the outcome that happened.
    pub(crate) fn actual_value(&self) -> &BySeat {
        &self.values[self.actual_index()]
    }

    /// Returns the mean of the values, weighted by the probabilities of the outcomes.
    fn weighted_mean(&self) -> BySeat {
        let total = self.node.total() as f64;
        let mut mean: BySeat = self.values[0].iter().map(|_| 0.0).collect();
        for ((_, weight), value) in self.outcomes.iter().zip(&self.values) {
            let weight = *weight as f64;
            mean.iter_mut().zip(value).for_each(|(sum, chance)| *sum += weight * chance);
        }
        mean.iter_mut().for_each(|sum| *sum /= total);
        mean
    }

    /// Returns the luck of each seat.
    pub(crate) fn luck(&self) -> BySeat {
        self.luck_at(self.actual_index())
    }

    /// Returns the luck of each seat if the outcome at this index had happened.
    pub(crate) fn luck_at(&self, index: usize) -> BySeat {
        self.values[index].iter().zip(&self.mean).map(|(chance, mean)| chance - mean).collect()
    }

    pub(crate) fn review(&self, state: &State<'_>, step: u32, before: &BySeat) -> OutcomeReview {
        let (mean, luck) = (&self.mean, self.luck().to_vec());
        let (kind, seat) = chance_kind(state, self.node);
        let seat_luck = seat.map_or(0.0, |seat| luck[seat.index()] / spread(state));
        OutcomeReview {
            step,
            turn: state.turn(),
            seat,
            kind,
            outcome: Step::Chance(self.outcome).notation(state.rules()).to_string(),
            probability: self.outcomes[self.actual_index()].1 as f64 / self.node.total() as f64,
            possible: self.outcomes.len() as u32,
            unexplained: mean.iter().zip(before).map(|(mean, before)| mean - before).collect(),
            mark: luck_mark(seat_luck),
            luck,
        }
    }

    /// Stores the roll if it is the luckiest or the unluckiest one of its seat.
    pub(crate) fn record_extreme_roll(
        &self,
        state: &State<'_>,
        review: &OutcomeReview,
        rolls: &mut Vec<RollMap>,
    ) {
        let (ChanceKind::Roll | ChanceKind::Reroll, Some(seat)) = (review.kind, review.seat) else {
            return;
        };
        let luck = review.luck[seat.index()];
        for luckiest in [true, false] {
            if (luck > 0.0) != luckiest || luck == 0.0 {
                continue;
            }
            let previous =
                rolls.iter().position(|map| map.seat == seat && map.luckiest == luckiest);
            let is_more_extreme = previous.is_none_or(|index| rolls[index].luck.abs() < luck.abs());
            if is_more_extreme {
                let map = self.roll_map(state, review, seat, luckiest);
                match previous {
                    Some(index) => rolls[index] = map,
                    None => rolls.push(map),
                }
            }
        }
    }

    fn roll_map(
        &self,
        state: &State<'_>,
        review: &OutcomeReview,
        seat: Seat,
        luckiest: bool,
    ) -> RollMap {
        let total = self.node.total() as f64;
        let rolls = self.outcomes.iter().zip(&self.values);
        RollMap {
            step: review.step,
            seat,
            luckiest,
            luck: review.luck[seat.index()],
            rolls: rolls
                .map(|((outcome, weight), value)| PossibleRoll {
                    outcome: Step::Chance(*outcome).notation(state.rules()).to_string(),
                    probability: *weight as f64 / total,
                    chance: value[seat.index()],
                    rolled: *outcome == self.outcome,
                })
                .collect(),
        }
    }
}

impl Sampling {
    fn new(
        node: ChanceNode,
        outcomes: &[(ChanceOutcome, u64)],
        actual: ChanceOutcome,
        seed: u64,
    ) -> Self {
        let index = |wanted: ChanceOutcome| {
            outcomes.iter().position(|(outcome, _)| *outcome == wanted).unwrap_or(0)
        };
        let start = Random(seed).bits();
        // Systematic sampling: equal steps from a random start pick outcomes by their probability.
        let step = u64::MAX / SAMPLE_SIZE as u64;
        let bits =
            (0..SAMPLE_SIZE as u64).map(|number| start.wrapping_add(number.wrapping_mul(step)));
        let mut indices: Vec<usize> = bits.map(|bits| index(node.pick(bits))).collect();
        indices.push(index(actual));
        Self { indices, differences: Vec::new() }
    }

    /// Returns the index of the next outcome to evaluate.
    fn next(&self) -> Option<usize> {
        self.indices.get(self.differences.len()).copied()
    }

    /// Returns the mean difference of the sample, without the outcome that happened.
    fn mean(&self) -> BySeat {
        let mut mean: BySeat = self.differences[0].iter().map(|_| 0.0).collect();
        self.differences[..SAMPLE_SIZE].iter().for_each(|difference| add(&mut mean, difference));
        mean.iter_mut().for_each(|sum| *sum /= SAMPLE_SIZE as f64);
        mean
    }

    /// Returns the difference of an outcome, if it was evaluated.
    fn difference(&self, index: usize) -> Option<&BySeat> {
        let number = self.indices.iter().position(|sampled| *sampled == index)?;
        self.differences.get(number)
    }
}

/// Returns the seed of the samples after this many steps.
pub(crate) const fn sample_seed(seed: u64, steps: usize) -> u64 {
    seed ^ (steps as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the position after an outcome.
fn after<'r>(state: &State<'r>, outcome: ChanceOutcome) -> State<'r> {
    let mut next = *state;
    next.apply_unchecked(Step::Chance(outcome));
    next
}

fn add(sum: &mut BySeat, other: &BySeat) {
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
}

/// Returns the kind of a chance node and the seat whose dice or cards it decides.
fn chance_kind(state: &State<'_>, node: ChanceNode) -> (ChanceKind, Option<Seat>) {
    let active = (state.turn() > 0).then(|| state.active());
    match node {
        ChanceNode::Draw(_) => (ChanceKind::Draw, active),
        ChanceNode::Deal(_) => (ChanceKind::Deal, next_dealt(state)),
        ChanceNode::Start(_) => (ChanceKind::Start, None),
        ChanceNode::Roll(_) if state.is_rogue(state.active()) => (ChanceKind::Rogue, active),
        ChanceNode::Roll(_) if state.chosen_dice().is_empty() => (ChanceKind::Roll, active),
        ChanceNode::Roll(_) => (ChanceKind::Reroll, active),
    }
}

/// Returns the seat that is dealt the next mission: the first seat with fewer than two.
fn next_dealt(state: &State<'_>) -> Option<Seat> {
    state.seats().find(|seat| state.observe(Some(*seat)).dealt_missions().count() < 2)
}

fn luck_mark(luck: f64) -> Option<LuckMark> {
    match luck {
        luck if luck >= 0.6 => Some(LuckMark::VeryLucky),
        luck if luck >= 0.3 => Some(LuckMark::Lucky),
        luck if luck <= -0.6 => Some(LuckMark::VeryUnlucky),
        luck if luck <= -0.3 => Some(LuckMark::Unlucky),
        _ => None,
    }
}
