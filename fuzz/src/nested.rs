//! Generates deeply nested brackets, which overflow the stack of a parser with unbounded recursion.

use crate::bytes::Bytes;

/// The TOML tokens on which the parser opens, closes or recovers.
pub const TOML: &[&str] =
    &["{", "}", "[", "]", "[[", "]]", "a", "=", ",", ".", "\n", "'}'", "\"]\"", "#", "{{}a", "{a="];

/// The JSON tokens.
pub const JSON: &[&str] = &[
    "{", "}", "[", "]", "\"a\"", ":", ",", "1", "null", "{\"a\":", "{\"do\":", "[[", "\"id\":",
    "\"turns\":", "\"steps\":[",
];

/// The most repetitions of a pattern: enough to overflow the stack of a main thread.
const TIMES: usize = 40_000;
/// The most bytes. Every parser rejects longer texts, except that of records, which has no
/// recursion.
const MOST: usize = 250_000;

/// Generates a text of repeated patterns.
pub fn text(signs: &[&str], bytes: &mut Bytes) -> String {
    let mut text = String::from(if bytes.one_in(2) { "a=" } else { "" });
    for _ in 0..=bytes.below(4) {
        let pattern: String = (0..=bytes.below(6)).map(|_| bytes.pick(signs)).collect();
        let times = 1 + usize::from(bytes.pair()) % TIMES;
        let room = MOST.saturating_sub(text.len()) / pattern.len().max(1);
        text += &pattern.repeat(times.min(room));
    }
    text
}
