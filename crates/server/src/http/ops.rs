//! For operators: is it alive, could it work, what does it count.

use super::refusal::Refusal;
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

/// How often the store is asked at most.
const EACH: Duration = Duration::from_secs(1);

/// It is alive.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// It could work: the store writes, and it is not about to end.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, content_type = "text/plain", body = String), (status = 503, body = orrery_protocol::FaultAnswer)))]
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, Refusal> {
    if app.hub.is_closing() {
        return Err(Fault::new(Code::Busy, "the server is restarting").into());
    }
    app.readiness.ask(&app).await?;
    Ok("ready\n")
}

/// Whether the store could write lately: to find out it writes, so it is asked once a second at most.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), Fault>)>>);

impl Readiness {
    async fn ask(&self, app: &App) -> Result<(), Fault> {
        let mut last = self.0.lock().await;
        let fresh = last.as_ref().filter(|(at, _)| at.elapsed() < EACH);
        if let Some((_, known)) = fresh {
            return known.clone();
        }
        let found = app.hub.store.ready().await.map_err(|error| store_fault(&error));
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

/// What it counts, for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, content_type = "application/openmetrics-text", body = String), (status = 404, body = orrery_protocol::FaultAnswer)))]
pub(super) async fn metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    // A proxy on this machine says for whom it asks.
    let passed_on = app.hub.config.behind_proxy && headers.contains_key(guard::FORWARDED);
    let near = peer.ip().to_canonical().is_loopback() && !passed_on;
    if !near && !app.hub.config.public_metrics {
        return Err(Fault::new(Code::NotFound, "there is no such page").into());
    }
    app.hub.metrics.store_waiting.set(app.hub.store.queued_writes() as i64);
    app.hub.metrics.tables.set(app.hub.live() as i64);
    app.hub.cluster.iter().for_each(|cluster| cluster.measure());
    if let Ok(space) = app.hub.headroom.measure().await {
        app.hub.metrics.measured(space);
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], app.hub.metrics.text()).into_response())
}
