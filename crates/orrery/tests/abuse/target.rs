//! The target of the attackers, their addresses, and the results of their attacks.

use anyhow::{Context, Result};
use orrery_loadtest::client::{Person, Requests};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Time limit for the response to an attack.
pub(crate) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum number of failures that the report shows.
const MAX_SHOWN: usize = 20;

/// The server under attack, and the results so far.
pub(crate) struct Target {
    /// The address of the server.
    pub(crate) server: SocketAddr,
    /// The last two bytes of the next unused address of an attacker.
    next_address: AtomicU16,
    answers: Mutex<BTreeMap<&'static str, BTreeMap<String, u64>>>,
    failures: Mutex<Vec<String>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Target {
    /// Creates a target without results.
    pub(crate) fn new(server: SocketAddr) -> Self {
        let (answers, failures) = (Mutex::default(), Mutex::default());
        Self { server, next_address: AtomicU16::new(1), answers, failures }
    }

    /// Returns an attacker with an unused address.
    pub(crate) fn attacker(&self) -> Attacker {
        let [high, low] = self.next_address.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        Attacker { address: Ipv4Addr::new(198, 18, high, low), server: self.server }
    }

    /// Records the response to an attack: a status, or 0 if the server closed the connection.
    pub(crate) fn record_response(&self, attack: &'static str, status: u16, expected: &[u16]) {
        let name = if status == 0 { "closed".to_owned() } else { status.to_string() };
        self.count(attack, &name, 1);
        if !expected.contains(&status) {
            self.report_failure(attack, format!("{name} is not one of {expected:?}"));
        }
    }

    /// Counts a result of an attack.
    pub(crate) fn count(&self, attack: &'static str, result: &str, more: u64) {
        let mut answers = locked(&self.answers);
        *answers.entry(attack).or_default().entry(result.to_owned()).or_default() += more;
    }

    /// Counts a result of an attack, and reports a failure if the count exceeds `max`.
    pub(crate) fn check_at_most(&self, attack: &'static str, result: &str, count: u64, max: u64) {
        self.count(attack, result, count);
        if count > max {
            self.report_failure(attack, format!("{count} {result}, more than {max}"));
        }
    }

    /// Reports a failure of the server under an attack.
    pub(crate) fn report_failure(&self, attack: &'static str, failure: String) {
        locked(&self.failures).push(format!("{attack}: {failure}"));
    }

    /// Returns the results of all attacks as text.
    pub(crate) fn text(&self) -> String {
        let mut text = "\nAnswers\n".to_owned();
        for (attack, answers) in &*locked(&self.answers) {
            let answers: Vec<String> =
                answers.iter().map(|(result, count)| format!("{result} × {count}")).collect();
            text += &format!("  {attack}: {}\n", answers.join(", "));
        }
        text
    }

    /// Returns a line for each failure, and for each error in the server's log.
    pub(crate) fn verdict(&self, logged_problems: &str) -> String {
        let failures = locked(&self.failures);
        let shown = failures.iter().take(MAX_SHOWN).map(String::as_str);
        let errors = logged_problems.lines().filter(|line| !line.contains("WARN")).take(MAX_SHOWN);
        let lines: Vec<String> = shown.chain(errors).map(|line| format!("FAIL {line}\n")).collect();
        lines.concat()
    }
}

/// An attacker with its own address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacker {
    address: Ipv4Addr,
    server: SocketAddr,
}

impl Attacker {
    /// Opens a connection.
    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        connect(self.address, self.server).await
    }

    /// Opens a connection with a small receive buffer, so that the server must wait for reads.
    pub(crate) async fn connect_small(&self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        socket.bind((self.address, 0).into())?;
        Ok(socket.connect(self.server).await?)
    }

    /// Opens a connection for requests.
    pub(crate) async fn requests(&self) -> Result<Requests> {
        Requests::over(self.connect().await?).await
    }

    /// Creates an identity.
    pub(crate) async fn person(&self) -> Result<Person> {
        self.requests().await?.person("Mallory").await.context("an identity")
    }

    /// Sends bytes and returns the status, or 0 if the server closes the connection without one.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> Result<u16> {
        let mut stream = self.connect().await?;
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(bytes).await;
        status(&mut stream).await
    }
}

/// Opens a connection from an address.
pub(crate) async fn connect(from: Ipv4Addr, server: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await.with_context(|| format!("from {from}"))
}

/// Reads the status of a response; 0 if the server closes the connection without one.
pub(crate) async fn status(stream: &mut TcpStream) -> Result<u16> {
    let mut head = [0; 12];
    let read =
        timeout(RESPONSE_TIMEOUT, stream.read_exact(&mut head)).await.context("no answer")?;
    let word = std::str::from_utf8(&head).ok().and_then(|head| head.get(9..12));
    Ok(read.ok().and(word).and_then(|word| word.parse().ok()).unwrap_or(0))
}
