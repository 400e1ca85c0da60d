//! What is simulated: the table, who sits where, and where each game's randomness comes from.

use anyhow::{Context, Result, bail};
use orrery_bots::{Bot, Random, RandomBot, named};
use orrery_rules::{Options, Rules, Seat, State};

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
}

/// The choices of the command line that are no options of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    pub(crate) rotate: bool,
    pub(crate) all_rogues: bool,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) max_turns: u16,
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
        let Choices { rotate, all_rogues, seed, games, max_turns } = choices;
        let rotate = rotate && bots.len() > 1;
        Ok(Self { rules, options, bots, seating, rotate, all_rogues, seed, games, max_turns })
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
        let mut number = Random(game);
        let mut random = Random(self.seed ^ number.bits());
        random.bits()
    }

    /// What the bots of a game get as their seed: no way leads from it back to the game's own, by
    /// which a program could foresee the dice.
    pub(crate) const fn bot_seed(&self, game: u64) -> u64 {
        let mut random = Random(self.game_seed(game) ^ 0x5851_f42d_4c95_7f2d);
        let product = random.bits() as u128 * random.bits() as u128;
        (product >> 64) as u64 ^ product as u64
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
}

/// Makes the bot with this name; `cmd:…` starts a program.
pub(crate) fn make_bot(name: &str) -> Result<Player> {
    if let Some(command) = name.strip_prefix("cmd:") {
        return crate::external::spawn(command).map(Player::External);
    }
    if name == "random" {
        return Ok(Player::Blind(RandomBot::default()));
    }
    check_name(name)?;
    named(name).map(Player::Ours).with_context(|| format!("there is no bot `{name}`"))
}

/// Refuses a name that [`make_bot`] would refuse, without starting a program.
pub(crate) fn check_name(name: &str) -> Result<()> {
    if name.starts_with("cmd:") || orrery_bots::NAMES.contains(&name) {
        return Ok(());
    }
    bail!("there is no bot `{name}`; try {}, or cmd:PROGRAM", orrery_bots::NAMES.join(", "))
}
