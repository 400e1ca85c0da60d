//! Attacks with clients that request a lot of data and read none of it.

use super::connections::read_to_end;
use super::{AttackContext, large_deck, with_deck};
use anyhow::Result;
use hyper::Method;
use orrery_loadtest::client::{Person, Socket};
use orrery_protocol::Seat;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// Number of exports that are requested but not read.
const UNREAD_EXPORTS: usize = 60;
/// Number of games in an export; 8 of them with large decks take about two megabytes.
const GAMES_PER_EXPORT: usize = 8;
/// The server's timeout for an unread response (`unread_seconds`) plus a margin.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(8);
/// Number of WebSockets that do not read.
const UNREAD_SOCKETS: usize = 60;

/// Requests exports without reading them, until the server closes the connections.
pub(super) async fn unread_exports(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    for _ in 0..GAMES_PER_EXPORT {
        let table = requests.table(&person, &with_deck(1, &large_deck(0))).await?.table;
        requests.sit(&person, &table, Seat::A).await?;
        requests.start(&person, &table).await?;
    }
    let size = requests.get(&person, "/api/me/export").await?.len();
    context.count("bytes of an export", size as u64);
    let max_sent = size - size / 10;
    let mut unread = Vec::new();
    for _ in 0..UNREAD_EXPORTS {
        let mut stream = context.target.attacker().connect_small().await?;
        let Person { cookie } = &person;
        let host = context.target.server;
        let request =
            format!("GET /api/me/export HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        unread.push(stream);
    }
    tokio::time::sleep_until((context.until + UNREAD_TIMEOUT).into()).await;
    for mut stream in unread {
        let read = read_to_end(&mut stream).await?;
        context.count("closed", 1);
        if read > max_sent {
            context.report_failure(format!(
                "the server sent {read} bytes to a client that does not read"
            ));
        }
    }
    Ok(())
}

/// Opens WebSockets that read nothing, at a table with a large deck that keeps changing.
pub(super) async fn unread_sockets(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let table = requests.table(&person, &with_deck(2, &large_deck(1))).await?.table;
    let mut unread = Vec::new();
    for _ in 0..UNREAD_SOCKETS {
        let stream = attacker.connect_small().await?;
        unread.push(Socket::at_table(stream, &Person::nobody(), &table, None).await?);
    }
    let path = format!("/api/tables/{table}/seats/A");
    while context.has_time_after(Duration::from_millis(500)).await {
        let sit = "{\"kind\":\"me\"}".to_owned();
        let sat = requests.send(&person, Method::PUT, &path, sit).await?;
        let left = requests.send(&person, Method::DELETE, &path, String::new()).await?;
        for status in [sat.status, left.status] {
            context.record_response(status.as_u16(), &[200, 204, 429]);
        }
    }
    Ok(())
}
