//! Where somebody is logged in, logging out, and the recovery code.

use super::identity::{Known, Me as Visitor, cookie, no_cookie};
use super::me::{fail, me, newcomer, people_only};
use super::refusal::{Body, MaybeBody, Named, Refusal};
use super::{Answered, App, agent, guard};
use crate::devices::{News, Notice};
use crate::secret;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{
    Code, Device, Devices, Fault, FaultAnswer, LogoutRequest, LogoutScope, Me, NewRecovery,
    Recover, Recovery, RecoveryState,
};
use orrery_store::{Device as DeviceRow, Hash, IdentityKind, RecoveryRow};
use std::net::SocketAddr;

/// Most devices of one identity.
const MOST_DEVICES: usize = 50;
/// Seconds of a day.
const DAY: i64 = 24 * 3600;

/// The beginning of today, in seconds since 1970: uses are noted by the day.
pub(super) fn today(app: &App) -> i64 {
    let now = app.hub.clock.seconds();
    now - now.rem_euclid(DAY)
}

/// The device that sends these headers, with a new secret.
pub(super) fn new_device(app: &App, headers: &HeaderMap, secret: &str) -> DeviceRow {
    DeviceRow {
        secret: secret::hash(secret),
        label: agent::label(headers),
        created: Some(app.hub.clock.seconds()),
        used: Some(today(app)),
    }
}

/// The devices of somebody, as the device with this secret sees them.
pub(super) async fn list(app: &App, id: &str, current: Hash) -> Result<Vec<Device>, Refusal> {
    let devices = app.hub.store.devices(id).await.map_err(fail)?;
    let device = |row: DeviceRow| Device {
        id: secret::device_id(&row.secret),
        label: row.label,
        created: row.created,
        used: row.used,
        current: row.secret == current,
    };
    Ok(devices.into_iter().map(device).collect())
}

/// Logs a device out, and ends its sockets.
async fn log_out(app: &App, secret: Hash) -> Result<(), Refusal> {
    app.hub.store.remove_device(secret).await.map_err(fail)?;
    app.hub.tell_devices(Notice::new(&[secret], News::LoggedOut)).await;
    Ok(())
}

/// Lists where I am logged in.
#[utoipa::path(get, path = "/api/me/devices", tag = "me",
    responses((status = 200, body = Devices)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn devices(State(app): State<App>, known: Known) -> Answered<Devices> {
    let devices = list(&app, &known.identity.id, known.device.secret).await?;
    Ok(Json(Devices { devices }))
}

/// Logs one device out. Its sockets are closed at once.
#[utoipa::path(delete, path = "/api/me/devices/{id}", tag = "me",
    params(("id" = String, Path, description = "The public id of the device.")),
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn leave_one(
    State(app): State<App>,
    known: Known,
    Named(id): Named,
) -> Result<Response, Refusal> {
    let devices = app.hub.store.devices(&known.identity.id).await.map_err(fail)?;
    let none = || Fault::new(Code::NotFound, "you are not logged in on such a device");
    let wanted = devices.iter().find(|it| secret::device_id(&it.secret) == id).ok_or_else(none)?;
    if wanted.secret == known.device.secret {
        return leave(State(app), known).await;
    }
    log_out(&app, wanted.secret).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Logs this device out. Its sockets are closed at once.
#[utoipa::path(post, path = "/api/me/leave", tag = "me",
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn leave(State(app): State<App>, known: Known) -> Result<Response, Refusal> {
    log_out(&app, known.device.secret).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, no_cookie(&app))]).into_response())
}

/// Logs all devices out, or all others. Their sockets are closed at once.
#[utoipa::path(post, path = "/api/me/leave-all", tag = "me", request_body = LogoutRequest,
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn leave_all(
    State(app): State<App>,
    known: Known,
    headers: HeaderMap,
    Body(LogoutRequest { devices }): Body<LogoutRequest>,
) -> Result<Response, Refusal> {
    people_only(&known)?;
    let (stays, cookie) = match devices {
        LogoutScope::All => (None, no_cookie(&app)),
        LogoutScope::Others => {
            let secret = secret::secret();
            let device = new_device(&app, &headers, &secret);
            let device = DeviceRow { created: known.device.created, ..device };
            (Some(device), cookie(&app, &secret))
        }
    };
    let gone = app.hub.store.replace_devices(&known.identity.id, stays).await.map_err(fail)?;
    app.hub.tell_devices(Notice::new(&gone, News::LoggedOut)).await;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// What is known of a recovery code now.
fn state(app: &App, row: RecoveryRow) -> RecoveryState {
    let new_from = row.next_from.filter(|from| *from > app.hub.clock.seconds());
    RecoveryState { has_code: row.is_set, new_from }
}

/// What is known of the recovery code of somebody.
pub(super) async fn recovery_of(app: &App, id: &str) -> Result<RecoveryState, Refusal> {
    Ok(state(app, app.hub.store.recovery(id).await.map_err(fail)?))
}

/// Tells all devices of somebody about the next recovery code.
async fn tell_recovery(app: &App, id: &str, from: Option<i64>) -> Result<(), Refusal> {
    let devices = app.hub.store.devices(id).await.map_err(fail)?;
    let secrets = devices.iter().map(|device| &device.secret);
    app.hub.tell_devices(Notice::new(secrets, News::Recovery(from))).await;
    Ok(())
}

/// Says whether I have a recovery code, and whether a new one is about to replace it.
#[utoipa::path(get, path = "/api/me/recovery", tag = "me",
    responses((status = 200, body = RecoveryState)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn recovery(State(app): State<App>, known: Known) -> Answered<RecoveryState> {
    Ok(Json(recovery_of(&app, &known.identity.id).await?))
}

/// Makes a new recovery code, which is shown once. With the old code, or if there is none, it works at
/// once; otherwise after some days, until which each of my devices can cancel it.
#[utoipa::path(post, path = "/api/me/recovery", tag = "me", request_body = Option<NewRecovery>,
    responses((status = 200, body = Recovery), (status = 403, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn new_recovery(
    State(app): State<App>,
    known: Known,
    MaybeBody(new): MaybeBody<NewRecovery>,
) -> Answered<Recovery> {
    people_only(&known)?;
    let (id, now) = (&known.identity.id, app.hub.clock.seconds());
    let before = recovery_of(&app, id).await?;
    let from = match new.old {
        _ if !before.has_code => None,
        Some(old) => owns(&app, id, &old).await.map(|()| None)?,
        None => Some(now + app.hub.config.recovery_delay.as_secs() as i64),
    };
    let code = secret::recovery_code();
    let hash = secret::recovery_hash(&code);
    match from {
        None => app.hub.store.set_recovery(id, hash).await.map_err(fail)?,
        Some(from) => app.hub.store.plan_recovery(id, hash, from, now).await.map_err(fail)?,
    }
    if from != before.new_from {
        tell_recovery(&app, id, from).await?;
    }
    Ok(Json(Recovery { code, from }))
}

/// Refuses a code that is not the one of this identity.
async fn owns(app: &App, id: &str, code: &str) -> Result<(), Refusal> {
    let now = app.hub.clock.seconds();
    let found =
        app.hub.store.identity_by_recovery(secret::recovery_hash(code), now).await.map_err(fail)?;
    match found {
        Some(identity) if identity.id == id => Ok(()),
        _ => Err(no_recovery().into()),
    }
}

fn no_recovery() -> Fault {
    Fault::new(Code::NoRecovery, "there is no such recovery code")
}

/// Cancels a new recovery code that does not work yet. The old one stays.
#[utoipa::path(delete, path = "/api/me/recovery", tag = "me",
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn cancel_recovery(
    State(app): State<App>,
    known: Known,
) -> Result<StatusCode, Refusal> {
    people_only(&known)?;
    let id = &known.identity.id;
    app.hub.store.cancel_recovery(id, app.hub.clock.seconds()).await.map_err(fail)?;
    tell_recovery(&app, id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Logs in on this device with a recovery code. Whoever was logged in here before is logged out.
#[utoipa::path(post, path = "/api/me/recover", tag = "me", request_body = Recover,
    responses((status = 200, body = Me)))]
pub(super) async fn recover(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(recover): Body<Recover>,
) -> Result<Response, Refusal> {
    newcomer(&app, guard::address(&app, &headers, peer)).await?;
    let now = app.hub.clock.seconds();
    let found = app.hub.store.identity_by_recovery(secret::recovery_hash(&recover.code), now).await;
    let identity = found.map_err(fail)?.ok_or_else(no_recovery)?;
    let devices = app.hub.store.devices(&identity.id).await.map_err(fail)?;
    if devices.len() >= MOST_DEVICES {
        let text =
            format!("you are logged in on {MOST_DEVICES} devices; log one of them out first");
        return Err(Fault::new(Code::TooMany, text).into());
    }
    let secret = secret::secret();
    let device = new_device(&app, &headers, &secret);
    app.hub.store.add_device(&identity.id, device).await.map_err(fail)?;
    if let Some(before) = visitor.0.filter(|it| it.identity.kind == IdentityKind::Person) {
        // The browser forgets its cookie now.
        log_out(&app, before.device.secret).await?;
    }
    let set = [(header::SET_COOKIE, cookie(&app, &secret))];
    Ok((set, Json(me(&app, &identity).await?)).into_response())
}
