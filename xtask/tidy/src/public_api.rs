//! Lists the public API of each library crate in a file, so that reviews show changes.
//!
//! The sources are formatted by rustfmt and every `pub` item is reachable (`unreachable_pub`), so the
//! lines of the public items are the API. `UPDATE_API=1 cargo nextest run -p xtask-tidy public_api` writes the
//! files.

use crate::tree::{File, Tree};
use std::collections::BTreeSet;

/// The crates with a listing.
pub const CRATES: [&str; 5] = ["rules", "describe", "record", "bots", "protocol"];

/// The attribute of a macro that other crates can use.
const EXPORT: &str = "#[macro_export]";

/// Returns the path of a crate's listing.
#[must_use]
pub fn path(name: &str) -> String {
    format!("crates/{name}/public-api.txt")
}

/// Returns the public API of a crate: one item per line, by file.
#[must_use]
pub fn listing(tree: &Tree, name: &str) -> String {
    let folder = format!("crates/{name}/src/");
    let sources = || tree.below(&folder, &["rs"]);
    let types: BTreeSet<String> = sources().flat_map(|file| public_types(&file.text)).collect();
    let file = |file: &File| {
        let items = items(&file.text, &types);
        let path = file.path.strip_prefix(&folder).unwrap_or(&file.path);
        let lines: String = items.iter().map(|item| format!("  {item}\n")).collect();
        (!items.is_empty()).then(|| format!("{path}\n{lines}"))
    };
    let head = format!(
        "# The public API of crates/{name}.\n\
         # Written by `UPDATE_API=1 cargo nextest run -p xtask-tidy public_api`; do not edit.\n\n"
    );
    sources().filter_map(file).fold(head, |all, next| all + &next)
}

/// Returns the lines of a file that are code, without unit tests, comments and most attributes.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut tests = text.match_indices("#[cfg(test)]\nmod ").map(|(start, _)| start);
    // A declaration, `mod tests;`, ends nothing.
    let end = tests.find(|start| text[*start..].lines().nth(1).is_some_and(|it| it.ends_with('{')));
    text[..end.unwrap_or(text.len())].lines().filter(|line| {
        let line = line.trim_start();
        let is_listed = ["#[derive", EXPORT].iter().any(|start| line.starts_with(start));
        let is_attribute = line.starts_with("#[") && !is_listed;
        !line.is_empty() && !line.starts_with("//") && !is_attribute
    })
}

/// Returns the names of the public types of a file.
fn public_types(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = ["pub struct ", "pub enum ", "pub trait "]
            .iter()
            .find_map(|keyword| line.trim_start().strip_prefix(keyword))?;
        Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?.to_owned())
    };
    code(text).filter_map(name).collect()
}

/// Returns the public items of a source file, each on one line.
fn items(text: &str, types: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    // The last `#[derive]`, and the last inherent `impl` that is not listed yet.
    let (mut derives, mut pending_impl) = (String::new(), None);
    // If the current line is in a public enum or trait: the indentation of that item, and the deepest
    // indentation to list. Variants, their fields and trait functions have no `pub`, but are public.
    let mut block: Option<(usize, usize)> = None;
    let mut lines = code(text);
    while let Some(line) = lines.next() {
        let (indent, start) = (line.len() - line.trim_start().len(), line.trim_start());
        if let Some((outer, deepest)) = block {
            if indent == outer && start.starts_with('}') {
                block = None;
            } else if (outer + 1..=deepest).contains(&indent) && !start.starts_with('}') {
                let item = join_signature(line, &mut lines);
                found.push(format!("{:1$}{item}", "", indent - outer));
            }
            continue;
        }
        if start == EXPORT {
            found.extend(lines.next().map(|line| line.trim_end_matches(" {").to_owned()));
            continue;
        }
        let item = join_if_signature(line, &mut lines);
        if start.starts_with("#[derive") {
            derives = item;
            continue;
        }
        if start.starts_with("impl") {
            pending_impl = Some(item.clone()).filter(|item| !item.contains(" for "));
            let of_public =
                item.split(" for ").nth(1).is_some_and(|it| types.contains(base_name(it)));
            found.extend(of_public.then_some(item));
        } else if start.starts_with("pub ") {
            let is_member = indent > 0 && start.contains("fn ");
            found.extend(pending_impl.take_if(|_| is_member));
            let is_type =
                ["pub struct", "pub enum", "pub trait"].iter().any(|it| item.starts_with(it));
            found.extend(Some(std::mem::take(&mut derives)).filter(|it| is_type && !it.is_empty()));
            let is_open = (item.starts_with("pub enum") || item.starts_with("pub trait"))
                && !start.ends_with("{}");
            let levels = if item.starts_with("pub enum") { 2 } else { 1 };
            block = is_open.then_some((indent, indent + 4 * levels));
            found.push(if is_member { format!("  {item}") } else { item });
        }
        derives.clear();
    }
    found
}

/// Returns the name of a type without its path, references and parameters.
fn base_name(type_text: &str) -> &str {
    let path = type_text.trim_start_matches(['&', ' ']).split(['<', ' ']).next();
    let path = path.unwrap_or(type_text);
    path.rsplit("::").next().unwrap_or(path)
}

/// Joins the lines of a signature if the line starts one; returns other lines unchanged.
fn join_if_signature<'a>(line: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let start = line.trim_start();
    match ["pub ", "impl", "#[derive"].iter().any(|keyword| start.starts_with(keyword)) {
        true => join_signature(line, lines),
        false => line.to_owned(),
    }
}

/// Joins the lines of a signature, up to its body or end.
fn join_signature<'a>(first: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut item = first.trim().to_owned();
    while !is_complete(&item) {
        let Some(next) = lines.next() else { break };
        let is_tight =
            item.ends_with(['(', '<', '[', '{']) || next.trim().starts_with([')', ']', '}']);
        let space = if is_tight { "" } else { " " };
        item = format!("{item}{space}{}", next.trim());
    }
    let item = item.split(" {").next().unwrap_or(&item);
    item.trim_end_matches([',', ';']).replace(",)", ")").replace(",}", "}")
}

/// Returns whether a signature is complete.
fn is_complete(item: &str) -> bool {
    let depth = item.chars().fold(0_i32, |depth, c| match c {
        '(' | '[' => depth + 1,
        ')' | ']' => depth - 1,
        _ => depth,
    });
    let is_list = item.starts_with("pub use ");
    // A line that ends with `)*` is a repetition in a macro definition. It is complete.
    item.ends_with(")*")
        || depth == 0 && item.ends_with(if is_list { [';'; 5] } else { ['{', ';', ',', '}', ']'] })
}

#[cfg(test)]
mod tests {
    use super::{CRATES, items, listing, path, public_types};
    use crate::tree::Tree;

    #[test]
    fn items_are_public_signatures() {
        let text = "\
#[cfg(test)]
mod sample;

pub use ids::{
    Amount, Face,
    Track,
};

/// A set.
#[derive(Clone, Copy)]
pub struct Seats(u8);

impl Seats {
    /// Returns it.
    #[must_use]
    pub const fn has(
        self,
        seat: Seat,
    ) -> bool {
        true
    }

    fn hidden(self) {}

    pub(crate) fn inside(self) {}
}

pub enum Face {
    /// Move.
    Move,
    Roll {
        /// How many.
        count: u8,
    },
}

pub trait Player {
    fn play(&self) {
        self.think();
    }
}

/// Defines it.
#[macro_export]
macro_rules! faces {
    ($name:ident) => {
        struct $name;
    };
}

impl fmt::Display for Seats {
    fn fmt(&self) {}
}

#[derive(Clone)]
struct Hidden;

impl fmt::Display for Hidden {
    fn fmt(&self) {}
}

#[cfg(test)]
mod tests {
    pub struct Test;
}
";
        let expected = [
            "pub use ids::{Amount, Face, Track}",
            "#[derive(Clone, Copy)]",
            "pub struct Seats(u8)",
            "impl Seats",
            "  pub const fn has(self, seat: Seat) -> bool",
            "pub enum Face",
            "    Move",
            "    Roll",
            "        count: u8",
            "pub trait Player",
            "    fn play(&self)",
            "macro_rules! faces",
            "impl fmt::Display for Seats",
        ];
        assert_eq!(items(text, &public_types(text).into_iter().collect()), expected);
    }

    #[test]
    fn public_api_is_listed() {
        let root = crate::root();
        let tree = Tree::read(root).expect("the project can be read");
        for name in CRATES {
            let (path, listing) = (path(name), listing(&tree, name));
            if std::env::var_os("UPDATE_API").is_some() {
                std::fs::write(root.join(&path), &listing).expect("the file can be written");
            }
            let stored = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
            let help = "is stale; run `UPDATE_API=1 cargo nextest run -p xtask-tidy public_api`";
            assert!(stored == listing, "{path} {help}");
        }
    }
}
