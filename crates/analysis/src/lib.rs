//! Game review: luck, errors, gifts and the account of every seat; reasons and puzzles.
//!
//! `docs/ANALYSIS.md` defines the terms. The crate is pure and deterministic: it uses no clock, no
//! thread and no I/O, and gives equal results natively and in WebAssembly.

mod account;
mod analysis;
mod annotate;
mod assess;
mod chance;
mod evaluation;
mod game;
mod gift;
mod knowledge;
mod lookahead;
mod luck;
pub mod puzzle;
mod reason;
mod review;
mod rollout;
mod strength;
#[cfg(test)]
mod typescript;

pub use analysis::{Analysis, AnalysisOptions, Progress, ROLLOUTS, analyse, evaluator_hash};
pub use assess::assess;
pub use game::Game;
pub use lookahead::EvaluatorKind;
pub use luck::luck;
pub use reason::{Reason, ReasonPosition, ReasonSubject, chance_to_win, reasons};
pub use review::{
    Account, Alternative, ChanceKind, Check, CheckVerdict, DecisionKind, Gift, GraphPoint, LuckBy,
    LuckMark, Mark, MoveReview, Note, NoteKind, OutcomeReview, PlaysLike, PossibleRoll, Review,
    RollMap, TurningPoint,
};
pub use strength::{Choice, DECAY, accuracy, plays_like};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
