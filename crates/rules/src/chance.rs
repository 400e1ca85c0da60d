//! Chance, explicit: what can come, how likely each is in whole numbers, and which one some
//! random bits stand for. The engine itself never draws randomness.

use crate::dice::Dice;
use crate::ids::{MAX_MISSIONS, Mission, Planet, Planets, Seat};
use crate::illegal::Illegal;
use crate::step::ChanceOutcome;

/// A moment at which chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceNode {
    /// One of these planets is drawn, each as likely as another.
    Draw(Planets),
    /// One of these missions is dealt, bit by number, each as likely as another.
    Deal(u16),
    /// One of so many seats begins, each as likely as another.
    Start(u8),
    /// So many dice are rolled.
    Roll(u8),
}

impl ChanceNode {
    /// The sum of all weights.
    #[must_use]
    pub fn total(self) -> u64 {
        match self {
            Self::Draw(planets) => planets.len() as u64,
            Self::Deal(missions) => u64::from(missions.count_ones()),
            Self::Start(seats) => u64::from(seats),
            Self::Roll(dice) => SEQUENCES[dice as usize & 7],
        }
    }

    /// Every outcome with its weight, sorted.
    pub fn outcomes(self, out: &mut Vec<(ChanceOutcome, u64)>) {
        out.clear();
        match self {
            Self::Draw(planets) => {
                out.extend(planets.into_iter().map(|planet| (ChanceOutcome::Drew(planet), 1)));
            }
            Self::Deal(missions) => {
                out.extend(bits(missions).map(|mission| (ChanceOutcome::Dealt(mission), 1)));
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

    /// The outcome that these random bits stand for: uniform bits give each outcome its weight.
    /// It is [`ChanceNode::at`] of the bits read as a fraction of the total.
    #[inline]
    #[must_use]
    pub fn pick(self, bits: u64) -> ChanceOutcome {
        self.at(((u128::from(bits) * u128::from(self.total())) >> 64) as u64)
    }

    /// The outcome at a place below the total, each outcome taking up as many places as its weight:
    /// cards, missions and seats in their order; of dice the place in base 6, a digit a die, a digit
    /// being the number of a face. A place past the total gives some outcome or other.
    #[inline]
    #[must_use]
    pub fn at(self, place: u64) -> ChanceOutcome {
        match self {
            Self::Draw(planets) => {
                ChanceOutcome::Drew(planets.nth(place as usize).unwrap_or(Planet::at(0)))
            }
            Self::Deal(missions) => {
                ChanceOutcome::Dealt(bits(missions).nth(place as usize).unwrap_or(Mission::at(0)))
            }
            Self::Start(seats) => {
                ChanceOutcome::Starts(Seat::at(place as usize % seats.max(1) as usize))
            }
            Self::Roll(count) => ChanceOutcome::Rolled(Dice::at(count as usize, place)),
        }
    }

    /// The weight of an outcome; 0 if it cannot come.
    #[must_use]
    pub fn weight(self, outcome: ChanceOutcome) -> u64 {
        match (self, outcome) {
            (Self::Draw(planets), ChanceOutcome::Drew(planet)) => u64::from(planets.has(planet)),
            (Self::Deal(missions), ChanceOutcome::Dealt(m)) => u64::from(missions >> m.index() & 1),
            (Self::Start(seats), ChanceOutcome::Starts(s)) => u64::from(s.index() < seats as usize),
            (Self::Roll(count), ChanceOutcome::Rolled(dice)) if dice.len() == count as usize => {
                dice.ways()
            }
            _ => 0,
        }
    }

    /// Whether there is nothing to be learnt: only one outcome can come.
    #[must_use]
    pub fn is_certain(self) -> bool {
        self.total() <= 1
    }

    /// Refuses an outcome that cannot occur.
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

/// How many sequences of faces so many dice have.
const SEQUENCES: [u64; 8] = [1, 6, 36, 216, 1296, 7776, 46_656, 279_936];

/// The missions of a set of bits.
pub(crate) fn bits(missions: u16) -> impl Iterator<Item = Mission> {
    (0..MAX_MISSIONS).filter(move |i| missions >> i & 1 == 1).map(Mission::at)
}
