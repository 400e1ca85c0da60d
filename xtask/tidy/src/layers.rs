//! The direction of dependencies between the crates.

use super::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};
use toml::de::{DeTable, DeValue};

/// The crates by layer; a crate depends only on crates of lower layers.
///
/// Nothing depends on the top layer: the binary, the fuzz targets and the developer commands.
const LAYERS: [&[&str]; 6] = [
    &["rules", "store", "services"],
    &["describe", "record", "bots", "testing"],
    &["protocol", "analysis", "batch"],
    &["client"],
    &["server", "lab", "loadtest", "stdio", "tui", "wasm", "python"],
    &["orrery", "fuzz", "xtask", "xtask-bindgen", "xtask-tidy"],
];
/// Crates that the tests of any crate may use.
const ALLOWED_IN_TESTS: [&str; 3] = ["services", "testing", "loadtest"];
/// The document with the diagram of the crates.
const DIAGRAM: &str = "docs/ARCHITECTURE.md";
/// Crates that only tests and developer commands may use.
const ONLY_IN_TESTS: [&str; 2] = ["services", "testing"];

/// Every crate depends only on crates of lower layers.
pub fn dependencies_point_down(tree: &Tree) -> Vec<String> {
    let manifests = tree.files.iter().filter_map(|file| {
        let folder = file.path.strip_suffix("/Cargo.toml")?;
        Some((folder, file.text.as_str()))
    });
    manifests.flat_map(|(folder, text)| wrong_edges(folder, text)).collect()
}

fn wrong_edges(folder: &str, text: &str) -> Vec<String> {
    let layers = layers();
    let manifest = match DeTable::parse(text) {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("{folder}/Cargo.toml: {error}")],
    };
    let name = folder.strip_prefix("crates/").unwrap_or(folder).replace('/', "-");
    let Some(own_layer) = layers.get(&*name) else {
        return vec![format!("{folder} has no layer: add it to xtask/tidy/src/layers.rs")];
    };
    let is_command = folder.starts_with("xtask");
    let is_wrong = |kind: &str, other: &str| match layers.get(other) {
        _ if kind == "dev-dependencies" && ALLOWED_IN_TESTS.contains(&other) => false,
        _ if kind == "dependencies" && ONLY_IN_TESTS.contains(&other) => !is_command,
        Some(layer) => layer >= own_layer,
        None => true,
    };
    let edges = project_dependencies(manifest.get_ref()).into_iter();
    let wrong = edges.filter(|(kind, other)| *other != name && is_wrong(kind, other));
    wrong.map(|(kind, other)| format!("{folder}: {other} in [{kind}] is not below it")).collect()
}

/// Returns the layer of every crate.
fn layers() -> BTreeMap<&'static str, usize> {
    let layers = LAYERS.iter().enumerate();
    layers.flat_map(|(layer, names)| names.iter().map(move |name| (*name, layer))).collect()
}

/// Returns the project's crates in a manifest and their sections, including target-specific ones.
pub(crate) fn project_dependencies(manifest: &DeTable<'_>) -> Vec<(String, String)> {
    let mut edges = Vec::new();
    for (key, value) in manifest {
        let Some(table) = value.get_ref().as_table() else { continue };
        match key.get_ref().as_ref() {
            "target" => {
                let targets = table.values().filter_map(|value| value.get_ref().as_table());
                targets.for_each(|target| edges.extend(project_dependencies(target)));
            }
            kind if kind.ends_with("dependencies") => {
                edges.extend(project_crates(table).map(|name| (kind.to_owned(), name)));
            }
            _ => {}
        }
    }
    edges
}

/// The diagram in the architecture shows the dependencies of every crate, except on test helpers.
pub fn diagram_shows_dependencies(tree: &Tree) -> Vec<String> {
    let Some(document) = tree.text(DIAGRAM) else { return Vec::new() };
    let shown: BTreeSet<(&str, &str)> = document.lines().flat_map(arrows).collect();
    let mut found = Vec::new();
    for file in &tree.files {
        let name =
            file.path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"));
        let Some(name) = name.filter(|name| !ONLY_IN_TESTS.contains(name)) else { continue };
        let Ok(manifest) = DeTable::parse(&file.text) else { continue };
        let edges = project_dependencies(manifest.get_ref()).into_iter();
        let real: BTreeSet<String> =
            edges.filter(|(kind, _)| kind == "dependencies").map(|(_, other)| other).collect();
        let drawn: BTreeSet<&str> =
            shown.iter().filter(|(from, _)| *from == name).map(|(_, to)| *to).collect();
        let missing = real.iter().filter(|other| !drawn.contains(other.as_str()));
        found.extend(missing.map(|other| format!("{DIAGRAM}: no arrow from {name} to {other}")));
        let wrong = drawn.iter().filter(|other| !real.contains(**other));
        found.extend(wrong.map(|other| format!("{DIAGRAM}: {name} does not depend on {other}")));
    }
    found
}

/// Returns the arrows in a line of a Mermaid diagram, such as `a[label] --> b & c`.
fn arrows(line: &str) -> Vec<(&str, &str)> {
    let Some((from, to)) = line.split_once(" --> ") else { return Vec::new() };
    to.split('&').map(|other| (without_label(from), without_label(other))).collect()
}

fn without_label(node: &str) -> &str {
    node.split('[').next().unwrap_or_default().trim()
}

/// Returns the names of the project's crates in a section, without their prefix.
fn project_crates<'a>(section: &'a DeTable<'_>) -> impl Iterator<Item = String> + 'a {
    let package = |key: &str, value: &DeValue<'_>| {
        let renamed = value.get("package").and_then(|name| name.get_ref().as_str());
        renamed.unwrap_or(key).to_owned()
    };
    let names = section.iter().map(move |(key, value)| package(key.get_ref(), value.get_ref()));
    names.filter_map(|name| match name.as_str() {
        "orrery" => Some(name),
        command if command.starts_with("xtask") => Some(name),
        _ => name.strip_prefix("orrery-").map(str::to_owned),
    })
}
