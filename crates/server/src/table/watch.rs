//! Sockets at a table, and the messages sent to them.
//!
//! Each socket has a bounded queue. The table disconnects a client that reads too slowly. The
//! client can resume from the last version that it has seen.

use super::Table;
use super::command::{Attach, Frame, User};
use crate::frames::{FrameSendError, FrameSender};
use crate::game::presenter::Viewer;
use axum::extract::ws::Utf8Bytes;
use orrery_protocol::{
    ClientRole, CloseReason, Code, Fault, PROTOCOL, Seat, ServerMessage, Spectating, ViewReason,
};
use orrery_rules::Seats;
use orrery_store::Stage;

/// Maximum number of missed steps that a client receives. If it missed more, it receives a view.
const MAX_CATCH_UP_STEPS: u32 = 200;

/// A socket at the table.
pub(super) struct TableSocket {
    /// Identifies the socket in commands.
    pub(super) number: u64,
    pub(super) user: Option<User>,
    pub(super) viewer: Viewer,
    /// Hash of the deck that the client has. `None`: the client does not cache decks.
    pub(super) deck: Option<String>,
    pub(super) frames: FrameSender,
    /// Seats that the player has muted.
    pub(super) muted: Seats,
}

/// Encodes a message as a frame.
pub(super) fn encode_frame(message: &ServerMessage) -> Frame {
    Frame::Text(Utf8Bytes::from(message.to_json()))
}

impl Table<'_> {
    /// Returns the seat of a user.
    pub(super) fn seat_of(&self, user: Option<&User>) -> Option<Seat> {
        let user = user?;
        let sits = |id: &Option<String>| id.as_deref() == Some(&*user.id);
        let index = self.row.seats.iter().position(|seat| sits(&seat.identity))?;
        Seat::ALL.get(index).copied()
    }

    pub(super) fn is_host(&self, user: Option<&User>) -> bool {
        user.is_some_and(|user| *user.id == *self.row.host)
    }

    /// Refuses users who may not see the table.
    pub(super) fn check_admission(&self, user: Option<&User>) -> Result<(), Fault> {
        let is_admitted = self.settings.spectating == Spectating::Welcome
            || self.row.stage == Stage::Open
            || self.is_host(user)
            || self.seat_of(user).is_some();
        let refused = || Fault::new(Code::NotAdmitted, "only players may watch this table");
        is_admitted.then_some(()).ok_or_else(refused)
    }

    pub(super) async fn attach(&mut self, attach: Attach) {
        if let Err(fault) = self.check_admission(attach.user.as_ref()) {
            let _ = attach.reply.send(Err(fault));
            return;
        }
        // Random, so that numbers of an earlier task of this table are never valid.
        let number = u64::from_le_bytes(crate::secret::random());
        let seat = self.seat_of(attach.user.as_ref());
        let viewer = Viewer { seat, language: attach.language };
        let socket = TableSocket {
            number,
            user: attach.user,
            viewer,
            deck: attach.deck,
            frames: attach.frames,
            muted: Default::default(),
        };
        if let Err(error) = self.load_chat().await {
            // The user can play or watch without the chat. The next message loads the chat again.
            tracing::warn!(table = %self.id, %error, "failed to load chat");
        }
        self.player_returned(seat).await;
        if attach.reply.send(Ok(number)).is_err() {
            return;
        }
        self.sockets.push(socket);
        self.welcome(number, attach.since);
        self.publish_presence();
    }

    fn welcome(&mut self, number: u64, since: Option<u32>) {
        let Some(socket) = self.sockets.iter().find(|it| it.number == number) else { return };
        let user = socket.user.as_ref();
        let seat = socket.viewer.seat;
        let seated = seat.zip(self.game.as_ref().map(|game| &game.core));
        let orders = seated.map(|(seat, core)| core.orders[seat.index()].to_vec());
        let following = seated.map(|(seat, core)| core.following[seat.index()]);
        let welcome = ServerMessage::Welcome {
            orrery: PROTOCOL,
            you: ClientRole { seat, host: self.is_host(user) },
            table: Box::new(self.info_for(socket)),
            orders: orders.unwrap_or_default(),
            following: following.unwrap_or_default(),
            chat: self.chat_lines(socket),
        };
        self.send(number, &welcome);
        self.record_deck_sent(number);
        if self.game.is_some() {
            self.catch_up(number, since);
        }
        if let Some(message) = self.undo_message() {
            self.send(number, &message);
        }
    }

    /// Describes the table for a socket, without a deck that the client already has.
    fn info_for(&self, socket: &TableSocket) -> orrery_protocol::Table {
        let mut table = self.info(socket.user.as_ref());
        if self.has_deck(socket) {
            table.settings.deck = None;
        }
        table
    }

    /// Returns whether the client has cached the deck of the table.
    fn has_deck(&self, socket: &TableSocket) -> bool {
        socket.deck.is_some() && socket.deck == self.deck_hash
    }

    /// Records that a socket has received the deck.
    fn record_deck_sent(&mut self, number: u64) {
        let hash = self.deck_hash.clone();
        let found = self.sockets.iter_mut().find(|it| it.number == number && it.deck.is_some());
        found.into_iter().for_each(|socket| socket.deck.clone_from(&hash));
    }

    /// Sends everything after a version, as steps or as a view.
    pub(super) fn catch_up(&mut self, number: u64, since: Option<u32>) {
        let Some(socket) = self.sockets.iter().find(|it| it.number == number) else { return };
        let Some(game) = &self.game else { return };
        let (names, now) = (self.names(), self.hub.clock.now());
        let version = game.core.version;
        let missed = since.and_then(|since| version.checked_sub(since));
        let message = match (since, missed) {
            (Some(since), Some(missed))
                if since >= game.core.undo_version && missed <= MAX_CATCH_UP_STEPS =>
            {
                let missed = game.played_since(game.steps.len() - missed as usize);
                game.steps_message(&missed, socket.viewer, &names, now)
            }
            (None, _) => game.view_message(ViewReason::Joined, socket.viewer, &names, now),
            _ => game.view_message(ViewReason::Behind, socket.viewer, &names, now),
        };
        self.send(number, &message);
    }

    pub(super) fn detach(&mut self, number: u64) {
        self.sockets.retain(|socket| socket.number != number);
        self.publish_presence();
    }

    pub(super) fn send(&mut self, number: u64, message: &ServerMessage) {
        if let ServerMessage::Error { error, .. } = message {
            self.hub.metrics.count_fault(error.code);
        }
        let frame = encode_frame(message);
        let found = self.sockets.iter().position(|socket| socket.number == number);
        if let Some(index) = found {
            self.send_to_socket(index, frame);
        }
    }

    /// Sends a frame. Returns `false` if the socket was removed.
    fn send_to_socket(&mut self, index: usize, frame: Frame) -> bool {
        match self.sockets[index].frames.try_send(frame) {
            Ok(()) => true,
            Err(error) => {
                if error == FrameSendError::Full {
                    self.hub.metrics.slow_sockets.inc();
                }
                self.sockets.swap_remove(index);
                false
            }
        }
    }

    /// Sends every socket its message. Sockets with the same viewer share one frame.
    pub(super) fn publish(&mut self, make: impl Fn(&Self, Viewer) -> Option<ServerMessage>) {
        self.publish_by(|_, socket| socket.viewer, |table, socket| make(table, socket.viewer));
    }

    /// Sends every socket its message. Sockets with the same key share one frame.
    fn publish_by<K: PartialEq>(
        &mut self,
        key: impl Fn(&Self, &TableSocket) -> K,
        make: impl Fn(&Self, &TableSocket) -> Option<ServerMessage>,
    ) {
        let mut frames_by_key: Vec<(K, Option<Frame>)> = Vec::new();
        let mut index = 0;
        while index < self.sockets.len() {
            let socket = &self.sockets[index];
            let own_key = key(self, socket);
            let frame = match frames_by_key.iter().find(|(other, _)| *other == own_key) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let frame = make(self, socket).as_ref().map(encode_frame);
                    frames_by_key.push((own_key, frame.clone()));
                    frame
                }
            };
            if frame.is_none_or(|frame| self.send_to_socket(index, frame)) {
                index += 1;
            }
        }
    }

    /// Sends a message to the sockets of one seat.
    pub(super) fn send_to_seat(
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

    /// Updates the seats of all sockets, and sends them the changed table.
    pub(super) fn publish_table(&mut self) {
        for index in 0..self.sockets.len() {
            let seat = self.seat_of(self.sockets[index].user.as_ref());
            self.sockets[index].viewer.seat = seat;
        }
        // A description with a deck is long, so all spectators share one frame.
        let key = |table: &Self, socket: &TableSocket| {
            let host = table.is_host(socket.user.as_ref());
            (socket.viewer.seat, host, table.has_deck(socket))
        };
        self.publish_by(key, |table, socket| {
            Some(ServerMessage::Table { table: Box::new(table.info_for(socket)) })
        });
    }

    pub(super) fn publish_presence(&mut self) {
        self.update_host_absence();
        self.publish(|table, _| {
            let present = table.present_seats();
            let spectators = table.sockets.iter().filter(|it| it.viewer.seat.is_none()).count();
            let seats = present.iter().map(Seat::from).collect();
            Some(ServerMessage::Presence { seats, spectators: spectators as u32 })
        });
    }

    /// Returns the seats whose players are connected.
    pub(super) fn present_seats(&self) -> Seats {
        let seats = self.sockets.iter().filter_map(|socket| socket.viewer.seat);
        seats.map(Seat::rules).collect()
    }

    /// Disconnects sockets whose users may no longer see the table.
    pub(super) fn disconnect_unadmitted(&mut self) {
        let is_admitted = |socket: &TableSocket| self.check_admission(socket.user.as_ref()).is_ok();
        let stays: Vec<bool> = self.sockets.iter().map(is_admitted).collect();
        for (socket, _) in self.sockets.iter().zip(&stays).filter(|(_, stays)| !**stays) {
            let _ = socket.frames.try_send(Frame::Close(CloseReason::Gone));
        }
        let mut stays = stays.into_iter();
        self.sockets.retain(|_| stays.next().unwrap_or(true));
    }

    /// Disconnects a user.
    pub(super) fn disconnect_user(&mut self, id: &str, why: CloseReason) {
        let is_user =
            |socket: &TableSocket| socket.user.as_ref().is_some_and(|user| *user.id == *id);
        for socket in self.sockets.iter().filter(|socket| is_user(socket)) {
            let _ = socket.frames.try_send(Frame::Close(why));
        }
        self.sockets.retain(|socket| !is_user(socket));
    }
}
