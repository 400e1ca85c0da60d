//! Numbered lines of a text and a cursor within a line. Errors carry their position.

use crate::problem::RecordProblem;
use crate::quote::unquoted;

/// A line with its number.
#[derive(Clone, Copy)]
pub(super) struct TextLine<'t> {
    pub(super) number: usize,
    pub(super) text: &'t str,
}

impl<'t> TextLine<'t> {
    /// Creates a problem at a byte offset of the line.
    pub(super) fn fail(&self, at: usize, what: impl Into<String>) -> RecordProblem {
        let before = self.text.get(..at).unwrap_or(self.text);
        RecordProblem { place: Some((self.number, before.chars().count() + 1)), what: what.into() }
    }

    /// Returns a cursor at the start of the line.
    pub(super) const fn cursor(self) -> Cursor<'t> {
        Cursor { line: self, at: 0 }
    }
}

/// The lines of a text.
pub(super) struct TextLines<'t> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'t>>>,
}

impl<'t> TextLines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text.lines().enumerate().peekable() }
    }

    /// Returns the next line if it satisfies a predicate.
    pub(super) fn next_if(&mut self, predicate: impl Fn(&str) -> bool) -> Option<TextLine<'t>> {
        self.rest.next_if(|(_, text)| predicate(text)).map(line)
    }
}

impl<'t> Iterator for TextLines<'t> {
    type Item = TextLine<'t>;

    fn next(&mut self) -> Option<TextLine<'t>> {
        self.rest.next().map(line)
    }
}

fn line((i, text): (usize, &str)) -> TextLine<'_> {
    TextLine { number: i + 1, text }
}

/// A position in a line.
pub(super) struct Cursor<'t> {
    line: TextLine<'t>,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn rest(&self) -> &'t str {
        self.line.text.get(self.at..).unwrap_or("")
    }

    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    pub(super) fn skip_spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    pub(super) fn is_done(&mut self) -> bool {
        self.skip_spaces();
        self.rest().is_empty()
    }

    /// Reads the next word. The word is empty at the end of the line.
    pub(super) fn word(&mut self) -> &'t str {
        self.skip_spaces();
        let rest = self.rest();
        let end = rest.find([' ', '\t']).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    /// Parses the next word.
    pub(super) fn read<T>(
        &mut self,
        wanted: &str,
        read: impl Fn(&'t str) -> Option<T>,
    ) -> Result<T, RecordProblem> {
        self.skip_spaces();
        let at = self.at;
        let word = self.word();
        read(word).ok_or_else(|| self.line.fail(at, format!("{wanted} is expected here")))
    }

    /// Parses a quoted text.
    pub(super) fn quoted(
        &mut self,
        (open, close): (char, char),
        max_bytes: usize,
    ) -> Result<String, RecordProblem> {
        self.skip_spaces();
        let at = self.at;
        match unquoted(self.rest(), open, close) {
            Ok((text, taken)) if text.len() <= max_bytes => {
                self.at += taken;
                Ok(text)
            }
            Ok(_) => Err(self.line.fail(at, format!("this is longer than {max_bytes} bytes"))),
            Err(place) => Err(self.line.fail(
                at + place,
                format!(
                    "a text between {open} and {close}, with \\ before such signs, is expected"
                ),
            )),
        }
    }

    /// Checks that the line ends here.
    pub(super) fn end(&mut self) -> Result<(), RecordProblem> {
        if self.is_done() { Ok(()) } else { Err(self.fail("nothing more is expected here")) }
    }

    pub(super) fn fail(&self, what: impl Into<String>) -> RecordProblem {
        self.line.fail(self.at, what)
    }

    pub(super) fn fail_at(&self, at: usize, what: impl Into<String>) -> RecordProblem {
        self.line.fail(at, what)
    }
}
