//! Devices and recovery codes in PostgreSQL.

use super::rows::{self, column};
use super::{OwnedParams, Postgres, sql_params};
use crate::store::StoreFuture;
use crate::{Device, Hash, Identity, Login, Logins, RecoveryRow, StoreError};
use tokio_postgres::Row;

const LOGIN: &str = "SELECT i.id, i.name, i.program, i.owner, i.created, \
      s.hash, s.label, s.created, s.used \
    FROM secrets s JOIN identities i ON i.id = s.identity WHERE s.hash = $1";
const ADD: &str = "INSERT INTO secrets (hash, identity, label, created, used) \
    VALUES ($1, $2, $3, $4, $5) RETURNING hash";
const REMOVE_ALL: &str = "DELETE FROM secrets WHERE identity = $1 RETURNING hash";
const REPLACE_ALL: &str = "WITH gone AS ( \
      DELETE FROM secrets WHERE identity = $2 AND hash <> $1 RETURNING hash \
    ), added AS ( \
      INSERT INTO secrets (hash, identity, label, created, used) VALUES ($1, $2, $3, $4, $5) \
      ON CONFLICT (hash) DO NOTHING \
    ) SELECT hash FROM gone";
const SET_RECOVERY: &str = "UPDATE identities SET recovery = $2, next_recovery = NULL, \
    next_recovery_from = NULL WHERE id = $1 RETURNING id";
/// Makes the code that is in force at the time `$2` the current one, and sets the next one.
const PLAN_RECOVERY: &str = "UPDATE identities SET recovery = \
      CASE WHEN next_recovery_from <= $2 THEN next_recovery ELSE recovery END, \
      next_recovery = $3, next_recovery_from = $4 WHERE id = $1 RETURNING id";

fn hash(bytes: Vec<u8>) -> Result<Hash, StoreError> {
    bytes.try_into().map_err(|_| StoreError::Failed("a hash does not have 32 bytes".to_owned()))
}

fn hashes(rows: &[Row]) -> Result<Vec<Hash>, StoreError> {
    rows::first_column(rows)?.into_iter().map(hash).collect()
}

/// Returns the device whose columns start at column `first` of a row.
fn device_of(row: &Row, first: usize) -> Result<Device, StoreError> {
    Ok(Device {
        secret: hash(column(row, first)?)?,
        label: column(row, first + 1)?,
        created: column(row, first + 2)?,
        used: column(row, first + 3)?,
    })
}

/// Returns the parameters that add a device: hash, identity, label, creation time, last use.
pub(super) fn device_params(identity: String, device: Device) -> OwnedParams {
    let Device { secret, label, created, used } = device;
    sql_params![secret.to_vec(), identity, label, created, used]
}

impl Logins for Postgres {
    fn add_device(&self, identity: &str, device: Device) -> StoreFuture<'_, ()> {
        let values = device_params(identity.to_owned(), device);
        Box::pin(async move { self.run_once(ADD, values).await.map(drop) })
    }

    fn login(&self, secret: Hash) -> StoreFuture<'_, Option<Login>> {
        self.with(async move |mut conn| {
            let rows = conn.read(LOGIN, &[&secret.as_slice()]).await?;
            let Some(row) = rows.first() else { return Ok(None) };
            let (identity, device) = (rows::identity_of(row)?, device_of(row, 5)?);
            Ok(Some(Login { identity, device }))
        })
    }

    fn devices(&self, identity: &str) -> StoreFuture<'_, Vec<Device>> {
        let identity = identity.to_owned();
        self.with(async move |mut conn| {
            let sql = "SELECT hash, label, created, used FROM secrets WHERE identity = $1 \
                ORDER BY used DESC NULLS LAST, created DESC NULLS LAST, hash";
            let rows = conn.read(sql, &[&identity]).await?;
            rows.iter().map(|row| device_of(row, 0)).collect()
        })
    }

    fn use_device(&self, secret: Hash, at: i64) -> StoreFuture<'_, ()> {
        let sql = "UPDATE secrets SET used = $2 WHERE hash = $1";
        let values = sql_params![secret.to_vec(), at];
        Box::pin(async move { self.run_once(sql, values).await.map(drop) })
    }

    fn remove_device(&self, secret: Hash) -> StoreFuture<'_, ()> {
        let sql = "DELETE FROM secrets WHERE hash = $1";
        let values = sql_params![secret.to_vec()];
        Box::pin(async move { self.run_once(sql, values).await.map(drop) })
    }

    fn replace_devices(&self, identity: &str, by: Option<Device>) -> StoreFuture<'_, Vec<Hash>> {
        let (sql, values) = match by {
            Some(device) => (REPLACE_ALL, device_params(identity.to_owned(), device)),
            None => (REMOVE_ALL, sql_params![identity.to_owned()]),
        };
        Box::pin(async move {
            let values: Vec<_> = values.iter().map(|value| &**value as _).collect();
            hashes(&self.pool.get().await?.query(sql, &values).await?)
        })
    }

    fn valid_secrets(&self, secrets: Vec<Hash>) -> StoreFuture<'_, Vec<Hash>> {
        self.with(async move |mut conn| {
            let secrets: Vec<&[u8]> = secrets.iter().map(|secret| secret.as_slice()).collect();
            let sql = "SELECT hash FROM secrets WHERE hash = ANY($1)";
            hashes(&conn.read(sql, &[&secrets]).await?)
        })
    }

    fn recovery(&self, identity: &str) -> StoreFuture<'_, RecoveryRow> {
        let identity = identity.to_owned();
        self.with(async move |mut conn| {
            let sql = "SELECT recovery IS NOT NULL OR next_recovery IS NOT NULL, \
                next_recovery_from FROM identities WHERE id = $1";
            let rows = conn.read(sql, &[&identity]).await?;
            let row = rows.first().ok_or(StoreError::Missing)?;
            Ok(RecoveryRow { is_set: column(row, 0)?, next_from: column(row, 1)? })
        })
    }

    fn set_recovery(&self, identity: &str, code: Hash) -> StoreFuture<'_, ()> {
        self.run_idempotent(
            SET_RECOVERY,
            sql_params![identity.to_owned(), code.to_vec()],
            StoreError::Missing,
        )
    }

    fn plan_recovery(
        &self,
        identity: &str,
        code: Hash,
        from: i64,
        now: i64,
    ) -> StoreFuture<'_, ()> {
        let values = sql_params![identity.to_owned(), now, Some(code.to_vec()), Some(from)];
        self.run_idempotent(PLAN_RECOVERY, values, StoreError::Missing)
    }

    fn cancel_recovery(&self, identity: &str, now: i64) -> StoreFuture<'_, ()> {
        let values = sql_params![identity.to_owned(), now, None::<Vec<u8>>, None::<i64>];
        self.run_idempotent(PLAN_RECOVERY, values, StoreError::Missing)
    }

    fn identity_by_recovery(&self, code: Hash, now: i64) -> StoreFuture<'_, Option<Identity>> {
        self.with(async move |mut conn| {
            let clause = "WHERE recovery = $1 AND coalesce(next_recovery_from > $2, true) \
                OR next_recovery = $1 AND next_recovery_from <= $2";
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&code.as_slice(), &now];
            Ok(rows::identities(&mut conn, clause, &values).await?.pop())
        })
    }
}
