//! The summary of an analysis: accounts, turning point, graph.

use crate::analysis::{Analysis, evaluator_hash, spread};
use crate::gift::set_gifts;
use crate::review::{
    Account, ChanceKind, LuckBy, Mark, MoveReview, OutcomeReview, Review, TurningPoint,
};
use crate::strength::{Choice, DECAY, accuracy, plays_like};
use orrery_rules::{Seat, State};
use std::collections::BTreeMap;

impl Analysis {
    /// Returns the review of the steps analysed so far.
    #[must_use]
    pub fn review(&self) -> Review {
        let start = self.game.position(0);
        let end = self.game.position(self.game.len());
        let analysed = self.analysed as u32;
        let is_complete = self.analysed >= self.game.len();
        let mut moves = self.moves.clone();
        // The Rogue makes no choices, so it cannot miss a gift.
        if !start.is_solo() {
            set_gifts(&mut moves, spread(&start));
        }
        Review {
            seats: start.seat_count() as u8,
            solo: start.is_solo(),
            evaluator: evaluator_hash().to_owned(),
            spread: spread(&start),
            steps: self.game.len() as u32,
            analysed,
            over: end.is_over() && is_complete,
            notes: self.game.notes.clone(),
            graph: self.graph.clone(),
            accounts: start.seats().map(|seat| self.account(&start, seat, &moves)).collect(),
            moves,
            outcomes: self.outcomes.clone(),
            turning_point: self.turning_point(),
            rolls: self.rolls.clone(),
        }
    }

    fn account(&self, start: &State<'_>, seat: Seat, moves: &[MoveReview]) -> Account {
        let me = seat.index();
        let chance =
            |point: Option<&crate::GraphPoint>| point.map_or(0.0, |point| point.chances[me]);
        let (first, last) = (chance(self.graph.first()), chance(self.graph.last()));
        let own_moves = || moves.iter().filter(|reviewed| reviewed.seat == seat);
        let other_moves = || moves.iter().filter(|reviewed| reviewed.seat != seat);
        let received_gifts = || {
            let gifts = moves.iter().filter_map(|reviewed| reviewed.gift.as_ref());
            gifts.filter(|gift| gift.seat == seat)
        };
        let decisions: Vec<&MoveReview> =
            own_moves().filter(|reviewed| reviewed.decision).collect();
        let luck: f64 = self.outcomes.iter().map(|outcome| outcome.luck[me]).sum();
        let luck_by = |cause: fn(&State<'_>, &OutcomeReview, Seat) -> bool| -> f64 {
            let outcomes = self.outcomes.iter().filter(|outcome| cause(start, outcome, seat));
            outcomes.map(|outcome| outcome.luck[me]).sum()
        };
        let unexplained_by_moves: f64 = moves.iter().map(|reviewed| reviewed.unexplained[me]).sum();
        let unexplained_by_chance: f64 =
            self.outcomes.iter().map(|outcome| outcome.unexplained[me]).sum();
        let total_loss = |decisions: &[&MoveReview]| -> f64 {
            decisions.iter().map(|reviewed| reviewed.loss).sum()
        };
        let mean_loss =
            (!decisions.is_empty()).then(|| total_loss(&decisions) / decisions.len() as f64);
        let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
        Account {
            seat,
            start: first,
            result: last,
            luck,
            losses: own_moves().map(|reviewed| reviewed.loss).sum(),
            gifts: other_moves().map(|reviewed| reviewed.gifts[me]).sum(),
            hidden: moves.iter().map(|reviewed| reviewed.hidden[me]).sum(),
            unexplained: unexplained_by_moves + unexplained_by_chance,
            luck_by: LuckBy {
                own_dice: luck_by(is_own_dice),
                others_dice: luck_by(is_others_dice),
                cards: luck_by(|_, outcome, _| is_card(outcome)),
                rogue: luck_by(|_, outcome, _| outcome.kind == ChanceKind::Rogue),
            },
            adjusted: last - luck,
            moves: own_moves().count() as u32,
            decisions: decisions.len() as u32,
            error_rate: mean_loss.map(|loss| 1000.0 * loss),
            accuracy: mean_accuracy(&self.turn_losses(seat)),
            marks: marks.map(|mark| {
                own_moves().filter(|reviewed| reviewed.mark == Some(mark)).count() as u32
            }),
            followed: self.followed[me],
            gifts_received: received_gifts().count() as u32,
            gifts_taken: received_gifts().filter(|gift| gift.taken).count() as u32,
            plays_like: plays_like(self.choices(seat)),
        }
    }

    /// Returns a seat's total loss in each turn in which it had a real decision, in spreads.
    #[must_use]
    pub fn turn_losses(&self, seat: Seat) -> Vec<f64> {
        let spread = spread(&self.game.position(0));
        let mut turns: BTreeMap<u16, f64> = BTreeMap::new();
        for reviewed in self.moves.iter().filter(|other| other.seat == seat && other.decision) {
            *turns.entry(reviewed.turn).or_default() += reviewed.loss / spread;
        }
        turns.into_values().collect()
    }

    /// Returns the choices of a seat, for [`plays_like`].
    pub fn choices(&self, seat: Seat) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(move |choice| choice.seat == seat)
    }

    /// Returns the move or outcome that changes a seat's chance to win most.
    fn turning_point(&self) -> Option<TurningPoint> {
        let mut largest: Option<TurningPoint> = None;
        for pair in self.graph.windows(2) {
            for (index, (before, after)) in pair[0].chances.iter().zip(&pair[1].chances).enumerate()
            {
                let change = after - before;
                if largest.as_ref().is_none_or(|largest| largest.change.abs() < change.abs())
                    && let Some(seat) = Seat::new(index)
                {
                    let (from, to, turn) = (pair[0].step, pair[1].step, pair[1].turn);
                    largest = Some(TurningPoint { from, to, turn, seat, change });
                }
            }
        }
        largest
    }
}

/// Returns the mean accuracy of turns with these losses.
fn mean_accuracy(losses: &[f64]) -> Option<f64> {
    let sum: f64 = losses.iter().map(|loss| accuracy(*loss, DECAY)).sum();
    (!losses.is_empty()).then(|| sum / losses.len() as f64)
}

fn is_dice(outcome: &OutcomeReview) -> bool {
    matches!(outcome.kind, ChanceKind::Roll | ChanceKind::Reroll)
}

fn is_own_dice(_: &State<'_>, outcome: &OutcomeReview, seat: Seat) -> bool {
    is_dice(outcome) && outcome.seat == Some(seat)
}

fn is_others_dice(_: &State<'_>, outcome: &OutcomeReview, seat: Seat) -> bool {
    is_dice(outcome) && outcome.seat != Some(seat)
}

const fn is_card(outcome: &OutcomeReview) -> bool {
    matches!(outcome.kind, ChanceKind::Draw | ChanceKind::Deal | ChanceKind::Start)
}
