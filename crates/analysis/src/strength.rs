//! Estimates of strength: "plays like" (the temperature of a seat's choices) and accuracy.

use crate::evaluation::DirectEvaluator;
use crate::review::PlaysLike;
use orrery_bots::{BotLevel, OneStep};
use orrery_rules::{Action, Seat, State};

/// A choice of a seat among several actions.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub(crate) seat: Seat,
    /// The number of steps of the game before the move that contains this choice.
    steps_before_move: u32,
    /// The seat's win probability after each action with its best completion.
    chances: Vec<f64>,
    /// The index of the chosen action in `chances`.
    chosen: usize,
}

impl Choice {
    /// Describes the choice of an action.
    ///
    /// Returns `None` if there is only one choice, and for decisions in which every bot level takes
    /// the best action: the weaker levels choose with random noise, but not in all decisions.
    pub(crate) fn new(
        direct: &mut DirectEvaluator<'_>,
        one_step: &mut OneStep<'_>,
        state: &State<'_>,
        (seat, steps_before_move): (Seat, u32),
        action: Action,
    ) -> Option<Self> {
        let choices = one_step.noisy_choices(state, seat);
        let chosen = choices.iter().position(|choice| choice.actions.first() == Some(&action))?;
        if choices.len() < 2 {
            return None;
        }
        let chances = choices
            .iter()
            .map(|choice| direct.network_chance(&choice.after(state), seat))
            .collect();
        Some(Self { seat, steps_before_move, chances, chosen })
    }

    /// Returns the number of steps of the game before the move that contains this choice.
    #[must_use]
    pub const fn steps_before_move(&self) -> u32 {
        self.steps_before_move
    }

    /// Returns the derivative of the log-likelihood with respect to the inverse temperature.
    fn slope(&self, inverse_temperature: f64) -> f64 {
        let best = self.chances.iter().copied().fold(0.0, f64::max);
        let (mut weights, mut sum) = (0.0, 0.0);
        for chance in &self.chances {
            let difference = chance - best;
            let weight = libm::exp(inverse_temperature * difference);
            weights += weight;
            sum += weight * difference;
        }
        self.chances[self.chosen] - best - sum / weights
    }

    /// Returns the log-likelihood of the choice.
    fn log_likelihood(&self, inverse_temperature: f64) -> f64 {
        let chosen = self.chances[self.chosen];
        let sum: f64 = self
            .chances
            .iter()
            .map(|chance| libm::exp(inverse_temperature * (chance - chosen)))
            .sum();
        -libm::log(sum)
    }
}

/// The lowest temperature that an estimate can have; [`HOTTEST`] is the highest.
const COLDEST: f64 = 0.0005;
const HOTTEST: f64 = 2.0;
/// Drop of the log-likelihood from its maximum to the ends of a 95 % interval.
///
/// This is half the 95 % quantile of the chi-square distribution with one degree of freedom.
const MAX_DROP: f64 = 1.920_729;
/// Minimum number of choices for an estimate.
const MIN_CHOICES: usize = 20;

/// Estimates the temperature of the softmax that explains choices best.
///
/// The log-likelihood is concave in the inverse temperature. The interval contains the temperatures
/// that a likelihood-ratio test does not reject. With few choices, it covers the true temperature
/// more reliably than an interval based on the Fisher information.
#[must_use]
pub fn plays_like<'a>(choices: impl IntoIterator<Item = &'a Choice>) -> Option<PlaysLike> {
    let choices: Vec<&Choice> = choices.into_iter().collect();
    if choices.len() < MIN_CHOICES {
        return None;
    }
    let slope = |t: f64| -> f64 { choices.iter().map(|choice| choice.slope(1.0 / t)).sum() };
    let log_likelihood =
        |t: f64| -> f64 { choices.iter().map(|choice| choice.log_likelihood(1.0 / t)).sum() };
    let temperature = zero_crossing([COLDEST, HOTTEST], slope);
    let threshold = log_likelihood(temperature) - MAX_DROP;
    let low = match log_likelihood(COLDEST) < threshold {
        true => zero_crossing([COLDEST, temperature], |t| log_likelihood(t) - threshold),
        false => 0.0,
    };
    let high = zero_crossing([temperature, HOTTEST], |t| threshold - log_likelihood(t));
    let level_at = |temperature: f64| level(temperature).to_owned();
    Some(PlaysLike {
        temperature,
        low,
        high,
        level: level_at(temperature),
        weakest: level_at(high),
        strongest: level_at(low),
        choices: choices.len() as u32,
    })
}

/// Returns the temperature in a range at which an increasing function crosses 0, by bisection.
fn zero_crossing([mut low, mut high]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..32 {
        let middle = libm::sqrt(low * high);
        if function(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    libm::sqrt(low * high)
}

/// Returns the name of the level that is nearest to a temperature, on a logarithmic scale.
///
/// The oracle searches deeper than one step, so it has no temperature of its own.
fn level(temperature: f64) -> &'static str {
    let levels = [BotLevel::Admiral, BotLevel::Captain, BotLevel::Pilot, BotLevel::Cadet];
    let boundary =
        |pair: &[BotLevel]| libm::sqrt(f64::from(pair[0].noise()) * f64::from(pair[1].noise()));
    if temperature > RANDOM_TEMPERATURE {
        return "random";
    }
    let above = levels.windows(2).take_while(|pair| temperature > boundary(pair)).count();
    levels[above].word()
}

/// The temperature above which play is closer to random than to a cadet.
const RANDOM_TEMPERATURE: f64 = 0.4;

/// The rate at which the accuracy of a turn falls with its loss in spreads (docs/ANALYSIS.md).
pub const DECAY: f64 = 2.0;

/// Returns the accuracy, in percent, of a turn with this loss.
///
/// The loss is measured in spreads. `decay` is the rate at which the accuracy falls; reviews use
/// [`DECAY`].
#[must_use]
pub fn accuracy(loss: f64, decay: f64) -> f64 {
    (103.17 * libm::exp(-decay * loss) - 3.17).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::{Choice, plays_like};
    use orrery_bots::{Random, uniform};
    use orrery_rules::Seat;

    /// Draws choices by a softmax with this temperature.
    fn choices(temperature: f64, count: usize, seed: u64) -> Vec<Choice> {
        let mut random = Random(seed);
        let mut choice = || {
            let chances: Vec<f64> =
                (0..6).map(|_| 0.5 + 0.1 * f64::from(uniform(&mut random))).collect();
            let weights: Vec<f64> =
                chances.iter().map(|chance| libm::exp((chance - 0.5) / temperature)).collect();
            let mut left = f64::from(uniform(&mut random)) * weights.iter().sum::<f64>();
            let mut passed = |weight: &f64| {
                left -= weight;
                left <= 0.0
            };
            let chosen = weights.iter().position(&mut passed).unwrap_or(0);
            Choice { seat: Seat::new(0).expect("a seat"), steps_before_move: 0, chances, chosen }
        };
        (0..count).map(|_| choice()).collect()
    }

    /// Checks that at least 88 of 100 intervals contain the true temperature.
    ///
    /// If the true coverage is 95 %, this has a probability of 99.8 %.
    #[test]
    fn the_interval_covers_the_true_temperature() {
        for (temperature, count) in [(0.006, 150), (0.022, 150), (0.05, 40), (0.12, 40)] {
            let covered = (0..100).filter(|seed| {
                let found =
                    plays_like(&choices(temperature, count, *seed)).expect("enough choices");
                assert!(found.low <= found.temperature && found.temperature <= found.high);
                found.low <= temperature && temperature <= found.high
            });
            let covered = covered.count();
            assert!(covered >= 88, "{temperature}: {covered}");
        }
    }

    #[test]
    fn perfect_choices_have_no_lower_bound() {
        let mut perfect = choices(0.02, 60, 1);
        for choice in &mut perfect {
            let most = choice.chances.iter().copied().fold(0.0, f64::max);
            choice.chosen = choice.chances.iter().position(|chance| *chance == most).expect("one");
        }
        let found = plays_like(&perfect).expect("enough choices");
        assert_eq!((found.low, found.level.as_str()), (0.0, "admiral"));
        assert!(found.high < 0.02);
    }

    #[test]
    fn few_choices_give_no_estimate() {
        assert_eq!(plays_like(&choices(0.02, 19, 1)), None);
    }
}
