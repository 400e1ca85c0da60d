//! The transport that carries envelopes between nodes.
//!
//! A transport may lose, duplicate and delay envelopes; it must not change them.

use std::future::Future;
use std::pin::Pin;
use tokio::sync::mpsc;

/// A publish-subscribe transport between nodes: NATS, or a simulation in tests.
pub trait Transport: Send + Sync + 'static {
    /// Publishes bytes to a subject. They may be lost.
    fn send(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
    /// Subscribes to subjects; a final `*` matches any last token.
    fn subscribe(&self, subjects: Vec<String>) -> mpsc::Receiver<TransportEvent>;
    /// Returns whether the transport is connected, as far as it knows.
    fn is_up(&self) -> bool;
}

/// An event that a subscriber receives.
#[derive(Debug)]
pub enum TransportEvent {
    /// A message arrived.
    Message {
        /// The subject to which the sender published the message.
        subject: String,
        /// The encoded envelope.
        bytes: Vec<u8>,
    },
    /// The transport is connected again. Messages sent in the meantime are lost.
    Connected,
    /// The transport is disconnected. Messages in flight may be lost.
    Disconnected,
}
