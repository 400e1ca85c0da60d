//! `orrery rules`: prints the rules on the terminal.

use crate::output;
use anyhow::{Result, bail};
use orrery_describe::{Book, BookEntry, Language};

/// Print rules by number, chapter or search term.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery rules             list the chapters
  orrery rules R7.3        print a rule with its parts
  orrery rules R7          print a chapter
  orrery rules converter   print every rule that mentions the converter
  orrery rules tables      print the empire tracks, cards and sources

Letters in brackets name the source of a rule: [B] a rulebook, [C] the components, [F] a published
ruling, [O] our interpretation.")]
pub(crate) struct Args {
    /// Print this rule (R7.3) or chapter (R7), or search for these words.
    what: Vec<String>,
}

/// Prints the requested rules.
pub(crate) fn run(args: &Args) -> Result<()> {
    let book = Book::read(Language::English);
    let what = args.what.join(" ");
    let text = match (what.as_str(), Book::parse_number(&what)) {
        ("", _) => contents(&book),
        (_, Some(number)) => numbered(&book, &number)?,
        (words, None) => match book.section(words) {
            Some(section) => section.to_owned(),
            None => search(&book, words)?,
        },
    };
    output::print(&text)?;
    Ok(())
}

fn contents(book: &Book) -> String {
    let line = |chapter: &BookEntry| format!("{:<4} {}\n", chapter.number, chapter.text);
    let chapters: String = book.chapters.iter().map(line).collect();
    format!("{chapters}\n`orrery rules R7` prints a chapter, `orrery rules R7.3` a rule.\n")
}

fn numbered(book: &Book, number: &str) -> Result<String> {
    let rules = book.with_parts(number);
    let chapter = book.chapters.iter().find(|chapter| chapter.number == number);
    if let Some(chapter) = chapter {
        return Ok(format!("{} {}\n\n{}", chapter.number, chapter.text, format_rules(&rules)));
    }
    if rules.is_empty() {
        bail!("unknown rule {number}; {}", similar_rules(book, number));
    }
    Ok(format_rules(&rules))
}

/// Suggests rules with similar numbers.
fn similar_rules(book: &Book, number: &str) -> String {
    let chapter = number.split('.').next().unwrap_or("");
    let same: Vec<&str> =
        book.with_parts(chapter).iter().map(|rule| rule.number.as_str()).collect();
    if same.is_empty() {
        let last = book.chapters.last().map_or("R1", |chapter| chapter.number.as_str());
        return format!("chapters are R1 to {last}");
    }
    format!("this chapter has {}", same.join(", "))
}

fn search(book: &Book, words: &str) -> Result<String> {
    let wanted = words.to_lowercase();
    let mentions = |rule: &&BookEntry| rule.text.to_lowercase().contains(&wanted);
    let found: Vec<&BookEntry> = book.rules.iter().filter(mentions).collect();
    if found.is_empty() {
        bail!(
            "no rule mentions `{}`; `orrery rules` lists the chapters",
            words.chars().take(60).collect::<String>()
        );
    }
    Ok(format_rules(&found))
}

fn format_rules(rules: &[&BookEntry]) -> String {
    rules.iter().map(|rule| wrapped(rule, width())).collect::<Vec<String>>().join("\n")
}

/// Wraps a rule to a width, and indents continuation lines and parts of rules.
fn wrapped(rule: &BookEntry, width: usize) -> String {
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

/// Returns the width of the terminal, limited to a readable range.
fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).clamp(40, 100)
}
