//! `docs/RULES.md`, taken apart into chapters and rules.

/// The rulebook, as it was when the program was built.
const TEXT: &str = include_str!("../../../../docs/RULES.md");

/// A chapter's heading, or a rule.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its number.
    pub(super) number: String,
    /// Its text, on one line.
    pub(super) text: String,
}

/// The chapters and rules.
#[derive(Debug, Default)]
pub(super) struct Book {
    /// The chapters, in order.
    pub(super) chapters: Vec<Entry>,
    /// The rules, in order.
    pub(super) rules: Vec<Entry>,
}

impl Book {
    /// Reads the rulebook.
    pub(super) fn read() -> Self {
        let mut book = Self::default();
        let mut is_open = false;
        for line in TEXT.lines() {
            let bare = line.trim();
            if let Some((number, title)) = heading(line) {
                book.chapters.push(Entry { number, text: title });
                is_open = false;
            } else if let Some((number, text)) = first_line(bare) {
                book.rules.push(Entry { number, text });
                is_open = true;
            } else if bare.is_empty() || bare.starts_with("Code:") || line.starts_with('#') {
                is_open = false;
            } else if is_open && let Some(rule) = book.rules.last_mut() {
                rule.text.push(' ');
                rule.text.push_str(bare);
            }
        }
        book.rules.iter_mut().for_each(|rule| rule.text = plain(&rule.text));
        book
    }

    /// A rule and its parts, or the rules of a chapter.
    pub(super) fn with_parts(&self, number: &str) -> Vec<&Entry> {
        let belongs = |rule: &&Entry| {
            rule.number.strip_prefix(number).is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with('.')
                    || rest.bytes().all(|b| b.is_ascii_lowercase())
            })
        };
        self.rules.iter().filter(belongs).collect()
    }

    /// A section without rules, such as the tables, as it is written.
    pub(super) fn section(&self, title: &str) -> Option<&'static str> {
        let mut sections = TEXT.split("\n## ").skip(1).filter(|text| heading_of(text).is_none());
        sections.find(|text| text.lines().next().is_some_and(|own| own.eq_ignore_ascii_case(title)))
    }
}

/// `## R7 Follow`.
fn heading(line: &str) -> Option<(String, String)> {
    heading_of(line.strip_prefix("## ")?)
}

fn heading_of(text: &str) -> Option<(String, String)> {
    let (number, title) = text.lines().next()?.split_once(' ')?;
    let digits = number.strip_prefix('R')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (number.to_owned(), title.to_owned()))
}

/// `- **R7.1** [B] …`.
fn first_line(bare: &str) -> Option<(String, String)> {
    let (number, text) = bare.strip_prefix("- **R")?.split_once("**")?;
    Some((format!("R{number}"), text.trim().to_owned()))
}

/// Without the marks of Markdown: stars, and links as their words.
fn plain(text: &str) -> String {
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

/// A rule, wrapped; what follows the first line is indented, and so are parts of rules.
pub(super) fn wrapped(rule: &Entry, width: usize) -> String {
    let is_part = rule.number.ends_with(|c: char| c.is_ascii_lowercase());
    let margin = if is_part { "  " } else { "" };
    let mut lines = vec![format!("{margin}{}", rule.number)];
    for word in rule.text.split_whitespace() {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used + 1 + word.chars().count() > width {
            lines.push(format!("{margin}   "));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.push(String::new());
    lines.join("\n")
}
