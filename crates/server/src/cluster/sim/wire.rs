//! The wire of the simulated world: loses, doubles and delays, and can be cut for a machine.

use super::node::{Power, State};
use crate::cluster::wire::{Heard, Wire};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// What all machines share.
#[derive(Clone, Default)]
pub(super) struct Net(Arc<Mutex<Ends>>);

#[derive(Default)]
struct Ends {
    random: fastrand::Rng,
    ears: BTreeMap<u32, Ear>,
    /// Of a thousand parcels so many are lost, and so many doubled.
    lost: u32,
    doubled: u32,
}

struct Ear {
    subjects: Vec<String>,
    to: mpsc::Sender<Heard>,
    power: Power,
    cut: bool,
}

impl Net {
    pub(super) fn new(random: fastrand::Rng) -> Self {
        let state = Ends { random, ears: BTreeMap::new(), lost: 0, doubled: 0 };
        Self(Arc::new(Mutex::new(state)))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Ends) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Of a thousand parcels so many are lost, and as many doubled.
    pub(super) fn set_noise(&self, noise: u32) {
        self.with(|net| (net.lost, net.doubled) = (noise, noise));
    }

    /// Cuts a machine off, or connects it again.
    pub(super) fn set_cut(&self, machine: u32, cut: bool) {
        self.with(|net| {
            let Some(ear) = net.ears.get_mut(&machine) else { return };
            if std::mem::replace(&mut ear.cut, cut) != cut {
                let _ = ear.to.try_send(if cut { Heard::Cut } else { Heard::Up });
            }
        });
    }

    /// The wire as a machine has it.
    pub(super) fn end(&self, machine: u32, power: Power) -> Arc<dyn Wire> {
        Arc::new(End { net: self.clone(), machine, power })
    }
}

struct End {
    net: Net,
    machine: u32,
    power: Power,
}

fn fits(pattern: &str, subject: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => subject.starts_with(start),
        None => pattern == subject,
    }
}

impl Ends {
    /// How long a parcel takes; nothing if it is lost.
    fn delays(&mut self) -> Vec<Duration> {
        if self.random.u32(0..1000) < self.lost {
            return Vec::new();
        }
        let copies = if self.random.u32(0..1000) < self.doubled { 2 } else { 1 };
        (0..copies).map(|_| Duration::from_millis(self.random.u64(1..12))).collect()
    }
}

impl Wire for End {
    fn send(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            self.power.runs().await;
            let deliveries = self.net.with(|net| {
                if net.ears.get(&self.machine).is_some_and(|own| own.cut) {
                    return Vec::new();
                }
                let fit = |ear: &&Ear| !ear.cut && ear.subjects.iter().any(|it| fits(it, &subject));
                let ears: Vec<_> = net
                    .ears
                    .values()
                    .filter(fit)
                    .map(|ear| (ear.to.clone(), ear.power.clone()))
                    .collect();
                let delivery = |(to, power): (mpsc::Sender<Heard>, Power)| {
                    let copies = net.delays().into_iter();
                    copies.map(move |delay| (to.clone(), power.clone(), delay))
                };
                ears.into_iter().flat_map(delivery).collect()
            });
            for (to, power, delay) in deliveries {
                let (subject, bytes) = (subject.clone(), bytes.clone());
                tokio::spawn(async move {
                    sleep(delay).await;
                    // What comes to a stopped machine waits in its buffers.
                    if power.state() != State::Off {
                        let _ = to.try_send(Heard::Parcel { subject, bytes });
                    }
                });
            }
        })
    }

    fn listen(&self, subjects: Vec<String>) -> mpsc::Receiver<Heard> {
        let (to, heard) = mpsc::channel(1024);
        let power = self.power.clone();
        let ear = Ear { subjects, to, power: power.clone(), cut: false };
        self.net.with(|net| net.ears.insert(self.machine, ear));
        through(power, heard)
    }

    fn is_up(&self) -> bool {
        self.net.with(|net| net.ears.get(&self.machine).is_none_or(|own| !own.cut))
    }
}

/// A machine hears while it runs.
fn through(power: Power, mut heard: mpsc::Receiver<Heard>) -> mpsc::Receiver<Heard> {
    let (to, ear) = mpsc::channel(1024);
    tokio::spawn(async move {
        while let Some(it) = heard.recv().await {
            power.runs().await;
            if to.send(it).await.is_err() {
                return;
            }
        }
    });
    ear
}
