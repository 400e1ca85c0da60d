//! A running server: accepts connections within limits, wakes tables that are due, ends gracefully.

use crate::apart;
use crate::cluster::{self, Cluster, Transport};
use crate::config::Config;
use crate::devices;
use crate::http::crowd::{Crowd, Place};
use crate::http::{self, App, Web, guard};
use crate::hub::{Bus, Hub};
use crate::patient::Patient;
use crate::retention;
use crate::table::command::Command;
use crate::time::Clock;
use axum::Router;
use axum::extract::Request;
use axum::extract::connect_info::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use orrery_store::{Nodes, Store, StoreError};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// How often due tables are looked for.
const LOOK: Duration = Duration::from_secs(1);
/// How often the store is told that the server runs.
const KEEP_TIME: Duration = Duration::from_secs(60);
/// How many are woken at once.
const AT_ONCE: u32 = 500;
/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(10);
/// How long connections have to end.
const DRAIN: Duration = Duration::from_secs(5);
/// How much the system may hold for a client that does not read; without a limit it is megabytes.
const SEND_BUFFER: usize = 256 * 1024;

/// A server that has not begun to listen.
pub struct Server {
    hub: Arc<Hub>,
    app: App,
    router: Router,
}

impl Server {
    /// A server of these games. `web` are the files of the web client, if there are any.
    #[must_use]
    pub fn new(config: Config, store: Arc<dyn Store>, web: Option<Web>) -> Self {
        Self::with(Hub::new(config, store, Clock::new(), |_| None), web)
    }

    /// A server that is one of several nodes. Without a wire it serves the tables that it owns, and
    /// takes those that nobody has.
    #[must_use]
    pub fn node<S: Store + Nodes>(
        config: Config,
        store: Arc<S>,
        wire: Option<Arc<dyn Transport>>,
        web: Option<Web>,
    ) -> Self {
        let nodes = Arc::clone(&store) as Arc<dyn Nodes>;
        let cluster = |metrics: &Arc<_>| Some(Cluster::new(nodes, wire, Arc::clone(metrics)));
        Self::with(Hub::new(config, store, Clock::new(), cluster), web)
    }

    fn with(hub: Arc<Hub>, web: Option<Web>) -> Self {
        let (router, app) = http::router(Arc::clone(&hub), web);
        Self { hub, app, router }
    }

    /// The OpenAPI document.
    #[must_use]
    pub fn document(&self) -> &str {
        self.app.document()
    }

    /// Serves until `end` comes; then sockets are told to come back and everything is stored.
    ///
    /// # Errors
    /// If the store cannot be read at the start.
    pub async fn serve(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        let beating = cluster::start(&self.hub).await?;
        self.hub.begin_run().await?;
        let left = self.hub.store.orphaned_games().await?;
        let (stop, stopped) = watch::channel(());
        let waker = tokio::spawn(wake_due(Arc::clone(&self.hub), left));
        let tidier = tokio::spawn(tidy(self.app.clone()));
        let timekeeper = tokio::spawn(record_running(Arc::clone(&self.hub)));
        let retention = tokio::spawn(retention::run(Arc::clone(&self.hub)));
        let checker = tokio::spawn(devices::check_now_and_then(Arc::clone(&self.hub)));
        tokio::select! {
            () = self.accept(listener, stopped) => {}
            () = end => {}
        }
        waker.abort();
        tidier.abort();
        timekeeper.abort();
        retention.abort();
        checker.abort();
        tracing::info!("ending: sockets are told to come back");
        self.hub.close().await;
        beating.iter().for_each(tokio::task::JoinHandle::abort);
        self.hub.leave().await;
        let _ = stop.send(());
        self.drain_sockets().await;
        // Each connection holds a receiver until it is done.
        let _ = tokio::time::timeout(DRAIN, stop.closed()).await;
        Ok(())
    }

    /// How commands reach the tables of this server.
    #[must_use]
    pub fn bus(&self) -> Arc<dyn Bus> {
        Arc::<Hub>::clone(&self.hub)
    }

    /// Lets sockets say goodbye.
    async fn drain_sockets(&self) {
        let until = tokio::time::Instant::now() + DRAIN;
        while self.hub.metrics.sockets.get() > 0 && tokio::time::Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn serve_one(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        place: (OwnedSemaphorePermit, Option<Place>),
        stopped: watch::Receiver<()>,
    ) {
        let _ = stream.set_nodelay(true);
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        let stream = Patient::new(stream, self.hub.config.unread);
        let router = self.router.clone();
        tokio::spawn(apart::task(async move {
            let _place = place;
            connection(stream, peer, router, stopped).await;
        }));
    }

    async fn accept(&self, listener: TcpListener, stopped: watch::Receiver<()>) {
        let door = Door::new(&self.hub.config);
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => match door.enter(peer) {
                    Some(place) => self.serve_one(stream, peer, place, stopped.clone()),
                    // It is closed without a word: whoever does this does not listen.
                    None => drop(self.hub.metrics.connections_refused.inc()),
                },
                Err(error) => {
                    // Too many open files, most likely: let some of them be closed.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
}

/// How many connections there may be, of all and of each address.
struct Door {
    all: Arc<Semaphore>,
    each: Arc<Crowd>,
    behind_proxy: bool,
}

impl Door {
    fn new(config: &Config) -> Self {
        let most = config.max_connections.min(Semaphore::MAX_PERMITS);
        Self {
            all: Arc::new(Semaphore::new(most)),
            each: Crowd::new(config.connections_per_address),
            behind_proxy: config.behind_proxy,
        }
    }

    /// A place for a connection, if there is one. A proxy has connections for many.
    fn enter(&self, peer: SocketAddr) -> Option<(OwnedSemaphorePermit, Option<Place>)> {
        let one = Arc::clone(&self.all).try_acquire_owned().ok()?;
        if self.behind_proxy {
            return Some((one, None));
        }
        let of_address = self.each.enter(guard::whole(peer.ip().to_canonical())).ok()?;
        Some((one, Some(of_address)))
    }
}

/// One connection: requests with small heads, and a socket if it becomes one.
async fn connection(
    stream: Patient<TcpStream>,
    peer: SocketAddr,
    router: Router,
    mut stopped: watch::Receiver<()>,
) {
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_headers(64)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(served);
    tokio::select! {
        _ = served.as_mut() => return,
        _ = stopped.changed() => served.as_mut().graceful_shutdown(),
    }
    let _ = tokio::time::timeout(DRAIN, served).await;
}

/// Wakes tables that were live when their server ended without a word, and then those that are due.
/// Where there are several nodes, one of them may end at any time.
pub(crate) async fn wake_due(hub: Arc<Hub>, left: Vec<String>) {
    wake(&hub, Ok(left)).await;
    loop {
        wake(&hub, hub.store.due_games(hub.clock.now(), AT_ONCE).await).await;
        if hub.cluster.is_some() {
            tokio::time::sleep(LOOK / 2).await;
            wake(&hub, hub.store.orphaned_games().await).await;
            tokio::time::sleep(LOOK / 2).await;
        } else {
            tokio::time::sleep(LOOK).await;
        }
    }
}

async fn wake(hub: &Hub, tables: Result<Vec<String>, StoreError>) {
    match tables {
        Err(error) => tracing::warn!(%error, "tables to be woken could not be looked for"),
        Ok(tables) => {
            for id in tables {
                hub.hand(&id, Command::Wake).await;
            }
        }
    }
}

/// Notes now and then that the server runs, so that the next one knows how long none did.
async fn record_running(hub: Arc<Hub>) {
    loop {
        tokio::time::sleep(KEEP_TIME).await;
        hub.store.record_running(hub.clock.now());
    }
}

async fn tidy(app: App) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        app.limits.tidy();
        app.hub.addresses.tidy();
    }
}
