//! The rows of a store, as plain data.

/// A 32-byte hash, for example of a secret or of a deck.
pub type Hash = [u8; 32];

/// A player: a person, or a program that a person owns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The public id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// The kind: person or program.
    pub kind: IdentityKind,
    /// The id of the person who owns the program; `None` for a person.
    pub owner: Option<String>,
    /// Creation time, in seconds since 1970.
    pub created: i64,
}

/// The kind of an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdentityKind {
    /// A person.
    Person,
    /// A bot account, which a program uses.
    Program,
}

/// The stage of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Waiting for players.
    Open,
    /// Running.
    Playing,
    /// Finished.
    Over,
    /// Archived by its host.
    Archived,
}

impl Stage {
    const ALL: [Self; 4] = [Self::Open, Self::Playing, Self::Over, Self::Archived];

    /// Returns the name in the database.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Archived => "archived",
        }
    }

    /// Returns the stage with this name in the database.
    ///
    /// An unknown name means that the row is damaged. Its checksum reports that when the game is
    /// opened; until then the game counts as archived, so that lists of other games still work.
    pub(crate) fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|stage| stage.name() == name).unwrap_or(Self::Archived)
    }
}

/// The visibility of a game in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Public lists show the game.
    Public,
    /// Only people with the link can find the game.
    Link,
}

/// A game and its seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// The unguessable id.
    pub id: String,
    /// The stage.
    pub stage: Stage,
    /// The visibility in lists.
    pub listing: Listing,
    /// The settings, in a format that the server defines.
    pub settings: String,
    /// The custom deck. Methods that list games leave it out.
    pub deck: Option<String>,
    /// The seed of the dice.
    pub seed: [u8; 32],
    /// The id of the host: the creator of the game, or the player who took over this role.
    pub host: String,
    /// Creation time, in seconds since 1970.
    pub created: i64,
    /// Time of the last change, in seconds since 1970.
    pub changed: i64,
    /// The reason for the end of the game, in a format that the server defines.
    pub ended: Option<String>,
    /// Time of the end, in seconds since 1970. Games that ended in an old version may have none.
    pub finished: Option<i64>,
    /// The id of the rematch.
    pub rematch: Option<String>,
    /// Time at which the server must wake the game, in milliseconds since 1970; never if `None`.
    pub due: Option<i64>,
    /// The seats that must act, as a bit mask; the lowest bit is seat 0.
    pub waits: u8,
    /// Whether the game was restored from a backup and not continued since.
    pub restored: bool,
    /// The ids of players who withheld their entropy after they had sent its hash.
    pub withheld: Vec<String>,
    /// The seats, in order.
    pub seats: Vec<SeatRow>,
}

impl GameRow {
    /// Creates an open game that no list shows, without settings and seats.
    #[must_use]
    pub const fn new(id: String, host: String, seed: [u8; 32], created: i64) -> Self {
        Self {
            id,
            stage: Stage::Open,
            listing: Listing::Link,
            settings: String::new(),
            deck: None,
            seed,
            host,
            created,
            changed: created,
            ended: None,
            finished: None,
            rematch: None,
            due: None,
            waits: 0,
            restored: false,
            withheld: Vec::new(),
            seats: Vec::new(),
        }
    }
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatRow {
    /// The id of the player; `None` for a free seat, a server bot, or a deleted player.
    pub identity: Option<String>,
    /// The name that others see.
    pub name: Option<String>,
    /// Whether the player is a program.
    pub program: bool,
    /// The level of the server's bot, if a bot plays.
    pub bot: Option<String>,
    /// The entropy that the player contributed to the dice.
    pub entropy: Option<Vec<u8>>,
    /// The hash of the entropy that the player will reveal.
    pub entropy_hash: Option<Hash>,
    /// Time at which another player offered the seat, in milliseconds since 1970.
    ///
    /// `None` if the seat is not offered.
    pub offered: Option<i64>,
}

/// The status of a game, which its owner updates regularly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStatus {
    /// Time of the last change, in seconds since 1970.
    pub changed: i64,
    /// Time at which the server must wake the game, in milliseconds since 1970; never if `None`.
    pub due: Option<i64>,
    /// The seats that must act, as a bit mask; the lowest bit is seat 0.
    pub waits: u8,
    /// Whether the owner keeps the game in memory. If not, the game is parked.
    pub live: bool,
}

/// The right to change a game and to append to its log. The next claim makes the lease void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The number of the game in this store.
    pub key: i64,
    /// The number of the claim.
    pub epoch: i64,
    /// The state of the game before the claim.
    pub prior: PriorState,
}

/// The state of a game before it was claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PriorState {
    /// Parked, or not started.
    Parked,
    /// Live: its previous owner crashed.
    Orphaned,
}

/// The location of a game in a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameLocation {
    /// This node owns the game, or no node does: this node can claim it.
    Claimable,
    /// The node with this id owns the game.
    Node(String),
    /// The game does not exist.
    NotFound,
}

/// A quota that all nodes of a site share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quota {
    /// New identities per address.
    Newcomers,
    /// New tables per person or address.
    Tables,
    /// Stored bytes per person or address.
    Bytes,
}

/// The kind of games that retention deletes after a time without changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stale {
    /// The game never began: it waits for players, or was archived before its first step.
    Unstarted,
    /// The game has begun and is not over, and it is parked.
    Abandoned,
}

/// The space that a store uses and has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// Size of the database in bytes.
    pub used: u64,
    /// Bytes that can still be written; `None` if the store does not know.
    pub free: Option<u64>,
}

/// The result of a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heartbeat {
    /// The previous heartbeat came in time: the node has kept its leases.
    Steady,
    /// The node is new, or was silent for so long that other nodes may have claimed its games.
    LeaseGap,
}

/// The record of earlier runs of servers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunHistory {
    /// The last time at which a server ran, in milliseconds since 1970; 0 before the first run.
    pub last: i64,
    /// The outages within the last [`RunHistory::RETENTION`].
    pub outages: Vec<Outage>,
}

impl RunHistory {
    /// Shortest period without a server that counts as an outage, in milliseconds.
    pub const MIN_OUTAGE: i64 = 120_000;
    /// Time for which the store keeps outages, in milliseconds.
    ///
    /// It is longer than any time limit of a seat.
    pub const RETENTION: i64 = 90 * 24 * 3_600_000;
}

/// A period without a running server, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// The start.
    pub since: i64,
    /// The end.
    pub until: i64,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatRow {
    /// The number of the line at its table, from 1.
    pub number: u32,
    /// The id of the author.
    pub identity: String,
    /// The author's name at that time.
    pub name: String,
    /// The author's seat at that time.
    pub seat: Option<u8>,
    /// Time of writing, in seconds since 1970.
    pub at: i64,
    /// The id that the client gave the message.
    pub message_id: String,
    /// The text.
    pub text: String,
}
