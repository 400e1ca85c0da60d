//! The draw: before a game begins, the seats reveal their contributions to the dice. All of them are
//! fixed by hashes before the first is revealed, so nobody can choose one that suits the others. See
//! `docs/decisions/0040-contributions-are-hashed-first.md`.

use super::Table;
use super::command::{Reply, Who};
use super::lobby::nobody;
use crate::secret;
use orrery_protocol::{Code, Draw as ToldDraw, EntropyCommitment, Fault, Seat};
use orrery_record::{MAX_ENTROPY, entropy_hash};
use orrery_store::{GameRow, Hash, SeatRow, Stage};
use std::collections::BTreeMap;

/// How long a client has to reveal its contribution, in milliseconds.
const PATIENCE: i64 = 15_000;

/// Contributions that are fixed and being revealed.
pub(super) struct Draw {
    /// The hashes, by the index of the seat.
    fixed: BTreeMap<usize, Hash>,
    /// The contributions that are revealed.
    revealed: BTreeMap<usize, Vec<u8>>,
    /// When it is aborted, in milliseconds since 1970.
    pub(super) until: i64,
}

impl Draw {
    fn is_complete(&self) -> bool {
        self.revealed.len() == self.fixed.len()
    }

    fn waits_for(&self, seat: usize) -> bool {
        self.fixed.contains_key(&seat) && !self.revealed.contains_key(&seat)
    }

    /// As clients are told.
    pub(super) fn told(&self) -> ToldDraw {
        let fixed = |(seat, hash): (&usize, &Hash)| EntropyCommitment {
            seat: Seat::ALL[*seat],
            hash: secret::hex(hash),
        };
        let waiting = self.fixed.keys().filter(|seat| self.waits_for(**seat));
        ToldDraw {
            fixed: self.fixed.iter().map(fixed).collect(),
            waiting: waiting.map(|seat| Seat::ALL[*seat]).collect(),
        }
    }
}

fn bad_field(field: &str, text: &str) -> Fault {
    Fault { field: Some(field.to_owned()), ..Fault::new(Code::BadField, text) }
}

fn read_entropy(text: &str) -> Result<Vec<u8>, Fault> {
    let bytes = secret::unhex(text).filter(|bytes| bytes.len() <= MAX_ENTROPY);
    bytes.ok_or_else(|| bad_field("entropy", "entropy is 0 to 64 bytes in hexadecimal digits"))
}

/// Adds what somebody who sits down contributes: a hash, or entropy that is open to all.
pub(super) fn add_contribution(
    seat: SeatRow,
    hash: Option<&str>,
    entropy: Option<&str>,
) -> Result<SeatRow, Fault> {
    let entropy = entropy.map(read_entropy).transpose()?;
    let entropy_hash = match (hash, &entropy) {
        (None, open) => open.as_deref().map(entropy_hash),
        (Some(hash), None) => {
            let hash = secret::unhex(hash).and_then(|bytes| bytes.try_into().ok());
            let text = "the hash of entropy is 32 bytes in hexadecimal digits";
            Some(hash.ok_or_else(|| bad_field("entropy_hash", text))?)
        }
        (Some(_), Some(_)) => {
            return Err(bad_field("entropy_hash", "send the hash or the entropy, not both"));
        }
    };
    Ok(SeatRow { entropy, entropy_hash, ..seat })
}

/// Every seat needs a new contribution; what was open from the start stays.
fn drop_hashes(seats: &mut [SeatRow]) {
    let sealed = seats.iter_mut().filter(|seat| seat.entropy.is_none());
    sealed.for_each(|seat| seat.entropy_hash = None);
}

impl Table<'_> {
    /// Fixes the contributions of all who are there. The game begins when they are revealed, at once
    /// if there are none to be revealed.
    pub(super) async fn draw_or_begin(&mut self) -> Result<(), Fault> {
        if self.draw.is_some() {
            return Ok(());
        }
        self.draw = Some(self.new_draw());
        self.go_on_drawing().await
    }

    fn new_draw(&self) -> Draw {
        let present = self.present();
        let until = self.hub.clock.now() + PATIENCE;
        let mut draw = Draw { fixed: BTreeMap::new(), revealed: BTreeMap::new(), until };
        for (i, row) in self.row.seats.iter().enumerate() {
            if let Some(open) = &row.entropy {
                draw.fixed.insert(i, entropy_hash(open));
                draw.revealed.insert(i, open.clone());
            } else if let Some(hash) = row.entropy_hash
                && present.has(Seat::ALL[i])
                && !row.identity.as_ref().is_some_and(|who| self.late.contains(who))
            {
                draw.fixed.insert(i, hash);
            }
        }
        draw
    }

    /// Begins the game if everything is revealed. If that cannot be stored, it is tried again when
    /// somebody reveals once more, or time is up.
    async fn go_on_drawing(&mut self) -> Result<(), Fault> {
        let Some(draw) = self.draw.as_ref().filter(|draw| draw.is_complete()) else {
            self.publish_table();
            return Ok(());
        };
        let mut row = GameRow { stage: Stage::Playing, ..self.row.clone() };
        for (i, seat) in row.seats.iter_mut().enumerate() {
            seat.entropy = draw.revealed.get(&i).cloned();
        }
        let draw = self.draw.take();
        if let Err(fault) = self.put(row).await {
            self.draw = draw;
            return Err(fault);
        }
        self.show_out();
        self.game = self.new_game();
        self.time_out().await;
        self.ask_bots();
        Ok(())
    }

    /// A seat reveals its contribution.
    pub(super) async fn reveal(
        &mut self,
        who: Option<&Who>,
        entropy: &str,
    ) -> Result<Reply, Fault> {
        who.ok_or_else(nobody)?;
        let not_seated = || Fault::new(Code::NotSeated, "only players of this table may do that");
        let seat = self.seat_of(who).ok_or_else(not_seated)?.index();
        let entropy = read_entropy(entropy)?;
        if self.row.seats[seat].entropy_hash != Some(entropy_hash(&entropy)) {
            return Err(bad_field("entropy", "this is not the entropy whose hash you sent"));
        }
        if self.row.stage != Stage::Open {
            return self.table_reply(who);
        }
        let not_begun = || Fault::new(Code::NotBegun, "the draw has not begun, or is without you");
        let draw = self.draw.as_mut().filter(|draw| draw.fixed.contains_key(&seat));
        draw.ok_or_else(not_begun)?.revealed.insert(seat, entropy);
        self.go_on_drawing().await?;
        self.table_reply(who)
    }

    /// Aborts the draw when somebody has not revealed in time. Whoever that was contributes
    /// nothing at this table any more, so that nobody can hold up a game.
    pub(super) async fn close_draw_when_late(&mut self) {
        let now = self.hub.clock.now();
        let Some(draw) = self.draw.as_mut().filter(|draw| draw.until <= now) else { return };
        let result = if draw.is_complete() {
            draw.until = now + PATIENCE;
            self.go_on_drawing().await
        } else {
            let late = draw.fixed.keys().filter(|seat| draw.waits_for(**seat));
            self.late.extend(late.filter_map(|seat| self.row.seats[*seat].identity.clone()));
            let row = self.without_draw();
            self.put(row).await
        };
        if let Err(fault) = result {
            tracing::warn!(table = %self.id, %fault, "failed to close the draw");
        }
    }

    /// The row, to change seats in it. A draw is aborted: what was revealed must not count.
    pub(super) fn without_draw(&mut self) -> GameRow {
        let mut row = self.row.clone();
        if self.draw.take().is_some() {
            drop_hashes(&mut row.seats);
        }
        row
    }

    /// A table of a restored backup gets a new seed, since players may know what the old one gives.
    pub(super) async fn renew(&mut self) -> Result<(), Fault> {
        if !self.row.restored {
            return Ok(());
        }
        let mut row = GameRow { restored: false, ..self.row.clone() };
        if row.stage == Stage::Open {
            row.seed = secret::random();
            drop_hashes(&mut row.seats);
        }
        let goes_on = self.game.as_ref().filter(|game| game.core.ended.is_none());
        if let Some(game) = goes_on {
            let next = game.rekey(&secret::random(), self.hub.clock.now()).into();
            self.commit(next).await?;
        }
        self.put(row).await
    }
}
