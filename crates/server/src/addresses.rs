//! Last address of each identity, kept in memory for a day.
//!
//! The limits per address use this address: identities that share an address also share its limits.

use dashmap::DashMap;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::Instant;

/// Time after which an address is forgotten.
const RETENTION: Duration = Duration::from_secs(24 * 3600);

/// The last address of each identity.
#[derive(Default)]
pub(crate) struct Addresses(DashMap<String, (IpAddr, Instant)>);

impl Addresses {
    /// Records that an identity used an address.
    ///
    /// Ignores loopback, which belongs to the operator, or to a proxy that does not forward the
    /// client's address.
    pub(crate) fn record(&self, identity: &str, address: IpAddr) {
        if !address.is_loopback() {
            self.0.insert(identity.to_owned(), (address, Instant::now()));
        }
    }

    /// Returns the last address of an identity, if known.
    pub(crate) fn of(&self, identity: &str) -> Option<IpAddr> {
        self.0.get(identity).map(|entry| entry.0)
    }

    /// Forgets addresses that have not been used for a day, so that memory stays bounded.
    pub(crate) fn remove_expired(&self) {
        self.0.retain(|_, (_, last_used)| last_used.elapsed() < RETENTION);
    }
}

#[cfg(test)]
mod tests {
    use super::{Addresses, RETENTION};
    use std::net::IpAddr;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn addresses_are_remembered_for_a_day_except_loopback() {
        let addresses = Addresses::default();
        let remote: IpAddr = "192.0.2.1".parse().expect("an address");
        addresses.record("ada", remote);
        addresses.record("ben", "::1".parse().expect("an address"));
        addresses.remove_expired();
        assert_eq!((addresses.of("ada"), addresses.of("ben")), (Some(remote), None));
        tokio::time::advance(RETENTION + Duration::from_secs(1)).await;
        addresses.remove_expired();
        assert_eq!(addresses.of("ada"), None);
    }
}
