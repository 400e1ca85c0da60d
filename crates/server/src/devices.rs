//! Open sockets on this node, by device.
//!
//! If a user logs a device out, every node closes the sockets of the device at once. Other events
//! of an identity reach its sockets in the same way.

use crate::hub::Hub;
use crate::secret;
use dashmap::{DashMap, Entry};
use orrery_store::{Hash, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Interval at which a cluster node checks for logged-out devices, because notices may get lost.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// Number of secret hashes checked in one query.
const CHECK_BATCH: usize = 1000;

/// A notification for devices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct DeviceNotice {
    /// Public ids of the devices.
    pub(crate) devices: Vec<String>,
    /// The event.
    pub(crate) news: DeviceEvent,
}

/// An event that the sockets of a device need to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum DeviceEvent {
    /// The device was logged out.
    LoggedOut,
    /// A new recovery code becomes valid at this Unix time in seconds. `None`: it was cancelled.
    Recovery(Option<i64>),
}

impl DeviceNotice {
    /// Creates a notice for the devices with these secret hashes.
    pub(crate) fn new<'a>(hashes: impl IntoIterator<Item = &'a Hash>, news: DeviceEvent) -> Self {
        Self { devices: hashes.into_iter().map(secret::device_id).collect(), news }
    }
}

/// Devices that have open sockets on this node, by public id.
#[derive(Default)]
pub(crate) struct OpenDevices {
    open: DashMap<String, OpenDevice>,
}

/// A device that has open sockets on this node.
struct OpenDevice {
    secret_hash: Hash,
    sockets: u32,
    state: watch::Sender<DeviceState>,
}

/// State of a device that its sockets watch.
#[derive(Clone, Copy, Default)]
struct DeviceState {
    logged_out: bool,
    /// When a new recovery code becomes valid, in Unix seconds. `None`: no new code is planned.
    recovery: Option<i64>,
}

/// Registration of an open socket. Dropping it unregisters the socket.
pub(crate) struct OpenSocket {
    registry: Arc<OpenDevices>,
    device: String,
    state: watch::Receiver<DeviceState>,
}

impl OpenDevices {
    /// Registers a socket of the device with this secret hash.
    pub(crate) fn open_socket(self: &Arc<Self>, secret_hash: Hash) -> OpenSocket {
        let device = secret::device_id(&secret_hash);
        let new = || OpenDevice { secret_hash, sockets: 0, state: watch::Sender::default() };
        let mut open = self.open.entry(device.clone()).or_insert_with(new);
        open.sockets += 1;
        let state = open.state.subscribe();
        drop(open);
        OpenSocket { registry: Arc::clone(self), device, state }
    }

    /// Notifies the sockets on this node.
    pub(crate) fn notify(&self, notice: &DeviceNotice) {
        for open in notice.devices.iter().filter_map(|device| self.open.get(device)) {
            open.state.send_modify(|state| match notice.news {
                DeviceEvent::LoggedOut => state.logged_out = true,
                DeviceEvent::Recovery(from) => state.recovery = from,
            });
        }
    }

    /// Returns the secret hashes of all devices with open sockets on this node.
    fn secret_hashes(&self) -> Vec<Hash> {
        self.open.iter().map(|open| open.secret_hash).collect()
    }
}

impl OpenSocket {
    /// Returns whether the device was logged out.
    pub(crate) fn is_logged_out(&self) -> bool {
        self.state.borrow().logged_out
    }

    /// Waits for the next event.
    pub(crate) async fn next_event(&mut self) -> DeviceEvent {
        if self.state.changed().await.is_err() {
            // The sender is gone, so there will be no more events.
            std::future::pending::<()>().await;
        }
        let state = *self.state.borrow_and_update();
        if state.logged_out {
            DeviceEvent::LoggedOut
        } else {
            DeviceEvent::Recovery(state.recovery)
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        if let Entry::Occupied(mut open) =
            self.registry.open.entry(std::mem::take(&mut self.device))
        {
            open.get_mut().sockets -= 1;
            if open.get().sockets == 0 {
                open.remove();
            }
        }
    }
}

impl Hub {
    /// Notifies the sockets of devices on all nodes.
    pub(crate) async fn notify_devices(&self, notice: DeviceNotice) {
        self.devices.notify(&notice);
        if let Some(cluster) = &self.cluster {
            cluster.send_device_notice(notice).await;
        }
    }

    /// Closes the sockets of devices that are logged out according to the store.
    pub(crate) async fn check_devices(&self) {
        if let Err(error) = self.try_check_devices().await {
            tracing::warn!(%error, "failed to check for logged-out devices");
        }
    }

    async fn try_check_devices(&self) -> Result<(), StoreError> {
        for batch in self.devices.secret_hashes().chunks(CHECK_BATCH) {
            let valid = self.store.valid_secrets(batch.to_vec()).await?;
            let invalid = batch.iter().filter(|hash| !valid.contains(hash));
            self.devices.notify(&DeviceNotice::new(invalid, DeviceEvent::LoggedOut));
        }
        Ok(())
    }
}

/// Checks regularly for devices that other nodes have logged out. Does nothing without a cluster.
pub(crate) async fn check_regularly(hub: Arc<Hub>) {
    while hub.cluster.is_some() {
        tokio::time::sleep(CHECK_INTERVAL).await;
        hub.check_devices().await;
    }
}

#[cfg(test)]
mod tests {
    use super::{DeviceEvent, DeviceNotice, OpenDevices};
    use std::sync::Arc;

    #[tokio::test]
    async fn sockets_receive_events_of_their_device() {
        let all = Arc::new(OpenDevices::default());
        let (mut one, mut two, other) =
            (all.open_socket([1; 32]), all.open_socket([1; 32]), all.open_socket([2; 32]));
        all.notify(&DeviceNotice::new(&[[1; 32]], DeviceEvent::Recovery(Some(7))));
        assert_eq!(one.next_event().await, DeviceEvent::Recovery(Some(7)));
        all.notify(&DeviceNotice::new(&[[1; 32], [3; 32]], DeviceEvent::LoggedOut));
        assert_eq!(
            (one.next_event().await, two.next_event().await),
            (DeviceEvent::LoggedOut, DeviceEvent::LoggedOut)
        );
        assert!(one.is_logged_out() && !other.is_logged_out());
        drop(one);
        assert_eq!(all.open.len(), 2, "the other socket of the device is open");
        drop((two, other));
        assert!(all.open.is_empty());
        assert!(!all.open_socket([1; 32]).is_logged_out(), "the store checks the next login");
    }
}
