//! Game records: a text format, its JSON and binary forms, replay, and verifiable dice.
//!
//! A [`Record`] is the content of a file: it can be read, shown and written without the rules.
//! [`Record::replay`] replays it by the rules and reports the first step that differs.
//! `docs/RECORDS.md` describes the formats, `docs/FAIR-DICE.md` the dice.
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
mod deck_cache;
mod expected;
mod export;
mod fair;
mod hidden;
mod json;
mod live;
mod model;
mod problem;
mod quote;
mod recorder;
mod redact;
mod replay;
mod replayed_step;
mod text;
mod values;
mod verify;

pub use binary::MAGIC;
pub use deck_cache::{DeckCache, LoadedDeck, LoadedRules, RulesProblem, deck_hash, normalize_deck};
pub use expected::ExpectedValues;
pub use export::{ExportedRecord, exported_records};
pub use fair::{
    COMMIT_CONTEXT, Dealer, DiceTerms, ENTROPY_CONTEXT, FairDice, KEY_CONTEXT, MAX_ENTROPY,
    MIN_ENTROPY, Rekeying, entropy_hash, unbiased_index,
};
pub use live::{LiveGame, TakenStep};
pub use model::{DeckRef, Ending, Header, Record, RecordedStep, Scores, Turn, TurnLabel, Viewer};
pub use problem::{Difference, RecordProblem, ReplayProblem};
pub use quote::for_screen;
pub use recorder::{Recorder, Recording};
pub use replayed_step::{ObservedStep, ReplayedStep};
pub use text::{MAX_BYTES, MAX_COMMENT, MAX_NAME, MAX_STEPS, VERSION};
pub use values::{Date, Mark, StepText, Tag, hex, unhex};
pub use verify::{ProofLevel, Shortfall, Verified, VerifyProblem};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
