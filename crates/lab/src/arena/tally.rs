//! Scores of entrants: wins, shared victories, losses, points and a confidence interval.
//!
//! The interval accounts for games that share a deal.

use super::plan::{Lineup, TournamentPlan};
use super::play::DealResult;
use super::series::Scoreboard;
use crate::stats::{Estimate, FULL_SHARE, Share, Sums};

/// The score of an entrant in one or several line-ups.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    /// Number of games; a game counts once for each place of the entrant.
    pub(crate) games: u64,
    pub(crate) won: u64,
    pub(crate) shared: u64,
    pub(crate) lost: u64,
    /// Sum of the shares of victory, in units of 1/60.
    score: u64,
    pub(crate) points: Sums,
    /// Scores of deals, in units of 1/60.
    deal_scores: Sums,
}

impl Tally {
    /// Returns the score of an entrant in these deals.
    pub(crate) fn of(lineup: &Lineup, entrant: usize, deals: &[DealResult]) -> Self {
        let places = lineup.places_of(entrant);
        let mut tally = Self::default();
        deals.iter().for_each(|deal| tally.add(&places, deal));
        tally
    }

    fn add(&mut self, places: &[usize], deal: &DealResult) {
        let before = self.score;
        for (game, place) in
            deal.games.iter().flat_map(|game| places.iter().map(move |place| (game, *place)))
        {
            let share = game.share(place);
            self.games += 1;
            self.won += u64::from(share == FULL_SHARE);
            self.lost += u64::from(share == 0);
            self.shared += u64::from(share > 0 && share < FULL_SHARE);
            self.score += share;
            self.points.add(u64::from(game.points[place]));
        }
        self.deal_scores.add(self.score - before);
    }

    /// Adds the score of another line-up, but not its deal scores: line-ups share their dice.
    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.shared += other.shared;
        self.lost += other.lost;
        self.score += other.score;
        self.points.join(&other.points);
    }

    /// Returns the share of victories.
    pub(crate) fn score(&self) -> f64 {
        self.score as f64 / FULL_SHARE as f64 / self.games.max(1) as f64
    }

    /// Returns the share of victories with its 95 % interval.
    ///
    /// It is Wilson's interval on the effective number of games, which is larger than the number of
    /// games if the games of a deal tend to cancel out.
    pub(crate) fn estimate(&self) -> Estimate {
        Share::interval(self.score(), self.effective_count())
    }

    /// Returns the effective number of independent games.
    ///
    /// The number of games is scaled by the variance of a deal's score with independent games,
    /// divided by the observed variance. The latter includes one virtual deal of independent games,
    /// because the variance of a few similar deals would be too small.
    fn effective_count(&self) -> f64 {
        let (games, deals) = (self.games as f64, self.deal_scores.count as f64);
        let (mean, size) = (self.score(), games / deals.max(1.0));
        let independent = size * mean * (1.0 - mean) * (FULL_SHARE * FULL_SHARE) as f64;
        if self.deal_scores.count < 2 || independent <= 0.0 || size <= 1.0 {
            return games;
        }
        let observed = self.deal_scores.deviation().powi(2) * (deals - 1.0);
        games * independent / ((observed + independent) / deals)
    }
}

/// Returns the score of an entrant over all line-ups.
pub(crate) fn overall(plan: &TournamentPlan, scoreboard: &Scoreboard, entrant: usize) -> Tally {
    let mut all = Tally::default();
    for (lineup, series) in plan.lineups.iter().zip(&scoreboard.series) {
        all.join(&Tally::of(lineup, entrant, &series.counted));
    }
    all
}

/// Returns the head-to-head score: the share of `one` in the victories that `one` and `other` won.
///
/// It counts only the games in which both played.
///
/// Returns `None` if the two entrants never met or neither of them won.
pub(crate) fn head_to_head(
    plan: &TournamentPlan,
    scoreboard: &Scoreboard,
    one: usize,
    other: usize,
) -> Option<f64> {
    let mut scores = [0; 2];
    for (lineup, series) in plan.lineups.iter().zip(&scoreboard.series) {
        if lineup.places.contains(&one) && lineup.places.contains(&other) {
            for (score, entrant) in scores.iter_mut().zip([one, other]) {
                *score += Tally::of(lineup, entrant, &series.counted).score;
            }
        }
    }
    let both: u64 = scores.iter().sum();
    (one != other && both > 0).then(|| scores[0] as f64 / both as f64)
}

#[cfg(test)]
mod tests {
    use super::Tally;
    use crate::arena::plan::Lineup;
    use crate::arena::play::{ArenaGameResult, DealResult};
    use orrery_bots::Random;

    const PAIR: [usize; 2] = [0, 1];

    /// Returns the tally of deals with 0, 1 or 2 wins of two games; 3 means two shared games.
    fn tally(deals: &[u8]) -> Tally {
        let lineup = Lineup { places: PAIR.to_vec(), rogue: None };
        let game = |winners| ArenaGameResult {
            winners,
            points: [20, 10, 0, 0, 0],
            ..ArenaGameResult::default()
        };
        let deal = |won: &u8| DealResult {
            games: match won {
                0 => vec![game(2), game(2)],
                1 => vec![game(1), game(2)],
                2 => vec![game(1), game(1)],
                _ => vec![game(3), game(3)],
            },
        };
        Tally::of(&lineup, 0, &deals.iter().map(deal).collect::<Vec<_>>())
    }

    #[test]
    fn wins_shared_victories_and_losses_are_counted() {
        let found = tally(&[2, 1, 0, 3, 2]);
        assert_eq!((found.games, found.won, found.shared, found.lost), (10, 5, 2, 3));
        assert!((found.score() - 0.6).abs() < 1e-12 && (found.points.mean() - 20.0).abs() < 1e-12);
    }

    /// Of four deals, one has no win, two have one win, and one has two, as with independent games.
    #[test]
    fn independent_games_give_wilsons_interval() {
        let deals: Vec<u8> = [0, 1, 1, 2].repeat(50);
        let found = tally(&deals).estimate();
        assert!((found.low - 0.4513).abs() < 0.001 && (found.high - 0.5487).abs() < 0.001);
    }

    /// Computes the interval by hand.
    ///
    /// In 196 of 200 deals the first entrant wins one of two games. The variance of a deal's score
    /// is (4 + 0.5) / 200 = 0.0225 instead of 0.5, so 400 games are worth 8889 and the half width
    /// is 1.96 · 0.5 / √8889 = 0.0104.
    #[test]
    fn deals_that_cancel_out_narrow_the_interval() {
        let deals = [vec![1; 196], vec![0, 2, 0, 2]].concat();
        let found = tally(&deals).estimate();
        assert!((found.high - 0.5 - 0.0104).abs() < 1e-4, "{found:?}");
    }

    /// If both games of a deal always have the same winner, 200 games are worth about 100.
    #[test]
    fn deals_that_agree_widen_the_interval() {
        let count = tally(&[0, 2].repeat(50)).effective_count();
        assert!((count - 100.0).abs() < 1.0, "{count}");
    }

    /// In half of the deals, the second game has the same winner as the first. About 95 % of the
    /// intervals cover the true win rate, whether it is 0.5 or close to 1.
    #[test]
    fn intervals_cover_the_truth_in_95_percent() {
        let mut random = Random(3);
        let mut uniform = || random.bits() as f64 / 2f64.powi(64);
        for chance in [0.5, 0.9, 0.98] {
            let mut deal = || {
                let first = uniform();
                let second = if uniform() < 0.5 { first } else { uniform() };
                [first, second].into_iter().filter(|drawn| *drawn < chance).count() as u8
            };
            let mut is_within = || {
                let deals: Vec<u8> = (0..150).map(|_| deal()).collect();
                let found = tally(&deals).estimate();
                (found.low..=found.high).contains(&chance)
            };
            let part = (0..500).filter(|_| is_within()).count() as f64 / 500.0;
            assert!((0.92..0.985).contains(&part), "{chance}: {part}");
        }
    }

    #[test]
    fn a_perfect_score_is_not_certain() {
        let found = tally(&[2; 50]).estimate();
        assert!(found.high == 1.0 && (found.low - 0.9630).abs() < 1e-3, "{found:?}");
        let found = tally(&[1, 1]).estimate();
        assert!(found.low < 0.3 && found.high > 0.7, "two deals tell little: {found:?}");
    }
}
