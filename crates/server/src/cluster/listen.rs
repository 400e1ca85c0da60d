//! What comes from other nodes, and to whom it goes. Nothing here waits: whoever cannot take what
//! comes loses it, and notices.

use super::parcel::{Body, Node, Parcel};
use super::wire::{Heard, Wire};
use super::{Cluster, Peer, VERSION};
use crate::hub::Hub;
use orrery_protocol::Closing;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Takes what comes until the wire ends.
pub(super) async fn run(hub: Arc<Hub>, cluster: Arc<Cluster>, wire: Arc<dyn Wire>) {
    let mine = cluster.subject(cluster.nodes.node(), "*");
    let mut heard = wire.listen(vec![mine, cluster.subject("all", "all")]);
    while let Some(heard) = heard.recv().await {
        match heard {
            Heard::Parcel { subject, bytes } => cluster.take(&hub, &subject, &bytes),
            Heard::Cut => cluster.cut(),
            Heard::Up => {
                cluster.tell_all(Body::Alive).await;
                // Nobody knows which notices were lost.
                let hub = Arc::clone(&hub);
                tokio::spawn(async move { hub.check_devices().await });
            }
        }
    }
}

impl Cluster {
    /// Our line is cut: nobody knows what is lost.
    fn cut(&self) {
        self.cuts.fetch_add(1, Ordering::Relaxed);
        self.metrics.cuts.inc();
        tracing::warn!("the bus is away; tables of other machines cannot be reached");
        self.end_sessions(|_| true);
    }

    fn take(self: &Arc<Self>, hub: &Arc<Hub>, subject: &str, bytes: &[u8]) {
        let word = subject.rsplit('.').next().and_then(super::number);
        let Some(Parcel { from, number, body }) = Parcel::decode(bytes) else {
            tracing::warn!(%subject, version = VERSION, "another node says something strange");
            return;
        };
        if from == self.me {
            return;
        }
        match (word, body) {
            (_, Body::Alive) => self.is_alive(from, number),
            (_, Body::Devices(notice)) => hub.devices.tell(&notice),
            (_, Body::Leaving) => self.is_gone(from),
            (Some(word), Body::Attach(arrival)) => self.arrive(hub, from, word, arrival),
            (Some(word), Body::Ask(question)) => self.asked(hub, from, word, question),
            (Some(word), body @ (Body::Said(_) | Body::MarkUp | Body::Detach)) => {
                self.up(from, word, number, body);
            }
            (Some(word), body) => self.down(from, word, number, body),
            (None, _) => {}
        }
    }

    /// For a guest. If it does not keep up, or is not known, its session is over.
    fn up(self: &Arc<Self>, from: Node, session: u64, number: u64, body: Body) {
        let over = matches!(body, Body::Detach);
        let Some(guest) = self.guests.get(&session) else {
            if !over {
                self.reply(from, session, Body::Closed(Closing::Apart));
            }
            return;
        };
        let taken = guest.up.try_send((number, body)).is_ok();
        drop(guest);
        if !taken {
            self.guests.remove(&session);
            self.reply(from, session, Body::Closed(Closing::Slow));
        }
    }

    /// For a socket here, or an answer to a question.
    fn down(self: &Arc<Self>, from: Node, word: u64, number: u64, body: Body) {
        if let Some((_, waiting)) = self.questions.remove(&word) {
            let _ = waiting.send(body);
            return;
        }
        let edge = self.edges.get(&word).map(|edge| edge.down.clone());
        match edge.map(|down| down.try_send((number, body))) {
            Some(Ok(())) => {}
            Some(Err(_)) => drop(self.edges.remove(&word)),
            None => self.reply(from, word, Body::Detach),
        }
    }

    fn reply(self: &Arc<Self>, to: Node, word: u64, body: Body) {
        let cluster = Arc::clone(self);
        tokio::spawn(async move { cluster.tell(to, word, 0, body).await });
    }

    /// A node is there. If its line was cut since, whatever went through it is lost.
    fn is_alive(&self, node: Node, cuts: u64) {
        let before = self.peers.insert(node, Peer { heard: Instant::now(), cuts });
        match before {
            Some(before) if before.cuts != cuts => self.end_sessions(|other| other == node),
            Some(_) => {}
            None => tracing::info!(node = %format!("{node:016x}"), "another node is here"),
        }
        self.metrics.peers.set(self.peers.len() as i64);
    }

    /// A node is gone.
    pub(super) fn is_gone(&self, node: Node) {
        if self.peers.remove(&node).is_some() {
            tracing::info!(node = %format!("{node:016x}"), "another node is gone");
        }
        self.metrics.peers.set(self.peers.len() as i64);
        self.end_sessions(|other| other == node);
    }
}
