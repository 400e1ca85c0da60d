//! Plays simulations on other machines: divides the games into chunks and merges the rows.
//!
//! Rows are written in the order of the game numbers, as in a local run.

use super::decisions::{self, DecisionLog};
use super::plan::SimulationPlan;
use super::reorder::ReorderBuffer;
use super::row::{GameRow, RowValues as _};
use super::runner::{GameRunner, PlayedGames};
use super::workers::{GameChunk, Outputs};
use crate::pool::{ChunkPlayer, ChunkedWork, RunSpec, WorkerPool};
use anyhow::{Context, Result, ensure};
use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Maximum total size of results that wait for an earlier chunk, in bytes.
///
/// Above it, no new chunks are dispatched.
const MAX_WAITING_BYTES: usize = 64 << 20;

/// Plays all games on the worker pool; `take` receives them in the order of their numbers.
pub(crate) fn play_all(
    pool: &WorkerPool<'_>,
    spec: &RunSpec,
    plan: &SimulationPlan,
    outputs: Outputs,
    take: impl FnMut(GameChunk) -> Result<()>,
) -> Result<()> {
    let mut remote = RemoteGames {
        plan,
        outputs,
        next: 0,
        chunks: ReorderBuffer::default(),
        waiting_bytes: 0,
        received: 0,
        take,
    };
    pool.run(spec, &mut remote)?;
    remote.finish()
}

/// The result of a chunk as a worker sends it.
#[derive(Serialize, Deserialize)]
struct ChunkOutput {
    rows: Vec<GameRow>,
    /// The decisions, if requested, as an Arrow IPC stream of one batch.
    decisions: Option<Vec<u8>>,
}

/// The coordinator's side of a simulation.
struct RemoteGames<'a, T> {
    plan: &'a SimulationPlan,
    outputs: Outputs,
    /// The first game that is not dispatched yet.
    next: u64,
    /// Results that wait for an earlier chunk, with their sizes in bytes.
    chunks: ReorderBuffer<(GameChunk, usize)>,
    /// Total size of the waiting results, in bytes.
    waiting_bytes: usize,
    /// Number of games that `take` has received.
    received: u64,
    take: T,
}

impl<T: FnMut(GameChunk) -> Result<()>> ChunkedWork for RemoteGames<'_, T> {
    type Chunk = Range<u64>;
    type Output = (GameChunk, usize);

    fn divide(&mut self, size: u64) -> Option<Range<u64>> {
        if self.waiting_bytes > MAX_WAITING_BYTES || self.next == self.plan.games {
            return None;
        }
        let games = self.next..self.plan.games.min(self.next + size);
        self.next = games.end;
        Some(games)
    }

    fn size(games: &Range<u64>) -> u64 {
        games.end - games.start
    }

    fn read(&self, games: &Range<u64>, bytes: &[u8]) -> Option<(GameChunk, usize)> {
        let ChunkOutput { rows, decisions } = postcard::from_bytes(bytes).ok()?;
        let mut expected = games.clone();
        let all_fit = rows.len() as u64 == Self::size(games)
            && rows.iter().all(|row| expected.next().is_some_and(|game| row.fits(self.plan, game)));
        let decisions = match decisions {
            Some(bytes) => Some(read_decisions(&bytes)?),
            None => None,
        };
        let fits = all_fit && decisions.is_some() == self.outputs.decisions;
        let played = fits.then_some(PlayedGames { rows, decisions })?;
        Some((GameChunk::new(self.plan, self.outputs, played).ok()?, bytes.len()))
    }

    fn take(&mut self, number: u64, _: Range<u64>, output: (GameChunk, usize)) -> Result<()> {
        self.waiting_bytes += output.1;
        self.chunks.put(number, output);
        while let Some((chunk, bytes)) = self.chunks.pop() {
            self.waiting_bytes -= bytes;
            self.received += chunk.rows.len() as u64;
            (self.take)(chunk)?;
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.received == self.plan.games
    }
}

impl<T: FnMut(GameChunk) -> Result<()>> RemoteGames<'_, T> {
    /// Passes the waiting chunks to `take` after an interrupt, although earlier ones are missing.
    fn finish(mut self) -> Result<()> {
        self.chunks.rest().try_for_each(|(chunk, _)| (self.take)(chunk))
    }
}

/// Decodes the decisions of a chunk; `None` if they do not have the columns of the file.
fn read_decisions(bytes: &[u8]) -> Option<RecordBatch> {
    let batch = StreamReader::try_new(bytes, None).ok()?.next()?.ok()?;
    (batch.schema() == decisions::empty().ok()?.schema()).then_some(batch)
}

/// Encodes the decisions of a chunk.
fn write_decisions(batch: &RecordBatch) -> Result<Vec<u8>> {
    let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema())?;
    stream.write(batch)?;
    Ok(stream.into_inner()?)
}

/// The worker's side of a simulation.
pub(crate) struct SimulationWorker {
    pub(crate) plan: SimulationPlan,
    pub(crate) outputs: Outputs,
}

impl ChunkPlayer for SimulationWorker {
    fn title(&self) -> String {
        self.plan.title()
    }

    fn play(&self, chunk: &[u8], is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>> {
        let games: Range<u64> =
            postcard::from_bytes(chunk).context("cannot decode a chunk of games")?;
        ensure!(
            games.start < games.end && games.end <= self.plan.games,
            "the chunk names games {games:?}, which do not exist"
        );
        let log = self.outputs.decisions.then(|| DecisionLog::new(&self.plan));
        let count = games.end - games.start;
        let PlayedGames { rows, decisions } =
            GameRunner::new(&self.plan, log).play(games, is_stopped)?;
        if (rows.len() as u64) < count {
            return Ok(None);
        }
        let decisions = decisions.as_ref().map(write_decisions).transpose()?;
        let output = ChunkOutput { rows, decisions };
        Ok(Some(postcard::to_stdvec(&output)?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::decisions;
    use super::{read_decisions, write_decisions};

    #[test]
    fn only_decisions_with_all_columns_are_accepted() {
        let empty = decisions::empty().expect("columns");
        let bytes = write_decisions(&empty).expect("encoded");
        assert_eq!(read_decisions(&bytes), Some(empty));
        assert_eq!(read_decisions(&bytes[..bytes.len() / 2]), None, "truncated");
        let mut columns = Columns::default();
        columns.int("game", [1].into_iter());
        let other = write_decisions(&columns.batch().expect("columns")).expect("encoded");
        assert_eq!(read_decisions(&other), None, "another schema");
    }
}
