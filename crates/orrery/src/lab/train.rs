//! `orrery train`: trains a network by TD(λ) self-play.

use super::interrupt::stop_on_interrupt;
use super::train_progress::Progress;
use crate::exit;
use anyhow::{Context, Result, ensure};
use orrery_bots::train::{GameMix, TrainingConfig};
use orrery_lab::train::{self, TrainingSpec, TrainingStart};
use std::path::PathBuf;

/// Arguments of `orrery train`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Play this many games.
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    games: u64,
    /// Use this seed.
    ///
    /// The network does not depend on the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play games with this many threads; one more thread learns.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Write the network to FILE and its checkpoint to FILE.checkpoint.
    ///
    /// The default is orrery.mind, or the file of the resumed checkpoint.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Resume from this checkpoint, with its settings.
    #[arg(long, value_name = "CHECKPOINT", conflicts_with_all = SETTINGS)]
    resume: Option<PathBuf>,
    /// Start from the network in FILE instead of random weights.
    #[arg(long, value_name = "FILE", conflicts_with = "greedy")]
    from: Option<PathBuf>,
    /// Set the initial learning rate; it decays to one thirtieth of this value.
    #[arg(long, default_value_t = 0.001, value_parser = learning_rate)]
    rate: f32,
    /// Set the TD(λ) trace decay, from 0 to 1.
    ///
    /// 0 learns only from the next position, 1 only from the result of the game.
    #[arg(long, default_value_t = 0.97, value_parser = unit_interval)]
    lambda: f32,
    /// Learn from this fraction of the positions, from 0 to 1.
    #[arg(long, default_value_t = 0.3, value_parser = unit_interval)]
    keep: f32,
    /// Set the weight of solo games, 0 to 100.
    ///
    /// The training draws each game at random: solo games with this weight, all others with the
    /// weight 100 minus this. 0 plays no solo games, and 100 plays only solo games. The percentage
    /// of solo games is lower than the weight, partly because some editions have no solo games: the
    /// weight 30 results in 15 %, and the weight 50 in 30 %.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=100))]
    solo: u8,
    /// Play this many games per batch; the network is updated after each batch.
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u16).range(1..=TrainingConfig::MAX_BATCH as i64))]
    batch: u16,
    /// Let the greedy bot play this many batches at the beginning.
    #[arg(long, default_value_t = 8)]
    greedy: u64,
    /// Measure the strength regularly; write PREFIX.csv and PREFIX.svg.
    #[arg(long, value_name = "PREFIX")]
    curve: Option<PathBuf>,
    /// Measure the strength after every BATCHES batches.
    #[arg(long, value_name = "BATCHES", default_value_t = 80, requires = "curve", value_parser = clap::value_parser!(u64).range(1..))]
    measure_every: u64,
    /// Save the network and the checkpoint after every BATCHES batches.
    #[arg(long, value_name = "BATCHES", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    save_every: u64,
    /// Do not print progress.
    #[arg(long, short)]
    quiet: bool,
}

/// Arguments that a checkpoint fixes.
const SETTINGS: [&str; 9] =
    ["games", "seed", "from", "rate", "lambda", "keep", "solo", "batch", "greedy"];

const EXAMPLES: &str = "EXAMPLES:
  orrery train --games 20000 --threads 2 --out mine.mind --curve mine
  orrery train --resume mine.mind.checkpoint --threads 2 --curve mine
  orrery arena --bot admiral@mine.mind --bot admiral

Ctrl-C stops the training after the current batch and saves the network and a checkpoint. A resumed
training ends with the same network as an uninterrupted one. See docs/TRAINING.md.";

impl Args {
    fn spec(&self) -> TrainingSpec {
        let start = match (&self.resume, &self.from) {
            (Some(path), _) => TrainingStart::Checkpoint(path.clone()),
            (None, Some(path)) => TrainingStart::Network(path.clone()),
            (None, None) => TrainingStart::Scratch,
        };
        TrainingSpec {
            config: self.config(),
            start,
            out: self.out.clone(),
            curve: self.curve.clone(),
            measure_every: self.measure_every,
            save_every: self.save_every,
        }
    }

    fn config(&self) -> TrainingConfig {
        TrainingConfig {
            seed: self.seed,
            games: self.games,
            mix: GameMix::new(self.solo.into()),
            batch: self.batch.into(),
            threads: self.threads.into(),
            learning_rate: self.rate,
            lambda: self.lambda,
            sample_rate: self.keep,
            greedy_batches: self.greedy,
        }
    }
}

/// Trains the network. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(args.quiet);
    let result = train::run(&args.spec(), &stop, &progress)?;
    progress.end(result.games, &result.network);
    if !result.is_finished {
        let checkpoint = result.checkpoint.display();
        eprintln!("interrupted; continue with `orrery train --resume {checkpoint}`");
        exit::interrupted();
    }
    Ok(())
}

fn learning_rate(text: &str) -> Result<f32> {
    let number: f32 = text.parse().context("expected a number")?;
    ensure!(number > 0.0 && number <= 1.0, "expected more than 0 and at most 1");
    Ok(number)
}

fn unit_interval(text: &str) -> Result<f32> {
    let number: f32 = text.parse().context("expected a number")?;
    ensure!((0.0..=1.0).contains(&number), "expected a number from 0 to 1");
    Ok(number)
}
