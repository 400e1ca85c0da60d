//! Reads the section `planet` of a deck file.

use crate::ids::MAX_PLANETS;
use crate::ruleset::{Ability, MAX_LIMITED, MAX_NESTING, MAX_OPS, Op, PlanetCard};

use super::problem::{DeckItem, DeckProblemKind};
use super::sink::{ProblemSink, UsedNames};
use super::syntax::{COSTS, EFFECTS, RESOURCES, Syntax, TRACKS, read};
use super::toml_table::{Keywords, TomlTable, Value, list, offset_of, rows, word};

const KEYS: &[&str] =
    &["id", "name", "resource", "track", "points", "length", "cost", "ability", "limit"];

/// A limit on the use of an ability.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UseLimit {
    OwnTurn,
    OncePerTurn,
}

const LIMITS: &Keywords<UseLimit> =
    &[("own turn", UseLimit::OwnTurn), ("once per turn", UseLimit::OncePerTurn)];

/// The names of the planets read so far, and the numbers of planets that a deck limits.
#[derive(Default)]
struct PlanetCounts {
    used: UsedNames,
    /// The number of planets whose ability can lead to another ability.
    nesting_planets: usize,
    /// The number of planets limited to once per turn.
    limited: u8,
}

/// Reads the section `planet`; it needs at least `min_count` planets.
pub(super) fn planets(
    section: &Value,
    min_count: usize,
    sink: &mut ProblemSink,
) -> Vec<PlanetCard> {
    let Some(rows) = rows(section, "planet", sink) else {
        return Vec::new();
    };
    if rows.len() < min_count {
        sink.report(offset_of(section), DeckProblemKind::TooFew(DeckItem::Planets, min_count));
    }
    if let Some(extra) = rows.get(MAX_PLANETS) {
        sink.report(offset_of(extra), DeckProblemKind::TooMany(DeckItem::Planets, MAX_PLANETS));
    }
    let mut counts = PlanetCounts::default();
    rows.iter()
        .filter_map(|table| planet(&TomlTable::open(table, sink)?, &mut counts, sink))
        .collect()
}

fn planet(
    table: &TomlTable,
    counts: &mut PlanetCounts,
    sink: &mut ProblemSink,
) -> Option<PlanetCard> {
    table.allow_only(KEYS, sink);
    let id = table.id(&mut counts.used, sink);
    let name = table.name(&mut counts.used, sink);
    let resource = table.word("resource", RESOURCES, sink);
    let track = table.word("track", TRACKS, sink);
    let points = table.number("points", 1..=20, sink);
    let length = length(table, points, sink);
    let ability = ability(table, counts, sink);
    Some(PlanetCard {
        id: id?,
        name: name?,
        resource: resource?,
        track: track?,
        points: points?,
        length: length?,
        ability: ability?,
    })
}

/// Reads the length of the orbit track; the default follows from the points (R8.1).
fn length(table: &TomlTable, points: Option<u8>, sink: &mut ProblemSink) -> Option<u8> {
    if table.get("length").is_some() {
        return table.number("length", 1..=5, sink);
    }
    let default = [1, 2, 3, 5, 7].iter().zip(1..).find(|&(&worth, _)| worth == points.unwrap_or(1));
    if let (None, Some(points)) = (default, points) {
        sink.report(table.offset(), DeckProblemKind::LengthNeeded(points));
    }
    default.map(|(_, length)| length)
}

fn ability(
    table: &TomlTable,
    counts: &mut PlanetCounts,
    sink: &mut ProblemSink,
) -> Option<Ability> {
    let cost_items = table.get("cost").map_or(Some(&[][..]), |value| list(value, sink));
    let effect_items = effect_items(table, sink);
    check_count(cost_items.unwrap_or_default(), effect_items.unwrap_or_default(), sink);
    let costs = cost_items.map(|items| costs(items, sink));
    let effects = effect_items.map(|items| effects(items, costs.as_deref(), sink));
    let limits = limits(table, sink);
    let once = limits.contains(&UseLimit::OncePerTurn).then(|| next_limited(table, counts, sink));
    let costs = costs?.into_iter().collect::<Option<Vec<_>>>()?;
    let effects = effects?.into_iter().collect::<Option<Vec<_>>>()?;
    let mut ability = Ability::new(&costs, &effects)?;
    ability.own_turn |= limits.contains(&UseLimit::OwnTurn);
    ability.once = once;
    count_nesting_planet(&ability, table, counts, sink);
    Some(ability)
}

fn effect_items<'a>(table: &TomlTable<'a>, sink: &mut ProblemSink) -> Option<&'a [Value<'a>]> {
    let value = table.require("ability", sink)?;
    let items = list(value, sink)?;
    if items.is_empty() {
        sink.report(offset_of(value), DeckProblemKind::NoEffect);
    }
    Some(items)
}

/// Reports the first operation beyond `MAX_OPS`, costs and effects together.
fn check_count(costs: &[Value], effects: &[Value], sink: &mut ProblemSink) {
    if let Some(extra) = costs.iter().chain(effects).nth(MAX_OPS) {
        sink.report(offset_of(extra), DeckProblemKind::TooMany(DeckItem::Operations, MAX_OPS));
    }
}

fn costs(items: &[Value], sink: &mut ProblemSink) -> Vec<Option<Op>> {
    let stray = |name: &str| find(EFFECTS, name).map(DeckProblemKind::EffectAsCost);
    let mut costs: Vec<Option<Op>> = Vec::new();
    let mut names = Vec::new();
    for item in items {
        let cost = read(item, "op", COSTS, stray, sink);
        if let Some(name) = cost.as_ref().map(cost_name) {
            if names.contains(&name) {
                sink.report(offset_of(item), DeckProblemKind::Repeated(name));
            }
            names.push(name);
        }
        costs.push(cost);
    }
    costs
}

/// Reads the effects. R10.10: `advance-another` must come right after the cost `regress-own`.
fn effects(
    items: &[Value],
    costs: Option<&[Option<Op>]>,
    sink: &mut ProblemSink,
) -> Vec<Option<Op>> {
    let stray = |name: &str| find(COSTS, name).map(DeckProblemKind::CostAsEffect);
    let regresses =
        costs.is_none_or(|costs| matches!(costs.last(), Some(None | Some(Op::RegressOwn))));
    let mut effect = |(index, item)| {
        let effect = read(item, "op", EFFECTS, stray, sink);
        if matches!(effect, Some(Op::AdvanceAnother(..))) && !(regresses && index == 0) {
            sink.report(offset_of(item), DeckProblemKind::NeedsRegressOwn);
        }
        effect
    };
    items.iter().enumerate().map(&mut effect).collect()
}

fn find(syntax: &[Syntax<Op>], name: &str) -> Option<&'static str> {
    syntax.iter().find(|form| form.name == name).map(|form| form.name)
}

const fn cost_name(cost: &Op) -> &'static str {
    match cost {
        Op::Pay(_) => "pay",
        Op::DiscardDice(_) => "discard-dice",
        _ => "regress-own",
    }
}

/// Reads the optional limits of a planet or an attack, each at most once.
pub(super) fn limits(table: &TomlTable, sink: &mut ProblemSink) -> Vec<UseLimit> {
    let items = table.get("limit").and_then(|value| list(value, sink)).unwrap_or_default();
    let mut limits = Vec::new();
    for item in items {
        match word(item, LIMITS, sink) {
            Some(limit) if limits.contains(&limit) => {
                sink.report(offset_of(item), DeckProblemKind::Repeated(limit_name(limit)));
            }
            limit => limits.extend(limit),
        }
    }
    limits
}

fn limit_name(limit: UseLimit) -> &'static str {
    LIMITS.iter().find(|(_, other)| *other == limit).map_or("limit", |&(name, _)| name)
}

/// Returns the next free index for a planet limited to once per turn (R9.3).
fn next_limited(table: &TomlTable, counts: &mut PlanetCounts, sink: &mut ProblemSink) -> u8 {
    let number = counts.limited;
    if usize::from(number) == MAX_LIMITED {
        let at = table.get("limit").map_or(table.offset(), offset_of);
        sink.report(at, DeckProblemKind::TooMany(DeckItem::LimitedPlanets, MAX_LIMITED));
    }
    counts.limited = number.saturating_add(1);
    number
}

fn count_nesting_planet(
    ability: &Ability,
    table: &TomlTable,
    counts: &mut PlanetCounts,
    sink: &mut ProblemSink,
) {
    if !ability.nests() {
        return;
    }
    if counts.nesting_planets == MAX_NESTING {
        let at = table.get("ability").map_or(table.offset(), offset_of);
        sink.report(at, DeckProblemKind::TooMany(DeckItem::NestingPlanets, MAX_NESTING));
    }
    counts.nesting_planets += 1;
}
