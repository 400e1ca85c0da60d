//! `orrery work`: plays the games that other `orrery` commands distribute through NATS.

use super::interrupt::stop_on_interrupt;
use super::options::threads;
use anyhow::Result;
use orrery_lab::pool::{self, ServerAddr};

/// Run a worker, which plays games for simulate and arena with --workers.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery work nats://10.0.0.1                            run this on every machine that should play
  orrery simulate -n 1000000 --workers nats://10.0.0.1   run this once, on any machine
  orrery arena -b admiral -b captain --workers nats://10.0.0.1

You need a nats-server that runs with --jetstream, and the same orrery binary on all machines.
If you stop a worker with Ctrl-C, other workers play its unfinished games. See docs/SIMULATE.md.")]
pub(crate) struct Args {
    /// Connect to these NATS servers (several arguments, or a comma-separated list).
    #[arg(
        value_name = "NATS",
        env = "ORRERY_WORKERS",
        hide_env_values = true,
        value_delimiter = ',',
        required = true
    )]
    nats: Vec<ServerAddr>,
    /// Play this many batches of games at the same time [default: one per core].
    #[arg(long, short)]
    threads: Option<usize>,
}

/// Plays chunks until the process is interrupted.
pub(crate) fn run(args: &Args) -> Result<()> {
    let (slots, stop) = (threads(args.threads)?, stop_on_interrupt()?);
    pool::work(&args.nats, slots, &stop, |text| eprintln!("orrery: {text}"))
}
