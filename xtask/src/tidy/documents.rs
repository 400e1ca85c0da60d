//! The documents that a project must have are there, and their links lead to something.

use super::tree::{File, Tree};

const REQUIRED: [&str; 5] =
    ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/ARCHITECTURE.md"];

/// The required documents exist.
pub fn documents_exist(tree: &Tree) -> Vec<String> {
    let missing = REQUIRED.iter().filter(|path| tree.text(path).is_none());
    missing.map(|path| format!("{path} is missing")).collect()
}

/// Every relative link of a Markdown file leads to a file or folder of the project.
pub fn links_lead_somewhere(tree: &Tree) -> Vec<String> {
    tree.below("", &["md"]).flat_map(|file| broken_links(tree, file)).collect()
}

fn broken_links(tree: &Tree, file: &File) -> Vec<String> {
    let text = without_code(&file.text);
    let mut broken = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for target in links(line).into_iter().filter(|target| is_relative(target)) {
            if !resolve(&file.path, target).is_some_and(|path| tree.has(&path)) {
                broken.push(format!("{}:{}: no {target}", file.path, index + 1));
            }
        }
    }
    broken
}

/// The targets of links like `[text](target)` and of lines like `[name]: target`.
fn links(line: &str) -> Vec<&str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let named = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    inline.chain(named.map(|(_, target)| target.trim())).collect()
}

fn is_relative(target: &str) -> bool {
    !target.is_empty()
        && !target.contains("://")
        && !target.starts_with(['#', '<'])
        && !target.starts_with("mailto:")
}

/// The path from the root that a link in a file means; none if it leads out of the project.
fn resolve(from: &str, target: &str) -> Option<String> {
    let target = target.split('#').next().unwrap_or_default();
    let mut parts: Vec<&str> = match target.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The text without fenced blocks and without what stands between backticks on a line.
fn without_code(text: &str) -> String {
    let mut is_fenced = false;
    let mut prose = String::with_capacity(text.len());
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        if !is_fenced && !is_fence {
            prose.extend(line.split('`').step_by(2));
        }
        prose.push('\n');
    }
    prose
}
