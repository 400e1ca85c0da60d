//! Server processes: start them, wait until they answer, suspend them and stop them.
//!
//! A watchdog process kills the server if the test process dies.

use crate::ServiceResult;
use nix::sys::signal::{self, Signal};
use nix::unistd::Pid;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for the start of a server.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// Time limit for a graceful shutdown.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
/// Interval between two checks of a state.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Returns a port of the loopback interface that is free at the moment.
///
/// # Errors
/// Fails if the system has no free port.
pub fn free_port() -> ServiceResult<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}

/// Suspends a child process (SIGSTOP) until [`resume`].
pub fn pause(child: &Child) {
    send(child, Signal::SIGSTOP);
}

/// Resumes a suspended child process.
pub fn resume(child: &Child) {
    send(child, Signal::SIGCONT);
}

/// Interrupts a child process (SIGINT), as Ctrl-C does.
pub fn interrupt(child: &Child) {
    send(child, Signal::SIGINT);
}

/// Asks a child process to exit (SIGTERM).
pub fn terminate(child: &Child) {
    send(child, Signal::SIGTERM);
}

fn send(child: &Child, signal: Signal) {
    // If the process has already exited, the signal has no effect, because the system does not
    // reuse the process id until the parent has waited for the process.
    let _ = signal::kill(Pid::from_raw(child.id().cast_signed()), signal);
}

/// A running server, which is killed when the value is dropped.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    child: Child,
    watchdog: Child,
}

impl ServerProcess {
    /// Starts a server and waits until it answers. Returns `None` if it exits before it answers.
    pub(crate) fn start(
        command: &mut Command,
        answers: impl Fn() -> bool,
    ) -> ServiceResult<Option<Self>> {
        let name = command.get_program().to_string_lossy().into_owned();
        let not_started = |error| format!("cannot start {name}: {error}");
        let child = command.stdin(Stdio::null()).spawn().map_err(not_started)?;
        let watchdog = start_watchdog(child.id());
        let mut running = Self { watchdog: watchdog.map_err(not_started)?, child };
        let began = Instant::now();
        while began.elapsed() < START_TIMEOUT {
            if running.has_exited() {
                return Ok(None);
            }
            if answers() {
                return Ok(Some(running));
            }
            thread::sleep(POLL_INTERVAL);
        }
        Err(format!("{name} does not answer after {} s", START_TIMEOUT.as_secs()))
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal to the server.
    pub(crate) fn signal(&self, signal: Signal) {
        send(&self.child, signal);
    }

    /// Kills the server and waits for its exit.
    pub(crate) fn kill(&mut self) {
        self.signal(Signal::SIGKILL);
        let _ = self.child.wait();
        self.stop_watchdog();
    }

    /// Stops the server with this signal and waits for its exit. Kills the server after a timeout.
    pub(crate) fn stop(&mut self, signal: Signal) -> ServiceResult<()> {
        self.signal(Signal::SIGCONT);
        self.signal(signal);
        let began = Instant::now();
        while began.elapsed() < STOP_TIMEOUT {
            if self.has_exited() {
                self.stop_watchdog();
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
        }
        self.kill();
        Err(format!("the server did not exit within {} s and was killed", STOP_TIMEOUT.as_secs()))
    }

    fn has_exited(&mut self) -> bool {
        let status = self.child.try_wait().ok().flatten();
        status.is_some_and(|status| status.code().is_some() || status.signal().is_some())
    }

    fn stop_watchdog(&mut self) {
        let _ = self.watchdog.kill();
        let _ = self.watchdog.wait();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts a shell that kills the server when the test process exits.
///
/// The shell waits for the end of its standard input, which the exit of the test process closes.
fn start_watchdog(server_pid: u32) -> std::io::Result<Child> {
    let script = format!("read -r nothing; kill -9 {server_pid}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}
