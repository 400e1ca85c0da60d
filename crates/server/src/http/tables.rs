//! Tables: making, finding, sitting down, beginning, looking.

use super::identity::{Known, Me};
use super::refusal::{Body, Query, Refusal, SeatPath, TableId};
use super::{Answered, App};
use crate::game::terms;
use crate::secret;
use crate::stored;
use crate::table::command::{Reply, What, Who};
use crate::table::info::summary;
use crate::table::store_fault;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{
    Code, Fault, FaultAnswer, Reveal, Seat, Sit, Table, TableList, TableSettings, TextLanguage,
    View, Visibility,
};
use orrery_store::{GameRow, HostFilter, Listing, SeatRow, Stage};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

/// Most tables of the list.
const MOST: u32 = 100;
/// Most tables of one host in the list.
const MOST_OF_HOST: u32 = 5;
/// Most tables in the list that were made from one address.
const MOST_OF_ADDRESS: u32 = 20;

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = TableSettings,
    responses((status = 201, body = Table), (status = 404, body = FaultAnswer), (status = 422, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn create(
    State(app): State<App>,
    known: Known,
    Body(settings): Body<TableSettings>,
) -> Result<(StatusCode, Json<Table>), Refusal> {
    app.hub.headroom.check().await?;
    let payer = known.payer();
    let check = || app.limits.deck_check(payer.address);
    let keep = app.charge_deck(&payer, settings.deck.as_deref().unwrap_or_default());
    let rules = app.hub.decks.admit(&settings, check, keep).await?;
    terms::options(&settings, &rules)?;
    app.charge_table(&payer).await?;
    let row = new_row(&app, &known, settings, rules.id.clone());
    let id = row.id.clone();
    app.hub.store.add_game(row).await.map_err(|error| store_fault(&error))?;
    let table = table(&app, &id, Some(known.who()), What::Info).await?;
    Ok((StatusCode::CREATED, table))
}

fn new_row(app: &App, known: &Known, settings: TableSettings, edition: String) -> GameRow {
    let now = app.hub.clock.seconds();
    let listing = match settings.visibility {
        Visibility::Public => Listing::Public,
        Visibility::Link => Listing::Link,
    };
    let seats = vec![SeatRow::default(); settings.seats as usize];
    let deck = settings.deck.clone();
    let settings = TableSettings { deck: None, edition, ..settings };
    GameRow {
        id: secret::id(),
        stage: Stage::Open,
        listing,
        settings: stored::write(&settings),
        deck,
        seed: secret::random(),
        host: known.identity.id.clone(),
        created: now,
        changed: now,
        ended: None,
        finished: None,
        rematch: None,
        due: None,
        waits: 0,
        restored: false,
        seats,
    }
}

/// Open tables, the newest first.
#[utoipa::path(get, path = "/api/tables", tag = "tables",
    responses((status = 200, body = TableList)))]
pub(super) async fn list(State(app): State<App>, me: Me) -> Answered<TableList> {
    let games = app.hub.store.open_games(MOST, listed(&app)).await;
    let games = games.map_err(|error| store_fault(&error))?;
    let id = me.0.as_ref().map(|known| known.identity.id.as_str());
    Ok(Json(TableList { tables: games.iter().map(|game| summary(game, id)).collect() }))
}

/// Lists so many tables of each host and of each address, so that nobody fills the list.
fn listed(app: &App) -> HostFilter {
    let hub = Arc::clone(&app.hub);
    let (mut hosts, mut addresses) = (HashMap::new(), HashMap::new());
    Box::new(move |host| {
        let of_host: &mut u32 = hosts.entry(host.to_owned()).or_insert(0);
        *of_host += 1;
        let mut listed = *of_host <= MOST_OF_HOST;
        if let (true, Some(address)) = (listed, hub.addresses.of(host)) {
            let of_address: &mut u32 = addresses.entry(address).or_insert(0);
            *of_address += 1;
            listed = *of_address <= MOST_OF_ADDRESS;
        }
        listed
    })
}

async fn table(app: &App, id: &str, who: Option<Who>, what: What) -> Answered<Table> {
    match app.request(id, who, what).await? {
        Reply::Table(table) => Ok(Json(*table)),
        _ => Err(Fault::new(Code::Internal, "the server made a mistake; it was logged").into()),
    }
}

/// A table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 403, body = FaultAnswer)))]
pub(super) async fn read(State(app): State<App>, me: Me, TableId(id): TableId) -> Answered<Table> {
    table(&app, &id, me.who(), What::Info).await
}

/// Puts a table away. Only the host may, and not while others play there.
#[utoipa::path(delete, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 204), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn archive(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
) -> Result<StatusCode, Refusal> {
    app.request(&id, Some(known.who()), What::Archive).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sits down, or seats a bot.
#[utoipa::path(put, path = "/api/tables/{id}/seats/{seat}", tag = "tables", request_body = Sit,
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "Which seat.")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn sit(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
    Body(sit): Body<Sit>,
) -> Answered<Table> {
    table(&app, &id, Some(known.who()), What::Sit(seat, sit)).await
}

/// A seat becomes free: by whoever sits there, or by the host.
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "Which seat.")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn rise(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
) -> Answered<Table> {
    table(&app, &id, Some(known.who()), What::Rise(seat)).await
}

/// Begins the game. Only the host may, when all seats are taken.
#[utoipa::path(post, path = "/api/tables/{id}/start", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn start(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
) -> Answered<Table> {
    table(&app, &id, Some(known.who()), What::Start).await
}

/// Reveals my contribution to the dice, while the draw is on.
#[utoipa::path(post, path = "/api/tables/{id}/reveal", tag = "tables", request_body = Reveal,
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn reveal(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
    Body(reveal): Body<Reveal>,
) -> Answered<Table> {
    table(&app, &id, Some(known.who()), What::Reveal(reveal.entropy)).await
}

/// Gives the game up.
#[utoipa::path(post, path = "/api/tables/{id}/resign", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn resign(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
) -> Answered<Table> {
    table(&app, &id, Some(known.who()), What::Resign).await
}

/// The same again, everyone one seat further. The answer names the new table in `rematch`.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn rematch(
    State(app): State<App>,
    known: Known,
    TableId(id): TableId,
) -> Answered<Table> {
    app.hub.headroom.check().await?;
    app.charge_table(&known.payer()).await?;
    table(&app, &id, Some(known.who()), What::Rematch).await
}

/// What a query may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    words: Option<TextLanguage>,
}

/// What I may know of the game now.
#[utoipa::path(get, path = "/api/tables/{id}/view", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("words" = Option<TextLanguage>, Query, description = "The language of texts; none if left out.")),
    responses((status = 200, body = View), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)))]
pub(super) async fn view(
    State(app): State<App>,
    me: Me,
    TableId(id): TableId,
    Query(wanted): Query<Wanted>,
) -> Answered<View> {
    match app.request(&id, me.who(), What::View(wanted.words)).await? {
        Reply::View(message) => match *message {
            orrery_protocol::ServerMessage::View { view, .. } => Ok(Json(*view)),
            _ => Err(Fault::new(Code::Internal, "the server made a mistake").into()),
        },
        _ => Err(Fault::new(Code::Internal, "the server made a mistake").into()),
    }
}

/// The forms of a record.
#[derive(Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Form {
    /// Lines to read.
    #[default]
    Text,
    /// JSON.
    Json,
    /// Bytes.
    Binary,
}

/// What a query may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuery {
    #[serde(default)]
    form: Form,
}

/// The record: my seat's view while the game is on, everything when it is over.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("form" = Option<Form>, Query, description = "`text` if left out.")),
    responses((status = 200, content((String = "text/plain"), (serde_json::Value = "application/json"),
        (Vec<u8> = "application/octet-stream"))), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)))]
pub(super) async fn record(
    State(app): State<App>,
    me: Me,
    TableId(id): TableId,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Refusal> {
    let _one = app.begin_record().await;
    let Reply::Record(record) = app.request(&id, me.who(), What::Record).await? else {
        return Err(Fault::new(Code::Internal, "the server made a mistake").into());
    };
    let (kind, end, bytes) = match query.form {
        Form::Text => ("text/plain; charset=utf-8", "orr", record.to_string().into_bytes()),
        Form::Json => ("application/json", "json", record.to_json().into_bytes()),
        Form::Binary => ("application/octet-stream", "orrb", binary(&record)),
    };
    let name = HeaderValue::try_from(format!("attachment; filename=\"{id}.{end}\""));
    let name = name.unwrap_or_else(|_| HeaderValue::from_static("attachment"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, bytes).into_response())
}

fn binary(record: &orrery_record::Record) -> Vec<u8> {
    let mut library = orrery_record::Library::new();
    // A deck that is not sound has no games.
    let _ = library.add_carried(&record.header);
    record.to_bytes(&library)
}
