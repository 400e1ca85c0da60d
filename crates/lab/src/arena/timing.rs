//! Thinking times: a histogram of decisions with eight buckets per factor of two.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Number of decisions by time bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ThinkingTimes(BTreeMap<u16, u64>);

impl ThinkingTimes {
    /// Adds a decision.
    pub(crate) fn add(&mut self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        *self.0.entry(bucket_of(nanos)).or_default() += 1;
    }

    /// Adds decisions of one bucket.
    pub(crate) fn add_bucket(&mut self, bucket: u16, count: u64) {
        let total = self.0.entry(bucket).or_default();
        *total = total.saturating_add(count);
    }

    /// Adds all decisions of another histogram.
    pub(crate) fn merge(&mut self, other: &Self) {
        other.buckets().for_each(|(bucket, count)| self.add_bucket(bucket, count));
    }

    /// Returns the non-empty buckets with their counts.
    pub(crate) fn buckets(&self) -> impl Iterator<Item = (u16, u64)> + '_ {
        self.0.iter().map(|(bucket, count)| (*bucket, *count))
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the quantile `part` of the times, as the middle of its bucket.
    pub(crate) fn quantile(&self, part: f64) -> Option<Duration> {
        let rank = (part * self.count() as f64).ceil().max(1.0) as u64;
        let mut cumulative = 0u64;
        let bucket = self.buckets().find(|(_, count)| {
            cumulative = cumulative.saturating_add(*count);
            cumulative >= rank
        });
        bucket.map(|(bucket, _)| Duration::from_nanos(middle_of(bucket)))
    }
}

/// Returns the bucket of a time: its highest bit, and the three bits after that.
const fn bucket_of(nanos: u64) -> u16 {
    if nanos < 8 {
        return nanos as u16;
    }
    let octave = 63 - nanos.leading_zeros();
    (octave * 8) as u16 + (nanos >> (octave - 3) & 7) as u16
}

/// Returns the middle of a bucket.
const fn middle_of(bucket: u16) -> u64 {
    if bucket < 24 {
        return bucket as u64;
    }
    let octave = if bucket / 8 > 63 { 63 } else { bucket / 8 } as u32;
    let width = 1u64 << (octave - 3);
    (8 + bucket as u64 % 8) * width + width / 2
}

/// Formats a time with three digits and a unit.
pub(crate) fn format_duration(time: Duration) -> String {
    let nanos = time.as_nanos() as f64;
    let (value, unit) = match nanos {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::{ThinkingTimes, bucket_of, format_duration, middle_of};
    use std::time::Duration;

    #[test]
    fn a_time_differs_from_the_middle_of_its_bucket_by_at_most_a_fifteenth() {
        for nanos in (0..200_000).step_by(7).chain([u64::MAX / 3, 1 << 40, 300_000_000]) {
            let found = middle_of(bucket_of(nanos)) as f64;
            assert!((found - nanos as f64).abs() <= nanos as f64 / 15.0 + 1.0, "{nanos}: {found}");
        }
        assert!((0..100_000).is_sorted_by_key(bucket_of));
    }

    #[test]
    fn quantiles_follow_the_counts() {
        let mut times = ThinkingTimes::default();
        (1..=1000).for_each(|micros| times.add(Duration::from_micros(micros)));
        let near = |part, micros: f64| {
            let found = times.quantile(part).expect("some").as_nanos() as f64 / 1e3;
            (found / micros - 1.0).abs() < 0.07
        };
        assert!(near(0.5, 500.0) && near(0.99, 990.0) && times.count() == 1000);
        assert_eq!(ThinkingTimes::default().quantile(0.5), None);
    }

    #[test]
    fn times_have_three_digits() {
        let times =
            [7, 1_234, 45_600, 789_000, 2_345_000, 61_000_000_000].map(Duration::from_nanos);
        let expected = ["7.00 ns", "1.23 µs", "45.6 µs", "789 µs", "2.35 ms", "61.0 s"];
        assert_eq!(times.map(format_duration), expected);
    }
}
