//! HTTP API, WebSockets, and the files of the web client.

mod cards;
pub(crate) mod concurrency;
mod devices;
mod document;
mod error;
mod export;
pub(crate) mod guard;
mod identity;
mod me;
pub(crate) mod names;
mod ops;
mod permit_body;
mod quota;
pub(crate) mod socket;
mod tables;
mod user_agent;
mod web;

pub use web::{Web, WebFile};

use crate::hub::{CommandRouter, Hub};
use crate::table::command::{Command, Reply, Request, RequestKind, User};
use axum::{Json, Router, middleware};
use concurrency::ConcurrencyLimiter;
use error::ApiError;
use guard::Limits;
use orrery_protocol::{Code, Fault};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// A JSON response, or an error.
type ApiResult<T> = Result<Json<T>, ApiError>;

/// State that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) limits: Arc<Limits>,
    /// Limits open sockets.
    pub(crate) sockets: Arc<ConcurrencyLimiter>,
    /// Limits concurrent requests.
    pub(crate) requests: Arc<ConcurrencyLimiter>,
    /// Allows one record at a time, because a record with a long deck is expensive.
    record_permits: Arc<Semaphore>,
    readiness: Arc<ops::Readiness>,
    web: Option<Web>,
    document: Arc<str>,
}

impl App {
    /// Returns the OpenAPI document.
    pub(crate) fn document(&self) -> &str {
        &self.document
    }

    /// Waits until no other record is being made. Dropping the permit lets the next one start.
    async fn acquire_record_permit(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.record_permits).acquire_owned().await.ok()
    }

    /// Sends a request to a table, and waits for the reply.
    async fn request(
        &self,
        table: &str,
        user: Option<User>,
        kind: RequestKind,
    ) -> Result<Reply, ApiError> {
        let (reply, answer) = oneshot::channel();
        let request = Box::new(Request { user, kind, reply });
        self.hub.send(table, Command::Request(request)).await;
        let busy = || Fault {
            retry_ms: Some(2000),
            ..Fault::new(Code::Busy, "the table is being reloaded; try again")
        };
        let answer = answer.await.map_err(|_| busy()).and_then(|answer| answer);
        answer.map_err(|fault| {
            self.hub.metrics.count_fault(fault.code);
            ApiError(fault)
        })
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Orrery",
        description = "Manage tables, players and games of an Orrery server. Clients play over \
            the WebSocket of a table; docs/PROTOCOL.md describes its messages.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(orrery_protocol::TextLanguage, tables::Form)),
    tags((name = "me"), (name = "tables"), (name = "cards"), (name = "operations"))
)]
struct Document;

fn api_router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(me::create, me::read, me::rename, me::delete))
        .routes(routes!(devices::recovery, devices::new_recovery, devices::cancel_recovery))
        .routes(routes!(devices::recover))
        .routes(routes!(devices::leave))
        .routes(routes!(devices::leave_all))
        .routes(routes!(devices::devices))
        .routes(routes!(devices::leave_one))
        .routes(routes!(me::tables))
        .routes(routes!(me::export))
        .routes(routes!(me::add_bot, me::bots))
        .routes(routes!(me::delete_bot))
        .routes(routes!(cards::editions))
        .routes(routes!(cards::cards))
        .routes(routes!(cards::bots))
        .routes(routes!(cards::check_deck))
        .routes(routes!(tables::create, tables::list))
        .routes(routes!(tables::read, tables::archive))
        .routes(routes!(tables::sit, tables::rise))
        .routes(routes!(tables::stand_in))
        .routes(routes!(tables::offer))
        .routes(routes!(tables::claim))
        .routes(routes!(tables::start))
        .routes(routes!(tables::reveal))
        .routes(routes!(tables::resign))
        .routes(routes!(tables::rematch))
        .routes(routes!(tables::view))
        .routes(routes!(tables::record))
        .routes(routes!(socket::open))
        .routes(routes!(ops::health))
        .routes(routes!(ops::ready))
        .routes(routes!(ops::metrics))
}

/// Builds the router with its middleware, and the state of its handlers.
pub(crate) fn router(hub: Arc<Hub>, web: Option<Web>) -> (Router, App) {
    let (router, document) = document::build();
    let limits = Arc::new(Limits::new(&hub.config));
    let document = document.to_json().expect("all keys of the document are strings").into();
    let sockets = ConcurrencyLimiter::new(hub.config.sockets_per_address);
    let requests = ConcurrencyLimiter::new(hub.config.requests_at_once);
    let (record_permits, readiness) = (Arc::new(Semaphore::new(1)), Arc::default());
    let app = App { hub, limits, sockets, requests, record_permits, readiness, web, document };
    let router = router
        .route("/api/openapi.json", axum::routing::get(document::serve))
        .fallback(web::serve)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app.clone());
    (router, app)
}

async fn method_not_allowed() -> ApiError {
    ApiError(Fault::new(Code::Method, "this path does not support that method"))
}
