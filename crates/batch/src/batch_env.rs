//! Plays many games at once, and writes observations, masks and rewards to the caller's buffers.
//!
//! A step is one decision of a learning seat. The environment draws chance outcomes and lets its
//! opponents answer. A finished game restarts in the same step.

use crate::actions::{self, ACTIONS};
use crate::bot_spec::BotSpec;
use crate::game_seed::{bot_seed, game_seed};
use crate::observation_rows::{ObservationKind, ObservationRows};
use crate::parallel::{Workers, chunk_len};
use orrery_bots::Bot;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::ruleset::GOAL;
use orrery_rules::{
    Action, Actions, Actor, DetachedState, Illegal, OptionProblem, Options, Problems, Random,
    Rules, Seat, State, Step,
};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The value that stands for no game, in place of the index of a game.
const NO_GAME: usize = usize::MAX;
/// The number of chunks per thread. A thread that finishes early takes chunks from others.
const CHUNKS_PER_THREAD: usize = 8;

/// The settings of a batch of games.
#[derive(Clone, Debug)]
pub struct BatchSpec {
    /// The ruleset.
    pub rules: Arc<Rules>,
    /// Seats, Rogue and options.
    pub options: Options,
    /// The number of games that are played at once.
    pub games: usize,
    /// The bot at each seat; `None` and missing entries are learning seats.
    pub opponents: Vec<Option<BotSpec>>,
    /// The number of decisions after which a game is truncated; 0 is unlimited.
    pub max_decisions: u32,
    /// The weight of the shaping reward; 0 turns shaping off.
    ///
    /// The shaping reward of a step is the change of a seat's points, divided by 21.
    pub shaping: f32,
    /// The kind of the observations.
    pub observation: ObservationKind,
    /// The number of threads.
    pub threads: usize,
}

/// The reason why a call fails.
#[derive(Clone, PartialEq, Debug)]
pub enum BatchError {
    /// The options do not fit the ruleset.
    Options(Problems<OptionProblem>),
    /// There is no bot of this name.
    Bot(String),
    /// No seat learns, or there are more opponents than seats.
    Opponents,
    /// A buffer has the wrong length: the name, the length and the expected length.
    Length(&'static str, usize, usize),
    /// The buffer with this name holds another kind of observations.
    Kind(&'static str),
    /// An action is illegal: the game, the number of the action, and the reason.
    Action(usize, i64, Illegal),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Options(problems) => problems.fmt(f),
            Self::Bot(name) => write!(f, "unknown bot `{name}`"),
            Self::Opponents => {
                f.write_str("at least one seat must learn, and each opponent needs a seat")
            }
            Self::Length(name, length, expected) => {
                write!(f, "`{name}` has {length} values instead of {expected}")
            }
            Self::Kind(name) => {
                write!(f, "`{name}` does not hold the kind of observations that this batch writes")
            }
            Self::Action(game, action, reason) => {
                write!(f, "action {action} is not legal in game {game}: {reason}")
            }
        }
    }
}

impl std::error::Error for BatchError {}

/// The caller's buffers, one row per game.
#[derive(Debug)]
pub struct BatchBuffers<'a> {
    /// The observation of the deciding seat.
    pub observations: ObservationRows<'a>,
    /// 1 for each legal action, else 0; [`ACTIONS`] values per row.
    pub masks: &'a mut [i8],
    /// The reward of each seat in this step; one value per seat in each row.
    pub rewards: &'a mut [f32],
    /// The deciding seat.
    pub seats: &'a mut [i8],
    /// Whether a game ended in this step.
    pub terminated: &'a mut [bool],
    /// Whether a game was truncated in this step.
    pub truncated: &'a mut [bool],
    /// The last observation of a game that ended in this step; other rows do not change.
    pub finals: ObservationRows<'a>,
}

/// One game of a batch.
struct Game {
    state: DetachedState,
    random: Random,
    seed: u64,
    /// The number of games that ended in this row since the last reset.
    number: u64,
    decisions: u32,
    /// The seat that decides.
    seat: Seat,
    legal: Actions,
    /// The action of this step, once it is checked.
    chosen: Option<Action>,
    /// The points of each seat after the last step, for shaping.
    points: [u8; MAX_SEATS],
    bots: Vec<Option<Box<dyn Bot>>>,
}

/// An environment that plays many games at once.
pub struct BatchEnv {
    spec: BatchSpec,
    seats: usize,
    games: Vec<Game>,
    workers: Workers,
}

impl fmt::Debug for BatchEnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchEnv").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl BatchEnv {
    /// Creates the games; call [`BatchEnv::reset`] before the first step.
    ///
    /// # Errors
    /// If the options do not fit the ruleset, or a bot is unknown.
    pub fn new(spec: BatchSpec) -> Result<Self, BatchError> {
        let state = State::new(&spec.rules, &spec.options).map_err(BatchError::Options)?;
        let (seats, player_seats) = (state.seat_count(), spec.options.seats);
        let opponents = spec.opponents.iter().flatten().count();
        if opponents >= player_seats || spec.opponents.len() > player_seats {
            return Err(BatchError::Opponents);
        }
        let detached = state.detach();
        let workers = Workers::new(spec.threads);
        let mut games = Vec::with_capacity(spec.games);
        for _ in 0..spec.games {
            games.push(Game {
                state: detached,
                random: Random(0),
                seed: 0,
                number: 0,
                decisions: 0,
                seat: state.active(),
                legal: Actions::new(),
                chosen: None,
                points: [0; MAX_SEATS],
                bots: bots(&spec.opponents)?,
            });
        }
        Ok(Self { spec, seats, games, workers })
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the number of seats of a game; in a solo game 2, including the Rogue's.
    #[must_use]
    pub const fn seat_count(&self) -> usize {
        self.seats
    }

    /// Returns the kind of the observations.
    #[must_use]
    pub const fn observation(&self) -> &ObservationKind {
        &self.spec.observation
    }

    /// Returns the position of a game.
    #[must_use]
    pub fn state(&self, game: usize) -> Option<DetachedState> {
        self.games.get(game).map(|game| game.state)
    }

    /// Restarts every game with its seed.
    ///
    /// The first game of a row (game 0) draws its chance outcomes from `Random(seed)`. Each later
    /// game `n` of the row uses the seed [`game_seed`]`(seed, n)`.
    ///
    /// # Errors
    /// If a buffer has the wrong length.
    pub fn reset(&mut self, seeds: &[u64], out: BatchBuffers<'_>) -> Result<(), BatchError> {
        self.check_lengths(&out)?;
        check_length("seeds", seeds.len(), self.games.len())?;
        let spec = &self.spec;
        let chunks = chunks(&mut self.games, seeds, out, spec.threads, self.seats);
        self.workers.run(chunks, |(games, seeds, mut out)| {
            for (i, (game, seed)) in games.iter_mut().zip(seeds).enumerate() {
                (game.seed, game.number) = (*seed, 0);
                game.start(spec);
                out.clear(i);
                game.write(spec, &mut out, i);
            }
        });
        Ok(())
    }

    /// Applies one action per game.
    ///
    /// # Errors
    /// If an action is not legal or a buffer has the wrong length; then no game changes.
    pub fn step(&mut self, actions: &[i64], out: BatchBuffers<'_>) -> Result<(), BatchError> {
        self.check_lengths(&out)?;
        check_length("actions", actions.len(), self.games.len())?;
        self.check_actions(actions)?;
        let spec = &self.spec;
        let chunks = chunks(&mut self.games, actions, out, spec.threads, self.seats);
        self.workers.run(chunks, |(games, _, mut out)| {
            for (i, game) in games.iter_mut().enumerate() {
                game.step(spec, &mut out, i);
            }
        });
        Ok(())
    }

    /// Checks all actions and stores them in the games, before any game changes state.
    fn check_actions(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        let (seats, threads) = (self.seats, self.spec.threads);
        let length = chunk_len(self.games.len(), threads * CHUNKS_PER_THREAD);
        let chunks =
            self.games.chunks_mut(length).zip(actions.chunks(length)).enumerate().collect();
        let first_illegal = AtomicUsize::new(NO_GAME);
        self.workers.run(chunks, |(number, (games, actions))| {
            for (i, (game, action)) in games.iter_mut().zip(actions).enumerate() {
                game.chosen = game.legal_action(*action, seats);
                if game.chosen.is_none() {
                    first_illegal.fetch_min(number * length + i, Ordering::Relaxed);
                }
            }
        });
        match first_illegal.into_inner() {
            NO_GAME => Ok(()),
            game => {
                let reason = self.games[game].explain(actions[game], &self.spec.rules);
                Err(BatchError::Action(game, actions[game], reason))
            }
        }
    }

    /// Writes a uniformly chosen legal action per game; each game uses one random number.
    ///
    /// # Errors
    /// If the buffer has the wrong length.
    pub fn sample(&mut self, random: &mut Random, actions: &mut [i64]) -> Result<(), BatchError> {
        check_length("actions", actions.len(), self.games.len())?;
        let (seats, threads) = (self.seats, self.spec.threads);
        let length = chunk_len(self.games.len(), threads * CHUNKS_PER_THREAD);
        let mut chunks = Vec::with_capacity(threads * CHUNKS_PER_THREAD);
        for (games, actions) in self.games.chunks_mut(length).zip(actions.chunks_mut(length)) {
            let first = random.clone();
            random.skip(actions.len() as u64);
            chunks.push((first, games, actions));
        }
        self.workers.run(chunks, |(mut random, games, actions)| {
            for (game, action) in games.iter().zip(actions) {
                let legal = game.legal.get(random.below(game.legal.len()));
                let number = legal.map(|legal| actions::index(*legal, game.seat, seats) as i64);
                *action = number.unwrap_or(-1);
            }
        });
        Ok(())
    }

    fn check_lengths(&self, out: &BatchBuffers<'_>) -> Result<(), BatchError> {
        let (games, kind) = (self.games.len(), &self.spec.observation);
        let check_rows = |name, rows: &ObservationRows<'_>| {
            let length = rows.len_as(kind).ok_or(BatchError::Kind(name))?;
            check_length(name, length, games * kind.width())
        };
        check_rows("observations", &out.observations)?;
        check_length("masks", out.masks.len(), games * ACTIONS)?;
        check_length("rewards", out.rewards.len(), games * self.seats)?;
        check_length("seats", out.seats.len(), games)?;
        check_length("terminated", out.terminated.len(), games)?;
        check_length("truncated", out.truncated.len(), games)?;
        check_rows("finals", &out.finals)
    }
}

fn bots(opponents: &[Option<BotSpec>]) -> Result<Vec<Option<Box<dyn Bot>>>, BatchError> {
    let bot = |spec: &BotSpec| spec.bot().ok_or_else(|| BatchError::Bot(spec.name.clone()));
    opponents.iter().map(|spec| spec.as_ref().map(bot).transpose()).collect()
}

const fn check_length(
    name: &'static str,
    length: usize,
    expected: usize,
) -> Result<(), BatchError> {
    if length == expected { Ok(()) } else { Err(BatchError::Length(name, length, expected)) }
}

type Chunk<'a, A> = (&'a mut [Game], &'a [A], Rows<'a>);

/// The rows of a chunk of games.
struct Rows<'a> {
    buffers: BatchBuffers<'a>,
    seats: usize,
}

/// Divides games, inputs and buffers into chunks for the threads.
fn chunks<'a, A>(
    mut games: &'a mut [Game],
    mut inputs: &'a [A],
    buffers: BatchBuffers<'a>,
    threads: usize,
    seats: usize,
) -> Vec<Chunk<'a, A>> {
    let length = chunk_len(games.len(), threads * CHUNKS_PER_THREAD);
    let mut rest = buffers;
    let mut chunks = Vec::with_capacity(threads * CHUNKS_PER_THREAD);
    while games.len() > length {
        let (first, others) = std::mem::take(&mut games).split_at_mut(length);
        let (input, more) = inputs.split_at(length);
        let (rows, left) = rest.split(length, seats);
        chunks.push((first, input, Rows { buffers: rows, seats }));
        (games, inputs, rest) = (others, more, left);
    }
    chunks.push((games, inputs, Rows { buffers: rest, seats }));
    chunks
}

impl<'a> BatchBuffers<'a> {
    /// Splits off the first rows.
    fn split(self, rows: usize, seats: usize) -> (Self, Self) {
        let observations = self.observations.split(rows);
        let masks = self.masks.split_at_mut(rows * ACTIONS);
        let rewards = self.rewards.split_at_mut(rows * seats);
        let deciding = self.seats.split_at_mut(rows);
        let terminated = self.terminated.split_at_mut(rows);
        let truncated = self.truncated.split_at_mut(rows);
        let finals = self.finals.split(rows);
        let first = BatchBuffers {
            observations: observations.0,
            masks: masks.0,
            rewards: rewards.0,
            seats: deciding.0,
            terminated: terminated.0,
            truncated: truncated.0,
            finals: finals.0,
        };
        let rest = BatchBuffers {
            observations: observations.1,
            masks: masks.1,
            rewards: rewards.1,
            seats: deciding.1,
            terminated: terminated.1,
            truncated: truncated.1,
            finals: finals.1,
        };
        (first, rest)
    }
}

impl Rows<'_> {
    /// Clears the rewards and flags of a row.
    fn clear(&mut self, row: usize) {
        self.rewards(row).fill(0.0);
        self.buffers.terminated[row] = false;
        self.buffers.truncated[row] = false;
    }

    fn rewards(&mut self, row: usize) -> &mut [f32] {
        &mut self.buffers.rewards[row * self.seats..][..self.seats]
    }
}

impl Game {
    /// Starts the next game of the row and plays to the first decision of a learning seat.
    fn start(&mut self, spec: &BatchSpec) {
        let seed = if self.number == 0 { self.seed } else { game_seed(self.seed, self.number) };
        self.random = Random(seed);
        (self.decisions, self.points) = (0, [0; MAX_SEATS]);
        for (i, bot) in self.bots.iter_mut().enumerate() {
            if let (Some(bot), Some(seat)) = (bot, Seat::new(i)) {
                bot.start(seat, bot_seed(seed));
            }
        }
        // The options were checked when the batch was created.
        if let Ok(state) = State::new(&spec.rules, &spec.options) {
            let state = self.settle(state);
            self.store(&state);
        }
    }

    /// Applies chance outcomes and opponents' actions until a learner decides or the game ends.
    #[inline]
    fn settle<'r>(&mut self, mut state: State<'r>) -> State<'r> {
        loop {
            if let Some(node) = state.chance() {
                state.apply_unchecked(Step::Chance(node.pick(self.random.bits())));
                continue;
            }
            let Actor::Seat(seat) = state.actor() else { return state };
            state.legal_actions(&mut self.legal);
            let bot = self.bots.get_mut(seat.index()).and_then(Option::as_mut);
            let Some(bot) = bot else {
                self.seat = seat;
                return state;
            };
            // Built-in bots do not fail; in case of an error, take the first action.
            let answer = bot.choose(&state.observe(Some(seat)), &self.legal);
            let action = answer.ok().or_else(|| self.legal.first().copied());
            let Some(action) = action else { return state };
            state.apply_unchecked(Step::Action(action));
        }
    }

    /// Stores the position and the points.
    fn store(&mut self, state: &State<'_>) {
        for seat in state.seats() {
            self.points[seat.index()] = state.points(seat);
        }
        self.state = state.detach();
    }

    /// Returns the legal action with this number.
    #[inline]
    fn legal_action(&self, number: i64, seats: usize) -> Option<Action> {
        let matches =
            |action: &&Action| actions::index(**action, self.seat, seats) as i64 == number;
        self.legal.iter().find(matches).copied()
    }

    /// Returns the reason why an action that is not among the legal ones is illegal.
    fn explain(&self, number: i64, rules: &Rules) -> Illegal {
        let state = self.state.attach(rules);
        let checked =
            actions::action_in(number, &state).and_then(|action| state.check(Step::Action(action)));
        checked.err().unwrap_or(Illegal::NotAsked)
    }

    /// Applies the chosen action and writes the results to a row.
    #[inline]
    fn step(&mut self, spec: &BatchSpec, out: &mut Rows<'_>, row: usize) {
        out.clear(row);
        let Some(action) = self.chosen.take() else { return };
        let mut state = self.state.attach(&spec.rules);
        state.apply_unchecked(Step::Action(action));
        let decider = self.seat;
        let state = self.settle(state);
        self.decisions += 1;
        self.reward(&state, spec.shaping, out.rewards(row));
        let terminated = state.is_over();
        let truncated =
            !terminated && spec.max_decisions > 0 && self.decisions >= spec.max_decisions;
        (out.buffers.terminated[row], out.buffers.truncated[row]) = (terminated, truncated);
        if terminated || truncated {
            out.buffers.finals.write(row, &state, decider, &spec.observation);
            self.number += 1;
            self.start(spec);
            self.write(spec, out, row);
        } else {
            self.store(&state);
            self.write_state(spec, &state, out, row);
        }
    }

    fn reward(&self, state: &State<'_>, shaping: f32, rewards: &mut [f32]) {
        if let Some(result) = state.outcome() {
            let share = 1.0 / result.winners().len().max(1) as f32;
            for (seat, reward) in state.seats().zip(&mut *rewards) {
                *reward += if result.is_winner(seat) { share } else { 0.0 };
            }
        }
        if shaping != 0.0 {
            for (seat, reward) in state.seats().zip(rewards) {
                let before = f32::from(self.points[seat.index()]);
                *reward += shaping * (f32::from(state.points(seat)) - before) / f32::from(GOAL);
            }
        }
    }

    fn write(&self, spec: &BatchSpec, out: &mut Rows<'_>, row: usize) {
        self.write_state(spec, &self.state.attach(&spec.rules), out, row);
    }

    #[inline]
    fn write_state(&self, spec: &BatchSpec, state: &State<'_>, out: &mut Rows<'_>, row: usize) {
        out.buffers.observations.write(row, state, self.seat, &spec.observation);
        let mask = &mut out.buffers.masks[row * ACTIONS..][..ACTIONS];
        mask.fill(0);
        for action in self.legal.iter() {
            mask[actions::index(*action, self.seat, out.seats)] = 1;
        }
        out.buffers.seats[row] = self.seat.index() as i8;
    }
}

#[cfg(test)]
mod tests;
