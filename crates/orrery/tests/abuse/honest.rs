//! Honest players. Each pair has a table and an address of its own and thinks before each answer.
//! Meanwhile they send requests as a page does, and one plays against a bot.

use crate::field::connect;
use anyhow::{Result, ensure};
use futures_util::future::try_join_all;
use hyper::Method;
use orrery_loadtest::client::{Person, Requests, Socket};
use orrery_loadtest::figures::Samples;
use orrery_loadtest::partial_message::{PartialMessage, PartialPrompt};
use orrery_loadtest::player::{Phase, Player};
use orrery_protocol::{ClientMessage, Seat};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The number of tables.
const TABLES: u8 = 8;
/// The average time to think.
const PACE: Duration = Duration::from_millis(60);
/// The same of one who plays against a bot: games with it are short, and nobody may begin very many.
const BOT_PACE: Duration = Duration::from_millis(150);
/// The average time between two requests of a player.
const ASKS: Duration = Duration::from_millis(200);
/// A table of programs: nobody needs time to look.
const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";

/// Response times of the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latency {
    /// From a step to its acknowledgement.
    pub(crate) steps: Samples,
    /// From a request to its answer.
    pub(crate) requests: Samples,
    /// From a step that lets a bot play to the next question.
    pub(crate) bots: Samples,
}

impl Latency {
    /// Together with another.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.steps.merge(&other.steps);
        self.requests.merge(&other.requests);
        self.bots.merge(&other.bots);
    }
}

/// The opponent of Ada.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rival {
    Ben,
    Bot,
}

/// Two people at one address.
struct Pair {
    address: Ipv4Addr,
    people: [Person; 2],
}

/// Everybody who is honest.
pub(crate) struct Honest {
    server: SocketAddr,
    pairs: Vec<Pair>,
}

impl Honest {
    /// They introduce themselves.
    pub(crate) async fn new(server: SocketAddr) -> Result<Self> {
        let mut pairs = Vec::new();
        for number in 0..=TABLES {
            let address = Ipv4Addr::new(192, 0, 2, 10 + number);
            let mut requests = Requests::over(connect(address, server).await?).await?;
            let people = [requests.person("Ada").await?, requests.person("Ben").await?];
            pairs.push(Pair { address, people });
        }
        Ok(Self { server, pairs })
    }

    /// They play for a while. Nobody may be refused anything.
    pub(crate) async fn play(&self, time: Duration) -> Result<Latency> {
        let phase = Arc::new(Phase::default());
        phase.measuring.store(true, Ordering::Relaxed);
        let end = async {
            tokio::time::sleep(time).await;
            phase.end();
            anyhow::Ok(())
        };
        let (alone, pairs) = self.pairs.split_last().expect("there are some");
        let playing = try_join_all(pairs.iter().map(|pair| pair.play(self.server, &phase)));
        let asking = try_join_all(pairs.iter().map(|pair| pair.ask(self.server, &phase)));
        let against_bot = alone.play_bot(self.server, &phase);
        let (steps, requests, bots, ()) = tokio::try_join!(playing, asking, against_bot, end)?;
        let mut latency = Latency { bots, ..Latency::default() };
        steps.iter().for_each(|samples| latency.steps.merge(samples));
        requests.iter().for_each(|samples| latency.requests.merge(samples));
        Ok(latency)
    }
}

impl Pair {
    async fn requests(&self, server: SocketAddr) -> Result<Requests> {
        Requests::over(connect(self.address, server).await?).await
    }

    /// Plays one game after the other.
    async fn play(&self, server: SocketAddr, phase: &Arc<Phase>) -> Result<Samples> {
        let mut times = Samples::default();
        while !phase.has_ended() {
            let table = self.begin(server, Rival::Ben).await?;
            let player = async |place: usize| {
                let (stream, phase) = (connect(self.address, server).await?, Arc::clone(phase));
                let (who, seat) = (&self.people[place], Seat::ALL[place]);
                Ok(Player::new(stream, who, &table, seat, phase).await?.thinking(PACE))
            };
            let (ada, ben): (Result<Player>, Result<Player>) = tokio::join!(player(0), player(1));
            let (ada, ben) = tokio::try_join!(ada?.play(), ben?.play())?;
            times.merge(&ada.times);
            times.merge(&ben.times);
        }
        Ok(times)
    }

    /// A table of both, or of one and a bot, that has begun.
    async fn begin(&self, server: SocketAddr, rival: Rival) -> Result<String> {
        let mut requests = self.requests(server).await?;
        let [ada, ben] = &self.people;
        let table = requests.table(ada, SETTINGS).await?.table;
        requests.sit(ada, &table, Seat::A).await?;
        match rival {
            Rival::Ben => requests.sit(ben, &table, Seat::B).await?,
            Rival::Bot => seat_bot(&mut requests, ada, &table, Seat::B, "greedy").await?,
        }
        requests.start(ada, &table).await?;
        Ok(table)
    }

    /// Asks who it is, again and again.
    async fn ask(&self, server: SocketAddr, phase: &Phase) -> Result<Samples> {
        let (mut times, mut requests) = (Samples::default(), self.requests(server).await?);
        while !phase.has_ended() {
            let began = Instant::now();
            requests.get(&self.people[0], "/api/me").await?;
            times.add_time(began.elapsed());
            tokio::time::sleep(ASKS.mul_f64(fastrand::f64() * 2.0)).await;
        }
        Ok(times)
    }

    /// Plays against a bot: ends each turn as soon as possible, and waits for the bot.
    async fn play_bot(&self, server: SocketAddr, phase: &Phase) -> Result<Samples> {
        let mut times = Samples::default();
        while !phase.has_ended() {
            let table = self.begin(server, Rival::Bot).await?;
            let stream = connect(self.address, server).await?;
            let socket = Socket::at_table(stream, &self.people[0], &table, None).await?;
            duel(socket, phase, &mut times).await?;
        }
        Ok(times)
    }
}

/// Lets a bot sit down.
pub(crate) async fn seat_bot(
    requests: &mut Requests,
    host: &Person,
    table: &str,
    seat: Seat,
    level: &str,
) -> Result<()> {
    let path = format!("/api/tables/{table}/seats/{seat}");
    let bot = format!("{{\"kind\":\"bot\",\"level\":\"{level}\"}}");
    let answer = requests.send(host, Method::PUT, &path, bot).await?;
    ensure!(answer.status.is_success(), "no bot: {}", answer.status);
    Ok(())
}

async fn duel(mut socket: Socket, phase: &Phase, times: &mut Samples) -> Result<()> {
    let (mut answered, mut ended_turn) = (None, None::<Instant>);
    while !phase.has_ended() {
        // What is left of a bot's turn when the phase ends does not matter.
        let Ok(text) = timeout(ASKS, socket.receive()).await else { continue };
        let text = text?;
        let message = PartialMessage::read(&text)?;
        ensure!(message.error.is_none(), "the server refuses a message: {:?}", message.error);
        if message.is_over() {
            return Ok(());
        }
        let open =
            |asked: &PartialPrompt| asked.is_open_to(Seat::A) && answered < Some(asked.version);
        let Some(asked) = message.prompt.filter(open) else { continue };
        if let Some(since) = ended_turn.take() {
            times.add_time(since.elapsed());
        }
        tokio::time::sleep(BOT_PACE.mul_f64(fastrand::f64() * 2.0)).await;
        answered = Some(asked.version);
        let end = asked.legal.iter().find(|step| *step == "end").cloned();
        ended_turn = end.is_some().then(Instant::now);
        let Some(step) = end.or_else(|| fastrand::choice(asked.legal)) else { continue };
        let (id, version) = (asked.version.to_string(), asked.version);
        socket.send(&ClientMessage::Act { id, version, step }).await?;
    }
    Ok(())
}
