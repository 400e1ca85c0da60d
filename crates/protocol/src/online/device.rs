//! Devices on which a person is logged in, and recovery codes.

use serde::{Deserialize, Serialize};

/// A device on which you are logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Device {
    /// Its public id. It is no secret.
    pub id: String,
    /// Browser and system, as `Firefox · Linux`; `null` if it is not known.
    pub label: Option<String>,
    /// When it logged in, in seconds since 1970; `null` if unknown.
    pub created: Option<i64>,
    /// Start (UTC) of the day on which it was used last, in seconds since 1970; `null` if unknown.
    pub used: Option<i64>,
    /// Whether it is this one.
    pub current: bool,
}

/// The devices on which you are logged in, most recently used first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Devices {
    /// The devices.
    pub devices: Vec<Device>,
}

/// Which devices are logged out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, ts(rename = "Leaving"))]
#[cfg_attr(feature = "openapi", schema(as = Leaving))]
pub enum LogoutScope {
    /// All, this one included.
    All,
    /// All but this one, which gets a new cookie: copies of the old one are logged out, too.
    Others,
}

/// Logs out of several devices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(rename = "LeaveAll"))]
#[cfg_attr(feature = "openapi", schema(as = LeaveAll))]
pub struct LogoutRequest {
    /// Which ones.
    pub devices: LogoutScope,
}

/// Asks for a new recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewRecovery {
    /// The code that it replaces. With it, or if there is none yet, the new code works at once; without
    /// it the old one works for some days more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub old: Option<String>,
}

/// A recovery code, shown once: anyone who has it can log in as you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Recovery {
    /// The code. It replaces the last one.
    pub code: String,
    /// From when on it works, in seconds since 1970; `null`: at once. Until then the last one works,
    /// and each of your devices can cancel the new one.
    pub from: Option<i64>,
}

/// The state of your recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryState {
    /// Whether you have one.
    pub has_code: bool,
    /// When a new code takes effect, in seconds since 1970; `null` if there is none.
    ///
    /// It was requested without the old code.
    pub new_from: Option<i64>,
}

/// Logs in on this device with a recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The code.
    pub code: String,
}
