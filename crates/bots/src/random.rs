//! A bot that plays uniformly at random, and random floating-point numbers.

use crate::{Bot, BotError};
use orrery_rules::{Action, Actions, Random, Seat, View};

/// A bot that chooses uniformly among the legal actions.
#[derive(Clone, Debug, Default)]
pub struct RandomBot(Random);

impl Bot for RandomBot {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.0 = Random(seed ^ (seat.index() as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
    }

    fn choose(&mut self, _: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        self.pick(legal)
    }
}

impl RandomBot {
    /// Chooses an action without a view, since creating a view costs more than the choice.
    ///
    /// # Errors
    /// If there is no legal action.
    #[inline]
    pub fn pick(&mut self, legal: &Actions) -> Result<Action, BotError> {
        let choice = self.0.below(legal.len());
        legal.get(choice).copied().ok_or_else(|| BotError("there is no legal action".to_owned()))
    }
}

/// Returns a uniform number in `0.0..1.0`.
#[inline]
#[must_use]
pub fn uniform(random: &mut Random) -> f32 {
    (random.bits() >> 40) as f32 / (1u64 << 24) as f32
}

/// Returns a Gumbel-distributed number.
///
/// If you add scaled Gumbel noise to values and take the largest sum, you draw from the softmax of
/// the values; the scale is the temperature.
pub(crate) fn gumbel(random: &mut Random) -> f32 {
    -(-uniform(random).max(1e-7).ln()).max(1e-7).ln()
}
