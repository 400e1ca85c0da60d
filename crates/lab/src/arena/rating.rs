//! Elo ratings by maximum likelihood, with confidence intervals.
//!
//! The model is Luce's choice axiom (Bradley–Terry for two seats): each seat of the line-up wins
//! with probability proportional to the strength of its bot. Winners share a victory equally. Each
//! line-up gets one virtual game that all its seats share, so that a bot that won every game has a
//! finite rating. The intervals use the sandwich estimator: inverse Hessian × observed variance
//! between deals × inverse Hessian. All games with the same dice form one cluster.

use super::plan::{Lineup, TournamentPlan};
use super::play::DealResult;
use super::series::Scoreboard;
use crate::stats::{Estimate, FULL_SHARE};

/// Elo points per factor of e in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const Z: f64 = 1.959_964;

/// The zero point of the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The mean of all entrants.
    Mean,
    /// One of the entrants.
    Entrant(usize),
}

type Matrix = Vec<Vec<f64>>;

/// The results in the form that the fit needs.
struct Results<'a> {
    /// Number of entrants.
    count: usize,
    lineups: Vec<(&'a Lineup, &'a [DealResult])>,
    /// By line-up: each entrant's score including the virtual game, and the number of games.
    totals: Vec<(Vec<f64>, f64)>,
}

/// Returns the ratings by entrant. The intervals are NaN if no line-up has two or more deals.
pub(crate) fn ratings(
    plan: &TournamentPlan,
    scoreboard: &Scoreboard,
    anchor: Anchor,
) -> Vec<Estimate> {
    let series = scoreboard.series.iter().map(|series| series.counted.as_slice());
    let lineups = plan.lineups.iter().zip(series).collect();
    Results::new(plan.entrants.len(), lineups).ratings(anchor)
}

impl<'a> Results<'a> {
    fn new(count: usize, lineups: Vec<(&'a Lineup, &'a [DealResult])>) -> Self {
        let total = |(lineup, deals): &(&'a Lineup, &'a [DealResult])| {
            let mut scores = virtual_game(lineup, count);
            let mut games = 1.0;
            for deal in *deals {
                add(&mut scores, &shares(lineup, deal, count), 1.0);
                games += deal.games.len() as f64;
            }
            (scores, games)
        };
        let totals = lineups.iter().map(total).collect();
        Self { count, lineups, totals }
    }

    fn ratings(&self, anchor: Anchor) -> Vec<Estimate> {
        let strengths = self.fit();
        let errors = self.errors(&strengths, anchor);
        let zero = match anchor {
            Anchor::Mean => strengths.iter().sum::<f64>() / self.count.max(1) as f64,
            Anchor::Entrant(entrant) => strengths[entrant],
        };
        let estimate = |(strength, error): (&f64, f64)| {
            let (value, half) = (SCALE * (strength - zero), SCALE * Z * error);
            Estimate { value, low: value - half, high: value + half }
        };
        strengths.iter().zip(errors).map(estimate).collect()
    }

    /// Returns the maximum-likelihood log strengths, with the first fixed to 0.
    ///
    /// Uses Newton's method with a limited step length. The likelihood has a single maximum.
    fn fit(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.count];
        for _ in 0..200 {
            let step = solve(self.hessian(&strengths), self.gradient(&strengths));
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            add(&mut strengths[1..], &step, (1.0 / longest.max(1e-300)).min(1.0));
            if longest < 1e-11 {
                break;
            }
        }
        strengths
    }

    /// Returns the gradient without the first entrant: actual minus expected score.
    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.count];
        for ((lineup, _), (scores, games)) in self.lineups.iter().zip(&self.totals) {
            add(&mut gradient, scores, 1.0);
            add(&mut gradient, &chances(lineup, strengths), -games);
        }
        gradient.split_off(1)
    }

    /// Returns the Hessian of the negative log likelihood without the first entrant.
    fn hessian(&self, strengths: &[f64]) -> Matrix {
        let mut hessian = zeros(self.count);
        for ((lineup, _), (_, games)) in self.lineups.iter().zip(&self.totals) {
            add_covariance(&mut hessian, &chances(lineup, strengths), *games);
        }
        without_first(hessian)
    }

    /// Returns the variance of the gradient, clustered by deal.
    ///
    /// Each virtual game is a separate cluster. Each line-up adds the variance of one deal of
    /// independent games, because the variance of a few similar deals would be too small.
    fn gradient_variance(&self, strengths: &[f64]) -> Matrix {
        let mut variance = zeros(self.count);
        let deals = self.lineups.iter().map(|(_, deals)| deals.len()).max().unwrap_or(0);
        let scale = deals as f64 / (deals as f64 - 1.0);
        for number in 0..deals {
            add_square(&mut variance, &self.residuals(number, strengths), scale);
        }
        for (lineup, deals) in &self.lineups {
            let chances = chances(lineup, strengths);
            let mut residuals = virtual_game(lineup, self.count);
            add(&mut residuals, &chances, -1.0);
            add_square(&mut variance, &residuals, 1.0);
            let games = deals.first().map_or(0, |deal| deal.games.len());
            add_covariance(&mut variance, &chances, games as f64);
        }
        without_first(variance)
    }

    /// Returns actual minus expected score of the games that share the dice of this deal.
    fn residuals(&self, number: usize, strengths: &[f64]) -> Vec<f64> {
        let mut residuals = vec![0.0; self.count];
        for (lineup, deals) in &self.lineups {
            if let Some(deal) = deals.get(number) {
                add(&mut residuals, &shares(lineup, deal, self.count), 1.0);
                add(&mut residuals, &chances(lineup, strengths), -(deal.games.len() as f64));
            }
        }
        residuals
    }

    /// Returns the standard errors of the differences from the anchor.
    fn errors(&self, strengths: &[f64], anchor: Anchor) -> Vec<f64> {
        if self.lineups.iter().all(|(_, deals)| deals.len() < 2) {
            return vec![f64::NAN; self.count];
        }
        let (hessian, gradient_variance) =
            (self.hessian(strengths), self.gradient_variance(strengths));
        let error = |entrant: usize| {
            // The difference is a weighted sum of strengths; its variance is wᵀ H⁻¹ M H⁻¹ w.
            let mut weights = match anchor {
                Anchor::Mean => vec![-1.0 / self.count as f64; self.count],
                Anchor::Entrant(zero) => (0..self.count).map(|i| -f64::from(i == zero)).collect(),
            };
            weights[entrant] += 1.0;
            let solved = solve(hessian.clone(), weights.split_off(1));
            let terms = gradient_variance.iter().zip(&solved).map(|(row, w)| w * dot(row, &solved));
            terms.sum::<f64>().max(0.0).sqrt()
        };
        (0..self.count).map(error).collect()
    }
}

/// Returns each entrant's score in a deal: the sum of its shares of victory.
fn shares(lineup: &Lineup, deal: &DealResult, count: usize) -> Vec<f64> {
    let mut scores = vec![0.0; count];
    for game in &deal.games {
        for (place, entrant) in lineup.places.iter().enumerate() {
            scores[*entrant] += game.share(place) as f64 / FULL_SHARE as f64;
        }
    }
    scores
}

/// Returns each entrant's score in the virtual game, in which all seats share the victory.
fn virtual_game(lineup: &Lineup, count: usize) -> Vec<f64> {
    let part = |entrant| lineup.places_of(entrant).len() as f64 / lineup.places.len() as f64;
    (0..count).map(part).collect()
}

/// Returns the expected share of victory of each entrant.
fn chances(lineup: &Lineup, strengths: &[f64]) -> Vec<f64> {
    let seated = lineup.places.iter().map(|entrant| strengths[*entrant]);
    let strongest = seated.fold(f64::NEG_INFINITY, f64::max);
    let mut parts = vec![0.0; strengths.len()];
    for entrant in &lineup.places {
        parts[*entrant] += (strengths[*entrant] - strongest).exp();
    }
    let sum: f64 = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

fn zeros(count: usize) -> Matrix {
    vec![vec![0.0; count]; count]
}

/// Adds `factor` times another vector.
fn add(sum: &mut [f64], other: &[f64], factor: f64) {
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += factor * other);
}

/// Adds `factor` times the outer product of a vector with itself.
fn add_square(sum: &mut Matrix, vector: &[f64], factor: f64) {
    for (row, part) in sum.iter_mut().zip(vector) {
        add(row, vector, factor * part);
    }
}

/// Adds the covariance of this many independent games.
fn add_covariance(sum: &mut Matrix, chances: &[f64], games: f64) {
    for (i, (row, chance)) in sum.iter_mut().zip(chances).enumerate() {
        add(row, chances, -games * chance);
        row[i] += games * chance;
    }
}

fn without_first(mut matrix: Matrix) -> Matrix {
    matrix.drain(..1.min(matrix.len())).for_each(drop);
    matrix.iter_mut().for_each(|row| drop(row.drain(..1)));
    matrix
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Solves `matrix · x = right` by Gaussian elimination with partial pivoting.
fn solve(mut matrix: Matrix, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..count).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let top = matrix[column].clone();
        for row in column + 1..count {
            let factor = matrix[row][column] / top[column];
            add(&mut matrix[row], &top, -factor);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..count).rev() {
        let known = dot(&matrix[row][row + 1..], &right[row + 1..]);
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Results, SCALE, solve};
    use crate::arena::plan::Lineup;
    use crate::arena::play::{ArenaGameResult, DealResult};
    use crate::arena::sprt::expected;
    use crate::stats::Estimate;
    use orrery_bots::Random;

    fn pair(one: usize, other: usize) -> Lineup {
        Lineup { places: vec![one, other], rogue: None }
    }

    /// Returns deals in which the first entrant wins 0, 1 and 2 of the two games, `counts` of each.
    fn deals(counts: [usize; 3]) -> Vec<DealResult> {
        let game = |winners| ArenaGameResult { winners, ..ArenaGameResult::default() };
        let all = [[2, 2], [1, 2], [1, 1]].iter().zip(counts);
        let deal = |winners: &[u8; 2]| DealResult { games: winners.map(game).to_vec() };
        all.flat_map(|(winners, count)| vec![deal(winners); count]).collect()
    }

    fn rate(count: usize, lineups: &[(Lineup, Vec<DealResult>)], anchor: Anchor) -> Vec<Estimate> {
        let lineups = lineups.iter().map(|(lineup, deals)| (lineup, deals.as_slice())).collect();
        Results::new(count, lineups).ratings(anchor)
    }

    /// With 70 of 100 games and half of the virtual game, Elo is 400 · log₁₀(70.5 / 30.5).
    #[test]
    fn two_bots_are_rated_by_their_score() {
        let games = [(pair(0, 1), deals([9, 12, 29]))];
        let found = rate(2, &games, Anchor::Entrant(1));
        let exact = 400.0 * (70.5f64 / 30.5).log10();
        assert!((found[0].value - exact).abs() < 1e-6, "{} {exact}", found[0].value);
        assert!(found[1].value == 0.0 && found[1].low == 0.0 && found[1].high == 0.0);
        let mean = rate(2, &games, Anchor::Mean);
        assert!((mean[0].value - exact / 2.0).abs() < 1e-6);
        assert!((mean[0].value + mean[1].value).abs() < 1e-9);
    }

    /// Computes the interval by hand.
    ///
    /// p = 70.5 / 101. The numerator is the sum of the squared deviations of the deals from 2p,
    /// plus the virtual game and one deal of independent games. The denominator is
    /// (101 · p · (1 − p))².
    #[test]
    fn the_interval_comes_from_the_deals() {
        let found = rate(2, &[(pair(0, 1), deals([9, 12, 29]))], Anchor::Entrant(1));
        let p = 70.5f64 / 101.0;
        let squares = 9.0 * (2.0 * p).powi(2)
            + 12.0 * (1.0 - 2.0 * p).powi(2)
            + 29.0 * (2.0 - 2.0 * p).powi(2);
        let meat = squares * 50.0 / 49.0 + (0.5 - p).powi(2) + 2.0 * p * (1.0 - p);
        let error = meat.sqrt() / (101.0 * p * (1.0 - p));
        let half = 1.959_964 * SCALE * error;
        assert!((found[0].high - found[0].value - half).abs() < 1e-6, "{:?} {half}", found[0]);
    }

    /// If A beats B as often as B beats C, A is twice as far above C as B is.
    #[test]
    fn rating_differences_add_up() {
        let step = deals([10, 30, 60]);
        let games = [(pair(0, 1), step.clone()), (pair(1, 2), step)];
        let found = rate(3, &games, Anchor::Entrant(2));
        let one = 400.0 * (150.5f64 / 50.5).log10();
        assert!((found[1].value - one).abs() < 1e-6 && (found[0].value - 2.0 * one).abs() < 1e-6);
        let width = |e: Estimate| e.high - e.low;
        assert!(width(found[0]) > width(found[1]) && width(found[1]) > 0.0);
    }

    /// One bot that wins half of the games against three copies is three times as strong as each.
    #[test]
    fn strength_is_per_place() {
        let lineup = Lineup { places: vec![0, 1, 1, 1], rogue: None };
        let game = |winners| ArenaGameResult { winners, ..ArenaGameResult::default() };
        let deal = DealResult { games: vec![game(1), game(1), game(2), game(8)] };
        let found = rate(2, &[(lineup, vec![deal; 5000])], Anchor::Entrant(1));
        assert!((found[0].value - 400.0 * 3f64.log10()).abs() < 0.05, "{:?}", found[0]);
    }

    #[test]
    fn a_perfect_score_has_a_finite_rating_and_a_wide_interval() {
        let found = rate(2, &[(pair(0, 1), deals([0, 0, 500]))], Anchor::Entrant(1));
        let exact = 400.0 * (1000.5f64 / 0.5).log10();
        assert!((found[0].value - exact).abs() < 1e-3, "{:?}", found[0]);
        // Wilson's lower bound for 1000 of 1000 is 99.617 %: 966 Elo.
        assert!((found[0].low - 966.0).abs() < 40.0, "{:?}", found[0]);
    }

    /// Returns a deal whose luck is partly common to all pairs and reversed when the seats rotate.
    fn lucky_deal(random: &mut Random, luck: f64, chance: f64) -> DealResult {
        let mut uniform = || random.bits() as f64 / 2f64.powi(64);
        let mut game = |luck: f64| {
            let drawn = if uniform() < 0.5 { luck } else { uniform() };
            ArenaGameResult {
                winners: if drawn < chance { 1 } else { 2 },
                ..ArenaGameResult::default()
            }
        };
        DealResult { games: vec![game(luck), game(1.0 - luck)] }
    }

    /// Simulates a tournament; returns whether each interval covers the true strength.
    fn covers_truth(random: &mut Random) -> [bool; 3] {
        let strengths = [-70.0, -10.0, 80.0];
        let luck: Vec<f64> = (0..60).map(|_| random.bits() as f64 / 2f64.powi(64)).collect();
        let mut meet = |one: usize, other: usize| {
            let chance = expected(strengths[one] - strengths[other], 2);
            (pair(one, other), luck.iter().map(|luck| lucky_deal(random, *luck, chance)).collect())
        };
        let games = [meet(0, 1), meet(0, 2), meet(1, 2)];
        let found = rate(3, &games, Anchor::Mean);
        [0, 1, 2].map(|i| (found[i].low..found[i].high).contains(&strengths[i]))
    }

    #[test]
    fn intervals_cover_the_truth_in_95_percent() {
        let (mut random, mut within) = (Random(11), 0);
        for _ in 0..400 {
            within += covers_truth(&mut random).into_iter().filter(|covers| *covers).count();
        }
        let part = within as f64 / 1200.0;
        assert!((0.93..0.975).contains(&part), "{part}");
    }

    #[test]
    fn no_games_give_no_interval() {
        let found = rate(2, &[(pair(0, 1), Vec::new())], Anchor::Mean);
        assert!(found[0].value.abs() < 1e-9 && found[0].low.is_nan());
    }

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![vec![0.0, 2.0], vec![3.0, 1.0]], vec![4.0, 5.0]);
        assert!((found[0] - 1.0).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12);
    }
}
