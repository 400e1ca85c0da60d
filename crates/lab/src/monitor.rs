//! Shows the progress of a run.

/// Shows the progress of a run, such as a progress bar.
pub trait Monitor: Sync {
    /// Shows that `done` of `total` are done.
    fn begin(&self, total: u64, done: u64);

    /// Shows that more are done.
    fn advance(&self, count: u64);

    /// Shows a message about the run.
    fn report(&self, text: &str);
}
