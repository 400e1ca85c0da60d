//! How identities prove who they are: the secrets of their devices, and recovery codes.

use crate::store::Answer;
use crate::{Hash, Identity};

/// A place where somebody is logged in: a browser, or a program with a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// The hash of its secret.
    pub secret: Hash,
    /// What it is called: browser and system. `None` if it is not known, which goes for all devices
    /// of versions that did not note it; the same holds for the times.
    pub label: Option<String>,
    /// When it logged in, in seconds since 1970.
    pub created: Option<i64>,
    /// When it was used last, in seconds since 1970; as exact as the server chooses.
    pub used: Option<i64>,
}

/// An identity, and the device that proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// Who.
    pub identity: Identity,
    /// By what.
    pub device: Device,
}

/// What is stored of a recovery code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecoveryRow {
    /// Whether there is one, also one that is not in force yet.
    pub is_set: bool,
    /// When the next code replaces the current one, in seconds since 1970; this may be past.
    pub next_from: Option<i64>,
}

/// How identities prove who they are.
///
/// A recovery code is in force at once, or from a time on; until then the one before it is. Methods
/// that depend on which of the two is in force take the time `now`, in seconds since 1970.
pub trait Logins: Send + Sync + 'static {
    /// Adds a device of an identity.
    fn add_device(&self, identity: &str, device: Device) -> Answer<'_, ()>;
    /// Returns whose secret this is.
    fn login(&self, secret: Hash) -> Answer<'_, Option<Login>>;
    /// Returns the devices of an identity, those used last first.
    fn devices(&self, identity: &str) -> Answer<'_, Vec<Device>>;
    /// Notes that a device was used.
    fn use_device(&self, secret: Hash, at: i64) -> Answer<'_, ()>;
    /// Removes a device: its secret is no longer good.
    fn remove_device(&self, secret: Hash) -> Answer<'_, ()>;
    /// Removes all devices of an identity, and adds one in their place if there is one. Returns the
    /// secrets that are no longer good.
    fn replace_devices(&self, identity: &str, by: Option<Device>) -> Answer<'_, Vec<Hash>>;
    /// Returns those of these secrets that are good.
    fn good_secrets(&self, secrets: Vec<Hash>) -> Answer<'_, Vec<Hash>>;

    /// Returns what is stored of the recovery code of an identity.
    fn recovery(&self, identity: &str) -> Answer<'_, RecoveryRow>;
    /// Replaces the recovery code at once, also one that is not in force yet.
    fn set_recovery(&self, identity: &str, code: Hash) -> Answer<'_, ()>;
    /// Replaces the recovery code from a time on.
    fn plan_recovery(&self, identity: &str, code: Hash, from: i64, now: i64) -> Answer<'_, ()>;
    /// Forgets a recovery code that is not in force yet.
    fn cancel_recovery(&self, identity: &str, now: i64) -> Answer<'_, ()>;
    /// Returns whose recovery code this is.
    fn recovered(&self, code: Hash, now: i64) -> Answer<'_, Option<Identity>>;
}
