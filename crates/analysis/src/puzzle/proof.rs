//! The proof of a puzzle: the values of all moves.

use super::{LEAD, SIGNIFICANCE};

/// The values of all moves of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Proof {
    /// The hash of the network that plays the rollouts.
    pub evaluator: String,
    /// The seed of the rollouts.
    pub seed: u64,
    /// All moves, best first.
    pub moves: Vec<ProvedMove>,
}

/// A move with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct ProvedMove {
    /// The steps, in notation.
    pub steps: Vec<String>,
    /// The chance to win of the deciding seat.
    pub value: f64,
    /// By how much the value of this move is lower than the value of the best move.
    pub behind: f64,
    /// The standard error of `behind`; 0 if the values are exact.
    pub error: f64,
    /// The number of rollouts; `None` if all continuations were enumerated.
    pub games: Option<u32>,
}

impl ProvedMove {
    /// Returns whether the best move is proved to be better than this move by at least [`LEAD`].
    ///
    /// `spread` is the unit of [`LEAD`]: the standard deviation of a seat's result among equal
    /// seats.
    #[must_use]
    pub fn is_beaten(&self, spread: f64) -> bool {
        self.behind - SIGNIFICANCE * self.error >= LEAD * spread
    }

    /// Returns the move with its numbers rounded to six decimals, as in a file.
    pub(crate) fn rounded(&self) -> Self {
        let round = |value: f64| libm::round(value * 1e6) / 1e6;
        Self {
            value: round(self.value),
            behind: round(self.behind),
            error: round(self.error),
            ..self.clone()
        }
    }
}
