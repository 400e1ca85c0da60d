//! The plan of a simulation: the table, the seating, and the seed of each game.

use crate::network_files::NetworkFiles;
use crate::player::{BotSpec, bot_seed, derive_seed};
use crate::table::TableSpec;
use anyhow::{Result, bail};
use orrery_rules::{Options, Rules, State};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;

/// The specification of a simulation. Workers receive it unchanged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SimulationSpec {
    /// The game to play.
    pub table: TableSpec,
    /// Number of games.
    pub games: u64,
    /// One bot for all seats, or one per seat: `NAME`, `LEVEL@FILE` or `cmd:PROGRAM`.
    pub bots: Vec<String>,
    /// Whether the bots move up one seat from game to game.
    pub rotate: bool,
    /// Whether solo games cycle through all Rogues.
    pub all_rogues: bool,
    /// The seed of all games.
    pub seed: u64,
    /// Turn limit; longer games are abandoned.
    pub max_turns: u16,
    /// Time limit for the start and each answer of an external program.
    pub bot_timeout: Duration,
}

impl SimulationSpec {
    /// Reads the networks that the bots name.
    pub(crate) fn networks(&self) -> Result<NetworkFiles> {
        NetworkFiles::read(self.bots.iter().map(String::as_str))
    }

    /// Builds the plan.
    pub(crate) fn plan(&self, networks: &NetworkFiles) -> Result<SimulationPlan> {
        let (rules, options) = (self.table.rules()?, self.table.options);
        self.check_seats(options.seats)?;
        let (bots, seating) = seat_bots(&self.bots, options.seats);
        let specs = bots.iter().map(|name| BotSpec::of(name, networks)).collect::<Result<_>>()?;
        Ok(SimulationPlan {
            rules,
            options,
            rotate: self.rotate && bots.len() > 1,
            bots,
            specs,
            seating,
            all_rogues: self.all_rogues,
            seed: self.seed,
            games: self.games,
            max_turns: self.max_turns,
            timeout: self.bot_timeout,
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
    pub(crate) rules: Cow<'static, Rules>,
    options: Options,
    /// The distinct bots, in the order of the command line.
    pub(crate) bots: Vec<String>,
    /// The specifications of `bots`.
    pub(crate) specs: Vec<BotSpec>,
    /// The index of the bot at each seat of game 0.
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
    pub(crate) fn state(&self, game: u64) -> Result<State<'_>> {
        let options = Options { rogue: self.rogue(game), ..self.options };
        State::new(&self.rules, &options).or_else(|_| bail!("the options do not fit the edition"))
    }

    /// Returns the index of the Rogue of a game.
    pub(crate) fn rogue(&self, game: u64) -> Option<usize> {
        let rogues = self.rules.rogues.len().max(1) as u64;
        if self.all_rogues { Some((game % rogues) as usize) } else { self.options.rogue }
    }

    /// Returns the index of the bot at a seat; `None` for the Rogue's seat.
    pub(crate) fn bot_at(&self, game: u64, seat: usize) -> Option<u8> {
        let count = self.seating.len();
        let offset = if self.rotate { (game % count as u64) as usize } else { 0 };
        (seat < count).then(|| self.seating[(seat + offset) % count])
    }

    /// Returns the seed of a game, derived from the simulation's seed and the game's number.
    pub(crate) const fn game_seed(&self, game: u64) -> u64 {
        derive_seed(self.seed, game)
    }

    /// Returns the seed that the bots of a game receive.
    pub(crate) const fn bot_seed(&self, game: u64) -> u64 {
        bot_seed(self.game_seed(game))
    }

    /// Returns the number of seats per game, including the Rogue's.
    pub(crate) const fn seat_count(&self) -> usize {
        if self.options.seats == 1 { 2 } else { self.options.seats }
    }

    /// Returns the number of players; 1 is solo.
    pub(crate) const fn player_count(&self) -> usize {
        self.options.seats
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
