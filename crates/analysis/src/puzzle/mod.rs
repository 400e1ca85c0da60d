//! Puzzles: positions with one move that is clearly the best, each with its proof.
//!
//! A puzzle is a text file ([`Puzzle::parse`]). It contains the position, every move with its
//! value, and how often each bot level finds the best move. [`find`] searches a game for puzzles.
//! [`verify`] recomputes the whole content of a puzzle.

mod daily;
mod error;
mod find;
mod grade;
mod judge;
mod proof;
mod prove;
mod text;
mod theme;
mod verify;

pub use daily::puzzle_of_the_day;
pub use error::PuzzleError;
pub use find::{FindOptions, find};
pub use judge::{Answer, judge};
pub use proof::{Proof, ProvedMove};
pub use theme::Theme;
pub use verify::{Verification, verify};

use orrery_bots::BotLevel;
use orrery_record::LoadedRules;
use orrery_rules::{Action, Actor, Rules, Seat, Setup, State, Step};

/// The minimum lead of the best move over the second-best one, in spreads.
///
/// The spread is the standard deviation of a seat's result among equal seats.
pub const LEAD: f64 = 0.16;
/// The number of standard errors that are subtracted from a lead before the test against [`LEAD`].
///
/// This is the 99.9 % quantile of the normal distribution.
pub const SIGNIFICANCE: f64 = 3.09;
/// The maximum distance from the best move at which a move still solves a puzzle.
///
/// The unit is the spread of the result.
pub const TOLERANCE: f64 = 0.02;

/// A puzzle: a position in which one move is clearly the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The name of the puzzle and of its file.
    pub id: String,
    /// The revision of the ruleset.
    pub revision: u32,
    /// The last position before the decision without an action in progress, as set-up text.
    pub setup: String,
    /// The steps from the set-up to the decision, in notation.
    pub steps: Vec<String>,
    /// The deciding seat.
    pub seat: Seat,
    /// The themes of the puzzle.
    pub themes: Vec<Theme>,
    /// The percentage of attempts in which each level finds the best move, weakest level first.
    pub found: [u8; BotLevel::ALL.len()],
    /// The move of the bot `greedy`, in notation.
    pub greedy: Vec<String>,
    /// The values of all moves.
    pub proof: Proof,
}

impl Puzzle {
    /// Returns the edition: the first word of the set-up.
    #[must_use]
    pub fn edition(&self) -> &str {
        self.setup.split_ascii_whitespace().next().unwrap_or_default()
    }

    /// Returns the rules of the puzzle's edition.
    ///
    /// # Errors
    /// If the edition does not exist.
    pub fn rules(&self) -> Result<LoadedRules, PuzzleError> {
        let edition = self.edition();
        LoadedRules::edition(edition).ok_or_else(|| {
            let edition: String = edition.chars().take(40).collect();
            PuzzleError::unreadable(format!("there is no edition `{edition}`"))
        })
    }

    /// Returns the position.
    ///
    /// # Errors
    /// If the set-up is invalid, a step is illegal, or another seat decides.
    pub fn state<'r>(&self, rules: &'r Rules) -> Result<State<'r>, PuzzleError> {
        let setup = Setup::parse(rules, &self.setup);
        let setup = setup.map_err(|problem| PuzzleError::unreadable(problem.to_string()))?;
        let state = State::from_setup(rules, &setup);
        let mut state = state.map_err(|problem| PuzzleError::unreadable(problem.to_string()))?;
        for words in &self.steps {
            let step = Step::parse(rules, words);
            let step = step.ok().filter(|step| state.check(*step).is_ok());
            state.apply_unchecked(step.ok_or_else(|| PuzzleError::illegal(words))?);
        }
        if state.actor() != Actor::Seat(self.seat) {
            return Err(PuzzleError::unreadable(format!("seat {} does not decide", self.seat)));
        }
        Ok(state)
    }

    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Option<&ProvedMove> {
        self.proof.moves.first()
    }

    /// Returns the weakest level that finds the best move in at least half of its attempts.
    #[must_use]
    pub fn level(&self) -> Option<BotLevel> {
        let levels = BotLevel::ALL.into_iter().zip(self.found);
        levels.into_iter().find(|(_, found)| *found >= 50).map(|(level, _)| level)
    }
}

/// Parses actions, each of which must be legal after the previous ones.
///
/// # Errors
/// The first step that is not a legal action.
pub(crate) fn actions(state: &State<'_>, steps: &[String]) -> Result<Vec<Action>, PuzzleError> {
    let (mut state, mut actions) = (*state, Vec::new());
    for words in steps {
        match Step::parse(state.rules(), words) {
            Ok(step @ Step::Action(action)) if state.check(step).is_ok() => {
                state.apply_unchecked(step);
                actions.push(action);
            }
            _ => return Err(PuzzleError::illegal(words)),
        }
    }
    Ok(actions)
}

/// Returns actions in notation.
pub(crate) fn notation(rules: &Rules, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| Step::Action(action).notation(rules).to_string()).collect()
}
