//! Plays one bot against itself and samples positions, each evaluated from a random seat.

use crate::Monitor;
use crate::player::{BotSpec, Player, bot_seed, derive_seed};
use crate::stats::FULL_SHARE;
use anyhow::{Context, Result, anyhow};
use orrery_bots::{Network, Random};
use orrery_rules::{Actions, Actor, Options, Rules, Seat, State, Step};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The plan of a calibration: the games to play and the network to calibrate.
pub(super) struct CalibrationPlan {
    pub(super) rules: Cow<'static, Rules>,
    pub(super) options: Options,
    pub(super) bot: String,
    pub(super) spec: BotSpec,
    pub(super) network: Arc<Network>,
    /// Maximum number of positions per game.
    pub(super) per_game: usize,
    pub(super) seed: u64,
    pub(super) max_turns: u16,
}

/// An evaluated position and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Position {
    /// Number of the game.
    pub(super) game: u64,
    /// The predicted win probability.
    pub(super) predicted: f64,
    /// The share of the victory, in units of 1/60.
    pub(super) actual: u64,
}

/// The positions of a game; `None` if it was abandoned.
type EvaluatedGame = Option<Vec<Position>>;

/// Plays these games in parallel.
///
/// Returns the results in the order of the game numbers, up to the first game that an interrupt
/// left unfinished.
pub(super) fn play_all(
    plan: &CalibrationPlan,
    games: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<Vec<EvaluatedGame>> {
    let next = AtomicU64::new(games.start);
    let all = Mutex::new(vec![None; (games.end - games.start) as usize]);
    let work = || -> Result<()> {
        let mut runner = SampleRunner::new(plan)?;
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                return Ok(());
            }
            let played = runner.play(game, stop);
            let Some(evaluated) = played.with_context(|| format!("game {game}"))? else {
                return Ok(());
            };
            monitor.advance(evaluated.as_ref().map_or(0, Vec::len) as u64);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all[(game - games.start) as usize] = Some(evaluated);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(|worker| worker.join());
        ended
            .into_iter()
            .try_for_each(|end| end.map_err(|_| anyhow!("a worker thread panicked"))?)
    })?;
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(all.into_iter().map_while(|game| game).collect())
}

/// A thread's bots and scratch memory.
struct SampleRunner<'t> {
    plan: &'t CalibrationPlan,
    players: Vec<Player>,
    legal: Actions,
}

impl<'t> SampleRunner<'t> {
    fn new(plan: &'t CalibrationPlan) -> Result<Self> {
        let seats = if plan.options.rogue.is_some() { 1 } else { plan.options.seats };
        let make = |_| plan.spec.make(Duration::ZERO);
        let players = (0..seats).map(make).collect::<Result<_>>()?;
        Ok(Self { plan, players, legal: Actions::new() })
    }

    /// Plays a game; `None` if interrupted.
    fn play(&mut self, number: u64, stop: &AtomicBool) -> Result<Option<EvaluatedGame>> {
        let plan = self.plan;
        let seed = derive_seed(plan.seed, number);
        let mut sample = Sample::new(plan.per_game, Random(derive_seed(seed, 1)));
        let mut random = Random(seed);
        let invalid_options = |_| anyhow!("the options do not fit the edition");
        let mut state = State::new(&plan.rules, &plan.options).map_err(invalid_options)?;
        for (player, seat) in self.players.iter_mut().zip(state.seats()) {
            player.start(seat, bot_seed(seed));
        }
        while state.turn() <= plan.max_turns {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let step = match state.actor() {
                Actor::Over => return Ok(Some(Some(self.evaluate(&state, &sample, number)))),
                Actor::Chance => {
                    let node = state.chance().context("no chance node")?;
                    Step::Chance(node.pick(random.bits()))
                }
                Actor::Seat(seat) => self.decide(&state, seat, &mut sample)?,
            };
            state.apply_unchecked(step);
        }
        Ok(Some(None))
    }

    fn decide(&mut self, state: &State<'t>, seat: Seat, sample: &mut Sample<'t>) -> Result<Step> {
        state.legal_actions(&mut self.legal);
        if self.legal.len() > 1 {
            sample.offer(state, self.players.len());
        }
        let player = self.players.get_mut(seat.index()).context("no bot at this seat")?;
        Ok(Step::Action(player.choose(state, seat, &self.legal)?))
    }

    /// Evaluates the sampled positions and adds the result of the game.
    fn evaluate(&self, end: &State<'_>, sample: &Sample<'_>, game: u64) -> Vec<Position> {
        let evaluate = |(state, seat): &(State<'_>, Seat)| {
            let chances = self.plan.network.chances(&state.observe(Some(*seat)));
            let predicted = chances.get(seat.index()).copied().unwrap_or(0.0);
            Position { game, predicted: f64::from(predicted), actual: share(end, *seat) }
        };
        sample.kept.iter().map(evaluate).collect()
    }
}

/// Returns a seat's share of the victory, in units of 1/60.
fn share(end: &State<'_>, seat: Seat) -> u64 {
    let Some(result) = end.outcome() else { return 0 };
    let won = u64::from(result.is_winner(seat));
    won * FULL_SHARE / result.winners().len().max(1) as u64
}

/// A reservoir sample of positions, each with the seat from which it is evaluated.
struct Sample<'r> {
    /// Maximum number of positions.
    capacity: usize,
    /// Number of positions offered so far.
    offered: usize,
    random: Random,
    kept: Vec<(State<'r>, Seat)>,
}

impl<'r> Sample<'r> {
    const fn new(capacity: usize, random: Random) -> Self {
        Self { capacity, offered: 0, random, kept: Vec::new() }
    }

    /// Adds a position, or replaces one at random, so that all are equally likely to be kept.
    fn offer(&mut self, state: &State<'r>, seats: usize) {
        let Some(seat) = Seat::new(self.random.below(seats)) else { return };
        self.offered += 1;
        if self.kept.len() < self.capacity {
            self.kept.push((*state, seat));
            return;
        }
        let index = self.random.below(self.offered);
        if let Some(kept) = self.kept.get_mut(index) {
            *kept = (*state, seat);
        }
    }
}
