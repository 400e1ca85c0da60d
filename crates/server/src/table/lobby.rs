//! Requests before and after a game: seats, start, end, archive and rematch.

use super::command::{Reply, User};
use super::draw::add_contribution;
use super::{Table, store_fault};
use crate::game::terms::unknown_bot;
use crate::http::names;
use crate::secret;
use crate::settings_codec;
use orrery_protocol::{Admission, CloseReason, Code, EndedBy, Fault, Seat, Sit};
use orrery_rules::ids::MAX_SEATS;
use orrery_store::{GameRow, SeatRow, Stage};
use std::collections::BTreeMap;

pub(super) fn no_identity() -> Fault {
    Fault::new(Code::NoIdentity, "no identity yet: create one with POST /api/me")
}

fn not_host() -> Fault {
    Fault::new(Code::NotHost, "only the host of the table may do that")
}

/// Returns the stored word for how a game ended.
const fn ended_word(ended: EndedBy) -> &'static str {
    match ended {
        EndedBy::Rules => "rules",
        EndedBy::Resignation => "resignation",
        EndedBy::Archived => "archived",
    }
}

/// Returns how a game ended from the stored word; `None` if this version does not know the word.
pub(super) fn ended_by(word: &str) -> Option<EndedBy> {
    let all = [EndedBy::Rules, EndedBy::Resignation, EndedBy::Archived];
    all.into_iter().find(|ended| ended_word(*ended) == word)
}

impl Table<'_> {
    fn require_open(&self) -> Result<(), Fault> {
        match self.row.stage {
            Stage::Open => Ok(()),
            Stage::Playing => Err(Fault::new(Code::Begun, "the game has already started")),
            Stage::Over | Stage::Archived => Err(Fault::new(Code::Over, "the game is over")),
        }
    }

    pub(super) fn seat_row(&self, seat: Seat) -> Result<&SeatRow, Fault> {
        let none = || Fault::new(Code::NotFound, "no such seat at this table");
        self.row.seats.get(seat.index()).ok_or_else(none)
    }

    /// Stores a changed row, and publishes it.
    pub(super) async fn store_row(&mut self, row: GameRow) -> Result<(), Fault> {
        let changed = GameRow { changed: self.hub.clock.seconds(), ..row };
        if let Err(error) = self.hub.store.put_game(self.lease, changed.clone()).await {
            self.invalidate_after(&error);
            return Err(store_fault(&error));
        }
        self.row = changed;
        self.publish_table();
        Ok(())
    }

    pub(super) fn table_reply(&self, user: Option<&User>) -> Result<Reply, Fault> {
        Ok(Reply::Table(Box::new(self.info(user))))
    }

    /// Gives a seat to the user or to a bot.
    pub(super) async fn sit(
        &mut self,
        user: Option<&User>,
        seat: Seat,
        sit: Sit,
    ) -> Result<Reply, Fault> {
        let me = user.ok_or_else(no_identity)?;
        self.require_open()?;
        let current = self.seat_row(seat)?;
        let is_own = current.identity.as_deref() == Some(&*me.id);
        if !is_own && (current.identity.is_some() || current.bot.is_some()) {
            return Err(Fault::new(Code::SeatTaken, "the seat is taken"));
        }
        let filled = match sit {
            Sit::Me { entropy_hash, entropy } => {
                let row = self.seat_for(me, is_own)?;
                add_contribution(row, entropy_hash.as_deref(), entropy.as_deref())?
            }
            Sit::Bot { .. } if !self.is_host(user) => return Err(not_host()),
            Sit::Bot { level } => bot_seat(seat, level)?,
        };
        if *self.seat_row(seat)? == filled {
            return self.table_reply(user);
        }
        let mut row = self.cancel_draw();
        row.seats[seat.index()] = filled;
        self.store_row(row).await?;
        self.publish_presence();
        self.table_reply(user)
    }

    /// Returns the new row of a seat that the user takes. `is_own`: the user already has this seat.
    pub(super) fn seat_for(&self, me: &User, is_own: bool) -> Result<SeatRow, Fault> {
        if !is_own && self.seat_of(Some(me)).is_some() {
            return Err(Fault::new(Code::AlreadySeated, "you already have a seat at this table"));
        }
        if me.program && self.settings.programs == Admission::Refused {
            return Err(Fault::new(Code::NotAdmitted, "this table does not admit bot accounts"));
        }
        Ok(SeatRow {
            identity: Some(me.id.to_string()),
            name: Some(self.distinct_name(me, &me.name)),
            program: me.program,
            ..SeatRow::default()
        })
    }

    /// Returns the name, with a number after it if it looks like the name of another seat.
    fn distinct_name(&self, me: &User, name: &str) -> String {
        let others = self.row.seats.iter().filter(|it| it.identity.as_deref() != Some(&*me.id));
        names::distinct(name, others.filter_map(|seat| seat.name.as_deref()))
    }

    /// Frees a seat. Only its player and the host may do that.
    pub(super) async fn leave_seat(
        &mut self,
        user: Option<&User>,
        seat: Seat,
    ) -> Result<Reply, Fault> {
        let me = user.ok_or_else(no_identity)?;
        self.require_open()?;
        let current = self.seat_row(seat)?;
        if current.identity.as_deref() != Some(&*me.id) && !self.is_host(user) {
            return Err(not_host());
        }
        let mut row = self.cancel_draw();
        row.seats[seat.index()] = SeatRow::default();
        self.store_row(row).await?;
        self.publish_presence();
        self.table_reply(user)
    }

    /// Returns the contributions of the seats to the dice.
    pub(super) fn entropies(&self) -> BTreeMap<orrery_rules::Seat, Vec<u8>> {
        let seats = self.row.seats.iter().enumerate();
        seats
            .filter_map(|(i, row)| Some((orrery_rules::Seat::new(i)?, row.entropy.clone()?)))
            .collect()
    }

    /// Starts the game, or its draw.
    pub(super) async fn start(&mut self, user: Option<&User>) -> Result<Reply, Fault> {
        self.require_open()?;
        if !self.is_host(user) {
            return Err(not_host());
        }
        let empty = |seat: &SeatRow| seat.identity.is_none() && seat.bot.is_none();
        if self.row.seats.iter().any(empty) {
            return Err(Fault::new(
                Code::SeatsEmpty,
                "fill every seat first, with a player or a bot",
            ));
        }
        self.draw_or_begin().await?;
        self.table_reply(user)
    }

    /// Stores the end of the game, which makes the seed public.
    pub(super) async fn finish(&mut self) {
        let ended = self.game.as_ref().and_then(|game| game.core.ended);
        let ended = ended.map(|ended| ended_word(ended).to_owned());
        let finished = Some(self.hub.clock.seconds());
        let row = GameRow { stage: Stage::Over, ended, finished, waits: 0, ..self.row.clone() };
        if let Err(fault) = self.store_row(row.clone()).await {
            // The log contains the end of the game, so the next load of the table corrects the row.
            tracing::warn!(table = %self.id, %fault, "failed to persist end of game");
            self.row = row;
            self.publish_table();
        }
    }

    /// Returns how the game ended. [`Table::read`] has checked that the word is known.
    pub(super) fn ended(&self) -> Option<EndedBy> {
        self.row.ended.as_deref().and_then(ended_by)
    }

    /// Archives the table.
    pub(super) async fn archive(&mut self, user: Option<&User>) -> Result<Reply, Fault> {
        if !self.is_host(user) {
            return Err(not_host());
        }
        if self.row.stage == Stage::Playing && self.has_other_people(user) {
            let text = "other people are still playing; resign to leave the game";
            return Err(Fault::new(Code::Begun, text));
        }
        self.archive_table().await?;
        Ok(Reply::Done)
    }

    async fn archive_table(&mut self) -> Result<(), Fault> {
        let mut row = GameRow { stage: Stage::Archived, ..self.row.clone() };
        row.ended.get_or_insert_with(|| ended_word(EndedBy::Archived).to_owned());
        row.finished.get_or_insert_with(|| self.hub.clock.seconds());
        self.store_row(row).await?;
        self.end_game_if_over();
        self.undo = None;
        self.close_all(CloseReason::Gone);
        Ok(())
    }

    /// Ends the game in memory if the row says that it is over, whatever its log says.
    pub(super) fn end_game_if_over(&mut self) {
        let over = matches!(self.row.stage, Stage::Over | Stage::Archived);
        let ended = self.ended().unwrap_or(EndedBy::Archived);
        if let (true, Some(game)) = (over, &mut self.game) {
            game.core.ended.get_or_insert(ended);
        }
    }

    fn has_other_people(&self, user: Option<&User>) -> bool {
        let own_seat = self.seat_of(user);
        let people = self.game.as_ref().map(|game| game.core.people(&self.terms));
        people.unwrap_or_default().iter().any(|seat| Some(seat.into()) != own_seat)
    }

    /// Creates a table for a rematch. The user and the bots move by one seat.
    pub(super) async fn rematch(&mut self, user: Option<&User>) -> Result<Reply, Fault> {
        let me = user.ok_or_else(no_identity)?;
        if self.seat_of(user).is_none() && !self.is_host(user) {
            return Err(Fault::new(Code::NotSeated, "only players of this table may do that"));
        }
        if !matches!(self.row.stage, Stage::Over | Stage::Archived) {
            return Err(Fault::new(Code::Begun, "the game is not over"));
        }
        if self.row.rematch.is_none() {
            let id = self.add_rematch(me).await?;
            self.store_row(GameRow { rematch: Some(id), ..self.row.clone() }).await?;
        }
        self.table_reply(user)
    }

    async fn add_rematch(&self, me: &User) -> Result<String, Fault> {
        let now = self.hub.clock.seconds();
        let mut seats: Vec<SeatRow> = self.row.seats.clone();
        for seat in &mut seats {
            // The seats of the other players stay free: each player decides whether to sit down.
            let stays = seat.bot.is_some() || seat.identity.as_deref() == Some(&*me.id);
            let kept = std::mem::take(seat);
            let kept = SeatRow { entropy: None, entropy_hash: None, offered: None, ..kept };
            *seat = if stays { kept } else { SeatRow::default() };
        }
        seats.rotate_right(1.min(self.terms.seats().min(MAX_SEATS)));
        let row = GameRow {
            listing: self.row.listing,
            settings: settings_codec::encode(&self.settings),
            deck: self.rules.deck_text().map(str::to_owned),
            seats,
            ..GameRow::new(secret::id(), me.id.to_string(), secret::random(), now)
        };
        let id = row.id.clone();
        self.hub.store.add_game(row).await.map_err(|error| store_fault(&error))?;
        Ok(id)
    }

    /// Changes the name of a user, or removes a user whose identity is deleted.
    pub(super) async fn rename_or_remove(
        &mut self,
        user: Option<&User>,
        name: Option<String>,
    ) -> Result<Reply, Fault> {
        let me = user.ok_or_else(no_identity)?;
        match (name, self.seat_of(user)) {
            (None, seat) => self.remove_user(me, seat).await?,
            (Some(name), Some(seat)) => {
                let mut row = self.row.clone();
                row.seats[seat.index()].name = Some(self.distinct_name(me, &name));
                self.store_row(row).await?;
            }
            (Some(_), None) => {}
        }
        Ok(Reply::Done)
    }

    /// Removes a user whose identity is deleted.
    ///
    /// The seat resigns before it is freed. If a later step fails, the seat still belongs to the
    /// user, and a retry completes the removal.
    async fn remove_user(&mut self, me: &User, seat: Option<Seat>) -> Result<(), Fault> {
        self.disconnect_user(&me.id, CloseReason::Gone);
        if let Some(lines) = &mut self.chat {
            lines.retain(|line| *line.identity != *me.id);
        }
        if let Some(seat) = seat {
            let resigned =
                self.game.as_ref().is_some_and(|game| game.core.resigned.has(seat.rules()));
            if self.row.stage == Stage::Playing && !resigned {
                self.resign_seat(seat).await?;
            }
            let mut row = self.cancel_draw();
            row.withheld.retain(|id| **id != *me.id);
            let open = row.stage == Stage::Open;
            let vacated = &mut row.seats[seat.index()];
            *vacated = match open {
                true => SeatRow::default(),
                false => SeatRow { identity: None, name: None, offered: None, ..vacated.clone() },
            };
            self.store_row(row).await?;
        }
        if self.is_host(Some(me)) {
            self.replace_deleted_host(&me.id).await?;
        }
        Ok(())
    }

    /// Makes another player the host. Archives an open table without players.
    async fn replace_deleted_host(&mut self, deleted: &str) -> Result<(), Fault> {
        let people = self.row.seats.iter().filter(|seat| !seat.program);
        let other = people.filter_map(|seat| seat.identity.clone()).find(|id| id != deleted);
        match other {
            Some(host) => self.store_row(GameRow { host, ..self.row.clone() }).await,
            None if self.row.stage == Stage::Open => self.archive_table().await,
            None => Ok(()),
        }
    }

    async fn resign_seat(&mut self, seat: Seat) -> Result<(), Fault> {
        let Some(game) = &self.game else { return Ok(()) };
        let draft = game.resign(seat, None, self.hub.clock.now())?.into();
        self.commit(draft).await?;
        self.ask_bots();
        Ok(())
    }
}

/// Names of bots, by the seat at which they were added. A bot keeps its name in a rematch.
const BOT_NAMES: [&str; MAX_SEATS] = ["Mira", "Kepler", "Solveig", "Halley", "Vega"];

fn bot_seat(seat: Seat, level: String) -> Result<SeatRow, Fault> {
    if orrery_bots::named(&level).is_none() {
        let fault = Fault::new(Code::NotFound, unknown_bot(&level));
        return Err(Fault { field: Some("level".to_owned()), ..fault });
    }
    let name = Some(BOT_NAMES[seat.index()].to_owned());
    Ok(SeatRow { bot: Some(level), name, ..SeatRow::default() })
}

#[cfg(test)]
mod tests {
    use super::{EndedBy, ended_by, ended_word};

    #[test]
    fn stored_endings_round_trip() {
        for ended in [EndedBy::Rules, EndedBy::Resignation, EndedBy::Archived] {
            assert_eq!(ended_by(ended_word(ended)), Some(ended));
        }
        assert_eq!(ended_by("flood"), None);
    }
}
