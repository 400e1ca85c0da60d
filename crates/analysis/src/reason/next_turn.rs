//! Events of the next turn, with the exact share of the rolls that allow them.

use super::ReasonSubject;
use super::position::{is_rogue, planet_at};
use orrery_rules::{
    Berth, ChanceNode, ChanceOutcome, Face, Planet, Rules, Seat, Setup, State, Track,
};

/// Returns events of the next turn whose probability can differ between two set-ups.
pub(crate) fn subjects(
    rules: &Rules,
    seat: Seat,
    better: &Setup,
    worse: &Setup,
) -> Vec<ReasonSubject> {
    let mut found = Vec::new();
    for planet in orbited(better, seat) {
        if !worse.galaxies[seat.index()].colonies.contains(&planet) {
            found.push(ReasonSubject::NextColony(planet));
        }
    }
    let rivals = (0..better.galaxies.len()).filter_map(Seat::new).filter(|other| *other != seat);
    for rival in rivals.filter(|rival| !is_rogue(better, *rival)) {
        let planets = orbited(worse, rival).into_iter();
        found.extend(planets.map(|planet| ReasonSubject::RivalNextColony(rival, planet)));
    }
    if better.galaxies[seat.index()].level < rules.track.top() {
        found.push(ReasonSubject::NextUpgrade);
    }
    found
}

/// Returns the planets that a seat's ships orbit.
fn orbited(setup: &Setup, seat: Seat) -> Vec<Planet> {
    let ships = setup.galaxies[seat.index()].ships.iter();
    let orbits = ships.filter(|berth| matches!(berth, Berth::Orbit(..)));
    orbits.filter_map(|berth| planet_at(setup, *berth)).collect()
}

/// Returns the share of the rolls that allow the event, without rerolls and conversions.
///
/// Returns `None` for other subjects.
pub(crate) fn share(subject: ReasonSubject, state: &State<'_>, seat: Seat) -> Option<f64> {
    match subject {
        ReasonSubject::NextColony(planet) => Some(colonise_share(state, seat, planet)),
        ReasonSubject::RivalNextColony(rival, planet) => Some(colonise_share(state, rival, planet)),
        ReasonSubject::NextUpgrade => Some(upgrade_share(state, seat)),
        _ => None,
    }
}

/// Returns the share of the rolls with enough dice of the track to colonise a planet.
fn colonise_share(state: &State<'_>, seat: Seat, planet: Planet) -> f64 {
    let card = state.rules().planet(planet);
    let face = match card.track {
        Track::Diplomacy => Face::Diplomacy,
        Track::Economy => Face::Economy,
    };
    let ships = (0..).map_while(orrery_rules::Ship::new).map(|ship| state.berth(seat, ship));
    let space = ships.filter_map(|berth| match berth {
        Berth::Orbit(slot, space) if state.planet_in(slot) == Some(planet) => Some(space),
        _ => None,
    });
    let needed = space.max().map(|space| card.end().saturating_sub(space));
    needed.map_or(0.0, |needed| roll_share(state, seat, face, needed as usize))
}

/// Returns the share of the rolls with a die for an upgrade that the seat can pay.
fn upgrade_share(state: &State<'_>, seat: Seat) -> f64 {
    let (track, level, held) = (state.empire_track(seat), state.level(seat), state.held(seat));
    let cost = track.level(level + 1).cost;
    let can_pay = level < track.top() && (held.energy >= cost || held.culture >= cost);
    if can_pay { roll_share(state, seat, Face::Colony, 1) } else { 0.0 }
}

/// Returns the share of a seat's rolls with at least this many dice of a face.
fn roll_share(state: &State<'_>, seat: Seat, face: Face, least: usize) -> f64 {
    let dice = state.empire_track(seat).level(state.level(seat)).dice;
    let dice = dice.saturating_sub(u8::from(state.loses_a_die()));
    let (node, mut outcomes) = (ChanceNode::Roll(dice), Vec::new());
    node.outcomes(&mut outcomes);
    let fits = |outcome: &ChanceOutcome| match outcome {
        ChanceOutcome::Rolled(dice) => dice.count(face) >= least,
        _ => false,
    };
    let fitting: u64 =
        outcomes.iter().filter(|(outcome, _)| fits(outcome)).map(|(_, weight)| weight).sum();
    fitting as f64 / node.total() as f64
}
