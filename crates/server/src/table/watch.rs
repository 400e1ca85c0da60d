//! Who looks at a table, and what they are sent. Everybody has a bounded queue; who does not read
//! is let go and comes back with the version it has seen.

use super::Table;
use super::command::{Attach, Frame, Who};
use crate::frames::{FrameSender, NotTaken};
use crate::game::tell::Viewer;
use axum::extract::ws::Utf8Bytes;
use orrery_protocol::{
    ClientRole, CloseReason, Code, Fault, PROTOCOL, Seat, ServerMessage, Spectating, ViewReason,
};
use orrery_store::Stage;

/// Most steps that are told one by one to somebody who was away.
const MOST_STEPS: u32 = 200;

/// A socket.
pub(super) struct Watcher {
    pub(super) number: u64,
    pub(super) who: Option<Who>,
    pub(super) viewer: Viewer,
    /// The hash of the deck that it has, if it wants the deck only once.
    pub(super) deck: Option<String>,
    pub(super) frames: FrameSender,
    /// The seats that it does not hear.
    pub(super) muted: crate::game::core::Seats,
}

/// A message as it is sent.
pub(super) fn text(message: &ServerMessage) -> Frame {
    // Messages have text keys only, so this cannot fail.
    Frame::Text(Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default()))
}

impl Table<'_> {
    /// The seat of somebody.
    pub(super) fn seat_of(&self, who: Option<&Who>) -> Option<Seat> {
        let who = who?;
        let sits = |id: &Option<String>| id.as_deref() == Some(&*who.id);
        let place = self.row.seats.iter().position(|seat| sits(&seat.identity))?;
        Seat::ALL.get(place).copied()
    }

    pub(super) fn is_host(&self, who: Option<&Who>) -> bool {
        who.is_some_and(|who| *who.id == *self.row.host)
    }

    /// Whether somebody may look at the table.
    pub(super) fn admit(&self, who: Option<&Who>) -> Result<(), Fault> {
        let open = self.settings.spectating == Spectating::Welcome
            || self.row.stage == Stage::Open
            || self.is_host(who)
            || self.seat_of(who).is_some();
        let closed = || Fault::new(Code::NotAdmitted, "only its players may look at this table");
        open.then_some(()).ok_or_else(closed)
    }

    pub(super) async fn attach(&mut self, attach: Attach) {
        if let Err(fault) = self.admit(attach.who.as_ref()) {
            let _ = attach.reply.send(Err(fault));
            return;
        }
        // Random, so that a socket of an earlier task of this table is never taken for another.
        let number = u64::from_le_bytes(crate::secret::random());
        let seat = self.seat_of(attach.who.as_ref());
        let viewer = Viewer { seat, words: attach.words };
        let watcher = Watcher {
            number,
            who: attach.who,
            viewer,
            deck: attach.deck,
            frames: attach.frames,
            muted: Default::default(),
        };
        self.load_chat().await;
        self.returned(seat).await;
        if attach.reply.send(Ok(number)).is_err() {
            return;
        }
        self.watchers.push(watcher);
        self.welcome(number, attach.since);
        self.publish_presence();
    }

    fn welcome(&mut self, number: u64, since: Option<u32>) {
        let Some(watcher) = self.watchers.iter().find(|it| it.number == number) else { return };
        let who = watcher.who.as_ref();
        let seat = watcher.viewer.seat;
        let own = seat.zip(self.game.as_ref().map(|game| &game.core));
        let orders = own.map(|(seat, core)| core.orders[seat.index()].to_vec());
        let following = own.map(|(seat, core)| core.following[seat.index()]);
        let welcome = ServerMessage::Welcome {
            orrery: PROTOCOL,
            you: ClientRole { seat, host: self.is_host(who) },
            table: Box::new(self.info_for(watcher)),
            orders: orders.unwrap_or_default(),
            following: following.unwrap_or_default(),
            chat: self.chat_lines(watcher),
        };
        self.send(number, &welcome);
        self.note_deck(number);
        if self.game.is_some() {
            self.catch_up(number, since);
        }
        if let Some(asking) = self.undo_message() {
            self.send(number, &asking);
        }
    }

    /// The table as a socket may see it, without a deck that it has.
    fn info_for(&self, watcher: &Watcher) -> orrery_protocol::Table {
        let mut table = self.info(watcher.who.as_ref());
        if self.has_deck(watcher) {
            table.settings.deck = None;
        }
        table
    }

    /// Whether a socket wants the deck only once, and has been sent it.
    fn has_deck(&self, watcher: &Watcher) -> bool {
        watcher.deck.is_some() && watcher.deck == self.deck_hash
    }

    /// A socket that wants the deck once has been sent it.
    fn note_deck(&mut self, number: u64) {
        let hash = self.deck_hash.clone();
        let found = self.watchers.iter_mut().find(|it| it.number == number && it.deck.is_some());
        found.into_iter().for_each(|watcher| watcher.deck.clone_from(&hash));
    }

    /// Everything after a version, step by step or as a view.
    pub(super) fn catch_up(&mut self, number: u64, since: Option<u32>) {
        let Some(watcher) = self.watchers.iter().find(|it| it.number == number) else { return };
        let Some(game) = &self.game else { return };
        let (names, now) = (self.names(), self.hub.clock.now());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let version = game.core.version;
        let missed = since.and_then(|since| version.checked_sub(since));
        let message = match (since, missed) {
            (Some(since), Some(missed)) if since >= game.core.undone && missed <= MOST_STEPS => {
                let from = game.steps.len() - missed as usize;
                game.told_steps((from, game.state_after(from)), watcher.viewer, &names, now)
            }
            (None, _) => game.told_view(ViewReason::Joined, watcher.viewer, &names, now),
            _ => game.told_view(ViewReason::Behind, watcher.viewer, &names, now),
        };
        self.send(number, &message);
    }

    pub(super) fn detach(&mut self, number: u64) {
        self.watchers.retain(|watcher| watcher.number != number);
        self.publish_presence();
    }

    pub(super) fn send(&mut self, number: u64, message: &ServerMessage) {
        if let ServerMessage::Error { error, .. } = message {
            self.hub.metrics.fault(error.code);
        }
        let frame = text(message);
        let found = self.watchers.iter().position(|watcher| watcher.number == number);
        if let Some(place) = found {
            self.send_at(place, frame);
        }
    }

    /// `false` if the watcher was let go.
    fn send_at(&mut self, place: usize, frame: Frame) -> bool {
        match self.watchers[place].frames.try_send(frame) {
            Ok(()) => true,
            Err(error) => {
                if error == NotTaken::Full {
                    self.hub.metrics.slow_sockets.inc();
                }
                self.watchers.swap_remove(place);
                false
            }
        }
    }

    /// Sends everybody what is made for them; it is made once for those who see the same.
    pub(super) fn publish(&mut self, make: impl Fn(&Self, Viewer) -> Option<ServerMessage>) {
        self.publish_by(|_, watcher| watcher.viewer, |table, watcher| make(table, watcher.viewer));
    }

    /// The same for those who see something else: a key tells who sees the same.
    fn publish_by<K: PartialEq>(
        &mut self,
        key: impl Fn(&Self, &Watcher) -> K,
        make: impl Fn(&Self, &Watcher) -> Option<ServerMessage>,
    ) {
        let mut made: Vec<(K, Option<Frame>)> = Vec::new();
        let mut place = 0;
        while place < self.watchers.len() {
            let watcher = &self.watchers[place];
            let own = key(self, watcher);
            let frame = match made.iter().find(|(other, _)| *other == own) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let frame = make(self, watcher).as_ref().map(text);
                    made.push((own, frame.clone()));
                    frame
                }
            };
            if frame.is_none_or(|frame| self.send_at(place, frame)) {
                place += 1;
            }
        }
    }

    /// Sends the sockets of one seat something.
    pub(super) fn tell_seat(
        &mut self,
        seat: Seat,
        message: impl Fn(&Self, Viewer) -> Option<ServerMessage>,
    ) {
        self.publish(
            |table, viewer| {
                if viewer.seat == Some(seat) { message(table, viewer) } else { None }
            },
        );
    }

    /// The table has changed: everybody gets it as they may see it.
    pub(super) fn publish_table(&mut self) {
        for place in 0..self.watchers.len() {
            let seat = self.seat_of(self.watchers[place].who.as_ref());
            self.watchers[place].viewer.seat = seat;
        }
        // With a long deck a description is long: many spectators share one.
        let key = |table: &Self, watcher: &Watcher| {
            let host = table.is_host(watcher.who.as_ref());
            (watcher.viewer.seat, host, table.has_deck(watcher))
        };
        self.publish_by(key, |table, watcher| {
            Some(ServerMessage::Table { table: Box::new(table.info_for(watcher)) })
        });
    }

    pub(super) fn publish_presence(&mut self) {
        self.publish(|table, _| {
            let present = table.present();
            let spectators = table.watchers.iter().filter(|it| it.viewer.seat.is_none()).count();
            let seats = present.iter().collect();
            Some(ServerMessage::Presence { seats, spectators: spectators as u32 })
        });
    }

    /// The seats whose players are connected.
    pub(super) fn present(&self) -> crate::game::core::Seats {
        let mut present = crate::game::core::Seats::default();
        let seats = self.watchers.iter().filter_map(|watcher| watcher.viewer.seat);
        seats.for_each(|seat| present.add(seat));
        present
    }

    /// Ends the connections of those who may not look any more.
    pub(super) fn show_out(&mut self) {
        let may = |watcher: &Watcher| self.admit(watcher.who.as_ref()).is_ok();
        let stays: Vec<bool> = self.watchers.iter().map(may).collect();
        for (watcher, _) in self.watchers.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            let _ = watcher.frames.try_send(Frame::Close(CloseReason::Gone));
        }
        let mut stays = stays.into_iter();
        self.watchers.retain(|_| stays.next().unwrap_or(true));
    }

    /// Ends the connections of somebody.
    pub(super) fn close_who(&mut self, id: &str, why: CloseReason) {
        let is = |watcher: &Watcher| watcher.who.as_ref().is_some_and(|who| *who.id == *id);
        for watcher in self.watchers.iter().filter(|watcher| is(watcher)) {
            let _ = watcher.frames.try_send(Frame::Close(why));
        }
        self.watchers.retain(|watcher| !is(watcher));
    }
}
