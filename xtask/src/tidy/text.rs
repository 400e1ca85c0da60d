//! Source text: words, code without comments and strings, tokens.

/// Returns whether a character can be part of a word.
#[must_use]
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the numbers, from 1, of the lines that contain this whole word.
#[must_use]
pub fn lines_with_word(text: &str, word: &str) -> Vec<usize> {
    if !text.contains(word) {
        return Vec::new();
    }
    let lines = text.lines().enumerate();
    lines.filter(|(_, line)| has_word(line, word)).map(|(index, _)| index + 1).collect()
}

/// Returns whether this occurs as a whole word.
#[must_use]
pub fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Returns Rust code with spaces in place of comments and literals; lines stay where they are.
#[must_use]
pub fn code_only(text: &str) -> String {
    let mut rest = text;
    let mut code = String::with_capacity(text.len());
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let hidden = hidden_len(rest, before);
        let len = hidden.unwrap_or(first.len_utf8());
        if hidden.is_some() {
            code.extend(rest[..len].chars().map(|c| if c == '\n' { c } else { ' ' }));
        } else {
            code.push(first);
        }
        before = if hidden.is_some() { ' ' } else { first };
        rest = &rest[len..];
    }
    code
}

/// Returns the comments and strings of Rust code, with spaces in place of everything else.
///
/// Lines stay where they are.
#[must_use]
pub fn prose_only(text: &str) -> String {
    let code = code_only(text);
    let pairs = text.chars().zip(code.chars());
    pairs.map(|(c, code)| if c == '\n' || code != c { c } else { ' ' }).collect()
}

/// Returns the length of the comment, string or character that the text begins with.
fn hidden_len(text: &str, before: char) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment_len(text));
    }
    if text.starts_with('"') {
        return Some(quoted_len(text, '"'));
    }
    if text.starts_with('\'') {
        return char_len(text);
    }
    if is_word(before) { None } else { raw_string_len(text) }
}

fn block_comment_len(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

fn quoted_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// Returns the length of a character literal; `None` for a lifetime.
fn char_len(text: &str) -> Option<usize> {
    let mut chars = text.chars().skip(1);
    let (first, second) = (chars.next()?, chars.next()?);
    (first == '\\' || second == '\'').then(|| quoted_len(text, '\''))
}

fn raw_string_len(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let opened = rest.trim_start_matches('#');
    let hashes = rest.len() - opened.len();
    let inside = opened.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let len = inside.find(&end).map_or(inside.len(), |at| at + end.len());
    Some(text.len() - inside.len() + len)
}

/// Splits code into words and signs.
#[must_use]
pub fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let len = if word > 0 { word } else { first.len_utf8() };
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    tokens
}
