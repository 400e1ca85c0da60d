//! The errors of records: a file is invalid, or a replay differs from the record.

use crate::deck_cache::RulesProblem;
use crate::model::TurnLabel;
use orrery_rules::{Illegal, Seat, StepParseError};
use std::fmt;

/// The reason why a file is not a valid record, with line and column if known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordProblem {
    /// Line and column, both counted from 1.
    pub place: Option<(usize, usize)>,
    /// The message, in one line.
    pub what: String,
}

impl RecordProblem {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { place: None, what: what.into() }
    }
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{line}:{column}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for RecordProblem {}

/// The first step at which a replay differs from the record, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayProblem {
    /// The step number, counted from 1; 0 if the problem is not about a step.
    pub step: usize,
    /// The turn of the step.
    pub turn: TurnLabel,
    /// The step in notation.
    pub step_text: String,
    /// The difference.
    pub difference: Difference,
    /// The revisions of the record and of these rules, if they differ.
    pub revisions: Option<(u32, u32)>,
}

/// The way in which a replay differs from a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The rules are unavailable.
    Rules(RulesProblem),
    /// The game cannot start like this.
    Start(String),
    /// The text is not a step of this deck.
    StepParseError(StepParseError),
    /// The rules forbid the step.
    Illegal(Illegal),
    /// The record puts the step into the wrong turn. Contains the actual turn.
    Turn(TurnLabel),
    /// The step names a seat that does not act. Contains this seat and the acting seat, if any.
    By(Seat, Option<Seat>),
    /// The position differs. Contains the recorded digest and the actual one.
    Digest(u64, u64),
    /// The result differs, or the record is wrong about whether the game is over.
    Result(String),
    /// The verifiable dice give another outcome. Contains this outcome in notation.
    Dice(String),
    /// The record is redacted and cannot be replayed for this viewer.
    Hidden,
}

impl fmt::Display for ReplayProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.step > 0 {
            write!(f, "step {} ({}), `{}`: ", self.step, turn_name(self.turn), self.step_text)?;
        }
        write!(f, "{}", self.difference)?;
        match self.revisions {
            Some((recorded, replayed)) => {
                write!(
                    f,
                    " (recorded with revision {recorded} of the rules, replayed with {replayed})"
                )
            }
            None => Ok(()),
        }
    }
}

fn turn_name(label: TurnLabel) -> String {
    match label {
        TurnLabel::Opening => "opening".to_owned(),
        TurnLabel::Turn(..) => format!("turn {label}"),
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(problem) => write!(f, "{problem}"),
            Self::Start(why) => write!(f, "the game cannot start like this: {why}"),
            Self::StepParseError(why) => write!(f, "this is not a step: {why}"),
            Self::Illegal(why) => {
                write!(f, "this is not legal: {} ({})", reason_in_words(*why), why.rule())
            }
            Self::Turn(label) => write!(f, "this belongs to {}", turn_name(*label)),
            Self::By(seat, None) => write!(f, "seat {seat} cannot act here"),
            Self::By(seat, Some(asked)) => {
                write!(f, "seat {asked} must act here, not seat {seat}")
            }
            Self::Digest(recorded, found) => {
                write!(
                    f,
                    "the position before this step is #{found:016x}, but the record says #{recorded:016x}"
                )
            }
            Self::Result(why) => f.write_str(why),
            Self::Dice(gave) => write!(f, "the dice gave `{gave}`"),
            Self::Hidden => f.write_str("the record shows only what one seat saw"),
        }
    }
}

/// Returns the name of a reason as words: `NoSuchDie(Move, "R2.2")` gives "no such die". The crate
/// `orrery-describe` has full sentences.
fn reason_in_words(why: Illegal) -> String {
    let name = format!("{why:?}");
    let mut words = String::new();
    for c in name.chars().take_while(char::is_ascii_alphabetic) {
        if c.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

impl std::error::Error for ReplayProblem {}
