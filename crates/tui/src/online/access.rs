//! Requests about one table, with the cookie of the person.

use super::dice::DiceNotes;
use super::link::Link;
use crate::local::replace_file;
use crate::table::Finished;
use crate::texts::Texts;
use anyhow::{Result, anyhow};
use orrery_client::{Method, Person, Requests};
use orrery_protocol::{Reveal, Seat, Sit, Table};
use orrery_record::{LoadedRules, ProofLevel, Record};
use std::path::PathBuf;

/// Access to a table: its link, the person's identity there, and the directory of its files.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) link: Link,
    pub(super) person: Person,
    pub(super) folder: PathBuf,
}

impl Access {
    /// Returns the stored notes about the dice: own contributions and the data of the receipt.
    ///
    /// # Errors
    /// If the notes exist but cannot be read.
    pub(super) fn dice(&self) -> Result<DiceNotes> {
        DiceNotes::open(&self.folder, self.link.table())
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.link.table())
    }

    pub(super) async fn requests(&self) -> Result<Requests> {
        Requests::to_host(self.link.connect().await?, self.link.host()).await
    }

    /// Requests the current description of the table.
    pub(super) async fn table(&self) -> Result<Table> {
        let text = self.requests().await?.get(&self.person, &self.path("")).await?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Takes a seat with a contribution to the dice, or replaces that contribution.
    pub(super) async fn sit(&self, seat: Seat, sit: &Sit) -> Result<Table> {
        let (path, body) = (self.path(&format!("/seats/{seat}")), serde_json::to_string(sit)?);
        let mut requests = self.requests().await?;
        let answer = requests.ask(&self.person, Method::PUT, &path, body).await?;
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Reveals a contribution to the dice.
    pub(super) async fn reveal(&self, entropy: String) -> Result<()> {
        let body = serde_json::to_string(&Reveal { entropy })?;
        let (mut requests, path) = (self.requests().await?, self.path("/reveal"));
        requests.ask(&self.person, Method::POST, &path, body).await.map(drop)
    }

    /// Starts the game.
    pub(super) async fn start(&self) -> Result<()> {
        self.requests().await?.start(&self.person, self.link.table()).await
    }

    /// Requests the record that this person may see, and blocks until it arrives.
    pub(super) fn record(&self) -> Result<Record> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let text = runtime.block_on(async {
            self.requests().await?.get(&self.person, &self.path("/record")).await
        })?;
        Record::parse(&text).map_err(|problem| anyhow!("{problem}"))
    }

    /// Requests the record of the finished game; for a player, it also verifies the dice.
    pub(super) fn finish(&self, rules: &LoadedRules, texts: Texts) -> Result<Finished> {
        let (record, dice) = (self.record()?, self.dice()?);
        let (Some(expected), Some(receipt)) = (dice.expected(), dice.receipt_path()) else {
            return Ok(Finished { record, sentences: Vec::new() });
        };
        let path = self.folder.join(format!("{}.orr", self.link.table()));
        replace_file(&path, &record.to_string())?;
        let proved = match record.verify_against(rules, &expected) {
            Ok(proved) => match proved.proof_level {
                ProofLevel::Consistent => texts.dice_consistent(),
                ProofLevel::Committed => texts.dice_committed(),
                ProofLevel::Contributed => texts.dice_contributed(),
            },
            Err(problem) => texts.dice_unproved(problem),
        };
        let stored = texts.record_and_receipt(path.display(), receipt.display());
        Ok(Finished { record, sentences: vec![proved, stored] })
    }
}
