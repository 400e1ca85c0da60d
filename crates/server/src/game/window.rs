//! Questions that are put to several seats at once: whether to follow a die, and which mission to
//! keep. Answers are sealed until all are in, and carried out clockwise.

use super::core::Seats;
use arrayvec::ArrayVec;
use orrery_protocol::{AutoStepCause, Seat};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Action, Actions, Actor, Face, Question, State, Step};

/// A question to several seats.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// What tells it from any other.
    key: Key,
    /// The version at which it was opened; answers name it.
    pub(crate) version: u32,
    /// When it was opened, in milliseconds since 1970.
    pub(crate) opened: i64,
    /// Whether answers are being carried out.
    pub(crate) released: bool,
    /// Those not yet carried out, clockwise.
    pub(crate) left: ArrayVec<Asked, MAX_SEATS>,
    /// Those carried out: whoever is among them and asked again is asked something new.
    taken: Seats,
}

/// A seat that is asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Who.
    pub(crate) seat: Seat,
    /// Since when the clock runs.
    pub(crate) since: i64,
    /// What was answered.
    pub(crate) answer: Option<Sealed>,
}

/// A sealed answer.
#[derive(Clone, Debug)]
pub(crate) enum Sealed {
    /// After those before me.
    Wait,
    /// This, and what answered it.
    Act {
        /// The answer.
        action: Action,
        /// What gave it, if not the player by hand.
        by: Option<AutoStepCause>,
        /// The id that the client made up.
        id: Option<String>,
    },
}

/// The die that is followed, by all that changes when another die is activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Missions,
    Die { turn: u16, face: Face, cost: u8, bay: usize, converter: usize, dice: usize },
}

/// Whether a question is put to several seats at once.
pub(crate) const fn is_shared(question: Question) -> bool {
    matches!(question, Question::Follow { .. } | Question::KeepMission)
}

fn key(state: &State<'_>) -> Option<Key> {
    match state.decision()?.question {
        Question::KeepMission => Some(Key::Missions),
        Question::Follow { face, cost } => Some(Key::Die {
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

/// The answer that changes least in a position.
pub(crate) fn idle_answer(state: &State<'_>) -> Option<Action> {
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    idle(&legal)
}

/// The answer that changes least: no, or the end of the turn; the first one if there is no such.
pub(crate) fn idle(legal: &Actions) -> Option<Action> {
    let idle = [Action::Pass, Action::EndTurn, Action::Decline, Action::Accept];
    idle.into_iter().find(|action| legal.contains(action)).or_else(|| legal.first().copied())
}

/// The position in which this seat is asked, if all before it pass.
pub(crate) fn position<'r>(state: &State<'r>, seat: Seat) -> Option<State<'r>> {
    let mut state = *state;
    let first = key(&state)?;
    for _ in 0..MAX_SEATS {
        match state.actor() {
            Actor::Seat(asked) if Seat::from(asked) == seat => return Some(state),
            _ => state.apply_unchecked(Step::Action(idle_answer(&state)?)),
        }
        if key(&state) != Some(first) {
            return None;
        }
    }
    None
}

/// Everyone who is asked if all pass.
fn concerned(state: &State<'_>) -> ArrayVec<Seat, MAX_SEATS> {
    let seats = Seat::ALL.into_iter().filter(|seat| position(state, *seat).is_some());
    let mut seats: ArrayVec<Seat, MAX_SEATS> = seats.collect();
    // Clockwise from the one who is asked first.
    if let Actor::Seat(first) = state.actor() {
        let count = state.seat_count();
        seats.sort_by_key(|seat| (seat.index() + count - first.index()) % count);
    }
    seats
}

impl Window {
    /// The window for a shared question: the one that is open, or a new one.
    pub(crate) fn at(state: &State<'_>, open: Option<Self>, version: u32, at: i64) -> Option<Self> {
        let (key, Actor::Seat(seat)) = (key(state)?, state.actor()) else { return None };
        let mut answers: ArrayVec<Asked, MAX_SEATS> = ArrayVec::new();
        let same = |open: &Self| open.key == key && !open.taken.has(seat.into());
        if let Some(mut open) = open.filter(same) {
            if let Some(place) = open.left.iter().position(|asked| asked.seat == seat.into()) {
                open.left.drain(..place);
                // A step was taken from it, so it is released, also when a log is played that does
                // not say so. What the step did may leave some with nothing to answer.
                open.released = true;
                open.left.retain(|asked| position(state, asked.seat).is_some());
                return Some(open);
            }
            answers = open.left;
        }
        let kept = |seat: Seat| answers.iter().find(|asked| asked.seat == seat);
        let asked = |seat| Asked {
            seat,
            since: at,
            answer: kept(seat).and_then(|asked| asked.answer.clone()),
        };
        let left = concerned(state).into_iter().map(asked).collect();
        Some(Self { key, version, opened: at, released: false, left, taken: Seats::default() })
    }

    /// The answer of a seat is carried out.
    pub(crate) fn carried_out(&mut self, seat: Seat) {
        self.left.retain(|asked| asked.seat != seat);
        self.taken.add(seat);
    }

    /// Whether everybody has answered or waits.
    pub(crate) fn is_complete(&self) -> bool {
        self.left.iter().all(|asked| asked.answer.is_some())
    }

    /// A seat that is asked.
    pub(crate) fn seat(&self, seat: Seat) -> Option<&Asked> {
        self.left.iter().find(|asked| asked.seat == seat)
    }

    /// The same, to change.
    pub(crate) fn seat_mut(&mut self, seat: Seat) -> Option<&mut Asked> {
        self.left.iter_mut().find(|asked| asked.seat == seat)
    }

    /// The one whose answer comes next.
    pub(crate) fn first_mut(&mut self) -> Option<&mut Asked> {
        self.left.first_mut()
    }
}

#[cfg(test)]
mod tests;
