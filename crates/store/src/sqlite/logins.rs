//! Devices and recovery codes in SQLite.

use super::{Sqlite, expect_one, rows};
use crate::store::StoreFuture;
use crate::{Device, Hash, Identity, Login, Logins, RecoveryRow, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};
use tokio::sync::oneshot;

const DEVICE: &str = "hash, label, created, used";
const ADD: &str = "INSERT INTO secrets (hash, identity, label, created, used) \
    VALUES (?1, ?2, ?3, ?4, ?5)";
/// Makes the code that is in force at the time `?2` the current one.
const IN_FORCE: &str = "recovery = CASE WHEN next_recovery_from <= ?2 THEN next_recovery \
    ELSE recovery END";

fn device_of(row: &Row<'_>) -> rusqlite::Result<Device> {
    Ok(Device { secret: row.get(0)?, label: row.get(1)?, created: row.get(2)?, used: row.get(3)? })
}

/// Adds a device.
pub(super) fn add(db: &Connection, identity: &str, device: &Device) -> Result<(), StoreError> {
    let Device { secret, label, created, used } = device;
    db.prepare_cached(ADD)?.execute(params![secret, identity, label, created, used])?;
    Ok(())
}

fn login(db: &Connection, secret: Hash) -> Result<Option<Login>, StoreError> {
    let sql = format!("SELECT {DEVICE} FROM secrets WHERE hash = ?1");
    let device = db.prepare_cached(&sql)?.query_row([secret], device_of).optional()?;
    let clause = "WHERE id = (SELECT identity FROM secrets WHERE hash = ?1)";
    let identity = rows::identities(db, clause, [secret])?.pop();
    Ok(identity.zip(device).map(|(identity, device)| Login { identity, device }))
}

/// Removes all devices of an identity, and returns their secrets.
fn remove_all(db: &Connection, identity: &str) -> Result<Vec<Hash>, StoreError> {
    let mut delete = db.prepare_cached("DELETE FROM secrets WHERE identity = ?1 RETURNING hash")?;
    Ok(delete.query_map([identity], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

impl Logins for Sqlite {
    fn add_device(&self, identity: &str, device: Device) -> StoreFuture<'_, ()> {
        let identity = identity.to_owned();
        self.change(move |db| add(db, &identity, &device))
    }

    fn login(&self, secret: Hash) -> StoreFuture<'_, Option<Login>> {
        self.read(move |db| login(db, secret))
    }

    fn devices(&self, identity: &str) -> StoreFuture<'_, Vec<Device>> {
        let identity = identity.to_owned();
        self.read(move |db| {
            let sql = format!(
                "SELECT {DEVICE} FROM secrets WHERE identity = ?1 \
                 ORDER BY used DESC NULLS LAST, created DESC NULLS LAST, hash"
            );
            let mut query = db.prepare_cached(&sql)?;
            Ok(query.query_map([identity], device_of)?.collect::<Result<_, _>>()?)
        })
    }

    fn use_device(&self, secret: Hash, at: i64) -> StoreFuture<'_, ()> {
        self.change(move |db| {
            let sql = "UPDATE secrets SET used = ?2 WHERE hash = ?1";
            db.prepare_cached(sql)?.execute(params![secret, at])?;
            Ok(())
        })
    }

    fn remove_device(&self, secret: Hash) -> StoreFuture<'_, ()> {
        self.change(move |db| {
            db.prepare_cached("DELETE FROM secrets WHERE hash = ?1")?.execute([secret])?;
            Ok(())
        })
    }

    fn replace_devices(&self, identity: &str, by: Option<Device>) -> StoreFuture<'_, Vec<Hash>> {
        let identity = identity.to_owned();
        let (removed, secrets) = oneshot::channel();
        let done = self.change(move |db| {
            let gone = remove_all(db, &identity)?;
            by.iter().try_for_each(|device| add(db, &identity, device))?;
            // The caller may no longer wait for the result.
            let _ = removed.send(gone);
            Ok(())
        });
        Box::pin(async move {
            done.await?;
            secrets.await.map_err(|_| StoreError::Missing)
        })
    }

    fn valid_secrets(&self, secrets: Vec<Hash>) -> StoreFuture<'_, Vec<Hash>> {
        self.read(move |db| {
            let mut query = db.prepare_cached("SELECT 1 FROM secrets WHERE hash = ?1")?;
            let mut valid = Vec::new();
            for secret in secrets {
                if query.exists([secret])? {
                    valid.push(secret);
                }
            }
            Ok(valid)
        })
    }

    fn recovery(&self, identity: &str) -> StoreFuture<'_, RecoveryRow> {
        let identity = identity.to_owned();
        self.read(move |db| {
            let sql = "SELECT recovery IS NOT NULL OR next_recovery IS NOT NULL, \
                next_recovery_from FROM identities WHERE id = ?1";
            let row =
                |row: &Row<'_>| Ok(RecoveryRow { is_set: row.get(0)?, next_from: row.get(1)? });
            let found = db.prepare_cached(sql)?.query_row([identity], row).optional()?;
            found.ok_or(StoreError::Missing)
        })
    }

    fn set_recovery(&self, identity: &str, code: Hash) -> StoreFuture<'_, ()> {
        let identity = identity.to_owned();
        self.change(move |db| {
            let sql = "UPDATE identities SET recovery = ?2, next_recovery = NULL, \
                next_recovery_from = NULL WHERE id = ?1";
            expect_one(db.prepare_cached(sql)?.execute(params![identity, code])?)
        })
    }

    fn plan_recovery(
        &self,
        identity: &str,
        code: Hash,
        from: i64,
        now: i64,
    ) -> StoreFuture<'_, ()> {
        let identity = identity.to_owned();
        self.change(move |db| {
            let sql = format!(
                "UPDATE identities SET {IN_FORCE}, next_recovery = ?3, next_recovery_from = ?4 \
                 WHERE id = ?1"
            );
            expect_one(db.prepare_cached(&sql)?.execute(params![identity, now, code, from])?)
        })
    }

    fn cancel_recovery(&self, identity: &str, now: i64) -> StoreFuture<'_, ()> {
        let identity = identity.to_owned();
        self.change(move |db| {
            let sql = format!(
                "UPDATE identities SET {IN_FORCE}, next_recovery = NULL, \
                 next_recovery_from = NULL WHERE id = ?1"
            );
            expect_one(db.prepare_cached(&sql)?.execute(params![identity, now])?)
        })
    }

    fn identity_by_recovery(&self, code: Hash, now: i64) -> StoreFuture<'_, Option<Identity>> {
        self.read(move |db| {
            let clause = "WHERE recovery = ?1 AND coalesce(next_recovery_from > ?2, 1) \
                OR next_recovery = ?1 AND next_recovery_from <= ?2";
            Ok(rows::identities(db, clause, params![code, now])?.pop())
        })
    }
}
