//! The hub, with the shared state of a server, and the router that delivers commands to tables.

use crate::addresses::Addresses;
use crate::bots::Bots;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::decks::Decks;
use crate::devices::OpenDevices;
use crate::headroom::Headroom;
use crate::metrics::Metrics;
use crate::panic_isolation;
use crate::table::command::Command;
use crate::table::{self, QUEUE_LENGTH};
use crate::time::Clock;
use dashmap::{DashMap, DashSet, Entry};
use orrery_protocol::{Code, Fault};
use orrery_store::{Quota, Store, StoreError};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use tokio::sync::mpsc;

/// Delivers commands to the task that owns a table, on any node.
///
/// A command contains the channel for its reply. An [`Attach`](crate::Attach) also contains the
/// channel for its frames. Between nodes, messages replace these channels.
pub trait CommandRouter: Send + Sync + 'static {
    /// Sends a command to the owner of a table, and wakes the table if necessary.
    ///
    /// If delivery fails, the sender gets a fault through the channels of the command.
    fn send(&self, table: &str, command: Command) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The shared state of a server, and its live tables.
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Clock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: Bots,
    pub(crate) decks: Decks,
    pub(crate) headroom: Headroom,
    pub(crate) addresses: Addresses,
    /// Devices with open sockets on this node.
    pub(crate) devices: Arc<OpenDevices>,
    /// The cluster, if this server is a node of one.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// The command queues of live tables.
    tables: DashMap<Arc<str>, mpsc::Sender<Command>>,
    /// Tables that wait for a retry after a failure.
    retrying: DashSet<Arc<str>>,
    /// Damaged tables that were already logged.
    damaged: DashSet<Arc<str>>,
    closing: AtomicBool,
    /// A reference to this hub, for the tasks that it starts.
    weak_self: Weak<Self>,
}

impl Hub {
    /// Creates a hub without live tables.
    pub(crate) fn new(
        config: Config,
        store: Arc<dyn Store>,
        clock: Clock,
        cluster: impl FnOnce(&Arc<Metrics>) -> Option<Cluster>,
    ) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        Arc::new_cyclic(|weak_self| Self {
            headroom: Headroom::new(
                Arc::clone(&store),
                config.min_free_bytes,
                config.max_database_bytes,
            ),
            addresses: Addresses::default(),
            store,
            cluster: cluster(&metrics).map(Arc::new),
            clock,
            bots: Bots::new(config.bots, config.bots_per_address, Arc::clone(&metrics)),
            decks: Decks::new(config.max_decks),
            devices: Arc::default(),
            metrics,
            tables: DashMap::new(),
            retrying: DashSet::new(),
            damaged: DashSet::new(),
            closing: AtomicBool::new(false),
            weak_self: weak_self.clone(),
            config,
        })
    }

    /// Returns the queue of a live table, and starts its task if necessary.
    fn queue(&self, id: &str) -> Result<mpsc::Sender<Command>, Fault> {
        if let Some(queue) = self.tables.get(id) {
            return Ok(queue.clone());
        }
        let busy = |text: &str| Fault { retry_ms: Some(2000), ..Fault::new(Code::Busy, text) };
        if self.closing.load(Ordering::Relaxed) {
            return Err(busy("the server is restarting; reconnect in a moment"));
        }
        if self.tables.len() >= self.config.max_tables {
            return Err(busy("too many tables are active; try again later"));
        }
        let hub = self.weak_self.upgrade().ok_or_else(|| busy("the server is shutting down"))?;
        let id: Arc<str> = id.into();
        match self.tables.entry(Arc::clone(&id)) {
            Entry::Occupied(taken) => Ok(taken.get().clone()),
            Entry::Vacant(free) => {
                let (queue, commands) = mpsc::channel(QUEUE_LENGTH);
                free.insert(queue.clone());
                tokio::spawn(panic_isolation::isolate(run_table(
                    hub,
                    id,
                    queue.downgrade(),
                    commands,
                )));
                Ok(queue)
            }
        }
    }

    /// Removes a table whose task is about to end.
    pub(crate) fn remove_live_table(&self, id: &str) {
        self.tables.remove(id);
        self.cluster.iter().for_each(|cluster| cluster.remove_live_table(id));
    }

    /// Resends a command that arrived while the task of its table ended, if it needs a reply.
    pub(crate) fn resend(&self, id: &Arc<str>, command: Command) {
        let needs_reply = matches!(command, Command::Attach(_) | Command::Request(_));
        if let (true, Some(hub)) = (needs_reply, self.weak_self.upgrade()) {
            let id = Arc::clone(id);
            tokio::spawn(async move { hub.send(&id, command).await });
        }
    }

    /// Returns whether a table is live on this node.
    pub(crate) fn is_live(&self, id: &str) -> bool {
        self.tables.contains_key(id)
    }

    /// Sends a command to a table only if it is live.
    pub(crate) async fn send_if_live(&self, id: &str, command: Command) {
        let queue = self.tables.get(id).map(|table| table.value().clone());
        if let Some(queue) = queue {
            let _ = queue.send(command).await;
        }
    }

    /// Charges an amount to a quota of `payer` that all nodes share.
    ///
    /// Does nothing without a cluster.
    pub(crate) async fn charge_quota(
        &self,
        kind: Quota,
        payer: &str,
        amount: u32,
        limit: u32,
    ) -> Result<(), Fault> {
        match &self.cluster {
            Some(cluster) => cluster.charge_quota(kind, payer, amount, limit).await,
            None => Ok(()),
        }
    }

    /// Wakes a table again after a failure, if the failure may be temporary.
    pub(crate) fn wake_later(&self, id: &Arc<str>, fault: &Fault) {
        let (Some(wait), Some(hub)) = (fault.retry_ms, self.weak_self.upgrade()) else { return };
        if !self.retrying.insert(Arc::clone(id)) {
            return;
        }
        let id = Arc::clone(id);
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(wait.into())).await;
            hub.retrying.remove(&id);
            hub.send(&id, Command::Wake).await;
        });
    }

    /// Logs and counts a damaged table, once.
    pub(crate) fn report_damage(&self, id: &Arc<str>, error: &StoreError) {
        if self.damaged.insert(Arc::clone(id)) {
            self.metrics.tables_damaged.inc();
            tracing::error!(table = %id, %error, "table damaged");
        }
    }

    /// Records the start of the server, and reconciles the clock with the stored time.
    pub(crate) async fn begin_run(&self) -> Result<(), StoreError> {
        let behind = self.clock.reconcile(self.store.begin_run(self.clock.now()).await?);
        if behind > 0 {
            tracing::warn!(behind, "system clock behind last stored time; using stored time");
        }
        Ok(())
    }

    /// Returns the number of live tables.
    pub(crate) fn live_tables(&self) -> usize {
        self.tables.len()
    }

    /// Ends all tables: asks their clients to reconnect, and stores their state.
    ///
    /// Waits for the tables for about five seconds at most.
    pub(crate) async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.cluster.iter().for_each(|cluster| cluster.close_gateway_sessions());
        let queues: Vec<_> = self.tables.iter().map(|table| table.value().clone()).collect();
        for queue in queues {
            let _ = queue.send(Command::Close).await;
        }
        for _ in 0..1000 {
            if self.tables.is_empty() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        if !self.tables.is_empty() {
            tracing::warn!(tables = self.tables.len(), "failed to end tables in time");
        }
        self.store.record_running(self.clock.now());
        // The store writes in order, so all earlier writes are done after this one.
        let _ = self.store.ready().await;
    }

    /// Leaves the cluster, after `close`.
    pub(crate) async fn leave(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.leave().await;
        }
    }

    /// Returns whether the server is shutting down.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}

/// Runs the task of a table. After the task ends, the next command starts a new one.
async fn run_table(
    hub: Arc<Hub>,
    id: Arc<str>,
    own_queue: mpsc::WeakSender<Command>,
    commands: mpsc::Receiver<Command>,
) {
    let (table_hub, table_id) = (Arc::clone(&hub), Arc::clone(&id));
    if panic_isolation::catch_panic(table::run(table_hub, table_id, own_queue, commands))
        .await
        .is_none()
    {
        hub.metrics.tables_failed.inc();
        hub.remove_live_table(&id);
    }
}

impl CommandRouter for Hub {
    fn send(&self, table: &str, command: Command) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let table = table.to_owned();
        Box::pin(async move {
            let mut command = match &self.cluster {
                None => command,
                Some(cluster) => match cluster.route(self, &table, command).await {
                    Some(command) => command,
                    None => return,
                },
            };
            loop {
                match self.queue(&table) {
                    Err(fault) => return table::refuse(command, &fault),
                    Ok(queue) => match queue.send(command).await {
                        Ok(()) => return,
                        // The task has just ended. Try again with a new task.
                        Err(returned) => command = returned.0,
                    },
                }
                tokio::task::yield_now().await;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandRouter, Hub, run_table};
    use crate::cluster::sim::{Database, Power, game};
    use crate::config::Config;
    use crate::frames::{self, FrameReceiver};
    use crate::table::command::{Attach, Command, Frame, Reply, Request, RequestKind, User};
    use crate::table::{QUEUE_LENGTH, Table};
    use crate::time::Clock;
    use orrery_protocol::{ClientMessage, CloseReason, Code, Fault, ServerMessage};
    use orrery_store::Store;
    use std::sync::Arc;
    use tokio::sync::{mpsc, oneshot};

    fn ada() -> Option<User> {
        Some(User { id: "ada".into(), name: "ada".to_owned(), program: false })
    }

    /// Returns a server with these tables, and its database.
    async fn hub(tables: &[&str]) -> (Database, Arc<Hub>) {
        let database = Database::new(fastrand::Rng::with_seed(1));
        let store = database.connect("node", Power::new());
        for id in tables {
            store.add_game(game(id)).await.expect("it is stored");
        }
        (database, Hub::new(Config::default(), store, Clock::new(), |_| None))
    }

    /// Requests the record of a table, and returns its text.
    async fn record(hub: &Hub, table: &str) -> Result<String, Fault> {
        let (reply, answer) = oneshot::channel();
        let request = Request { user: ada(), kind: RequestKind::Record, reply };
        hub.send(table, Command::Request(Box::new(request))).await;
        match answer.await.expect("an answer")? {
            Reply::Record(record) => Ok(record.to_string()),
            other => panic!("{other:?}"),
        }
    }

    /// Attaches a socket to a table. Returns its number and its frames.
    async fn attach(hub: &Hub, table: &str) -> (u64, FrameReceiver) {
        let (frames, receiver) = frames::channel(64);
        let (reply, answer) = oneshot::channel();
        let attach = Attach { user: ada(), language: None, since: None, deck: None, frames, reply };
        hub.send(table, Command::Attach(Box::new(attach))).await;
        (answer.await.expect("an answer").expect("a number"), receiver)
    }

    /// The task of a table has the size of the largest future that it awaits without boxing.
    #[tokio::test(start_paused = true)]
    async fn the_task_of_a_table_is_small() {
        let (_, hub) = hub(&["one"]).await;
        let (queue, commands) = mpsc::channel(QUEUE_LENGTH);
        let task = run_table(Arc::clone(&hub), "one".into(), queue.downgrade(), commands);
        let sizes = (size_of_val(&task), size_of::<Table<'static>>(), size_of::<Command>());
        assert!(sizes.0 <= 2000 && sizes.1 <= 4000, "{sizes:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_panics_is_reloaded_and_affects_no_other() {
        let (database, hub) = hub(&["one", "two"]).await;
        let before = [record(&hub, "one").await, record(&hub, "two").await];
        let (number, mut receiver) = attach(&hub, "one").await;
        database.panic_once("one");
        let message = ClientMessage::Chat { id: "1".to_owned(), text: "hello".to_owned() };
        hub.send("one", Command::Message(number, Box::new(message))).await;
        let after = [record(&hub, "one").await, record(&hub, "two").await];
        assert_eq!(after, before);
        assert_eq!((hub.live_tables(), hub.metrics.tables_failed.get()), (2, 1));
        let mut frames = Vec::new();
        while let Some(frame) = receiver.recv().await {
            frames.push(frame);
        }
        // The sender gets an error so that it does not repeat the message. Then all sockets
        // reconnect.
        let [.., Frame::Text(text), Frame::Close(CloseReason::Restart)] = &frames[..] else {
            panic!("{frames:?}");
        };
        let message: ServerMessage = serde_json::from_str(text).expect("a message");
        let ServerMessage::Error { id, error } = message else { panic!("{message:?}") };
        assert_eq!((id.as_deref(), error.code), (Some("1"), Code::Internal));
        hub.close().await;
        assert_eq!(hub.live_tables(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_panics_while_loading_refuses_commands() {
        let (database, hub) = hub(&["one", "two"]).await;
        for times in 1..=3 {
            database.panic_once("one");
            let refused = record(&hub, "one").await.expect_err("the table panics");
            assert_eq!((refused.code, refused.retry_ms), (Code::Internal, Some(5000)));
            assert_eq!(hub.metrics.tables_failed.get(), times, "there is no automatic retry");
        }
        record(&hub, "two").await.expect("other tables are not affected");
    }
}
