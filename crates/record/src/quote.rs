//! Quoting of names and comments.
//!
//! Quoting escapes delimiters, line breaks and invisible characters, so a text stays on one line.

use std::fmt::Write as _;

/// Quotes a text between two delimiters.
pub(crate) fn quoted(text: &str, open: char, close: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(open);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\\' => out.push_str("\\\\"),
            c if c == open || c == close => out.extend(['\\', c]),
            c if is_unprintable(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push(close);
    out
}

/// Makes a text safe for a terminal: replaces line breaks, invisible and control characters.
#[must_use]
pub fn for_screen(text: &str) -> String {
    text.chars().map(|c| if is_unprintable(c) { '\u{fffd}' } else { c }).collect()
}

/// Returns whether a character breaks lines, is invisible or changes the text direction.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xad | 0x61c | 0x200b..=0x200f | 0x2028..=0x202e
            | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb | 0xe0000..=0xe007f)
}

/// Parses a quoted text. Returns the text and the number of bytes read, or the offset of the error.
pub(crate) fn unquoted(source: &str, open: char, close: char) -> Result<(String, usize), usize> {
    let mut chars = source.char_indices();
    if chars.next().map(|(_, c)| c) != Some(open) {
        return Err(0);
    }
    let mut text = String::new();
    while let Some((at, c)) = chars.next() {
        if c == close {
            return Ok((text, at + c.len_utf8()));
        }
        match c {
            '\\' => text.push(escaped(&mut chars, open, close).ok_or(at)?),
            c if c == open || is_unprintable(c) => return Err(at),
            c => text.push(c),
        }
    }
    Err(source.len())
}

fn escaped(chars: &mut std::str::CharIndices<'_>, open: char, close: char) -> Option<char> {
    match chars.next()?.1 {
        'n' => Some('\n'),
        '\\' => Some('\\'),
        'u' => code_point(chars),
        c if c == open || c == close => Some(c),
        _ => None,
    }
}

/// Parses a code point such as `{2028}`. Rejects characters that need no escape.
fn code_point(chars: &mut std::str::CharIndices<'_>) -> Option<char> {
    chars.next().filter(|(_, c)| *c == '{')?;
    let mut value = 0u32;
    for _ in 0..7 {
        match chars.next()?.1 {
            '}' => return char::from_u32(value).filter(|c| is_unprintable(*c) && *c != '\n'),
            c => value = value << 4 | c.to_digit(16)?,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{quoted, unquoted};

    #[test]
    fn any_text_round_trips() {
        let texts =
            ["", "Ada", "a \"b\" {c} \\ \\n", "\n\r\t\0", "\u{202e}evil\u{2028}", "🪐 }{", "}"];
        for text in texts {
            for (open, close) in [('"', '"'), ('{', '}')] {
                let line = quoted(text, open, close);
                assert!(!line.contains('\n') && !line.contains('\u{202e}'), "{line}");
                assert_eq!(unquoted(&line, open, close), Ok((text.to_owned(), line.len())));
            }
        }
    }

    #[test]
    fn malformed_quotes_are_rejected() {
        for text in
            ["", "Ada", "\"Ada", "\"\\x\"", "\"\\u{41}\"", "\"\\u{fffffff}\"", "\"a\tb\"", "\"\\"]
        {
            assert!(unquoted(text, '"', '"').is_err(), "{text}");
        }
    }
}
