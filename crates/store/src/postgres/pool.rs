//! Connections to the database: a few that are shared, statements prepared once on each, everything
//! within a time. A connection whose answer did not come is thrown away.

use crate::StoreError;
use crate::store::Answer;
use deadpool_postgres::{Manager, ManagerConfig, Object, PoolError, RecyclingMethod, Runtime};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row, error::SqlState};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a statement may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait for a connection.
const WAIT: Duration = Duration::from_secs(3);
/// How long it is tried to find out whether something was changed.
const DOUBT: Duration = Duration::from_secs(5);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(100);

/// What goes into a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Connections.
#[derive(Clone)]
pub(super) struct Pool(deadpool_postgres::Pool);

impl Pool {
    /// Connections to an address; none is opened yet.
    pub(super) fn new(address: &str, most: usize) -> Result<Self, StoreError> {
        let wrong = |why: String| StoreError::Failed(format!("the address of the store: {why}"));
        let mut config: Config = address.parse().map_err(|error| wrong(why(&error)))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(WAIT);
        }
        config.application_name("orrery");
        let method = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config, tls()?, method);
        let pool = deadpool_postgres::Pool::builder(manager)
            .max_size(most)
            .wait_timeout(Some(WAIT))
            .create_timeout(Some(WAIT))
            .recycle_timeout(Some(WAIT))
            .runtime(Runtime::Tokio1)
            .build();
        Ok(Self(pool.map_err(|error| wrong(error.to_string()))?))
    }

    /// A connection.
    pub(super) async fn get(&self) -> Result<Conn, StoreError> {
        let object = self.0.get().await.map_err(|error| match error {
            PoolError::Backend(error) => refused(&error),
            other => StoreError::Away(other.to_string()),
        })?;
        Ok(Conn { object: Some(object), patience: PATIENCE, after: After::Shared })
    }
}

/// With the certificates that this machine trusts; whether it is used is up to the address.
fn tls() -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Failed(error.to_string()))?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}

/// A connection that is in use.
pub(super) struct Conn {
    /// None while an answer is awaited: if nobody waits for it any more, it is not used again.
    object: Option<Object>,
    patience: Duration,
    after: After,
}

/// What becomes of a connection.
enum After {
    /// Others use it.
    Shared,
    /// It is closed, and with it a transaction that was not finished.
    Closed,
}

impl Conn {
    /// For one long piece of work that may have a transaction of its own.
    pub(super) fn patient(mut self, patience: Duration) -> Self {
        (self.patience, self.after) = (patience, After::Closed);
        self
    }

    /// Reads.
    pub(super) async fn read(
        &mut self,
        sql: &str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        match self.query(sql, values).await {
            Err(StoreError::Unsure(why)) => Err(StoreError::Away(why)),
            other => other,
        }
    }

    /// Changes something, in a transaction of its own or in the one that is open. The rows are
    /// there when it is committed.
    pub(super) async fn query(
        &mut self,
        sql: &str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let object = self.take()?;
        let asked = async {
            let statement = object.prepare_cached(sql).await?;
            object.query(&statement, values).await
        };
        let answer = timeout(self.patience, asked).await;
        self.put_back(object, answer)
    }

    /// Several statements without values.
    pub(super) async fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        let object = self.take()?;
        let answer = timeout(self.patience, object.batch_execute(sql)).await;
        self.put_back(object, answer)
    }

    fn take(&mut self) -> Result<Object, StoreError> {
        let broken = || StoreError::Unsure("the connection was lost".to_owned());
        self.object.take().ok_or_else(broken)
    }

    /// A connection that failed other than by refusing is not used again.
    fn put_back<T>(
        &mut self,
        object: Object,
        answer: Result<Result<T, tokio_postgres::Error>, tokio::time::error::Elapsed>,
    ) -> Result<T, StoreError> {
        match answer {
            Ok(Err(error)) if error.as_db_error().is_none() => {
                drop(Object::take(object));
                Err(StoreError::Unsure(why(&error)))
            }
            Ok(answer) => {
                self.object = Some(object);
                answer.map_err(|error| refused(&error))
            }
            Err(_) => {
                drop(Object::take(object));
                Err(StoreError::Unsure("it does not answer".to_owned()))
            }
        }
    }
}

impl Drop for Conn {
    fn drop(&mut self) {
        if let (After::Closed, Some(object)) = (&self.after, self.object.take()) {
            drop(Object::take(object));
        }
    }
}

/// Does something that may be done twice until it is known whether it was done.
pub(super) async fn until_sure<'a, T>(
    change: impl Fn() -> Answer<'a, T> + Send,
) -> Result<T, StoreError> {
    let mut result = change().await;
    let began = Instant::now();
    while let Err(StoreError::Unsure(why)) = &result {
        if began.elapsed() > DOUBT {
            break;
        }
        sleep(PAUSE).await;
        result = match change().await {
            // What this try could not do, the one before may have done.
            Err(error) if error.may_pass() => Err(StoreError::Unsure(why.clone())),
            other => other,
        };
    }
    result
}

/// What an error means when the database has refused, or could not be connected to.
fn refused(error: &tokio_postgres::Error) -> StoreError {
    let Some(code) = error.code() else { return StoreError::Away(why(error)) };
    match *code {
        SqlState::UNIQUE_VIOLATION | SqlState::FOREIGN_KEY_VIOLATION => StoreError::Conflict,
        SqlState::DISK_FULL => StoreError::Full,
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => StoreError::Corrupt(why(error)),
        SqlState::INVALID_PASSWORD
        | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
        | SqlState::INVALID_CATALOG_NAME => StoreError::Failed(why(error)),
        _ if may_pass(code.code()) => StoreError::Away(why(error)),
        _ => StoreError::Failed(why(error)),
    }
}

/// Connections, transactions that were given up, resources, and what an operator does.
fn may_pass(code: &str) -> bool {
    ["08", "25", "40", "53", "55", "57"].iter().any(|class| code.starts_with(class))
}

/// An error with its cause: the outer text alone is "db error".
fn why(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}
