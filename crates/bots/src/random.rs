//! A bot that plays uniformly at random, and the random number generator of this crate.

use crate::{Bot, BotError};
use orrery_rules::{Action, Actions, Seat, View};

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

/// The SplitMix64 generator: small and fast, but not cryptographic.
#[derive(Clone, Debug, Default)]
pub struct Random(pub u64);

impl Random {
    /// Returns 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a uniform number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Returns a Gumbel-distributed number. Adding scaled Gumbel noise to values and taking the
    /// best samples from their softmax, with the scale as temperature.
    pub(crate) fn gumbel(&mut self) -> f32 {
        -(-self.unit().max(1e-7).ln()).max(1e-7).ln()
    }

    /// Returns a uniform number below `limit`.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize
    }
}
