//! Developer tools from crates.io, compiled once per machine in a fixed version.

use crate::{TaskResult, process, project};
use std::env;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A program that `cargo install` compiles.
#[derive(Clone, Copy, Debug)]
pub struct CargoTool {
    /// Name of the crate and of its program.
    pub name: &'static str,
    /// Version to install.
    pub version: &'static str,
    /// Additional arguments of `cargo install`.
    pub arguments: &'static [&'static str],
}

/// Arguments for a tool that need not be fast: it compiles in a fraction of the time.
pub const UNOPTIMISED: &[&str] = &["--debug", "--config", "profile.dev.debug=false"];

impl CargoTool {
    /// Returns the path of the program, and installs it if this version is missing.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled or does not run.
    pub fn ensure(&self) -> TaskResult<PathBuf> {
        let program = self.folder().join("bin").join(self.name);
        if self.runs(&program) {
            return Ok(program);
        }
        self.install()?;
        let broken = format!("{} was installed, but does not run", self.name);
        if self.runs(&program) { Ok(program) } else { Err(broken) }
    }

    /// Returns the directory of this version, so that versions do not mix.
    fn folder(&self) -> PathBuf {
        cache().join(format!("{}-{}", self.name, self.version))
    }

    fn runs(&self, program: &Path) -> bool {
        // Cargo passes the name of the subcommand as the first argument.
        let subcommand = self.name.trim_start_matches("cargo-");
        let program = program.to_string_lossy();
        let arguments: [&[&str]; 2] = [&["--version"], &[subcommand, "--version"]];
        arguments.iter().any(|it| process::succeeds(project::command(&program).args(*it)))
    }

    fn install(&self) -> TaskResult {
        let Self { name, version, .. } = self;
        println!("compiling {name} {version}, once per machine");
        let start = Instant::now();
        let mut command = project::cargo(&["install", "--locked", "--force"]);
        command.args(self.arguments).arg("--root").arg(self.folder());
        // Build in a temporary directory, which cargo removes afterwards.
        command.env_remove("CARGO_TARGET_DIR").arg(format!("{name}@{version}"));
        process::quiet(&mut command)?;
        println!("compiled {name} in {:.0} s", start.elapsed().as_secs_f64());
        Ok(())
    }
}

/// Returns the directory of the tools: in the user's cache, or below `target` without a home.
fn cache() -> PathBuf {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    cache.or_else(home).unwrap_or_else(project::target_dir).join("orrery/tools")
}
