//! The game: answers of players and bots, time, and what is told of it all.

use super::command::{Reply, Who};
use super::{Table, store_fault};
use crate::game::core::{Core, Stored};
use crate::game::draft::Draft;
use crate::game::entry::{Entry, Logged};
use crate::game::tell::Viewer;
use orrery_protocol::{ClientMessage, Code, Fault, Seat, ServerMessage, TextLanguage, ViewReason};
use orrery_rules::{Action, State};
use orrery_store::Stage;
use tokio::time::Instant;

/// A draft that no longer borrows from the game.
pub(super) struct Next<'r> {
    core: Core<'r>,
    keep: usize,
    steps: Vec<Stored>,
    entries: Vec<Logged>,
    reasked: bool,
}

impl<'r> From<Draft<'_, 'r>> for Next<'r> {
    fn from(draft: Draft<'_, 'r>) -> Self {
        let Draft { core, keep, steps, entries, reasked, .. } = draft;
        Self { core, keep, steps, entries, reasked }
    }
}

fn not_begun() -> Fault {
    Fault::new(Code::NotBegun, "the game has not begun")
}

impl<'r> Table<'r> {
    /// A socket said something.
    pub(super) async fn said(&mut self, number: u64, message: ClientMessage) {
        let began = Instant::now();
        let id = message.id().map(str::to_owned);
        let answer = self.carry_out(number, message).await;
        let version = self.game.as_ref().map_or(0, |game| game.core.version);
        match (answer, id) {
            (Ok(Answer::Done), Some(id)) => self.send(number, &ServerMessage::Done { id, version }),
            (Ok(Answer::Before(version)), Some(id)) => {
                self.send(number, &ServerMessage::Done { id, version });
            }
            // The connection is closed at once; whoever comes back asks again, under the same id.
            (Err(_), _) if self.lost => {}
            (Ok(_), _) => {}
            (Err(error), id) => self.send(number, &ServerMessage::Error { id, error }),
        }
        self.hub.metrics.message_seconds.observe(began.elapsed().as_secs_f64());
        self.ask_bots();
    }

    async fn carry_out(&mut self, number: u64, message: ClientMessage) -> Result<Answer, Fault> {
        let seat =
            self.watchers.iter().find(|it| it.number == number).and_then(|it| it.viewer.seat);
        match &message {
            #[cfg(test)]
            ClientMessage::Ping { id } if id == "panic" => panic!("as a table should not"),
            ClientMessage::Ping { id } => {
                self.send(number, &ServerMessage::Pong { id: id.clone() });
                return Ok(Answer::Said);
            }
            ClientMessage::Resume { since } => {
                if self.game.is_none() {
                    return Err(not_begun());
                }
                self.catch_up(number, *since);
                return Ok(Answer::Said);
            }
            ClientMessage::Hello { .. } => {
                return Err(Fault::new(Code::Hello, "you have said hello already"));
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
    ) -> Result<Answer, Fault> {
        match message {
            ClientMessage::Chat { id, text } => self.say(number, seat, id, text).await,
            ClientMessage::Hear { seat: other, hearing, .. } => {
                self.hear(number, other, hearing);
                Ok(Answer::Done)
            }
            _ => {
                self.returned(Some(seat)).await;
                let (game, now) = (self.game.as_ref().ok_or_else(not_begun)?, self.hub.clock.now());
                let before = message.id().and_then(|id| game.done_before(seat, id));
                if let Some(version) = before {
                    return Ok(Answer::Before(version));
                }
                if game.core.resigned.has(seat) {
                    return Err(Fault::new(Code::Over, "you have given up this game"));
                }
                let next = match message {
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
                        return self.take_back(seat, version, to, id).await;
                    }
                    ClientMessage::Consent { request, answer, .. } => {
                        return self.consent(seat, request, answer).await;
                    }
                    _ => return Err(not_begun()),
                };
                self.commit(next).await?;
                Ok(Answer::Done)
            }
        }
    }

    /// A player has come, or says something: the bot that stood in stops.
    pub(super) async fn returned(&mut self, seat: Option<Seat>) {
        let now = self.hub.clock.now();
        let back = seat.zip(self.game.as_ref());
        let Some(next) = back.and_then(|(seat, game)| game.returns(seat, now)) else { return };
        match self.commit(next.into()).await {
            Ok(()) => self.thinking.retain(|(thinking, _)| Some(*thinking) != seat),
            // The bot goes on until it can be stored.
            Err(fault) => {
                tracing::warn!(table = %self.id, %fault, "that somebody is back was not stored");
            }
        }
    }

    /// Stores a draft; then it is the game, and everybody is told.
    pub(super) async fn commit(&mut self, next: Next<'r>) -> Result<(), Fault> {
        let Some(game) = &mut self.game else { return Err(not_begun()) };
        if !next.entries.is_empty() {
            let entries = next.entries.iter().map(Logged::encode).collect();
            let began = Instant::now();
            let stored = self.hub.store.append(self.lease, game.seq, entries).await;
            self.hub.metrics.append_seconds.observe(began.elapsed().as_secs_f64());
            self.hub.metrics.store_waiting.set(self.hub.store.queued_writes() as i64);
            if let Err(error) = stored {
                self.hub.metrics.appends_failed.inc();
                self.note_loss(&error);
                return Err(store_fault(&error));
            }
        }
        let before = Before::of(&game.core, game.steps.len());
        game.accept(next.core, next.keep, next.steps, &next.entries);
        self.accepted(&before, &next.entries, next.keep, next.reasked).await;
        Ok(())
    }

    async fn accepted(
        &mut self,
        before: &Before<'r>,
        entries: &[Logged],
        keep: usize,
        reasked: bool,
    ) {
        let Some(game) = &self.game else { return };
        let steps = game.core.version != before.version;
        self.hub.metrics.steps.inc_by((game.steps.len() - keep.min(game.steps.len())) as u64);
        self.hub
            .metrics
            .turns
            .inc_by(u64::from(game.core.state.turn().saturating_sub(before.state.turn())));
        if steps {
            self.hub.metrics.prompts.inc_by(u64::from(self.waits().0.count_ones()));
            self.drop_undo();
            let reason = match (before.version, keep < before.length) {
                (0, _) => Some(ViewReason::Began),
                (_, true) => Some(ViewReason::Undone),
                (_, false) => None,
            };
            self.publish_steps(before, reason);
            // Lists show it; what is sealed or ordered must not show anywhere.
            self.row.changed = self.hub.clock.seconds();
        }
        self.tell_owners(before, entries, steps, reasked);
        self.note_slow_waits();
        let ended = self.game.as_ref().is_some_and(|game| game.core.ended.is_some());
        let resigned = entries.iter().any(|logged| matches!(logged.entry, Entry::Resign { .. }));
        if ended && self.row.stage == Stage::Playing {
            Box::pin(self.finish()).await;
        } else if resigned {
            self.publish_table();
        }
    }

    /// Tells everybody the steps that are new, or everything if there is a reason to.
    fn publish_steps(&mut self, before: &Before<'r>, reason: Option<ViewReason>) {
        let from = (before.length, before.state);
        let (names, now) = (self.names(), self.hub.clock.now());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.publish(|table, viewer| {
            let game = table.game.as_ref()?;
            Some(match reason {
                Some(reason) => game.told_view(reason, viewer, &names, now),
                None => game.told_steps(from, viewer, &names, now),
            })
        });
    }

    /// What only one seat is told: its sealed answer, its orders, that it is asked now.
    fn tell_owners(&mut self, before: &Before<'_>, entries: &[Logged], steps: bool, reasked: bool) {
        let Some(game) = &self.game else { return };
        let changed = |seat: &Seat| {
            let orders = &game.core.orders[seat.index()];
            !std::sync::Arc::ptr_eq(orders, &before.orders[seat.index()])
        };
        let changed: Vec<Seat> = Seat::ALL.into_iter().filter(changed).collect();
        for seat in changed {
            self.tell_seat(seat, |table, _| {
                let core = &table.game.as_ref()?.core;
                let following = core.following[seat.index()];
                Some(ServerMessage::Orders {
                    orders: core.orders[seat.index()].to_vec(),
                    following,
                })
            });
        }
        if steps {
            return;
        }
        let sealed = entries.iter().filter_map(|logged| match &logged.entry {
            Entry::Sealed { seat, .. } | Entry::Orders { seat, .. } => Some(*seat),
            _ => None,
        });
        let mut seats: Vec<Seat> = sealed.collect();
        if reasked {
            let window = self.game.as_ref().and_then(|game| game.core.open_window());
            seats.extend(window.and_then(|window| window.left.first()).map(|asked| asked.seat));
        }
        for seat in seats {
            self.tell_prompt(seat);
        }
    }

    /// Tells a seat what it is asked.
    fn tell_prompt(&mut self, seat: Seat) {
        let (names, now) = (self.names(), self.hub.clock.now());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.tell_seat(seat, |table, viewer| {
            let prompt = table.game.as_ref()?.prompt(viewer, &names, now)?;
            Some(ServerMessage::Prompt { prompt })
        });
    }

    /// A bot has thought.
    pub(super) async fn thought(&mut self, seat: Seat, version: u32, action: Option<Action>) {
        self.thinking.retain(|thinking| *thinking != (seat, version));
        let now = self.hub.clock.now();
        let game = self.game.as_ref();
        let draft = action.and_then(|action| game?.bot_answers(seat, version, action, now));
        if let Some(next) = draft.map(Next::from)
            && let Err(fault) = self.commit(next).await
        {
            // It is asked again when something happens, at the latest when the table is woken.
            tracing::warn!(table = %self.id, %fault, "the answer of a bot was not stored");
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        }
        self.ask_bots();
    }

    /// What becomes of those whose time is over.
    pub(super) async fn time_out(&mut self) {
        if self.row.stage != Stage::Playing {
            return;
        }
        let now = self.hub.clock.now();
        let Some(game) = &self.game else { return };
        let mut draft = game.draft(now);
        draft.run();
        draft.time_out();
        let next = Next::from(draft);
        if let Err(fault) = self.commit(next).await {
            tracing::warn!(table = %self.id, %fault, "what time brought was not stored");
            self.retry_at = now + 1000;
        }
    }

    /// A player gives up, by request.
    pub(super) async fn give_up(&mut self, who: Option<&Who>) -> Result<Reply, Fault> {
        let seat = self.seat_of(who);
        let seat = seat.ok_or_else(|| Fault::new(Code::NotSeated, "you do not play here"))?;
        let game = self.game.as_ref().ok_or_else(not_begun)?;
        let next = game.resign(seat, None, self.hub.clock.now())?.into();
        self.commit(next).await?;
        self.ask_bots();
        Ok(Reply::Table(Box::new(self.info(who))))
    }

    /// What somebody may know now.
    pub(super) fn view(
        &self,
        who: Option<&Who>,
        words: Option<TextLanguage>,
    ) -> Result<Reply, Fault> {
        self.admit(who)?;
        let game = self.game.as_ref().ok_or_else(not_begun)?;
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let viewer = Viewer { seat: self.seat_of(who), words };
        let view = game.told_view(ViewReason::Joined, viewer, &names, self.hub.clock.now());
        Ok(Reply::View(Box::new(view)))
    }
}

/// What an answer to a message is.
pub(super) enum Answer {
    /// It was carried out.
    Done,
    /// It was, before; the version then.
    Before(u32),
    /// It has been answered.
    Said,
}

/// What was before a commit.
struct Before<'r> {
    version: u32,
    state: State<'r>,
    length: usize,
    orders: [std::sync::Arc<[orrery_protocol::Order]>; 5],
}

impl<'r> Before<'r> {
    fn of(core: &Core<'r>, length: usize) -> Self {
        Self { version: core.version, state: core.state, length, orders: core.orders.clone() }
    }
}
