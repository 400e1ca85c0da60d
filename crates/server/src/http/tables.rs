//! Endpoints of tables: create, list, seats, start, view, record and others.

use super::error::{ApiError, DeckBody, JsonBody, Query, SeatPath, TableId, internal_error};
use super::identity::{Authenticated, MaybeAuthenticated};
use super::{ApiResult, App};
use crate::game::terms;
use crate::low_priority;
use crate::secret;
use crate::settings_codec;
use crate::table::command::{Reply, RequestKind, User};
use crate::table::info::summaries;
use crate::table::store_fault;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{
    FaultAnswer, Reveal, Seat, Sit, Table, TableList, TableSettings, TextLanguage, View, Visibility,
};
use orrery_store::{GameRow, HostFilter, Listing, SeatRow};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of tables in the list.
const MAX_LISTED: u32 = 100;
/// Maximum number of tables of one host in the list.
const MAX_LISTED_PER_HOST: u32 = 5;
/// Maximum number of tables of one address in the list.
const MAX_LISTED_PER_ADDRESS: u32 = 20;

/// Creates a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = TableSettings,
    responses((status = 201, body = Table), (status = 404, body = FaultAnswer), (status = 422, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn create(
    State(app): State<App>,
    auth: Authenticated,
    JsonBody(settings): DeckBody<TableSettings>,
) -> Result<(StatusCode, Json<Table>), ApiError> {
    let payer = auth.payer();
    app.admit_table(&payer).await?;
    let count_check = || app.limits.count_deck_check(payer.address);
    let charge = app.charge_deck(&payer, settings.deck.as_deref().unwrap_or_default());
    let rules = app.hub.decks.admit(&settings, count_check, charge).await?;
    terms::options(&settings, &rules)?;
    app.charge_table(&payer).await?;
    let row = new_row(&app, &auth, settings, rules.id.clone());
    let id = row.id.clone();
    app.hub.store.add_game(row).await.map_err(|error| store_fault(&error))?;
    let table = table(&app, &id, Some(auth.user()), RequestKind::Info).await?;
    Ok((StatusCode::CREATED, table))
}

fn new_row(app: &App, auth: &Authenticated, settings: TableSettings, edition: String) -> GameRow {
    let now = app.hub.clock.seconds();
    let listing = match settings.visibility {
        Visibility::Public => Listing::Public,
        Visibility::Link => Listing::Link,
    };
    let seats = vec![SeatRow::default(); settings.seats as usize];
    let deck = settings.deck.clone();
    let settings = TableSettings { deck: None, edition, ..settings };
    GameRow {
        listing,
        settings: settings_codec::encode(&settings),
        deck,
        seats,
        ..GameRow::new(secret::id(), auth.identity.id.clone(), secret::random(), now)
    }
}

/// Lists open tables, the newest first.
#[utoipa::path(get, path = "/api/tables", tag = "tables",
    responses((status = 200, body = TableList)))]
pub(super) async fn list(State(app): State<App>, me: MaybeAuthenticated) -> ApiResult<TableList> {
    let games = app.hub.store.open_games(MAX_LISTED, listing_filter(&app)).await;
    let games = games.map_err(|error| store_fault(&error))?;
    let id = me.0.as_ref().map(|auth| auth.identity.id.as_str());
    Ok(Json(TableList { tables: summaries(games.iter(), id) }))
}

/// Returns a filter that limits the listed tables per host and address.
///
/// Otherwise one user could fill the list.
fn listing_filter(app: &App) -> HostFilter {
    let hub = Arc::clone(&app.hub);
    let (mut hosts, mut addresses) = (HashMap::new(), HashMap::new());
    Box::new(move |host| {
        let of_host: &mut u32 = hosts.entry(host.to_owned()).or_insert(0);
        *of_host += 1;
        let mut is_listed = *of_host <= MAX_LISTED_PER_HOST;
        if let (true, Some(address)) = (is_listed, hub.addresses.of(host)) {
            let of_address: &mut u32 = addresses.entry(address).or_insert(0);
            *of_address += 1;
            is_listed = *of_address <= MAX_LISTED_PER_ADDRESS;
        }
        is_listed
    })
}

async fn table(app: &App, id: &str, user: Option<User>, kind: RequestKind) -> ApiResult<Table> {
    match app.request(id, user, kind).await? {
        Reply::Table(table) => Ok(Json(*table)),
        _ => Err(internal_error().into()),
    }
}

/// Returns a table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 403, body = FaultAnswer)))]
pub(super) async fn read(
    State(app): State<App>,
    me: MaybeAuthenticated,
    TableId(id): TableId,
) -> ApiResult<Table> {
    table(&app, &id, me.user(), RequestKind::Info).await
}

/// Archives a table. Only the host may do that, and not while other people are playing.
#[utoipa::path(delete, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 204), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn archive(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
) -> Result<StatusCode, ApiError> {
    app.request(&id, Some(auth.user()), RequestKind::Archive).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a seat, or gives it to a bot.
#[utoipa::path(put, path = "/api/tables/{id}/seats/{seat}", tag = "tables", request_body = Sit,
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "The seat.")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn sit(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
    JsonBody(sit): JsonBody<Sit>,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Sit(seat, sit)).await
}

/// Frees a seat. Only its player and the host may do that.
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "The seat.")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn rise(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Rise(seat)).await
}

/// Lets a bot play for an absent player until the player returns. Only at tables without a clock, and
/// only while the game waits for the player.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/stand-in", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "The seat.")),
    responses((status = 200, body = Table), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn stand_in(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::StandIn(seat)).await
}

/// Offers the seat of an absent player to another person until the player returns. Only players may do
/// that, and only at tables without a clock that admit spectators.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/offer", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "The seat.")),
    responses((status = 200, body = Table), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn offer(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Offer(seat)).await
}

/// Takes an offered seat of a running game.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/claim", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("seat" = Seat, Path, description = "The seat.")),
    responses((status = 200, body = Table), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn claim(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
    SeatPath(seat): SeatPath,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Claim(seat)).await
}

/// Starts the game. Only the host may do that, once all seats are taken.
#[utoipa::path(post, path = "/api/tables/{id}/start", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn start(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Start).await
}

/// Reveals my contribution to the dice, during the draw.
#[utoipa::path(post, path = "/api/tables/{id}/reveal", tag = "tables", request_body = Reveal,
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn reveal(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
    JsonBody(reveal): JsonBody<Reveal>,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Reveal(reveal.entropy)).await
}

/// Resigns from the game.
#[utoipa::path(post, path = "/api/tables/{id}/resign", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn resign(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
) -> ApiResult<Table> {
    table(&app, &id, Some(auth.user()), RequestKind::Resign).await
}

/// Creates a table for a rematch. The caller and the bots move by one seat. The other players
/// decide whether to sit down. In the response, `rematch` is the id of the new table.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$")),
    responses((status = 200, body = Table), (status = 409, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn rematch(
    State(app): State<App>,
    auth: Authenticated,
    TableId(id): TableId,
) -> ApiResult<Table> {
    let payer = auth.payer();
    app.admit_table(&payer).await?;
    app.charge_table(&payer).await?;
    table(&app, &id, Some(auth.user()), RequestKind::Rematch).await
}

/// Query of a view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewQuery {
    words: Option<TextLanguage>,
}

/// Returns everything that I may know of the game now.
#[utoipa::path(get, path = "/api/tables/{id}/view", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("words" = Option<TextLanguage>, Query, description = "The language of texts. Default: no texts.")),
    responses((status = 200, body = View), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)))]
pub(super) async fn view(
    State(app): State<App>,
    me: MaybeAuthenticated,
    TableId(id): TableId,
    Query(query): Query<ViewQuery>,
) -> ApiResult<View> {
    match app.request(&id, me.user(), RequestKind::View(query.words)).await? {
        Reply::View(message) => match *message {
            orrery_protocol::ServerMessage::View { view, .. } => Ok(Json(*view)),
            _ => Err(internal_error().into()),
        },
        _ => Err(internal_error().into()),
    }
}

/// Format of a record.
#[derive(Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Form {
    /// Human-readable text.
    #[default]
    Text,
    /// JSON.
    Json,
    /// Binary.
    Binary,
}

/// Query of a record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuery {
    #[serde(default)]
    form: Form,
}

/// Returns the record: complete if the game is over, otherwise with what I may see.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("form" = Option<Form>, Query, description = "The format of the record. Default: `text`.")),
    responses((status = 200, content((String = "text/plain"), (serde_json::Value = "application/json"),
        (Vec<u8> = "application/octet-stream"))), (status = 403, body = FaultAnswer), (status = 409, body = FaultAnswer)))]
pub(super) async fn record(
    State(app): State<App>,
    me: MaybeAuthenticated,
    TableId(id): TableId,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    let permit = app.acquire_record_permit().await;
    let Reply::Record(record) = app.request(&id, me.user(), RequestKind::Record).await? else {
        return Err(internal_error().into());
    };
    let (kind, extension) = match query.form {
        Form::Text => ("text/plain; charset=utf-8", "orr"),
        Form::Json => ("application/json", "json"),
        Form::Binary => ("application/octet-stream", "orrb"),
    };
    // The job holds the permit, because it continues if the client disconnects.
    let bytes = low_priority::run(move || {
        let _permit = permit;
        match query.form {
            Form::Text => record.to_string().into_bytes(),
            Form::Json => record.to_json().into_bytes(),
            Form::Binary => binary(&record),
        }
    });
    let bytes = bytes.await.ok_or_else(internal_error)?;
    let name = HeaderValue::try_from(format!("attachment; filename=\"{id}.{extension}\""));
    let name = name.unwrap_or_else(|_| HeaderValue::from_static("attachment"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, bytes).into_response())
}

fn binary(record: &orrery_record::Record) -> Vec<u8> {
    let mut decks = orrery_record::DeckCache::default();
    decks.load_embedded(&record.header).expect("tables have only valid decks");
    record.to_bytes(&decks)
}
