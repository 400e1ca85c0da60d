//! Undo of steps.
//!
//! A player can undo their own steps freely until the game reveals new information. After that, all
//! other people must agree.

use super::Table;
use super::play::{Handled, OwnedDraft};
use crate::game::commands::UndoScope;
use orrery_protocol::{ClockSetting, Code, Consent, Fault, Seat, ServerMessage};
use orrery_rules::Seats;

/// Time limit for consent, in milliseconds. A play-by-day game uses its decision time instead.
const CONSENT_TIMEOUT: i64 = 60_000;

/// A request for an undo that needs consent.
pub(super) struct UndoRequest {
    /// The number of the request.
    request: u32,
    seat: Seat,
    /// The number of steps that remain.
    to: usize,
    /// The message id that the client generated.
    id: String,
    /// Seats that have not answered yet.
    waiting: Seats,
    /// When the request expires, in Unix milliseconds.
    pub(super) until: i64,
}

impl Table<'_> {
    pub(super) async fn undo_steps(
        &mut self,
        seat: Seat,
        version: u32,
        to: Option<u32>,
        id: String,
    ) -> Result<Handled, Fault> {
        let Some(game) = &self.game else {
            return Err(Fault::new(Code::NotBegun, "the game has not started"));
        };
        let is_repeated = |pending: &UndoRequest| pending.seat == seat && pending.id == id;
        if self.undo.as_ref().is_some_and(is_repeated) {
            return Ok(Handled::Done);
        }
        match game.undo_scope(seat, version, to, self.hub.clock.now())? {
            UndoScope::Free(to) => self.rewind(seat, to, &id).await?,
            UndoScope::NeedsConsent(to) => self.request_consent(seat, to, id).await?,
        }
        Ok(Handled::Done)
    }

    async fn rewind(&mut self, seat: Seat, to: usize, id: &str) -> Result<(), Fault> {
        let Some(game) = &self.game else { return Ok(()) };
        let draft: OwnedDraft<'_> = game.undo(seat, to, id, self.hub.clock.now()).into();
        self.undo = None;
        self.commit(draft).await
    }

    /// Asks all other people for consent.
    async fn request_consent(&mut self, seat: Seat, to: usize, id: String) -> Result<(), Fault> {
        let people = self.game.as_ref().map(|game| game.core.people(&self.terms));
        let waiting = people.unwrap_or_default().without(seat.rules());
        if waiting.is_empty() {
            return self.rewind(seat, to, &id).await;
        }
        self.cancel_undo();
        self.undo_count += 1;
        let timeout = match self.terms.clock {
            ClockSetting::Days { hours } => i64::from(hours) * 3_600_000,
            _ => CONSENT_TIMEOUT,
        };
        let until = self.hub.clock.now() + timeout;
        self.undo = Some(UndoRequest { request: self.undo_count, seat, to, id, waiting, until });
        self.publish(|table, _| table.undo_message());
        Ok(())
    }

    /// Describes the pending request.
    pub(super) fn undo_message(&self) -> Option<ServerMessage> {
        let pending = self.undo.as_ref()?;
        Some(ServerMessage::UndoAsked {
            request: pending.request,
            seat: pending.seat,
            to: pending.to as u32,
            waiting: pending.waiting.iter().map(Seat::from).collect(),
        })
    }

    pub(super) async fn consent(
        &mut self,
        seat: Seat,
        request: u32,
        answer: Consent,
    ) -> Result<Handled, Fault> {
        let is_asked = |pending: &&mut UndoRequest| {
            pending.request == request && pending.waiting.has(seat.rules())
        };
        let Some(pending) = self.undo.as_mut().filter(is_asked) else {
            return Err(Fault::new(Code::NothingToUndo, "this undo request is no longer open"));
        };
        pending.waiting = pending.waiting.without(seat.rules());
        match (answer, pending.waiting.is_empty()) {
            (Consent::Refuse, _) => self.cancel_undo(),
            (Consent::Agree, true) => {
                let (seat, to, id) = (pending.seat, pending.to, pending.id.clone());
                self.rewind(seat, to, &id).await?;
            }
            (Consent::Agree, false) => self.publish(|table, _| table.undo_message()),
        }
        Ok(Handled::Done)
    }

    /// Cancels the pending request.
    pub(super) fn cancel_undo(&mut self) {
        if let Some(pending) = self.undo.take() {
            let request = pending.request;
            self.publish(|_, _| Some(ServerMessage::UndoRefused { request }));
        }
    }

    pub(super) fn expire_undo(&mut self) {
        let now = self.hub.clock.now();
        if self.undo.as_ref().is_some_and(|pending| pending.until <= now) {
            self.cancel_undo();
        }
    }
}
