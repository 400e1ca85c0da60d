//! Tests of the fair queue.

use super::{FairQueue, Requester, Slot};
use std::sync::Arc;
use tokio::sync::oneshot;

fn requester(host: &str, address: Option<&str>) -> Requester {
    let address = address.map(|text| text.parse().expect("an address"));
    Requester { host: host.into(), address }
}

/// A queue with named requests that wait for slots.
struct Waiters {
    queue: Arc<FairQueue>,
    waiting: Vec<(String, oneshot::Receiver<Slot>)>,
}

impl Waiters {
    fn new(slots: usize, budget: usize) -> Self {
        Self { queue: FairQueue::new(slots, budget), waiting: Vec::new() }
    }

    fn acquire(&mut self, times: usize, requester: &Requester) {
        for number in 0..times {
            let name = format!("{}{number}", requester.host);
            self.waiting.push((name, self.queue.acquire(requester)));
        }
    }

    /// Returns the requests that got a slot since the last call.
    fn served(&mut self) -> Vec<(String, Slot)> {
        let mut served = Vec::new();
        self.waiting.retain_mut(|(name, slot)| match slot.try_recv() {
            Ok(slot) => {
                served.push((name.clone(), slot));
                false
            }
            Err(_) => true,
        });
        served
    }

    /// Returns the order in which requests are served if each frees its slot at once.
    fn order(&mut self) -> Vec<String> {
        let mut order = Vec::new();
        loop {
            let served = self.served();
            if served.is_empty() {
                return order;
            }
            for (name, slot) in served {
                order.push(name);
                drop(slot);
            }
        }
    }
}

fn names(served: &[(String, Slot)]) -> Vec<&str> {
    served.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn hosts_take_turns() {
    let mut waiters = Waiters::new(1, 1);
    waiters.acquire(5, &requester("a", None));
    waiters.acquire(2, &requester("b", None));
    waiters.acquire(1, &requester("c", None));
    assert_eq!(waiters.order(), ["a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4"]);
}

/// An attack: 125 requests of one host wait when another host arrives.
#[test]
fn a_new_host_gets_the_next_free_slot() {
    let mut waiters = Waiters::new(2, 2);
    waiters.acquire(125, &requester("a", None));
    let mut running = waiters.served();
    assert_eq!(names(&running), ["a0", "a1"]);
    waiters.acquire(1, &requester("b", None));
    assert!(waiters.served().is_empty(), "both slots are taken");
    running.pop();
    assert_eq!(names(&waiters.served()), ["b0"], "b gets the next free slot");
}

/// Hosts that queue again at once do not overtake a waiting host.
#[test]
fn no_request_starves() {
    let mut waiters = Waiters::new(1, 1);
    let [a, b, c] = ["a", "b", "c"].map(|host| requester(host, None));
    waiters.acquire(2, &a);
    let mut running = waiters.served();
    waiters.acquire(1, &b);
    waiters.acquire(1, &c);
    let mut order = Vec::new();
    for again in [&b, &c, &a] {
        running.clear();
        running = waiters.served();
        order.extend(names(&running).into_iter().map(str::to_owned));
        waiters.acquire(1, again);
    }
    assert_eq!(order, ["b0", "c0", "a1"]);
}

#[test]
fn addresses_take_turns_regardless_of_their_hosts() {
    let mut waiters = Waiters::new(1, 1);
    for host in ["a", "b", "c"] {
        waiters.acquire(2, &requester(host, Some("192.0.2.1")));
    }
    waiters.acquire(2, &requester("d", Some("192.0.2.2")));
    assert_eq!(waiters.order(), ["a0", "d0", "a1", "d1", "b0", "c0", "b1", "c1"]);
}

#[test]
fn slots_are_limited_per_address() {
    let mut waiters = Waiters::new(4, 2);
    waiters.acquire(3, &requester("a", Some("192.0.2.1")));
    waiters.acquire(3, &requester("b", Some("192.0.2.1")));
    let mut running = waiters.served();
    assert_eq!(running.len(), 2, "two of four slots are for others");
    waiters.acquire(1, &requester("c", Some("192.0.2.2")));
    assert_eq!(names(&waiters.served()), ["c0"], "the other address has a slot at once");
    running.pop();
    assert_eq!(waiters.served().len(), 1);
}

#[test]
fn a_cancelled_request_takes_no_slot() {
    let mut waiters = Waiters::new(1, 1);
    waiters.acquire(3, &requester("a", None));
    waiters.waiting.remove(1);
    assert_eq!(waiters.order(), ["a0", "a2"]);
    // This request had a slot when its receiver was dropped.
    waiters.acquire(2, &requester("b", None));
    waiters.waiting.remove(0);
    assert_eq!(waiters.order(), ["b1"]);
    let state = waiters.queue.state.lock().expect("no panic");
    assert_eq!(state.free, 1, "everything is released");
    let idle = |group: &super::GroupState| group.running == 0 && group.hosts.is_empty();
    assert!(state.groups.values().all(idle));
}
