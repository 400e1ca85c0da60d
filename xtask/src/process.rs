//! Running other programs.

use crate::Done;
use std::process::{Command, Output};

/// Runs it with its output in sight.
///
/// # Errors
///
/// It cannot be started, or fails.
pub fn show(command: &mut Command) -> Done {
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", line(command))) }
}

/// Runs it and gives what it printed, which is shown only if it fails.
///
/// # Errors
///
/// It cannot be started, or fails; then with all that it printed.
pub fn quiet(command: &mut Command) -> Done<Printed> {
    let Output { status, stdout, stderr } =
        command.output().map_err(|error| not_started(command, &error))?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let printed = Printed { out: text(stdout), err: text(stderr) };
    if status.success() {
        return Ok(printed);
    }
    Err(format!("{}{}{}: {status}", printed.out, printed.err, line(command)))
}

/// Whether it can be started and succeeds.
#[must_use]
pub fn works(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// What a program printed.
#[derive(Debug)]
pub struct Printed {
    /// To its standard output.
    pub out: String,
    /// To its standard error.
    pub err: String,
}

/// The command as one would type it.
#[must_use]
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn not_started(command: &Command, error: &std::io::Error) -> String {
    format!("{} cannot be started: {error}", line(command))
}
