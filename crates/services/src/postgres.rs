//! PostgreSQL: a server with an empty cluster of databases. It refuses to run as root, so root
//! starts it as the user `postgres`.

use crate::process::{Running, free_port};
use crate::{Done, Host, postgres_program};
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

/// How often it is started: the port may be taken, and after a kill the processes of the server
/// before may hold its memory for a moment.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(250);
/// The account that owns everything. The loopback is trusted, and so is the network of a test.
const OWNER: &str = "orrery";
const TRUST: &str = "host all all samenet trust\n";
/// As usual, but without a socket file and for many short connections.
const SETTINGS: [&str; 4] = [
    "unix_socket_directories=",
    "max_connections=300",
    "log_min_messages=warning",
    "logging_collector=off",
];

/// A PostgreSQL server. What is committed is flushed to the disk, as it usually is.
#[derive(Debug)]
pub struct Postgres {
    running: Option<Running>,
    port: u16,
    databases: AtomicU32,
    host: Host,
    folder: TempDir,
}

impl Postgres {
    /// Starts one and waits until it answers.
    ///
    /// # Errors
    /// It is not installed, or does not start.
    pub fn start() -> Done<Self> {
        Self::start_on(Host::Loopback)
    }

    /// Starts one on a host.
    ///
    /// # Errors
    /// It is not installed, or does not start.
    pub fn start_on(host: Host) -> Done<Self> {
        let folder = tempfile::tempdir().map_err(|error| format!("no folder: {error}"))?;
        let databases = AtomicU32::new(0);
        let server = Self { running: None, port: 0, databases, host, folder };
        server.create_cluster()?;
        for _ in 0..TRIES {
            let port = server.host.run(free_port)?;
            if let Some(running) = server.run(port)? {
                return Ok(Self { running: Some(running), port, ..server });
            }
        }
        Err(format!("PostgreSQL does not start: {}", server.log()))
    }

    /// A new, empty database of this server: its address.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn database(&self) -> Done<String> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = Command::new(postgres_program("createdb")?);
        create.args(["--username", OWNER, "--maintenance-db=postgres"]);
        create.args(["--host", &self.host.address().to_string()]);
        succeeds(create.args(["--port", &self.port.to_string(), &name]))?;
        Ok(format!("postgres://{OWNER}@{}:{}/{name}", self.host.address(), self.port))
    }

    /// Runs a statement in a database, and gives what it prints.
    ///
    /// # Errors
    /// It is refused.
    pub fn execute(&self, database: &str, statement: &str) -> Done<String> {
        let mut psql = Command::new(postgres_program("psql")?);
        succeeds(psql.args([database, "-qtAc", statement])).map(|out| out.trim().to_owned())
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Ends it as `kill -9` does. Its workers notice and end by themselves.
    pub fn kill(&mut self) {
        drop(self.running.take());
    }

    /// Ends it as an operator would: connections are closed, everything is written.
    ///
    /// # Errors
    /// It had to be killed.
    pub fn stop(&mut self) -> Done<()> {
        self.running.take().map_or(Ok(()), |mut running| running.end(Signal::SIGINT))
    }

    /// Starts it again on the same port, with its data.
    ///
    /// # Errors
    /// It does not start.
    pub fn start_again(&mut self) -> Done<()> {
        self.kill();
        for _ in 0..TRIES {
            self.running = self.run(self.port)?;
            if self.running.is_some() {
                return Ok(());
            }
            thread::sleep(PAUSE);
        }
        Err(format!("PostgreSQL does not start again: {}", self.log()))
    }

    /// The id of its main process, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.running.as_ref().map(Running::id)
    }

    fn create_cluster(&self) -> Done<()> {
        if let Some(user) = other_user()? {
            let (owner, group) = (Some(user.uid.as_raw()), Some(user.gid.as_raw()));
            chown(self.folder.path(), owner, group)
                .map_err(|error| format!("no folder: {error}"))?;
        }
        let mut create = self.program("initdb")?;
        create.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
        succeeds(create.args(["--username", OWNER, "--pgdata"]).arg(self.data()))?;
        let hosts = File::options().append(true).open(self.data().join("pg_hba.conf"));
        let trusted = hosts.and_then(|mut hosts| hosts.write_all(TRUST.as_bytes()));
        trusted.map_err(|error| format!("pg_hba.conf: {error}"))
    }

    fn run(&self, port: u16) -> Done<Option<Running>> {
        let log = File::options().create(true).append(true).open(self.log_file());
        let log = log.map_err(|error| format!("no log: {error}"))?;
        let mut server = self.program("postgres")?;
        server.arg("-D").arg(self.data()).args(["-p", &port.to_string()]);
        let address = self.host.address().to_string();
        server.args(["-c", &format!("listen_addresses={address}")]);
        server.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        let asks = postgres_program("pg_isready")?;
        let answers = || {
            let mut ask = Command::new(&asks);
            ask.args(["--quiet", "--host", &address, "--port", &port.to_string()]);
            succeeds(&mut ask).is_ok()
        };
        server.stdout(Stdio::null()).stderr(log);
        self.host.run(|| Running::start(&mut server, answers))
    }

    /// A program of the server, as the user who may run it.
    fn program(&self, name: &str) -> Done<Command> {
        let mut program = Command::new(postgres_program(name)?);
        program.current_dir(self.folder.path());
        if let Some(user) = other_user()? {
            program.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
        Ok(program)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }
}

/// The user who runs it, if that is somebody else.
fn other_user() -> Done<Option<User>> {
    if !Uid::effective().is_root() {
        return Ok(None);
    }
    let user = User::from_name("postgres").ok().flatten();
    let none = "there is no user `postgres`, and PostgreSQL refuses to run as root";
    user.map(Some).ok_or_else(|| none.to_owned())
}

/// What it prints, if it succeeds.
fn succeeds(command: &mut Command) -> Done<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{name} cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}
