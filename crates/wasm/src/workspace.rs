//! The state that the engine keeps between requests.

use crate::decks::Decks;
use crate::fault;
use crate::game::Game;
use crate::presenter::Presenter;
use crate::replay::LoadedReplay;
use orrery_describe::{Language, Localizer};
use orrery_protocol::Fault;
use std::collections::BTreeMap;

/// The games, replays, decks and localizers of an engine.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) decks: Decks,
    games: Registry<Game>,
    pub(crate) replays: Registry<LoadedReplay>,
    language: Language,
    localizers: Vec<Localizer>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            decks: Decks::default(),
            games: Registry::new("game"),
            replays: Registry::new("replay"),
            language: Language::English,
            localizers: Vec::new(),
        }
    }
}

impl Workspace {
    /// Selects the language of texts; an unknown tag selects English.
    pub(crate) fn set_language(&mut self, language: &str) {
        self.language = Language::from_tag(language).unwrap_or(Language::English);
        if self.localizers.iter().all(|localizer| localizer.language() != self.language) {
            self.localizers.push(Localizer::new(self.language));
        }
    }

    /// Returns the localizer of the selected language.
    pub(crate) fn localizer(&self) -> &Localizer {
        let selected =
            self.localizers.iter().find(|localizer| localizer.language() == self.language);
        selected.unwrap_or_else(|| english())
    }

    /// Returns a game.
    pub(crate) fn game(&self, number: u32) -> Result<&Game, Fault> {
        self.games.get(number)
    }

    /// Returns a mutable game.
    pub(crate) fn game_mut(&mut self, number: u32) -> Result<&mut Game, Fault> {
        self.games.get_mut(number)
    }

    /// Returns a game with its presenter.
    pub(crate) fn told(&self, number: u32) -> Result<(&Game, Presenter<'_>), Fault> {
        let game = self.game(number)?;
        Ok((game, Presenter { localizer: self.localizer(), names: game.names() }))
    }

    /// Stores a game and returns its number.
    pub(crate) fn keep(&mut self, game: Game) -> u32 {
        self.games.put(game)
    }

    /// Removes a game.
    pub(crate) fn forget(&mut self, number: u32) -> Result<(), Fault> {
        self.games.take(number).map(drop)
    }
}

/// Returns the English localizer, used before a language is selected.
fn english() -> &'static Localizer {
    static ENGLISH: std::sync::LazyLock<Localizer> =
        std::sync::LazyLock::new(|| Localizer::new(Language::English));
    &ENGLISH
}

/// Numbered items; a number is never reused.
#[derive(Debug)]
pub(crate) struct Registry<T> {
    what: &'static str,
    things: BTreeMap<u32, T>,
    last: u32,
}

impl<T> Registry<T> {
    const fn new(what: &'static str) -> Self {
        Self { what, things: BTreeMap::new(), last: 0 }
    }

    pub(crate) fn get(&self, number: u32) -> Result<&T, Fault> {
        self.things.get(&number).ok_or_else(|| fault::missing(self.what, &number.to_string()))
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Result<&mut T, Fault> {
        let missing = || fault::missing(self.what, &number.to_string());
        self.things.get_mut(&number).ok_or_else(missing)
    }

    pub(crate) fn put(&mut self, thing: T) -> u32 {
        self.last += 1;
        self.things.insert(self.last, thing);
        self.last
    }

    pub(crate) fn take(&mut self, number: u32) -> Result<T, Fault> {
        let missing = || fault::missing(self.what, &number.to_string());
        self.things.remove(&number).ok_or_else(missing)
    }
}
