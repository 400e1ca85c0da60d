//! The summary of an analysis: accounts, turning point, graph.

use crate::analysis::{Analysis, evaluator_hash, spread};
use crate::review::{
    Account, ChanceKind, DecisionKind, LuckBy, Mark, MoveReview, OutcomeReview, Review,
    TurningPoint,
};
use crate::strength::{Choice, DECAY, accuracy, plays_like};
use orrery_rules::{Seat, State};
use std::collections::BTreeMap;

impl Analysis {
    /// Returns the review of what is analysed so far.
    #[must_use]
    pub fn review(&self) -> Review {
        let start = self.game.position(0);
        let end = self.game.position(self.game.len());
        let analysed = self.at as u32;
        let is_whole = self.at >= self.game.len();
        Review {
            seats: start.seat_count() as u8,
            solo: start.is_solo(),
            evaluator: evaluator_hash().to_owned(),
            spread: spread(&start),
            steps: self.game.len() as u32,
            analysed,
            over: end.is_over() && is_whole,
            notes: self.game.notes.clone(),
            graph: self.graph.clone(),
            moves: self.moves.clone(),
            outcomes: self.outcomes.clone(),
            accounts: start.seats().map(|seat| self.account(&start, seat)).collect(),
            turning_point: self.turning_point(),
            rolls: self.rolls.clone(),
        }
    }

    fn account(&self, start: &State<'_>, seat: Seat) -> Account {
        let me = seat.index();
        let chance = |point: Option<&crate::GraphPoint>| point.map_or(0.0, |it| it.chances[me]);
        let (first, last) = (chance(self.graph.first()), chance(self.graph.last()));
        let own = || self.moves.iter().filter(|it| it.seat == seat);
        let others = || self.moves.iter().filter(|it| it.seat != seat);
        let decisions: Vec<&MoveReview> = own().filter(|it| it.decision).collect();
        let luck: f64 = self.outcomes.iter().map(|it| it.luck[me]).sum();
        let by = |cause: fn(&State<'_>, &OutcomeReview, Seat) -> bool| -> f64 {
            let fitting = self.outcomes.iter().filter(|it| cause(start, it, seat));
            fitting.map(|it| it.luck[me]).sum()
        };
        let moved: f64 = self.moves.iter().map(|it| it.unexplained[me]).sum();
        let rolled: f64 = self.outcomes.iter().map(|it| it.unexplained[me]).sum();
        let follows = others().filter(|it| it.kind == DecisionKind::Follow);
        let lost = |decisions: &[&MoveReview]| -> f64 { decisions.iter().map(|it| it.loss).sum() };
        let mean_loss = (!decisions.is_empty()).then(|| lost(&decisions) / decisions.len() as f64);
        let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
        Account {
            seat,
            start: first,
            result: last,
            luck,
            losses: own().map(|it| it.loss).sum(),
            gifts: others().map(|it| it.gifts[me]).sum(),
            hidden: self.moves.iter().map(|it| it.hidden[me]).sum(),
            unexplained: moved + rolled,
            luck_by: LuckBy {
                own_dice: by(is_own_dice),
                others_dice: by(is_others_dice),
                cards: by(|_, it, _| is_card(it)),
                rogue: by(|_, it, _| it.kind == ChanceKind::Rogue),
            },
            adjusted: last - luck,
            moves: own().count() as u32,
            decisions: decisions.len() as u32,
            error_rate: mean_loss.map(|loss| 1000.0 * loss),
            accuracy: mean_accuracy(&self.turn_losses(seat)),
            marks: marks.map(|mark| own().filter(|it| it.mark == Some(mark)).count() as u32),
            followed: -follows.map(|it| change(self, it, me)).sum::<f64>(),
            plays_like: plays_like(self.choices(seat)),
        }
    }

    /// Returns the losses of a seat in the turns in which it had decisions, in spreads.
    #[must_use]
    pub fn turn_losses(&self, seat: Seat) -> Vec<f64> {
        let spread = spread(&self.game.position(0));
        let mut turns: BTreeMap<u16, f64> = BTreeMap::new();
        for it in self.moves.iter().filter(|it| it.seat == seat && it.decision) {
            *turns.entry(it.turn).or_default() += it.loss / spread;
        }
        turns.into_values().collect()
    }

    /// Returns the choices of a seat, for [`plays_like`].
    pub fn choices(&self, seat: Seat) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(move |choice| choice.seat == seat)
    }

    /// Returns the move or outcome with the largest change of a chance.
    fn turning_point(&self) -> Option<TurningPoint> {
        let mut largest: Option<TurningPoint> = None;
        for pair in self.graph.windows(2) {
            for (place, (before, after)) in pair[0].chances.iter().zip(&pair[1].chances).enumerate()
            {
                let change = after - before;
                if largest.as_ref().is_none_or(|it| it.change.abs() < change.abs())
                    && let Some(seat) = Seat::new(place)
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

/// Returns how a move changed the chance of a seat.
fn change(analysis: &Analysis, it: &MoveReview, seat: usize) -> f64 {
    let at = |step: u32| {
        let place = analysis.graph.binary_search_by_key(&step, |point| point.step);
        place.map_or(0.0, |place| analysis.graph[place].chances[seat])
    };
    at(it.to) - at(it.from)
}

fn is_dice(it: &OutcomeReview) -> bool {
    matches!(it.kind, ChanceKind::Roll | ChanceKind::Reroll)
}

fn is_own_dice(_: &State<'_>, it: &OutcomeReview, seat: Seat) -> bool {
    is_dice(it) && it.seat == Some(seat)
}

fn is_others_dice(_: &State<'_>, it: &OutcomeReview, seat: Seat) -> bool {
    is_dice(it) && it.seat != Some(seat)
}

const fn is_card(it: &OutcomeReview) -> bool {
    matches!(it.kind, ChanceKind::Draw | ChanceKind::Deal | ChanceKind::Start)
}
