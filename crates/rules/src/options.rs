//! The settings of a new game: players, Rogue, starting seat and options (R1.1, R1.6, R1.7, R12).

use crate::game_option::{GameOption, OptionSet};
use crate::ids::Seat;
use crate::ruleset::Rules;
use std::fmt;

/// The settings of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of players; 1 is solo.
    pub seats: usize,
    /// The index of the Rogue in the ruleset; `None` if the game is not solo.
    pub rogue: Option<usize>,
    /// The starting seat; drawn at random if `None`.
    pub start: Option<Seat>,
    /// The options that are on.
    pub chosen: OptionSet,
}

impl Options {
    /// Creates the default options for this many players.
    #[must_use]
    pub const fn players(seats: usize) -> Self {
        Self { seats, rogue: None, start: None, chosen: OptionSet::NONE }
    }

    /// Creates the default options for a solo game against the Rogue with this index.
    #[must_use]
    pub const fn solo(rogue: usize) -> Self {
        Self { rogue: Some(rogue), ..Self::players(1) }
    }

    /// Returns the same settings with an option switched on.
    #[must_use]
    pub const fn with(self, option: GameOption) -> Self {
        Self { chosen: self.chosen.with(option), ..self }
    }

    /// Returns the reasons why this ruleset rejects the settings.
    #[must_use]
    pub fn problems(&self, rules: &Rules) -> Vec<OptionProblem> {
        let (fewest, most) = (rules.seats.0 as usize, rules.seats.1 as usize);
        let solo = self.seats == 1;
        let seats_fit =
            if solo { rules.solo.is_some() } else { (fewest..=most).contains(&self.seats) };
        let starters = if solo { 1 } else { self.seats };
        let problems = [
            (!seats_fit, OptionProblem::Seats),
            (solo && self.rogue.is_none_or(|r| r >= rules.rogues.len()), OptionProblem::Rogue),
            (!solo && self.rogue.is_some(), OptionProblem::RogueNotSolo),
            (self.start.is_some_and(|seat| seat.index() >= starters), OptionProblem::Start),
        ];
        let problems =
            problems.into_iter().filter_map(|(applies, problem)| applies.then_some(problem));
        let unfit = self.chosen.iter().filter(|option| !option.fits(rules, self.seats));
        problems.chain(unfit.map(OptionProblem::Unfit)).collect()
    }
}

/// A reason why a ruleset rejects [`Options`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OptionProblem {
    /// The edition does not allow this number of players.
    Seats,
    /// A solo game needs one of the edition's Rogues.
    Rogue,
    /// Only a solo game has a Rogue.
    RogueNotSolo,
    /// The starting seat does not exist.
    Start,
    /// The edition does not offer this option for this number of players.
    Unfit(GameOption),
}

impl OptionProblem {
    /// Returns the number of the rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Seats => "R1.1",
            Self::Rogue | Self::RogueNotSolo => "R12.1",
            Self::Start => "R1.6",
            Self::Unfit(option) => option.rule(),
        }
    }
}

impl fmt::Display for OptionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats => f.write_str("this edition does not allow this number of players")?,
            Self::Rogue => f.write_str("a solo game needs one of the edition's Rogues")?,
            Self::RogueNotSolo => f.write_str("only a solo game has a Rogue")?,
            Self::Start => f.write_str("the starting seat does not exist")?,
            Self::Unfit(option) => write!(f, "{} needs {}", option.word(), option.requirement())?,
        }
        write!(f, " ({})", self.rule())
    }
}

impl std::error::Error for OptionProblem {}
