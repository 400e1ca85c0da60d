//! Means and proportions with 95 % confidence intervals.
//!
//! They are computed from integer sums, which are exact and take constant memory.

use std::fmt;

/// Units in a full share: an unshared victory or another success.
///
/// 60 is divisible by 1 to 5, the possible numbers of winners.
pub(crate) const FULL_SHARE: u64 = 60;

/// Count, sum and sum of squares of integers. The order of the values does not change the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) count: u64,
    sum: u64,
    squares: u128,
}

/// A value with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Sums {
    #[inline]
    pub(crate) fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += value;
        self.squares += u128::from(value) * u128::from(value);
    }

    /// Adds the values of another `Sums`.
    pub(crate) const fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// Returns the standard deviation of the sample.
    pub(crate) fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = u128::from(self.count);
        // n·Σx² − (Σx)², exact.
        let spread = n * self.squares - u128::from(self.sum) * u128::from(self.sum);
        (spread as f64 / n as f64 / (n - 1) as f64).sqrt()
    }

    /// Returns the mean with Student's t interval.
    pub(crate) fn estimate(&self) -> Estimate {
        let value = self.mean();
        let half = match self.count {
            0 | 1 => f64::NAN,
            n => student(n - 1) * self.deviation() / (n as f64).sqrt(),
        };
        Estimate { value, low: value - half, high: value + half }
    }
}

/// A proportion of victories or other successes; a shared victory counts as a fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) count: u64,
    /// Sum of all successes, in units of 1/60 ([`FULL_SHARE`]).
    parts: u64,
}

impl Share {
    #[inline]
    pub(crate) const fn add(&mut self, parts: u64) {
        self.count += 1;
        self.parts += parts;
    }

    pub(crate) fn value(&self) -> f64 {
        self.parts as f64 / FULL_SHARE as f64 / self.count.max(1) as f64
    }

    /// Returns the proportion with Wilson's interval.
    pub(crate) fn estimate(&self) -> Estimate {
        Self::interval(self.value(), self.count as f64)
    }

    /// Returns Wilson's interval of a proportion `p` in `n` independent games.
    pub(crate) fn interval(p: f64, n: f64) -> Estimate {
        if n <= 0.0 {
            return Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };
        }
        let z = 1.959_964;
        let scale = 1.0 + z * z / n;
        let centre = (p + z * z / (2.0 * n)) / scale;
        let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        // At 0 and 1, rounding must not move a bound past the value.
        Estimate {
            value: p,
            low: (centre - half).clamp(0.0, p),
            high: (centre + half).clamp(p, 1.0),
        }
    }
}

/// Returns the 97.5 % quantile of Student's t-distribution with `freedom` degrees of freedom.
///
/// Up to 5 degrees come from a table, the others from the first terms of the expansion in 1/ν.
pub(crate) fn student(freedom: u64) -> f64 {
    const SMALL: [f64; 5] = [12.706, 4.303, 3.182, 2.776, 2.571];
    if let Some(exact) = SMALL.get(freedom as usize - 1) {
        return *exact;
    }
    let (z, v) = (1.959_964_f64, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / v + second / v.powi(2) + third / v.powi(3)
}

/// Formats the estimate as `12.34 ± 0.05`, with four decimals if the interval is narrow.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = (self.high - self.low) / 2.0;
        if !half.is_finite() {
            return write!(f, "{:.2}", self.value);
        }
        let digits = if half < 0.005 { 4 } else { 2 };
        write!(f, "{:.digits$} ± {half:.digits$}", self.value)
    }
}

impl Estimate {
    /// Formats a rating difference as `+123 ± 20`.
    pub(crate) fn elo(&self) -> String {
        // Adding 0 turns −0 into 0.
        let (value, half) = (self.value.round() + 0.0, (self.high - self.low) / 2.0);
        if half.is_nan() { format!("{value:+.0}") } else { format!("{value:+.0} ± {half:.0}") }
    }

    /// Formats a proportion as `49.8 % (49.1–50.5)`.
    pub(crate) fn percent(&self) -> String {
        if !self.value.is_finite() {
            return "–".to_owned();
        }
        let [value, low, high] = [self.value, self.low, self.high].map(|part| 100.0 * part);
        let digits = if high - low < 0.2 { 2 } else { 1 };
        format!("{value:.digits$} % ({low:.digits$}–{high:.digits$})")
    }
}

#[cfg(test)]
mod tests {
    use super::{Share, Sums, student};

    #[test]
    fn means_and_deviations_match_the_textbook() {
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|value| sums.add(value));
        assert!((sums.mean() - 5.0).abs() < 1e-12);
        assert!((sums.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((sums.estimate().high - 6.788).abs() < 0.01);
    }

    #[test]
    fn students_quantile_matches_the_tables() {
        for (freedom, exact) in [(1, 12.706), (6, 2.447), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student(freedom) - exact).abs() < 0.005, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn wilsons_interval_stays_between_0_and_1() {
        let mut share = Share::default();
        (0..10).for_each(|_| share.add(0));
        let none = share.estimate();
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 0.001, "{none:?}");
        let mut share = Share::default();
        (0..100).for_each(|i| share.add(if i < 50 { 60 } else { 0 }));
        let half = share.estimate();
        assert!((half.low - 0.4038).abs() < 0.001 && (half.high - 0.5962).abs() < 0.001);
    }
}
