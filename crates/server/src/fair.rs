//! A fair queue for a bounded number of places. Places go round robin over addresses, and within an
//! address round robin over hosts: whoever queues much delays others by no more than what runs already.
//! One address has a bounded number of places at a time.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// Whoever queues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Party {
    /// The identity that made the table.
    pub(crate) host: Arc<str>,
    /// Its address, if it is known.
    pub(crate) address: Option<IpAddr>,
}

impl Party {
    /// A host whose address is not known is on its own.
    fn group(&self) -> Group {
        self.address.map_or_else(|| Group::Host(Arc::clone(&self.host)), Group::Address)
    }
}

/// Those who share a budget.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Group {
    Address(IpAddr),
    Host(Arc<str>),
}

/// The queue.
#[derive(Debug)]
pub(crate) struct FairQueue {
    /// How many places a group may have at once.
    budget: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    free: usize,
    /// The round that is being served.
    round: u64,
    /// How many have begun to wait, to tell who was first.
    arrived: u64,
    groups: HashMap<Group, Waiting>,
}

/// What is known of a group. It is forgotten when it is as good as new.
#[derive(Debug, Default)]
struct Waiting {
    /// How many places it has.
    running: usize,
    /// The round in which it is served next, and its place in that round. Whoever is served has to wait
    /// for the next round; a newcomer belongs to the round that is being served.
    round: u64,
    arrived: u64,
    hosts: Hosts,
}

/// The hosts of a group that wait; the one at the front is next.
type Hosts = VecDeque<(Arc<str>, VecDeque<oneshot::Sender<Place>>)>;

/// A place; it is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    queue: Arc<FairQueue>,
    group: Group,
}

impl FairQueue {
    /// So many places at once, and so many of one address.
    pub(crate) fn new(places: usize, budget: usize) -> Arc<Self> {
        let state = Mutex::new(State { free: places.max(1), ..State::default() });
        Arc::new(Self { budget: budget.max(1), state })
    }

    /// Queues. The place comes when it is this one's turn; whoever drops the receiver has left.
    pub(crate) fn enter(self: &Arc<Self>, party: &Party) -> oneshot::Receiver<Place> {
        let (turn, place) = oneshot::channel();
        self.with(|state| state.push(party, turn));
        self.serve();
        place
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives free places to those whose turn it is.
    fn serve(self: &Arc<Self>) {
        while let Some((group, turn)) = self.with(|state| state.next(self.budget)) {
            // Whoever has left meanwhile gives the place back, which must not happen in the lock.
            let _ = turn.send(Place { queue: Arc::clone(self), group });
        }
    }
}

impl State {
    fn push(&mut self, party: &Party, turn: oneshot::Sender<Place>) {
        let group = self.groups.entry(party.group()).or_default();
        if group.hosts.is_empty() {
            self.arrived += 1;
            group.arrived = self.arrived;
            group.round = group.round.max(self.round);
        }
        match group.hosts.iter_mut().find(|(host, _)| *host == party.host) {
            Some((_, turns)) => turns.push_back(turn),
            None => group.hosts.push_back((Arc::clone(&party.host), VecDeque::from([turn]))),
        }
    }

    /// Takes a free place for the group whose turn it is.
    fn next(&mut self, budget: usize) -> Option<(Group, oneshot::Sender<Place>)> {
        if self.free == 0 {
            return None;
        }
        let waiting = |group: &Waiting| !group.hosts.is_empty() && group.running < budget;
        let groups = self.groups.iter_mut().filter(|(_, group)| waiting(group));
        let (id, group) = groups.min_by_key(|(_, group)| (group.round, group.arrived))?;
        let turn = next_of(&mut group.hosts)?;
        self.round = self.round.max(group.round);
        self.arrived += 1;
        (group.round, group.arrived) = (group.round + 1, self.arrived);
        group.running += 1;
        self.free -= 1;
        Some((id.clone(), turn))
    }

    fn give_back(&mut self, group: &Group) {
        self.free += 1;
        if let Some(group) = self.groups.get_mut(group) {
            group.running -= 1;
        }
        let round = self.round;
        let is_new = |group: &Waiting| group.running == 0 && group.round <= round;
        self.groups.retain(|_, group| !group.hosts.is_empty() || !is_new(group));
    }
}

/// Takes the turn of the host at the front, and has it queue again. No queue is ever empty.
fn next_of(hosts: &mut Hosts) -> Option<oneshot::Sender<Place>> {
    let (host, mut turns) = hosts.pop_front()?;
    let turn = turns.pop_front()?;
    if !turns.is_empty() {
        hosts.push_back((host, turns));
    }
    Some(turn)
}

impl Drop for Place {
    fn drop(&mut self) {
        self.queue.with(|state| state.give_back(&self.group));
        self.queue.serve();
    }
}

#[cfg(test)]
mod tests;
