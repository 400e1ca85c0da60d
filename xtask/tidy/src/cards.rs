//! Every card has tests, and card names occur only in the decks.

use super::rules::book_tests;
use super::text::lines_with_word;
use super::tree::{File, Tree};
use std::collections::BTreeSet;
use toml::de::{DeTable, DeValue};

const DECKS: &str = "crates/rules/decks/";
/// Decks whose planets all need tests; the tests of the classic edition cover the revised one.
const TESTED_DECKS: [&str; 3] = ["classic", "prototype", "blast-off"];
const SOURCE_EXTENSIONS: [&str; 8] = ["rs", "ts", "js", "svelte", "py", "ftl", "sh", "html"];

/// The parts of a deck file that the checks need.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// Ids and names of planets.
    pub planets: Vec<(String, String)>,
    /// Ids of Rogues, and the number of their attacks.
    pub rogues: Vec<(String, usize)>,
}

impl Deck {
    /// Parses a deck file.
    ///
    /// # Errors
    ///
    /// If it is not TOML.
    pub fn read(text: &str) -> Result<Self, String> {
        let table = DeTable::parse(text).map_err(|error| error.to_string())?;
        let planet = |card: &DeValue<'_>| (text_of(card, "id"), text_of(card, "name"));
        let rogue = |card: &DeValue<'_>| (text_of(card, "id"), list(card.get("attacks")).len());
        let cards = |kind: &str| list(table.get_ref().get(kind));
        Ok(Self {
            planets: cards("planet").into_iter().map(planet).collect(),
            rogues: cards("rogue").into_iter().map(rogue).collect(),
        })
    }
}

fn list<'a, 'i>(value: Option<&'a toml::Spanned<DeValue<'i>>>) -> Vec<&'a DeValue<'i>> {
    let array = value.and_then(|value| value.get_ref().as_array());
    array.into_iter().flat_map(|array| array.iter().map(toml::Spanned::get_ref)).collect()
}

fn text_of(card: &DeValue<'_>, key: &str) -> String {
    card.get(key).and_then(|value| value.get_ref().as_str()).unwrap_or_default().to_owned()
}

fn deck(tree: &Tree, name: &str) -> Result<Deck, String> {
    let path = format!("{DECKS}{name}.toml");
    let text = tree.text(&path).ok_or_else(|| format!("{path} is missing"))?;
    Deck::read(text).map_err(|error| format!("{path}: {error}"))
}

/// Every planet has a test of its ability and one of its limits.
pub fn planets_have_tests(tree: &Tree) -> Vec<String> {
    let tests: BTreeSet<String> = book_tests(tree).into_iter().map(|(_, name)| name).collect();
    let missing = |name: &str| match deck(tree, name) {
        Ok(deck) => untested_planets(name, &deck, &tests),
        Err(problem) => vec![problem],
    };
    TESTED_DECKS.iter().flat_map(|name| missing(name)).collect()
}

fn untested_planets(name: &str, deck: &Deck, tests: &BTreeSet<String>) -> Vec<String> {
    if deck.planets.is_empty() {
        return vec![format!("{name} has no planets")];
    }
    let slugs = deck.planets.iter().map(|(id, _)| id.replace('-', "_"));
    let wanted = slugs.flat_map(|slug| [format!("{slug}_can"), format!("{slug}_cannot")]);
    let missing = wanted.filter(|test| !tests.contains(test));
    missing.map(|test| format!("{name}: no test {test}")).collect()
}

/// Every attack of every Rogue has a test.
pub fn rogues_have_tests(tree: &Tree) -> Vec<String> {
    let tests = book_tests(tree);
    let rogues = match deck(tree, "classic") {
        Ok(deck) if deck.rogues.is_empty() => return vec!["classic has no Rogues".to_owned()],
        Ok(deck) => deck.rogues,
        Err(problem) => return vec![problem],
    };
    let levels = |(id, count): (String, usize)| {
        (1..=count).map(move |level| format!("{}_{level}_", id.replace('-', "_")))
    };
    let wanted = rogues.into_iter().flat_map(levels);
    let missing = wanted.filter(|start| !tests.iter().any(|(_, name)| name.starts_with(start)));
    missing.map(|start| format!("no test {start}*")).collect()
}

/// No source except tests and decks contains the name or the id of a planet.
pub fn cards_stay_in_decks(tree: &Tree) -> Vec<String> {
    let decks = tree.below(DECKS, &["toml"]).filter_map(|file| Deck::read(&file.text).ok());
    let cards: BTreeSet<String> =
        decks.flat_map(|deck| deck.planets).flat_map(|(id, name)| [id, name]).collect();
    let sources = tree.files.iter().filter(|file| file.is_a(&SOURCE_EXTENSIONS) && !is_test(file));
    sources.flat_map(|file| cards.iter().flat_map(|card| mentions(file, card))).collect()
}

/// Returns whether a file is in a directory `tests`, a module `tests` or a test of the web client.
fn is_test(file: &File) -> bool {
    file.is_in("tests") || file.path.ends_with("/tests.rs") || file.path.ends_with(".test.ts")
}

fn mentions(file: &File, card: &str) -> Vec<String> {
    let lines = lines_with_word(&file.text, card);
    lines.into_iter().map(|line| format!("{}:{line}: the card {card}", file.path)).collect()
}
