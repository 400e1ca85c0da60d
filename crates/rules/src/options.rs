//! The options of a game (R1.1, R1.6, R1.7, R12) and their validation.

use crate::ids::Seat;
use crate::ruleset::Rules;
use std::fmt;

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of players; 1 is solo.
    pub seats: usize,
    /// Solo: the Rogue, by its index in the ruleset.
    pub rogue: Option<usize>,
    /// The starting seat; drawn at random if `None`.
    pub start: Option<Seat>,
    /// R1.7: a two-player game without missions that compare players.
    pub duel_missions: bool,
    /// R12.5: the Rogue rerolls an unusable die once.
    pub relentless: bool,
}

impl Options {
    /// Creates the default options for this many players.
    #[must_use]
    pub const fn players(seats: usize) -> Self {
        Self { seats, rogue: None, start: None, duel_missions: false, relentless: false }
    }

    /// Creates the default options for a solo game against a Rogue.
    #[must_use]
    pub const fn solo(rogue: usize) -> Self {
        Self { rogue: Some(rogue), ..Self::players(1) }
    }

    /// Returns every option that this ruleset rejects.
    #[must_use]
    pub fn problems(&self, rules: &Rules) -> Vec<OptionProblem> {
        let (fewest, most) = (rules.seats.0 as usize, rules.seats.1 as usize);
        let solo = self.seats == 1;
        let seated =
            if solo { rules.solo.is_some() } else { (fewest..=most).contains(&self.seats) };
        let relentless = rules.solo.is_some_and(|rule| rule.relentless) && solo;
        let beginners = if solo { 1 } else { self.seats };
        let refused = [
            (!seated, OptionProblem::Seats),
            (solo && self.rogue.is_none_or(|r| r >= rules.rogues.len()), OptionProblem::Rogue),
            (!solo && self.rogue.is_some(), OptionProblem::RogueNotSolo),
            (self.start.is_some_and(|seat| seat.index() >= beginners), OptionProblem::Start),
            (
                self.duel_missions && (self.seats != 2 || !Self::can_duel(rules)),
                OptionProblem::DuelMissions,
            ),
            (self.relentless && !relentless, OptionProblem::Relentless),
        ];
        refused.into_iter().filter_map(|(applies, problem)| applies.then_some(problem)).collect()
    }

    /// Returns whether the ruleset has enough missions that do not compare players.
    fn can_duel(rules: &Rules) -> bool {
        rules.missions.iter().filter(|mission| !mission.condition.compares()).count() >= 4
    }
}

/// A rejected option.
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
    /// Duel missions are for two players, in an edition that has them.
    DuelMissions,
    /// Relentless is for solo games of an edition that has it.
    Relentless,
}

impl OptionProblem {
    /// Returns the number of the rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Seats => "R1.1",
            Self::Rogue | Self::RogueNotSolo => "R12.1",
            Self::Start => "R1.6",
            Self::DuelMissions => "R1.7",
            Self::Relentless => "R12.5",
        }
    }
}

impl fmt::Display for OptionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Seats => "this edition does not allow this number of players",
            Self::Rogue => "a solo game needs one of the edition's Rogues",
            Self::RogueNotSolo => "only a solo game has a Rogue",
            Self::Start => "the starting seat does not exist",
            Self::DuelMissions => "duel-missions needs two players and an edition with missions",
            Self::Relentless => "relentless needs a solo game of an edition with this option",
        };
        write!(f, "{text} ({})", self.rule())
    }
}
