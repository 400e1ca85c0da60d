//! A PostgreSQL server with empty databases.
//!
//! PostgreSQL refuses to run as root, so root starts it as the user `postgres`.

use crate::process::{ServerProcess, free_port};
use crate::{Host, ServiceResult, postgres_program};
use nix::sys::signal::Signal;
use nix::unistd::{Uid, User};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Maximum number of attempts to start.
///
/// The port may be in use, and after a kill the old processes may keep shared memory for a moment.
const MAX_ATTEMPTS: u32 = 20;
/// Time between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);
/// The account that owns all databases.
const OWNER: &str = "orrery";
/// The rule in `pg_hba.conf` that accepts connections from the test network without a password.
const TRUST_RULE: &str = "host all all samenet trust\n";
/// Settings that differ from the defaults: no socket file, and many connections.
const SETTINGS: [&str; 4] = [
    "unix_socket_directories=",
    "max_connections=300",
    "log_min_messages=warning",
    "logging_collector=off",
];

/// A PostgreSQL server. It flushes commits to disk.
#[derive(Debug)]
pub struct Postgres {
    running: Option<ServerProcess>,
    port: u16,
    databases: AtomicU32,
    host: Host,
    folder: TempDir,
}

impl Postgres {
    /// Starts a server on the loopback interface and waits until it answers.
    ///
    /// # Errors
    /// Fails if PostgreSQL is not installed or does not start.
    pub fn start() -> ServiceResult<Self> {
        Self::start_on(Host::Loopback)
    }

    /// Starts a server on a host and waits until it answers.
    ///
    /// # Errors
    /// Fails if PostgreSQL is not installed or does not start.
    pub fn start_on(host: Host) -> ServiceResult<Self> {
        let folder = tempfile::tempdir()
            .map_err(|error| format!("cannot create a temporary folder: {error}"))?;
        let databases = AtomicU32::new(0);
        let server = Self { running: None, port: 0, databases, host, folder };
        server.create_cluster()?;
        for _ in 0..MAX_ATTEMPTS {
            let port = server.host.run(free_port)?;
            if let Some(running) = server.run(port)? {
                return Ok(Self { running: Some(running), port, ..server });
            }
        }
        Err(format!("PostgreSQL does not start: {}", server.log()))
    }

    /// Creates an empty database and returns its address.
    ///
    /// # Errors
    /// Fails if `createdb` fails.
    pub fn create_database(&self) -> ServiceResult<String> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = Command::new(postgres_program("createdb")?);
        create.args(["--username", OWNER, "--maintenance-db=postgres"]);
        create.args(["--host", &self.host.address().to_string()]);
        output_of(create.args(["--port", &self.port.to_string(), &name]))?;
        Ok(format!("postgres://{OWNER}@{}:{}/{name}", self.host.address(), self.port))
    }

    /// Executes a statement in a database and returns the output.
    ///
    /// # Errors
    /// Fails if the server refuses the statement.
    pub fn execute(&self, database: &str, statement: &str) -> ServiceResult<String> {
        let mut psql = Command::new(postgres_program("psql")?);
        output_of(psql.args([database, "-qtAc", statement])).map(|out| out.trim().to_owned())
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server with SIGKILL. Its worker processes notice and exit.
    pub fn kill(&mut self) {
        drop(self.running.take());
    }

    /// Shuts down the server, which closes all connections and writes all data.
    ///
    /// # Errors
    /// Fails if the server does not exit in time and is killed.
    pub fn stop(&mut self) -> ServiceResult<()> {
        self.running.take().map_or(Ok(()), |mut running| running.stop(Signal::SIGINT))
    }

    /// Restarts the server on the same port, with its data.
    ///
    /// # Errors
    /// Fails if the server does not start.
    pub fn restart(&mut self) -> ServiceResult<()> {
        self.kill();
        for _ in 0..MAX_ATTEMPTS {
            self.running = self.run(self.port)?;
            if self.running.is_some() {
                return Ok(());
            }
            thread::sleep(RETRY_INTERVAL);
        }
        Err(format!("PostgreSQL does not restart: {}", self.log()))
    }

    /// Returns the id of the main process while the server runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.running.as_ref().map(ServerProcess::id)
    }

    fn create_cluster(&self) -> ServiceResult<()> {
        if let Some(user) = server_user()? {
            let (owner, group) = (Some(user.uid.as_raw()), Some(user.gid.as_raw()));
            chown(self.folder.path(), owner, group)
                .map_err(|error| format!("cannot change the owner of the folder: {error}"))?;
        }
        let mut create = self.program("initdb")?;
        create.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
        output_of(create.args(["--username", OWNER, "--pgdata"]).arg(self.data_folder()))?;
        let hosts = File::options().append(true).open(self.data_folder().join("pg_hba.conf"));
        let trusted = hosts.and_then(|mut hosts| hosts.write_all(TRUST_RULE.as_bytes()));
        trusted.map_err(|error| format!("pg_hba.conf: {error}"))
    }

    /// Starts the server. Returns `None` if it exits before it answers.
    fn run(&self, port: u16) -> ServiceResult<Option<ServerProcess>> {
        let log = File::options().create(true).append(true).open(self.log_file());
        let log = log.map_err(|error| format!("cannot open the log: {error}"))?;
        let mut server = self.program("postgres")?;
        server.arg("-D").arg(self.data_folder()).args(["-p", &port.to_string()]);
        let address = self.host.address().to_string();
        server.args(["-c", &format!("listen_addresses={address}")]);
        server.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        let pg_isready = postgres_program("pg_isready")?;
        let is_ready = || {
            let mut check = Command::new(&pg_isready);
            check.args(["--quiet", "--host", &address, "--port", &port.to_string()]);
            output_of(&mut check).is_ok()
        };
        server.stdout(Stdio::null()).stderr(log);
        self.host.run(|| ServerProcess::start(&mut server, is_ready))
    }

    /// Returns a command that runs a program of PostgreSQL as the right user.
    fn program(&self, name: &str) -> ServiceResult<Command> {
        let mut program = Command::new(postgres_program(name)?);
        program.current_dir(self.folder.path());
        if let Some(user) = server_user()? {
            program.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
        Ok(program)
    }

    fn data_folder(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }
}

/// Returns the user that must run the server, if it is not the current user.
fn server_user() -> ServiceResult<Option<User>> {
    if !Uid::effective().is_root() {
        return Ok(None);
    }
    let user = User::from_name("postgres").ok().flatten();
    let no_user = "there is no user `postgres`, and PostgreSQL refuses to run as root";
    user.map(Some).ok_or_else(|| no_user.to_owned())
}

/// Runs a command and returns its output.
fn output_of(command: &mut Command) -> ServiceResult<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot start {name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}
