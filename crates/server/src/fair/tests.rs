//! Tests of the fair bot queue.

use super::{FairQueue, Party, Place};
use std::sync::Arc;
use tokio::sync::oneshot;

fn party(host: &str, address: Option<&str>) -> Party {
    let address = address.map(|text| text.parse().expect("an address"));
    Party { host: host.into(), address }
}

/// Those who wait, each with a name.
struct Line {
    queue: Arc<FairQueue>,
    waiting: Vec<(String, oneshot::Receiver<Place>)>,
}

impl Line {
    fn new(places: usize, budget: usize) -> Self {
        Self { queue: FairQueue::new(places, budget), waiting: Vec::new() }
    }

    fn enter(&mut self, times: usize, party: &Party) {
        for number in 0..times {
            let name = format!("{}{number}", party.host);
            self.waiting.push((name, self.queue.enter(party)));
        }
    }

    /// Those who have got a place since the last time.
    fn served(&mut self) -> Vec<(String, Place)> {
        let mut served = Vec::new();
        self.waiting.retain_mut(|(name, place)| match place.try_recv() {
            Ok(place) => {
                served.push((name.clone(), place));
                false
            }
            Err(_) => true,
        });
        served
    }

    /// The order in which all are served who wait, where each gives the place back at once.
    fn order(&mut self) -> Vec<String> {
        let mut order = Vec::new();
        loop {
            let served = self.served();
            if served.is_empty() {
                return order;
            }
            for (name, place) in served {
                order.push(name);
                drop(place);
            }
        }
    }
}

fn names(served: &[(String, Place)]) -> Vec<&str> {
    served.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn hosts_take_turns_however_much_each_of_them_queues() {
    let mut line = Line::new(1, 1);
    line.enter(5, &party("a", None));
    line.enter(2, &party("b", None));
    line.enter(1, &party("c", None));
    assert_eq!(line.order(), ["a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4"]);
}

/// The attack: 125 thoughts of one host wait when another comes.
#[test]
fn a_newcomer_waits_for_what_runs_and_for_nothing_that_waits() {
    let mut line = Line::new(2, 2);
    line.enter(125, &party("a", None));
    let mut running = line.served();
    assert_eq!(names(&running), ["a0", "a1"]);
    line.enter(1, &party("b", None));
    assert!(line.served().is_empty(), "both places are taken");
    running.pop();
    assert_eq!(names(&line.served()), ["b0"], "the first place that becomes free is its own");
}

/// Hosts that come back as soon as they were served do not get ahead of one that waits.
#[test]
fn nobody_waits_for_ever() {
    let mut line = Line::new(1, 1);
    let [a, b, c] = ["a", "b", "c"].map(|host| party(host, None));
    line.enter(2, &a);
    let mut running = line.served();
    line.enter(1, &b);
    line.enter(1, &c);
    let mut order = Vec::new();
    for again in [&b, &c, &a] {
        running.clear();
        running = line.served();
        order.extend(names(&running).into_iter().map(str::to_owned));
        line.enter(1, again);
    }
    assert_eq!(order, ["b0", "c0", "a1"]);
}

#[test]
fn addresses_take_turns_however_many_hosts_each_of_them_has() {
    let mut line = Line::new(1, 1);
    for host in ["a", "b", "c"] {
        line.enter(2, &party(host, Some("192.0.2.1")));
    }
    line.enter(2, &party("d", Some("192.0.2.2")));
    assert_eq!(line.order(), ["a0", "d0", "a1", "d1", "b0", "c0", "b1", "c1"]);
}

#[test]
fn an_address_has_so_many_places_and_no_more() {
    let mut line = Line::new(4, 2);
    line.enter(3, &party("a", Some("192.0.2.1")));
    line.enter(3, &party("b", Some("192.0.2.1")));
    let mut running = line.served();
    assert_eq!(running.len(), 2, "two of four places are for others");
    line.enter(1, &party("c", Some("192.0.2.2")));
    assert_eq!(names(&line.served()), ["c0"], "it need not wait");
    running.pop();
    assert_eq!(line.served().len(), 1);
}

#[test]
fn whoever_has_left_takes_no_place() {
    let mut line = Line::new(1, 1);
    line.enter(3, &party("a", None));
    line.waiting.remove(1);
    assert_eq!(line.order(), ["a0", "a2"]);
    // A place that came, and that nobody took.
    line.enter(2, &party("b", None));
    line.waiting.remove(0);
    assert_eq!(line.order(), ["b1"]);
    let state = line.queue.state.lock().expect("no panic");
    assert_eq!(state.free, 1, "all is given back");
    let idle = |group: &super::Waiting| group.running == 0 && group.hosts.is_empty();
    assert!(state.groups.values().all(idle));
}
