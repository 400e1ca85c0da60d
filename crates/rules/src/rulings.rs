//! What earlier revisions of the rules decided differently, so that their records still replay.
//! This is the only place that knows: the rules ask it by what they decide, not by a number.

/// The rulings that a game is played by.
///
/// They are not part of a deck file: a deck plays by the newest ones unless a record of it names
/// earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rulings {
    /// Revision 1 of the editions.
    First,
    /// Revision 2: R7.5 also for free follows, and R12.13.
    Second,
}

impl Rulings {
    /// All rulings, the oldest first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];
    /// The rulings of `docs/RULES.md`.
    pub const NEWEST: Self = Self::Second;

    /// The number in records.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    /// The rulings with this number; the newest if the number is unknown.
    #[must_use]
    pub const fn numbered(number: u32) -> Self {
        match number {
            1 => Self::First,
            _ => Self::NEWEST,
        }
    }

    /// R12.13 Whether the player chooses what is stolen of "any" resource; otherwise it is taken from
    /// the larger holding, energy on ties.
    #[inline]
    pub(crate) const fn player_chooses_what_is_stolen(self) -> bool {
        !matches!(self, Self::First)
    }

    /// R7.5 Whether a free follow is weighed after the active seat's gain, as a paid one is.
    #[inline]
    pub(crate) const fn weigh_free_follow_after_gain(self) -> bool {
        !matches!(self, Self::First)
    }
}
