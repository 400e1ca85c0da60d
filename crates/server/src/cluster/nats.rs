//! NATS as the transport.
//!
//! The NATS client reconnects automatically. While it is disconnected, this module drops messages.

use super::transport::{Transport, TransportEvent};
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::{StreamExt, stream};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// Capacity of the queue of received messages.
const QUEUE: usize = 8192;
/// Interval of pings. After two missed replies, the NATS client disconnects.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// Time limit for handing a message to the NATS client, and for waiting for the first connection.
const SEND_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection to NATS.
pub struct Nats {
    client: Client,
    up: Arc<AtomicBool>,
    /// Sends `true` when the connection is up, and `false` when it is down.
    changes: broadcast::Sender<bool>,
}

impl Nats {
    /// Connects now, or in the background as soon as the server is available.
    ///
    /// It waits up to a second for the connection, so that the first clients of a new node can
    /// reach tables of other nodes.
    ///
    /// # Errors
    /// If the address is invalid.
    pub async fn connect(address: &str) -> Result<Self, String> {
        let up = Arc::new(AtomicBool::new(false));
        let (changes, mut first_change) = broadcast::channel(64);
        let (flag, sender) = (Arc::clone(&up), changes.clone());
        let client = ConnectOptions::new()
            .name("orrery")
            .retry_on_initial_connect()
            .ping_interval(PING_INTERVAL)
            .connection_timeout(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(50 * tries.min(10) as u64))
            .event_callback(move |event| {
                handle_event(&event, &flag, &sender);
                std::future::ready(())
            })
            .connect(address)
            .await
            .map_err(|error| error.to_string())?;
        let _ = tokio::time::timeout(SEND_TIMEOUT, first_change.recv()).await;
        Ok(Self { client, up, changes })
    }
}

fn handle_event(event: &Event, up: &AtomicBool, sender: &broadcast::Sender<bool>) {
    let is_up = match event {
        Event::Connected => true,
        // A slow consumer has dropped messages. Report this as a disconnect, although the
        // connection is still up.
        Event::Disconnected | Event::Closed | Event::SlowConsumer(_) => false,
        Event::ServerError(error) => return tracing::warn!(%error, "NATS server reported an error"),
        _ => return,
    };
    up.store(is_up || matches!(event, Event::SlowConsumer(_)), Ordering::Relaxed);
    let _ = sender.send(is_up);
}

impl Transport for Nats {
    fn send(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            // Drop the message if disconnected: it must not arrive late.
            if self.is_up() {
                let sent = self.client.publish(subject, bytes.into());
                let _ = tokio::time::timeout(SEND_TIMEOUT, sent).await;
            }
        })
    }

    fn subscribe(&self, subjects: Vec<String>) -> mpsc::Receiver<TransportEvent> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let (client, changes) = (self.client.clone(), self.changes.subscribe());
        tokio::spawn(async move {
            let mut subscriptions: Vec<Subscriber> = Vec::new();
            for subject in subjects {
                match client.subscribe(subject).await {
                    Ok(subscription) => subscriptions.push(subscription),
                    Err(error) => tracing::error!(%error, "failed to subscribe to NATS"),
                }
            }
            forward(subscriptions, changes, &sender).await;
        });
        receiver
    }

    fn is_up(&self) -> bool {
        self.up.load(Ordering::Relaxed)
    }
}

/// Forwards messages and changes of the connection.
async fn forward(
    subscriptions: Vec<Subscriber>,
    mut changes: broadcast::Receiver<bool>,
    to: &mpsc::Sender<TransportEvent>,
) {
    let mut messages = stream::select_all(subscriptions);
    loop {
        let event = tokio::select! {
            message = messages.next() => match message {
                Some(message) => TransportEvent::Message {
                    subject: message.subject.to_string(),
                    bytes: message.payload.to_vec(),
                },
                None => return,
            },
            change = changes.recv() => match change {
                Ok(true) => TransportEvent::Connected,
                // If changes were missed, one of them was a disconnect.
                Ok(false) | Err(broadcast::error::RecvError::Lagged(_)) => TransportEvent::Disconnected,
                Err(broadcast::error::RecvError::Closed) => return,
            },
        };
        if to.send(event).await.is_err() {
            return;
        }
    }
}
