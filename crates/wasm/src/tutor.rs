//! The tutor: compares a move with the best one before the player makes it.

use crate::messages::SavedGame;
use crate::review::{MoveTexts, move_texts};
use crate::workspace::Workspace;
use orrery_analysis::{MoveReview, assess};
use orrery_protocol::{Code, Fault};
use orrery_rules::{Action, Rules, Step};
use serde::{Deserialize, Serialize};

/// Requests the assessment of a move of the deciding seat.
///
/// The request contains the saved game, so that a second engine instance can answer it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Assess {
    /// The saved game.
    pub saved: SavedGame,
    /// The steps of the move, in notation. The best continuation completes an incomplete move.
    pub steps: Vec<String>,
}

/// The assessment of a move, based on what the seat can know.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Assessment {
    /// The move, with its loss, its mark and the best moves.
    #[cfg_attr(test, ts(type = "MoveReview"))]
    pub review: MoveReview,
    /// The texts of the move and of its alternatives.
    pub texts: MoveTexts,
}

impl Workspace {
    /// Compares a move with the best move.
    pub(crate) fn assess(&mut self, request: Assess) -> Result<Assessment, Fault> {
        let game = self.restored(&request.saved)?;
        game.deciding_seat()?;
        let actions = actions(game.rules(), &request.steps)?;
        let state = game.state();
        let review = assess(game.rules(), state.detach(), &actions);
        let review = review.ok_or_else(|| Fault::new(Code::Illegal, "the move is not legal"))?;
        let texts = move_texts(self.narrator(game.names()), &state, &review);
        Ok(Assessment { review, texts })
    }
}

/// Parses actions in notation.
fn actions(rules: &Rules, steps: &[String]) -> Result<Vec<Action>, Fault> {
    let invalid = || Fault::bad_field("steps", "actions in notation");
    let parse = |notation: &String| match Step::parse(rules, notation) {
        Ok(Step::Action(action)) => Ok(action),
        _ => Err(invalid()),
    };
    steps.iter().map(parse).collect()
}
