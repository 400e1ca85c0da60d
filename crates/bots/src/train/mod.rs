//! Training by self-play with TD(λ) on the positions that are evaluated in play.
//!
//! The result depends only on the seed and the settings, not on the number of threads.

mod adam;
mod checkpoint;
mod game;
mod mix;
#[cfg(test)]
mod tests;

pub use checkpoint::CheckpointError;
pub use mix::GameMix;

use crate::Random;
use crate::network::float_net::{HIDDEN_1, HIDDEN_2, noise, random_rows};
use crate::network::{Evaluator, FloatNet, Network, Vocabulary};
use adam::{Learner, Sample};
use game::SelfPlayConfig;
use std::panic::resume_unwind;

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct TrainingConfig {
    /// The random seed of the run.
    pub seed: u64,
    /// The total number of games. Over the run, the learning rate decays to about a thirtieth.
    pub games: u64,
    /// The kinds of games to play.
    pub mix: GameMix,
    /// The number of games per batch, played with the same network.
    pub batch: usize,
    /// The number of worker threads; the result does not depend on it.
    pub threads: usize,
    /// The initial learning rate.
    pub learning_rate: f32,
    /// The TD(λ) trace decay, from 0 to 1.
    pub lambda: f32,
    /// The share of positions that become training samples, from 0 to 1.
    pub sample_rate: f32,
    /// The number of initial batches that the greedy bot plays.
    pub greedy_batches: u64,
}

impl TrainingConfig {
    /// Maximum number of games in a batch.
    pub const MAX_BATCH: usize = 10_000;

    /// Returns the number of batches in which the learning rate decays to [`FINAL_RATE`].
    fn horizon(&self) -> u64 {
        self.games / self.batch.max(1) as u64
    }
}

/// The statistics of a training batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct BatchReport {
    /// The number of games played so far.
    pub games: u64,
    /// The number of samples that this step trained on; they are from the previous batch.
    pub samples: usize,
    /// The mean squared error of the evaluation against its target.
    pub error: f32,
    /// The average number of turns per game.
    pub turns: f32,
}

/// A training run.
pub struct Trainer {
    config: TrainingConfig,
    learner: Learner,
    vocabulary: Vocabulary,
    /// The seed of the weights before any training.
    initial_seed: u64,
    batches: u64,
    /// The running mean of the batch errors.
    error: f32,
    /// The samples of the last batch, not yet used for training.
    pending: Vec<Sample>,
}

/// The share of random actions in self-play.
const EXPLORATION_RATE: f32 = 0.003;
/// The learning rate at the end of a run, relative to the initial one.
const FINAL_RATE: f32 = 0.03;
/// The weight of the newest batch in the running mean of the errors.
const ERROR_WEIGHT: f32 = 0.1;
/// The size of a minibatch.
const MINIBATCH: usize = 256;

impl Trainer {
    /// Starts a run with random weights.
    #[must_use]
    pub fn new(config: TrainingConfig) -> Self {
        let (net, seed) = (random_net(config.seed), config.seed);
        Self::with_weights(config, net, Vocabulary::of_editions(), seed)
    }

    /// Starts a run with the weights of a network.
    #[must_use]
    pub fn from_network(config: TrainingConfig, network: &Network) -> Self {
        let (net, vocabulary) = network.parts();
        Self::with_weights(config, net, vocabulary, network.seed())
    }

    fn with_weights(
        config: TrainingConfig,
        net: FloatNet,
        vocabulary: Vocabulary,
        initial_seed: u64,
    ) -> Self {
        Self {
            config,
            learner: Learner::new(net),
            vocabulary,
            initial_seed,
            batches: 0,
            error: 0.0,
            pending: Vec::new(),
        }
    }

    /// Returns the settings.
    #[must_use]
    pub const fn config(&self) -> &TrainingConfig {
        &self.config
    }

    /// Returns the current network.
    #[must_use]
    pub fn network(&self) -> Network {
        Network::new(&self.learner.net, self.vocabulary.clone(), self.initial_seed)
    }

    /// Returns the number of batches played so far.
    #[must_use]
    pub const fn batches(&self) -> u64 {
        self.batches
    }

    /// Returns the number of games played so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.batches * self.config.batch as u64
    }

    /// Returns the running mean of the squared error over the last batches.
    #[must_use]
    pub const fn error(&self) -> f32 {
        self.error
    }

    /// Returns whether the run has played more games than configured.
    ///
    /// Each step trains on the previous batch, so the run plays at least one more batch than
    /// configured. The samples of the last batch are never used.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.games() > self.config.games
    }

    /// Plays a batch of games while training on the previous one.
    pub fn step(&mut self) -> BatchReport {
        let network = self.network();
        let pending = std::mem::take(&mut self.pending);
        let (batch, config) = (self.batches, self.config.clone());
        let (played, error) = std::thread::scope(|scope| {
            let player = scope.spawn(|| play_batch(&network, &config, batch));
            let error = self.learn(&pending);
            (player.join().unwrap_or_else(|panic| resume_unwind(panic)), error)
        });
        self.update_mean_error(error, pending.len());
        self.batches += 1;
        let turns = played.1 as f32 / config.batch.max(1) as f32;
        self.pending = played.0;
        BatchReport { games: self.games(), samples: pending.len(), error, turns }
    }

    fn update_mean_error(&mut self, error: f32, samples: usize) {
        let is_first = self.error == 0.0;
        match samples {
            0 => {}
            _ if is_first => self.error = error,
            _ => self.error += ERROR_WEIGHT * (error - self.error),
        }
    }

    fn learn(&mut self, samples: &[Sample]) -> f32 {
        let mut order: Vec<&Sample> = samples.iter().collect();
        shuffle(&mut order, &mut Random(self.config.seed ^ self.batches));
        let progress = self.batches as f32 / self.config.horizon().max(1) as f32;
        let rate = self.config.learning_rate * FINAL_RATE.powf(progress.min(1.2));
        let minibatches = order.chunks(MINIBATCH);
        let count = minibatches.len().max(1) as f32;
        minibatches.map(|minibatch| self.learner.learn(minibatch, rate)).sum::<f32>() / count
    }
}

/// Creates a network with small random weights.
fn random_net(seed: u64) -> FloatNet {
    let mut net = FloatNet::zero();
    net.rows = random_rows(seed).collect();
    let mut random = Random(seed);
    random.skip(net.rows.as_flattened().len() as u64);
    let mut noise = |limit: f32| noise(&mut random, limit);
    let limit = (6.0 / HIDDEN_1 as f32).sqrt();
    net.head.second.iter_mut().flatten().for_each(|weight| *weight = noise(limit));
    net.head.last.iter_mut().for_each(|weight| *weight = noise(1.0 / HIDDEN_2 as f32));
    net
}

/// Plays a batch on all threads. Returns the samples in game order and the total number of turns.
fn play_batch(network: &Network, config: &TrainingConfig, batch: u64) -> (Vec<Sample>, u64) {
    let threads = config.threads.clamp(1, config.batch.max(1));
    let mut games: Vec<(usize, Vec<Sample>, u16)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || play_share(network, config, batch, thread, threads)))
            .collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.flat_map(|games| games.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    games.sort_by_key(|(number, ..)| *number);
    let turns = games.iter().map(|(.., turns)| u64::from(*turns)).sum();
    (games.into_iter().flat_map(|(_, samples, _)| samples).collect(), turns)
}

/// Plays one thread's share of a batch, interleaved with the other threads.
fn play_share(
    network: &Network,
    config: &TrainingConfig,
    batch: u64,
    thread: usize,
    threads: usize,
) -> Vec<(usize, Vec<Sample>, u16)> {
    let evaluators: Vec<Evaluator<'_>> =
        config.mix.rules().map(|rules| network.evaluator(rules)).collect();
    let self_play = SelfPlayConfig {
        lambda: config.lambda,
        sample_rate: config.sample_rate,
        explore: EXPLORATION_RATE,
        by_greedy: batch < config.greedy_batches,
    };
    let play = |game: usize| {
        let mut random =
            Random(config.seed ^ (batch << 20 | game as u64).wrapping_mul(0x9e37_79b9));
        let (ruleset, rules, options) = config.mix.pick(&mut random);
        let (samples, turns) =
            game::play(&evaluators[ruleset], rules, &options, self_play, random.bits());
        (game, samples, turns)
    };
    (thread..config.batch).step_by(threads).map(play).collect()
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}
