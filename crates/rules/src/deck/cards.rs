//! The missions and the Rogues of a deck.

use crate::ids::MAX_MISSIONS;
use crate::ruleset::{Attack, Condition, MAX_OPS, MissionCard, RogueCard};

use super::MAX_ROGUES;
use super::forms::{ATTACKS, CONDITIONS, read};
use super::planets::{Limit, limits};
use super::problem::{ProblemKind, What};
use super::row::{Row, Value, at, list, rows};
use super::sink::{Sink, Used};

/// Reads the section `mission`; none, or at least `least`.
pub(super) fn missions(section: &Value, least: usize, sink: &mut Sink) -> Vec<MissionCard> {
    let Some(rows) = rows(section, "mission", sink) else {
        return Vec::new();
    };
    if !rows.is_empty() && rows.len() < least {
        sink.report(at(section), ProblemKind::TooFew(What::Missions, least));
    }
    if let Some(extra) = rows.get(MAX_MISSIONS) {
        sink.report(at(extra), ProblemKind::TooMany(What::Missions, MAX_MISSIONS));
    }
    let mut used = Used::default();
    rows.iter().filter_map(|row| mission(&Row::open(row, sink)?, &mut used, sink)).collect()
}

fn mission(row: &Row, used: &mut Used, sink: &mut Sink) -> Option<MissionCard> {
    row.allow(&["id", "name", "points", "tied", "condition"], sink);
    let id = row.id(used, sink);
    let name = row.name(used, sink);
    let points = row.number("points", 1..=20, sink);
    let condition =
        row.need("condition", sink).and_then(|value| read(value, "is", CONDITIONS, |_| None, sink));
    let tied = tied(row, points, condition, sink);
    Some(MissionCard { id: id?, name: name?, points: points?, tied: tied?, condition: condition? })
}

/// The points when tied: given where the condition compares players, and only there.
fn tied(
    row: &Row,
    points: Option<u8>,
    condition: Option<Condition>,
    sink: &mut Sink,
) -> Option<u8> {
    let given = row.get("tied");
    let tied = row.number_or("tied", 0..=points.unwrap_or(20), points.unwrap_or(0), sink);
    match (condition?.compares(), given) {
        (true, None) => sink.report(row.at(), ProblemKind::TiedMissing),
        (false, Some(value)) => sink.report(at(value), ProblemKind::TiedNotNeeded),
        _ => {}
    }
    tied
}

/// Reads the section `rogue`; each needs `levels` attacks where that number is known.
pub(super) fn rogues(section: &Value, levels: Option<usize>, sink: &mut Sink) -> Vec<RogueCard> {
    let Some(rows) = rows(section, "rogue", sink) else {
        return Vec::new();
    };
    if rows.is_empty() {
        sink.report(at(section), ProblemKind::TooFew(What::Rogues, 1));
    }
    if let Some(extra) = rows.get(MAX_ROGUES) {
        sink.report(at(extra), ProblemKind::TooMany(What::Rogues, MAX_ROGUES));
    }
    let mut used = Used::default();
    rows.iter().filter_map(|row| rogue(&Row::open(row, sink)?, levels, &mut used, sink)).collect()
}

fn rogue(row: &Row, levels: Option<usize>, used: &mut Used, sink: &mut Sink) -> Option<RogueCard> {
    row.allow(&["id", "name", "difficulty", "attacks"], sink);
    let id = row.id(used, sink);
    let name = row.name(used, sink);
    let difficulty = row.label("difficulty", sink);
    let attacks = attacks(row, levels, sink);
    Some(RogueCard { id: id?, name: name?, difficulty: difficulty?, attacks: attacks? })
}

fn attacks(row: &Row, levels: Option<usize>, sink: &mut Sink) -> Option<Vec<Attack>> {
    let value = row.need("attacks", sink)?;
    let items = list(value, sink)?;
    let attacks = items.len();
    if let Some(levels) = levels.filter(|&levels| levels != attacks) {
        sink.report(at(value), ProblemKind::AttackCount { attacks, levels });
    }
    let read: Vec<_> = items.iter().map(|item| attack(&Row::open(item, sink)?, sink)).collect();
    read.into_iter().collect()
}

fn attack(row: &Row, sink: &mut Sink) -> Option<Attack> {
    row.allow(&["attack", "limit"], sink);
    let once = once(row, sink);
    let value = row.need("attack", sink)?;
    let items = list(value, sink)?;
    if items.is_empty() {
        sink.report(at(value), ProblemKind::NoEffect);
    }
    if let Some(extra) = items.get(MAX_OPS) {
        sink.report(at(extra), ProblemKind::TooMany(What::AttackParts, MAX_OPS));
    }
    let parts: Vec<_> =
        items.iter().map(|item| read(item, "op", ATTACKS, |_| None, sink)).collect();
    Some(Attack { parts: parts.into_iter().collect::<Option<_>>()?, once })
}

/// An attack can only be limited to once per turn: the Rogue has no other turns.
fn once(row: &Row, sink: &mut Sink) -> bool {
    let limits = limits(row, sink);
    if limits.contains(&Limit::OwnTurn) {
        let at = row.get("limit").map_or(row.at(), at);
        let word = ProblemKind::UnknownWord("own turn".to_owned(), vec!["once per turn"]);
        sink.report(at, word);
    }
    limits.contains(&Limit::OncePerTurn)
}
