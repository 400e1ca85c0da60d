//! What is simulated: the table, who sits where, and where each game's randomness comes from.

use crate::player::{sealed, seed_of};
use anyhow::{Result, bail};
use orrery_rules::{Options, Rules, State};
use std::time::Duration;

/// Everything that the games of a simulation have in common.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) rules: &'static Rules,
    options: Options,
    /// The bots by their names, in the order of the command line, each once.
    pub(crate) bots: Vec<String>,
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
    pub(crate) patience: Duration,
}

/// The choices of the command line that are no options of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    pub(crate) rotate: bool,
    pub(crate) all_rogues: bool,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) max_turns: u16,
    pub(crate) patience: Duration,
}

impl Plan {
    /// A plan in which one bot takes all seats, or each its own.
    pub(crate) fn new(
        rules: &'static Rules,
        options: Options,
        names: &[String],
        choices: Choices,
    ) -> Result<Self> {
        if names.len() != 1 && names.len() != options.seats {
            bail!(
                "there are {} seats but {} bots; give one bot for all, or one for each seat",
                options.seats,
                names.len()
            );
        }
        if choices.all_rogues && options.seats != 1 {
            bail!("only solo games (--seats 1) are played against Rogues");
        }
        let (bots, seating) = seat_bots(names, options.seats);
        let Choices { rotate, all_rogues, seed, games, max_turns, patience } = choices;
        let rotate = rotate && bots.len() > 1;
        Ok(Self {
            rules,
            options,
            bots,
            seating,
            rotate,
            all_rogues,
            seed,
            games,
            max_turns,
            patience,
        })
    }

    /// The beginning of a game.
    pub(crate) fn state(&self, game: u64) -> Result<State<'static>> {
        let rogues = self.rules.rogues.len().max(1) as u64;
        let rogue =
            if self.all_rogues { Some((game % rogues) as usize) } else { self.options.rogue };
        let options = Options { rogue, ..self.options };
        State::new(self.rules, &options).or_else(|_| bail!("these options do not fit the edition"))
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
