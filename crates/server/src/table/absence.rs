//! Absent players: stand-ins, offered seats, a new host, and awaited seats.
//!
//! The awaited seats are the seats of people that the game waits for. Lists of tables show them.

use super::command::{Reply, User};
use super::play::OwnedDraft;
use super::{Table, lobby};
use orrery_protocol::{ClockSetting, Code, Fault, Seat, Spectating};
use orrery_store::{GameRow, SeatRow, Stage};

/// Delay before the table stores a change of the awaited seats, in milliseconds.
///
/// While players are connected, the awaited seats can change several times a second.
const AWAITED_SEATS_DELAY: i64 = 2_000;
/// Time after which a connected player replaces an absent host, in milliseconds.
const HOST_TIMEOUT: i64 = 60_000;

impl Table<'_> {
    /// Returns when [`Self::handle_absence`] is due, in Unix milliseconds.
    pub(super) fn absence_due(&self) -> Option<i64> {
        let host = self.host_gone_since.map(|since| since + HOST_TIMEOUT);
        [self.awaited_seats_due, host].into_iter().flatten().min().map(|due| due.max(self.retry_at))
    }

    /// Stores the awaited seats, and makes another player the host, if this is due.
    pub(super) async fn handle_absence(&mut self) {
        let now = self.hub.clock.now();
        if self.awaited_seats_due.is_some_and(|due| due <= now) {
            self.store_awaited_seats();
        }
        if self.host_gone_since.is_some_and(|since| since + HOST_TIMEOUT <= now) {
            // Boxed, like other rare paths, to keep the task of a table small.
            Box::pin(self.replace_absent_host()).await;
        }
    }

    /// Stores the awaited seats for lists of tables if they have changed, now or later.
    ///
    /// Play-by-day games store them at once. At other tables they often change again soon.
    pub(super) fn update_awaited_seats(&mut self) {
        let changed = self.awaited_seats() != self.stored_awaited_seats;
        match (changed && self.row.stage == Stage::Playing, &self.settings.clock) {
            (false, _) => self.awaited_seats_due = None,
            (true, ClockSetting::Days { .. }) => self.store_awaited_seats(),
            (true, _) => {
                self.awaited_seats_due.get_or_insert(self.hub.clock.now() + AWAITED_SEATS_DELAY);
            }
        }
    }

    /// Updates the time since which a connected player could replace the absent host.
    ///
    /// There is no such time if the host is connected, or if no other player can become the host.
    pub(super) fn update_host_absence(&mut self) {
        let is_here = self.sockets.iter().any(|socket| self.is_host(socket.user.as_ref()));
        let can_replace = !is_here && self.next_host().is_some();
        let since = self.host_gone_since.unwrap_or(self.hub.clock.now());
        self.host_gone_since = can_replace.then_some(since);
    }

    /// Returns the identity of the first connected player who can become the host.
    fn next_host(&self) -> Option<String> {
        let running = matches!(self.row.stage, Stage::Open | Stage::Playing);
        let present = self.present_seats();
        let here = Seat::ALL
            .into_iter()
            .zip(&self.row.seats)
            .filter(|(seat, _)| present.has(seat.rules()));
        let person = |(_, row): (Seat, &SeatRow)| row.identity.clone().filter(|_| !row.program);
        here.filter_map(person).find(|id| running && *id != self.row.host)
    }

    async fn replace_absent_host(&mut self) {
        self.host_gone_since = None;
        let Some(host) = self.next_host() else { return };
        if let Err(fault) = self.store_row(GameRow { host, ..self.row.clone() }).await {
            tracing::warn!(table = %self.id, %fault, "failed to persist new host");
            self.retry_at = self.hub.clock.now() + 1000;
            self.update_host_absence();
        }
    }

    /// Checks that the user is a player, and that the player of `seat` is absent.
    ///
    /// Refuses the request at tables with a clock, which handles absent players itself.
    fn check_absent(&self, user: Option<&User>, seat: Seat) -> Result<(), Fault> {
        user.ok_or_else(lobby::no_identity)?;
        if self.seat_of(user).is_none() {
            return Err(Fault::new(Code::NotSeated, "only players of this table may do that"));
        }
        if self.settings.clock != ClockSetting::None {
            let text = "this table has a clock, which handles absent players";
            return Err(Fault::new(Code::NotAdmitted, text));
        }
        if self.present_seats().has(seat.rules()) {
            return Err(Fault::new(Code::SeatTaken, "the player of this seat is here"));
        }
        Ok(())
    }

    /// Lets a bot play for an absent player, until the player returns.
    pub(super) async fn stand_in(
        &mut self,
        user: Option<&User>,
        seat: Seat,
    ) -> Result<Reply, Fault> {
        self.check_absent(user, seat)?;
        if !self.awaited_seats().has(seat.rules()) {
            return Err(Fault::new(Code::NotAsked, "the game does not wait for this seat"));
        }
        let not_begun = || Fault::new(Code::NotBegun, "the game has not started");
        let game = self.game.as_ref().ok_or_else(not_begun)?;
        let draft = game.stand_in(seat, self.hub.clock.now())?.into();
        self.commit(draft).await?;
        self.ask_bots();
        self.table_reply(user)
    }

    /// Offers the seat of an absent player to another person, until the player returns.
    pub(super) async fn offer_seat(
        &mut self,
        user: Option<&User>,
        seat: Seat,
    ) -> Result<Reply, Fault> {
        self.check_absent(user, seat)?;
        if self.row.stage != Stage::Playing {
            return Err(Fault::new(Code::NotBegun, "the game is not running"));
        }
        if self.settings.spectating == Spectating::Closed {
            let text = "this table admits no spectators, so nobody could take the seat";
            return Err(Fault::new(Code::NotAdmitted, text));
        }
        if self.seat_row(seat)?.bot.is_some() || self.has_resigned(seat) {
            return Err(Fault::new(Code::SeatTaken, "a bot plays this seat"));
        }
        if self.offered_since(seat).is_none() {
            self.store_offer(seat, Some(self.hub.clock.now())).await?;
        }
        self.table_reply(user)
    }

    /// Ends the offer of a seat whose player has returned.
    pub(super) async fn withdraw_offer(&mut self, seat: Option<Seat>) {
        let Some(seat) = seat.filter(|seat| self.offered_since(*seat).is_some()) else { return };
        if let Err(fault) = Box::pin(self.store_offer(seat, None)).await {
            tracing::warn!(table = %self.id, %fault, "failed to persist withdrawn offer");
        }
    }

    async fn store_offer(&mut self, seat: Seat, since: Option<i64>) -> Result<(), Fault> {
        let mut row = self.row.clone();
        row.seats[seat.index()].offered = since;
        self.store_row(row).await
    }

    /// Returns when a seat was offered, in Unix milliseconds. `None`: it is not offered.
    pub(super) fn offered_since(&self, seat: Seat) -> Option<i64> {
        self.row.seats.get(seat.index()).and_then(|row| row.offered)
    }

    fn has_resigned(&self, seat: Seat) -> bool {
        self.game.as_ref().is_some_and(|game| game.core.resigned.has(seat.rules()))
    }

    /// Checks that a seat is offered, and that its player has had time to return.
    ///
    /// An absent player can still resign by an HTTP request. Then a bot keeps the seat.
    fn check_claimable(&self, seat: Seat) -> Result<(), Fault> {
        let playing = self.row.stage == Stage::Playing;
        let open = playing && !self.present_seats().has(seat.rules()) && !self.has_resigned(seat);
        let since = self.offered_since(seat).filter(|_| open);
        let since = since.ok_or_else(|| Fault::new(Code::SeatTaken, "this seat is not offered"))?;
        let claim_after = i64::try_from(self.hub.config.claim_after.as_millis());
        let claimable_at = since.saturating_add(claim_after.unwrap_or(i64::MAX));
        let wait = claimable_at - self.hub.clock.now();
        if wait > 0 {
            let seconds = wait.div_euclid(1000) + 1;
            let text = format!("the player may still return; claim the seat in {seconds} s");
            return Err(Fault::new(Code::SeatTaken, text));
        }
        Ok(())
    }

    /// Gives an offered seat to a user, with its galaxy, missions and contribution to the dice.
    pub(super) async fn claim_seat(
        &mut self,
        user: Option<&User>,
        seat: Seat,
    ) -> Result<Reply, Fault> {
        let me = user.ok_or_else(lobby::no_identity)?;
        self.check_claimable(seat)?;
        let former = self.seat_row(seat)?;
        let (entropy, entropy_hash) = (former.entropy.clone(), former.entropy_hash);
        let filled = SeatRow { entropy, entropy_hash, ..self.seat_for(me, false)? };
        let mut row = self.row.clone();
        row.seats[seat.index()] = filled;
        let draft = self.game.as_ref().map(|game| game.hand_over(seat, self.hub.clock.now()));
        let draft = draft.transpose()?.map(OwnedDraft::from);
        self.store_row(row).await?;
        self.resend_chat_of_former_players(seat);
        self.running_bots.retain(|(running, _)| *running != seat);
        if let Some(draft) = draft
            && let Err(fault) = self.commit(draft).await
        {
            tracing::warn!(table = %self.id, %fault, "failed to persist new player's orders");
        }
        self.publish_presence();
        self.table_reply(user)
    }
}
