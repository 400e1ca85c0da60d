//! A simulated machine whose programs are shell scripts.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use xtask::project;

/// Programs that every Debian has.
const STANDARD_PROGRAMS: [&str; 19] = [
    "bash", "basename", "cat", "chmod", "cp", "cut", "date", "dirname", "env", "grep", "head",
    "ls", "mkdir", "rm", "sed", "sh", "sort", "tail", "touch",
];

/// A machine with only the standard programs, and a log of the calls of `apt-get`.
pub(crate) struct Machine {
    folder: TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let machine = Self { folder: tempfile::tempdir().expect("a folder") };
        std::fs::create_dir(machine.path("bin")).expect("a folder");
        for name in STANDARD_PROGRAMS {
            let real = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(name));
            let real = real.into_iter().find(|path| path.exists());
            let real = real.unwrap_or_else(|| panic!("{name} is not on this machine"));
            symlink(real, machine.path("bin").join(name)).expect("a link");
        }
        machine
    }

    /// Creates a machine with a recent Rust and a C compiler.
    pub(crate) fn with_rust() -> Self {
        Self::new()
            .program("cargo", "")
            .program("rustc", "echo 'rustc 1.99.0 (abc 2026-01-01)'")
            .program("cc", "")
            .program("c++", "")
    }

    /// Creates a machine with everything that `./orrery` and `./test` need.
    pub(crate) fn complete() -> Self {
        let programs = ["npm", "python3", "postgres", "nats-server", "strace", "ip", "chromium"];
        programs.iter().fold(Self::with_rust(), |machine, name| machine.program(name, ""))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Adds a program; `$MACHINE` is the machine's folder.
    pub(crate) fn program(self, name: &str, script: &str) -> Self {
        let file = self.path("bin").join(name);
        std::fs::write(&file, format!("#!/bin/bash\n{script}\n")).expect("a file");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&file, executable).expect("a file that can be run");
        self
    }

    pub(crate) fn without(self, name: &str) -> Self {
        std::fs::remove_file(self.path("bin").join(name)).expect("it was there");
        self
    }

    /// Adds an `apt-get` that logs its arguments and then runs this script.
    pub(crate) fn apt(self, script: &str) -> Self {
        let log = r#"echo "$*" >> "$MACHINE/apt-calls""#;
        self.program("apt-get", &format!("{log}\n{script}"))
    }

    pub(crate) fn user(self, id: u32) -> Self {
        self.program("id", &format!("echo {id}"))
    }

    /// Runs a program of the project on this machine.
    pub(crate) fn run(&self, program: &Path, arguments: &[&str]) -> Output {
        self.command(program, arguments).output().expect("it runs")
    }

    pub(crate) fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments);
        for name in ["CHROMIUM", "ORRERY_FIRST_START", "ORRERY_NO_INSTALL"] {
            command.env_remove(name);
        }
        command.env("PATH", self.path("bin")).env("MACHINE", self.folder.path());
        command.env("CARGO_TARGET_DIR", self.path("target"));
        command
    }

    /// Returns the calls of `apt-get`, one per line.
    pub(crate) fn apt_calls(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.path("apt-calls")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }
}

/// Returns the path of a script in `tools`.
pub(crate) fn tool(name: &str) -> PathBuf {
    project::root().join("tools").join(name)
}

/// Returns the only line that a failed program printed.
#[track_caller]
pub(crate) fn only_line(output: &Output) -> String {
    assert!(!output.status.success(), "the program succeeded");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "not a single line: {text}");
    text.trim().to_owned()
}
