//! Learning by playing against oneself: temporal differences on the positions that play judges.
//! Everything follows from a seed, whatever the number of threads.

mod adam;
mod checkpoint;
mod game;
mod mix;
#[cfg(test)]
mod tests;

pub use checkpoint::NotACheckpoint;
pub use mix::Mix;

use crate::Random;
use crate::mind::net::{FIRST, SECOND};
use crate::mind::{Judge, Mind, Net, Words};
use adam::{Learner, Sample};
use game::Manner;

/// How to learn.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Everything follows from it.
    pub seed: u64,
    /// Games to play in all. The last of a horizon of `games / batch` batches are learnt from with
    /// steps of a thirtieth of the first.
    pub games: u64,
    /// Which games are played.
    pub mix: Mix,
    /// Games played with the same network before it learns from them.
    pub batch: usize,
    /// Threads that play: what is learnt does not depend on it.
    pub threads: usize,
    /// How far a step goes, at the start.
    pub rate: f32,
    /// The share of later judgement that reaches back.
    pub lambda: f32,
    /// The share of positions that are learnt from.
    pub keep: f32,
    /// Batches that the greedy bot plays, to begin with.
    pub greedy: u64,
}

impl Plan {
    /// Most games of a batch.
    pub const MOST_AT_A_TIME: usize = 10_000;

    /// Batches after which steps are a thirtieth as far.
    fn horizon(&self) -> u64 {
        self.games / self.batch.max(1) as u64
    }
}

/// What a batch taught.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lesson {
    /// Games played so far.
    pub games: u64,
    /// Positions learnt from in this batch.
    pub samples: usize,
    /// Mean squared difference between judgement and what came of it.
    pub error: f32,
    /// Turns of a game, on average.
    pub turns: f32,
}

/// A network that is learning.
pub struct Trainer {
    plan: Plan,
    learner: Learner,
    words: Words,
    batches: u64,
    /// The running mean of the lessons' errors.
    error: f32,
    /// Samples of the batch played last, not yet learnt from.
    waiting: Vec<Sample>,
}

/// Positions learnt from at once.
const AT_ONCE: usize = 256;

impl Trainer {
    /// Starts from nothing.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let net = fresh(&mut Random(plan.seed));
        Self::with(plan, net, Words::of_editions())
    }

    /// Starts from what a mind knows.
    #[must_use]
    pub fn from_mind(plan: Plan, mind: &Mind) -> Self {
        let (net, words) = mind.open();
        Self::with(plan, net, words)
    }

    fn with(plan: Plan, net: Net, words: Words) -> Self {
        Self {
            plan,
            learner: Learner::new(net),
            words,
            batches: 0,
            error: 0.0,
            waiting: Vec::new(),
        }
    }

    /// What is being followed.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The mind as it is now.
    #[must_use]
    pub fn mind(&self) -> Mind {
        Mind::new(&self.learner.net, self.words.clone())
    }

    /// Batches played so far.
    #[must_use]
    pub const fn batches(&self) -> u64 {
        self.batches
    }

    /// Games played so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.batches * self.plan.batch as u64
    }

    /// Mean squared difference between judgement and what came of it, over the last batches.
    #[must_use]
    pub const fn error(&self) -> f32 {
        self.error
    }

    /// Whether all games of the plan were played, and all but the last batch learnt from.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.games() > self.plan.games
    }

    /// Plays a batch of games, and meanwhile learns from the one before.
    pub fn step(&mut self) -> Lesson {
        let mind = self.mind();
        let waiting = std::mem::take(&mut self.waiting);
        let (batch, plan) = (self.batches, self.plan.clone());
        let (played, error) = std::thread::scope(|scope| {
            let player = scope.spawn(|| play_batch(&mind, &plan, batch));
            let error = self.learn(&waiting);
            (player.join().unwrap_or_default(), error)
        });
        self.note_error(error, waiting.len());
        self.batches += 1;
        let turns = played.1 as f32 / plan.batch.max(1) as f32;
        self.waiting = played.0;
        Lesson { games: self.games(), samples: waiting.len(), error, turns }
    }

    fn note_error(&mut self, error: f32, samples: usize) {
        let is_first = self.error == 0.0;
        match samples {
            0 => {}
            _ if is_first => self.error = error,
            _ => self.error += 0.1 * (error - self.error),
        }
    }

    fn learn(&mut self, samples: &[Sample]) -> f32 {
        let mut order: Vec<&Sample> = samples.iter().collect();
        shuffle(&mut order, &mut Random(self.plan.seed ^ self.batches));
        let past = self.batches as f32 / self.plan.horizon().max(1) as f32;
        let rate = self.plan.rate * 0.03f32.powf(past.min(1.2));
        let batches = order.chunks(AT_ONCE);
        let count = batches.len().max(1) as f32;
        batches.map(|batch| self.learner.learn(batch, rate)).sum::<f32>() / count
    }
}

/// Small random weights.
fn fresh(random: &mut Random) -> Net {
    let mut net = Net::blank();
    let mut noise = |spread: f32| (2.0 * random.unit() - 1.0) * spread;
    net.rows.iter_mut().flatten().for_each(|weight| *weight = noise(0.1));
    let spread = (6.0 / FIRST as f32).sqrt();
    net.head.second.iter_mut().flatten().for_each(|weight| *weight = noise(spread));
    net.head.last.iter_mut().for_each(|weight| *weight = noise(1.0 / SECOND as f32));
    net
}

/// Plays a batch on all threads; samples in the order of the games, and turns in all.
fn play_batch(mind: &Mind, plan: &Plan, batch: u64) -> (Vec<Sample>, u64) {
    let threads = plan.threads.clamp(1, plan.batch.max(1));
    let mut games: Vec<(usize, Vec<Sample>, u16)> = std::thread::scope(|scope| {
        let crew: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || play_share(mind, plan, batch, thread, threads)))
            .collect();
        crew.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    games.sort_by_key(|(number, ..)| *number);
    let turns = games.iter().map(|(.., turns)| u64::from(*turns)).sum();
    (games.into_iter().flat_map(|(_, samples, _)| samples).collect(), turns)
}

/// One thread's games: every so many, so that long kinds of game are spread.
fn play_share(
    mind: &Mind,
    plan: &Plan,
    batch: u64,
    thread: usize,
    threads: usize,
) -> Vec<(usize, Vec<Sample>, u16)> {
    let judges: Vec<Judge<'_>> = plan.mix.rules().map(|rules| mind.judge(rules)).collect();
    let manner = Manner {
        lambda: plan.lambda,
        keep: plan.keep,
        explore: 0.003,
        by_greedy: batch < plan.greedy,
    };
    let play = |game: usize| {
        let mut random = Random(plan.seed ^ (batch << 20 | game as u64).wrapping_mul(0x9e37_79b9));
        let (which, rules, options) = plan.mix.pick(&mut random);
        let (samples, turns) = game::play(&judges[which], rules, &options, manner, random.bits());
        (game, samples, turns)
    };
    (thread..plan.batch).step_by(threads).map(play).collect()
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}
