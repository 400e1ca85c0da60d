//! A TCP load balancer: it forwards each connection to the next node that accepts it.
//!
//! Tests can cut its connections.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// Time limit for connecting to a node.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);

/// A balancer that runs until it is dropped.
pub(crate) struct Balancer {
    /// The address for clients.
    pub(crate) address: SocketAddr,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    connections: Arc<Mutex<Vec<AbortHandle>>>,
    accepting: AbortHandle,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Balancer {
    /// Starts a balancer for these nodes.
    pub(crate) fn start(nodes: Vec<SocketAddr>) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("it does not block");
        let listener = TcpListener::from_std(listener).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (nodes, connections) = (Arc::new(Mutex::new(nodes)), Arc::default());
        let accepting =
            tokio::spawn(accept(listener, Arc::clone(&nodes), Arc::clone(&connections)));
        Self { address, nodes, connections, accepting: accepting.abort_handle() }
    }

    /// Replaces the node at an index.
    pub(crate) fn set_node(&self, index: usize, node: SocketAddr) {
        locked(&self.nodes)[index] = node;
    }

    /// Cuts every n-th connection.
    pub(crate) fn cut(&self, every: usize) {
        locked(&self.connections).iter().step_by(every).for_each(AbortHandle::abort);
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
    connections: Arc<Mutex<Vec<AbortHandle>>>,
) {
    let next = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let (nodes, next) = (Arc::clone(&nodes), Arc::clone(&next));
        let connection = tokio::spawn(async move { forward(stream, &nodes, &next).await });
        let mut connections = locked(&connections);
        connections.retain(|connection| !connection.is_finished());
        connections.push(connection.abort_handle());
    }
}

/// Forwards a connection to a node until one side closes it.
async fn forward(mut stream: TcpStream, nodes: &Mutex<Vec<SocketAddr>>, next: &AtomicUsize) {
    let nodes = locked(nodes).clone();
    let first = next.fetch_add(1, Ordering::Relaxed);
    for index in first..first + nodes.len() {
        let connecting = TcpStream::connect(nodes[index % nodes.len()]);
        let Ok(Ok(mut node)) = timeout(CONNECT_TIMEOUT, connecting).await else { continue };
        let _ = (stream.set_nodelay(true), node.set_nodelay(true));
        let _ = copy_bidirectional(&mut stream, &mut node).await;
        return;
    }
}
