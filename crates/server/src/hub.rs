//! What all parts of a server share, and the bus by which commands reach tables.

use crate::addresses::Addresses;
use crate::apart;
use crate::bots::Bots;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::decks::Decks;
use crate::devices::OpenDevices;
use crate::headroom::Headroom;
use crate::metrics::Metrics;
use crate::table::command::Command;
use crate::table::{self, QUEUE};
use crate::time::Clock;
use dashmap::{DashMap, DashSet, Entry};
use orrery_protocol::{Code, Fault};
use orrery_store::{Quota, Store, StoreError};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use tokio::sync::mpsc;

/// How commands reach the task that owns a table, wherever it runs. A command carries the channels
/// for its answer, and an [`Attach`](crate::Attach) that for its frames; a bus between machines puts
/// messages in their place.
pub trait Bus: Send + Sync + 'static {
    /// Hands a command to the owner of a table; it is woken if need be. If that cannot be, whoever
    /// sent the command is told through the channels that it carries.
    fn hand(&self, table: &str, command: Command) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// What all parts of a server share.
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Clock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: Bots,
    pub(crate) decks: Decks,
    pub(crate) headroom: Headroom,
    pub(crate) addresses: Addresses,
    /// The devices that have sockets open here.
    pub(crate) devices: Arc<OpenDevices>,
    /// The other machines, if there are any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    tables: DashMap<Arc<str>, mpsc::Sender<Command>>,
    /// Tables that are to be woken again.
    asleep: DashSet<Arc<str>>,
    /// Tables whose damage was logged.
    damaged: DashSet<Arc<str>>,
    closing: AtomicBool,
    own: Weak<Self>,
}

impl Hub {
    /// A server without tables.
    pub(crate) fn new(
        config: Config,
        store: Arc<dyn Store>,
        clock: Clock,
        cluster: impl FnOnce(&Arc<Metrics>) -> Option<Cluster>,
    ) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        Arc::new_cyclic(|own| Self {
            headroom: Headroom::new(Arc::clone(&store), config.min_free_bytes),
            addresses: Addresses::default(),
            store,
            cluster: cluster(&metrics).map(Arc::new),
            clock,
            bots: Bots::new(config.bots, config.bots_per_address, Arc::clone(&metrics)),
            decks: Decks::new(config.max_decks),
            devices: Arc::default(),
            metrics,
            tables: DashMap::new(),
            asleep: DashSet::new(),
            damaged: DashSet::new(),
            closing: AtomicBool::new(false),
            own: own.clone(),
            config,
        })
    }

    /// A live table's queue, its task started if there is none.
    fn queue(&self, id: &str) -> Result<mpsc::Sender<Command>, Fault> {
        if let Some(queue) = self.tables.get(id) {
            return Ok(queue.clone());
        }
        let busy = |text: &str| Fault { retry_ms: Some(2000), ..Fault::new(Code::Busy, text) };
        if self.closing.load(Ordering::Relaxed) {
            return Err(busy("the server is restarting; come back in a moment"));
        }
        if self.tables.len() >= self.config.max_tables {
            return Err(busy("too many tables are open; try again later"));
        }
        let hub = self.own.upgrade().ok_or_else(|| busy("the server is ending"))?;
        let id: Arc<str> = id.into();
        match self.tables.entry(Arc::clone(&id)) {
            Entry::Occupied(taken) => Ok(taken.get().clone()),
            Entry::Vacant(free) => {
                let (queue, commands) = mpsc::channel(QUEUE);
                free.insert(queue.clone());
                tokio::spawn(apart::task(live(hub, id, queue.downgrade(), commands)));
                Ok(queue)
            }
        }
    }

    /// A table's task is about to end.
    pub(crate) fn forget(&self, id: &str) {
        self.tables.remove(id);
        self.cluster.iter().for_each(|cluster| cluster.disown(id));
    }

    /// A command that came too late for a task goes to the next one.
    pub(crate) fn pass_on(&self, id: &Arc<str>, command: Command) {
        let worth = matches!(command, Command::Attach(_) | Command::Request(_));
        if let (true, Some(hub)) = (worth, self.own.upgrade()) {
            let id = Arc::clone(id);
            tokio::spawn(async move { hub.hand(&id, command).await });
        }
    }

    /// Whether a table is live here.
    pub(crate) fn is_live(&self, id: &str) -> bool {
        self.tables.contains_key(id)
    }

    /// Hands a command to a table only if it is live.
    pub(crate) async fn hand_live(&self, id: &str, command: Command) {
        let queue = self.tables.get(id).map(|table| table.value().clone());
        if let Some(queue) = queue {
            let _ = queue.send(command).await;
        }
    }

    /// Charges somebody an amount of what is limited, on all machines together.
    pub(crate) async fn allow(
        &self,
        what: Quota,
        who: &str,
        amount: u32,
        most: u32,
    ) -> Result<(), Fault> {
        match &self.cluster {
            Some(cluster) => cluster.allow(what, who, amount, most).await,
            None => Ok(()),
        }
    }

    /// Wakes a table again that could not be read, if that may pass.
    pub(crate) fn wake_later(&self, id: &Arc<str>, fault: &Fault) {
        let (Some(wait), Some(hub)) = (fault.retry_ms, self.own.upgrade()) else { return };
        if !self.asleep.insert(Arc::clone(id)) {
            return;
        }
        let id = Arc::clone(id);
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(wait.into())).await;
            hub.asleep.remove(&id);
            hub.hand(&id, Command::Wake).await;
        });
    }

    /// Logs and counts a table whose storage is damaged, once.
    pub(crate) fn report_damage(&self, id: &Arc<str>, error: &StoreError) {
        if self.damaged.insert(Arc::clone(id)) {
            self.metrics.tables_damaged.inc();
            tracing::error!(table = %id, %error, "table is damaged");
        }
    }

    /// Tells the store that a server runs from now on, and goes on from the time that it knows.
    pub(crate) async fn begin_run(&self) -> Result<(), StoreError> {
        let behind = self.clock.settle(self.store.begin_run(self.clock.now()).await?);
        if behind > 0 {
            tracing::warn!(behind, "system clock is behind the last stored time, which counts");
        }
        Ok(())
    }

    /// How many tables are live.
    pub(crate) fn live(&self) -> usize {
        self.tables.len()
    }

    /// Ends all tables: their sockets are told to come back, and the store knows where they are.
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
        self.store.record_running(self.clock.now());
        // Notes are written in order: when this one is, all are.
        let _ = self.store.ready().await;
    }

    /// The other machines are told that this one is no more, when it has closed.
    pub(crate) async fn leave(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.leave().await;
        }
    }

    /// Whether it is about to end.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}

/// The task of a table. However it ends, the next command starts another.
async fn live(
    hub: Arc<Hub>,
    id: Arc<str>,
    own: mpsc::WeakSender<Command>,
    commands: mpsc::Receiver<Command>,
) {
    let run = table::run(Arc::clone(&hub), Arc::clone(&id), own, commands);
    if apart::caught(run).await.is_none() {
        hub.metrics.tables_failed.inc();
        hub.forget(&id);
    }
}

impl Bus for Hub {
    fn hand(&self, table: &str, command: Command) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
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
                        // The task has just ended; the next one takes it.
                        Err(back) => command = back.0,
                    },
                }
                tokio::task::yield_now().await;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Bus, Hub};
    use crate::cluster::sim::game;
    use crate::config::Config;
    use crate::frames::{self, FrameReceiver};
    use crate::table::command::{Attach, Command, Frame, Reply, Request, What, Who};
    use crate::time::Clock;
    use orrery_protocol::{ClientMessage, CloseReason, Code, Fault, ServerMessage};
    use orrery_store::{Sqlite, Store};
    use std::sync::Arc;
    use tokio::sync::oneshot;

    fn ada() -> Option<Who> {
        Some(Who { id: "ada".into(), name: "ada".to_owned(), program: false })
    }

    async fn hub(tables: &[&str]) -> (tempfile::TempDir, Arc<Hub>) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
        for id in tables {
            store.add_game(game(id)).await.expect("it is stored");
        }
        (folder, Hub::new(Config::default(), store, Clock::new(), |_| None))
    }

    /// Asks a table for the record; its text.
    async fn record(hub: &Hub, table: &str) -> Result<String, Fault> {
        let (reply, answer) = oneshot::channel();
        let request = Request { who: ada(), what: What::Record, reply };
        hub.hand(table, Command::Request(Box::new(request))).await;
        match answer.await.expect("an answer")? {
            Reply::Record(record) => Ok(record.to_string()),
            other => panic!("{other:?}"),
        }
    }

    /// A socket at a table, and its number.
    async fn attach(hub: &Hub, table: &str) -> (u64, FrameReceiver) {
        let (frames, heard) = frames::channel(64);
        let (reply, answer) = oneshot::channel();
        let attach = Attach { who: ada(), words: None, since: None, deck: None, frames, reply };
        hub.hand(table, Command::Attach(Box::new(attach))).await;
        (answer.await.expect("an answer").expect("a number"), heard)
    }

    #[tokio::test]
    async fn a_table_that_panics_is_read_again_and_takes_no_other_with_it() {
        let (_folder, hub) = hub(&["one", "two"]).await;
        let before = [record(&hub, "one").await, record(&hub, "two").await];
        let (number, mut heard) = attach(&hub, "one").await;
        let message = ClientMessage::Ping { id: "panic".to_owned() };
        hub.hand("one", Command::Said(number, Box::new(message))).await;
        let after = [record(&hub, "one").await, record(&hub, "two").await];
        assert_eq!(after, before);
        assert_eq!((hub.live(), hub.metrics.tables_failed.get()), (2, 1));
        let mut last = Vec::new();
        while let Some(frame) = heard.recv().await {
            last.push(frame);
        }
        // Who said it is told, so as not to say it again; then all come back.
        let [.., Frame::Text(text), Frame::Close(CloseReason::Restart)] = &last[..] else {
            panic!("{last:?}");
        };
        let told: ServerMessage = serde_json::from_str(text).expect("a message");
        let ServerMessage::Error { id, error } = told else { panic!("{told:?}") };
        assert_eq!((id.as_deref(), error.code), (Some("panic"), Code::Internal));
        hub.close().await;
        assert_eq!(hub.live(), 0);
    }

    #[tokio::test]
    async fn a_table_that_panics_when_it_is_read_refuses_whoever_comes() {
        let (_folder, hub) = hub(&["cursed", "two"]).await;
        for times in 1..=3 {
            let refused = record(&hub, "cursed").await.expect_err("it cannot be read");
            assert_eq!((refused.code, refused.retry_ms), (Code::Internal, Some(5000)));
            assert_eq!(hub.metrics.tables_failed.get(), times, "it is not tried again by itself");
        }
        record(&hub, "two").await.expect("others are as they were");
    }
}
