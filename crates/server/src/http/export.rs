//! Everything about somebody, sent game by game: a record is made when the one before it is read, so
//! that an export takes the memory of one game however many there are.

use super::App;
use crate::table::command::{Reply, What, Who};
use axum::body::{Body, Bytes};
use futures_util::{StreamExt, stream};
use orrery_protocol::{Export, ExportedGame, TableSummary};
use std::convert::Infallible;

/// The export as JSON. `head` has everything but the games, which are of these tables.
pub(super) fn body(app: App, who: Who, head: Export, tables: Vec<TableSummary>) -> Body {
    let head = serde_json::to_string(&head).unwrap_or_default();
    // The games are the last field, and the list is empty here.
    let (head, tail) = head.split_at(head.len().saturating_sub("]}".len()));
    let (head, tail) = (head.to_owned(), tail.to_owned());
    let games = stream::iter(tables.into_iter().enumerate()).then(move |(n, table)| {
        let (app, who) = (app.clone(), who.clone());
        async move {
            let comma = if n == 0 { "" } else { "," };
            let _one = app.begin_record().await;
            let game = serde_json::to_string(&game(&app, who, table).await).unwrap_or_default();
            comma.to_owned() + &game
        }
    });
    let parts = stream::iter([head]).chain(games).chain(stream::iter([tail]));
    Body::from_stream(parts.map(|part| Ok::<_, Infallible>(Bytes::from(part))))
}

async fn game(app: &App, who: Who, table: TableSummary) -> ExportedGame {
    let record = match app.request(&table.table, Some(who), What::Record).await {
        Ok(Reply::Record(record)) => Some(record.to_string()),
        _ => None,
    };
    ExportedGame { table, record }
}
