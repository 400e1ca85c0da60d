//! Whether something grows: a line through samples.

use orrery_loadtest::watch::Peak;
use std::time::Instant;

/// What a server held at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// When.
    pub(crate) at: Instant,
    /// Steps acknowledged so far.
    pub(crate) steps: u64,
    /// What it held.
    pub(crate) held: Peak,
}

/// Samples, of which there are some.
pub(crate) struct Trend(Vec<Sample>);

impl Trend {
    /// Of these samples.
    pub(crate) fn new(samples: &[Sample]) -> Self {
        assert!(samples.len() > 2, "too short to see a trend: let it run longer");
        Self(samples.to_vec())
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The steps between the first and the last.
    pub(crate) fn steps(&self) -> f64 {
        (self.0[self.0.len() - 1].steps - self.0[0].steps) as f64
    }

    /// The middle one of all values.
    pub(crate) fn median(&self, of: impl Fn(&Peak) -> u64) -> f64 {
        let mut values: Vec<u64> = self.0.iter().map(|sample| of(&sample.held)).collect();
        values.sort_unstable();
        values[values.len() / 2] as f64
    }

    /// How much something grows from the first sample to the last, by a line through all of them.
    pub(crate) fn growth(&self, of: impl Fn(&Peak) -> u64) -> f64 {
        let times = self.0.iter().map(|sample| (sample.at - self.0[0].at).as_secs_f64());
        let points: Vec<(f64, f64)> =
            times.zip(self.0.iter().map(|sample| of(&sample.held) as f64)).collect();
        slope(&points) * points[points.len() - 1].0
    }

    /// How many bytes of the disk a step takes, by a line through all samples.
    pub(crate) fn disk_per_step(&self) -> f64 {
        let point = |sample: &Sample| (sample.steps as f64, sample.held.disk as f64);
        slope(&self.0.iter().map(point).collect::<Vec<_>>())
    }
}

/// The slope of the line with the least squares.
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
    fn a_line_has_its_slope_and_noise_has_none() {
        let line: Vec<(f64, f64)> = (0..10).map(|x| (f64::from(x), f64::from(3 * x + 7))).collect();
        assert!((slope(&line) - 3.0).abs() < 1e-9);
        let noise = [(0.0, 1.0), (1.0, -1.0), (2.0, -1.0), (3.0, 1.0)];
        assert!(slope(&noise).abs() < 1e-9);
    }
}
