//! Parses the text of a deck file, continuing after syntax errors.

use std::borrow::Cow;

use toml::de::{DeTable, Error};

use crate::ruleset::{Rules, RulesSpec};

use super::MAX_BYTES;
use super::bounds;
use super::file;
use super::problem::{DeckProblemKind, DeckProblems};
use super::sink::ProblemSink;
use super::toml_table::TomlTable;

/// The TOML parser's message for a line that is only a key. The parser reads nothing after it.
const BARE_KEY: &str = "key with no value";

/// Reads a whole deck file.
pub(super) fn read(text: &str) -> Result<Rules, DeckProblems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut sink = ProblemSink::new(&text[..text.floor_char_boundary(MAX_BYTES)]);
    if let Some((at, kind)) = bounds::exceeded(text) {
        sink.report(at, kind);
        return Err(sink.finish());
    }
    let text = without_bare_keys(text, &mut sink);
    let (table, errors) = DeTable::parse_recoverable(&text);
    errors.iter().for_each(|error| report_syntax_error(error, &mut sink));
    let spec = file::rules(&TomlTable::root(table.get_ref()), &mut sink);
    match spec.filter(|_| sink.is_empty()).map(RulesSpec::build) {
        Some(Ok(rules)) => return Ok(rules),
        Some(Err(problems)) => problems
            .into_iter()
            .for_each(|problem| sink.report(0, DeckProblemKind::Unplayable(problem))),
        None => {}
    }
    Err(sink.finish())
}

fn report_syntax_error(error: &Error, sink: &mut ProblemSink) {
    let at = error.span().map_or(0, |span| span.start);
    sink.report(at, DeckProblemKind::Syntax(error.message().to_owned()));
}

/// Reports lines that are only a key and blanks them, so that the parser reads the rest.
fn without_bare_keys<'a>(text: &'a str, sink: &mut ProblemSink) -> Cow<'a, str> {
    let (_, errors) = DeTable::parse_recoverable(text);
    let mut bytes = Cow::Borrowed(text.as_bytes());
    for error in errors.iter().filter(|error| error.message().starts_with(BARE_KEY)) {
        let line = sink.line_bytes(error.span().map_or(0, |span| span.start));
        let is_bare = text
            .get(line.clone())
            .is_some_and(|line| !line.contains(['=', '[', '{', '}', ']', ',']));
        if is_bare {
            report_syntax_error(error, sink);
            bytes.to_mut()[line].fill(b' ');
        }
    }
    match bytes {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(bytes) => String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned),
    }
}
