//! Searches the rulebook.

use crate::texts::Texts;
use orrery_describe::{Book, BookEntry};

/// Returns the rules that match a query: a rule's number (`R7.3`), or words that the rule contains.
///
/// An empty query returns the chapters.
pub(crate) fn lines(texts: Texts, query: &str) -> Vec<String> {
    let book = Book::read(texts.0);
    let query = query.trim();
    let line = |entry: &BookEntry| format!("{} {}", entry.number, entry.text);
    if query.is_empty() {
        return book.chapters.iter().map(line).collect();
    }
    let numbered = book.with_parts(&query.to_uppercase());
    if !numbered.is_empty() {
        return numbered.into_iter().map(line).collect();
    }
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |entry: &&BookEntry| {
        let text = entry.text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let found: Vec<String> = book.rules.iter().filter(has_all).map(line).collect();
    if found.is_empty() { vec![texts.search_none()] } else { found }
}
