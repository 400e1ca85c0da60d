//! Splits a command line into words like a simple shell.
//!
//! Spaces separate words, `'…'` and `"…"` group them, `\` escapes the next character. Nothing is
//! expanded.

use anyhow::{Result, bail};

/// Splits a command line into at least one word.
pub(super) fn words(line: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => match chars.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => bail!("the command ends with `\\`"),
            },
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quote, words.first().map(String::as_str)) {
        (Some(open), _) => bail!("the command has an unclosed {open}"),
        (None, None | Some("")) => bail!("the command names no program"),
        _ => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_group_words() {
        let split = |line| words(line).expect("a command");
        assert_eq!(split("./bot"), ["./bot"]);
        assert_eq!(split("  a  b\tc "), ["a", "b", "c"]);
        assert_eq!(
            split(r#"python3 'my bot.py' "x \" y" a\ b ''"#),
            ["python3", "my bot.py", "x \" y", "a b", ""]
        );
    }

    #[test]
    fn malformed_commands_are_rejected() {
        for line in ["", "   ", "'open", "\"open", "end\\", "''"] {
            assert!(words(line).is_err(), "{line}");
        }
    }
}
