//! The rulebook: `docs/RULES.md` and its translations, split into chapters and rules.

use crate::language::Language;

/// A chapter's heading, or a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The number, such as `R7` or `R7.1`.
    pub number: String,
    /// The heading or the text of the rule, on one line.
    pub text: String,
}

/// The rulebook, which is embedded at build time.
#[derive(Debug)]
pub struct Book {
    source: &'static str,
    /// The chapters, in order.
    pub chapters: Vec<BookEntry>,
    /// The rules, in order.
    pub rules: Vec<BookEntry>,
}

impl Book {
    /// Reads the rulebook in a language.
    #[must_use]
    pub fn read(language: Language) -> Self {
        let source = language.book();
        let mut book = Self { source, chapters: Vec::new(), rules: Vec::new() };
        let mut in_rule = false;
        for line in source.lines() {
            let trimmed = line.trim();
            if let Some((number, title)) = heading(line) {
                book.chapters.push(BookEntry { number, text: title });
                in_rule = false;
            } else if let Some((number, text)) = rule_start(trimmed) {
                book.rules.push(BookEntry { number, text });
                in_rule = true;
            } else if trimmed.is_empty() || trimmed.starts_with("Code:") || line.starts_with('#') {
                in_rule = false;
            } else if in_rule && let Some(rule) = book.rules.last_mut() {
                rule.text.push(' ');
                rule.text.push_str(trimmed);
            }
        }
        book.rules.iter_mut().for_each(|rule| rule.text = without_markdown(&rule.text));
        book
    }

    /// Parses the number of a rule, such as `7.3`, `r7.3` or `R7.3`; `None` for a search term.
    #[must_use]
    pub fn parse_number(text: &str) -> Option<String> {
        let bare = text.strip_prefix(['R', 'r']).unwrap_or(text);
        let is_number = bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.chars().all(|c| c.is_ascii_digit() || c == '.' || c.is_ascii_lowercase());
        is_number.then(|| format!("R{bare}"))
    }

    /// Returns the text of a rule with its parts, such as R3.1a and R3.1b, one per line.
    #[must_use]
    pub fn rule_text(&self, number: &str) -> Option<String> {
        let found = self.with_parts(&Self::parse_number(number)?);
        let line = |rule: &&BookEntry| format!("{} {}", rule.number, rule.text);
        let lines: Vec<String> = found.iter().map(line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Returns a rule and its parts, or the rules of a chapter.
    #[must_use]
    pub fn with_parts(&self, number: &str) -> Vec<&BookEntry> {
        let belongs = |rule: &&BookEntry| {
            rule.number.strip_prefix(number).is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with('.')
                    || rest.bytes().all(|b| b.is_ascii_lowercase())
            })
        };
        self.rules.iter().filter(belongs).collect()
    }

    /// Returns the Markdown of the section with this title, if it is not a chapter of rules.
    #[must_use]
    pub fn section(&self, title: &str) -> Option<&'static str> {
        let mut sections =
            self.source.split("\n## ").skip(1).filter(|text| heading_of(text).is_none());
        sections
            .find(|text| text.lines().next().is_some_and(|first| first.eq_ignore_ascii_case(title)))
    }
}

/// Parses the heading of a chapter, such as `## R7 Follow`, into number and title.
fn heading(line: &str) -> Option<(String, String)> {
    heading_of(line.strip_prefix("## ")?)
}

/// Parses the first line of a text, such as `R7 Follow`, into number and title.
fn heading_of(text: &str) -> Option<(String, String)> {
    let (number, title) = text.lines().next()?.split_once(' ')?;
    let digits = number.strip_prefix('R')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (number.to_owned(), title.to_owned()))
}

/// Parses the first line of a rule, such as `- **R7.1** [B] …`, into number and text.
fn rule_start(trimmed: &str) -> Option<(String, String)> {
    let (number, text) = trimmed.strip_prefix("- **R")?.split_once("**")?;
    Some((format!("R{number}"), text.trim().to_owned()))
}

/// Removes Markdown: asterisks, and the targets of links.
fn without_markdown(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((_, tail)) = after.split_once(')') else { break };
        match before.rsplit_once('[') {
            Some((head, words)) => out.extend([head, words]),
            None => out.push_str(before),
        }
        rest = tail;
    }
    out.push_str(rest);
    out.replace('*', "")
}

#[cfg(test)]
mod tests {
    use super::Book;
    use crate::language::Language;

    #[test]
    fn rule_texts_omit_the_names_of_code_and_tests() {
        let book = Book::read(Language::English);
        assert_eq!(book.chapters.len(), 14);
        assert!(book.rules.len() >= 80, "{}", book.rules.len());
        for entry in &book.rules {
            let text = book.rule_text(&entry.number).expect("a text");
            assert!(!text.contains("Code:") && !text.contains("Tests:"), "{text}");
            assert!(text.len() > 20, "{text}");
        }
    }

    #[test]
    fn rule_text_has_the_parts_of_the_rule() {
        let book = Book::read(Language::English);
        let text = book.rule_text("R3.1").expect("a text");
        assert!(text.contains("\nR3.1e "), "{text}");
        assert!(!text.contains("R3.2 "), "{text}");
        assert!(!book.rule_text("R1.1").expect("a text").contains('\n'));
    }

    #[test]
    fn numbers_are_distinguished_from_search_terms() {
        assert_eq!(Book::parse_number("7.3"), Some("R7.3".to_owned()));
        assert_eq!(Book::parse_number("r3.1a"), Some("R3.1a".to_owned()));
        assert_eq!(Book::parse_number("rogue"), None);
        assert_eq!(Book::parse_number(""), None);
    }
}
