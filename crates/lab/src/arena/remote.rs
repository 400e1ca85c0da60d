//! Plays tournaments on other machines: divides the deals into chunks and merges the results.

use super::plan::TournamentPlan;
use super::play::{DealRunner, Job, PlayedDeal};
use super::series::Scoreboard;
use crate::pool::{ChunkPlayer, ChunkedWork, RunSpec, WorkerPool};
use anyhow::{Context, Result, ensure};

/// Plays all remaining deals on the worker pool; `take` receives each finished deal.
pub(crate) fn play_all(
    pool: &WorkerPool<'_>,
    spec: &RunSpec,
    plan: &TournamentPlan,
    scoreboard: &mut Scoreboard,
    take: impl FnMut(Job, &PlayedDeal) -> Result<()>,
) -> Result<()> {
    pool.run(spec, &mut RemoteDeals { plan, scoreboard, take })
}

/// The coordinator's side of a tournament.
struct RemoteDeals<'a, T> {
    plan: &'a TournamentPlan,
    scoreboard: &'a mut Scoreboard,
    take: T,
}

impl<T: FnMut(Job, &PlayedDeal) -> Result<()>> ChunkedWork for RemoteDeals<'_, T> {
    type Chunk = Vec<Job>;
    type Output = Vec<PlayedDeal>;

    fn divide(&mut self, size: u64) -> Option<Vec<Job>> {
        let jobs: Vec<Job> = (0..size).map_while(|_| self.scoreboard.next_job()).collect();
        (!jobs.is_empty()).then_some(jobs)
    }

    fn size(jobs: &Vec<Job>) -> u64 {
        jobs.len() as u64
    }

    fn read(&self, jobs: &Vec<Job>, bytes: &[u8]) -> Option<Vec<PlayedDeal>> {
        let all: Vec<PlayedDeal> = postcard::from_bytes(bytes).ok()?;
        let fits = all.len() == jobs.len() && all.iter().all(|played| played.fits(self.plan));
        fits.then_some(all)
    }

    fn take(&mut self, _: u64, jobs: Vec<Job>, output: Vec<PlayedDeal>) -> Result<()> {
        for (job, played) in jobs.into_iter().zip(output) {
            (self.take)(job, &played)?;
            self.scoreboard.put(job, played.result);
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.scoreboard.is_complete()
    }
}

/// The worker's side of a tournament.
pub(crate) struct TournamentWorker {
    pub(crate) plan: TournamentPlan,
}

impl ChunkPlayer for TournamentWorker {
    fn title(&self) -> String {
        self.plan.title()
    }

    fn play(&self, chunk: &[u8], is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>> {
        let jobs: Vec<Job> =
            postcard::from_bytes(chunk).context("cannot decode a chunk of deals")?;
        let mut runner = DealRunner::new(&self.plan);
        let mut all = Vec::new();
        for job in jobs {
            ensure!(
                job.lineup < self.plan.lineups.len(),
                "the chunk names line-up {}, which does not exist",
                job.lineup
            );
            let Some(played) = runner.play(job, is_stopped)? else { return Ok(None) };
            all.push(played);
        }
        Ok(Some(postcard::to_stdvec(&all)?))
    }
}
