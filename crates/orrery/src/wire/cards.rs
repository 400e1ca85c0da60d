//! The cards and tracks of a ruleset as JSON, their texts in one language.

use super::Wire;
use orrery_describe::{Context, Words, ability, attack, mission};
use orrery_rules::ids::MAX_ROW;
use orrery_rules::ruleset::{EmpireTrack, RogueCard};
use orrery_rules::{Mission, Planet, Rules};
use serde_json::{Value, json};

/// Everything that is printed.
pub(crate) fn cards(rules: &Rules, words: &Words) -> Value {
    let context = Context { rules, seats: &[], row: [None; MAX_ROW] };
    let planets = rules.all_planets().into_iter();
    let planets: Vec<Value> = planets.map(|it| planet_card(it, words, &context)).collect();
    let missions = (0..rules.missions.len()).filter_map(Mission::new);
    let missions: Vec<Value> = missions.map(|it| mission_card(it, words, &context)).collect();
    let rogues: Vec<Value> =
        rules.rogues.iter().map(|it| rogue_card(it, words, &context)).collect();
    json!({
        "edition": rules.id,
        "name": rules.name,
        "revision": rules.revision,
        "levels": levels(&rules.track),
        "rogue_levels": levels(&rules.rogue_track),
        "planets": planets,
        "missions": missions,
        "rogues": rogues,
    })
}

fn levels(track: &EmpireTrack) -> Vec<Value> {
    let form = |level: &orrery_rules::ruleset::Level| {
        json!({
            "cost": level.cost, "dice": level.dice, "ships": level.ships, "points": level.points,
        })
    };
    track.levels().iter().map(form).collect()
}

fn planet_card(planet: Planet, words: &Words, context: &Context<'_>) -> Value {
    let rules = context.rules;
    let card = rules.planet(planet);
    json!({
        "planet": card.id,
        "name": card.name,
        "resource": card.resource.wire(rules),
        "track": card.track.wire(rules),
        "points": card.points,
        "end": card.end(),
        "text": words.text(&ability(rules, planet), context),
    })
}

fn mission_card(number: Mission, words: &Words, context: &Context<'_>) -> Value {
    let card = context.rules.mission(number);
    json!({
        "mission": card.id,
        "name": card.name,
        "points": card.points,
        "tied": card.tied,
        "text": words.text(&mission(context.rules, number), context),
    })
}

fn rogue_card(card: &RogueCard, words: &Words, context: &Context<'_>) -> Value {
    let attacks: Vec<String> =
        card.attacks.iter().map(|it| words.text(&attack(it), context)).collect();
    json!({ "rogue": card.id, "name": card.name, "attacks": attacks })
}
