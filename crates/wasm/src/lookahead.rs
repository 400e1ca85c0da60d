//! The start positions of previews: a running game, or the end of a replay as a seat sees it.

use crate::presenter::rules_seat;
use crate::workspace::Workspace;
use orrery_protocol::{Code, Fault, Narrator, Seat, state_where_viewer_decides};
use orrery_rules as rules;
use orrery_rules::{Actor, State, Step};

/// A position from which steps are previewed.
pub(crate) struct LookaheadPosition<'a> {
    pub(crate) state: State<'a>,
    pub(crate) version: u32,
    pub(crate) narrator: Narrator<'a>,
}

/// A reference to a position: a game, or the end of a replay as a viewer sees it.
#[derive(Clone, Copy)]
pub(crate) struct PositionRef {
    pub(crate) game: Option<u32>,
    pub(crate) replay: Option<u32>,
    pub(crate) viewer: Option<Seat>,
}

impl Workspace {
    /// Returns the referenced position.
    pub(crate) fn lookahead_position(
        &self,
        from: PositionRef,
    ) -> Result<LookaheadPosition<'_>, Fault> {
        match (from.game, from.replay, from.viewer) {
            (Some(game), None, _) => {
                let game = self.game(game)?;
                let narrator = self.narrator(game.names());
                Ok(LookaheadPosition { state: game.state(), version: game.version(), narrator })
            }
            (None, Some(replay), Some(viewer)) => self.replay_end(replay, viewer),
            _ => Err(Fault::bad_field("game", "given, or else `replay` and `viewer`")),
        }
    }

    /// Returns the last position of a replay, as the viewer sees it.
    fn replay_end(&self, replay: u32, viewer: Seat) -> Result<LookaheadPosition<'_>, Fault> {
        let loaded = self.replays.get(replay)?;
        let seen = loaded.record.watch(&loaded.rules, rules_seat(Some(viewer)), |_| {});
        let state = state_where_viewer_decides(&seen?, viewer);
        let narrator = self.narrator(&loaded.names);
        Ok(LookaheadPosition { state, version: loaded.record.len() as u32, narrator })
    }
}

impl LookaheadPosition<'_> {
    /// Returns the deciding seat.
    pub(crate) fn deciding_seat(&self) -> Result<rules::Seat, Fault> {
        match self.state.actor() {
            Actor::Seat(seat) => Ok(seat),
            Actor::Chance => Err(Fault::new(Code::NotAsked, "chance must decide first")),
            Actor::Over => Err(Fault::new(Code::Over, "the game is over")),
        }
    }

    /// Parses actions of the deciding seat; each action must be legal after the previous ones.
    pub(crate) fn parse_legal_steps(&self, notations: &[String]) -> Result<Vec<Step>, Fault> {
        let (seat, mut state) = (self.deciding_seat()?, self.state);
        let mut steps = Vec::new();
        for notation in notations {
            let step = Step::Action(crate::play::parse_action(state.rules(), notation)?);
            if state.decision().is_some_and(|decision| decision.seat != seat) {
                return Err(Fault::new(Code::NotAsked, "another seat is asked before this step"));
            }
            state.check(step).map_err(|why| self.narrator.illegal(state.table(), why))?;
            state.apply_unchecked(step);
            steps.push(step);
        }
        Ok(steps)
    }
}
