//! Release packages: a Debian package, an archive, an SBOM and checksums in `target/dist/packages`.
//!
//! Timestamps inside the packages are those of the commit, so the same commit and toolchain give the
//! same files.

mod licences;
mod sbom;
mod stage;
mod trial;

pub use licences::{Component, document, is_licence};
pub use sbom::{Program, cyclonedx, npm_components, reachable};
pub use stage::{man_pages, packaged_unit};
pub use trial::{exec_start, unit_environment};

use crate::cargo_tool::CargoTool;
use crate::wasm::Build;
use crate::{TaskResult, process, project, web};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROFILE: &str = "dist";
/// Minor number of glibc in Debian 12, the oldest release on which the packages run.
const MAX_GLIBC: u32 = 36;
/// The version of cargo-deb that `[package.metadata.deb]` is written for.
const CARGO_DEB: CargoTool = CargoTool { name: "cargo-deb", version: "3.8.0", arguments: &[] };

/// Builds with the `dist` profile and packs the result.
///
/// # Errors
///
/// If something does not build, cannot be packed, or a library crate is not fit for publication.
pub fn run() -> TaskResult {
    check_crates()?;
    build_client()?;
    process::show(&mut project::cargo(&["build", "--profile", PROFILE, "--package", "orrery"]))?;
    pack()
}

/// Packages and compiles the library crates as for crates.io, without uploading them.
fn check_crates() -> TaskResult {
    let arguments = ["publish", "--workspace", "--dry-run", "--allow-dirty", "--quiet"];
    process::show(&mut project::cargo(&arguments))
}

/// Builds the client that the binary embeds, with its WASM module.
fn build_client() -> TaskResult {
    web::build(Build::Dist)
}

/// Packs the existing binary of the `dist` profile without building it.
///
/// # Errors
///
/// If there is no such binary, or it cannot be packed.
pub fn pack() -> TaskResult {
    let release = Release::read()?;
    check_glibc(&release.binary())?;
    stage::run(&release)?;
    licences::run(&release)?;
    let packages = release.packages();
    remove_folder(&packages)?;
    create_folder(&packages)?;
    debian_package(&release, &packages, &release.version)?;
    archive(&release)?;
    sbom::run(&release)?;
    checksums(&packages)?;
    println!("dist: packages are in {}", packages.display());
    Ok(())
}

/// Checks that the program runs with the glibc of the oldest supported Debian.
fn check_glibc(binary: &Path) -> TaskResult {
    let mut readelf = Command::new("readelf");
    let printed = process::quiet(readelf.args(["--version-info", "--wide"]).arg(binary))?.out;
    match newest_glibc(&printed) {
        Some(minor) if minor > MAX_GLIBC => Err(format!(
            "the program needs glibc 2.{minor}, but Debian 12 has 2.{MAX_GLIBC}; run cargo xtask dist on Debian 12"
        )),
        _ => Ok(()),
    }
}

/// Returns the minor number of the newest `GLIBC_2.N` in the output of `readelf --version-info`.
#[must_use]
pub fn newest_glibc(printed: &str) -> Option<u32> {
    let names = printed.split_whitespace().filter_map(|word| word.strip_prefix("GLIBC_2."));
    names.filter_map(|number| number.split('.').next()?.parse().ok()).max()
}

/// Installs, upgrades, removes and purges the Debian package in a Debian root.
///
/// The root has the given Debian release, or the host's.
///
/// # Errors
///
/// If there is no package, or it does not behave as docs/INSTALL.md describes.
pub fn test(debian: Option<&str>) -> TaskResult {
    trial::run(&Release::read()?, debian)
}

/// The release to pack: the binary, its version, and the time of the commit.
pub struct Release {
    folder: PathBuf,
    version: String,
    /// Time of the commit, in seconds since 1970.
    commit_time: String,
    /// The target triple.
    target: String,
}

impl Release {
    fn read() -> TaskResult<Self> {
        let folder = project::target_dir().join(PROFILE);
        let binary = folder.join("orrery");
        if !binary.exists() {
            return Err(format!("{} is missing; run: cargo xtask dist", binary.display()));
        }
        let printed = process::quiet(Command::new(&binary).arg("--version"))?.out;
        let version = printed.split_whitespace().nth(1).ok_or("the binary has no version")?;
        let commit_time =
            process::quiet(project::command("git").args(["log", "-1", "--format=%ct"]))?;
        Ok(Self {
            folder,
            version: version.to_owned(),
            commit_time: commit_time.out.trim().to_owned(),
            target: host_target()?,
        })
    }

    fn binary(&self) -> PathBuf {
        self.folder.join("orrery")
    }

    /// Returns the directory of staged files.
    fn stage(&self) -> PathBuf {
        self.folder.join("package")
    }

    /// Returns the directory of finished packages.
    fn packages(&self) -> PathBuf {
        self.folder.join("packages")
    }

    /// Returns the prefix of the file names.
    fn name(&self) -> String {
        format!("orrery-{}-{}", self.version, self.target)
    }
}

/// Returns the target triple of the toolchain.
fn host_target() -> TaskResult<String> {
    let printed = process::quiet(project::command("rustc").arg("-vV"))?.out;
    let host = printed.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}

/// Writes a Debian package of this version into a directory.
fn debian_package(release: &Release, folder: &Path, version: &str) -> TaskResult {
    let mut deb = Command::new(CARGO_DEB.ensure()?);
    deb.current_dir(project::root()).env("CARGO_TARGET_DIR", project::target_dir());
    deb.args([
        "deb",
        "--no-build",
        "--no-strip",
        "--quiet",
        "--package",
        "orrery",
        "--profile",
        PROFILE,
    ]);
    deb.args(["--deb-version", &format!("{version}-1"), "--output"]).arg(folder);
    process::quiet(deb.env("SOURCE_DATE_EPOCH", &release.commit_time)).map(drop)
}

/// Writes the archive: the staged files and the binary, in one directory.
fn archive(release: &Release) -> TaskResult {
    let (name, unpacked) = (release.name(), release.folder.join("archive"));
    let file = release.packages().join(format!("{name}.tar.gz"));
    remove_folder(&unpacked)?;
    stage::copy_archive_content(release, &unpacked.join(&name))?;
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]);
    tar.arg(format!("--mtime=@{}", release.commit_time)).arg("--use-compress-program=gzip -9n");
    process::quiet(tar.arg("-C").arg(&unpacked).arg("-cf").arg(file).arg(name))?;
    remove_folder(&unpacked)
}

/// Writes `SHA256SUMS` of all files in a directory.
fn checksums(folder: &Path) -> TaskResult {
    let mut names: Vec<_> = entries(folder)?.iter().filter_map(|it| name_of(it)).collect();
    names.sort();
    let sums = process::quiet(Command::new("sha256sum").current_dir(folder).args(names))?;
    write(&folder.join("SHA256SUMS"), &sums.out)
}

fn name_of(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}

fn entries(folder: &Path) -> TaskResult<Vec<PathBuf>> {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(read.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

fn create_folder(folder: &Path) -> TaskResult {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot create {}: {error}", folder.display()))
}

fn remove_folder(folder: &Path) -> TaskResult {
    match fs::remove_dir_all(folder) {
        Err(error) if folder.exists() => {
            Err(format!("cannot remove {}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

fn remove_file(file: &Path) -> TaskResult {
    fs::remove_file(file).map_err(|error| format!("cannot remove {}: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> TaskResult {
    fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

fn read(file: &Path) -> TaskResult<String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

fn copy(from: &Path, to: &Path) -> TaskResult {
    let copied = fs::copy(from, to).map(drop);
    copied.map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}
