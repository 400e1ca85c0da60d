//! The queue of frames for a socket, bounded in frames and in bytes: a client that does not read
//! costs so much memory and no more.

use crate::table::command::Frame;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc;

/// Most bytes that wait, unless a single frame is longer.
const MOST_BYTES: usize = 512 * 1024;

/// Where the frames of a socket go in.
#[derive(Clone, Debug)]
pub struct FrameSender {
    queue: mpsc::Sender<Frame>,
    bytes: Arc<AtomicUsize>,
}

/// Where they come out.
#[derive(Debug)]
pub struct FrameReceiver {
    queue: mpsc::Receiver<Frame>,
    bytes: Arc<AtomicUsize>,
}

/// Why a frame was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotTaken {
    /// Too much waits already.
    Full,
    /// Nobody reads any more.
    Gone,
}

/// A queue of so many frames.
#[must_use]
pub fn channel(most: usize) -> (FrameSender, FrameReceiver) {
    let (sender, receiver) = mpsc::channel(most);
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
    /// Puts a frame in, if there is room.
    ///
    /// # Errors
    /// If there is none, or nobody reads any more.
    pub fn try_send(&self, frame: Frame) -> Result<(), NotTaken> {
        let length = length(&frame);
        let waiting = self.bytes.fetch_add(length, Ordering::Relaxed);
        let sent = match waiting > 0 && waiting + length > MOST_BYTES {
            true => Err(NotTaken::Full),
            false => self.queue.try_send(frame).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => NotTaken::Full,
                mpsc::error::TrySendError::Closed(_) => NotTaken::Gone,
            }),
        };
        if sent.is_err() {
            self.bytes.fetch_sub(length, Ordering::Relaxed);
        }
        sent
    }
}

impl FrameReceiver {
    /// The next frame; `None` if there will be none.
    pub async fn recv(&mut self) -> Option<Frame> {
        self.queue.recv().await.inspect(|frame| self.taken(frame))
    }

    /// The next frame, if one waits.
    pub fn try_recv(&mut self) -> Option<Frame> {
        self.queue.try_recv().ok().inspect(|frame| self.taken(frame))
    }

    fn taken(&self, frame: &Frame) {
        self.bytes.fetch_sub(length(frame), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, NotTaken, channel};
    use crate::table::command::Frame;
    use orrery_protocol::CloseReason;

    fn frame(bytes: usize) -> Frame {
        Frame::Text("x".repeat(bytes).into())
    }

    #[tokio::test]
    async fn so_many_bytes_wait_and_no_more() {
        let (sender, mut receiver) = channel(64);
        sender.try_send(frame(MOST_BYTES - 10)).expect("there is room");
        assert_eq!(sender.try_send(frame(11)), Err(NotTaken::Full));
        sender.try_send(frame(10)).expect("there is just room");
        sender.try_send(Frame::Close(CloseReason::Slow)).expect("it has no bytes");
        assert!(receiver.recv().await.is_some());
        sender.try_send(frame(11)).expect("there is room again");
        drop(receiver);
        assert_eq!(sender.try_send(frame(1)), Err(NotTaken::Gone));
    }

    #[tokio::test]
    async fn so_many_frames_wait_and_no_more() {
        let (sender, mut receiver) = channel(2);
        sender.try_send(frame(1)).expect("one");
        sender.try_send(frame(1)).expect("two");
        assert_eq!(sender.try_send(frame(1)), Err(NotTaken::Full));
        assert!(receiver.try_recv().is_some());
        sender.try_send(frame(1)).expect("there is room again");
    }

    #[tokio::test]
    async fn one_long_frame_is_let_through_alone() {
        let (sender, mut receiver) = channel(64);
        sender.try_send(frame(3 * MOST_BYTES)).expect("nothing else waits");
        assert_eq!(sender.try_send(frame(1)), Err(NotTaken::Full));
        assert!(receiver.try_recv().is_some());
        sender.try_send(frame(1)).expect("there is room again");
    }
}
