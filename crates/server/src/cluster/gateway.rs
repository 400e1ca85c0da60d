//! The gateway side of a session: a socket on this node whose table is on another node.
//!
//! The gateway forwards messages of the socket to the owner of the table, and frames of the table
//! to the socket.

use super::envelope::{AttachRequest, Body, Node, RemoteRequest};
use super::sequence::{Delivery, ReceiveSequence, SendSequence};
use super::{Cluster, node_unreachable};
use crate::frames::FrameSender;
use crate::table::command::{Attach, Frame, Request};
use orrery_protocol::{ClientMessage, CloseReason, Fault};
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

/// Capacity of the queue of received envelopes.
const QUEUE: usize = 256;
/// Time limit for a reply of the other node.
const REPLY_TIMEOUT: Duration = Duration::from_millis(1500);
/// Delay after the last message until the sender reports how many messages it has sent.
///
/// The report lets the receiver detect that the last message was lost.
pub(super) const COUNT_DELAY: Duration = Duration::from_secs(1);
/// Interval at which an idle sender repeats this report.
pub(super) const COUNT_INTERVAL: Duration = Duration::from_secs(20);
/// Maximum number of attempts to send a request to the same node.
const ATTEMPTS: u32 = 3;

/// A session of a socket on this node whose table is on another node.
pub(super) struct GatewaySession {
    /// The owner of the table.
    pub(super) node: Node,
    /// The queue for envelopes from the owner, with their sequence numbers.
    pub(super) envelopes: Sender<(u64, Body)>,
    /// The queue for input of the socket.
    inputs: Sender<SocketInput>,
}

/// Input of a socket.
pub(super) enum SocketInput {
    /// A message from the client.
    Message(Box<ClientMessage>),
    /// The client has disconnected.
    Detach,
}

/// The result of forwarding a command to another node.
pub(super) enum Forwarded<T> {
    /// The sender of the command has received the reply.
    Answered,
    /// The table is not on that node, or the node did not reply. Contains the command.
    Unanswered(T),
}

/// The reply of the other node to a request to attach.
enum AttachReply {
    Attached,
    Refused(Box<Fault>),
    /// The table is not on that node.
    Elsewhere,
    NoReply,
}

impl Cluster {
    /// Returns the input queue of the gateway session with this number.
    pub(super) fn socket_input(&self, number: u64) -> Option<Sender<SocketInput>> {
        self.gateway_sessions.get(&number).map(|session| session.inputs.clone())
    }

    /// Attaches a socket to a table of another node, and starts the task that serves it.
    pub(super) async fn attach(
        self: &std::sync::Arc<Self>,
        node: Node,
        table: &str,
        attach: Box<Attach>,
    ) -> Forwarded<Box<Attach>> {
        let session = self.new_id();
        let (envelopes, mut incoming) = mpsc::channel(QUEUE);
        let (input_sender, input_receiver) = mpsc::channel(16);
        let gateway = GatewaySession { node, envelopes, inputs: input_sender };
        self.gateway_sessions.insert(session, gateway);
        let request = AttachRequest {
            table: table.to_owned(),
            who: attach.user.clone(),
            language: attach.language,
            since: attach.since,
            deck: attach.deck.clone(),
        };
        self.send(node, session, 0, Body::Attach(Box::new(request))).await;
        let mut received = ReceiveSequence::default();
        match await_attached(&mut incoming, &mut received).await {
            AttachReply::Attached => {
                let Attach { frames, reply, .. } = *attach;
                let cluster = std::sync::Arc::clone(self);
                let task =
                    GatewayTask { cluster, node, session, sent: SendSequence::default(), received };
                tokio::spawn(task.serve(frames, incoming, input_receiver));
                let _ = reply.send(Ok(session));
                Forwarded::Answered
            }
            AttachReply::Refused(fault) => {
                self.gateway_sessions.remove(&session);
                let _ = attach.reply.send(Err(*fault));
                Forwarded::Answered
            }
            AttachReply::Elsewhere => {
                self.gateway_sessions.remove(&session);
                Forwarded::Unanswered(attach)
            }
            AttachReply::NoReply => {
                self.gateway_sessions.remove(&session);
                self.send(node, session, 0, Body::Detach).await;
                Forwarded::Unanswered(attach)
            }
        }
    }

    /// Sends a request to a table of another node.
    ///
    /// If no reply arrives, it repeats the request with the same id, so that the owner carries it
    /// out only once.
    pub(super) async fn ask(
        &self,
        node: Node,
        table: &str,
        request: Box<Request>,
    ) -> Forwarded<Box<Request>> {
        let id = self.new_id();
        let (sender, mut receiver) = oneshot::channel();
        self.pending_requests.insert(id, sender);
        let remote = RemoteRequest {
            table: table.to_owned(),
            who: request.user.clone(),
            what: request.kind.clone(),
        };
        let mut reply = None;
        for _ in 0..ATTEMPTS {
            self.send(node, id, 0, Body::Request(Box::new(remote.clone()))).await;
            if let Ok(received) = timeout(REPLY_TIMEOUT, &mut receiver).await {
                reply = received.ok();
                break;
            }
            if !self.peers.contains_key(&node) {
                break;
            }
        }
        self.pending_requests.remove(&id);
        match reply {
            Some(Body::Reply(reply)) => {
                let _ = request.reply.send(reply.into_reply().ok_or_else(node_unreachable));
                Forwarded::Answered
            }
            Some(Body::Refused(fault)) => {
                let _ = request.reply.send(Err(*fault));
                Forwarded::Answered
            }
            _ => Forwarded::Unanswered(request),
        }
    }
}

/// Waits for the first envelope of a session, which has the number 0.
async fn await_attached(
    incoming: &mut Receiver<(u64, Body)>,
    received: &mut ReceiveSequence,
) -> AttachReply {
    match timeout(REPLY_TIMEOUT, incoming.recv()).await {
        Ok(Some((number, Body::Attached))) if received.accept(number) == Delivery::Next => {
            AttachReply::Attached
        }
        Ok(Some((_, Body::Refused(fault)))) => AttachReply::Refused(fault),
        Ok(Some((_, Body::Elsewhere))) => AttachReply::Elsewhere,
        // There was no reply, or another envelope arrived first, so the reply may be lost.
        _ => AttachReply::NoReply,
    }
}

/// The task that serves an attached session.
struct GatewayTask {
    cluster: std::sync::Arc<Cluster>,
    node: Node,
    session: u64,
    sent: SendSequence,
    received: ReceiveSequence,
}

/// The end of a session.
enum End {
    /// The gateway closes the socket with this reason.
    Close(CloseReason),
    /// The socket has disconnected, or does not read.
    Gone,
}

impl GatewayTask {
    async fn serve(
        mut self,
        frames: FrameSender,
        mut incoming: Receiver<(u64, Body)>,
        mut inputs: Receiver<SocketInput>,
    ) {
        let mut count_at = Instant::now() + COUNT_INTERVAL;
        let end = loop {
            let result = tokio::select! {
                biased;
                delivery = incoming.recv() => match delivery {
                    Some((number, body)) => self.receive(number, body, &frames),
                    // The transport was disconnected, or the other node is gone.
                    None => Err(End::Close(CloseReason::Apart)),
                },
                input = inputs.recv() => match input {
                    Some(SocketInput::Message(message)) => {
                        count_at = Instant::now() + COUNT_DELAY;
                        let number = self.sent.next();
                        self.send(number, Body::FromClient(message)).await;
                        Ok(())
                    }
                    Some(SocketInput::Detach) | None => Err(End::Gone),
                },
                () = sleep_until(count_at) => {
                    count_at = Instant::now() + COUNT_INTERVAL;
                    self.send(self.sent.count(), Body::GatewayCount).await;
                    Ok(())
                }
            };
            if let Err(end) = result {
                break end;
            }
        };
        self.cluster.gateway_sessions.remove(&self.session);
        self.send(0, Body::Detach).await;
        if let End::Close(why) = end {
            // If the queue is full, the socket closes without a reason. The client reconnects in
            // that case as well.
            let _ = frames.try_send(Frame::Close(why));
        }
    }

    async fn send(&self, number: u64, body: Body) {
        self.cluster.send(self.node, self.session, number, body).await;
    }

    fn receive(&mut self, number: u64, body: Body, frames: &FrameSender) -> Result<(), End> {
        let delivery = match &body {
            Body::Closed(why) => return Err(End::Close(*why)),
            Body::OwnerCount => self.received.check_count(number),
            _ => self.received.accept(number),
        };
        match (delivery, body) {
            (Delivery::Gap, _) => {
                self.cluster.metrics.bus_gaps.inc();
                Err(End::Close(CloseReason::Apart))
            }
            (Delivery::Next, Body::ToClient(text)) => {
                frames.try_send(Frame::Text(text.into())).map_err(|_| End::Gone)
            }
            _ => Ok(()),
        }
    }
}
