//! The steps of a case: commands and their conditions for success.

use super::{Case, Step, User, row};
use crate::TaskResult;
use crate::chroot::{CommandResult, ROOT, Root, RunningCommand, folder};
use crate::http::LocalClient;
use std::process::Command;
use std::time::Duration;

/// Generous time limit for a step.
const STEP_TIMEOUT: Duration = Duration::from_secs(90 * 60);
/// Answers yes to all questions of `apt-get install`.
const YES: &str = "yes | ";

impl Step {
    /// Returns the command line.
    fn line(self) -> &'static str {
        match self {
            Self::Start => "./orrery",
            Self::Demo => "./orrery demo",
            Self::Test => "./test quick",
        }
    }
}

/// Runs a step, and returns whether it succeeded.
///
/// If the step asks an ordinary user to install packages, the superuser installs them, and the step
/// runs again.
pub(super) fn run(root: &Root, case: Case, step: Step) -> bool {
    let attempt = |again: &str| {
        let name = format!("{}{again}", step.name());
        try_step(root, case, step, &name).map_err(|problem| println!("{problem}"))
    };
    let Ok((ended, result)) = attempt("") else {
        return row(case, step.line(), Err("cannot be started"), None);
    };
    let requested = install_command(&ended.output).filter(|_| case.user == User::Ordinary);
    let Some(command) = requested.filter(|_| result.is_err()) else {
        return row(case, step.line(), result, Some(&ended));
    };
    let title = format!("{} asks for packages", step.line());
    if !row(case, &title, Ok(()), Some(&ended)) || !install(root, case, step, &command) {
        return false;
    }
    let again = attempt(" again");
    again.is_ok_and(|(ended, result)| row(case, step.line(), result, Some(&ended)))
}

/// Runs a step once.
fn try_step(
    root: &Root,
    case: Case,
    step: Step,
    name: &str,
) -> TaskResult<(CommandResult, Result<(), &'static str>)> {
    let mut command = shell(root, case, step.line());
    if step != Step::Start {
        let ended = RunningCommand::start(command, &log_path(case, name))?.wait(STEP_TIMEOUT);
        let result = outcome(&ended);
        return Ok((ended, result));
    }
    let client = LocalClient::on_free_port()?;
    command.env("ORRERY_LISTEN", format!("127.0.0.1:{}", client.port));
    let mut running = RunningCommand::start(command, &log_path(case, name))?;
    let is_served =
        running.wait_until(STEP_TIMEOUT, || client.has("/readyz") && serves_page(&client));
    let ended = if is_served { running.interrupt() } else { running.wait(Duration::ZERO) };
    let result = if is_served { outcome(&ended) } else { Err("no page") };
    Ok((ended, result))
}

/// Returns a command that runs a line in the clone, as the user of the case.
fn shell(root: &Root, case: Case, line: &str) -> Command {
    let account = case.user.account();
    let mut command = root.command(account, "/bin/bash");
    command.args(["-c", &format!("cd {}/orrery && exec {line}", account.home)]);
    command
}

fn outcome(ended: &CommandResult) -> Result<(), &'static str> {
    match ended.status {
        None => Err("time limit"),
        Some(status) if !status.success() => Err("exit status"),
        Some(_) => Ok(()),
    }
}

/// Returns whether the start page and its script load.
fn serves_page(client: &LocalClient) -> bool {
    let Ok(page) = client.send("GET", "/", None) else { return false };
    let script = script_path(&page.body);
    page.status == 200 && script.is_some_and(|path| client.has(&path))
}

/// Returns the path of the first script of a page.
#[must_use]
pub fn script_path(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("<script")?;
    let (_, rest) = rest.split_once("src=\"")?;
    let (path, _) = rest.split_once('"')?;
    Some(format!("/{}", path.trim_start_matches('.').trim_start_matches('/')))
}

/// Returns the command that installs packages, if the output is a single line that contains it.
#[must_use]
pub fn install_command(output: &str) -> Option<String> {
    let mut lines = output.lines().filter(|line| !line.trim().is_empty());
    let (line, None) = (lines.next()?, lines.next()) else { return None };
    let command = &line[line.find("apt-get")?..];
    Some(command.replace("sudo ", "").trim_end_matches([')', '`', '.', '"', '\'']).to_owned())
}

/// Runs the command that a step requested, as the superuser.
fn install(root: &Root, case: Case, step: Step, line: &str) -> bool {
    let mut command = root.command(ROOT, "/bin/bash");
    command.args(["-c", &format!("{YES}({line})")]).env("DEBIAN_FRONTEND", "noninteractive");
    let running =
        RunningCommand::start(command, &log_path(case, &format!("{} packages", step.name())));
    let Ok(ended) = running.map(|running| running.wait(STEP_TIMEOUT)) else {
        return row(case, line, Err("cannot be started"), None);
    };
    row(case, line, outcome(&ended), Some(&ended))
}

fn log_path(case: Case, step: &str) -> std::path::PathBuf {
    let name = [case.release, case.user.name(), case.lists.name(), step].join("-");
    folder().join("logs").join(format!("{}.log", name.replace(' ', "-")))
}
