//! Implements [`Table`] for tables of a server.

use super::access::Access;
use super::connection::{Connection, OnlineEvent, Outgoing};
use crate::advice::Advisor;
use crate::details::details;
use crate::table::{
    Choice, Finished, GameTexts, Job, Phase, Question, Report, Response, Scene, Table,
    TableCommand, TurnPoints,
};
use crate::texts::Texts;
use anyhow::{Result, anyhow};
use orrery_protocol::{
    ClientMessage, Consent, Face, Following, Galaxy, Order, Player, Presenter, Prompt, Scope, Seat,
    ServerMessage, Stage, Standing, StepTaken, Table as TableInfo, View, ViewReason,
    state_where_viewer_decides,
};
use orrery_record::{LoadedRules, Record, for_screen, hex};
use orrery_rules as rules;
use orrery_rules::{Options, State, Step};
use std::rc::Rc;

/// A server's table.
pub(crate) struct OnlineTable {
    rules: LoadedRules,
    game_texts: Rc<GameTexts>,
    info: TableInfo,
    connection: Connection,
    access: Access,
    view: View,
    prompt: Option<Prompt>,
    version: u32,
    log: Vec<String>,
    /// The number of the last chat line that is in the log.
    last_chat_line: u32,
    history: Vec<TurnPoints>,
    orders: Vec<Order>,
    following: Following,
    /// A request for an undo that this person must answer: its number and the seat that asked.
    undo_request: Option<(u32, Seat)>,
    /// The seat that took the last step.
    last_actor: Option<Seat>,
    /// Whether the client has received steps that the view does not include yet.
    stale: bool,
    /// The version of the question that was answered, until the server sends the next one.
    sent: Option<u32>,
    /// The prefix of message ids, unique to this run of the client.
    id_prefix: String,
    /// The number of messages sent; it completes the id of the next one.
    messages: u32,
    record_request: RecordRequest,
}

/// The state of the request for the record of the finished game.
enum RecordRequest {
    /// The client has not requested the record.
    NotSent,
    /// The client waits for the record.
    Sent,
    /// The record; `None` if the request failed.
    Done(Option<Box<Finished>>),
}

impl OnlineTable {
    /// Creates the table, before the first message from the server.
    pub(super) fn new(
        info: TableInfo,
        rules: LoadedRules,
        connection: Connection,
        access: Access,
        texts: Texts,
    ) -> Result<Self> {
        let view = empty_view(&rules, &info)?;
        let mut id_prefix = [0; 4];
        getrandom::fill(&mut id_prefix)
            .map_err(|error| anyhow!("cannot get random bytes: {error}"))?;
        Ok(Self {
            game_texts: GameTexts::new(&rules, texts),
            rules,
            info,
            connection,
            access,
            view,
            prompt: None,
            version: 0,
            log: Vec::new(),
            last_chat_line: 0,
            history: Vec::new(),
            orders: Vec::new(),
            following: Following::Normal,
            undo_request: None,
            last_actor: None,
            stale: false,
            sent: None,
            id_prefix: hex(&id_prefix),
            messages: 0,
            record_request: RecordRequest::NotSent,
        })
    }

    fn texts(&self) -> Texts {
        self.game_texts.texts
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.info.seats.iter().map(name).collect();
        let rogue = self.view.seats.iter().find(|galaxy: &&Galaxy| galaxy.rogue);
        if let (Some(_), Some(id)) = (rogue, &self.view.rogue)
            && names.len() < self.view.seats.len()
        {
            let card = self.game_texts.cards.rogues.iter().find(|card| card.rogue == *id);
            names.extend(card.map(|card| card.name.clone()));
        }
        names
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.names().get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn send(&mut self, message: impl FnOnce(String) -> ClientMessage) {
        self.messages += 1;
        let id = format!("{}-{}", self.id_prefix, self.messages);
        self.connection.send(Outgoing::Message(message(id)));
    }

    fn phase(&self) -> Phase {
        let texts = self.texts();
        if self.info.stage == Stage::Open {
            return self.before_the_game();
        }
        if let Some((_, seat)) = self.undo_request {
            let choices = [("agree", texts.agree()), ("refuse", texts.refuse())];
            return self.ask(texts.undo_asked(self.seat_name(seat)), &choices);
        }
        if self.is_over() {
            // Show the result only after the record has arrived or its request has failed.
            let is_done = matches!(self.record_request, RecordRequest::Done(_));
            return if is_done { Phase::Over } else { Phase::Waiting(String::new()) };
        }
        let prompt = self.prompt.as_ref().filter(|prompt| {
            // Ask nothing until the server has sent the new position or the next question.
            !self.stale && self.sent != Some(prompt.version)
        });
        let Some(prompt) = prompt else { return Phase::Waiting(String::new()) };
        if prompt.answered.is_some() {
            return Phase::Waiting(texts.waiting_for_others());
        }
        if prompt.legal.is_empty() {
            let names: Vec<String> = prompt.seats.iter().map(|it| self.seat_name(*it)).collect();
            return Phase::Waiting(texts.waiting_for(names.join(", ")));
        }
        let steps = prompt.legal.iter().zip(&prompt.texts);
        Phase::Asked(Question {
            name: self.seat_name(prompt.decision.seat),
            text: prompt.decision.text.clone().unwrap_or_default(),
            secret: false,
            choices: steps.map(|(step, text)| self.choice(step, text)).collect(),
        })
    }

    fn choice(&self, step: &str, text: &str) -> Choice {
        let detail = match Step::parse(&self.rules, step) {
            Ok(Step::Action(action)) => details(&self.rules, &self.view, &self.game_texts, action),
            _ => String::new(),
        };
        Choice { step: step.to_owned(), text: text.to_owned(), detail }
    }

    fn ask(&self, text: String, choices: &[(&str, String)]) -> Phase {
        let name = self.info.you.seat.map(|seat| self.seat_name(seat)).unwrap_or_default();
        let choice = |(step, text): &(&str, String)| Choice {
            step: (*step).to_owned(),
            text: text.clone(),
            detail: String::new(),
        };
        Phase::Asked(Question {
            name,
            text,
            secret: false,
            choices: choices.iter().map(choice).collect(),
        })
    }

    /// Returns the phase before the game begins. The host starts the game when all seats are taken.
    fn before_the_game(&self) -> Phase {
        let texts = self.texts();
        let is_full = self.info.seats.iter().all(|seat| seat.player.is_some());
        if is_full && self.info.you.host && self.info.draw.is_none() {
            return self.ask(texts.all_seated(), &[("start", texts.start_game())]);
        }
        let seat = |seat: &orrery_protocol::SeatInfo| match &seat.player {
            Some(_) => texts.seat_taken(seat.seat, name(seat)),
            None => texts.seat_free(seat.seat),
        };
        let seats: Vec<String> = self.info.seats.iter().map(seat).collect();
        Phase::Waiting(texts.waiting_for(texts.players_at(seats.join(", "))))
    }

    /// Handles a message from the server.
    fn message(&mut self, message: ServerMessage) {
        let texts = self.texts();
        match message {
            ServerMessage::Welcome { table, orders, following, chat, .. } => {
                self.info = *table;
                (self.orders, self.following) = (orders, following);
                if self.log.is_empty() {
                    chat.into_iter().for_each(|line| self.chat(line));
                }
            }
            ServerMessage::Table { table } => {
                if self.info.stage == Stage::Open && table.stage == Stage::Playing {
                    self.log.push(texts.game_begins());
                }
                self.info = *table;
            }
            ServerMessage::View { version, reason, view, prompt, .. } => {
                if reason == ViewReason::Undone {
                    self.log.push(texts.steps_undone());
                    self.history.retain(|entry| entry.turn < view.turn);
                }
                (self.version, self.view, self.prompt) = (version, *view, prompt);
                self.stale = false;
                self.undo_request = None;
                self.record_points();
            }
            ServerMessage::Steps { version, steps, prompt, .. } => {
                (self.version, self.prompt) = (version, prompt);
                self.undo_request = None;
                steps.into_iter().for_each(|step| self.step(step));
                self.stale = true;
                // The message has the steps but no position, so request the position.
                self.connection.send(Outgoing::Message(ClientMessage::Resume { since: None }));
            }
            ServerMessage::Prompt { prompt } => {
                self.sent = None;
                self.prompt = Some(prompt);
            }
            ServerMessage::Orders { orders, following } => {
                (self.orders, self.following) = (orders, following);
            }
            ServerMessage::Chat { line } => self.chat(line),
            ServerMessage::UndoAsked { request, seat, waiting, .. } => {
                let is_mine = self.info.you.seat.is_some_and(|you| waiting.contains(&you));
                self.undo_request = is_mine.then_some((request, seat));
            }
            ServerMessage::UndoRefused { .. } => {
                self.undo_request = None;
                self.log.push(texts.undo_refused());
            }
            ServerMessage::Error { error, .. } => {
                self.sent = None;
                self.log.push(texts.refused(for_screen(&error.text)));
            }
            ServerMessage::Presence { .. }
            | ServerMessage::Done { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Recovery { .. }
            | ServerMessage::Closing { .. } => {}
        }
    }

    fn step(&mut self, step: StepTaken) {
        if step.seat.is_some() {
            self.last_actor = step.seat;
        }
        let texts = step.events.into_iter().filter_map(|event| event.text);
        self.log.extend(texts);
    }

    /// Records the current points for the chart; the last call of a turn counts.
    fn record_points(&mut self) {
        let scores = self.view.outcome.as_ref().map(|it| it.scores.iter().map(|it| it.points));
        let points = match scores {
            Some(scores) => scores.collect(),
            None => self.view.seats.iter().map(|galaxy| galaxy.points).collect(),
        };
        let entry = TurnPoints { turn: self.view.turn, points };
        match self.history.last_mut().filter(|last| last.turn == entry.turn) {
            Some(last) => *last = entry,
            None if entry.turn > 0 => self.history.push(entry),
            None => {}
        }
    }

    /// Adds a chat line to the log unless it is already there.
    ///
    /// When the author leaves the seat, the server sends the line again; the log keeps the first
    /// version.
    fn chat(&mut self, line: orrery_protocol::ChatLine) {
        if line.number <= self.last_chat_line {
            return;
        }
        self.last_chat_line = line.number;
        let name = for_screen(&line.from.name);
        self.log.push(self.texts().chat_line(name, for_screen(&line.text)));
    }

    fn switch_order(&mut self, face: Face) -> Response {
        let name = self.game_texts.face(face).to_owned();
        let is_set = self.never_followed().contains(&face);
        self.orders.retain(|order| order.face != face);
        if !is_set {
            self.orders.push(Order { face, standing: Standing::Never, scope: Scope::Game });
        }
        let (orders, following) = (self.orders.clone(), self.following);
        self.send(|id| ClientMessage::Orders { id, orders, following });
        let texts = self.texts();
        Response::Done(if is_set { texts.order_removed(name) } else { texts.order_set(name) })
    }

    fn never_followed(&self) -> Vec<Face> {
        let never = self.orders.iter().filter(|order| order.standing == Standing::Never);
        never.map(|order| order.face).collect()
    }
}

impl Table for OnlineTable {
    fn scene(&self) -> Scene {
        let is_player = self.info.you.seat.is_some();
        Scene {
            view: self.view.clone(),
            names: self.names(),
            game_texts: self.game_texts.clone(),
            version: self.version,
            phase: self.phase(),
            shared: false,
            can_undo: is_player
                && self.last_actor == self.info.you.seat
                && self.view.outcome.is_none(),
            orders: (is_player && self.view.seats.len() > 1 && self.view.rogue.is_none())
                .then(|| self.never_followed()),
            online: true,
            hints: self.has_hints(),
        }
    }

    fn log(&self) -> &[String] {
        &self.log
    }

    fn act(&mut self, choice: usize) -> Result<(), String> {
        let nothing = self.texts().nothing_to_choose();
        let Phase::Asked(question) = self.phase() else { return Err(nothing) };
        let step = question.choices.get(choice).ok_or(nothing)?.step.clone();
        if self.info.stage == Stage::Open {
            self.connection.send(Outgoing::Start);
            return Ok(());
        }
        if let Some((request, _)) = self.undo_request.take() {
            let answer = if step == "agree" { Consent::Agree } else { Consent::Refuse };
            self.send(|id| ClientMessage::Consent { id, request, answer });
            return Ok(());
        }
        let version = self.prompt.as_ref().map_or(self.version, |prompt| prompt.version);
        self.sent = Some(version);
        self.send(|id| ClientMessage::Act { id, version, step });
        Ok(())
    }

    fn command(&mut self, command: TableCommand) -> Result<Response, String> {
        let (texts, version) = (self.texts(), self.version);
        match command {
            TableCommand::Undo => {
                self.send(|id| ClientMessage::Undo { id, version, to: None });
                Ok(Response::Done(texts.undo_requested()))
            }
            TableCommand::Order(face) => Ok(self.switch_order(face)),
            TableCommand::Chat(text) if !text.trim().is_empty() => {
                self.send(|id| ClientMessage::Chat { id, text });
                Ok(Response::Done(String::new()))
            }
            TableCommand::Resign => {
                self.send(|id| ClientMessage::Resign { id });
                Ok(Response::Done(texts.resigned()))
            }
            TableCommand::Hint if self.has_hints() => self
                .consult(texts.hint_title(), |advisor, state, seat| Ok(advisor.hint(state, seat))),
            TableCommand::Hint => Err(texts.no_hint_online()),
            TableCommand::Why(step) => self.consult(texts.why_title(), move |advisor, state, _| {
                advisor.why(state, step.as_deref())
            }),
            _ => Err(texts.nothing_to_choose()),
        }
    }

    fn job(&mut self) -> Option<Job> {
        let is_due = self.is_over() && matches!(self.record_request, RecordRequest::NotSent);
        is_due.then(|| self.record_request = RecordRequest::Sent)?;
        let (access, rules, texts) = (self.access.clone(), self.rules.clone(), self.texts());
        Some(Box::new(move || {
            let finished = access.finish(&rules, texts).map(Box::new);
            Report::Finished(finished.map_err(|error| texts.no_record(format!("{error:#}"))))
        }))
    }

    fn receive(&mut self, report: Report) {
        let event = match report {
            Report::Online(event) => event,
            Report::Finished(finished) => return self.finish(finished),
            _ => return,
        };
        let texts = self.texts();
        match *event {
            OnlineEvent::Connected => self.log.push(texts.connected(self.access.link.server())),
            OnlineEvent::Lost(pause) => self.log.push(texts.connection_lost(pause.as_secs())),
            OnlineEvent::Failed(error) => self.log.push(texts.refused(error)),
            OnlineEvent::Message(message) => self.message(message),
        }
    }

    fn history(&self) -> Vec<TurnPoints> {
        self.history.clone()
    }

    fn stored(&self) -> Option<String> {
        let is_running = self.info.you.seat.is_some() && !self.is_over();
        is_running.then(|| self.texts().return_with(&self.access.link))
    }

    fn finished(&self) -> Option<(Record, LoadedRules)> {
        let RecordRequest::Done(Some(finished)) = &self.record_request else { return None };
        Some((finished.record.clone(), self.rules.clone()))
    }
}

impl OnlineTable {
    /// Returns whether the game is over and the client has its last position.
    fn is_over(&self) -> bool {
        let is_ended = matches!(self.info.stage, Stage::Over | Stage::Archived);
        (self.view.outcome.is_some() || is_ended) && !self.stale
    }

    fn finish(&mut self, finished: Result<Box<Finished>, String>) {
        match &finished {
            Ok(finished) => self.log.extend(finished.sentences.iter().cloned()),
            Err(sentence) => self.log.push(sentence.clone()),
        }
        self.record_request = RecordRequest::Done(finished.ok());
    }

    /// Returns whether hints are allowed: this person plays, and all opponents are bots.
    fn has_hints(&self) -> bool {
        let you = self.info.you.seat;
        let mut opponents = self.info.seats.iter().filter(|seat| Some(seat.seat) != you);
        let is_bot = |player: &Player| matches!(player, Player::Bot { .. } | Player::Rogue { .. });
        you.is_some() && opponents.all(|seat| seat.player.as_ref().is_some_and(is_bot))
    }

    /// Returns the job that advises on the open question, based on this seat's record.
    fn consult(
        &self,
        title: String,
        advise: impl FnOnce(&Advisor, &State<'_>, rules::Seat) -> Result<Vec<String>, String>
        + Send
        + 'static,
    ) -> Result<Response, String> {
        let you = self.info.you.seat.map(|seat| (seat, seat.rules()));
        let is_asked = matches!(self.phase(), Phase::Asked(_)) && self.info.stage == Stage::Playing;
        let (viewer, seat) =
            you.filter(|_| is_asked).ok_or_else(|| self.texts().nothing_to_choose())?;
        let (access, rules, version) = (self.access.clone(), self.rules.clone(), self.version);
        let advisor = Advisor { names: self.names(), texts: self.texts() };
        let advised = move || -> Result<Vec<String>, String> {
            let record = access.record().map_err(|error| format!("{error:#}"))?;
            let seen = record.watch(&rules, Some(seat), |_| {}).map_err(|it| it.to_string())?;
            advise(&advisor, &state_where_viewer_decides(&seen, viewer), seat)
        };
        Ok(Response::Job(Box::new(move || {
            Report::Answer(version, title, advised().unwrap_or_else(|reason| vec![reason]))
        })))
    }
}

/// Returns the name of a seat's player; the letter of the seat if it is free.
fn name(seat: &orrery_protocol::SeatInfo) -> String {
    match &seat.player {
        Some(
            Player::Person { name, .. }
            | Player::Program { name, .. }
            | Player::Bot { name, .. }
            | Player::Rogue { name },
        ) => for_screen(name),
        None => seat.seat.to_string(),
    }
}

/// Returns the view of a table before its game begins.
fn empty_view(rules: &LoadedRules, info: &TableInfo) -> Result<View> {
    let settings = &info.settings;
    let rogue = settings.rogue.as_ref().and_then(|id| rules.find_rogue(id));
    let first = (settings.seats == 1 && !rules.rogues.is_empty()).then_some(0);
    let options = Options {
        seats: usize::from(settings.seats),
        rogue: rogue.or(first),
        start: settings.start.map(Seat::rules),
        chosen: settings.chosen(),
    };
    let state = State::new(rules, &options).map_err(|problems| anyhow!("{problems}"))?;
    let viewer = orrery_protocol::Perspective::Of(None);
    Ok(Presenter { viewer, narrator: None }.view(&state.observe(None)))
}
