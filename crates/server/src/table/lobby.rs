//! Before and after the game: who sits where, the beginning, the end, and playing again.

use super::command::{Reply, Who};
use super::draw::add_contribution;
use super::info::ended_by;
use super::{Table, store_fault};
use crate::game::terms::no_bot;
use crate::secret;
use crate::stored;
use orrery_protocol::{Admission, CloseReason, Code, EndedBy, Fault, Seat, Sit};
use orrery_rules::ids::MAX_SEATS;
use orrery_store::{GameRow, SeatRow, Stage};
use std::collections::BTreeMap;

pub(super) fn nobody() -> Fault {
    Fault::new(Code::NoIdentity, "you are nobody yet: say your name first (POST /api/me)")
}

fn not_host() -> Fault {
    Fault::new(Code::NotHost, "only the one who made the table may do that")
}

/// How a game ended, as it is stored.
pub(super) const fn ended_word(ended: EndedBy) -> &'static str {
    match ended {
        EndedBy::Rules => "rules",
        EndedBy::Resignation => "resignation",
        EndedBy::Archived => "archived",
    }
}

impl Table<'_> {
    fn must_be_open(&self) -> Result<(), Fault> {
        match self.row.stage {
            Stage::Open => Ok(()),
            Stage::Playing => Err(Fault::new(Code::Begun, "the game has begun")),
            Stage::Over | Stage::Archived => Err(Fault::new(Code::Over, "the game is over")),
        }
    }

    fn seat_row(&self, seat: Seat) -> Result<&SeatRow, Fault> {
        let none = || Fault::new(Code::NotFound, "there is no such seat at this table");
        self.row.seats.get(seat.index()).ok_or_else(none)
    }

    /// Stores a changed row, and tells everybody.
    pub(super) async fn put(&mut self, row: GameRow) -> Result<(), Fault> {
        let changed = GameRow { changed: self.hub.clock.seconds(), ..row };
        if let Err(error) = self.hub.store.put_game(self.lease, changed.clone()).await {
            self.note_loss(&error);
            return Err(store_fault(&error));
        }
        self.row = changed;
        self.publish_table();
        Ok(())
    }

    pub(super) fn table_reply(&self, who: Option<&Who>) -> Result<Reply, Fault> {
        Ok(Reply::Table(Box::new(self.info(who))))
    }

    /// Somebody sits down, or a bot is seated.
    pub(super) async fn sit(
        &mut self,
        who: Option<&Who>,
        seat: Seat,
        sit: Sit,
    ) -> Result<Reply, Fault> {
        let me = who.ok_or_else(nobody)?;
        self.must_be_open()?;
        let taken = self.seat_row(seat)?;
        let own = taken.identity.as_deref() == Some(&*me.id);
        if !own && (taken.identity.is_some() || taken.bot.is_some()) {
            return Err(Fault::new(Code::SeatTaken, "this seat is taken"));
        }
        let filled = match sit {
            Sit::Me { entropy_hash, entropy } => {
                let row = self.seat_for(me, own)?;
                add_contribution(row, entropy_hash.as_deref(), entropy.as_deref())?
            }
            Sit::Bot { .. } if !self.is_host(who) => return Err(not_host()),
            Sit::Bot { level } => bot_seat(seat, level)?,
        };
        if *self.seat_row(seat)? == filled {
            return self.table_reply(who);
        }
        let mut row = self.without_draw();
        row.seats[seat.index()] = filled;
        self.put(row).await?;
        self.publish_presence();
        self.table_reply(who)
    }

    fn seat_for(&self, me: &Who, own: bool) -> Result<SeatRow, Fault> {
        if !own && self.seat_of(Some(me)).is_some() {
            return Err(Fault::new(Code::AlreadySeated, "you sit at this table already"));
        }
        if me.program && self.settings.programs == Admission::Refused {
            return Err(Fault::new(Code::NotAdmitted, "this table is for people only"));
        }
        Ok(SeatRow {
            identity: Some(me.id.to_string()),
            name: Some(me.name.clone()),
            program: me.program,
            ..SeatRow::default()
        })
    }

    /// A seat becomes free: by whoever sits there, or by the host.
    pub(super) async fn rise(&mut self, who: Option<&Who>, seat: Seat) -> Result<Reply, Fault> {
        let me = who.ok_or_else(nobody)?;
        self.must_be_open()?;
        let taken = self.seat_row(seat)?;
        if taken.identity.as_deref() != Some(&*me.id) && !self.is_host(who) {
            return Err(not_host());
        }
        let mut row = self.without_draw();
        row.seats[seat.index()] = SeatRow::default();
        self.put(row).await?;
        self.publish_presence();
        self.table_reply(who)
    }

    /// What the seats added to the dice.
    pub(super) fn entropies(&self) -> BTreeMap<orrery_rules::Seat, Vec<u8>> {
        let seats = self.row.seats.iter().enumerate();
        seats
            .filter_map(|(i, row)| Some((orrery_rules::Seat::new(i)?, row.entropy.clone()?)))
            .collect()
    }

    /// The game begins.
    pub(super) async fn start(&mut self, who: Option<&Who>) -> Result<Reply, Fault> {
        self.must_be_open()?;
        if !self.is_host(who) {
            return Err(not_host());
        }
        let empty = |seat: &SeatRow| seat.identity.is_none() && seat.bot.is_none();
        if self.row.seats.iter().any(empty) {
            return Err(Fault::new(
                Code::SeatsEmpty,
                "every seat must be taken: by a player or a bot",
            ));
        }
        self.draw_or_begin().await?;
        self.table_reply(who)
    }

    /// The game is over: the seed is revealed with the table.
    pub(super) async fn finish(&mut self) {
        let ended = self.game.as_ref().and_then(|game| game.core.ended);
        let ended = ended.map(|ended| ended_word(ended).to_owned());
        let finished = Some(self.hub.clock.seconds());
        let row = GameRow { stage: Stage::Over, ended, finished, waits: 0, ..self.row.clone() };
        if let Err(fault) = self.put(row.clone()).await {
            // The log says that it is over; the next time the table is woken it is put right.
            tracing::warn!(table = %self.id, %fault, "the end of a game was not stored");
            self.row = row;
            self.publish_table();
        }
    }

    /// The table is put away.
    pub(super) async fn archive(&mut self, who: Option<&Who>) -> Result<Reply, Fault> {
        if !self.is_host(who) {
            return Err(not_host());
        }
        if self.row.stage == Stage::Playing && self.people_besides(who) {
            let text = "others are still playing here; resign if you want to leave";
            return Err(Fault::new(Code::Begun, text));
        }
        self.put_away().await?;
        Ok(Reply::Done)
    }

    async fn put_away(&mut self) -> Result<(), Fault> {
        let mut row = GameRow { stage: Stage::Archived, ..self.row.clone() };
        row.ended.get_or_insert_with(|| ended_word(EndedBy::Archived).to_owned());
        row.finished.get_or_insert_with(|| self.hub.clock.seconds());
        self.put(row).await?;
        self.close_game();
        self.undo = None;
        self.close_all(CloseReason::Gone);
        Ok(())
    }

    /// A game that is over by what is stored of its table is so, whatever its log says.
    pub(super) fn close_game(&mut self) {
        let over = matches!(self.row.stage, Stage::Over | Stage::Archived);
        if let (true, Some(game)) = (over, &mut self.game) {
            let ended = self.row.ended.as_deref().map_or(EndedBy::Archived, ended_by);
            game.core.ended.get_or_insert(ended);
        }
    }

    fn people_besides(&self, who: Option<&Who>) -> bool {
        let own = self.seat_of(who);
        let people = self.game.as_ref().map(|game| game.core.people(&self.terms));
        people.unwrap_or_default().iter().any(|seat| Some(seat) != own)
    }

    /// The same again at a new table, everyone one seat further.
    pub(super) async fn rematch(&mut self, who: Option<&Who>) -> Result<Reply, Fault> {
        let me = who.ok_or_else(nobody)?;
        if self.seat_of(who).is_none() && !self.is_host(who) {
            return Err(Fault::new(Code::NotSeated, "only players of this table may do that"));
        }
        if !matches!(self.row.stage, Stage::Over | Stage::Archived) {
            return Err(Fault::new(Code::Begun, "the game is not over"));
        }
        if self.row.rematch.is_none() {
            let id = self.add_rematch(me).await?;
            self.put(GameRow { rematch: Some(id), ..self.row.clone() }).await?;
        }
        self.table_reply(who)
    }

    async fn add_rematch(&self, me: &Who) -> Result<String, Fault> {
        let now = self.hub.clock.seconds();
        let mut seats: Vec<SeatRow> = self.row.seats.clone();
        seats.iter_mut().for_each(|seat| (seat.entropy, seat.entropy_hash) = (None, None));
        seats.rotate_right(1.min(self.terms.seats().min(MAX_SEATS)));
        let row = GameRow {
            id: secret::id(),
            stage: Stage::Open,
            seed: secret::random(),
            host: me.id.to_string(),
            created: now,
            changed: now,
            ended: None,
            finished: None,
            rematch: None,
            due: None,
            waits: 0,
            restored: false,
            seats,
            settings: stored::write(&self.settings),
            deck: self.rules.deck().map(str::to_owned),
            ..self.row.clone()
        };
        let id = row.id.clone();
        self.hub.store.add_game(row).await.map_err(|error| store_fault(&error))?;
        Ok(id)
    }

    /// A player has another name, or is deleted.
    pub(super) async fn renamed(
        &mut self,
        who: Option<&Who>,
        name: Option<String>,
    ) -> Result<Reply, Fault> {
        let me = who.ok_or_else(nobody)?;
        match (name, self.seat_of(who)) {
            (None, seat) => self.deleted(me, seat).await?,
            (Some(name), Some(seat)) => {
                let mut row = self.row.clone();
                row.seats[seat.index()].name = Some(name);
                self.put(row).await?;
            }
            (Some(_), None) => {}
        }
        Ok(Reply::Done)
    }

    /// Somebody will be gone. What must be stored for that is done again if it fails half-way: the
    /// seat is given up before it is nobody's.
    async fn deleted(&mut self, me: &Who, seat: Option<Seat>) -> Result<(), Fault> {
        self.close_who(&me.id, CloseReason::Gone);
        if let Some(lines) = &mut self.chat {
            lines.retain(|line| *line.identity != *me.id);
        }
        if let Some(seat) = seat {
            let resigned = self.game.as_ref().is_some_and(|game| game.core.resigned.has(seat));
            if self.row.stage == Stage::Playing && !resigned {
                self.resign_seat(seat).await?;
            }
            let mut row = self.without_draw();
            let open = row.stage == Stage::Open;
            let left = &mut row.seats[seat.index()];
            *left = match open {
                true => SeatRow::default(),
                false => SeatRow { identity: None, name: None, ..left.clone() },
            };
            self.put(row).await?;
        }
        if self.row.stage == Stage::Open && self.is_host(Some(me)) {
            // Nobody else could begin it.
            self.put_away().await?;
        }
        Ok(())
    }

    async fn resign_seat(&mut self, seat: Seat) -> Result<(), Fault> {
        let Some(game) = &self.game else { return Ok(()) };
        let next = game.resign(seat, None, self.hub.clock.now())?.into();
        self.commit(next).await?;
        self.ask_bots();
        Ok(())
    }
}

/// What bots are called, by the seat that they are given first.
const BOTS: [&str; MAX_SEATS] = ["Mira", "Kepler", "Solveig", "Halley", "Vega"];

fn bot_seat(seat: Seat, level: String) -> Result<SeatRow, Fault> {
    if orrery_bots::named(&level).is_none() {
        let fault = Fault::new(Code::NotFound, no_bot(&level));
        return Err(Fault { field: Some("level".to_owned()), ..fault });
    }
    let name = Some(BOTS[seat.index()].to_owned());
    Ok(SeatRow { bot: Some(level), name, ..SeatRow::default() })
}
