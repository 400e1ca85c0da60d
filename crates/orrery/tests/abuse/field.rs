//! The field of the attackers: the server, their addresses, and the results of their attacks.

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

/// The time limit for an answer to an attack.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// Most wrong answers that are shown.
const SHOWN: usize = 20;

/// The server under attack, and the results so far.
pub(crate) struct Field {
    /// The server.
    pub(crate) server: SocketAddr,
    addresses: AtomicU16,
    answers: Mutex<BTreeMap<&'static str, BTreeMap<String, u64>>>,
    wrong: Mutex<Vec<String>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Field {
    /// Nothing has happened yet.
    pub(crate) fn new(server: SocketAddr) -> Self {
        let (addresses, answers, wrong) = (AtomicU16::new(1), Mutex::default(), Mutex::default());
        Self { server, addresses, answers, wrong }
    }

    /// An attacker with an address that nobody had before.
    pub(crate) fn attacker(&self) -> Attacker {
        let [high, low] = self.addresses.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        Attacker { address: Ipv4Addr::new(198, 18, high, low), server: self.server }
    }

    /// An attack was answered: with a status, or 0 for a connection that was closed.
    pub(crate) fn answered(&self, attack: &'static str, status: u16, expected: &[u16]) {
        let name = if status == 0 { "closed".to_owned() } else { status.to_string() };
        self.count(attack, &name, 1);
        if !expected.contains(&status) {
            self.wrong(attack, format!("{name} is not one of {expected:?}"));
        }
    }

    /// Counts a result of an attack.
    pub(crate) fn count(&self, attack: &'static str, what: &str, more: u64) {
        let mut answers = locked(&self.answers);
        *answers.entry(attack).or_default().entry(what.to_owned()).or_default() += more;
    }

    /// Counts a result of an attack that has an upper bound.
    pub(crate) fn at_most(&self, attack: &'static str, what: &str, count: u64, most: u64) {
        self.count(attack, what, count);
        if count > most {
            self.wrong(attack, format!("{count} {what}, more than {most}"));
        }
    }

    /// The server did what it must not do.
    pub(crate) fn wrong(&self, attack: &'static str, what: String) {
        locked(&self.wrong).push(format!("{attack}: {what}"));
    }

    /// Returns the results of all attacks as text.
    pub(crate) fn text(&self) -> String {
        let mut text = "\nAnswers\n".to_owned();
        for (attack, answers) in &*locked(&self.answers) {
            let answers: Vec<String> =
                answers.iter().map(|(what, count)| format!("{what} × {count}")).collect();
            text += &format!("  {attack}: {}\n", answers.join(", "));
        }
        text
    }

    /// Returns a line for each answer that the server must not give.
    pub(crate) fn verdict(&self, complaints: &str) -> String {
        let wrong = locked(&self.wrong);
        let shown = wrong.iter().take(SHOWN).map(String::as_str);
        let errors = complaints.lines().filter(|line| !line.contains("WARN")).take(SHOWN);
        let lines: Vec<String> = shown.chain(errors).map(|line| format!("FAIL {line}\n")).collect();
        lines.concat()
    }
}

/// An attacker with an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacker {
    address: Ipv4Addr,
    server: SocketAddr,
}

impl Attacker {
    /// A connection.
    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        connect(self.address, self.server).await
    }

    /// A connection for which the system keeps little of what comes.
    pub(crate) async fn connect_small(&self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        socket.bind((self.address, 0).into())?;
        Ok(socket.connect(self.server).await?)
    }

    /// A connection for requests.
    pub(crate) async fn requests(&self) -> Result<Requests> {
        Requests::over(self.connect().await?).await
    }

    /// An identity.
    pub(crate) async fn person(&self) -> Result<Person> {
        self.requests().await?.person("Mallory").await.context("an identity")
    }

    /// Sends bytes; the status of the answer, or 0 if the connection is closed without one.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> Result<u16> {
        let mut stream = self.connect().await?;
        // The server may close before it has read everything.
        let _ = stream.write_all(bytes).await;
        status(&mut stream).await
    }
}

/// A connection from an address.
pub(crate) async fn connect(from: Ipv4Addr, server: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await.with_context(|| format!("from {from}"))
}

/// The status of an answer, or 0 if the connection is closed without one.
pub(crate) async fn status(stream: &mut TcpStream) -> Result<u16> {
    let mut head = [0; 12];
    let read = timeout(PATIENCE, stream.read_exact(&mut head)).await.context("no answer")?;
    let word = std::str::from_utf8(&head).ok().and_then(|head| head.get(9..12));
    Ok(read.ok().and(word).and_then(|word| word.parse().ok()).unwrap_or(0))
}
