//! What a server needs of a database.

use crate::{
    Beat, ChatRow, Device, GameRow, Hash, Identity, Lease, Limited, Logins, Note, Place, Run,
    Space, Stale, StoreError,
};
use std::future::Future;
use std::pin::Pin;

/// What comes, sooner or later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Decides whether a list shows a game; it is given the game's host.
pub type Admit = Box<dyn FnMut(&str) -> bool + Send>;

/// A database of games. What a method changes is durable when it returns `Ok`, and has not
/// happened when it returns an error other than [`StoreError::Unsure`]; [`Store::note`] alone
/// promises nothing.
///
/// Several servers may share a store. [`Store::claim`] says who owns a live game; the owner's lease
/// is checked with every append, and `(game, seq)` is unique, so two owners can never both append.
pub trait Store: Logins {
    /// Adds an identity and its first device.
    fn add_identity(&self, identity: Identity, device: Device) -> Answer<'_, ()>;
    /// Another name, from now on.
    fn rename(&self, identity: &str, name: &str) -> Answer<'_, ()>;
    /// The programs of a person.
    fn programs_of(&self, owner: &str) -> Answer<'_, Vec<Identity>>;
    /// Deletes an identity, its programs, devices and chat; games stay, without the name.
    fn delete_identity(&self, identity: &str) -> Answer<'_, ()>;

    /// Adds a game.
    fn add_game(&self, game: GameRow) -> Answer<'_, ()>;
    /// A game, with its deck.
    fn game(&self, id: &str) -> Answer<'_, Option<GameRow>>;
    /// Replaces everything about a game but its log.
    fn put_game(&self, lease: Lease, game: GameRow) -> Answer<'_, ()>;
    /// Lists public games whose seats are being taken, the newest first, without decks. `admit` is
    /// asked about each in that order, and leaves some of them out.
    fn open_games(&self, limit: u32, admit: Admit) -> Answer<'_, Vec<GameRow>>;
    /// The games where somebody sits, and those that somebody has made and that have not begun; those
    /// changed last first, without decks.
    fn games_of(&self, identity: &str, limit: u32) -> Answer<'_, Vec<GameRow>>;
    /// The ids of games that are being played and due at this time, in milliseconds since 1970.
    fn due_games(&self, now: i64, limit: u32) -> Answer<'_, Vec<String>>;
    /// The ids of games that were live when the last server ended without a word.
    fn left_games(&self) -> Answer<'_, Vec<String>>;

    /// Lists the ids of stale games that have not changed since `before`, in seconds since 1970.
    fn stale_games(&self, stale: Stale, before: i64, limit: u32) -> Answer<'_, Vec<String>>;
    /// Deletes a stale game with its log, its chat, and its deck unless another game has the same.
    /// Returns `false` if the game is not stale any more or another node owns it.
    fn delete_game(&self, id: &str, stale: Stale, before: i64) -> Answer<'_, bool>;

    /// Owns a game from now on. Until the next note it counts as live. A game of another node that
    /// is alive is [`StoreError::Owned`].
    fn claim(&self, id: &str) -> Answer<'_, Lease>;
    /// Appends entries, the first of which gets the number `seq`, counted from 0.
    fn append(&self, lease: Lease, seq: u64, entries: Vec<Vec<u8>>) -> Answer<'_, ()>;
    /// The entries from this number on. A log that is damaged is [`StoreError::Damaged`].
    fn log(&self, id: &str, from: u64) -> Answer<'_, Vec<Vec<u8>>>;
    /// Says something about a game. It may be lost.
    fn note(&self, lease: Lease, note: Note);
    /// The same for good: the game is left to the store, which will know when it is due.
    fn park(&self, lease: Lease, note: Note) -> Answer<'_, ()>;

    /// Adds a line of chat.
    fn add_chat(&self, game: &str, line: ChatRow) -> Answer<'_, ()>;
    /// The last lines of chat, the oldest of them first.
    fn chat(&self, game: &str, limit: u32) -> Answer<'_, Vec<ChatRow>>;

    /// A server begins to run at this time, in milliseconds since 1970. Returns when one ran before.
    fn begin_run(&self, now: i64) -> Answer<'_, Run>;
    /// Notes that a server runs at this time, in milliseconds since 1970. It may be lost.
    fn keep_time(&self, now: i64);

    /// Whether it could write now.
    fn ready(&self) -> Answer<'_, ()>;
    /// How many writes wait.
    fn waiting(&self) -> usize;
    /// Measures the room that the store takes and has.
    fn space(&self) -> Answer<'_, Space>;
}

/// What nodes that share a store need to know of each other. A node is one run of the program; all
/// times are those of the store.
pub trait Nodes: Send + Sync + 'static {
    /// The id of this node.
    fn node(&self) -> &str;
    /// The id of the site: of all nodes that share the store.
    fn site(&self) -> &str;
    /// This node is alive. It must say so every half second.
    fn beat(&self) -> Answer<'_, Beat>;
    /// Where a game is.
    fn place(&self, game: &str) -> Answer<'_, Place>;
    /// Those of these leases that are void.
    fn lost(&self, leases: Vec<Lease>) -> Answer<'_, Vec<Lease>>;
    /// Adds `amount` to what was done within this period, in seconds; `true` if that is at most `most`.
    fn allow(
        &self,
        what: Limited,
        who: Hash,
        amount: u32,
        most: u32,
        period: u32,
    ) -> Answer<'_, bool>;
    /// This node ends: whatever it owns is free.
    fn leave(&self) -> Answer<'_, ()>;
}
