//! Constructors of errors about receipts, set-ups and unknown names.

use orrery_protocol::{Code, Fault};
use orrery_record::RecordProblem;
use orrery_rules::{SetupProblem, TextProblem};

/// Returns the error for an item that does not exist; shortens its name to 60 characters.
pub(crate) fn missing(what: &str, name: &str) -> Fault {
    let name: String = name.chars().take(60).collect();
    Fault::new(Code::NotFound, format!("there is no {what} `{name}`"))
}

/// Returns the error for a text that is not a receipt.
pub(crate) fn receipt(problem: &RecordProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of_field("receipt")
}

/// Returns the error for a set-up that is not a valid position.
pub(crate) fn setup(problems: &[SetupProblem]) -> Fault {
    Fault { code: Code::BadField, ..Fault::setup(problems) }.of_field("text")
}

/// Returns the error for a text that is not a set-up.
pub(crate) fn setup_text(problems: &[TextProblem]) -> Fault {
    Fault { code: Code::BadField, ..Fault::setup_text(problems) }.of_field("text")
}
