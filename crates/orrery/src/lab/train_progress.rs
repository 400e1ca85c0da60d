//! Shows the progress of a training run: a bar on a terminal, plain lines elsewhere.

use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orrery_bots::train::{BatchReport, Trainer};
use orrery_lab::grouped;
use orrery_lab::train::TrainingMonitor;
use std::path::Path;
use std::time::Instant;

/// Number of batches per progress line.
const BATCHES_PER_LINE: u64 = 4;

/// The progress display of a training run.
pub(crate) struct Progress {
    bar: ProgressBar,
    quiet: bool,
    began: Instant,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = ProgressBar::new(0);
        let template = "{wide_bar} {human_pos}/{human_len} games  {msg}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Self { bar, quiet, began: Instant::now() }
    }

    /// Prints the number of games and the path of the network, and clears the bar.
    pub(crate) fn end(&self, games: u64, network: &Path) {
        let games = grouped(games);
        self.report(&format!("played {games} games; network written to {}", network.display()));
        self.bar.finish_and_clear();
    }
}

impl TrainingMonitor for Progress {
    fn begin(&self, trainer: &Trainer) {
        self.bar.set_length(trainer.config().games);
        self.bar.set_position(trainer.games());
        self.bar.reset_eta();
    }

    fn batch(&self, trainer: &Trainer, batch: &BatchReport) {
        self.bar.set_position(batch.games.min(trainer.config().games));
        self.bar.set_message(format!("error {:.4}", trainer.error()));
        if self.bar.is_hidden() && trainer.batches().is_multiple_of(BATCHES_PER_LINE) {
            self.report(&format!(
                "{:>7.0} s  {:>9} games  {:>6} positions  error {:.4}  {:.1} turns a game",
                self.began.elapsed().as_secs_f64(),
                grouped(batch.games),
                batch.samples,
                batch.error,
                batch.turns
            ));
        }
    }

    fn report(&self, text: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            // A closed pipe must not stop the training.
            let _ = output::print(&format!("{text}\n"));
        } else {
            self.bar.println(text);
        }
    }
}
