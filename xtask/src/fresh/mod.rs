//! Tests `./orrery`, `./orrery demo` and `./test quick` on fresh Debian machines.
//!
//! The machines are Debian root file systems with nothing but the Rust toolchain. The steps run as the
//! superuser and as an ordinary user, who cannot install packages. If a step of the ordinary user needs
//! packages, it must print one line with the command that installs them. The superuser then runs that
//! command, and the step runs again.

mod cases;
mod steps;

pub use cases::{Case, ListState, Plan, Step, User, plan};
pub use steps::{install_command, script_path};

use crate::chroot::sources::Archives;
use crate::chroot::{Account, CommandResult, ROOT, Root, folder, prepare};
use crate::{TaskResult, process, project};
use std::fs;
use std::process::Command;

const PLAYER: Account = Account { name: "player", home: "/home/player" };
/// Number of log lines to show when a step fails.
const SHOWN_LINES: usize = 25;

impl User {
    fn account(self) -> Account {
        match self {
            Self::Root => ROOT,
            Self::Ordinary => PLAYER,
        }
    }
}

/// Runs the selected cases and prints a row per step.
///
/// # Errors
///
/// If a step fails, a word is unknown, or roots cannot be created here.
pub fn run(words: &[&str]) -> TaskResult {
    let plan = plan(words)?;
    prepare()?;
    warn_of_changes()?;
    let logs = folder().join("logs");
    fs::create_dir_all(&logs).map_err(|error| format!("{}: {error}", logs.display()))?;
    println!("| release | user | lists | step | result | wall time | CPU time |");
    println!("|---|---|---|---|---|---|---|");
    let failed: usize = plan.cases.iter().map(|case| run_case(*case, &plan.steps)).sum();
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} steps failed; their output is in {}", logs.display())),
    }
}

/// Warns about uncommitted changes, which the roots do not get.
fn warn_of_changes() -> TaskResult {
    let status = process::quiet(project::command("git").args(["status", "--porcelain"]))?.out;
    if !status.is_empty() {
        println!("fresh: testing the last commit without {} changed files", status.lines().count());
    }
    Ok(())
}

/// Runs the steps of a case in its own root; returns how many failed.
fn run_case(case: Case, steps: &[Step]) -> usize {
    let root = match create_machine(case) {
        Ok(root) => root,
        Err(problem) => {
            println!("{problem}");
            return usize::from(!row(case, "create the root", Err("failed"), None));
        }
    };
    let failed = steps.iter().filter(|step| !steps::run(&root, case, **step));
    failed.count()
}

/// Creates the root of a case with a clone of this project.
fn create_machine(case: Case) -> TaskResult<Root> {
    let mut root = Root::create(case.release)?;
    root.add_rust()?;
    let account = case.user.account();
    if case.user == User::Ordinary {
        root.add_user(account)?;
    }
    root.add_settings(account)?;
    if case.lists == ListState::Outdated {
        fetch_outdated_lists(&root)?;
    }
    clone(&root, account)?;
    Ok(root)
}

/// Fetches the package lists of the release as it was published, without later updates.
fn fetch_outdated_lists(root: &Root) -> TaskResult {
    root.set_archives(Archives::Published)?;
    process::quiet(root.command(ROOT, "apt-get").args(["-qq", "update"]))?;
    root.set_archives(Archives::All)
}

fn clone(root: &Root, account: Account) -> TaskResult {
    let inside = format!("{}/orrery", account.home);
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--no-hardlinks"]).arg(project::root());
    process::quiet(clone.arg(root.host_path(&inside)))?;
    root.change_owner(account, &inside)
}

/// Prints a row of the table; returns whether the step succeeded.
fn row(case: Case, step: &str, result: Result<(), &str>, cost: Option<&CommandResult>) -> bool {
    let (wall, cpu) = cost.map_or((0.0, 0.0), |ended| (ended.wall, ended.cpu));
    let (user, lists) = (case.user.name(), case.lists.name());
    let result_text = result.err().map_or("ok".to_owned(), |problem| format!("FAILED: {problem}"));
    println!(
        "| {} | {user} | {lists} | {step} | {result_text} | {wall:.0} s | {cpu:.0} s |",
        case.release
    );
    if let (Err(_), Some(ended)) = (result, cost) {
        let lines: Vec<&str> = ended.output.lines().collect();
        println!("{}", lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n"));
    }
    result.is_ok()
}
