//! Exit codes of the program; `docs/CLI.md` and `orrery --help` document them.

use anyhow::Error;
use orrery_record::VerifyProblem;

/// A record is valid, but one of its rolls or draws is false.
const FALSE_RECORD: u8 = 1;
/// The command failed, or its arguments are wrong.
const FAILURE: u8 = 2;
/// The user interrupted the command.
const INTERRUPTED: i32 = 130;

/// Returns the exit code for an error.
pub(crate) fn status(error: &Error) -> u8 {
    match error.downcast_ref::<VerifyProblem>() {
        Some(problem) if problem.is_false() => FALSE_RECORD,
        _ => FAILURE,
    }
}

/// Exits after an interrupt.
pub(crate) fn interrupted() -> ! {
    std::process::exit(INTERRUPTED)
}
