//! Derives the seeds of games and bots, as `orrery simulate` does.

use orrery_rules::Random;

/// Derives the seed of game `number` from the seed of all games.
#[must_use]
pub const fn game_seed(all: u64, number: u64) -> u64 {
    let mut number = Random(number);
    let mut random = Random(all ^ number.bits());
    random.bits()
}

/// Derives the seed of a game's bots, which does not reveal the dice of the game.
#[must_use]
pub const fn bot_seed(game: u64) -> u64 {
    let mut random = Random(game ^ 0x5851_f42d_4c95_7f2d);
    let product = random.bits() as u128 * random.bits() as u128;
    (product >> 64) as u64 ^ product as u64
}
