//! The plan of a simulation: the table, the seating, and the seed of each game.

use crate::lab::named_files::NamedFiles;
use crate::lab::player::{BotSpec, BotTimeoutArgs, sealed, seed_of};
use crate::table::TableArgs;
use anyhow::{Result, bail};
use orrery_rules::{Options, Rules, State};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Arguments that define the games. Workers receive them as is.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SimulationArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Play this many games.
    #[arg(long, short = 'n', default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    games: u64,
    /// Let this bot play: NAME, LEVEL@FILE or cmd:PROGRAM.
    ///
    /// Pass one bot for all seats, or one per seat. NAME is random, greedy, cadet, pilot, captain,
    /// admiral or oracle. LEVEL@FILE is a level (cadet to oracle) that uses the network in FILE.
    /// cmd:PROGRAM is an external program.
    #[arg(long = "bot", short, default_value = "random")]
    bots: Vec<String>,
    /// Keep each bot at its seat; otherwise bots change seats after each game.
    #[arg(long)]
    no_rotate: bool,
    /// Solo: play against each Rogue in turn.
    #[arg(long, conflicts_with = "rogue")]
    all_rogues: bool,
    /// Use this seed.
    ///
    /// The games do not depend on the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Abort games after this many turns.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    timeout: BotTimeoutArgs,
}

impl SimulationArgs {
    /// Reads the files that the arguments name.
    pub(crate) fn files(&self) -> Result<NamedFiles> {
        NamedFiles::read(&self.table, self.bots.iter().map(String::as_str))
    }

    /// Builds the plan.
    pub(crate) fn plan(&self, files: &NamedFiles) -> Result<SimulationPlan> {
        let rules = self.table.rules_with(files.deck())?;
        let options = self.table.options(rules)?;
        self.check_seats(options.seats)?;
        let (bots, seating) = seat_bots(&self.bots, options.seats);
        let specs = bots.iter().map(|name| BotSpec::of(name, files)).collect::<Result<_>>()?;
        Ok(SimulationPlan {
            rules,
            options,
            rotate: !self.no_rotate && bots.len() > 1,
            bots,
            specs,
            seating,
            all_rogues: self.all_rogues,
            seed: self.seed,
            games: self.games,
            max_turns: self.max_turns,
            timeout: self.timeout.timeout(),
        })
    }

    fn check_seats(&self, seats: usize) -> Result<()> {
        let count = self.bots.len();
        if count != 1 && count != seats {
            bail!(
                "{seats} seats but {count} bots; give --bot once for all seats, or once per seat"
            );
        }
        if self.all_rogues && seats != 1 {
            bail!("--all-rogues needs --seats 1: only solo games are played against Rogues");
        }
        Ok(())
    }
}

/// Everything that the games of a simulation share.
#[derive(Clone, Debug)]
pub(crate) struct SimulationPlan {
    pub(crate) rules: &'static Rules,
    options: Options,
    /// The distinct bots, in the order of the command line.
    pub(crate) bots: Vec<String>,
    /// How to create each bot.
    pub(crate) specs: Vec<BotSpec>,
    /// The bot at each seat of game 0.
    seating: Vec<u8>,
    /// Whether the bots move up one seat from game to game.
    rotate: bool,
    /// Whether solo games cycle through all Rogues.
    all_rogues: bool,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    /// Turn limit; longer games are abandoned.
    pub(crate) max_turns: u16,
    /// Time limit per answer of an external program.
    pub(crate) timeout: Duration,
}

impl SimulationPlan {
    /// Returns the opening state of a game.
    pub(crate) fn state(&self, game: u64) -> Result<State<'static>> {
        let options = Options { rogue: self.rogue(game), ..self.options };
        State::new(self.rules, &options).or_else(|_| bail!("the options do not fit the edition"))
    }

    /// Returns the Rogue of a game.
    pub(crate) fn rogue(&self, game: u64) -> Option<usize> {
        let rogues = self.rules.rogues.len().max(1) as u64;
        if self.all_rogues { Some((game % rogues) as usize) } else { self.options.rogue }
    }

    /// Returns the bot at a seat; `None` at the Rogue's.
    pub(crate) fn bot_at(&self, game: u64, seat: usize) -> Option<u8> {
        let count = self.seating.len();
        let turned = if self.rotate { (game % count as u64) as usize } else { 0 };
        (seat < count).then(|| self.seating[(seat + turned) % count])
    }

    /// Returns the seed of a game, derived from the simulation's seed and the game's number.
    pub(crate) const fn game_seed(&self, game: u64) -> u64 {
        seed_of(self.seed, game)
    }

    /// Returns the seed that the bots of a game receive.
    pub(crate) const fn bot_seed(&self, game: u64) -> u64 {
        sealed(self.game_seed(game))
    }

    /// Returns the number of seats in a row, including the Rogue's.
    pub(crate) const fn seat_count(&self) -> usize {
        if self.options.seats == 1 { 2 } else { self.options.seats }
    }

    /// Returns whether the games are solo.
    pub(crate) const fn is_solo(&self) -> bool {
        self.options.seats == 1
    }

    /// Returns a short description of the simulation.
    pub(crate) fn title(&self) -> String {
        let seats = match self.options.seats {
            1 => "solo".to_owned(),
            n => format!("{n} seats"),
        };
        format!("{}, {seats}, {}", self.rules.name, self.bots.join(" against "))
    }
}

/// Returns the distinct bots and the index of the bot at each seat.
fn seat_bots(names: &[String], seats: usize) -> (Vec<String>, Vec<u8>) {
    let mut bots: Vec<String> = Vec::new();
    let mut seating = Vec::new();
    for name in names.iter().cycle().take(seats) {
        let known = bots.iter().position(|bot| bot == name);
        let number = known.unwrap_or_else(|| {
            bots.push(name.clone());
            bots.len() - 1
        });
        seating.push(number as u8);
    }
    (bots, seating)
}
