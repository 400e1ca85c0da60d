//! A machine of the simulated world: on, stopped, or off for good. Whatever leaves it or comes to it
//! goes through its power.

use std::future::pending;
use std::sync::Arc;
use tokio::sync::watch;

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

/// The power of a machine.
#[derive(Clone)]
pub(super) struct Power(Arc<watch::Sender<State>>);

impl Power {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::channel(State::On).0))
    }

    pub(super) fn set(&self, state: State) {
        self.0.send_if_modified(|old| *old != State::Off && std::mem::replace(old, state) != state);
    }

    pub(super) fn state(&self) -> State {
        *self.0.borrow()
    }

    /// Until the machine runs; never if it is gone.
    pub(super) async fn runs(&self) {
        let mut changes = self.0.subscribe();
        loop {
            let state = *changes.borrow_and_update();
            match state {
                State::On => return,
                State::Off => return pending().await,
                State::Stopped => {}
            }
            if changes.changed().await.is_err() {
                return pending().await;
            }
        }
    }
}
