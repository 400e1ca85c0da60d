//! A real server with a database and a port, and clients for it.

pub(crate) use orrery_loadtest::strict::{
    Answer, Person, Socket, TIMEOUT, orders_of, prompt_for, prompt_of, raw,
};

use orrery_server::{Config, Server};
use orrery_store::Sqlite;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    folder: Option<TempDir>,
    shutdown: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Returns the default configuration, with rate limits that do not affect quick tests.
pub(crate) fn config() -> Config {
    Config {
        messages_per_second: 100_000,
        requests_per_minute: 1_000_000,
        identities_per_hour: 1_000_000,
        tables_per_hour: 1_000_000,
        bytes_per_day: u32::MAX,
        min_free_bytes: 0,
        decks_per_hour: 1_000_000,
        deck_checks_per_minute: 1_000_000,
        bots: 2,
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(config()).await
    }

    pub(crate) async fn with(config: Config) -> Self {
        Self::in_folder(config, tempfile::tempdir().expect("a folder")).await
    }

    pub(crate) async fn in_folder(config: Config, folder: TempDir) -> Self {
        let store = Arc::new(Sqlite::open(folder.path()).expect("the store opens"));
        Self::with_store(config, folder, store).await
    }

    /// Starts a server with a store that the test controls.
    pub(crate) async fn with_store(config: Config, folder: TempDir, store: Arc<Sqlite>) -> Self {
        Self::serving(Server::new(config, store, None), folder).await
    }

    /// Lets a server listen on a free port.
    pub(crate) async fn serving(server: Server, folder: TempDir) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let ended = async { drop(ended.await) };
            server.serve(listener, ended).await.expect("it serves");
        });
        Self { address, folder: Some(folder), shutdown: Some(end), task }
    }

    /// Returns the data directory.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.as_ref().expect("it runs").path()
    }

    /// Shuts the server down gracefully. Returns the data directory with the games.
    pub(crate) async fn stop(mut self) -> TempDir {
        drop(self.shutdown.take());
        self.task.await.expect("it ends");
        self.folder.take().expect("its folder")
    }

    /// Restarts the server with the same games.
    pub(crate) async fn restart(self) -> Self {
        let folder = self.stop().await;
        let store = reopen(&folder).await;
        Self::with_store(config(), folder, Arc::new(store)).await
    }

    /// Requests a new identity with this name.
    pub(crate) async fn create_identity(&self, name: &str) -> Answer {
        Person::nobody(self.address)
            .send("POST", "/api/me", &format!("{{\"name\":\"{name}\"}}"))
            .await
    }

    /// Creates a person with this name.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let answer = self.create_identity(name).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        Person { address: self.address, cookie: answer.cookie().expect("a cookie") }
    }
}

/// Opens the store of a stopped server. Retries while the runtime still holds the file.
pub(crate) async fn reopen(folder: &TempDir) -> Sqlite {
    for _ in 0..1000 {
        match Sqlite::open(folder.path()) {
            Ok(store) => return store,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    panic!("{} is still in use", folder.path().display());
}
