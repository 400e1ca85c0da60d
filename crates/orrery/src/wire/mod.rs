//! The game as JSON: what `stdio` and external bots send and receive. Seats are letters, ships and
//! slots are counted from 1, cards go by their slugs; keys are `snake_case`, words `kebab-case`.
//! Everything is described in `docs/PROTOCOL.md`.

mod cards;
mod event;
mod line;
mod view;

pub(crate) use cards::cards;
pub(crate) use event::event;
pub(crate) use line::{Line, LineReader, MAX_LINE};
pub(crate) use view::{decision, outcome, view};

use orrery_describe::Context;
use orrery_rules::ids::MAX_ROW;
use orrery_rules::{
    Actions, Actor, Amount, Dice, Face, Mission, Place, Planet, Planets, Resource, Rules, Seat,
    Ship, Slot, Step, Table, Track,
};
use serde_json::{Value, json};

/// The version of the protocol; it changes when an old client could no longer understand it.
pub(crate) const PROTOCOL: u64 = 1;

/// Something that has a form in JSON; cards need the ruleset for their slugs.
pub(crate) trait Wire {
    /// The form in JSON.
    fn wire(&self, rules: &Rules) -> Value;
}

macro_rules! wire {
    ($($kind:ty: |$value:ident, $rules:ident| $form:expr;)*) => {
        $(impl Wire for $kind {
            fn wire(&self, $rules: &Rules) -> Value {
                let $value = self;
                $form
            }
        })*
    };
}

wire! {
    u8: |number, _rules| json!(number);
    Seat: |seat, _rules| json!(seat.to_string());
    Ship: |ship, _rules| json!(ship.index() + 1);
    Slot: |slot, _rules| json!(slot.index() + 1);
    Face: |face, _rules| json!(face.word());
    Resource: |resource, _rules| json!(resource.word());
    Track: |track, _rules| json!(track_word(*track));
    Amount: |amount, _rules| json!({ "energy": amount.energy, "culture": amount.culture });
    Dice: |dice, _rules| dice.iter().map(|face| json!(face.word())).collect();
    Place: |place, _rules| json!(place_words(*place));
    Planet: |planet, rules| json!(rules.planet(*planet).id);
    Planets: |planets, rules| planets.into_iter().map(|planet| planet.wire(rules)).collect();
    Mission: |mission, rules| json!(rules.mission(*mission).id);
    Actor: |actor, _rules| json!(actor_word(*actor));
    Actions: |actions, rules| actions.iter()
        .map(|action| json!(Step::Action(*action).notation(rules).to_string())).collect();
}

impl<T: Wire> Wire for Option<T> {
    fn wire(&self, rules: &Rules) -> Value {
        self.as_ref().map_or(Value::Null, |value| value.wire(rules))
    }
}

const fn track_word(track: Track) -> &'static str {
    match track {
        Track::Diplomacy => "diplomacy",
        Track::Economy => "economy",
    }
}

fn place_words(place: Place) -> String {
    match place {
        Place::Home => "home".to_owned(),
        Place::Surface(slot) => format!("surface {slot}"),
        Place::Orbit(slot) => format!("orbit {slot}"),
    }
}

/// `A` to `E`, `chance` or `over`.
fn actor_word(actor: Actor) -> String {
    match actor {
        Actor::Seat(seat) => seat.to_string(),
        Actor::Chance => "chance".to_owned(),
        Actor::Over => "over".to_owned(),
    }
}

/// What texts need to know of a table.
pub(crate) fn context<'a>(table: &Table<'a>, seats: &'a [&'a str]) -> Context<'a> {
    let mut row = [None; MAX_ROW];
    for (slot, planet) in table.row() {
        row[slot.index()] = Some(planet);
    }
    Context { rules: table.rules(), seats, row }
}
