//! Lines of bounded length: a longer one is skipped to its end without being kept in memory.

use std::io::{BufRead, Result};

/// Most bytes of a line, its end not counted.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// What came in.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// A line, in UTF-8.
    Text(String),
    /// A line that is not UTF-8.
    NotText,
    /// A line of more than [`MAX_LINE`] bytes.
    TooLong,
    /// Nothing more comes.
    End,
}

/// Reads lines.
pub(crate) struct LineReader<R> {
    source: R,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from here.
    pub(crate) const fn new(source: R) -> Self {
        Self { source }
    }

    /// The next line; the last one need not end.
    pub(crate) fn next(&mut self) -> Result<InputLine> {
        let (mut bytes, mut length) = (Vec::new(), 0);
        loop {
            let chunk = self.source.fill_buf()?;
            if chunk.is_empty() {
                return Ok(if length == 0 { InputLine::End } else { finish(bytes, length) });
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            length += part.len();
            if length <= MAX_LINE {
                bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() {
                return Ok(finish(bytes, length));
            }
        }
    }
}

fn finish(bytes: Vec<u8>, length: usize) -> InputLine {
    if length > MAX_LINE {
        return InputLine::TooLong;
    }
    String::from_utf8(bytes).map_or(InputLine::NotText, InputLine::Text)
}

#[cfg(test)]
mod tests {
    use super::{InputLine, LineReader, MAX_LINE};

    #[test]
    fn lines_are_bounded_and_the_next_one_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend(b"\nshort\n\xff\n\nlast");
        let mut lines = LineReader::new(&bytes[..]);
        let expected = [
            InputLine::TooLong,
            InputLine::Text("short".to_owned()),
            InputLine::NotText,
            InputLine::Text(String::new()),
            InputLine::Text("last".to_owned()),
            InputLine::End,
        ];
        for line in expected {
            assert_eq!(lines.next().expect("memory can be read"), line);
        }
    }
}
