//! Refusals in the form that the protocol gives them.

use orrery_protocol::{Code, Fault, Problem};
use orrery_record::{ReplayProblem, RulesProblem};
use orrery_rules::deck::DeckProblems;
use orrery_rules::{OptionProblem, SetupProblem, TextProblem};

/// Not a request.
pub(crate) fn malformed(problem: &serde_json::Error) -> Fault {
    Fault::new(Code::Malformed, problem.to_string())
}

/// A field that is not as it should be.
pub(crate) fn field(name: &str, wanted: &str) -> Fault {
    let fault = Fault::new(Code::BadField, format!("`{name}` must be {wanted}"));
    Fault { field: Some(name.to_owned()), ..fault }
}

/// There is no such thing.
pub(crate) fn missing(what: &str, name: &str) -> Fault {
    Fault::new(Code::NotFound, format!("there is no {what} `{}`", short(name)))
}

/// The words are no step.
pub(crate) fn not_a_step(words: &str, why: &impl std::fmt::Display) -> Fault {
    Fault::new(Code::NotAStep, format!("`{}`: {why}", short(words)))
}

/// A file that is no record.
pub(crate) fn record(problem: &orrery_record::Problem) -> Fault {
    let place = problem.place.map(|(line, column)| (line as u32, column as u32));
    let (line, column) = (place.map(|it| it.0), place.map(|it| it.1));
    let told = Problem { text: problem.what.clone(), rule: None, line, column };
    listing(Code::BadField, "this is no record that can be read", vec![told]).of("record")
}

/// A text that is no receipt.
pub(crate) fn receipt(problem: &orrery_record::Problem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of("receipt")
}

/// A record that is no game by the rules.
pub(crate) fn replay(problem: &ReplayProblem) -> Fault {
    Fault::new(Code::BadField, problem.to_string()).of("record")
}

/// A record whose rules are not at hand.
pub(crate) fn rules(problem: &RulesProblem) -> Fault {
    Fault::new(Code::NotFound, problem.to_string()).of("record")
}

/// The same, of a record.
pub(crate) fn of_record(fault: Fault) -> Fault {
    fault.of("record")
}

/// Options that do not fit the edition.
pub(crate) fn options(problems: &[OptionProblem]) -> Fault {
    let told = problems.iter().map(|it| ruled(it.rule(), it.to_string())).collect();
    listing(Code::Options, "these options do not fit", told)
}

/// A position that cannot be.
pub(crate) fn setup(problems: &[SetupProblem]) -> Fault {
    let told = problems.iter().map(|it| ruled(it.rule(), it.to_string())).collect();
    listing(Code::BadField, "this position cannot be", told).of("text")
}

/// A text that is no set-up.
pub(crate) fn setup_text(problems: &[TextProblem]) -> Fault {
    let told = problems.iter().map(|it| placed(it.line, it.column, &it.to_string())).collect();
    listing(Code::BadField, "this is not a set-up", told).of("text")
}

/// A deck that is not sound.
pub(crate) fn deck(problems: &DeckProblems) -> Fault {
    let told = problems.list().iter();
    let told = told.map(|it| placed(it.line, it.column, &it.kind.to_string())).collect();
    listing(Code::BadDeck, "this is not a sound deck", told)
}

/// Puts the name of a field to a fault.
trait Of {
    fn of(self, field: &str) -> Self;
}

impl Of for Fault {
    fn of(self, field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..self }
    }
}

fn listing(code: Code, text: &str, problems: Vec<Problem>) -> Fault {
    Fault { problems, ..Fault::new(code, text) }
}

fn ruled(rule: &str, text: String) -> Problem {
    Problem { text, rule: Some(rule.to_owned()), line: None, column: None }
}

/// A problem with its place; texts that begin with it lose it.
fn placed(line: usize, column: usize, text: &str) -> Problem {
    let text = text.strip_prefix(&format!("{line}:{column}: ")).unwrap_or(text).to_owned();
    Problem { text, rule: None, line: Some(line as u32), column: Some(column as u32) }
}

/// The beginning of a text that may be long.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
