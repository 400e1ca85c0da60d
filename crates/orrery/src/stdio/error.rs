//! Errors of requests: a code for programs, a sentence for people.

use orrery_protocol::Fault;
use orrery_rules::deck::DeckProblems;
use orrery_rules::{OptionProblem, SetupProblem, TextProblem};
use serde_json::{Map, Value, json};

/// An error in a request, which has changed nothing.
#[derive(Clone, Debug)]
pub(super) struct RequestError {
    code: &'static str,
    text: String,
    more: Map<String, Value>,
}

impl RequestError {
    pub(super) fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), more: Map::new() }
    }

    pub(super) fn malformed(why: &str) -> Self {
        Self::new("malformed", why)
    }

    pub(super) fn too_long(most: usize) -> Self {
        Self::new("too-long", format!("the line has more than {most} bytes"))
    }

    /// Creates the error of an invalid field.
    pub(super) fn field(name: &str, wanted: &str) -> Self {
        Self::new("bad-field", format!("`{name}` must be {wanted}")).with("field", json!(name))
    }

    pub(super) fn illegal(fault: Fault) -> Self {
        Self::new("illegal", fault.text).with("rule", json!(fault.rule))
    }

    pub(super) fn options(problems: &[OptionProblem]) -> Self {
        let each = |it: &OptionProblem| json!({ "rule": it.rule(), "text": it.to_string() });
        Self::listing(
            "bad-options",
            "the options do not fit the edition",
            problems.iter().map(each),
        )
    }

    pub(super) fn setup(problems: &[SetupProblem]) -> Self {
        let each = |it: &SetupProblem| json!({ "rule": it.rule(), "text": it.to_string() });
        Self::listing("bad-setup", "the position is impossible", problems.iter().map(each))
    }

    pub(super) fn setup_text(problems: &[TextProblem]) -> Self {
        let each = |it: &TextProblem| placed(it.line, it.column, &it.to_string());
        Self::listing("bad-setup", "the text is not a position", problems.iter().map(each))
    }

    pub(super) fn deck(problems: &DeckProblems) -> Self {
        let each = problems.list().iter();
        let each = each.map(|it| placed(it.line, it.column, &it.kind.to_string()));
        Self::listing("bad-deck", "the text is not a valid deck", each)
    }

    fn listing(code: &'static str, text: &str, problems: impl Iterator<Item = Value>) -> Self {
        let problems: Vec<Value> = problems.collect();
        Self::new(code, text).with("problems", Value::Array(problems))
    }

    pub(super) fn with(mut self, key: &str, value: Value) -> Self {
        self.more.insert(key.to_owned(), value);
        self
    }

    pub(super) fn form(self) -> Map<String, Value> {
        let mut form = Map::new();
        form.insert("code".to_owned(), json!(self.code));
        form.insert("text".to_owned(), json!(self.text));
        form.extend(self.more);
        form
    }
}

/// Returns a problem with its position, which is removed from the text.
fn placed(line: usize, column: usize, text: &str) -> Value {
    let text = text.strip_prefix(&format!("{line}:{column}: ")).unwrap_or(text);
    json!({ "line": line, "column": column, "text": text })
}
