//! Messages between coordinator and workers: the run specification and the result of a chunk.

use super::{ChunkPlayer, check_bots};
use crate::network_files::NetworkFiles;
use crate::{arena, simulate};
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// Everything that a worker needs to play any chunk of a run.
///
/// It holds the settings and the contents of the files that the settings refer to. A worker derives
/// the same plan from it as the coordinator.
#[derive(Serialize, Deserialize)]
pub(crate) enum RunSpec {
    /// Games of `orrery simulate`.
    Simulate { spec: simulate::SimulationSpec, networks: NetworkFiles, outputs: simulate::Outputs },
    /// Deals of `orrery arena`.
    Arena { spec: arena::TournamentSpec, networks: NetworkFiles },
}

impl RunSpec {
    /// Creates the worker's side of the run; rejects external programs.
    pub(super) fn into_chunk_player(self) -> Result<Box<dyn ChunkPlayer>> {
        match self {
            Self::Simulate { spec, networks, outputs } => {
                let plan = spec.plan(&networks)?;
                check_bots(&plan.specs)?;
                Ok(Box::new(simulate::SimulationWorker { plan, outputs }))
            }
            Self::Arena { spec, networks } => {
                let plan = spec.plan(&networks)?;
                check_bots(plan.entrants.iter().map(|entrant| &entrant.spec))?;
                Ok(Box::new(arena::TournamentWorker { plan }))
            }
        }
    }
}

/// The result of a chunk, as a worker sends it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ChunkResult {
    /// The playing time in nanoseconds.
    pub(super) nanos: u64,
    pub(super) outcome: ChunkOutcome,
}

/// The outcome of a chunk.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ChunkOutcome {
    /// The encoded result.
    Inline(Vec<u8>),
    /// The name of the stored object that holds the result, which is too large for a message.
    Stored(String),
    /// The reason why the chunk cannot be played.
    Failed(String),
}
