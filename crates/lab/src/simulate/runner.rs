//! Plays a range of games with one set of bots.

use super::decisions::DecisionLog;
use super::plan::SimulationPlan;
use super::play::GamePlayer;
use super::row::GameRow;
use anyhow::{Result, bail};
use arrow_array::RecordBatch;
use std::ops::Range;
use std::time::Duration;

/// A worker's bots, and a log if decisions are recorded.
pub(crate) struct GameRunner<'p> {
    player: GamePlayer<'p>,
    log: Option<DecisionLog<'p>>,
}

/// Finished games, in order.
pub(crate) struct PlayedGames {
    pub(crate) rows: Vec<GameRow>,
    pub(crate) decisions: Option<RecordBatch>,
}

impl<'p> GameRunner<'p> {
    /// Creates a runner; `log` records decisions.
    pub(crate) fn new(plan: &'p SimulationPlan, log: Option<DecisionLog<'p>>) -> Self {
        Self { player: GamePlayer::new(plan), log }
    }

    /// Plays these games, until `is_stopped` returns true.
    pub(crate) fn play(
        &mut self,
        games: Range<u64>,
        is_stopped: impl Fn() -> bool,
    ) -> Result<PlayedGames> {
        // `logged` is the number of logged decisions that belong to complete games.
        let (mut rows, mut logged) = (Vec::new(), 0);
        for game in games {
            if is_stopped() {
                break;
            }
            match self.player.play(game, self.log.as_mut()) {
                Ok(row) => {
                    rows.push(row);
                    logged = self.log.as_ref().map_or(0, DecisionLog::len);
                }
                Err(error) if !stops_within_grace(&is_stopped) => bail!("game {game}: {error:#}"),
                // The interrupt may also have stopped an external program in its last game.
                Err(_) => break,
            }
        }
        let decisions = self.log.as_mut().map(DecisionLog::take).transpose()?;
        Ok(PlayedGames { rows, decisions: decisions.map(|all| all.slice(0, logged)) })
    }
}

/// Returns whether an interrupt explains a bot's failure.
///
/// Waits for a moment, because this process may notice the signal later than the bot.
fn stops_within_grace(is_stopped: impl Fn() -> bool) -> bool {
    std::thread::sleep(Duration::from_millis(100));
    is_stopped()
}
