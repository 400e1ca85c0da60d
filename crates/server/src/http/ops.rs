//! Endpoints for operators: health, readiness and metrics.

use super::error::ApiError;
use super::{App, guard};
use crate::table::store_fault;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{Code, Fault};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Minimum interval between readiness checks of the store.
const READY_INTERVAL: Duration = Duration::from_secs(1);

/// Returns whether the process is alive.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// Returns whether the server is ready: the store can write, and no shutdown is running.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, content_type = "text/plain", body = String), (status = 503, body = orrery_protocol::FaultAnswer)))]
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, ApiError> {
    if app.hub.is_closing() {
        return Err(Fault::new(Code::Busy, "the server is restarting").into());
    }
    app.readiness.check(&app).await?;
    Ok("ready\n")
}

/// Cached result of the last readiness check.
///
/// The check writes to the store, so it runs at most once per second.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), Fault>)>>);

impl Readiness {
    async fn check(&self, app: &App) -> Result<(), Fault> {
        let mut last = self.0.lock().await;
        let fresh = last.as_ref().filter(|(at, _)| at.elapsed() < READY_INTERVAL);
        if let Some((_, known)) = fresh {
            return known.clone();
        }
        let found = app.hub.store.ready().await.map_err(|error| store_fault(&error));
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

/// Returns the metrics for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, content_type = "application/openmetrics-text", body = String), (status = 404, body = orrery_protocol::FaultAnswer)))]
pub(super) async fn metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // A proxy on this machine also forwards requests of other machines.
    let is_forwarded = app.hub.config.behind_proxy && headers.contains_key(guard::FORWARDED_FOR);
    let is_local = peer.ip().to_canonical().is_loopback() && !is_forwarded;
    if !is_local && !app.hub.config.public_metrics {
        return Err(Fault::new(Code::NotFound, "page not found").into());
    }
    app.hub.metrics.store_waiting.set(app.hub.store.queued_writes() as i64);
    app.hub.metrics.tables.set(app.hub.live_tables() as i64);
    app.hub.cluster.iter().for_each(|cluster| cluster.measure());
    if let Ok(space) = app.hub.headroom.measure().await {
        app.hub.metrics.set_disk_space(space);
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], app.hub.metrics.text()).into_response())
}
