//! Tests that all clients present a game identically, byte for byte, without hidden missions.
//!
//! The tests play random games on a server and compare the frames of each viewer with the browser
//! engine, with `orrery stdio` and with redacted records of the same game.

mod cli_common;

use cli_common::Service;
use orrery_describe::Language;
use orrery_protocol::{Prompt, Seat, ServerMessage, Sit, TableSettings, TextLanguage};
use orrery_record::{DeckRef, Record, Recorder};
use orrery_rules::{ChanceOutcome, Mission, OptionSet, Options, Random, Rules, Step, deck};
use orrery_server::{
    Attach, Command, CommandRouter, Config, Frame, FrameReceiver, Reply, Request, RequestKind,
    Server, User,
};
use orrery_store::{GameRow, SeatRow, Sqlite, Store};
use orrery_wasm::Engine;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::oneshot;

/// The id of the table.
const TABLE: &str = "presentersaaaaaaaaaa";

/// Maximum number of answers in a game that the test does not play to the end.
const MAX_ANSWERS: usize = 60;

fn options(seats: usize) -> Options {
    if seats == 1 { Options::solo(0) } else { Options::players(seats) }
}

/// The kind of a game: its rules and options, and the file of its custom deck.
struct GameKind<'a> {
    rules: &'a Rules,
    options: Options,
    deck: Option<&'a str>,
}

impl GameKind<'_> {
    fn name(&self) -> String {
        let flags: Vec<&str> = self.options.chosen.iter().map(|option| option.field()).collect();
        format!("{} with {} seats {flags:?}", self.rules.id, self.options.seats)
    }

    /// Returns the chosen options as fields of a JSON object.
    fn flags(&self) -> Value {
        self.options.chosen.iter().map(|option| (option.field().to_owned(), json!(true))).collect()
    }

    /// Returns the settings of a table, without the deck.
    fn settings(&self) -> Value {
        let mut settings = self.flags();
        settings["edition"] = json!(self.rules.id);
        settings["seats"] = json!(self.options.seats);
        settings["beat_ms"] = json!(0);
        settings
    }
}

/// A client of the server.
struct Client {
    seat: Option<Seat>,
    /// The number that the server gave to the client.
    number: u64,
    receiver: FrameReceiver,
    /// The texts of all received frames.
    frames: Vec<String>,
    /// The steps that these frames contain.
    steps: Vec<Value>,
    prompt: Option<Prompt>,
    over: bool,
}

impl Client {
    fn language(&self) -> TextLanguage {
        match self.seat {
            Some(Seat::A | Seat::C | Seat::E) => TextLanguage::English,
            _ => TextLanguage::German,
        }
    }

    fn tag(&self) -> &'static str {
        Language::from(self.language()).tag()
    }

    fn viewer(&self) -> Option<orrery_rules::Seat> {
        self.seat.map(Seat::rules)
    }

    /// Returns the viewer in the notation of `orrery stdio`.
    fn perspective(&self) -> String {
        self.seat.map_or_else(|| "spectator".to_owned(), |seat| seat.to_string())
    }

    /// Reads a frame; returns the id of the message that it acknowledges, if any.
    fn read(&mut self, frame: Frame) -> Option<String> {
        let Frame::Text(text) = frame else { panic!("the server closed the connection") };
        let mut form: Value = serde_json::from_str(&text).expect("JSON");
        self.frames.push(text.to_string());
        if form["type"] == "steps" {
            let Value::Array(steps) = form["steps"].take() else { panic!("{text}") };
            self.steps.extend(steps);
        }
        match serde_json::from_str(&text).expect("a message") {
            ServerMessage::Steps { prompt, .. } | ServerMessage::View { prompt, .. } => {
                self.prompt = prompt.filter(|prompt| !prompt.legal.is_empty());
            }
            ServerMessage::Prompt { prompt } => {
                self.prompt = Some(prompt).filter(|prompt| prompt.answered.is_none());
            }
            ServerMessage::Table { table } => {
                self.over = table.stage == orrery_protocol::Stage::Over;
            }
            ServerMessage::Done { id, .. } => return Some(id),
            ServerMessage::Error { error, .. } => panic!("{error:?}"),
            _ => {}
        }
        None
    }

    fn read_queued(&mut self) {
        while let Some(frame) = self.receiver.try_recv() {
            self.read(frame);
        }
    }
}

/// A game on the server, with a client per seat and a spectator.
struct OnlineGame {
    router: Arc<dyn CommandRouter>,
    clients: Vec<Client>,
    random: Random,
}

fn user(seat: Option<Seat>) -> Option<User> {
    let seat = seat?;
    Some(User { id: format!("p{seat}").into(), name: format!("P{seat}"), program: false })
}

fn row(kind: &GameKind<'_>) -> GameRow {
    let settings: TableSettings = serde_json::from_value(kind.settings()).expect("settings");
    let seats = kind.options.seats;
    GameRow {
        settings: serde_json::to_string(&settings).expect("text"),
        deck: kind.deck.map(str::to_owned),
        seats: vec![SeatRow::default(); seats],
        ..GameRow::new(TABLE.to_owned(), "pA".to_owned(), [seats as u8; 32], 0)
    }
}

impl OnlineGame {
    async fn start(router: Arc<dyn CommandRouter>, seats: usize) -> Self {
        let mut game = Self { router, clients: Vec::new(), random: Random(seats as u64) };
        for seat in &Seat::ALL[..seats] {
            let sit = Sit::Me { entropy_hash: None, entropy: None };
            game.request(Some(*seat), RequestKind::Sit(*seat, sit)).await;
        }
        game.request(Some(Seat::A), RequestKind::Start).await;
        for seat in Seat::ALL[..seats].iter().copied().map(Some).chain([None]) {
            game.attach(seat).await;
        }
        game
    }

    async fn request(&self, seat: Option<Seat>, kind: RequestKind) -> Reply {
        let (reply, answer) = oneshot::channel();
        let request = Request { user: user(seat), kind, reply };
        self.router.send(TABLE, Command::Request(Box::new(request))).await;
        answer.await.expect("an answer").expect("it is done")
    }

    /// Attaches a client that receives all steps from the first one on.
    async fn attach(&mut self, seat: Option<Seat>) {
        let (frames, receiver) = orrery_server::channel(4096);
        let (reply, answer) = oneshot::channel();
        let (steps, texts) = (Vec::new(), Vec::new());
        let mut client =
            Client { seat, number: 0, receiver, frames: texts, steps, prompt: None, over: false };
        let (user, language) = (user(seat), Some(client.language()));
        let attach = Attach { user, language, since: Some(0), deck: None, frames, reply };
        self.router.send(TABLE, Command::Attach(Box::new(attach))).await;
        client.number = answer.await.expect("an answer").expect("it is admitted");
        self.clients.push(client);
    }

    /// Answers a random prompt; returns `false` once the game is over.
    async fn answer(&mut self) -> bool {
        self.clients.iter_mut().for_each(Client::read_queued);
        let has_prompt = |number: &usize| self.clients[*number].prompt.is_some();
        let prompted: Vec<usize> = (0..self.clients.len()).filter(has_prompt).collect();
        if prompted.is_empty() {
            assert!(self.clients[0].over, "no seat is asked, but the game is not over");
            return false;
        }
        let client = &mut self.clients[prompted[self.random.below(prompted.len())]];
        let prompt = client.prompt.take().expect("it is asked");
        let step = prompt.legal[self.random.below(prompt.legal.len())].clone();
        let id = format!("{}", client.frames.len());
        let version = prompt.version;
        let act = orrery_protocol::ClientMessage::Act { id: id.clone(), version, step };
        self.router.send(TABLE, Command::Message(client.number, Box::new(act))).await;
        loop {
            let frame = client.receiver.recv().await.expect("a frame");
            if client.read(frame) == Some(id.clone()) {
                return true;
            }
        }
    }

    async fn record(&self, seat: Option<Seat>) -> Record {
        match self.request(seat, RequestKind::Record).await {
            Reply::Record(record) => *record,
            other => panic!("{other:?}"),
        }
    }

    async fn view(&self, client: &Client) -> Value {
        match self.request(client.seat, RequestKind::View(Some(client.language()))).await {
            Reply::View(view) => json!(view)["view"].take(),
            other => panic!("{other:?}"),
        }
    }
}

/// The browser engine with an open record.
struct Page {
    engine: Engine,
    replay: Value,
}

impl Page {
    fn open(record: &Record) -> Self {
        let mut page = Self { engine: Engine::new(), replay: Value::Null };
        page.replay = page.ask("en", &json!({ "do": "open", "record": record.to_string() }));
        page
    }

    fn ask(&mut self, language: &str, request: &Value) -> Value {
        let answer = self.engine.ask(&request.to_string(), language);
        let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer.get("ok").is_some(), "{request}: {answer}");
        answer["ok"].take()
    }

    fn timeline(&mut self, client: &Client) -> Vec<Value> {
        let number = self.replay["replay"].clone();
        let request = json!({ "do": "timeline", "replay": number, "viewer": client.seat });
        let Value::Array(mut steps) = self.ask(client.tag(), &request) else { panic!("a list") };
        steps.iter_mut().map(|step| step["step"].take()).collect()
    }

    fn view(&mut self, client: &Client, version: usize) -> Value {
        let number = self.replay["replay"].clone();
        let request =
            json!({ "do": "at", "replay": number, "step": version, "viewer": client.seat });
        let mut view = self.ask(client.tag(), &request)["view"].take();
        // Only the browser engine adds the current score of the viewer's mission.
        view.as_object_mut().expect("a view").remove("standing");
        view
    }

    /// Replays the record as a local game, and returns the steps as the engine presents them.
    fn play(&mut self, client: &Client, record: &Record, kind: &GameKind<'_>) -> Vec<Value> {
        let (mut script, mut actions) = (Vec::new(), Vec::new());
        let replayed = record.replay(kind.rules, |played| match played.step {
            Step::Action(_) => actions.push(played.entry.text.as_str().to_owned()),
            Step::Chance(_) if played.before.chance().is_some_and(|node| node.is_certain()) => {}
            Step::Chance(_) => script.push(played.entry.text.as_str().to_owned()),
        });
        replayed.expect("it can be replayed");
        let mut settings = kind.settings();
        settings["deck"] = json!(kind.deck);
        let new = json!({
            "do": "new", "settings": settings, "seed": "00".repeat(32), "script": script,
            "names": self.replay["names"], "viewer": client.seat,
        });
        let mut answer = self.ask(client.tag(), &new);
        let (game, mut steps) = (answer["game"].clone(), Vec::new());
        for action in actions {
            steps.append(answer["steps"].as_array_mut().expect("steps"));
            let act = json!({
                "do": "act", "game": game, "version": answer["moment"]["version"],
                "steps": [action], "viewer": client.seat,
            });
            answer = self.ask(client.tag(), &act);
        }
        steps.append(answer["steps"].as_array_mut().expect("steps"));
        steps
    }
}

/// Returns the events of a whole game and its last view, as `orrery stdio` presents them.
fn stdio(
    service: &mut Service,
    client: &Client,
    record: &Record,
    kind: &GameKind<'_>,
    names: &Value,
) -> (Vec<Value>, Value) {
    let steps: Vec<&str> = record.entries().map(|(_, entry)| entry.text.as_str()).collect();
    if let Some(text) = kind.deck {
        assert_eq!(service.ask(&json!({ "do": "deck", "text": text }))["ok"], "deck");
    }
    let new = json!({
        "do": "new", "edition": kind.rules.id, "seats": kind.options.seats,
        "options": kind.flags(), "names": names,
    });
    assert_eq!(service.ask(&new)["ok"], "new");
    let perspective = client.perspective();
    let apply = json!({ "do": "apply", "steps": steps, "as": perspective, "words": client.tag() });
    let mut answer = service.ask(&apply);
    let Value::Array(events) = answer["events"].take() else { panic!("{answer}") };
    let observe = json!({ "do": "observe", "as": perspective, "words": client.tag() });
    (events, service.ask(&observe)["view"].take())
}

/// Returns the values as JSON texts, to compare them byte for byte.
fn written(values: &[Value]) -> Vec<String> {
    values.iter().map(Value::to_string).collect()
}

/// Returns all events of the steps as JSON texts.
fn events(steps: &[Value]) -> Vec<String> {
    let lists = steps.iter().filter_map(|step| step["events"].as_array());
    lists.flatten().map(Value::to_string).collect()
}

/// Returns the missions that each seat was dealt and kept.
fn hands(record: &Record, rules: &Rules) -> Vec<(Vec<Mission>, Option<Mission>)> {
    let (mut dealt, mut end) = (Vec::new(), Vec::new());
    let state = record.replay(rules, |played| {
        if let Step::Chance(ChanceOutcome::Dealt(mission)) = played.step {
            dealt.push(mission);
        }
    });
    let state = state.expect("it can be replayed");
    for (seat, hand) in state.seats().zip(dealt.chunks(2)) {
        end.push((hand.to_vec(), state.mission(seat)));
    }
    end
}

/// Asserts that no frame names a mission that its viewer may not know.
///
/// The text of a custom deck names all missions, so it does not count.
fn check_secrets(client: &Client, record: &Record, kind: &GameKind<'_>) {
    let rules = kind.rules;
    let deck = kind.deck.map(|text| Value::from(text).to_string());
    let frames = client.frames.iter().map(|frame| match &deck {
        Some(deck) => frame.replace(deck, ""),
        None => frame.clone(),
    });
    let frames: Vec<String> = frames.collect();
    let reveals = |frame: &String| frame.contains("mission-revealed");
    let first_revealing = frames.iter().position(reveals).unwrap_or(frames.len());
    let localizer = Language::from(client.language()).localizer();
    for (number, (dealt, kept)) in hands(record, rules).into_iter().enumerate() {
        if client.viewer().is_some_and(|seat| seat.index() == number) {
            continue;
        }
        for mission in dealt {
            let secret = if kept == Some(mission) { first_revealing } else { frames.len() };
            let card = rules.mission(mission);
            for frame in &frames[..secret] {
                let name = localizer.name(&card.name);
                assert!(!frame.contains(&format!("\"{}\"", card.id)), "{} in {frame}", card.id);
                assert!(!frame.contains(&name), "{name} in {frame}");
            }
        }
    }
}

/// A comparison of all presentations of a game.
struct Comparison<'a> {
    kind: &'a GameKind<'a>,
    record: &'a Record,
    /// Redacted records that the server returned during the game, with the index of the client.
    redacted: Vec<(usize, Record)>,
    /// Views that the server returned during the game: index of the client, version and view.
    views: Vec<(usize, usize, Value)>,
}

impl Comparison<'_> {
    fn run(&self, service: &mut Service, clients: &[Client]) {
        let (mut page, rules) = (Page::open(self.record), self.kind.rules);
        for (number, client) in clients.iter().enumerate() {
            let name = format!("{} for {:?}", self.kind.name(), client.seat);
            let shown = written(&client.steps);
            assert_eq!(
                shown.len(),
                self.record.len(),
                "{name}: the server did not show every step"
            );
            assert_eq!(written(&page.timeline(client)), shown, "{name}: a replay");
            let own = self.record.seen_by(rules, client.viewer()).expect("it is redacted");
            assert_eq!(written(&Page::open(&own).timeline(client)), shown, "{name}: own replay");
            let names = &page.replay["names"];
            let (stdio_steps, end) = stdio(service, client, self.record, self.kind, names);
            assert_eq!(written(&stdio_steps), events(&client.steps), "{name}: stdio");
            let last = page.view(client, self.record.len());
            assert_eq!(end.to_string(), last.to_string(), "{name}: the last view");
            for (_, version, view) in self.views.iter().filter(|view| view.0 == number) {
                let replayed = page.view(client, *version);
                assert_eq!(replayed.to_string(), view.to_string(), "{name}: a view");
            }
            for (_, record) in self.redacted.iter().filter(|record| record.0 == number) {
                let texts = record.entries().map(|(_, entry)| entry.text.as_str());
                let steps = client.steps.iter().filter_map(|step| step["step"].as_str());
                assert!(texts.eq(steps.take(record.len())), "{name}: a redacted record");
            }
            check_secrets(client, self.record, self.kind);
        }
        // Skip long games: each step of a local game returns the whole record, so the time grows
        // quadratically.
        if self.record.len() < 2 * MAX_ANSWERS {
            let client = &clients[self.record.len() % clients.len()];
            let played = page.play(client, self.record, self.kind);
            assert_eq!(written(&played), written(&client.steps), "{}: play", self.kind.name());
        }
    }
}

/// Returns the complete record of a game, from the log in the store.
async fn full_record(store: &Sqlite, kind: &GameKind<'_>) -> Record {
    let rules = kind.rules;
    let mut recorder = Recorder::new(rules, &kind.options).expect("a game");
    let names = (0..kind.options.seats).filter_map(orrery_rules::Seat::new);
    let header = recorder.header_mut();
    header.names = names.map(|seat| (seat, format!("P{seat}"))).collect();
    header.deck = kind.deck.map(|text| DeckRef::of_file(text).under(rules.rulings));
    for entry in store.log(TABLE, 0).await.expect("a log") {
        let entry: Value = serde_json::from_slice(&entry).expect("JSON");
        if let Some(words) = entry["step"]["step"].as_str() {
            recorder.push(Step::parse(rules, words).expect("a step")).expect("a legal step");
        }
    }
    recorder.finish()
}

async fn compare(kind: &GameKind<'_>, answers: usize, service: &mut Service) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
    store.add_game(row(kind)).await.expect("a game");
    let server = Server::new(Config::default(), Arc::<Sqlite>::clone(&store), None);
    let mut game = OnlineGame::start(server.command_router(), kind.options.seats).await;
    let (mut redacted, mut views) = (Vec::new(), Vec::new());
    for round in 0..answers {
        if !game.answer().await {
            break;
        }
        if round % 40 == 3 {
            for (number, client) in game.clients.iter().enumerate() {
                let record = game.record(client.seat).await;
                views.push((number, record.len(), game.view(client).await));
                redacted.push((number, record));
            }
        }
    }
    game.clients.iter_mut().for_each(Client::read_queued);
    let record = full_record(&store, kind).await;
    Comparison { kind, record: &record, redacted, views }.run(service, &game.clients);
}

/// Compares games of an edition: a complete one, and short ones with each number of seats.
///
/// The short games have no options, and then all options that the edition offers.
async fn compare_edition(id: &str) {
    let rules = deck::edition(id).expect("an edition");
    let mut service = Service::start();
    let mut kind = GameKind { rules, options: Options::players(2), deck: None };
    compare(&kind, usize::MAX, &mut service).await;
    let is_allowed = |options: &Options| options.problems(rules).is_empty();
    for options in (1..=5).map(options).filter(is_allowed) {
        kind.options = options;
        compare(&kind, MAX_ANSWERS, &mut service).await;
        kind.options.chosen = OptionSet::offered(rules, options.seats);
        if !kind.options.chosen.is_empty() {
            compare(&kind, MAX_ANSWERS, &mut service).await;
        }
    }
}

#[tokio::test]
async fn prototype_is_presented_alike_and_hides_missions() {
    compare_edition("prototype").await;
}

#[tokio::test]
async fn classic_is_presented_alike_and_hides_missions() {
    compare_edition("classic").await;
}

#[tokio::test]
async fn revised_is_presented_alike_and_hides_missions() {
    compare_edition("revised").await;
}

#[tokio::test]
async fn blast_off_is_presented_alike_and_hides_missions() {
    compare_edition("blast-off").await;
}

#[tokio::test]
async fn a_custom_deck_is_presented_alike_and_hides_missions() {
    let text = include_str!("../../rules/decks/classic.toml");
    let text = text.replace("id = \"classic\"", "id = \"house\"");
    let rules = &deck::parse(&text).expect("a deck");
    let kind = GameKind { rules, options: Options::players(3), deck: Some(&text) };
    compare(&kind, MAX_ANSWERS, &mut Service::start()).await;
}

#[test]
fn every_edition_is_compared() {
    assert_eq!(deck::EDITIONS, ["prototype", "classic", "revised", "blast-off"]);
}
