//! Options that select a game, shared by several commands.

use crate::bounded_file;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use orrery_record::{DeckCache, LoadedRules};
use orrery_rules::{GameOption, OptionSet, Options, Rules, Rulings, Seat, deck};
use std::path::{Path, PathBuf};

/// Arguments that select the game to play.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableArgs {
    /// Play this edition: prototype, classic, revised or blast-off.
    #[arg(long, short, default_value = "classic")]
    pub(crate) edition: String,
    /// Play with this many players, including bots; 1: solo against an automatic Rogue.
    #[arg(long, short, default_value_t = 2)]
    pub(crate) seats: usize,
    /// Solo: play against this Rogue, such as hades [default: the edition's first].
    #[arg(long)]
    pub(crate) rogue: Option<String>,
    /// Let this seat (A to E) start [default: drawn at random].
    #[arg(long)]
    pub(crate) start: Option<String>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Play with this custom deck file instead of --edition (see docs/DECKS.md).
    #[arg(long)]
    pub(crate) deck: Option<PathBuf>,
}

macro_rules! option_args {
    ($($(#[$doc:meta])* $option:ident, $field:ident, $word:literal;)*) => {
        /// A flag for each option of a game.
        #[derive(Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub(crate) struct OptionArgs {
            $($(#[$doc])* #[arg(long)] $field: bool,)*
        }

        impl OptionArgs {
            /// Returns the options that are on.
            fn chosen(self) -> OptionSet {
                let flags = [$((self.$field, GameOption::$option)),*];
                flags.into_iter().filter_map(|(is_on, option)| is_on.then_some(option)).collect()
            }
        }
    };
}
orrery_rules::game_options!(option_args);

impl Default for TableArgs {
    fn default() -> Self {
        Self {
            edition: "classic".to_owned(),
            seats: 2,
            rogue: None,
            start: None,
            options: OptionArgs::default(),
            deck: None,
        }
    }
}

impl TableArgs {
    /// Returns the ruleset.
    pub(crate) fn rules(&self) -> Result<LoadedRules> {
        self.rules_with(self.deck_text()?.as_deref())
    }

    /// Returns the text of the deck file, if one is named.
    fn deck_text(&self) -> Result<Option<String>> {
        self.deck.as_deref().map(read_text).transpose()
    }

    /// Returns the ruleset, given the text of the deck file.
    fn rules_with(&self, deck: Option<&str>) -> Result<LoadedRules> {
        if let (Some(text), Some(path)) = (deck, &self.deck) {
            return load_deck(path, text);
        }
        LoadedRules::edition(&self.edition).with_context(|| {
            format!("unknown edition `{}`; use one of {}", self.edition, deck::EDITIONS.join(", "))
        })
    }

    /// Returns the game as a specification for the lab.
    #[cfg(feature = "lab")]
    pub(crate) fn spec(&self) -> Result<orrery_lab::TableSpec> {
        let text = self.deck_text()?;
        let rules = self.rules_with(text.as_deref())?;
        let deck = self.deck.clone().zip(text);
        Ok(orrery_lab::TableSpec {
            edition: self.edition.clone(),
            deck: deck.map(|(path, text)| orrery_lab::DeckFile { path, text }),
            options: self.game_settings(&rules)?,
        })
    }

    /// Returns the seats, Rogue, starting seat and options, checked against the ruleset.
    pub(crate) fn game_settings(&self, rules: &Rules) -> Result<Options> {
        let options = Options {
            seats: self.seats,
            rogue: self.rogue(rules)?,
            start: self.start()?,
            chosen: self.options.chosen(),
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
                    format!("unknown Rogue `{id}`; use one of {}", known.join(", "))
                })
            }
            None => Ok((self.seats == 1 && !rules.rogues.is_empty()).then_some(0)),
        }
    }

    fn start(&self) -> Result<Option<Seat>> {
        let Some(letter) = &self.start else { return Ok(None) };
        let seat = Seat::from_letter(letter);
        seat.map(Some).with_context(|| format!("unknown seat `{letter}`; use A to E"))
    }
}

/// Reads a deck file.
pub(crate) fn read_deck(path: &Path) -> Result<LoadedRules> {
    load_deck(path, &read_text(path)?)
}

fn read_text(path: &Path) -> Result<String> {
    bounded_file::text(path, deck::MAX_BYTES)
}

/// Loads a deck. The error names the first problem and the command that lists all.
fn load_deck(path: &Path, text: &str) -> Result<LoadedRules> {
    DeckCache::default().load(text, Rulings::NEWEST).map_err(|problems| {
        let count = problems.list().len() + problems.left_out();
        let first = problems.list().first().map(ToString::to_string).unwrap_or_default();
        let file = path.display();
        anyhow!("{file}:{first} (1 of {count} problems; `orrery deck check {file}` lists all)")
    })
}
