//! Runs other programs.

use crate::TaskResult;
use std::process::{Command, ExitStatus, Output};

/// Runs a command and passes its output through.
///
/// # Errors
///
/// If the command cannot be started or fails.
pub fn show(command: &mut Command) -> TaskResult {
    let status = status(command)?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", line(command))) }
}

/// Runs a command under a name and passes its output through.
///
/// # Errors
///
/// If the command cannot be started or fails; the error refers to the output.
pub fn show_as(name: &str, command: &mut Command) -> TaskResult {
    let failed = || format!("{name} failed; see the lines above");
    if status(command)?.success() { Ok(()) } else { Err(failed()) }
}

fn status(command: &mut Command) -> TaskResult<ExitStatus> {
    command.status().map_err(|error| not_started(command, &error))
}

/// Runs a command without showing its output, and returns the output.
///
/// # Errors
///
/// If the command cannot be started or fails; the error contains the output.
pub fn quiet(command: &mut Command) -> TaskResult<CommandOutput> {
    let Output { status, stdout, stderr } =
        command.output().map_err(|error| not_started(command, &error))?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let printed = CommandOutput { out: text(stdout), err: text(stderr) };
    if status.success() {
        return Ok(printed);
    }
    Err(format!("{}{}{}: {status}", printed.out, printed.err, line(command)))
}

/// Returns whether a command can be started and succeeds.
#[must_use]
pub fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The output of a program.
#[derive(Debug)]
pub struct CommandOutput {
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

/// Formats a command as a command line.
#[must_use]
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn not_started(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}", line(command))
}
