//! Answers of standing orders, which depend only on public information.

use orrery_protocol::{
    Condition, Fallback, FollowPreview, Following, Order, Scope, Seat, Standing,
};
use orrery_rules::{Action, Actions, Actor, Event, Question, State, Step};

/// Returns the answer of a seat's orders when it may follow. `None`: ask the player.
pub(crate) fn answer(state: &State<'_>, orders: &[Order], following: Following) -> Option<Action> {
    let Question::Follow { face, .. } = state.decision()?.question else { return None };
    let order = orders.iter().find(|order| order.face == face.into());
    match (following, order.map(|order| &order.standing)) {
        (Following::Beginner, _) | (Following::Normal, None) | (_, Some(Standing::Ask)) => None,
        (Following::Fast, None) | (_, Some(Standing::Never)) => Some(Action::Pass),
        (_, Some(Standing::Follow { conditions, otherwise })) => {
            let preview = follow_preview(state)?;
            match (conditions.iter().all(|condition| holds(preview, *condition)), otherwise) {
                (true, _) => Some(Action::Follow),
                (false, Fallback::Pass) => Some(Action::Pass),
                (false, Fallback::Ask) => None,
            }
        }
    }
}

const fn holds(preview: FollowPreview, condition: Condition) -> bool {
    match condition {
        Condition::KeepsCulture { at_least } => preview.keeps_culture >= at_least,
        Condition::Gains { at_least } => preview.gains >= at_least,
        Condition::Colonises => preview.colonises,
    }
}

/// Returns what a follow would bring to the seat that is asked.
pub(crate) fn follow_preview(state: &State<'_>) -> Option<FollowPreview> {
    let asked = state.decision()?;
    let Question::Follow { cost, .. } = asked.question else { return None };
    let (seat, mut after) = (asked.seat, *state);
    after.apply_unchecked(Step::Action(Action::Follow));
    Some(FollowPreview {
        colonises: colonising_action(&after, seat).is_some(),
        gains: gains(state, &after, seat, cost),
        keeps_culture: state.held(seat).culture.saturating_sub(cost),
    })
}

/// Returns the resources that a follow brings without further decisions, not counting its cost.
fn gains(state: &State<'_>, after: &State<'_>, seat: orrery_rules::Seat, cost: u8) -> u8 {
    if after.actor() == Actor::Seat(seat) {
        return 0;
    }
    let before = state.held(seat).total().saturating_sub(cost);
    after.held(seat).total().saturating_sub(before)
}

/// Returns the action with which this seat colonises a planet at once.
pub(crate) fn colonising_action(state: &State<'_>, seat: orrery_rules::Seat) -> Option<Action> {
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

/// Returns whether an order for this face has the condition to colonise.
pub(crate) fn has_colony_condition(orders: &[Order], face: orrery_protocol::Face) -> bool {
    let must_colonise = |order: &Order| match &order.standing {
        Standing::Follow { conditions, .. } => conditions.contains(&Condition::Colonises),
        _ => false,
    };
    orders.iter().any(|order| order.face == face && must_colonise(order))
}

/// Returns whether an order stays in force when the turn of the seat `active` starts.
pub(crate) fn stays_in_force(order: &Order, owner: Seat, active: Seat) -> bool {
    match order.scope {
        Scope::Game => true,
        Scope::Turn => false,
        Scope::UntilMyTurn => owner != active,
    }
}

#[cfg(test)]
mod tests;
