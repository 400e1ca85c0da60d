//! Builds the wheel of the Python package and tests it.
//!
//! The tests run in virtual environments below `target`, on the oldest and the newest Python of the
//! machine. The newest one also runs what needs large packages: types, examples and adapters.

use crate::{TaskResult, process, project};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest supported version of Python 3.
const OLDEST: u32 = 11;
/// The newest version of Python 3 that is looked for.
const NEWEST: u32 = 19;
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
/// # Errors
///
/// If there is no suitable Python, something cannot be installed, or a test fails.
pub fn run() -> TaskResult {
    let (oldest, newest) = interpreters()?;
    let wheel = build(&oldest, "dev")?;
    let program = project::build_binary()?;
    let tests = package().join("tests");
    let old = environment(&oldest, &["requirements.txt"], &wheel)?;
    test(&old, &program, &[&tests.join("core")])?;
    let new = environment(&newest, &["requirements.txt", "requirements-all.txt"], &wheel)?;
    check_types(&new)?;
    test(&new, &program, &[&tests])
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
    let python = environment(&newest, &lists, &wheel)?;
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
    process::show(project::command(&python.to_string_lossy()).arg(script).arg(native))
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
        _ => Err(format!("no Python from 3.{OLDEST} on with venv; install python3-venv")),
    }
}

/// Returns the programs that may be a suitable Python: those of the system and of pyenv.
fn candidates() -> Vec<PathBuf> {
    let named = (OLDEST..=NEWEST).map(|minor| PathBuf::from(format!("python3.{minor}")));
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv"));
    let versions = root.or_else(home).map(|root| root.join("versions"));
    let pyenv = versions.and_then(|folder| project::entries(&folder).ok()).unwrap_or_default();
    let pyenv = pyenv.into_iter().map(|version| version.join("bin/python3"));
    named.chain([PathBuf::from("python3")]).chain(pyenv).collect()
}

/// Returns the interpreter of a program, if its version fits and it can create environments.
fn suitable(program: &Path) -> Option<Interpreter> {
    let script = "import sys, venv, ensurepip; print(sys.version_info[1], sys.executable)";
    let printed = process::quiet(Command::new(program).args(["-c", script])).ok()?;
    parse_interpreter(&printed.out)
}

/// Parses the minor version and the path of an interpreter.
#[must_use]
pub fn parse_interpreter(printed: &str) -> Option<Interpreter> {
    let (minor, path) = printed.trim().split_once(' ')?;
    let minor = minor.parse().ok().filter(|minor| (OLDEST..=NEWEST).contains(minor))?;
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
        create(&python.path, &tools)?;
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

/// Returns the Python of an environment that contains these requirements and the wheel.
fn environment(python: &Interpreter, lists: &[&str], wheel: &Path) -> TaskResult<PathBuf> {
    let folder = folder().join(format!("python-3.{}-{}", python.minor, lists.len()));
    let stamp = folder.join("requirements");
    let lists: Vec<PathBuf> = lists.iter().map(|list| package().join(list)).collect();
    let read = |list: &PathBuf| {
        std::fs::read_to_string(list).map_err(|error| project::failed(list, error))
    };
    let wanted = lists.iter().map(read).collect::<TaskResult<String>>()?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        let wheel = wheel.to_string_lossy();
        install(&folder, &["--force-reinstall", "--no-deps", &wheel])?;
    } else {
        println!("python: setting up an environment for 3.{}", python.minor);
        let _ = std::fs::remove_dir_all(&folder);
        create(&python.path, &folder)?;
        let lists: Vec<_> = lists.iter().map(|list| list.to_string_lossy()).collect();
        let wheel = wheel.to_string_lossy();
        let mut arguments = vec![&*wheel];
        lists.iter().for_each(|list| arguments.extend(["-r", list]));
        install(&folder, &arguments)?;
        std::fs::write(&stamp, wanted).map_err(|error| project::failed(&stamp, error))?;
    }
    Ok(folder.join("bin/python"))
}

fn create(python: &Path, folder: &Path) -> TaskResult {
    process::quiet(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder)).map(drop)
}

fn install(folder: &Path, what: &[&str]) -> TaskResult {
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(what);
    process::quiet(&mut pip).map(drop)
}

/// Checks the Python modules and the stubs of the native module.
fn check_types(python: &Path) -> TaskResult {
    let mypy = |arguments: &[&str]| {
        let mut check = Command::new(python);
        // In the folder of the package, whose configuration applies, but not its sources.
        check.current_dir(package().join("tests")).env("MYPY_CACHE_DIR", folder().join("mypy"));
        check.arg("-m").args(arguments);
        process::quiet(&mut check).map(drop)
    };
    mypy(&["mypy", "--strict", "--package", "orrery"])?;
    mypy(&["mypy.stubtest", "orrery._orrery", "--ignore-disjoint-bases"])
}

fn test(python: &Path, program: &Path, folders: &[&Path]) -> TaskResult {
    let mut pytest = Command::new(python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).args(folders);
    pytest.current_dir(package().join("tests")).env("ORRERY_PROGRAM", program);
    pytest.env("PYTHONDONTWRITEBYTECODE", "1");
    process::show(&mut pytest)
}
