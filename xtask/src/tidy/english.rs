//! Plain English: no banned phrases, and doc comments that start with a summary line.
//!
//! The checks read only converted files, so that they can start before the whole project follows
//! them.

use super::text::{has_word, prose_only};
use super::tree::{File, Tree};

/// Paths of the files that the checks read.
const CONVERTED: [&str; 16] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "crates/lab/",
    "crates/loadtest/",
    "crates/orrery/",
    "crates/protocol/",
    "crates/server/",
    "crates/store/",
    "docs/",
    "examples/",
    "packaging/",
    "tools/",
    "xtask/src/",
    "xtask/tests/",
];
/// Paths below the converted ones that are not converted yet.
const PENDING: [&str; 2] = ["crates/orrery/tests/cluster/", "docs/FAIR-DICE.md"];
/// The files that name the phrases to ban them.
const EXEMPT: [&str; 2] = ["xtask/src/tidy/english.rs", "xtask/tests/checks/english.rs"];

/// Phrases that make a reader stop, with what to write instead.
pub const BANNED: [(&str, &str); 21] = [
    ("whoever", "name the actor, or write `you`"),
    ("somebody", "name the actor"),
    ("foretell", "predict"),
    ("foretells", "predicts"),
    ("foretold", "predicted"),
    ("judgement", "evaluation"),
    ("taking back", "undo"),
    ("made up", "generated"),
    ("told of", "reported"),
    ("comes of it", "results in"),
    ("came of", "resulted from"),
    ("ends the program", "aborts the process"),
    ("what is usual", "the defaults"),
    ("beside the own", "in addition to its own"),
    ("none of another's business", "say what is forbidden"),
    ("now and then", "regularly"),
    ("the very same", "the same"),
    ("says more", "See DOCUMENT"),
    ("goes on from", "continues from"),
    ("of one's own", "your own"),
    ("left lying", "left over"),
];

/// Longest summary line, in characters.
const MAX_SUMMARY: usize = 100;
/// Words that turn a summary into a riddle: they hide what the item is.
const NO_SUMMARY: [&str; 5] = ["What", "Who", "Whoever", "Somebody", "Something"];
/// Words that only a field may start with: `Whether …` is the usual form there.
const FIELDS_ONLY: [&str; 5] = ["Whether", "How", "Where", "Why", "When"];
/// Keywords that start an item which is not a field or a variant.
const KEYWORDS: [&str; 14] = [
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro_rules!",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
    "unsafe",
    "use",
];

fn converted(tree: &Tree) -> impl Iterator<Item = &File> {
    let starts = |file: &File, paths: &[&str]| paths.iter().any(|path| file.path.starts_with(path));
    tree.files.iter().filter(move |file| starts(file, &CONVERTED) && !starts(file, &PENDING))
}

/// Comments, texts and documents do not use banned phrases.
pub fn plain_english(tree: &Tree) -> Vec<String> {
    let files = converted(tree).filter(|file| !EXEMPT.contains(&file.path.as_str()));
    files.flat_map(banned_phrases).collect()
}

fn banned_phrases(file: &File) -> Vec<String> {
    let text = if file.is_a(&["rs"]) { prose_only(&file.text) } else { file.text.clone() };
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = without_names(&line.to_lowercase());
        let used = BANNED.iter().filter(|(phrase, _)| has_word(&line, phrase));
        found.extend(used.map(|(phrase, instead)| {
            format!("{}:{}: \"{phrase}\"; instead: {instead}", file.path, index + 1)
        }));
    }
    found
}

/// Blanks names: single words in backticks or double quotes, such as keys of a file format.
fn without_names(line: &str) -> String {
    let mut parts = line.split(['`', '"']);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = parts.collect();
    for (at, part) in rest.iter().enumerate() {
        let is_name = at + 1 < rest.len() && !part.contains(' ');
        text.push('`');
        text.push_str(if is_name { "" } else { part });
    }
    text
}

/// Every doc comment starts with a line that says what the item is or does.
pub fn docs_start_with_a_summary(tree: &Tree) -> Vec<String> {
    let sources = converted(tree).filter(|file| file.is_a(&["rs"]));
    sources.flat_map(bad_summaries).collect()
}

fn bad_summaries(file: &File) -> Vec<String> {
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((mark, summary)) = doc_line(line) else { continue };
        if at > 0 && doc_line(lines[at - 1]).is_some_and(|(before, _)| before == mark) {
            continue;
        }
        let is_field = mark == "///" && is_field(&lines[at..]);
        if let Some(problem) = problem(summary, is_field) {
            found.push(format!("{}:{}: {problem}: {summary}", file.path, at + 1));
        }
    }
    found
}

/// Splits a line of a doc comment into its mark and its text.
fn doc_line(line: &str) -> Option<(&str, &str)> {
    let (mark, text) = line.split_at_checked(3)?;
    let is_doc = mark == "//!" || (mark == "///" && !text.starts_with('/'));
    is_doc.then(|| (mark, text.trim()))
}

fn problem(summary: &str, is_field: bool) -> Option<String> {
    let first = summary.split(' ').next().unwrap_or_default();
    if NO_SUMMARY.contains(&first) || (!is_field && FIELDS_ONLY.contains(&first)) {
        return Some(format!("starts with \"{first}\""));
    }
    if summary.chars().count() > MAX_SUMMARY {
        return Some(format!("longer than {MAX_SUMMARY} characters"));
    }
    let is_sentence = summary.ends_with(['.', ':', '?']) || summary.contains(". ");
    (!is_sentence).then(|| "no complete sentence on the first line".to_owned())
}

/// Returns whether a doc comment belongs to a field or a variant; the lines start with it.
fn is_field(lines: &[&str]) -> bool {
    let mut depth = 0;
    for line in lines.iter().skip_while(|line| doc_line(line).is_some()) {
        let is_attribute = depth > 0 || line.starts_with("#[");
        if !is_attribute {
            let words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
            return !words.take(1).any(|word| KEYWORDS.contains(&word) || word.starts_with("impl"));
        }
        depth += line.matches(['[', '(']).count();
        depth -= line.matches([']', ')']).count().min(depth);
    }
    false
}
