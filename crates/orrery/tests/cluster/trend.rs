//! Linear trends of samples, which show whether the usage of a resource grows.

use orrery_loadtest::resources::ResourceUsage;
use std::time::Instant;

/// The resource usage of a server at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The time of the sample.
    pub(crate) at: Instant,
    /// Number of steps acknowledged so far.
    pub(crate) steps: u64,
    /// Memory, open files and disk space.
    pub(crate) usage: ResourceUsage,
}

/// A series of at least three samples.
pub(crate) struct Trend(Vec<Sample>);

impl Trend {
    /// Creates a trend from these samples.
    pub(crate) fn new(samples: &[Sample]) -> Self {
        assert!(samples.len() > 2, "too few samples for a trend: run the test longer");
        Self(samples.to_vec())
    }

    /// Returns the number of samples.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of steps between the first and the last sample.
    pub(crate) fn steps(&self) -> f64 {
        (self.0[self.0.len() - 1].steps - self.0[0].steps) as f64
    }

    /// Returns the median of a value over all samples.
    pub(crate) fn median(&self, of: impl Fn(&ResourceUsage) -> u64) -> f64 {
        let mut values: Vec<u64> = self.0.iter().map(|sample| of(&sample.usage)).collect();
        values.sort_unstable();
        values[values.len() / 2] as f64
    }

    /// Returns the growth of a value from the first sample to the last, by linear regression.
    pub(crate) fn growth(&self, of: impl Fn(&ResourceUsage) -> u64) -> f64 {
        let times = self.0.iter().map(|sample| (sample.at - self.0[0].at).as_secs_f64());
        let points: Vec<(f64, f64)> =
            times.zip(self.0.iter().map(|sample| of(&sample.usage) as f64)).collect();
        slope(&points) * points[points.len() - 1].0
    }

    /// Returns the disk space per step in bytes, by linear regression.
    pub(crate) fn disk_per_step(&self) -> f64 {
        let point = |sample: &Sample| (sample.steps as f64, sample.usage.disk as f64);
        slope(&self.0.iter().map(point).collect::<Vec<_>>())
    }
}

/// Returns the slope of the least-squares line.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let products = points.iter().map(|point| (point.0 - x) * (point.1 - y));
    let squares = points.iter().map(|point| (point.0 - x).powi(2));
    products.sum::<f64>() / squares.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::slope;

    #[test]
    fn slope_of_a_line_and_of_noise() {
        let line: Vec<(f64, f64)> = (0..10).map(|x| (f64::from(x), f64::from(3 * x + 7))).collect();
        assert!((slope(&line) - 3.0).abs() < 1e-9);
        let noise = [(0.0, 1.0), (1.0, -1.0), (2.0, -1.0), (3.0, 1.0)];
        assert!(slope(&noise).abs() < 1e-9);
    }
}
