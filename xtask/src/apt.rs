//! Installs Debian packages on the machine, or unpacks them into a directory.

use crate::{TaskResult, process, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs Debian packages with `tools/install-packages`.
///
/// This works on Debian as root, unless `ORRERY_NO_INSTALL` forbids it.
///
/// # Errors
///
/// If a package cannot be installed; the script prints what to do.
pub fn install(packages: &[&str]) -> TaskResult {
    process::show(Command::new(project::root().join("tools/install-packages")).args(packages))
        .map_err(|_| format!("missing packages: {}", packages.join(" ")))
}

/// A package that apt would install.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Name of the package.
    pub name: String,
    /// Debian version, such as `1:2.0-1`.
    pub version: String,
}

/// Current package lists in a separate directory, which an ordinary user can update.
#[derive(Debug)]
pub struct PackageLists {
    folder: PathBuf,
}

impl PackageLists {
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
    /// If Debian does not offer one of the packages.
    pub fn missing(&self, packages: &[&str]) -> TaskResult<Vec<Package>> {
        let mut simulate = self.apt();
        simulate.args(["--simulate", "--no-install-recommends", "install"]).args(packages);
        let printed =
            process::quiet(&mut simulate).map_err(|problem| reason(&problem).to_owned())?;
        Ok(new_packages(&printed.out))
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
            let first_line = |problem: String| problem.lines().take(1).collect::<String>();
            process::quiet(Command::new("dpkg-deb").arg("-x").arg(package).arg(folder))
                .map_err(first_line)?;
        }
        fs::remove_dir_all(&downloads).map_err(|error| project::failed(&downloads, error))
    }

    /// Returns an `apt-get` command that uses these lists and their cache.
    fn apt(&self) -> Command {
        let mut apt = Command::new("apt-get");
        let set = |name: &str, value: &Path| format!("{name}={}", value.display());
        apt.arg("-qq")
            .args(["-o", &set("Dir::State::lists", &self.folder.join("lists"))])
            .args(["-o", &set("Dir::Cache", &self.folder.join("cache"))])
            // As root, apt would download as the user `_apt`, who cannot write to this directory.
            .args(["-o", "APT::Sandbox::User="]);
        apt
    }
}

/// Returns the packages in the lines `Inst NAME (1.0 …)` of a simulated installation.
///
/// Skips upgrades, whose lines also contain the current version: `Inst NAME [0.9] (1.0 …)`.
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

/// Returns apt's error without the prefix `E: `, or the last line if there is none.
fn reason(problem: &str) -> &str {
    let line = problem.lines().find_map(|line| line.strip_prefix("E: "));
    line.or_else(|| problem.lines().last()).unwrap_or(problem)
}
