//! The display of a run's progress.

/// A display of a run's progress, such as a progress bar.
///
/// The unit of progress depends on the run: games, positions or steps of an analysis.
pub trait Monitor: Sync {
    /// Starts the display with `done` of `total` units complete.
    fn begin(&self, total: u64, done: u64);

    /// Adds completed units.
    fn advance(&self, count: u64);

    /// Shows a message about the run.
    fn report(&self, text: &str);
}
