//! How many connections, sockets or requests each address has open, so that one cannot take the places
//! of all others. The machine itself is not counted: it is the operator's, or a proxy that does not say
//! for whom it asks. Of IPv6, 64 bits are one address, and the addresses with the same 48 bits have four
//! times as much together.

use super::guard;
use super::quota::SHARED;
use dashmap::DashMap;
use orrery_protocol::{Code, Fault};
use std::net::IpAddr;
use std::sync::Arc;

/// What is open, by address.
pub(crate) struct Crowd {
    houses: Count,
    sites: Count,
}

/// Open places by a part of the address.
struct Count {
    most: u32,
    open: DashMap<IpAddr, u32>,
}

impl Count {
    fn new(most: u32) -> Self {
        Self { most, open: DashMap::new() }
    }

    /// One more, if there is room.
    fn enter(&self, address: IpAddr) -> bool {
        let mut open = self.open.entry(address).or_insert(0);
        let room = *open < self.most;
        *open += u32::from(room);
        room
    }

    fn leave(&self, address: IpAddr) {
        self.open.alter(&address, |_, open| open.saturating_sub(1));
        self.open.remove_if(&address, |_, open| *open == 0);
    }
}

/// A place in the crowd; it is given back when this is dropped.
pub(crate) struct Place {
    crowd: Arc<Crowd>,
    address: Option<IpAddr>,
}

impl Crowd {
    /// So many of each address.
    pub(crate) fn new(most: u32) -> Arc<Self> {
        Arc::new(Self { houses: Count::new(most), sites: Count::new(most.saturating_mul(SHARED)) })
    }

    /// One more of an address.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Place, Fault> {
        let place = |address| Place { crowd: Arc::clone(self), address };
        if address.is_loopback() {
            return Ok(place(None));
        }
        let too_many = || {
            let fault = Fault::new(Code::TooMany, "you have too many connections; close some");
            Fault { retry_ms: Some(5000), ..fault }
        };
        let house = guard::whole(address);
        if !self.houses.enter(house) {
            return Err(too_many());
        }
        if site(address).is_some_and(|site| !self.sites.enter(site)) {
            self.houses.leave(house);
            return Err(too_many());
        }
        Ok(place(Some(address)))
    }
}

/// The first 48 bits of an address of IPv6.
fn site(address: IpAddr) -> Option<IpAddr> {
    address.is_ipv6().then(|| guard::prefix(address, 3))
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        self.crowd.houses.leave(guard::whole(address));
        site(address).iter().for_each(|site| self.crowd.sites.leave(*site));
    }
}

#[cfg(test)]
mod tests {
    use super::Crowd;
    use std::net::IpAddr;

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let crowd = Crowd::new(2);
        let [far, other] = ["192.0.2.1", "192.0.2.2"].map(|it| it.parse::<IpAddr>().expect("one"));
        let (first, _second) = (crowd.enter(far).expect("one"), crowd.enter(far).expect("two"));
        assert!(crowd.enter(far).is_err() && crowd.enter(other).is_ok());
        drop(first);
        assert!(crowd.enter(far).is_ok());
        assert_eq!(crowd.houses.open.len(), 1, "who has none is forgotten");
    }

    #[test]
    fn a_site_of_48_bits_has_four_times_as_many_places_as_a_house() {
        let crowd = Crowd::new(2);
        let enter = |house: u32, host: u32| {
            crowd.enter(format!("2001:db8:1:{house:x}::{host:x}").parse().expect("an address"))
        };
        let all: Vec<_> = (0..6).map(|house| [1, 2, 3].map(|host| enter(house, host))).collect();
        let taken = |house: &[Result<_, _>; 3]| house.iter().filter(|place| place.is_ok()).count();
        assert_eq!(all.iter().map(taken).collect::<Vec<_>>(), [2, 2, 2, 2, 0, 0]);
        let other = crowd.enter("2001:db8:2::1".parse().expect("an address"));
        assert!(other.is_ok(), "others are not affected");
        drop((all, other));
        assert!(crowd.houses.open.is_empty() && crowd.sites.open.is_empty(), "all is given back");
    }

    #[test]
    fn the_machine_itself_is_not_counted() {
        let (crowd, own) = (Crowd::new(0), "127.0.0.1".parse().expect("an address"));
        assert!(crowd.enter(own).is_ok());
    }
}
