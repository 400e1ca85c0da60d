//! The simulated transport. It loses, duplicates and delays messages, and can isolate a machine.

use super::power::{Power, PowerState};
use crate::cluster::transport::{Transport, TransportEvent};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// The network that all machines share.
#[derive(Clone, Default)]
pub(super) struct Network(Arc<Mutex<NetworkState>>);

#[derive(Default)]
struct NetworkState {
    random: fastrand::Rng,
    listeners: BTreeMap<u32, Listener>,
    /// Probability that a message is lost, in thousandths.
    drop_rate: u32,
    /// Probability that a message is duplicated, in thousandths.
    duplicate_rate: u32,
}

struct Listener {
    subjects: Vec<String>,
    to: mpsc::Sender<TransportEvent>,
    power: Power,
    partitioned: bool,
}

impl Network {
    pub(super) fn new(random: fastrand::Rng) -> Self {
        let listeners = BTreeMap::new();
        let state = NetworkState { random, listeners, drop_rate: 0, duplicate_rate: 0 };
        Self(Arc::new(Mutex::new(state)))
    }

    fn with<T>(&self, act: impl FnOnce(&mut NetworkState) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sets the probability of loss and of duplication, in thousandths.
    pub(super) fn set_loss(&self, per_mille: u32) {
        self.with(|net| (net.drop_rate, net.duplicate_rate) = (per_mille, per_mille));
    }

    /// Isolates a machine, or reconnects it.
    pub(super) fn set_partitioned(&self, machine: u32, partitioned: bool) {
        self.with(|net| {
            let Some(listener) = net.listeners.get_mut(&machine) else { return };
            if std::mem::replace(&mut listener.partitioned, partitioned) != partitioned {
                let _ = listener.to.try_send(if partitioned {
                    TransportEvent::Disconnected
                } else {
                    TransportEvent::Connected
                });
            }
        });
    }

    /// Returns the transport of a machine.
    pub(super) fn transport(&self, machine: u32, power: Power) -> Arc<dyn Transport> {
        Arc::new(NodeTransport { net: self.clone(), machine, power })
    }
}

struct NodeTransport {
    net: Network,
    machine: u32,
    power: Power,
}

fn matches(pattern: &str, subject: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => subject.starts_with(start),
        None => pattern == subject,
    }
}

impl NetworkState {
    /// Returns the delays of the copies of a message; empty if it is lost.
    fn delays(&mut self) -> Vec<Duration> {
        if self.random.u32(0..1000) < self.drop_rate {
            return Vec::new();
        }
        let copies = if self.random.u32(0..1000) < self.duplicate_rate { 2 } else { 1 };
        (0..copies).map(|_| Duration::from_millis(self.random.u64(1..12))).collect()
    }
}

impl Transport for NodeTransport {
    fn send(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            self.power.wait_until_on().await;
            let deliveries = self.net.with(|net| {
                if net.listeners.get(&self.machine).is_some_and(|sender| sender.partitioned) {
                    return Vec::new();
                }
                let receives = |listener: &&Listener| {
                    !listener.partitioned
                        && listener.subjects.iter().any(|it| matches(it, &subject))
                };
                let listeners: Vec<_> = net
                    .listeners
                    .values()
                    .filter(receives)
                    .map(|listener| (listener.to.clone(), listener.power.clone()))
                    .collect();
                let delivery = |(to, power): (mpsc::Sender<TransportEvent>, Power)| {
                    let copies = net.delays().into_iter();
                    copies.map(move |delay| (to.clone(), power.clone(), delay))
                };
                listeners.into_iter().flat_map(delivery).collect()
            });
            for (to, power, delay) in deliveries {
                let (subject, bytes) = (subject.clone(), bytes.clone());
                tokio::spawn(async move {
                    sleep(delay).await;
                    // A suspended machine receives the message when it resumes.
                    if power.state() != PowerState::Off {
                        let _ = to.try_send(TransportEvent::Message { subject, bytes });
                    }
                });
            }
        })
    }

    fn subscribe(&self, subjects: Vec<String>) -> mpsc::Receiver<TransportEvent> {
        let (to, events) = mpsc::channel(1024);
        let power = self.power.clone();
        let listener = Listener { subjects, to, power: power.clone(), partitioned: false };
        self.net.with(|net| net.listeners.insert(self.machine, listener));
        forward_while_on(power, events)
    }

    fn is_up(&self) -> bool {
        self.net.with(|net| {
            net.listeners.get(&self.machine).is_none_or(|listener| !listener.partitioned)
        })
    }
}

/// Forwards events to a machine while it is on.
fn forward_while_on(
    power: Power,
    mut events: mpsc::Receiver<TransportEvent>,
) -> mpsc::Receiver<TransportEvent> {
    let (to, listener) = mpsc::channel(1024);
    tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            power.wait_until_on().await;
            if to.send(event).await.is_err() {
                return;
            }
        }
    });
    listener
}
