//! Adapts the chunk size to the time that chunks take.
//!
//! A game of the random bot takes microseconds, a game of the level `oracle` takes a minute. Every
//! chunk should take about the same time, and its result should fit into a message.

use std::time::Duration;

/// Target time per chunk.
const TARGET_TIME: Duration = Duration::from_millis(500);
/// Target size of a chunk's result, in bytes.
const TARGET_BYTES: usize = 256 << 10;
/// Maximum chunk size, in games or deals.
const MAX_SIZE: f64 = 65_536.0;

/// Decaying sums of the sizes and costs of recent chunks.
#[derive(Debug, Default)]
pub(super) struct ChunkSizer {
    size: f64,
    /// A chunk that reaches the target time or the target size of its result costs 1.
    cost: f64,
}

impl ChunkSizer {
    /// Records that a chunk of this size took `time` and produced `bytes`.
    pub(super) fn record(&mut self, size: u64, time: Duration, bytes: usize) {
        let cost = (time.as_secs_f64() / TARGET_TIME.as_secs_f64())
            .max(bytes as f64 / TARGET_BYTES as f64);
        self.size = self.size / 2.0 + size as f64;
        self.cost = self.cost / 2.0 + cost.max(f64::MIN_POSITIVE);
    }

    /// Returns the size of the next chunk; 1 until a cost is known.
    pub(super) fn size(&self) -> u64 {
        if self.cost > 0.0 { (self.size / self.cost).clamp(1.0, MAX_SIZE) as u64 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::ChunkSizer;
    use std::time::Duration;

    /// Returns the chunk size after chunks with these sizes, microseconds and bytes.
    fn after(chunks: &[(u64, u64, usize)]) -> u64 {
        let mut sizer = ChunkSizer::default();
        for (size, micros, bytes) in chunks {
            sizer.record(*size, Duration::from_micros(*micros), *bytes);
        }
        sizer.size()
    }

    #[test]
    fn chunk_size_follows_the_time_per_game() {
        assert_eq!(after(&[]), 1);
        assert_eq!(after(&[(1, 1000, 100)]), 500, "a millisecond each");
        assert_eq!(after(&[(1, 60_000_000, 100)]), 1, "a minute each");
        assert_eq!(after(&[(1, 0, 0)]), 65_536, "no time at all");
    }

    #[test]
    fn results_stay_below_the_message_size() {
        assert_eq!(after(&[(1, 10, 1 << 10)]), 256);
        assert_eq!(after(&[(16, 10, 4 << 20)]), 1);
    }

    #[test]
    fn recent_chunks_weigh_most() {
        let slow = after(&[(100, 100_000, 0), (100, 1_000_000, 0), (100, 1_000_000, 0)]);
        assert!((50..80).contains(&slow), "{slow}");
    }
}
