//! Creates bots and asks them for actions, for commands that play many games.

use crate::external;
use crate::network_files::NetworkFiles;
use anyhow::{Context, Result};
pub(crate) use orrery_batch::{bot_seed, game_seed as derive_seed};
use orrery_bots::{Bot, BotError, BotLevel, LevelBot, NAMES, Network, RandomBot, named};
use orrery_rules::{Action, Actions, Seat, State, Step};
use std::sync::Arc;
use std::time::Duration;

/// The specification from which a bot is created.
#[derive(Clone, Debug)]
pub(crate) enum BotSpec {
    /// A built-in bot, by name.
    Named(&'static str),
    /// A level with a network other than the built-in one.
    Level(BotLevel, Arc<Network>),
    /// An external program.
    Program(String),
}

impl BotSpec {
    /// Parses the name of a bot: built-in, `LEVEL@FILE` or `cmd:PROGRAM`.
    pub(crate) fn of(name: &str, files: &NetworkFiles) -> Result<Self> {
        if let Some(command) = name.strip_prefix("cmd:") {
            return Ok(Self::Program(command.to_owned()));
        }
        if let Some((level, path)) = name.split_once('@') {
            return Ok(Self::Level(level_of(level)?, Arc::new(files.network(path)?)));
        }
        let known = NAMES.into_iter().find(|known| *known == name);
        known.map(Self::Named).with_context(|| {
            let all = NAMES.join(", ");
            format!("unknown bot `{name}`; use one of {all}, LEVEL@FILE or cmd:PROGRAM")
        })
    }

    /// Creates the bot; starts an external program.
    pub(crate) fn make(&self, timeout: Duration) -> Result<Player> {
        match self {
            Self::Named("random") => Ok(Player::Random(RandomBot::default())),
            Self::Named(name) => {
                named(name).map(Player::Builtin).with_context(|| format!("unknown bot `{name}`"))
            }
            Self::Level(level, network) => {
                Ok(Player::Builtin(Box::new(LevelBot::with_network(*level, Arc::clone(network)))))
            }
            Self::Program(command) => external::spawn(command, timeout).map(Player::External),
        }
    }
}

/// A bot that plays.
pub(crate) enum Player {
    /// The random bot, which needs no view.
    Random(RandomBot),
    /// A built-in bot, whose answers are always legal.
    Builtin(Box<dyn Bot>),
    /// An external program, whose answers must be checked.
    External(Box<dyn Bot>),
}

impl Player {
    /// Starts a game.
    pub(crate) fn start(&mut self, seat: Seat, seed: u64) {
        match self {
            Self::Random(bot) => bot.start(seat, seed),
            Self::Builtin(bot) | Self::External(bot) => bot.start(seat, seed),
        }
    }

    /// Asks the bot at this seat for one of the legal actions.
    #[inline]
    pub(crate) fn choose(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        legal: &Actions,
    ) -> Result<Action, BotError> {
        match self {
            Self::Random(bot) => bot.pick(legal),
            Self::Builtin(bot) => bot.choose(&state.observe(Some(seat)), legal),
            Self::External(bot) => {
                let action = bot.choose(&state.observe(Some(seat)), legal)?;
                checked(action, state, legal)
            }
        }
    }

    /// Tells the bot that the game is over or abandoned.
    pub(crate) fn over(&mut self, state: &State<'_>, seat: Seat) {
        match self {
            Self::Random(_) => {}
            Self::Builtin(bot) | Self::External(bot) => bot.over(&state.observe(Some(seat))),
        }
    }
}

/// Rejects an illegal answer of an external program.
fn checked(action: Action, state: &State<'_>, legal: &Actions) -> Result<Action, BotError> {
    if legal.contains(&action) {
        return Ok(action);
    }
    let notation = Step::Action(action).notation(state.rules());
    Err(BotError(format!("illegal answer `{notation}`")))
}

/// Returns the level with this name.
fn level_of(word: &str) -> Result<BotLevel> {
    let level = BotLevel::ALL.into_iter().find(|level| level.word() == word);
    let words = || BotLevel::ALL.map(BotLevel::word).join(", ");
    level.with_context(|| format!("unknown level `{word}`; use one of {}", words()))
}
