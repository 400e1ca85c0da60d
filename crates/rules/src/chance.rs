//! Chance nodes: the possible outcomes of a roll or a draw.
//!
//! A node has integer weights, and maps random bits to an outcome. The engine itself never draws
//! random numbers.

use crate::dice::Dice;
use crate::ids::{Mission, Missions, Planet, Planets, Seat};
use crate::illegal::Illegal;
use crate::step::ChanceOutcome;

/// A chance node: a pending roll, draw or deal, with its possible outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceNode {
    /// Draws one of these planets, all equally likely.
    Draw(Planets),
    /// Deals one of these missions, all equally likely.
    Deal(Missions),
    /// Chooses the starting seat among this many, all equally likely.
    Start(u8),
    /// Rolls this many dice.
    Roll(u8),
}

impl ChanceNode {
    /// Returns the sum of all weights.
    #[must_use]
    pub fn total(self) -> u64 {
        match self {
            Self::Draw(planets) => planets.len() as u64,
            Self::Deal(missions) => missions.len() as u64,
            Self::Start(seats) => u64::from(seats),
            Self::Roll(dice) => SEQUENCES[dice as usize & 7],
        }
    }

    /// Replaces the contents of `out` by every outcome with its weight, sorted by outcome.
    pub fn outcomes(self, out: &mut Vec<(ChanceOutcome, u64)>) {
        out.clear();
        match self {
            Self::Draw(planets) => {
                out.extend(planets.into_iter().map(|planet| (ChanceOutcome::Drew(planet), 1)));
            }
            Self::Deal(missions) => {
                out.extend(missions.iter().map(|mission| (ChanceOutcome::Dealt(mission), 1)));
            }
            Self::Start(seats) => {
                out.extend((0..seats as usize).map(|i| (ChanceOutcome::Starts(Seat::at(i)), 1)));
            }
            Self::Roll(count) => {
                Dice::rolls(count as usize, |dice, ways| {
                    out.push((ChanceOutcome::Rolled(dice), ways))
                });
                out.sort_unstable();
            }
        }
    }

    /// Returns the outcome for 64 random bits.
    ///
    /// It scales the bits, as a fraction of 2^64, to an index below the total, and calls
    /// [`ChanceNode::at`]. If the bits are uniform, the probability of an outcome is proportional
    /// to its weight.
    #[inline]
    #[must_use]
    pub fn pick(self, bits: u64) -> ChanceOutcome {
        self.at(((u128::from(bits) * u128::from(self.total())) >> 64) as u64)
    }

    /// Returns the outcome at an index below [`Self::total`].
    ///
    /// Each outcome covers as many indices as its weight. Cards, missions and seats are in
    /// ascending order. For dice, the index is a base-6 number with one digit per die, the digit
    /// being the index of the face. An index past the total gives an unspecified outcome.
    #[inline]
    #[must_use]
    pub fn at(self, index: u64) -> ChanceOutcome {
        match self {
            Self::Draw(planets) => {
                ChanceOutcome::Drew(planets.nth(index as usize).unwrap_or(Planet::at(0)))
            }
            Self::Deal(missions) => {
                ChanceOutcome::Dealt(missions.iter().nth(index as usize).unwrap_or(Mission::at(0)))
            }
            Self::Start(seats) => {
                ChanceOutcome::Starts(Seat::at(index as usize % seats.max(1) as usize))
            }
            Self::Roll(count) => ChanceOutcome::Rolled(Dice::at(count as usize, index)),
        }
    }

    /// Returns the weight of an outcome; 0 if it is impossible.
    #[must_use]
    pub fn weight(self, outcome: ChanceOutcome) -> u64 {
        match (self, outcome) {
            (Self::Draw(planets), ChanceOutcome::Drew(planet)) => u64::from(planets.has(planet)),
            (Self::Deal(missions), ChanceOutcome::Dealt(m)) => u64::from(missions.has(m)),
            (Self::Start(seats), ChanceOutcome::Starts(s)) => u64::from(s.index() < seats as usize),
            (Self::Roll(count), ChanceOutcome::Rolled(dice)) if dice.len() == count as usize => {
                dice.ways()
            }
            _ => 0,
        }
    }

    /// Returns whether only one outcome is possible.
    #[must_use]
    pub fn is_certain(self) -> bool {
        self.total() <= 1
    }

    /// Rejects an impossible outcome.
    pub(crate) fn check(self, outcome: ChanceOutcome) -> Result<(), Illegal> {
        if self.weight(outcome) > 0 {
            return Ok(());
        }
        Err(match self {
            Self::Draw(_) => Illegal::ImpossibleDraw,
            Self::Deal(_) => Illegal::ImpossibleDeal,
            Self::Start(_) => Illegal::ImpossibleStart,
            Self::Roll(_) => Illegal::ImpossibleRoll,
        })
    }
}

/// The number of face sequences of 0 to 7 dice.
const SEQUENCES: [u64; 8] = [1, 6, 36, 216, 1296, 7776, 46_656, 279_936];
