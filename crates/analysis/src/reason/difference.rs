//! The differences between the positions after two moves, each with its counterfactual.

use super::ReasonSubject;
use super::position::{is_rogue, planet_at, update_end_trigger};
use orrery_rules::{Berth, Face, Planet, Resource, Rules, Seat, Setup};

/// Two positions to compare: after the better move and after the worse move.
pub(crate) struct PositionPair<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) seat: Seat,
    /// The position after the better move.
    pub(crate) better: &'a Setup,
    /// The position after the worse move.
    pub(crate) worse: &'a Setup,
}

/// A difference and its counterfactual.
///
/// The counterfactual is the position after the better move, changed so that the difference is gone.
type Difference = (ReasonSubject, Setup);

impl PositionPair<'_> {
    /// Returns all differences that favour the better move.
    pub(crate) fn differences(&self) -> Vec<Difference> {
        let mut found = Vec::new();
        self.resources(&mut found);
        self.colonies(&mut found);
        self.ships(&mut found);
        self.level(&mut found);
        self.dice(&mut found);
        self.mission(&mut found);
        let rivals = (0..self.better.galaxies.len()).filter_map(Seat::new);
        for rival in rivals.filter(|rival| *rival != self.seat) {
            self.rival_resources(rival, &mut found);
            self.rival_colonies(rival, &mut found);
            self.rival_ships(rival, &mut found);
            self.rival_level(rival, &mut found);
        }
        found
    }

    /// Returns a changed copy of the position after the better move.
    fn changed(&self, change: impl FnOnce(&mut Setup)) -> Setup {
        let mut setup = self.better.clone();
        change(&mut setup);
        setup
    }

    fn resources(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        let (better, worse) = (self.better.galaxies[me].held, self.worse.galaxies[me].held);
        for resource in Resource::ALL {
            let units = better.get(resource).saturating_sub(worse.get(resource));
            if units > 0 {
                let changed = self.changed(|setup| {
                    set_resource(setup, self.seat, resource, worse.get(resource));
                });
                found.push((ReasonSubject::More(resource, units), changed));
            }
        }
    }

    fn colonies(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        for &planet in &self.better.galaxies[me].colonies {
            if self.worse.galaxies[me].colonies.contains(&planet) {
                continue;
            }
            let changed = self.changed(|setup| {
                setup.galaxies[me].colonies.retain(|other| *other != planet);
                setup.galaxies[me].used.retain(|other| *other != planet);
                setup.gone.push(planet);
                update_end_trigger(self.rules, setup, self.seat);
            });
            found.push((ReasonSubject::Colony(planet), changed));
        }
    }

    fn ships(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        for (ship, &berth) in self.better.galaxies[me].ships.iter().enumerate() {
            let Some(planet) = planet_at(self.better, berth) else { continue };
            let other = self.berth_at(self.worse, self.seat, planet);
            let subject = match (berth, other) {
                (_, Some(other)) if other == berth => continue,
                (Berth::Orbit(_, to), Some(Berth::Orbit(_, from))) if to > from => {
                    ReasonSubject::Advance(planet, to - from)
                }
                (Berth::Orbit(..), Some(Berth::Orbit(..))) => continue,
                _ => ReasonSubject::ShipAt(planet),
            };
            let previous = other.filter(|_| matches!(subject, ReasonSubject::Advance(..)));
            let changed = self.changed(|setup| {
                setup.galaxies[me].ships[ship] = previous.unwrap_or(Berth::Home);
            });
            found.push((subject, changed));
        }
    }

    /// Returns the berth of a seat's ship at a planet: in orbit if possible, else on the surface.
    fn berth_at(&self, setup: &Setup, seat: Seat, planet: Planet) -> Option<Berth> {
        let at = setup.galaxies[seat.index()].ships.iter().copied();
        let at = at.filter(|berth| planet_at(setup, *berth) == Some(planet));
        at.max_by_key(|berth| matches!(berth, Berth::Orbit(..)))
    }

    fn level(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        let (level, lower) = (self.better.galaxies[me].level, self.worse.galaxies[me].level);
        if level > lower {
            let changed = self.changed(|setup| self.set_level(setup, self.seat, lower));
            found.push((ReasonSubject::Level(level), changed));
        }
    }

    /// Sets a seat's level and adapts its ships in play to the level.
    fn set_level(&self, setup: &mut Setup, seat: Seat, level: u8) {
        let track = match is_rogue(setup, seat) {
            true => &self.rules.rogue_track,
            false => &self.rules.track,
        };
        let galaxy = &mut setup.galaxies[seat.index()];
        galaxy.level = level;
        let in_play = track.level(level).ships as usize;
        for (number, berth) in galaxy.ships.iter_mut().enumerate() {
            match (number < in_play, *berth) {
                (false, _) => *berth = Berth::Reserve,
                (true, Berth::Reserve) => *berth = Berth::Home,
                _ => {}
            }
        }
        update_end_trigger(self.rules, setup, seat);
    }

    /// Lists the faces with more unused dice after the better move.
    ///
    /// Lists nothing if the two positions are in different turns.
    fn dice(&self, found: &mut Vec<Difference>) {
        let (Some(better), Some(worse)) = (self.better.dice, self.worse.dice) else { return };
        if self.better.active != self.seat || self.worse.turn != self.better.turn {
            return;
        }
        for face in Face::ALL {
            if better.count(face) > worse.count(face)
                && let Some(dice) = better.without(orrery_rules::Dice::one(face))
            {
                let changed = self.changed(|setup| {
                    setup.dice = Some(dice);
                    setup.discarded_dice += 1;
                });
                found.push((ReasonSubject::Die(face), changed));
            }
        }
    }

    fn mission(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        let kept = |setup: &Setup| setup.galaxies[me].mission.map(|(kept, _)| kept);
        if let (Some(better), Some(worse)) = (kept(self.better), kept(self.worse))
            && better != worse
        {
            let changed = self.changed(|setup| {
                setup.galaxies[me].mission = self.worse.galaxies[me].mission;
            });
            found.push((ReasonSubject::Mission(better), changed));
        }
    }

    fn rival_resources(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        let (better, worse) = (self.better.galaxies[at].held, self.worse.galaxies[at].held);
        for resource in Resource::ALL {
            let units = worse.get(resource).saturating_sub(better.get(resource));
            if units > 0 {
                let changed =
                    self.changed(|setup| set_resource(setup, rival, resource, worse.get(resource)));
                found.push((ReasonSubject::RivalFewer(rival, resource, units), changed));
            }
        }
    }

    /// Lists the planets that a rival has colonised after the worse move, but not after the better one.
    fn rival_colonies(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        for &planet in &self.worse.galaxies[at].colonies {
            let slot = self.better.row.iter().position(|other| *other == Some(planet));
            let Some(slot) = slot.filter(|_| !self.better.galaxies[at].colonies.contains(&planet))
            else {
                continue;
            };
            let changed = self.changed(|setup| {
                setup.galaxies[at].colonies.push(planet);
                setup.row[slot] = self.worse.row[slot];
                let ships = setup.galaxies.iter_mut().flat_map(|galaxy| &mut galaxy.ships);
                ships
                    .filter(|berth| is_in_slot(**berth, slot))
                    .for_each(|berth| *berth = Berth::Home);
                update_end_trigger(self.rules, setup, rival);
            });
            found.push((ReasonSubject::RivalColony(rival, planet), changed));
        }
    }

    /// Lists the ships of a rival that are further advanced after the worse move.
    fn rival_ships(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        for &berth in &self.worse.galaxies[at].ships {
            let Some(planet) = planet_at(self.worse, berth) else { continue };
            let ships = &self.better.galaxies[at].ships;
            let better_berth = self.berth_at(self.better, rival, planet);
            let ship = match (better_berth, berth) {
                (Some(Berth::Orbit(_, better)), Berth::Orbit(_, worse)) if better < worse => {
                    better_berth
                }
                (None, _) if planet_at(self.better, berth) == Some(planet) => Some(Berth::Home),
                _ => None,
            };
            let Some(ship) = ship.and_then(|berth| ships.iter().position(|other| *other == berth))
            else {
                continue;
            };
            let changed = self.changed(|setup| setup.galaxies[at].ships[ship] = berth);
            found.push((ReasonSubject::RivalShip(rival, planet), changed));
        }
    }

    fn rival_level(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        let level = self.worse.galaxies[at].level;
        if level > self.better.galaxies[at].level {
            let changed = self.changed(|setup| self.set_level(setup, rival, level));
            found.push((ReasonSubject::RivalLevel(rival, level), changed));
        }
    }
}

fn set_resource(setup: &mut Setup, seat: Seat, resource: Resource, units: u8) {
    let held = &mut setup.galaxies[seat.index()].held;
    match resource {
        Resource::Energy => held.energy = units,
        Resource::Culture => held.culture = units,
    }
}

const fn is_in_slot(berth: Berth, index: usize) -> bool {
    match berth {
        Berth::Surface(slot) | Berth::Orbit(slot, _) => slot.index() == index,
        Berth::Home | Berth::Reserve => false,
    }
}
