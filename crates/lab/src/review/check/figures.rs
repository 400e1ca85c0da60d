//! Statistics of checked games: luck, "plays like", accuracy.

use super::{CheckResult, CheckedGame, CheckedSeat};
use orrery_analysis::{Account, Choice, PlaysLike, accuracy, plays_like};
use orrery_bots::BotLevel;

/// The largest distance of a mean luck from 0 over all games, in standard errors.
const MAX_LUCK: f64 = 3.0;
/// The probability that the mean luck of a seat is farther from 0 by chance (two-sided, normal).
const FALSE_ALARM: f64 = 0.002_699_8;
/// Minimum number of games for a test of mean luck: the test assumes a normal distribution.
const MIN_GAMES: usize = 30;

/// The interval of "plays like" of some games, and whether it covers the temperature of the level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) level: BotLevel,
    pub(super) covers: bool,
}

impl Interval {
    fn new(level: BotLevel, found: &PlaysLike) -> Self {
        let truth = f64::from(level.noise());
        Self { level, covers: found.low <= truth && truth <= found.high }
    }
}

/// Returns the levels with a temperature that play, each with the positions in the list of bots.
fn levels(bots: &[String]) -> Vec<(BotLevel, usize)> {
    let of_name = |name: &String| {
        BotLevel::ALL.into_iter().find(|level| level.noise() > 0.0 && level.word() == name)
    };
    bots.iter().enumerate().filter_map(|(index, name)| Some((of_name(name)?, index))).collect()
}

/// Returns the intervals of "plays like" of a batch of games, one per bot.
///
/// `games` has the choices by seat.
pub(super) fn intervals(bots: &[String], games: &[&[Vec<Choice>]]) -> Vec<Interval> {
    let interval = |(level, index): (BotLevel, usize)| {
        let own = games.iter().flat_map(|seats| seats.iter().skip(index).step_by(bots.len()));
        plays_like(own.flatten()).map(|found| Interval::new(level, &found))
    };
    levels(bots).into_iter().filter_map(interval).collect()
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

/// Returns mean and standard deviation.
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
pub(super) fn fit(pairs: &[[f64; 2]]) -> (f64, f64) {
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
    /// Over all games, the mean luck of a seat is within 3 standard errors of 0. With many kinds of
    /// games, some seat of some kind is farther away by chance, so these tests share the
    /// probability of one false alarm (Bonferroni).
    pub(super) fn luck_tests(&self) -> Vec<LuckTest> {
        let all: Vec<&CheckedGame> = self.games.iter().collect();
        let mut tests = luck_tests("all", &all);
        if self.tables.len() > 1 {
            let of_table = |(index, name): (usize, &String)| {
                let games: Vec<_> =
                    all.iter().filter(|game| game.table == index).copied().collect();
                luck_tests(name, &games)
            };
            let each: Vec<LuckTest> = self.tables.iter().enumerate().flat_map(of_table).collect();
            let limit = quantile(FALSE_ALARM / each.len().max(1) as f64);
            tests.extend(each.into_iter().map(|test| LuckTest { limit, ..test }));
        }
        tests
    }

    /// Returns the accounts of the first seat.
    pub(super) fn first_seats(&self) -> impl Iterator<Item = &Account> {
        self.games.iter().filter_map(|game| Some(&game.seats.first()?.account))
    }

    /// Returns the factor by which the adjusted result needs fewer games for the same precision.
    pub(super) fn factor(&self) -> f64 {
        let deviation = |value: fn(&Account) -> f64| {
            mean_and_deviation(&self.first_seats().map(value).collect::<Vec<_>>()).1
        };
        (deviation(|it| it.result) / deviation(|it| it.adjusted)).powi(2)
    }

    /// Returns the seats of a bot, by its position in the list of bots.
    pub(super) fn seats_of(&self, bot: usize) -> impl Iterator<Item = &CheckedSeat> + Clone {
        let step = self.bots.len().max(1);
        self.games.iter().flat_map(move |game| game.seats.iter().skip(bot).step_by(step))
    }

    /// Returns the levels that play, with their positions in the list of bots.
    pub(super) fn levels(&self) -> Vec<(BotLevel, usize)> {
        levels(&self.bots)
    }

    /// Returns the intervals of single games.
    pub(super) fn game_intervals(&self) -> Vec<Interval> {
        let of_level = |(level, bot): (BotLevel, usize)| {
            let found = self.seats_of(bot).filter_map(|seat| seat.account.plays_like.as_ref());
            found.map(move |found| Interval::new(level, found)).collect::<Vec<_>>()
        };
        self.levels().into_iter().flat_map(of_level).collect()
    }

    /// Returns the median accuracy of a bot in a game with this decay.
    pub(super) fn median_accuracy(&self, bot: usize, decay: f64) -> Option<f64> {
        let seats = self.seats_of(bot).filter(|seat| !seat.losses.is_empty());
        let mean = |seat: &CheckedSeat| {
            let sum: f64 = seat.losses.iter().map(|loss| accuracy(*loss, decay)).sum();
            sum / seat.losses.len() as f64
        };
        median(seats.map(mean).collect())
    }

    /// Returns the decay whose median accuracies are nearest to those intended, by least squares.
    ///
    /// Returns `None` if no level with an intended accuracy plays.
    pub(super) fn best_decay(&self) -> Option<f64> {
        let intended = |(level, bot): (BotLevel, usize)| match level {
            BotLevel::Admiral => Some((bot, 95.0)),
            BotLevel::Captain => Some((bot, 85.0)),
            _ => None,
        };
        let targets: Vec<(usize, f64)> = self.levels().into_iter().filter_map(intended).collect();
        let error = |decay: f64| -> f64 {
            let of = |&(bot, target): &(usize, f64)| {
                self.median_accuracy(bot, decay).map_or(0.0, |found| (found - target).powi(2))
            };
            targets.iter().map(of).sum()
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
        let own = games.iter().filter_map(|game| Some(game.seats.get(seat)?.account.luck));
        let lucks: Vec<f64> = own.collect();
        let (mean, deviation) = mean_and_deviation(&lucks);
        let error = deviation / (lucks.len() as f64).sqrt();
        let name = format!("{name}, seat {}", (b'A' + seat as u8) as char);
        let test = LuckTest { name, distance: (mean / error).abs(), limit: MAX_LUCK };
        (lucks.len() >= MIN_GAMES && error > 0.0).then_some(test)
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
