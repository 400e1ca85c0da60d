//! Files are short, and modules have docs.

use super::tree::{File, Tree};

const MAX_LINES: usize = 600;
/// The start of generated sources.
const GENERATED: &str = "// Generated from ";

/// No source file is longer than 600 lines, except generated ones.
pub fn short_files(tree: &Tree) -> Vec<String> {
    let sources = tree.below("", &["rs", "ts", "svelte", "py"]);
    let sources = sources.filter(|file| !file.text.starts_with(GENERATED));
    let lengths = sources.map(|file| (&file.path, file.text.lines().count()));
    let long = lengths.filter(|(_, lines)| *lines > MAX_LINES);
    long.map(|(path, lines)| format!("{path}: {lines} lines, more than {MAX_LINES}")).collect()
}

/// Every module starts with `//!`.
pub fn modules_have_docs(tree: &Tree) -> Vec<String> {
    let bare = tree.below("", &["rs"]).filter(|file| is_module(file) && !is_described(file));
    bare.map(|file| format!("{}: does not start with //!", file.path)).collect()
}

fn is_module(file: &File) -> bool {
    let crates = file.path.strip_prefix("crates/").and_then(|rest| rest.split_once('/'));
    crates.is_some_and(|(_, rest)| rest.starts_with("src/"))
        || file.path.starts_with("xtask/src/")
        || file.path.starts_with("fuzz/fuzz_targets/")
}

fn is_described(file: &File) -> bool {
    file.text.starts_with("//!")
}
