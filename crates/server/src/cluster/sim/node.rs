//! A machine of the simulated world: on, stopped, or off for good. Whatever leaves it or comes to it
//! goes through its power.

use std::future::pending;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// What a machine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It runs.
    On,
    /// It is stopped, and may go on.
    Stopped,
    /// It is gone.
    Off,
}

/// The power of a machine. Whoever waits for it is woken in the order of waiting, which a watched
/// value does not promise.
#[derive(Clone)]
pub(super) struct Power(Arc<(Mutex<State>, Notify)>);

impl Power {
    pub(super) fn new() -> Self {
        Self(Arc::new((Mutex::new(State::On), Notify::new())))
    }

    pub(super) fn set(&self, state: State) {
        let mut now = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *now != State::Off {
            *now = state;
        }
        drop(now);
        self.0.1.notify_waiters();
    }

    pub(super) fn state(&self) -> State {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until the machine runs; never if it is gone.
    pub(super) async fn runs(&self) {
        loop {
            let mut changed = pin!(self.0.1.notified());
            changed.as_mut().enable();
            match self.state() {
                State::On => return,
                State::Off => return pending().await,
                State::Stopped => changed.await,
            }
        }
    }
}
