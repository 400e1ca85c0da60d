//! Collects the problems of one file and computes their positions.

use std::collections::{BTreeMap, BTreeSet};

use super::MAX_PROBLEMS;
use super::problem::{DeckProblem, DeckProblemKind, DeckProblems};

/// The most problems that are stored; further ones are only counted.
const MAX_STORED: usize = 10 * MAX_PROBLEMS;

/// The problems found so far, each with its byte offset.
pub(super) struct ProblemSink<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
    found: Vec<(usize, DeckProblemKind)>,
    not_stored: usize,
}

impl<'a> ProblemSink<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let after_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        Self { text, line_starts, found: Vec::new(), not_stored: 0 }
    }

    pub(super) fn report(&mut self, at: usize, kind: DeckProblemKind) {
        if self.found.len() < MAX_STORED {
            self.found.push((at, kind));
        } else {
            self.not_stored += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the line of a byte offset, counted from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    /// Returns the byte range of the line of a byte offset, without its line ending.
    pub(super) fn line_bytes(&self, at: usize) -> std::ops::Range<usize> {
        let line = self.line(at);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0);
        let end = self.line_starts.get(line).map_or(self.text.len(), |next| next - 1);
        start..end
    }

    fn problem(&self, at: usize, kind: DeckProblemKind) -> DeckProblem {
        let bytes = self.line_bytes(at);
        let before = at.saturating_sub(bytes.start);
        let line = self.text.get(bytes).unwrap_or("");
        let column = 1 + line.char_indices().take_while(|&(byte, _)| byte < before).count();
        DeckProblem { line: self.line(at), column, kind }
    }

    /// Returns all problems in file order.
    pub(super) fn finish(mut self) -> DeckProblems {
        if self.found.is_empty() {
            self.report(0, DeckProblemKind::Unreadable);
        }
        let mut found = std::mem::take(&mut self.found);
        self.drop_consequences(&mut found);
        found.sort_by_key(|&(at, _)| at);
        found.dedup();
        let left_out = found.len().saturating_sub(MAX_PROBLEMS) + self.not_stored;
        found.truncate(MAX_PROBLEMS);
        let problems = found.into_iter().map(|(at, kind)| self.problem(at, kind)).collect();
        DeckProblems::new(problems, left_out)
    }

    /// Drops problems that syntax errors may have caused.
    ///
    /// These are other problems on the same line, and missing items that may be in the unreadable
    /// part.
    fn drop_consequences(&self, found: &mut Vec<(usize, DeckProblemKind)>) {
        let broken: BTreeSet<usize> = found
            .iter()
            .filter(|(_, kind)| matches!(kind, DeckProblemKind::Syntax(_)))
            .map(|&(at, _)| self.line(at))
            .collect();
        if !broken.is_empty() {
            found.retain(|(at, kind)| {
                matches!(kind, DeckProblemKind::Syntax(_))
                    || !(broken.contains(&self.line(*at)) || is_absence(kind))
            });
        }
    }
}

/// Returns whether the problem is that something is missing.
fn is_absence(kind: &DeckProblemKind) -> bool {
    matches!(
        kind,
        DeckProblemKind::MissingKey(_)
            | DeckProblemKind::MissingSection(_)
            | DeckProblemKind::TooFew(..)
            | DeckProblemKind::LengthNeeded(_)
            | DeckProblemKind::TiedMissing
            | DeckProblemKind::NoEffect
            | DeckProblemKind::NoAmount(_)
            | DeckProblemKind::NeedsRegressOwn
            | DeckProblemKind::AttackCount { .. }
    )
}

/// The ids and names used in a section, each with the byte offset of its first use.
#[derive(Default)]
pub(super) struct UsedNames {
    ids: BTreeMap<String, usize>,
    names: BTreeMap<String, usize>,
}

impl UsedNames {
    /// Registers an id and reports a duplicate.
    pub(super) fn id(&mut self, id: &str, at: usize, sink: &mut ProblemSink) {
        let first = *self.ids.entry(id.to_owned()).or_insert(at);
        if first != at {
            sink.report(at, DeckProblemKind::DuplicateId(id.to_owned(), sink.line(first)));
        }
    }

    /// Registers a name, ignoring case, and reports a duplicate.
    pub(super) fn name(&mut self, name: &str, at: usize, sink: &mut ProblemSink) {
        let first = *self.names.entry(name.to_lowercase()).or_insert(at);
        if first != at {
            sink.report(at, DeckProblemKind::DuplicateName(name.to_owned(), sink.line(first)));
        }
    }
}
