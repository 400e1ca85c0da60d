//! Groups predicted probabilities and results into ten equal bins.
//!
//! All positions of a game have the same result, so the intervals are computed from games, not from
//! positions.

use super::play::Position;
use crate::stats::{Estimate, FULL_SHARE, Share};

/// Number of bins.
pub(super) const BINS: usize = 10;
/// Half width above which an interval is too wide to detect a difference of 3 percentage points.
pub(super) const TOO_WIDE: f64 = 0.03;

/// Positions with similar predicted probabilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bin {
    /// Bounds of the bin.
    pub(super) edges: (f64, f64),
    pub(super) count: u64,
    /// Number of games that the positions come from.
    pub(super) games: u64,
    /// Mean predicted probability.
    pub(super) predicted: f64,
    /// Share of victories, with its interval.
    pub(super) observed: Estimate,
}

impl Bin {
    /// Returns the observed minus the predicted share; NaN without positions.
    pub(super) fn difference(&self) -> f64 {
        self.observed.value - self.predicted
    }

    /// Returns the half width of the interval.
    pub(super) fn half_width(&self) -> f64 {
        (self.observed.high - self.observed.low) / 2.0
    }

    /// Returns whether there are too few positions to detect a difference of 3 percentage points.
    pub(super) fn is_imprecise(&self) -> bool {
        self.half_width() > TOO_WIDE
    }

    fn of(number: usize, positions: &[Position]) -> Self {
        let edge = |i: usize| i as f64 / BINS as f64;
        let count = positions.len() as f64;
        let predicted = positions.iter().map(|position| position.predicted).sum::<f64>() / count;
        let won = positions.iter().map(result_of).sum::<f64>() / count;
        Self {
            edges: (edge(number), edge(number + 1)),
            count: positions.len() as u64,
            games: games(positions).count() as u64,
            predicted,
            observed: Share::interval(won, effective_count(positions, won)),
        }
    }
}

/// All bins and their totals.
#[derive(Clone, Debug)]
pub(super) struct Calibration {
    pub(super) bins: Vec<Bin>,
    /// All positions as one bin.
    pub(super) all: Bin,
    /// The Brier score: the mean squared difference between prediction and result.
    pub(super) brier: f64,
}

impl Calibration {
    /// Groups the positions into bins; the positions must be ordered by game.
    pub(super) fn new(positions: &[Position]) -> Self {
        let bin = |number: usize| {
            let within: Vec<Position> =
                positions.iter().filter(|position| bin_of(position) == number).copied().collect();
            Bin::of(number, &within)
        };
        let squares =
            positions.iter().map(|position| (result_of(position) - position.predicted).powi(2));
        Self {
            bins: (0..BINS).map(bin).collect(),
            all: Bin { edges: (0.0, 1.0), ..Bin::of(0, positions) },
            brier: squares.sum::<f64>() / positions.len() as f64,
        }
    }

    /// Returns the bins with positions.
    pub(super) fn filled(&self) -> impl Iterator<Item = &Bin> {
        self.bins.iter().filter(|bin| bin.count > 0)
    }

    /// Returns the bin with the largest difference.
    pub(super) fn furthest(&self) -> Option<&Bin> {
        self.filled().max_by(|a, b| a.difference().abs().total_cmp(&b.difference().abs()))
    }

    /// Returns the mean absolute difference, weighted by the number of positions.
    pub(super) fn mean_difference(&self) -> f64 {
        let sum: f64 = self.filled().map(|bin| bin.difference().abs() * bin.count as f64).sum();
        sum / self.all.count as f64
    }
}

/// Returns the index of a position's bin.
fn bin_of(position: &Position) -> usize {
    ((position.predicted * BINS as f64) as usize).min(BINS - 1)
}

/// Returns the share of the victory in the position's game, from 0 to 1.
fn result_of(position: &Position) -> f64 {
    position.actual as f64 / FULL_SHARE as f64
}

/// Splits the positions by game.
fn games(positions: &[Position]) -> impl Iterator<Item = &[Position]> {
    positions.chunk_by(|a, b| a.game == b.game)
}

/// Returns the effective number of independent positions.
///
/// Positions of one game are correlated. The effective number is the number of independent
/// positions whose mean result would have the same variance as the mean result of these positions.
/// It is at most the number of positions. If all results are equal, it is the number of games.
fn effective_count(positions: &[Position], mean: f64) -> f64 {
    let (count, clusters) = (positions.len() as f64, games(positions).count() as f64);
    let deviation =
        |game: &[Position]| game.iter().map(|position| result_of(position) - mean).sum::<f64>();
    let squares: f64 = games(positions).map(|game| deviation(game).powi(2)).sum();
    let variance = squares / (count * count) * clusters / (clusters - 1.0);
    let independent = mean * (1.0 - mean);
    if variance > 0.0 && independent > 0.0 {
        (independent / variance).clamp(1.0, count)
    } else {
        clusters
    }
}

#[cfg(test)]
mod tests {
    use super::{Calibration, Position};

    fn position(game: u64, predicted: f64, won: bool) -> Position {
        Position { game, predicted, actual: if won { 60 } else { 0 } }
    }

    #[test]
    fn positions_are_binned_by_prediction() {
        let list = [0.0, 0.05, 0.1, 0.95, 1.0].map(|predicted| position(0, predicted, true));
        let counts: Vec<u64> = Calibration::new(&list).bins.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    }

    #[test]
    fn differences_are_observed_minus_predicted() {
        let list: Vec<Position> = (0..1000).map(|i| position(i, 0.75, i % 10 < 8)).collect();
        let calibration = Calibration::new(&list);
        let bin = calibration.furthest().expect("one has positions");
        assert!((bin.difference() - 0.05).abs() < 1e-12 && bin.edges == (0.7, 0.8), "{bin:?}");
        assert!((calibration.mean_difference() - 0.05).abs() < 1e-12);
        // Wilson's interval of 800 of 1,000.
        assert!((bin.observed.low - 0.774).abs() < 0.001, "{bin:?}");
        assert!((bin.observed.high - 0.824).abs() < 0.001, "{bin:?}");
    }

    #[test]
    fn positions_of_one_game_barely_narrow_the_interval() {
        let alone: Vec<Position> = (0..500).map(|i| position(i, 0.5, i % 2 == 0)).collect();
        let together = alone.iter().flat_map(|position| [*position; 4]).collect::<Vec<_>>();
        let [alone, together] = [alone, together].map(|list| Calibration::new(&list).all);
        assert_eq!((alone.count, together.count), (500, 2000));
        assert_eq!((alone.games, together.games), (500, 500));
        assert!((alone.half_width() - together.half_width()).abs() < 1e-3);
    }

    #[test]
    fn empty_bins_are_skipped() {
        let calibration = Calibration::new(&[position(1, 0.55, true)]);
        assert_eq!(calibration.filled().count(), 1);
        let bin = calibration.furthest().expect("one has a position");
        assert!(
            bin.observed.low < 0.25 && bin.observed.high == 1.0 && bin.is_imprecise(),
            "{bin:?}"
        );
        assert!(Calibration::new(&[]).furthest().is_none());
    }
}
