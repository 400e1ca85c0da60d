//! A small table for tests: three players and a few cards.

use orrery_describe::Context;
use orrery_rules::deck;
use orrery_rules::ids::{Amount, Planet, Resource, Seat, Seats, Ship, Slot, Track};
use orrery_rules::ruleset::{
    Ability, Attack, AttackOp, MissionCard, MissionCondition, MissionMetric, Naming, Op,
    PlanetCard, Recipient, RogueCard, Rules, RulesSpec, TrackFilter,
};

/// Returns the rules of the classic edition with the cards of these tests first.
pub(crate) fn rules(naming: Naming) -> Rules {
    spec(naming).build().expect("playable rules")
}

pub(crate) fn spec(naming: Naming) -> RulesSpec {
    let classic = deck::classic();
    let mut planets = planets();
    let others = classic.planets.iter().filter(|card| planets.iter().all(|own| own.id != card.id));
    let others: Vec<PlanetCard> = others.cloned().collect();
    planets.extend(others);
    let mut missions = missions();
    let others =
        classic.missions.iter().filter(|card| missions.iter().all(|own| own.id != card.id));
    let others: Vec<MissionCard> = others.cloned().collect();
    missions.extend(others);
    let rogues = vec![rogue(classic.rogue_track.levels().len())];
    RulesSpec {
        id: "test".into(),
        name: "Test".into(),
        naming,
        planets,
        missions,
        rogues,
        ..(**classic).clone()
    }
}

fn planets() -> Vec<PlanetCard> {
    let mut nagato = card("Nagato", &[Op::Pay(culture(1))], &[Op::Move(2)]);
    let printed = deck::classic().planets.iter().find(|card| card.id == nagato.id);
    nagato.ability.once = printed.and_then(|card| card.ability.once);
    let diplomacy = TrackFilter::Only(Track::Diplomacy);
    vec![
        card("Jakks", &[], &[Op::Gain(Recipient::User, culture(1))]),
        nagato,
        card(
            "Padraigin-3110",
            &[Op::Pay(culture(2))],
            &[Op::Advance(Recipient::User, diplomacy, 2)],
        ),
    ]
}

fn card(name: &str, costs: &[Op], effects: &[Op]) -> PlanetCard {
    PlanetCard {
        id: name.to_lowercase(),
        name: name.into(),
        resource: Resource::Culture,
        track: Track::Diplomacy,
        points: 1,
        length: 1,
        ability: Ability::new(costs, effects).expect("a valid ability"),
    }
}

fn missions() -> Vec<MissionCard> {
    let card = |name: &str, points, tied, condition| MissionCard {
        id: name.to_lowercase(),
        name: name.into(),
        points,
        tied,
        condition,
    };
    vec![
        card("Seeker", 3, 2, MissionCondition::Most(MissionMetric::Held(Resource::Culture))),
        card("Noble", 3, 2, MissionCondition::Most(MissionMetric::ColoniesOn(Track::Diplomacy))),
        card("Hoarder", 1, 0, MissionCondition::Holds(Amount { energy: 3, culture: 3 })),
    ]
}

fn rogue(levels: usize) -> RogueCard {
    let parts = vec![AttackOp::AdvanceAll(1), AttackOp::Steal(energy(1))];
    RogueCard {
        id: "gamelyn".into(),
        name: "Gamelyn".into(),
        difficulty: "epic".into(),
        attacks: vec![Attack { parts, once: true }; levels],
    }
}

pub(crate) fn context(rules: &Rules) -> Context<'_> {
    let row = [Some(planet(1)), Some(planet(2)), None, None, None, None];
    Context { rules, seats: &["Ada", "Ben", "Cleo"], row }
}

pub(crate) fn energy(units: u8) -> Amount {
    Amount::of(Resource::Energy, units)
}

pub(crate) fn culture(units: u8) -> Amount {
    Amount::of(Resource::Culture, units)
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

pub(crate) fn ship(index: usize) -> Ship {
    Ship::new(index).expect("a ship")
}

pub(crate) fn slot(index: usize) -> Slot {
    Slot::new(index).expect("a slot")
}

pub(crate) fn planet(index: usize) -> Planet {
    Planet::new(index).expect("a planet")
}

pub(crate) fn seats(indices: &[usize]) -> Seats {
    indices.iter().map(|index| seat(*index)).collect()
}
