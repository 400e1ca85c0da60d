//! What is kept while deals are played: the deals themselves, and how long the entrants thought.

use super::journal::Journal;
use super::plan::Plan;
use super::play::{Job, PlayedDeal};
use super::timing::Times;
use anyhow::Result;
use std::time::{Duration, Instant};

/// How often the times are written while deals are played.
const TIMES_EVERY: Duration = Duration::from_secs(10);

/// What is kept while deals are played.
pub(crate) struct DealRecorder<'a> {
    plan: &'a Plan,
    /// Where finished deals go; `None` if they are not kept.
    journal: Option<Journal>,
    /// By entrant: all that is known.
    pub(crate) times: Vec<Times>,
    /// What was not written yet.
    unwritten: Vec<Times>,
    written: Instant,
}

impl<'a> DealRecorder<'a> {
    /// Nothing yet, and no file.
    pub(crate) fn new(plan: &'a Plan) -> Self {
        let none = vec![Times::default(); plan.entrants.len()];
        let (times, unwritten) = (none.clone(), none);
        Self { plan, journal: None, times, unwritten, written: Instant::now() }
    }

    /// A file to go on with, and what it had about times.
    pub(crate) fn with(plan: &'a Plan, journal: Journal, times: Vec<Times>) -> Self {
        Self { journal: Some(journal), times, ..Self::new(plan) }
    }

    /// A deal is finished.
    pub(crate) fn take(&mut self, job: Job, played: &PlayedDeal) -> Result<()> {
        for (place, entrant) in self.plan.lineups[job.lineup].places.iter().enumerate() {
            self.unwritten[*entrant].merge(&played.times[place]);
        }
        if let Some(journal) = &mut self.journal {
            journal.put_deal(self.plan, job, &played.end)?;
        }
        if self.written.elapsed() > TIMES_EVERY { self.write_times() } else { Ok(()) }
    }

    /// Writes how long the entrants thought.
    pub(crate) fn write_times(&mut self) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.put_times(self.plan, &self.unwritten)?;
        }
        for (all, new) in self.times.iter_mut().zip(&mut self.unwritten) {
            all.merge(&std::mem::take(new));
        }
        self.written = Instant::now();
        Ok(())
    }
}
