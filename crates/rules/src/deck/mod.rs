//! Deck files: TOML files that define an edition or a custom deck and are read into [`Rules`].
//! Reading reports all problems of a file, with line and column.

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
/// The most bytes of a deck file.
pub const MAX_BYTES: usize = 256 * 1024;
/// The most tokens of a deck file; the largest built-in file has 2,627.
pub const MAX_TOKENS: usize = 16 * 1024;
/// The deepest nesting of brackets in a deck file; the built-in files nest 4 deep.
pub const MAX_DEPTH: usize = 16;
/// The most problems that are reported for one file.
pub const MAX_PROBLEMS: usize = 200;
/// The most Rogues of a deck.
pub const MAX_ROGUES: usize = 16;

static PROTOTYPE: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/prototype.toml")));
static CLASSIC: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/classic.toml")));
static REVISED: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/revised.toml")));
static BLAST_OFF: LazyLock<Rules> =
    LazyLock::new(|| built_in(include_str!("../../decks/blast-off.toml")));

static CLASSIC_1: LazyLock<Rules> = LazyLock::new(|| first_revision(classic()));
static REVISED_1: LazyLock<Rules> = LazyLock::new(|| first_revision(revised()));

/// Returns revision 1 of an edition: the same cards under older rulings.
fn first_revision(newest: &Rules) -> Rules {
    newest.revised(1, Rulings::First)
}

fn built_in(text: &str) -> Rules {
    parse(text).expect("the files built into this crate are read by its tests")
}

/// Parses a deck file.
///
/// A deck file either has all sections, or its key `edition` names a built-in edition that provides
/// the sections that the file lacks.
///
/// # Errors
/// Returns all problems of the file, with line and column.
pub fn parse(text: &str) -> Result<Rules, DeckProblems> {
    source::read(text)
}

/// Returns the built-in edition with this id, one of [`EDITIONS`].
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

/// Returns a revision of a built-in edition, to replay records that name it.
///
/// If there is no such revision, returns the newest one, as [`edition`] does.
#[must_use]
pub fn edition_at(id: &str, revision: u32) -> Option<&'static Rules> {
    match (id, revision) {
        ("classic", 1) => Some(&CLASSIC_1),
        ("revised", 1) => Some(&REVISED_1),
        _ => edition(id),
    }
}

/// Returns the built-in edition under these rulings, to continue games that use them.
#[must_use]
pub fn edition_under(id: &str, rulings: Rulings) -> Option<&'static Rules> {
    match rulings {
        Rulings::First => edition_at(id, 1),
        Rulings::Second => edition(id),
    }
}

/// Returns the prototype: the print-and-play edition of 2014.
#[must_use]
pub fn prototype() -> &'static Rules {
    &PROTOTYPE
}

/// Returns the classic edition of 2015.
#[must_use]
pub fn classic() -> &'static Rules {
    &CLASSIC
}

/// Returns the revised edition: the 2020 printing of the classic edition.
#[must_use]
pub fn revised() -> &'static Rules {
    &REVISED
}

/// Returns the blast-off edition: the redesign of 2020.
#[must_use]
pub fn blast_off() -> &'static Rules {
    &BLAST_OFF
}
