//! The text form: easy to read, easy to compare.

mod body;
mod cursor;
mod head;
mod write;

use crate::model::Record;
use crate::problem::Problem;
use cursor::Lines;
pub(crate) use head::read_header;
pub(crate) use write::write_header;

/// The version that is written. Every version up to it is read.
pub const VERSION: u32 = 3;
/// Longer files are refused unread.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Most bytes of a comment.
pub const MAX_COMMENT: usize = 4096;
/// Most steps of a record, and most turns.
pub const MAX_STEPS: usize = 250_000;
/// Most bytes of a name or a tag.
pub const MAX_NAME: usize = 200;

/// How the first line begins.
pub(crate) const FIRST: &str = "orrery record ";

impl Record {
    /// Reads the text form.
    ///
    /// # Errors
    /// The first thing that is wrong, with line and column. Whether the steps are legal is found out
    /// by [`Record::replay`].
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.len() > MAX_BYTES {
            return Err(Problem::new(format!("the record is longer than {MAX_BYTES} bytes")));
        }
        let mut lines = Lines::new(text);
        read_version(&mut lines)?;
        let header = head::read(&mut lines)?;
        let (turns, ending) = body::read(&mut lines, &header)?;
        Ok(Self { header, turns, ending })
    }

    /// Whether the text form gives this very record again: no name, comment or word in it is longer
    /// or stranger than the formats allow. Records that were read always do.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn check(&self) -> Result<(), Problem> {
        match Self::parse(&self.to_string()) {
            Ok(again) if again == *self => Ok(()),
            Ok(_) => Err(Problem::new("the record cannot be written as text")),
            Err(problem) => Err(Problem::new(problem.what)),
        }
    }
}

/// The first line. A later version that changes what follows is told apart here.
fn read_version(lines: &mut Lines<'_>) -> Result<(), Problem> {
    let no_record = || Problem {
        place: Some((1, 1)),
        what: format!("a record begins with the line `{FIRST}{VERSION}`"),
    };
    let line = lines.next().ok_or_else(no_record)?;
    let number = line.text.strip_prefix(FIRST).ok_or_else(no_record)?.trim_end();
    match number.parse::<u32>() {
        Ok(1..=VERSION) => Ok(()),
        Ok(later) if later > VERSION => Err(line.fail(
            FIRST.len(),
            format!("this is version {later} of the format; versions up to {VERSION} can be read"),
        )),
        _ => Err(no_record()),
    }
}

/// Whether a text can stand in a block: lines without strange signs, each ended by a line feed.
pub(crate) fn is_block(text: &str) -> bool {
    text.ends_with('\n') && !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}
