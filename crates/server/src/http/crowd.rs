//! How many connections, sockets or requests each address has open, so that one cannot take the places
//! of all others. The machine itself is not counted: it is the operator's, or a proxy that does not say
//! for whom it asks.

use dashmap::DashMap;
use orrery_protocol::{Code, Fault};
use std::net::IpAddr;
use std::sync::Arc;

/// What is open, by address.
pub(crate) struct Crowd {
    most: u32,
    open: DashMap<IpAddr, u32>,
}

/// A place in the crowd; it is given back when this is dropped.
pub(crate) struct Place {
    crowd: Arc<Crowd>,
    address: Option<IpAddr>,
}

impl Crowd {
    /// So many of each address.
    pub(crate) fn new(most: u32) -> Arc<Self> {
        Arc::new(Self { most, open: DashMap::new() })
    }

    /// One more of an address.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Place, Fault> {
        let place = |address| Place { crowd: Arc::clone(self), address };
        if address.is_loopback() {
            return Ok(place(None));
        }
        let mut open = self.open.entry(address).or_insert(0);
        if *open >= self.most {
            let fault = Fault::new(Code::TooMany, "you have too many connections; close some");
            return Err(Fault { retry_ms: Some(5000), ..fault });
        }
        *open += 1;
        Ok(place(Some(address)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        self.crowd.open.alter(&address, |_, open| open.saturating_sub(1));
        self.crowd.open.remove_if(&address, |_, open| *open == 0);
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
        assert_eq!(crowd.open.len(), 1, "who has none is forgotten");
    }

    #[test]
    fn the_machine_itself_is_not_counted() {
        let (crowd, own) = (Crowd::new(0), "127.0.0.1".parse().expect("an address"));
        assert!(crowd.enter(own).is_ok());
    }
}
