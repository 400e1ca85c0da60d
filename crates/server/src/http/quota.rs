//! Who is charged for what is stored: the person behind an account, and the address. A bot account is
//! charged to its owner, so that making and deleting accounts brings nothing.

use super::{App, guard};
use orrery_protocol::Fault;
use orrery_store::{Identity, Quota};
use std::net::IpAddr;

/// Bytes that a table counts for: about what it takes with the log of its game.
const TABLE: u32 = 64 * 1024;
/// Bytes that a line of chat takes beside its text.
const CHAT: u32 = 200;
/// An address has so many times what a person has: several people share it.
pub(super) const SHARED: u32 = 4;

/// Whoever is charged.
pub(super) struct Payer {
    /// The id of the person.
    pub(super) person: String,
    /// Where they are.
    pub(super) address: IpAddr,
}

impl Payer {
    /// The person behind an identity, and the address.
    pub(super) fn new(identity: &Identity, address: IpAddr) -> Self {
        let person = identity.owner.as_ref().unwrap_or(&identity.id).clone();
        Self { person, address }
    }
}

fn bytes(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

impl App {
    /// Charges a new table.
    pub(super) async fn charge_table(&self, payer: &Payer) -> Result<(), Fault> {
        self.limits.table(payer)?;
        self.charge(Quota::Tables, payer, 1, self.hub.config.tables_per_hour).await?;
        self.charge_bytes(payer, TABLE).await
    }

    /// Charges a deck that is not loaded, and so may have to be stored.
    pub(super) async fn charge_deck(&self, payer: &Payer, text: &str) -> Result<(), Fault> {
        self.limits.deck(payer.address)?;
        self.charge_bytes(payer, bytes(text)).await
    }

    /// Charges a line of chat.
    pub(super) async fn charge_chat(&self, payer: &Payer, text: &str) -> Result<(), Fault> {
        self.charge_bytes(payer, bytes(text).saturating_add(CHAT)).await
    }

    async fn charge_bytes(&self, payer: &Payer, bytes: u32) -> Result<(), Fault> {
        self.limits.bytes(payer, bytes)?;
        self.charge(Quota::Bytes, payer, bytes, self.hub.config.bytes_per_day).await
    }

    /// Charges both on all machines together.
    async fn charge(
        &self,
        what: Quota,
        payer: &Payer,
        amount: u32,
        most: u32,
    ) -> Result<(), Fault> {
        self.hub.allow(what, &payer.person, amount, most).await?;
        let house = guard::whole(payer.address).to_string();
        self.hub.allow(what, &house, amount, most.saturating_mul(SHARED)).await
    }
}
