//! The crates that are published on crates.io contain everything that they need.

use super::layers::project_dependencies;
use super::tree::{File, Tree};
use toml::de::DeTable;

/// The macros and the attribute that read other files at build time.
const INCLUDES: [&str; 4] = ["include!(", "include_str!(", "include_bytes!(", "#[path = "];

/// A published crate includes no files outside its directory, and depends on published crates only.
pub fn published_crates_are_complete(tree: &Tree) -> Vec<String> {
    let crates = tree.files.iter().filter_map(|file| {
        let folder =
            file.path.strip_suffix("/Cargo.toml").filter(|it| it.starts_with("crates/"))?;
        Some((folder, DeTable::parse(&file.text).ok()?))
    });
    let published: Vec<_> =
        crates.filter(|(_, manifest)| is_published(manifest.get_ref())).collect();
    let is_listed = |name: &str| published.iter().any(|(folder, _)| folder[7..] == *name);
    let mut found = Vec::new();
    for (folder, manifest) in &published {
        let used = project_dependencies(manifest.get_ref()).into_iter();
        let missing = used.filter(|(kind, name)| kind != "dev-dependencies" && !is_listed(name));
        found.extend(missing.map(|(_, name)| format!("{folder}: {name} is not published")));
        let sources = format!("{folder}/src/");
        found.extend(tree.below(&sources, &["rs"]).flat_map(|file| outside(folder, file)));
    }
    found
}

fn is_published(manifest: &DeTable<'_>) -> bool {
    let package = manifest.get("package").map(|package| package.get_ref());
    let publish = package.and_then(|package| package.get("publish"));
    publish.is_none_or(|publish| publish.get_ref().as_bool() != Some(false))
}

/// Returns the includes of a file that lead out of a directory.
fn outside(folder: &str, file: &File) -> Vec<String> {
    let includes = INCLUDES.iter().flat_map(|include| file.text.split(include).skip(1));
    let paths = includes.filter_map(|rest| rest.split('"').nth(1));
    let depth = file.path[folder.len()..].matches('/').count() - 1;
    let leaves = paths.filter(|path| path.starts_with('/') || path.matches("../").count() > depth);
    leaves.map(|path| format!("{}: {path} is outside the crate", file.path)).collect()
}
