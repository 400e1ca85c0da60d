//! Last address of each identity, kept in memory for a day.
//!
//! Limits per address use it, so that many identities at one address do not get more than a few.

use dashmap::DashMap;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::Instant;

/// Time after which an address is forgotten.
const REMEMBERED: Duration = Duration::from_secs(24 * 3600);

/// The last address of each identity.
#[derive(Default)]
pub(crate) struct Addresses(DashMap<String, (IpAddr, Instant)>);

impl Addresses {
    /// Records that an identity used an address.
    ///
    /// Ignores loopback, which is the operator, or a proxy that does not name the client.
    pub(crate) fn note(&self, identity: &str, address: IpAddr) {
        if !address.is_loopback() {
            self.0.insert(identity.to_owned(), (address, Instant::now()));
        }
    }

    /// Returns the last address of an identity, if known.
    pub(crate) fn of(&self, identity: &str) -> Option<IpAddr> {
        self.0.get(identity).map(|entry| entry.0)
    }

    /// Forgets addresses that have not been used for a day, so that memory stays bounded.
    pub(crate) fn tidy(&self) {
        self.0.retain(|_, (_, seen)| seen.elapsed() < REMEMBERED);
    }
}

#[cfg(test)]
mod tests {
    use super::{Addresses, REMEMBERED};
    use std::net::IpAddr;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn addresses_are_remembered_for_a_day_except_loopback() {
        let addresses = Addresses::default();
        let far: IpAddr = "192.0.2.1".parse().expect("an address");
        addresses.note("ada", far);
        addresses.note("ben", "::1".parse().expect("an address"));
        addresses.tidy();
        assert_eq!((addresses.of("ada"), addresses.of("ben")), (Some(far), None));
        tokio::time::advance(REMEMBERED + Duration::from_secs(1)).await;
        addresses.tidy();
        assert_eq!(addresses.of("ada"), None);
    }
}
