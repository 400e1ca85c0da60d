//! The side of the client: a socket here whose table is on another node. It looks to the socket as
//! if the table were here; what the socket says goes there, and what comes back is sent on.

use super::line::{Came, Received, Sent};
use super::parcel::{Arrival, Body, Node, Question};
use super::{Cluster, apart};
use crate::frames::FrameSender;
use crate::table::command::{Attach, Frame, Request};
use orrery_protocol::{ClientMessage, Closing};
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

/// Parcels of a session that may wait.
const WAITING: usize = 256;
/// How long the other node has to answer at all.
const ANSWER: Duration = Duration::from_millis(1500);
/// After so long without another word the last number is said again.
pub(super) const QUIET: Duration = Duration::from_secs(1);
/// And then again, now and then.
pub(super) const LATER: Duration = Duration::from_secs(20);
/// How often a question is put to the same node.
const TRIES: u32 = 3;

/// A socket here whose table is elsewhere.
pub(super) struct Edge {
    /// Where the table is.
    pub(super) node: Node,
    /// What comes from there.
    pub(super) down: Sender<(u64, Body)>,
    /// What the socket says.
    up: Sender<Up>,
}

/// What a socket does.
pub(super) enum Up {
    /// The client said something.
    Said(Box<ClientMessage>),
    /// It is gone.
    Detach,
}

/// What became of something that was meant for another node.
pub(super) enum Passed<T> {
    /// Whoever sent it has been answered.
    Done,
    /// It is not there, or cannot be reached.
    Back(T),
}

/// What the other node makes of an arrival.
enum Welcome {
    Attached,
    Refused(Body),
    Nothing,
}

impl Cluster {
    /// A socket of this node, if its table is elsewhere.
    pub(super) fn socket(&self, number: u64) -> Option<Sender<Up>> {
        self.edges.get(&number).map(|edge| edge.up.clone())
    }

    /// Attaches a socket to a table of another node, and serves it from then on.
    pub(super) async fn attach(
        self: &std::sync::Arc<Self>,
        node: Node,
        table: &str,
        attach: Box<Attach>,
    ) -> Passed<Box<Attach>> {
        let session = self.fresh();
        let (down, mut coming) = mpsc::channel(WAITING);
        let (up, saying) = mpsc::channel(16);
        self.edges.insert(session, Edge { node, down, up });
        let arrival = Arrival {
            table: table.to_owned(),
            who: attach.user.clone(),
            words: attach.words,
            since: attach.since,
            deck: attach.deck.clone(),
        };
        self.tell(node, session, 0, Body::Attach(Box::new(arrival))).await;
        let mut received = Received::default();
        match welcome(&mut coming, &mut received).await {
            Welcome::Attached => {
                let Attach { frames, reply, .. } = *attach;
                let cluster = std::sync::Arc::clone(self);
                let line = Line { cluster, node, session, sent: Sent::default(), received };
                tokio::spawn(line.serve(frames, coming, saying));
                let _ = reply.send(Ok(session));
                Passed::Done
            }
            Welcome::Refused(Body::Refused(fault)) => {
                self.edges.remove(&session);
                let _ = attach.reply.send(Err(*fault));
                Passed::Done
            }
            Welcome::Refused(_) => {
                self.edges.remove(&session);
                Passed::Back(attach)
            }
            Welcome::Nothing => {
                self.edges.remove(&session);
                self.tell(node, session, 0, Body::Detach).await;
                Passed::Back(attach)
            }
        }
    }

    /// Puts a question to a table of another node. It is put again under the same number if no
    /// answer comes, so it is carried out once.
    pub(super) async fn ask(
        &self,
        node: Node,
        table: &str,
        request: Box<Request>,
    ) -> Passed<Box<Request>> {
        let word = self.fresh();
        let (reply, mut answer) = oneshot::channel();
        self.questions.insert(word, reply);
        let question = Question {
            table: table.to_owned(),
            who: request.user.clone(),
            what: request.kind.clone(),
        };
        let mut told = None;
        for _ in 0..TRIES {
            self.tell(node, word, 0, Body::Ask(Box::new(question.clone()))).await;
            if let Ok(answer) = timeout(ANSWER, &mut answer).await {
                told = answer.ok();
                break;
            }
            if !self.peers.contains_key(&node) {
                break;
            }
        }
        self.questions.remove(&word);
        match told {
            Some(Body::Answer(told)) => {
                let _ = request.reply.send(told.reply().ok_or_else(apart));
                Passed::Done
            }
            Some(Body::Refused(fault)) => {
                let _ = request.reply.send(Err(*fault));
                Passed::Done
            }
            _ => Passed::Back(request),
        }
    }
}

/// The first thing that comes back, which is number 0 of the session.
async fn welcome(coming: &mut Receiver<(u64, Body)>, received: &mut Received) -> Welcome {
    match timeout(ANSWER, coming.recv()).await {
        Ok(Some((number, Body::Attached))) if received.take(number) == Came::Next => {
            Welcome::Attached
        }
        Ok(Some((_, body @ (Body::Refused(_) | Body::Elsewhere)))) => Welcome::Refused(body),
        // Frames that overtook the first one: something is lost.
        _ => Welcome::Nothing,
    }
}

/// A session that has begun.
struct Line {
    cluster: std::sync::Arc<Cluster>,
    node: Node,
    session: u64,
    sent: Sent,
    received: Received,
}

/// How a session ends.
enum End {
    /// The socket is told why.
    Close(Closing),
    /// The socket is gone, or does not read.
    Gone,
}

impl Line {
    async fn serve(
        mut self,
        frames: FrameSender,
        mut coming: Receiver<(u64, Body)>,
        mut saying: Receiver<Up>,
    ) {
        let mut mark_at = Instant::now() + LATER;
        let end = loop {
            let result = tokio::select! {
                biased;
                came = coming.recv() => match came {
                    Some((number, body)) => self.come(number, body, &frames),
                    // The line was cut, or the other node is gone.
                    None => Err(End::Close(Closing::Apart)),
                },
                up = saying.recv() => match up {
                    Some(Up::Said(message)) => {
                        mark_at = Instant::now() + QUIET;
                        let number = self.sent.number();
                        self.say(number, Body::Said(message)).await;
                        Ok(())
                    }
                    Some(Up::Detach) | None => Err(End::Gone),
                },
                () = sleep_until(mark_at) => {
                    mark_at = Instant::now() + LATER;
                    self.say(self.sent.count(), Body::MarkUp).await;
                    Ok(())
                }
            };
            if let Err(end) = result {
                break end;
            }
        };
        self.cluster.edges.remove(&self.session);
        self.say(0, Body::Detach).await;
        if let End::Close(why) = end {
            // If it is full, the socket is let go and comes back as well.
            let _ = frames.try_send(Frame::Close(why));
        }
    }

    async fn say(&self, number: u64, body: Body) {
        self.cluster.tell(self.node, self.session, number, body).await;
    }

    fn come(&mut self, number: u64, body: Body, frames: &FrameSender) -> Result<(), End> {
        let came = match &body {
            Body::Closed(why) => return Err(End::Close(*why)),
            Body::MarkDown => self.received.mark(number),
            _ => self.received.take(number),
        };
        match (came, body) {
            (Came::Gap, _) => {
                self.cluster.metrics.gaps.inc();
                Err(End::Close(Closing::Apart))
            }
            (Came::Next, Body::Frame(text)) => {
                frames.try_send(Frame::Text(text.into())).map_err(|_| End::Gone)
            }
            _ => Ok(()),
        }
    }
}
