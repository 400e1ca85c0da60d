//! Stops a line-up early: a generalised sequential probability ratio test on the scores of deals.
//!
//! The games of a deal share their dice, so they are not independent, but deals are. For each
//! hypothesis, the most likely distribution of deal scores with the expected mean is fitted to the
//! observed scores (M. Van den Bergh's method, as used for chess engines). The log-likelihood ratio
//! is compared with Wald's bounds.

use super::play::DealResult;
use crate::stats::FULL_SHARE;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Probability of a type I error; also that of a type II error.
const ERROR_RATE: f64 = 0.05;

/// Two hypotheses about the Elo difference between the first entrant of a line-up and the others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

impl Hypotheses {
    /// Parses `ELO0,ELO1`.
    ///
    /// # Errors
    /// If the text is not two Elo differences with the smaller one first.
    pub fn parse(text: &str) -> Result<Self> {
        let parts = text.split_once(',').context("expected two numbers: ELO0,ELO1")?;
        let number = |text: &str| -> Result<f64> {
            let number = text.trim().parse().ok().filter(|n: &f64| n.abs() <= 2000.0);
            number.with_context(|| format!("`{text}` is not an Elo difference from -2000 to 2000"))
        };
        let (elo0, elo1) = (number(parts.0)?, number(parts.1)?);
        if elo0 >= elo1 {
            bail!("ELO0 must be smaller than ELO1");
        }
        Ok(Self { elo0, elo1 })
    }
}

/// Returns the expected share of victories of a bot that is `elo` stronger than the others.
pub(crate) fn expected(elo: f64, seats: usize) -> f64 {
    let strength = 10f64.powf(elo / 400.0);
    strength / (strength + seats as f64 - 1.0)
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Undecided.
    Open,
    /// The test accepts the first hypothesis, `elo0`.
    Elo0,
    /// The test accepts the second hypothesis, `elo1`.
    Elo1,
}

/// A running test.
#[derive(Clone, Debug)]
pub(crate) struct SequentialTest {
    pub(crate) hypotheses: Hypotheses,
    seats: usize,
    /// Number of deals by the score of the first place, in units of 1/60.
    counts: BTreeMap<u64, u64>,
    /// The log-likelihood ratio.
    pub(crate) llr: f64,
}

impl SequentialTest {
    /// Creates a test without observations.
    pub(crate) fn new(hypotheses: Hypotheses, seats: usize) -> Self {
        Self { hypotheses, seats, counts: BTreeMap::new(), llr: 0.0 }
    }

    /// Returns Wald's bound; the test is decided when |LLR| reaches it.
    pub(crate) fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Adds a deal.
    pub(crate) fn add(&mut self, deal: &DealResult) {
        let score: u64 = deal.games.iter().map(|game| game.share(0)).sum();
        *self.counts.entry(score).or_default() += 1;
        let [zero, one] =
            [self.hypotheses.elo0, self.hypotheses.elo1].map(|elo| expected(elo, self.seats));
        self.llr = llr(&self.score_counts(), zero, one);
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.llr {
            llr if llr >= Self::bound() => Verdict::Elo1,
            llr if llr <= -Self::bound() => Verdict::Elo0,
            _ => Verdict::Open,
        }
    }

    /// Returns the scores from 0 to 1 with their counts.
    ///
    /// Possible scores that never occurred get a tiny count, so that the fit does not exclude them.
    fn score_counts(&self) -> Vec<(f64, f64)> {
        let max_score = FULL_SHARE * self.seats as u64;
        let mut counts: BTreeMap<u64, f64> =
            (0..=self.seats as u64).map(|won| (won * FULL_SHARE, 1e-3)).collect();
        for (score, count) in &self.counts {
            counts.insert(*score, *count as f64);
        }
        counts.into_iter().map(|(score, count)| (score as f64 / max_score as f64, count)).collect()
    }
}

/// Returns the log-likelihood ratio of two means, each with its most likely distribution.
fn llr(scores: &[(f64, f64)], zero: f64, one: f64) -> f64 {
    let (x0, x1) = (tilt(scores, zero), tilt(scores, one));
    let part = |(score, count): &(f64, f64)| {
        count * ((1.0 + x0 * (score - zero)).ln() - (1.0 + x1 * (score - one)).ln())
    };
    scores.iter().map(part).sum()
}

/// Returns the parameter `x` of the most likely distribution with this mean.
///
/// The weights of the distribution are `count / (1 + x · (score − mean))`. The sum below decreases
/// in `x` between the poles and changes sign once.
fn tilt(scores: &[(f64, f64)], mean: f64) -> f64 {
    let sum = |x: f64| -> f64 {
        scores.iter().map(|(score, n)| n * (score - mean) / (1.0 + x * (score - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{Hypotheses, SequentialTest, Verdict, expected, llr, tilt};
    use crate::arena::play::{ArenaGameResult, DealResult};
    use orrery_bots::Random;

    fn test(elo0: f64, elo1: f64) -> SequentialTest {
        SequentialTest::new(Hypotheses { elo0, elo1 }, 2)
    }

    /// Returns a deal of two games, of which the first entrant wins `won`.
    fn deal(won: usize) -> DealResult {
        let game = |i| ArenaGameResult {
            winners: if i < won { 1 } else { 2 },
            ..ArenaGameResult::default()
        };
        DealResult { games: (0..2).map(game).collect() }
    }

    /// Adds deals until the test is decided; each game is won independently with this probability.
    fn decide(mut test: SequentialTest, chance: f64, seed: u64) -> (Verdict, usize) {
        let mut random = Random(seed);
        let mut wins = || (random.bits() as f64 / 2f64.powi(64) < chance) as usize;
        for count in 1..100_000 {
            test.add(&deal(wins() + wins()));
            if test.verdict() != Verdict::Open {
                return (test.verdict(), count);
            }
        }
        (Verdict::Open, 100_000)
    }

    #[test]
    fn elo_maps_to_an_expected_share() {
        assert!((expected(0.0, 2) - 0.5).abs() < 1e-12 && (expected(0.0, 4) - 0.25).abs() < 1e-12);
        assert!((expected(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert!((expected(-100.0, 2) - 0.3599).abs() < 1e-4);
    }

    #[test]
    fn the_fitted_distribution_has_the_mean_and_sums_to_one() {
        let scores = [(0.0, 12.0), (0.5, 50.0), (1.0, 38.0)];
        for mean in [0.3, 0.5, 0.63, 0.8] {
            let x = tilt(&scores, mean);
            let weights = scores.map(|(score, n)| (score, n / 100.0 / (1.0 + x * (score - mean))));
            let total: f64 = weights.iter().map(|(_, w)| w).sum();
            let found: f64 = weights.iter().map(|(score, w)| score * w).sum();
            assert!((total - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{mean}");
        }
        assert!(tilt(&scores, 0.63).abs() < 1e-9, "the observed scores are their own best fit");
    }

    /// With two outcomes, the ratio is that of two binomial distributions.
    #[test]
    fn two_outcomes_give_walds_test() {
        let (won, lost) = (60.0, 40.0);
        let expected = won * (0.55f64 / 0.5).ln() + lost * (0.45f64 / 0.5).ln();
        let found = llr(&[(0.0, lost), (1.0, won)], 0.5, 0.55);
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }

    /// For means that are close, the ratio tends to (s1 − s0)(2m − s0 − s1) · n / 2v.
    #[test]
    fn close_means_give_the_normal_approximation() {
        let scores = [(0.0, 200.0), (0.5, 500.0), (1.0, 300.0)];
        let (n, mean) = (1000.0, 0.55);
        let variance = scores.iter().map(|(s, c)| c * (s - mean) * (s - mean)).sum::<f64>() / n;
        let (zero, one) = (0.54, 0.56);
        let normal = (one - zero) * (2.0 * mean - zero - one) * n / 2.0 / variance;
        assert!((llr(&scores, zero, one) - normal).abs() < 0.02);
    }

    #[test]
    fn known_strengths_are_recognised() {
        let at = |elo| expected(elo, 2);
        let verdicts = |chance: f64| -> Vec<Verdict> {
            (0..40).map(|seed| decide(test(0.0, 50.0), chance, seed).0).collect()
        };
        let count = |all: &[Verdict], verdict| all.iter().filter(|v| **v == verdict).count();
        let (weak, strong) = (verdicts(at(0.0)), verdicts(at(50.0)));
        assert!(count(&weak, Verdict::Elo0) >= 35, "{weak:?}");
        assert!(count(&strong, Verdict::Elo1) >= 35, "{strong:?}");
        assert!(count(&verdicts(at(-40.0)), Verdict::Elo0) == 40);
        assert!(count(&verdicts(at(120.0)), Verdict::Elo1) == 40);
    }

    /// If both bots win once in most deals, the variance is small and the test ends early.
    #[test]
    fn balanced_deals_decide_sooner() {
        let mut balanced = test(0.0, 30.0);
        let mut deals = 0;
        while balanced.verdict() == Verdict::Open {
            balanced.add(&deal(if deals % 10 == 0 { deals / 10 % 3 } else { 1 }));
            deals += 1;
        }
        let (_, independent) = decide(test(0.0, 30.0), 0.5, 3);
        assert_eq!(balanced.verdict(), Verdict::Elo0);
        assert!(deals * 2 < independent, "{deals} {independent}");
    }

    #[test]
    fn a_winning_streak_decides() {
        let (verdict, deals) = decide(test(0.0, 100.0), 1.0, 1);
        assert!(verdict == Verdict::Elo1 && deals < 40, "{deals}");
    }

    #[test]
    fn hypotheses_are_parsed() {
        assert_eq!(Hypotheses::parse("-5,10.5").ok(), Some(Hypotheses { elo0: -5.0, elo1: 10.5 }));
        for wrong in ["5", "5,5", "9,3", "a,b", "0,nan", "0,inf", "0,99999", ""] {
            assert!(Hypotheses::parse(wrong).is_err(), "{wrong}");
        }
    }
}
