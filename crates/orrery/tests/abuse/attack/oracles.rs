//! Tables of bots that think long, each with a spectator.

use super::Round;
use crate::honest::seat_bot;
use anyhow::Result;
use orrery_loadtest::client::{Person, Socket};
use orrery_protocol::Seat;

/// The number of tables.
const TABLES: usize = 25;

/// One address lets oracles play each other, and watches.
pub(super) async fn tables(round: Round) -> Result<()> {
    let attacker = round.field.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let mut watched = Vec::new();
    for _ in 0..TABLES {
        let table = requests.table(&person, "{\"seats\":5,\"beat_ms\":0}").await?.table;
        for seat in Seat::ALL {
            seat_bot(&mut requests, &person, &table, seat, "oracle").await?;
        }
        requests.start(&person, &table).await?;
        let stream = attacker.connect().await?;
        watched.push(Socket::at_table(stream, &Person::nobody(), &table, None).await?);
    }
    round.count("tables", watched.len() as u64);
    tokio::time::sleep_until(round.until.into()).await;
    Ok(())
}
