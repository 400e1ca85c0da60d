//! Devices on which a person is logged in, and recovery codes.

use serde::{Deserialize, Serialize};

/// A device on which you are logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Device {
    /// Its id, which is not secret.
    pub id: String,
    /// Browser and system, such as `Firefox · Linux`; `null` if unknown.
    pub label: Option<String>,
    /// When the device logged in, in seconds since 1970; `null` if unknown.
    pub created: Option<i64>,
    /// The day of the last use: its start (UTC) in seconds since 1970; `null` if unknown.
    pub used: Option<i64>,
    /// Whether this is the device that sent the request.
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

/// The devices to log out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LogoutScope {
    /// All devices, including this one.
    All,
    /// All devices except this one.
    ///
    /// This device gets a new cookie, so that copies of its old cookie become invalid too.
    Others,
}

/// A request to log out devices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LogoutRequest {
    /// The devices to log out.
    pub devices: LogoutScope,
}

/// A request for a new recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewRecovery {
    /// The old code, which the new one replaces.
    ///
    /// If you send the old code, or have none yet, the new code is valid at once. Otherwise the old
    /// code stays valid for some days, and then the new code replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub old: Option<String>,
}

/// A recovery code, shown once: anyone who has it can log in as you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Recovery {
    /// The new code, which replaces the previous one.
    pub code: String,
    /// When the new code becomes valid, in seconds since 1970; `null` if it is valid at once.
    ///
    /// Until then the previous code is valid, and each of your devices can cancel the new one.
    pub from: Option<i64>,
}

/// The state of your recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryState {
    /// Whether you have a recovery code.
    pub has_code: bool,
    /// When a new code becomes valid, in seconds since 1970; `null` if there is none.
    ///
    /// This is a code that was requested without the old code.
    pub new_from: Option<i64>,
}

/// A request to log in on this device with a recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The code.
    pub code: String,
}
