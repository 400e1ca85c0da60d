//! The draw: before a game starts, the seats reveal their contributions to the dice.
//!
//! Hashes fix all contributions before the first one is revealed, so that no player can choose a
//! contribution that depends on the others. See
//! `docs/decisions/0040-contributions-are-hashed-first.md`.

use super::Table;
use super::command::{Reply, User};
use super::lobby::no_identity;
use crate::secret;
use orrery_protocol::{Code, Draw as DrawMessage, EntropyCommitment, Fault, Seat};
use orrery_record::{MAX_ENTROPY, entropy_hash};
use orrery_store::{GameRow, Hash, SeatRow, Stage};
use std::collections::BTreeMap;

/// Time limit for clients to reveal their contributions, in milliseconds.
const REVEAL_TIMEOUT: i64 = 15_000;

/// A running draw.
pub(super) struct Draw {
    /// Hashes of the contributions, by seat index.
    fixed: BTreeMap<usize, Hash>,
    /// Revealed contributions, by seat index.
    revealed: BTreeMap<usize, Vec<u8>>,
    /// When the draw is aborted, in Unix milliseconds.
    pub(super) until: i64,
}

impl Draw {
    fn is_complete(&self) -> bool {
        self.revealed.len() == self.fixed.len()
    }

    fn waits_for(&self, seat: usize) -> bool {
        self.fixed.contains_key(&seat) && !self.revealed.contains_key(&seat)
    }

    /// Describes the draw for clients.
    pub(super) fn message(&self) -> DrawMessage {
        let fixed = |(seat, hash): (&usize, &Hash)| EntropyCommitment {
            seat: Seat::ALL[*seat],
            hash: secret::hex(hash),
        };
        let waiting = self.fixed.keys().filter(|seat| self.waits_for(**seat));
        DrawMessage {
            fixed: self.fixed.iter().map(fixed).collect(),
            waiting: waiting.map(|seat| Seat::ALL[*seat]).collect(),
        }
    }
}

fn read_entropy(text: &str) -> Result<Vec<u8>, Fault> {
    let bytes = secret::unhex(text).filter(|bytes| bytes.len() <= MAX_ENTROPY);
    bytes.ok_or_else(|| Fault::invalid("entropy", "entropy must be 0 to 64 bytes in hexadecimal"))
}

/// Adds the contribution of a player who takes a seat: a hash, or public entropy.
pub(super) fn add_contribution(
    seat: SeatRow,
    hash: Option<&str>,
    entropy: Option<&str>,
) -> Result<SeatRow, Fault> {
    let entropy = entropy.map(read_entropy).transpose()?;
    let entropy_hash = match (hash, &entropy) {
        (None, public) => public.as_deref().map(entropy_hash),
        (Some(hash), None) => {
            let hash = secret::unhex(hash).and_then(|bytes| bytes.try_into().ok());
            let text = "the entropy hash must be 32 bytes in hexadecimal";
            Some(hash.ok_or_else(|| Fault::invalid("entropy_hash", text))?)
        }
        (Some(_), Some(_)) => {
            return Err(Fault::invalid("entropy_hash", "send the hash or the entropy, not both"));
        }
    };
    Ok(SeatRow { entropy, entropy_hash, ..seat })
}

/// Drops hashes, so that seats need new contributions. Public entropy stays.
fn drop_hashes(seats: &mut [SeatRow]) {
    let sealed = seats.iter_mut().filter(|seat| seat.entropy.is_none());
    sealed.for_each(|seat| seat.entropy_hash = None);
}

impl Table<'_> {
    /// Starts a draw with the contributions of all connected players.
    ///
    /// The game starts when all contributions are revealed, or at once if there are none.
    pub(super) async fn draw_or_begin(&mut self) -> Result<(), Fault> {
        if self.draw.is_some() {
            return Ok(());
        }
        self.draw = Some(self.new_draw());
        self.continue_draw().await
    }

    fn new_draw(&self) -> Draw {
        let present = self.present_seats();
        let until = self.hub.clock.now() + REVEAL_TIMEOUT;
        let mut draw = Draw { fixed: BTreeMap::new(), revealed: BTreeMap::new(), until };
        for (i, row) in self.row.seats.iter().enumerate() {
            if let Some(public) = &row.entropy {
                draw.fixed.insert(i, entropy_hash(public));
                draw.revealed.insert(i, public.clone());
            } else if let Some(hash) = row.entropy_hash
                && present.has(Seat::ALL[i].rules())
                && !row.identity.as_ref().is_some_and(|user| self.row.withheld.contains(user))
            {
                draw.fixed.insert(i, hash);
            }
        }
        draw
    }

    /// Starts the game if all contributions are revealed.
    ///
    /// If the store fails, the next reveal or the time limit tries again.
    async fn continue_draw(&mut self) -> Result<(), Fault> {
        let Some(draw) = self.draw.as_ref().filter(|draw| draw.is_complete()) else {
            self.publish_table();
            return Ok(());
        };
        let mut row = GameRow { stage: Stage::Playing, ..self.row.clone() };
        for (i, seat) in row.seats.iter_mut().enumerate() {
            seat.entropy = draw.revealed.get(&i).cloned();
        }
        let draw = self.draw.take();
        if let Err(fault) = self.store_row(row).await {
            self.draw = draw;
            return Err(fault);
        }
        self.disconnect_unadmitted();
        self.game = self.new_game();
        self.time_out().await;
        self.ask_bots();
        Ok(())
    }

    /// Reveals the contribution of a seat.
    pub(super) async fn reveal(
        &mut self,
        user: Option<&User>,
        entropy: &str,
    ) -> Result<Reply, Fault> {
        user.ok_or_else(no_identity)?;
        let not_seated = || Fault::new(Code::NotSeated, "only players of this table may do that");
        let seat = self.seat_of(user).ok_or_else(not_seated)?.index();
        let entropy = read_entropy(entropy)?;
        if self.row.seats[seat].entropy_hash != Some(entropy_hash(&entropy)) {
            return Err(Fault::invalid("entropy", "the entropy does not match the hash you sent"));
        }
        if self.row.stage != Stage::Open {
            return self.table_reply(user);
        }
        let not_started =
            || Fault::new(Code::NotBegun, "no draw is running that includes your seat");
        let draw = self.draw.as_mut().filter(|draw| draw.fixed.contains_key(&seat));
        draw.ok_or_else(not_started)?.revealed.insert(seat, entropy);
        self.continue_draw().await?;
        self.table_reply(user)
    }

    /// Closes the draw if its time is over.
    pub(super) async fn expire_draw(&mut self) {
        let now = self.hub.clock.now();
        let Some(draw) = self.draw.as_mut().filter(|draw| draw.until <= now) else { return };
        // If the store fails, the server tries again after this time.
        draw.until = now + REVEAL_TIMEOUT;
        let result = match draw.is_complete() {
            true => self.continue_draw().await,
            false => self.abort_draw().await,
        };
        if let Err(fault) = result {
            tracing::warn!(table = %self.id, %fault, "failed to close draw");
        }
    }

    /// Aborts the draw because players have not revealed in time, and stores who they are.
    ///
    /// Later draws of this table ignore these players, so that they cannot block a game.
    async fn abort_draw(&mut self) -> Result<(), Fault> {
        let Some(draw) = self.draw.take() else { return Ok(()) };
        let mut row = self.row.clone();
        let late = row.seats.iter().enumerate().filter(|(seat, _)| draw.waits_for(*seat));
        row.withheld.extend(late.filter_map(|(_, seat)| seat.identity.clone()));
        drop_hashes(&mut row.seats);
        let stored = self.store_row(row).await;
        if stored.is_err() {
            self.draw = Some(draw);
        }
        stored
    }

    /// Aborts the draw, if one is running. Returns a copy of the row for further changes.
    ///
    /// If there was a draw, the copy has no hashes, because revealed contributions must not be used
    /// again.
    pub(super) fn cancel_draw(&mut self) -> GameRow {
        let mut row = self.row.clone();
        if self.draw.take().is_some() {
            drop_hashes(&mut row.seats);
        }
        row
    }

    /// Replaces the seed of a table from a restored backup, because players may know the old dice.
    pub(super) async fn replace_restored_seed(&mut self) -> Result<(), Fault> {
        if !self.row.restored {
            return Ok(());
        }
        let mut row = GameRow { restored: false, ..self.row.clone() };
        if row.stage == Stage::Open {
            row.seed = secret::random();
            drop_hashes(&mut row.seats);
        }
        let running = self.game.as_ref().filter(|game| game.core.ended.is_none());
        if let Some(game) = running {
            let draft = game.rekey(&secret::random(), self.hub.clock.now()).into();
            self.commit(draft).await?;
        }
        self.store_row(row).await
    }
}
