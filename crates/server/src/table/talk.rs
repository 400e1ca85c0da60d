//! Chat: what players say, who hears it, and how much of it there may be.

use super::Table;
use super::play::Answer;
use super::store_fault;
use super::watch::{Watcher, text};
use orrery_protocol::{ChatLine, Code, Fault, MuteState, Seat, ServerMessage, Speaker};
use orrery_store::ChatRow;
use std::collections::VecDeque;

/// How many lines a newcomer gets.
const LINES: usize = 50;
/// Most characters of a line.
const MOST: usize = 500;
/// Most lines in so many milliseconds.
const RATE: (usize, i64) = (5, 10_000);

/// A line as text to show: no control characters, and nothing that turns the writing around.
fn plain(text: &str) -> String {
    let shown = |c: &char| {
        !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(shown).collect::<String>().trim().to_owned()
}

fn line(row: &ChatRow) -> ChatLine {
    let seat = row.seat.and_then(|seat| Seat::ALL.get(seat as usize).copied());
    let from = Speaker { name: row.name.clone(), seat };
    ChatLine { number: row.number, from, at: row.at, text: row.text.clone() }
}

impl Table<'_> {
    /// Reads the last lines, once.
    pub(super) async fn load_chat(&mut self) {
        if self.chat.is_none() {
            let lines = self.hub.store.chat(&self.id, LINES as u32).await;
            self.chat = lines.ok().map(VecDeque::from);
        }
    }

    /// The last lines that somebody hears.
    pub(super) fn chat_lines(&self, watcher: &Watcher) -> Vec<ChatLine> {
        let heard = |row: &&ChatRow| hears(watcher, row);
        self.chat.iter().flatten().filter(heard).map(line).collect()
    }

    pub(super) async fn say(
        &mut self,
        number: u64,
        seat: Seat,
        id: String,
        said: String,
    ) -> Result<Answer, Fault> {
        self.load_chat().await;
        let lines = self.chat.as_ref();
        let lines = lines.ok_or_else(|| store_fault(&orrery_store::StoreError::Full))?;
        let next = lines.back().map_or(1, |row| row.number + 1);
        let now = self.hub.clock.now();
        let Some(watcher) = self.watchers.iter().find(|it| it.number == number) else {
            return Ok(Answer::Said);
        };
        let Some(who) = &watcher.who else { return Ok(Answer::Said) };
        if lines.iter().any(|row| row.message == id && *row.identity == *who.id) {
            return Ok(Answer::Done);
        }
        let text = checked(&said)?;
        let row = ChatRow {
            number: next,
            identity: who.id.to_string(),
            name: who.name.clone(),
            seat: Some(seat.index() as u8),
            at: now / 1000,
            message: id,
            text,
        };
        not_too_often(&mut self.said, seat, now)?;
        if let Err(error) = self.hub.store.add_chat(&self.id, row.clone()).await {
            // It may be there all the same; the lines are read again when they are needed.
            self.chat = None;
            return Err(store_fault(&error));
        }
        self.heard(row);
        Ok(Answer::Done)
    }

    fn heard(&mut self, row: ChatRow) {
        let frame = text(&ServerMessage::Chat { line: line(&row) });
        for watcher in self.watchers.iter().filter(|watcher| hears(watcher, &row)) {
            // Who does not read is let go with the next message of the game.
            let _ = watcher.frames.try_send(frame.clone());
        }
        let lines = self.chat.get_or_insert_default();
        lines.push_back(row);
        if lines.len() > LINES {
            lines.pop_front();
        }
    }

    pub(super) fn hear(&mut self, number: u64, seat: Seat, hearing: MuteState) {
        if let Some(watcher) = self.watchers.iter_mut().find(|it| it.number == number) {
            match hearing {
                MuteState::Heard => watcher.muted.remove(seat),
                MuteState::Muted => watcher.muted.add(seat),
            }
        }
    }
}

fn hears(watcher: &Watcher, row: &ChatRow) -> bool {
    let seat = row.seat.and_then(|seat| Seat::ALL.get(seat as usize).copied());
    seat.is_none_or(|seat| !watcher.muted.has(seat))
}

fn checked(said: &str) -> Result<String, Fault> {
    let said = plain(said);
    if said.is_empty() || said.chars().count() > MOST {
        let text = format!("a line of chat has 1 to {MOST} characters");
        return Err(Fault { field: Some("text".to_owned()), ..Fault::new(Code::BadField, text) });
    }
    Ok(said)
}

/// A player says something: it is noted, unless there was too much lately.
fn not_too_often(said: &mut Vec<(Seat, i64)>, seat: Seat, now: i64) -> Result<(), Fault> {
    let (most, within) = RATE;
    said.retain(|(_, at)| now - at < within);
    let mut own = said.iter().filter(|(by, _)| *by == seat);
    if own.clone().count() >= most {
        let wait = own.next().map_or(0, |(_, first)| first + within - now);
        return Err(Fault {
            retry_ms: Some(wait as u32),
            ..Fault::new(Code::TooMany, "you are talking too fast; wait a little")
        });
    }
    said.push((seat, now));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{checked, not_too_often, plain};
    use orrery_protocol::Seat;

    #[test]
    fn what_is_shown_is_plain() {
        assert_eq!(plain(" a\u{202e}b\u{7}\n<i> "), "ab<i>");
        assert!(checked("\u{200e}\n").is_ok() && checked(" \n").is_err());
        assert!(checked(&"x".repeat(501)).is_err() && checked(&"ß".repeat(500)).is_ok());
    }

    #[test]
    fn five_lines_in_ten_seconds_and_no_more() {
        let mut said = Vec::new();
        for at in 0..5 {
            assert!(not_too_often(&mut said, Seat::A, at).is_ok());
        }
        let refused = not_too_often(&mut said, Seat::A, 5).expect_err("too fast");
        assert_eq!(refused.retry_ms, Some(9995));
        assert!(not_too_often(&mut said, Seat::B, 5).is_ok(), "others may talk");
        assert!(not_too_often(&mut said, Seat::A, 10_000).is_ok());
    }
}
