//! A relay in front of a server that delays all data in both directions.
//!
//! `tc netem` could do the same, but not every kernel has this module.

use orrery_services::Host;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

/// Maximum number of queued buffers. While the queue is full, the relay does not read.
const MAX_QUEUED: usize = 1000;
/// Size of a buffer in bytes.
const BUFFER_SIZE: usize = 16 * 1024;

/// A relay that runs until it is dropped.
pub(crate) struct Relay {
    /// The port of the relay, on the host of the server.
    pub(crate) port: u16,
    /// The delay in milliseconds.
    delay: Arc<AtomicU64>,
    accepting: AbortHandle,
}

impl Relay {
    /// Starts a relay in front of a port of a host.
    pub(crate) fn start(host: &Host, port: u16) -> Self {
        let listener = host.run(|| std::net::TcpListener::bind((host.address(), 0)));
        let listener = listener.expect("a port");
        listener.set_nonblocking(true).expect("it does not block");
        let listener = TcpListener::from_std(listener).expect("a listener");
        let own = listener.local_addr().expect("an address").port();
        let delay = Arc::new(AtomicU64::new(0));
        let server = SocketAddr::from((host.address(), port));
        let accepting = tokio::spawn(accept(listener, server, Arc::clone(&delay)));
        Self { port: own, delay, accepting: accepting.abort_handle() }
    }

    /// Sets the delay in each direction.
    pub(crate) fn set_delay(&self, delay: Duration) {
        self.delay.store(delay.as_millis() as u64, Ordering::Relaxed);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, delay: Arc<AtomicU64>) {
    loop {
        let Ok((client, _)) = listener.accept().await else { continue };
        let delay = Arc::clone(&delay);
        tokio::spawn(async move {
            let Ok(server) = TcpStream::connect(server).await else { return };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            // When one side closes its connection, close the other one.
            tokio::select! {
                () = forward(from_client, to_server, &delay) => {}
                () = forward(from_server, to_client, &delay) => {}
            }
        });
    }
}

async fn forward(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    delay: &AtomicU64,
) {
    let (queue, mut due) = mpsc::channel::<(Instant, Vec<u8>)>(MAX_QUEUED);
    let read = async move {
        let mut buffer = vec![0; BUFFER_SIZE];
        while let Ok(count @ 1..) = from.read(&mut buffer).await {
            let at = Instant::now() + Duration::from_millis(delay.load(Ordering::Relaxed));
            if queue.send((at, buffer[..count].to_vec())).await.is_err() {
                return;
            }
        }
    };
    let write = async {
        while let Some((at, buffer)) = due.recv().await {
            sleep_until(at).await;
            if to.write_all(&buffer).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(read, write);
}
