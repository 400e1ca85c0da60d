//! What one seat, or a spectator, may know, as JSON. It is made from a [`View`], which holds
//! nothing else.

use super::Wire;
use super::event::winners_of;
use orrery_rules::ids::SHIPS;
use orrery_rules::{
    Berth, DecidedBy, Decision, Effect, GameResult, Question, Rules, Score, Seat, Ship, Slot,
    Table, View,
};
use serde_json::{Map, Value, json};

/// A view.
pub(crate) fn view(view: &View<'_>) -> Value {
    let rules = view.rules();
    let seats: Vec<Value> = view.seats().map(|seat| galaxy(view, seat)).collect();
    let dealt: Vec<Value> = view.dealt_missions().map(|mission| mission.wire(rules)).collect();
    let open: Vec<Value> = view.open_planets().map(|planet| planet.wire(rules)).collect();
    let mut all = json!({
        "viewer": view.viewer().wire(rules),
        "edition": rules.id,
        "rogue": view.rogue().map(|rogue| &rules.rogues[rogue].id),
        "options": options(view.table()),
        "turn": view.turn(),
        "start": view.starting_seat().wire(rules),
        "active": (view.turn() > 0).then(|| view.active()).wire(rules),
        "actor": view.actor().wire(rules),
        "decision": view.decision().map(|asked| decision(&asked, rules)),
        "open_abilities": open,
        "seats": seats,
        "dealt": dealt,
    });
    if let Some(all) = all.as_object_mut() {
        all.extend(turn(view.table()));
        all.extend(planets(view.table()));
        all.insert("outcome".to_owned(), outcome(view.outcome().as_ref()));
    }
    all
}

/// The options that are on.
fn options(table: &Table<'_>) -> Vec<&'static str> {
    let options = table.options();
    let all = [(options.duel_missions, "duel-missions"), (options.relentless, "relentless")];
    all.into_iter().filter_map(|(is_on, word)| is_on.then_some(word)).collect()
}

/// The dice, and what else belongs to the turn.
fn turn(table: &Table<'_>) -> Map<String, Value> {
    let rules = table.rules();
    let bay: Vec<Value> = table.bay().iter().map(|face| face.wire(rules)).collect();
    let effects: Vec<&str> = table.effects().map(Effect::word).collect();
    let form = json!({
        "dice": table.dice().wire(rules),
        "chosen": table.chosen_dice().wire(rules),
        "bay": bay,
        "converter": table.converter().wire(rules),
        "discarded": table.discarded_dice(),
        "rerolled": table.has_rerolled(),
        "converted": table.has_converted(),
        "follow_cost": table.follow_cost(),
        "effects": effects,
        "loses_a_die": table.loses_a_die(),
        "rogue_die": table.rogue_die().wire(rules),
        "end_triggered": table.end_triggered(),
        "end_triggered_by": table.elder().wire(rules),
    });
    object(form)
}

/// The row, the deck and what is out of the game.
fn planets(table: &Table<'_>) -> Map<String, Value> {
    let rules = table.rules();
    let count = Rules::row_len(if table.is_solo() { 1 } else { table.seat_count() });
    let slots = (0..count).filter_map(Slot::new);
    let row: Vec<Value> = slots.map(|slot| table.planet_in(slot).wire(rules)).collect();
    let under: Vec<Value> = table.under_deck().map(|planet| planet.wire(rules)).collect();
    let form = json!({
        "row": row,
        "deck": table.deck_len(),
        "undrawn": table.undrawn().wire(rules),
        "under": under,
        "gone": table.planets_gone().wire(rules),
    });
    object(form)
}

fn object(form: Value) -> Map<String, Value> {
    match form {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// One seat; its mission only as far as the viewer knows it.
fn galaxy(view: &View<'_>, seat: Seat) -> Value {
    let rules = view.rules();
    let level = view.empire_track(seat).level(view.level(seat));
    let ships = (0..SHIPS).filter_map(Ship::new);
    let ships: Vec<Value> = ships.map(|ship| berth(view.berth(seat, ship))).collect();
    let used: Vec<Value> = view.used_planets(seat).map(|planet| planet.wire(rules)).collect();
    json!({
        "seat": seat.wire(rules),
        "rogue": view.is_rogue(seat),
        "energy": view.held(seat).energy,
        "culture": view.held(seat).culture,
        "level": view.level(seat),
        "dice": level.dice,
        "points": view.points(seat),
        "planet_points": view.planet_points(seat),
        "ships": ships,
        "colonies": view.colonies(seat).wire(rules),
        "used": used,
        "mission": view.mission(seat).wire(rules),
    })
}

fn berth(berth: Berth) -> Value {
    match berth {
        Berth::Reserve => json!({ "at": "reserve" }),
        Berth::Home => json!({ "at": "home" }),
        Berth::Surface(slot) => json!({ "at": "surface", "slot": slot.index() + 1 }),
        Berth::Orbit(slot, space) => {
            json!({ "at": "orbit", "slot": slot.index() + 1, "space": space })
        }
    }
}

/// What is asked of whom.
pub(crate) fn decision(decision: &Decision, rules: &Rules) -> Value {
    let mut form = json!({
        "seat": decision.seat.wire(rules),
        "question": decision.question.word(),
        "planet": decision.planet.wire(rules),
    });
    match decision.question {
        Question::Follow { face, cost } => {
            form["face"] = face.wire(rules);
            form["cost"] = json!(cost);
        }
        Question::ForceReroll { face } => form["face"] = face.wire(rules),
        _ => {}
    }
    form
}

/// How a game ended; `null` before that.
pub(crate) fn outcome(result: Option<&GameResult>) -> Value {
    let Some(result) = result else { return Value::Null };
    let scores: Vec<Value> = result.scores().iter().enumerate().map(score).collect();
    json!({
        "winners": winners_of(result.winners()),
        "decided_by": decided_by(result.decided_by),
        "scores": scores,
    })
}

fn score((i, score): (usize, &Score)) -> Value {
    json!({
        "seat": Seat::new(i).map(|seat| seat.to_string()),
        "points": score.points,
        "planet_points": score.planet_points,
        "empire_points": score.empire_points,
        "mission_points": score.mission_points,
        "colonies": score.colonies,
        "level": score.level,
        "resources": score.resources,
    })
}

const fn decided_by(decided_by: DecidedBy) -> &'static str {
    match decided_by {
        DecidedBy::Points => "points",
        DecidedBy::Colonies => "colonies",
        DecidedBy::Level => "level",
        DecidedBy::Resources => "resources",
        DecidedBy::Shared => "shared",
        DecidedBy::AtOnce => "at-once",
    }
}
