//! One who plays game after game, and what is kept of them.

use super::decisions::Log;
use super::frame::Frame;
use super::plan::Plan;
use super::play::GameTable;
use super::row::GameRow;
use anyhow::{Result, bail};
use std::ops::Range;
use std::time::Duration;

/// One who plays: a table with its bots, and a log if the decisions are outputs.
pub(crate) struct GameRunner<'p> {
    table: GameTable<'p>,
    log: Option<Log<'p>>,
}

/// Finished games, in order.
pub(crate) struct PlayedGames {
    pub(crate) rows: Vec<GameRow>,
    pub(crate) decisions: Option<Frame>,
}

impl<'p> GameRunner<'p> {
    /// Who logs decisions, if that is outputs.
    pub(crate) fn new(plan: &'p Plan, log: Option<Log<'p>>) -> Self {
        Self { table: GameTable::new(plan), log }
    }

    /// Plays these games; fewer if it is time to stop.
    pub(crate) fn play(
        &mut self,
        games: Range<u64>,
        is_stopped: impl Fn() -> bool,
    ) -> Result<PlayedGames> {
        let mut rows = Vec::new();
        for game in games {
            if is_stopped() {
                break;
            }
            let start = self.log.as_ref().map_or(0, Log::len);
            match self.table.play(game, self.log.as_mut()) {
                Ok(row) => rows.push(row),
                Err(error) if !stops_soon(&is_stopped) => bail!("game {game}: {error:#}"),
                // Ctrl-C reaches the programs that play, too: their last game is not finished.
                Err(_) => {
                    self.log.iter_mut().for_each(|log| log.cut(start));
                    break;
                }
            }
        }
        Ok(PlayedGames { rows, decisions: self.log.as_mut().map(Log::take) })
    }
}

/// Whether an interruption is the reason for a bot's failure; its news may be a little late.
fn stops_soon(is_stopped: impl Fn() -> bool) -> bool {
    std::thread::sleep(Duration::from_millis(100));
    is_stopped()
}
