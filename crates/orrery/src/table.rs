//! Which game: the options that several commands share.

use crate::bounded_file;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use orrery_rules::{Options, Rules, Seat, deck};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The game to be played.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableArgs {
    /// The edition: prototype, classic, revised or blast-off.
    #[arg(long, short, default_value = "classic")]
    pub(crate) edition: String,
    /// How many people play; 1 is solo against a Rogue.
    #[arg(long, short, default_value_t = 2)]
    pub(crate) seats: usize,
    /// Solo: the Rogue, for example artemis, rothkel, zendica, hades or gamelyn.
    #[arg(long)]
    pub(crate) rogue: Option<String>,
    /// The seat that begins, A to E; drawn if not given.
    #[arg(long)]
    pub(crate) start: Option<String>,
    /// Two players: only missions that do not compare players.
    #[arg(long)]
    pub(crate) duel_missions: bool,
    /// Solo, revised edition: the Rogue rerolls an unusable die once.
    #[arg(long)]
    pub(crate) relentless: bool,
    /// A deck file of your own instead of the edition's cards (see docs/DECKS.md).
    #[arg(long)]
    pub(crate) deck: Option<PathBuf>,
}

impl Default for TableArgs {
    fn default() -> Self {
        Self {
            edition: "classic".to_owned(),
            seats: 2,
            rogue: None,
            start: None,
            duel_missions: false,
            relentless: false,
            deck: None,
        }
    }
}

impl TableArgs {
    /// The ruleset; a deck file stays loaded as long as the program runs.
    pub(crate) fn rules(&self) -> Result<&'static Rules> {
        self.rules_with(self.deck_text()?.as_deref())
    }

    /// The text of the deck file, if one is named.
    pub(crate) fn deck_text(&self) -> Result<Option<String>> {
        self.deck.as_deref().map(read_text).transpose()
    }

    /// The ruleset, the deck file having this text.
    pub(crate) fn rules_with(&self, deck: Option<&str>) -> Result<&'static Rules> {
        if let (Some(text), Some(path)) = (deck, &self.deck) {
            return loaded(path, text);
        }
        deck::edition(&self.edition).with_context(|| {
            format!(
                "there is no edition `{}`; try one of {}",
                self.edition,
                deck::EDITIONS.join(", ")
            )
        })
    }

    /// The options, checked against the ruleset.
    pub(crate) fn options(&self, rules: &Rules) -> Result<Options> {
        let options = Options {
            seats: self.seats,
            rogue: self.rogue(rules)?,
            start: self.start()?,
            duel_missions: self.duel_missions,
            relentless: self.relentless,
        };
        let problems: Vec<String> =
            options.problems(rules).iter().map(ToString::to_string).collect();
        if problems.is_empty() { Ok(options) } else { bail!("{}", problems.join("; ")) }
    }

    fn rogue(&self, rules: &Rules) -> Result<Option<usize>> {
        match &self.rogue {
            Some(id) => {
                let known: Vec<&str> = rules.rogues.iter().map(|rogue| rogue.id.as_str()).collect();
                let number = rules.find_rogue(id);
                number.map(Some).with_context(|| {
                    format!("there is no Rogue `{id}`; try one of {}", known.join(", "))
                })
            }
            None => Ok((self.seats == 1 && !rules.rogues.is_empty()).then_some(0)),
        }
    }

    fn start(&self) -> Result<Option<Seat>> {
        let Some(letter) = &self.start else { return Ok(None) };
        let seat = Seat::from_letter(letter);
        seat.map(Some).with_context(|| format!("`{letter}` is no seat; seats are A to E"))
    }
}

/// Reads a deck file.
pub(crate) fn read_deck(path: &Path) -> Result<&'static Rules> {
    loaded(path, &read_text(path)?)
}

fn read_text(path: &Path) -> Result<String> {
    bounded_file::text(path, deck::MAX_BYTES)
}

/// The ruleset of a deck; each different text is loaded once.
fn loaded(path: &Path, text: &str) -> Result<&'static Rules> {
    static LOADED: LazyLock<Mutex<HashMap<String, &'static Rules>>> = LazyLock::new(Mutex::default);
    let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = all.get(text) {
        return Ok(rules);
    }
    let rules: &'static Rules = Box::leak(Box::new(parse_deck(path, text)?));
    all.insert(text.to_owned(), rules);
    Ok(rules)
}

/// Of a deck's problems the first is told, and where to find the others.
fn parse_deck(path: &Path, text: &str) -> Result<Rules> {
    deck::parse(text).map_err(|problems| {
        let count = problems.list().len() + problems.left_out();
        let first = problems.list().first().map(ToString::to_string).unwrap_or_default();
        let file = path.display();
        anyhow!("{file}:{first} ({count} in all: `orrery deck check {file}` lists them)")
    })
}
