//! A small TCP balancer, as operators put before their nodes: it takes the next node that can be
//! connected to. Tests can cut what goes through it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// How long a node may take to accept.
const PATIENCE: Duration = Duration::from_millis(500);

/// A balancer that runs until it is dropped.
pub(crate) struct Balancer {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    lines: Arc<Mutex<Vec<AbortHandle>>>,
    accepting: AbortHandle,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Balancer {
    /// A balancer of these nodes.
    pub(crate) fn start(nodes: Vec<SocketAddr>) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("it does not block");
        let listener = TcpListener::from_std(listener).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (nodes, lines) = (Arc::new(Mutex::new(nodes)), Arc::default());
        let accepting = tokio::spawn(accept(listener, Arc::clone(&nodes), Arc::clone(&lines)));
        Self { address, nodes, lines, accepting: accepting.abort_handle() }
    }

    /// There is another node in a place.
    pub(crate) fn set(&self, place: usize, node: SocketAddr) {
        locked(&self.nodes)[place] = node;
    }

    /// Cuts connections: every one, or every second one, and so on.
    pub(crate) fn cut(&self, every: usize) {
        locked(&self.lines).iter().step_by(every).for_each(AbortHandle::abort);
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.accepting.abort();
        self.cut(1);
    }
}

async fn accept(
    listener: TcpListener,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    lines: Arc<Mutex<Vec<AbortHandle>>>,
) {
    let turn = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let (nodes, turn) = (Arc::clone(&nodes), Arc::clone(&turn));
        let line = tokio::spawn(async move { carry(stream, &nodes, &turn).await });
        let mut lines = locked(&lines);
        lines.retain(|line| !line.is_finished());
        lines.push(line.abort_handle());
    }
}

/// Carries a connection to a node until one side ends it.
async fn carry(mut stream: TcpStream, nodes: &Mutex<Vec<SocketAddr>>, turn: &AtomicUsize) {
    let nodes = locked(nodes).clone();
    let first = turn.fetch_add(1, Ordering::Relaxed);
    for place in first..first + nodes.len() {
        let connecting = TcpStream::connect(nodes[place % nodes.len()]);
        let Ok(Ok(mut node)) = timeout(PATIENCE, connecting).await else { continue };
        let _ = (stream.set_nodelay(true), node.set_nodelay(true));
        let _ = copy_bidirectional(&mut stream, &mut node).await;
        return;
    }
}
