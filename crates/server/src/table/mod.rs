//! The task that owns a live table. It takes one command after another; what it changes is stored
//! first. Sockets and requests reach it through the bus.

pub(crate) mod command;
mod draw;
pub(crate) mod info;
mod lobby;
mod play;
mod record;
mod talk;
mod undo;
mod watch;

use crate::apart;
use crate::bots::{Audience, Thought};
use crate::decks::LoadedRules;
use crate::fair::Party;
use crate::game::Game;
use crate::game::core::Seats;
use crate::game::terms::Terms;
use crate::hub::Hub;
use crate::stored;
use command::{Command, Frame, Reply, Request, What};
use orrery_protocol::{
    ClockSetting, CloseReason, Code, Fault, Seat, ServerMessage, TableSettings, TimeoutPolicy,
};
use orrery_record::Dealer;
use orrery_rules::Actions;
use orrery_store::{ChatRow, GameRow, GameStatus, Lease, PriorState, Stage, StoreError};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use watch::Watcher;

/// How many commands may wait for a table.
pub(crate) const QUEUE: usize = 128;
/// After a start nobody's time runs for so long, in milliseconds.
const GRACE: i64 = 60_000;
/// The bot that plays on where the table names none.
const STAND_IN: &str = "greedy";

/// A live table.
pub(crate) struct Table<'r> {
    hub: Arc<Hub>,
    /// To itself, for bots that answer.
    own: mpsc::WeakSender<Command>,
    id: Arc<str>,
    row: GameRow,
    settings: TableSettings,
    /// The hash of the deck, if it has one of its own.
    deck_hash: Option<String>,
    rules: &'r LoadedRules,
    terms: Terms<'r>,
    lease: Lease,
    game: Option<Game<'r>>,
    watchers: Vec<Watcher>,
    /// The last lines, once somebody wanted them.
    chat: Option<VecDeque<ChatRow>>,
    /// Who said something lately, and when.
    said: Vec<(Seat, i64)>,
    undo: Option<undo::Asking>,
    undos: u32,
    /// Contributions to the dice that are being revealed.
    draw: Option<draw::Draw>,
    /// The identities that did not reveal in time: they contribute nothing at this table.
    late: Vec<String>,
    /// Bots that are thinking: seat and version of the prompt.
    thinking: Vec<(Seat, u32)>,
    /// When to try again what could not be stored.
    retry_at: i64,
    /// What the last note said it waits for.
    noted: u8,
    /// Whether another owner has taken the game, or it is not known what was stored last: then what
    /// is in memory no longer counts.
    lost: bool,
}

/// Runs a table until it is parked: from its first command on.
pub(crate) async fn run(
    hub: Arc<Hub>,
    id: Arc<str>,
    own: mpsc::WeakSender<Command>,
    mut queue: mpsc::Receiver<Command>,
) {
    // The table borrows its rules from here.
    let rules = OnceLock::new();
    let claimed = hub.store.claim(&id).await;
    let elsewhere = matches!(claimed, Err(StoreError::Owned(_)));
    let woken = match claimed {
        // Boxed, as other things that are rare: a future is as large as the largest it may wait for,
        // and there is one for every live table.
        Ok(lease) => {
            let waking = Table::wake(Arc::clone(&hub), Arc::clone(&id), own, lease, &rules);
            let waking = Box::pin(waking);
            apart::caught(waking).await.unwrap_or_else(|| {
                hub.metrics.tables_failed.inc();
                Err(mistake())
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
            hub.forget(&id);
            queue.close();
            while !elsewhere && let Some(command) = queue.recv().await {
                refuse(command, &fault);
            }
        }
    }
    // Whoever comes between the last command and the end is served by the next task, here or on the
    // node that owns the table.
    while let Some(command) = queue.recv().await {
        hub.pass_on(&id, command);
    }
}

/// Tells whoever sent a command that it cannot be.
pub(crate) fn refuse(command: Command, fault: &Fault) {
    match command {
        Command::Attach(attach) => drop(attach.reply.send(Err(fault.clone()))),
        Command::Request(request) => drop(request.reply.send(Err(fault.clone()))),
        Command::Detach(_)
        | Command::Said(..)
        | Command::Thought { .. }
        | Command::Wake
        | Command::Lost(_)
        | Command::Close => {}
    }
}

/// What whoever met a mistake of ours is told. It may work later, from what is stored.
fn mistake() -> Fault {
    let text = "the server made a mistake at this table; it was logged";
    Fault { retry_ms: Some(5000), ..Fault::new(Code::Internal, text) }
}

/// What a failure of the store means for whoever asked.
pub(crate) fn store_fault(error: &StoreError) -> Fault {
    match error {
        StoreError::Missing => Fault::new(Code::NoTable, "there is no such table"),
        StoreError::Conflict | StoreError::Owned(_) => Fault {
            retry_ms: Some(500),
            ..Fault::new(Code::Busy, "another server has taken this table over; connect again")
        },
        StoreError::Full | StoreError::Unavailable(_) => Fault {
            retry_ms: Some(2000),
            ..Fault::new(Code::Store, "nothing can be stored now, so nothing was done; try again")
        },
        StoreError::OutcomeUnknown(_) => Fault {
            retry_ms: Some(2000),
            ..Fault::new(
                Code::Store,
                "it is not known whether that was stored; look, and try again",
            )
        },
        _ => {
            tracing::error!(%error, "the store failed");
            Fault::new(Code::Internal, "the server made a mistake; it was logged")
        }
    }
}

/// What it means for whoever asked that a table cannot be read.
fn read_fault(hub: &Hub, id: &Arc<str>, error: &StoreError) -> Fault {
    let damaged = |text: String| {
        hub.report_damage(id, error);
        Fault::new(Code::Damaged, text)
    };
    let backup = "the operator of the server can restore a backup";
    match error {
        StoreError::Damaged { seq, .. } => {
            damaged(format!("this game is damaged from entry {seq} of its log on; {backup}"))
        }
        StoreError::Corrupt(_) => damaged(format!("this game is damaged; {backup}")),
        _ => store_fault(error),
    }
}

impl<'r> Table<'r> {
    /// Reads a table that is ours from the store.
    async fn wake(
        hub: Arc<Hub>,
        id: Arc<str>,
        own: mpsc::WeakSender<Command>,
        lease: Lease,
        rules: &'r OnceLock<LoadedRules>,
    ) -> Result<Box<Self>, Fault> {
        #[cfg(test)]
        assert_ne!(&*id, "cursed", "as a table should not");
        hub.cluster.iter().for_each(|cluster| cluster.own(&id, lease));
        let read = Self::read(Arc::clone(&hub), Arc::clone(&id), own, lease, rules).await;
        // It is ours and not in memory: nobody else would notice when it is due.
        read.inspect_err(|fault| hub.wake_later(&id, fault))
    }

    /// Reads a table that is owned.
    async fn read(
        hub: Arc<Hub>,
        id: Arc<str>,
        own: mpsc::WeakSender<Command>,
        lease: Lease,
        rules: &'r OnceLock<LoadedRules>,
    ) -> Result<Box<Self>, Fault> {
        let row = hub.store.game(&id).await.map_err(|error| read_fault(&hub, &id, &error))?;
        let mut row = row.ok_or_else(|| store_fault(&StoreError::Missing))?;
        let internal = |why: String| {
            tracing::error!(table = %id, %why, "a stored game cannot be read");
            Fault::new(Code::Internal, "this table cannot be read; it was logged")
        };
        let (mut settings, rulings) =
            stored::read(&row.settings).map_err(|error| internal(error.to_string()))?;
        settings.deck = row.deck.take();
        let loaded = hub.decks.rules(&settings, rulings).await?;
        // From here on the text is that of the rules, which all tables share.
        settings.deck = None;
        let rules = rules.get_or_init(|| loaded);
        let terms = Terms { outages: hub.clock.outages(), ..Terms::new(&settings, rules)? };
        let hash = |deck: &str| crate::secret::hex(&orrery_record::deck_hash(deck));
        let deck_hash = rules.deck().map(hash);
        let mut table = Box::new(Self {
            own,
            deck_hash,
            id,
            row,
            settings,
            rules,
            terms,
            lease,
            game: None,
            watchers: Vec::new(),
            chat: None,
            said: Vec::new(),
            undo: None,
            undos: 0,
            draw: None,
            late: Vec::new(),
            thinking: Vec::new(),
            retry_at: 0,
            noted: 0,
            lost: false,
            hub,
        });
        table.load_game().await?;
        Ok(table)
    }

    /// Plays the log, if the game has begun.
    async fn load_game(&mut self) -> Result<(), Fault> {
        if self.row.stage == Stage::Open {
            return self.renew().await;
        }
        let log = self.hub.store.log(&self.id, 0).await;
        let log = log.map_err(|error| read_fault(&self.hub, &self.id, &error))?;
        if log.is_empty() && self.row.stage == Stage::Archived {
            return Ok(());
        }
        let mut game = self
            .new_game()
            .ok_or_else(|| Fault::new(Code::Internal, "this table has no game; it was logged"))?;
        game.replay(&log).map_err(|why| {
            tracing::error!(table = %self.id, %why, "a stored game cannot be played");
            Fault::new(Code::Internal, "this game cannot be read; it was logged")
        })?;
        if game.core.asked_at < self.hub.clock.began() {
            game.core.excused = self.hub.clock.began() + GRACE;
        }
        if self.lease.prior == PriorState::Orphaned {
            self.hub.metrics.tables_taken.inc();
            game.core.excused = self.hub.clock.now() + GRACE;
        }
        self.game = Some(game);
        self.close_game();
        if self.row.stage == Stage::Playing {
            self.renew().await?;
            self.tick().await;
        }
        Ok(())
    }

    /// The game before its first step.
    fn new_game(&self) -> Option<Game<'r>> {
        let dice = self.terms.dice(Dealer::new(self.row.seed), self.entropies());
        let mut bots = Seats::default();
        for (seat, row) in Seat::ALL.into_iter().zip(&self.row.seats) {
            if row.bot.is_some() {
                bots.add(seat);
            }
        }
        Game::new(self.terms.clone(), dice, bots, self.hub.clock.now())
    }

    /// Serves until nobody has looked for a while.
    async fn serve(mut self: Box<Self>, queue: &mut mpsc::Receiver<Command>) {
        let mut idle_since = Instant::now();
        loop {
            let wake_at = self.wake_at(idle_since);
            tokio::select! {
                biased;
                command = queue.recv() => match command {
                    None | Some(Command::Close) => {
                        self.close_all(CloseReason::Restart);
                        self.leave().await;
                        break;
                    }
                    Some(command) => {
                        let message = command.message();
                        if apart::caught(self.take(command)).await.is_none() {
                            self.fail(message);
                            break;
                        }
                        idle_since = Instant::now();
                    }
                },
                () = sleep_until(wake_at) => {
                    if apart::caught(self.tick()).await.is_none() {
                        self.fail(None);
                        break;
                    }
                    if self.may_park(idle_since) {
                        if self.leave().await {
                            break;
                        }
                        idle_since = Instant::now();
                    }
                }
            }
            if self.lost {
                self.hub.metrics.tables_lost.inc();
                self.close_all(CloseReason::Restart);
                break;
            }
        }
        self.hub.forget(&self.id);
        queue.close();
    }

    /// A panic: what is in memory no longer counts. Whoever said what led to it is told, so that it is
    /// not said again; everybody comes back, and the game is read from the store.
    fn fail(&mut self, message: Option<(u64, Option<String>)>) {
        self.hub.metrics.tables_failed.inc();
        if let Some((number, id)) = message {
            self.send(number, &ServerMessage::Error { id, error: mistake() });
        }
        self.close_all(CloseReason::Restart);
        self.hub.wake_later(&self.id, &mistake());
    }

    /// After some failures the game must be read again.
    fn note_loss(&mut self, error: &StoreError) {
        self.lost |= matches!(error, StoreError::Conflict | StoreError::OutcomeUnknown(_));
    }

    fn wake_at(&self, idle_since: Instant) -> Instant {
        let (now, parked) = (Instant::now(), idle_since + self.hub.config.park_after);
        // A table that is watched need not look whether it can be parked; and in no case is there
        // a time in the past, or the task would never rest.
        let look = match self.watchers.is_empty() {
            true => parked.max(now + Duration::from_secs(1)),
            false => now + Duration::from_secs(3600),
        };
        self.due().map_or(look, |due| self.hub.clock.instant(due).min(look))
    }

    /// When something happens by itself, in milliseconds since 1970.
    fn due(&self) -> Option<i64> {
        let asking = self.undo.as_ref().map(|asking| asking.until);
        let game = self.game.as_ref().filter(|_| self.row.stage == Stage::Playing);
        let game = game.and_then(|game| {
            // Chance could not be stored; it is tried again.
            if game.core.state.chance().is_some() {
                return Some(self.retry_at);
            }
            game.core.next_deadline(&self.terms)
        });
        let draw = self.draw.as_ref().map(|draw| draw.until);
        let due = [asking, game, draw].into_iter().flatten().min();
        due.map(|due| due.max(self.retry_at))
    }

    fn may_park(&self, idle_since: Instant) -> bool {
        let soon = self.hub.clock.now() + 5000;
        self.watchers.is_empty()
            && self.thinking.is_empty()
            // Only this task knows that the others are asked.
            && self.undo.is_none()
            && self.draw.is_none()
            && idle_since.elapsed() >= self.hub.config.park_after
            && self.due().is_none_or(|due| due > soon)
    }

    /// Leaves everything to the store; `false` if it did not take it, and so must stay.
    async fn leave(&mut self) -> bool {
        let (due, waits) = (self.due(), self.waits().0);
        // If bots are thinking, the game goes on at another node, or when the server is back.
        let live = !self.thinking.is_empty();
        let note = GameStatus { changed: self.row.changed, due, waits, live };
        match self.hub.store.park(self.lease, note).await {
            Ok(()) | Err(StoreError::Conflict) => true,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "a table could not be parked");
                false
            }
        }
    }

    /// For lists: whom it waits for.
    fn note_waits(&mut self) {
        self.noted = self.waits().0;
        let changed = self.row.changed;
        let note = GameStatus { changed, due: None, waits: self.noted, live: true };
        self.hub.store.update_status(self.lease, note);
    }

    /// Who is to answer, bots aside.
    fn waits(&self) -> Seats {
        let mut seats = Seats::default();
        let Some(core) = self.game.as_ref().map(|game| &game.core) else { return seats };
        match core.open_window() {
            Some(window) => {
                let open = window.left.iter().filter(|asked| asked.answer.is_none());
                open.for_each(|asked| seats.add(asked.seat));
            }
            None => core.asked_alone().into_iter().for_each(|seat| seats.add(seat)),
        }
        core.automatic().iter().for_each(|bot| seats.remove(bot));
        seats
    }

    async fn take(&mut self, command: Command) {
        match command {
            command @ (Command::Attach(_) | Command::Request(_)) => self.show(command).await,
            Command::Detach(number) => self.detach(number),
            Command::Said(number, message) => self.said(number, *message).await,
            Command::Thought { seat, version, action } => self.thought(seat, version, action).await,
            Command::Wake => self.tick().await,
            Command::Lost(lease) => self.lost |= lease == self.lease,
            Command::Close => {}
        }
    }

    /// Shows the game to somebody. Where several nodes share a store, what is shown must not be
    /// older than what another node may have shown.
    async fn show(&mut self, command: Command) {
        if let Some(cluster) = self.hub.cluster.clone()
            && let Err(error) = cluster.confirm(self.lease).await
        {
            self.note_loss(&error);
            return refuse(command, &store_fault(&error));
        }
        match command {
            Command::Attach(attach) => self.attach(*attach).await,
            Command::Request(request) => self.request(*request).await,
            _ => {}
        }
    }

    async fn request(&mut self, request: Request) {
        let Request { who, what, reply } = request;
        let who = who.as_ref();
        let result = match what {
            What::Info => self.admit(who).map(|()| Reply::Table(Box::new(self.info(who)))),
            What::Sit(seat, sit) => self.sit(who, seat, sit).await,
            What::Rise(seat) => self.rise(who, seat).await,
            What::Start => self.start(who).await,
            What::Reveal(entropy) => self.reveal(who, &entropy).await,
            What::Resign => self.give_up(who).await,
            What::Rematch => self.rematch(who).await,
            What::Archive => self.archive(who).await,
            What::View(words) => self.view(who, words),
            What::Record => self.record(who).map(|record| Reply::Record(Box::new(record))),
            What::Renamed(name) => self.renamed(who, name).await,
        };
        let _ = reply.send(result);
    }

    /// What time has brought, and what bots are to be asked.
    async fn tick(&mut self) {
        self.close_undo_when_late();
        self.close_draw_when_late().await;
        self.time_out().await;
        self.ask_bots();
    }

    /// Asks the bots whose turn it is.
    fn ask_bots(&mut self) {
        let Some(game) = self.game.as_ref().filter(|_| self.row.stage == Stage::Playing) else {
            return;
        };
        let mut asked = Vec::new();
        for seat in game.core.automatic().iter() {
            let Some((version, position)) = game.bot_question(seat) else { continue };
            if self.thinking.contains(&(seat, version)) {
                continue;
            }
            let mut legal = Actions::new();
            position.legal_actions(&mut legal);
            let people = (0..self.terms.seats()).any(|i| !game.core.automatic().has(Seat::ALL[i]));
            let audience = if people || !self.watchers.is_empty() {
                Audience::People
            } else {
                Audience::Nobody
            };
            let view = position.observe(seat.rules()).detach();
            let (level, rules) = (self.level(seat), self.rules.clone());
            let party = self.party();
            asked.push((seat, version, Thought { level, rules, view, legal, audience, party }));
        }
        for (seat, version, thought) in asked {
            self.thinking.push((seat, version));
            self.let_think(seat, version, thought);
        }
    }

    /// Whose bots these are.
    fn party(&self) -> Party {
        let address = self.hub.addresses.of(&self.row.host);
        Party { host: self.row.host.as_str().into(), address }
    }

    fn let_think(&self, seat: Seat, version: u32, thought: Thought) {
        let (bots, own) = (self.hub.bots.clone(), self.own.clone());
        tokio::spawn(async move {
            let action = bots.think(thought).await;
            if let Some(own) = own.upgrade() {
                let _ = own.send(Command::Thought { seat, version, action }).await;
            }
        });
    }

    /// The bot of a seat.
    fn level(&self, seat: Seat) -> String {
        let own = self.row.seats.get(seat.index()).and_then(|row| row.bot.clone());
        own.unwrap_or_else(|| match &self.settings.absent {
            TimeoutPolicy::Bot { level } => level.clone(),
            _ => STAND_IN.to_owned(),
        })
    }

    /// Who plays by day sees in a list what waits.
    fn note_slow_waits(&mut self) {
        let slow = matches!(self.settings.clock, ClockSetting::Days { .. });
        if slow && self.waits().0 != self.noted {
            self.note_waits();
        }
    }

    fn close_all(&mut self, why: CloseReason) {
        for watcher in self.watchers.drain(..) {
            let _ = watcher.frames.try_send(Frame::Close(why));
        }
    }
}
