//! What nodes say to each other, and its form: a letter for the kind, who sends it, a number, and the
//! rest, which is JSON or a frame as a client gets it.

use crate::devices::DeviceNotice;
use crate::table::command::{Reply, RequestKind, User};
use orrery_protocol::{ClientMessage, Closing, Fault, ServerMessage, Table, Words};
use orrery_record::Record;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A node, as parcels name it.
pub(crate) type Node = u64;

/// Bytes before the rest.
const HEAD: usize = 17;

/// Something that one node says to another.
#[derive(Debug)]
pub(crate) struct Parcel {
    /// Who says it.
    pub(crate) from: Node,
    /// Its number within a session; for [`Body::Mark`] how many there were, for [`Body::Alive`] how
    /// often the line was cut.
    pub(crate) number: u64,
    /// What.
    pub(crate) body: Body,
}

/// What it says.
#[derive(Debug)]
pub(crate) enum Body {
    /// A socket wants to see a table of yours: this begins a session.
    Attach(Box<Arrival>),
    /// It may; frames follow.
    Attached,
    /// It may not, or the question cannot be answered.
    Refused(Box<Fault>),
    /// The table is not here.
    Elsewhere,
    /// The client said something.
    Said(Box<ClientMessage>),
    /// Something for the client.
    Frame(String),
    /// The session is over; the client is told why.
    Closed(Closing),
    /// The client is gone.
    Detach,
    /// From edge to owner: so many were sent.
    MarkUp,
    /// From owner to edge: so many were sent.
    MarkDown,
    /// A question.
    Ask(Box<Question>),
    /// Its answer.
    Answer(Box<Told>),
    /// To all: devices are to be told something.
    Devices(Box<DeviceNotice>),
    /// To all: I am here.
    Alive,
    /// To all: I am leaving.
    Leaving,
}

/// A socket on another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Arrival {
    /// The table.
    pub(crate) table: String,
    /// Whose it is.
    pub(crate) who: Option<User>,
    /// The language of texts.
    pub(crate) words: Option<Words>,
    /// What it has seen.
    pub(crate) since: Option<u32>,
    /// The deck that it has. A node of the version before does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deck: Option<String>,
}

/// A question that is not a message of a socket.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Question {
    /// The table.
    pub(crate) table: String,
    /// Who asks.
    pub(crate) who: Option<User>,
    /// What for.
    pub(crate) what: RequestKind,
}

/// An answer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Told {
    /// The table.
    Table(Box<Table>),
    /// A view.
    View(Box<ServerMessage>),
    /// A record, as text.
    Record(String),
    /// It is done.
    Done,
}

impl From<Reply> for Told {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Table(table) => Self::Table(table),
            Reply::View(view) => Self::View(view),
            Reply::Record(record) => Self::Record(record.to_string()),
            Reply::Done => Self::Done,
        }
    }
}

impl Told {
    /// As the table said it; nothing if it cannot be read.
    pub(crate) fn reply(self) -> Option<Reply> {
        Some(match self {
            Self::Table(table) => Reply::Table(table),
            Self::View(view) => Reply::View(view),
            Self::Record(text) => Reply::Record(Box::new(Record::parse(&text).ok()?)),
            Self::Done => Reply::Done,
        })
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // All of it has text keys only.
    serde_json::to_vec(value).unwrap_or_default()
}

impl Parcel {
    /// As bytes.
    pub(crate) fn encode(self) -> Vec<u8> {
        let (kind, rest) = self.body.split();
        let mut bytes = Vec::with_capacity(HEAD + rest.len());
        bytes.push(kind);
        bytes.extend(self.from.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// Reads bytes; nothing if they are no parcel.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let number = |at: usize| Some(u64::from_le_bytes(*head[at..].first_chunk()?));
        Some(Self { from: number(1)?, number: number(9)?, body: Body::join(head[0], rest)? })
    }
}

impl Body {
    fn split(self) -> (u8, Vec<u8>) {
        match self {
            Self::Attach(arrival) => (b'A', json(&arrival)),
            Self::Attached => (b'a', Vec::new()),
            Self::Refused(fault) => (b'r', json(&fault)),
            Self::Elsewhere => (b'e', Vec::new()),
            Self::Said(message) => (b'S', json(&message)),
            Self::Frame(text) => (b'f', text.into_bytes()),
            Self::Closed(why) => (b'c', json(&why)),
            Self::Detach => (b'D', Vec::new()),
            Self::MarkUp => (b'M', Vec::new()),
            Self::MarkDown => (b'm', Vec::new()),
            Self::Ask(question) => (b'Q', json(&question)),
            Self::Answer(told) => (b'q', json(&told)),
            Self::Devices(notice) => (b'd', json(&notice)),
            Self::Alive => (b'l', Vec::new()),
            Self::Leaving => (b'g', Vec::new()),
        }
    }

    fn join(kind: u8, rest: &[u8]) -> Option<Self> {
        fn read<T: DeserializeOwned>(rest: &[u8]) -> Option<T> {
            serde_json::from_slice(rest).ok()
        }
        Some(match kind {
            b'A' => Self::Attach(read(rest)?),
            b'a' => Self::Attached,
            b'r' => Self::Refused(read(rest)?),
            b'e' => Self::Elsewhere,
            b'S' => Self::Said(read(rest)?),
            b'f' => Self::Frame(std::str::from_utf8(rest).ok()?.to_owned()),
            b'c' => Self::Closed(read(rest)?),
            b'D' => Self::Detach,
            b'M' => Self::MarkUp,
            b'm' => Self::MarkDown,
            b'Q' => Self::Ask(read(rest)?),
            b'q' => Self::Answer(read(rest)?),
            b'd' => Self::Devices(read(rest)?),
            b'l' => Self::Alive,
            b'g' => Self::Leaving,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Body, Parcel, Question, Told};
    use crate::devices::{DeviceEvent, DeviceNotice};
    use crate::table::command::{RequestKind, User};
    use orrery_protocol::{ClientMessage, Closing, Code, Fault, Seat, Sit};

    fn every_body() -> Vec<Body> {
        let who = Some(User { id: "x".into(), name: "Grüße".to_owned(), program: true });
        let table = "t".to_owned();
        let arrival = Arrival {
            table: table.clone(),
            who: who.clone(),
            words: None,
            since: Some(3),
            deck: None,
        };
        let what = RequestKind::Sit(
            Seat::B,
            Sit::Me { entropy_hash: None, entropy: Some("00".to_owned()) },
        );
        let act = ClientMessage::Act { id: "1".to_owned(), version: 7, step: "pass".to_owned() };
        vec![
            Body::Attach(Box::new(arrival)),
            Body::Attached,
            Body::Refused(Box::new(Fault::new(Code::Busy, "no"))),
            Body::Elsewhere,
            Body::Said(Box::new(act)),
            Body::Frame("{\"ß\":1}".to_owned()),
            Body::Closed(Closing::Slow),
            Body::Detach,
            Body::MarkUp,
            Body::MarkDown,
            Body::Ask(Box::new(Question { table, who, what })),
            Body::Answer(Box::new(Told::Done)),
            Body::Devices(Box::new(DeviceNotice::new(&[[3; 32]], DeviceEvent::Recovery(Some(7))))),
            Body::Alive,
            Body::Leaving,
        ]
    }

    #[test]
    fn what_is_sent_is_what_comes() {
        for body in every_body() {
            let before = format!("{body:?}");
            let bytes = Parcel { from: 5, number: u64::MAX, body }.encode();
            let parcel = Parcel::decode(&bytes).unwrap_or_else(|| panic!("{before}"));
            assert_eq!((parcel.from, parcel.number), (5, u64::MAX));
            assert_eq!(format!("{:?}", parcel.body), before);
        }
    }

    #[test]
    fn nested_brackets_are_no_parcel() {
        for (kind, open) in ["[", "{\"a\":"].into_iter().flat_map(|it| b"ArScQq".map(|k| (k, it))) {
            let mut bytes = vec![kind; 17];
            bytes.extend(open.repeat(200_000).bytes());
            assert!(Parcel::decode(&bytes).is_none(), "{open}");
        }
    }

    #[test]
    fn other_bytes_are_no_parcel() {
        let good = Parcel { from: 5, number: 6, body: Body::Closed(Closing::Gone) }.encode();
        assert!((0..good.len()).all(|end| Parcel::decode(&good[..end]).is_none()));
        for kind in 0..=255 {
            let mut bytes = good.clone();
            bytes[0] = kind;
            bytes.truncate(17);
            bytes.extend(b"\xff{");
            let parcel = Parcel::decode(&bytes);
            assert!(parcel.is_none_or(|it| it.body.split().1.is_empty()), "{kind}");
        }
    }
}
