//! Runs every check on this project: `cargo xtask tidy`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match xtask_tidy::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(findings) => {
            eprintln!("{findings}");
            ExitCode::FAILURE
        }
    }
}
