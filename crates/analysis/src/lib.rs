//! Game review: luck, errors, gifts and the account of every seat.
//!
//! `docs/ANALYSIS.md` defines the terms. The crate is pure and deterministic: it uses no clock, no
//! thread and no I/O, and gives equal results natively and in WebAssembly.

mod account;
mod analysis;
mod annotate;
mod chance;
mod evaluation;
mod game;
mod knowledge;
mod lookahead;
mod luck;
mod review;
mod rollout;
mod strength;
#[cfg(test)]
mod typescript;

pub use analysis::{Analysis, AnalysisOptions, Progress, analyse, evaluator_hash};
pub use game::Game;
pub use lookahead::EvaluatorKind;
pub use luck::luck;
pub use review::{
    Account, Alternative, ChanceKind, Check, CheckVerdict, DecisionKind, GraphPoint, LuckBy,
    LuckMark, Mark, MoveReview, Note, NoteKind, OutcomeReview, PlaysLike, PossibleRoll, Review,
    RollMap, TurningPoint,
};
pub use strength::{Choice, DECAY, accuracy, plays_like};
