//! The progress of line-ups: the deals that are finished and those still to be played.
//!
//! Deals finish in any order. They count in the order of their numbers, so that neither threads nor
//! interruptions change the result.

use super::plan::TournamentPlan;
use super::play::{DealResult, Job};
use super::sprt::{Hypotheses, SequentialTest, Verdict};
use std::collections::BTreeMap;

/// The progress and results of one line-up.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// The deals that count: all from the first one up to the first gap.
    pub(crate) counted: Vec<DealResult>,
    /// Finished deals that wait for an earlier one.
    early: BTreeMap<u64, DealResult>,
    /// The first deal that is not started yet.
    next: u64,
    /// The number of deals to play.
    wanted: u64,
    /// The sequential test, if `--sprt` was given.
    pub(crate) test: Option<SequentialTest>,
}

impl Series {
    fn new(wanted: u64, test: Option<SequentialTest>) -> Self {
        Self { counted: Vec::new(), early: BTreeMap::new(), next: 0, wanted, test }
    }

    /// Returns whether the line-up is finished: all deals are played, or the test has decided.
    pub(crate) fn is_closed(&self) -> bool {
        let is_decided = self.test.as_ref().is_some_and(|test| test.verdict() != Verdict::Open);
        is_decided || self.counted.len() as u64 >= self.wanted
    }

    /// Adds a finished deal. Duplicates and deals past the end are ignored.
    pub(crate) fn put(&mut self, deal: u64, result: DealResult) {
        if deal >= self.wanted || deal < self.counted.len() as u64 || self.is_closed() {
            return;
        }
        self.early.entry(deal).or_insert(result);
        while !self.is_closed()
            && let Some(result) = self.early.remove(&(self.counted.len() as u64))
        {
            if let Some(test) = &mut self.test {
                test.add(&result);
            }
            self.counted.push(result);
        }
    }

    /// Returns the next deal to play.
    fn next_deal(&mut self) -> Option<u64> {
        self.next = self.next.max(self.counted.len() as u64);
        while self.early.contains_key(&self.next) {
            self.next += 1;
        }
        (!self.is_closed() && self.next < self.wanted).then_some(self.next)
    }
}

/// The progress and results of all line-ups.
#[derive(Clone, Debug)]
pub(crate) struct Scoreboard {
    pub(crate) series: Vec<Series>,
}

impl Scoreboard {
    /// Creates a scoreboard without results.
    pub(crate) fn new(plan: &TournamentPlan, hypotheses: Option<Hypotheses>) -> Self {
        let test = hypotheses.map(|hypotheses| SequentialTest::new(hypotheses, plan.options.seats));
        let series = plan.lineups.iter().map(|_| Series::new(plan.deals, test.clone())).collect();
        Self { series }
    }

    /// Returns the next deal to play. Line-ups take turns, so that all advance at the same rate.
    pub(crate) fn next_job(&mut self) -> Option<Job> {
        let open = self.series.iter_mut().enumerate();
        let open = open.filter_map(|(lineup, series)| Some((series.next_deal()?, lineup)));
        let (deal, lineup) = open.min()?;
        self.series[lineup].next = deal + 1;
        Some(Job { lineup, deal })
    }

    /// Adds a finished deal.
    pub(crate) fn put(&mut self, job: Job, result: DealResult) {
        if let Some(series) = self.series.get_mut(job.lineup) {
            series.put(job.deal, result);
        }
    }

    /// Returns whether all line-ups are finished.
    pub(crate) fn is_complete(&self) -> bool {
        self.series.iter().all(Series::is_closed)
    }

    /// Returns the number of deals that count.
    pub(crate) fn counted(&self) -> u64 {
        self.series.iter().map(|series| series.counted.len() as u64).sum()
    }
}
