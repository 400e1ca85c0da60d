//! What workers are told: the order of a run, and what is brought for a chunk of it.

use super::{Playable, check_bots};
use crate::named_files::NamedFiles;
use crate::{arena, simulate};
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// All that a worker must know to play any chunk of a run: the command line and the contents of the
/// files that it names. The worker makes its plan of them as the one who began the run did.
#[derive(Serialize, Deserialize)]
pub(crate) enum Order {
    /// Games of `orrery simulate`.
    Simulate { asked: simulate::Asked, files: NamedFiles, wanted: simulate::Wanted },
    /// Deals of `orrery arena`.
    Arena { asked: arena::Asked, files: NamedFiles },
}

impl Order {
    /// The worker's part in it.
    pub(super) fn accept(self) -> Result<Box<dyn Playable>> {
        match self {
            Self::Simulate { asked, files, wanted } => {
                let plan = asked.plan(&files)?;
                check_bots(&plan.recipes)?;
                Ok(Box::new(simulate::Guest { plan, wanted }))
            }
            Self::Arena { asked, files } => {
                let plan = asked.plan(&files)?;
                check_bots(plan.entrants.iter().map(|entrant| &entrant.recipe))?;
                Ok(Box::new(arena::Guest { plan }))
            }
        }
    }
}

/// What a worker brings for a chunk.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Done {
    /// How long it played.
    pub(super) nanos: u64,
    pub(super) outcome: Outcome,
}

/// What came of a chunk.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// This.
    Here(Vec<u8>),
    /// It is too much for a message: the name of the object that holds it.
    Stored(String),
    /// It cannot be played, and why.
    Failed(String),
}
