//! Errors about receipts, set-ups and unknown names.

use orrery_protocol::{Code, Fault};
use orrery_record::RecordProblem;
use orrery_rules::{SetupProblem, TextProblem};

/// Reports a missing item.
pub(crate) fn missing(what: &str, name: &str) -> Fault {
    let name: String = name.chars().take(60).collect();
    Fault::new(Code::NotFound, format!("there is no {what} `{name}`"))
}

/// Reports a text that is not a receipt.
pub(crate) fn receipt(problem: &RecordProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of_field("receipt")
}

/// Reports an invalid position.
pub(crate) fn setup(problems: &[SetupProblem]) -> Fault {
    Fault { code: Code::BadField, ..Fault::setup(problems) }.of_field("text")
}

/// Reports a text that is not a set-up.
pub(crate) fn setup_text(problems: &[TextProblem]) -> Fault {
    Fault { code: Code::BadField, ..Fault::setup_text(problems) }.of_field("text")
}
