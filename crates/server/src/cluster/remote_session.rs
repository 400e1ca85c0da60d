//! The owner side of a session: sockets and requests of other nodes whose tables are on this node.
//!
//! A table treats a remote session like any other socket.

use super::Cluster;
use super::envelope::{AttachRequest, Body, Envelope, Node, RemoteRequest};
use super::gateway::{COUNT_DELAY, COUNT_INTERVAL};
use super::sequence::{Delivery, ReceiveSequence, SendSequence};
use crate::frames::{self, FrameReceiver};
use crate::hub::{CommandRouter, Hub};
use crate::table::command::{Attach, Command, Frame, Request};
use crate::table::store_fault;
use dashmap::Entry;
use orrery_protocol::{CloseReason, Code, Fault};
use orrery_store::GameLocation;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// Capacity of the queues of envelopes and frames.
const QUEUE: usize = 64;
/// Time for which a reply stays in the cache, in case the transport loses it.
const REPLY_RETENTION: Duration = Duration::from_secs(30);

/// A session of a socket on another node whose table is on this node.
pub(super) struct RemoteSession {
    /// The node of the socket.
    pub(super) node: Node,
    /// The queue for envelopes from that node, with their sequence numbers.
    pub(super) envelopes: Sender<(u64, Body)>,
}

/// The reply to a request of another node, kept in case the request arrives again.
pub(super) struct CachedReply {
    at: Instant,
    /// The encoded reply; `None` while the request is being carried out.
    answer: Option<Vec<u8>>,
}

fn busy() -> Fault {
    let fault = Fault::new(Code::Busy, "the table is being unloaded; try again");
    Fault { retry_ms: Some(500), ..fault }
}

impl Cluster {
    /// Returns whether a table is on this node, or this node can claim it.
    async fn can_be_local(&self, hub: &Hub, table: &str) -> Result<bool, Fault> {
        if hub.is_live(table) {
            return Ok(true);
        }
        if hub.is_closing() {
            return Ok(false);
        }
        match self.nodes.locate(table).await {
            Ok(location) => Ok(!matches!(location, GameLocation::Node(_))),
            Err(error) => Err(store_fault(&error)),
        }
    }

    /// Starts a session for a socket of another node.
    pub(super) fn accept_session(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        node: Node,
        session: u64,
        request: Box<AttachRequest>,
    ) {
        let Entry::Vacant(free) = self.remote_sessions.entry(session) else { return };
        let (envelopes, incoming) = mpsc::channel(QUEUE);
        free.insert(RemoteSession { node, envelopes });
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            let task = RemoteSessionTask { cluster, node, session, sent: SendSequence::default() };
            task.run(&hub, *request, incoming).await;
        });
    }

    /// Carries out a request of another node, or repeats the cached reply.
    pub(super) fn accept_request(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        node: Node,
        id: u64,
        request: Box<RemoteRequest>,
    ) {
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        match self.reply_cache.entry(id) {
            Entry::Occupied(cached) => {
                let Some(answer) = cached.get().answer.clone() else { return };
                tokio::spawn(async move { cluster.publish(node, id, answer).await });
            }
            Entry::Vacant(free) => {
                free.insert(CachedReply { at: Instant::now(), answer: None });
                tokio::spawn(async move {
                    let body = cluster.answer(&hub, *request).await;
                    let answer = Envelope { from: cluster.me, number: 0, body }.encode();
                    let cached = CachedReply { at: Instant::now(), answer: Some(answer.clone()) };
                    cluster.reply_cache.insert(id, cached);
                    cluster.publish(node, id, answer).await;
                });
            }
        }
    }

    async fn answer(&self, hub: &Arc<Hub>, request: RemoteRequest) -> Body {
        match self.can_be_local(hub, &request.table).await {
            Ok(false) => return Body::Elsewhere,
            Err(fault) => return Body::Refused(Box::new(fault)),
            Ok(true) => {}
        }
        let (reply, answer) = oneshot::channel();
        let RemoteRequest { table, who, what } = request;
        hub.send(&table, Command::Request(Box::new(Request { user: who, kind: what, reply })))
            .await;
        match answer.await {
            Ok(Ok(reply)) => Body::Reply(Box::new(reply.into())),
            Ok(Err(fault)) => Body::Refused(Box::new(fault)),
            Err(_) => Body::Refused(Box::new(busy())),
        }
    }

    /// Removes expired replies from the cache.
    pub(super) fn expire_replies(&self) {
        self.reply_cache.retain(|_, cached| cached.at.elapsed() < REPLY_RETENTION);
    }
}

/// The task that serves a remote session.
struct RemoteSessionTask {
    cluster: Arc<Cluster>,
    node: Node,
    session: u64,
    sent: SendSequence,
}

impl RemoteSessionTask {
    async fn send(&self, number: u64, body: Body) {
        self.cluster.send(self.node, self.session, number, body).await;
    }

    async fn run(
        mut self,
        hub: &Arc<Hub>,
        request: AttachRequest,
        incoming: Receiver<(u64, Body)>,
    ) {
        let table = request.table.clone();
        match self.attach(hub, request).await {
            Ok((socket, frames)) => {
                let first = self.sent.next();
                self.send(first, Body::Attached).await;
                let closing = self.serve(hub, &table, socket, frames, incoming).await;
                hub.send(&table, Command::Detach(socket)).await;
                if let Some(why) = closing {
                    self.send(0, Body::Closed(why)).await;
                }
            }
            Err(body) => self.send(0, body).await,
        }
        self.cluster.remote_sessions.remove(&self.session);
    }

    /// Attaches the socket to the table. Returns its number at the table, and its frames.
    async fn attach(
        &self,
        hub: &Arc<Hub>,
        request: AttachRequest,
    ) -> Result<(u64, FrameReceiver), Body> {
        let refused = |fault: Fault| Body::Refused(Box::new(fault));
        if !self.cluster.can_be_local(hub, &request.table).await.map_err(refused)? {
            return Err(Body::Elsewhere);
        }
        let (frames, receiver) = frames::channel(QUEUE);
        let (reply, answer) = oneshot::channel();
        let AttachRequest { table, who, language, since, deck } = request;
        let attach = Attach { user: who, language, since, deck, frames, reply };
        hub.send(&table, Command::Attach(Box::new(attach))).await;
        let socket = answer.await.map_err(|_| refused(busy()))?;
        Ok((socket.map_err(refused)?, receiver))
    }

    /// Serves the session until it ends. Returns the close reason, unless the client disconnected.
    async fn serve(
        &mut self,
        hub: &Arc<Hub>,
        table: &str,
        socket: u64,
        mut frames: FrameReceiver,
        mut incoming: Receiver<(u64, Body)>,
    ) -> Option<CloseReason> {
        let mut received = ReceiveSequence::default();
        let mut count_at = Instant::now() + COUNT_DELAY;
        loop {
            tokio::select! {
                biased;
                frame = frames.recv() => match frame {
                    Some(Frame::Text(text)) => {
                        count_at = Instant::now() + COUNT_DELAY;
                        let number = self.sent.next();
                        self.send(number, Body::ToClient(text.as_str().to_owned())).await;
                    }
                    Some(Frame::Close(why)) => return Some(why),
                    // The table has dropped the session, because the session read too slowly.
                    None => return Some(CloseReason::Slow),
                },
                envelope = incoming.recv() => match envelope {
                    Some((_, Body::Detach)) => return None,
                    // The transport was disconnected, or the other node sent no heartbeats. If the
                    // node is alive, it must know that the session has ended.
                    None => return Some(CloseReason::Apart),
                    Some((count, Body::GatewayCount)) if received.check_count(count) == Delivery::Gap => {
                        return Some(self.close_after_gap());
                    }
                    Some((sequence, Body::FromClient(message))) => match received.accept(sequence) {
                        Delivery::Next => hub.send(table, Command::Message(socket, message)).await,
                        Delivery::Duplicate => {}
                        Delivery::Gap => return Some(self.close_after_gap()),
                    },
                    Some(_) => {}
                },
                () = sleep_until(count_at) => {
                    count_at = Instant::now() + COUNT_INTERVAL;
                    self.send(self.sent.count(), Body::OwnerCount).await;
                }
            }
        }
    }

    fn close_after_gap(&self) -> CloseReason {
        self.cluster.metrics.bus_gaps.inc();
        CloseReason::Apart
    }
}
