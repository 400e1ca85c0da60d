//! Branches: new games that start from a position of a replay, with new dice.

use crate::game::{Game, GameStart};
use crate::messages::{BranchReplay, OpenedGame};
use crate::play::seed;
use crate::replay::LoadedReplay;
use crate::save::{recorder, recorder_at};
use crate::workspace::Workspace;
use orrery_protocol::Fault;
use orrery_rules::{Setup, Step};
use std::collections::VecDeque;

impl Workspace {
    /// Starts a game from a position of a replay.
    ///
    /// Between two actions, the position can be written as a set-up: the new game starts from it,
    /// and its dice can be verified. In the middle of an action, the new game repeats the steps of
    /// the record, and its dice cannot be verified.
    pub(crate) fn branch(&mut self, request: BranchReplay) -> Result<OpenedGame, Fault> {
        let loaded = self.replays.get(request.replay)?;
        let seed = seed(&request.seed)?;
        let (setup, steps) = loaded.up_to(request.step as usize)?;
        let game = match setup {
            Some(setup) => loaded.game_from_setup(&setup, seed)?,
            None => loaded.game_from_steps(steps, seed)?,
        };
        self.begin(game, request.viewer)
    }
}

impl LoadedReplay {
    /// Returns the first `count` steps, and the set-up after them if the position has one.
    fn up_to(&self, count: usize) -> Result<(Option<Setup>, Vec<Step>), Fault> {
        let mut record = self.record.clone();
        record.truncate(count);
        let mut steps = Vec::new();
        let state = record.replay(&self.rules, |played| steps.push(played.step));
        Ok((Setup::of(&state?), steps))
    }

    fn game_from_setup(&self, setup: &Setup, seed: [u8; 32]) -> Result<Game, Fault> {
        Game::new(&self.rules, recorder_at(&self.rules, setup)?, self.start(seed))
    }

    fn game_from_steps(&self, steps: Vec<Step>, seed: [u8; 32]) -> Result<Game, Fault> {
        let recorder = recorder(&self.record, &self.rules)?;
        let mut game = Game::unverifiable(&self.rules, recorder, self.start(seed))?;
        game.take_all(&self.rules, steps)?;
        Ok(game)
    }

    fn start(&self, seed: [u8; 32]) -> GameStart {
        GameStart {
            names: Some(self.names.clone()),
            seed,
            script: VecDeque::new(),
            date: None,
            deck: self.record.header.deck.as_ref().and_then(|deck| deck.text.clone()),
        }
    }
}
