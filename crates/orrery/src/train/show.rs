//! How far a training is: a bar on a terminal, plain lines elsewhere.

use super::Args;
use crate::output;
use crate::section::grouped;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orrery_bots::train::{BatchReport, Trainer};
use std::path::Path;
use std::time::Instant;

/// Batches from one plain line to the next.
const LINES_EVERY: u64 = 4;

/// Shows how far it is.
pub(super) struct Show {
    bar: ProgressBar,
    quiet: bool,
    begun: Instant,
}

impl Show {
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

    /// A batch was played, and the one before learnt from.
    pub(super) fn lesson(&self, trainer: &Trainer, lesson: &BatchReport) {
        self.bar.set_position(lesson.games.min(trainer.config().games));
        self.bar.set_message(format!("error {:.4}", trainer.error()));
        if self.bar.is_hidden() && trainer.batches().is_multiple_of(LINES_EVERY) {
            self.say(&format!(
                "{:>7.0} s  {:>9} games  {:>6} positions  error {:.4}  {:.1} turns a game",
                self.begun.elapsed().as_secs_f64(),
                grouped(lesson.games),
                lesson.samples,
                lesson.error,
                lesson.turns
            ));
        }
    }

    /// A line that stays.
    pub(super) fn say(&self, line: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            // That nobody reads them is no reason to stop learning.
            let _ = output::print(&format!("{line}\n"));
        } else {
            self.bar.println(line);
        }
    }

    pub(super) fn end(&self, trainer: &Trainer, mind: &Path) {
        let games = grouped(trainer.games());
        self.say(&format!("{games} games were played; the network is in {}", mind.display()));
        self.bar.finish_and_clear();
    }
}
