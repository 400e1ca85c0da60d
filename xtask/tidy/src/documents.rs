//! Required documents exist, and links and references to documents are valid.

use super::tree::{File, Tree};

const REQUIRED_DOCUMENTS: [&str; 5] =
    ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/ARCHITECTURE.md"];

/// The required documents exist.
pub fn documents_exist(tree: &Tree) -> Vec<String> {
    let missing = REQUIRED_DOCUMENTS.iter().filter(|path| tree.text(path).is_none());
    missing.map(|path| format!("{path} is missing")).collect()
}

/// Every relative link of a Markdown file leads to a file, a directory or a heading.
pub fn links_lead_somewhere(tree: &Tree) -> Vec<String> {
    tree.below("", &["md"]).flat_map(|file| broken_links(tree, file)).collect()
}

fn broken_links(tree: &Tree, file: &File) -> Vec<String> {
    let text = without_code(&file.text);
    let mut broken = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for target in links(line).into_iter().filter(|target| is_relative(target)) {
            if !leads_somewhere(tree, file, target) {
                broken.push(format!("{}:{}: no {target}", file.path, index + 1));
            }
        }
    }
    broken
}

fn leads_somewhere(tree: &Tree, file: &File, target: &str) -> bool {
    let (_, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match target.starts_with('#') {
        true => Some(file.path.clone()),
        false => resolve(&file.path, target),
    };
    let Some(path) = path.filter(|path| tree.has(path)) else { return false };
    let has_anchor = !anchor.is_empty() && path.ends_with(".md");
    !has_anchor || tree.text(&path).is_some_and(|text| anchors(text).contains(&anchor.to_owned()))
}

/// Returns the anchors of a Markdown file: explicit ones, and those that GitHub gives to headings.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in without_fences(text).lines() {
        let named = line.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        anchors.extend(named.map(str::to_owned));
        let Some((_, heading)) = line.split_once("# ").filter(|(marks, _)| is_heading(marks))
        else {
            continue;
        };
        let anchor = anchor(heading);
        let count = anchors.iter().filter(|other| is_repeated(other, &anchor)).count();
        anchors.push(if count == 0 { anchor } else { format!("{anchor}-{count}") });
    }
    anchors
}

fn is_heading(marks: &str) -> bool {
    marks.chars().all(|c| c == '#')
}

fn is_repeated(other: &str, anchor: &str) -> bool {
    let rest = other.strip_prefix(anchor);
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.strip_prefix('-').is_some_and(|n| n.parse::<u32>().is_ok())
    })
}

/// Returns the anchor of a heading: lower case, spaces as hyphens, no punctuation or markup.
fn anchor(heading: &str) -> String {
    let text = match heading.split_once("](") {
        Some((before, _)) => before.replace('[', ""),
        None => heading.to_owned(),
    };
    let kept = text.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Every document that a source or a script names exists.
pub fn named_documents_exist(tree: &Tree) -> Vec<String> {
    let files = tree.files.iter().filter(|file| !file.is_a(&["md", "svg", "json"]));
    let files = files.filter(|file| !file.is_in("checks") && !file.is_in("tidy"));
    files.flat_map(|file| missing_documents(tree, file)).collect()
}

fn missing_documents(tree: &Tree, file: &File) -> Vec<String> {
    let mut missing = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let named = named_documents(line).filter(|path| !tree.has(path));
        missing.extend(named.map(|path| format!("{}:{}: no {path}", file.path, index + 1)));
    }
    missing
}

/// Returns the paths such as `docs/RULES.md` in a line.
fn named_documents(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("docs/").filter_map(|(at, _)| {
        let is_path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
        let before = line[..at].chars().next_back();
        let rest = &line[at..];
        let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        let path = rest[..end].trim_end_matches('.');
        (!before.is_some_and(is_path) && path.ends_with(".md")).then_some(path)
    })
}

/// Returns the targets of links like `[text](target)` and of lines like `[name]: target`.
fn links(line: &str) -> Vec<&str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let named = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    inline.chain(named.map(|(_, target)| target.trim())).collect()
}

fn is_relative(target: &str) -> bool {
    !target.is_empty()
        && !target.contains("://")
        && !target.starts_with('<')
        && !target.starts_with("mailto:")
}

/// Resolves a link in a file to a path from the root; `None` if it leads out of the project.
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

/// Returns the text without fenced blocks and inline code.
fn without_code(text: &str) -> String {
    let text = without_fences(text);
    let lines = text.lines().map(|line| line.split('`').step_by(2).collect::<String>() + "\n");
    lines.collect()
}

/// Returns the text with fenced blocks blanked, so that line numbers stay the same.
fn without_fences(text: &str) -> String {
    let mut is_fenced = false;
    let mut prose = String::with_capacity(text.len());
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        if !is_fenced && !is_fence {
            prose.push_str(line);
        }
        prose.push('\n');
    }
    prose
}
