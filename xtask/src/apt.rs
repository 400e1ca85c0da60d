//! Debian packages: installed on the machine, or unpacked into a directory of ours.

use crate::{TaskResult, process, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs Debian packages, if this is Debian, the user is root and installing is allowed.
///
/// # Errors
///
/// If they cannot be installed; the text says what to do.
pub fn install(packages: &[&str]) -> TaskResult {
    process::show(Command::new(project::root().join("tools/install-packages")).args(packages))
        .map_err(|_| format!("missing packages: {}", packages.join(" ")))
}

/// A package that apt would install.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version, as Debian writes it.
    pub version: String,
}

/// Current package lists in a directory of ours, which an ordinary user can refresh.
#[derive(Debug)]
pub struct Lists {
    folder: PathBuf,
}

impl Lists {
    /// Fetches the lists into a directory.
    ///
    /// # Errors
    ///
    /// If this is not Debian, or the lists cannot be fetched.
    pub fn fetch(folder: &Path) -> TaskResult<Self> {
        if !process::succeeds(Command::new("apt-get").arg("--version")) {
            return Err("apt-get is missing".to_owned());
        }
        for part in ["lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(folder.join(part))
                .map_err(|error| project::failed(folder, error))?;
        }
        let lists = Self { folder: folder.to_owned() };
        process::quiet(lists.apt().arg("update")).map_err(|problem| {
            format!("cannot fetch Debian's package lists: {}", reason(&problem))
        })?;
        Ok(lists)
    }

    /// Returns these packages and their dependencies that are not installed.
    ///
    /// # Errors
    ///
    /// If Debian does not have them.
    pub fn missing(&self, packages: &[&str]) -> TaskResult<Vec<Package>> {
        let mut ask = self.apt();
        ask.args(["--simulate", "--no-install-recommends", "install"]).args(packages);
        let answer = process::quiet(&mut ask).map_err(|problem| reason(&problem).to_owned())?;
        Ok(new_packages(&answer.out))
    }

    /// Downloads packages and unpacks them into a directory.
    ///
    /// # Errors
    ///
    /// If one cannot be downloaded or unpacked.
    pub fn unpack(&self, packages: &[Package], folder: &Path) -> TaskResult {
        let downloads = folder.join("downloads");
        fs::create_dir_all(&downloads).map_err(|error| project::failed(&downloads, error))?;
        let names = packages.iter().map(|package| format!("{}={}", package.name, package.version));
        let mut download = self.apt();
        process::quiet(download.arg("download").args(names).current_dir(&downloads))
            .map_err(|problem| reason(&problem).to_owned())?;
        for package in project::entries(&downloads)? {
            process::quiet(Command::new("dpkg-deb").arg("-x").arg(package).arg(folder))?;
        }
        fs::remove_dir_all(&downloads).map_err(|error| project::failed(&downloads, error))
    }

    /// Returns an `apt-get` command that uses our lists and cache.
    fn apt(&self) -> Command {
        let mut apt = Command::new("apt-get");
        let set = |name: &str, value: &Path| format!("{name}={}", value.display());
        apt.arg("-qq")
            .args(["-o", &set("Dir::State::lists", &self.folder.join("lists"))])
            .args(["-o", &set("Dir::Cache", &self.folder.join("cache"))])
            // Root would download as `_apt`, who cannot write here.
            .args(["-o", "APT::Sandbox::User="]);
        apt
    }
}

/// Parses lines such as `Inst NAME (1.0 …)`.
///
/// Upgrades have the current version in between, `Inst NAME [0.9] (1.0 …)`, and are left out.
#[must_use]
pub fn new_packages(simulation: &str) -> Vec<Package> {
    let lines = simulation.lines().filter_map(|line| line.strip_prefix("Inst "));
    let new = lines.filter_map(|line| line.split_once(" ("));
    new.filter(|(name, _)| !name.contains(' '))
        .filter_map(|(name, rest)| {
            let version = rest.split_whitespace().next()?.to_owned();
            Some(Package { name: name.to_owned(), version })
        })
        .collect()
}

/// Returns apt's error line.
fn reason(problem: &str) -> &str {
    let line = problem.lines().find_map(|line| line.strip_prefix("E: "));
    line.or_else(|| problem.lines().last()).unwrap_or(problem)
}
