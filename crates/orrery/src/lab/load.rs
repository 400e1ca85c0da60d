//! `orrery load`: measures the load that a server on this machine sustains, and its baselines.

use crate::output;
use anyhow::{Context, Result, bail};
use orrery_loadtest::echo::{self, Buffers};
use orrery_loadtest::report::Report;
use orrery_loadtest::{ClusterServices, live, nodes, play, stored};
use std::path::PathBuf;
use std::time::Duration;

/// Measure throughput, latency and memory use of a test server on this machine.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery load                               measure all parts but `nodes`; takes a few minutes
  orrery load --only play --tables 1000     measure 1,000 tables that play at the same time
  orrery load --only live --seconds 60      measure the memory and CPU use of idle tables
  orrery load --only nodes --store postgres://… --bus nats://…
                                            measure a cluster
  orrery load --json > load.json            write the results as JSON

The test servers listen on loopback and store games in a temporary directory. The part `nodes` runs
only with --store and --bus; pass an empty database. Absolute figures depend on the machine and its
load. To compare machines or versions, use only the ratios of the figures to their baselines, which
are simple programs that the command measures in the same run, such as an echo server.
docs/PERFORMANCE.md explains the figures.")]
pub(crate) struct Args {
    /// Measure only this part; repeat the option for several parts.
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<Part>,
    /// Play at this many tables at the same time, with two players each.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5000))]
    tables: u32,
    /// Keep this many tables live (loaded in memory) in the part `live`.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=20_000))]
    live: u32,
    /// Store this many games in the part `stored`, before the server starts.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    stored: u32,
    /// Run each measurement for this many seconds.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Repeat speed measurements this many times and report the best one.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Store the games of the cluster in this PostgreSQL database.
    #[arg(long, value_name = "ADDRESS", requires = "bus")]
    store: Option<String>,
    /// Connect the nodes of the cluster through this NATS server.
    #[arg(long, value_name = "ADDRESS", requires = "store")]
    bus: Option<String>,
    /// Compare the cluster with this pgbench program.
    #[arg(long, value_name = "PROGRAM", default_value = "pgbench")]
    pgbench: PathBuf,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// Run as the echo server of the baseline until standard input ends.
    #[arg(long, hide = true)]
    be_echo: Option<Buffers>,
}

impl Args {
    fn services(&self) -> Option<ClusterServices> {
        let (store, bus) = self.store.clone().zip(self.bus.clone())?;
        Some(ClusterServices { store, bus, pgbench: self.pgbench.clone() })
    }
}

/// A part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Part {
    /// Steps per second and latency, compared with an echo server and a plain database.
    Play,
    /// Memory and CPU use of many tables in memory, most of them idle, on one core.
    Live,
    /// Startup time with many stored games.
    Stored,
    /// Steps per second of a cluster with --store and --bus, compared with pgbench.
    Nodes,
}

/// Runs the measurements and prints the report.
pub(crate) fn run(args: &Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the async runtime")?;
    if let Some(buffers) = args.be_echo {
        return runtime.block_on(echo::serve(buffers));
    }
    let report = runtime.block_on(measure(args))?;
    output::print(&if args.json { report.json() } else { report.text() })?;
    Ok(())
}

async fn measure(args: &Args) -> Result<Report> {
    let wanted = |part| args.only.is_empty() || args.only.contains(&part);
    let time = Duration::from_secs(args.seconds);
    let mut report = Report::default();
    if wanted(Part::Play) {
        eprintln!("measuring {} tables that play at once …", args.tables);
        report.add(play::measure(args.tables, time, args.rounds).await?);
    }
    if wanted(Part::Live) && !cfg!(target_os = "linux") {
        eprintln!("skipping live tables: memory and CPU time can be read on Linux only");
    } else if wanted(Part::Live) {
        eprintln!("measuring {} live tables …", args.live);
        report.add(live::measure(args.live, time).await?);
    }
    if wanted(Part::Stored) {
        eprintln!("measuring a start with {} stored games …", args.stored);
        report.add(stored::measure(args.stored, args.rounds).await?);
    }
    match args.services() {
        Some(services) if wanted(Part::Nodes) => {
            eprintln!("measuring {} tables on a node …", args.tables);
            report.add(nodes::play(&services, args.tables, time, args.rounds).await?);
            report.add(nodes::watch(&services, time).await?);
        }
        None if args.only.contains(&Part::Nodes) => bail!("--only nodes needs --store and --bus"),
        _ => {}
    }
    Ok(report)
}
