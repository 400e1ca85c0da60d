//! Export of all data of a user, streamed game by game.
//!
//! The server makes a record only after it has sent the previous one, so that an export needs the
//! memory of one game.

use super::App;
use crate::low_priority;
use crate::table::command::{Reply, RequestKind, User};
use axum::body::{Body, Bytes};
use futures_util::{StreamExt, stream};
use orrery_protocol::{Export, ExportedGame, TableSummary};
use std::convert::Infallible;

/// Streams the export as JSON. `head` contains everything except the games.
pub(super) fn body(app: App, user: User, head: Export, tables: Vec<TableSummary>) -> Body {
    let head = serde_json::to_string(&head).expect("all keys of the export are strings");
    // The list of games is the last field, and it is empty here, so the text ends with `[]}`.
    let (head, tail) = head.split_at(head.len().saturating_sub("]}".len()));
    let (head, tail) = (head.to_owned(), tail.to_owned());
    let games = stream::iter(tables.into_iter().enumerate()).then(move |(n, table)| {
        let (app, user) = (app.clone(), user.clone());
        async move {
            let comma = if n == 0 { "" } else { "," };
            comma.to_owned() + &game(&app, user, table).await
        }
    });
    let parts = stream::iter([head]).chain(games).chain(stream::iter([tail]));
    Body::from_stream(parts.map(|part| Ok::<_, Infallible>(Bytes::from(part))))
}

/// Returns a game as JSON, without a record if the game has not started.
///
/// A panic ends the connection, so that no client takes an incomplete export for a complete one.
async fn game(app: &App, user: User, table: TableSummary) -> String {
    let permit = app.acquire_record_permit().await;
    let record = match app.request(&table.table, Some(user), RequestKind::Record).await {
        Ok(Reply::Record(record)) => Some(record),
        _ => None,
    };
    let game = low_priority::run(move || {
        let _permit = permit;
        let record = record.map(|record| record.to_string());
        serde_json::to_string(&ExportedGame { table, record }).expect("all keys are strings")
    });
    game.await.expect("a record is written without a panic")
}
