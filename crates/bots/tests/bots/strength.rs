//! Tests that stronger bots win more games. The arena measures by how much.

use crate::play::{bots, editions, play};
use orrery_bots::{Budget, named};
use orrery_rules::{Options, Rules, deck};

/// Returns the number of two-player games that the first bot wins, with alternating seats.
///
/// Shared victories count as wins.
fn wins(first: &str, second: &str, rules: &Rules, games: u64) -> u32 {
    let game = |seed: u64| {
        let seat = (seed % 2) as usize;
        let mut table = bots(second, 2, Budget::Standard);
        table[seat] = named(first).expect("it is in NAMES");
        let played = play(rules, &Options::players(2), &mut table, (seed, 20_000));
        let winners = played.state.outcome().expect("it is over").winners();
        u32::from(winners.iter().any(|winner| winner.index() == seat))
    };
    (0..games).map(game).sum()
}

#[test]
fn greedy_beats_random_nine_times_in_ten() {
    for rules in editions() {
        let won = wins("greedy", "random", rules, 100);
        assert!(won > 90, "{}: greedy won only {won} of 100", rules.id);
    }
}

#[test]
fn the_admiral_beats_greedy_most_of_the_time() {
    let won = wins("admiral", "greedy", deck::classic(), 24);
    assert!(won >= 16, "the admiral won only {won} of 24");
}

#[test]
fn levels_beat_much_weaker_ones() {
    let won = wins("admiral", "cadet", deck::classic(), 16);
    assert!(won >= 12, "the admiral won only {won} of 16");
}
