//! Names in the glossary exist in the sources.

use super::text::{has_word, words};
use super::tree::Tree;
use std::collections::BTreeSet;

const GLOSSARY: &str = "docs/GLOSSARY.md";
/// Heading of the column with names in the code.
const COLUMN: &str = "In code";

/// Every name in the last column of the glossary is a path or a name in the sources.
pub fn glossary_names_exist(tree: &Tree) -> Vec<String> {
    let Some(text) = tree.text(GLOSSARY) else { return Vec::new() };
    let names = names(text);
    if names.is_empty() {
        return vec![format!("{GLOSSARY} has no table with a column \"{COLUMN}\"")];
    }
    let rust: BTreeSet<String> =
        tree.below("", &["rs"]).flat_map(|file| words(&file.text)).collect();
    let unknown = names.into_iter().filter(|(_, name)| !exists(tree, &rust, name));
    unknown.map(|(line, name)| format!("{GLOSSARY}:{line}: no `{name}` in the sources")).collect()
}

/// Returns the names in backticks of the column, with their lines.
fn names(text: &str) -> Vec<(usize, &str)> {
    let mut column = None;
    let mut names = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        match column {
            _ if !line.trim_start().starts_with('|') => column = None,
            None => column = cells.iter().position(|cell| *cell == COLUMN),
            Some(at) => {
                let cell = cells.get(at).copied().unwrap_or_default();
                names.extend(cell.split('`').skip(1).step_by(2).map(|name| (index + 1, name)));
            }
        }
    }
    names
}

/// Returns whether a path of the project, or every part of a name such as `State::apply`, exists.
///
/// `rust` holds the words of all Rust sources.
fn exists(tree: &Tree, rust: &BTreeSet<String>, name: &str) -> bool {
    if name.contains('/') {
        return tree.has(name);
    }
    let is_in_other_sources = |word: &str| {
        let mut sources = tree.below("", &["ts", "svelte", "toml", "ftl", "sql"]);
        sources.any(|file| has_word(&file.text, word))
    };
    name.trim_end_matches("()")
        .split("::")
        .all(|word| rust.contains(word) || is_in_other_sources(word))
}
