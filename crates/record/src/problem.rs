//! What can be wrong with a record: it cannot be read, or it does not play as it says.

use crate::library::RulesProblem;
use crate::model::TurnLabel;
use orrery_rules::{Illegal, Seat, StepParseError};
use std::fmt;

/// Why a file is no record: one clear line, with line and column where there are any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordProblem {
    /// Line and column, both counted from 1.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
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
    /// The step, counted from 1; 0 if it is not about a step.
    pub step: usize,
    /// Its turn.
    pub turn: TurnLabel,
    /// Its words.
    pub step_text: String,
    /// What differs.
    pub difference: Difference,
    /// The revisions of the record and of these rules, if they are not the same.
    pub revisions: Option<(u32, u32)>,
}

/// What differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The rules are not at hand.
    Rules(RulesProblem),
    /// The game cannot start like this.
    Start(String),
    /// The words are no step of this deck.
    StepParseError(StepParseError),
    /// The rules forbid the step.
    Illegal(Illegal),
    /// It is another turn.
    Turn(TurnLabel),
    /// It is not for this seat to answer; for whom it is.
    By(Seat, Option<Seat>),
    /// The position is another one: the recorded digest and the real one.
    Digest(u64, u64),
    /// The result is another one, or the game is over or not over against what is said.
    Result(String),
    /// The committed dice gave something else.
    Dice(String),
    /// The record shows only what one seat saw.
    Hidden,
}

impl fmt::Display for ReplayProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.step > 0 {
            write!(f, "step {} ({}), `{}`: ", self.step, name(self.turn), self.step_text)?;
        }
        write!(f, "{}", self.difference)?;
        match self.revisions {
            Some((recorded, ours)) => {
                write!(f, " (the record is of revision {recorded} of the rules, these are {ours})")
            }
            None => Ok(()),
        }
    }
}

fn name(label: TurnLabel) -> String {
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
            Self::StepParseError(why) => write!(f, "this is no step: {why}"),
            Self::Illegal(why) => write!(f, "this is not legal: {} ({})", plain(*why), why.rule()),
            Self::Turn(label) => write!(f, "this belongs to {}", name(*label)),
            Self::By(seat, None) => write!(f, "it is not for seat {seat} to answer"),
            Self::By(seat, Some(asked)) => {
                write!(f, "it is not for seat {seat} to answer but for seat {asked}")
            }
            Self::Digest(recorded, found) => {
                write!(f, "the position before it is #{found:016x}, recorded is #{recorded:016x}")
            }
            Self::Result(why) => f.write_str(why),
            Self::Dice(gave) => write!(f, "the dice gave `{gave}`"),
            Self::Hidden => f.write_str("the record shows only what one seat saw"),
        }
    }
}

/// The name of a refusal as words: `NoSuchDie(Move, "R2.2")` is "no such die". Full sentences are
/// the business of the crate that describes.
fn plain(why: Illegal) -> String {
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
