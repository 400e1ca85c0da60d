//! The engine has few dependencies and is pure.

use super::text::tokens;
use super::tree::{File, Tree};
use std::collections::BTreeSet;
use toml::de::{DeTable, DeValue};

const MANIFEST: &str = "crates/rules/Cargo.toml";
/// The allowed dependencies of the engine.
const ALLOWED_DEPENDENCIES: [&str; 3] = ["arrayvec", "toml", "toml_parser"];
/// Forbidden modules of the standard library.
const FORBIDDEN_MODULES: [&str; 6] = ["fs", "net", "time", "thread", "env", "process"];
/// Forbidden crates, types and keywords.
const FORBIDDEN_WORDS: [&str; 5] = ["rand", "serde", "f32", "f64", "async"];

/// The engine has exactly the allowed dependencies, and none for builds or single targets.
pub fn dependencies(tree: &Tree) -> Vec<String> {
    let Some(text) = tree.text(MANIFEST) else { return vec![format!("{MANIFEST} is missing")] };
    let manifest = match DeTable::parse(text) {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("{MANIFEST}: {error}")],
    };
    let manifest = manifest.get_ref();
    let used: BTreeSet<&str> = keys(manifest.get("dependencies").map(|value| value.get_ref()));
    let allowed = BTreeSet::from(ALLOWED_DEPENDENCIES);
    let extra = used.difference(&allowed).map(|name| format!("{MANIFEST}: {name} is not allowed"));
    let unused = allowed.difference(&used).map(|name| format!("{MANIFEST}: {name} is not used"));
    let kinds = ["build-dependencies", "target"].into_iter();
    let kinds = kinds.filter(|kind| manifest.get(*kind).is_some());
    let kinds = kinds.map(|kind| format!("{MANIFEST}: [{kind}] is not allowed"));
    extra.chain(unused).chain(kinds).collect()
}

fn keys<'a>(value: Option<&'a DeValue<'_>>) -> BTreeSet<&'a str> {
    let table = value.and_then(DeValue::as_table);
    table.into_iter().flat_map(|table| table.keys().map(|key| key.get_ref().as_ref())).collect()
}

/// The engine uses no I/O, clock, thread, randomness, serialisation, float or async.
pub fn purity(tree: &Tree) -> Vec<String> {
    tree.below("crates/rules/src/", &["rs"]).flat_map(impurities).collect()
}

fn impurities(file: &File) -> Vec<String> {
    let path = &file.path;
    let tokens = match tokens(&file.text) {
        Ok(tokens) => tokens,
        Err(error) => return vec![format!("{path}: {error}")],
    };
    let words = tokens.iter().filter(|token| FORBIDDEN_WORDS.contains(&&*token.text));
    let words = words.map(|token| format!("{path}:{}: {}", token.line, token.text));
    let texts: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
    let modules =
        std_modules(&texts).into_iter().filter(|module| FORBIDDEN_MODULES.contains(&&**module));
    words.chain(modules.map(|module| format!("{path}: std::{module}"))).collect()
}

/// Returns the modules of the standard library that code uses, including groups `std::{env, fs}`.
fn std_modules(tokens: &[&str]) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for (at, path) in tokens.windows(4).enumerate() {
        match path {
            ["std", ":", ":", "{"] => modules.extend(first_names(&tokens[at + 3..])),
            ["std", ":", ":", module] => modules.extend([(*module).to_owned()]),
            _ => {}
        }
    }
    modules
}

/// Returns the first name of each path in a group; the tokens start with the group's brace.
fn first_names(tokens: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        match pair[0] {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && (pair[0] == "{" || pair[0] == ",") {
            names.push(pair[1].to_owned());
        }
    }
    names
}
