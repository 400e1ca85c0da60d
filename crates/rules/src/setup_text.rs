//! Reads and writes set-ups as text. Line breaks or `;` separate clauses, and `#` begins a comment:
//!
//! ```text
//! classic 2                       # edition and number of players, or: classic solo artemis
//! row SLUG SLUG - SLUG             # the planets from the left, - for a hole
//! A 2e1c level 2 ships home orbit:1:0 colonies SLUG SLUG mission elder/seeker used SLUG
//! B 3c                            # anything omitted is as at the start of a game
//! turn A dice move move bay culture
//! ```
//!
//! Further clauses: `options OPTION…` · `start B` · `under PLANET…` ·
//! `gone PLANET…` · `number N` · `converter FACE…` · `discarded N` · `rerolled` · `converted` ·
//! `effects follows-cost-two…` · `end A` or `end nobody` · `fewer-dice`.

use crate::dice::Dice;
use crate::game_option::GameOption;
use crate::ids::{Amount, Face, Mission, Planet, SHIPS, Seat};
use crate::notation::{parse_dice, parse_slot};
use crate::options::Options;
use crate::problems::Problems;
use crate::ruleset::Rules;
use crate::setup::{Effect, GalaxySetup, Setup};
use crate::table::Berth;
use std::fmt;

/// A problem in the text of a set-up, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextProblem {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The kind of problem.
    pub kind: TextProblemKind,
}

/// The kind of a [`TextProblem`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextProblemKind {
    /// The text exceeds the length limit.
    TooLong,
    /// The first clause must name the edition and the number of players.
    NoHead,
    /// An unexpected word.
    Unexpected(String),
    /// A keyword without its argument.
    Incomplete(String),
    /// More ships than a galaxy has.
    TooManyShips,
}

impl fmt::Display for TextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for TextProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the text is too long"),
            Self::NoHead => f.write_str(
                "begin with the edition and the number of players, as in `classic 2`, \
                 or `classic solo artemis`",
            ),
            Self::Unexpected(word) => write!(f, "`{word}` is not allowed here"),
            Self::Incomplete(word) => write!(f, "`{word}` needs an argument"),
            Self::TooManyShips => write!(f, "a galaxy has at most {SHIPS} ships"),
        }
    }
}

impl std::error::Error for TextProblem {}

/// The length limit of a text, in bytes.
const MAX_TEXT: usize = 16 * 1024;
/// The maximum number of characters that a problem quotes from a word.
const MAX_QUOTED: usize = 40;
/// The maximum number of reported problems.
const MAX_PROBLEMS: usize = 100;

/// A word of the text with its position.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn problem(self, kind: TextProblemKind) -> TextProblem {
        TextProblem { line: self.line, column: self.column, kind }
    }

    fn unexpected(self) -> TextProblem {
        self.problem(TextProblemKind::Unexpected(self.text.chars().take(MAX_QUOTED).collect()))
    }

    fn incomplete(self) -> TextProblem {
        self.problem(TextProblemKind::Incomplete(self.text.chars().take(MAX_QUOTED).collect()))
    }
}

impl Setup {
    /// Parses a set-up.
    ///
    /// This does not check whether the position is possible; [`crate::State::from_setup`] does.
    ///
    /// # Errors
    /// Returns every problem of the text, with line and column.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, Problems<TextProblem>> {
        let start = Token { text: "", line: 1, column: 1 };
        if text.len() > MAX_TEXT {
            return Err(start.problem(TextProblemKind::TooLong).into());
        }
        let clauses = clauses(text);
        let no_header = || start.problem(TextProblemKind::NoHead);
        let (head, rest) = clauses.split_first().ok_or_else(no_header)?;
        let options = parse_header(rules, head)?;
        let row = vec![None; Rules::row_len(options.seats)];
        let mut reader =
            SetupParser { rules, setup: Self::opening(rules, options, row), problems: Vec::new() };
        rest.iter().for_each(|clause| reader.read_clause(clause));
        reader.problems.truncate(MAX_PROBLEMS);
        Problems::ok_if_none(reader.problems, || reader.setup)
    }

    /// Returns the edition that a text names: its first word outside of comments.
    ///
    /// Returns an empty string if there is no such word.
    #[must_use]
    pub fn edition_of(text: &str) -> &str {
        let code = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let mut words = code.flat_map(|line| line.split([' ', '\t', ';']));
        words.find(|word| !word.is_empty()).unwrap_or("")
    }
}

fn clauses(text: &str) -> Vec<Vec<Token<'_>>> {
    let mut clauses = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or("");
        let mut start = 0;
        for part in code.split(';') {
            clauses.push(words(part, i + 1, 1 + code[..start].chars().count()));
            start += part.len() + 1;
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn words(part: &str, line: usize, first_column: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = part;
    while let Some(text) = rest.split_ascii_whitespace().next() {
        let begin = part.len() - rest.len() + rest.find(text).unwrap_or(0);
        let column = first_column + part[..begin].chars().count();
        found.push(Token { text, line, column });
        rest = &part[begin + text.len()..];
    }
    found
}

fn parse_header(rules: &Rules, head: &[Token<'_>]) -> Result<Options, TextProblem> {
    let no_header = |word: &Token<'_>| word.problem(TextProblemKind::NoHead);
    let (edition, seats) = match head {
        [edition, seats, ..] => (edition, seats),
        [edition] => return Err(edition.incomplete()),
        [] => return Err(Token { text: "", line: 1, column: 1 }.problem(TextProblemKind::NoHead)),
    };
    if edition.text != rules.id {
        return Err(no_header(edition));
    }
    match (seats.text, &head[2..]) {
        ("solo", [rogue]) => {
            let number = rules.find_rogue(rogue.text).ok_or_else(|| rogue.unexpected())?;
            Ok(Options::solo(number))
        }
        ("solo", []) => Err(seats.incomplete()),
        (count @ ("2" | "3" | "4" | "5"), []) => {
            Ok(Options::players(count.bytes().map(|b| (b - b'0') as usize).sum()))
        }
        (_, [extra, ..]) => Err(extra.unexpected()),
        _ => Err(no_header(seats)),
    }
}

/// The remaining tokens of a clause.
type Tokens<'w, 't> = std::slice::Iter<'w, Token<'t>>;

struct SetupParser<'r> {
    rules: &'r Rules,
    setup: Setup,
    problems: Vec<TextProblem>,
}

impl SetupParser<'_> {
    fn read_clause(&mut self, clause: &[Token<'_>]) {
        let mut words = clause.iter();
        while let Some(word) = words.next() {
            match Seat::from_letter(word.text) {
                Some(seat) if seat.index() < self.setup.galaxies.len() => {
                    self.read_seat(seat, &mut words);
                }
                Some(_) => self.problems.push(word.unexpected()),
                None => self.read_word(*word, &mut words),
            }
        }
    }

    fn read_word(&mut self, word: Token<'_>, rest: &mut Tokens<'_, '_>) {
        match word.text {
            "row" => self.setup.row = self.read_row(rest),
            "under" => self.setup.under = self.read_planets(rest),
            "gone" => self.setup.gone = self.read_planets(rest),
            "turn" => {
                if let Some(seat) = self.read(word, rest, Seat::from_letter) {
                    self.setup.active = seat;
                }
            }
            "start" => {
                self.setup.options.start = self.read(word, rest, Seat::from_letter);
            }
            "number" => {
                if let Some(number) = self.read(word, rest, |text| text.parse().ok()) {
                    self.setup.turn = number;
                }
            }
            "discarded" => {
                if let Some(number) = self.read(word, rest, |text| text.parse().ok()) {
                    self.setup.discarded_dice = number;
                }
            }
            "dice" => self.setup.dice = Some(self.read_dice(rest)),
            "converter" => self.setup.converter = self.read_dice(rest),
            "bay" => self.setup.bay = self.read_list(rest, Face::from_word),
            "options" => self.read_options(rest),
            "effects" => self.setup.effects = self.read_list(rest, parse_effect),
            "rerolled" => self.setup.rerolled = true,
            "converted" => self.setup.converted = true,
            "fewer-dice" => self.setup.fewer_dice = true,
            "end" => {
                self.setup.end = self.read(word, rest, |text| match text {
                    "nobody" => Some(None),
                    letter => Seat::from_letter(letter).map(Some),
                });
            }
            _ => self.problems.push(word.unexpected()),
        }
    }

    fn read_options(&mut self, rest: &mut Tokens<'_, '_>) {
        for word in rest {
            match GameOption::from_word(word.text) {
                Some(option) => {
                    self.setup.options.chosen.insert(option);
                }
                None => self.problems.push(word.unexpected()),
            }
        }
    }

    fn read_seat(&mut self, seat: Seat, rest: &mut Tokens<'_, '_>) {
        while let Some(word) = rest.next() {
            if let Some(amount) = Amount::from_word(word.text) {
                self.galaxy(seat).held = amount;
                continue;
            }
            match word.text {
                "level" => {
                    if let Some(level) = self.read(*word, rest, |text| text.parse().ok()) {
                        self.galaxy(seat).level = level;
                    }
                }
                "ships" => self.read_ships(*word, seat, rest),
                "colonies" => self.galaxy(seat).colonies = self.read_planets(rest),
                "used" => self.galaxy(seat).used = self.read_planets(rest),
                "mission" => {
                    let rules = self.rules;
                    let mission = self.read(*word, rest, |text| parse_missions(rules, text));
                    self.galaxy(seat).mission = mission;
                }
                _ => self.problems.push(word.unexpected()),
            }
        }
    }

    fn galaxy(&mut self, seat: Seat) -> &mut GalaxySetup {
        &mut self.setup.galaxies[seat.index()]
    }

    /// Reads the berths of the ships in order; ships that are not listed are in reserve.
    fn read_ships(&mut self, word: Token<'_>, seat: Seat, rest: &mut Tokens<'_, '_>) {
        let berths = self.read_list(rest, parse_berth);
        if berths.is_empty() {
            self.problems.push(word.incomplete());
            return;
        }
        if berths.len() > SHIPS {
            self.problems.push(word.problem(TextProblemKind::TooManyShips));
            return;
        }
        let mut ships = [Berth::Reserve; SHIPS];
        ships[..berths.len()].copy_from_slice(&berths);
        self.galaxy(seat).ships = ships;
    }

    fn read_row(&mut self, rest: &mut Tokens<'_, '_>) -> Vec<Option<Planet>> {
        let rules = self.rules;
        self.read_list(rest, |text| match text {
            "-" => Some(None),
            id => rules.find_planet(id).map(Some),
        })
    }

    fn read_planets(&mut self, rest: &mut Tokens<'_, '_>) -> Vec<Planet> {
        let rules = self.rules;
        self.read_list(rest, |text| rules.find_planet(text))
    }

    fn read_dice(&mut self, rest: &mut Tokens<'_, '_>) -> Dice {
        let faces = self.read_list(rest, |text| Face::from_word(text).map(Face::word));
        parse_dice(&faces)
            .unwrap_or_else(|| faces.iter().filter_map(|w| Face::from_word(w)).collect())
    }

    /// Reads the argument of a keyword.
    ///
    /// If it is missing or invalid, reports a problem and returns `None`.
    fn read<T>(
        &mut self,
        word: Token<'_>,
        rest: &mut Tokens<'_, '_>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let Some(argument) = rest.next() else {
            self.problems.push(word.incomplete());
            return None;
        };
        let value = parse(argument.text);
        if value.is_none() {
            self.problems.push(argument.unexpected());
        }
        value
    }

    /// Reads arguments up to the next keyword; reports and skips invalid ones.
    fn read_list<T>(
        &mut self,
        rest: &mut Tokens<'_, '_>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let mut list = Vec::new();
        while let Some(word) = rest.as_slice().first() {
            match parse(word.text) {
                Some(item) => list.push(item),
                None if KEYWORDS.contains(&word.text) => break,
                None => self.problems.push(word.unexpected()),
            }
            rest.next();
        }
        list
    }
}

/// The keywords; each ends the list of arguments before it.
const KEYWORDS: [&str; 21] = [
    "row",
    "under",
    "gone",
    "turn",
    "start",
    "number",
    "discarded",
    "dice",
    "converter",
    "bay",
    "options",
    "effects",
    "rerolled",
    "converted",
    "fewer-dice",
    "end",
    "level",
    "ships",
    "colonies",
    "used",
    "mission",
];

fn parse_effect(text: &str) -> Option<Effect> {
    Effect::ALL.into_iter().find(|(_, word)| *word == text).map(|(effect, _)| effect)
}

/// Parses the kept mission, as in `elder`, and optionally the returned one, as in `elder/seeker`.
fn parse_missions(rules: &Rules, text: &str) -> Option<(Mission, Option<Mission>)> {
    match text.split_once('/') {
        None => Some((rules.find_mission(text)?, None)),
        Some((kept, other)) => Some((rules.find_mission(kept)?, Some(rules.find_mission(other)?))),
    }
}

/// Parses `home`, `reserve`, `surface:1` or `orbit:1:0`.
fn parse_berth(text: &str) -> Option<Berth> {
    let mut parts = text.split(':');
    let berth = match (parts.next()?, parts.next(), parts.next()) {
        ("home", None, None) => Berth::Home,
        ("reserve", None, None) => Berth::Reserve,
        ("surface", Some(slot), None) => Berth::Surface(parse_slot(slot)?),
        ("orbit", Some(slot), Some(space)) => {
            // A packed berth stores the space in three bits.
            Berth::Orbit(parse_slot(slot)?, space.parse().ok().filter(|space| *space < 8)?)
        }
        _ => return None,
    };
    parts.next().is_none().then_some(berth)
}

impl Setup {
    /// Returns the set-up as text, one clause per line.
    #[must_use]
    pub const fn text<'s>(&'s self, rules: &'s Rules) -> SetupText<'s> {
        SetupText { setup: self, rules }
    }
}

/// Displays a set-up as text.
#[derive(Clone, Copy, Debug)]
pub struct SetupText<'s> {
    setup: &'s Setup,
    rules: &'s Rules,
}

impl fmt::Display for SetupText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup;
        self.write_head(f)?;
        let row = setup.row.iter().map(|planet| planet.map_or("-", |planet| self.planet(planet)));
        write_list(f, "row", row)?;
        write_list(f, "under", setup.under.iter().map(|planet| self.planet(*planet)))?;
        write_list(f, "gone", setup.gone.iter().map(|planet| self.planet(*planet)))?;
        for (i, galaxy) in setup.galaxies.iter().enumerate() {
            self.write_galaxy(i, galaxy, f)?;
        }
        self.write_turn(f)
    }
}

impl SetupText<'_> {
    fn planet(&self, planet: Planet) -> &str {
        self.rules.planets.get(planet.index()).map_or("?", |card| &card.id)
    }

    fn mission(&self, mission: Mission) -> &str {
        self.rules.missions.get(mission.index()).map_or("?", |card| &card.id)
    }

    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.setup.options;
        match options.rogue.and_then(|rogue| self.rules.rogues.get(rogue)) {
            Some(rogue) => writeln!(f, "{} solo {}", self.rules.id, rogue.id)?,
            None => writeln!(f, "{} {}", self.rules.id, options.seats)?,
        }
        write_list(f, "options", options.chosen.iter().map(GameOption::word))?;
        options.start.map_or(Ok(()), |seat| writeln!(f, "start {seat}"))
    }

    fn write_galaxy(
        &self,
        i: usize,
        galaxy: &GalaxySetup,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let Some(seat) = Seat::new(i) else { return Ok(()) };
        write!(f, "{seat} {} level {} ships", galaxy.held, galaxy.level)?;
        for berth in galaxy.ships {
            match berth {
                Berth::Reserve => f.write_str(" reserve")?,
                Berth::Home => f.write_str(" home")?,
                Berth::Surface(slot) => write!(f, " surface:{slot}")?,
                Berth::Orbit(slot, space) => write!(f, " orbit:{slot}:{space}")?,
            }
        }
        for (word, planets) in [("colonies", &galaxy.colonies), ("used", &galaxy.used)] {
            if !planets.is_empty() {
                write!(f, " {word}")?;
                planets.iter().try_for_each(|planet| write!(f, " {}", self.planet(*planet)))?;
            }
        }
        match galaxy.mission {
            None => writeln!(f),
            Some((kept, None)) => writeln!(f, " mission {}", self.mission(kept)),
            Some((kept, Some(other))) => {
                writeln!(f, " mission {}/{}", self.mission(kept), self.mission(other))
            }
        }
    }

    fn write_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup;
        writeln!(f, "turn {} number {}", setup.active, setup.turn)?;
        if let Some(dice) = setup.dice {
            writeln!(f, "dice{}{dice}", if dice.is_empty() { "" } else { " " })?;
        }
        write_list(f, "bay", setup.bay.iter().map(|face| face.word()))?;
        write_list(f, "converter", setup.converter.iter().map(Face::word))?;
        if setup.discarded_dice > 0 {
            writeln!(f, "discarded {}", setup.discarded_dice)?;
        }
        let flags = [
            (setup.rerolled, "rerolled"),
            (setup.converted, "converted"),
            (setup.fewer_dice, "fewer-dice"),
        ];
        for (_, word) in flags.iter().filter(|(applies, _)| *applies) {
            writeln!(f, "{word}")?;
        }
        let in_force = Effect::ALL.iter().filter(|(effect, _)| setup.effects.contains(effect));
        write_list(f, "effects", in_force.map(|(_, word)| *word))?;
        match setup.end {
            None => Ok(()),
            Some(None) => writeln!(f, "end nobody"),
            Some(Some(seat)) => writeln!(f, "end {seat}"),
        }
    }
}

fn write_list<'s>(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    items: impl Iterator<Item = &'s str>,
) -> fmt::Result {
    let mut items = items.peekable();
    if items.peek().is_none() {
        return Ok(());
    }
    write!(f, "{word}")?;
    items.try_for_each(|item| write!(f, " {item}"))?;
    writeln!(f)
}
