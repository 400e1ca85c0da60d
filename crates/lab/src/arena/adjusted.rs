//! Luck-adjusted scores: the share of victories less the luck of each game.
//!
//! The mean luck is 0, so the adjusted score has the same mean as the plain one, and less variance.

use super::plan::Lineup;
use super::play::DealResult;
use crate::stats::{Estimate, FULL_SHARE, student};

/// The luck-adjusted score of an entrant in one line-up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdjustedScore {
    /// The score with its 95 % interval; it may lie outside 0 to 1.
    pub(crate) estimate: Estimate,
    /// The variance of the plain score divided by that of the adjusted one.
    ///
    /// The plain score needs this many times as many games for the same precision.
    pub(crate) variance_ratio: f64,
}

impl AdjustedScore {
    /// Returns the adjusted score of an entrant in these deals.
    pub(crate) fn of(lineup: &Lineup, entrant: usize, deals: &[DealResult]) -> Self {
        let places = lineup.places_of(entrant);
        let scores: Vec<[f64; 2]> = deals.iter().map(|deal| scores(deal, &places)).collect();
        let [(_, plain_deviation), (value, deviation)] =
            [0, 1].map(|column| mean_and_deviation(scores.iter().map(|pair| pair[column])));
        let half_width = match scores.len() {
            0 | 1 => f64::NAN,
            n => student(n as u64 - 1) * deviation / (n as f64).sqrt(),
        };
        Self {
            estimate: Estimate { value, low: value - half_width, high: value + half_width },
            variance_ratio: (plain_deviation / deviation).powi(2),
        }
    }
}

/// Returns the plain and the adjusted score of a deal.
///
/// The scores are means over the games of the deal and these places of the line-up.
fn scores(deal: &DealResult, places: &[usize]) -> [f64; 2] {
    let (mut plain, mut luck) = (0.0, 0.0);
    for game in &deal.games {
        for &place in places {
            plain += game.share(place) as f64 / FULL_SHARE as f64;
            luck += game.luck(place);
        }
    }
    let count = (deal.games.len() * places.len()).max(1) as f64;
    [plain / count, (plain - luck) / count]
}

/// Returns the mean and the sample standard deviation; the deviation of one value is 0.
fn mean_and_deviation(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::AdjustedScore;
    use crate::arena::plan::Lineup;
    use crate::arena::play::{ArenaGameResult, DealResult};

    /// Returns a deal of two games between two bots.
    ///
    /// Each pair says whether the bot at place 0 of the line-up won, and its luck in percent.
    fn deal(games: [(bool, i32); 2]) -> DealResult {
        let game = |(won, luck): (bool, i32)| ArenaGameResult {
            winners: if won { 1 } else { 2 },
            luck: [10_000 * luck, -10_000 * luck, 0, 0, 0],
            ..ArenaGameResult::default()
        };
        DealResult { games: games.map(game).to_vec() }
    }

    #[test]
    fn luck_is_subtracted_from_the_score_of_each_deal() {
        let lineup = Lineup { places: vec![0, 1], rogue: None };
        let deals = [
            deal([(true, 40), (true, 40)]),
            deal([(false, -40), (true, 50)]),
            deal([(false, -50), (false, -60)]),
        ];
        let found = AdjustedScore::of(&lineup, 0, &deals);
        // The adjusted deals are 0.6, 0.45 and 0.55, the plain ones 1, 0.5 and 0.
        assert!((found.estimate.value - 1.6 / 3.0).abs() < 1e-9, "{found:?}");
        assert!((found.variance_ratio - 0.25 / 0.005_833_333).abs() < 0.01, "{found:?}");
        assert!((found.estimate.high - found.estimate.value - 0.189_73).abs() < 1e-3, "{found:?}");
        let other = AdjustedScore::of(&lineup, 1, &deals).estimate;
        assert!((other.value + found.estimate.value - 1.0).abs() < 1e-9);
    }

    #[test]
    fn one_deal_has_no_interval() {
        let lineup = Lineup { places: vec![0, 1], rogue: None };
        let found = AdjustedScore::of(&lineup, 0, &[deal([(true, 10), (false, 0)])]);
        assert!((found.estimate.value - 0.45).abs() < 1e-9 && found.estimate.low.is_nan());
    }
}
