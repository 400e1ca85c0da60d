//! NATS as the wire. It is connected again by itself; while it is away nothing is kept for later.

use super::wire::{Heard, Wire};
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::{StreamExt, stream};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// Parcels that may wait here.
const WAITING: usize = 8192;
/// How often the server is asked whether it is there; the second silence is an end.
const PING: Duration = Duration::from_secs(1);
/// How long a parcel may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(1);

/// A connection to NATS.
pub struct Nats {
    client: Client,
    up: Arc<AtomicBool>,
    changes: broadcast::Sender<bool>,
}

impl Nats {
    /// Connects, now or as soon as the server is there. For a moment it is waited for, so that the
    /// first who come to a new node are not told that all others are away.
    ///
    /// # Errors
    /// If the address is no address.
    pub async fn connect(address: &str) -> Result<Self, String> {
        let up = Arc::new(AtomicBool::new(false));
        let (changes, mut first) = broadcast::channel(64);
        let (flag, told) = (Arc::clone(&up), changes.clone());
        let client = ConnectOptions::new()
            .name("orrery")
            .retry_on_initial_connect()
            .ping_interval(PING)
            .connection_timeout(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(50 * tries.min(10) as u64))
            .event_callback(move |event| {
                changed(&event, &flag, &told);
                std::future::ready(())
            })
            .connect(address)
            .await
            .map_err(|error| error.to_string())?;
        let _ = tokio::time::timeout(PATIENCE, first.recv()).await;
        Ok(Self { client, up, changes })
    }
}

fn changed(event: &Event, up: &AtomicBool, told: &broadcast::Sender<bool>) {
    let is_up = match event {
        Event::Connected => true,
        // Something was thrown away: as bad as a cut.
        Event::Disconnected | Event::Closed | Event::SlowConsumer(_) => false,
        Event::ServerError(error) => return tracing::warn!(%error, "the bus complains"),
        _ => return,
    };
    up.store(is_up || matches!(event, Event::SlowConsumer(_)), Ordering::Relaxed);
    let _ = told.send(is_up);
}

impl Wire for Nats {
    fn send(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            // What cannot be sent now must not come later, when nobody expects it.
            if self.is_up() {
                let sent = self.client.publish(subject, bytes.into());
                let _ = tokio::time::timeout(PATIENCE, sent).await;
            }
        })
    }

    fn listen(&self, subjects: Vec<String>) -> mpsc::Receiver<Heard> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let (client, changes) = (self.client.clone(), self.changes.subscribe());
        tokio::spawn(async move {
            let mut subscriptions: Vec<Subscriber> = Vec::new();
            for subject in subjects {
                match client.subscribe(subject).await {
                    Ok(subscription) => subscriptions.push(subscription),
                    Err(error) => tracing::error!(%error, "the bus cannot be listened to"),
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

/// Hands on what is heard, and whether it works.
async fn forward(
    subscriptions: Vec<Subscriber>,
    mut changes: broadcast::Receiver<bool>,
    to: &mpsc::Sender<Heard>,
) {
    let mut all = stream::select_all(subscriptions);
    loop {
        let heard = tokio::select! {
            message = all.next() => match message {
                Some(message) => Heard::Parcel {
                    subject: message.subject.to_string(),
                    bytes: message.payload.to_vec(),
                },
                None => return,
            },
            change = changes.recv() => match change {
                Ok(true) => Heard::Up,
                // Some changes were missed, so it was cut.
                Ok(false) | Err(broadcast::error::RecvError::Lagged(_)) => Heard::Cut,
                Err(broadcast::error::RecvError::Closed) => return,
            },
        };
        if to.send(heard).await.is_err() {
            return;
        }
    }
}
