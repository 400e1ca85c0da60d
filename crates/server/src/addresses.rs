//! The address that each identity used last, so that one address with many identities has no more than
//! one with few. It is kept in memory only, for a day.

use dashmap::DashMap;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::Instant;

/// How long an address is remembered.
const REMEMBERED: Duration = Duration::from_secs(24 * 3600);

/// The last address of each identity.
#[derive(Default)]
pub(crate) struct Addresses(DashMap<String, (IpAddr, Instant)>);

impl Addresses {
    /// Notes that an identity was seen at an address. The machine itself counts as no address: it is
    /// the operator's, or a proxy that does not say for whom it asks.
    pub(crate) fn note(&self, identity: &str, address: IpAddr) {
        if !address.is_loopback() {
            self.0.insert(identity.to_owned(), (address, Instant::now()));
        }
    }

    /// The address of an identity, if it is known.
    pub(crate) fn of(&self, identity: &str) -> Option<IpAddr> {
        self.0.get(identity).map(|entry| entry.0)
    }

    /// Forgets those that have been quiet, so that memory is bounded.
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
    async fn an_address_is_remembered_for_a_day_and_the_machine_itself_is_none() {
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
