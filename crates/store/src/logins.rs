//! Logins: the secrets of devices, and recovery codes.

use crate::store::StoreFuture;
use crate::{Hash, Identity};

/// A device on which an identity is logged in: a browser, or a program with a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The hash of the device's secret.
    pub secret: Hash,
    /// Browser and operating system, if known.
    ///
    /// Older versions stored neither the label nor the times below.
    pub label: Option<String>,
    /// Time of the login, in seconds since 1970.
    pub created: Option<i64>,
    /// Time of the last use, in seconds since 1970. The server chooses the precision.
    pub used: Option<i64>,
}

/// A login: an identity, and the device that proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// The identity.
    pub identity: Identity,
    /// The device.
    pub device: Device,
}

/// The state of an identity's recovery code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecoveryRow {
    /// Whether a code is set, including one that is not in force yet.
    pub is_set: bool,
    /// Time at which the next code replaces the current one, in seconds since 1970.
    ///
    /// The time may be in the past.
    pub next_from: Option<i64>,
}

/// Storage of logins and recovery codes.
///
/// A new recovery code is in force at once, or from a given time on. Until then the previous code
/// stays in force. Methods that need the code in force take the current time `now`, in seconds
/// since 1970.
pub trait Logins: Send + Sync + 'static {
    /// Adds a device of an identity.
    fn add_device(&self, identity: &str, device: Device) -> StoreFuture<'_, ()>;
    /// Returns the login to which a secret belongs.
    fn login(&self, secret: Hash) -> StoreFuture<'_, Option<Login>>;
    /// Returns the devices of an identity, most recently used first.
    fn devices(&self, identity: &str) -> StoreFuture<'_, Vec<Device>>;
    /// Records that a device was used.
    fn use_device(&self, secret: Hash, at: i64) -> StoreFuture<'_, ()>;
    /// Removes a device, which invalidates its secret.
    fn remove_device(&self, secret: Hash) -> StoreFuture<'_, ()>;
    /// Replaces all devices of an identity by one device, or by none.
    ///
    /// Returns the secrets that are now invalid.
    fn replace_devices(&self, identity: &str, by: Option<Device>) -> StoreFuture<'_, Vec<Hash>>;
    /// Returns the valid ones among these secrets.
    fn valid_secrets(&self, secrets: Vec<Hash>) -> StoreFuture<'_, Vec<Hash>>;

    /// Returns the state of an identity's recovery code.
    fn recovery(&self, identity: &str) -> StoreFuture<'_, RecoveryRow>;
    /// Replaces the recovery code at once, and discards a planned one.
    fn set_recovery(&self, identity: &str, code: Hash) -> StoreFuture<'_, ()>;
    /// Plans a recovery code that replaces the current one at the time `from`.
    fn plan_recovery(&self, identity: &str, code: Hash, from: i64, now: i64)
    -> StoreFuture<'_, ()>;
    /// Discards a planned recovery code that is not in force yet.
    fn cancel_recovery(&self, identity: &str, now: i64) -> StoreFuture<'_, ()>;
    /// Returns the identity whose recovery code this is, if the code is in force.
    fn identity_by_recovery(&self, code: Hash, now: i64) -> StoreFuture<'_, Option<Identity>>;
}
