//! Bounded queue of frames for a socket.
//!
//! It limits frames and bytes, so that a client that does not read uses a bounded amount of memory.

use crate::table::command::Frame;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc;

/// Maximum number of queued bytes. An empty queue also accepts a longer frame.
const MAX_QUEUED_BYTES: usize = 512 * 1024;

/// Sending half of the frame queue.
#[derive(Clone, Debug)]
pub struct FrameSender {
    queue: mpsc::Sender<Frame>,
    bytes: Arc<AtomicUsize>,
}

/// Receiving half of the frame queue.
#[derive(Debug)]
pub struct FrameReceiver {
    queue: mpsc::Receiver<Frame>,
    bytes: Arc<AtomicUsize>,
}

/// Reason why a frame could not be queued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameSendError {
    /// The queue is full.
    Full,
    /// The receiver is gone.
    Closed,
}

/// Creates a queue of at most this many frames.
#[must_use]
pub fn channel(capacity: usize) -> (FrameSender, FrameReceiver) {
    let (sender, receiver) = mpsc::channel(capacity);
    let bytes = Arc::new(AtomicUsize::new(0));
    let sender = FrameSender { queue: sender, bytes: Arc::clone(&bytes) };
    (sender, FrameReceiver { queue: receiver, bytes })
}

fn length(frame: &Frame) -> usize {
    match frame {
        Frame::Text(text) => text.len(),
        Frame::Close(_) => 0,
    }
}

impl FrameSender {
    /// Queues a frame.
    ///
    /// # Errors
    ///
    /// Fails if the queue is full or the receiver is gone.
    pub fn try_send(&self, frame: Frame) -> Result<(), FrameSendError> {
        let length = length(&frame);
        let waiting = self.bytes.fetch_add(length, Ordering::Relaxed);
        let sent = match waiting > 0 && waiting + length > MAX_QUEUED_BYTES {
            true => Err(FrameSendError::Full),
            false => self.queue.try_send(frame).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => FrameSendError::Full,
                mpsc::error::TrySendError::Closed(_) => FrameSendError::Closed,
            }),
        };
        if sent.is_err() {
            self.bytes.fetch_sub(length, Ordering::Relaxed);
        }
        sent
    }
}

impl FrameReceiver {
    /// Receives the next frame. Returns `None` if the queue is empty and all senders are gone.
    pub async fn recv(&mut self) -> Option<Frame> {
        self.queue.recv().await.inspect(|frame| self.release_bytes(frame))
    }

    /// Returns the next frame, if one is queued.
    pub fn try_recv(&mut self) -> Option<Frame> {
        self.queue.try_recv().ok().inspect(|frame| self.release_bytes(frame))
    }

    fn release_bytes(&self, frame: &Frame) {
        self.bytes.fetch_sub(length(frame), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::{FrameSendError, MAX_QUEUED_BYTES, channel};
    use crate::table::command::Frame;
    use orrery_protocol::CloseReason;

    fn frame(bytes: usize) -> Frame {
        Frame::Text("x".repeat(bytes).into())
    }

    #[tokio::test]
    async fn queued_bytes_are_limited() {
        let (sender, mut receiver) = channel(64);
        sender.try_send(frame(MAX_QUEUED_BYTES - 10)).expect("there is room");
        assert_eq!(sender.try_send(frame(11)), Err(FrameSendError::Full));
        sender.try_send(frame(10)).expect("there is just room");
        sender.try_send(Frame::Close(CloseReason::Slow)).expect("it has no bytes");
        assert!(receiver.recv().await.is_some());
        sender.try_send(frame(11)).expect("there is room again");
        drop(receiver);
        assert_eq!(sender.try_send(frame(1)), Err(FrameSendError::Closed));
    }

    #[tokio::test]
    async fn queued_frames_are_limited() {
        let (sender, mut receiver) = channel(2);
        sender.try_send(frame(1)).expect("one");
        sender.try_send(frame(1)).expect("two");
        assert_eq!(sender.try_send(frame(1)), Err(FrameSendError::Full));
        assert!(receiver.try_recv().is_some());
        sender.try_send(frame(1)).expect("there is room again");
    }

    #[tokio::test]
    async fn a_single_long_frame_is_accepted() {
        let (sender, mut receiver) = channel(64);
        sender.try_send(frame(3 * MAX_QUEUED_BYTES)).expect("nothing else waits");
        assert_eq!(sender.try_send(frame(1)), Err(FrameSendError::Full));
        assert!(receiver.try_recv().is_some());
        sender.try_send(frame(1)).expect("there is room again");
    }
}
