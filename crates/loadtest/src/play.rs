//! Tables that play as fast as the server answers, compared with an echo and an append baseline.

use crate::child::{Child, Cores};
use crate::client::{Person, Requests};
use crate::echo::{self, Buffers};
use crate::figures::{Measurement, Samples};
use crate::player::{Phase, Player, Tally};
use crate::report::{Section, Threshold};
use crate::{append, dial};
use anyhow::{Context, Result, bail};
use orrery_protocol::Seat;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// Table settings without a minimum window time, so that programs do not wait.
pub(crate) const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";
/// Time limit until all tables have started.
const START_TIMEOUT: Duration = Duration::from_secs(300);
/// Share of the lower baseline rate that durable steps must reach.
const MIN_RATE_SHARE: f64 = 0.25;
/// Limit of the median size of an event message: less than 300 bytes.
const MAX_EVENT_BYTES: f64 = 299.0;
/// Limit of the size of a full view: less than 8 KiB.
const MAX_VIEW_BYTES: f64 = 8191.0;
/// Limit of the acknowledgement time, as a multiple of the time of an echo.
const MAX_LATENCY_FACTOR: f64 = 4.0;

/// The best measurements of all rounds.
#[derive(Default)]
struct Best {
    /// The echo server with default buffers.
    default_echo: Measurement,
    /// The echo server with small buffers.
    small_echo: Measurement,
    /// The append baseline.
    append: Measurement,
    /// The game server.
    played: Measurement,
    /// The measurements of all players in all rounds.
    tally: Tally,
}

/// Measures the game server and the baselines in alternating rounds.
///
/// Other load on the machine then affects all of them alike.
pub async fn measure(tables: u32, time: Duration, rounds: u32) -> Result<Section> {
    if dial::raise_file_limit(tables * 2)? < tables * 2 {
        let files = dial::required_files(tables * 2);
        bail!(
            "cannot open enough sockets: use fewer --tables, or run `ulimit -Hn {files}` as root"
        );
    }
    let mut best = Best::default();
    for _ in 0..rounds {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let echo = |buffers| echo::measure(tables, buffers, time);
        best.default_echo.keep_better(echo(Buffers::Default).await.context("the echo baseline")?);
        best.small_echo.keep_better(echo(Buffers::Small).await.context("the echo baseline")?);
        let path = folder.path().to_owned();
        let append =
            tokio::task::spawn_blocking(move || append::measure(&path, tables, time)).await?;
        best.append.keep_better(append.context("the append baseline")?);
        let child = Child::serve(folder.path(), Cores::All).await?;
        let (played, tally) = play(child, tables, time).await?;
        best.played.keep_better(played);
        best.tally.merge(&tally);
    }
    Ok(best.section(tables))
}

impl Best {
    fn section(&self, tables: u32) -> Section {
        let title = format!("{tables} tables play at once, two players each");
        let mut section = Section::new(title);
        self.report_baselines(&mut section);
        let min_rate = MIN_RATE_SHARE * self.default_echo.rate.min(self.append.rate);
        section.check(
            "steps acknowledged, each durable",
            self.played.rate,
            "/s",
            Threshold::AtLeast(min_rate),
        );
        let (echo, commit) = (self.default_echo.times.millis(0.99), self.append.times.millis(0.5));
        let p99 = self.played.times.millis(0.99);
        section.add_figure(
            "  send to acknowledgement, median",
            self.played.times.millis(0.5),
            "ms",
        );
        let max_latency = Threshold::AtMost(MAX_LATENCY_FACTOR * echo + commit);
        section.check("  send to acknowledgement, p99", p99, "ms", max_latency);
        report_cpu_time(&mut section, &self.played);
        let median = |samples: &Samples| f64::from(samples.quantile(0.5));
        section.check(
            "size of an event message, median",
            median(&self.tally.steps),
            "bytes",
            Threshold::AtMost(MAX_EVENT_BYTES),
        );
        let longest = f64::from(self.tally.views.quantile(1.0));
        section.add_figure("size of a full view, median", median(&self.tally.views), "bytes");
        section.check("full view, longest", longest, "bytes", Threshold::AtMost(MAX_VIEW_BYTES));
        section
    }

    fn report_baselines(&self, section: &mut Section) {
        section.add_figure("echo baseline, 200 bytes", self.default_echo.rate, "/s");
        section.add_figure("  p99", self.default_echo.times.millis(0.99), "ms");
        report_cpu_time(section, &self.default_echo);
        section.add_figure("echo with the small buffers of the server", self.small_echo.rate, "/s");
        section.add_figure("  p99", self.small_echo.times.millis(0.99), "ms");
        report_cpu_time(section, &self.small_echo);
        section.add_figure("append baseline, one row per table and commit", self.append.rate, "/s");
        section.add_figure("  time of a commit, median", self.append.times.millis(0.5), "ms");
    }
}

/// Adds the CPU time of the server per step or message.
pub(crate) fn report_cpu_time(section: &mut Section, measured: &Measurement) {
    if let Some(cpu_time) = measured.cpu_time {
        section.add_figure("  CPU time of the server per message", cpu_time * 1e6, "µs");
    }
}

/// Plays at this many tables of a server, then stops the server.
pub(crate) async fn play(
    child: Child,
    tables: u32,
    time: Duration,
) -> Result<(Measurement, Tally)> {
    let server = child.address;
    let (phase, started) = (Arc::new(Phase::default()), Arc::new(AtomicU32::new(0)));
    let people = Arc::new(create_people(server).await?);
    let tasks: Vec<_> = (0..tables)
        .map(|_| {
            let (phase, started) = (Arc::clone(&phase), Arc::clone(&started));
            let people = Arc::clone(&people);
            tokio::spawn(async move { keep_playing(server, &people, phase, &started).await })
        })
        .collect();
    wait_until_started(&started, tables).await?;
    tokio::time::sleep(time / 5).await;
    let cpu_before = child.cpu_time();
    phase.measuring.store(true, Ordering::Relaxed);
    let began = Instant::now();
    tokio::time::sleep(time).await;
    phase.measuring.store(false, Ordering::Relaxed);
    let time = began.elapsed().as_secs_f64();
    let cpu_time = child.cpu_time().zip(cpu_before).map(|(after, before)| after - before);
    phase.end();
    let mut tally = Tally::default();
    for task in tasks {
        tally.merge(&task.await??);
    }
    child.end().await?;
    let (times, count) = (tally.times.clone(), tally.times.count() as f64);
    let cpu_time = cpu_time.map(|cpu_time| cpu_time / count.max(1.0));
    Ok((Measurement { times, rate: count / time, cpu_time }, tally))
}

async fn wait_until_started(started: &AtomicU32, tables: u32) -> Result<()> {
    let all_started = async {
        while started.load(Ordering::Relaxed) < tables {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(START_TIMEOUT, all_started).await.context("not all tables started in time")
}

/// Plays one game after the other, each at a new table.
///
/// Increments `started` when the first game has started.
async fn keep_playing(
    server: SocketAddr,
    people: &[Person; 2],
    phase: Arc<Phase>,
    started: &AtomicU32,
) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut first = Some(started);
    while !phase.has_ended() {
        // A game outlasts the server's keep-alive timeout, so each game needs a new connection.
        let table = start_game(&mut Requests::open(server).await?, people).await?;
        let player = async |seat: usize| {
            let stream = TcpStream::connect(server).await?;
            Player::new(stream, &people[seat], &table, Seat::ALL[seat], Arc::clone(&phase)).await
        };
        let (ada, ben) = (player(0).await?, player(1).await?);
        if let Some(started) = first.take() {
            started.fetch_add(1, Ordering::Relaxed);
        }
        let (ada, ben) = tokio::join!(ada.play(), ben.play());
        tally.merge(&ada?);
        tally.merge(&ben?);
    }
    Ok(tally)
}

/// Creates the identities of two players.
pub(crate) async fn create_people(server: SocketAddr) -> Result<[Person; 2]> {
    let mut requests = Requests::open(server).await?;
    Ok([requests.person("Ada").await?, requests.person("Ben").await?])
}

/// Creates a table and starts its game.
pub(crate) async fn start_game(requests: &mut Requests, people: &[Person; 2]) -> Result<String> {
    let table = requests.table(&people[0], SETTINGS).await?.table;
    requests.sit(&people[0], &table, Seat::A).await?;
    requests.sit(&people[1], &table, Seat::B).await?;
    requests.start(&people[0], &table).await?;
    Ok(table)
}
