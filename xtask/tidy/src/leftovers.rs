//! No unfinished code and no ignored tests.

use super::tree::{File, Tree};

const SOURCE_EXTENSIONS: [&str; 10] =
    ["rs", "ts", "js", "svelte", "py", "sh", "toml", "ftl", "css", "html"];
/// Forbidden texts, each in two parts so that this file does not contain it.
const LEFTOVERS: [(&str, &str); 5] =
    [("to", "do!("), ("unimpl", "emented!("), ("db", "g!("), ("#[ig", "nore"), ("FIX", "ME")];

/// No source contains a forbidden text.
pub fn leftovers(tree: &Tree) -> Vec<String> {
    tree.below("", &SOURCE_EXTENSIONS).flat_map(leftovers_of).collect()
}

fn leftovers_of(file: &File) -> Vec<String> {
    let needles = LEFTOVERS.map(|(start, end)| format!("{start}{end}"));
    let lines = file.text.lines().enumerate();
    let found = lines.flat_map(|(index, line)| {
        let on_line = needles.iter().filter(move |needle| line.contains(needle.as_str()));
        on_line.map(move |needle| format!("{}:{}: {needle}", file.path, index + 1))
    });
    found.collect()
}
