//! Exit codes of the program; `docs/CLI.md` and `orrery --help` document them.

#[cfg(feature = "serve")]
use crate::serve::check::DamageFound;
use anyhow::Error;
use orrery_record::VerifyProblem;

/// Exit code if `verify` found a false roll, draw or proof, or `check` found damage.
const CHECK_FAILED: u8 = 1;
/// Exit code of any other error, such as invalid arguments or an unreadable file.
const FAILURE: u8 = 2;
/// Exit code of a command that the user interrupted with Ctrl-C.
#[cfg(feature = "lab")]
const INTERRUPTED: i32 = 130;

/// Returns the exit code for an error.
pub(crate) fn status(error: &Error) -> u8 {
    let problem = error.downcast_ref::<VerifyProblem>();
    let is_disproof = problem.is_some_and(VerifyProblem::is_disproof);
    if is_disproof || is_false_proof(error) || is_damage(error) { CHECK_FAILED } else { FAILURE }
}

#[cfg(feature = "lab")]
fn is_false_proof(error: &Error) -> bool {
    let problem = error.downcast_ref::<orrery_analysis::puzzle::PuzzleError>();
    problem.is_some_and(orrery_analysis::puzzle::PuzzleError::is_invalid_proof)
}

#[cfg(not(feature = "lab"))]
const fn is_false_proof(_: &Error) -> bool {
    false
}

#[cfg(feature = "serve")]
fn is_damage(error: &Error) -> bool {
    error.is::<DamageFound>()
}

#[cfg(not(feature = "serve"))]
const fn is_damage(_: &Error) -> bool {
    false
}

/// Exits with the exit code for an interrupt.
#[cfg(feature = "lab")]
pub(crate) fn interrupted() -> ! {
    std::process::exit(INTERRUPTED)
}
