//! How much a chunk should be: a random game takes microseconds and an oracle's a minute, but every
//! chunk should take about as long, and bring no more than a message holds.

use std::time::Duration;

/// What a chunk should take.
const TIME: Duration = Duration::from_millis(500);
/// What it should bring.
const BYTES: usize = 256 << 10;
/// No chunk is larger, however quick it seems.
const MOST: f64 = 65_536.0;

/// What chunks have cost lately.
#[derive(Debug, Default)]
pub(super) struct Pace {
    size: f64,
    /// In chunks as they should be.
    cost: f64,
}

impl Pace {
    /// A chunk of this size took so long and brought so many bytes.
    pub(super) fn note(&mut self, size: u64, time: Duration, bytes: usize) {
        let cost = (time.as_secs_f64() / TIME.as_secs_f64()).max(bytes as f64 / BYTES as f64);
        self.size = self.size / 2.0 + size as f64;
        self.cost = self.cost / 2.0 + cost.max(f64::MIN_POSITIVE);
    }

    /// How much the next chunk should be; 1 as long as nothing is known.
    pub(super) fn size(&self) -> u64 {
        if self.cost > 0.0 { (self.size / self.cost).clamp(1.0, MOST) as u64 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use std::time::Duration;

    fn after(chunks: &[(u64, u64, usize)]) -> u64 {
        let mut pace = Pace::default();
        for (size, micros, bytes) in chunks {
            pace.note(*size, Duration::from_micros(*micros), *bytes);
        }
        pace.size()
    }

    #[test]
    fn chunks_are_as_large_as_their_time_allows() {
        assert_eq!(after(&[]), 1);
        assert_eq!(after(&[(1, 1000, 100)]), 500, "a millisecond each");
        assert_eq!(after(&[(1, 60_000_000, 100)]), 1, "a minute each");
        assert_eq!(after(&[(1, 0, 0)]), 65_536, "no time at all");
    }

    #[test]
    fn chunks_are_no_larger_than_messages() {
        assert_eq!(after(&[(1, 10, 1 << 10)]), 256);
        assert_eq!(after(&[(16, 10, 4 << 20)]), 1);
    }

    #[test]
    fn the_last_chunks_count_most() {
        let slow = after(&[(100, 100_000, 0), (100, 1_000_000, 0), (100, 1_000_000, 0)]);
        assert!((50..80).contains(&slow), "{slow}");
    }
}
