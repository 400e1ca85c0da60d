//! The task that owns a live table.
//!
//! It handles one command at a time, and stores each change before it takes effect. The hub
//! delivers commands from sockets and requests.

mod absence;
mod chat;
pub(crate) mod command;
mod draw;
pub(crate) mod info;
mod lobby;
mod play;
mod record;
mod undo;
mod watch;

use crate::bots::{Audience, BotRequest};
use crate::fair_queue::Requester;
use crate::game::Game;
use crate::game::terms::Terms;
use crate::hub::Hub;
use crate::panic_isolation;
use crate::settings_codec;
use command::{Command, Frame, Reply, Request, RequestKind};
use orrery_protocol::{
    CloseReason, Code, Fault, Seat, ServerMessage, TableSettings, TimeoutPolicy,
};
use orrery_record::{Dealer, LoadedRules};
use orrery_rules::{Actions, Seats};
use orrery_store::{ChatRow, GameRow, GameStatus, Lease, PriorState, Stage, StoreError};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use watch::TableSocket;

/// Number of commands that may wait for a table.
pub(crate) const QUEUE_LENGTH: usize = 128;
/// Grace period after a server start in which no clock runs, in milliseconds.
const GRACE_PERIOD: i64 = 60_000;
/// The level of stand-ins, if the settings of the table contain none.
const STAND_IN: &str = "greedy";

/// A live table.
pub(crate) struct Table<'r> {
    hub: Arc<Hub>,
    /// The queue of this task, for answers of bots.
    own_queue: mpsc::WeakSender<Command>,
    id: Arc<str>,
    row: GameRow,
    settings: TableSettings,
    /// Hash of the custom deck, if the table has one.
    deck_hash: Option<String>,
    rules: &'r LoadedRules,
    terms: Terms<'r>,
    lease: Lease,
    game: Option<Game<'r>>,
    sockets: Vec<TableSocket>,
    /// The last chat messages. `None`: not loaded yet.
    chat: Option<VecDeque<ChatRow>>,
    /// Recent chat messages, for the rate limit: seat and time.
    chat_times: Vec<(Seat, i64)>,
    /// The pending undo request.
    undo: Option<undo::UndoRequest>,
    /// Number of undo requests so far.
    undo_count: u32,
    /// The running draw.
    draw: Option<draw::Draw>,
    /// Bots that are running: seat and version of the prompt.
    running_bots: Vec<(Seat, u32)>,
    /// When to retry after a failed write, in Unix milliseconds.
    retry_at: i64,
    /// The awaited seats in the store.
    stored_awaited_seats: Seats,
    /// When to store the awaited seats, in Unix milliseconds.
    awaited_seats_due: Option<i64>,
    /// When the host left while other players stayed, in Unix milliseconds.
    host_gone_since: Option<i64>,
    /// Whether the state in memory is invalid.
    ///
    /// It becomes invalid when the lease is lost, or when the outcome of a write is unknown.
    is_invalid: bool,
}

/// Runs a table from its first command until it is parked.
pub(crate) async fn run(
    hub: Arc<Hub>,
    id: Arc<str>,
    own_queue: mpsc::WeakSender<Command>,
    mut queue: mpsc::Receiver<Command>,
) {
    // The table borrows its rules from this cell.
    let rules = OnceLock::new();
    let claimed = hub.store.claim(&id).await;
    let elsewhere = matches!(claimed, Err(StoreError::Owned(_)));
    let woken = match claimed {
        // Boxed, like other rare paths, because the task of a live table has the size of the
        // largest future that it awaits.
        Ok(lease) => {
            let waking = Table::wake(Arc::clone(&hub), Arc::clone(&id), own_queue, lease, &rules);
            let waking = Box::pin(waking);
            panic_isolation::catch_panic(waking).await.unwrap_or_else(|| {
                hub.metrics.tables_failed.inc();
                Err(internal_fault())
            })
        }
        Err(error) => {
            let fault = store_fault(&error);
            if !elsewhere {
                hub.wake_later(&id, &fault);
            }
            Err(fault)
        }
    };
    match woken {
        Ok(table) => table.serve(&mut queue).await,
        Err(fault) => {
            hub.remove_live_table(&id);
            queue.close();
            while !elsewhere && let Some(command) = queue.recv().await {
                refuse(command, &fault);
            }
        }
    }
    // Commands that arrive while the task ends go to the next task, here or on the owning node.
    while let Some(command) = queue.recv().await {
        hub.resend(&id, command);
    }
}

/// Answers a command with a fault.
pub(crate) fn refuse(command: Command, fault: &Fault) {
    match command {
        Command::Attach(attach) => drop(attach.reply.send(Err(fault.clone()))),
        Command::Request(request) => drop(request.reply.send(Err(fault.clone()))),
        Command::Detach(_)
        | Command::Message(..)
        | Command::BotAnswer { .. }
        | Command::Wake
        | Command::LeaseLost(_)
        | Command::Close => {}
    }
}

/// Returns the fault for a panic. Clients can retry, since the server reloads the table.
fn internal_fault() -> Fault {
    let text = "internal error at this table; the server logged it";
    Fault { retry_ms: Some(5000), ..Fault::new(Code::Internal, text) }
}

/// Converts a store error to a fault.
pub(crate) fn store_fault(error: &StoreError) -> Fault {
    match error {
        StoreError::Missing => Fault::new(Code::NoTable, "no such table: check the id"),
        StoreError::Conflict | StoreError::Owned(_) => Fault {
            retry_ms: Some(500),
            ..Fault::new(Code::Busy, "the table moved to another server; reconnect")
        },
        StoreError::Full | StoreError::Unavailable(_) => Fault {
            retry_ms: Some(2000),
            ..Fault::new(Code::Store, "cannot write to the database, so nothing changed; try again")
        },
        StoreError::OutcomeUnknown(_) => Fault {
            retry_ms: Some(2000),
            ..Fault::new(
                Code::Store,
                "the database did not confirm your change; reload, and repeat the change if it is \
                 missing",
            )
        },
        _ => {
            tracing::error!(%error, "store failed");
            Fault::new(Code::Internal, "internal error; the server logged it")
        }
    }
}

/// Converts a store error from loading a table to a fault, and reports damage.
fn read_fault(hub: &Hub, id: &Arc<str>, error: &StoreError) -> Fault {
    let damaged = |text: String| {
        hub.report_damage(id, error);
        Fault::new(Code::Damaged, text)
    };
    let backup = "ask the operator to restore a backup";
    match error {
        StoreError::Damaged { seq, .. } => {
            damaged(format!("the stored game is damaged from log entry {seq} on; {backup}"))
        }
        StoreError::DamagedGame { .. } | StoreError::Corrupt(_) => {
            damaged(format!("the stored game is damaged; {backup}"))
        }
        _ => store_fault(error),
    }
}

impl<'r> Table<'r> {
    /// Loads a table after its lease was acquired.
    async fn wake(
        hub: Arc<Hub>,
        id: Arc<str>,
        own_queue: mpsc::WeakSender<Command>,
        lease: Lease,
        rules: &'r OnceLock<LoadedRules>,
    ) -> Result<Box<Self>, Fault> {
        hub.cluster.iter().for_each(|cluster| cluster.add_live_table(&id, lease));
        let read = Self::read(Arc::clone(&hub), Arc::clone(&id), own_queue, lease, rules).await;
        // This node owns the table, so no other node loads it when a deadline passes. So this node
        // must retry.
        read.inspect_err(|fault| hub.wake_later(&id, fault))
    }

    /// Loads a table from the store.
    async fn read(
        hub: Arc<Hub>,
        id: Arc<str>,
        own_queue: mpsc::WeakSender<Command>,
        lease: Lease,
        rules: &'r OnceLock<LoadedRules>,
    ) -> Result<Box<Self>, Fault> {
        let row = hub.store.game(&id).await.map_err(|error| read_fault(&hub, &id, &error))?;
        let mut row = row.ok_or_else(|| store_fault(&StoreError::Missing))?;
        let internal = |why: String| {
            tracing::error!(table = %id, %why, "failed to read stored game");
            Fault::new(Code::Internal, "cannot read this table; the server logged the error")
        };
        let (mut settings, rulings) =
            settings_codec::decode(&row.settings).map_err(|error| internal(error.to_string()))?;
        if let Some(word) = row.ended.as_deref().filter(|word| lobby::ended_by(word).is_none()) {
            return Err(internal(format!("unknown end of a game: {word}")));
        }
        settings.deck = row.deck.take();
        let loaded = hub.decks.rules(&settings, rulings).await?;
        // All tables with this deck share the loaded rules, which contain its text. Drop this copy.
        settings.deck = None;
        let rules = rules.get_or_init(|| loaded);
        let terms = Terms { outages: hub.clock.outages(), ..Terms::new(&settings, rules)? };
        let hash = |deck: &str| crate::secret::hex(&orrery_record::deck_hash(deck));
        let deck_hash = rules.deck_text().map(hash);
        let mut table = Box::new(Self {
            own_queue,
            deck_hash,
            id,
            row,
            settings,
            rules,
            terms,
            lease,
            game: None,
            sockets: Vec::new(),
            chat: None,
            chat_times: Vec::new(),
            undo: None,
            undo_count: 0,
            draw: None,
            running_bots: Vec::new(),
            retry_at: 0,
            stored_awaited_seats: Seats::NONE,
            awaited_seats_due: None,
            host_gone_since: None,
            is_invalid: false,
            hub,
        });
        table.load_game().await?;
        Ok(table)
    }

    /// Replays the log, if the game has started.
    async fn load_game(&mut self) -> Result<(), Fault> {
        if self.row.stage == Stage::Open {
            return self.replace_restored_seed().await;
        }
        let log = self.hub.store.log(&self.id, 0).await;
        let log = log.map_err(|error| read_fault(&self.hub, &self.id, &error))?;
        if log.is_empty() && self.row.stage == Stage::Archived {
            return Ok(());
        }
        let mut game = self.new_game().ok_or_else(|| {
            Fault::new(
                Code::Internal,
                "cannot load the game of this table; the server logged the error",
            )
        })?;
        game.replay(&log).map_err(|why| {
            tracing::error!(table = %self.id, %why, "failed to replay stored game");
            Fault::new(Code::Internal, "cannot read this game; the server logged the error")
        })?;
        if game.core.asked_at < self.hub.clock.began() {
            game.core.grace_end = self.hub.clock.began() + GRACE_PERIOD;
        }
        if self.lease.prior == PriorState::Orphaned {
            self.hub.metrics.tables_taken.inc();
            game.core.grace_end = self.hub.clock.now() + GRACE_PERIOD;
        }
        self.game = Some(game);
        self.end_game_if_over();
        if self.row.stage == Stage::Playing {
            self.replace_restored_seed().await?;
            self.tick().await;
        }
        Ok(())
    }

    /// Creates the game in its initial state, without any steps.
    fn new_game(&self) -> Option<Game<'r>> {
        let dice = self.terms.dice(Dealer::new(self.row.seed), self.entropies());
        let seats = orrery_rules::Seat::ALL.into_iter().zip(&self.row.seats);
        let bots = seats.filter(|(_, row)| row.bot.is_some()).map(|(seat, _)| seat).collect();
        Game::new(self.terms.clone(), dice, bots, self.hub.clock.now())
    }

    /// Handles commands until the table is parked.
    async fn serve(mut self: Box<Self>, queue: &mut mpsc::Receiver<Command>) {
        let mut idle_since = Instant::now();
        loop {
            let wake_at = self.wake_at(idle_since);
            tokio::select! {
                biased;
                command = queue.recv() => match command {
                    None | Some(Command::Close) => {
                        self.close_all(CloseReason::Restart);
                        self.park().await;
                        break;
                    }
                    Some(command) => {
                        let message = command.message_source();
                        // Boxed, so that a waiting table reserves no memory for handling a command.
                        let handling = Box::pin(self.handle(command));
                        if panic_isolation::catch_panic(handling).await.is_none() {
                            self.restart_after_panic(message);
                            break;
                        }
                        idle_since = Instant::now();
                    }
                },
                () = sleep_until(wake_at) => {
                    let ticking = Box::pin(self.tick());
                    if panic_isolation::catch_panic(ticking).await.is_none() {
                        self.restart_after_panic(None);
                        break;
                    }
                    if self.may_park(idle_since) {
                        if self.park().await {
                            break;
                        }
                        idle_since = Instant::now();
                    }
                }
            }
            if self.is_invalid {
                self.hub.metrics.tables_lost.inc();
                self.close_all(CloseReason::Restart);
                break;
            }
        }
        self.hub.remove_live_table(&self.id);
        queue.close();
    }

    /// Ends the table after a panic: the state in memory is invalid.
    ///
    /// The sender of the message gets an error, so that it does not repeat the message. All sockets
    /// reconnect, and the table is reloaded from the store.
    fn restart_after_panic(&mut self, message: Option<(u64, Option<String>)>) {
        self.hub.metrics.tables_failed.inc();
        if let Some((number, id)) = message {
            self.send(number, &ServerMessage::Error { id, error: internal_fault() });
        }
        self.close_all(CloseReason::Restart);
        self.hub.wake_later(&self.id, &internal_fault());
    }

    /// Marks the state in memory as invalid if the error requires this.
    ///
    /// It does so if the lease is lost, or if the outcome of a write is unknown.
    fn invalidate_after(&mut self, error: &StoreError) {
        self.is_invalid |= matches!(error, StoreError::Conflict | StoreError::OutcomeUnknown(_));
    }

    fn wake_at(&self, idle_since: Instant) -> Instant {
        let (now, park_at) = (Instant::now(), idle_since + self.hub.config.park_after);
        // A table with sockets is not parked. The time must not be in the past, or the task would
        // spin.
        let idle_check = match self.sockets.is_empty() {
            true => park_at.max(now + Duration::from_secs(1)),
            false => now + Duration::from_secs(3600),
        };
        let due = [self.due(), self.absence_due()].into_iter().flatten().min();
        due.map_or(idle_check, |due| self.hub.clock.instant(due).min(idle_check))
    }

    /// Returns the time of the next timed event, in Unix milliseconds.
    fn due(&self) -> Option<i64> {
        let undo = self.undo.as_ref().map(|request| request.until);
        let game = self.game.as_ref().filter(|_| self.row.stage == Stage::Playing);
        let game = game.and_then(|game| {
            // The last chance step was not stored. Retry it.
            if game.core.state.chance().is_some() {
                return Some(self.retry_at);
            }
            game.core.next_deadline(&self.terms)
        });
        let draw = self.draw.as_ref().map(|draw| draw.until);
        let due = [undo, game, draw].into_iter().flatten().min();
        // After a failed write, nothing is due before the retry.
        let retry = Some(self.retry_at).filter(|_| self.waits_for_retry());
        due.map(|due| due.max(self.retry_at)).or(retry)
    }

    /// Returns whether the last write failed, and it is too early to try again.
    fn waits_for_retry(&self) -> bool {
        self.hub.clock.now() < self.retry_at
    }

    fn may_park(&self, idle_since: Instant) -> bool {
        let soon = self.hub.clock.now() + 5000;
        self.sockets.is_empty()
            && self.running_bots.is_empty()
            // Undo requests and draws exist only in this task.
            && self.undo.is_none()
            && self.draw.is_none()
            && idle_since.elapsed() >= self.hub.config.park_after
            && self.due().is_none_or(|due| due > soon)
    }

    /// Stores the state of the task before it ends. Returns `false` if the store failed.
    async fn park(&mut self) -> bool {
        let (due, waits) = (self.due(), self.awaited_seats().bits());
        // If bots are running, another node must continue the game, or this one after a restart.
        let live = !self.running_bots.is_empty();
        let status = GameStatus { changed: self.row.changed, due, waits, live };
        match self.hub.store.park(self.lease, status).await {
            Ok(()) | Err(StoreError::Conflict) => true,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "failed to park table");
                false
            }
        }
    }

    /// Stores the awaited seats, for lists of tables.
    fn store_awaited_seats(&mut self) {
        self.stored_awaited_seats = self.awaited_seats();
        self.awaited_seats_due = None;
        let changed = self.row.changed;
        let waits = self.stored_awaited_seats.bits();
        let status = GameStatus { changed, due: None, waits, live: true };
        self.hub.store.update_status(self.lease, status);
    }

    /// Returns the seats of people who must answer.
    fn awaited_seats(&self) -> Seats {
        let Some(core) = self.game.as_ref().map(|game| &game.core) else { return Seats::NONE };
        let asked: Seats = match core.open_window() {
            Some(window) => {
                let open = window.pending.iter().filter(|asked| asked.answer.is_none());
                open.map(|asked| asked.seat.rules()).collect()
            }
            None => core.single_asked_seat().into_iter().map(Seat::rules).collect(),
        };
        asked.difference(core.bot_controlled())
    }

    async fn handle(&mut self, command: Command) {
        match command {
            command @ (Command::Attach(_) | Command::Request(_)) => {
                self.confirm_and_handle(command).await
            }
            Command::Detach(number) => self.detach(number),
            Command::Message(number, message) => self.handle_message(number, *message).await,
            Command::BotAnswer { seat, version, action } => {
                self.handle_bot_answer(seat, version, action).await
            }
            Command::Wake => self.tick().await,
            Command::LeaseLost(lease) => self.is_invalid |= lease == self.lease,
            Command::Close => {}
        }
    }

    /// Confirms the lease, and then handles a command that shows the game.
    ///
    /// With a lost lease, this node could show older state than the new owner has shown.
    async fn confirm_and_handle(&mut self, command: Command) {
        if let Some(cluster) = self.hub.cluster.clone()
            && let Err(error) = cluster.confirm(self.lease).await
        {
            self.invalidate_after(&error);
            return refuse(command, &store_fault(&error));
        }
        match command {
            Command::Attach(attach) => self.attach(*attach).await,
            Command::Request(request) => self.request(*request).await,
            _ => {}
        }
    }

    async fn request(&mut self, request: Request) {
        let Request { user, kind, reply } = request;
        let user = user.as_ref();
        let result = match kind {
            RequestKind::Info => {
                self.check_admission(user).map(|()| Reply::Table(Box::new(self.info(user))))
            }
            RequestKind::Sit(seat, sit) => self.sit(user, seat, sit).await,
            RequestKind::Rise(seat) => self.leave_seat(user, seat).await,
            RequestKind::Start => self.start(user).await,
            RequestKind::Reveal(entropy) => self.reveal(user, &entropy).await,
            RequestKind::Resign => self.resign_by_request(user).await,
            RequestKind::StandIn(seat) => Box::pin(self.stand_in(user, seat)).await,
            RequestKind::Offer(seat) => self.offer_seat(user, seat).await,
            RequestKind::Claim(seat) => Box::pin(self.claim_seat(user, seat)).await,
            RequestKind::Rematch => self.rematch(user).await,
            RequestKind::Archive => self.archive(user).await,
            RequestKind::View(language) => self.view(user, language),
            RequestKind::Record => self.record(user).map(|record| Reply::Record(Box::new(record))),
            RequestKind::RenameOrRemove(name) => self.rename_or_remove(user, name).await,
        };
        let _ = reply.send(result);
    }

    /// Applies everything that is due, and asks the bots.
    async fn tick(&mut self) {
        self.expire_undo();
        self.expire_draw().await;
        self.time_out().await;
        self.handle_absence().await;
        self.ask_bots();
    }

    /// Starts the bots that must answer.
    fn ask_bots(&mut self) {
        let playing = self.row.stage == Stage::Playing && !self.waits_for_retry();
        let Some(game) = self.game.as_ref().filter(|_| playing) else { return };
        let mut asked = Vec::new();
        let bot_seats = game.core.bot_controlled();
        let has_people = !self.terms.all_seats().difference(bot_seats).is_empty();
        for seat in bot_seats.iter().map(Seat::from) {
            let Some((version, position)) = game.bot_question(seat) else { continue };
            if self.running_bots.contains(&(seat, version)) {
                continue;
            }
            let mut legal = Actions::new();
            position.legal_actions(&mut legal);
            let audience = if has_people || !self.sockets.is_empty() {
                Audience::People
            } else {
                Audience::Nobody
            };
            let view = position.observe(Some(seat.rules())).detach();
            let (level, rules) = (self.bot_level(seat), self.rules.clone());
            let requester = self.requester();
            asked.push((
                seat,
                version,
                BotRequest { level, rules, view, legal, audience, requester },
            ));
        }
        for (seat, version, request) in asked {
            self.running_bots.push((seat, version));
            self.spawn_bot(seat, version, request);
        }
    }

    /// Returns the host of the table, for the fair queue of bots.
    fn requester(&self) -> Requester {
        let address = self.hub.addresses.of(&self.row.host);
        Requester { host: self.row.host.as_str().into(), address }
    }

    fn spawn_bot(&self, seat: Seat, version: u32, request: BotRequest) {
        let (bots, queue) = (self.hub.bots.clone(), self.own_queue.clone());
        tokio::spawn(async move {
            let action = bots.choose_action(request).await;
            if let Some(queue) = queue.upgrade() {
                let _ = queue.send(Command::BotAnswer { seat, version, action }).await;
            }
        });
    }

    /// Returns the level of the bot that plays a seat.
    fn bot_level(&self, seat: Seat) -> String {
        let level = self.row.seats.get(seat.index()).and_then(|row| row.bot.clone());
        level.unwrap_or_else(|| match &self.settings.absent {
            TimeoutPolicy::Bot { level } => level.clone(),
            _ => STAND_IN.to_owned(),
        })
    }

    fn close_all(&mut self, why: CloseReason) {
        for socket in self.sockets.drain(..) {
            let _ = socket.frames.try_send(Frame::Close(why));
        }
    }
}
