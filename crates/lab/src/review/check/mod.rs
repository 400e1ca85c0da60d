//! Checks the analysis: reviews many games of bots and tests the invariants.

mod figures;
mod text;

use crate::Monitor;
use anyhow::{Context, Result, bail};
use figures::{Coverage, batch_coverage};
use orrery_analysis::{
    Account, Analysis, AnalysisOptions, ChanceKind, Choice, EvaluatorKind, Game, OutcomeReview,
    Review,
};
use orrery_bots::{Random, named};
use orrery_record::LoadedRules;
use orrery_rules::{Actions, Actor, Options, State, Step};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A kind of game to check.
#[derive(Clone, Debug)]
pub struct CheckTable {
    /// The rules.
    pub rules: LoadedRules,
    /// The options of the game.
    pub options: Options,
}

/// The specification of a check: the games to play and review.
#[derive(Clone, Debug)]
pub struct CheckSpec {
    /// The kinds of games, played in rotation.
    pub tables: Vec<CheckTable>,
    /// The bots, assigned to the seats in order and repeated if there are more seats.
    pub bots: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The evaluator that the reviews use.
    pub evaluator: EvaluatorKind,
}

/// The number of batches into which the check of "plays like" divides the games.
const BATCHES: u64 = 20;

/// One game in this many is played and reviewed again; both reviews must be equal.
const REPEAT_EVERY: u64 = 10;

/// A reviewed seat of a game.
#[derive(Clone, Debug)]
struct CheckedSeat {
    account: Account,
    /// The losses of the seat by turn, in spreads.
    losses: Vec<f64>,
}

/// A reviewed game.
#[derive(Clone, Debug)]
struct CheckedGame {
    /// The index of the kind of game.
    table: usize,
    seats: Vec<CheckedSeat>,
    /// By turn: the luck of the first roll, and the change of the active seat's chance to win.
    rolls: Vec<[f64; 2]>,
    /// The first invariant that the review violates, if any.
    problem: Option<&'static str>,
    /// The largest amount by which an account does not balance.
    imbalance: f64,
    /// The hash of the review.
    hash: u64,
    /// The time that the review took.
    time: Duration,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckResult {
    games: Vec<CheckedGame>,
    /// The kinds of games, as texts.
    tables: Vec<String>,
    bots: Vec<String>,
    /// The tests of "plays like", by batch.
    batches: Vec<Coverage>,
}

/// Plays and reviews the games in parallel; if `stop` is set, returns the finished ones.
///
/// # Errors
/// If a bot is unknown or the options do not fit the rules.
pub fn run(
    spec: &CheckSpec,
    threads: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<CheckResult> {
    monitor.begin(spec.games, 0);
    let (mut games, mut batches) = (Vec::new(), Vec::new());
    let size = spec.games.div_ceil(BATCHES).max(1);
    for first in (0..spec.games).step_by(size as usize) {
        let numbers = first..(first + size).min(spec.games);
        let batch = run_batch(spec, numbers, threads, stop, monitor)?;
        // Drop the choices after each batch, because they take most of the memory.
        let choices = batch.iter().map(|(_, choices)| choices.as_slice());
        batches.extend(batch_coverage(&spec.bots, &choices.collect::<Vec<_>>()));
        games.extend(batch.into_iter().map(|(game, _)| game));
    }
    let tables = spec.tables.iter().map(ToString::to_string).collect();
    Ok(CheckResult { games, tables, bots: spec.bots.clone(), batches })
}

/// A reviewed game with the choices of each seat.
type GameWithChoices = (CheckedGame, Vec<Vec<Choice>>);

/// Plays and reviews a range of games in parallel.
fn run_batch(
    spec: &CheckSpec,
    numbers: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<Vec<GameWithChoices>> {
    let (next, all) = (AtomicU64::new(numbers.start), Mutex::new(Vec::new()));
    let work = || -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let game = check_game(spec, number)?;
            all.lock().unwrap_or_else(PoisonError::into_inner).push((number, game));
            monitor.advance(1);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(_) => bail!("a worker thread panicked"),
        })
    })?;
    let mut games = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

/// Plays and reviews one game.
fn check_game(spec: &CheckSpec, number: u64) -> Result<GameWithChoices> {
    let game = play_game(spec, number)?;
    let begin = Instant::now();
    let analysis = analyse(spec, game, u64::MAX);
    let review = analysis.review();
    let time = begin.elapsed();
    let hash = hash(&review)?;
    let mut problem = problem(&review);
    if number.is_multiple_of(REPEAT_EVERY) {
        let repeated = analyse(spec, play_game(spec, number)?, SLICE);
        if self::hash(&repeated.review())? != hash {
            problem = Some("the same seed gave another review");
        }
    }
    let seat = |account: &Account| CheckedSeat {
        losses: analysis.turn_losses(account.seat),
        account: account.clone(),
    };
    let choices = |account: &Account| analysis.choices(account.seat).cloned().collect();
    let choices = review.accounts.iter().map(choices).collect();
    let game = CheckedGame {
        table: spec.table_index(number),
        rolls: rolls(&review),
        problem,
        imbalance: review.accounts.iter().map(imbalance).fold(0.0, f64::max),
        seats: review.accounts.iter().map(seat).collect(),
        hash,
        time,
    };
    Ok((game, choices))
}

/// Slice size of a repeated review, to test that the slice size does not change the result.
const SLICE: u64 = 100;

/// Analyses a game in slices of this size.
fn analyse(spec: &CheckSpec, game: Game, slice: u64) -> Analysis {
    let options = AnalysisOptions {
        seed: spec.seed,
        evaluator: spec.evaluator,
        ..AnalysisOptions::default()
    };
    let mut analysis = Analysis::new(game, options);
    while !analysis.advance(slice) {}
    analysis
}

/// Returns the hash of a review as JSON (FNV-1a).
fn hash(review: &Review) -> Result<u64> {
    Ok(fnv1a(&serde_json::to_vec(review)?))
}

/// Returns the hash of bytes (FNV-1a).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl CheckSpec {
    /// Returns the index in `tables` of the kind of game with this number.
    const fn table_index(&self, number: u64) -> usize {
        (number % self.tables.len() as u64) as usize
    }
}

impl fmt::Display for CheckTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.options.seats {
            1 => write!(f, "{} solo", self.rules.id),
            seats => write!(f, "{} {seats}", self.rules.id),
        }
    }
}

/// Plays one game.
pub(crate) fn play_game(spec: &CheckSpec, number: u64) -> Result<Game> {
    let seed = Random(spec.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
    let CheckTable { rules, options } = &spec.tables[spec.table_index(number)];
    let mut state =
        State::new(rules, options).map_err(|problems| anyhow::anyhow!("{}", problems[0]))?;
    let (start, mut random, mut steps) = (state.detach(), Random(seed), Vec::new());
    let mut bots = Vec::new();
    for (seat, name) in state.seats().zip(spec.bots.iter().cycle()) {
        let mut bot = named(name).with_context(|| format!("unknown bot `{name}`"))?;
        bot.start(seat, seed);
        bots.push(bot);
    }
    let mut legal = Actions::new();
    loop {
        let step = match (state.chance(), state.actor()) {
            (Some(node), _) => Step::Chance(node.pick(random.bits())),
            (None, Actor::Seat(seat)) => {
                state.legal_actions(&mut legal);
                let bot = &mut bots[seat.index()];
                Step::Action(bot.choose(&state.observe(Some(seat)), &legal)?)
            }
            _ => break,
        };
        state.apply_unchecked(step);
        steps.push(step);
    }
    Ok(Game::from_steps(rules.clone(), start, &steps))
}

/// The largest difference that rounding may cause.
const ROUNDING: f64 = 1e-6;

/// Returns the amount by which an account does not balance.
fn imbalance(account: &Account) -> f64 {
    let Account { luck, losses, gifts, hidden, unexplained, .. } = account;
    let explained = luck - losses + gifts + hidden + unexplained;
    (account.result - account.start - explained).abs()
}

/// Returns the first invariant that a review violates.
///
/// NaN violates every invariant, because comparisons with NaN are false.
fn problem(review: &Review) -> Option<&'static str> {
    let sums_to_zero = |values: &[f64]| values.iter().sum::<f64>().abs() < ROUNDING;
    let balances = review.accounts.iter().all(|it| imbalance(it) < ROUNDING);
    let has_no_negative_loss =
        review.moves.iter().all(|it| it.best - it.chance >= 0.0 && it.loss == it.best - it.chance);
    let gifts_equal_losses = review.moves.iter().all(|it| sums_to_zero(&it.gifts));
    let luck_sums_to_zero = review.outcomes.iter().all(|it| sums_to_zero(&it.luck));
    match () {
        () if !balances => Some("an account does not balance"),
        () if !has_no_negative_loss => Some("a loss is negative"),
        () if !gifts_equal_losses => Some("the gifts of a move differ from its loss"),
        () if !luck_sums_to_zero => Some("the luck of the seats does not sum to 0"),
        () => None,
    }
}

/// Returns the luck of each first roll, and the change of the active seat's chance in that turn.
fn rolls(review: &Review) -> Vec<[f64; 2]> {
    let is_first_roll = |it: &&OutcomeReview| it.kind == ChanceKind::Roll;
    let of_turn = |it: &OutcomeReview| {
        let seat = it.seat?.index();
        let mut points = review.graph.iter();
        let before = points.by_ref().take_while(|point| point.step < it.step).last()?;
        let after = points.find(|point| point.turn != it.turn).or(review.graph.last())?;
        Some([it.luck[seat], after.chances[seat] - before.chances[seat]])
    };
    review.outcomes.iter().filter(is_first_roll).filter_map(of_turn).collect()
}
