//! The sockets that are open on this node, by the device that opened them. When a device is logged out
//! its sockets end at once, wherever they are; what is new about an identity reaches them, too.

use crate::hub::Hub;
use crate::secret;
use dashmap::{DashMap, Entry};
use orrery_store::{Hash, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often a node of several asks which devices are logged out: the notice of another node may get
/// lost.
const CHECK: Duration = Duration::from_secs(30);
/// How many secrets are asked about at once.
const AT_ONCE: usize = 1000;

/// What devices are told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Notice {
    /// Their public ids.
    pub(crate) devices: Vec<String>,
    /// What.
    pub(crate) news: News,
}

/// What is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum News {
    /// The device was logged out.
    LoggedOut,
    /// A new recovery code begins to work at this time, in seconds since 1970; `None`: it was cancelled.
    Recovery(Option<i64>),
}

impl Notice {
    /// Something for the devices that have these secrets.
    pub(crate) fn new<'a>(secrets: impl IntoIterator<Item = &'a Hash>, news: News) -> Self {
        Self { devices: secrets.into_iter().map(secret::device_id).collect(), news }
    }
}

/// The devices that have sockets open here, by their public ids.
#[derive(Default)]
pub(crate) struct OpenDevices {
    open: DashMap<String, Open>,
}

/// A device that has sockets open here.
struct Open {
    secret: Hash,
    sockets: u32,
    state: watch::Sender<State>,
}

/// What the sockets of a device must know.
#[derive(Clone, Copy, Default)]
struct State {
    logged_out: bool,
    recovery: Option<i64>,
}

/// A socket of a device; it is forgotten when this is dropped.
pub(crate) struct OpenSocket {
    all: Arc<OpenDevices>,
    device: String,
    state: watch::Receiver<State>,
}

impl OpenDevices {
    /// Opens a socket of the device with this secret.
    pub(crate) fn enter(self: &Arc<Self>, secret: Hash) -> OpenSocket {
        let device = secret::device_id(&secret);
        let new = || Open { secret, sockets: 0, state: watch::Sender::default() };
        let mut open = self.open.entry(device.clone()).or_insert_with(new);
        open.sockets += 1;
        let state = open.state.subscribe();
        drop(open);
        OpenSocket { all: Arc::clone(self), device, state }
    }

    /// Tells the sockets of devices something, as far as they are here.
    pub(crate) fn tell(&self, notice: &Notice) {
        for open in notice.devices.iter().filter_map(|device| self.open.get(device)) {
            open.state.send_modify(|state| match notice.news {
                News::LoggedOut => state.logged_out = true,
                News::Recovery(from) => state.recovery = from,
            });
        }
    }

    /// The secrets of all devices that have sockets here.
    fn secrets(&self) -> Vec<Hash> {
        self.open.iter().map(|open| open.secret).collect()
    }
}

impl OpenSocket {
    /// Whether the device was logged out.
    pub(crate) fn is_logged_out(&self) -> bool {
        self.state.borrow().logged_out
    }

    /// Waits for something new.
    pub(crate) async fn news(&mut self) -> News {
        if self.state.changed().await.is_err() {
            // Nobody can say anything any more.
            std::future::pending::<()>().await;
        }
        let state = *self.state.borrow_and_update();
        if state.logged_out { News::LoggedOut } else { News::Recovery(state.recovery) }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        if let Entry::Occupied(mut open) = self.all.open.entry(std::mem::take(&mut self.device)) {
            open.get_mut().sockets -= 1;
            if open.get().sockets == 0 {
                open.remove();
            }
        }
    }
}

impl Hub {
    /// Tells the sockets of devices something, here and on all other nodes.
    pub(crate) async fn tell_devices(&self, notice: Notice) {
        self.devices.tell(&notice);
        if let Some(cluster) = &self.cluster {
            cluster.tell_devices(notice).await;
        }
    }

    /// Ends the sockets of devices that are logged out by what is stored.
    pub(crate) async fn check_devices(&self) {
        if let Err(error) = self.try_check_devices().await {
            tracing::warn!(%error, "failed to check which devices are logged out");
        }
    }

    async fn try_check_devices(&self) -> Result<(), StoreError> {
        for some in self.devices.secrets().chunks(AT_ONCE) {
            let good = self.store.valid_secrets(some.to_vec()).await?;
            let bad = some.iter().filter(|secret| !good.contains(secret));
            self.devices.tell(&Notice::new(bad, News::LoggedOut));
        }
        Ok(())
    }
}

/// Where there are several nodes, looks now and then for devices that another one has logged out.
pub(crate) async fn check_now_and_then(hub: Arc<Hub>) {
    while hub.cluster.is_some() {
        tokio::time::sleep(CHECK).await;
        hub.check_devices().await;
    }
}

#[cfg(test)]
mod tests {
    use super::{News, Notice, OpenDevices};
    use std::sync::Arc;

    #[tokio::test]
    async fn sockets_hear_what_concerns_their_device() {
        let all = Arc::new(OpenDevices::default());
        let (mut one, mut two, other) =
            (all.enter([1; 32]), all.enter([1; 32]), all.enter([2; 32]));
        all.tell(&Notice::new(&[[1; 32]], News::Recovery(Some(7))));
        assert_eq!(one.news().await, News::Recovery(Some(7)));
        all.tell(&Notice::new(&[[1; 32], [3; 32]], News::LoggedOut));
        assert_eq!((one.news().await, two.news().await), (News::LoggedOut, News::LoggedOut));
        assert!(one.is_logged_out() && !other.is_logged_out());
        drop(one);
        assert_eq!(all.open.len(), 2, "one socket of it is left");
        drop((two, other));
        assert!(all.open.is_empty());
        assert!(!all.enter([1; 32]).is_logged_out(), "whoever comes next is checked by the store");
    }
}
