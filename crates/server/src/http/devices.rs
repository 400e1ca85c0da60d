//! Logged-in devices, logging out, and recovery codes.

use super::error::{ApiError, IdPath, JsonBody, OptionalJsonBody};
use super::identity::{Authenticated, MaybeAuthenticated, cookie, no_cookie};
use super::me::{limit_new_identity, me, people_only, store_error};
use super::{ApiResult, App, guard, user_agent};
use crate::devices::{DeviceEvent, DeviceNotice};
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

/// Maximum number of devices of one identity.
const MAX_DEVICES: usize = 50;
/// Number of seconds of a day.
const DAY: i64 = 24 * 3600;

/// Returns the start of the current day in Unix seconds. Device use is recorded by day.
pub(super) fn today(app: &App) -> i64 {
    let now = app.hub.clock.seconds();
    now - now.rem_euclid(DAY)
}

/// Describes the device that sent these headers, with a new secret.
pub(super) fn new_device(app: &App, headers: &HeaderMap, secret: &str) -> DeviceRow {
    DeviceRow {
        secret: secret::hash(secret),
        label: user_agent::label(headers),
        created: Some(app.hub.clock.seconds()),
        used: Some(today(app)),
    }
}

/// Lists the devices of an identity, marking the one with this secret as current.
pub(super) async fn list(app: &App, id: &str, current: Hash) -> Result<Vec<Device>, ApiError> {
    let devices = app.hub.store.devices(id).await.map_err(store_error)?;
    let device = |row: DeviceRow| Device {
        id: secret::device_id(&row.secret),
        label: row.label,
        created: row.created,
        used: row.used,
        current: row.secret == current,
    };
    Ok(devices.into_iter().map(device).collect())
}

/// Logs a device out, and closes its sockets.
async fn log_out(app: &App, secret: Hash) -> Result<(), ApiError> {
    app.hub.store.remove_device(secret).await.map_err(store_error)?;
    app.hub.notify_devices(DeviceNotice::new(&[secret], DeviceEvent::LoggedOut)).await;
    Ok(())
}

/// Lists the devices on which I am logged in.
#[utoipa::path(get, path = "/api/me/devices", tag = "me",
    responses((status = 200, body = Devices)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn devices(State(app): State<App>, auth: Authenticated) -> ApiResult<Devices> {
    let devices = list(&app, &auth.identity.id, auth.device.secret).await?;
    Ok(Json(Devices { devices }))
}

/// Logs one device out, and closes its sockets at once.
#[utoipa::path(delete, path = "/api/me/devices/{id}", tag = "me",
    params(("id" = String, Path, description = "The public id of the device.")),
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn leave_one(
    State(app): State<App>,
    auth: Authenticated,
    IdPath(id): IdPath,
) -> Result<Response, ApiError> {
    let devices = app.hub.store.devices(&auth.identity.id).await.map_err(store_error)?;
    let none = || Fault::new(Code::NotFound, "you are not logged in on a device with this id");
    let wanted = devices.iter().find(|it| secret::device_id(&it.secret) == id).ok_or_else(none)?;
    if wanted.secret == auth.device.secret {
        return leave(State(app), auth).await;
    }
    log_out(&app, wanted.secret).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Logs this device out, and closes its sockets at once.
#[utoipa::path(post, path = "/api/me/leave", tag = "me",
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn leave(
    State(app): State<App>,
    auth: Authenticated,
) -> Result<Response, ApiError> {
    log_out(&app, auth.device.secret).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, no_cookie(&app))]).into_response())
}

/// Logs all devices out, or all others, and closes their sockets at once.
#[utoipa::path(post, path = "/api/me/leave-all", tag = "me", request_body = LogoutRequest,
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn leave_all(
    State(app): State<App>,
    auth: Authenticated,
    headers: HeaderMap,
    JsonBody(LogoutRequest { devices }): JsonBody<LogoutRequest>,
) -> Result<Response, ApiError> {
    people_only(&auth)?;
    let (kept_device, cookie) = match devices {
        LogoutScope::All => (None, no_cookie(&app)),
        LogoutScope::Others => {
            let secret = secret::secret();
            let device = new_device(&app, &headers, &secret);
            let device = DeviceRow { created: auth.device.created, ..device };
            (Some(device), cookie(&app, &secret))
        }
    };
    let logged_out =
        app.hub.store.replace_devices(&auth.identity.id, kept_device).await.map_err(store_error)?;
    app.hub.notify_devices(DeviceNotice::new(&logged_out, DeviceEvent::LoggedOut)).await;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Returns the current state of a recovery code.
fn state(app: &App, row: RecoveryRow) -> RecoveryState {
    let new_from = row.next_from.filter(|from| *from > app.hub.clock.seconds());
    RecoveryState { has_code: row.is_set, new_from }
}

/// Returns the state of the recovery code of an identity.
pub(super) async fn recovery_of(app: &App, id: &str) -> Result<RecoveryState, ApiError> {
    Ok(state(app, app.hub.store.recovery(id).await.map_err(store_error)?))
}

/// Notifies all devices of an identity about its next recovery code, which is valid from `from`.
async fn notify_recovery(app: &App, id: &str, from: Option<i64>) -> Result<(), ApiError> {
    let devices = app.hub.store.devices(id).await.map_err(store_error)?;
    let secrets = devices.iter().map(|device| &device.secret);
    app.hub.notify_devices(DeviceNotice::new(secrets, DeviceEvent::Recovery(from))).await;
    Ok(())
}

/// Returns whether I have a recovery code, and when a new one replaces it.
#[utoipa::path(get, path = "/api/me/recovery", tag = "me",
    responses((status = 200, body = RecoveryState)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn recovery(
    State(app): State<App>,
    auth: Authenticated,
) -> ApiResult<RecoveryState> {
    Ok(Json(recovery_of(&app, &auth.identity.id).await?))
}

/// Creates a new recovery code, which is shown once.
///
/// With the old code, or if there is none, the new code works at once. Otherwise it works after a
/// delay, during which each of my devices can cancel it.
#[utoipa::path(post, path = "/api/me/recovery", tag = "me", request_body = Option<NewRecovery>,
    responses((status = 200, body = Recovery), (status = 403, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn new_recovery(
    State(app): State<App>,
    auth: Authenticated,
    OptionalJsonBody(new): OptionalJsonBody<NewRecovery>,
) -> ApiResult<Recovery> {
    people_only(&auth)?;
    let (id, now) = (&auth.identity.id, app.hub.clock.seconds());
    let before = recovery_of(&app, id).await?;
    let from = match new.old {
        _ if !before.has_code => None,
        Some(old) => check_recovery_code(&app, id, &old).await.map(|()| None)?,
        None => Some(now + app.hub.config.recovery_delay.as_secs() as i64),
    };
    let code = secret::recovery_code();
    let hash = secret::recovery_hash(&code);
    match from {
        None => app.hub.store.set_recovery(id, hash).await.map_err(store_error)?,
        Some(from) => {
            app.hub.store.plan_recovery(id, hash, from, now).await.map_err(store_error)?
        }
    }
    if from != before.new_from {
        notify_recovery(&app, id, from).await?;
    }
    Ok(Json(Recovery { code, from }))
}

/// Refuses a recovery code that does not belong to this identity.
async fn check_recovery_code(app: &App, id: &str, code: &str) -> Result<(), ApiError> {
    let now = app.hub.clock.seconds();
    let found = app
        .hub
        .store
        .identity_by_recovery(secret::recovery_hash(code), now)
        .await
        .map_err(store_error)?;
    match found {
        Some(identity) if identity.id == id => Ok(()),
        _ => Err(no_recovery().into()),
    }
}

fn no_recovery() -> Fault {
    Fault::new(Code::NoRecovery, "no identity has this recovery code")
}

/// Cancels a new recovery code that does not work yet. The old one stays valid.
#[utoipa::path(delete, path = "/api/me/recovery", tag = "me",
    responses((status = 204)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn cancel_recovery(
    State(app): State<App>,
    auth: Authenticated,
) -> Result<StatusCode, ApiError> {
    people_only(&auth)?;
    let id = &auth.identity.id;
    app.hub.store.cancel_recovery(id, app.hub.clock.seconds()).await.map_err(store_error)?;
    notify_recovery(&app, id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Logs in on this device with a recovery code. Logs out the identity that used the device before.
#[utoipa::path(post, path = "/api/me/recover", tag = "me", request_body = Recover,
    responses((status = 200, body = Me)))]
pub(super) async fn recover(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    visitor: MaybeAuthenticated,
    headers: HeaderMap,
    JsonBody(recover): JsonBody<Recover>,
) -> Result<Response, ApiError> {
    limit_new_identity(&app, guard::address(&app, &headers, peer)).await?;
    let now = app.hub.clock.seconds();
    let found = app.hub.store.identity_by_recovery(secret::recovery_hash(&recover.code), now).await;
    let identity = found.map_err(store_error)?.ok_or_else(no_recovery)?;
    let devices = app.hub.store.devices(&identity.id).await.map_err(store_error)?;
    if devices.len() >= MAX_DEVICES {
        let text = format!(
            "you are already logged in on {MAX_DEVICES} devices; log one of them out first"
        );
        return Err(Fault::new(Code::TooMany, text).into());
    }
    let secret = secret::secret();
    let device = new_device(&app, &headers, &secret);
    app.hub.store.add_device(&identity.id, device).await.map_err(store_error)?;
    if let Some(before) = visitor.0.filter(|it| it.identity.kind == IdentityKind::Person) {
        // The browser replaces the cookie of the previous identity, so its secret is not needed any
        // more.
        log_out(&app, before.device.secret).await?;
    }
    let set = [(header::SET_COOKIE, cookie(&app, &secret))];
    Ok((set, Json(me(&app, &identity).await?)).into_response())
}
