//! Statistics of checked games: luck, "plays like", accuracy.
//!
//! "Plays like" estimates the temperature of a seat: how much noise is in its choices. For a bot,
//! the true temperature is that of its level ([`BotLevel::noise`]). `docs/ANALYSIS.md` defines both
//! terms, and the accuracy with its decay.

use super::{CheckResult, CheckedGame, CheckedSeat};
use orrery_analysis::{Account, Choice, PlaysLike, accuracy, plays_like};
use orrery_bots::BotLevel;

/// Largest accepted distance from 0 of the mean luck over all games, in standard errors.
const MAX_LUCK_DISTANCE: f64 = 3.0;
/// Probability that a normal variable is farther than [`MAX_LUCK_DISTANCE`] from its mean.
const FALSE_ALARM: f64 = 0.002_699_8;
/// Minimum number of games for a test of mean luck: the test assumes a normal distribution.
const MIN_GAMES: usize = 30;

/// A test of "plays like": does its interval cover the level's true temperature?
#[derive(Clone, Copy, Debug)]
pub(super) struct Coverage {
    pub(super) level: BotLevel,
    /// Whether the interval covers the temperature.
    pub(super) covers: bool,
}

impl Coverage {
    fn new(level: BotLevel, found: &PlaysLike) -> Self {
        let truth = f64::from(level.noise());
        Self { level, covers: found.low <= truth && truth <= found.high }
    }
}

/// Returns the levels with a temperature among the bots, each with its index in the list.
fn levels(bots: &[String]) -> Vec<(BotLevel, usize)> {
    let of_name = |name: &String| {
        BotLevel::ALL.into_iter().find(|level| level.noise() > 0.0 && level.word() == name)
    };
    bots.iter().enumerate().filter_map(|(index, name)| Some((of_name(name)?, index))).collect()
}

/// Tests "plays like" on a batch of games, once per bot with a temperature.
///
/// `games` has the choices by seat.
pub(super) fn batch_coverage(bots: &[String], games: &[&[Vec<Choice>]]) -> Vec<Coverage> {
    let coverage = |(level, index): (BotLevel, usize)| {
        let choices = games.iter().flat_map(|seats| seats.iter().skip(index).step_by(bots.len()));
        plays_like(choices.flatten()).map(|found| Coverage::new(level, &found))
    };
    levels(bots).into_iter().filter_map(coverage).collect()
}

/// The mean luck of a seat, in standard errors.
#[derive(Clone, Debug)]
pub(super) struct LuckTest {
    pub(super) name: String,
    /// The distance from 0.
    pub(super) distance: f64,
    /// The largest distance that passes.
    pub(super) limit: f64,
}

impl LuckTest {
    pub(super) fn passes(&self) -> bool {
        self.distance <= self.limit
    }
}

/// Returns the mean and the sample standard deviation; the deviation of one value is 0.
pub(super) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Returns the correlation of pairs, and the regression slope of the second value on the first.
pub(super) fn correlation_and_slope(pairs: &[[f64; 2]]) -> (f64, f64) {
    let column = |index: usize| pairs.iter().map(|pair| pair[index]).collect::<Vec<_>>();
    let (first, second) = (mean_and_deviation(&column(0)), mean_and_deviation(&column(1)));
    let product = |pair: &[f64; 2]| (pair[0] - first.0) * (pair[1] - second.0);
    let covariance = pairs.iter().map(product).sum::<f64>() / (pairs.len() as f64 - 1.0).max(1.0);
    (covariance / (first.1 * second.1), covariance / (first.1 * first.1))
}

/// Returns the two-sided quantile of the normal distribution for this probability.
fn quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        match libm::erfc(middle / std::f64::consts::SQRT_2) > probability {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

impl CheckResult {
    /// Tests the mean luck of each seat.
    ///
    /// Over all games, the mean luck of each seat must be within 3 standard errors of 0. With many
    /// kinds of games, some seat of some kind is farther away by chance, so the tests by kind share
    /// the probability of a false alarm (Bonferroni correction).
    pub(super) fn luck_tests(&self) -> Vec<LuckTest> {
        let all: Vec<&CheckedGame> = self.games.iter().collect();
        let mut tests = luck_tests("all", &all);
        if self.tables.len() > 1 {
            let of_table = |(index, name): (usize, &String)| {
                let games: Vec<_> =
                    all.iter().filter(|game| game.table == index).copied().collect();
                luck_tests(name, &games)
            };
            let by_kind: Vec<LuckTest> =
                self.tables.iter().enumerate().flat_map(of_table).collect();
            let limit = quantile(FALSE_ALARM / by_kind.len().max(1) as f64);
            tests.extend(by_kind.into_iter().map(|test| LuckTest { limit, ..test }));
        }
        tests
    }

    /// Returns the accounts of the first seat.
    fn first_seat_accounts(&self) -> impl Iterator<Item = &Account> {
        self.games.iter().filter_map(|game| Some(&game.seats.first()?.account))
    }

    /// Returns the variance of the result divided by that of the adjusted result.
    ///
    /// The plain result needs this many times as many games for the same precision.
    pub(super) fn variance_ratio(&self) -> f64 {
        let deviation = |value: fn(&Account) -> f64| {
            mean_and_deviation(&self.first_seat_accounts().map(value).collect::<Vec<_>>()).1
        };
        (deviation(|it| it.result) / deviation(|it| it.adjusted)).powi(2)
    }

    /// Returns the seats of a bot, by its position in the list of bots.
    pub(super) fn seats_of(&self, bot: usize) -> impl Iterator<Item = &CheckedSeat> + Clone {
        let step = self.bots.len().max(1);
        self.games.iter().flat_map(move |game| game.seats.iter().skip(bot).step_by(step))
    }

    /// Returns the levels with a temperature among the bots, each with its index in the list.
    pub(super) fn levels(&self) -> Vec<(BotLevel, usize)> {
        levels(&self.bots)
    }

    /// Tests "plays like" on single games.
    pub(super) fn game_coverage(&self) -> Vec<Coverage> {
        let of_level = |(level, bot): (BotLevel, usize)| {
            let found = self.seats_of(bot).filter_map(|seat| seat.account.plays_like.as_ref());
            found.map(move |found| Coverage::new(level, found)).collect::<Vec<_>>()
        };
        self.levels().into_iter().flat_map(of_level).collect()
    }

    /// Returns the median over all games of a bot's accuracy, computed with this decay.
    pub(super) fn median_accuracy(&self, bot: usize, decay: f64) -> Option<f64> {
        let seats = self.seats_of(bot).filter(|seat| !seat.losses.is_empty());
        let mean = |seat: &CheckedSeat| {
            let sum: f64 = seat.losses.iter().map(|loss| accuracy(*loss, decay)).sum();
            sum / seat.losses.len() as f64
        };
        median(seats.map(mean).collect())
    }

    /// Returns the decay that brings the median accuracies closest to their targets.
    ///
    /// The method is least squares. The targets are 95 % for the admiral and 85 % for the captain.
    /// Returns `None` if neither plays.
    pub(super) fn best_decay(&self) -> Option<f64> {
        let intended = |(level, bot): (BotLevel, usize)| match level {
            BotLevel::Admiral => Some((bot, 95.0)),
            BotLevel::Captain => Some((bot, 85.0)),
            _ => None,
        };
        let targets: Vec<(usize, f64)> = self.levels().into_iter().filter_map(intended).collect();
        let error = |decay: f64| -> f64 {
            let squared_error = |&(bot, target): &(usize, f64)| {
                self.median_accuracy(bot, decay).map_or(0.0, |found| (found - target).powi(2))
            };
            targets.iter().map(squared_error).sum()
        };
        // Medians are not smooth, so the search tries all candidates.
        let candidates = (20..=400).map(|hundredths| f64::from(hundredths) / 100.0);
        let rated = candidates.map(|decay| (error(decay), decay));
        let best = rated.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, decay)| decay);
        best.filter(|_| !targets.is_empty())
    }
}

/// Tests the mean luck of each seat in these games.
fn luck_tests(name: &str, games: &[&CheckedGame]) -> Vec<LuckTest> {
    let seats = games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    let test = |seat: usize| {
        let luck = games.iter().filter_map(|game| Some(game.seats.get(seat)?.account.luck));
        let luck: Vec<f64> = luck.collect();
        let (mean, deviation) = mean_and_deviation(&luck);
        let error = deviation / (luck.len() as f64).sqrt();
        let name = format!("{name}, seat {}", (b'A' + seat as u8) as char);
        let test = LuckTest { name, distance: (mean / error).abs(), limit: MAX_LUCK_DISTANCE };
        (luck.len() >= MIN_GAMES && error > 0.0).then_some(test)
    };
    (0..seats).filter_map(test).collect()
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_are_those_of_the_normal_distribution() {
        for (probability, expected) in [(0.05, 1.959_964), (0.002_699_8, 3.0), (1e-5, 4.417_173)] {
            assert!((quantile(probability) - expected).abs() < 1e-4, "{probability}");
        }
    }
}
