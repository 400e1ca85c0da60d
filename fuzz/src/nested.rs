//! Nested brackets from bytes: short patterns, each repeated so often that a parser which recurses on
//! them without a bound overflows its stack.

use crate::bytes::Bytes;

/// The signs of TOML on which its parser opens, closes or recovers.
pub const TOML: &[&str] =
    &["{", "}", "[", "]", "[[", "]]", "a", "=", ",", ".", "\n", "'}'", "\"]\"", "#", "{{}a", "{a="];

/// The signs of JSON.
pub const JSON: &[&str] = &[
    "{", "}", "[", "]", "\"a\"", ":", ",", "1", "null", "{\"a\":", "{\"do\":", "[[", "\"id\":",
    "\"turns\":", "\"steps\":[",
];

/// How often a pattern may be repeated: enough for the stack of a main thread.
const TIMES: usize = 40_000;
/// Longer texts are refused unread by every reader but that of records, which has no recursion.
const MOST: usize = 250_000;

/// A text of repeated patterns.
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
