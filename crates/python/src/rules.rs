//! Rulesets: editions and deck files.

use crate::errors::{self, DeckError, OptionError};
use orrery_record::LoadedRules;
use orrery_rules::{GameOption, OptionSet, Options, Rules, Rulings, Seat, deck};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The source of a ruleset, which a pickle contains instead of the rules.
#[derive(Clone, PartialEq, Eq)]
enum Source {
    Edition,
    Deck(Arc<str>),
}

/// A ruleset: an edition or a deck file.
#[pyclass(frozen, name = "Rules", module = "orrery")]
#[derive(Clone)]
pub(crate) struct PyRules {
    rules: Arc<Rules>,
    source: Source,
}

impl std::ops::Deref for PyRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

impl PyRules {
    pub(crate) fn shared(&self) -> Arc<Rules> {
        Arc::clone(&self.rules)
    }

    /// Returns the ruleset of a loaded record.
    pub(crate) fn of(loaded: &LoadedRules) -> Self {
        let source = loaded.deck_text().map_or(Source::Edition, |text| Source::Deck(text.into()));
        Self { rules: Arc::new((**loaded).clone()), source }
    }

    pub(crate) fn deck_text(&self) -> Option<&str> {
        match &self.source {
            Source::Edition => None,
            Source::Deck(text) => Some(text),
        }
    }

    fn edition(id: &str, revision: Option<u32>) -> PyResult<Self> {
        let found = match revision {
            Some(revision) => {
                deck::edition_at(id, revision).filter(|rules| rules.revision == revision)
            }
            None => deck::edition(id),
        };
        let rules =
            found.ok_or_else(|| match revision.filter(|_| deck::edition(id).is_some()) {
                Some(revision) => {
                    DeckError::new_err(format!("edition `{id}` has no revision {revision}"))
                }
                None => {
                    let known = deck::EDITIONS.join(", ");
                    DeckError::new_err(format!(
                        "unknown edition `{id}`; known: {known}, or a deck file"
                    ))
                }
            })?;
        Ok(Self { rules: Arc::new(rules.clone()), source: Source::Edition })
    }

    fn read(path: &Path) -> PyResult<Self> {
        let length = std::fs::metadata(path).map_err(|error| errors::file(path, &error))?.len();
        if length > deck::MAX_BYTES as u64 {
            return Err(DeckError::new_err(format!("{}: the file is too long", path.display())));
        }
        let text = std::fs::read_to_string(path).map_err(|error| errors::file(path, &error))?;
        Self::parsed(&text, Rulings::NEWEST)
            .map_err(|why| DeckError::new_err(format!("{}: {why}", path.display())))
    }

    fn parsed(text: &str, rulings: Rulings) -> Result<Self, deck::DeckProblems> {
        let rules = deck::parse(text)?.under(rulings);
        Ok(Self { rules: Arc::new(rules), source: Source::Deck(text.into()) })
    }

    /// Converts Python arguments to the options of a game.
    pub(crate) fn options(
        &self,
        seats: usize,
        rogue: Option<&str>,
        start: Option<usize>,
        options: &[String],
    ) -> PyResult<Options> {
        let rogue = match (rogue, seats) {
            (Some(id), _) => Some(self.find_rogue(id).ok_or_else(|| {
                let known: Vec<&str> = self.rogues.iter().map(|rogue| &*rogue.id).collect();
                OptionError::new_err(format!("unknown Rogue `{id}`; known: {}", known.join(", ")))
            })?),
            (None, 1) if !self.rogues.is_empty() => Some(0),
            (None, _) => None,
        };
        let seat = |index| {
            Seat::new(index).ok_or_else(|| OptionError::new_err(format!("no seat {index}")))
        };
        let chosen = options.iter().map(|word| {
            GameOption::from_word(word).ok_or_else(|| {
                let known: Vec<&str> = GameOption::ALL.iter().map(|known| known.word()).collect();
                OptionError::new_err(format!(
                    "unknown option `{word}`; known: {}",
                    known.join(", ")
                ))
            })
        });
        let chosen = chosen.collect::<PyResult<OptionSet>>()?;
        Ok(Options { seats, rogue, start: start.map(seat).transpose()?, chosen })
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (source = None, *, revision = None))]
    fn new(source: Option<PathBuf>, revision: Option<u32>) -> PyResult<Self> {
        let source = source.unwrap_or_else(|| PathBuf::from("classic"));
        match source.to_str() {
            Some(id) if deck::edition(id).is_some() => Self::edition(id, revision),
            _ if source.extension().is_some() || source.exists() => {
                if revision.is_some() {
                    return Err(errors::value(
                        "`revision` selects a revision of an edition, not of a deck file",
                    ));
                }
                Self::read(&source)
            }
            id => Self::edition(id.unwrap_or("?"), revision),
        }
    }

    /// Parses the text of a deck file.
    #[staticmethod]
    #[pyo3(signature = (text, *, rulings = None))]
    fn parse(text: &str, rulings: Option<u32>) -> PyResult<Self> {
        let rulings = rulings.map_or(Ok(Rulings::NEWEST), |number| {
            let unknown = || DeckError::new_err(format!("unknown rulings: {number}"));
            Rulings::numbered(number).ok_or_else(unknown)
        })?;
        Self::parsed(text, rulings).map_err(|problems| DeckError::new_err(problems.to_string()))
    }

    #[getter]
    fn id(&self) -> &str {
        &self.rules.id
    }

    #[getter]
    fn name(&self) -> &str {
        &self.rules.name
    }

    #[getter]
    fn revision(&self) -> u32 {
        self.rules.revision
    }

    /// Returns the allowed numbers of players; 1 is solo.
    #[getter]
    fn player_counts(&self) -> Vec<usize> {
        self.rules.player_counts().collect()
    }

    #[getter]
    fn planets(&self) -> Vec<&str> {
        self.rules.planets.iter().map(|card| &*card.id).collect()
    }

    #[getter]
    fn missions(&self) -> Vec<&str> {
        self.rules.missions.iter().map(|card| &*card.id).collect()
    }

    #[getter]
    fn rogues(&self) -> Vec<&str> {
        self.rules.rogues.iter().map(|card| &*card.id).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules
    }

    fn __hash__(&self) -> u64 {
        let bytes = self.rules.id.bytes().chain(self.rules.revision.to_le_bytes());
        bytes.fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }

    fn __repr__(&self) -> String {
        format!("<orrery.Rules {} revision {}>", self.rules.id, self.rules.revision)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ReduceArgs)> {
        let class = py.get_type::<Self>();
        let rulings = self.rules.rulings.number();
        match &self.source {
            Source::Edition => {
                let args = (self.rules.id.clone(), self.rules.revision);
                Ok((class.getattr("_edition")?, args))
            }
            Source::Deck(text) => Ok((class.getattr("_deck")?, (text.to_string(), rulings))),
        }
    }

    #[staticmethod]
    fn _edition(id: &str, revision: u32) -> PyResult<Self> {
        Self::edition(id, Some(revision))
    }

    #[staticmethod]
    fn _deck(text: &str, rulings: u32) -> PyResult<Self> {
        Self::parse(text, Some(rulings))
    }
}

/// The arguments from which Python recreates a pickled ruleset.
type ReduceArgs = (String, u32);
