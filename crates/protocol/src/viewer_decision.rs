//! Reconstruction of the state in which a seat decides.
//!
//! The rules ask one seat after another, but a server asks several seats at the same time. So a
//! seat may have to decide although the rules would ask other seats first.

use crate::Seat;
use orrery_rules as rules;
use orrery_rules::{Action, Actions, Question, State, Step};

/// Returns a state that is consistent with a view and in which the viewer decides.
///
/// In this state, the seats that the rules ask before the viewer have passed or chosen a mission. If
/// a server would not ask the viewer now, another seat decides in it.
///
/// The hidden missions in this state are arbitrary. Do not show anything that depends on them.
#[must_use]
pub fn state_where_viewer_decides<'r>(seen: &rules::View<'r>, viewer: Seat) -> State<'r> {
    let mut state = seen.complete(0);
    advance_to_viewer(&mut state, viewer.rules());
    state
}

/// Lets the seats before the viewer pass or choose a mission, until the viewer decides.
///
/// A server asks all followers, and all seats that choose missions, at the same time.
fn advance_to_viewer(state: &mut State<'_>, viewer: rules::Seat) {
    while let Some(asked) = state.decision()
        && asked.seat != viewer
        && let Some(answer) = neutral_answer(state, asked.question)
        && state.apply(Step::Action(answer), &mut Vec::new()).is_ok()
    {}
}

/// Returns a default answer to a question that a server asks all seats at the same time.
///
/// Returns `None` for other questions.
fn neutral_answer(state: &State<'_>, question: Question) -> Option<Action> {
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
