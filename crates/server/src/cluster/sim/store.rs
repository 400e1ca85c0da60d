//! The simulated store.
//!
//! It follows the same rules as the PostgreSQL store. Changes fail at random, before or after they
//! take effect.

use super::power::Power;
use orrery_store::{
    ChatRow, Device, GameLocation, GameRow, GameStatus, Hash, Heartbeat, HostFilter, Identity,
    Lease, Login, Logins, Nodes, PriorState, Quota, RecoveryRow, RunHistory, Space, Stage, Stale,
    Store, StoreError, StoreFuture,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Time without a heartbeat after which a node loses its leases.
const LEASE_TIMEOUT: Duration = Duration::from_millis(2500);

/// The database that all machines share.
#[derive(Clone)]
pub(crate) struct Database(Arc<Mutex<Data>>);

struct Data {
    random: fastrand::Rng,
    games: BTreeMap<String, Game>,
    nodes: BTreeMap<String, NodeHeartbeats>,
    unavailable: bool,
    /// Probability of a failed change, in thousandths.
    fault_rate: u32,
    /// The game whose next access panics.
    panics_for: Option<String>,
}

struct Game {
    key: i64,
    row: GameRow,
    log: Vec<Vec<u8>>,
    epoch: i64,
    owner: Option<String>,
    live: bool,
}

impl Game {
    fn apply_status(&mut self, status: GameStatus) {
        (self.live, self.row.due) = (status.live, status.due);
        if !status.live {
            self.owner = None;
        }
    }
}

/// Heartbeats of a node.
#[derive(Clone, Copy)]
struct NodeHeartbeats {
    /// Time of the last heartbeat.
    last: Instant,
    /// Start of the current series of heartbeats without a lease gap.
    series_start: Instant,
}

impl Database {
    pub(crate) fn new(random: fastrand::Rng) -> Self {
        let (games, nodes, panics_for) = (BTreeMap::new(), BTreeMap::new(), None);
        let data = Data { random, games, nodes, unavailable: false, fault_rate: 0, panics_for };
        Self(Arc::new(Mutex::new(data)))
    }

    /// Makes the next read of a game's row, or its next line of chat, panic.
    pub(crate) fn panic_once(&self, game: &str) {
        self.with(|data| data.panics_for = Some(game.to_owned()));
    }

    fn with<T>(&self, act: impl FnOnce(&mut Data) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn set_unavailable(&self, unavailable: bool) {
        self.with(|data| data.unavailable = unavailable);
    }

    pub(super) fn set_fault_rate(&self, per_mille: u32) {
        self.with(|data| data.fault_rate = per_mille);
    }

    /// Returns the log of a game.
    pub(super) fn log_of(&self, game: &str) -> Vec<Vec<u8>> {
        self.with(|data| data.games[game].log.clone())
    }

    /// Returns the number of claims of a game.
    pub(super) fn epoch_of(&self, game: &str) -> u64 {
        self.with(|data| data.games[game].epoch as u64)
    }

    /// Returns whether a game is over.
    pub(super) fn is_over(&self, game: &str) -> bool {
        self.with(|data| data.games[game].row.stage == Stage::Over)
    }

    /// Connects a machine to the database.
    pub(crate) fn connect(&self, node: &str, power: Power) -> Arc<NodeStore> {
        let unavailable = Arc::new(Mutex::new(false));
        Arc::new(NodeStore { database: self.clone(), node: node.to_owned(), power, unavailable })
    }
}

/// The connection of a machine to the database.
pub(crate) struct NodeStore {
    database: Database,
    node: String,
    power: Power,
    unavailable: Arc<Mutex<bool>>,
}

/// The point at which a change fails, if it fails.
enum Fault {
    /// The change succeeds.
    None,
    /// The change fails before it takes effect.
    Before,
    /// The change takes effect, but the caller gets an error.
    After,
}

impl NodeStore {
    /// Breaks or restores the connection of this machine.
    pub(super) fn set_unavailable(&self, unavailable: bool) {
        *self.unavailable.lock().unwrap_or_else(PoisonError::into_inner) = unavailable;
    }

    fn is_unavailable(&self) -> bool {
        *self.unavailable.lock().unwrap_or_else(PoisonError::into_inner)
            || self.database.with(|data| data.unavailable)
    }

    /// Simulates the network to the database.
    ///
    /// Waits 1 to 7 ms, and fails if the database is unavailable.
    async fn reach(&self) -> Result<(), StoreError> {
        self.power.wait_until_on().await;
        let delay = self.database.with(|data| data.random.u64(1..8));
        sleep(Duration::from_millis(delay)).await;
        self.power.wait_until_on().await;
        let unavailable = || StoreError::Unavailable("simulated".to_owned());
        if self.is_unavailable() { Err(unavailable()) } else { Ok(()) }
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Data) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move {
            self.reach().await?;
            self.database.with(read)
        })
    }

    /// Makes a change, which may fail before or after it takes effect.
    fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Data) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move {
            self.reach().await?;
            let fault = self.database.with(Data::random_fault);
            let unknown = || StoreError::OutcomeUnknown("simulated".to_owned());
            if matches!(fault, Fault::Before) {
                return Err(unknown());
            }
            let result = self.database.with(change);
            // The reply takes time, too, and the machine may be suspended in the meantime.
            self.reach().await.map_err(|_| unknown())?;
            if matches!(fault, Fault::After) { Err(unknown()) } else { result }
        })
    }
}

impl Data {
    /// Chooses at random whether a change fails. Half of the failures are before it takes effect.
    fn random_fault(&mut self) -> Fault {
        match self.random.u32(0..2000) {
            number if number < self.fault_rate => Fault::Before,
            number if number < 2 * self.fault_rate => Fault::After,
            _ => Fault::None,
        }
    }

    fn panic_if_set(&mut self, game: &str) {
        let must_panic = self.panics_for.take_if(|id| id == game).is_some();
        assert!(!must_panic, "simulated panic");
    }

    fn game(&mut self, id: &str) -> Result<&mut Game, StoreError> {
        self.games.get_mut(id).ok_or(StoreError::Missing)
    }

    /// Returns the game of a valid lease.
    fn leased(&mut self, lease: Lease) -> Result<&mut Game, StoreError> {
        let is_leased = |game: &&mut Game| (game.key, game.epoch) == (lease.key, lease.epoch);
        self.games.values_mut().find(is_leased).ok_or(StoreError::Conflict)
    }

    /// Returns whether a game has no live owner, so that `claimant` may take it over.
    fn is_orphaned(&self, game: &Game, claimant: &str) -> bool {
        let Some(owner) = &game.owner else { return true };
        let is_recent = |node: &&NodeHeartbeats| node.last.elapsed() < LEASE_TIMEOUT;
        let alive = self.nodes.get(owner).filter(is_recent).is_some();
        let claimant = self.nodes.get(claimant).filter(is_recent);
        !alive && claimant.is_some_and(|node| node.series_start.elapsed() >= LEASE_TIMEOUT)
    }

    fn is_claimable(&self, game: &Game, claimant: &str) -> bool {
        game.owner.as_deref() == Some(claimant) || self.is_orphaned(game, claimant)
    }
}

/// Returns a future that is ready with this value.
///
/// Methods that the simulation does not use return a fixed value.
fn ready_ok<'a, T: Send + 'a>(value: T) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(Ok(value)))
}

impl Logins for NodeStore {
    fn add_device(&self, _: &str, _: Device) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn login(&self, _: Hash) -> StoreFuture<'_, Option<Login>> {
        ready_ok(None)
    }
    fn devices(&self, _: &str) -> StoreFuture<'_, Vec<Device>> {
        ready_ok(Vec::new())
    }
    fn use_device(&self, _: Hash, _: i64) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn remove_device(&self, _: Hash) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn replace_devices(&self, _: &str, _: Option<Device>) -> StoreFuture<'_, Vec<Hash>> {
        ready_ok(Vec::new())
    }
    fn valid_secrets(&self, secrets: Vec<Hash>) -> StoreFuture<'_, Vec<Hash>> {
        ready_ok(secrets)
    }
    fn recovery(&self, _: &str) -> StoreFuture<'_, RecoveryRow> {
        ready_ok(RecoveryRow::default())
    }
    fn set_recovery(&self, _: &str, _: Hash) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn plan_recovery(&self, _: &str, _: Hash, _: i64, _: i64) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn cancel_recovery(&self, _: &str, _: i64) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn identity_by_recovery(&self, _: Hash, _: i64) -> StoreFuture<'_, Option<Identity>> {
        ready_ok(None)
    }
}

impl Store for NodeStore {
    fn add_identity(&self, _: Identity, _: Device) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn rename(&self, _: &str, _: &str) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn bot_accounts_of(&self, _: &str) -> StoreFuture<'_, Vec<Identity>> {
        ready_ok(Vec::new())
    }
    fn delete_identity(&self, _: &str) -> StoreFuture<'_, ()> {
        ready_ok(())
    }
    fn open_games(&self, _: u32, _: HostFilter) -> StoreFuture<'_, Vec<GameRow>> {
        ready_ok(Vec::new())
    }
    fn stale_games(&self, _: Stale, _: i64, _: u32) -> StoreFuture<'_, Vec<String>> {
        ready_ok(Vec::new())
    }
    fn delete_game(&self, _: &str, _: Stale, _: i64) -> StoreFuture<'_, bool> {
        ready_ok(false)
    }
    fn space(&self) -> StoreFuture<'_, Space> {
        ready_ok(Space::default())
    }
    fn games_of(&self, _: &str, _: u32) -> StoreFuture<'_, Vec<GameRow>> {
        ready_ok(Vec::new())
    }
    fn unfinished_games(&self, _: &str) -> StoreFuture<'_, u64> {
        ready_ok(0)
    }
    fn add_chat(&self, game: &str, _: ChatRow) -> StoreFuture<'_, ()> {
        self.database.with(|data| data.panic_if_set(game));
        ready_ok(())
    }
    fn chat(&self, _: &str, _: u32) -> StoreFuture<'_, Vec<ChatRow>> {
        ready_ok(Vec::new())
    }

    fn add_game(&self, row: GameRow) -> StoreFuture<'_, ()> {
        self.database.with(|data| {
            let (key, log) = (data.games.len() as i64 + 1, Vec::new());
            let game = Game { key, row, log, epoch: 0, owner: None, live: false };
            data.games.insert(game.row.id.clone(), game);
        });
        ready_ok(())
    }

    fn game(&self, id: &str) -> StoreFuture<'_, Option<GameRow>> {
        let id = id.to_owned();
        self.read(move |data| {
            data.panic_if_set(&id);
            Ok(data.games.get(&id).map(|game| game.row.clone()))
        })
    }

    fn put_game(&self, lease: Lease, row: GameRow) -> StoreFuture<'_, ()> {
        self.change(move |data| {
            let game = data.leased(lease)?;
            game.live = row.stage == Stage::Playing;
            game.row = row;
            Ok(())
        })
    }

    fn due_games(&self, now: i64, _: u32) -> StoreFuture<'_, Vec<String>> {
        self.read(move |data| {
            let due = |game: &&Game| game.row.due.is_some_and(|due| due <= now);
            Ok(data.games.values().filter(due).map(|game| game.row.id.clone()).collect())
        })
    }

    fn orphaned_games(&self) -> StoreFuture<'_, Vec<String>> {
        let node = self.node.clone();
        self.read(move |data| {
            let is_orphan = |game: &&Game| game.live && data.is_orphaned(game, &node);
            Ok(data.games.values().filter(is_orphan).map(|game| game.row.id.clone()).collect())
        })
    }

    fn claim(&self, id: &str) -> StoreFuture<'_, Lease> {
        let (id, node) = (id.to_owned(), self.node.clone());
        self.change(move |data| {
            let game = data.games.get(&id).ok_or(StoreError::Missing)?;
            if !data.is_claimable(game, &node) {
                return Err(StoreError::Owned(game.owner.clone().unwrap_or_default()));
            }
            let prior = if game.live { PriorState::Orphaned } else { PriorState::Parked };
            let game = data.game(&id)?;
            game.epoch += 1;
            game.live = game.row.stage == Stage::Playing;
            game.row.due = None;
            game.owner = Some(node);
            Ok(Lease { key: game.key, epoch: game.epoch, prior })
        })
    }

    fn append(&self, lease: Lease, seq: u64, entries: Vec<Vec<u8>>) -> StoreFuture<'_, ()> {
        self.change(move |data| {
            let game = data.leased(lease)?;
            if game.log.len() as u64 != seq {
                return Err(StoreError::Conflict);
            }
            game.log.extend(entries);
            Ok(())
        })
    }

    fn log(&self, id: &str, from: u64) -> StoreFuture<'_, Vec<Vec<u8>>> {
        let id = id.to_owned();
        self.read(move |data| Ok(data.game(&id)?.log.iter().skip(from as usize).cloned().collect()))
    }

    fn update_status(&self, lease: Lease, status: GameStatus) {
        let lost = self.is_unavailable() || self.database.with(|data| data.random.u8(0..10) == 0);
        if lost || self.power.state() != super::power::PowerState::On {
            return;
        }
        self.database.with(|data| {
            if let Ok(game) = data.leased(lease) {
                game.apply_status(status);
            }
        });
    }

    fn park(&self, lease: Lease, status: GameStatus) -> StoreFuture<'_, ()> {
        self.change(move |data| {
            let game = data.leased(lease)?;
            game.apply_status(status);
            Ok(())
        })
    }

    fn begin_run(&self, _: i64) -> StoreFuture<'_, RunHistory> {
        ready_ok(RunHistory::default())
    }
    fn record_running(&self, _: i64) {}

    fn ready(&self) -> StoreFuture<'_, ()> {
        self.read(|_| Ok(()))
    }

    fn queued_writes(&self) -> usize {
        0
    }
}

impl Nodes for NodeStore {
    fn node(&self) -> &str {
        &self.node
    }

    fn site(&self) -> &str {
        "world"
    }

    fn heartbeat(&self) -> StoreFuture<'_, Heartbeat> {
        let node = self.node.clone();
        self.read(move |data| {
            let now = Instant::now();
            let before = data
                .nodes
                .get(&node)
                .filter(|heartbeats| heartbeats.last.elapsed() < LEASE_TIMEOUT);
            let series_start = before.map_or(now, |heartbeats| heartbeats.series_start);
            let result = if before.is_some() { Heartbeat::Steady } else { Heartbeat::LeaseGap };
            data.nodes.insert(node, NodeHeartbeats { last: now, series_start });
            Ok(result)
        })
    }

    fn locate(&self, id: &str) -> StoreFuture<'_, GameLocation> {
        let (id, node) = (id.to_owned(), self.node.clone());
        self.read(move |data| {
            let Some(game) = data.games.get(&id) else { return Ok(GameLocation::NotFound) };
            let owner = game.owner.clone().filter(|_| !data.is_claimable(game, &node));
            Ok(owner.map_or(GameLocation::Claimable, GameLocation::Node))
        })
    }

    fn find_void_leases(&self, leases: Vec<Lease>) -> StoreFuture<'_, Vec<Lease>> {
        self.read(move |data| {
            Ok(leases.into_iter().filter(|lease| data.leased(*lease).is_err()).collect())
        })
    }

    fn charge_quota(&self, _: Quota, _: Hash, _: u32, _: u32, _: u32) -> StoreFuture<'_, bool> {
        ready_ok(true)
    }

    fn leave(&self) -> StoreFuture<'_, ()> {
        let node = self.node.clone();
        self.change(move |data| {
            data.nodes.remove(&node);
            let owned = data.games.values_mut().filter(|game| game.owner.as_deref() == Some(&node));
            owned.for_each(|game| game.owner = None);
            Ok(())
        })
    }
}
