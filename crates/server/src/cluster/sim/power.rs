//! The power of a simulated machine: on, suspended, or off for good.
//!
//! All communication of a machine waits until its power is on.

use std::future::pending;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// The power state of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PowerState {
    /// The machine runs.
    On,
    /// The machine is suspended, and can resume.
    Suspended,
    /// The machine is off for good.
    Off,
}

/// The power of a machine.
///
/// Tasks wake in the order in which they began to wait, which a `watch` channel does not guarantee.
#[derive(Clone)]
pub(crate) struct Power(Arc<(Mutex<PowerState>, Notify)>);

impl Power {
    pub(crate) fn new() -> Self {
        Self(Arc::new((Mutex::new(PowerState::On), Notify::new())))
    }

    pub(super) fn set(&self, state: PowerState) {
        let mut current = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *current != PowerState::Off {
            *current = state;
        }
        drop(current);
        self.0.1.notify_waiters();
    }

    pub(super) fn state(&self) -> PowerState {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the machine is on. Waits forever if the machine is off for good.
    pub(super) async fn wait_until_on(&self) {
        loop {
            let mut changed = pin!(self.0.1.notified());
            changed.as_mut().enable();
            match self.state() {
                PowerState::On => return,
                PowerState::Off => return pending().await,
                PowerState::Suspended => changed.await,
            }
        }
    }
}
