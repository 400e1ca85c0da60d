//! A stream with a write timeout.
//!
//! Writes fail if the peer reads too slowly, so that unread data does not accumulate.

use std::io::{Error, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// Minimum reading speed in bytes per second. A faster reader does not use up its time budget.
const RATE: u64 = 4096;

/// A stream with a time budget for writing.
///
/// Waiting uses up the budget. Written bytes restore it, up to the limit.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    remaining: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> WriteTimeout<S> {
    /// Creates a stream with this time budget.
    pub(crate) const fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, remaining: limit, waiting: None }
    }

    /// Updates the budget after a write.
    fn record_write(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.remaining = self.remaining.saturating_sub(since.elapsed());
        }
        let earned = Duration::from_millis(bytes as u64 * 1000 / RATE);
        self.remaining = (self.remaining + earned).min(self.limit);
    }

    /// Waits until the stream is writable. Returns an error when the budget is used up.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        let remaining = self.remaining;
        let (_, timer) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + remaining)))
        });
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Error::new(ErrorKind::TimedOut, "the peer reads too slowly"))
    }

    fn after_write(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<Result<usize, Error>>,
    ) -> Poll<Result<usize, Error>> {
        match written {
            Poll::Pending => self.wait(cx).map(Err),
            Poll::Ready(written) => {
                self.record_write(*written.as_ref().unwrap_or(&0));
                Poll::Ready(written)
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize, Error>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.after_write(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize, Error>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.after_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::WriteTimeout;
    use std::io::ErrorKind;
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{Instant, sleep};

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_times_out() {
        let (near, _far) = duplex(1000);
        let began = Instant::now();
        let sent = WriteTimeout::new(near, LIMIT).write_all(&[0; 5000]).await;
        assert_eq!(sent.expect_err("the peer does not read").kind(), ErrorKind::TimedOut);
        // The bytes that fitted into the buffer earn nothing beyond the limit.
        assert_eq!(began.elapsed().as_secs(), LIMIT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_single_bytes_times_out() {
        let (near, mut far) = duplex(1000);
        tokio::spawn(async move {
            while far.read_u8().await.is_ok() {
                sleep(Duration::from_secs(5)).await;
            }
        });
        let began = Instant::now();
        let sent = WriteTimeout::new(near, LIMIT).write_all(&[0; 5000]).await;
        assert_eq!(sent.expect_err("it is too slow").kind(), ErrorKind::TimedOut);
        assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_gets_all_data() {
        let (near, mut far) = duplex(1000);
        let reader = tokio::spawn(async move {
            let mut all = Vec::new();
            let mut part = [0; 5000];
            while let Ok(count @ 1..) = far.read(&mut part).await {
                all.extend_from_slice(&part[..count]);
                sleep(Duration::from_millis(240)).await;
            }
            all.len()
        });
        let began = Instant::now();
        let mut stream = WriteTimeout::new(near, LIMIT);
        stream.write_all(&[7; 500_000]).await.expect("it is read");
        stream.shutdown().await.expect("it ends");
        drop(stream);
        assert_eq!(reader.await.expect("a reader"), 500_000);
        assert!(began.elapsed() > 5 * LIMIT, "slow progress may take longer than the limit");
    }
}
