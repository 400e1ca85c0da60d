//! Envelopes between nodes, and their encoding.
//!
//! An envelope consists of a letter for its kind, the sender, a number, and a payload. The payload
//! is JSON, or a frame for a client.

use crate::devices::DeviceNotice;
use crate::table::command::{Reply, RequestKind, User};
use orrery_protocol::{ClientMessage, CloseReason, Fault, ServerMessage, Table, TextLanguage};
use orrery_record::Record;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The id of a node in envelopes.
pub(crate) type Node = u64;

/// Number of bytes before the payload: 1 for the kind, 8 for the sender, and 8 for the number.
const HEADER: usize = 17;

/// A message from one node to another.
#[derive(Debug)]
pub(crate) struct Envelope {
    /// The sender.
    pub(crate) from: Node,
    /// The sequence number within a session.
    ///
    /// For [`Body::GatewayCount`] and [`Body::OwnerCount`], the number of sent messages. For
    /// [`Body::Heartbeat`], how often the transport of the sender was disconnected.
    pub(crate) number: u64,
    /// The content.
    pub(crate) body: Body,
}

/// The content of an envelope.
#[derive(Debug)]
pub(crate) enum Body {
    /// Begins a session: attaches a socket to a table of the receiver.
    Attach(Box<AttachRequest>),
    /// Accepts the socket. Frames follow.
    Attached,
    /// Refuses the socket or a request.
    Refused(Box<Fault>),
    /// The sender does not have the table.
    Elsewhere,
    /// A message from the client.
    FromClient(Box<ClientMessage>),
    /// A frame for the client.
    ToClient(String),
    /// Ends the session, with the reason for the client.
    Closed(CloseReason),
    /// The client has disconnected.
    Detach,
    /// From the gateway to the owner: the number of messages sent.
    GatewayCount,
    /// From the owner to the gateway: the number of messages sent.
    OwnerCount,
    /// A request.
    Request(Box<RemoteRequest>),
    /// The reply to a request.
    Reply(Box<RemoteReply>),
    /// To all nodes: a notice for devices.
    Devices(Box<DeviceNotice>),
    /// To all nodes: the sender is alive.
    Heartbeat,
    /// To all nodes: the sender leaves the cluster.
    Leaving,
}

/// A request to attach a socket of another node to a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AttachRequest {
    /// The id of the table.
    pub(crate) table: String,
    /// The authenticated user; `None` for an anonymous client.
    pub(crate) who: Option<User>,
    /// The language of texts; `None` for no texts.
    #[serde(rename = "words")]
    pub(crate) language: Option<TextLanguage>,
    /// The last version of the game that the client has seen, if any.
    pub(crate) since: Option<u32>,
    /// The hash of the deck that the client has. A node of the previous version omits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deck: Option<String>,
}

/// An HTTP request to a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoteRequest {
    /// The id of the table.
    pub(crate) table: String,
    /// The authenticated user; `None` for an anonymous client.
    pub(crate) who: Option<User>,
    /// The request.
    pub(crate) what: RequestKind,
}

/// The reply to a [`RemoteRequest`].
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum RemoteReply {
    /// The table.
    Table(Box<Table>),
    /// A view.
    View(Box<ServerMessage>),
    /// A record, as text.
    Record(String),
    /// The request was carried out.
    Done,
}

impl From<Reply> for RemoteReply {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Table(table) => Self::Table(table),
            Reply::View(view) => Self::View(view),
            Reply::Record(record) => Self::Record(record.to_string()),
            Reply::Done => Self::Done,
        }
    }
}

impl RemoteReply {
    /// Converts the reply to the form that tables use. Returns `None` if the record is invalid.
    pub(crate) fn into_reply(self) -> Option<Reply> {
        Some(match self {
            Self::Table(table) => Reply::Table(table),
            Self::View(view) => Reply::View(view),
            Self::Record(text) => Reply::Record(Box::new(Record::parse(&text).ok()?)),
            Self::Done => Reply::Done,
        })
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("all keys of an envelope are strings")
}

impl Envelope {
    /// Encodes the envelope.
    pub(crate) fn encode(self) -> Vec<u8> {
        let (kind, rest) = self.body.encode();
        let mut bytes = Vec::with_capacity(HEADER + rest.len());
        bytes.push(kind);
        bytes.extend(self.from.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// Decodes an envelope. Returns `None` if the bytes are invalid.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<HEADER>()?;
        let number = |at: usize| Some(u64::from_le_bytes(*head[at..].first_chunk()?));
        Some(Self { from: number(1)?, number: number(9)?, body: Body::decode(head[0], rest)? })
    }
}

impl Body {
    fn encode(self) -> (u8, Vec<u8>) {
        match self {
            Self::Attach(request) => (b'A', json(&request)),
            Self::Attached => (b'a', Vec::new()),
            Self::Refused(fault) => (b'r', json(&fault)),
            Self::Elsewhere => (b'e', Vec::new()),
            Self::FromClient(message) => (b'S', json(&message)),
            Self::ToClient(text) => (b'f', text.into_bytes()),
            Self::Closed(why) => (b'c', json(&why)),
            Self::Detach => (b'D', Vec::new()),
            Self::GatewayCount => (b'M', Vec::new()),
            Self::OwnerCount => (b'm', Vec::new()),
            Self::Request(request) => (b'Q', json(&request)),
            Self::Reply(reply) => (b'q', json(&reply)),
            Self::Devices(notice) => (b'd', json(&notice)),
            Self::Heartbeat => (b'l', Vec::new()),
            Self::Leaving => (b'g', Vec::new()),
        }
    }

    fn decode(kind: u8, rest: &[u8]) -> Option<Self> {
        fn read<T: DeserializeOwned>(rest: &[u8]) -> Option<T> {
            serde_json::from_slice(rest).ok()
        }
        Some(match kind {
            b'A' => Self::Attach(read(rest)?),
            b'a' => Self::Attached,
            b'r' => Self::Refused(read(rest)?),
            b'e' => Self::Elsewhere,
            b'S' => Self::FromClient(read(rest)?),
            b'f' => Self::ToClient(std::str::from_utf8(rest).ok()?.to_owned()),
            b'c' => Self::Closed(read(rest)?),
            b'D' => Self::Detach,
            b'M' => Self::GatewayCount,
            b'm' => Self::OwnerCount,
            b'Q' => Self::Request(read(rest)?),
            b'q' => Self::Reply(read(rest)?),
            b'd' => Self::Devices(read(rest)?),
            b'l' => Self::Heartbeat,
            b'g' => Self::Leaving,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AttachRequest, Body, Envelope, RemoteReply, RemoteRequest};
    use crate::devices::{DeviceEvent, DeviceNotice};
    use crate::table::command::{RequestKind, User};
    use orrery_protocol::{ClientMessage, CloseReason, Code, Fault, Seat, Sit};

    fn all_bodies() -> Vec<Body> {
        let who = Some(User { id: "x".into(), name: "Grüße".to_owned(), program: true });
        let table = "t".to_owned();
        let attach = AttachRequest {
            table: table.clone(),
            who: who.clone(),
            language: None,
            since: Some(3),
            deck: None,
        };
        let what = RequestKind::Sit(
            Seat::B,
            Sit::Me { entropy_hash: None, entropy: Some("00".to_owned()) },
        );
        let act = ClientMessage::Act { id: "1".to_owned(), version: 7, step: "pass".to_owned() };
        vec![
            Body::Attach(Box::new(attach)),
            Body::Attached,
            Body::Refused(Box::new(Fault::new(Code::Busy, "no"))),
            Body::Elsewhere,
            Body::FromClient(Box::new(act)),
            Body::ToClient("{\"ß\":1}".to_owned()),
            Body::Closed(CloseReason::Slow),
            Body::Detach,
            Body::GatewayCount,
            Body::OwnerCount,
            Body::Request(Box::new(RemoteRequest { table, who, what })),
            Body::Reply(Box::new(RemoteReply::Done)),
            Body::Devices(Box::new(DeviceNotice::new(&[[3; 32]], DeviceEvent::Recovery(Some(7))))),
            Body::Heartbeat,
            Body::Leaving,
        ]
    }

    #[test]
    fn envelopes_round_trip() {
        for body in all_bodies() {
            let before = format!("{body:?}");
            let bytes = Envelope { from: 5, number: u64::MAX, body }.encode();
            let envelope = Envelope::decode(&bytes).unwrap_or_else(|| panic!("{before}"));
            assert_eq!((envelope.from, envelope.number), (5, u64::MAX));
            assert_eq!(format!("{:?}", envelope.body), before);
        }
    }

    #[test]
    fn deeply_nested_json_is_rejected() {
        for (kind, open) in ["[", "{\"a\":"].into_iter().flat_map(|it| b"ArScQq".map(|k| (k, it))) {
            let mut bytes = vec![kind; 17];
            bytes.extend(open.repeat(200_000).bytes());
            assert!(Envelope::decode(&bytes).is_none(), "{open}");
        }
    }

    /// Overwrites, truncates and repeats bytes. If the result can be decoded, it must round-trip.
    #[test]
    fn mutated_envelopes_are_rejected_or_round_trip() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut decoded = 0;
        for body in all_bodies() {
            let good = Envelope { from: 5, number: 6, body }.encode();
            for _ in 0..2000 {
                let mut bytes = good.clone();
                for _ in 0..=random.usize(..3) {
                    let at = random.usize(..bytes.len());
                    match random.u8(..4) {
                        0 => bytes[at] = random.u8(..),
                        1 => bytes[at] ^= 1 << random.u8(..8),
                        2 => bytes.truncate(at + 1),
                        _ => bytes.extend_from_within(at..),
                    }
                }
                if let Some(envelope) = Envelope::decode(&bytes) {
                    decoded += 1;
                    let before = format!("{envelope:?}");
                    let again = Envelope::decode(&envelope.encode());
                    assert_eq!(again.map(|it| format!("{it:?}")), Some(before));
                }
            }
        }
        assert!(decoded > 1000, "hardly any mutation is an envelope: {decoded}");
    }

    #[test]
    fn invalid_bytes_are_rejected() {
        let good = Envelope { from: 5, number: 6, body: Body::Closed(CloseReason::Gone) }.encode();
        assert!((0..good.len()).all(|end| Envelope::decode(&good[..end]).is_none()));
        for kind in 0..=255 {
            let mut bytes = good.clone();
            bytes[0] = kind;
            bytes.truncate(17);
            bytes.extend(b"\xff{");
            let envelope = Envelope::decode(&bytes);
            assert!(envelope.is_none_or(|it| it.body.encode().1.is_empty()), "{kind}");
        }
    }
}
