//! The games and decks of a session; how much it holds is bounded.

use super::fault::Fault;
use orrery_describe::{Context, Language, Localizer, Message};
use orrery_rules::{Rules, State, Step, deck};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Most games at once.
pub(super) const MAX_GAMES: usize = 64;
/// Most steps of one game.
pub(super) const MAX_STEPS: usize = 50_000;
/// Most different decks in one session: they stay loaded.
pub(super) const MAX_DECKS: usize = 32;
/// Most bytes of the name of a game or a player.
pub(super) const MAX_NAME: usize = 100;

/// A game and how it came about.
pub(super) struct Game {
    origin: State<'static>,
    /// Where it stands.
    pub(super) state: State<'static>,
    /// All steps since the beginning.
    pub(super) steps: Vec<Step>,
    /// What the players are called in texts.
    pub(super) names: Vec<String>,
}

impl Game {
    /// A game that begins here.
    pub(super) const fn new(state: State<'static>, names: Vec<String>) -> Self {
        Self { origin: state, state, steps: Vec::new(), names }
    }

    /// The ruleset that is played.
    pub(super) const fn rules(&self) -> &'static Rules {
        self.state.table().rules()
    }

    /// Back to where it was after so many steps.
    pub(super) fn return_to(&mut self, count: usize) {
        self.steps.truncate(count);
        self.state = self.origin;
        self.steps.iter().for_each(|step| self.state.apply_unchecked(*step));
    }
}

/// Everything that is kept between two requests.
#[derive(Default)]
pub(super) struct Session {
    games: BTreeMap<String, Game>,
    decks: Vec<(u64, &'static Rules)>,
    words: Vec<Localizer>,
    closed: bool,
}

impl Session {
    /// Whether the service is to end.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The service is to end.
    pub(super) const fn close(&mut self) {
        self.closed = true;
    }

    /// The game of this name.
    pub(super) fn game(&mut self, name: &str) -> Result<&mut Game, Fault> {
        let missing = || Fault::new("no-game", format!("there is no game `{}`", short(name)));
        self.games.get_mut(name).ok_or_else(missing)
    }

    /// The names of all games.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// Puts a game under its name; one that was there is gone.
    pub(super) fn put(&mut self, name: &str, game: Game) -> Result<(), Fault> {
        if name.len() > MAX_NAME {
            return Err(Fault::field("game", &format!("at most {MAX_NAME} bytes long")));
        }
        if self.games.len() >= MAX_GAMES && !self.games.contains_key(name) {
            let text = format!("there are {MAX_GAMES} games; close one first");
            return Err(Fault::new("too-many-games", text));
        }
        self.games.insert(name.to_owned(), game);
        Ok(())
    }

    /// Forgets a game.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), Fault> {
        self.game(name)?;
        self.games.remove(name);
        Ok(())
    }

    /// The ruleset with this id: a deck that was loaded last, or a built-in edition.
    pub(super) fn rules(&self, id: &str) -> Result<&'static Rules, Fault> {
        let loaded = self.decks.iter().rev().map(|(_, rules)| *rules).find(|rules| rules.id == id);
        loaded.or_else(|| deck::edition(id)).ok_or_else(|| {
            let known = deck::EDITIONS.join(", ");
            let text = format!("there is no edition `{}`; built in: {known}", short(id));
            Fault::new("no-edition", text)
        })
    }

    /// Loads a deck. The same text is loaded once, since decks stay in memory.
    pub(super) fn load_deck(&mut self, text: &str) -> Result<&'static Rules, Fault> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let key = hasher.finish();
        if let Some(at) = self.decks.iter().position(|(own, _)| *own == key) {
            let known = self.decks.remove(at);
            self.decks.push(known);
            return Ok(known.1);
        }
        let rules = deck::parse(text).map_err(|problems| Fault::deck(&problems))?;
        if self.decks.len() >= MAX_DECKS {
            let text = format!("{MAX_DECKS} different decks were loaded; start a new session");
            return Err(Fault::new("too-many-decks", text));
        }
        let rules: &'static Rules = Box::leak(Box::new(rules));
        self.decks.push((key, rules));
        Ok(rules)
    }

    /// The words of a language, made at their first use.
    pub(super) fn words(&mut self, language: Language) -> &Localizer {
        let at = self.words.iter().position(|words| words.language() == language);
        let at = at.unwrap_or_else(|| {
            self.words.push(Localizer::new(language));
            self.words.len() - 1
        });
        &self.words[at]
    }

    /// A text of a game.
    pub(super) fn text(
        &mut self,
        name: &str,
        language: Language,
        message: &Message,
    ) -> Result<String, Fault> {
        let (state, names) = {
            let game = self.game(name)?;
            (game.state, game.names.clone())
        };
        let seats: Vec<&str> = names.iter().map(String::as_str).collect();
        let context: Context<'_> = orrery_protocol::context(state.table(), &seats);
        Ok(self.words(language).text(message, &context))
    }
}

/// The beginning of a text that may be long.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
