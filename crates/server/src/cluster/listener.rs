//! Dispatch of envelopes from other nodes.
//!
//! Dispatch never waits. If the queue of a session is full, the session ends.

use super::envelope::{Body, Envelope, Node};
use super::transport::{Transport, TransportEvent};
use super::{Cluster, Peer, VERSION};
use crate::hub::Hub;
use orrery_protocol::CloseReason;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Dispatches envelopes until the transport ends.
pub(super) async fn run(hub: Arc<Hub>, cluster: Arc<Cluster>, transport: Arc<dyn Transport>) {
    let own_subject = cluster.subject(cluster.nodes.node(), "*");
    let mut events = transport.subscribe(vec![own_subject, cluster.subject("all", "all")]);
    while let Some(event) = events.recv().await {
        match event {
            TransportEvent::Message { subject, bytes } => cluster.dispatch(&hub, &subject, &bytes),
            TransportEvent::Disconnected => cluster.handle_disconnect(),
            TransportEvent::Connected => {
                cluster.broadcast(Body::Heartbeat).await;
                // Notices about logged-out devices may have been lost while the transport was
                // disconnected, so check all devices with open sockets.
                let hub = Arc::clone(&hub);
                tokio::spawn(async move { hub.check_devices().await });
            }
        }
    }
}

impl Cluster {
    /// Ends all sessions after a disconnect, because their messages may be lost.
    fn handle_disconnect(&self) {
        self.disconnects.fetch_add(1, Ordering::Relaxed);
        self.metrics.bus_cuts.inc();
        tracing::warn!("transport disconnected; tables of other nodes are unreachable");
        self.end_sessions(|_| true);
    }

    fn dispatch(self: &Arc<Self>, hub: &Arc<Hub>, subject: &str, bytes: &[u8]) {
        let id = subject.rsplit('.').next().and_then(super::parse_id);
        let Some(Envelope { from, number, body }) = Envelope::decode(bytes) else {
            tracing::warn!(%subject, version = VERSION, "failed to decode envelope");
            return;
        };
        if from == self.me {
            return;
        }
        match (id, body) {
            // In a heartbeat, the number is how often the transport of the peer was disconnected.
            (_, Body::Heartbeat) => self.record_peer(from, number),
            (_, Body::Devices(notice)) => hub.devices.notify(&notice),
            (_, Body::Leaving) => self.drop_peer(from),
            (Some(id), Body::Attach(request)) => self.accept_session(hub, from, id, request),
            (Some(id), Body::Request(request)) => self.accept_request(hub, from, id, request),
            (Some(id), body @ (Body::FromClient(_) | Body::GatewayCount | Body::Detach)) => {
                self.deliver_to_remote_session(from, id, number, body);
            }
            (Some(id), body) => self.deliver_to_gateway(from, id, number, body),
            (None, _) => {}
        }
    }

    /// Passes an envelope to a remote session. Ends a session that is too slow or unknown.
    fn deliver_to_remote_session(
        self: &Arc<Self>,
        from: Node,
        session: u64,
        number: u64,
        body: Body,
    ) {
        let is_detach = matches!(body, Body::Detach);
        let Some(remote) = self.remote_sessions.get(&session) else {
            if !is_detach {
                self.reply(from, session, Body::Closed(CloseReason::Apart));
            }
            return;
        };
        let is_queued = remote.envelopes.try_send((number, body)).is_ok();
        drop(remote);
        if !is_queued {
            self.remote_sessions.remove(&session);
            self.reply(from, session, Body::Closed(CloseReason::Slow));
        }
    }

    /// Passes an envelope to a gateway session, or to the request that it answers.
    fn deliver_to_gateway(self: &Arc<Self>, from: Node, id: u64, number: u64, body: Body) {
        if let Some((_, waiting)) = self.pending_requests.remove(&id) {
            let _ = waiting.send(body);
            return;
        }
        let queue = self.gateway_sessions.get(&id).map(|gateway| gateway.envelopes.clone());
        match queue.map(|queue| queue.try_send((number, body))) {
            Some(Ok(())) => {}
            Some(Err(_)) => drop(self.gateway_sessions.remove(&id)),
            None => self.reply(from, id, Body::Detach),
        }
    }

    fn reply(self: &Arc<Self>, to: Node, id: u64, body: Body) {
        let cluster = Arc::clone(self);
        tokio::spawn(async move { cluster.send(to, id, 0, body).await });
    }

    /// Records a heartbeat of a peer.
    ///
    /// Ends the sessions with the peer if its number of disconnects has changed since the previous
    /// heartbeat.
    fn record_peer(&self, node: Node, disconnects: u64) {
        let previous = self.peers.insert(node, Peer { last_heard: Instant::now(), disconnects });
        match previous {
            Some(previous) if previous.disconnects != disconnects => {
                self.end_sessions(|other| other == node)
            }
            Some(_) => {}
            None => tracing::info!(node = %format!("{node:016x}"), "peer joined"),
        }
        self.metrics.peers.set(self.peers.len() as i64);
    }

    /// Drops a peer and ends its sessions.
    pub(super) fn drop_peer(&self, node: Node) {
        if self.peers.remove(&node).is_some() {
            tracing::info!(node = %format!("{node:016x}"), "peer gone");
        }
        self.metrics.peers.set(self.peers.len() as i64);
        self.end_sessions(|other| other == node);
    }
}
