//! Training: trains a network by TD(λ) self-play, measures it and saves it.

mod chart;
mod curve;
mod measure;

use crate::file::{PartialFile, write_bytes};
use crate::network_files;
use anyhow::{Context, Result};
use curve::LearningCurve;
use orrery_bots::train::{BatchReport, Trainer, TrainingConfig};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The specification of a training: its start, its files, and the intervals between writes.
#[derive(Clone, Debug)]
pub struct TrainingSpec {
    /// The settings of a new training.
    pub config: TrainingConfig,
    /// The network that the training starts from.
    pub start: TrainingStart,
    /// The file of the network; the checkpoint is in the same directory.
    ///
    /// `None` uses the file of the resumed training, or `orrery.mind`.
    pub out: Option<PathBuf>,
    /// Prefix of the files of the learning curve; `None` if the network is not measured.
    pub curve: Option<PathBuf>,
    /// Number of batches between measurements.
    pub measure_every: u64,
    /// Number of batches between saves.
    pub save_every: u64,
}

/// The network that a training starts from.
#[derive(Clone, Debug)]
pub enum TrainingStart {
    /// Random weights.
    Scratch,
    /// The network in a file.
    Network(PathBuf),
    /// A checkpoint, whose settings replace those of the specification.
    Checkpoint(PathBuf),
}

/// A display of a training's progress.
pub trait TrainingMonitor {
    /// Shows the start of the training.
    fn begin(&self, trainer: &Trainer);

    /// Shows that the network has learnt from another batch.
    fn batch(&self, trainer: &Trainer, batch: &BatchReport);

    /// Shows a message about the training.
    fn report(&self, text: &str);
}

/// The state of a training that has ended or was interrupted.
pub struct TrainingResult {
    /// Whether all games were played.
    pub is_finished: bool,
    /// Number of games played so far.
    pub games: u64,
    /// The file of the network.
    pub network: PathBuf,
    /// The file to resume from.
    pub checkpoint: PathBuf,
}

/// Trains the network and saves it; if `stop` is set, the training ends after the current batch.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(
    spec: &TrainingSpec,
    stop: &AtomicBool,
    monitor: &dyn TrainingMonitor,
) -> Result<TrainingResult> {
    let mut trainer = spec.trainer()?;
    let files = TrainingFiles::new(spec);
    files.check_writable()?;
    let mut curve = LearningCurve::open(spec, trainer.batches())?;
    monitor.begin(&trainer);
    learn(spec, &mut trainer, &files, &mut curve, (monitor, stop))?;
    files.save(&trainer)?;
    let TrainingFiles { network, checkpoint } = files;
    let (is_finished, games) = (trainer.is_finished(), trainer.games());
    Ok(TrainingResult { is_finished, games, network, checkpoint })
}

fn learn(
    spec: &TrainingSpec,
    trainer: &mut Trainer,
    files: &TrainingFiles,
    curve: &mut LearningCurve,
    (monitor, stop): (&dyn TrainingMonitor, &AtomicBool),
) -> Result<()> {
    let mut saved = trainer.batches();
    loop {
        // Measure before saving, so that a checkpoint never lacks the measurement of its network.
        curve.measure(trainer, spec.config.threads, stop, monitor)?;
        if trainer.is_finished() || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if trainer.batches() >= saved + spec.save_every {
            files.save(trainer)?;
            saved = trainer.batches();
        }
        let batch = trainer.step();
        monitor.batch(trainer, &batch);
    }
}

impl TrainingSpec {
    fn trainer(&self) -> Result<Trainer> {
        match &self.start {
            TrainingStart::Scratch => Ok(Trainer::new(self.config.clone())),
            TrainingStart::Network(path) => {
                // Skip the games of the greedy bot: the network plays better already.
                let config = TrainingConfig { greedy_batches: 0, ..self.config.clone() };
                Ok(Trainer::from_network(config, &network_files::read(path)?))
            }
            TrainingStart::Checkpoint(path) => {
                let file = path.display();
                let bytes = std::fs::read(path).with_context(|| format!("cannot read {file}"))?;
                Trainer::from_checkpoint(&bytes, self.config.threads)
                    .with_context(|| format!("cannot resume from {file}"))
            }
        }
    }

    /// Returns the file of the network.
    fn network(&self) -> PathBuf {
        let resumed = match &self.start {
            TrainingStart::Checkpoint(path) => {
                path.to_str().and_then(|path| path.strip_suffix(CHECKPOINT_SUFFIX))
            }
            _ => None,
        };
        self.out.clone().unwrap_or_else(|| PathBuf::from(resumed.unwrap_or("orrery.mind")))
    }
}

/// The paths of the network and its checkpoint.
struct TrainingFiles {
    network: PathBuf,
    checkpoint: PathBuf,
}

const CHECKPOINT_SUFFIX: &str = ".checkpoint";

impl TrainingFiles {
    fn new(spec: &TrainingSpec) -> Self {
        let network = spec.network();
        let mut checkpoint = network.clone().into_os_string();
        checkpoint.push(CHECKPOINT_SUFFIX);
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
