//! Samples and their quantiles.

use std::time::Duration;

/// Measured values.
#[derive(Clone, Debug, Default)]
pub struct Samples(Vec<u32>);

impl Samples {
    /// Adds a value.
    pub fn add(&mut self, value: usize) {
        self.0.push(u32::try_from(value).unwrap_or(u32::MAX));
    }

    /// Adds a time, stored as a number of microseconds.
    pub fn add_time(&mut self, time: Duration) {
        self.0.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// Adds all values of other samples.
    pub fn merge(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns a quantile, or 0 if there are no samples.
    ///
    /// The result is the smallest value that at least this share of the samples does not exceed.
    pub fn quantile(&self, share: f64) -> u32 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() as f64 * share).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Returns a quantile of times, in milliseconds.
    pub fn millis(&self, share: f64) -> f64 {
        f64::from(self.quantile(share)) / 1000.0
    }
}

/// A measurement.
#[derive(Clone, Debug, Default)]
pub struct Measurement {
    /// Time of each operation.
    pub times: Samples,
    /// Operations per second.
    pub rate: f64,
    /// CPU seconds of the server per operation, if the system reports them.
    pub cpu_time: Option<f64>,
}

impl Measurement {
    /// Keeps the better rate, the better CPU time, and the times with the lower p99.
    pub fn keep_better(&mut self, other: Self) {
        self.rate = self.rate.max(other.rate);
        self.cpu_time = self.cpu_time.into_iter().chain(other.cpu_time).min_by(f64::total_cmp);
        if self.times.count() == 0 || other.times.quantile(0.99) < self.times.quantile(0.99) {
            self.times = other.times;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Measurement, Samples};

    #[test]
    fn quantile_is_a_measured_value() {
        let mut samples = Samples::default();
        assert_eq!(samples.quantile(0.5), 0, "a quantile of no samples is not 0");
        (1..=100).rev().for_each(|value| samples.add(value));
        assert_eq!(
            [0.0, 0.01, 0.5, 0.99, 1.0].map(|share| samples.quantile(share)),
            [1, 1, 50, 99, 100]
        );
    }

    #[test]
    fn best_values_of_all_rounds_are_kept() {
        let round = |rate, micros| {
            let mut times = Samples::default();
            times.add(micros);
            Measurement { times, rate, cpu_time: Some(rate) }
        };
        let mut best = Measurement::default();
        for (rate, micros) in [(10.0, 50), (30.0, 70), (20.0, 40)] {
            best.keep_better(round(rate, micros));
        }
        assert_eq!((best.rate, best.times.quantile(0.99), best.cpu_time), (30.0, 40, Some(10.0)));
    }
}
