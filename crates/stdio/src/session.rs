//! The games and decks of a session, within fixed limits.

use orrery_protocol::{Code, Fault};
use orrery_record::{DeckCache, LoadedRules};
use orrery_rules::{DetachedState, Rules, Rulings, State, Step, deck};
use std::collections::BTreeMap;

/// Maximum number of games at once.
pub(crate) const MAX_GAMES: usize = 64;
/// Maximum number of steps of a game.
pub(crate) const MAX_STEPS: usize = 50_000;
/// Maximum number of decks in a session. At the limit, the session drops decks that no game uses.
pub(crate) const MAX_DECKS: usize = 32;
/// Maximum length of the name of a game or a player, in bytes.
pub(crate) const MAX_NAME: usize = 100;

/// A game with its history.
pub(crate) struct SessionGame {
    rules: LoadedRules,
    /// The state before the first step, from which an undo replays the game.
    origin: DetachedState,
    state: DetachedState,
    /// All steps since the start.
    pub(crate) steps: Vec<Step>,
    /// The names of the players, for texts.
    pub(crate) names: Vec<String>,
}

impl SessionGame {
    /// Creates a game that starts in this state of these rules.
    pub(crate) fn new(rules: &LoadedRules, state: &State<'_>, names: Vec<String>) -> Self {
        let state = state.detach();
        Self { rules: rules.clone(), origin: state, state, steps: Vec::new(), names }
    }

    /// Returns the ruleset of the game.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the current state.
    pub(crate) fn state(&self) -> State<'_> {
        self.state.attach(&self.rules)
    }

    /// Adds steps that the caller has applied, and the state after them.
    pub(crate) fn advance(&mut self, state: DetachedState, steps: impl IntoIterator<Item = Step>) {
        self.state = state;
        self.steps.extend(steps);
    }

    /// Returns to the state after `count` steps.
    pub(crate) fn return_to(&mut self, count: usize) {
        self.steps.truncate(count);
        let mut state = self.origin.attach(&self.rules);
        self.steps.iter().for_each(|step| state.apply_unchecked(*step));
        self.state = state.detach();
    }
}

/// The games and decks of a client.
pub struct Session {
    games: BTreeMap<String, SessionGame>,
    decks: DeckCache,
    closed: bool,
}

impl Default for Session {
    fn default() -> Self {
        Self { games: BTreeMap::new(), decks: DeckCache::new(MAX_DECKS), closed: false }
    }
}

impl Session {
    /// Returns whether the client has asked the service to exit.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Makes the service exit after this request.
    pub(crate) const fn close(&mut self) {
        self.closed = true;
    }

    /// Returns the game with this name.
    pub(crate) fn game(&mut self, name: &str) -> Result<&mut SessionGame, Fault> {
        let missing = || Fault::new(Code::NoGame, format!("unknown game `{}`", shorten(name)));
        self.games.get_mut(name).ok_or_else(missing)
    }

    /// Returns the names of all games.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// Stores a game under a name, and replaces an existing game with this name.
    pub(crate) fn put(&mut self, name: &str, game: SessionGame) -> Result<(), Fault> {
        if name.len() > MAX_NAME {
            return Err(Fault::bad_field("game", &format!("at most {MAX_NAME} bytes long")));
        }
        if self.games.len() >= MAX_GAMES && !self.games.contains_key(name) {
            let text = format!("the session has {MAX_GAMES} games, the maximum; close one first");
            return Err(Fault::new(Code::TooManyGames, text));
        }
        self.games.insert(name.to_owned(), game);
        Ok(())
    }

    /// Removes a game.
    pub(crate) fn remove(&mut self, name: &str) -> Result<(), Fault> {
        self.game(name)?;
        self.games.remove(name);
        Ok(())
    }

    /// Returns the ruleset with this id: the last loaded deck, or a built-in edition.
    pub(crate) fn rules(&self, id: &str) -> Result<LoadedRules, Fault> {
        let loaded = self.decks.most_recently_used(id).or_else(|| LoadedRules::edition(id));
        loaded.ok_or_else(|| {
            let known = deck::EDITIONS.join(", ");
            let text = format!("unknown edition `{}`; built in: {known}", shorten(id));
            Fault::new(Code::NoEdition, text)
        })
    }

    /// Loads a deck, unless the session already has it.
    pub(crate) fn load_deck(&mut self, text: &str) -> Result<LoadedRules, Fault> {
        if let Some(known) = self.decks.get(text, Rulings::NEWEST) {
            return Ok(known);
        }
        let rules = deck::parse(text).map_err(|problems| Fault::deck(&problems))?;
        if !self.decks.make_room() {
            let text = format!(
                "the open games already use {MAX_DECKS} decks, the maximum; close a game first"
            );
            return Err(Fault::new(Code::TooManyDecks, text));
        }
        Ok(self.decks.insert(text, rules))
    }
}

/// Shortens a text for an error message.
pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}
