//! The analysis of a chance outcome: all outcomes with their probabilities and values.

use crate::analysis::spread;
use crate::evaluation::BySeat;
use crate::lookahead::Lookahead;
use crate::review::{ChanceKind, LuckMark, OutcomeReview, PossibleRoll, RollMap};
use orrery_rules::{ChanceNode, ChanceOutcome, Seat, State, Step};

/// The values of the outcomes of a chance node, in the making.
pub(crate) struct OutcomeTable {
    node: ChanceNode,
    outcome: ChanceOutcome,
    outcomes: Vec<(ChanceOutcome, u64)>,
    values: Vec<BySeat>,
}

impl OutcomeTable {
    pub(crate) fn new(node: ChanceNode, outcome: ChanceOutcome) -> Self {
        let mut outcomes = Vec::new();
        node.outcomes(&mut outcomes);
        Self { node, outcome, values: Vec::with_capacity(outcomes.len()), outcomes }
    }

    /// Evaluates more outcomes, up to this many lines; returns whether all are evaluated.
    pub(crate) fn advance(
        &mut self,
        lookahead: &mut Lookahead<'_>,
        state: &State<'_>,
        lines: u64,
    ) -> bool {
        while let Some((outcome, _)) = self.outcomes.get(self.values.len()) {
            if lookahead.lines >= lines {
                return false;
            }
            let mut next = *state;
            next.apply_unchecked(Step::Chance(*outcome));
            self.values.push(lookahead.value(&next));
        }
        true
    }

    fn place(&self) -> usize {
        self.outcomes.iter().position(|(outcome, _)| *outcome == self.outcome).unwrap_or(0)
    }

    /// Returns the chances after the outcome that happened.
    pub(crate) fn played(&self) -> &BySeat {
        &self.values[self.place()]
    }

    /// Returns the expected chances.
    fn mean(&self) -> BySeat {
        let total = self.node.total() as f64;
        let mut mean: BySeat = self.values[0].iter().map(|_| 0.0).collect();
        for ((_, weight), value) in self.outcomes.iter().zip(&self.values) {
            let weight = *weight as f64;
            mean.iter_mut().zip(value).for_each(|(sum, chance)| *sum += weight * chance);
        }
        mean.iter_mut().for_each(|sum| *sum /= total);
        mean
    }

    pub(crate) fn review(&self, state: &State<'_>, step: u32, before: &BySeat) -> OutcomeReview {
        let (mean, played) = (self.mean(), self.played());
        let luck: Vec<f64> = played.iter().zip(&mean).map(|(chance, mean)| chance - mean).collect();
        let (kind, seat) = kind(state, self.node);
        let own = seat.map_or(0.0, |seat| luck[seat.index()] / spread(state));
        OutcomeReview {
            step,
            turn: state.turn(),
            seat,
            kind,
            outcome: Step::Chance(self.outcome).notation(state.rules()).to_string(),
            probability: self.outcomes[self.place()].1 as f64 / self.node.total() as f64,
            possible: self.outcomes.len() as u32,
            unexplained: mean.iter().zip(before).map(|(mean, before)| mean - before).collect(),
            mark: luck_mark(own),
            luck,
        }
    }

    /// Stores the roll if it is the luckiest or the unluckiest one of its seat.
    pub(crate) fn note_extreme_roll(
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
            let found = rolls.iter().position(|map| map.seat == seat && map.luckiest == luckiest);
            let beaten = found.is_none_or(|place| rolls[place].luck.abs() < luck.abs());
            if beaten {
                let map = self.map(state, review, seat, luckiest);
                match found {
                    Some(place) => rolls[place] = map,
                    None => rolls.push(map),
                }
            }
        }
    }

    fn map(
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

/// Returns the kind of a chance node and the seat whose dice or cards it decides.
fn kind(state: &State<'_>, node: ChanceNode) -> (ChanceKind, Option<Seat>) {
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

/// Returns the seat that is dealt the next mission: the first with fewer than two.
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
