//! What can be wrong with a deck file, where, and what to do about it. Every problem is data, so
//! that a screen can say it in its own language; `Display` says it in English.

use std::error::Error;
use std::fmt;

/// Everything that is wrong with a deck file, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckProblems {
    problems: Vec<DeckProblem>,
    left_out: usize,
}

impl DeckProblems {
    pub(super) const fn new(problems: Vec<DeckProblem>, left_out: usize) -> Self {
        Self { problems, left_out }
    }

    /// The problems, first of the file first; never empty, and at most [`super::MAX_PROBLEMS`].
    #[must_use]
    pub fn list(&self) -> &[DeckProblem] {
        &self.problems
    }

    /// How many more there are than the list holds.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }
}

impl Error for DeckProblems {}

impl fmt::Display for DeckProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.problems.iter().enumerate() {
            let end = if n == 0 { "" } else { "\n" };
            write!(f, "{end}{problem}")?;
        }
        match self.left_out {
            0 => Ok(()),
            1 => write!(f, "\nand 1 more problem"),
            n => write!(f, "\nand {n} more problems"),
        }
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckProblem {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What it is.
    pub kind: DeckProblemKind,
}

impl fmt::Display for DeckProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeckProblemKind {
    /// The text is not TOML; in the words of the TOML reader.
    Syntax(String),
    /// The file has more bytes than this.
    TooLong(usize),
    /// The file has more names, values and signs than this.
    TooManyTokens(usize),
    /// A bracket that is open inside more brackets than this.
    TooDeep(usize),
    /// A key that means nothing here, and those that do.
    UnknownKey(String, Vec<&'static str>),
    /// A section that means nothing, and those that do.
    UnknownSection(String, Vec<&'static str>),
    /// `[rules]` in a file that builds on an edition.
    RulesOfEdition,
    /// A key that must be there is not.
    MissingKey(&'static str),
    /// A section that must be there is not.
    MissingSection(&'static str),
    /// A value of the wrong type.
    WrongType {
        /// What belongs here.
        expected: ValueType,
        /// What is there.
        found: ValueType,
    },
    /// A section of many rows written as one: `[planet]` for `[[planet]]`.
    SingleRow(&'static str),
    /// `seats` without exactly two numbers.
    SeatsPair,
    /// A number that is too small or too large.
    OutOfRange {
        /// Its key.
        key: &'static str,
        /// The least it may be.
        least: u32,
        /// The most it may be.
        most: u32,
    },
    /// A word that means nothing here, and those that do.
    UnknownWord(String, Vec<&'static str>),
    /// An operation that does not exist, and those that do.
    UnknownOperation(String, Vec<&'static str>),
    /// A cost among the effects.
    CostAsEffect(&'static str),
    /// An effect among the costs.
    EffectAsCost(&'static str),
    /// The same thing given twice in one list.
    Repeated(&'static str),
    /// An id that is not a slug.
    BadSlug(String),
    /// A name that cannot be shown.
    BadName(String),
    /// A deck that calls itself like a built-in edition.
    EditionId(String),
    /// An id that is already in use, and the line of its first use.
    DuplicateId(String, usize),
    /// A name that is already in use, and the line of its first use.
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
    /// A planet of these points has no usual track length.
    LengthNeeded(u8),
    /// A mission that compares players, without points for a tie.
    TiedMissing,
    /// Points for a tie, although the mission compares nobody.
    TiedNotNeeded,
    /// A value that goes down from one level to the next.
    Shrinks(&'static str),
    /// A cost for the level on which everyone starts.
    FirstLevelCost,
    /// A first level without exactly two ships.
    FirstLevelShips,
    /// A Rogue whose attacks do not match the levels of the Rogue's track.
    AttackCount {
        /// The attacks it has.
        attacks: usize,
        /// The attacks it needs.
        levels: usize,
    },
    /// Something of the solo game where there is none.
    NoSolo,
    /// Nothing came of the file although nothing else was found wrong with it.
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
    /// `{…}` or `[…]` in a line of its own.
    Table,
    /// A fraction, a date or a time.
    Other,
}

/// What there can be too many or too few of.
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
