//! Tables: their settings, their seats and the stage of the game.

use super::clock::ClockSetting;
use super::server::ClientRole;
use crate::basic_types::Seat;
use crate::view::Outcome;
use orrery_rules::{GameOption, OptionSet};
use serde::{Deserialize, Serialize};

/// Defines the settings with a field for each option of the game.
macro_rules! table_settings {
    ($($(#[$doc:meta])* $option:ident, $field:ident, $word:literal;)*) => {
        /// The settings of a new table. Only the number of seats is required.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        pub struct TableSettings {
            /// The id of the edition; `classic` if left out. It is ignored if there is a `deck`.
            #[serde(default = "classic")]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub edition: String,
            /// The text of a custom deck file, as described in docs/DECKS.md.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(test, ts(optional))]
            pub deck: Option<String>,
            /// The number of players, people and bots together; 1 is solo.
            #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 5))]
            pub seats: u8,
            /// The slug of the Rogue of a solo game; the first one of the edition if left out.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(test, ts(optional))]
            pub rogue: Option<String>,
            /// The starting player; random if left out.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(test, ts(optional))]
            pub start: Option<Seat>,
            $($(#[$doc])*
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub $field: bool,)*
            /// The clock of the players.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub clock: ClockSetting,
            /// The visibility of the table.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub visibility: Visibility,
            /// Whether people without a seat may watch.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub spectating: Spectating,
            /// The people who may read the chat.
            #[serde(default, skip_serializing_if = "ChatReaders::is_players")]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub chat: ChatReaders,
            /// Whether programs may take a seat.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub programs: Admission,
            /// The action of the server if a player runs out of time in their own turn.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            pub absent: TimeoutPolicy,
            /// Minimum window time in milliseconds: 0 to 5000, 700 if left out.
            ///
            /// A follow window stays open at least this long, so that its duration does not reveal
            /// whether a standing order or a person answered.
            #[serde(default = "default_beat_ms")]
            #[cfg_attr(test, ts(optional, as = "Option<_>"))]
            #[cfg_attr(feature = "openapi", schema(maximum = 5000))]
            pub beat_ms: u16,
        }

        impl TableSettings {
            /// Returns the default settings for this many seats.
            #[must_use]
            pub fn seats(seats: u8) -> Self {
                Self {
                    edition: classic(),
                    deck: None,
                    seats,
                    rogue: None,
                    start: None,
                    $($field: false,)*
                    clock: ClockSetting::None,
                    visibility: Visibility::Link,
                    spectating: Spectating::Welcome,
                    chat: ChatReaders::Players,
                    programs: Admission::Admitted,
                    absent: TimeoutPolicy::Wait,
                    beat_ms: default_beat_ms(),
                }
            }

            /// Returns the options that are on.
            #[must_use]
            pub fn chosen(&self) -> OptionSet {
                let flags = [$((self.$field, GameOption::$option)),*];
                flags.into_iter().filter_map(|(is_on, option)| is_on.then_some(option)).collect()
            }
        }
    };
}
orrery_rules::game_options!(table_settings);

fn classic() -> String {
    "classic".to_owned()
}

const fn default_beat_ms() -> u16 {
    700
}

/// The visibility of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// The public list of open tables contains the table.
    Public,
    /// Only people who have the link find the table.
    #[default]
    Link,
}

/// The admission of spectators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Spectating {
    /// Anyone may watch.
    #[default]
    Welcome,
    /// Only players see the game.
    Closed,
}

/// The readers of the chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChatReaders {
    /// The players and the host.
    #[default]
    Players,
    /// The players, the host and spectators.
    Everyone,
}

impl ChatReaders {
    /// Returns whether only players read the chat. Messages then omit the field, so that older
    /// versions can read them.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    const fn is_players(&self) -> bool {
        matches!(self, Self::Players)
    }
}

/// The admission of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Admission {
    /// Programs may play.
    #[default]
    Admitted,
    /// Only people and the server's own bots may play.
    Refused,
}

/// The action of the server if a player runs out of time in their own turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeoutPolicy {
    /// The table waits for the player.
    #[default]
    Wait,
    /// The server ends the turn.
    EndTurn,
    /// A bot plays until the player returns.
    Bot {
        /// The level of the bot.
        level: String,
    },
}

/// A table, as one client may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Table {
    /// The id of the table, which is also its link.
    pub table: String,
    /// The settings, including a custom deck.
    pub settings: TableSettings,
    /// The BLAKE3 hash of the custom deck, in hexadecimal digits, if there is one.
    ///
    /// A client can cache the deck. If it opens the socket with `?deck=HASH`, the server sends
    /// `settings.deck` only once, and not at all if `HASH` is the hash of this deck. A client
    /// without a cached deck leaves `HASH` empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deck_hash: Option<String>,
    /// The stage of the table.
    pub stage: Stage,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// Your role at the table.
    pub you: ClientRole,
    /// When it was created, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// The commitment: the hash of the seed of the dice, in hexadecimal digits.
    ///
    /// Note it before the game begins, to verify the dice later.
    pub commitment: String,
    /// The seed of the dice; `null` until the game is over.
    pub seed: Option<String>,
    /// The re-keyings during the game. Note them, to verify the dice later.
    ///
    /// The server re-keys a game after it was restored from a backup.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub rekeyed: Vec<Rekeyed>,
    /// The running draw, in which the seats reveal their contributions to the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub draw: Option<Draw>,
    /// The seats of absent players that another person can take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub offered: Vec<Seat>,
    /// The version of the game; 0 before it begins.
    pub version: u32,
    /// How the game ended; `null` if it is not over.
    pub ended_by: Option<EndedBy>,
    /// The result; `null` if the game was not played to the end.
    pub outcome: Option<Outcome>,
    /// The id of the table for the rematch; `null` if there is none.
    pub rematch: Option<String>,
}

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The table waits for players.
    Open,
    /// The game is running.
    Playing,
    /// The game is over.
    Over,
    /// The host has archived the table.
    Archived,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// The game ended by the rules.
    Rules,
    /// Players resigned.
    Resignation,
    /// The host archived the table during the game.
    Archived,
}

/// A seat and its player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// The player; `null` if the seat is free.
    pub player: Option<Player>,
    /// The entropy that the seat contributed to the dice, in hexadecimal digits.
    ///
    /// `null` if there is none, or if it is not revealed yet.
    pub entropy: Option<String>,
    /// The hash of the seat's entropy, if the seat has sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub entropy_hash: Option<String>,
}

/// The hash of a contribution to the dice, which fixes the contribution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EntropyCommitment {
    /// The seat that contributes.
    pub seat: Seat,
    /// The hash of the entropy.
    pub hash: String,
}

/// The draw of the dice: all contributions are fixed, and the seats reveal them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Draw {
    /// The hashes of all contributions. Note them before you reveal yours.
    pub fixed: Vec<EntropyCommitment>,
    /// The seats that have not revealed their contributions yet.
    pub waiting: Vec<Seat>,
}

/// A re-keying: a new seed in a running game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rekeyed {
    /// The number of the first chance outcome that uses the new seed.
    pub from: u32,
    /// The new commitment, in hexadecimal digits.
    pub commitment: String,
}

/// Reveals a contribution to the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The bytes whose hash you sent when you took the seat, in hexadecimal digits.
    #[cfg_attr(feature = "openapi", schema(pattern = "^([0-9a-fA-F]{2}){0,64}$"))]
    pub entropy: String,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Player {
    /// A person.
    Person {
        /// The name.
        name: String,
        /// Whether the player is connected.
        present: bool,
        /// Whether the player resigned, so that a bot plays the seat.
        resigned: bool,
    },
    /// An external program.
    Program {
        /// The name.
        name: String,
        /// Whether the player is connected.
        present: bool,
        /// Whether the player resigned, so that a bot plays the seat.
        resigned: bool,
    },
    /// A bot of the server.
    Bot {
        /// The name.
        name: String,
        /// Its level.
        level: String,
    },
    /// The Rogue of a solo game.
    Rogue {
        /// Its name.
        name: String,
    },
}

/// Takes a seat, or gives it to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sit {
    /// I take the seat. A repeated request changes my contribution to the dice.
    Me {
        /// The hash of my 16 to 64 random bytes for the dice, in hexadecimal digits.
        ///
        /// I reveal the bytes in the draw.
        #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-fA-F]{64}$"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entropy_hash: Option<String>,
        /// Instead of the hash: 0 to 64 public bytes for the dice, in hexadecimal digits.
        #[cfg_attr(feature = "openapi", schema(pattern = "^([0-9a-fA-F]{2}){0,64}$"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entropy: Option<String>,
    },
    /// A bot takes the seat. Only the host may request this.
    Bot {
        /// The level of the bot.
        level: String,
    },
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableSummary {
    /// Its id.
    pub table: String,
    /// The edition, or the id of the deck.
    pub edition: String,
    /// Its stage.
    pub stage: Stage,
    /// The clock.
    pub clock: ClockSetting,
    /// The names of the players, by seat; `null` for a free seat.
    pub players: Vec<Option<String>>,
    /// When it was created, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// When it changed last, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub changed: i64,
    /// Whether the game waits for your decision.
    pub your_turn: bool,
}

/// Open tables, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableList {
    /// The tables.
    pub tables: Vec<TableSummary>,
}
