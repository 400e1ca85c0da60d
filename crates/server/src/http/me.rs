//! Who somebody is: names, programs; and taking everything along, or away.

use super::devices::{list, new_device, recovery_of};
use super::identity::{Known, checked_name, cookie, no_cookie, who};
use super::refusal::{Body, Named, Refusal};
use super::{Answered, App, export, guard};
use crate::devices::{News, Notice};
use crate::secret;
use crate::table::command::{What, Who};
use crate::table::info::summary;
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

/// Most programs of one person.
const MOST_BOTS: usize = 10;
/// Most tables of one list.
const MOST_TABLES: usize = 200;
/// Most games of one person that are told of something, or exported.
const MOST_GAMES: u32 = 10_000;

pub(super) fn fail(error: StoreError) -> Refusal {
    store_fault(&error).into()
}

/// Somebody, as they see themselves.
pub(super) async fn me(app: &App, identity: &Identity) -> Result<Me, Refusal> {
    Ok(Me {
        id: identity.id.clone(),
        name: identity.name.clone(),
        program: identity.kind == IdentityKind::Program,
        new_recovery: recovery_of(app, &identity.id).await?.new_from,
    })
}

pub(super) fn people_only(known: &Known) -> Result<(), Fault> {
    match known.identity.kind {
        IdentityKind::Person => Ok(()),
        IdentityKind::Program => Err(Fault::new(Code::NotAdmitted, "this is for people only")),
    }
}

/// Somebody from there becomes an identity, or tries a recovery code: not too often, here and on all
/// machines together.
pub(super) async fn newcomer(app: &App, address: IpAddr) -> Result<(), Fault> {
    let house = guard::whole(address);
    app.limits.newcomer(house)?;
    let most = app.hub.config.identities_per_hour;
    app.hub.allow(Quota::Newcomers, &house.to_string(), 1, most).await
}

/// Becomes a guest with this name. Sets the cookie that is the identity.
#[utoipa::path(post, path = "/api/me", tag = "me", request_body = NewMe,
    responses((status = 201, body = Me)))]
pub(super) async fn create(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(new): Body<NewMe>,
) -> Result<Response, Refusal> {
    let name = checked_name(&new.name)?;
    app.hub.headroom.check().await?;
    newcomer(&app, guard::address(&app, &headers, peer)).await?;
    let identity = Identity {
        id: secret::id(),
        name,
        kind: IdentityKind::Person,
        owner: None,
        created: app.hub.clock.seconds(),
    };
    let secret = secret::secret();
    let device = new_device(&app, &headers, &secret);
    app.hub.store.add_identity(identity.clone(), device).await.map_err(fail)?;
    let set = [(header::SET_COOKIE, cookie(&app, &secret))];
    Ok((StatusCode::CREATED, set, Json(me(&app, &identity).await?)).into_response())
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "me",
    responses((status = 200, body = Me)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn read(State(app): State<App>, known: Known) -> Answered<Me> {
    Ok(Json(me(&app, &known.identity).await?))
}

/// Another name. Games that are on show it, too.
#[utoipa::path(patch, path = "/api/me", tag = "me", request_body = NewMe,
    responses((status = 200, body = Me)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn rename(
    State(app): State<App>,
    known: Known,
    Body(new): Body<NewMe>,
) -> Answered<Me> {
    let name = checked_name(&new.name)?;
    app.hub.store.rename(&known.identity.id, &name).await.map_err(fail)?;
    for game in games(&app, &known.identity.id).await? {
        if matches!(game.stage, Stage::Open | Stage::Playing) {
            let what = What::Renamed(Some(name.clone()));
            app.request(&game.id, Some(known.who()), what).await?;
        }
    }
    Ok(Json(Me { name, ..me(&app, &known.identity).await? }))
}

/// Deletes everything about me. Games stay, without my name; where I play, I give up.
#[utoipa::path(delete, path = "/api/me", tag = "me",
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn delete(State(app): State<App>, known: Known) -> Result<Response, Refusal> {
    for program in app.hub.store.programs_of(&known.identity.id).await.map_err(fail)? {
        take_leave(&app, who(&program)).await?;
        delete_identity(&app, &program.id).await?;
    }
    take_leave(&app, known.who()).await?;
    delete_identity(&app, &known.identity.id).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, no_cookie(&app))]).into_response())
}

/// Deletes an identity that has left its tables, and ends its sockets.
async fn delete_identity(app: &App, id: &str) -> Result<(), Refusal> {
    let devices = app.hub.store.devices(id).await.map_err(fail)?;
    app.hub.store.delete_identity(id).await.map_err(fail)?;
    let secrets = devices.iter().map(|device| &device.secret);
    app.hub.tell_devices(Notice::new(secrets, News::LoggedOut)).await;
    Ok(())
}

async fn games(app: &App, identity: &str) -> Result<Vec<GameRow>, Refusal> {
    app.hub.store.games_of(identity, MOST_GAMES).await.map_err(fail)
}

/// Tells all tables of somebody who is about to be deleted. One that is beyond repair is passed over.
async fn take_leave(app: &App, who: Who) -> Result<(), Refusal> {
    for game in games(app, &who.id).await? {
        match app.request(&game.id, Some(who.clone()), What::Renamed(None)).await {
            Err(Refusal(fault)) if fault.retry_ms.is_none() => {
                tracing::warn!(table = %game.id, %fault, "a table was left by deletion alone");
            }
            other => drop(other?),
        }
    }
    Ok(())
}

/// My tables, those that wait for me first.
#[utoipa::path(get, path = "/api/me/tables", tag = "me",
    responses((status = 200, body = MyTables)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn tables(State(app): State<App>, known: Known) -> Answered<MyTables> {
    let games = games(&app, &known.identity.id).await?;
    let id = Some(known.identity.id.as_str());
    let shown = games.iter().filter(|game| game.stage != Stage::Archived);
    let mut tables: Vec<_> = shown.map(|game| summary(game, id)).collect();
    tables.sort_by_key(|table| !table.your_turn);
    tables.truncate(MOST_TABLES);
    Ok(Json(MyTables { tables }))
}

/// Everything about me, and my games.
#[utoipa::path(get, path = "/api/me/export", tag = "me",
    responses((status = 200, body = Export)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn export(State(app): State<App>, known: Known) -> Result<Response, Refusal> {
    let games = games(&app, &known.identity.id).await?;
    let tables: Vec<_> = games.iter().map(|it| summary(it, Some(&known.identity.id))).collect();
    let bots = accounts(&app, &known).await?;
    let me = me(&app, &known.identity).await?;
    let devices = list(&app, &known.identity.id, known.device.secret).await?;
    let head = Export { me, bots, devices, games: Vec::new() };
    let body = export::body(app, known.who(), head, tables);
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

async fn accounts(app: &App, known: &Known) -> Result<Vec<BotAccount>, Refusal> {
    let programs = app.hub.store.programs_of(&known.identity.id).await.map_err(fail)?;
    Ok(programs.into_iter().map(|it| BotAccount { id: it.id, name: it.name }).collect())
}

/// A new bot account. Its token is shown once.
#[utoipa::path(post, path = "/api/me/bots", tag = "me", request_body = NewBot,
    responses((status = 201, body = NewBotAccount)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn add_bot(
    State(app): State<App>,
    known: Known,
    Body(new): Body<NewBot>,
) -> Result<(StatusCode, Json<NewBotAccount>), Refusal> {
    people_only(&known)?;
    let name = checked_name(&new.name)?;
    if accounts(&app, &known).await?.len() >= MOST_BOTS {
        let text = format!("you have {MOST_BOTS} bot accounts; delete one first");
        return Err(Fault::new(Code::TooMany, text).into());
    }
    app.hub.headroom.check().await?;
    newcomer(&app, known.address).await?;
    let (id, token) = (secret::id(), secret::secret());
    let identity = Identity {
        id: id.clone(),
        name: name.clone(),
        kind: IdentityKind::Program,
        owner: Some(known.identity.id),
        created: app.hub.clock.seconds(),
    };
    let created = Some(identity.created);
    let device = Device { secret: secret::hash(&token), label: None, created, used: None };
    app.hub.store.add_identity(identity, device).await.map_err(fail)?;
    Ok((StatusCode::CREATED, Json(NewBotAccount { id, name, token })))
}

/// My bot accounts.
#[utoipa::path(get, path = "/api/me/bots", tag = "me",
    responses((status = 200, body = BotAccounts)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn bots(State(app): State<App>, known: Known) -> Answered<BotAccounts> {
    Ok(Json(BotAccounts { bots: accounts(&app, &known).await? }))
}

/// Deletes a bot account. Where it plays, it gives up.
#[utoipa::path(delete, path = "/api/me/bots/{id}", tag = "me",
    params(("id" = String, Path, description = "The public id of the account.")),
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn delete_bot(
    State(app): State<App>,
    known: Known,
    Named(id): Named,
) -> Result<StatusCode, Refusal> {
    let programs = app.hub.store.programs_of(&known.identity.id).await.map_err(fail)?;
    let none = || Fault::new(Code::NotFound, "you have no such bot account");
    let program = programs.iter().find(|program| program.id == id).ok_or_else(none)?;
    take_leave(&app, who(program)).await?;
    delete_identity(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
