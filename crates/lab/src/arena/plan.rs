//! The plan of a tournament: entrants, line-ups, seating, and the seeds of each deal.

use crate::network_files::NetworkFiles;
use crate::player::{BotSpec, bot_seed, derive_seed};
use anyhow::{Result, bail};
use orrery_analysis::EvaluatorKind;
use orrery_bots::Random;
use orrery_rules::{Options, Rules, State};
use std::borrow::Cow;
use std::time::Duration;

/// A participant in the tournament.
#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    /// The command-line argument, `BOT` or `LABEL=BOT`; results are stored under this name.
    pub(crate) argument: String,
    /// The name in tables.
    pub(crate) label: String,
    /// The specification of the bot.
    pub(crate) spec: BotSpec,
}

impl Entrant {
    /// Parses `BOT` or `LABEL=BOT`.
    pub(crate) fn parse(argument: &str, networks: &NetworkFiles) -> Result<Self> {
        let (label, bot) = label_and_bot(argument);
        let (argument, label) = (argument.to_owned(), label.to_owned());
        Ok(Self { argument, label, spec: BotSpec::of(bot, networks)? })
    }
}

/// Splits an argument into the label and the name of the bot.
pub(crate) fn label_and_bot(argument: &str) -> (&str, &str) {
    let is_label = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
    };
    match argument.split_once('=') {
        Some((label, bot)) if is_label(label) => (label, bot),
        _ => (argument, argument),
    }
}

/// The format of the tournament, which determines its line-ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Every entrant plays against every other.
    RoundRobin,
    /// This entrant plays in every line-up.
    Gauntlet(usize),
    /// This entrant plays against copies of another, which fill all other seats.
    Field(usize),
    /// Each entrant plays alone against the Rogues.
    Solo,
}

impl Format {
    /// Returns the name of the format in `arena.json`.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet(_) => "gauntlet",
            Self::Field(_) => "field",
            Self::Solo => "solo",
        }
    }
}

/// The entrants that share a table over many deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lineup {
    /// Index of the entrant at each place. A place is a position in the line-up, not a rank.
    ///
    /// One entrant may have several places.
    pub(crate) places: Vec<usize>,
    /// Index of the Rogue in the edition's list; `None` unless the game is solo.
    pub(crate) rogue: Option<usize>,
}

impl Lineup {
    /// Returns the places of an entrant.
    pub(crate) fn places_of(&self, entrant: usize) -> Vec<usize> {
        let all = self.places.iter().enumerate().filter(|(_, other)| **other == entrant);
        all.map(|(place, _)| place).collect()
    }

    /// Returns the distinct entrants in the order of their places.
    pub(crate) fn entrants(&self) -> Vec<usize> {
        let mut all = Vec::new();
        for entrant in &self.places {
            if !all.contains(entrant) {
                all.push(*entrant);
            }
        }
        all
    }
}

/// The plan of a tournament, which is fixed before the first game.
#[derive(Clone, Debug)]
pub(crate) struct TournamentPlan {
    pub(crate) rules: Cow<'static, Rules>,
    pub(crate) options: Options,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) format: Format,
    pub(crate) lineups: Vec<Lineup>,
    pub(crate) seed: u64,
    /// Maximum number of deals per line-up; a sequential test can end a line-up earlier.
    pub(crate) deals: u64,
    /// Turn limit; longer games are abandoned.
    pub(crate) max_turns: u16,
    /// Time limit per answer of an external program.
    pub(crate) timeout: Duration,
    /// The evaluator for luck-adjusted scores; `None` if luck is not computed.
    pub(crate) adjust: Option<EvaluatorKind>,
}

/// Key prefixes for the seeds of a deal, one per purpose.
const SEATING: u64 = 1 << 32;
const CHANCE: u64 = 2 << 32;
const BOTS: u64 = 3 << 32;

impl TournamentPlan {
    /// Returns the number of games per deal: each place sits at each seat once.
    pub(crate) fn rotations(&self) -> usize {
        self.options.seats
    }

    /// Returns the opening state of a line-up's games.
    pub(crate) fn state(&self, lineup: usize) -> Result<State<'_>> {
        let rogue = self.lineups[lineup].rogue;
        let options = Options { rogue, ..self.options };
        State::new(&self.rules, &options).or_else(|_| bail!("the options do not fit the edition"))
    }

    /// Returns the place of the line-up at each seat.
    ///
    /// All places move up one seat from game to game. With three or more distinct entrants, the
    /// cyclic order is drawn again for every deal.
    pub(crate) fn seating(&self, lineup: usize, deal: u64, rotation: usize) -> Vec<usize> {
        let count = self.options.seats;
        let mut order: Vec<usize> = (0..count).collect();
        if self.lineups[lineup].entrants().len() > 2 {
            let mut random = Random(self.deal_seed(deal, SEATING));
            for i in (1..count).rev() {
                order.swap(i, random.below(i + 1));
            }
        }
        order.rotate_right(rotation % count);
        order
    }

    /// Returns the seed of a deal's dice and cards, which all line-ups and rotations share.
    pub(crate) const fn chance_seed(&self, deal: u64) -> u64 {
        self.deal_seed(deal, CHANCE)
    }

    /// Returns the seed that the bots of a game receive.
    pub(crate) const fn bot_seed(&self, deal: u64, rotation: usize) -> u64 {
        bot_seed(self.deal_seed(deal, BOTS + rotation as u64))
    }

    const fn deal_seed(&self, deal: u64, purpose: u64) -> u64 {
        derive_seed(derive_seed(self.seed, deal), purpose)
    }

    /// Returns a short description of the tournament.
    pub(crate) fn title(&self) -> String {
        let label = |entrant: usize| &self.entrants[entrant].label;
        let format = match self.format {
            Format::RoundRobin => "round robin".to_owned(),
            Format::Gauntlet(first) => format!("gauntlet of {}", label(first)),
            Format::Field(first) => format!("{} in the field", label(first)),
            Format::Solo => "against the Rogue".to_owned(),
        };
        let seats = match self.options.seats {
            1 => "solo".to_owned(),
            n => format!("{n} seats"),
        };
        format!("{}, {seats}, {format}", self.rules.name)
    }
}

/// Returns the line-ups of a format.
pub(crate) fn lineups(
    format: Format,
    entrants: usize,
    seats: usize,
    rogues: &[usize],
) -> Vec<Lineup> {
    let lineup = |places| Lineup { places, rogue: None };
    match format {
        Format::RoundRobin => choose(entrants, seats).into_iter().map(lineup).collect(),
        Format::Gauntlet(first) => {
            let all = choose(entrants, seats).into_iter();
            let with_first = all.filter(|places| places.contains(&first));
            with_first.map(|places| lineup(first_to_front(places, first))).collect()
        }
        Format::Field(first) => (0..entrants)
            .filter(|other| *other != first)
            .map(|other| lineup([vec![first], vec![other; seats - 1]].concat()))
            .collect(),
        Format::Solo => (0..entrants)
            .flat_map(|entrant| rogues.iter().map(move |rogue| (entrant, *rogue)))
            .map(|(entrant, rogue)| Lineup { places: vec![entrant], rogue: Some(rogue) })
            .collect(),
    }
}

fn first_to_front(mut places: Vec<usize>, first: usize) -> Vec<usize> {
    places.sort_by_key(|place| (*place != first, *place));
    places
}

/// Returns all combinations of `size` numbers below `count`, sorted.
fn choose(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        let smaller = choose(last, size - 1).into_iter();
        smaller.map(move |chosen| [chosen, vec![last]].concat())
    };
    let mut all: Vec<Vec<usize>> = (0..count).flat_map(with_last).collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::{Entrant, Format, TournamentPlan, label_and_bot, lineups};
    use crate::network_files::NetworkFiles;
    use orrery_rules::{Options, deck};
    use std::borrow::Cow;
    use std::time::Duration;

    fn plan(seats: usize, entrants: usize) -> TournamentPlan {
        let format = Format::RoundRobin;
        let files = NetworkFiles::default();
        let entrant = |i| Entrant::parse(&format!("b{i}=random"), &files).expect("a bot");
        TournamentPlan {
            rules: Cow::Borrowed(deck::classic()),
            options: Options::players(seats),
            entrants: (0..entrants).map(entrant).collect(),
            format,
            lineups: lineups(format, entrants, seats, &[]),
            seed: 7,
            deals: 10,
            max_turns: 1000,
            timeout: Duration::from_secs(1),
            adjust: None,
        }
    }

    #[test]
    fn arguments_are_split_into_label_and_bot() {
        assert_eq!(label_and_bot("greedy"), ("greedy", "greedy"));
        assert_eq!(label_and_bot("mine=cmd:./x --n=3"), ("mine", "cmd:./x --n=3"));
        assert_eq!(label_and_bot("cmd:./x --n=3"), ("cmd:./x --n=3", "cmd:./x --n=3"));
        let is_bot = |argument| Entrant::parse(argument, &NetworkFiles::default()).is_ok();
        assert!(is_bot("mine=greedy") && !is_bot("clever") && !is_bot("mine=clever"));
    }

    #[test]
    fn each_format_lists_its_lineups() {
        let places = |format, entrants, seats| -> Vec<Vec<usize>> {
            lineups(format, entrants, seats, &[]).into_iter().map(|all| all.places).collect()
        };
        assert_eq!(places(Format::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(places(Format::RoundRobin, 5, 4).len(), 5);
        assert_eq!(places(Format::Gauntlet(1), 3, 2), [[1, 0], [1, 2]]);
        assert_eq!(places(Format::Field(0), 3, 4), [[0, 1, 1, 1], [0, 2, 2, 2]]);
        let solo = lineups(Format::Solo, 2, 1, &[0, 3]);
        assert_eq!(solo.len(), 4);
        assert_eq!((solo[1].places.as_slice(), solo[1].rogue), (&[0][..], Some(3)));
    }

    #[test]
    fn each_place_sits_at_each_seat_once_per_deal() {
        for (seats, entrants) in [(2, 3), (3, 3), (4, 5), (5, 5)] {
            let plan = plan(seats, entrants);
            for deal in 0..20 {
                let mut counts = vec![vec![0; seats]; seats];
                for rotation in 0..seats {
                    for (seat, place) in plan.seating(0, deal, rotation).into_iter().enumerate() {
                        counts[seat][place] += 1;
                    }
                }
                assert!(counts.iter().flatten().all(|count| *count == 1), "{counts:?}");
            }
        }
    }

    #[test]
    fn seating_order_varies_between_deals() {
        let plan = plan(4, 4);
        let after_first = |deal| {
            let order = plan.seating(0, deal, 0);
            let at = order.iter().position(|place| *place == 0).expect("everyone sits");
            order[(at + 1) % 4]
        };
        let mut counts = [0; 4];
        (0..300).for_each(|deal| counts[after_first(deal)] += 1);
        assert!(counts[0] == 0 && counts[1..].iter().all(|count| *count > 70), "{counts:?}");
    }
}
