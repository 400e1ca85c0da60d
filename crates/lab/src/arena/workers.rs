//! The worker threads of a local tournament.
//!
//! Each thread plays one deal at a time, so that all threads stay busy even with slow bots.

use super::plan::TournamentPlan;
use super::play::{DealRunner, Job, PlayedDeal};
use super::series::Scoreboard;
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// State shared by the worker threads.
struct Workers<'p> {
    plan: &'p TournamentPlan,
    scoreboard: Mutex<&'p mut Scoreboard>,
    /// Set by Ctrl-C: the threads stop, and the finished deals are kept.
    stop: &'p AtomicBool,
    /// Set when a deal failed: the threads stop.
    failed: AtomicBool,
}

/// Plays until no deal is left or the user interrupts; `take` receives each finished deal.
pub(crate) fn play_all(
    plan: &TournamentPlan,
    scoreboard: &mut Scoreboard,
    threads: usize,
    stop: &AtomicBool,
    mut take: impl FnMut(Job, &PlayedDeal) -> Result<()>,
) -> Result<()> {
    let workers =
        Workers { plan, scoreboard: Mutex::new(scoreboard), stop, failed: AtomicBool::new(false) };
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| workers.work(sender));
        }
        drop(sender);
        let mut outcome = Ok(());
        for (job, played) in receiver {
            let taken = played.and_then(|played| {
                take(job, &played)?;
                workers.lock().put(job, played.result);
                Ok(())
            });
            if let (Err(error), Ok(())) = (taken, &outcome) {
                workers.failed.store(true, Ordering::Relaxed);
                outcome = Err(error);
            }
        }
        outcome
    })
}

impl<'p> Workers<'p> {
    /// Plays deal after deal until none is left or the run stops.
    fn work(&self, sender: Sender<(Job, Result<PlayedDeal>)>) {
        let mut runner = DealRunner::new(self.plan);
        while let Some(job) = self.next_job() {
            let played = match runner.play(job, || self.is_stopped()) {
                Ok(Some(played)) => Ok(played),
                Ok(None) => return,
                Err(_) if self.is_stopped() => return,
                Err(error) => Err(error),
            };
            let failed = played.is_err();
            if sender.send((job, played)).is_err() || failed {
                return;
            }
        }
    }

    fn next_job(&self) -> Option<Job> {
        if self.is_stopped() { None } else { self.lock().next_job() }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, &'p mut Scoreboard> {
        self.scoreboard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
