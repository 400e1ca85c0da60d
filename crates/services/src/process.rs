//! A server as a process: started, watched until it answers, paused, ended by its id. A leash ends
//! it when this process is gone, however it went.

use crate::Done;
use nix::sys::signal::{self, Signal};
use nix::unistd::Pid;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for the start of a server.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time limit for a graceful shutdown.
const GOODBYE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(20);

/// A port of the loopback that nobody uses now.
///
/// # Errors
/// There is none.
pub fn free_port() -> Done<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}

/// Pauses a child process, as Control-Z does, until [`resume`].
pub fn pause(child: &Child) {
    send(child, Signal::SIGSTOP);
}

/// Resumes a paused child process.
pub fn resume(child: &Child) {
    send(child, Signal::SIGCONT);
}

/// Asks a child process to end, as a service manager does.
pub fn terminate(child: &Child) {
    send(child, Signal::SIGTERM);
}

fn send(child: &Child, signal: Signal) {
    // It may have ended already, which is no harm: its id is ours until we wait for it.
    let _ = signal::kill(Pid::from_raw(child.id().cast_signed()), signal);
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    leash: Child,
}

impl Running {
    /// Starts it, and waits until it answers. `None` if it ended before it did.
    pub(crate) fn start(command: &mut Command, answers: impl Fn() -> bool) -> Done<Option<Self>> {
        let name = command.get_program().to_string_lossy().into_owned();
        let not_started = |error| format!("{name} cannot be started: {error}");
        let child = command.stdin(Stdio::null()).spawn().map_err(not_started)?;
        let leash = leash(child.id());
        let mut running = Self { leash: leash.map_err(not_started)?, child };
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if running.has_ended() {
                return Ok(None);
            }
            if answers() {
                return Ok(Some(running));
            }
            thread::sleep(LOOK);
        }
        Err(format!("{name} does not answer after {} s", PATIENCE.as_secs()))
    }

    /// The id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        send(&self.child, signal);
    }

    /// Ends it at once and waits until it has ended.
    pub(crate) fn kill(&mut self) {
        self.signal(Signal::SIGKILL);
        let _ = self.child.wait();
        self.unleash();
    }

    /// Asks it to end and waits until it has; after a while it is killed.
    pub(crate) fn end(&mut self, asking: Signal) -> Done<()> {
        self.signal(Signal::SIGCONT);
        self.signal(asking);
        let began = Instant::now();
        while began.elapsed() < GOODBYE {
            if self.has_ended() {
                self.unleash();
                return Ok(());
            }
            thread::sleep(LOOK);
        }
        self.kill();
        Err(format!("it did not end within {} s and was killed", GOODBYE.as_secs()))
    }

    fn has_ended(&mut self) -> bool {
        let status = self.child.try_wait().ok().flatten();
        status.is_some_and(|status| status.code().is_some() || status.signal().is_some())
    }

    fn unleash(&mut self) {
        let _ = self.leash.kill();
        let _ = self.leash.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A shell that waits for the end of this process, which closes its input, and then ends the server.
fn leash(server: u32) -> std::io::Result<Child> {
    let script = format!("read -r nothing; kill -9 {server}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}
