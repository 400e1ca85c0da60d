//! Bots as those who play many games hold them: made by name, asked, told of the end. Also the
//! seeds that games and bots get.

use crate::external;
use crate::named_files::NamedFiles;
use anyhow::{Context, Result};
use orrery_bots::{Bot, BotError, BotLevel, LevelBot, NAMES, Network, Random, RandomBot, named};
use orrery_rules::{Action, Actions, Seat, State, Step};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// What the command line says about programs that play.
#[derive(clap::Args, Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct PatienceArgs {
    /// How long a program (cmd:…) may take to get ready, and for each answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    bot_timeout: Duration,
}

impl PatienceArgs {
    /// How long a program may take.
    pub(crate) const fn patience(self) -> Duration {
        self.bot_timeout
    }
}

/// A time of more than nothing and at most a day.
fn seconds(text: &str) -> Result<Duration> {
    let number: f64 = text.parse().context("a number of seconds is needed")?;
    let is_sensible = number > 0.0 && number <= 86_400.0;
    let time = is_sensible.then(|| Duration::try_from_secs_f64(number).ok()).flatten();
    time.filter(|time| !time.is_zero()).context("it must be more than 0 and at most 86400 seconds")
}

/// How a bot is made.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    /// A bot of this program, by its name.
    Named(&'static str),
    /// A level that judges by a network of its own.
    Level(BotLevel, Arc<Network>),
    /// A program of its own.
    Program(String),
}

impl Recipe {
    /// How the bot with this name is made; `cmd:…` is a program, `LEVEL@FILE` plays with the trained
    /// network in a file.
    pub(crate) fn of(name: &str, files: &NamedFiles) -> Result<Self> {
        if let Some(command) = name.strip_prefix("cmd:") {
            return Ok(Self::Program(command.to_owned()));
        }
        if let Some((level, path)) = name.split_once('@') {
            return Ok(Self::Level(level_of(level)?, Arc::new(files.mind(path)?)));
        }
        let known = NAMES.into_iter().find(|known| *known == name);
        known.map(Self::Named).with_context(|| {
            let all = NAMES.join(", ");
            format!("there is no bot `{name}`; try {all}, cmd:PROGRAM, or LEVEL@FILE")
        })
    }

    /// Makes the bot; a program is started.
    pub(crate) fn make(&self, patience: Duration) -> Result<Player> {
        match self {
            Self::Named("random") => Ok(Player::Blind(RandomBot::default())),
            Self::Named(name) => {
                named(name).map(Player::Ours).with_context(|| format!("there is no bot `{name}`"))
            }
            Self::Level(level, mind) => {
                Ok(Player::Ours(Box::new(LevelBot::with_network(*level, Arc::clone(mind)))))
            }
            Self::Program(command) => external::spawn(command, patience).map(Player::External),
        }
    }
}

/// A bot as a worker holds it.
pub(crate) enum Player {
    /// The random bot, which looks at nothing: it needs no view made for it.
    Blind(RandomBot),
    /// A bot of this program: it chooses from the list.
    Ours(Box<dyn Bot>),
    /// A program of its own: what it answers is checked.
    External(Box<dyn Bot>),
}

impl Player {
    /// A game begins.
    pub(crate) fn start(&mut self, seat: Seat, seed: u64) {
        match self {
            Self::Blind(bot) => bot.start(seat, seed),
            Self::Ours(bot) | Self::External(bot) => bot.start(seat, seed),
        }
    }

    /// Asks the bot, which sits at this seat, for one of the legal actions.
    #[inline]
    pub(crate) fn choose(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        legal: &Actions,
    ) -> Result<Action, BotError> {
        match self {
            Self::Blind(bot) => bot.pick(legal),
            Self::Ours(bot) => bot.choose(&state.observe(Some(seat)), legal),
            Self::External(bot) => {
                let action = bot.choose(&state.observe(Some(seat)), legal)?;
                checked(action, state, legal)
            }
        }
    }

    /// The game is over, or given up: the bot sees how it ended.
    pub(crate) fn over(&mut self, state: &State<'_>, seat: Seat) {
        match self {
            Self::Blind(_) => {}
            Self::Ours(bot) | Self::External(bot) => bot.over(&state.observe(Some(seat))),
        }
    }
}

/// A program of its own may answer anything.
fn checked(action: Action, state: &State<'_>, legal: &Actions) -> Result<Action, BotError> {
    if legal.contains(&action) {
        return Ok(action);
    }
    let words = Step::Action(action).notation(state.rules());
    Err(BotError(format!("a bot answered `{words}`, which is not legal here")))
}

/// The level with this name.
fn level_of(word: &str) -> Result<BotLevel> {
    let level = BotLevel::ALL.into_iter().find(|level| level.word() == word);
    let words = || BotLevel::ALL.map(BotLevel::word).join(", ");
    level.with_context(|| format!("there is no level `{word}`; try {}", words()))
}

/// The seed of one of many things: it follows from the seed of all and the number alone.
pub(crate) const fn seed_of(all: u64, number: u64) -> u64 {
    let mut number = Random(number);
    let mut random = Random(all ^ number.bits());
    random.bits()
}

/// A seed for bots: no way leads from it back to the game's own, by which a program could foresee
/// the dice.
pub(crate) const fn sealed(seed: u64) -> u64 {
    let mut random = Random(seed ^ 0x5851_f42d_4c95_7f2d);
    let product = random.bits() as u128 * random.bits() as u128;
    (product >> 64) as u64 ^ product as u64
}
