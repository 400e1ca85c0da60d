//! The planets of a deck.

use crate::ids::MAX_PLANETS;
use crate::ruleset::{Ability, MAX_LIMITED, MAX_NESTING, MAX_OPS, Op, PlanetCard};

use super::forms::{COSTS, EFFECTS, Form, RESOURCES, TRACKS, read};
use super::problem::{ProblemKind, What};
use super::row::{Row, Value, Words, at, list, rows, word};
use super::sink::{Sink, Used};

const KEYS: &[&str] =
    &["id", "name", "resource", "track", "points", "length", "cost", "ability", "limit"];

/// When an ability can be used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    OwnTurn,
    OncePerTurn,
}

const LIMITS: &Words<Limit> =
    &[("own turn", Limit::OwnTurn), ("once per turn", Limit::OncePerTurn)];

/// What is counted from planet to planet.
#[derive(Default)]
struct Tally {
    used: Used,
    nesting: usize,
    limited: u8,
}

/// Reads the section `planet`; `least` planets are needed.
pub(super) fn planets(section: &Value, least: usize, sink: &mut Sink) -> Vec<PlanetCard> {
    let Some(rows) = rows(section, "planet", sink) else {
        return Vec::new();
    };
    if rows.len() < least {
        sink.report(at(section), ProblemKind::TooFew(What::Planets, least));
    }
    if let Some(extra) = rows.get(MAX_PLANETS) {
        sink.report(at(extra), ProblemKind::TooMany(What::Planets, MAX_PLANETS));
    }
    let mut tally = Tally::default();
    rows.iter().filter_map(|row| planet(&Row::open(row, sink)?, &mut tally, sink)).collect()
}

fn planet(row: &Row, tally: &mut Tally, sink: &mut Sink) -> Option<PlanetCard> {
    row.allow(KEYS, sink);
    let id = row.id(&mut tally.used, sink);
    let name = row.name(&mut tally.used, sink);
    let resource = row.word("resource", RESOURCES, sink);
    let track = row.word("track", TRACKS, sink);
    let points = row.number("points", 1..=20, sink);
    let length = length(row, points, sink);
    let ability = ability(row, tally, sink);
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

/// The spaces of the orbit track: the usual number for its points (R8.1), or as given.
fn length(row: &Row, points: Option<u8>, sink: &mut Sink) -> Option<u8> {
    if row.get("length").is_some() {
        return row.number("length", 1..=5, sink);
    }
    let usual = [1, 2, 3, 5, 7].iter().zip(1..).find(|&(&worth, _)| worth == points.unwrap_or(1));
    if let (None, Some(points)) = (usual, points) {
        sink.report(row.at(), ProblemKind::LengthNeeded(points));
    }
    usual.map(|(_, length)| length)
}

fn ability(row: &Row, tally: &mut Tally, sink: &mut Sink) -> Option<Ability> {
    let cost_items = row.get("cost").map_or(Some(&[][..]), |value| list(value, sink));
    let effect_items = effect_items(row, sink);
    check_count(cost_items.unwrap_or_default(), effect_items.unwrap_or_default(), sink);
    let costs = cost_items.map(|items| costs(items, sink));
    let effects = effect_items.map(|items| effects(items, costs.as_deref(), sink));
    let limits = limits(row, sink);
    let once = limits.contains(&Limit::OncePerTurn).then(|| next_limited(row, tally, sink));
    let costs = costs?.into_iter().collect::<Option<Vec<_>>>()?;
    let effects = effects?.into_iter().collect::<Option<Vec<_>>>()?;
    let mut ability = Ability::new(&costs, &effects)?;
    ability.own_turn |= limits.contains(&Limit::OwnTurn);
    ability.once = once;
    count_nesting(&ability, row, tally, sink);
    Some(ability)
}

fn effect_items<'a>(row: &Row<'a>, sink: &mut Sink) -> Option<&'a [Value<'a>]> {
    let value = row.need("ability", sink)?;
    let items = list(value, sink)?;
    if items.is_empty() {
        sink.report(at(value), ProblemKind::NoEffect);
    }
    Some(items)
}

/// Reports the first operation that is one too many.
fn check_count(costs: &[Value], effects: &[Value], sink: &mut Sink) {
    if let Some(extra) = costs.iter().chain(effects).nth(MAX_OPS) {
        sink.report(at(extra), ProblemKind::TooMany(What::Operations, MAX_OPS));
    }
}

fn costs(items: &[Value], sink: &mut Sink) -> Vec<Option<Op>> {
    let stray = |name: &str| find(EFFECTS, name).map(ProblemKind::EffectAsCost);
    let mut costs: Vec<Option<Op>> = Vec::new();
    let mut names = Vec::new();
    for item in items {
        let cost = read(item, "op", COSTS, stray, sink);
        if let Some(name) = cost.as_ref().map(cost_name) {
            if names.contains(&name) {
                sink.report(at(item), ProblemKind::Repeated(name));
            }
            names.push(name);
        }
        costs.push(cost);
    }
    costs
}

/// R10.10: "another" comes right after the cost that names the first, if costs could be read.
fn effects(items: &[Value], costs: Option<&[Option<Op>]>, sink: &mut Sink) -> Vec<Option<Op>> {
    let stray = |name: &str| find(COSTS, name).map(ProblemKind::CostAsEffect);
    let regresses =
        costs.is_none_or(|costs| matches!(costs.last(), Some(None | Some(Op::RegressOwn))));
    let mut effect = |(place, item)| {
        let effect = read(item, "op", EFFECTS, stray, sink);
        if matches!(effect, Some(Op::AdvanceAnother(..))) && !(regresses && place == 0) {
            sink.report(at(item), ProblemKind::NeedsRegressOwn);
        }
        effect
    };
    items.iter().enumerate().map(&mut effect).collect()
}

fn find(forms: &[Form<Op>], name: &str) -> Option<&'static str> {
    forms.iter().find(|form| form.name == name).map(|form| form.name)
}

const fn cost_name(cost: &Op) -> &'static str {
    match cost {
        Op::Pay(_) => "pay",
        Op::DiscardDice(_) => "discard-dice",
        _ => "regress-own",
    }
}

/// The limits named by a row that may name none, each once.
pub(super) fn limits(row: &Row, sink: &mut Sink) -> Vec<Limit> {
    let items = row.get("limit").and_then(|value| list(value, sink)).unwrap_or_default();
    let mut limits = Vec::new();
    for item in items {
        match word(item, LIMITS, sink) {
            Some(limit) if limits.contains(&limit) => {
                sink.report(at(item), ProblemKind::Repeated(limit_name(limit)));
            }
            limit => limits.extend(limit),
        }
    }
    limits
}

fn limit_name(limit: Limit) -> &'static str {
    LIMITS.iter().find(|(_, other)| *other == limit).map_or("limit", |&(name, _)| name)
}

/// The number of the next planet limited to once per turn (R9.3).
fn next_limited(row: &Row, tally: &mut Tally, sink: &mut Sink) -> u8 {
    let number = tally.limited;
    if usize::from(number) == MAX_LIMITED {
        let at = row.get("limit").map_or(row.at(), at);
        sink.report(at, ProblemKind::TooMany(What::LimitedPlanets, MAX_LIMITED));
    }
    tally.limited = number.saturating_add(1);
    number
}

fn count_nesting(ability: &Ability, row: &Row, tally: &mut Tally, sink: &mut Sink) {
    if !ability.nests() {
        return;
    }
    if tally.nesting == MAX_NESTING {
        let at = row.get("ability").map_or(row.at(), at);
        sink.report(at, ProblemKind::TooMany(What::NestingPlanets, MAX_NESTING));
    }
    tally.nesting += 1;
}
