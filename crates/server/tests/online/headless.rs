//! A server without a port, for tests with a paused clock.
//!
//! Tests send commands through the router. All games have the same dice.

use crate::support::{config, prompt_for};
use orrery_protocol::{
    ClientMessage, Fault, Prompt, Seat, ServerMessage, Sit, StepTaken, TableSettings,
};
use orrery_server::{
    Attach, Command, CommandRouter, Frame, Reply, Request, RequestKind, Server, User,
};
use orrery_store::{GameRow, SeatRow, Sqlite, Store};
use std::sync::Arc;
use tempfile::{TempDir, tempdir};
use tokio::sync::oneshot;

/// A server without a port.
pub(crate) struct HeadlessServer {
    pub(crate) server: Server,
    pub(crate) store: Arc<Sqlite>,
    pub(crate) router: Arc<dyn CommandRouter>,
    pub(crate) folder: TempDir,
}

impl HeadlessServer {
    pub(crate) fn new() -> Self {
        let folder = tempdir().expect("a folder");
        let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
        let server = Server::new(config(), Arc::<Sqlite>::clone(&store), None);
        let router = server.command_router();
        Self { server, store, router, folder }
    }

    /// Creates a table whose players are `pA`, `pB` and so on.
    pub(crate) async fn table(&self, id: &str, settings: serde_json::Value) -> String {
        let row = row(id, settings);
        let (id, seats) = (row.id.clone(), row.seats.len());
        self.store.add_game(row).await.expect("a game");
        for seat in &Seat::ALL[..seats] {
            self.ask(
                &id,
                *seat,
                RequestKind::Sit(*seat, Sit::Me { entropy_hash: None, entropy: None }),
            )
            .await;
        }
        id
    }

    pub(crate) async fn ask(&self, table: &str, seat: Seat, kind: RequestKind) -> Reply {
        self.try_ask(table, seat, kind).await.expect("it is done")
    }

    pub(crate) async fn try_ask(
        &self,
        table: &str,
        seat: Seat,
        kind: RequestKind,
    ) -> Result<Reply, Fault> {
        let (reply, answer) = oneshot::channel();
        let request = Request { user: Some(user(seat)), kind, reply };
        self.router.send(table, Command::Request(Box::new(request))).await;
        answer.await.expect("an answer")
    }

    /// Attaches the player of a seat to a table, or a spectator if the table has no such seat.
    pub(crate) async fn attach(&self, table: &str, seat: Seat) -> HeadlessClient {
        let (frames, receiver) = orrery_server::channel(256);
        let (reply, answer) = oneshot::channel();
        let user = Some(user(seat));
        let attach = Attach { user, language: None, since: None, deck: None, frames, reply };
        self.router.send(table, Command::Attach(Box::new(attach))).await;
        let number = answer.await.expect("an answer").expect("it is admitted");
        HeadlessClient {
            router: Arc::clone(&self.router),
            table: table.to_owned(),
            seat,
            number,
            receiver,
            last_id: 0,
        }
    }
}

/// Returns an open table without players, with a fixed seed.
pub(crate) fn row(id: &str, settings: serde_json::Value) -> GameRow {
    let settings: TableSettings = serde_json::from_value(settings).expect("settings");
    GameRow {
        settings: serde_json::to_string(&settings).expect("text"),
        seats: vec![SeatRow::default(); settings.seats as usize],
        ..GameRow::new(format!("{id:a<20}"), "pA".to_owned(), [7; 32], 0)
    }
}

fn user(seat: Seat) -> User {
    User { id: format!("p{seat}").into(), name: format!("P{seat}"), program: false }
}

/// A client that is attached to a table.
pub(crate) struct HeadlessClient {
    router: Arc<dyn CommandRouter>,
    pub(crate) table: String,
    pub(crate) seat: Seat,
    pub(crate) number: u64,
    pub(crate) receiver: orrery_server::FrameReceiver,
    last_id: u32,
}

impl HeadlessClient {
    pub(crate) async fn send(&self, message: ClientMessage) {
        self.router.send(&self.table, Command::Message(self.number, Box::new(message))).await;
    }

    pub(crate) async fn receive(&mut self) -> ServerMessage {
        match self.receiver.recv().await.expect("a frame") {
            Frame::Text(text) => serde_json::from_str(&text).expect("a message"),
            Frame::Close(why) => panic!("{why:?}"),
        }
    }

    pub(crate) async fn until<T>(&mut self, wanted: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            if let Some(found) = wanted(&self.receive().await) {
                return found;
            }
        }
    }

    pub(crate) async fn next_prompt(&mut self) -> Prompt {
        let seat = self.seat;
        self.until(|message| prompt_for(message, seat).cloned()).await
    }

    pub(crate) async fn act(&mut self, prompt: &Prompt, step: &str) {
        self.last_id += 1;
        let id = format!("a{}", self.last_id);
        let act = ClientMessage::Act { id, version: prompt.version, step: step.to_owned() };
        self.send(act).await;
    }

    /// Returns the steps of the next message that has any.
    pub(crate) async fn steps(&mut self) -> Vec<StepTaken> {
        self.until(|message| match message {
            ServerMessage::Steps { steps, .. } if !steps.is_empty() => Some(steps.clone()),
            _ => None,
        })
        .await
    }

    /// Returns the JSON text of the next message with steps.
    pub(crate) async fn steps_text(&mut self) -> String {
        loop {
            let frame = self.receiver.recv().await.expect("a frame");
            let Frame::Text(text) = frame else { panic!("the server closed the connection") };
            if text.contains("\"type\":\"steps\"") {
                return text.to_string();
            }
        }
    }

    /// Detaches from the table.
    pub(crate) async fn leave(self) {
        self.router.send(&self.table, Command::Detach(self.number)).await;
    }

    /// Answers the next prompt with the first legal answer, which keeps a mission.
    pub(crate) async fn keep_mission(&mut self) {
        let prompt = self.next_prompt().await;
        let step = prompt.legal[0].clone();
        self.act(&prompt, &step).await;
    }
}
