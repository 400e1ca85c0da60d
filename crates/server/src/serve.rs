//! The server process.
//!
//! It accepts connections within limits, wakes due tables, and shuts down gracefully.

use crate::cluster::{self, Cluster, Transport};
use crate::config::Config;
use crate::devices;
use crate::http::concurrency::{ConcurrencyLimiter, ConcurrencyPermit};
use crate::http::{self, App, Web, guard};
use crate::hub::{CommandRouter, Hub};
use crate::panic_isolation;
use crate::retention;
use crate::table::command::Command;
use crate::time::Clock;
use crate::write_timeout::WriteTimeout;
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

/// Interval at which the server looks for due tables.
const DUE_INTERVAL: Duration = Duration::from_secs(1);
/// Interval at which the server records its uptime in the store.
const UPTIME_INTERVAL: Duration = Duration::from_secs(60);
/// Number of tables woken in one batch.
const WAKE_BATCH: u32 = 500;
/// Time limit for receiving the headers of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for open connections to end at shutdown.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// Size of the kernel's send buffer per connection, in bytes. The default is several megabytes.
const SEND_BUFFER: usize = 256 * 1024;

/// A server that does not listen yet.
pub struct Server {
    hub: Arc<Hub>,
    app: App,
    router: Router,
}

impl Server {
    /// Creates a server without a cluster. `web` has the files of the web client, if there are any.
    #[must_use]
    pub fn new(config: Config, store: Arc<dyn Store>, web: Option<Web>) -> Self {
        Self::from_hub(Hub::new(config, store, Clock::new(), |_| None), web)
    }

    /// Creates a node of a cluster.
    ///
    /// Without a transport, the node serves only tables that it owns, or that have no owner.
    #[must_use]
    pub fn node<S: Store + Nodes>(
        config: Config,
        store: Arc<S>,
        transport: Option<Arc<dyn Transport>>,
        web: Option<Web>,
    ) -> Self {
        let nodes = Arc::clone(&store) as Arc<dyn Nodes>;
        let cluster = |metrics: &Arc<_>| Some(Cluster::new(nodes, transport, Arc::clone(metrics)));
        Self::from_hub(Hub::new(config, store, Clock::new(), cluster), web)
    }

    fn from_hub(hub: Arc<Hub>, web: Option<Web>) -> Self {
        let (router, app) = http::router(Arc::clone(&hub), web);
        Self { hub, app, router }
    }

    /// Returns the OpenAPI document.
    #[must_use]
    pub fn document(&self) -> &str {
        self.app.document()
    }

    /// Serves until `shutdown` resolves. Then asks clients to reconnect, and stores all tables.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read at the start.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        let cluster_tasks = cluster::start(&self.hub).await?;
        self.hub.begin_run().await?;
        let orphaned = self.hub.store.orphaned_games().await?;
        let (stop, stopped) = watch::channel(());
        let waker = tokio::spawn(wake_due(Arc::clone(&self.hub), orphaned));
        let cleaner = tokio::spawn(remove_expired_regularly(self.app.clone()));
        let timekeeper = tokio::spawn(record_uptime(Arc::clone(&self.hub)));
        let retention = tokio::spawn(retention::run(Arc::clone(&self.hub)));
        let checker = tokio::spawn(devices::check_regularly(Arc::clone(&self.hub)));
        tokio::select! {
            () = self.accept(listener, stopped) => {}
            () = shutdown => {}
        }
        waker.abort();
        cleaner.abort();
        timekeeper.abort();
        retention.abort();
        checker.abort();
        tracing::info!("server shutting down");
        self.hub.close().await;
        cluster_tasks.iter().for_each(tokio::task::JoinHandle::abort);
        self.hub.leave().await;
        let _ = stop.send(());
        self.drain_sockets().await;
        // Each connection holds a receiver until it ends.
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, stop.closed()).await;
        Ok(())
    }

    /// Returns the router that delivers commands to the tables.
    #[must_use]
    pub fn command_router(&self) -> Arc<dyn CommandRouter> {
        Arc::<Hub>::clone(&self.hub)
    }

    /// Waits until all sockets are closed, within the time limit.
    async fn drain_sockets(&self) {
        let until = tokio::time::Instant::now() + DRAIN_TIMEOUT;
        while self.hub.metrics.sockets.get() > 0 && tokio::time::Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn spawn_connection(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        permits: (OwnedSemaphorePermit, Option<ConcurrencyPermit>),
        stopped: watch::Receiver<()>,
    ) {
        let _ = stream.set_nodelay(true);
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        let stream = WriteTimeout::new(stream, self.hub.config.max_unread_time);
        let router = self.router.clone();
        tokio::spawn(panic_isolation::isolate(async move {
            let _permits = permits;
            serve_connection(stream, peer, router, stopped).await;
        }));
    }

    async fn accept(&self, listener: TcpListener, stopped: watch::Receiver<()>) {
        let limits = ConnectionLimits::new(&self.hub.config);
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => match limits.acquire(peer) {
                    Some(permits) => self.spawn_connection(stream, peer, permits, stopped.clone()),
                    // A limit is reached. Close the connection without a response, because clients
                    // that open too many connections do not read responses.
                    None => drop(self.hub.metrics.connections_refused.inc()),
                },
                Err(error) => {
                    // Probably too many open files. Wait until some are closed.
                    tracing::warn!(%error, "failed to accept connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
}

/// Limits for connections: in total and per address.
struct ConnectionLimits {
    total: Arc<Semaphore>,
    per_address: Arc<ConcurrencyLimiter>,
    behind_proxy: bool,
}

impl ConnectionLimits {
    fn new(config: &Config) -> Self {
        let total = config.max_connections.min(Semaphore::MAX_PERMITS);
        Self {
            total: Arc::new(Semaphore::new(total)),
            per_address: ConcurrencyLimiter::new(config.connections_per_address),
            behind_proxy: config.behind_proxy,
        }
    }

    /// Acquires permits for a connection. Behind a proxy, only the total limit applies.
    fn acquire(
        &self,
        peer: SocketAddr,
    ) -> Option<(OwnedSemaphorePermit, Option<ConcurrencyPermit>)> {
        let total = Arc::clone(&self.total).try_acquire_owned().ok()?;
        if self.behind_proxy {
            return Some((total, None));
        }
        let per_address =
            self.per_address.acquire(guard::network(peer.ip().to_canonical())).ok()?;
        Some((total, Some(per_address)))
    }
}

/// Serves one connection: HTTP requests with limited headers, or an upgrade to a WebSocket.
async fn serve_connection(
    stream: WriteTimeout<TcpStream>,
    peer: SocketAddr,
    router: Router,
    mut stopped: watch::Receiver<()>,
) {
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_headers(64)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, connection).await;
}

/// Wakes orphaned tables once, and due tables repeatedly.
///
/// In a cluster it looks for orphaned tables repeatedly, since any node may crash at any time.
pub(crate) async fn wake_due(hub: Arc<Hub>, orphaned: Vec<String>) {
    wake(&hub, Ok(orphaned)).await;
    loop {
        wake(&hub, hub.store.due_games(hub.clock.now(), WAKE_BATCH).await).await;
        if hub.cluster.is_some() {
            tokio::time::sleep(DUE_INTERVAL / 2).await;
            wake(&hub, hub.store.orphaned_games().await).await;
            tokio::time::sleep(DUE_INTERVAL / 2).await;
        } else {
            tokio::time::sleep(DUE_INTERVAL).await;
        }
    }
}

async fn wake(hub: &Hub, tables: Result<Vec<String>, StoreError>) {
    match tables {
        Err(error) => tracing::warn!(%error, "failed to find tables to wake"),
        Ok(tables) => {
            for id in tables {
                hub.send(&id, Command::Wake).await;
            }
        }
    }
}

/// Records regularly that the server runs, so that the next start knows the length of the outage.
async fn record_uptime(hub: Arc<Hub>) {
    loop {
        tokio::time::sleep(UPTIME_INTERVAL).await;
        hub.store.record_running(hub.clock.now());
    }
}

/// Removes expired rate limits and addresses regularly, so that memory stays bounded.
async fn remove_expired_regularly(app: App) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        app.limits.remove_idle_keys();
        app.hub.addresses.remove_expired();
    }
}
