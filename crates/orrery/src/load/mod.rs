//! `orrery load`: how much a server on this machine carries, beside what its parts carry bare. All
//! of it runs on this machine: servers are started, measured over the loopback, and ended.

mod append;
mod child;
mod client;
mod dial;
mod echo;
mod figures;
mod heard;
mod live;
mod nodes;
mod pgbench;
mod play;
mod player;
mod report;
mod stored;

use anyhow::{Context, Result, bail};
use child::Site;
use report::Report;
use std::path::PathBuf;
use std::time::Duration;

/// Measures what a server on this machine carries.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery load                               everything, in a few minutes
  orrery load --only play --tables 1000     a thousand tables playing at once
  orrery load --only live --seconds 60      what tables and sockets cost that mostly wait
  orrery load --only nodes --store postgres://… --bus nats://…
                                            nodes that share a database and a bus
  orrery load --json > load.json            for programs

Nothing but this machine is touched: servers are started on the loopback, with games in a temporary
folder, and ended. Only the nodes use what --store and --bus name: give them an empty database.
Figures of different machines, or of a busy one, compare as ratios only; what they mean is in
docs/PERFORMANCE.md.")]
pub(crate) struct Args {
    /// Only this part; can be given more than once
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<Part>,
    /// How many tables play at once, two players each
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5000))]
    tables: u32,
    /// How many tables are live
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=20_000))]
    live: u32,
    /// How many games are stored
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    stored: u32,
    /// How long each measurement takes
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// How often what depends on speed is measured; the best counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// The PostgreSQL database of the nodes; games are written to it
    #[arg(long, value_name = "ADDRESS", requires = "bus")]
    store: Option<String>,
    /// The NATS server of the nodes
    #[arg(long, value_name = "ADDRESS", requires = "store")]
    bus: Option<String>,
    /// Where pgbench is, beside which nodes are measured
    #[arg(long, value_name = "PROGRAM", default_value = "pgbench")]
    pgbench: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Be the bare echo, until standard input ends
    #[arg(long, hide = true, value_enum)]
    be_echo: Option<echo::Buffers>,
}

impl Args {
    fn site(&self) -> Option<Site> {
        let (store, bus) = self.store.clone().zip(self.bus.clone())?;
        Some(Site { store, bus, pgbench: self.pgbench.clone() })
    }
}

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Part {
    /// Tables that play as quick as they are answered, beside a bare echo and a bare append.
    Play,
    /// Many live tables that mostly wait, on one core.
    Live,
    /// A start with many games stored.
    Stored,
    /// Nodes that share --store and --bus, beside pgbench.
    Nodes,
}

/// Measures and prints.
pub(crate) fn run(args: &Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start")?;
    if let Some(buffers) = args.be_echo {
        return runtime.block_on(echo::be(buffers));
    }
    let report = runtime.block_on(measure(args))?;
    crate::output::print(&if args.json { report.json() } else { report.text() })?;
    Ok(())
}

async fn measure(args: &Args) -> Result<Report> {
    let wanted = |part| args.only.is_empty() || args.only.contains(&part);
    let time = Duration::from_secs(args.seconds);
    let mut report = Report::new();
    if wanted(Part::Play) {
        eprintln!("{} tables play at once …", args.tables);
        report.add(play::measure(args.tables, time, args.rounds).await?);
    }
    if wanted(Part::Live) && !cfg!(target_os = "linux") {
        eprintln!("What live tables cost is measured on Linux only, which tells it.");
    } else if wanted(Part::Live) {
        eprintln!("{} tables are live …", args.live);
        report.add(live::measure(args.live, time).await?);
    }
    if wanted(Part::Stored) {
        eprintln!("{} games are stored …", args.stored);
        report.add(stored::measure(args.stored, args.rounds).await?);
    }
    match args.site() {
        Some(site) if wanted(Part::Nodes) => {
            eprintln!("{} tables play on a node …", args.tables);
            report.add(nodes::play(&site, args.tables, time, args.rounds).await?);
            report.add(nodes::watch(&site, time).await?);
        }
        None if args.only.contains(&Part::Nodes) => bail!("nodes need --store and --bus"),
        _ => {}
    }
    Ok(report)
}
