//! The HTTP interface: everything around a game, the sockets, and the files of the web client.

mod agent;
mod cards;
pub(crate) mod crowd;
mod devices;
mod document;
mod export;
pub(crate) mod guard;
mod held;
mod identity;
mod me;
mod names;
mod ops;
mod quota;
mod refusal;
pub(crate) mod socket;
mod tables;
mod web;

pub use web::{Web, WebFile};

use crate::hub::{Bus, Hub};
use crate::table::command::{Command, Reply, Request, What, Who};
use axum::{Json, Router, middleware};
use crowd::Crowd;
use guard::Limits;
use orrery_protocol::{Code, Fault};
use refusal::Refusal;
use std::sync::Arc;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// An answer of JSON, or a refusal.
type Answered<T> = Result<Json<T>, Refusal>;

/// What handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) limits: Arc<Limits>,
    /// Sockets.
    pub(crate) crowd: Arc<Crowd>,
    /// Answers that are being made or sent.
    pub(crate) answering: Arc<Crowd>,
    /// Making a record, one at a time: with a long deck it is work, and others wait for a thread.
    recording: Arc<Semaphore>,
    readiness: Arc<ops::Readiness>,
    web: Option<Web>,
    document: Arc<str>,
}

impl App {
    /// The OpenAPI document.
    pub(crate) fn document(&self) -> &str {
        &self.document
    }

    /// Waits until no other record is being made; the next may be when this is dropped.
    async fn begin_record(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed.
        self.recording.acquire().await.ok()
    }

    /// Asks a table for something.
    async fn request(&self, table: &str, who: Option<Who>, what: What) -> Result<Reply, Refusal> {
        let (reply, answer) = oneshot::channel();
        let request = Box::new(Request { who, what, reply });
        self.hub.hand(table, Command::Request(request)).await;
        let busy = || Fault {
            retry_ms: Some(2000),
            ..Fault::new(Code::Busy, "the table is just being read again; try again")
        };
        let answer = answer.await.map_err(|_| busy()).and_then(|answer| answer);
        answer.map_err(|fault| {
            self.hub.metrics.fault(fault.code);
            Refusal(fault)
        })
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Orrery",
        description = "Tables, players and games of an Orrery server. Games are played over the \
            WebSocket of a table; its messages are described in docs/PROTOCOL.md.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(orrery_protocol::TextLanguage, tables::Form)),
    tags((name = "me"), (name = "tables"), (name = "cards"), (name = "operations"))
)]
struct Document;

fn interface() -> OpenApiRouter<App> {
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

/// All addresses, with everything around them.
pub(crate) fn router(hub: Arc<Hub>, web: Option<Web>) -> (Router, App) {
    let (router, document) = document::whole();
    let limits = Arc::new(Limits::new(&hub.config));
    // The document is made of plain text and numbers.
    let document = document.to_json().unwrap_or_default().into();
    let crowd = Crowd::new(hub.config.sockets_per_address);
    let answering = Crowd::new(hub.config.requests_at_once);
    let (recording, readiness) = (Arc::new(Semaphore::new(1)), Arc::default());
    let app = App { hub, limits, crowd, answering, recording, readiness, web, document };
    let router = router
        .route("/api/openapi.json", axum::routing::get(document::file))
        .fallback(web::file)
        .method_not_allowed_fallback(no_method)
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app.clone());
    (router, app)
}

async fn no_method() -> Refusal {
    Refusal(Fault::new(Code::Method, "this address does not have that method"))
}
