//! Plain English: no banned phrases, and doc comments that start with a summary line.

use super::text::{Summary, has_word, prose_only, summaries};
use super::tree::{File, Tree};

/// Paths of the files that the checks read.
const CHECKED: [&str; 13] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "crates/",
    "docs/",
    "examples/",
    "fuzz/",
    "packaging/",
    "tools/",
    "web/README.md",
    "web/src/",
    "xtask/",
];
/// Paths whose doc comments do not have a summary line everywhere yet.
const NO_SUMMARIES: [&str; 1] = ["crates/rules/"];
/// The files that name the phrases to ban them.
const EXEMPT: [&str; 2] = ["xtask/tidy/src/english.rs", "xtask/tidy/tests/checks/english.rs"];

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

fn checked(tree: &Tree) -> impl Iterator<Item = &File> {
    let is_checked = |file: &&File| CHECKED.iter().any(|path| file.path.starts_with(path));
    tree.files.iter().filter(is_checked)
}

/// Comments, texts and documents do not use banned phrases.
pub fn plain_english(tree: &Tree) -> Vec<String> {
    let files = checked(tree).filter(|file| !EXEMPT.contains(&file.path.as_str()));
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
    let has_summaries = |file: &&File| !NO_SUMMARIES.iter().any(|path| file.path.starts_with(path));
    let sources = checked(tree).filter(|file| file.is_a(&["rs"])).filter(has_summaries);
    sources.flat_map(bad_summaries).collect()
}

fn bad_summaries(file: &File) -> Vec<String> {
    let summaries = match summaries(&file.text) {
        Ok(summaries) => summaries,
        Err(error) => return vec![format!("{}: {error}", file.path)],
    };
    let bad = summaries.into_iter().filter_map(|Summary { text, line, is_field }| {
        let problem = problem(&text, is_field)?;
        Some(format!("{}:{line}: {problem}: {text}", file.path))
    });
    bad.collect()
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
