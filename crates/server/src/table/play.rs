//! Running games: handles messages of players, answers of bots and timeouts, and publishes steps.

use super::command::{Reply, User};
use super::{Table, internal_fault, store_fault};
use crate::game::core::{Core, TakenStep};
use crate::game::draft::Draft;
use crate::game::entry::{Entry, TimedEntry};
use crate::game::presenter::Viewer;
use orrery_protocol::{
    ClientMessage, Code, Fault, PlayedStep, Seat, ServerMessage, TextLanguage, ViewReason,
};
use orrery_rules::Action;
use orrery_store::Stage;
use tokio::time::Instant;

/// A draft that does not borrow from the game. [`Draft`] documents the fields.
pub(super) struct OwnedDraft<'r> {
    core: Core<'r>,
    keep: usize,
    steps: Vec<TakenStep>,
    played: Vec<PlayedStep<'r>>,
    entries: Vec<TimedEntry>,
    reasked: bool,
    stuck: Option<String>,
}

impl<'r> From<Draft<'_, 'r>> for OwnedDraft<'r> {
    fn from(draft: Draft<'_, 'r>) -> Self {
        let Draft { core, keep, steps, played, entries, reasked, stuck, .. } = draft;
        Self { core, keep, steps, played, entries, reasked, stuck }
    }
}

/// Time until bots are asked again after a failed write, in milliseconds.
const BOT_RETRY_DELAY: i64 = 500;

/// Time until a stuck game tries to continue again, in milliseconds.
const STUCK_RETRY_DELAY: i64 = 60_000;

fn not_started() -> Fault {
    Fault::new(Code::NotBegun, "the game has not started")
}

impl<'r> Table<'r> {
    /// Handles a message of a socket.
    pub(super) async fn handle_message(&mut self, number: u64, message: ClientMessage) {
        let began = Instant::now();
        let id = message.id().map(str::to_owned);
        let answer = self.dispatch(number, message).await;
        let version = self.game.as_ref().map_or(0, |game| game.core.version);
        match (answer, id) {
            (Ok(Handled::Done), Some(id)) => {
                self.send(number, &ServerMessage::Done { id, version })
            }
            (Ok(Handled::Repeated(version)), Some(id)) => {
                self.send(number, &ServerMessage::Done { id, version });
            }
            // The table is about to close the connection. The client reconnects and repeats the
            // message with the same id.
            (Err(_), _) if self.is_invalid => {}
            (Ok(_), _) => {}
            (Err(error), id) => self.send(number, &ServerMessage::Error { id, error }),
        }
        self.hub.metrics.message_seconds.observe(began.elapsed().as_secs_f64());
        self.ask_bots();
    }

    async fn dispatch(&mut self, number: u64, message: ClientMessage) -> Result<Handled, Fault> {
        let seat = self.sockets.iter().find(|it| it.number == number).and_then(|it| it.viewer.seat);
        match &message {
            ClientMessage::Ping { id } => {
                self.send(number, &ServerMessage::Pong { id: id.clone() });
                return Ok(Handled::NoReply);
            }
            ClientMessage::Resume { since } => {
                if self.game.is_none() {
                    return Err(not_started());
                }
                self.catch_up(number, *since);
                return Ok(Handled::NoReply);
            }
            ClientMessage::Hello { .. } => {
                return Err(Fault::new(Code::Hello, "you have already sent hello"));
            }
            _ => {}
        }
        let not_seated = || Fault::new(Code::NotSeated, "only players of this table may do that");
        let seat = seat.ok_or_else(not_seated)?;
        self.play(number, seat, message).await
    }

    async fn play(
        &mut self,
        number: u64,
        seat: Seat,
        message: ClientMessage,
    ) -> Result<Handled, Fault> {
        match message {
            ClientMessage::Chat { id, text } => self.add_chat(number, seat, id, text).await,
            ClientMessage::Hear { seat: other, hearing, .. } => {
                self.set_mute_state(number, other, hearing);
                Ok(Handled::Done)
            }
            _ => {
                self.player_returned(Some(seat)).await;
                let (game, now) =
                    (self.game.as_ref().ok_or_else(not_started)?, self.hub.clock.now());
                let handled = message.id().and_then(|id| game.version_after_message(seat, id));
                if let Some(version) = handled {
                    return Ok(Handled::Repeated(version));
                }
                if game.core.resigned.has(seat.rules()) {
                    return Err(Fault::new(Code::Over, "you have resigned from this game"));
                }
                let draft = match message {
                    ClientMessage::Act { id, version, step } => {
                        game.act(seat, version, &step, &id, now)?.into()
                    }
                    ClientMessage::Wait { id, version } => {
                        game.wait(seat, version, &id, now)?.into()
                    }
                    ClientMessage::Orders { id, orders, following } => {
                        game.set_orders(seat, orders, following, &id, now)?.into()
                    }
                    ClientMessage::Resign { id } => game.resign(seat, Some(&id), now)?.into(),
                    ClientMessage::Undo { id, version, to } => {
                        return self.undo_steps(seat, version, to, id).await;
                    }
                    ClientMessage::Consent { request, answer, .. } => {
                        return self.consent(seat, request, answer).await;
                    }
                    _ => return Err(not_started()),
                };
                self.commit(draft).await?;
                Ok(Handled::Done)
            }
        }
    }

    /// Ends the stand-in and the offer for a player who connects or sends a message.
    pub(super) async fn player_returned(&mut self, seat: Option<Seat>) {
        self.withdraw_offer(seat).await;
        let now = self.hub.clock.now();
        let back = seat.zip(self.game.as_ref());
        let Some(draft) = back.and_then(|(seat, game)| game.player_returns(seat, now)) else {
            return;
        };
        match self.commit(draft.into()).await {
            Ok(()) => self.running_bots.retain(|(running, _)| Some(*running) != seat),
            // The bot continues until the return can be stored.
            Err(fault) => {
                tracing::warn!(table = %self.id, %fault, "failed to persist return of player");
            }
        }
    }

    /// Stores a draft, applies it, and publishes the changes.
    pub(super) async fn commit(&mut self, draft: OwnedDraft<'r>) -> Result<(), Fault> {
        let Some(game) = &mut self.game else { return Err(not_started()) };
        if let Some(why) = &draft.stuck {
            tracing::error!(table = %self.id, %why, "game stuck");
            self.retry_at = self.hub.clock.now() + STUCK_RETRY_DELAY;
        }
        if !draft.entries.is_empty() {
            let entries = draft.entries.iter().map(TimedEntry::encode);
            let entries = entries.collect::<Result<_, _>>().map_err(|error| {
                tracing::error!(table = %self.id, %error, "failed to encode log entry");
                internal_fault()
            })?;
            let began = Instant::now();
            let stored = self.hub.store.append(self.lease, game.seq, entries).await;
            self.hub.metrics.append_seconds.observe(began.elapsed().as_secs_f64());
            self.hub.metrics.store_waiting.set(self.hub.store.queued_writes() as i64);
            if let Err(error) = stored {
                self.hub.metrics.appends_failed.inc();
                self.invalidate_after(&error);
                return Err(store_fault(&error));
            }
        }
        let OwnedDraft { core, keep, steps, played, entries, reasked, .. } = draft;
        let change = Change {
            version: game.core.version,
            turn: game.core.state.turn(),
            orders: game.core.orders.clone(),
            undone: keep < game.steps.len(),
            played,
            entries,
            reasked,
        };
        game.accept(core, keep, steps, &change.entries);
        self.publish_commit(&change).await;
        Ok(())
    }

    async fn publish_commit(&mut self, change: &Change<'r>) {
        let Some(game) = &self.game else { return };
        let has_steps = game.core.version != change.version;
        self.hub.metrics.steps.inc_by(change.played.len() as u64);
        let turns = game.core.state.turn().saturating_sub(change.turn);
        self.hub.metrics.turns.inc_by(u64::from(turns));
        if has_steps {
            self.hub.metrics.prompts.inc_by(self.awaited_seats().len() as u64);
            self.cancel_undo();
            self.publish_steps(change);
            // Lists show this time, so secret changes, such as sealed answers, must not update it.
            self.row.changed = self.hub.clock.seconds();
        }
        self.send_private(change, has_steps);
        self.update_awaited_seats();
        let ended = self.game.as_ref().is_some_and(|game| game.core.ended.is_some());
        let resigned =
            change.entries.iter().any(|logged| matches!(logged.entry, Entry::Resign { .. }));
        if ended && self.row.stage == Stage::Playing {
            Box::pin(self.finish()).await;
        } else if resigned {
            self.publish_table();
        }
    }

    /// Publishes the new steps, or the whole view at the start and after an undo.
    fn publish_steps(&mut self, change: &Change<'r>) {
        let reason = match change {
            Change { version: 0, .. } => Some(ViewReason::Began),
            Change { undone: true, .. } => Some(ViewReason::Undone),
            _ => None,
        };
        let (names, now) = (self.names(), self.hub.clock.now());
        self.publish(|table, viewer| {
            let game = table.game.as_ref()?;
            Some(match reason {
                Some(reason) => game.view_message(reason, viewer, &names, now),
                None => game.steps_message(&change.played, viewer, &names, now),
            })
        });
    }

    /// Sends each seat its private changes: sealed answers, orders, and a new prompt.
    fn send_private(&mut self, change: &Change<'_>, has_steps: bool) {
        let Some(game) = &self.game else { return };
        let changed = |seat: &Seat| {
            let orders = &game.core.orders[seat.index()];
            !std::sync::Arc::ptr_eq(orders, &change.orders[seat.index()])
        };
        let changed: Vec<Seat> = Seat::ALL.into_iter().filter(changed).collect();
        for seat in changed {
            self.send_to_seat(seat, |table, _| {
                let core = &table.game.as_ref()?.core;
                let following = core.following[seat.index()];
                Some(ServerMessage::Orders {
                    orders: core.orders[seat.index()].to_vec(),
                    following,
                })
            });
        }
        if has_steps {
            return;
        }
        let sealed = change.entries.iter().filter_map(|logged| match &logged.entry {
            Entry::Sealed { seat, .. } | Entry::Orders { seat, .. } => Some(*seat),
            _ => None,
        });
        let mut seats: Vec<Seat> = sealed.collect();
        if change.reasked {
            let window = self.game.as_ref().and_then(|game| game.core.open_window());
            seats.extend(window.and_then(|window| window.pending.first()).map(|asked| asked.seat));
        }
        for seat in seats {
            self.send_prompt(seat);
        }
    }

    /// Sends a seat its prompt.
    fn send_prompt(&mut self, seat: Seat) {
        let (names, now) = (self.names(), self.hub.clock.now());
        self.send_to_seat(seat, |table, viewer| {
            let prompt = table.game.as_ref()?.prompt(viewer, &names, now)?;
            Some(ServerMessage::Prompt { prompt })
        });
    }

    /// Handles the answer of a bot.
    pub(super) async fn handle_bot_answer(
        &mut self,
        seat: Seat,
        version: u32,
        action: Option<Action>,
    ) {
        self.running_bots.retain(|running| *running != (seat, version));
        let now = self.hub.clock.now();
        let game = self.game.as_ref();
        let draft = action.and_then(|action| game?.bot_answers(seat, version, action, now));
        if let Some(draft) = draft.map(OwnedDraft::from)
            && let Err(fault) = self.commit(draft).await
        {
            tracing::warn!(table = %self.id, %fault, "failed to persist bot answer");
            self.retry_at = now + BOT_RETRY_DELAY;
        }
        self.ask_bots();
    }

    /// Applies the timeouts that are due.
    pub(super) async fn time_out(&mut self) {
        if self.row.stage != Stage::Playing {
            return;
        }
        let now = self.hub.clock.now();
        let Some(game) = &self.game else { return };
        let mut draft = game.draft(now);
        draft.time_out();
        let draft = OwnedDraft::from(draft);
        if let Err(fault) = self.commit(draft).await {
            tracing::warn!(table = %self.id, %fault, "failed to persist timeout");
            self.retry_at = now + 1000;
        }
    }

    /// Resigns for a user, by an HTTP request.
    pub(super) async fn resign_by_request(&mut self, user: Option<&User>) -> Result<Reply, Fault> {
        let seat = self.seat_of(user);
        let seat =
            seat.ok_or_else(|| Fault::new(Code::NotSeated, "you have no seat at this table"))?;
        let game = self.game.as_ref().ok_or_else(not_started)?;
        let draft = game.resign(seat, None, self.hub.clock.now())?.into();
        self.commit(draft).await?;
        self.ask_bots();
        Ok(Reply::Table(Box::new(self.info(user))))
    }

    /// Returns the current view of a user.
    pub(super) fn view(
        &self,
        user: Option<&User>,
        language: Option<TextLanguage>,
    ) -> Result<Reply, Fault> {
        self.check_admission(user)?;
        let game = self.game.as_ref().ok_or_else(not_started)?;
        let names = self.names();
        let viewer = Viewer { seat: self.seat_of(user), language };
        let view = game.view_message(ViewReason::Joined, viewer, &names, self.hub.clock.now());
        Ok(Reply::View(Box::new(view)))
    }
}

/// The result of handling a message.
pub(super) enum Handled {
    /// The message was carried out.
    Done,
    /// The message was carried out before. The game had this version afterwards.
    Repeated(u32),
    /// The table sends no further reply: it has already sent one, or the socket is gone.
    NoReply,
}

/// A stored change of the game, to publish.
struct Change<'r> {
    /// The version before the change.
    version: u32,
    /// The turn before the change.
    turn: u16,
    /// The orders before the change.
    orders: [std::sync::Arc<[orrery_protocol::Order]>; 5],
    /// Whether the change undoes steps.
    undone: bool,
    /// The new steps.
    played: Vec<PlayedStep<'r>>,
    /// The stored entries.
    entries: Vec<TimedEntry>,
    /// Whether a seat is asked again, because it chose to wait or its answer became illegal.
    reasked: bool,
}
