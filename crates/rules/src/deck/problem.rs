//! The problems of a deck file. They are data, so that they can be translated; `Display` (in
//! `messages`) writes them in English.

use crate::ruleset::SpecProblem;
use std::error::Error;
use std::fmt;

/// All problems of a deck file, in file order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckProblems {
    problems: Vec<DeckProblem>,
    left_out: usize,
}

impl DeckProblems {
    pub(super) const fn new(problems: Vec<DeckProblem>, left_out: usize) -> Self {
        Self { problems, left_out }
    }

    /// Returns the problems in file order; never empty, and at most [`super::MAX_PROBLEMS`].
    #[must_use]
    pub fn list(&self) -> &[DeckProblem] {
        &self.problems
    }

    /// Returns how many further problems [`Self::list`] leaves out.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }
}

impl Error for DeckProblems {}

impl fmt::Display for DeckProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.problems.iter().enumerate() {
            let separator = if n == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        match self.left_out {
            0 => Ok(()),
            1 => write!(f, "\nand 1 more problem"),
            n => write!(f, "\nand {n} more problems"),
        }
    }
}

/// A problem of a deck file, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckProblem {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The kind of problem.
    pub kind: DeckProblemKind,
}

impl fmt::Display for DeckProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

impl Error for DeckProblem {}

/// The kind of a [`DeckProblem`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeckProblemKind {
    /// The engine cannot play with the deck.
    Unplayable(SpecProblem),
    /// The text is not valid TOML. Contains the message of the TOML parser.
    Syntax(String),
    /// The file has more bytes than this.
    TooLong(usize),
    /// The file has more tokens than this.
    TooManyTokens(usize),
    /// Brackets nest more deeply than this.
    TooDeep(usize),
    /// An unknown key, and the known ones.
    UnknownKey(String, Vec<&'static str>),
    /// An unknown section, and the known ones.
    UnknownSection(String, Vec<&'static str>),
    /// The section `[rules]` in a file that builds on an edition.
    RulesOfEdition,
    /// A required key is missing.
    MissingKey(&'static str),
    /// A required section is missing.
    MissingSection(&'static str),
    /// A value of the wrong type.
    WrongType {
        /// The expected type.
        expected: ValueType,
        /// The type in the file.
        found: ValueType,
    },
    /// An array of tables written as one table: `[planet]` instead of `[[planet]]`.
    SingleRow(&'static str),
    /// `seats` without exactly two numbers.
    SeatsPair,
    /// A number that is too small or too large.
    OutOfRange {
        /// The key of the number.
        key: &'static str,
        /// The smallest allowed value.
        least: u32,
        /// The largest allowed value.
        most: u32,
    },
    /// An unknown keyword, and the known ones.
    UnknownWord(String, Vec<&'static str>),
    /// An unknown operation, and the known ones.
    UnknownOperation(String, Vec<&'static str>),
    /// A cost among the effects.
    CostAsEffect(&'static str),
    /// An effect among the costs.
    EffectAsCost(&'static str),
    /// A list item that occurs twice.
    Repeated(&'static str),
    /// An id that is not a slug.
    BadSlug(String),
    /// An invalid name.
    BadName(String),
    /// A custom deck with the id of a built-in edition.
    EditionId(String),
    /// A duplicate id, and the line of its first use.
    DuplicateId(String, usize),
    /// A duplicate name, and the line of its first use.
    DuplicateName(String, usize),
    /// An ability or attack that does nothing.
    NoEffect,
    /// An operation or condition with neither energy nor culture.
    NoAmount(&'static str),
    /// `advance-another` that does not come right after the cost `regress-own`.
    NeedsRegressOwn,
    /// More of something than a deck can hold.
    TooMany(DeckItem, usize),
    /// Fewer of something than a game needs.
    TooFew(DeckItem, usize),
    /// A planet without `length`, and with points that have no default length.
    LengthNeeded(u8),
    /// A mission that compares players, without points for a tie.
    TiedMissing,
    /// Points for a tie in a mission that does not compare players.
    TiedNotNeeded,
    /// A value that goes down from one level to the next.
    Shrinks(&'static str),
    /// A cost for the level on which everyone starts.
    FirstLevelCost,
    /// A first level without exactly two ships.
    FirstLevelShips,
    /// A Rogue whose attacks do not match the levels of the Rogue's track.
    AttackCount {
        /// The number of attacks of the Rogue.
        attacks: usize,
        /// The number of levels of the Rogue's track.
        levels: usize,
    },
    /// A section of the solo game in an edition without one.
    NoSolo,
    /// The file could not be read, although no other problem was found.
    Unreadable,
}

/// The type of a value in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueType {
    /// Text in quotes.
    Text,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Flag,
    /// `[…]`.
    List,
    /// `{…}`, or `[…]` on its own line.
    Table,
    /// A fraction, a date or a time.
    Other,
}

/// A kind of item whose number is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeckItem {
    /// Planets of a deck.
    Planets,
    /// Planets whose ability can lead to another ability.
    NestingPlanets,
    /// Planets limited to once per turn.
    LimitedPlanets,
    /// Missions of a deck.
    Missions,
    /// Rogues of a deck.
    Rogues,
    /// Levels of a track.
    Levels,
    /// Operations of an ability, its cost included.
    Operations,
    /// Parts of an attack.
    AttackParts,
}
