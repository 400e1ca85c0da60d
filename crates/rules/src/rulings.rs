//! Rulings that differ between revisions of the rules, so that old records still replay.
//!
//! Only this module knows which rulings changed; the rules call a function for each such ruling.

/// The rulings of a game.
///
/// A deck file does not contain them: every deck uses the newest rulings, unless a record names
/// older ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rulings {
    /// The rulings of revision 1 of the editions.
    First,
    /// The rulings of revision 2.
    ///
    /// R7.5 also applies to free follows, and the player chooses which resource the Rogue steals
    /// (R12.13).
    Second,
}

impl Rulings {
    /// All rulings, oldest first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];
    /// The rulings of `docs/RULES.md`.
    pub const NEWEST: Self = Self::Second;

    /// Returns the number used in records.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    /// Returns the rulings with this number; `None` if this version does not know them.
    #[must_use]
    pub fn numbered(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|rulings| rulings.number() == number)
    }

    /// R12.13 Returns whether the player chooses which resource a theft of "any" resource takes.
    /// Otherwise, the Rogue steals the resource of which the player has more, and energy on ties.
    #[inline]
    pub(crate) const fn player_chooses_what_is_stolen(self) -> bool {
        !matches!(self, Self::First)
    }

    /// R7.5 Returns whether a free follow is checked after the active seat's gain (R10.1).
    ///
    /// Paid follows are always checked after this gain.
    #[inline]
    pub(crate) const fn checks_free_follow_after_gain(self) -> bool {
        !matches!(self, Self::First)
    }
}
