//! Parses the rules document: its rules, and the code and tests that each rule lists.

use super::text::is_word;
use std::collections::BTreeSet;

/// A rule of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number, such as `R3.1b`.
    pub id: String,
    /// The names after `Code:`.
    pub code: Vec<String>,
    /// The name patterns after `Tests:`, with the `*`.
    pub tests: Vec<String>,
    /// The letters of its sources: `B`, `C`, `F`, `O`. `docs/RULES.md` explains them.
    pub sources: BTreeSet<char>,
}

/// The rules document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// The chapters, such as `R3`.
    pub chapters: BTreeSet<String>,
}

impl Book {
    /// Parses the document.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut book = Self::default();
        let mut item: Option<(String, String)> = None;
        for line in text.lines().map(str::trim).chain([""]) {
            let start = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
            let start = start.filter(|(id, _)| citations(id) == [*id]);
            if start.is_some() || line.is_empty() || line.starts_with('#') {
                book.rules.extend(item.take().map(|(id, text)| rule(id, &text)));
            }
            if let Some((id, rest)) = start {
                item = Some((id.to_owned(), rest.to_owned()));
            } else if let Some((_, text)) = &mut item {
                text.push(' ');
                text.push_str(line);
            }
            let heading = line.strip_prefix("## ").unwrap_or_default();
            book.chapters.extend(citations(heading).first().map(|id| (*id).to_owned()));
        }
        book
    }

    /// Returns whether a rule or chapter of this number exists.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.chapters.contains(id) || self.rules.iter().any(|rule| rule.id == id)
    }
}

fn rule(id: String, text: &str) -> Rule {
    let (_, code) = text.rsplit_once("Code:").unwrap_or_default();
    let (_, tests) = text.rsplit_once("Tests:").unwrap_or_default();
    let code = code.split("Tests:").next().unwrap_or_default();
    let letters = ['B', 'C', 'F', 'O'].into_iter();
    let sources = letters.filter(|letter| text.contains(&format!("[{letter}]"))).collect();
    Rule { id, code: quoted(code), tests: quoted(tests), sources }
}

/// Returns the texts between backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the numbers of rules and chapters in a text: `R3`, `R3.1`, `R3.1b`.
#[must_use]
pub fn citations(text: &str) -> Vec<&str> {
    let starts = text.match_indices('R').map(|(at, _)| at);
    let starts = starts.filter(|at| !text[..*at].chars().next_back().is_some_and(is_word));
    starts.filter_map(|at| citation(&text[at..])).collect()
}

/// Returns the rule or chapter number at the start of a text.
fn citation(text: &str) -> Option<&str> {
    let chapter_end = 1 + count_digits(&text[1..]);
    let rule_digits = text[chapter_end..].strip_prefix('.').map_or(0, count_digits);
    let mut end = chapter_end;
    if rule_digits > 0 {
        end += 1 + rule_digits;
        end += usize::from(text[end..].starts_with(|c: char| c.is_ascii_lowercase()));
    }
    let is_complete = !text[end..].starts_with(is_word);
    (chapter_end > 1 && is_complete).then(|| &text[..end])
}

/// Returns the number of digits at the start of a text.
fn count_digits(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
}
