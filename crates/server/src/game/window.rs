//! Windows: questions to several seats at once, about a follow or about the missions to keep.
//!
//! Answers are sealed until all seats have answered. Then the server carries them out clockwise.

use arrayvec::ArrayVec;
use orrery_protocol::{AutoStepCause, Seat};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Action, Actions, Actor, Face, Question, Seats, State, Step};

/// A question to several seats.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// Identifies the question.
    key: WindowKey,
    /// The version at which the window opened. Answers contain it.
    pub(crate) version: u32,
    /// When the window opened, in Unix milliseconds.
    pub(crate) opened: i64,
    /// Whether the answers are being carried out.
    pub(crate) released: bool,
    /// Seats whose answers are not carried out yet, clockwise.
    pub(crate) pending: ArrayVec<AskedSeat, MAX_SEATS>,
    /// Seats whose answers were carried out. If such a seat is asked again, a new window opens.
    applied: Seats,
}

/// A seat that is asked.
#[derive(Clone, Debug)]
pub(crate) struct AskedSeat {
    /// The seat.
    pub(crate) seat: Seat,
    /// When its clock started, in Unix milliseconds.
    pub(crate) since: i64,
    /// Its sealed answer, if it has answered.
    pub(crate) answer: Option<SealedAnswer>,
}

/// A sealed answer.
#[derive(Clone, Debug)]
pub(crate) enum SealedAnswer {
    /// The seat waits for the seats before it.
    Wait,
    /// An action.
    Act {
        /// The action.
        action: Action,
        /// The cause, if the player did not answer by hand.
        by: Option<AutoStepCause>,
        /// The message id that the client generated.
        id: Option<String>,
    },
}

/// Identifies a question. For a follow, it contains all values that change with the activated die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WindowKey {
    Missions,
    Die { turn: u16, face: Face, cost: u8, bay: usize, converter: usize, dice: usize },
}

/// Returns whether the server asks several seats this question at once.
pub(crate) const fn is_shared(question: Question) -> bool {
    matches!(question, Question::Follow { .. } | Question::KeepMission)
}

fn key(state: &State<'_>) -> Option<WindowKey> {
    match state.decision()?.question {
        Question::KeepMission => Some(WindowKey::Missions),
        Question::Follow { face, cost } => Some(WindowKey::Die {
            turn: state.turn(),
            face,
            cost,
            bay: state.bay().iter().count(),
            converter: state.converter().iter().count(),
            dice: state.dice().iter().count(),
        }),
        _ => None,
    }
}

/// Returns the default action of a position.
pub(crate) fn default_answer(state: &State<'_>) -> Option<Action> {
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    default_action(&legal)
}

/// Returns the default action: pass, end the turn, decline or accept; otherwise the first one.
pub(crate) fn default_action(legal: &Actions) -> Option<Action> {
    let preferred = [Action::Pass, Action::EndTurn, Action::Decline, Action::Accept];
    preferred.into_iter().find(|action| legal.contains(action)).or_else(|| legal.first().copied())
}

/// Returns the position in which this seat is asked.
///
/// All seats before it give their default answers. Returns `None` if the question does not reach
/// the seat.
pub(crate) fn position_for<'r>(state: &State<'r>, seat: Seat) -> Option<State<'r>> {
    let mut state = *state;
    let first = key(&state)?;
    for _ in 0..MAX_SEATS {
        match state.actor() {
            Actor::Seat(asked) if Seat::from(asked) == seat => return Some(state),
            _ => state.apply_unchecked(Step::Action(default_answer(&state)?)),
        }
        if key(&state) != Some(first) {
            return None;
        }
    }
    None
}

/// Returns the seats of a shared question, clockwise.
fn asked_seats(state: &State<'_>) -> ArrayVec<Seat, MAX_SEATS> {
    let seats = Seat::ALL.into_iter().filter(|seat| position_for(state, *seat).is_some());
    let mut seats: ArrayVec<Seat, MAX_SEATS> = seats.collect();
    // Clockwise from the seat that is asked first.
    if let Actor::Seat(first) = state.actor() {
        let count = state.seat_count();
        seats.sort_by_key(|seat| (seat.index() + count - first.index()) % count);
    }
    seats
}

impl Window {
    /// Returns the window of a shared question: the open one, or a new one.
    pub(crate) fn open_or_continue(
        state: &State<'_>,
        open: Option<Self>,
        version: u32,
        at: i64,
    ) -> Option<Self> {
        let (key, Actor::Seat(seat)) = (key(state)?, state.actor()) else { return None };
        let mut answers: ArrayVec<AskedSeat, MAX_SEATS> = ArrayVec::new();
        let is_same = |open: &Self| open.key == key && !open.applied.has(seat);
        if let Some(mut open) = open.filter(is_same) {
            if let Some(index) = open.pending.iter().position(|asked| asked.seat == seat.into()) {
                open.pending.drain(..index);
                // The server has carried out an answer, so the window is released. The log has no
                // entry for the release, so a replay sets the flag here. After the step, some seats
                // may no longer have a choice.
                open.released = true;
                open.pending.retain(|asked| position_for(state, asked.seat).is_some());
                return Some(open);
            }
            answers = open.pending;
        }
        let previous = |seat: Seat| answers.iter().find(|asked| asked.seat == seat);
        let asked = |seat| AskedSeat {
            seat,
            since: at,
            answer: previous(seat).and_then(|asked| asked.answer.clone()),
        };
        let pending = asked_seats(state).into_iter().map(asked).collect();
        Some(Self { key, version, opened: at, released: false, pending, applied: Seats::NONE })
    }

    /// Removes a seat whose answer was carried out.
    pub(crate) fn mark_applied(&mut self, seat: Seat) {
        self.pending.retain(|asked| asked.seat != seat);
        self.applied = self.applied.with(seat.rules());
    }

    /// Returns whether every seat has answered or waits.
    pub(crate) fn is_complete(&self) -> bool {
        self.pending.iter().all(|asked| asked.answer.is_some())
    }

    /// Returns a seat that is asked.
    pub(crate) fn seat(&self, seat: Seat) -> Option<&AskedSeat> {
        self.pending.iter().find(|asked| asked.seat == seat)
    }

    /// Returns a seat that is asked, for modification.
    pub(crate) fn seat_mut(&mut self, seat: Seat) -> Option<&mut AskedSeat> {
        self.pending.iter_mut().find(|asked| asked.seat == seat)
    }

    /// Returns the seat whose answer is carried out next.
    pub(crate) fn first_mut(&mut self) -> Option<&mut AskedSeat> {
        self.pending.first_mut()
    }
}

#[cfg(test)]
mod tests;
