//! Identities, bot accounts and tables, as many as possible.

use super::{Round, large_deck, with_deck};
use anyhow::Result;
use hyper::{Method, StatusCode};
use orrery_loadtest::client::{Person, Requests};
use std::time::Duration;

/// Identities and tables that one may make in an hour, and some more for the time that passes.
const ALLOWED: u64 = 60 + 3;

/// Tables of all identities of one address.
const ALLOWED_OF_ADDRESS: u64 = 4 * 60 + 10;

/// One address becomes as many identities as it can.
pub(super) async fn identities(round: Round) -> Result<()> {
    let mut requests = round.field.attacker().requests().await?;
    let mut made = 0;
    while round.goes_on(Duration::from_millis(10)).await {
        let body = "{\"name\":\"Mallory\"}".to_owned();
        let answer = requests.send(&Person::nobody(), Method::POST, "/api/me", body).await?;
        round.answered(answer.status.as_u16(), &[201, 429]);
        made += u64::from(answer.status == StatusCode::CREATED);
    }
    round.at_most("identities", made, ALLOWED);
    Ok(())
}

/// One address makes as many tables as it can, each with a large deck, under many identities.
pub(super) async fn tables(round: Round) -> Result<()> {
    let attacker = round.field.attacker();
    let mut requests = attacker.requests().await?;
    let (mut made, mut person) = (0, attacker.person().await?);
    while round.goes_on(Duration::from_millis(10)).await {
        match make(&mut requests, &person).await? {
            StatusCode::CREATED => made += 1,
            status => {
                round.answered(status.as_u16(), &[429, 503, 507]);
                // Another identity, while there are any.
                if let Ok(other) = attacker.person().await {
                    person = other;
                }
            }
        }
    }
    round.at_most("tables", made, ALLOWED_OF_ADDRESS);
    Ok(())
}

/// One person makes tables by bot accounts that are deleted and made again.
pub(super) async fn bot_accounts(round: Round) -> Result<()> {
    let attacker = round.field.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let mut made = 0;
    while round.goes_on(Duration::from_millis(20)).await {
        let body = "{\"name\":\"Robot\"}".to_owned();
        let answer = requests.send(&person, Method::POST, "/api/me/bots", body).await?;
        round.answered(answer.status.as_u16(), &[201, 429]);
        let Ok(account) = serde_json::from_slice::<serde_json::Value>(&answer.body) else {
            continue;
        };
        let (Some(id), Some(token)) = (account["id"].as_str(), account["token"].as_str()) else {
            continue;
        };
        let bot = Person { cookie: format!("orrery={token}") };
        made += u64::from(make(&mut requests, &bot).await? == StatusCode::CREATED);
        let path = format!("/api/me/bots/{id}");
        requests.send(&person, Method::DELETE, &path, String::new()).await?;
    }
    round.at_most("tables", made, ALLOWED);
    Ok(())
}

/// Makes a table with a large deck.
async fn make(requests: &mut Requests, person: &Person) -> Result<StatusCode> {
    let settings = with_deck(2, &large_deck(2));
    Ok(requests.send(person, Method::POST, "/api/tables", settings).await?.status)
}
