//! Builds the wheel of the Python package and tests it.
//!
//! The tests run in virtual environments below `target`, on the oldest and the newest Python of the
//! machine. The newest one also runs the tests that need large packages: types, examples and adapters.

use crate::{TaskResult, process, project};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

/// The oldest supported minor version of Python 3.
const OLDEST_MINOR: u32 = 11;
/// The newest minor version of Python 3 to look for.
const NEWEST_MINOR: u32 = 19;
/// The program that builds wheels.
const MATURIN: &str = "maturin==1.16.0";

/// An installed Python.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Interpreter {
    /// The minor version, such as 11.
    pub minor: u32,
    /// The path of its executable.
    pub path: PathBuf,
}

/// Builds the wheel and runs all tests of the package.
///
/// There is one environment for the oldest Python and one for the newest. Their packages are
/// installed while the wheel compiles, and both environments are tested at the same time.
///
/// # Errors
///
/// If there is no suitable Python, something cannot be installed, or a test fails.
pub fn run() -> TaskResult {
    let (oldest, newest) = interpreters()?;
    let program = project::build_binary()?;
    let tests = package().join("tests");
    let ((old, new), wheel) = in_parallel(
        || {
            let old = environment(&oldest, &["requirements.txt"]);
            let new = environment(&newest, &["requirements.txt", "requirements-all.txt"]);
            Ok((old?, new?))
        },
        || build(&oldest, "dev"),
    )?;
    let test_old = || {
        add_wheel(&old, &wheel)?;
        test(&old, &program, &[&tests.join("core")])
    };
    let test_new = || {
        add_wheel(&new, &wheel)?;
        check_types(&new)?;
        test(&new, &program, &[&tests])
    };
    in_parallel(test_old, test_new).map(drop)
}

/// Runs two functions in parallel; if both fail, returns the error of the first function.
fn in_parallel<A: Send, B>(
    first: impl FnOnce() -> TaskResult<A> + Send,
    second: impl FnOnce() -> TaskResult<B>,
) -> TaskResult<(A, B)> {
    thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        Ok((first.join().map_err(|_| "a thread panicked")??, second?))
    })
}

/// Measures the package; `docs/PYTHON.md` lists the figures.
///
/// # Errors
///
/// If the wheel cannot be built or a figure is below its limit.
pub fn bench() -> TaskResult {
    let (_, newest) = interpreters()?;
    let wheel = build(&newest, "dist")?;
    let lists = ["requirements.txt", "requirements-all.txt", "requirements-bench.txt"];
    let environment = environment(&newest, &lists)?;
    add_wheel(&environment, &wheel)?;
    let mut native = project::cargo(&[
        "build",
        "--profile",
        "dist",
        "-p",
        "orrery-batch",
        "--example",
        "native",
    ]);
    process::quiet(&mut native)?;
    let native = project::target_dir().join("dist/examples/native");
    let script = package().join("bench/bench.py");
    process::show(Command::new(python_of(&environment)).arg(script).arg(native))
}

fn package() -> PathBuf {
    project::root().join("crates/python")
}

fn folder() -> PathBuf {
    project::target_dir().join("wheel")
}

/// Returns the oldest and the newest suitable Python; both are the same if there is only one.
fn interpreters() -> TaskResult<(Interpreter, Interpreter)> {
    let mut found: Vec<Interpreter> =
        candidates().into_iter().filter_map(|path| suitable(&path)).collect();
    found.sort();
    match (found.first(), found.last()) {
        (Some(oldest), Some(newest)) => {
            println!("python: tests on 3.{} and 3.{}", oldest.minor, newest.minor);
            Ok((oldest.clone(), newest.clone()))
        }
        _ => Err(format!("no Python from 3.{OLDEST_MINOR} on with venv; install python3-venv")),
    }
}

/// Returns the programs that may be a suitable Python, from the system and from pyenv.
fn candidates() -> Vec<PathBuf> {
    let named =
        (OLDEST_MINOR..=NEWEST_MINOR).map(|minor| PathBuf::from(format!("python3.{minor}")));
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv"));
    let versions = root.or_else(home).map(|root| root.join("versions"));
    let pyenv = versions.and_then(|folder| project::entries(&folder).ok()).unwrap_or_default();
    let pyenv = pyenv.into_iter().map(|version| version.join("bin/python3"));
    named.chain([PathBuf::from("python3")]).chain(pyenv).collect()
}

/// Returns the interpreter at a path, if its version is supported and it can create environments.
fn suitable(program: &Path) -> Option<Interpreter> {
    let script = "import sys, venv, ensurepip; print(sys.version_info[1], sys.executable)";
    let printed = process::quiet(Command::new(program).args(["-c", script])).ok()?;
    parse_interpreter(&printed.out)
}

/// Parses the minor version and the path of an interpreter.
#[must_use]
pub fn parse_interpreter(printed: &str) -> Option<Interpreter> {
    let (minor, path) = printed.trim().split_once(' ')?;
    let minor = minor.parse().ok().filter(|minor| (OLDEST_MINOR..=NEWEST_MINOR).contains(minor))?;
    Some(Interpreter { minor, path: PathBuf::from(path) })
}

/// Builds the wheel and returns its path.
fn build(python: &Interpreter, profile: &str) -> TaskResult<PathBuf> {
    let tools = folder().join("tools");
    let maturin = tools.join("bin/maturin");
    let wanted = MATURIN.replace("==", " ");
    let is_current = |program: &Path| {
        let printed = process::quiet(Command::new(program).arg("--version"));
        printed.is_ok_and(|printed| printed.out.trim() == wanted)
    };
    if !is_current(&maturin) {
        println!("python: installing {MATURIN}");
        create_environment(&python.path, &tools)?;
        install(&tools, &[MATURIN])?;
    }
    let wheels = folder().join(profile);
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = project::command(&maturin.to_string_lossy());
    build.args(["build", "--quiet", "--locked", "--profile", profile, "--manifest-path"]);
    build.arg(package().join("Cargo.toml")).arg("--interpreter").arg(&python.path);
    // A separate build directory, because other steps hold the lock of the common one.
    build.arg("--target-dir").arg(folder().join("build")).arg("--out").arg(&wheels);
    process::quiet(&mut build)?;
    let wheel = project::entries(&wheels)?.into_iter().next();
    wheel.ok_or_else(|| "maturin built no wheel".to_owned())
}

/// Returns the folder of an environment that contains these requirements.
fn environment(python: &Interpreter, lists: &[&str]) -> TaskResult<PathBuf> {
    let folder = folder().join(format!("python-3.{}-{}", python.minor, lists.len()));
    let stamp = folder.join("requirements");
    let lists: Vec<PathBuf> = lists.iter().map(|list| package().join(list)).collect();
    let read = |list: &PathBuf| {
        std::fs::read_to_string(list).map_err(|error| project::failed(list, error))
    };
    let wanted = lists.iter().map(read).collect::<TaskResult<String>>()?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(folder);
    }
    println!("python: setting up an environment for 3.{}", python.minor);
    let _ = std::fs::remove_dir_all(&folder);
    create_environment(&python.path, &folder)?;
    let lists: Vec<_> = lists.iter().map(|list| list.to_string_lossy()).collect();
    install(&folder, &lists.iter().flat_map(|list| ["-r", list]).collect::<Vec<_>>())?;
    std::fs::write(&stamp, wanted).map_err(|error| project::failed(&stamp, error))?;
    Ok(folder)
}

/// Installs the wheel into an environment, and replaces an earlier version.
fn add_wheel(environment: &Path, wheel: &Path) -> TaskResult {
    let wheel = wheel.to_string_lossy();
    install(environment, &["--force-reinstall", "--no-deps", &wheel])
}

fn python_of(environment: &Path) -> PathBuf {
    environment.join("bin/python")
}

fn create_environment(python: &Path, folder: &Path) -> TaskResult {
    process::quiet(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder)).map(drop)
}

fn install(environment: &Path, arguments: &[&str]) -> TaskResult {
    let mut pip = Command::new(python_of(environment));
    // Python compiles modules at import; compiling all packages here takes longer than the tests.
    let options = ["install", "--quiet", "--disable-pip-version-check", "--no-compile"];
    pip.args(["-m", "pip"]).args(options).args(arguments);
    process::quiet(&mut pip).map(drop)
}

/// Checks the Python modules and the stubs of the native module.
fn check_types(environment: &Path) -> TaskResult {
    let mypy = |arguments: &[&str]| {
        let mut check = python(environment);
        check.env("MYPY_CACHE_DIR", folder().join("mypy")).arg("-m").args(arguments);
        process::quiet(&mut check).map(drop)
    };
    mypy(&["mypy", "--strict", "--package", "orrery"])?;
    mypy(&["mypy.stubtest", "orrery._orrery", "--ignore-disjoint-bases"])
}

fn test(environment: &Path, program: &Path, folders: &[&Path]) -> TaskResult {
    let mut pytest = python(environment);
    pytest.args(["-m", "pytest", "-q", "--durations=5", "-p", "no:cacheprovider"]).args(folders);
    let printed = process::quiet(pytest.env("ORRERY_PROGRAM", program))?;
    println!("python: {}\n{}", environment.display(), printed.out.trim());
    Ok(())
}

/// Returns a Python command that runs in the folder of the tests.
///
/// The configuration of the tests applies there, and imports find the wheel, not the sources.
fn python(environment: &Path) -> Command {
    let mut python = Command::new(python_of(environment));
    python.current_dir(package().join("tests"));
    // Keeps compiled modules outside the environment and the sources, so that the next run uses them.
    python.env("PYTHONPYCACHEPREFIX", folder().join("pycache"));
    python
}
