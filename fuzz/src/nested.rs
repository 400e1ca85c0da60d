//! Generates deeply nested brackets, which overflow the stack of a parser with unbounded recursion.

use crate::bytes::Bytes;

/// TOML tokens that open or close a nesting level, or at which the parser recovers from an error.
pub const TOML: &[&str] =
    &["{", "}", "[", "]", "[[", "]]", "a", "=", ",", ".", "\n", "'}'", "\"]\"", "#", "{{}a", "{a="];

/// JSON tokens that open or close a nesting level, and values between them.
pub const JSON: &[&str] = &[
    "{", "}", "[", "]", "\"a\"", ":", ",", "1", "null", "{\"a\":", "{\"do\":", "[[", "\"id\":",
    "\"turns\":", "\"steps\":[",
];

/// Maximum number of repetitions of a pattern: enough to overflow the stack of a main thread.
const MAX_REPETITIONS: usize = 40_000;
/// Maximum length in bytes. Every parser rejects longer texts, except the parser of records, which
/// does not recurse.
const MAX_BYTES: usize = 250_000;

/// Generates a text of repeated patterns.
pub fn text(tokens: &[&str], bytes: &mut Bytes) -> String {
    let mut text = String::from(if bytes.one_in(2) { "a=" } else { "" });
    for _ in 0..=bytes.below(4) {
        let pattern: String = (0..=bytes.below(6)).map(|_| bytes.pick(tokens)).collect();
        let times = 1 + usize::from(bytes.pair()) % MAX_REPETITIONS;
        let room = MAX_BYTES.saturating_sub(text.len()) / pattern.len().max(1);
        text += &pattern.repeat(times.min(room));
    }
    text
}
