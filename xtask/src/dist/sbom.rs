//! The software bill of materials, as CycloneDX in JSON.
//!
//! It lists the crates inside the binary and the WASM module, and the npm packages inside the client.

use super::licences::Component;
use super::{Release, read, write};
use crate::{TaskResult, process, project, web};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use toml::de::DeTable;

/// A program in the packages, and its target.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// Package of the program.
    pub package: &'a str,
    /// Target triple.
    pub target: &'a str,
}

/// The engine in the client.
const ENGINE: Program<'static> =
    Program { package: "orrery-wasm", target: "wasm32-unknown-unknown" };
/// Checksums of `Cargo.lock` by name and version.
type Checksums = BTreeMap<(String, String), String>;

/// Writes the SBOM of a release next to its packages.
pub(super) fn run(release: &Release) -> TaskResult {
    let mut components = BTreeMap::new();
    let checksums = checksums(&read(&project::root().join("Cargo.lock"))?)?;
    for program in [Program { package: "orrery", target: &release.target }, ENGINE] {
        let metadata = metadata(program.target)?;
        components.extend(crates(&metadata, program.package, &checksums)?);
    }
    components.extend(npm()?);
    components.extend([standard_library()?]);
    let sbom = cyclonedx(&release.version, &timestamp(&release.commit_time)?, components);
    let text = serde_json::to_string_pretty(&sbom).map_err(|error| error.to_string())?;
    let file = release.packages().join(format!("{}.cdx.json", release.name()));
    write(&file, &format!("{text}\n"))
}

/// Returns a CycloneDX document with these components.
#[must_use]
pub fn cyclonedx(version: &str, timestamp: &str, components: BTreeMap<String, Value>) -> Value {
    let bom_ref = format!("pkg:generic/orrery@{version}");
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp,
            "component": {"type": "application", "bom-ref": bom_ref, "name": "orrery",
                "version": version, "licenses": [{"expression": "MIT OR Apache-2.0"}]},
        },
        "components": components.into_values().collect::<Vec<_>>(),
    })
}

fn metadata(target: &str) -> TaskResult<Value> {
    let mut command = project::cargo(&["metadata", "--format-version=1", "--locked"]);
    let printed = process::quiet(command.args(["--filter-platform", target]))?;
    serde_json::from_str(&printed.out).map_err(|error| format!("cargo metadata: {error}"))
}

/// Returns the components that a package of the workspace is built from, by package URL.
fn crates(
    metadata: &Value,
    package: &str,
    sums: &Checksums,
) -> TaskResult<BTreeMap<String, Value>> {
    let packages = registry_packages(metadata, package)?;
    Ok(packages.into_iter().map(|package| crate_component(package, sums)).collect())
}

/// Returns the registry packages that a package of the workspace is built from.
fn registry_packages<'a>(metadata: &'a Value, package: &str) -> TaskResult<Vec<&'a Value>> {
    let used = reachable(metadata, package)?;
    let is_used = |it: &&Value| it["id"].as_str().is_some_and(|id| used.contains(id));
    let packages = array(&metadata["packages"]).iter().filter(is_used);
    Ok(packages.filter(|it| it["source"].is_string()).collect())
}

fn crate_component(package: &Value, sums: &Checksums) -> (String, Value) {
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    let licence = text(&package["license"]).replace('/', " OR ");
    let mut component = component("cargo", &name, &version, &licence);
    if let Some(sum) = sums.get(&(name, version)) {
        component.1["hashes"] = json!([{"alg": "SHA-256", "content": sum}]);
    }
    component
}

/// Returns a component with its package URL.
fn component(kind: &str, name: &str, version: &str, licence: &str) -> (String, Value) {
    let url = format!("pkg:{kind}/{}@{version}", name.replace('@', "%40"));
    let mut component = json!({"type": "library", "bom-ref": url, "name": name,
        "version": version, "purl": url});
    if !licence.is_empty() {
        component["licenses"] = json!([{"expression": licence}]);
    }
    (url, component)
}

/// Returns the ids of a package's run-time dependencies, without build scripts and tests.
///
/// # Errors
///
/// If the workspace has no such package.
pub fn reachable(metadata: &Value, package: &str) -> TaskResult<BTreeSet<String>> {
    let start = array(&metadata["packages"]).iter().find(|it| it["name"] == package);
    let start = start.ok_or_else(|| format!("cargo metadata has no package {package}"))?;
    let nodes = array(&metadata["resolve"]["nodes"]).iter();
    let nodes: BTreeMap<String, &Value> = nodes.map(|node| (text(&node["id"]), node)).collect();
    let (mut found, mut pending) = (BTreeSet::new(), vec![text(&start["id"])]);
    while let Some(id) = pending.pop() {
        if found.insert(id.clone()) {
            pending.extend(nodes.get(&id).into_iter().flat_map(|node| dependencies(node)));
        }
    }
    Ok(found)
}

/// Returns the ids of a node's normal dependencies, whose kind is `null`.
fn dependencies(node: &Value) -> Vec<String> {
    let is_normal = |dep: &&Value| array(&dep["dep_kinds"]).iter().any(|it| it["kind"].is_null());
    array(&node["deps"]).iter().filter(is_normal).map(|dep| text(&dep["pkg"])).collect()
}

fn checksums(lock: &str) -> TaskResult<Checksums> {
    let lock = DeTable::parse(lock).map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = lock.get_ref().get("package").and_then(|it| it.get_ref().as_array());
    let packages = packages.into_iter().flat_map(|list| list.iter());
    let field = |package: &toml::de::DeValue<'_>, name: &str| {
        Some(package.as_table()?.get(name)?.get_ref().as_str()?.to_owned())
    };
    let sum = |package: &toml::de::DeValue<'_>| {
        let key = (field(package, "name")?, field(package, "version")?);
        Some((key, field(package, "checksum")?))
    };
    Ok(packages.filter_map(|package| sum(package.get_ref())).collect())
}

/// Returns the crates inside the program and the WASM module, with their source directories.
pub(super) fn crate_components(release: &Release) -> TaskResult<BTreeSet<Component>> {
    let mut components = BTreeSet::new();
    for program in [Program { package: "orrery", target: &release.target }, ENGINE] {
        let metadata = metadata(program.target)?;
        let packages = registry_packages(&metadata, program.package)?;
        components.extend(packages.into_iter().map(source_component));
    }
    Ok(components)
}

fn source_component(package: &Value) -> Component {
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    Component {
        name: format!("{} {}", text(&package["name"]), text(&package["version"])),
        licence: text(&package["license"]).replace('/', " OR "),
        folder: manifest.parent().map(PathBuf::from).unwrap_or_default(),
    }
}

/// Returns the names of the npm packages in the client, as `web/sbom.config.ts` lists them.
pub(super) fn bundled_packages() -> TaskResult<Vec<String>> {
    let build =
        ["exec", "--", "vite", "build", "--config", "sbom.config.ts", "--logLevel", "error"];
    process::quiet(&mut web::npm(&build))?;
    let names = parse_web("node_modules/.cache/sbom/packages.json")?;
    Ok(array(&names).iter().map(text).collect())
}

fn npm() -> TaskResult<BTreeMap<String, Value>> {
    npm_components(&json!(bundled_packages()?), &parse_web("package-lock.json")?)
}

fn parse_web(file: &str) -> TaskResult<Value> {
    let text = read(&web::folder().join(file))?;
    serde_json::from_str(&text).map_err(|error| format!("web/{file}: {error}"))
}

/// Returns the components for a list of npm packages, with versions and licences of the lock file.
///
/// # Errors
///
/// If the lock file does not contain one of the packages.
pub fn npm_components(names: &Value, lock: &Value) -> TaskResult<BTreeMap<String, Value>> {
    let locked_component = |name: &Value| {
        let name = text(name);
        let locked = &lock["packages"][format!("node_modules/{name}")];
        let version = locked["version"].as_str();
        let version = version.ok_or_else(|| format!("web/package-lock.json has no {name}"))?;
        Ok(component("npm", &name, version, &text(&locked["license"])))
    };
    array(names).iter().map(locked_component).collect()
}

/// Returns Rust's standard library as a component.
fn standard_library() -> TaskResult<(String, Value)> {
    let printed = process::quiet(project::command("rustc").arg("--version"))?.out;
    let version = printed.split_whitespace().nth(1).ok_or("rustc has no version")?;
    Ok(component("generic", "rust-std", version, "MIT OR Apache-2.0"))
}

/// Formats seconds since 1970 as an ISO 8601 timestamp.
fn timestamp(seconds: &str) -> TaskResult<String> {
    let mut date = Command::new("date");
    date.args(["--utc", "+%Y-%m-%dT%H:%M:%SZ", "--date", &format!("@{seconds}")]);
    Ok(process::quiet(&mut date)?.out.trim().to_owned())
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
