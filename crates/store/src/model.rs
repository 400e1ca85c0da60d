//! What is stored, as plain rows.

/// A hash of something secret.
pub type Hash = [u8; 32];

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The public id.
    pub id: String,
    /// What others see.
    pub name: String,
    /// A person, or a program.
    pub kind: IdentityKind,
    /// Whose program it is.
    pub owner: Option<String>,
    /// When it was made, in seconds since 1970.
    pub created: i64,
}

/// A person, or a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdentityKind {
    /// A person.
    Person,
    /// A program.
    Program,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Seats are being taken.
    Open,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
    /// It was put away.
    Archived,
}

/// Who finds a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Everybody.
    Public,
    /// Whoever has the link.
    Link,
}

/// A game and its seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its unguessable id.
    pub id: String,
    /// How far it is.
    pub stage: Stage,
    /// Who finds it.
    pub listing: Listing,
    /// What was agreed on; the server's words.
    pub settings: String,
    /// A deck of one's own. Lists leave it out.
    pub deck: Option<String>,
    /// The dealer's seed.
    pub seed: [u8; 32],
    /// The identity that made it.
    pub host: String,
    /// When, in seconds since 1970.
    pub created: i64,
    /// When something happened last.
    pub changed: i64,
    /// How it ended; the server's words.
    pub ended: Option<String>,
    /// When it ended, in seconds since 1970; `None` also for a game that ended in an old version.
    pub finished: Option<i64>,
    /// The game where it is played again.
    pub rematch: Option<String>,
    /// When it must be woken, in milliseconds since 1970; never if `None`.
    pub due: Option<i64>,
    /// The seats that it waits for, lowest bit seat 0.
    pub waits: u8,
    /// Whether it comes from a backup and was not continued since.
    pub restored: bool,
    /// The seats, in order.
    pub seats: Vec<SeatRow>,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatRow {
    /// Who sits there.
    pub identity: Option<String>,
    /// The name that others see.
    pub name: Option<String>,
    /// Whether that is a program.
    pub program: bool,
    /// The bot of the house that sits there.
    pub bot: Option<String>,
    /// What the seat added to the dice.
    pub entropy: Option<Vec<u8>>,
    /// The hash of what the seat will add to the dice.
    pub entropy_hash: Option<Hash>,
}

/// What a running server says about a game now and then: for lists and for waking it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// When something happened last, in seconds since 1970.
    pub changed: i64,
    /// When it must be woken, in milliseconds since 1970; never if `None`.
    pub due: Option<i64>,
    /// The seats that it waits for, lowest bit seat 0.
    pub waits: u8,
    /// Whether its owner goes on with it; otherwise it is parked.
    pub live: bool,
}

/// The right to append to a game. A later claim makes it void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The number of the game in this store.
    pub key: i64,
    /// Which claim this is.
    pub epoch: i64,
    /// How the game was found.
    pub found: Found,
}

/// How a game was found by whoever owns it now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Parked, or never begun.
    Parked,
    /// Live: its owner has ended without a word.
    Left,
}

/// Where a game is, in a store that several nodes share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// With this node, or with nobody: it can be claimed.
    Free,
    /// With the node of this id.
    Node(String),
    /// Nowhere: there is no such game.
    Nowhere,
}

/// Something that is limited all over a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limited {
    /// New identities from an address.
    Newcomers,
    /// New tables of a person or an address.
    Tables,
    /// Bytes that a person or an address has stored.
    Bytes,
}

/// Games that retention may delete, once they have not changed for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stale {
    /// The game never began: seats are being taken, or it was put away before its first step.
    Unstarted,
    /// The game is being played, and parked.
    Abandoned,
}

/// How much room a store takes and has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// Bytes of the database.
    pub used: u64,
    /// Bytes that can still be written, if the store can tell.
    pub free: Option<u64>,
}

/// What a beat has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beat {
    /// The node was there all the time.
    Steady,
    /// It is new, or was silent for so long that others may have taken its games.
    Gap,
}

/// What a server that begins must know of the time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The last time at which a server ran, in milliseconds since 1970. No time is earlier than it.
    pub last: i64,
    /// The times at which none ran, as far as they are still of interest.
    pub outages: Vec<Outage>,
}

impl Run {
    /// A server that stops for less time than this, in milliseconds, counts as running.
    pub const SHORT: i64 = 120_000;
    /// How long outages are remembered, in milliseconds: longer than anybody has for a decision.
    pub const REMEMBERED: i64 = 90 * 24 * 3_600_000;
}

/// A time in which no server ran, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// From then on.
    pub since: i64,
    /// Until then.
    pub until: i64,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatRow {
    /// Its number at the table, from 1.
    pub number: u32,
    /// Who said it.
    pub identity: String,
    /// The name at that time.
    pub name: String,
    /// The seat at that time.
    pub seat: Option<u8>,
    /// When, in seconds since 1970.
    pub at: i64,
    /// The id that the client made up.
    pub message: String,
    /// What was said.
    pub text: String,
}
