//! Checks the analysis: reviews many games of bots and tests the invariants.

use crate::Monitor;
use crate::section::{Section, grouped, head, render};
use anyhow::{Context, Result, bail};
use orrery_analysis::{
    Account, AnalysisOptions, ChanceKind, Choice, DECAY, EvaluatorKind, Game, OutcomeReview,
    Review, accuracy, analyse, plays_like,
};
use orrery_bots::{BotLevel, Random, named};
use orrery_record::LoadedRules;
use orrery_rules::{Actions, Actor, Options, State, Step};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A column of an account: its name and its value.
type Column = (&'static str, fn(&Account) -> f64);

/// The games to check.
#[derive(Clone, Debug)]
pub struct CheckSpec {
    /// The rules.
    pub rules: LoadedRules,
    /// The options of the game.
    pub options: Options,
    /// The bots, assigned to the seats in order and repeated if there are more seats.
    pub bots: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The evaluator.
    pub evaluator: EvaluatorKind,
}

/// The number of batches into which the check of "plays like" divides the games.
const BATCHES: usize = 20;

/// A reviewed seat of a game.
#[derive(Clone, Debug)]
struct CheckedSeat {
    account: Account,
    /// The losses of the seat by turn, in spreads.
    losses: Vec<f64>,
    choices: Vec<Choice>,
}

/// A reviewed game.
#[derive(Clone, Debug)]
struct CheckedGame {
    seats: Vec<CheckedSeat>,
    /// The luck of the first roll of each turn, and the change of the active seat's chance.
    rolls: Vec<[f64; 2]>,
    /// The largest amount by which an account does not balance.
    balance: f64,
    /// The smallest loss of a move, at most 0.
    least_loss: f64,
    /// The time that the review took.
    time: Duration,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckResult {
    games: Vec<CheckedGame>,
    bots: Vec<String>,
}

/// Plays and reviews the games in parallel; an interrupt keeps the finished ones.
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
    let (next, all) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= spec.games || stop.load(Ordering::Relaxed) {
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
    let games = games.into_iter().map(|(_, game)| game).collect();
    Ok(CheckResult { games, bots: spec.bots.clone() })
}

/// Plays and reviews one game.
fn check_game(spec: &CheckSpec, number: u64) -> Result<CheckedGame> {
    let game = play_game(spec, number)?;
    let begin = Instant::now();
    let options = AnalysisOptions {
        seed: spec.seed,
        evaluator: spec.evaluator,
        ..AnalysisOptions::default()
    };
    let analysis = analyse(game, options, |_| ControlFlow::Continue(()));
    let review = analysis.review();
    let time = begin.elapsed();
    let seat = |account: &Account| CheckedSeat {
        losses: analysis.turn_losses(account.seat),
        choices: analysis.choices(account.seat).cloned().collect(),
        account: account.clone(),
    };
    Ok(CheckedGame {
        rolls: rolls(&review),
        balance: imbalance(&review),
        least_loss: review.moves.iter().map(|it| it.loss).fold(0.0, f64::min),
        seats: review.accounts.iter().map(seat).collect(),
        time,
    })
}

/// Plays one game.
pub(crate) fn play_game(spec: &CheckSpec, number: u64) -> Result<Game> {
    let seed = Random(spec.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
    let mut state = State::new(&spec.rules, &spec.options)
        .map_err(|problems| anyhow::anyhow!("{}", problems[0]))?;
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
    Ok(Game::from_steps(spec.rules.clone(), start, &steps))
}

/// Returns the largest amount by which an account does not balance.
fn imbalance(review: &Review) -> f64 {
    let off = |it: &Account| {
        let explained = it.luck - it.losses + it.gifts + it.hidden + it.unexplained;
        (it.result - it.start - explained).abs()
    };
    review.accounts.iter().map(off).fold(0.0, f64::max)
}

/// Returns the luck of each first roll, and the change of the active seat's chance in that turn.
fn rolls(review: &Review) -> Vec<[f64; 2]> {
    let first = |it: &&OutcomeReview| it.kind == ChanceKind::Roll;
    let of_turn = |it: &OutcomeReview| {
        let seat = it.seat?.index();
        let mut points = review.graph.iter();
        let before = points.by_ref().take_while(|point| point.step < it.step).last()?;
        let after = points.find(|point| point.turn != it.turn).or(review.graph.last())?;
        Some([it.luck[seat], after.chances[seat] - before.chances[seat]])
    };
    review.outcomes.iter().filter(first).filter_map(of_turn).collect()
}

/// Returns the correlation of pairs, and the regression slope of the second value on the first.
fn fit(pairs: &[[f64; 2]]) -> (f64, f64) {
    let column = |index: usize| pairs.iter().map(|pair| pair[index]).collect::<Vec<_>>();
    let (first, second) = (mean_and_deviation(&column(0)), mean_and_deviation(&column(1)));
    let product = |pair: &[f64; 2]| (pair[0] - first.0) * (pair[1] - second.0);
    let covariance = pairs.iter().map(product).sum::<f64>() / (pairs.len() as f64 - 1.0).max(1.0);
    (covariance / (first.1 * second.1), covariance / (first.1 * first.1))
}

/// Returns mean and standard deviation.
fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

impl CheckResult {
    /// Returns whether all accounts balance and no loss is negative.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.games.iter().all(|game| game.balance < 1e-6 && game.least_loss >= 0.0)
    }

    /// Returns the largest distance of a seat's mean luck from 0, in standard errors.
    #[must_use]
    pub fn luck_bias(&self) -> f64 {
        let seats = self.games.first().map_or(0, |game| game.seats.len());
        let bias = |seat: usize| {
            let (mean, deviation) = mean_and_deviation(&self.column(seat, |it| it.luck));
            let error = deviation / (self.games.len().max(1) as f64).sqrt();
            if error > 0.0 { (mean / error).abs() } else { 0.0 }
        };
        (0..seats).map(bias).fold(0.0, f64::max)
    }

    /// Returns the factor by which the adjusted result needs fewer games for the same precision.
    #[must_use]
    pub fn factor(&self) -> f64 {
        let plain = mean_and_deviation(&self.column(0, |it| it.result)).1;
        let adjusted = mean_and_deviation(&self.column(0, |it| it.adjusted)).1;
        (plain / adjusted).powi(2)
    }

    /// Counts the intervals of "plays like" that cover the level's temperature, and all intervals.
    #[must_use]
    pub fn coverage(&self) -> (usize, usize) {
        let seats =
            self.games.iter().flat_map(|game| game.seats.iter().zip(self.bots.iter().cycle()));
        let covered = seats.filter_map(|(seat, bot)| {
            let level = BotLevel::ALL.into_iter().find(|level| level.word() == bot)?;
            let truth = f64::from(level.noise());
            let found = seat.account.plays_like.as_ref().filter(|_| truth > 0.0)?;
            Some(found.low <= truth && truth <= found.high)
        });
        covered.fold((0, 0), |(yes, all), covered| (yes + usize::from(covered), all + 1))
    }

    /// Counts the batches that cover the temperature of a level, and all batches.
    ///
    /// A batch covers the temperature if its interval of "plays like" contains it.
    fn batch_coverage(&self, level: BotLevel) -> (usize, usize) {
        let truth = f64::from(level.noise());
        let batches = self.games.chunks(self.games.len().div_ceil(BATCHES).max(1));
        let covers = |games: &[CheckedGame]| {
            let seats =
                games.iter().flat_map(|game| game.seats.iter().zip(self.bots.iter().cycle()));
            let own = seats.filter(|(_, bot)| *bot == level.word());
            let found = plays_like(own.flat_map(|(seat, _)| &seat.choices))?;
            Some(found.low <= truth && truth <= found.high)
        };
        let covered = batches.filter_map(covers);
        covered.fold((0, 0), |(yes, all), covered| (yes + usize::from(covered), all + 1))
    }

    /// Returns the lines about the batches of each level.
    fn batch_lines(&self) -> String {
        let is_checked = |level: &BotLevel| {
            level.noise() > 0.0 && self.bots.iter().any(|bot| bot == level.word())
        };
        let line = |level: BotLevel| {
            let (covered, batches) = self.batch_coverage(level);
            let name = level.word();
            format!(
                "{name}: batches whose interval covers the temperature: {covered} of {batches}\n"
            )
        };
        BotLevel::ALL.into_iter().filter(is_checked).map(line).collect()
    }

    fn column(&self, seat: usize, value: fn(&Account) -> f64) -> Vec<f64> {
        self.games
            .iter()
            .filter_map(|game| game.seats.get(seat))
            .map(|it| value(&it.account))
            .collect()
    }

    /// Returns the accuracies of the first seat with this decay.
    fn accuracies(&self, decay: f64) -> Vec<f64> {
        let seats = self.games.iter().filter_map(|game| game.seats.first());
        let turns = seats.filter(|seat| !seat.losses.is_empty());
        turns
            .map(|seat| {
                let sum: f64 = seat.losses.iter().map(|loss| accuracy(*loss, decay)).sum();
                sum / seat.losses.len() as f64
            })
            .collect()
    }

    /// Returns the decay with which the median accuracy of the first seat has this value.
    fn decay_for(&self, target: f64) -> f64 {
        let (mut low, mut high) = (1e-3, 100.0_f64);
        for _ in 0..40 {
            let middle = (low * high).sqrt();
            match median(self.accuracies(middle)) {
                Some(accuracy) if accuracy > target => low = middle,
                _ => high = middle,
            }
        }
        low
    }

    /// Returns the result as text.
    #[must_use]
    pub fn text(&self) -> String {
        let count = self.games.len();
        let error = |deviation: f64| deviation / (count.max(1) as f64).sqrt();
        let seats = self.games.first().map_or(0, |game| game.seats.len());
        let columns: [Column; 7] = [
            ("result", |it| it.result),
            ("luck", |it| it.luck),
            ("losses", |it| it.losses),
            ("gifts", |it| it.gifts),
            ("hidden", |it| it.hidden),
            ("unexplained", |it| it.unexplained),
            ("adjusted", |it| it.adjusted),
        ];
        let mut rows = Vec::new();
        for seat in 0..seats {
            for (name, value) in columns {
                let (mean, deviation) = mean_and_deviation(&self.column(seat, value));
                rows.push(vec![
                    format!("{} {name}", (b'A' + seat as u8) as char),
                    format!("{mean:+.4}"),
                    format!("{:.4}", error(deviation)),
                    format!("{deviation:.4}"),
                ]);
            }
        }
        let table = render(&Section {
            title: "Accounts",
            note: "",
            head: head(["seat", "mean", "standard error", "standard deviation"]),
            rows,
        });
        let balance = self.games.iter().map(|game| game.balance).fold(0.0, f64::max);
        let times = self.games.iter().map(|game| game.time.as_secs_f64()).collect();
        let rates = self.games.iter().filter_map(|game| game.seats.first()?.account.error_rate);
        let temperatures = self.games.iter().filter_map(|game| {
            game.seats.first()?.account.plays_like.as_ref().map(|it| it.temperature)
        });
        let rolls: Vec<[f64; 2]> = self.games.iter().flat_map(|game| game.rolls.clone()).collect();
        let (correlation, slope) = fit(&rolls);
        let (covered, estimates) = self.coverage();
        let batches = self.batch_lines();
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.3}"));
        format!(
            "{} games reviewed\n{table}\n\
             largest imbalance {balance:.1e}, negative losses: {}\n\
             first rolls: correlation {correlation:.2} with the change over the turn, slope {slope:.2}\n\
             mean luck within {:.1} standard errors of 0\n\
             games saved by the adjusted result: factor {:.2}\n\
             first seat: median error rate {}, accuracy {} (decay {DECAY}); decay for 95 %: {:.3}, for 85 %: {:.3}\n\
             first seat: median temperature {}; intervals that cover the level's: {covered} of {estimates}\n\
             {batches}median time of a review: {} s\n",
            grouped(count as u64),
            if self.is_sound() { "none" } else { "some" },
            self.luck_bias(),
            self.factor(),
            number(median(rates.collect())),
            number(median(self.accuracies(DECAY))),
            self.decay_for(95.0),
            self.decay_for(85.0),
            number(median(temperatures.collect())),
            number(median(times)),
        )
    }
}
