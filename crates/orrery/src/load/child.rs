//! Servers as processes of their own, so that what they use is theirs alone. They end with their
//! owner: a server by its id, an echo when its input ends.

use anyhow::{Context, Result};
use std::net::SocketAddr;
use std::path::Path;
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
park_after_seconds = 36000
";

/// A server that runs.
pub(super) struct Child {
    process: Process,
    /// Held, so that it can go on speaking.
    _out: Lines<BufReader<ChildStdout>>,
    /// Where it listens.
    pub(super) address: SocketAddr,
    /// How long it took until it did.
    pub(super) start: Duration,
}

impl Child {
    /// `orrery serve` with its games in a folder.
    pub(super) async fn serve(folder: &Path) -> Result<Self> {
        let config = folder.join("load.toml");
        std::fs::write(&config, CONFIG).context("cannot write the settings")?;
        let mut command = Command::new(own()?);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder);
        Self::start(command.arg("--config").arg(config)).await
    }

    /// The bare echo.
    pub(super) async fn echo() -> Result<Self> {
        let mut command = Command::new(own()?);
        Self::start(command.args(["load", "--be-echo"]).stdin(Stdio::piped())).await
    }

    async fn start(command: &mut Command) -> Result<Self> {
        let began = Instant::now();
        let process = command.stdout(Stdio::piped()).kill_on_drop(true).spawn();
        let mut process = process.context("cannot start a server")?;
        let out = process.stdout.take().context("it says nothing")?;
        let mut lines = BufReader::new(out).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.context("it does not start")??;
        let line = line.context("it has ended at once")?;
        let address = line.rsplit('/').next().and_then(|text| text.trim().parse().ok());
        let address = address.with_context(|| format!("no address in `{line}`"))?;
        Ok(Self { process, _out: lines, address, start: began.elapsed() })
    }

    /// Ends it and waits until it has.
    pub(super) async fn end(mut self) -> Result<()> {
        self.process.kill().await.context("cannot end a server")
    }

    /// The memory that it holds, in bytes, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = self.about("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
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

fn own() -> Result<std::path::PathBuf> {
    std::env::current_exe().context("cannot find this program")
}
