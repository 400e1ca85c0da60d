//! The differences between the positions after two moves, each with its counterfactual.

use super::ReasonSubject;
use super::position::{fit_end, is_rogue, planet_at};
use orrery_rules::{Berth, Face, Planet, Resource, Rules, Seat, Setup};

/// The positions after the better and after the other move.
pub(crate) struct Differences<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) seat: Seat,
    /// The position after the better move.
    pub(crate) with: &'a Setup,
    /// The position after the other move.
    pub(crate) without: &'a Setup,
}

/// A difference, and the position after the better move without it.
type Difference = (ReasonSubject, Setup);

impl Differences<'_> {
    /// Returns all differences that favour the better move.
    pub(crate) fn list(&self) -> Vec<Difference> {
        let mut found = Vec::new();
        self.resources(&mut found);
        self.colonies(&mut found);
        self.ships(&mut found);
        self.level(&mut found);
        self.dice(&mut found);
        self.mission(&mut found);
        let rivals = (0..self.with.galaxies.len()).filter_map(Seat::new);
        for rival in rivals.filter(|rival| *rival != self.seat) {
            self.rival_resources(rival, &mut found);
            self.rival_colonies(rival, &mut found);
            self.rival_ships(rival, &mut found);
            self.rival_level(rival, &mut found);
        }
        found
    }

    /// Returns the position after the better move with a change.
    fn changed(&self, change: impl FnOnce(&mut Setup)) -> Setup {
        let mut setup = self.with.clone();
        change(&mut setup);
        setup
    }

    fn resources(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        let (with, without) = (self.with.galaxies[me].held, self.without.galaxies[me].held);
        for resource in Resource::ALL {
            let units = with.get(resource).saturating_sub(without.get(resource));
            if units > 0 {
                let changed = self.changed(|setup| {
                    set_resource(setup, self.seat, resource, without.get(resource));
                });
                found.push((ReasonSubject::More(resource, units), changed));
            }
        }
    }

    fn colonies(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        for &planet in &self.with.galaxies[me].colonies {
            if self.without.galaxies[me].colonies.contains(&planet) {
                continue;
            }
            let changed = self.changed(|setup| {
                setup.galaxies[me].colonies.retain(|other| *other != planet);
                setup.galaxies[me].used.retain(|other| *other != planet);
                setup.gone.push(planet);
                fit_end(self.rules, setup, self.seat);
            });
            found.push((ReasonSubject::Colony(planet), changed));
        }
    }

    fn ships(&self, found: &mut Vec<Difference>) {
        let me = self.seat.index();
        for (ship, &berth) in self.with.galaxies[me].ships.iter().enumerate() {
            let Some(planet) = planet_at(self.with, berth) else { continue };
            let other = self.berth_at(self.without, self.seat, planet);
            let subject = match (berth, other) {
                (_, Some(other)) if other == berth => continue,
                (Berth::Orbit(_, to), Some(Berth::Orbit(_, from))) if to > from => {
                    ReasonSubject::Advance(planet, to - from)
                }
                (Berth::Orbit(..), Some(Berth::Orbit(..))) => continue,
                _ => ReasonSubject::ShipAt(planet),
            };
            let back = other.filter(|_| matches!(subject, ReasonSubject::Advance(..)));
            let changed = self.changed(|setup| {
                setup.galaxies[me].ships[ship] = back.unwrap_or(Berth::Home);
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
        let (level, lower) = (self.with.galaxies[me].level, self.without.galaxies[me].level);
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
        fit_end(self.rules, setup, seat);
    }

    /// Lists unused dice of the same turn.
    fn dice(&self, found: &mut Vec<Difference>) {
        let (Some(with), Some(without)) = (self.with.dice, self.without.dice) else { return };
        if self.with.active != self.seat || self.without.turn != self.with.turn {
            return;
        }
        for face in Face::ALL {
            if with.count(face) > without.count(face)
                && let Some(dice) = with.without(orrery_rules::Dice::one(face))
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
        if let (Some(with), Some(without)) = (kept(self.with), kept(self.without))
            && with != without
        {
            let changed = self.changed(|setup| {
                setup.galaxies[me].mission = self.without.galaxies[me].mission;
            });
            found.push((ReasonSubject::Mission(with), changed));
        }
    }

    fn rival_resources(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        let (with, without) = (self.with.galaxies[at].held, self.without.galaxies[at].held);
        for resource in Resource::ALL {
            let units = without.get(resource).saturating_sub(with.get(resource));
            if units > 0 {
                let changed = self
                    .changed(|setup| set_resource(setup, rival, resource, without.get(resource)));
                found.push((ReasonSubject::RivalFewer(rival, resource, units), changed));
            }
        }
    }

    /// Lists the planets that only the other move lets a rival colonise.
    fn rival_colonies(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        for &planet in &self.without.galaxies[at].colonies {
            let slot = self.with.row.iter().position(|other| *other == Some(planet));
            let Some(slot) = slot.filter(|_| !self.with.galaxies[at].colonies.contains(&planet))
            else {
                continue;
            };
            let changed = self.changed(|setup| {
                setup.galaxies[at].colonies.push(planet);
                setup.row[slot] = self.without.row[slot];
                let ships = setup.galaxies.iter_mut().flat_map(|galaxy| &mut galaxy.ships);
                ships
                    .filter(|berth| is_in_slot(**berth, slot))
                    .for_each(|berth| *berth = Berth::Home);
                fit_end(self.rules, setup, rival);
            });
            found.push((ReasonSubject::RivalColony(rival, planet), changed));
        }
    }

    /// Lists the ships of a rival that are further after the other move.
    fn rival_ships(&self, rival: Seat, found: &mut Vec<Difference>) {
        let at = rival.index();
        for &berth in &self.without.galaxies[at].ships {
            let Some(planet) = planet_at(self.without, berth) else { continue };
            let ships = &self.with.galaxies[at].ships;
            let here = self.berth_at(self.with, rival, planet);
            let ship = match (here, berth) {
                (Some(Berth::Orbit(_, now)), Berth::Orbit(_, then)) if now < then => here,
                (None, _) if planet_at(self.with, berth) == Some(planet) => Some(Berth::Home),
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
        let level = self.without.galaxies[at].level;
        if level > self.with.galaxies[at].level {
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
