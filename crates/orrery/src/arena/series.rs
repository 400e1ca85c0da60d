//! The deals of one line-up: played in any order, counted in the order of their numbers, so that
//! neither threads nor interruptions change what comes out.

use super::plan::Plan;
use super::play::{DealEnd, Job};
use super::sprt::{Hypotheses, Test, Verdict};
use std::collections::BTreeMap;

/// How far one line-up is.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// The deals that count: all from the first up to the first that is missing.
    pub(crate) counted: Vec<DealEnd>,
    /// Finished deals that wait for an earlier one.
    early: BTreeMap<u64, DealEnd>,
    /// The first deal that was not given out yet.
    next: u64,
    /// How many are wanted.
    wanted: u64,
    /// What is being tested, and how that stands.
    pub(crate) test: Option<Test>,
}

impl Series {
    fn new(wanted: u64, test: Option<Test>) -> Self {
        Self { counted: Vec::new(), early: BTreeMap::new(), next: 0, wanted, test }
    }

    /// Whether no more deals are wanted.
    pub(crate) fn is_closed(&self) -> bool {
        let is_decided = self.test.as_ref().is_some_and(|test| test.verdict() != Verdict::Open);
        is_decided || self.counted.len() as u64 >= self.wanted
    }

    /// A deal is finished. What nobody wants, or what is there already, is passed over.
    pub(crate) fn put(&mut self, deal: u64, end: DealEnd) {
        if deal >= self.wanted || deal < self.counted.len() as u64 || self.is_closed() {
            return;
        }
        self.early.entry(deal).or_insert(end);
        while !self.is_closed()
            && let Some(end) = self.early.remove(&(self.counted.len() as u64))
        {
            if let Some(test) = &mut self.test {
                test.add(&end);
            }
            self.counted.push(end);
        }
    }

    /// The next deal to play.
    fn next_deal(&mut self) -> Option<u64> {
        self.next = self.next.max(self.counted.len() as u64);
        while self.early.contains_key(&self.next) {
            self.next += 1;
        }
        (!self.is_closed() && self.next < self.wanted).then_some(self.next)
    }
}

/// How far all line-ups are.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) series: Vec<Series>,
}

impl Board {
    /// Nothing played yet.
    pub(crate) fn new(plan: &Plan, hypotheses: Option<Hypotheses>) -> Self {
        let test = hypotheses.map(|hypotheses| Test::new(hypotheses, plan.options.seats));
        let series = plan.lineups.iter().map(|_| Series::new(plan.deals, test.clone())).collect();
        Self { series }
    }

    /// The next job: the line-ups take turns, so that all are about equally far.
    pub(crate) fn next_job(&mut self) -> Option<Job> {
        let open = self.series.iter_mut().enumerate();
        let open = open.filter_map(|(lineup, series)| Some((series.next_deal()?, lineup)));
        let (deal, lineup) = open.min()?;
        self.series[lineup].next = deal + 1;
        Some(Job { lineup, deal })
    }

    /// A deal is finished.
    pub(crate) fn put(&mut self, job: Job, end: DealEnd) {
        if let Some(series) = self.series.get_mut(job.lineup) {
            series.put(job.deal, end);
        }
    }

    /// Whether everything that was wanted is played.
    pub(crate) fn is_complete(&self) -> bool {
        self.series.iter().all(Series::is_closed)
    }

    /// How many deals count.
    pub(crate) fn counted(&self) -> u64 {
        self.series.iter().map(|series| series.counted.len() as u64).sum()
    }
}
