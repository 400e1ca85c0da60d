//! The empire tracks: the players' and the Rogue's.

use std::ops::RangeInclusive;

use crate::ids::SHIPS;
use crate::ruleset::{CAP, EmpireTrack, Level, MAX_LEVELS};

use super::problem::{ProblemKind, What};
use super::row::{Row, Value, at, number};
use super::sink::Sink;

/// Fewest levels of a track.
const MIN_LEVELS: usize = 2;
/// Most points of a level: one fewer than end the game.
const MAX_POINTS: u8 = 20;

/// Reads one level.
type ReadLevel = fn(&Row, &Below, &mut Sink) -> Option<Level>;

/// What a level is measured by: whether it is the first, what the last readable one below it has,
/// and how many dice there are.
#[derive(Clone, Copy)]
struct Below {
    first: bool,
    level: Level,
    dice: u8,
}

/// Reads the section `track`; nobody rolls more than `dice`.
pub(super) fn players(section: &Value, dice: u8, sink: &mut Sink) -> Option<EmpireTrack> {
    track(section, dice, player_level, sink)
}

/// Reads the section `rogue-track`; the Rogue rolls no more than `dice`.
pub(super) fn rogue(section: &Value, dice: u8, sink: &mut Sink) -> Option<EmpireTrack> {
    track(section, dice, rogue_level, sink)
}

/// How many levels a section has, readable or not.
pub(super) fn count(section: &Value) -> Option<usize> {
    Some(section.get_ref().as_table()?.get("levels")?.get_ref().as_array()?.len())
}

fn track(section: &Value, dice: u8, read: ReadLevel, sink: &mut Sink) -> Option<EmpireTrack> {
    let row = Row::open(section, sink)?;
    row.allow(&["levels"], sink);
    let items = row.list("levels", sink)?;
    check_count(row.get("levels").map_or(row.at(), at), items, sink);
    let mut below = Below { first: true, level: Level::default(), dice };
    let mut levels = Vec::new();
    for item in items {
        let level = Row::open(item, sink).and_then(|row| read(&row, &below, sink));
        below = Below { first: false, level: level.unwrap_or(below.level), dice };
        levels.extend(level);
    }
    EmpireTrack::new(&levels)
}

fn check_count(start: usize, items: &[Value], sink: &mut Sink) {
    if items.len() < MIN_LEVELS {
        sink.report(start, ProblemKind::TooFew(What::Levels, MIN_LEVELS));
    }
    if let Some(extra) = items.get(MAX_LEVELS) {
        sink.report(at(extra), ProblemKind::TooMany(What::Levels, MAX_LEVELS));
    }
}

fn player_level(row: &Row, below: &Below, sink: &mut Sink) -> Option<Level> {
    row.allow(&["cost", "dice", "ships", "points"], sink);
    let cost = cost(row, below, sink);
    let dice = rising(row, "dice", 1..=below.dice, below.level.dice, sink);
    let ships = rising(row, "ships", 2..=SHIPS as u8, below.level.ships, sink);
    let points = rising(row, "points", 0..=MAX_POINTS, below.level.points, sink);
    if let (true, Some(3..)) = (below.first, ships) {
        let at = row.get("ships").map_or(row.at(), at);
        sink.report(at, ProblemKind::FirstLevelShips);
    }
    Some(Level { cost: cost?, dice: dice?, ships: ships?, points: points? })
}

/// The Rogue always has all its ships, and its energy pays for its levels (R12.1, R12.7).
fn rogue_level(row: &Row, below: &Below, sink: &mut Sink) -> Option<Level> {
    row.allow(&["dice", "points"], sink);
    let dice = rising(row, "dice", 1..=below.dice, below.level.dice, sink);
    let points = rising(row, "points", 0..=MAX_POINTS, below.level.points, sink);
    Some(Level { cost: 0, dice: dice?, ships: SHIPS as u8, points: points? })
}

/// What the upgrade to a level costs; nobody holds more than the cap.
fn cost(row: &Row, below: &Below, sink: &mut Sink) -> Option<u8> {
    match row.get("cost") {
        None if below.first => Some(0),
        Some(value) if below.first => {
            sink.report(at(value), ProblemKind::FirstLevelCost);
            Some(0)
        }
        _ => rising(row, "cost", 1..=CAP, below.level.cost, sink),
    }
}

/// A number within its range that is not below the one of the level before.
fn rising(
    row: &Row,
    key: &'static str,
    range: RangeInclusive<u8>,
    before: u8,
    sink: &mut Sink,
) -> Option<u8> {
    let value = row.need(key, sink)?;
    let now = number(value, key, range, sink)?;
    if now < before {
        sink.report(at(value), ProblemKind::Shrinks(key));
    }
    Some(now)
}
