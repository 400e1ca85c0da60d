//! The text format of a record.

mod body;
mod cursor;
mod head;
mod write;

use crate::model::Record;
use crate::problem::RecordProblem;
use cursor::TextLines;
pub(crate) use head::read_header;
pub(crate) use write::write_header;

/// The newest version of the format. The parser accepts all versions up to it.
pub const VERSION: u32 = 3;
/// The maximum size of a file, in bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The maximum size of a comment, in bytes.
pub const MAX_COMMENT: usize = 4096;
/// The maximum number of steps in a record. The number of turns has the same limit.
pub const MAX_STEPS: usize = 250_000;
/// The maximum size of a name or a tag, in bytes.
pub const MAX_NAME: usize = 200;

/// The start of the first line, before the format version.
pub(crate) const FORMAT_PREFIX: &str = "orrery record ";

impl Record {
    /// Parses the text format.
    ///
    /// # Errors
    /// The first problem, with line and column. Only [`Record::replay`] checks that the steps are
    /// legal.
    pub fn parse(text: &str) -> Result<Self, RecordProblem> {
        if text.len() > MAX_BYTES {
            return Err(RecordProblem::new(format!("the record is longer than {MAX_BYTES} bytes")));
        }
        let mut lines = TextLines::new(text);
        read_version(&mut lines)?;
        let header = head::read(&mut lines)?;
        let (turns, ending) = body::read(&mut lines, &header)?;
        Ok(Self { header, turns, ending })
    }

    /// Checks that the record round-trips through the text format.
    ///
    /// A record that came from [`Record::parse`] always passes.
    ///
    /// # Errors
    /// If a name, comment or step is too long or contains invalid characters.
    pub fn check(&self) -> Result<(), RecordProblem> {
        match Self::parse(&self.to_string()) {
            Ok(again) if again == *self => Ok(()),
            Ok(_) => Err(RecordProblem::new("the record cannot be written as text")),
            Err(problem) => Err(RecordProblem::new(problem.what)),
        }
    }
}

/// Parses the first line, which contains the format version.
fn read_version(lines: &mut TextLines<'_>) -> Result<(), RecordProblem> {
    let not_a_record = || RecordProblem {
        place: Some((1, 1)),
        what: format!("a record begins with the line `{FORMAT_PREFIX}{VERSION}`"),
    };
    let line = lines.next().ok_or_else(not_a_record)?;
    let number = line.text.strip_prefix(FORMAT_PREFIX).ok_or_else(not_a_record)?.trim_end();
    match number.parse::<u32>() {
        Ok(1..=VERSION) => Ok(()),
        Ok(later) if later > VERSION => Err(line.fail(
            FORMAT_PREFIX.len(),
            format!("this is version {later} of the format; versions up to {VERSION} can be read"),
        )),
        _ => Err(not_a_record()),
    }
}

/// Returns whether a record can contain a text, such as a deck, as a block of lines.
///
/// The text must end with a line feed, and contain no control characters except tabs and line feeds.
pub(crate) fn is_block(text: &str) -> bool {
    text.ends_with('\n') && !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}
