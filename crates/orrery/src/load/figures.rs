//! Samples, and what is said of them.

use std::time::Duration;

/// Numbers that were measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(Vec<u32>);

impl Samples {
    /// One more.
    pub(super) fn add(&mut self, value: usize) {
        self.0.push(u32::try_from(value).unwrap_or(u32::MAX));
    }

    /// One more time, kept in microseconds.
    pub(super) fn add_time(&mut self, time: Duration) {
        self.0.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// Those of another.
    pub(super) fn merge(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The value that this share of them does not exceed; 0 if there are none.
    pub(super) fn quantile(&self, share: f64) -> u32 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() as f64 * share).ceil() as usize;
        sorted.get(place.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// The same of times, in milliseconds.
    pub(super) fn millis(&self, share: f64) -> f64 {
        f64::from(self.quantile(share)) / 1000.0
    }
}

/// What a measured part came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    /// How long each took.
    pub(super) times: Samples,
    /// How many there were in a second.
    pub(super) rate: f64,
}

#[cfg(test)]
mod tests {
    use super::Samples;

    #[test]
    fn a_quantile_is_a_value_that_was_measured() {
        let mut samples = Samples::default();
        assert_eq!(samples.quantile(0.5), 0, "of nothing");
        (1..=100).rev().for_each(|value| samples.add(value));
        assert_eq!([0.0, 0.01, 0.5, 0.99, 1.0].map(|share| samples.quantile(share)), [
            1, 1, 50, 99, 100
        ]);
    }
}
