//! `orrery train`: trains a network by TD(λ) self-play.

mod chart;
mod curve;
mod measure;
mod progress;

use crate::exit;
use crate::lab::file::{PartialFile, write_bytes};
use crate::lab::network_file;
use crate::lab::threads::stop_on_interrupt;
use anyhow::{Context, Result, ensure};
use curve::LearningCurve;
use orrery_bots::train::{GameMix, Trainer, TrainingConfig};
use progress::Progress;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Set the initial learning rate, which decays to a thirtieth.
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
    /// Play solo games at this percentage of all tables.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=100))]
    solo: u8,
    /// Play this many games between two updates of the network.
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

/// Trains the network. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut trainer = begin(args)?;
    let files = NetworkFiles::new(args);
    files.check_writable()?;
    let mut curve = LearningCurve::open(args, trainer.batches())?;
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(args, &trainer);
    learn(args, &mut trainer, &files, &mut curve, (&progress, &stop))?;
    files.save(&trainer)?;
    progress.end(&trainer, &files.network);
    if !trainer.is_finished() {
        eprintln!(
            "interrupted; continue with `orrery train --resume {}`",
            files.checkpoint.display()
        );
        exit::interrupted();
    }
    Ok(())
}

fn learn(
    args: &Args,
    trainer: &mut Trainer,
    files: &NetworkFiles,
    curve: &mut LearningCurve,
    (progress, stop): (&Progress, &AtomicBool),
) -> Result<()> {
    let mut saved = trainer.batches();
    loop {
        // Measure before saving, so that a checkpoint never lacks the measurement of its network.
        curve.measure(trainer, args.threads.into(), stop, progress)?;
        if trainer.is_finished() || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if trainer.batches() >= saved + args.save_every {
            files.save(trainer)?;
            saved = trainer.batches();
        }
        let lesson = trainer.step();
        progress.lesson(trainer, &lesson);
    }
}

/// Creates the trainer: from scratch, from a network or from a checkpoint.
fn begin(args: &Args) -> Result<Trainer> {
    if let Some(path) = &args.resume {
        let file = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {file}"))?;
        return Trainer::from_checkpoint(&bytes, args.threads.into())
            .with_context(|| format!("cannot resume from {file}"));
    }
    match &args.from {
        Some(path) => Ok(Trainer::from_network(plan(args, 0), &network_file::read(path)?)),
        None => Ok(Trainer::new(plan(args, args.greedy))),
    }
}

fn plan(args: &Args, greedy: u64) -> TrainingConfig {
    TrainingConfig {
        seed: args.seed,
        games: args.games,
        mix: GameMix::new(args.solo.into()),
        batch: args.batch.into(),
        threads: args.threads.into(),
        learning_rate: args.rate,
        lambda: args.lambda,
        sample_rate: args.keep,
        greedy_batches: greedy,
    }
}

/// The paths of the network and its checkpoint.
struct NetworkFiles {
    network: PathBuf,
    checkpoint: PathBuf,
}

const ENDING: &str = ".checkpoint";

impl NetworkFiles {
    fn new(args: &Args) -> Self {
        let resumed = args.resume.as_ref().and_then(|path| path.to_str()?.strip_suffix(ENDING));
        let default = || PathBuf::from(resumed.unwrap_or("orrery.mind"));
        let network = args.out.clone().unwrap_or_else(default);
        let mut checkpoint = network.clone().into_os_string();
        checkpoint.push(ENDING);
        Self { network, checkpoint: checkpoint.into() }
    }

    /// Fails now if a path is not writable, rather than at the first save.
    fn check_writable(&self) -> Result<()> {
        [&self.network, &self.checkpoint]
            .into_iter()
            .try_for_each(|path| PartialFile::open(path).map(|_| ()))
    }

    fn save(&self, trainer: &Trainer) -> Result<()> {
        let write = |path: &Path, bytes: &[u8]| write_bytes(PartialFile::open(path)?, bytes);
        write(&self.network, &trainer.network().to_bytes())?;
        write(&self.checkpoint, &trainer.checkpoint())
    }
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
