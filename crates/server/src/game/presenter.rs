//! Messages about a game for one viewer: steps, views and prompts.
//!
//! [`Presenter`] decides what the viewer sees. This module adds windows, sealed answers and clocks,
//! which only a server has.

use super::Game;
use super::orders;
use super::window::{SealedAnswer, position_for};
use orrery_protocol::{
    FollowPreview, Following, Narrator, PlayedStep, Presenter, Prompt, Seat, ServerMessage,
    TextLanguage, ViewReason,
};
use orrery_rules::{State, Step};

/// The recipient of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    /// The seat. `None`: a spectator.
    pub(crate) seat: Option<Seat>,
    /// The language of texts. `None`: no texts.
    pub(crate) language: Option<TextLanguage>,
}

impl Viewer {
    fn presenter(self, names: &[String]) -> Presenter<'_> {
        let narrator = |language: TextLanguage| Narrator { names, language: language.into() };
        Presenter { viewer: self.seat.into(), narrator: self.language.map(narrator) }
    }
}

impl Game<'_> {
    /// Returns the message about new steps.
    pub(crate) fn steps_message(
        &self,
        played: &[PlayedStep<'_>],
        viewer: Viewer,
        names: &[String],
        now: i64,
    ) -> ServerMessage {
        ServerMessage::Steps {
            version: self.core.version,
            length: self.core.length,
            steps: viewer.presenter(names).steps(played),
            prompt: self.prompt(viewer, names, now),
            clocks: self.core.clocks(&self.terms, now),
        }
    }

    /// Returns the message with everything that the viewer may know.
    pub(crate) fn view_message(
        &self,
        reason: ViewReason,
        viewer: Viewer,
        names: &[String],
        now: i64,
    ) -> ServerMessage {
        let seen = self.core.state.observe(viewer.seat.map(Seat::rules));
        ServerMessage::View {
            version: self.core.version,
            length: self.core.length,
            reason,
            view: Box::new(viewer.presenter(names).view(&seen)),
            prompt: self.prompt(viewer, names, now),
            clocks: self.core.clocks(&self.terms, now),
        }
    }

    /// Returns the current prompt as the viewer may see it.
    pub(crate) fn prompt(&self, viewer: Viewer, names: &[String], now: i64) -> Option<Prompt> {
        let playing = viewer.seat.filter(|seat| !self.core.resigned.has(seat.rules()));
        // A seat that is not asked sees the prompt like a spectator.
        let prompt = |position: &State<'_>, asked: Option<Seat>, version| {
            Viewer { seat: asked, ..viewer }.presenter(names).prompt(position, version)
        };
        if let Some(window) = self.core.open_window() {
            let seats: Vec<Seat> = window.pending.iter().map(|asked| asked.seat).collect();
            let asked = playing.filter(|seat| seats.contains(seat));
            let position = asked.and_then(|seat| position_for(&self.core.state, seat));
            let answered = asked.and_then(|seat| window.seat(seat)?.answer.as_ref());
            let question = prompt(&position.unwrap_or(self.core.state), asked, window.version)?;
            return Some(Prompt {
                answered: answered.map(|sealed| self.sealed_notation(sealed)),
                brings: asked.and_then(|seat| self.follow_preview(seat, position.as_ref()?)),
                remaining_ms: self.remaining_ms(asked.or(seats.first().copied())?, now),
                seats,
                ..question
            });
        }
        let seat = self.core.single_asked_seat()?;
        let asked = playing.filter(|playing| *playing == seat);
        let question = prompt(&self.core.state, asked, self.core.asked_version)?;
        Some(Prompt { remaining_ms: self.remaining_ms(seat, now), ..question })
    }

    fn sealed_notation(&self, sealed: &SealedAnswer) -> String {
        match sealed {
            SealedAnswer::Wait => "wait".to_owned(),
            SealedAnswer::Act { action, .. } => {
                Step::Action(*action).notation(self.terms.rules).to_string()
            }
        }
    }

    fn remaining_ms(&self, seat: Seat, now: i64) -> Option<u32> {
        let deadline = self.core.deadline(&self.terms, seat)?;
        Some(u32::try_from((deadline - now).max(0)).unwrap_or(u32::MAX))
    }

    /// Returns the preview of a follow, for seats in beginner mode.
    fn follow_preview(&self, seat: Seat, position: &State<'_>) -> Option<FollowPreview> {
        let is_beginner = self.core.following[seat.index()] == Following::Beginner;
        if is_beginner { orders::follow_preview(position) } else { None }
    }
}
