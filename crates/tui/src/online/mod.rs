//! Tables of a server: joining by link, playing and watching.

mod connection;
mod identity;
mod link;
mod table;

pub(crate) use connection::OnlineEvent;
pub(crate) use identity::Identities;
pub(crate) use link::Link;
pub(crate) use table::OnlineTable;

use crate::inbox::Inbox;
use crate::texts::Texts;
use anyhow::{Context, Result, anyhow, bail};
use connection::Connection;
use orrery_client::{Method, Person, Requests};
use orrery_protocol::{Seat, Sit, Stage, Table};
use orrery_record::{DeckCache, LoadedRules, hex};
use orrery_rules::Rulings;

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
/// # Errors
/// If the server is unavailable, or the table is unknown or full.
pub(crate) fn join(
    link: &Link,
    role: &Role,
    identities: &Identities,
    inbox: &Inbox,
    texts: Texts,
) -> Result<OnlineTable> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let joined = runtime.block_on(sit_down(link, role, identities, texts));
    let (person, table) = joined.with_context(|| format!("cannot join {link}"))?;
    let rules = rules(&table)?;
    let connection = Connection::open(link.clone(), person, texts.0, inbox.sender());
    OnlineTable::new(table, rules, connection, link.server(), texts)
}

/// Creates or reads the identity, and takes a free seat.
async fn sit_down(
    link: &Link,
    role: &Role,
    identities: &Identities,
    texts: Texts,
) -> Result<(Person, Table)> {
    let mut requests = Requests::over(link.connect().await?).await?;
    let path = format!("/api/tables/{}", link.table());
    let Role::Player(name) = role else {
        let nobody = Person::nobody();
        let table = serde_json::from_str(&requests.get(&nobody, &path).await?)?;
        return Ok((nobody, table));
    };
    let person = match identities.get(link.server()) {
        Some(person) => person,
        None => {
            let person = requests.person(name).await?;
            identities.put(link.server(), &person)?;
            person
        }
    };
    let table: Table = serde_json::from_str(&requests.get(&person, &path).await?)?;
    if table.you.seat.is_some() {
        return Ok((person, table));
    }
    let free = table.seats.iter().find(|seat| seat.player.is_none()).map(|seat| seat.seat);
    let Some(seat) = free.filter(|_| table.stage == Stage::Open) else {
        bail!("{}", texts.no_free_seat());
    };
    let table = take_seat(&mut requests, &person, &path, seat).await?;
    Ok((person, table))
}

/// Takes a seat with random bytes for the dice.
async fn take_seat(
    requests: &mut Requests,
    person: &Person,
    path: &str,
    seat: Seat,
) -> Result<Table> {
    let mut entropy = [0; 16];
    getrandom::fill(&mut entropy).map_err(|error| anyhow!("cannot get random bytes: {error}"))?;
    let sit = Sit::Me { entropy_hash: None, entropy: Some(hex(&entropy)) };
    let body = serde_json::to_string(&sit)?;
    let seat = format!("{path}/seats/{seat}");
    let answer = requests.ask(person, Method::PUT, &seat, body).await?;
    Ok(serde_json::from_slice(&answer.body)?)
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
