//! Training progress: a bar on a terminal, plain lines elsewhere.

use super::Args;
use crate::lab::section::grouped;
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orrery_bots::train::{BatchReport, Trainer};
use std::path::Path;
use std::time::Instant;

/// Number of batches between two plain lines.
const LINES_EVERY: u64 = 4;

/// Shows the progress of a training.
pub(super) struct Progress {
    bar: ProgressBar,
    quiet: bool,
    begun: Instant,
}

impl Progress {
    pub(super) fn new(args: &Args, trainer: &Trainer) -> Self {
        let bar = ProgressBar::new(trainer.config().games);
        let form = "{wide_bar} {human_pos}/{human_len} games  {msg}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        if args.quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.set_position(trainer.games());
        bar.reset_eta();
        Self { bar, quiet: args.quiet, begun: Instant::now() }
    }

    /// Shows that a batch was played and learnt from.
    pub(super) fn lesson(&self, trainer: &Trainer, lesson: &BatchReport) {
        self.bar.set_position(lesson.games.min(trainer.config().games));
        self.bar.set_message(format!("error {:.4}", trainer.error()));
        if self.bar.is_hidden() && trainer.batches().is_multiple_of(LINES_EVERY) {
            self.print(&format!(
                "{:>7.0} s  {:>9} games  {:>6} positions  error {:.4}  {:.1} turns a game",
                self.begun.elapsed().as_secs_f64(),
                grouped(lesson.games),
                lesson.samples,
                lesson.error,
                lesson.turns
            ));
        }
    }

    /// Prints a line above the bar.
    pub(super) fn print(&self, line: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            // A closed pipe must not stop the training.
            let _ = output::print(&format!("{line}\n"));
        } else {
            self.bar.println(line);
        }
    }

    pub(super) fn end(&self, trainer: &Trainer, network: &Path) {
        let games = grouped(trainer.games());
        self.print(&format!("played {games} games; network written to {}", network.display()));
        self.bar.finish_and_clear();
    }
}
