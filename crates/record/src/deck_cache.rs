//! Rulesets in memory: the built-in editions, and custom decks by the hash of their text.

use crate::model::{DeckRef, Header};
use crate::values::hex;
use orrery_rules::deck::{self, DeckProblems};
use orrery_rules::{Options, Rules, Rulings};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Returns the BLAKE3 hash by which records refer to a deck file.
#[must_use]
pub fn deck_hash(text: &str) -> [u8; 32] {
    blake3::hash(text.as_bytes()).into()
}

/// Normalizes a deck file so that a record can embed it.
///
/// The result has no byte order mark, and every line ends with a line feed.
#[must_use]
pub fn normalize_deck(text: &str) -> String {
    let mut plain = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    if !plain.ends_with('\n') {
        plain.push('\n');
    }
    plain
}

/// A ruleset: a built-in edition or a custom deck.
///
/// Clones share one deck in memory. A struct that owns a game stores its rules next to a
/// [`orrery_rules::DetachedState`], which borrows no rules.
#[derive(Clone, Debug)]
pub enum LoadedRules {
    /// A built-in edition.
    Edition(&'static Rules),
    /// A custom deck.
    Deck(Arc<LoadedDeck>),
}

/// A custom deck with its text. The text is long, so all games with the deck share it.
#[derive(Debug)]
pub struct LoadedDeck {
    rules: Rules,
    text: Arc<str>,
    hash: [u8; 32],
    /// Whether a record can embed the text as it is.
    is_plain: bool,
}

impl LoadedDeck {
    fn new(text: &str, rules: Rules) -> Self {
        let is_plain = normalize_deck(text) == text && crate::text::is_block(text);
        Self { rules, text: text.into(), hash: deck_hash(text), is_plain }
    }

    /// Returns the same deck under other rulings.
    fn under(&self, rulings: Rulings) -> Self {
        let text = Arc::clone(&self.text);
        Self { rules: self.rules.under(rulings), text, ..*self }
    }

    fn deck_ref(&self) -> DeckRef {
        let deck = if self.is_plain {
            DeckRef { text: Some(self.text.to_string()), ..DeckRef::of_hash(self.hash) }
        } else {
            DeckRef::of_file(&self.text)
        };
        deck.under(self.rules.rulings)
    }
}

impl LoadedRules {
    /// Returns a built-in edition.
    #[must_use]
    pub fn edition(id: &str) -> Option<Self> {
        deck::edition(id).map(Self::Edition)
    }

    /// Returns the text of a custom deck.
    #[must_use]
    pub fn deck_text(&self) -> Option<&str> {
        match self {
            Self::Edition(_) => None,
            Self::Deck(deck) => Some(&deck.text),
        }
    }

    /// Returns the reference with which a record names a custom deck, with the text if possible.
    #[must_use]
    pub fn deck_ref(&self) -> Option<DeckRef> {
        match self {
            Self::Edition(_) => None,
            Self::Deck(deck) => Some(deck.deck_ref()),
        }
    }
}

impl Deref for LoadedRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        match self {
            Self::Edition(rules) => rules,
            Self::Deck(deck) => &deck.rules,
        }
    }
}

/// A cache of custom decks.
///
/// The cache parses each deck once. When it is full, it drops the least recently used decks that no
/// game holds.
#[derive(Debug)]
pub struct DeckCache {
    capacity: usize,
    /// The decks, least recently used first. A deck occurs once for each of its rulings in use.
    decks: Vec<Arc<LoadedDeck>>,
}

impl Default for DeckCache {
    fn default() -> Self {
        Self::new(32)
    }
}

/// The reason why the rules of a record are unavailable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesProblem {
    /// The edition is unknown.
    Edition(String),
    /// The deck with this hash is missing.
    Deck(String, [u8; 32]),
    /// The deck has another id. Contains the id in the record and the id of the deck.
    Name(String, String),
    /// The edition has no such Rogue.
    Rogue(String),
    /// The embedded deck is invalid.
    Invalid(String),
}

impl fmt::Display for RulesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edition(id) => write!(f, "there is no edition `{id}`"),
            Self::Deck(id, hash) => {
                write!(f, "the deck file `{id}` with the hash blake3:{} is needed", hex(hash))
            }
            Self::Name(recorded, found) => {
                write!(f, "the record needs the deck `{recorded}`, not `{found}`")
            }
            Self::Rogue(id) => write!(f, "there is no Rogue `{id}`"),
            Self::Invalid(why) => write!(f, "the deck in the record is invalid: {why}"),
        }
    }
}

impl std::error::Error for RulesProblem {}

impl DeckCache {
    /// Creates an empty cache for this many decks.
    #[must_use]
    pub const fn new(capacity: usize) -> Self {
        Self { capacity, decks: Vec::new() }
    }

    /// Returns the rules of a deck file. Parses the file if it is not in the cache.
    ///
    /// # Errors
    /// All problems of the file.
    pub fn load(&mut self, text: &str, rulings: Rulings) -> Result<LoadedRules, DeckProblems> {
        match self.get(text, rulings) {
            Some(loaded) => Ok(loaded),
            None => Ok(self.insert(text, deck::parse(text)?.under(rulings))),
        }
    }

    /// Returns the rules of a deck file if they are in the cache.
    pub fn get(&mut self, text: &str, rulings: Rulings) -> Option<LoadedRules> {
        let deck = self.find(&deck_hash(text), rulings)?;
        Some(self.put(deck))
    }

    /// Adds the parsed rules of a deck file.
    pub fn insert(&mut self, text: &str, rules: Rules) -> LoadedRules {
        match self.get(text, rules.rulings) {
            Some(loaded) => loaded,
            None => self.put(Arc::new(LoadedDeck::new(text, rules))),
        }
    }

    /// Makes room for another deck by dropping decks that no game holds.
    ///
    /// Returns whether the cache has room.
    ///
    /// [`Self::load`] and [`Self::insert`] also make room, but exceed the capacity if games hold all
    /// decks.
    pub fn make_room(&mut self) -> bool {
        while self.decks.len() >= self.capacity
            && let Some(unused) = self.decks.iter().position(|deck| Arc::strong_count(deck) == 1)
        {
            self.decks.remove(unused);
        }
        self.decks.len() < self.capacity
    }

    /// Returns the most recently used deck with this id.
    #[must_use]
    pub fn most_recently_used(&self, id: &str) -> Option<LoadedRules> {
        let found = self.decks.iter().rev().find(|deck| deck.rules.id == id);
        found.map(Arc::clone).map(LoadedRules::Deck)
    }

    /// Loads the deck that a record embeds, if any.
    ///
    /// # Errors
    /// If the deck is invalid.
    pub fn load_embedded(&mut self, header: &Header) -> Result<(), RulesProblem> {
        let Some(deck) = &header.deck else { return Ok(()) };
        let Some(text) = &deck.text else { return Ok(()) };
        let loaded = self.load(text, deck.rulings());
        loaded.map(drop).map_err(|problems| RulesProblem::Invalid(first_line(&problems)))
    }

    /// Returns the rules of a record, in the revision that it names.
    ///
    /// # Errors
    /// If the edition is unknown or the deck is not loaded.
    pub fn rules(&self, header: &Header) -> Result<LoadedRules, RulesProblem> {
        let id = &header.edition;
        let Some(wanted) = &header.deck else {
            let found = deck::edition_at(id, header.revision).map(LoadedRules::Edition);
            return found.ok_or_else(|| RulesProblem::Edition(id.clone()));
        };
        let found = self.find(&wanted.hash, wanted.rulings());
        let deck = found.ok_or_else(|| RulesProblem::Deck(id.clone(), wanted.hash))?;
        if deck.rules.id == *id {
            Ok(LoadedRules::Deck(deck))
        } else {
            Err(RulesProblem::Name(id.clone(), deck.rules.id.clone()))
        }
    }

    /// Returns the deck with this hash under these rulings, even if it was loaded under others.
    fn find(&self, hash: &[u8; 32], rulings: Rulings) -> Option<Arc<LoadedDeck>> {
        let mut same = self.decks.iter().filter(|deck| deck.hash == *hash);
        let any = same.clone().next()?;
        let exact = same.find(|deck| deck.rules.rulings == rulings);
        Some(exact.map_or_else(|| Arc::new(any.under(rulings)), Arc::clone))
    }

    /// Adds a deck, or marks it as the most recently used one.
    fn put(&mut self, deck: Arc<LoadedDeck>) -> LoadedRules {
        match self.decks.iter().position(|cached| Arc::ptr_eq(cached, &deck)) {
            Some(index) => _ = self.decks.remove(index),
            None => _ = self.make_room(),
        }
        self.decks.push(Arc::clone(&deck));
        LoadedRules::Deck(deck)
    }
}

fn first_line(problems: &DeckProblems) -> String {
    problems.to_string().lines().next().unwrap_or("").to_owned()
}

impl Header {
    /// Returns the options of the game, not yet validated.
    ///
    /// # Errors
    /// If the Rogue is unknown.
    pub fn options(&self, rules: &Rules) -> Result<Options, RulesProblem> {
        let find =
            |id: &String| rules.find_rogue(id).ok_or_else(|| RulesProblem::Rogue(id.clone()));
        Ok(Options {
            seats: self.seats as usize,
            rogue: self.rogue.as_ref().map(find).transpose()?,
            start: self.start,
            chosen: self.chosen,
        })
    }
}
