//! The connection pool.
//!
//! Each connection caches its prepared statements, and every statement has a time limit. The pool
//! discards a connection if a reply did not arrive.

use crate::StoreError;
use crate::store::StoreFuture;
use deadpool_postgres::{Manager, ManagerConfig, Object, PoolError, RecyclingMethod, Runtime};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row, error::SqlState};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Time limit of a statement.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit for getting a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time for which a change with an unknown outcome is retried.
const RETRY_PERIOD: Duration = Duration::from_secs(5);
/// Pause between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Parameters of a statement.
pub(super) type SqlParams<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A pool of connections.
#[derive(Clone)]
pub(super) struct Pool(deadpool_postgres::Pool);

impl Pool {
    /// Creates a pool for an address, without opening a connection.
    pub(super) fn new(address: &str, max_connections: usize) -> Result<Self, StoreError> {
        let invalid =
            |reason: String| StoreError::Failed(format!("invalid address of the store: {reason}"));
        let mut config: Config = address.parse().map_err(|error| invalid(error_text(&error)))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        config.application_name("orrery");
        let method = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config, tls()?, method);
        let pool = deadpool_postgres::Pool::builder(manager)
            .max_size(max_connections)
            .wait_timeout(Some(CONNECT_TIMEOUT))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(CONNECT_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build();
        Ok(Self(pool.map_err(|error| invalid(error.to_string()))?))
    }

    /// Takes a connection from the pool, or opens one.
    pub(super) async fn get(&self) -> Result<Conn, StoreError> {
        let object = self.0.get().await.map_err(|error| match error {
            PoolError::Backend(error) => store_error(&error),
            other => StoreError::Unavailable(other.to_string()),
        })?;
        Ok(Conn { object: Some(object), timeout: STATEMENT_TIMEOUT, after: AfterUse::Reuse })
    }
}

/// Returns a TLS connector that trusts the root certificates of this machine.
///
/// The address decides whether connections use TLS.
fn tls() -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Failed(error.to_string()))?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}

/// A connection in use.
pub(super) struct Conn {
    /// `None` while a reply is awaited, so that a cancelled statement discards the connection.
    object: Option<Object>,
    timeout: Duration,
    after: AfterUse,
}

/// The treatment of a connection after its use.
enum AfterUse {
    /// Return the connection to the pool.
    Reuse,
    /// Close the connection, which rolls back an open transaction.
    Close,
}

impl Conn {
    /// Changes the time limit of statements, and closes the connection after its use.
    ///
    /// This is for long operations with their own transaction.
    pub(super) fn with_timeout(mut self, timeout: Duration) -> Self {
        (self.timeout, self.after) = (timeout, AfterUse::Close);
        self
    }

    /// Runs a statement that changes nothing, so its outcome is never unknown.
    pub(super) async fn read(
        &mut self,
        sql: &str,
        values: SqlParams<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        match self.query(sql, values).await {
            Err(StoreError::OutcomeUnknown(reason)) => Err(StoreError::Unavailable(reason)),
            other => other,
        }
    }

    /// Runs a statement and returns its rows.
    pub(super) async fn query(
        &mut self,
        sql: &str,
        values: SqlParams<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let object = self.take()?;
        let query = async {
            let statement = object.prepare_cached(sql).await?;
            object.query(&statement, values).await
        };
        let answer = timeout(self.timeout, query).await;
        self.put_back(object, answer)
    }

    /// Runs several statements without parameters.
    pub(super) async fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        let object = self.take()?;
        let answer = timeout(self.timeout, object.batch_execute(sql)).await;
        self.put_back(object, answer)
    }

    fn take(&mut self) -> Result<Object, StoreError> {
        let broken = || StoreError::OutcomeUnknown("the connection was lost".to_owned());
        self.object.take().ok_or_else(broken)
    }

    /// Keeps the connection if the database replied, even with an error. Otherwise discards it.
    fn put_back<T>(
        &mut self,
        object: Object,
        answer: Result<Result<T, tokio_postgres::Error>, tokio::time::error::Elapsed>,
    ) -> Result<T, StoreError> {
        match answer {
            Ok(Err(error)) if error.as_db_error().is_none() => {
                drop(Object::take(object));
                Err(StoreError::OutcomeUnknown(error_text(&error)))
            }
            Ok(answer) => {
                self.object = Some(object);
                answer.map_err(|error| store_error(&error))
            }
            Err(_) => {
                drop(Object::take(object));
                Err(StoreError::OutcomeUnknown("the statement timed out".to_owned()))
            }
        }
    }
}

impl Drop for Conn {
    fn drop(&mut self) {
        if let (AfterUse::Close, Some(object)) = (&self.after, self.object.take()) {
            drop(Object::take(object));
        }
    }
}

/// Retries an idempotent change until its outcome is known, for at most [`RETRY_PERIOD`].
pub(super) async fn retry_until_known<'a, T>(
    change: impl Fn() -> StoreFuture<'a, T> + Send,
) -> Result<T, StoreError> {
    let mut result = change().await;
    let began = Instant::now();
    while let Err(StoreError::OutcomeUnknown(reason)) = &result {
        if began.elapsed() > RETRY_PERIOD {
            break;
        }
        sleep(RETRY_INTERVAL).await;
        result = match change().await {
            // This attempt failed, but an earlier one may have succeeded.
            Err(error) if error.is_transient() => Err(StoreError::OutcomeUnknown(reason.clone())),
            other => other,
        };
    }
    result
}

/// Converts an error of the database or a failed connection attempt.
fn store_error(error: &tokio_postgres::Error) -> StoreError {
    let Some(code) = error.code() else { return StoreError::Unavailable(error_text(error)) };
    match *code {
        SqlState::UNIQUE_VIOLATION | SqlState::FOREIGN_KEY_VIOLATION => StoreError::Conflict,
        SqlState::DISK_FULL => StoreError::Full,
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => {
            StoreError::Corrupt(error_text(error))
        }
        SqlState::INVALID_PASSWORD
        | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
        | SqlState::INVALID_CATALOG_NAME => StoreError::Failed(error_text(error)),
        _ if is_transient(code.code()) => StoreError::Unavailable(error_text(error)),
        _ => StoreError::Failed(error_text(error)),
    }
}

/// Returns whether an SQLSTATE belongs to a class of transient errors.
///
/// These classes are connection, transaction state, rollback, resources, object state and operator
/// intervention.
fn is_transient(code: &str) -> bool {
    ["08", "25", "40", "53", "55", "57"].iter().any(|class| code.starts_with(class))
}

/// Returns the text of an error with its cause, since the text alone may only be "db error".
fn error_text(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}
