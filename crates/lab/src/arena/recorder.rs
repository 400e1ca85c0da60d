//! Records finished deals and thinking times while a tournament runs.

use super::journal::Journal;
use super::plan::TournamentPlan;
use super::play::{Job, PlayedDeal};
use super::timing::ThinkingTimes;
use anyhow::Result;
use std::time::{Duration, Instant};

/// Interval between writes of thinking times.
const TIMES_INTERVAL: Duration = Duration::from_secs(10);

/// Writes finished deals to the journal and adds up thinking times.
pub(crate) struct DealRecorder<'a> {
    plan: &'a TournamentPlan,
    /// The journal; `None` without `--out`.
    journal: Option<Journal>,
    /// Thinking times by entrant, up to the last call of `write_times`.
    times: Vec<ThinkingTimes>,
    /// Thinking times by entrant since the last call of `write_times`, not in the journal yet.
    unwritten: Vec<ThinkingTimes>,
    /// Time of the last write of thinking times.
    last_write: Instant,
}

impl<'a> DealRecorder<'a> {
    /// Creates a recorder without a journal.
    pub(crate) fn new(plan: &'a TournamentPlan) -> Self {
        let none = vec![ThinkingTimes::default(); plan.entrants.len()];
        let (times, unwritten) = (none.clone(), none);
        Self { plan, journal: None, times, unwritten, last_write: Instant::now() }
    }

    /// Creates a recorder that continues a journal with these thinking times.
    pub(crate) fn with(
        plan: &'a TournamentPlan,
        journal: Journal,
        times: Vec<ThinkingTimes>,
    ) -> Self {
        Self { journal: Some(journal), times, ..Self::new(plan) }
    }

    /// Records a finished deal.
    pub(crate) fn record(&mut self, job: Job, played: &PlayedDeal) -> Result<()> {
        for (place, entrant) in self.plan.lineups[job.lineup].places.iter().enumerate() {
            self.unwritten[*entrant].merge(&played.times[place]);
        }
        if let Some(journal) = &mut self.journal {
            journal.put_deal(self.plan, job, &played.result)?;
        }
        if self.last_write.elapsed() > TIMES_INTERVAL { self.write_times() } else { Ok(()) }
    }

    /// Appends the new thinking times to the journal and adds them to `times`.
    pub(crate) fn write_times(&mut self) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.put_times(self.plan, &self.unwritten)?;
        }
        for (all, new) in self.times.iter_mut().zip(&mut self.unwritten) {
            all.merge(&std::mem::take(new));
        }
        self.last_write = Instant::now();
        Ok(())
    }

    /// Returns the thinking times by entrant up to the last call of `write_times`.
    pub(crate) fn into_times(self) -> Vec<ThinkingTimes> {
        self.times
    }
}
