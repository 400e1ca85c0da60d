//! The interfaces of a store: [`Store`] for games, [`Nodes`] for clusters.

use crate::{
    ChatRow, Device, GameLocation, GameRow, GameStatus, Hash, Heartbeat, Identity, Lease, Logins,
    Quota, RunHistory, Space, Stale, StoreError,
};
use std::future::Future;
use std::pin::Pin;

/// The future that every method of a store returns.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Decides whether a list shows a game, by the id of the game's host.
pub type HostFilter = Box<dyn FnMut(&str) -> bool + Send>;

/// A database of games.
///
/// A change is durable when its method returns `Ok`. A method that returns an error has changed
/// nothing, unless the error is [`StoreError::OutcomeUnknown`]. [`Store::update_status`] and
/// [`Store::record_running`] are best effort.
///
/// Several servers may share a store. [`Store::claim`] grants the lease of a game. Every append
/// checks the lease, and `(game, seq)` is unique, so two owners can never both append.
pub trait Store: Logins {
    /// Adds an identity and its first device.
    fn add_identity(&self, identity: Identity, device: Device) -> StoreFuture<'_, ()>;
    /// Renames an identity.
    fn rename(&self, identity: &str, name: &str) -> StoreFuture<'_, ()>;
    /// Lists the bot accounts that a person owns.
    fn bot_accounts_of(&self, owner: &str) -> StoreFuture<'_, Vec<Identity>>;
    /// Deletes an identity with its bot accounts, devices and chat.
    ///
    /// Its games stay, but lose its name.
    fn delete_identity(&self, identity: &str) -> StoreFuture<'_, ()>;

    /// Adds a game.
    fn add_game(&self, game: GameRow) -> StoreFuture<'_, ()>;
    /// Returns a game with its deck.
    fn game(&self, id: &str) -> StoreFuture<'_, Option<GameRow>>;
    /// Updates a game and its seats. Its id, creation time, deck and log stay the same.
    fn put_game(&self, lease: Lease, game: GameRow) -> StoreFuture<'_, ()>;
    /// Lists open public games that pass `admit`, newest first, without decks.
    ///
    /// The store calls `admit` for one game after another, newest first.
    fn open_games(&self, limit: u32, admit: HostFilter) -> StoreFuture<'_, Vec<GameRow>>;
    /// Lists the games of an identity, most recently changed first, without decks.
    ///
    /// The list contains the games in which the identity has a seat, and the open games that it
    /// hosts.
    fn games_of(&self, identity: &str, limit: u32) -> StoreFuture<'_, Vec<GameRow>>;
    /// Counts the open and running games that a person or the person's bot accounts host.
    fn unfinished_games(&self, owner: &str) -> StoreFuture<'_, u64>;
    /// Lists the ids of running games that are due at `now`, in milliseconds since 1970.
    fn due_games(&self, now: i64, limit: u32) -> StoreFuture<'_, Vec<String>>;
    /// Lists the ids of live games whose owner crashed.
    fn orphaned_games(&self) -> StoreFuture<'_, Vec<String>>;

    /// Lists the ids of stale games that have not changed since `before`, in seconds since 1970.
    fn stale_games(&self, stale: Stale, before: i64, limit: u32) -> StoreFuture<'_, Vec<String>>;
    /// Deletes a stale game with its log and chat, and its deck unless another game uses it.
    ///
    /// Returns `false` if the game is not stale any more or another node owns it.
    fn delete_game(&self, id: &str, stale: Stale, before: i64) -> StoreFuture<'_, bool>;

    /// Claims a game: grants a new lease and voids the previous one. A running game becomes live.
    ///
    /// The error is [`StoreError::Owned`] if the game belongs to another node that is alive.
    fn claim(&self, id: &str) -> StoreFuture<'_, Lease>;
    /// Appends entries to a log. The first one gets the number `seq`, counted from 0.
    fn append(&self, lease: Lease, seq: u64, entries: Vec<Vec<u8>>) -> StoreFuture<'_, ()>;
    /// Returns the entries from number `from` on, or [`StoreError::Damaged`] if the log is damaged.
    fn log(&self, id: &str, from: u64) -> StoreFuture<'_, Vec<Vec<u8>>>;
    /// Updates the status of a game, best effort: the update may be lost.
    fn update_status(&self, lease: Lease, status: GameStatus);
    /// Updates the status of a game durably, and gives up its lease unless the status is live.
    fn park(&self, lease: Lease, status: GameStatus) -> StoreFuture<'_, ()>;

    /// Adds a line of chat.
    fn add_chat(&self, game: &str, line: ChatRow) -> StoreFuture<'_, ()>;
    /// Returns the last lines of chat, oldest first.
    fn chat(&self, game: &str, limit: u32) -> StoreFuture<'_, Vec<ChatRow>>;

    /// Records that a server starts at `now`, in milliseconds since 1970. Returns the earlier runs.
    fn begin_run(&self, now: i64) -> StoreFuture<'_, RunHistory>;
    /// Records that a server runs at `now`, in milliseconds since 1970, best effort.
    fn record_running(&self, now: i64);

    /// Waits for queued status updates, then checks that the store can write.
    ///
    /// The check fails if the disk is full.
    fn ready(&self) -> StoreFuture<'_, ()>;
    /// Returns the number of queued writes.
    fn queued_writes(&self) -> usize;
    /// Returns the space that the store uses and has left.
    fn space(&self) -> StoreFuture<'_, Space>;
}

/// Membership and ownership of the nodes that share a store.
///
/// A node is one run of the program. All times are measured by the store's clock.
pub trait Nodes: Send + Sync + 'static {
    /// Returns the id of this node.
    fn node(&self) -> &str;
    /// Returns the id of the site, which all nodes that share the store have in common.
    fn site(&self) -> &str;
    /// Records that this node is alive. A node must send a heartbeat every half second.
    fn heartbeat(&self) -> StoreFuture<'_, Heartbeat>;
    /// Returns which node owns a game.
    fn locate(&self, game: &str) -> StoreFuture<'_, GameLocation>;
    /// Returns the void ones among these leases.
    fn find_void_leases(&self, leases: Vec<Lease>) -> StoreFuture<'_, Vec<Lease>>;
    /// Charges `amount` to a quota, and returns whether the total is within `limit`.
    ///
    /// The total is that of the current period. `subject` identifies the person or address, and
    /// `period` is the length of a period in seconds.
    fn charge_quota(
        &self,
        quota: Quota,
        subject: Hash,
        amount: u32,
        limit: u32,
        period: u32,
    ) -> StoreFuture<'_, bool>;
    /// Removes this node and gives up all games that it owns.
    fn leave(&self) -> StoreFuture<'_, ()>;
}
