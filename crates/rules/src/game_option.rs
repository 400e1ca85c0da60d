//! The options of a game: rules that a table can switch on.
//!
//! The macro [`game_options!`](crate::game_options) has the only list of the options. Set-up texts,
//! records, messages and command-line flags iterate over [`GameOption::ALL`] or call this macro.

use crate::ruleset::Rules;

/// Calls the given macro with one row per option: documentation, variant, field name and word.
///
/// ```
/// macro_rules! flags {
///     ($($(#[$doc:meta])* $option:ident, $field:ident, $word:literal;)*) => {
///         #[derive(Default)]
///         struct OptionFlags { $($(#[$doc])* $field: bool,)* }
///     };
/// }
/// orrery_rules::game_options!(flags);
/// assert!(!OptionFlags::default().relentless);
/// ```
#[macro_export]
macro_rules! game_options {
    ($each:ident) => {
        $each! {
            /// Two players: leave out missions that compare players, such as "most energy".
            DuelMissions, duel_missions, "duel-missions";
            /// Solo, revised edition: let the Rogue reroll an unusable die once.
            Relentless, relentless, "relentless";
        }
    };
}

macro_rules! define {
    ($($(#[$doc:meta])* $option:ident, $field:ident, $word:literal;)*) => {
        /// An option of a game: a rule that a table can switch on.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum GameOption {
            $($(#[$doc])* $option,)*
        }

        impl GameOption {
            /// All options, in the order in which texts list them.
            pub const ALL: &'static [Self] = &[$(Self::$option),*];

            /// Returns the option's word in set-ups, records and flags, such as `duel-missions`.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$option => $word,)* }
            }

            /// Returns the name of the option's field in messages, such as `duel_missions`.
            #[must_use]
            pub const fn field(self) -> &'static str {
                match self { $(Self::$option => stringify!($field),)* }
            }
        }
    };
}
game_options!(define);

impl GameOption {
    /// Returns the option with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|option| option.word() == word)
    }

    /// Returns the number of the option's rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::DuelMissions => "R1.7",
            Self::Relentless => "R12.5",
        }
    }

    /// Returns what the option needs, as a phrase for error messages.
    pub(crate) const fn requirement(self) -> &'static str {
        match self {
            Self::DuelMissions => "two players and an edition with missions",
            Self::Relentless => "a solo game of an edition with this option",
        }
    }

    /// Returns whether a ruleset offers the option for this number of players.
    #[must_use]
    pub fn fits(self, rules: &Rules, seats: usize) -> bool {
        match self {
            Self::DuelMissions => {
                let chosen = OptionSet::NONE.with(self);
                let dealt = rules.missions.iter().filter(|mission| mission.is_dealt(chosen));
                // R1.5 Each of the two seats is dealt two missions.
                seats == 2 && dealt.count() >= 4
            }
            Self::Relentless => seats == 1 && rules.solo.is_some_and(|solo| solo.relentless),
        }
    }

    /// Returns the option's bit among the flags of a table. It must not change, because digests
    /// contain it.
    pub(crate) const fn flag(self) -> u16 {
        match self {
            Self::Relentless => 1 << 10,
            Self::DuelMissions => 1 << 11,
        }
    }
}

/// A set of options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OptionSet(u8);

impl OptionSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the options that a ruleset offers for this number of players.
    #[must_use]
    pub fn offered(rules: &Rules, seats: usize) -> Self {
        GameOption::ALL.iter().copied().filter(|option| option.fits(rules, seats)).collect()
    }

    /// Returns whether the set contains this option.
    #[must_use]
    pub const fn has(self, option: GameOption) -> bool {
        self.0 >> option as u8 & 1 == 1
    }

    /// Adds an option; returns whether it is new.
    pub const fn insert(&mut self, option: GameOption) -> bool {
        let is_new = !self.has(option);
        self.0 |= 1 << option as u8;
        is_new
    }

    /// Returns the set with one option added.
    #[must_use]
    pub const fn with(mut self, option: GameOption) -> Self {
        self.insert(option);
        self
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the options of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = GameOption> {
        GameOption::ALL.iter().copied().filter(move |option| self.has(*option))
    }

    /// Returns all subsets, the empty set first.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        (0..=self.0).map(Self).filter(move |set| set.0 & !self.0 == 0)
    }
}

impl FromIterator<GameOption> for OptionSet {
    fn from_iter<I: IntoIterator<Item = GameOption>>(options: I) -> Self {
        options.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::{GameOption, OptionSet};

    #[test]
    fn words_and_fields_name_the_same_option() {
        for &option in GameOption::ALL {
            assert_eq!(GameOption::from_word(option.word()), Some(option));
            assert_eq!(option.word().replace('-', "_"), option.field());
        }
        assert_eq!(GameOption::from_word("duel_missions"), None);
    }

    #[test]
    fn a_set_has_each_subset_once() {
        let all: OptionSet = GameOption::ALL.iter().copied().collect();
        let subsets: Vec<OptionSet> = all.subsets().collect();
        assert_eq!(subsets.len(), 1 << GameOption::ALL.len());
        assert_eq!(subsets[0], OptionSet::NONE);
        let one = OptionSet::NONE.with(GameOption::Relentless);
        assert!(one.subsets().eq([OptionSet::NONE, one]));
        assert!(all.iter().eq(GameOption::ALL.iter().copied()));
    }
}
