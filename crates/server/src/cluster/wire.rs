//! What carries parcels between nodes. It may lose them, double them and hold them back; it must not
//! change them.

use std::future::Future;
use std::pin::Pin;
use tokio::sync::mpsc;

/// What carries parcels between nodes: NATS, or something like it in tests.
pub trait Wire: Send + Sync + 'static {
    /// Sends some bytes to whoever listens to a subject. They may be lost.
    fn send(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
    /// Listens to these subjects from now on; `*` at the end stands for any last word.
    fn listen(&self, subjects: Vec<String>) -> mpsc::Receiver<Heard>;
    /// Whether it works, as far as is known.
    fn is_up(&self) -> bool;
}

/// What a listener hears.
#[derive(Debug)]
pub enum Heard {
    /// Something was sent.
    Parcel {
        /// The subject.
        subject: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// It works again. Whatever was sent meanwhile is lost.
    Up,
    /// It does not work. Whatever was under way may be lost.
    Cut,
}
