//! Game records: a text format, its JSON and binary forms, replay, and verifiable dice.
//!
//! A [`Record`] is what the file says and no more: it can be read, shown and written again without
//! the rules. [`Record::replay`] plays it by the rules and names the first step that differs.
//! The formats are described in `docs/RECORDS.md`, the dice in `docs/FAIR-DICE.md`.
//!
//! ```
//! use orrery_record::{Record, Recorder};
//! use orrery_rules::{Options, deck};
//! # use orrery_rules::{Actor, Step};
//!
//! let mut recorder = Recorder::new(deck::classic(), &Options::players(2)).unwrap();
//! while let Some(node) = recorder.state().chance() {
//!     recorder.push(Step::Chance(node.at(0))).unwrap();
//! }
//! let record = recorder.record();
//! let text = record.to_string();
//! assert_eq!(Record::parse(&text).unwrap(), record);
//! assert!(record.replay(deck::classic(), |_| {}).is_ok());
//! ```

mod binary;
mod claims;
mod fair;
mod hidden;
mod json;
mod library;
mod model;
mod play;
mod problem;
mod quote;
mod recorder;
mod redact;
mod replay;
mod text;
mod verify;
mod words;

pub use binary::MAGIC;
pub use claims::Claims;
pub use fair::{
    COMMIT_CONTEXT, Dealer, DiceTerms, ENTROPY_CONTEXT, FairDice, KEY_CONTEXT, MAX_ENTROPY,
    MIN_ENTROPY, Rekeying, entropy_hash, place_from,
};
pub use library::{Library, RulesProblem, deck_hash, plain_deck};
pub use model::{DeckRef, Ending, Entry, Header, Label, Record, Scores, Turn, Viewer};
pub use play::{Played, Seen};
pub use problem::{Difference, Problem, ReplayProblem};
pub use quote::for_screen;
pub use recorder::Recorder;
pub use text::{MAX_BYTES, MAX_COMMENT, MAX_NAME, MAX_STEPS, VERSION};
pub use verify::{Shortfall, Strength, Verified, VerifyProblem};
pub use words::{Date, Mark, Tag, Words, hex, unhex};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
