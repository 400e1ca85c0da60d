//! The state that the engine keeps between requests.

use crate::fault;
use crate::game::Game;
use crate::replay::LoadedReplay;
use crate::review::OpenReview;
use orrery_describe::{Language, Localizer};
use orrery_protocol::{Fault, Narrator};
use orrery_record::DeckCache;
use std::collections::BTreeMap;

/// The games, replays, reviews and decks of an engine, and the language of texts.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) decks: DeckCache,
    games: Registry<Game>,
    pub(crate) replays: Registry<LoadedReplay>,
    pub(crate) reviews: Registry<OpenReview>,
    language: Language,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            decks: DeckCache::default(),
            games: Registry::new("game"),
            replays: Registry::new("replay"),
            reviews: Registry::new("review"),
            language: Language::English,
        }
    }
}

impl Workspace {
    /// Selects the language of texts; an unknown language tag selects English.
    pub(crate) fn set_language(&mut self, language: &str) {
        self.language = Language::from_tag(language).unwrap_or(Language::English);
    }

    /// Returns the localizer of the selected language.
    pub(crate) fn localizer(&self) -> &'static Localizer {
        self.language.localizer()
    }

    /// Returns a narrator, which writes texts with these seat names.
    pub(crate) fn narrator<'a>(&self, names: &'a [String]) -> Narrator<'a> {
        Narrator { names, language: self.language }
    }

    /// Returns a game.
    pub(crate) fn game(&self, number: u32) -> Result<&Game, Fault> {
        self.games.get(number)
    }

    /// Returns a mutable game.
    pub(crate) fn game_mut(&mut self, number: u32) -> Result<&mut Game, Fault> {
        self.games.get_mut(number)
    }

    /// Stores a game and returns its number.
    pub(crate) fn add_game(&mut self, game: Game) -> u32 {
        self.games.put(game)
    }

    /// Removes a game.
    pub(crate) fn remove_game(&mut self, number: u32) -> Result<(), Fault> {
        self.games.take(number).map(drop)
    }
}

/// A collection of numbered items that never reuses a number.
#[derive(Debug)]
pub(crate) struct Registry<T> {
    kind: &'static str,
    items: BTreeMap<u32, T>,
    last: u32,
}

impl<T> Registry<T> {
    const fn new(kind: &'static str) -> Self {
        Self { kind, items: BTreeMap::new(), last: 0 }
    }

    pub(crate) fn get(&self, number: u32) -> Result<&T, Fault> {
        self.items.get(&number).ok_or_else(|| fault::missing(self.kind, &number.to_string()))
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Result<&mut T, Fault> {
        let missing = || fault::missing(self.kind, &number.to_string());
        self.items.get_mut(&number).ok_or_else(missing)
    }

    pub(crate) fn put(&mut self, item: T) -> u32 {
        self.last += 1;
        self.items.insert(self.last, item);
        self.last
    }

    pub(crate) fn take(&mut self, number: u32) -> Result<T, Fault> {
        let missing = || fault::missing(self.kind, &number.to_string());
        self.items.remove(&number).ok_or_else(missing)
    }
}
