//! `./orrery`: builds what has changed, announces the stages, and runs the program.

use crate::wasm::{self, Build};
use crate::{TaskResult, process, project, web};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Commands that compute for a long time. They use an optimised build, which compiles more slowly.
const LONG_COMMANDS: [&str; 7] =
    ["arena", "bench", "calibrate", "load", "puzzles", "simulate", "train"];
/// Arguments that configure a cluster, directly or in a settings file.
const CLUSTER_ARGUMENTS: [&str; 3] = ["--store", "--bus", "--config"];
/// Environment variables that configure a cluster.
const CLUSTER_VARIABLES: [&str; 3] = ["ORRERY_STORE", "ORRERY_BUS", "ORRERY_CONFIG"];
/// Commands that need the server; `./orrery` without a command starts it as well.
const SERVER_COMMANDS: [&str; 4] = ["serve", "backup", "restore", "check"];
/// Commands that need the terminal client.
const TERMINAL_COMMANDS: [&str; 2] = ["play", "watch"];
/// Commands that every build has.
const CORE_COMMANDS: [&str; 7] = ["demo", "deck", "perft", "replay", "rules", "stdio", "verify"];
/// Free space, in MB, below which a full disk explains a failed build.
const FULL_DISK_MEGABYTES: u64 = 50;
/// Variable with the time of a first start, in seconds since 1970; `./orrery` sets it.
const FIRST_START: &str = "ORRERY_FIRST_START";
/// Stages that `./orrery` itself announces at a first start.
const SCRIPT_STAGES: [&str; 3] = ["install packages", "download crates", "build xtask"];

/// Builds the parts that these arguments need, and replaces this process with the program.
///
/// # Errors
///
/// If something does not build; the text says what to do.
pub fn run(arguments: &[&str]) -> TaskResult {
    let plan = Plan::of(arguments).in_environment();
    build(&plan).map_err(|problem| {
        let target = project::target_dir();
        format!("orrery: {}", explain_failure(&problem, &target, free_space(&target)))
    })?;
    Err(become_program(&plan.program(), arguments))
}

/// The parts to build for a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The profile in `Cargo.toml`.
    pub profile: &'static str,
    /// Whether the web client is needed.
    pub page: bool,
    /// Features of the program.
    pub features: Features,
}

/// The features of the program that a start needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// All features.
    All,
    /// The server, without a cluster and without long computations.
    Serve,
    /// The terminal client, which is ready in less time than the server.
    Play,
    /// No optional feature.
    Core,
}

impl Features {
    /// Returns the features for a command; commands that are not listed may need any of them.
    fn of(command: Option<&str>) -> Self {
        let Some(command) = command else { return Self::Serve };
        let kinds: [(&[&str], Self); 3] = [
            (&SERVER_COMMANDS, Self::Serve),
            (&TERMINAL_COMMANDS, Self::Play),
            (&CORE_COMMANDS, Self::Core),
        ];
        let found = kinds.iter().find(|(commands, _)| commands.contains(&command));
        found.map_or(Self::All, |(_, features)| *features)
    }

    /// Returns the arguments of `cargo build`.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::All => &[],
            Self::Serve => &["--no-default-features", "--features", "serve"],
            Self::Play => &["--no-default-features", "--features", "play"],
            Self::Core => &["--no-default-features"],
        }
    }
}

impl Plan {
    /// Returns the plan for these arguments of `./orrery`.
    #[must_use]
    pub fn of(arguments: &[&str]) -> Self {
        let command = arguments.first().copied();
        let is_long = command.is_some_and(|it| LONG_COMMANDS.contains(&it));
        let is_help = arguments.iter().any(|it| ["--help", "-h"].contains(it));
        let profile = if is_long && !is_help { "dist" } else { "dev" };
        let page = command.is_none_or(|it| it == "serve") && !is_help;
        let is_puzzle =
            command == Some("verify") && arguments.iter().any(|it| it.ends_with(".txt"));
        let is_full = is_help || is_puzzle || arguments.iter().any(|it| asks_for_cluster(it));
        let features = if is_full { Features::All } else { Features::of(command) };
        Self { profile, page, features }
    }

    /// Returns the same plan with the features that the environment asks for.
    ///
    /// A checkout with a built page also has a built server. That build includes every core command,
    /// so no other build is needed.
    fn in_environment(self) -> Self {
        let is_cluster = CLUSTER_VARIABLES.iter().any(|name| std::env::var_os(name).is_some());
        let features = match self.features {
            _ if is_cluster => Features::All,
            Features::Core if has_page() => Features::Serve,
            features => features,
        };
        Self { features, ..self }
    }

    fn program(&self) -> PathBuf {
        let folder = if self.profile == "dev" { "debug" } else { self.profile };
        project::target_dir().join(folder).join("orrery")
    }

    /// Returns whether a part is built for the first time, so that the stages are announced.
    fn is_first(&self) -> bool {
        !self.program().exists() || (self.page && !has_page())
    }
}

/// Returns whether the page was built before.
fn has_page() -> bool {
    web::folder().join("dist/index.html").exists()
}

fn asks_for_cluster(argument: &str) -> bool {
    let name = argument.split('=').next().unwrap_or(argument);
    CLUSTER_ARGUMENTS.contains(&name)
}

fn build(plan: &Plan) -> TaskResult {
    let mut stages = Stages::new(plan);
    stages.begin();
    // Download for the page while the program is compiled.
    let page = plan.page.then(|| thread::spawn(fetch_for_page));
    build_program(plan)?;
    let Some(page) = page else { return Ok(()) };
    stages.begin();
    page.join().map_err(|_| "the download of the page's dependencies panicked")??;
    wasm::run(Build::Checkout)?;
    stages.begin();
    web::build(Build::Checkout)
}

fn fetch_for_page() -> TaskResult {
    web::ensure_packages()?;
    wasm::ensure_compiler()
}

fn build_program(plan: &Plan) -> TaskResult {
    let mut cargo = project::cargo_build();
    cargo.args(["--package", "orrery", "--profile", plan.profile]);
    cargo.args(plan.features.arguments());
    process::show_as("the build", &mut cargo)
}

/// Returns the message for a failed build; a full disk takes precedence.
#[must_use]
pub fn explain_failure(problem: &str, target: &Path, free: Option<u64>) -> String {
    match free {
        Some(free) if free < FULL_DISK_MEGABYTES => format!(
            "the disk is full: {free} MB are free in {}; free some space, or set CARGO_TARGET_DIR to a \
             directory on another disk",
            target.display()
        ),
        _ => problem.to_owned(),
    }
}

/// Returns the free space of the disk that holds a directory, in MB, if `df` reports it.
fn free_space(folder: &Path) -> Option<u64> {
    let folder = folder.ancestors().find(|it| it.exists())?;
    let printed = process::quiet(Command::new("df").args(["-Pm"]).arg(folder)).ok()?;
    free_megabytes(&printed.out)
}

/// Returns the free space from the output of `df -Pm`.
#[must_use]
pub fn free_megabytes(printed: &str) -> Option<u64> {
    printed.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}

/// The stages of a start; `shown` is true if they are announced.
struct Stages {
    names: Vec<&'static str>,
    begun: usize,
    start: SystemTime,
    shown: bool,
}

impl Stages {
    fn new(plan: &Plan) -> Self {
        let first_start = first_start();
        let mut names = Vec::new();
        if first_start.is_some() {
            names.extend(SCRIPT_STAGES);
        }
        let begun = names.len();
        names.push("build the program");
        if plan.page {
            names.extend(["build the engine for the browser", "build the page"]);
        }
        let shown = first_start.is_some() || plan.is_first();
        Self { names, begun, start: first_start.unwrap_or_else(SystemTime::now), shown }
    }

    fn begin(&mut self) {
        if self.shown {
            let elapsed = self.start.elapsed().unwrap_or_default();
            eprintln!("{}", announcement(&self.names, self.begun, elapsed));
        }
        self.begun += 1;
    }
}

/// Returns the time at which `./orrery` began, if this is a first start.
fn first_start() -> Option<SystemTime> {
    let seconds = std::env::var(FIRST_START).ok()?.parse().ok()?;
    Some(UNIX_EPOCH + Duration::from_secs(seconds))
}

/// Returns the line that announces a stage, such as `[2/4] 0:05 build the program; next: …`.
#[must_use]
pub fn announcement(names: &[&str], stage: usize, elapsed: Duration) -> String {
    let (minutes, seconds) = (elapsed.as_secs() / 60, elapsed.as_secs() % 60);
    let (name, next) = (names[stage], names.get(stage + 1).copied().unwrap_or("start"));
    format!("[{}/{}] {minutes}:{seconds:02} {name}; next: {next}", stage + 1, names.len())
}

/// Replaces this process with the program, which then receives signals and the terminal.
#[cfg(unix)]
fn become_program(program: &Path, arguments: &[&str]) -> String {
    use std::os::unix::process::CommandExt;
    let error = Command::new(program).args(arguments).exec();
    format!("cannot run {}: {error}", program.display())
}

#[cfg(not(unix))]
fn become_program(program: &Path, arguments: &[&str]) -> String {
    match Command::new(program).args(arguments).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => format!("cannot run {}: {error}", program.display()),
    }
}
