//! The side of the table: sockets and questions of other nodes. A guest looks to the table like any
//! other socket.

use super::Cluster;
use super::edge::{LATER, QUIET};
use super::line::{Came, Received, Sent};
use super::parcel::{Arrival, Body, Node, Parcel, Question};
use crate::frames::{self, FrameReceiver};
use crate::hub::{Bus, Hub};
use crate::table::command::{Attach, Command, Frame, Request};
use crate::table::store_fault;
use dashmap::Entry;
use orrery_protocol::{Closing, Code, Fault};
use orrery_store::GameLocation;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// Parcels and frames of a session that may wait.
const WAITING: usize = 64;
/// How long an answer is kept, in case that it was lost.
const KEEP: Duration = Duration::from_secs(30);

/// A socket elsewhere whose table is here.
pub(super) struct Guest {
    /// Where the socket is.
    pub(super) node: Node,
    /// What comes from there.
    pub(super) up: Sender<(u64, Body)>,
}

/// What was asked, and when it was answered.
pub(super) struct Kept {
    at: Instant,
    /// Nothing while it is being carried out.
    answer: Option<Vec<u8>>,
}

fn busy() -> Fault {
    let fault = Fault::new(Code::Busy, "the table is just being put away; try again");
    Fault { retry_ms: Some(500), ..fault }
}

impl Cluster {
    /// Whether a table is here, or may be.
    async fn is_here(&self, hub: &Hub, table: &str) -> Result<bool, Fault> {
        if hub.is_live(table) {
            return Ok(true);
        }
        if hub.is_closing() {
            return Ok(false);
        }
        match self.nodes.locate(table).await {
            Ok(place) => Ok(!matches!(place, GameLocation::Node(_))),
            Err(error) => Err(store_fault(&error)),
        }
    }

    /// A socket of another node wants to see a table.
    pub(super) fn arrive(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        node: Node,
        session: u64,
        arrival: Box<Arrival>,
    ) {
        let Entry::Vacant(free) = self.guests.entry(session) else { return };
        let (up, coming) = mpsc::channel(WAITING);
        free.insert(Guest { node, up });
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            let line = Line { cluster, node, session, sent: Sent::default() };
            line.run(&hub, *arrival, coming).await;
        });
    }

    /// A question of another node. What was answered before is answered again.
    pub(super) fn asked(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        node: Node,
        word: u64,
        question: Box<Question>,
    ) {
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        match self.answers.entry(word) {
            Entry::Occupied(kept) => {
                let Some(answer) = kept.get().answer.clone() else { return };
                tokio::spawn(async move { cluster.post(node, word, answer).await });
            }
            Entry::Vacant(free) => {
                free.insert(Kept { at: Instant::now(), answer: None });
                tokio::spawn(async move {
                    let body = cluster.answer(&hub, *question).await;
                    let answer = Parcel { from: cluster.me, number: 0, body }.encode();
                    let kept = Kept { at: Instant::now(), answer: Some(answer.clone()) };
                    cluster.answers.insert(word, kept);
                    cluster.post(node, word, answer).await;
                });
            }
        }
    }

    async fn answer(&self, hub: &Arc<Hub>, question: Question) -> Body {
        match self.is_here(hub, &question.table).await {
            Ok(false) => return Body::Elsewhere,
            Err(fault) => return Body::Refused(Box::new(fault)),
            Ok(true) => {}
        }
        let (reply, answer) = oneshot::channel();
        let Question { table, who, what } = question;
        hub.hand(&table, Command::Request(Box::new(Request { who, what, reply }))).await;
        match answer.await {
            Ok(Ok(reply)) => Body::Answer(Box::new(reply.into())),
            Ok(Err(fault)) => Body::Refused(Box::new(fault)),
            Err(_) => Body::Refused(Box::new(busy())),
        }
    }

    /// Forgets old answers.
    pub(super) fn tidy(&self) {
        self.answers.retain(|_, kept| kept.at.elapsed() < KEEP);
    }
}

/// A session.
struct Line {
    cluster: Arc<Cluster>,
    node: Node,
    session: u64,
    sent: Sent,
}

impl Line {
    async fn say(&self, number: u64, body: Body) {
        self.cluster.tell(self.node, self.session, number, body).await;
    }

    async fn run(mut self, hub: &Arc<Hub>, arrival: Arrival, coming: Receiver<(u64, Body)>) {
        let table = arrival.table.clone();
        match self.attach(hub, arrival).await {
            Ok((number, frames)) => {
                let first = self.sent.number();
                self.say(first, Body::Attached).await;
                let closing = self.serve(hub, &table, number, frames, coming).await;
                hub.hand(&table, Command::Detach(number)).await;
                if let Some(why) = closing {
                    self.say(0, Body::Closed(why)).await;
                }
            }
            Err(body) => self.say(0, body).await,
        }
        self.cluster.guests.remove(&self.session);
    }

    async fn attach(&self, hub: &Arc<Hub>, arrival: Arrival) -> Result<(u64, FrameReceiver), Body> {
        let refused = |fault: Fault| Body::Refused(Box::new(fault));
        if !self.cluster.is_here(hub, &arrival.table).await.map_err(refused)? {
            return Err(Body::Elsewhere);
        }
        let (frames, receiver) = frames::channel(WAITING);
        let (reply, answer) = oneshot::channel();
        let Arrival { table, who, words, since, deck } = arrival;
        let attach = Attach { who, words, since, deck, frames, reply };
        hub.hand(&table, Command::Attach(Box::new(attach))).await;
        let number = answer.await.map_err(|_| refused(busy()))?;
        Ok((number.map_err(refused)?, receiver))
    }

    /// Serves until the table closes it, which the client is told, or the socket is gone.
    async fn serve(
        &mut self,
        hub: &Arc<Hub>,
        table: &str,
        number: u64,
        mut frames: FrameReceiver,
        mut coming: Receiver<(u64, Body)>,
    ) -> Option<Closing> {
        let mut received = Received::default();
        let mut mark_at = Instant::now() + QUIET;
        loop {
            tokio::select! {
                biased;
                frame = frames.recv() => match frame {
                    Some(Frame::Text(text)) => {
                        mark_at = Instant::now() + QUIET;
                        let number = self.sent.number();
                        self.say(number, Body::Frame(text.as_str().to_owned())).await;
                    }
                    Some(Frame::Close(why)) => return Some(why),
                    // The table has let it go: we did not read fast enough.
                    None => return Some(Closing::Slow),
                },
                came = coming.recv() => match came {
                    Some((_, Body::Detach)) => return None,
                    // The line was cut, or the other node seemed gone. If it is still there, it must
                    // not wait for what never comes.
                    None => return Some(Closing::Apart),
                    Some((count, Body::MarkUp)) if received.mark(count) == Came::Gap => {
                        return Some(self.gap());
                    }
                    Some((said, Body::Said(message))) => match received.take(said) {
                        Came::Next => hub.hand(table, Command::Said(number, message)).await,
                        Came::Again => {}
                        Came::Gap => return Some(self.gap()),
                    },
                    Some(_) => {}
                },
                () = sleep_until(mark_at) => {
                    mark_at = Instant::now() + LATER;
                    self.say(self.sent.count(), Body::MarkDown).await;
                }
            }
        }
    }

    fn gap(&self) -> Closing {
        self.cluster.metrics.gaps.inc();
        Closing::Apart
    }
}
