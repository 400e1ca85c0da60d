//! Attacks that create as many identities, bot accounts and tables as possible.

use super::{AttackContext, large_deck, with_deck};
use anyhow::Result;
use hyper::{Method, StatusCode};
use orrery_loadtest::client::{Person, Requests};
use std::time::Duration;

/// Maximum number of identities per address or tables per person: the hourly limit plus a margin.
const MAX_CREATED: u64 = 60 + 3;

/// Maximum number of tables per address: the hourly limit plus a margin.
const MAX_TABLES_PER_ADDRESS: u64 = 4 * 60 + 10;

/// Creates as many identities as possible from one address.
pub(super) async fn identities(context: AttackContext) -> Result<()> {
    let mut requests = context.target.attacker().requests().await?;
    let mut created = 0;
    while context.has_time_after(Duration::from_millis(10)).await {
        let body = "{\"name\":\"Mallory\"}".to_owned();
        let answer = requests.send(&Person::nobody(), Method::POST, "/api/me", body).await?;
        context.record_response(answer.status.as_u16(), &[201, 429]);
        created += u64::from(answer.status == StatusCode::CREATED);
    }
    context.check_at_most("identities", created, MAX_CREATED);
    Ok(())
}

/// Creates as many tables with large decks as possible from one address, with many identities.
pub(super) async fn tables(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let mut requests = attacker.requests().await?;
    let (mut created, mut person) = (0, attacker.person().await?);
    while context.has_time_after(Duration::from_millis(10)).await {
        match create_table(&mut requests, &person).await? {
            StatusCode::CREATED => created += 1,
            status => {
                context.record_response(status.as_u16(), &[429, 503, 507]);
                // Continue with another identity for as long as the server allows new ones.
                if let Ok(other) = attacker.person().await {
                    person = other;
                }
            }
        }
    }
    context.check_at_most("tables", created, MAX_TABLES_PER_ADDRESS);
    Ok(())
}

/// Creates tables with bot accounts, which the same person deletes and creates again.
pub(super) async fn bot_accounts(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let mut created = 0;
    while context.has_time_after(Duration::from_millis(20)).await {
        let body = "{\"name\":\"Robot\"}".to_owned();
        let answer = requests.send(&person, Method::POST, "/api/me/bots", body).await?;
        context.record_response(answer.status.as_u16(), &[201, 429]);
        let Ok(account) = serde_json::from_slice::<serde_json::Value>(&answer.body) else {
            continue;
        };
        let (Some(id), Some(token)) = (account["id"].as_str(), account["token"].as_str()) else {
            continue;
        };
        let bot = Person { cookie: format!("orrery={token}") };
        created += u64::from(create_table(&mut requests, &bot).await? == StatusCode::CREATED);
        let path = format!("/api/me/bots/{id}");
        requests.send(&person, Method::DELETE, &path, String::new()).await?;
    }
    context.check_at_most("tables", created, MAX_CREATED);
    Ok(())
}

/// Creates a table with a large deck.
async fn create_table(requests: &mut Requests, person: &Person) -> Result<StatusCode> {
    let settings = with_deck(2, &large_deck(2));
    Ok(requests.send(person, Method::POST, "/api/tables", settings).await?.status)
}
