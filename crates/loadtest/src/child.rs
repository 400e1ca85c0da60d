//! Servers as child processes, so that their resource usage can be measured separately.
//!
//! The parent process kills its servers when it drops them. An echo server also exits when its
//! standard input ends.

use crate::client::{Person, Requests};
use crate::echo::Buffers;
use crate::process::UNLIMITED;
use anyhow::{Context, Result};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child as Process, ChildStdout, Command};
use tokio::time::timeout;

/// Time limit for the start of a server.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// The cores that a server may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cores {
    /// All cores.
    All,
    /// A single core on Linux, all cores on other systems.
    One,
}

/// The services that the nodes of a cluster share, and pgbench.
#[derive(Clone, Debug)]
pub struct ClusterServices {
    /// Address of the database.
    pub store: String,
    /// Address of the message bus (NATS).
    pub bus: String,
    /// Path of pgbench.
    pub pgbench: PathBuf,
}

/// A running server.
pub(crate) struct Child {
    process: Process,
    /// The output of the server, kept open so that the server can print.
    _out: Lines<BufReader<ChildStdout>>,
    /// The address on which the server listens.
    pub(crate) address: SocketAddr,
    /// Time from the start until the server was ready.
    pub(crate) startup_time: Duration,
}

impl Child {
    /// Starts `orrery serve` with a data directory, and waits until it is ready.
    pub(crate) async fn serve(folder: &Path, cores: Cores) -> Result<Self> {
        let mut command = Command::new(own_executable()?);
        Self::start_until_ready(command.arg("serve").arg("--data").arg(folder), folder, cores).await
    }

    /// Starts a node of a cluster, and waits until it is ready.
    pub(crate) async fn node(folder: &Path, services: &ClusterServices) -> Result<Self> {
        let mut command = Command::new(own_executable()?);
        command.args(["serve", "--store", &services.store, "--bus", &services.bus]);
        Self::start_until_ready(&mut command, folder, Cores::All).await
    }

    async fn start_until_ready(command: &mut Command, folder: &Path, cores: Cores) -> Result<Self> {
        let config = folder.join("load.toml");
        // The server must not park tables during a measurement.
        let settings = format!("{UNLIMITED}park_after_seconds = 36000\n");
        std::fs::write(&config, settings).context("cannot write the server's settings")?;
        let began = Instant::now();
        command.args(["--listen", "127.0.0.1:0", "--config"]).arg(config);
        let mut child = Self::start(command, cores).await?;
        Requests::open(child.address).await?.get(&Person::nobody(), "/readyz").await?;
        child.startup_time = began.elapsed();
        Ok(child)
    }

    /// Starts the bare echo server.
    pub(crate) async fn echo(buffers: Buffers) -> Result<Self> {
        let mut command = Command::new(own_executable()?);
        command.args(["load", "--be-echo", buffers.word()]).stdin(Stdio::piped());
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
        let out = process.stdout.take().context("the server has no standard output")?;
        let mut lines = BufReader::new(out).lines();
        let line = timeout(START_TIMEOUT, lines.next_line())
            .await
            .context("the server did not start in time")??;
        let line = line.context("the server exited at once")?;
        let address = line.rsplit('/').next().and_then(|text| text.trim().parse().ok());
        let address = address.with_context(|| format!("no address in `{line}`"))?;
        Ok(Self { process, _out: lines, address, startup_time: began.elapsed() })
    }

    /// Returns the value of a metric.
    pub(crate) async fn metric(&self, name: &str) -> Result<f64> {
        let mut requests = Requests::open(self.address).await?;
        let metrics = requests.get(&Person::nobody(), "/metrics").await?;
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value
            .with_context(|| format!("the server has no metric {name}"))?
            .parse()
            .context("the metric is not a number")
    }

    /// Kills the server and waits for its exit.
    pub(crate) async fn end(mut self) -> Result<()> {
        self.process.kill().await.context("cannot kill a server")
    }

    /// Returns the resident memory of the server in bytes, if the system reports it.
    pub(crate) fn memory(&self) -> Option<f64> {
        let status = self.read_proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1024.0)
    }

    /// Returns the CPU time of the server in seconds, if the system reports it.
    pub(crate) fn cpu_time(&self) -> Option<f64> {
        let stat = self.read_proc("stat")?;
        // After the name in parentheses, the 12th field is the user time and the 13th the system
        // time, in hundredths of a second.
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let field = |index: usize| fields.get(index)?.parse::<f64>().ok();
        Some((field(11)? + field(12)?) / 100.0)
    }

    fn read_proc(&self, file: &str) -> Option<String> {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.process.id()?)).ok()
    }
}

fn own_executable() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find this program")
}

/// Runs `start` on one core. Processes that it starts stay on this core.
#[cfg(target_os = "linux")]
fn on_one_core<T>(start: impl FnOnce() -> T) -> Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let all_cores = sched_getaffinity(None).context("cannot ask for cores")?;
    let mut one_core = CpuSet::new();
    (0..CpuSet::MAX_CPU)
        .rev()
        .find(|core| all_cores.is_set(*core))
        .into_iter()
        .for_each(|core| one_core.set(core));
    sched_setaffinity(None, &one_core).context("cannot choose a core")?;
    let started = start();
    sched_setaffinity(None, &all_cores).context("cannot choose all cores")?;
    Ok(started)
}

#[cfg(not(target_os = "linux"))]
fn on_one_core<T>(start: impl FnOnce() -> T) -> Result<T> {
    Ok(start())
}
