//! The project's commands: `cargo xtask test`.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let steps: [&[&str]; 3] = [
        &["fmt", "--check"],
        &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"],
        &["test", "--workspace"],
    ];
    for step in steps {
        let status = Command::new("cargo").args(step).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("failed: cargo {}", step.join(" "));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
