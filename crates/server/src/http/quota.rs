//! Quotas of people and addresses: stored data, and unfinished tables.
//!
//! The server charges the use of a bot account to its owner, so that more accounts do not give more
//! storage.

use super::{App, guard};
use crate::table::store_fault;
use orrery_protocol::{Code, Fault};
use orrery_store::{Identity, Quota};
use std::net::IpAddr;

/// Bytes charged for a table, about the size of a table with its log.
const TABLE_BYTES: u32 = 64 * 1024;
/// Bytes charged for a chat message in addition to its text.
const CHAT_OVERHEAD_BYTES: u32 = 200;
/// Factor between the limits of an address and of a person, because people may share an address.
pub(super) const ADDRESS_FACTOR: u32 = 4;

/// The person and the address to charge.
pub(super) struct Payer {
    /// The id of the person.
    pub(super) person: String,
    /// The address.
    pub(super) address: IpAddr,
}

impl Payer {
    /// Creates the payer for an identity. The payer for a bot account is its owner.
    pub(super) fn new(identity: &Identity, address: IpAddr) -> Self {
        let person = identity.owner.as_ref().unwrap_or(&identity.id).clone();
        Self { person, address }
    }
}

fn bytes(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

impl App {
    /// Refuses a new table if the disk is nearly full, or if the person hosts too many tables.
    ///
    /// Only unfinished tables count. Concurrent requests may exceed the limit, because the check
    /// does not reserve a table.
    pub(super) async fn admit_table(&self, payer: &Payer) -> Result<(), Fault> {
        self.hub.headroom.check().await?;
        let limit = self.hub.config.unfinished_tables;
        let hosted = self.hub.store.unfinished_games(&payer.person).await;
        if hosted.map_err(|error| store_fault(&error))? < u64::from(limit) {
            return Ok(());
        }
        let text = format!(
            "you and your bot accounts already host {limit} unfinished tables, the most this \
             server allows; finish or archive some, then try again"
        );
        Err(Fault::new(Code::TooMany, text))
    }

    /// Charges a new table.
    pub(super) async fn charge_table(&self, payer: &Payer) -> Result<(), Fault> {
        self.limits.count_table(payer)?;
        self.charge_shared(Quota::Tables, payer, 1, self.hub.config.tables_per_hour).await?;
        self.charge_bytes(payer, TABLE_BYTES).await
    }

    /// Charges a deck that is not in memory, because the server may have to store it.
    pub(super) async fn charge_deck(&self, payer: &Payer, text: &str) -> Result<(), Fault> {
        self.limits.count_deck(payer.address)?;
        self.charge_bytes(payer, bytes(text)).await
    }

    /// Charges a chat message.
    pub(super) async fn charge_chat(&self, payer: &Payer, text: &str) -> Result<(), Fault> {
        self.charge_bytes(payer, bytes(text).saturating_add(CHAT_OVERHEAD_BYTES)).await
    }

    async fn charge_bytes(&self, payer: &Payer, bytes: u32) -> Result<(), Fault> {
        self.limits.count_bytes(payer, bytes)?;
        self.charge_shared(Quota::Bytes, payer, bytes, self.hub.config.bytes_per_day).await
    }

    /// Charges the quotas of the person and the address that all nodes share.
    async fn charge_shared(
        &self,
        kind: Quota,
        payer: &Payer,
        amount: u32,
        limit: u32,
    ) -> Result<(), Fault> {
        self.hub.charge_quota(kind, &payer.person, amount, limit).await?;
        let network = guard::network(payer.address).to_string();
        self.hub.charge_quota(kind, &network, amount, limit.saturating_mul(ADDRESS_FACTOR)).await
    }
}
