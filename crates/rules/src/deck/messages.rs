//! The English messages of deck problems; each says what to do.

use std::fmt;

use super::problem::{DeckItem, DeckProblemKind, ValueType};

impl fmt::Display for DeckProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(..)
            | Self::UnknownSection(..)
            | Self::UnknownWord(..)
            | Self::UnknownOperation(..) => unknown(self, f),
            Self::MissingKey(_)
            | Self::MissingSection(_)
            | Self::TooFew(..)
            | Self::LengthNeeded(_)
            | Self::TiedMissing
            | Self::NoEffect
            | Self::NoAmount(_)
            | Self::NeedsRegressOwn => missing_part(self, f),
            Self::BadSlug(_)
            | Self::BadName(_)
            | Self::EditionId(_)
            | Self::DuplicateId(..)
            | Self::DuplicateName(..) => id_or_name(self, f),
            _ => other(self, f),
        }
    }
}

fn unknown(kind: &DeckProblemKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (word, what, known) = match kind {
        DeckProblemKind::UnknownKey(word, known) => (word, "key", known),
        DeckProblemKind::UnknownSection(word, known) => (word, "section", known),
        DeckProblemKind::UnknownOperation(word, known) => (word, "operation", known),
        DeckProblemKind::UnknownWord(word, known) => (word, "keyword", known),
        _ => return Ok(()),
    };
    write!(f, "unknown {what} {word:?}; remove it or use one of: {}", known.join(", "))
}

fn missing_part(kind: &DeckProblemKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        DeckProblemKind::MissingKey(key) => write!(f, "the key `{key}` is missing here; add it"),
        DeckProblemKind::MissingSection(name) => {
            write!(f, "the section `{name}` is missing; add it, or build on an `edition`")
        }
        DeckProblemKind::TooFew(what, least) => {
            write!(f, "too few {what}: there must be at least {least}; add more")
        }
        DeckProblemKind::LengthNeeded(points) => {
            write!(f, "a planet worth {points} needs its own `length`, from 1 to 5; add it")
        }
        DeckProblemKind::TiedMissing => {
            write!(f, "this mission compares players; add `tied`, its points in a tie")
        }
        DeckProblemKind::NoEffect => write!(f, "this does nothing; give it at least one operation"),
        DeckProblemKind::NoAmount(name) => {
            write!(f, "`{name}` needs an amount; add `energy`, `culture` or both")
        }
        DeckProblemKind::NeedsRegressOwn => {
            write!(f, "`advance-another` must come right after the cost `regress-own`")
        }
        _ => Ok(()),
    }
}

fn id_or_name(kind: &DeckProblemKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        DeckProblemKind::BadSlug(text) => write!(
            f,
            "{text:?} is not a valid id; use up to 40 of a-z, 0-9 and single hyphens in between"
        ),
        DeckProblemKind::BadName(text) => write!(
            f,
            "{text:?} is not a valid name; use 1 to 40 visible characters, without outer spaces"
        ),
        DeckProblemKind::EditionId(id) => {
            write!(f, "{id:?} is the id of a built-in edition; choose an id of your own")
        }
        DeckProblemKind::DuplicateId(id, line) => {
            write!(f, "the id {id:?} is already used in line {line}; choose another")
        }
        DeckProblemKind::DuplicateName(name, line) => {
            write!(f, "the name {name:?} is already used in line {line}; choose another")
        }
        _ => Ok(()),
    }
}

fn other(kind: &DeckProblemKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        DeckProblemKind::Unplayable(problem) => write!(f, "{problem}"),
        DeckProblemKind::Syntax(message) => write!(f, "this is not TOML: {message}"),
        DeckProblemKind::TooLong(_)
        | DeckProblemKind::TooManyTokens(_)
        | DeckProblemKind::TooDeep(_) => bounds(kind, f),
        DeckProblemKind::RulesOfEdition => write!(
            f,
            "a deck that builds on an edition keeps its rules; remove `[rules]` or `edition`"
        ),
        DeckProblemKind::WrongType { expected, found } => {
            write!(f, "{expected} belongs here, not {found}")
        }
        DeckProblemKind::SingleRow(name) => {
            write!(f, "there can be many of these; write `[[{name}]]` above each of them")
        }
        DeckProblemKind::SeatsPair => {
            write!(f, "`seats` has two numbers, the fewest and the most players, such as [2, 4]")
        }
        DeckProblemKind::OutOfRange { key, least, most } if least == most => {
            write!(f, "`{key}` must be {least}")
        }
        DeckProblemKind::OutOfRange { key, least, most } => {
            write!(f, "`{key}` must be a whole number from {least} to {most}")
        }
        _ => misfit(kind, f),
    }
}

fn bounds(kind: &DeckProblemKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        DeckProblemKind::TooLong(most) => {
            write!(f, "the file is too long; a deck has at most {most} bytes")
        }
        DeckProblemKind::TooManyTokens(most) => {
            write!(f, "the file has too many parts; a deck has at most {most} tokens")
        }
        DeckProblemKind::TooDeep(most) => write!(
            f,
            "brackets nest too deeply; a deck nests them at most {most} deep, so close some \
             before this one"
        ),
        _ => Ok(()),
    }
}

fn misfit(kind: &DeckProblemKind, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        DeckProblemKind::CostAsEffect(op) => write!(f, "`{op}` is a cost; move it to `cost`"),
        DeckProblemKind::EffectAsCost(op) => {
            write!(f, "`{op}` is not a cost; move it to `ability`")
        }
        DeckProblemKind::Repeated(word) => write!(f, "`{word}` is given twice; remove one"),
        DeckProblemKind::TooMany(what, most) => {
            write!(f, "too many {what}: there can be at most {most}; remove this one")
        }
        DeckProblemKind::TiedNotNeeded => {
            write!(f, "this mission does not compare players, so it cannot be tied; remove `tied`")
        }
        DeckProblemKind::Shrinks(key) => {
            write!(f, "`{key}` is less than on the level before; it must never go down")
        }
        DeckProblemKind::FirstLevelCost => {
            write!(f, "everyone starts on the first level, so it costs nothing; remove `cost`")
        }
        DeckProblemKind::FirstLevelShips => {
            write!(f, "everyone starts with 2 ships; set `ships` to 2")
        }
        DeckProblemKind::AttackCount { attacks, levels } => {
            write!(f, "a Rogue needs one attack for each of its {levels} levels, not {attacks}")
        }
        DeckProblemKind::NoSolo => {
            write!(f, "there is no solo game in this edition, so no Rogue; remove this section")
        }
        _ => write!(f, "this is not a valid deck"),
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text in quotes",
            Self::Number => "a whole number",
            Self::Flag => "true or false",
            Self::List => "a list in [ ]",
            Self::Table => "a table in { }",
            Self::Other => "a fraction, a date or a time",
        })
    }
}

impl fmt::Display for DeckItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Planets => "planets",
            Self::NestingPlanets => "planets whose ability can lead to another ability",
            Self::LimitedPlanets => "planets limited to once per turn",
            Self::Missions => "missions",
            Self::Rogues => "Rogues",
            Self::Levels => "levels",
            Self::Operations => "operations in one ability, its cost included",
            Self::AttackParts => "operations in one attack",
        })
    }
}
