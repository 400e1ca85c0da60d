//! Checkpoints of a training run.
//!
//! A resumed run gives exactly the same result as an uninterrupted one. The reader validates
//! untrusted bytes.

use super::adam::{Learner, Sample};
use super::{GameMix, Trainer, TrainingConfig};
use crate::network::{FloatNet, Vocabulary};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::fmt;

/// The magic bytes of a checkpoint; the number changes with the format or the inputs.
const MAGIC: &[u8] = b"orrery checkpoint 1\n";
/// Maximum size after decompression, in bytes.
///
/// The largest batch has 10,000 games. It needs about 80 % of this size if all of its positions
/// become samples.
const MAX_DECOMPRESSED: usize = 1 << 30;
/// The compression level: fast, since most of the data hardly compresses.
const COMPRESSION_LEVEL: u8 = 1;

/// Maximum number of games or batches.
///
/// A number of batches times the number of games in a batch ([`TrainingConfig::MAX_BATCH`]) fits in
/// 64 bits.
const MAX_COUNT: u64 = 1 << 40;

/// The reason why bytes are not a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// The magic bytes are missing or of another version.
    Magic,
    /// The checkpoint is damaged.
    Damaged,
    /// The size of the network differs from this program's network.
    Size,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Magic => "not a training checkpoint, or one of another version",
            Self::Damaged => "the checkpoint is damaged",
            Self::Size => {
                "the network in the checkpoint does not have the size of this program's network"
            }
        })
    }
}

impl std::error::Error for CheckpointError {}

impl Trainer {
    /// Serializes the training: settings, weights, optimizer state and unused samples.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = CheckpointWriter::default();
        out.text(&self.vocabulary.to_text());
        out.config(&self.config);
        let (mean, square, steps) = self.learner.moments();
        out.long(self.batches);
        out.long(steps.unsigned_abs().into());
        out.float(self.error);
        [&self.learner.net, mean, square].into_iter().for_each(|net| out.net(net));
        out.long(self.pending.len() as u64);
        self.pending.iter().for_each(|sample| out.sample(sample));
        out.long(self.initial_seed);
        [MAGIC, &compress_to_vec_zlib(&out.0, COMPRESSION_LEVEL)].concat()
    }

    /// Resumes a run from [`Self::checkpoint`] on this many threads.
    ///
    /// # Errors
    /// If the bytes are not a checkpoint.
    pub fn from_checkpoint(bytes: &[u8], threads: usize) -> Result<Self, CheckpointError> {
        let packed = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Magic)?;
        let plain = decompress_to_vec_zlib_with_limit(packed, MAX_DECOMPRESSED);
        let plain = plain.map_err(|_| CheckpointError::Damaged)?;
        let mut reader = CheckpointReader(&plain);
        let vocabulary = Vocabulary::from_text(reader.text()?);
        let config = reader.config(threads)?;
        let batches = reader.number(MAX_COUNT)?;
        let steps = reader.number(1 << 30)? as i32;
        let error = reader.fraction()?;
        let (net, mean, square) = (reader.net()?, reader.net()?, reader.net()?);
        if square.weights().any(|weight| weight < 0.0) {
            return Err(CheckpointError::Damaged);
        }
        let pending = reader.samples()?;
        // Checkpoints of earlier versions end here.
        let initial_seed = if reader.0.is_empty() { config.seed } else { reader.long()? };
        reader.end()?;
        let learner = Learner::resumed(net, mean, square, steps);
        Ok(Self { config, learner, vocabulary, initial_seed, batches, error, pending })
    }
}

/// Writes a checkpoint with little-endian numbers.
#[derive(Default)]
struct CheckpointWriter(Vec<u8>);

impl CheckpointWriter {
    fn long(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn float(&mut self, number: f32) {
        self.0.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.long(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    fn config(&mut self, config: &TrainingConfig) {
        let numbers = [
            config.seed,
            config.games,
            config.mix.solo() as u64,
            config.batch as u64,
            config.greedy_batches,
        ];
        numbers.into_iter().for_each(|number| self.long(number));
        [config.learning_rate, config.lambda, config.sample_rate]
            .into_iter()
            .for_each(|number| self.float(number));
    }

    fn net(&mut self, net: &FloatNet) {
        self.long(net.weights().count() as u64);
        net.weights().for_each(|weight| self.float(weight));
    }

    fn sample(&mut self, sample: &Sample) {
        self.float(sample.target);
        self.long(sample.inputs.len() as u64);
        sample.inputs.iter().for_each(|input| self.0.extend(input.to_le_bytes()));
    }
}

/// The unread rest of a checkpoint.
struct CheckpointReader<'b>(&'b [u8]);

impl<'b> CheckpointReader<'b> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn long(&mut self) -> Result<u64, CheckpointError> {
        self.bytes().map(u64::from_le_bytes)
    }

    /// Reads a number of at most `max`.
    fn number(&mut self, max: u64) -> Result<u64, CheckpointError> {
        let number = self.long()?;
        if number <= max { Ok(number) } else { Err(CheckpointError::Damaged) }
    }

    /// Reads a finite number.
    fn float(&mut self) -> Result<f32, CheckpointError> {
        let number = f32::from_le_bytes(self.bytes()?);
        if number.is_finite() { Ok(number) } else { Err(CheckpointError::Damaged) }
    }

    /// Reads a number from 0 to 1.
    fn fraction(&mut self) -> Result<f32, CheckpointError> {
        let number = self.float()?;
        if (0.0..=1.0).contains(&number) { Ok(number) } else { Err(CheckpointError::Damaged) }
    }

    fn text(&mut self) -> Result<&'b str, CheckpointError> {
        let length = self.number(MAX_DECOMPRESSED as u64)? as usize;
        let (text, rest) = self.0.split_at_checked(length).ok_or(CheckpointError::Damaged)?;
        self.0 = rest;
        std::str::from_utf8(text).map_err(|_| CheckpointError::Damaged)
    }

    fn config(&mut self, threads: usize) -> Result<TrainingConfig, CheckpointError> {
        let (seed, games) = (self.long()?, self.number(MAX_COUNT)?);
        let mix = GameMix::new(self.number(100)? as usize);
        let batch = self.number(TrainingConfig::MAX_BATCH as u64)?.max(1) as usize;
        let greedy_batches = self.long()?;
        let (learning_rate, lambda, sample_rate) =
            (self.float()?, self.fraction()?, self.fraction()?);
        Ok(TrainingConfig {
            seed,
            games,
            mix,
            batch,
            threads,
            learning_rate,
            lambda,
            sample_rate,
            greedy_batches,
        })
    }

    fn net(&mut self) -> Result<FloatNet, CheckpointError> {
        let mut net = FloatNet::zero();
        if self.long()? != net.weights().count() as u64 {
            return Err(CheckpointError::Size);
        }
        for weight in net.weights_mut() {
            *weight = self.float()?;
        }
        Ok(net)
    }

    /// Reads the samples. Allocates memory only for samples that are present.
    fn samples(&mut self) -> Result<Vec<Sample>, CheckpointError> {
        let count = self.long()?;
        (0..count).map(|_| self.sample()).collect()
    }

    fn sample(&mut self) -> Result<Sample, CheckpointError> {
        let target = self.fraction()?;
        let count = self.number(FloatNet::INPUT_COUNT as u64)?;
        let inputs = (0..count).map(|_| self.input()).collect::<Result<_, _>>()?;
        Ok(Sample { inputs, target })
    }

    fn input(&mut self) -> Result<u16, CheckpointError> {
        let input = u16::from_le_bytes(self.bytes()?);
        let is_known = usize::from(input) < FloatNet::INPUT_COUNT;
        if is_known { Ok(input) } else { Err(CheckpointError::Damaged) }
    }

    fn end(&self) -> Result<(), CheckpointError> {
        if self.0.is_empty() { Ok(()) } else { Err(CheckpointError::Damaged) }
    }
}
