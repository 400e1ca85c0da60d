//! Plain English: no banned phrases or names, and doc comments that start with a summary line.

use super::names::defined;
use super::text::{Summary, has_word, is_word, prose_only, summaries};
use super::tree::{File, Tree};

/// Paths of the files that the checks read.
const CHECKED_PATHS: [&str; 13] = [
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
/// Files that may contain banned phrases, because they define or test the list.
const EXEMPT: [&str; 2] = ["xtask/tidy/src/english.rs", "xtask/tidy/tests/checks/english.rs"];

/// Banned phrases, and their replacements.
pub const BANNED: [(&str, &str); 30] = [
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
    ("of one's own", "your own"),
    ("left lying", "left over"),
    ("such a one", "repeat the noun"),
    ("taken back", "undone"),
    ("takes back", "undoes"),
    ("goes on", "continues"),
    ("anew", "again"),
    ("comes along", "is included"),
    ("where texts are wanted", "if the client asked for texts"),
    ("will not do", "say what is wrong with it"),
    ("ends well", "say how it ends"),
    ("in vain", "without effect"),
];

/// Banned names of items; each was once used for several different things.
pub const BANNED_NAMES: [&str; 22] = [
    "apart", "beats", "came", "course", "elder", "endure", "handful", "heard", "lacking", "means",
    "meets", "said", "spoken", "three", "told", "whence", "Came", "Heard", "Lacking", "Told",
    "Whence", "Words",
];
/// Keywords of TypeScript that define a name.
const DEFINITIONS: [&str; 6] = ["class ", "const ", "function ", "interface ", "let ", "type "];

/// Longest summary line, in characters.
const MAX_SUMMARY: usize = 100;
/// First words of a summary that hide what the item is.
const VAGUE_FIRST_WORDS: [&str; 5] = ["What", "Who", "Whoever", "Somebody", "Something"];
/// Question words; a summary such as `Which.` or `By whom.` leaves out what it is about.
const QUESTION_WORDS: [&str; 9] =
    ["which", "who", "whose", "whom", "why", "where", "when", "how many", "how much"];
/// Words with which only the summary of a field may start, such as `Whether …`.
const FIELD_FIRST_WORDS: [&str; 6] = ["Whether", "Which", "How", "Where", "Why", "When"];

fn checked_files(tree: &Tree) -> impl Iterator<Item = &File> {
    let is_checked = |file: &&File| CHECKED_PATHS.iter().any(|path| file.path.starts_with(path));
    tree.files.iter().filter(is_checked)
}

/// Comments, texts and documents do not use banned phrases.
pub fn plain_english(tree: &Tree) -> Vec<String> {
    let files = checked_files(tree).filter(|file| !EXEMPT.contains(&file.path.as_str()));
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

/// No function, type, constant or module has a banned name.
pub fn names_are_plain(tree: &Tree) -> Vec<String> {
    let files = checked_files(tree).filter(|file| !EXEMPT.contains(&file.path.as_str()));
    files.flat_map(banned_names).collect()
}

fn banned_names(file: &File) -> Vec<String> {
    let is_banned = |name: &&str| match file.is_a(&["rs"]) {
        true => defined(&file.text).contains(*name),
        false => file.is_a(&["ts", "svelte"]) && defines(&file.text, name),
    };
    let banned = BANNED_NAMES.iter().filter(|name| file.text.contains(**name) && is_banned(name));
    banned.map(|name| format!("{}: the name `{name}` is too vague", file.path)).collect()
}

/// Returns whether TypeScript code defines this name.
fn defines(text: &str, name: &str) -> bool {
    DEFINITIONS.iter().any(|keyword| {
        let definition = format!("{keyword}{name}");
        text.match_indices(&definition).any(|(at, _)| {
            let after = text[at + definition.len()..].chars().next();
            !after.is_some_and(is_word)
        })
    })
}

/// Every doc comment starts with a line that says what the item is or does.
pub fn docs_start_with_a_summary(tree: &Tree) -> Vec<String> {
    let rust = checked_files(tree).filter(|file| file.is_a(&["rs"])).flat_map(bad_summaries);
    let web =
        checked_files(tree).filter(|file| file.is_a(&["ts", "svelte"])).flat_map(bad_web_summaries);
    rust.chain(web).collect()
}

fn bad_summaries(file: &File) -> Vec<String> {
    let summaries = match summaries(&file.text) {
        Ok(summaries) => summaries,
        Err(error) => return vec![format!("{}: {error}", file.path)],
    };
    let bad = summaries.into_iter().filter_map(|Summary { text, line, is_field }| {
        let problem = fragment(&text).or_else(|| summary_problem(&text, is_field))?;
        Some(format!("{}:{line}: {problem}: {text}", file.path))
    });
    bad.collect()
}

/// Checks the first words of the comments `/** … */`.
fn bad_web_summaries(file: &File) -> Vec<String> {
    let lines = (1..).zip(file.text.lines());
    let comments =
        lines.filter_map(|(number, line)| Some((number, line.trim().strip_prefix("/** ")?)));
    let bad = comments.filter_map(|(line, comment)| {
        let text = comment.trim_end_matches("*/").trim();
        let problem = fragment(text).or_else(|| vague_start(text))?;
        Some(format!("{}:{line}: {problem}: {text}", file.path))
    });
    bad.collect()
}

/// Reports a summary that is only a question word or a rule number, or cites a rule after `; `.
fn fragment(summary: &str) -> Option<String> {
    let words = summary.trim_end_matches('.').to_lowercase();
    let is_whom = words.split_once(' ').is_some_and(|(_, rest)| rest == "whom");
    if QUESTION_WORDS.contains(&&*words) || is_whom {
        return Some("leaves out what it is about".to_owned());
    }
    let is_number = |word: &str| word.starts_with('R') && word[1..].starts_with(char::is_numeric);
    if summary.split([',', ' ']).filter(|word| !word.is_empty()).all(is_number)
        && !summary.is_empty()
    {
        return Some("only cites rules".to_owned());
    }
    let later = summary.match_indices("; R").any(|(at, _)| is_number(&summary[at + 2..]));
    later.then(|| "cites a rule in the middle; put it first or in parentheses".to_owned())
}

/// Reports a summary whose first word hides what the item is.
fn vague_start(summary: &str) -> Option<String> {
    let first = summary.split(' ').next().unwrap_or_default();
    VAGUE_FIRST_WORDS.contains(&first).then(|| format!("starts with \"{first}\""))
}

/// Reports a summary that is vague, too long or not a sentence.
fn summary_problem(summary: &str, is_field: bool) -> Option<String> {
    let first = summary.split(' ').next().unwrap_or_default();
    if let Some(vague_start) = vague_start(summary) {
        return Some(vague_start);
    }
    if !is_field && FIELD_FIRST_WORDS.contains(&first) {
        return Some(format!("starts with \"{first}\""));
    }
    if summary.chars().count() > MAX_SUMMARY {
        return Some(format!("longer than {MAX_SUMMARY} characters"));
    }
    let is_sentence = summary.ends_with(['.', ':', '?']) || summary.contains(". ");
    (!is_sentence).then(|| "no complete sentence on the first line".to_owned())
}
