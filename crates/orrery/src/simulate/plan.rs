//! What is simulated: the table, who sits where, and where each game's randomness comes from.

use crate::named_files::NamedFiles;
use crate::player::{BotSpec, BotTimeoutArgs, sealed, seed_of};
use crate::table::TableArgs;
use anyhow::{Result, bail};
use orrery_rules::{Options, Rules, State};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a command line asks for: which games, by whom. Other machines get it as it stands.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SimulationArgs {
    #[command(flatten)]
    table: TableArgs,
    /// How many games.
    #[arg(long, short = 'n', default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    games: u64,
    /// Who plays: random, greedy, cadet, pilot, captain, admiral, oracle, LEVEL@FILE with a network
    /// of your own, or cmd:PROGRAM. Once for all seats, or once for each seat.
    #[arg(long = "bot", short, default_value = "random")]
    bots: Vec<String>,
    /// Different bots keep their seats instead of moving up one seat from game to game.
    #[arg(long)]
    no_rotate: bool,
    /// Solo: game after game against the next Rogue.
    #[arg(long, conflicts_with = "rogue")]
    all_rogues: bool,
    /// The same seed gives the same games, on any number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that last longer than so many turns are given up.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    timeout: BotTimeoutArgs,
}

impl SimulationArgs {
    /// The files that it names.
    pub(crate) fn files(&self) -> Result<NamedFiles> {
        NamedFiles::read(&self.table, self.bots.iter().map(String::as_str))
    }

    /// The plan, in which one bot takes all seats, or each its own.
    pub(crate) fn plan(&self, files: &NamedFiles) -> Result<Plan> {
        let rules = self.table.rules_with(files.deck())?;
        let options = self.table.options(rules)?;
        self.check_seats(options.seats)?;
        let (bots, seating) = seat_bots(&self.bots, options.seats);
        let specs = bots.iter().map(|name| BotSpec::of(name, files)).collect::<Result<_>>()?;
        Ok(Plan {
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
                "there are {seats} seats but {count} bots; give one bot for all, or one for each seat"
            );
        }
        if self.all_rogues && seats != 1 {
            bail!("only solo games (--seats 1) are played against Rogues");
        }
        Ok(())
    }
}

/// Everything that the games of a simulation have in common.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) rules: &'static Rules,
    options: Options,
    /// The bots by their names, in the order of the command line, each once.
    pub(crate) bots: Vec<String>,
    /// How each of them is made.
    pub(crate) specs: Vec<BotSpec>,
    /// Which bot sits at each seat of game 0.
    seating: Vec<u8>,
    /// Whether the bots move up one seat from game to game.
    rotate: bool,
    /// Solo: whether every Rogue takes its turn.
    all_rogues: bool,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    /// Games longer than this are given up.
    pub(crate) max_turns: u16,
    /// How long a program may take to answer.
    pub(crate) timeout: Duration,
}

impl Plan {
    /// The beginning of a game.
    pub(crate) fn state(&self, game: u64) -> Result<State<'static>> {
        let options = Options { rogue: self.rogue(game), ..self.options };
        State::new(self.rules, &options).or_else(|_| bail!("these options do not fit the edition"))
    }

    /// The Rogue of a game.
    pub(crate) fn rogue(&self, game: u64) -> Option<usize> {
        let rogues = self.rules.rogues.len().max(1) as u64;
        if self.all_rogues { Some((game % rogues) as usize) } else { self.options.rogue }
    }

    /// Which bot sits at a seat; none sits at the Rogue's.
    pub(crate) fn bot_at(&self, game: u64, seat: usize) -> Option<u8> {
        let count = self.seating.len();
        let turned = if self.rotate { (game % count as u64) as usize } else { 0 };
        (seat < count).then(|| self.seating[(seat + turned) % count])
    }

    /// The seed of a game: it follows from the simulation's seed and the game's number alone.
    pub(crate) const fn game_seed(&self, game: u64) -> u64 {
        seed_of(self.seed, game)
    }

    /// What the bots of a game get as their seed.
    pub(crate) const fn bot_seed(&self, game: u64) -> u64 {
        sealed(self.game_seed(game))
    }

    /// How many seats a row has, the Rogue's included.
    pub(crate) const fn seat_count(&self) -> usize {
        if self.options.seats == 1 { 2 } else { self.options.seats }
    }

    /// Whether the games are against a Rogue.
    pub(crate) const fn is_solo(&self) -> bool {
        self.options.seats == 1
    }

    /// What is played, in a few words.
    pub(crate) fn title(&self) -> String {
        let seats = match self.options.seats {
            1 => "solo".to_owned(),
            n => format!("{n} seats"),
        };
        format!("{}, {seats}, {}", self.rules.name, self.bots.join(" against "))
    }
}

/// The different bots, and which of them sits where.
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
