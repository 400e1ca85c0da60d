//! An attack with tables of CPU-intensive bots, each table with a spectator.

use super::AttackContext;
use crate::honest::seat_bot;
use anyhow::Result;
use orrery_loadtest::client::{Person, Socket};
use orrery_protocol::Seat;

/// Number of tables that the attack starts.
const TABLES: usize = 25;

/// Starts tables on which bots of the level oracle play, all from one address, and watches them.
pub(super) async fn tables(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let mut spectators = Vec::new();
    for _ in 0..TABLES {
        let table = requests.table(&person, "{\"seats\":5,\"beat_ms\":0}").await?.table;
        for seat in Seat::ALL {
            seat_bot(&mut requests, &person, &table, seat, "oracle").await?;
        }
        requests.start(&person, &table).await?;
        let stream = attacker.connect().await?;
        spectators.push(Socket::at_table(stream, &Person::nobody(), &table, None).await?);
    }
    context.count("tables", spectators.len() as u64);
    tokio::time::sleep_until(context.until.into()).await;
    Ok(())
}
