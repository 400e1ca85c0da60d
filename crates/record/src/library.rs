//! Finds the rules of a record: a built-in edition, or a custom deck by its hash.

use crate::model::Header;
use crate::values::hex;
use orrery_rules::deck::{self, DeckProblems};
use orrery_rules::{Options, Rules, Rulings};
use std::fmt;

/// Returns the BLAKE3 hash by which records refer to a deck file.
#[must_use]
pub fn deck_hash(text: &str) -> [u8; 32] {
    blake3::hash(text.as_bytes()).into()
}

/// Normalizes a deck file so that a record can embed it.
///
/// The result has no byte order mark, and every line ends with a line feed.
#[must_use]
pub fn plain_deck(text: &str) -> String {
    let mut plain = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    if !plain.ends_with('\n') {
        plain.push('\n');
    }
    plain
}

/// The built-in editions and the added decks, each under all rulings.
#[derive(Debug, Default)]
pub struct Library {
    decks: Vec<([u8; 32], Rules)>,
}

/// The reason why the rules of a record are unavailable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesProblem {
    /// The edition is unknown.
    Edition(String),
    /// The deck with this hash is missing.
    Deck(String, [u8; 32]),
    /// The id of the deck differs from the record's.
    Name(String, String),
    /// The edition has no such Rogue.
    Rogue(String),
    /// The embedded deck is invalid.
    Unsound(String),
}

impl fmt::Display for RulesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edition(id) => write!(f, "there is no edition `{id}`"),
            Self::Deck(id, hash) => {
                write!(f, "the deck file `{id}` with the hash blake3:{} is needed", hex(hash))
            }
            Self::Name(recorded, found) => {
                write!(f, "the record is of the deck `{recorded}`, this one is `{found}`")
            }
            Self::Rogue(id) => write!(f, "there is no Rogue `{id}`"),
            Self::Unsound(why) => write!(f, "the deck in the record is not sound: {why}"),
        }
    }
}

impl std::error::Error for RulesProblem {}

impl Library {
    /// Creates a library of the built-in editions only.
    #[must_use]
    pub const fn new() -> Self {
        Self { decks: Vec::new() }
    }

    /// Adds a deck file.
    ///
    /// # Errors
    /// All problems of the file.
    pub fn add(&mut self, text: &str) -> Result<(), DeckProblems> {
        let rules = deck::parse(text)?;
        let hash = deck_hash(text);
        self.decks.extend(Rulings::ALL.map(|rulings| (hash, rules.under(rulings))));
        Ok(())
    }

    /// Adds the deck that a record embeds, if any.
    ///
    /// # Errors
    /// If the deck is invalid.
    pub fn add_carried(&mut self, header: &Header) -> Result<(), RulesProblem> {
        let carried = header.deck.as_ref().and_then(|deck| Some((deck.hash, deck.text.as_ref()?)));
        match carried {
            Some((hash, text)) if self.decks.iter().all(|(known, _)| *known != hash) => {
                self.add(text).map_err(|problems| RulesProblem::Unsound(first_line(&problems)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the rules of a record, in the revision that it names.
    ///
    /// # Errors
    /// If the edition is unknown or the deck is missing.
    pub fn rules(&self, header: &Header) -> Result<&Rules, RulesProblem> {
        let id = &header.edition;
        let Some(wanted) = &header.deck else {
            let found = deck::edition_at(id, header.revision);
            return found.ok_or_else(|| RulesProblem::Edition(id.clone()));
        };
        let rulings = Rulings::numbered(wanted.rulings);
        let is_it =
            |(hash, rules): &&([u8; 32], Rules)| *hash == wanted.hash && rules.rulings == rulings;
        let found = self.decks.iter().find(is_it);
        let (_, rules) = found.ok_or_else(|| RulesProblem::Deck(id.clone(), wanted.hash))?;
        if rules.id == *id {
            Ok(rules)
        } else {
            Err(RulesProblem::Name(id.clone(), rules.id.clone()))
        }
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
