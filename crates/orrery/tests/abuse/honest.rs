//! Honest players, whose response times are measured.
//!
//! Each pair of players has its own address and table, and waits before each answer. Meanwhile it
//! sends requests, as a web page does. The last pair plays against a bot.

use crate::target::connect;
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

/// Number of tables with two people; one more pair plays against a bot.
const TABLES: u8 = 8;
/// Average thinking time per answer.
const THINKING_TIME: Duration = Duration::from_millis(60);
/// Average thinking time per answer against a bot.
///
/// It is longer, because these games are short and the server limits the number of new tables.
const BOT_THINKING_TIME: Duration = Duration::from_millis(150);
/// Average time between two requests of a pair.
const REQUEST_INTERVAL: Duration = Duration::from_millis(200);
/// Settings of a two-seat table without a minimum window time, as programs answer at once.
const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";

/// Response times of the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latency {
    /// Times from sending a step to its acknowledgement.
    pub(crate) steps: Samples,
    /// Times from sending a request to its response.
    pub(crate) requests: Samples,
    /// Times from the end of the player's turn to the next prompt, while the bot plays.
    pub(crate) bots: Samples,
}

impl Latency {
    /// Adds the samples of another measurement.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.steps.merge(&other.steps);
        self.requests.merge(&other.requests);
        self.bots.merge(&other.bots);
    }
}

/// The opponent of Ada, the first person of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opponent {
    Ben,
    Bot,
}

/// Two people at one address.
struct Pair {
    address: Ipv4Addr,
    people: [Person; 2],
}

/// All honest players.
pub(crate) struct Honest {
    server: SocketAddr,
    pairs: Vec<Pair>,
}

impl Honest {
    /// Creates the identities of all players.
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

    /// Plays for this time; fails if the server refuses a request or a message.
    pub(crate) async fn play(&self, time: Duration) -> Result<Latency> {
        let phase = Arc::new(Phase::default());
        phase.measuring.store(true, Ordering::Relaxed);
        let end = async {
            tokio::time::sleep(time).await;
            phase.end();
            anyhow::Ok(())
        };
        let (last, pairs) = self.pairs.split_last().expect("there are pairs");
        let playing = try_join_all(pairs.iter().map(|pair| pair.play(self.server, &phase)));
        let asking = try_join_all(pairs.iter().map(|pair| pair.ask(self.server, &phase)));
        let against_bot = last.play_bot(self.server, &phase);
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

    /// Plays one game after another.
    async fn play(&self, server: SocketAddr, phase: &Arc<Phase>) -> Result<Samples> {
        let mut times = Samples::default();
        while !phase.has_ended() {
            let table = self.begin(server, Opponent::Ben).await?;
            let player = async |index: usize| {
                let (stream, phase) = (connect(self.address, server).await?, Arc::clone(phase));
                let (who, seat) = (&self.people[index], Seat::ALL[index]);
                Ok(Player::new(stream, who, &table, seat, phase)
                    .await?
                    .with_thinking_time(THINKING_TIME))
            };
            let (ada, ben): (Result<Player>, Result<Player>) = tokio::join!(player(0), player(1));
            let (ada, ben) = tokio::try_join!(ada?.play(), ben?.play())?;
            times.merge(&ada.times);
            times.merge(&ben.times);
        }
        Ok(times)
    }

    /// Creates a table for both people, or for Ada and a bot, and starts the game.
    async fn begin(&self, server: SocketAddr, opponent: Opponent) -> Result<String> {
        let mut requests = self.requests(server).await?;
        let [ada, ben] = &self.people;
        let table = requests.table(ada, SETTINGS).await?.table;
        requests.sit(ada, &table, Seat::A).await?;
        match opponent {
            Opponent::Ben => requests.sit(ben, &table, Seat::B).await?,
            Opponent::Bot => seat_bot(&mut requests, ada, &table, Seat::B, "greedy").await?,
        }
        requests.start(ada, &table).await?;
        Ok(table)
    }

    /// Requests `/api/me` repeatedly, and measures the response times.
    async fn ask(&self, server: SocketAddr, phase: &Phase) -> Result<Samples> {
        let (mut times, mut requests) = (Samples::default(), self.requests(server).await?);
        while !phase.has_ended() {
            let began = Instant::now();
            requests.get(&self.people[0], "/api/me").await?;
            times.add_time(began.elapsed());
            tokio::time::sleep(REQUEST_INTERVAL.mul_f64(fastrand::f64() * 2.0)).await;
        }
        Ok(times)
    }

    /// Plays one game after another against a bot, with turns as short as possible.
    async fn play_bot(&self, server: SocketAddr, phase: &Phase) -> Result<Samples> {
        let mut times = Samples::default();
        while !phase.has_ended() {
            let table = self.begin(server, Opponent::Bot).await?;
            let stream = connect(self.address, server).await?;
            let socket = Socket::at_table(stream, &self.people[0], &table, None).await?;
            play_bot_game(socket, phase, &mut times).await?;
        }
        Ok(times)
    }
}

/// Gives a seat to a bot.
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
    ensure!(answer.status.is_success(), "cannot seat a bot: {}", answer.status);
    Ok(())
}

/// Plays a game against a bot, and adds the bot's response times.
async fn play_bot_game(mut socket: Socket, phase: &Phase, times: &mut Samples) -> Result<()> {
    let (mut answered, mut ended_turn) = (None, None::<Instant>);
    while !phase.has_ended() {
        // After a timeout, check again whether the phase has ended.
        let Ok(text) = timeout(REQUEST_INTERVAL, socket.receive()).await else { continue };
        let text = text?;
        let message = PartialMessage::read(&text)?;
        ensure!(message.error.is_none(), "the server refuses a message: {:?}", message.error);
        if message.is_over() {
            return Ok(());
        }
        let is_open =
            |prompt: &PartialPrompt| prompt.is_open_to(Seat::A) && answered < Some(prompt.version);
        let Some(prompt) = message.prompt.filter(is_open) else { continue };
        if let Some(since) = ended_turn.take() {
            times.add_time(since.elapsed());
        }
        tokio::time::sleep(BOT_THINKING_TIME.mul_f64(fastrand::f64() * 2.0)).await;
        answered = Some(prompt.version);
        let end = prompt.legal.iter().find(|step| *step == "end").cloned();
        ended_turn = end.is_some().then(Instant::now);
        let Some(step) = end.or_else(|| fastrand::choice(prompt.legal)) else { continue };
        let (id, version) = (prompt.version.to_string(), prompt.version);
        socket.send(&ClientMessage::Act { id, version, step }).await?;
    }
    Ok(())
}
