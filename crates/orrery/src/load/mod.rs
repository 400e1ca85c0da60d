//! `orrery load`: how much a server on this machine carries, beside what its parts carry bare. All
//! of it runs on this machine: servers are started, measured over the loopback, and ended.

mod append;
mod child;
mod client;
mod echo;
mod figures;
mod heard;
mod idle;
mod play;
mod player;
mod report;
mod stored;

use anyhow::{Context, Result, bail};
use std::time::Duration;

/// Measures what a server on this machine carries.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery load                          200 tables playing, beside a bare echo and a bare append
  orrery load --idle --tables 10000    what tables and sockets cost that only wait
  orrery load --stored 100000          how long a start takes with so many games stored

Nothing but this machine is touched: servers are started on the loopback, with games in a temporary
folder, and ended. Figures of different machines, or of a busy one, compare as ratios only.")]
pub(crate) struct Args {
    /// How many tables, two players each [default: 200; with --idle 10000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: Option<u32>,
    /// How long each part is measured, in seconds.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Tables that wait for their players: memory and idle work
    #[arg(long, conflicts_with = "stored")]
    idle: bool,
    /// A start with so many games stored
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    stored: Option<u32>,
    /// Be the bare echo, until standard input ends.
    #[arg(long, hide = true)]
    be_echo: bool,
}

/// Measures and prints.
pub(crate) fn run(args: &Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start")?;
    if args.be_echo {
        return runtime.block_on(echo::be());
    }
    let time = Duration::from_secs(args.seconds);
    let report = runtime.block_on(async {
        match (args.stored, args.idle) {
            (Some(games), _) => stored::measure(games).await,
            (None, true) => idle::measure(args.tables.unwrap_or(10_000), time).await,
            (None, false) => play::measure(args.tables.unwrap_or(200), time).await,
        }
    });
    crate::output::print(&report?)?;
    Ok(())
}

/// Makes sure that so many sockets can be open at once.
fn allow_sockets(sockets: u64) -> Result<()> {
    let wanted = sockets + 500;
    let allowed = rlimit::increase_nofile_limit(wanted).context("cannot ask for open files")?;
    if allowed < wanted {
        bail!(
            "{sockets} sockets need {wanted} open files and {allowed} are allowed; \
             `ulimit -n {wanted}` as an administrator, or take fewer --tables"
        );
    }
    Ok(())
}
