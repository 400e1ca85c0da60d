//! Reads the sections `mission` and `rogue` of a deck file.

use crate::ids::MAX_MISSIONS;
use crate::ruleset::{Attack, MAX_OPS, MissionCard, MissionCondition, RogueCard};

use super::MAX_ROGUES;
use super::planets::{UseLimit, limits};
use super::problem::{DeckItem, DeckProblemKind};
use super::sink::{ProblemSink, UsedNames};
use super::syntax::{ATTACKS, CONDITIONS, read};
use super::toml_table::{TomlTable, Value, list, offset_of, rows};

/// Reads the section `mission`, which has no missions or at least `min_count`.
pub(super) fn missions(
    section: &Value,
    min_count: usize,
    sink: &mut ProblemSink,
) -> Vec<MissionCard> {
    let Some(rows) = rows(section, "mission", sink) else {
        return Vec::new();
    };
    if !rows.is_empty() && rows.len() < min_count {
        sink.report(offset_of(section), DeckProblemKind::TooFew(DeckItem::Missions, min_count));
    }
    if let Some(extra) = rows.get(MAX_MISSIONS) {
        sink.report(offset_of(extra), DeckProblemKind::TooMany(DeckItem::Missions, MAX_MISSIONS));
    }
    let mut used = UsedNames::default();
    rows.iter()
        .filter_map(|table| mission(&TomlTable::open(table, sink)?, &mut used, sink))
        .collect()
}

fn mission(table: &TomlTable, used: &mut UsedNames, sink: &mut ProblemSink) -> Option<MissionCard> {
    table.allow_only(&["id", "name", "points", "tied", "condition"], sink);
    let id = table.id(used, sink);
    let name = table.name(used, sink);
    let points = table.number("points", 1..=20, sink);
    let condition = table
        .require("condition", sink)
        .and_then(|value| read(value, "is", CONDITIONS, |_| None, sink));
    let tied = tied(table, points, condition, sink);
    Some(MissionCard { id: id?, name: name?, points: points?, tied: tied?, condition: condition? })
}

/// Reads the points in a tie: required if the condition compares players, forbidden otherwise.
fn tied(
    table: &TomlTable,
    points: Option<u8>,
    condition: Option<MissionCondition>,
    sink: &mut ProblemSink,
) -> Option<u8> {
    let given = table.get("tied");
    let tied = table.number_or("tied", 0..=points.unwrap_or(20), points.unwrap_or(0), sink);
    match (condition?.compares(), given) {
        (true, None) => sink.report(table.offset(), DeckProblemKind::TiedMissing),
        (false, Some(value)) => sink.report(offset_of(value), DeckProblemKind::TiedNotNeeded),
        _ => {}
    }
    tied
}

/// Reads the section `rogue`; each Rogue needs `levels` attacks, if that number is known.
pub(super) fn rogues(
    section: &Value,
    levels: Option<usize>,
    sink: &mut ProblemSink,
) -> Vec<RogueCard> {
    let Some(rows) = rows(section, "rogue", sink) else {
        return Vec::new();
    };
    if rows.is_empty() {
        sink.report(offset_of(section), DeckProblemKind::TooFew(DeckItem::Rogues, 1));
    }
    if let Some(extra) = rows.get(MAX_ROGUES) {
        sink.report(offset_of(extra), DeckProblemKind::TooMany(DeckItem::Rogues, MAX_ROGUES));
    }
    let mut used = UsedNames::default();
    rows.iter()
        .filter_map(|table| rogue(&TomlTable::open(table, sink)?, levels, &mut used, sink))
        .collect()
}

fn rogue(
    table: &TomlTable,
    levels: Option<usize>,
    used: &mut UsedNames,
    sink: &mut ProblemSink,
) -> Option<RogueCard> {
    table.allow_only(&["id", "name", "difficulty", "attacks"], sink);
    let id = table.id(used, sink);
    let name = table.name(used, sink);
    let difficulty = table.label("difficulty", sink);
    let attacks = attacks(table, levels, sink);
    Some(RogueCard { id: id?, name: name?, difficulty: difficulty?, attacks: attacks? })
}

fn attacks(
    table: &TomlTable,
    levels: Option<usize>,
    sink: &mut ProblemSink,
) -> Option<Vec<Attack>> {
    let value = table.require("attacks", sink)?;
    let items = list(value, sink)?;
    let attacks = items.len();
    if let Some(levels) = levels.filter(|&levels| levels != attacks) {
        sink.report(offset_of(value), DeckProblemKind::AttackCount { attacks, levels });
    }
    let read: Vec<_> =
        items.iter().map(|item| attack(&TomlTable::open(item, sink)?, sink)).collect();
    read.into_iter().collect()
}

fn attack(table: &TomlTable, sink: &mut ProblemSink) -> Option<Attack> {
    table.allow_only(&["attack", "limit"], sink);
    let once = once(table, sink);
    let value = table.require("attack", sink)?;
    let items = list(value, sink)?;
    if items.is_empty() {
        sink.report(offset_of(value), DeckProblemKind::NoEffect);
    }
    if let Some(extra) = items.get(MAX_OPS) {
        sink.report(offset_of(extra), DeckProblemKind::TooMany(DeckItem::AttackParts, MAX_OPS));
    }
    let parts: Vec<_> =
        items.iter().map(|item| read(item, "op", ATTACKS, |_| None, sink)).collect();
    Some(Attack { parts: parts.into_iter().collect::<Option<_>>()?, once })
}

/// Returns whether an attack is limited to once per turn. Reports the limit "own turn", since the
/// Rogue acts only on its own turn.
fn once(table: &TomlTable, sink: &mut ProblemSink) -> bool {
    let limits = limits(table, sink);
    if limits.contains(&UseLimit::OwnTurn) {
        let at = table.get("limit").map_or(table.offset(), offset_of);
        let word = DeckProblemKind::UnknownWord("own turn".to_owned(), vec!["once per turn"]);
        sink.report(at, word);
    }
    limits.contains(&UseLimit::OncePerTurn)
}
