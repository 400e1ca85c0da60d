//! Concurrency limits per address, for connections, sockets and requests.
//!
//! They prevent one address from exhausting the server. Loopback has no limit: it belongs to the
//! operator, or to a proxy that does not forward the client's address. An IPv6 /64 network counts
//! as one address, and a /48 site has four times the limit.

use super::guard;
use super::quota::ADDRESS_FACTOR;
use dashmap::DashMap;
use orrery_protocol::{Code, Fault};
use std::net::IpAddr;
use std::sync::Arc;

/// Limits the number of concurrent permits per address.
pub(crate) struct ConcurrencyLimiter {
    networks: KeyedCounter,
    sites: KeyedCounter,
}

/// Counts the permits per address, up to a maximum.
struct KeyedCounter {
    limit: u32,
    open: DashMap<IpAddr, u32>,
}

impl KeyedCounter {
    fn new(limit: u32) -> Self {
        Self { limit, open: DashMap::new() }
    }

    /// Counts one more permit. Returns `false` if the maximum is reached.
    fn acquire(&self, address: IpAddr) -> bool {
        let mut open = self.open.entry(address).or_insert(0);
        let room = *open < self.limit;
        *open += u32::from(room);
        room
    }

    fn release(&self, address: IpAddr) {
        self.open.alter(&address, |_, open| open.saturating_sub(1));
        self.open.remove_if(&address, |_, open| *open == 0);
    }
}

/// A permit, which is released when it is dropped.
pub(crate) struct ConcurrencyPermit {
    limiter: Arc<ConcurrencyLimiter>,
    address: Option<IpAddr>,
}

impl ConcurrencyLimiter {
    /// Creates a limiter with this maximum per address.
    pub(crate) fn new(limit: u32) -> Arc<Self> {
        Arc::new(Self {
            networks: KeyedCounter::new(limit),
            sites: KeyedCounter::new(limit.saturating_mul(ADDRESS_FACTOR)),
        })
    }

    /// Acquires a permit for an address.
    pub(crate) fn acquire(self: &Arc<Self>, address: IpAddr) -> Result<ConcurrencyPermit, Fault> {
        let permit = |address| ConcurrencyPermit { limiter: Arc::clone(self), address };
        if address.is_loopback() {
            return Ok(permit(None));
        }
        let too_many = || {
            let fault =
                Fault::new(Code::TooMany, "too many connections from your address; close some");
            Fault { retry_ms: Some(5000), ..fault }
        };
        let network = guard::network(address);
        if !self.networks.acquire(network) {
            return Err(too_many());
        }
        if site(address).is_some_and(|site| !self.sites.acquire(site)) {
            self.networks.release(network);
            return Err(too_many());
        }
        Ok(permit(Some(address)))
    }
}

/// Returns the /48 site of an IPv6 address.
fn site(address: IpAddr) -> Option<IpAddr> {
    address.is_ipv6().then(|| guard::ipv6_prefix(address, 3))
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        self.limiter.networks.release(guard::network(address));
        site(address).iter().for_each(|site| self.limiter.sites.release(*site));
    }
}

#[cfg(test)]
mod tests {
    use super::ConcurrencyLimiter;
    use std::net::IpAddr;

    #[test]
    fn permits_are_limited_per_address_and_released() {
        let limiter = ConcurrencyLimiter::new(2);
        let [remote, other] =
            ["192.0.2.1", "192.0.2.2"].map(|it| it.parse::<IpAddr>().expect("one"));
        let (first, _second) =
            (limiter.acquire(remote).expect("one"), limiter.acquire(remote).expect("two"));
        assert!(limiter.acquire(remote).is_err() && limiter.acquire(other).is_ok());
        drop(first);
        assert!(limiter.acquire(remote).is_ok());
        assert_eq!(limiter.networks.open.len(), 1, "addresses without permits are forgotten");
    }

    #[test]
    fn a_48_bit_site_has_four_times_the_permits_of_a_network() {
        let limiter = ConcurrencyLimiter::new(2);
        let acquire = |network: u32, host: u32| {
            limiter
                .acquire(format!("2001:db8:1:{network:x}::{host:x}").parse().expect("an address"))
        };
        let all: Vec<_> =
            (0..6).map(|network| [1, 2, 3].map(|host| acquire(network, host))).collect();
        let taken =
            |network: &[Result<_, _>; 3]| network.iter().filter(|permit| permit.is_ok()).count();
        assert_eq!(all.iter().map(taken).collect::<Vec<_>>(), [2, 2, 2, 2, 0, 0]);
        let other = limiter.acquire("2001:db8:2::1".parse().expect("an address"));
        assert!(other.is_ok(), "others are not affected");
        drop((all, other));
        assert!(
            limiter.networks.open.is_empty() && limiter.sites.open.is_empty(),
            "everything is released"
        );
    }

    #[test]
    fn loopback_is_not_counted() {
        let (limiter, loopback) =
            (ConcurrencyLimiter::new(0), "127.0.0.1".parse().expect("an address"));
        assert!(limiter.acquire(loopback).is_ok());
    }
}
