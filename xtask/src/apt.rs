//! Debian's packages: installed on the machine, or unpacked into a folder of ours.

use crate::{Done, process, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs Debian packages, if this is Debian, we are root and installing is not forbidden.
///
/// # Errors
///
/// They cannot be installed; the text says what to do.
pub fn install(packages: &[&str]) -> Done {
    process::show(Command::new(project::root().join("tools/install-packages")).args(packages))
        .map_err(|_| format!("these packages are needed: {}", packages.join(" ")))
}

/// A package that apt would install, and its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version, as Debian writes it.
    pub version: String,
}

/// Debian's package lists, fresh and in a folder of ours, so that an ordinary user can refresh them.
#[derive(Debug)]
pub struct Lists {
    folder: PathBuf,
}

impl Lists {
    /// Fetches the lists into a folder.
    ///
    /// # Errors
    ///
    /// This is not Debian, or the lists cannot be fetched.
    pub fn fetch(folder: &Path) -> Done<Self> {
        if !process::works(Command::new("apt-get").arg("--version")) {
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

    /// Returns all packages that are not installed and that these need, themselves among them.
    ///
    /// # Errors
    ///
    /// Debian does not have them.
    pub fn missing(&self, packages: &[&str]) -> Done<Vec<Package>> {
        let mut ask = self.apt();
        ask.args(["--simulate", "--no-install-recommends", "install"]).args(packages);
        let answer = process::quiet(&mut ask).map_err(|problem| reason(&problem).to_owned())?;
        Ok(new_packages(&answer.out))
    }

    /// Downloads packages and unpacks them into a folder.
    ///
    /// # Errors
    ///
    /// One cannot be downloaded or unpacked.
    pub fn unpack(&self, packages: &[Package], folder: &Path) -> Done {
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

    /// `apt-get` that reads and writes only our folder, except for what is installed.
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

/// Returns the packages in lines like `Inst NAME (1.0 …)`. One that would only be upgraded has the
/// version it has now in between, `Inst NAME [0.9] (1.0 …)`, and is left out.
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

/// Returns apt's own line about what is wrong.
fn reason(problem: &str) -> &str {
    let line = problem.lines().find_map(|line| line.strip_prefix("E: "));
    line.or_else(|| problem.lines().last()).unwrap_or(problem)
}
