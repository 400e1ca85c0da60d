//! The game that a run plays.

use anyhow::{Context, Result, anyhow};
use orrery_rules::{OptionSet, Options, Rules, Seat, deck};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::path::PathBuf;

/// The game that a run plays: an edition or a deck, and its options. Workers receive it unchanged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableSpec {
    /// The id of the edition; ignored if there is a deck.
    pub edition: String,
    /// A custom deck; `None` plays with the deck of the edition.
    pub deck: Option<DeckFile>,
    /// Options that fit the edition.
    #[serde(with = "OptionsDef")]
    pub options: Options,
}

/// A deck file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeckFile {
    /// The path of the file on the machine that started the run.
    pub path: PathBuf,
    /// The content of the file.
    pub text: String,
}

impl TableSpec {
    /// Returns the ruleset.
    pub(crate) fn rules(&self) -> Result<Cow<'static, Rules>> {
        match &self.deck {
            None => {
                let rules = deck::edition(&self.edition).map(Cow::Borrowed);
                rules.with_context(|| format!("unknown edition `{}`", self.edition))
            }
            Some(file) => deck::parse(&file.text).map(Cow::Owned).map_err(|problems| {
                let first = problems.list().first().map(ToString::to_string).unwrap_or_default();
                anyhow!("{}:{first}", file.path.display())
            }),
        }
    }
}

/// The fields of [`Options`], from which serde derives its encoding for workers.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Options")]
struct OptionsDef {
    seats: usize,
    rogue: Option<usize>,
    #[serde(with = "seat")]
    start: Option<Seat>,
    #[serde(with = "chosen")]
    chosen: OptionSet,
}

/// Encodes a seat as its index.
mod seat {
    use orrery_rules::Seat;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(seat: &Option<Seat>, to: S) -> Result<S::Ok, S::Error> {
        seat.map(Seat::index).serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Seat>, D::Error> {
        let index: Option<usize> = Option::deserialize(from)?;
        let seat = |index| Seat::new(index).ok_or_else(|| D::Error::custom("unknown seat"));
        index.map(seat).transpose()
    }
}

/// Encodes options as a list of words, such as `relentless`.
mod chosen {
    use orrery_rules::{GameOption, OptionSet};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(chosen: &OptionSet, to: S) -> Result<S::Ok, S::Error> {
        chosen.iter().map(GameOption::word).collect::<Vec<_>>().serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<OptionSet, D::Error> {
        let words: Vec<String> = Vec::deserialize(from)?;
        let option = |word: &String| GameOption::from_word(word);
        let known: Option<OptionSet> = words.iter().map(option).collect();
        known.ok_or_else(|| D::Error::custom("unknown option"))
    }
}
