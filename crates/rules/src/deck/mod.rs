//! Deck files: every edition, and every deck of one's own, is a TOML file that is read into
//! [`Rules`]. Reading never stops at the first problem: all of them are told, with their places.

mod bounds;
mod cards;
mod file;
mod messages;
mod planets;
mod problem;
mod rules_section;
mod sink;
mod source;
mod syntax;
mod toml_table;
mod tracks;

use std::sync::LazyLock;

use crate::ruleset::Rules;
use crate::rulings::Rulings;

pub use problem::{DeckItem, DeckProblem, DeckProblemKind, DeckProblems, ValueType};

/// The ids of the built-in editions.
pub const EDITIONS: [&str; 4] = ["prototype", "classic", "revised", "blast-off"];
/// Most bytes of a deck file.
pub const MAX_BYTES: usize = 256 * 1024;
/// Most names, values and signs of a deck file; the largest built-in one has 2,627.
pub const MAX_TOKENS: usize = 16 * 1024;
/// How deep brackets may nest in a deck file; the built-in ones nest them 4 deep.
pub const MAX_DEPTH: usize = 16;
/// Most problems that are told about one file.
pub const MAX_PROBLEMS: usize = 200;
/// Most Rogues of a deck.
pub const MAX_ROGUES: usize = 16;

static PROTOTYPE: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/prototype.toml")));
static CLASSIC: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/classic.toml")));
static REVISED: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/revised.toml")));
static BLAST_OFF: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/blast-off.toml")));

static CLASSIC_1: LazyLock<Rules> = LazyLock::new(|| first(classic()));
static REVISED_1: LazyLock<Rules> = LazyLock::new(|| first(revised()));

/// Revision 1 of an edition: the same cards, other rulings.
fn first(newest: &Rules) -> Rules {
    Rules { revision: 1, ..newest.under(Rulings::First) }
}

fn built_in(text: &str) -> Rules {
    parse(text).expect("the files built into this crate are read by its tests")
}

/// Reads a deck file: a complete edition, or a deck that builds on a built-in one by its key
/// `edition` and takes from it every section that it does not have itself.
///
/// # Errors
///
/// Everything that is wrong with the file, with line and column.
pub fn parse(text: &str) -> Result<Rules, DeckProblems> {
    source::read(text)
}

/// The built-in edition with this id, one of [`EDITIONS`].
#[must_use]
pub fn edition(id: &str) -> Option<&'static Rules> {
    match id {
        "prototype" => Some(prototype()),
        "classic" => Some(classic()),
        "revised" => Some(revised()),
        "blast-off" => Some(blast_off()),
        _ => None,
    }
}

/// The built-in edition as it was in this revision, for the records that name it.
///
/// Without that revision it is the newest one, as [`edition`] gives it.
#[must_use]
pub fn edition_at(id: &str, revision: u32) -> Option<&'static Rules> {
    match (id, revision) {
        ("classic", 1) => Some(&CLASSIC_1),
        ("revised", 1) => Some(&REVISED_1),
        _ => edition(id),
    }
}

/// The built-in edition under these rulings, for the games that go on by them.
#[must_use]
pub fn edition_under(id: &str, rulings: Rulings) -> Option<&'static Rules> {
    match rulings {
        Rulings::First => edition_at(id, 1),
        Rulings::Second => edition(id),
    }
}

/// The print-and-play of 2014.
#[must_use]
pub fn prototype() -> &'static Rules {
    &PROTOTYPE
}

/// The edition of 2015.
#[must_use]
pub fn classic() -> &'static Rules {
    &CLASSIC
}

/// The 2020 printing of the classic edition.
#[must_use]
pub fn revised() -> &'static Rules {
    &REVISED
}

/// The redesign of 2020.
#[must_use]
pub fn blast_off() -> &'static Rules {
    &BLAST_OFF
}
