//! `orrery train`: a network learns to judge positions by playing against itself.

mod curve;
mod measure;
mod picture;
mod show;

use crate::file::{Part, write_bytes};
use crate::mind_file;
use crate::work::stop_on_interrupt;
use anyhow::{Context, Result, ensure};
use curve::Curve;
use orrery_bots::train::{GameMix, Trainer, TrainingConfig};
use show::Show;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// How to learn, how long, and what to keep.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Games to play.
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    games: u64,
    /// Everything follows from it, whatever the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play; one more learns.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Where the network is written; its checkpoint gets the same name and `.checkpoint` [default:
    /// orrery.mind, or that of the checkpoint].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on from a checkpoint, with the settings it was begun with.
    #[arg(long, value_name = "CHECKPOINT", conflicts_with_all = SETTINGS)]
    resume: Option<PathBuf>,
    /// Begin with what a trained network knows instead of with nothing.
    #[arg(long, value_name = "FILE", conflicts_with = "greedy")]
    from: Option<PathBuf>,
    /// How far a step of learning goes at the start; a thirtieth of it at the end.
    #[arg(long, default_value_t = 0.001, value_parser = rate)]
    rate: f32,
    /// The share of what later positions say that reaches back to the ones before, from 0 (only the
    /// next one counts) to 1 (only the end of the game).
    #[arg(long, default_value_t = 0.97, value_parser = part)]
    lambda: f32,
    /// The share of positions that are learnt from.
    #[arg(long, default_value_t = 0.3, value_parser = part)]
    keep: f32,
    /// Solo games of a hundred.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=100))]
    solo: u8,
    /// Games of a batch: played with the same network, then learnt from.
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u16).range(1..=TrainingConfig::MAX_BATCH as i64))]
    batch: u16,
    /// Batches that the greedy bot plays to begin with.
    #[arg(long, default_value_t = 8)]
    greedy: u64,
    /// Measure the network now and then: PREFIX.csv has the numbers, PREFIX.svg the curves.
    #[arg(long, value_name = "PREFIX")]
    curve: Option<PathBuf>,
    /// Batches from one measurement to the next.
    #[arg(long, value_name = "BATCHES", default_value_t = 80, requires = "curve", value_parser = clap::value_parser!(u64).range(1..))]
    measure_every: u64,
    /// Batches after which network and checkpoint are written, again and again.
    #[arg(long, value_name = "BATCHES", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    save_every: u64,
    /// Neither progress bar nor lines.
    #[arg(long, short)]
    quiet: bool,
}

/// What a checkpoint decides.
const SETTINGS: [&str; 9] =
    ["games", "seed", "from", "rate", "lambda", "keep", "solo", "batch", "greedy"];

const EXAMPLES: &str = "EXAMPLES:
  orrery train --games 20000 --threads 2 --out mine.mind --curve mine
  orrery train --resume mine.mind.checkpoint --threads 2 --curve mine
  orrery arena --bot admiral@mine.mind --bot admiral

Ctrl-C ends after the batch that is being played and keeps what was learnt. A resumed training ends
with the same network as one that was never interrupted. docs/TRAINING.md says more.";

/// Trains. After Ctrl-C the process ends with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut trainer = begin(args)?;
    let files = Files::new(args);
    files.try_to_write()?;
    let mut curve = Curve::open(args, trainer.batches())?;
    let stop = stop_on_interrupt()?;
    let show = Show::new(args, &trainer);
    learn(args, &mut trainer, &files, &mut curve, (&show, &stop))?;
    files.save(&trainer)?;
    show.end(&trainer, &files.mind);
    if !trainer.is_finished() {
        eprintln!("interrupted; orrery train --resume {} goes on", files.checkpoint.display());
        std::process::exit(130);
    }
    Ok(())
}

fn learn(
    args: &Args,
    trainer: &mut Trainer,
    files: &Files,
    curve: &mut Curve,
    (show, stop): (&Show, &AtomicBool),
) -> Result<()> {
    let mut saved = trainer.batches();
    loop {
        // Before it is saved: a checkpoint never lacks the measurement of its network.
        curve.measure(trainer, args.threads.into(), stop, show)?;
        if trainer.is_finished() || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if trainer.batches() >= saved + args.save_every {
            files.save(trainer)?;
            saved = trainer.batches();
        }
        let lesson = trainer.step();
        show.lesson(trainer, &lesson);
    }
}

/// From nothing, from a network, or from a checkpoint.
fn begin(args: &Args) -> Result<Trainer> {
    if let Some(path) = &args.resume {
        let file = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {file}"))?;
        return Trainer::from_checkpoint(&bytes, args.threads.into())
            .with_context(|| format!("cannot go on from {file}"));
    }
    match &args.from {
        Some(path) => Ok(Trainer::from_network(plan(args, 0), &mind_file::read(path)?)),
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

/// Where network and checkpoint go.
struct Files {
    mind: PathBuf,
    checkpoint: PathBuf,
}

const ENDING: &str = ".checkpoint";

impl Files {
    fn new(args: &Args) -> Self {
        let resumed = args.resume.as_ref().and_then(|path| path.to_str()?.strip_suffix(ENDING));
        let usual = || PathBuf::from(resumed.unwrap_or("orrery.mind"));
        let mind = args.out.clone().unwrap_or_else(usual);
        let mut checkpoint = mind.clone().into_os_string();
        checkpoint.push(ENDING);
        Self { mind, checkpoint: checkpoint.into() }
    }

    /// A wrong path must not cost an hour.
    fn try_to_write(&self) -> Result<()> {
        [&self.mind, &self.checkpoint].into_iter().try_for_each(|path| Part::open(path).map(|_| ()))
    }

    fn save(&self, trainer: &Trainer) -> Result<()> {
        let write = |path: &Path, bytes: &[u8]| write_bytes(Part::open(path)?, bytes);
        write(&self.mind, &trainer.network().to_bytes())?;
        write(&self.checkpoint, &trainer.checkpoint())
    }
}

fn rate(text: &str) -> Result<f32> {
    let number: f32 = text.parse().context("a number is needed")?;
    ensure!(number > 0.0 && number <= 1.0, "it must be more than 0 and at most 1");
    Ok(number)
}

fn part(text: &str) -> Result<f32> {
    let number: f32 = text.parse().context("a number is needed")?;
    ensure!((0.0..=1.0).contains(&number), "it must be from 0 to 1");
    Ok(number)
}
