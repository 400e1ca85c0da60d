//! The files of the packages besides the binary: unit, settings, manual, completions, documents.

use super::{Release, copy, create_folder, entries, name_of, read, remove_folder, write};
use crate::{TaskResult, process, project};
use std::path::Path;
use std::process::Command;

/// Shells and the file names of their completions.
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "orrery.bash"), ("zsh", "_orrery"), ("fish", "orrery.fish")];
/// Documents of the packages: their path in the project and their name in `doc`.
const DOCUMENTS: [(&str, &str); 5] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "changelog"),
    ("docs/INSTALL.md", "INSTALL.md"),
    ("docs/SERVER.md", "SERVER.md"),
    ("docs/OPERATIONS.md", "OPERATIONS.md"),
];
/// Changes of the Debian package to `packaging/orrery.service`.
const UNIT_CHANGES: [(&str, &str); 3] = [
    ("ExecStart=/usr/local/bin/orrery ", "ExecStart=/usr/bin/orrery "),
    ("DynamicUser=yes\n", "User=orrery\nGroup=orrery\n"),
    ("docs/INSTALL.md", "/usr/share/doc/orrery/INSTALL.md"),
];

/// Stages all files for the Debian package.
pub(super) fn run(release: &Release) -> TaskResult {
    let (stage, binary) = (release.stage(), release.binary());
    remove_folder(&stage)?;
    for folder in ["man", "completions", "doc"] {
        create_folder(&stage.join(folder))?;
    }
    let packaging = project::root().join("packaging");
    write(
        &stage.join("orrery.service"),
        &packaged_unit(&read(&packaging.join("orrery.service"))?)?,
    )?;
    copy(&packaging.join("orrery.toml"), &stage.join("orrery.toml"))?;
    for (from, name) in DOCUMENTS {
        copy(&project::root().join(from), &stage.join("doc").join(name))?;
    }
    for (shell, name) in COMPLETIONS {
        let printed = process::quiet(Command::new(&binary).args(["completions", shell]))?;
        write(&stage.join("completions").join(name), &printed.out)?;
    }
    write_pages(&binary, "orrery", &stage.join("man"))?;
    compress(&stage.join("doc/changelog"))
}

/// Writes the manual pages of a command and, recursively, of its subcommands.
fn write_pages(binary: &Path, name: &str, folder: &Path) -> TaskResult {
    let command = name.strip_prefix("orrery-");
    let page = process::quiet(Command::new(binary).arg("man").args(command))?.out;
    let file = folder.join(format!("{name}.1"));
    write(&file, &page)?;
    compress(&file)?;
    man_pages(&page, name).iter().try_for_each(|page| write_pages(binary, page, folder))
}

/// Compresses a file, as Debian requires for manual pages and changelogs.
fn compress(file: &Path) -> TaskResult {
    process::quiet(Command::new("gzip").args(["-9", "--no-name", "--force"]).arg(file)).map(drop)
}

/// Returns the pages of the subcommands that a command's manual page lists, except `help`.
#[must_use]
pub fn man_pages(page: &str, command: &str) -> Vec<String> {
    let names = page.lines().filter_map(|line| line.strip_suffix("(1)"));
    let names = names.map(|name| name.replace("\\-", "-"));
    let prefix = format!("{command}-");
    names.filter(|name| name.starts_with(&prefix) && !name.ends_with("-help")).collect()
}

/// Returns the systemd unit for the Debian package: another path, and the system user `orrery`.
///
/// # Errors
///
/// If a line that the package changes is missing.
pub fn packaged_unit(unit: &str) -> TaskResult<String> {
    UNIT_CHANGES.iter().try_fold(unit.to_owned(), |unit, (from, to)| match unit.contains(from) {
        true => Ok(unit.replacen(from, to, 1)),
        false => Err(format!("packaging/orrery.service has no {}", from.trim())),
    })
}

/// Copies the content of the archive into a directory, with the unit for a manual installation.
pub(super) fn copy_archive_content(release: &Release, folder: &Path) -> TaskResult {
    create_folder(folder)?;
    copy(&release.binary(), &folder.join("orrery"))?;
    copy(&project::root().join("packaging/orrery.service"), &folder.join("orrery.service"))?;
    for file in ["packaging/orrery.toml", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        let from = project::root().join(file);
        copy(&from, &folder.join(name_of(&from).unwrap_or_default()))?;
    }
    for part in ["man", "completions", "doc"] {
        create_folder(&folder.join(part))?;
        for file in entries(&release.stage().join(part))? {
            copy(&file, &folder.join(part).join(name_of(&file).unwrap_or_default()))?;
        }
    }
    // The archive already has the uncompressed CHANGELOG.md.
    super::remove_file(&folder.join("doc/changelog.gz"))
}
