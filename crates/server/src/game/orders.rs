//! What standing orders answer. Everything they look at lies open on the table.

use orrery_protocol::{Condition, Order, Otherwise, Scope, Seat, Standing};
use orrery_rules::{Action, Actions, Actor, Event, Question, State, Step};

/// What the orders of a seat answer in a position where it is asked to follow; nothing if the
/// player is to be asked.
pub(crate) fn answer(state: &State<'_>, orders: &[Order]) -> Option<Action> {
    let decision = state.decision()?;
    let Question::Follow { face, cost } = decision.question else { return None };
    let order = orders.iter().find(|order| order.face == face.into())?;
    match &order.standing {
        Standing::Ask => None,
        Standing::Never => Some(Action::Pass),
        Standing::Follow { conditions, otherwise } => {
            let hold = |condition: &Condition| holds(state, decision.seat, cost, *condition);
            match (conditions.iter().all(hold), otherwise) {
                (true, _) => Some(Action::Follow),
                (false, Otherwise::Pass) => Some(Action::Pass),
                (false, Otherwise::Ask) => None,
            }
        }
    }
}

fn holds(state: &State<'_>, seat: orrery_rules::Seat, cost: u8, condition: Condition) -> bool {
    match condition {
        Condition::KeepsCulture { at_least } => {
            state.held(seat).culture.saturating_sub(cost) >= at_least
        }
        Condition::Gains { at_least } => gain(state, seat, cost) >= at_least,
        Condition::Colonises => {
            let mut after = *state;
            after.apply_unchecked(Step::Action(Action::Follow));
            colonising(&after, seat).is_some()
        }
    }
}

/// What a follow brings without further questions, its cost not counted.
fn gain(state: &State<'_>, seat: orrery_rules::Seat, cost: u8) -> u8 {
    let mut after = *state;
    after.apply_unchecked(Step::Action(Action::Follow));
    if after.actor() == Actor::Seat(seat) {
        return 0;
    }
    let before = state.held(seat).total().saturating_sub(cost);
    after.held(seat).total().saturating_sub(before)
}

/// The answer of this seat that colonises a planet at once.
pub(crate) fn colonising(state: &State<'_>, seat: orrery_rules::Seat) -> Option<Action> {
    if state.actor() != Actor::Seat(seat) {
        return None;
    }
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    legal.iter().copied().find(|action| {
        let (mut after, mut events) = (*state, Vec::new());
        after.apply(Step::Action(*action), &mut events).is_ok()
            && events
                .iter()
                .any(|it| matches!(it, Event::Colonised { seat: by, .. } if *by == seat))
    })
}

/// Whether an order is about colonising this die.
pub(crate) fn wants_colony(orders: &[Order], face: orrery_protocol::Face) -> bool {
    let colonises = |order: &Order| match &order.standing {
        Standing::Follow { conditions, .. } => conditions.contains(&Condition::Colonises),
        _ => false,
    };
    orders.iter().any(|order| order.face == face && colonises(order))
}

/// Whether an order outlives the beginning of this seat's turn.
pub(crate) fn survives(order: &Order, owner: Seat, beginning: Seat) -> bool {
    match order.scope {
        Scope::Game => true,
        Scope::Turn => false,
        Scope::UntilMyTurn => owner != beginning,
    }
}
