//! The games and decks of a session, within fixed limits.

use super::error::RequestError;
use orrery_rules::{Rules, State, Step, deck};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Maximum number of games at once.
pub(super) const MAX_GAMES: usize = 64;
/// Maximum number of steps of a game.
pub(super) const MAX_STEPS: usize = 50_000;
/// Maximum number of distinct decks per session; they stay loaded.
pub(super) const MAX_DECKS: usize = 32;
/// Maximum length of the name of a game or a player, in bytes.
pub(super) const MAX_NAME: usize = 100;

/// A game with its history.
pub(super) struct SessionGame {
    origin: State<'static>,
    /// The current state.
    pub(super) state: State<'static>,
    /// All steps from the start.
    pub(super) steps: Vec<Step>,
    /// The names of the players in texts.
    pub(super) names: Vec<String>,
}

impl SessionGame {
    /// Creates a game that starts in this state.
    pub(super) const fn new(state: State<'static>, names: Vec<String>) -> Self {
        Self { origin: state, state, steps: Vec::new(), names }
    }

    /// Returns the ruleset of the game.
    pub(super) const fn rules(&self) -> &'static Rules {
        self.state.table().rules()
    }

    /// Returns to the state after `count` steps.
    pub(super) fn return_to(&mut self, count: usize) {
        self.steps.truncate(count);
        self.state = self.origin;
        self.steps.iter().for_each(|step| self.state.apply_unchecked(*step));
    }
}

/// The state between two requests.
#[derive(Default)]
pub(super) struct Session {
    games: BTreeMap<String, SessionGame>,
    decks: Vec<(u64, &'static Rules)>,
    closed: bool,
}

impl Session {
    /// Returns whether the service is to exit.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Makes the service exit after this request.
    pub(super) const fn close(&mut self) {
        self.closed = true;
    }

    /// Returns the game of this name.
    pub(super) fn game(&mut self, name: &str) -> Result<&mut SessionGame, RequestError> {
        let missing = || RequestError::new("no-game", format!("unknown game `{}`", short(name)));
        self.games.get_mut(name).ok_or_else(missing)
    }

    /// Returns the names of all games.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// Stores a game under a name, and replaces an existing one.
    pub(super) fn put(&mut self, name: &str, game: SessionGame) -> Result<(), RequestError> {
        if name.len() > MAX_NAME {
            return Err(RequestError::field("game", &format!("at most {MAX_NAME} bytes long")));
        }
        if self.games.len() >= MAX_GAMES && !self.games.contains_key(name) {
            let text = format!("the session has {MAX_GAMES} games, the maximum; close one first");
            return Err(RequestError::new("too-many-games", text));
        }
        self.games.insert(name.to_owned(), game);
        Ok(())
    }

    /// Removes a game.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), RequestError> {
        self.game(name)?;
        self.games.remove(name);
        Ok(())
    }

    /// Returns the ruleset with this id: the deck loaded last, or a built-in edition.
    pub(super) fn rules(&self, id: &str) -> Result<&'static Rules, RequestError> {
        let loaded = self.decks.iter().rev().map(|(_, rules)| *rules).find(|rules| rules.id == id);
        loaded.or_else(|| deck::edition(id)).ok_or_else(|| {
            let known = deck::EDITIONS.join(", ");
            let text = format!("unknown edition `{}`; built in: {known}", short(id));
            RequestError::new("no-edition", text)
        })
    }

    /// Loads a deck. Loading the same text again is free.
    pub(super) fn load_deck(&mut self, text: &str) -> Result<&'static Rules, RequestError> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let key = hasher.finish();
        if let Some(at) = self.decks.iter().position(|(own, _)| *own == key) {
            let known = self.decks.remove(at);
            self.decks.push(known);
            return Ok(known.1);
        }
        let rules = deck::parse(text).map_err(|problems| RequestError::deck(&problems))?;
        if self.decks.len() >= MAX_DECKS {
            let text = format!(
                "the session has loaded {MAX_DECKS} decks, the maximum; start a new session"
            );
            return Err(RequestError::new("too-many-decks", text));
        }
        let rules: &'static Rules = Box::leak(Box::new(rules));
        self.decks.push((key, rules));
        Ok(rules)
    }
}

/// Shortens a text for an error message.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
