//! The native module of the Python package `orrery`.
//!
//! The module wraps the engine for Python. Positions are immutable. Long computations release the
//! GIL. `python/orrery` adds the environments, and `docs/PYTHON.md` describes the package.

mod analysis;
mod arrays;
mod batch;
mod bots;
mod errors;
mod features;
mod records;
mod rules;
mod simulate;
mod state;
mod states;
mod steps;
mod tables;

/// The native module.
#[pyo3::pymodule]
mod _orrery {
    #[pymodule_export]
    use super::analysis::review_json;
    #[pymodule_export]
    use super::batch::PyBatchEnv;
    #[pymodule_export]
    use super::bots::{PyBot, PyNetwork, bot_seed, game_seed};
    #[pymodule_export]
    use super::errors::{
        BotError, DeckError, IllegalStep, OptionError, OrreryError, RecordError, StateError,
    };
    #[pymodule_export]
    use super::features::{PyFeatures, feature_table};
    #[pymodule_export]
    use super::records::{PyRecord, PyRecorder};
    #[pymodule_export]
    use super::rules::PyRules;
    #[pymodule_export]
    use super::simulate::simulate;
    #[pymodule_export]
    use super::state::{PyGameResult, PyState};
    #[pymodule_export]
    use super::states::{PyStates, evaluate, expand};
    #[pymodule_export]
    use super::steps::{PyAction, PyOutcome};
    #[pymodule_export]
    use super::tables::{action_index, action_table, observation_table, question_words};

    #[pymodule_export]
    const ACTIONS: usize = orrery_batch::actions::ACTIONS;
    #[pymodule_export]
    const OBSERVATION: usize = orrery_batch::observation::OBSERVATION;
    #[pymodule_export]
    const FEATURES: usize = orrery_bots::FEATURES;
    #[pymodule_export]
    const FEATURE_SLOTS: usize = orrery_bots::FEATURE_SLOTS;
    #[pymodule_export]
    const STATE_BYTES: usize = orrery_rules::STATE_BYTES;
    #[pymodule_export]
    const CHANCE: i8 = super::state::CHANCE;
    #[pymodule_export]
    const OVER: i8 = super::state::OVER;
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name by convention")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
