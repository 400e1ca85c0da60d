//! Reads lines of bounded length. The reader skips longer lines without storing them.

use std::io::{BufRead, Result};

/// Maximum length of a line in bytes, without the line break.
pub const MAX_LINE: usize = 1 << 20;

/// A line of input.
#[derive(PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A UTF-8 line.
    Text(String),
    /// A line that is not UTF-8.
    NotText,
    /// A line of more than [`MAX_LINE`] bytes.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads the next line. The last line may lack a line break.
///
/// # Errors
/// If the source cannot be read.
pub fn read_line(source: &mut impl BufRead) -> Result<InputLine> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    loop {
        let chunk = source.fill_buf()?;
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
        source.consume(used);
        if end.is_some() {
            return Ok(finish(bytes, length));
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
    use super::{InputLine, MAX_LINE, read_line};

    #[test]
    fn reading_continues_after_a_long_line() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend(b"\nshort\n\xff\n\nlast");
        let mut source = &bytes[..];
        let expected = [
            InputLine::TooLong,
            InputLine::Text("short".to_owned()),
            InputLine::NotText,
            InputLine::Text(String::new()),
            InputLine::Text("last".to_owned()),
            InputLine::End,
        ];
        for line in expected {
            assert_eq!(read_line(&mut source).expect("memory can be read"), line);
        }
    }
}
