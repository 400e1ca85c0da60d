//! A tournament on other machines: its deals in chunks, what a worker does with a chunk, and how the
//! deals that come back are taken as those that are played here.

use super::plan::Plan;
use super::play::{Job, Played, Worker};
use super::series::Board;
use crate::farm::{Divided, Farm, Order, Playable};
use anyhow::{Context, Result, ensure};

/// Has deals played elsewhere until nothing is left; `take` gets every deal when it is finished.
pub(crate) fn play_all(
    farm: &Farm<'_>,
    order: &Order,
    plan: &Plan,
    board: &mut Board,
    take: impl FnMut(Job, &Played) -> Result<()>,
) -> Result<()> {
    farm.run(order, &mut Away { plan, board, take })
}

/// The deals, as they are given out and come back.
struct Away<'a, T> {
    plan: &'a Plan,
    board: &'a mut Board,
    take: T,
}

impl<T: FnMut(Job, &Played) -> Result<()>> Divided for Away<'_, T> {
    type Chunk = Vec<Job>;
    type Brought = Vec<Played>;

    fn divide(&mut self, size: u64) -> Option<Vec<Job>> {
        let jobs: Vec<Job> = (0..size).map_while(|_| self.board.next_job()).collect();
        (!jobs.is_empty()).then_some(jobs)
    }

    fn size(jobs: &Vec<Job>) -> u64 {
        jobs.len() as u64
    }

    fn read(&self, jobs: &Vec<Job>, bytes: &[u8]) -> Option<Vec<Played>> {
        let all: Vec<Played> = postcard::from_bytes(bytes).ok()?;
        let fits = all.len() == jobs.len() && all.iter().all(|played| played.fits(self.plan));
        fits.then_some(all)
    }

    fn take(&mut self, _: u64, jobs: Vec<Job>, came: Vec<Played>) -> Result<()> {
        for (job, played) in jobs.into_iter().zip(came) {
            (self.take)(job, &played)?;
            self.board.put(job, played.end);
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.board.is_complete()
    }
}

/// A worker's part in a tournament.
pub(crate) struct Guest {
    pub(crate) plan: Plan,
}

impl Playable for Guest {
    fn title(&self) -> String {
        self.plan.title()
    }

    fn play(&self, chunk: &[u8], is_over: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>> {
        let jobs: Vec<Job> = postcard::from_bytes(chunk).context("this is no chunk of deals")?;
        let mut worker = Worker::new(&self.plan);
        let mut all = Vec::new();
        for job in jobs {
            ensure!(job.lineup < self.plan.lineups.len(), "there is no such line-up");
            let Some(played) = worker.play(job, is_over)? else { return Ok(None) };
            all.push(played);
        }
        Ok(Some(postcard::to_stdvec(&all)?))
    }
}
