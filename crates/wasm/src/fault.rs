//! Constructors for the protocol's faults.

use orrery_protocol::{Code, Fault, Problem};
use orrery_record::{ReplayProblem, RulesProblem};
use orrery_rules::deck::DeckProblems;
use orrery_rules::{OptionProblem, SetupProblem, TextProblem};

/// Reports a malformed request.
pub(crate) fn malformed(problem: &serde_json::Error) -> Fault {
    Fault::new(Code::Malformed, problem.to_string())
}

/// Reports an invalid field.
pub(crate) fn field(name: &str, wanted: &str) -> Fault {
    let fault = Fault::new(Code::BadField, format!("`{name}` must be {wanted}"));
    Fault { field: Some(name.to_owned()), ..fault }
}

/// Reports a missing item.
pub(crate) fn missing(what: &str, name: &str) -> Fault {
    Fault::new(Code::NotFound, format!("there is no {what} `{}`", short(name)))
}

/// Reports a text that is not a step.
pub(crate) fn not_a_step(words: &str, why: &impl std::fmt::Display) -> Fault {
    Fault::new(Code::NotAStep, format!("`{}`: {why}", short(words)))
}

/// Reports a file that is not a record.
pub(crate) fn record(problem: &orrery_record::RecordProblem) -> Fault {
    let place = problem.place.map(|(line, column)| (line as u32, column as u32));
    let (line, column) = (place.map(|it| it.0), place.map(|it| it.1));
    let told = Problem { text: problem.what.clone(), rule: None, line, column };
    listing(Code::BadField, "not a readable record", vec![told]).of("record")
}

/// Reports a text that is not a receipt.
pub(crate) fn receipt(problem: &orrery_record::RecordProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of("receipt")
}

/// Reports a record that is not a legal game.
pub(crate) fn replay(problem: &ReplayProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of("record")
}

/// Reports a record whose rules are unavailable.
pub(crate) fn rules(problem: &RulesProblem) -> Fault {
    Fault::new(Code::NotFound, problem.to_string()).of("record")
}

/// Assigns a fault to the field `record`.
pub(crate) fn of_record(fault: Fault) -> Fault {
    fault.of("record")
}

/// Options that do not fit the edition.
pub(crate) fn options(problems: &[OptionProblem]) -> Fault {
    let told = problems.iter().map(|it| rule_problem(it.rule(), it.to_string())).collect();
    listing(Code::Options, "these options do not fit", told)
}

/// Reports an invalid position.
pub(crate) fn setup(problems: &[SetupProblem]) -> Fault {
    let told = problems.iter().map(|it| rule_problem(it.rule(), it.to_string())).collect();
    listing(Code::BadField, "this position cannot be", told).of("text")
}

/// Reports a text that is not a set-up.
pub(crate) fn setup_text(problems: &[TextProblem]) -> Fault {
    let told = problems.iter().map(|it| placed(it.line, it.column, &it.to_string())).collect();
    listing(Code::BadField, "this is not a set-up", told).of("text")
}

/// Reports an invalid deck.
pub(crate) fn deck(problems: &DeckProblems) -> Fault {
    let told = problems.list().iter();
    let told = told.map(|it| placed(it.line, it.column, &it.kind.to_string())).collect();
    listing(Code::BadDeck, "this is not a sound deck", told)
}

/// Assigns a fault to a field.
trait WithField {
    fn of(self, field: &str) -> Self;
}

impl WithField for Fault {
    fn of(self, field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..self }
    }
}

fn listing(code: Code, text: &str, problems: Vec<Problem>) -> Fault {
    Fault { problems, ..Fault::new(code, text) }
}

fn rule_problem(rule: &str, text: String) -> Problem {
    Problem { text, rule: Some(rule.to_owned()), line: None, column: None }
}

/// Creates a problem with its position, without the position at the start of the text.
fn placed(line: usize, column: usize, text: &str) -> Problem {
    let text = text.strip_prefix(&format!("{line}:{column}: ")).unwrap_or(text).to_owned();
    Problem { text, rule: None, line: Some(line as u32), column: Some(column as u32) }
}

/// Shortens a text.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
