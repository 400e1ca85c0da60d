//! The licence texts of everything in the packages: crates, npm packages, the standard library.

use super::{Release, copy, read, sbom, write};
use crate::{TaskResult, process, project, web};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The notices of Rust's standard library in the packages.
const STANDARD_LIBRARY_FILE: &str = "doc/RUST-STD-COPYRIGHT.html";
/// The licence texts of all other components in the packages.
const LICENCES_FILE: &str = "doc/THIRD-PARTY-LICENSES.txt";
/// File name prefixes of licence texts, in lower case.
const NAME_PREFIXES: [&str; 6] =
    ["licence", "license", "copying", "copyright", "notice", "unlicense"];
const SEPARATOR: &str = "\n================================================================\n";

/// A component of the packages, and the directory of its files.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Component {
    /// Name and version.
    pub name: String,
    /// The licence expression that its author declares.
    pub licence: String,
    /// The directory with its licence texts.
    pub folder: PathBuf,
}

/// Writes the licence texts of a release to its stage.
pub(super) fn run(release: &Release) -> TaskResult {
    let mut components = sbom::crate_components(release)?;
    components.extend(npm_components()?);
    write(&release.stage().join(LICENCES_FILE), &document(&components)?)?;
    standard_library(&release.stage())
}

/// Returns one document: the components with their licences, then each distinct text once.
///
/// Each text is headed by the components that it covers.
///
/// # Errors
///
/// If a directory or a file cannot be read.
pub fn document(components: &BTreeSet<Component>) -> TaskResult<String> {
    let mut covered: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut list = String::from("Orrery contains these components.\n\n");
    for component in components {
        list.push_str(&format!("{}: {}\n", component.name, component.licence));
        for file in licence_files(&component.folder)? {
            let text = read(&file)?;
            covered.entry(text.trim().to_owned()).or_default().push(&component.name);
        }
    }
    let texts = covered.iter().map(|(text, names)| {
        let names: BTreeSet<&str> = names.iter().copied().collect();
        let names: Vec<&str> = names.into_iter().collect();
        format!("{SEPARATOR}{}\n\n{text}\n", names.join(", "))
    });
    Ok(list + &texts.collect::<String>())
}

/// Returns the files with licence texts in a directory, sorted.
fn licence_files(folder: &Path) -> TaskResult<Vec<PathBuf>> {
    let mut files = super::entries(folder)?;
    files.retain(|file| {
        file.is_file() && super::name_of(file).is_some_and(|name| is_licence(&name))
    });
    files.sort();
    Ok(files)
}

/// Returns whether a file of this name holds a licence text.
#[must_use]
pub fn is_licence(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_source = [".rs", ".js", ".ts"].iter().any(|ending| name.ends_with(ending));
    !is_source && NAME_PREFIXES.iter().any(|start| name.starts_with(start))
}

fn npm_components() -> TaskResult<BTreeSet<Component>> {
    let lock = web::folder().join("package-lock.json");
    let lock: serde_json::Value = serde_json::from_str(&read(&lock)?)
        .map_err(|error| format!("{}: {error}", lock.display()))?;
    let component = |name: String| {
        let locked = &lock["packages"][format!("node_modules/{name}")];
        let field = |key: &str| locked[key].as_str().unwrap_or_default().to_owned();
        let folder = web::folder().join("node_modules").join(&name);
        Component {
            name: format!("{name} {}", field("version")),
            licence: field("license"),
            folder,
        }
    };
    Ok(sbom::bundled_packages()?.into_iter().map(component).collect())
}

/// Copies the notices of the standard library, which rustup installs with the toolchain.
fn standard_library(stage: &Path) -> TaskResult {
    let sysroot = process::quiet(project::command("rustc").args(["--print", "sysroot"]))?.out;
    let notices = Path::new(sysroot.trim()).join("share/doc/rust/COPYRIGHT-library.html");
    copy(&notices, &stage.join(STANDARD_LIBRARY_FILE))
}
