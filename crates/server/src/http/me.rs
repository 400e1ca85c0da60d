//! The user's own identity: name, bot accounts, tables, export and deletion.

use super::devices::{list, new_device, recovery_of};
use super::error::{ApiError, IdPath, JsonBody};
use super::identity::{Authenticated, checked_name, cookie, no_cookie, user};
use super::{ApiResult, App, export, guard};
use crate::devices::{DeviceEvent, DeviceNotice};
use crate::secret;
use crate::table::command::{RequestKind, User};
use crate::table::info::summaries;
use crate::table::store_fault;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{
    BotAccount, BotAccounts, Code, Export, Fault, Me, MyTables, NewBot, NewBotAccount, NewMe,
};
use orrery_store::{Device, GameRow, Identity, IdentityKind, Quota, Stage, StoreError};
use std::net::{IpAddr, SocketAddr};

/// Maximum number of bot accounts of one person.
const MAX_BOTS: usize = 10;
/// Maximum number of tables in a list.
const MAX_TABLES: usize = 200;
/// Maximum number of games of one person that are updated or exported.
const MAX_GAMES: u32 = 10_000;

pub(super) fn store_error(error: StoreError) -> ApiError {
    store_fault(&error).into()
}

/// Describes an identity for its owner.
pub(super) async fn me(app: &App, identity: &Identity) -> Result<Me, ApiError> {
    Ok(Me {
        id: identity.id.clone(),
        name: identity.name.clone(),
        program: identity.kind == IdentityKind::Program,
        new_recovery: recovery_of(app, &identity.id).await?.new_from,
    })
}

pub(super) fn people_only(auth: &Authenticated) -> Result<(), Fault> {
    match auth.identity.kind {
        IdentityKind::Person => Ok(()),
        IdentityKind::Program => Err(Fault::new(Code::NotAdmitted, "bot accounts may not do that")),
    }
}

/// Limits new identities and attempts with recovery codes per address, in the whole cluster.
pub(super) async fn limit_new_identity(app: &App, address: IpAddr) -> Result<(), Fault> {
    let network = guard::network(address);
    app.limits.count_new_identity(network)?;
    let limit = app.hub.config.identities_per_hour;
    app.hub.charge_quota(Quota::Newcomers, &network.to_string(), 1, limit).await
}

/// Creates a guest identity with this name, and sets its cookie.
#[utoipa::path(post, path = "/api/me", tag = "me", request_body = NewMe,
    responses((status = 201, body = Me)))]
pub(super) async fn create(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewMe>,
) -> Result<Response, ApiError> {
    let name = checked_name(&new.name)?;
    app.hub.headroom.check().await?;
    limit_new_identity(&app, guard::address(&app, &headers, peer)).await?;
    let identity = Identity {
        id: secret::id(),
        name,
        kind: IdentityKind::Person,
        owner: None,
        created: app.hub.clock.seconds(),
    };
    let secret = secret::secret();
    let device = new_device(&app, &headers, &secret);
    app.hub.store.add_identity(identity.clone(), device).await.map_err(store_error)?;
    let set = [(header::SET_COOKIE, cookie(&app, &secret))];
    Ok((StatusCode::CREATED, set, Json(me(&app, &identity).await?)).into_response())
}

/// Returns my identity.
#[utoipa::path(get, path = "/api/me", tag = "me",
    responses((status = 200, body = Me)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn read(State(app): State<App>, auth: Authenticated) -> ApiResult<Me> {
    Ok(Json(me(&app, &auth.identity).await?))
}

/// Changes my name, also in open and running games.
#[utoipa::path(patch, path = "/api/me", tag = "me", request_body = NewMe,
    responses((status = 200, body = Me)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn rename(
    State(app): State<App>,
    auth: Authenticated,
    JsonBody(new): JsonBody<NewMe>,
) -> ApiResult<Me> {
    let name = checked_name(&new.name)?;
    app.hub.store.rename(&auth.identity.id, &name).await.map_err(store_error)?;
    for game in games(&app, &auth.identity.id).await? {
        if matches!(game.stage, Stage::Open | Stage::Playing) {
            let kind = RequestKind::RenameOrRemove(Some(name.clone()));
            app.request(&game.id, Some(auth.user()), kind).await?;
        }
    }
    Ok(Json(Me { name, ..me(&app, &auth.identity).await? }))
}

/// Deletes all my data. My games stay without my name, and I resign from running ones.
#[utoipa::path(delete, path = "/api/me", tag = "me",
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn delete(
    State(app): State<App>,
    auth: Authenticated,
) -> Result<Response, ApiError> {
    for bot in app.hub.store.bot_accounts_of(&auth.identity.id).await.map_err(store_error)? {
        leave_tables(&app, user(&bot)).await?;
        delete_identity(&app, &bot.id).await?;
    }
    leave_tables(&app, auth.user()).await?;
    delete_identity(&app, &auth.identity.id).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, no_cookie(&app))]).into_response())
}

/// Deletes an identity that has left its tables, and closes its sockets.
async fn delete_identity(app: &App, id: &str) -> Result<(), ApiError> {
    let devices = app.hub.store.devices(id).await.map_err(store_error)?;
    app.hub.store.delete_identity(id).await.map_err(store_error)?;
    let secrets = devices.iter().map(|device| &device.secret);
    app.hub.notify_devices(DeviceNotice::new(secrets, DeviceEvent::LoggedOut)).await;
    Ok(())
}

async fn games(app: &App, identity: &str) -> Result<Vec<GameRow>, ApiError> {
    app.hub.store.games_of(identity, MAX_GAMES).await.map_err(store_error)
}

/// Removes a user from all tables before deletion. Skips tables that cannot be loaded.
async fn leave_tables(app: &App, user: User) -> Result<(), ApiError> {
    for game in games(app, &user.id).await? {
        match app.request(&game.id, Some(user.clone()), RequestKind::RenameOrRemove(None)).await {
            Err(ApiError(fault)) if fault.retry_ms.is_none() => {
                tracing::warn!(table = %game.id, %fault, "failed to remove deleted user from table");
            }
            other => drop(other?),
        }
    }
    Ok(())
}

/// Lists my tables, those that wait for me first.
#[utoipa::path(get, path = "/api/me/tables", tag = "me",
    responses((status = 200, body = MyTables)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn tables(State(app): State<App>, auth: Authenticated) -> ApiResult<MyTables> {
    let games = games(&app, &auth.identity.id).await?;
    let id = Some(auth.identity.id.as_str());
    let shown = games.iter().filter(|game| game.stage != Stage::Archived);
    let mut tables = summaries(shown, id);
    tables.sort_by_key(|table| !table.your_turn);
    tables.truncate(MAX_TABLES);
    Ok(Json(MyTables { tables }))
}

/// Exports all my data, including my games.
#[utoipa::path(get, path = "/api/me/export", tag = "me",
    responses((status = 200, body = Export)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn export(
    State(app): State<App>,
    auth: Authenticated,
) -> Result<Response, ApiError> {
    let games = games(&app, &auth.identity.id).await?;
    let tables = summaries(games.iter(), Some(&auth.identity.id));
    let bots = accounts(&app, &auth).await?;
    let me = me(&app, &auth.identity).await?;
    let devices = list(&app, &auth.identity.id, auth.device.secret).await?;
    let head = Export { me, bots, devices, games: Vec::new() };
    let body = export::body(app, auth.user(), head, tables);
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

async fn accounts(app: &App, auth: &Authenticated) -> Result<Vec<BotAccount>, ApiError> {
    let bots = app.hub.store.bot_accounts_of(&auth.identity.id).await.map_err(store_error)?;
    Ok(bots.into_iter().map(|it| BotAccount { id: it.id, name: it.name }).collect())
}

/// Creates a bot account. Its token is shown once.
#[utoipa::path(post, path = "/api/me/bots", tag = "me", request_body = NewBot,
    responses((status = 201, body = NewBotAccount)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn add_bot(
    State(app): State<App>,
    auth: Authenticated,
    JsonBody(new): JsonBody<NewBot>,
) -> Result<(StatusCode, Json<NewBotAccount>), ApiError> {
    people_only(&auth)?;
    let name = checked_name(&new.name)?;
    if accounts(&app, &auth).await?.len() >= MAX_BOTS {
        let text = format!("you already have {MAX_BOTS} bot accounts; delete one first");
        return Err(Fault::new(Code::TooMany, text).into());
    }
    app.hub.headroom.check().await?;
    limit_new_identity(&app, auth.address).await?;
    let (id, token) = (secret::id(), secret::secret());
    let identity = Identity {
        id: id.clone(),
        name: name.clone(),
        kind: IdentityKind::Program,
        owner: Some(auth.identity.id),
        created: app.hub.clock.seconds(),
    };
    let created = Some(identity.created);
    let device = Device { secret: secret::hash(&token), label: None, created, used: None };
    app.hub.store.add_identity(identity, device).await.map_err(store_error)?;
    Ok((StatusCode::CREATED, Json(NewBotAccount { id, name, token })))
}

/// Lists my bot accounts.
#[utoipa::path(get, path = "/api/me/bots", tag = "me",
    responses((status = 200, body = BotAccounts)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn bots(State(app): State<App>, auth: Authenticated) -> ApiResult<BotAccounts> {
    Ok(Json(BotAccounts { bots: accounts(&app, &auth).await? }))
}

/// Deletes a bot account. It resigns from running games.
#[utoipa::path(delete, path = "/api/me/bots/{id}", tag = "me",
    params(("id" = String, Path, description = "The public id of the account.")),
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn delete_bot(
    State(app): State<App>,
    auth: Authenticated,
    IdPath(id): IdPath,
) -> Result<StatusCode, ApiError> {
    let bots = app.hub.store.bot_accounts_of(&auth.identity.id).await.map_err(store_error)?;
    let none = || Fault::new(Code::NotFound, "you have no bot account with this id");
    let bot = bots.iter().find(|bot| bot.id == id).ok_or_else(none)?;
    leave_tables(&app, user(bot)).await?;
    delete_identity(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
