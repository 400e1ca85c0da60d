//! Bots as those who play many games hold them: made by name, asked, told of the end. Also the
//! seeds that games and bots get.

use crate::{external, mind_file};
use anyhow::{Context, Result, bail};
use orrery_bots::{Bot, BotError, Level, LevelBot, Random, RandomBot, named};
use orrery_rules::{Action, Actions, Seat, State, Step};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What the command line says about programs that play.
#[derive(clap::Args, Clone, Copy, Debug)]
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
    /// Makes the bot with this name; `cmd:…` starts a program, `LEVEL@FILE` plays with the trained
    /// network in a file.
    pub(crate) fn make(name: &str, patience: Duration) -> Result<Self> {
        if let Some(command) = name.strip_prefix("cmd:") {
            return external::spawn(command, patience).map(Self::External);
        }
        if let Some((level, path)) = name.split_once('@') {
            let mind = Arc::new(mind_file::read(Path::new(path))?);
            return Ok(Self::Ours(Box::new(LevelBot::with_mind(level_of(level)?, mind))));
        }
        if name == "random" {
            return Ok(Self::Blind(RandomBot::default()));
        }
        check_name(name)?;
        named(name).map(Self::Ours).with_context(|| format!("there is no bot `{name}`"))
    }

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
fn level_of(word: &str) -> Result<Level> {
    let level = Level::ALL.into_iter().find(|level| level.word() == word);
    let words = || Level::ALL.map(Level::word).join(", ");
    level.with_context(|| format!("there is no level `{word}`; try {}", words()))
}

/// Refuses a name that [`Player::make`] would refuse, without starting a program.
pub(crate) fn check_name(name: &str) -> Result<()> {
    if !name.starts_with("cmd:") && name.contains('@') {
        return Player::make(name, Duration::ZERO).map(|_| ());
    }
    if name.starts_with("cmd:") || orrery_bots::NAMES.contains(&name) {
        return Ok(());
    }
    let known = orrery_bots::NAMES.join(", ");
    bail!("there is no bot `{name}`; try {known}, cmd:PROGRAM, or LEVEL@FILE")
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
