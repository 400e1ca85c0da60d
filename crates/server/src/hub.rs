//! What all parts of a server share, and the bus by which commands reach tables.

use crate::bots::Bots;
use crate::config::Config;
use crate::decks::Decks;
use crate::metrics::Metrics;
use crate::table::command::Command;
use crate::table::{self, QUEUE};
use crate::time::Clock;
use dashmap::{DashMap, Entry};
use orrery_protocol::{Code, Fault};
use orrery_store::Store;
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
    tables: DashMap<Arc<str>, mpsc::Sender<Command>>,
    closing: AtomicBool,
    own: Weak<Self>,
}

impl Hub {
    /// A server without tables.
    pub(crate) fn new(config: Config, store: Arc<dyn Store>) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        Arc::new_cyclic(|own| Self {
            store,
            clock: Clock::new(),
            bots: Bots::new(config.bots, Arc::clone(&metrics)),
            decks: Decks::new(config.max_decks),
            metrics,
            tables: DashMap::new(),
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
                tokio::spawn(table::run(hub, id, queue.downgrade(), commands));
                Ok(queue)
            }
        }
    }

    /// A table's task is about to end.
    pub(crate) fn forget(&self, id: &str) {
        self.tables.remove(id);
    }

    /// A command that came too late for a task goes to the next one.
    pub(crate) fn pass_on(&self, id: &Arc<str>, command: Command) {
        let worth = matches!(command, Command::Attach(_) | Command::Request(_));
        if let (true, Some(hub)) = (worth, self.own.upgrade()) {
            let id = Arc::clone(id);
            tokio::spawn(async move { hub.hand(&id, command).await });
        }
    }

    /// Wakes a table again that could not be read, if that may pass.
    pub(crate) fn wake_later(&self, id: &Arc<str>, fault: &Fault) {
        let (Some(wait), Some(hub)) = (fault.retry_ms, self.own.upgrade()) else { return };
        let id = Arc::clone(id);
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(wait.into())).await;
            hub.hand(&id, Command::Wake).await;
        });
    }

    /// How many tables are live.
    pub(crate) fn live(&self) -> usize {
        self.tables.len()
    }

    /// Ends all tables: their sockets are told to come back, and the store knows where they are.
    pub(crate) async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
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
        // Notes are written in order: when this one is, all are.
        let _ = self.store.ready().await;
    }

    /// Whether it is about to end.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}

impl Bus for Hub {
    fn hand(&self, table: &str, command: Command) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let table = table.to_owned();
        Box::pin(async move {
            let mut command = command;
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
