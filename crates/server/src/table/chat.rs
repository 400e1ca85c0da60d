//! Chat: messages of players, muting and rate limits.

use super::Table;
use super::play::Handled;
use super::store_fault;
use super::watch::{TableSocket, encode_frame};
use crate::http::names;
use orrery_protocol::{
    ChatLine, ChatReaders, Code, Fault, MuteState, Seat, ServerMessage, Speaker,
};
use orrery_store::{ChatRow, StoreError};

/// Number of past messages that a new socket receives.
const CHAT_HISTORY: usize = 50;
/// Number of messages that the table resends when another player takes over a seat.
///
/// The queue of a socket has room for more frames than this.
const RESENT_LINES: usize = 20;
/// Maximum number of characters of a message.
const MAX_CHAT_CHARS: usize = 500;
/// Rate limit of a player: number of messages, and period in milliseconds.
const CHAT_RATE: (usize, i64) = (5, 10_000);

/// Removes control characters and direction marks.
fn strip_control_characters(text: &str) -> String {
    let shown = |c: &char| {
        !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(shown).collect::<String>().trim().to_owned()
}

fn seat_of(row: &ChatRow) -> Option<Seat> {
    row.seat.and_then(|seat| Seat::ALL.get(seat as usize).copied())
}

impl Table<'_> {
    /// Loads the last messages, unless they are already loaded.
    pub(super) async fn load_chat(&mut self) -> Result<(), StoreError> {
        if self.chat.is_none() {
            let lines = self.hub.store.chat(&self.id, CHAT_HISTORY as u32).await?;
            self.chat = Some(lines.into());
        }
        Ok(())
    }

    /// Returns the last messages that the user of a socket may read and has not muted.
    pub(super) fn chat_lines(&self, socket: &TableSocket) -> Vec<ChatLine> {
        let is_shown = |row: &&ChatRow| self.is_chat_visible(socket, row);
        self.chat.iter().flatten().filter(is_shown).map(|row| self.chat_line(row)).collect()
    }

    /// Returns a message with the current name of its author, who may have left the seat.
    fn chat_line(&self, row: &ChatRow) -> ChatLine {
        let still_sits = |seat: &Seat| {
            let taken = self.row.seats.get(seat.index());
            taken.is_some_and(|taken| taken.identity.as_deref() == Some(&*row.identity))
        };
        let seat = seat_of(row).filter(still_sits);
        let name = seat.and_then(|seat| self.row.seats[seat.index()].name.clone());
        let from = Speaker { name: name.unwrap_or_else(|| row.name.clone()), seat };
        ChatLine { number: row.number, from, at: row.at, text: row.text.clone() }
    }

    /// Returns whether the user of a socket may read a message and has not muted its author.
    fn is_chat_visible(&self, socket: &TableSocket, row: &ChatRow) -> bool {
        let may_read = socket.viewer.seat.is_some()
            || self.is_host(socket.user.as_ref())
            || self.settings.chat == ChatReaders::Everyone;
        may_read && seat_of(row).is_none_or(|seat| !socket.muted.has(seat.rules()))
    }

    /// Stores a message of a player and sends it to the sockets.
    pub(super) async fn add_chat(
        &mut self,
        socket_number: u64,
        seat: Seat,
        id: String,
        text: String,
    ) -> Result<Handled, Fault> {
        self.load_chat().await.map_err(|error| store_fault(&error))?;
        let mut lines = self.chat.iter().flatten();
        let number = lines.clone().next_back().map_or(1, |row| row.number + 1);
        let now = self.hub.clock.now();
        let Some(socket) = self.sockets.iter().find(|it| it.number == socket_number) else {
            return Ok(Handled::NoReply);
        };
        let Some(user) = &socket.user else { return Ok(Handled::NoReply) };
        if lines.any(|row| row.message_id == id && *row.identity == *user.id) {
            return Ok(Handled::Done);
        }
        let text = checked_text(&text)?;
        let row = ChatRow {
            number,
            identity: user.id.to_string(),
            name: user.name.clone(),
            seat: Some(seat.index() as u8),
            at: now / 1000,
            message_id: id,
            text,
        };
        limit_chat_rate(&mut self.chat_times, seat, now)?;
        if let Err(error) = self.hub.store.add_chat(&self.id, row.clone()).await {
            // The message may be stored despite the error. Load the chat again when it is needed.
            self.chat = None;
            return Err(store_fault(&error));
        }
        self.publish_chat(row);
        Ok(Handled::Done)
    }

    /// Sends a line to every socket whose user may read it.
    fn send_line(&self, row: &ChatRow) {
        let frame = encode_frame(&ServerMessage::Chat { line: self.chat_line(row) });
        for socket in self.sockets.iter().filter(|socket| self.is_chat_visible(socket, row)) {
            // If the queue is full, the next message of the game removes the socket.
            let _ = socket.frames.try_send(frame.clone());
        }
    }

    /// Resends the last chat lines of the former players of a seat, now without their seat letter.
    ///
    /// It does not resend all lines, because they could fill the queue of a socket.
    pub(super) fn resend_chat_of_former_players(&self, seat: Seat) {
        let player = self.row.seats.get(seat.index()).and_then(|row| row.identity.as_deref());
        let is_former =
            |row: &&ChatRow| seat_of(row) == Some(seat) && player != Some(&*row.identity);
        let mut lines: Vec<&ChatRow> = self.chat.iter().flatten().filter(is_former).collect();
        let older = lines.len().saturating_sub(RESENT_LINES);
        lines.drain(older..).for_each(|row| self.send_line(row));
    }

    fn publish_chat(&mut self, row: ChatRow) {
        self.send_line(&row);
        let lines = self.chat.get_or_insert_default();
        lines.push_back(row);
        if lines.len() > CHAT_HISTORY {
            lines.pop_front();
        }
    }

    /// Shows or hides the chat of a seat for one socket.
    pub(super) fn set_mute_state(&mut self, socket_number: u64, seat: Seat, mute_state: MuteState) {
        if let Some(socket) = self.sockets.iter_mut().find(|it| it.number == socket_number) {
            socket.muted = match mute_state {
                MuteState::Shown => socket.muted.without(seat.rules()),
                MuteState::Muted => socket.muted.with(seat.rules()),
            };
        }
    }
}

fn checked_text(text: &str) -> Result<String, Fault> {
    let text = strip_control_characters(text);
    if names::is_blank(&text) || text.chars().count() > MAX_CHAT_CHARS {
        let text =
            format!("a chat message needs 1 to {MAX_CHAT_CHARS} characters, one of them visible");
        return Err(Fault::invalid("text", text));
    }
    Ok(text)
}

/// Records a message of a player. Refuses it if the player sent too many recently.
fn limit_chat_rate(times: &mut Vec<(Seat, i64)>, seat: Seat, now: i64) -> Result<(), Fault> {
    let (limit, within) = CHAT_RATE;
    times.retain(|(_, at)| now - at < within);
    let mut recent = times.iter().filter(|(by, _)| *by == seat);
    if recent.clone().count() >= limit {
        let wait = recent.next().map_or(0, |(_, first)| first + within - now);
        return Err(Fault {
            retry_ms: Some(wait as u32),
            ..Fault::new(Code::TooMany, "too many chat messages; wait a moment")
        });
    }
    times.push((seat, now));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{checked_text, limit_chat_rate, strip_control_characters};
    use orrery_protocol::Seat;

    #[test]
    fn chat_text_is_sanitised_and_checked() {
        assert_eq!(strip_control_characters(" a\u{202e}b\u{7}\n<i> "), "ab<i>");
        assert!(checked_text("a\u{200e}").is_ok());
        for blank in ["", " \n", "\u{200e}", "\u{3164}\u{2800}"] {
            assert!(checked_text(blank).is_err(), "{blank:?}");
        }
        assert!(checked_text(&"x".repeat(501)).is_err() && checked_text(&"ß".repeat(500)).is_ok());
    }

    #[test]
    fn chat_is_limited_to_five_messages_in_ten_seconds() {
        let mut times = Vec::new();
        for at in 0..5 {
            assert!(limit_chat_rate(&mut times, Seat::A, at).is_ok());
        }
        let refused = limit_chat_rate(&mut times, Seat::A, 5).expect_err("too fast");
        assert_eq!(refused.retry_ms, Some(9995));
        assert!(limit_chat_rate(&mut times, Seat::B, 5).is_ok(), "others may talk");
        assert!(limit_chat_rate(&mut times, Seat::A, 10_000).is_ok());
    }
}
