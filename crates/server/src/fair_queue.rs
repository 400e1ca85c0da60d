//! Fair queue for a bounded number of slots.
//!
//! Addresses take turns, and so do the hosts of one address. So a host with many requests delays
//! other hosts only until a running job ends. An address holds a bounded number of slots.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// The host of a table that requests a slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Requester {
    /// The id of the table's host.
    pub(crate) host: Arc<str>,
    /// Its address, if known.
    pub(crate) address: Option<IpAddr>,
}

impl Requester {
    /// Returns the group of the requester. A host without a known address is its own group.
    fn group(&self) -> Group {
        self.address.map_or_else(|| Group::Host(Arc::clone(&self.host)), Group::Address)
    }
}

/// Requesters that share a budget of slots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Group {
    Address(IpAddr),
    Host(Arc<str>),
}

/// A fair queue for slots.
#[derive(Debug)]
pub(crate) struct FairQueue {
    /// Maximum number of slots that a group may hold.
    budget: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Number of free slots.
    free: usize,
    /// The current round.
    round: u64,
    /// Counter that orders groups within a round. It increases when a group begins to wait, and
    /// when a group gets a slot.
    arrived: u64,
    groups: HashMap<Group, GroupState>,
}

/// State of a group.
///
/// The queue removes an idle group as soon as a new group would join the same round or a later one.
#[derive(Debug, Default)]
struct GroupState {
    /// Number of slots that the group holds.
    running: usize,
    /// The round in which the group gets its next slot. It increases by one with each slot. A new
    /// group joins the current round.
    round: u64,
    /// Position of the group within its round.
    arrived: u64,
    hosts: Hosts,
}

/// The waiting hosts of a group. The first one is next.
type Hosts = VecDeque<(Arc<str>, VecDeque<oneshot::Sender<Slot>>)>;

/// A slot. Dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct Slot {
    queue: Arc<FairQueue>,
    group: Group,
}

impl FairQueue {
    /// Creates a queue with this many slots, and a budget per address.
    pub(crate) fn new(slots: usize, budget: usize) -> Arc<Self> {
        let state = Mutex::new(State { free: slots.max(1), ..State::default() });
        Arc::new(Self { budget: budget.max(1), state })
    }

    /// Requests a slot. The receiver yields it in turn; dropping the receiver cancels the request.
    pub(crate) fn acquire(self: &Arc<Self>, requester: &Requester) -> oneshot::Receiver<Slot> {
        let (request, slot) = oneshot::channel();
        self.with(|state| state.push(requester, request));
        self.serve();
        slot
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Grants the free slots to the next requests.
    fn serve(self: &Arc<Self>) {
        while let Some((group, request)) = self.with(|state| state.next(self.budget)) {
            // If the receiver is gone, this drops the slot, which takes the lock. So the lock must
            // not be held here.
            let _ = request.send(Slot { queue: Arc::clone(self), group });
        }
    }
}

impl State {
    fn push(&mut self, requester: &Requester, request: oneshot::Sender<Slot>) {
        let group = self.groups.entry(requester.group()).or_default();
        if group.hosts.is_empty() {
            self.arrived += 1;
            group.arrived = self.arrived;
            group.round = group.round.max(self.round);
        }
        match group.hosts.iter_mut().find(|(host, _)| *host == requester.host) {
            Some((_, requests)) => requests.push_back(request),
            None => group.hosts.push_back((Arc::clone(&requester.host), VecDeque::from([request]))),
        }
    }

    /// Takes a free slot for the next group. Returns the group and its request.
    fn next(&mut self, budget: usize) -> Option<(Group, oneshot::Sender<Slot>)> {
        if self.free == 0 {
            return None;
        }
        let can_run = |group: &GroupState| !group.hosts.is_empty() && group.running < budget;
        let groups = self.groups.iter_mut().filter(|(_, group)| can_run(group));
        let (id, group) = groups.min_by_key(|(_, group)| (group.round, group.arrived))?;
        let request = next_request(&mut group.hosts)?;
        self.round = self.round.max(group.round);
        self.arrived += 1;
        (group.round, group.arrived) = (group.round + 1, self.arrived);
        group.running += 1;
        self.free -= 1;
        Some((id.clone(), request))
    }

    fn release(&mut self, group: &Group) {
        self.free += 1;
        if let Some(group) = self.groups.get_mut(group) {
            group.running -= 1;
        }
        let round = self.round;
        let is_new = |group: &GroupState| group.running == 0 && group.round <= round;
        self.groups.retain(|_, group| !group.hosts.is_empty() || !is_new(group));
    }
}

/// Takes a request of the first host, and moves the host to the end if it has more requests.
fn next_request(hosts: &mut Hosts) -> Option<oneshot::Sender<Slot>> {
    let (host, mut requests) = hosts.pop_front()?;
    let request = requests.pop_front()?;
    if !requests.is_empty() {
        hosts.push_back((host, requests));
    }
    Some(request)
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.queue.with(|state| state.release(&self.group));
        self.queue.serve();
    }
}

#[cfg(test)]
mod tests;
