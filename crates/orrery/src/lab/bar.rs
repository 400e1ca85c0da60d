//! The progress bar of a long-running command.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orrery_lab::Monitor;

/// Template of a bar that counts games.
pub(crate) const GAMES: &str = "{wide_bar} {human_pos}/{human_len} games  {per_sec}  {eta} left";
/// Template of a bar that counts positions.
pub(crate) const POSITIONS: &str = "{wide_bar} {human_pos}/{human_len} positions  {eta} left";

/// Template of a bar that counts the steps of a game.
pub(crate) const STEPS: &str = "{wide_bar} {human_pos}/{human_len} steps  {eta} left";

/// A progress bar on standard error.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// Creates a bar, which is hidden if `quiet` is set.
    pub(crate) fn new(template: &str, quiet: bool) -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Self(bar)
    }
}

impl Monitor for Bar {
    fn begin(&self, total: u64, done: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
        self.0.reset_eta();
    }

    fn advance(&self, count: u64) {
        self.0.inc(count);
    }

    fn report(&self, text: &str) {
        self.0.suspend(|| eprintln!("orrery: {text}"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
