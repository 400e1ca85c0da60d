//! Errors about records, set-ups and unknown names.

use orrery_protocol::{Code, Fault, Problem};
use orrery_record::{RecordProblem, ReplayProblem, RulesProblem};
use orrery_rules::{SetupProblem, TextProblem};

/// Reports a missing item.
pub(crate) fn missing(what: &str, name: &str) -> Fault {
    let name: String = name.chars().take(60).collect();
    Fault::new(Code::NotFound, format!("there is no {what} `{name}`"))
}

/// Reports a file that is not a record.
pub(crate) fn record(problem: &RecordProblem) -> Fault {
    let text = problem.what.clone();
    let problem = match problem.place {
        Some(place) => Problem::at(place, text),
        None => Problem { text, rule: None, line: None, column: None },
    };
    let fault = Fault::new(Code::BadField, "not a readable record").of_field("record");
    Fault { problems: vec![problem], ..fault }
}

/// Reports a text that is not a receipt.
pub(crate) fn receipt(problem: &RecordProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of_field("receipt")
}

/// Reports a record that is not a legal game.
pub(crate) fn replay(problem: &ReplayProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of_field("record")
}

/// Reports a record whose rules are unavailable.
pub(crate) fn rules(problem: &RulesProblem) -> Fault {
    let code = match problem {
        RulesProblem::Invalid(_) => Code::BadDeck,
        _ => Code::NotFound,
    };
    Fault::new(code, problem.to_string()).of_field("record")
}

/// Reports an invalid position.
pub(crate) fn setup(problems: &[SetupProblem]) -> Fault {
    Fault { code: Code::BadField, ..Fault::setup(problems) }.of_field("text")
}

/// Reports a text that is not a set-up.
pub(crate) fn setup_text(problems: &[TextProblem]) -> Fault {
    Fault { code: Code::BadField, ..Fault::setup_text(problems) }.of_field("text")
}
