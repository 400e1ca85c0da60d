//! The glossary names only what exists in the sources.

use super::text::{code_only, has_word};
use super::tree::Tree;

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
    let sources: Vec<String> = sources(tree);
    let unknown = names.into_iter().filter(|(_, name)| !exists(tree, &sources, name));
    unknown.map(|(line, name)| format!("{GLOSSARY}:{line}: no `{name}` in the sources")).collect()
}

/// Returns the code of all sources, without the comments of Rust code.
fn sources(tree: &Tree) -> Vec<String> {
    let rust = tree.below("", &["rs"]).map(|file| code_only(&file.text));
    let others = tree.below("", &["ts", "svelte", "toml", "ftl", "sql"]);
    rust.chain(others.map(|file| file.text.clone())).collect()
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
fn exists(tree: &Tree, sources: &[String], name: &str) -> bool {
    if name.contains('/') {
        return tree.has(name);
    }
    let is_used = |word: &str| sources.iter().any(|source| has_word(source, word));
    name.trim_end_matches("()").split("::").all(is_used)
}
