//! Reconstruction of the position in which a server asks a seat.
//!
//! The rules ask one seat after another, but a server asks several seats at the same time.

use crate::Seat;
use orrery_rules as rules;
use orrery_rules::{Action, Actions, Question, State, Step};

/// Returns a possible state for a view. If a server would ask the viewer now, the viewer decides next
/// in this state.
///
/// The state contains arbitrary hidden information. Show nothing that depends on it.
#[must_use]
pub fn asked_at_once<'r>(seen: &rules::View<'r>, viewer: Seat) -> State<'r> {
    let mut state = seen.complete(0);
    pass_before(&mut state, viewer.rules());
    state
}

/// Lets the seats before the viewer pass or choose a mission. A server asks all followers, and all
/// seats choosing missions, at the same time.
fn pass_before(state: &mut State<'_>, viewer: Option<rules::Seat>) {
    while let Some(asked) = state.decision()
        && Some(asked.seat) != viewer
        && let Some(answer) = idle_answer(state, asked.question)
        && state.apply(Step::Action(answer), &mut Vec::new()).is_ok()
    {}
}

/// Returns the neutral action for a question that a server asks all seats at the same time.
fn idle_answer(state: &State<'_>, question: Question) -> Option<Action> {
    match question {
        Question::Follow { .. } => Some(Action::Pass),
        Question::KeepMission => {
            let mut legal = Actions::new();
            state.legal_actions(&mut legal);
            legal.first().copied()
        }
        _ => None,
    }
}
