//! Tables of a server: joining by link, playing and watching.

mod access;
mod connection;
mod dice;
mod identity;
mod link;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use connection::OnlineEvent;
pub(crate) use link::Link;
pub(crate) use table::OnlineTable;

use crate::inbox::Inbox;
use crate::texts::Texts;
use access::Access;
use anyhow::{Context, Result, anyhow, bail};
use connection::Connection;
use identity::Identities;
use orrery_client::Person;
use orrery_protocol::{Stage, Table};
use orrery_record::{DeckCache, LoadedRules};
use orrery_rules::Rulings;
use std::path::Path;

/// The role in which a person joins a table.
#[derive(Clone, Debug)]
pub(crate) enum Role {
    /// A player with this name, who takes a free seat.
    Player(String),
    /// A spectator.
    Spectator,
}

/// Joins a table of a server.
///
/// The directory `folder` stores identities, receipts and records.
///
/// # Errors
/// If the server is unavailable, or the table is unknown or full.
pub(crate) fn join(
    link: &Link,
    role: &Role,
    folder: &Path,
    inbox: &Inbox,
    texts: Texts,
) -> Result<OnlineTable> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let joined = runtime.block_on(enter(link, role, folder, texts));
    let (access, table) = joined.with_context(|| format!("cannot join {link}"))?;
    let rules = rules(&table)?;
    let connection = Connection::open(access.clone(), texts.0, inbox.sender())?;
    OnlineTable::new(table, rules, connection, access, texts)
}

/// Requests the table; for a player, it also ensures an identity and a seat.
///
/// A player who has no seat takes the first free one.
async fn enter(link: &Link, role: &Role, folder: &Path, texts: Texts) -> Result<(Access, Table)> {
    let mut access =
        Access { link: link.clone(), person: Person::nobody(), folder: folder.join("tables") };
    if let Role::Player(name) = role {
        access.person = identity(&access, name, &Identities::new(folder)).await?;
    }
    let table = access.table().await?;
    if matches!(role, Role::Spectator) || table.you.seat.is_some() {
        return Ok((access, table));
    }
    let free = table.seats.iter().find(|seat| seat.player.is_none()).map(|seat| seat.seat);
    let Some(seat) = free.filter(|_| table.stage == Stage::Open) else {
        bail!("{}", texts.no_free_seat());
    };
    let contribution = access.dice()?.contribution(seat)?;
    let table = access.sit(seat, &contribution).await?;
    Ok((access, table))
}

/// Returns the locally stored identity for this server, or creates one.
async fn identity(access: &Access, name: &str, identities: &Identities) -> Result<Person> {
    let server = access.link.server();
    if let Some(person) = identities.get(&server)? {
        return Ok(person);
    }
    let person = access.requests().await?.person(name).await?;
    identities.put(&server, &person)?;
    Ok(person)
}

/// Returns the rules of a table.
fn rules(table: &Table) -> Result<LoadedRules> {
    let settings = &table.settings;
    match &settings.deck {
        Some(text) => {
            let loaded = DeckCache::default().load(text, Rulings::NEWEST);
            loaded.map_err(|_| anyhow!("the deck of the table is not valid"))
        }
        None => LoadedRules::edition(&settings.edition)
            .with_context(|| format!("unknown edition `{}`", settings.edition)),
    }
}
