//! The player's contribution to the dice of a table, and the receipt that proves them.
//!
//! The client sends the hash of random bytes, stores the hashes of all players, and then reveals
//! the bytes. It reveals bytes for one set of hashes only, never for a second one
//! (`docs/FAIR-DICE.md`).

use crate::local::replace_file;
use anyhow::{Context, Result, anyhow, bail};
use orrery_protocol::{Draw, EntropyCommitment, Rekeyed, Seat, Sit, Stage, Table};
use orrery_record::{ExpectedValues, entropy_hash, hex};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The request that the draw of the dice needs next from this client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DiceRequest {
    /// No request.
    Nothing,
    /// Send the hash of a contribution.
    Contribute(Seat),
    /// Reveal a contribution.
    Reveal(String),
    /// No request yet: another device of this player made the contribution and should reveal it.
    OtherDevice(Seat),
}

/// The notes about the dice of a table, stored before the client reveals its contribution.
#[derive(Clone, Debug)]
pub(super) struct DiceNotes {
    file: PathBuf,
    table: String,
    notes: Notes,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Notes {
    seat: Option<Seat>,
    commitment: String,
    /// The contributions that this client has generated, oldest first.
    made: Vec<Contribution>,
    revealed: Option<Revealed>,
    /// The new commitments that the server announced during the game.
    rekeyed: Vec<Rekeyed>,
    /// The number of draws that were aborted after this client revealed its contribution.
    aborted: u32,
}

/// Random bytes for the dice, in hexadecimal digits.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Contribution {
    hash: String,
    entropy: String,
    /// Whether this client has revealed the bytes, so that they must not be used in another draw.
    is_public: bool,
}

/// The hashes and the commitment that were fixed when this client revealed its contribution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Revealed {
    hash: String,
    commitment: String,
    fixed: Vec<EntropyCommitment>,
}

impl DiceNotes {
    /// Reads the notes about a table; they are empty if the file does not exist.
    ///
    /// # Errors
    /// If the notes exist but cannot be read. The client must not overwrite them.
    pub(super) fn open(folder: &Path, table: &str) -> Result<Self> {
        let file = folder.join(format!("{table}.dice"));
        let unreadable = || format!("cannot read {}; move the file away", file.display());
        let notes = match fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text).with_context(unreadable)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Notes::default(),
            Err(error) => return Err(error).with_context(unreadable),
        };
        Ok(Self { file, table: table.to_owned(), notes })
    }

    /// Returns the path of the receipt; `None` if this player had no seat.
    pub(super) fn receipt_path(&self) -> Option<PathBuf> {
        (!self.notes.commitment.is_empty()).then(|| self.file.with_extension("receipt"))
    }

    /// Returns the values to compare with the record; `None` if this player had no seat.
    pub(super) fn expected(&self) -> Option<ExpectedValues> {
        self.receipt_path()?;
        ExpectedValues::from_receipt(&self.receipt()).ok()
    }

    /// Returns the request to sit down, with the hash of a contribution that was never revealed.
    ///
    /// # Errors
    /// If the notes cannot be stored, or the system provides no random bytes.
    pub(super) fn contribution(&mut self, seat: Seat) -> Result<Sit> {
        if self.notes.made.last().is_none_or(|last| last.is_public) {
            self.notes.made.push(new_contribution()?);
            self.store()?;
        }
        self.notes.seat = Some(seat);
        let hash = self.notes.made.last().map(|last| last.hash.clone());
        Ok(Sit::Me { entropy_hash: hash, entropy: None })
    }

    /// Records a change of the table and returns the next request of the draw.
    ///
    /// # Errors
    /// If the server sent an invalid hash, or the notes cannot be stored.
    pub(super) fn receive_table(&mut self, table: &Table) -> Result<DiceRequest> {
        if !receipt_values(table).all(is_hash) {
            bail!("the server sent an invalid commitment or hash");
        }
        match (table.you.seat, table.stage) {
            (Some(seat), Stage::Open) => self.request_before_game(table, seat),
            (Some(_), Stage::Playing) => {
                self.record_rekeyed(&table.rekeyed)?;
                Ok(DiceRequest::Nothing)
            }
            _ => Ok(DiceRequest::Nothing),
        }
    }

    /// Returns the next request before the game begins.
    fn request_before_game(&mut self, table: &Table, seat: Seat) -> Result<DiceRequest> {
        let own_seat = table.seats.iter().find(|it| it.seat == seat);
        let hash = own_seat.and_then(|seat| seat.entropy_hash.as_deref());
        self.record_commitment(table, seat, hash)?;
        if let Some(draw) = &table.draw {
            return self.request_in_draw(table, seat, draw);
        }
        let has_contributed = hash.is_some() || own_seat.is_some_and(|seat| seat.entropy.is_some());
        if has_contributed {
            return Ok(DiceRequest::Nothing);
        }
        Ok(DiceRequest::Contribute(seat))
    }

    /// Records the commitment; if this seat's hash has changed, counts the draw as aborted.
    fn record_commitment(&mut self, table: &Table, seat: Seat, hash: Option<&str>) -> Result<()> {
        let notes = &mut self.notes;
        let is_aborted = notes.revealed.as_ref().is_some_and(|it| Some(&*it.hash) != hash);
        if is_aborted {
            notes.revealed = None;
            notes.aborted += 1;
        }
        notes.seat = Some(seat);
        notes.commitment.clone_from(&table.commitment);
        self.store()
    }

    /// Stores the hashes of this draw, and returns the request that reveals the contribution.
    fn request_in_draw(&mut self, table: &Table, seat: Seat, draw: &Draw) -> Result<DiceRequest> {
        let mine = draw.fixed.iter().find(|fixed| fixed.seat == seat);
        let Some(mine) = mine.filter(|_| draw.waiting.contains(&seat)) else {
            return Ok(DiceRequest::Nothing);
        };
        let Some(made) = self.notes.made.iter_mut().find(|made| made.hash == mine.hash) else {
            return Ok(DiceRequest::OtherDevice(seat));
        };
        let (fixed, commitment) = (draw.fixed.clone(), table.commitment.clone());
        let revealed = Some(Revealed { hash: mine.hash.clone(), commitment, fixed });
        // A contribution that was revealed for other hashes is public, so it must not be used
        // again.
        if made.is_public && self.notes.revealed != revealed {
            return Ok(DiceRequest::Contribute(seat));
        }
        made.is_public = true;
        let entropy = made.entropy.clone();
        self.notes.revealed = revealed;
        self.store()?;
        Ok(DiceRequest::Reveal(entropy))
    }

    /// Records new commitments that the server announced during the game (re-keying).
    fn record_rekeyed(&mut self, rekeyed: &[Rekeyed]) -> Result<()> {
        let known = self.notes.rekeyed.len();
        if rekeyed.len() <= known {
            return Ok(());
        }
        self.notes.rekeyed.extend_from_slice(&rekeyed[known..]);
        self.store()
    }

    fn store(&self) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            let failed = || format!("cannot create {}", folder.display());
            fs::create_dir_all(folder).with_context(failed)?;
        }
        replace_file(&self.file, &serde_json::to_string_pretty(&self.notes)?)?;
        match self.receipt_path() {
            Some(path) => replace_file(&path, &self.receipt()),
            None => Ok(()),
        }
    }

    /// Returns the receipt as text.
    fn receipt(&self) -> String {
        let notes = &self.notes;
        let revealed = notes.revealed.as_ref();
        let commitment = revealed.map_or(&notes.commitment, |it| &it.commitment);
        let mut text = format!("orrery dice receipt 1\ntable {}\n", self.table);
        let mut line = |line: String| {
            let _ = writeln!(text, "{line}");
        };
        notes.seat.into_iter().for_each(|seat| line(format!("seat {seat}")));
        line(format!("commit {commitment}"));
        if let Some(revealed) = revealed {
            let contribution = notes.made.iter().find(|made| made.hash == revealed.hash);
            contribution.into_iter().for_each(|made| line(format!("entropy {}", made.entropy)));
            let fixed = revealed.fixed.iter();
            fixed.for_each(|it| line(format!("hash {} {}", it.seat, it.hash)));
        }
        let rekeyed = notes.rekeyed.iter();
        rekeyed.for_each(|it| line(format!("rekey {} {}", it.from, it.commitment)));
        if notes.aborted > 0 {
            line(format!("aborted {}", notes.aborted));
        }
        text
    }
}

/// Returns the server's hashes and commitments that go into the receipt.
fn receipt_values(table: &Table) -> impl Iterator<Item = &str> {
    let fixed = table.draw.iter().flat_map(|draw| &draw.fixed).map(|it| it.hash.as_str());
    let rekeyed = table.rekeyed.iter().map(|it| it.commitment.as_str());
    [table.commitment.as_str()].into_iter().chain(fixed).chain(rekeyed)
}

/// Returns whether a text is a 256-bit hash in hexadecimal. Other texts could add lines to the
/// receipt.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn new_contribution() -> Result<Contribution> {
    let mut entropy = [0; 16];
    getrandom::fill(&mut entropy).map_err(|error| anyhow!("cannot get random bytes: {error}"))?;
    let hash = hex(&entropy_hash(&entropy));
    Ok(Contribution { hash, entropy: hex(&entropy), is_public: false })
}
