//! Checks the HTTP API against its OpenAPI document with Schemathesis.
//!
//! Schemathesis reads the document from a running server, generates valid and invalid requests, and
//! checks the responses.

use crate::{TaskResult, process, project};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The version that `tools/schemathesis.toml` is written for.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// Starts a server and checks its API.
///
/// # Errors
///
/// If a response violates the document, or Schemathesis cannot be installed.
pub fn run() -> TaskResult {
    let python = environment()?;
    let orrery = project::build_binary()?;
    let folder = project::target_dir().join("api");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let server = Server::start(&orrery, &folder)?;
    let printed = process::quiet(&mut schemathesis(&python, &folder, &server.url))?;
    let is_summary = |line: &&str| line.contains("generated,") || line.contains("Tested:");
    printed.out.lines().filter(is_summary).for_each(|line| println!("api: {}", line.trim()));
    Ok(())
}

/// Returns the path of a Python with Schemathesis; installs Schemathesis if it is missing.
fn environment() -> TaskResult<PathBuf> {
    let folder = project::target_dir().join("schemathesis");
    let python = folder.join("bin/python");
    let check_version = format!(
        "from importlib.metadata import version as v; assert {:?}.endswith(v('schemathesis'))",
        SCHEMATHESIS
    );
    let has_version =
        |python: &Path| process::succeeds(Command::new(python).args(["-c", &check_version]));
    if !has_version(&python) {
        println!("api: setting up Schemathesis");
        process::quiet(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet", "--no-compile", SCHEMATHESIS];
        process::quiet(Command::new(&python).args(install))?;
    }
    if has_version(&python) {
        Ok(python)
    } else {
        Err("Schemathesis is installed, but cannot be imported".to_owned())
    }
}

/// Returns the command that checks the server at this URL.
fn schemathesis(python: &Path, folder: &Path, url: &str) -> Command {
    let tools = project::root().join("tools");
    let mut check = Command::new(python);
    check.args(["-m", "schemathesis.cli", "--config-file"]).arg(tools.join("schemathesis.toml"));
    check.args(["run", &format!("{url}/api/openapi.json")]);
    check.env("SCHEMATHESIS_HOOKS", "api_hooks").env("PYTHONPATH", &tools).env("ORRERY_URL", url);
    check.current_dir(folder);
    check
}

/// A server without rate limits; killed on drop.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(orrery: &Path, folder: &Path) -> TaskResult<Self> {
        let config = folder.join("orrery.toml");
        let limits = "requests_per_minute = 10000000\nidentities_per_hour = 10000000\n\
                      tables_per_hour = 10000000\nunfinished_tables = 10000000\nmegabytes_per_day = 4000\n";
        std::fs::write(&config, format!("listen = \"127.0.0.1:0\"\n[limits]\n{limits}"))
            .map_err(|error| error.to_string())?;
        let mut serve = Command::new(orrery);
        serve.args(["serve", "--config"]).arg(&config).arg("--data").arg(folder.join("data"));
        serve.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = serve.spawn().map_err(|error| error.to_string())?;
        let first_line = child.stdout.take().and_then(|out| BufReader::new(out).lines().next());
        let first_line = first_line.and_then(Result::ok).unwrap_or_default();
        let mut server = Self { child, url: String::new() };
        let url = first_line.strip_prefix("Orrery is at ");
        server.url = url.ok_or("the server did not start")?.to_owned();
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
