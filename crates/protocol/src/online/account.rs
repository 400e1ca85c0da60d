//! Identities of people and programs, and the available editions and bots.

use super::device::Device;
use super::table::TableSummary;
use serde::{Deserialize, Serialize};

/// A request for a new guest identity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMe {
    /// The name that others see, 1 to 30 characters.
    #[cfg_attr(
        feature = "openapi",
        schema(
            min_length = 1,
            max_length = 30,
            pattern = r"[^\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
        )
    )]
    pub name: String,
}

/// Your identity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// Your public id, which is not secret.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether this identity is a bot account.
    pub program: bool,
    /// When a new recovery code becomes valid, in seconds since 1970; absent if there is none.
    ///
    /// This is a code that was requested without the old code. If you did not request it, cancel it
    /// and log out of other devices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub new_recovery: Option<i64>,
}

/// A request for a new bot account: an account for a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// The name that others see, 1 to 30 characters.
    #[cfg_attr(
        feature = "openapi",
        schema(
            min_length = 1,
            max_length = 30,
            pattern = r"[^\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
        )
    )]
    pub name: String,
}

/// A bot account: an account for a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotAccount {
    /// Its public id.
    pub id: String,
    /// The name that others see.
    pub name: String,
}

/// A new bot account, with its token. The server shows the token only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewBotAccount {
    /// Its public id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// The token, which the program sends as `Authorization: Bearer TOKEN`.
    pub token: String,
}

/// The tables where you play. Tables that wait for you come first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyTables {
    /// The tables.
    pub tables: Vec<TableSummary>,
}

/// An export of everything that the server stores about you, and your games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Export {
    /// Your identity.
    pub me: Me,
    /// Your bot accounts.
    pub bots: Vec<BotAccount>,
    /// The devices on which you are logged in.
    pub devices: Vec<Device>,
    /// Your games, without information that is hidden from you.
    pub games: Vec<ExportedGame>,
}

/// A game of yours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedGame {
    /// The table.
    pub table: TableSummary,
    /// The record as text; `null` if the game has not begun.
    pub record: Option<String>,
}

/// A request to validate a deck file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// The text of the file.
    pub text: String,
}

/// The bots that the server can play, weakest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotList {
    /// The levels of the bots, such as `captain`.
    pub bots: Vec<String>,
}

/// A list of editions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EditionList {
    /// The editions.
    pub editions: Vec<Edition>,
}

/// Your bot accounts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotAccounts {
    /// The accounts.
    pub bots: Vec<BotAccount>,
}

/// An edition of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Edition {
    /// Its id.
    pub edition: String,
    /// Its name.
    pub name: String,
    /// The possible numbers of players; 1 is solo.
    pub seats: Vec<u8>,
    /// Its Rogues.
    pub rogues: Vec<RogueName>,
    /// The ids of the options that it offers for at least one number of players.
    pub options: Vec<String>,
}

/// A Rogue that a solo game can have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RogueName {
    /// Its slug.
    pub rogue: String,
    /// Its name.
    pub name: String,
}
