//! Reads the empire tracks of the players and the Rogue.

use std::ops::RangeInclusive;

use crate::ids::SHIPS;
use crate::ruleset::{CAP, EmpireLevel, EmpireTrack, MAX_LEVELS};

use super::problem::{DeckItem, DeckProblemKind};
use super::sink::ProblemSink;
use super::toml_table::{TomlTable, Value, number, offset_of};

/// The fewest levels of a track.
const MIN_LEVELS: usize = 2;
/// The most points of a level: one fewer than the number that triggers the end.
const MAX_POINTS: u8 = 20;

/// A function that reads one level.
type ReadLevel = fn(&TomlTable, &LevelContext, &mut ProblemSink) -> Option<EmpireLevel>;

/// The context in which a level is checked.
#[derive(Clone, Copy)]
struct LevelContext {
    /// Whether it is the first level.
    first: bool,
    /// The level before it.
    previous: EmpireLevel,
    /// The most dice of a level.
    max_dice: u8,
}

/// Reads the section `track`; a player rolls at most `max_dice` dice.
pub(super) fn players(
    section: &Value,
    max_dice: u8,
    sink: &mut ProblemSink,
) -> Option<EmpireTrack> {
    track(section, max_dice, player_level, sink)
}

/// Reads the section `rogue-track`; the Rogue rolls at most `max_dice` dice.
pub(super) fn rogue(section: &Value, max_dice: u8, sink: &mut ProblemSink) -> Option<EmpireTrack> {
    track(section, max_dice, rogue_level, sink)
}

/// Returns the number of levels of a section, valid or not.
pub(super) fn level_count(section: &Value) -> Option<usize> {
    Some(section.get_ref().as_table()?.get("levels")?.get_ref().as_array()?.len())
}

fn track(
    section: &Value,
    max_dice: u8,
    read: ReadLevel,
    sink: &mut ProblemSink,
) -> Option<EmpireTrack> {
    let table = TomlTable::open(section, sink)?;
    table.allow_only(&["levels"], sink);
    let items = table.list("levels", sink)?;
    check_count(table.get("levels").map_or(table.offset(), offset_of), items, sink);
    let mut context = LevelContext { first: true, previous: EmpireLevel::default(), max_dice };
    let mut levels = Vec::new();
    for item in items {
        let level = TomlTable::open(item, sink).and_then(|table| read(&table, &context, sink));
        context =
            LevelContext { first: false, previous: level.unwrap_or(context.previous), max_dice };
        levels.extend(level);
    }
    EmpireTrack::new(&levels)
}

fn check_count(start: usize, items: &[Value], sink: &mut ProblemSink) {
    if items.len() < MIN_LEVELS {
        sink.report(start, DeckProblemKind::TooFew(DeckItem::Levels, MIN_LEVELS));
    }
    if let Some(extra) = items.get(MAX_LEVELS) {
        sink.report(offset_of(extra), DeckProblemKind::TooMany(DeckItem::Levels, MAX_LEVELS));
    }
}

fn player_level(
    table: &TomlTable,
    context: &LevelContext,
    sink: &mut ProblemSink,
) -> Option<EmpireLevel> {
    table.allow_only(&["cost", "dice", "ships", "points"], sink);
    let cost = cost(table, context, sink);
    let dice = non_decreasing(table, "dice", 1..=context.max_dice, context.previous.dice, sink);
    let ships = non_decreasing(table, "ships", 2..=SHIPS as u8, context.previous.ships, sink);
    let points = non_decreasing(table, "points", 0..=MAX_POINTS, context.previous.points, sink);
    if let (true, Some(3..)) = (context.first, ships) {
        let at = table.get("ships").map_or(table.offset(), offset_of);
        sink.report(at, DeckProblemKind::FirstLevelShips);
    }
    Some(EmpireLevel { cost: cost?, dice: dice?, ships: ships?, points: points? })
}

/// Reads a level of the Rogue, which always has all ships and no upgrade cost (R12.1, R12.7).
fn rogue_level(
    table: &TomlTable,
    context: &LevelContext,
    sink: &mut ProblemSink,
) -> Option<EmpireLevel> {
    table.allow_only(&["dice", "points"], sink);
    let dice = non_decreasing(table, "dice", 1..=context.max_dice, context.previous.dice, sink);
    let points = non_decreasing(table, "points", 0..=MAX_POINTS, context.previous.points, sink);
    Some(EmpireLevel { cost: 0, dice: dice?, ships: SHIPS as u8, points: points? })
}

/// Reads the cost of the upgrade to a level, at most the resource cap.
fn cost(table: &TomlTable, context: &LevelContext, sink: &mut ProblemSink) -> Option<u8> {
    match table.get("cost") {
        None if context.first => Some(0),
        Some(value) if context.first => {
            sink.report(offset_of(value), DeckProblemKind::FirstLevelCost);
            Some(0)
        }
        _ => non_decreasing(table, "cost", 1..=CAP, context.previous.cost, sink),
    }
}

/// Reads a number within its range that is at least that of the previous level.
fn non_decreasing(
    table: &TomlTable,
    key: &'static str,
    range: RangeInclusive<u8>,
    previous: u8,
    sink: &mut ProblemSink,
) -> Option<u8> {
    let value = table.require(key, sink)?;
    let current = number(value, key, range, sink)?;
    if current < previous {
        sink.report(offset_of(value), DeckProblemKind::Shrinks(key));
    }
    Some(current)
}
