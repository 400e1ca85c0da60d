//! Errors of the API: a code for programs and a sentence for people.
//!
//! Errors have the same form over HTTP, over the socket, in the browser engine and in
//! `orrery stdio`. This module also converts errors of the rules and of records.

use orrery_record::{RecordProblem, ReplayProblem, RulesProblem};
use orrery_rules::deck::{DeckProblem, DeckProblems};
use orrery_rules::{Illegal, OptionProblem, Rules, SetupProblem, TextProblem};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// An error: the server or the engine refused a request, or failed.
///
/// With the codes `store`, `busy`, `apart` and `internal`, the server may have made the requested
/// change; with all other codes, nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fault {
    /// The error code, for programs.
    pub code: Code,
    /// The error and the remedy, for people, in English.
    pub text: String,
    /// For `illegal`: the number of the rule in docs/RULES.md.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rule: Option<String>,
    /// The index of the refused step, counted from 0.
    ///
    /// Only `orrery stdio` sets it, for `illegal` and `not-a-step`, and only if the request has
    /// several steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<u16>,
    /// The name of the field that caused the error, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub field: Option<String>,
    /// For `stale`: the current version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub version: Option<u32>,
    /// The delay before a retry, in milliseconds; absent if a retry would not help.
    ///
    /// For `too-many`, `busy`, `store`, `apart` and `internal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub retry_ms: Option<u32>,
    /// All problems of invalid options, a set-up, a deck or a record; empty for other errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

impl Fault {
    /// Creates an error without details.
    #[must_use]
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
            rule: None,
            at: None,
            field: None,
            version: None,
            retry_ms: None,
            problems: Vec::new(),
        }
    }

    /// Returns the error for an illegal step, with its explanation.
    #[must_use]
    pub fn illegal(why: Illegal, text: String) -> Self {
        Self { rule: Some(why.rule().to_owned()), ..Self::new(Code::Illegal, text) }
    }

    /// Returns the error for a text that is not a step.
    #[must_use]
    pub fn not_a_step(text: &str, why: &impl Display) -> Self {
        let text: String = text.chars().take(60).collect();
        Self::new(Code::NotAStep, format!("`{text}`: {why}"))
    }

    /// Returns the error for a field with an invalid value; `wanted` describes valid values.
    #[must_use]
    pub fn bad_field(name: &str, wanted: &str) -> Self {
        Self::invalid(name, format!("`{name}` must be {wanted}"))
    }

    /// Returns the error for a field with an invalid value; `why` becomes the whole text.
    #[must_use]
    pub fn invalid(name: &str, why: impl Display) -> Self {
        Self::new(Code::BadField, why.to_string()).of_field(name)
    }

    /// Returns the same error with the name of the field that caused it.
    #[must_use]
    pub fn of_field(self, name: &str) -> Self {
        Self { field: Some(name.to_owned()), ..self }
    }

    /// Turns the error into one for a field with an invalid value.
    #[must_use]
    pub fn as_bad_field(self, name: &str) -> Self {
        Self { code: Code::BadField, ..self }.of_field(name)
    }

    /// Returns the error for a Rogue that the edition does not have.
    #[must_use]
    pub fn unknown_rogue(rules: &Rules) -> Self {
        let known: Vec<&str> = rules.rogues.iter().map(|rogue| rogue.id.as_str()).collect();
        let text = match known.is_empty() {
            true => "this edition has no Rogue Galaxies".to_owned(),
            false => format!("no such Rogue Galaxy; choose one of: {}", known.join(", ")),
        };
        Self::new(Code::NotFound, text).of_field("rogue")
    }

    /// Returns the error for a text that is not a receipt.
    #[must_use]
    pub fn receipt(problem: RecordProblem) -> Self {
        Self::unreadable("receipt", problem)
    }

    /// Returns the error for options that the edition does not allow.
    #[must_use]
    pub fn options(problems: &[OptionProblem]) -> Self {
        let text = "the options do not fit the edition";
        Self::new(Code::Options, text).listing(problems)
    }

    /// Returns the error for an impossible position.
    #[must_use]
    pub fn setup(problems: &[SetupProblem]) -> Self {
        Self::new(Code::BadSetup, "the position is impossible").listing(problems)
    }

    /// Returns the error for a text that is not a set-up.
    #[must_use]
    pub fn setup_text(problems: &[TextProblem]) -> Self {
        Self::new(Code::BadSetup, "the text is not a position").listing(problems)
    }

    /// Returns the error for an invalid deck.
    #[must_use]
    pub fn deck(problems: &DeckProblems) -> Self {
        Self::new(Code::BadDeck, "the text is not a valid deck").listing(problems.list())
    }

    fn unreadable(name: &str, problem: RecordProblem) -> Self {
        let text = problem.what;
        let problem = match problem.place {
            Some(place) => Problem::at(place, text),
            None => Problem { text, rule: None, line: None, column: None },
        };
        let fault = Self::invalid(name, format!("not a readable {name}"));
        Self { problems: vec![problem], ..fault }
    }

    fn listing<'p, T>(self, problems: &'p [T]) -> Self
    where
        Problem: From<&'p T>,
    {
        Self { problems: problems.iter().map(Problem::from).collect(), ..self }
    }

    /// Returns the error for malformed JSON.
    #[must_use]
    pub fn malformed(error: &serde_json::Error) -> Self {
        let text: String = error.to_string().chars().take(200).collect();
        Self::new(Code::Malformed, text)
    }
}

impl From<RecordProblem> for Fault {
    /// Converts the error for a file that is not a record.
    fn from(problem: RecordProblem) -> Self {
        Self::unreadable("record", problem)
    }
}

impl From<ReplayProblem> for Fault {
    /// Converts the error for a record that is not a legal game.
    fn from(problem: ReplayProblem) -> Self {
        Self::invalid("record", problem)
    }
}

impl From<RulesProblem> for Fault {
    /// Converts the error for a record whose rules are unavailable.
    fn from(problem: RulesProblem) -> Self {
        let code = match problem {
            RulesProblem::Invalid(_) => Code::BadDeck,
            RulesProblem::Edition(_)
            | RulesProblem::Deck(..)
            | RulesProblem::Name(..)
            | RulesProblem::Rogue(_) => Code::NotFound,
        };
        Self::new(code, problem.to_string()).of_field("record")
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Fault {}

/// One problem of an input that may have several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The problem, for people.
    pub text: String,
    /// The rule that the input violates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rule: Option<String>,
    /// The line of the text, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<u32>,
    /// The column in the line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub column: Option<u32>,
}

impl Problem {
    fn of_rule(rule: &str, text: String) -> Self {
        Self { text, rule: Some(rule.to_owned()), line: None, column: None }
    }

    /// Creates a problem at a line and column of a text.
    #[must_use]
    pub fn at((line, column): (usize, usize), text: String) -> Self {
        Self { text, rule: None, line: Some(line as u32), column: Some(column as u32) }
    }
}

impl From<&OptionProblem> for Problem {
    fn from(problem: &OptionProblem) -> Self {
        Self::of_rule(problem.rule(), problem.to_string())
    }
}

impl From<&SetupProblem> for Problem {
    fn from(problem: &SetupProblem) -> Self {
        Self::of_rule(problem.rule(), problem.to_string())
    }
}

impl From<&TextProblem> for Problem {
    fn from(problem: &TextProblem) -> Self {
        Self::at((problem.line, problem.column), problem.kind.to_string())
    }
}

impl From<&DeckProblem> for Problem {
    fn from(problem: &DeckProblem) -> Self {
        Self::at((problem.line, problem.column), problem.kind.to_string())
    }
}

/// The body of an HTTP error response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultAnswer {
    /// The error.
    pub error: Fault,
}

/// The error codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The text is not JSON, or not a message.
    Malformed,
    /// The message or body has too many bytes.
    TooLong,
    /// The client uses another version of the protocol.
    Version,
    /// `hello` must be the first message, and must not be repeated.
    Hello,
    /// The value of a field is invalid.
    BadField,
    /// You have no identity yet: create one with `POST /api/me`.
    NoIdentity,
    /// No identity has this recovery code.
    NoRecovery,
    /// There is no such table, or you may not see it.
    NoTable,
    /// There is no such seat, edition, bot or page.
    NotFound,
    /// Only the host may do this.
    NotHost,
    /// Only a player of this table may do this.
    NotSeated,
    /// The seat is taken.
    SeatTaken,
    /// You already have a seat at this table.
    AlreadySeated,
    /// Every seat must be taken before the game begins.
    SeatsEmpty,
    /// The game has begun.
    Begun,
    /// The game has not begun.
    NotBegun,
    /// The game is over.
    Over,
    /// The table admits no spectators or no programs, or bot accounts may not do this.
    NotAdmitted,
    /// You have no decision to make now.
    NotAsked,
    /// The game has changed since your version; see `version`.
    Stale,
    /// The text is not a step.
    NotAStep,
    /// The step is not legal; see `rule`.
    Illegal,
    /// There is nothing to undo, or no request to answer.
    NothingToUndo,
    /// The options do not fit the edition; see `problems`.
    Options,
    /// The deck is invalid; see `problems`.
    BadDeck,
    /// A limit or quota is exceeded; see `retry_ms`.
    TooMany,
    /// The request comes from a web page of another site.
    Origin,
    /// This path does not support the HTTP method.
    Method,
    /// The server is overloaded; see `retry_ms`.
    Busy,
    /// The server could not store the change, or the database did not confirm it; see `retry_ms`.
    Store,
    /// The table is on another server, which is unreachable; see `retry_ms`.
    Apart,
    /// The game is damaged in the server's storage; its operator can restore a backup.
    Damaged,
    /// An internal error. The server has logged it.
    Internal,
    /// `orrery stdio`: there is no such command.
    UnknownCommand,
    /// `orrery stdio`: the command does not have this field.
    UnknownField,
    /// `orrery stdio`: a required field is missing.
    MissingField,
    /// `orrery stdio`: there is no such game.
    NoGame,
    /// `orrery stdio`: there is no such edition.
    NoEdition,
    /// `orrery stdio`: there is no such rule.
    NoRule,
    /// `orrery stdio`: the options do not fit the edition; see `problems`.
    BadOptions,
    /// `orrery stdio`: the text is not a set-up, or the position is impossible; see `problems`.
    BadSetup,
    /// `orrery stdio`: the game does not wait for a chance outcome.
    NotChance,
    /// `orrery stdio`: the session has the maximum number of games.
    TooManyGames,
    /// `orrery stdio`: the games of the session use the maximum number of decks.
    TooManyDecks,
    /// `orrery stdio`: the game has the maximum number of steps.
    GameTooLong,
}

impl Code {
    /// All codes of `orrery stdio`.
    pub const STDIO: [Self; 19] = [
        Self::Malformed,
        Self::TooLong,
        Self::UnknownCommand,
        Self::UnknownField,
        Self::MissingField,
        Self::BadField,
        Self::Version,
        Self::NoGame,
        Self::NoEdition,
        Self::NoRule,
        Self::BadOptions,
        Self::BadSetup,
        Self::BadDeck,
        Self::NotAStep,
        Self::Illegal,
        Self::NotChance,
        Self::TooManyGames,
        Self::TooManyDecks,
        Self::GameTooLong,
    ];

    /// All codes of the server, over HTTP and the socket.
    pub const ONLINE: [Self; 33] = [
        Self::Malformed,
        Self::TooLong,
        Self::Version,
        Self::Hello,
        Self::BadField,
        Self::NoIdentity,
        Self::NoRecovery,
        Self::NoTable,
        Self::NotFound,
        Self::NotHost,
        Self::NotSeated,
        Self::SeatTaken,
        Self::AlreadySeated,
        Self::SeatsEmpty,
        Self::Begun,
        Self::NotBegun,
        Self::Over,
        Self::NotAdmitted,
        Self::NotAsked,
        Self::Stale,
        Self::NotAStep,
        Self::Illegal,
        Self::NothingToUndo,
        Self::Options,
        Self::BadDeck,
        Self::TooMany,
        Self::Origin,
        Self::Method,
        Self::Busy,
        Self::Store,
        Self::Apart,
        Self::Damaged,
        Self::Internal,
    ];
}

#[cfg(test)]
mod tests {
    use super::Code;
    use std::collections::BTreeSet;
    use ts_rs::TS;

    #[test]
    fn every_code_belongs_to_an_interface() {
        let listed = Code::STDIO.iter().chain(&Code::ONLINE);
        let listed = listed.map(|code| serde_json::to_string(code).expect("a word"));
        let all = Code::inline(&ts_rs::Config::default());
        let all: BTreeSet<String> = all.split(" | ").map(str::to_owned).collect();
        assert_eq!(listed.collect::<BTreeSet<String>>(), all);
    }
}
