//! What a record says: a heading, turns of steps, and how it ended. Shapes only.

use crate::fair::DiceTerms;
use crate::words::{Date, Mark, Tag, Words};
use orrery_rules::{Options, Rules, Rulings, Seat};
use std::collections::BTreeMap;

/// A game on paper. Whatever it says may be false until it is replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Which game, by whom, when.
    pub header: Header,
    /// The steps, a turn after the other.
    pub turns: Vec<Turn>,
    /// How it ended, or where it stands.
    pub ending: Option<Ending>,
}

/// The heading of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The id of the edition, or of the custom deck.
    pub edition: String,
    /// The revision of its rules.
    pub revision: u32,
    /// A custom deck, by its content.
    pub deck: Option<DeckRef>,
    /// How many people play; 1 is solo.
    pub seats: u8,
    /// The id of the Rogue.
    pub rogue: Option<String>,
    /// Who begins; drawn if nobody is named.
    pub start: Option<Seat>,
    /// The option `duel-missions`.
    pub duel_missions: bool,
    /// The option `relentless`.
    pub relentless: bool,
    /// When it began.
    pub date: Option<Date>,
    /// When it ended.
    pub ended: Option<Date>,
    /// The names of the players.
    pub names: BTreeMap<Seat, String>,
    /// Anything else that is worth saying.
    pub tags: BTreeMap<Tag, String>,
    /// Whose view it is, if it does not show everything.
    pub seen_by: Option<Viewer>,
    /// Commitment, entropies and seed of verifiable dice.
    pub dice: Option<DiceTerms>,
    /// The position it starts from, as the text of a set-up.
    pub setup: Option<String>,
}

impl Header {
    /// The heading of a game by these rules and options.
    #[must_use]
    pub fn new(rules: &Rules, options: &Options) -> Self {
        let rogue = options.rogue.and_then(|rogue| rules.rogues.get(rogue));
        Self {
            edition: rules.id.clone(),
            revision: rules.revision,
            deck: None,
            seats: options.seats as u8,
            rogue: rogue.map(|rogue| rogue.id.clone()),
            start: options.start,
            duel_missions: options.duel_missions,
            relentless: options.relentless,
            date: None,
            ended: None,
            names: BTreeMap::new(),
            tags: BTreeMap::new(),
            seen_by: None,
            dice: None,
            setup: None,
        }
    }
}

impl Header {
    /// The version of the format that this heading needs: rulings of a deck came with the second,
    /// changes of the key with the third.
    pub(crate) fn version(&self) -> u32 {
        if self.dice.as_ref().is_some_and(|dice| !dice.rekeyed.is_empty()) {
            return 3;
        }
        let named = self.deck.as_ref().is_some_and(|deck| deck.rulings != FIRST_RULINGS);
        if named { 2 } else { 1 }
    }
}

/// A custom deck: the BLAKE3 hash of its file, and the file itself if the record carries it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckRef {
    /// The hash of the whole file.
    pub hash: [u8; 32],
    /// The file.
    pub text: Option<String>,
    /// The number of the rulings it was played by: its own revision says nothing about them.
    pub rulings: u32,
}

/// The rulings of a custom deck in a record that names none.
pub(crate) const FIRST_RULINGS: u32 = Rulings::First.number();

impl DeckRef {
    /// Refers to a deck file by its hash.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let rulings = Rulings::NEWEST.number();
        Self { hash: crate::library::deck_hash(text), text: None, rulings }
    }

    /// The same deck, played by these rulings.
    #[must_use]
    pub fn under(self, rulings: Rulings) -> Self {
        Self { rulings: rulings.number(), ..self }
    }

    /// The deck of a file that somebody has written: carried in the record, unless that cannot be.
    #[must_use]
    pub fn of_file(text: &str) -> Self {
        let text = crate::library::plain_deck(text);
        Self::carrying(&text).unwrap_or_else(|| Self::of(&text))
    }

    /// Carries the deck file in the record; `None` if it is not plain lines, each ended by a line
    /// feed, since then it would not come out of the record as it went in.
    #[must_use]
    pub fn carrying(text: &str) -> Option<Self> {
        let plain = crate::text::is_block(text) && text.len() <= orrery_rules::deck::MAX_BYTES;
        plain.then(|| Self { text: Some(text.to_owned()), ..Self::of(text) })
    }
}

/// From whose view a record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Somebody who has no seat.
    Spectator,
    /// A seat.
    Seat(Seat),
}

impl Viewer {
    /// The seat, as the rules want it.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Spectator => None,
            Self::Seat(seat) => Some(seat),
        }
    }
}

impl From<Option<Seat>> for Viewer {
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Self::Spectator, Self::Seat)
    }
}

/// The steps of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Which turn.
    pub label: Label,
    /// The digest of the position before its first step.
    pub digest: Option<u64>,
    /// What somebody says about the turn.
    pub comment: Option<String>,
    /// Its steps.
    pub steps: Vec<Entry>,
}

/// Which part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// Before the first turn.
    Opening,
    /// A turn, by its number, and whose it is.
    Turn(u16, Seat),
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Opening => f.write_str("opening"),
            Self::Turn(number, seat) => write!(f, "{number} {seat}"),
        }
    }
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who takes it, if it is not the seat whose turn it is.
    pub by: Option<Seat>,
    /// What happens.
    pub words: Words,
    /// What an annotator thinks of it.
    pub mark: Option<Mark>,
    /// What somebody says about it.
    pub comment: Option<String>,
}

impl Entry {
    /// A step without comment.
    #[must_use]
    pub const fn new(by: Option<Seat>, words: Words) -> Self {
        Self { by, words, mark: None, comment: None }
    }
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The digest of the last position.
    pub digest: Option<u64>,
    /// The result; none if the game is not over.
    pub scores: Option<Scores>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scores {
    /// The points, by seat; in a solo game the Rogue's are the second.
    pub points: Vec<u8>,
    /// The winning seats.
    pub winners: Vec<Seat>,
}

impl Record {
    /// Every step with the turn it belongs to.
    pub fn entries(&self) -> impl Iterator<Item = (&Turn, &Entry)> {
        self.turns.iter().flat_map(|turn| turn.steps.iter().map(move |entry| (turn, entry)))
    }

    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.iter().map(|turn| turn.steps.len()).sum()
    }

    /// Only the first so many steps; the ending goes with the steps that are cut off.
    pub fn cut(&mut self, steps: usize) {
        if steps >= self.len() {
            return;
        }
        let mut left = steps;
        for turn in &mut self.turns {
            turn.steps.truncate(left);
            left -= turn.steps.len();
        }
        self.turns.retain(|turn| !turn.steps.is_empty());
        self.ending = None;
    }

    /// Whether there is no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
