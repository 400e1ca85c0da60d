//! Servers as processes of their own, so that what they use is theirs alone. They end with their
//! owner: a server by its id, an echo when its input ends.

use super::client::{Person, Requests};
use super::echo::Buffers;
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child as Process, ChildStdout, Command};
use tokio::time::timeout;

/// How long a start may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// As usual, without the limits that keep one machine from playing everybody, and nothing is parked
/// while it is measured.
const CONFIG: &str = "[limits]
messages_per_second = 1000000
requests_per_minute = 100000000
identities_per_hour = 100000000
tables_per_hour = 100000000
megabytes_per_day = 4000
park_after_seconds = 36000
";

/// Where a server may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cores {
    /// Wherever there is room.
    All,
    /// On one core, where the system can be told so.
    One,
}

/// What several machines share.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The address of a database.
    pub(super) store: String,
    /// The address of a bus.
    pub(super) bus: String,
    /// The program that measures the database bare.
    pub(super) pgbench: PathBuf,
}

/// A server that runs.
pub(super) struct Child {
    process: Process,
    /// Held, so that it can go on speaking.
    _out: Lines<BufReader<ChildStdout>>,
    /// Where it listens.
    pub(super) address: SocketAddr,
    /// How long it took until it answered.
    pub(super) start: Duration,
}

impl Child {
    /// `orrery serve` with its games in a folder; it is ready to serve.
    pub(super) async fn serve(folder: &Path, cores: Cores) -> Result<Self> {
        let mut command = Command::new(own()?);
        Self::ready(command.arg("serve").arg("--data").arg(folder), folder, cores).await
    }

    /// The same as one node of several.
    pub(super) async fn node(folder: &Path, site: &Site) -> Result<Self> {
        let mut command = Command::new(own()?);
        command.args(["serve", "--store", &site.store, "--bus", &site.bus]);
        Self::ready(&mut command, folder, Cores::All).await
    }

    async fn ready(command: &mut Command, folder: &Path, cores: Cores) -> Result<Self> {
        let config = folder.join("load.toml");
        std::fs::write(&config, CONFIG).context("cannot write the settings")?;
        let began = Instant::now();
        command.args(["--listen", "127.0.0.1:0", "--config"]).arg(config);
        let mut child = Self::start(command, cores).await?;
        Requests::open(child.address).await?.get(&Person::nobody(), "/readyz").await?;
        child.start = began.elapsed();
        Ok(child)
    }

    /// The bare echo.
    pub(super) async fn echo(buffers: Buffers) -> Result<Self> {
        let mut command = Command::new(own()?);
        let word = buffers.to_possible_value().context("no such buffers")?;
        command.args(["load", "--be-echo", word.get_name()]).stdin(Stdio::piped());
        Self::start(&mut command, Cores::All).await
    }

    async fn start(command: &mut Command, cores: Cores) -> Result<Self> {
        let began = Instant::now();
        command.stdout(Stdio::piped()).kill_on_drop(true);
        let process = match cores {
            Cores::All => command.spawn(),
            Cores::One => on_one_core(|| command.spawn())?,
        };
        let mut process = process.context("cannot start a server")?;
        let out = process.stdout.take().context("it says nothing")?;
        let mut lines = BufReader::new(out).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.context("it does not start")??;
        let line = line.context("it has ended at once")?;
        let address = line.rsplit('/').next().and_then(|text| text.trim().parse().ok());
        let address = address.with_context(|| format!("no address in `{line}`"))?;
        Ok(Self { process, _out: lines, address, start: began.elapsed() })
    }

    /// A number that it counts.
    pub(super) async fn count(&self, name: &str) -> Result<f64> {
        let mut requests = Requests::open(self.address).await?;
        let counted = requests.get(&Person::nobody(), "/metrics").await?;
        let value = counted.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.with_context(|| format!("it does not count {name}"))?.parse().context("no number")
    }

    /// Ends it and waits until it has.
    pub(super) async fn end(mut self) -> Result<()> {
        self.process.kill().await.context("cannot end a server")
    }

    /// The memory that it holds, in bytes, where the system tells.
    pub(super) fn memory(&self) -> Option<f64> {
        let status = self.about("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1024.0)
    }

    /// The time of processors that it has used, in seconds, where the system tells.
    pub(super) fn work(&self) -> Option<f64> {
        let stat = self.about("stat")?;
        // After the name, which may hold anything, user time is the 12th word and the system's the
        // 13th, in hundredths.
        let words: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let part = |place: usize| words.get(place)?.parse::<f64>().ok();
        Some((part(11)? + part(12)?) / 100.0)
    }

    fn about(&self, what: &str) -> Option<String> {
        std::fs::read_to_string(format!("/proc/{}/{what}", self.process.id()?)).ok()
    }
}

fn own() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find this program")
}

/// What is started by this thread meanwhile stays on one core.
#[cfg(target_os = "linux")]
fn on_one_core<T>(start: impl FnOnce() -> T) -> Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let all = sched_getaffinity(None).context("cannot ask for cores")?;
    let mut one = CpuSet::new();
    (0..CpuSet::MAX_CPU)
        .rev()
        .find(|core| all.is_set(*core))
        .into_iter()
        .for_each(|core| one.set(core));
    sched_setaffinity(None, &one).context("cannot choose a core")?;
    let started = start();
    sched_setaffinity(None, &all).context("cannot choose all cores")?;
    Ok(started)
}

#[cfg(not(target_os = "linux"))]
fn on_one_core<T>(start: impl FnOnce() -> T) -> Result<T> {
    Ok(start())
}
