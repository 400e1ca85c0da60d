//! The data types of a record: a header, turns of steps, and the ending.

use crate::fair::DiceTerms;
use crate::values::{Date, Mark, StepText, Tag};
use orrery_rules::{OptionSet, Options, Rules, Rulings, Seat};
use std::collections::BTreeMap;

/// A recorded game.
///
/// Nothing checks the steps against the rules until [`Record::replay`] runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The header: the game, its players and its date.
    pub header: Header,
    /// The turns with their steps.
    pub turns: Vec<Turn>,
    /// The result or the current position, if recorded.
    pub ending: Option<Ending>,
}

/// The header of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The id of the edition, or of the custom deck.
    pub edition: String,
    /// The revision of the rules.
    pub revision: u32,
    /// The custom deck, if any.
    pub deck: Option<DeckRef>,
    /// The number of players; 1 is solo.
    pub seats: u8,
    /// The id of the Rogue in a solo game.
    pub rogue: Option<String>,
    /// The starting seat; drawn at random if `None`.
    pub start: Option<Seat>,
    /// The options that are on.
    pub chosen: OptionSet,
    /// The date on which the game began.
    pub date: Option<Date>,
    /// The date on which the game ended.
    pub ended: Option<Date>,
    /// The names of the players.
    pub names: BTreeMap<Seat, String>,
    /// Free-text tags.
    pub tags: BTreeMap<Tag, String>,
    /// The viewer of a redacted record.
    pub seen_by: Option<Viewer>,
    /// The commitment, entropies and seed of verifiable dice.
    pub dice: Option<DiceTerms>,
    /// The starting position, as the text of a set-up.
    pub setup: Option<String>,
}

impl Header {
    /// Creates the header of a game with these rules and options.
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
            chosen: options.chosen,
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
    /// Returns the format version that this header needs.
    ///
    /// Version 2 added the rulings of a deck. Version 3 added re-keying, a new seed in a running
    /// game.
    pub(crate) fn version(&self) -> u32 {
        if self.dice.as_ref().is_some_and(|dice| !dice.rekeyed.is_empty()) {
            return 3;
        }
        let has_rulings = self.deck.as_ref().is_some_and(|deck| deck.rulings != FIRST_RULINGS);
        if has_rulings { 2 } else { 1 }
    }
}

/// A custom deck: the BLAKE3 hash of its file, and the file itself if it is embedded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckRef {
    /// The hash of the whole file.
    pub hash: [u8; 32],
    /// The embedded file.
    pub text: Option<String>,
    /// The number of the rulings that apply.
    ///
    /// The author of a deck chooses its revision, so the revision does not determine the rulings.
    pub rulings: u32,
}

/// The number of the rulings that apply to a custom deck if the record does not name any.
pub(crate) const FIRST_RULINGS: u32 = Rulings::First.number();

impl DeckRef {
    /// Creates a reference to a deck file by its hash, under the newest rulings.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::of_hash(crate::deck_cache::deck_hash(text))
    }

    pub(crate) fn of_hash(hash: [u8; 32]) -> Self {
        Self { hash, text: None, rulings: Rulings::NEWEST.number() }
    }

    /// Returns the rulings that apply; the newest ones if this version does not know the number.
    ///
    /// If the newest rulings do not allow a step of the record, its replay fails with an error.
    pub(crate) fn rulings(&self) -> Rulings {
        Rulings::numbered(self.rulings).unwrap_or(Rulings::NEWEST)
    }

    /// Returns the same deck under these rulings.
    #[must_use]
    pub fn under(self, rulings: Rulings) -> Self {
        Self { rulings: rulings.number(), ..self }
    }

    /// Normalizes and embeds a user's deck file, or refers to its hash if it cannot be embedded.
    #[must_use]
    pub fn of_file(text: &str) -> Self {
        let text = crate::deck_cache::normalize_deck(text);
        Self::embedding(&text).unwrap_or_else(|| Self::of(&text))
    }

    /// Embeds a deck file.
    ///
    /// Returns `None` if the file is too long. Also returns `None` if it does not consist of plain
    /// lines that end with a line feed, because it would not round-trip.
    #[must_use]
    pub fn embedding(text: &str) -> Option<Self> {
        let plain = crate::text::is_block(text) && text.len() <= orrery_rules::deck::MAX_BYTES;
        plain.then(|| Self { text: Some(text.to_owned()), ..Self::of(text) })
    }
}

/// The viewer of a redacted record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A spectator.
    Spectator,
    /// A seat.
    Seat(Seat),
}

impl Viewer {
    /// Returns the seat, or `None` for a spectator.
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
    /// The number and the seat of the turn.
    pub label: TurnLabel,
    /// The digest of the position before the first step.
    pub digest: Option<u64>,
    /// A comment on the turn.
    pub comment: Option<String>,
    /// The steps, in order.
    pub steps: Vec<RecordedStep>,
}

/// The label of a part of the game: the opening or a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnLabel {
    /// The steps before the first turn.
    Opening,
    /// A turn, with its number and seat.
    Turn(u16, Seat),
}

impl std::fmt::Display for TurnLabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Opening => f.write_str("opening"),
            Self::Turn(number, seat) => write!(f, "{number} {seat}"),
        }
    }
}

/// One step of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedStep {
    /// The acting seat, in the opening or if it is not the seat whose turn it is.
    pub by: Option<Seat>,
    /// The step in notation.
    pub text: StepText,
    /// An annotator's mark.
    pub mark: Option<Mark>,
    /// A comment.
    pub comment: Option<String>,
}

impl RecordedStep {
    /// Creates a step without annotations.
    #[must_use]
    pub const fn new(by: Option<Seat>, text: StepText) -> Self {
        Self { by, text, mark: None, comment: None }
    }
}

/// The end of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The digest of the last position.
    pub digest: Option<u64>,
    /// The result; `None` if the game is not over.
    pub scores: Option<Scores>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scores {
    /// The points by seat. In a solo game, the Rogue's points come second.
    pub points: Vec<u8>,
    /// The winning seats.
    pub winners: Vec<Seat>,
}

impl Record {
    /// Returns every step with its turn.
    pub fn entries(&self) -> impl Iterator<Item = (&Turn, &RecordedStep)> {
        self.turns.iter().flat_map(|turn| turn.steps.iter().map(move |entry| (turn, entry)))
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.iter().map(|turn| turn.steps.len()).sum()
    }

    /// Truncates the record to this many steps. If it removes steps, it also removes the ending.
    pub fn truncate(&mut self, steps: usize) {
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

    /// Returns whether the record has no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
