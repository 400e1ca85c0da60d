//! Validates set-ups: finds every problem, each with the rule that it violates.

use crate::ids::{Mission, Planet, Planets, Seat, Ship, Slot};
use crate::illegal::Rule;
use crate::options::OptionProblem;
use crate::ruleset::{CAP, EmpireTrack, GOAL, ROGUE_CAP, Rules};
use crate::setup::{GalaxySetup, Setup};
use crate::table::{Berth, MAX_BOTTOM_CARDS};
use std::fmt;

/// A problem of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupProblem {
    /// The ruleset rejects the settings of the game.
    Option(OptionProblem),
    /// The number of galaxies is not that of the seats, including the Rogue's.
    Galaxies,
    /// The row has too many or too few slots for the number of seats.
    RowLength,
    /// There is no such planet in the deck.
    UnknownPlanet,
    /// A planet is in two places.
    PlanetTwice(Planet),
    /// A slot of the row is empty although the deck has cards.
    Hole(Slot),
    /// There are too many cards under the deck.
    UnderDeck,
    /// A seat holds more of a resource than its cap.
    Held(Seat),
    /// There is no such empire level.
    Level(Seat),
    /// The number of ships in play does not match the level.
    ShipsInPlay(Seat),
    /// A ship is at an empty slot, or at or past the end of its track.
    ShipPlace(Seat, Ship),
    /// Two ships of a seat are on one surface or in one orbit.
    ShipTwice(Seat, Ship),
    /// A ship of the Rogue is on a surface.
    RogueOnSurface(Ship),
    /// A seat has at least 21 points, which contradicts the rest of the set-up.
    ///
    /// The end is not triggered, or the game is solo and would already be over.
    Goal(Seat),
    /// Row and deck are empty, but the end is not triggered.
    PlanetsRanOut,
    /// No seat triggered the end, but planets are left.
    PlanetsLeft,
    /// The seat that triggered the end has fewer than 21 points, or the game is solo.
    EndTrigger,
    /// The active seat or the seat that triggered the end does not exist.
    Active,
    /// There are more dice than the seat rolls, or dice before its roll.
    Dice,
    /// The converter holds the wrong number of dice.
    Converter(Rule),
    /// Dice are on the table at the start of the Rogue's turn.
    RogueDice,
    /// A mission is unknown, dealt twice or missing, or the game has no missions.
    Missions,
    /// A planet marked as used is not limited to once per turn.
    NotLimited(Planet),
    /// A solo game has an effect on follows, or a game that is not solo has `fewer_dice`.
    Effects,
}

impl SetupProblem {
    /// Returns the number of the rule.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Option(problem) => problem.rule(),
            Self::Galaxies => "R1.1",
            Self::RowLength | Self::UnknownPlanet | Self::PlanetTwice(_) => "R1.3",
            Self::Hole(_) => "R8.2",
            Self::UnderDeck => "R10.2",
            Self::Held(_) => "R3.4",
            Self::Level(_) => "R6.1",
            Self::ShipsInPlay(_) => "R6.2",
            Self::ShipPlace(..) => "R8.1",
            Self::ShipTwice(..) => "R3.1b",
            Self::RogueOnSurface(_) => "R12.4",
            Self::Goal(_) | Self::EndTrigger => "R11.1",
            Self::PlanetsRanOut | Self::PlanetsLeft => "R8.5",
            Self::Active => "R1.6",
            Self::Dice => "R2.1",
            Self::Converter(rule) => rule,
            Self::RogueDice => "R12.2",
            Self::Missions => "R1.5",
            Self::NotLimited(_) => "R9.3",
            Self::Effects => "R12.12",
        }
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(problem) => return write!(f, "{problem}"),
            Self::Galaxies => f.write_str("each seat needs a galaxy, including the Rogue")?,
            Self::RowLength => f.write_str("the row has too many or too few slots")?,
            Self::UnknownPlanet => f.write_str("the deck has no such planet")?,
            Self::PlanetTwice(p) => write!(f, "planet {} is in two places", p.index() + 1)?,
            Self::Hole(slot) => write!(f, "slot {slot} is empty although the deck is not")?,
            Self::UnderDeck => f.write_str("too many cards under the deck")?,
            Self::Held(seat) => write!(f, "{seat} holds more than it can")?,
            Self::Level(seat) => write!(f, "{seat} is at a level that does not exist")?,
            Self::ShipsInPlay(seat) => {
                write!(f, "{seat} has the wrong number of ships for its level")?
            }
            Self::ShipPlace(seat, ship) => write!(f, "{seat}{ship} is in an impossible place")?,
            Self::ShipTwice(seat, ship) => {
                write!(f, "{seat}{ship} shares a spot with a ship of its seat")?
            }
            Self::RogueOnSurface(ship) => write!(f, "the Rogue's ship {ship} has landed")?,
            Self::Goal(seat) => {
                write!(f, "{seat} has {GOAL} points, but the end is not triggered")?
            }
            Self::PlanetsLeft => f.write_str("nobody triggered the end, but planets are left")?,
            Self::PlanetsRanOut => {
                f.write_str("no planets are left, but the end is not triggered")?
            }
            Self::EndTrigger => {
                f.write_str("the seat that triggered the end has not reached the goal")?
            }
            Self::Active => f.write_str("there is no such seat")?,
            Self::Dice => f.write_str("more dice than the seat has")?,
            Self::Converter(_) => f.write_str("the converter holds the wrong number of dice")?,
            Self::RogueDice => f.write_str("the Rogue's turn begins with its roll")?,
            Self::Missions => {
                f.write_str("missions are missing, unknown, duplicate or not in play")?
            }
            Self::NotLimited(p) => {
                write!(f, "planet {} is not limited to once per turn", p.index() + 1)?
            }
            Self::Effects => f.write_str("this effect does not exist in this game")?,
        }
        write!(f, " ({})", self.rule())
    }
}

impl std::error::Error for SetupProblem {}

impl Setup {
    /// Returns the planets that are in the row, in colonies, under the deck or out of the game.
    pub(crate) fn placed(&self) -> Planets {
        self.all_placed().collect()
    }

    fn all_placed(&self) -> impl Iterator<Item = Planet> {
        let row = self.row.iter().flatten();
        let colonies = self.galaxies.iter().flat_map(|galaxy| &galaxy.colonies);
        row.chain(&self.under).chain(&self.gone).chain(colonies).copied()
    }

    /// Returns the problems of the set-up.
    ///
    /// If an option is invalid or a planet unknown, the remaining checks are skipped.
    #[must_use]
    pub fn problems(&self, rules: &Rules) -> Vec<SetupProblem> {
        let options = self.options.problems(rules);
        if !options.is_empty() {
            return options.into_iter().map(SetupProblem::Option).collect();
        }
        let mut problems = Vec::new();
        self.check_planets(rules, &mut problems);
        if problems.contains(&SetupProblem::UnknownPlanet) {
            return problems;
        }
        self.check_galaxies(rules, &mut problems);
        self.check_turn(rules, &mut problems);
        self.check_missions(rules, &mut problems);
        problems
    }

    const fn is_solo(&self) -> bool {
        self.options.seats == 1
    }

    fn seat_count(&self) -> usize {
        if self.is_solo() { 2 } else { self.options.seats }
    }

    fn is_rogue(&self, seat: Seat) -> bool {
        self.is_solo() && seat.index() == 1
    }

    fn check_planets(&self, rules: &Rules, problems: &mut Vec<SetupProblem>) {
        if self.row.len() != Rules::row_len(self.options.seats) {
            problems.push(SetupProblem::RowLength);
        }
        let mut seen = Planets::NONE;
        for planet in self.all_placed() {
            if planet.index() >= rules.planets.len() {
                problems.push(SetupProblem::UnknownPlanet);
            } else if seen.has(planet) {
                problems.push(SetupProblem::PlanetTwice(planet));
            }
            seen.insert(planet);
        }
        if self.under.len() > MAX_BOTTOM_CARDS {
            problems.push(SetupProblem::UnderDeck);
        }
        let has_deck = !rules.all_planets().without(seen).is_empty() || !self.under.is_empty();
        let holes = self.row.iter().enumerate().filter(|(_, planet)| planet.is_none());
        let holes = holes.filter_map(|(i, _)| Slot::new(i)).filter(|_| has_deck);
        problems.extend(holes.map(SetupProblem::Hole));
        let ran_out = !has_deck && self.row.iter().all(Option::is_none);
        if ran_out && self.end.is_none() {
            problems.push(SetupProblem::PlanetsRanOut);
        }
        if !ran_out && self.end == Some(None) {
            problems.push(SetupProblem::PlanetsLeft);
        }
    }

    fn check_galaxies(&self, rules: &Rules, problems: &mut Vec<SetupProblem>) {
        if self.galaxies.len() != self.seat_count() {
            problems.push(SetupProblem::Galaxies);
        }
        for (seat, galaxy) in self.galaxies.iter().enumerate() {
            let Some(seat) = Seat::new(seat) else { return };
            let (track, cap) = match self.is_rogue(seat) {
                true => (&rules.rogue_track, ROGUE_CAP),
                false => (&rules.track, CAP),
            };
            if galaxy.held.energy > cap || galaxy.held.culture > cap {
                problems.push(SetupProblem::Held(seat));
            }
            if galaxy.level == 0 || galaxy.level > track.top() {
                problems.push(SetupProblem::Level(seat));
                continue;
            }
            self.check_ships(rules, seat, galaxy, track, problems);
            self.check_points(rules, seat, galaxy, track, problems);
            let unlimited = |planet: &&Planet| {
                rules.planets.get(planet.index()).is_none_or(|card| card.ability.once.is_none())
            };
            let unlimited = galaxy.used.iter().filter(unlimited);
            problems.extend(unlimited.map(|planet| SetupProblem::NotLimited(*planet)));
        }
    }

    fn check_ships(
        &self,
        rules: &Rules,
        seat: Seat,
        galaxy: &GalaxySetup,
        track: &EmpireTrack,
        problems: &mut Vec<SetupProblem>,
    ) {
        let ships = track.level(galaxy.level).ships as usize;
        let in_play = |berth: &&Berth| **berth != Berth::Reserve;
        // R1.9 Ships come from reserve in the order of their numbers.
        if galaxy.ships.iter().take_while(in_play).count() != ships
            || galaxy.ships.iter().filter(in_play).count() != ships
        {
            problems.push(SetupProblem::ShipsInPlay(seat));
        }
        for (i, berth) in galaxy.ships.iter().enumerate() {
            let Some(ship) = Ship::new(i) else { return };
            if !self.is_possible_berth(rules, *berth) {
                problems.push(SetupProblem::ShipPlace(seat, ship));
            }
            if galaxy.ships[..i].iter().any(|other| same_spot(*other, *berth)) {
                problems.push(SetupProblem::ShipTwice(seat, ship));
            }
            if self.is_rogue(seat) && matches!(berth, Berth::Surface(_)) {
                problems.push(SetupProblem::RogueOnSurface(ship));
            }
        }
    }

    fn is_possible_berth(&self, rules: &Rules, berth: Berth) -> bool {
        let card = |slot: Slot| {
            let planet = self.row.get(slot.index()).copied().flatten();
            planet.map(|planet| rules.planet(planet))
        };
        match berth {
            Berth::Reserve | Berth::Home => true,
            Berth::Surface(slot) => card(slot).is_some(),
            Berth::Orbit(slot, space) => card(slot).is_some_and(|card| space < card.end()),
        }
    }

    fn check_points(
        &self,
        rules: &Rules,
        seat: Seat,
        galaxy: &GalaxySetup,
        track: &EmpireTrack,
        problems: &mut Vec<SetupProblem>,
    ) {
        let planets = galaxy.colonies.iter().map(|planet| u32::from(rules.planet(*planet).points));
        let points = planets.sum::<u32>() + u32::from(track.level(galaxy.level).points);
        let reached = points >= u32::from(GOAL);
        if reached && (self.end.is_none() || self.is_solo()) {
            problems.push(SetupProblem::Goal(seat));
        }
        if !reached && self.end == Some(Some(seat))
            || self.is_solo() && self.end == Some(Some(seat))
        {
            problems.push(SetupProblem::EndTrigger);
        }
    }

    fn check_turn(&self, rules: &Rules, problems: &mut Vec<SetupProblem>) {
        let bad_trigger = self.end.flatten().is_some_and(|seat| seat.index() >= self.seat_count());
        if self.active.index() >= self.seat_count() || bad_trigger {
            problems.push(SetupProblem::Active);
            return;
        }
        let dice = self.dice.unwrap_or_default();
        let discarded = self.discarded_dice as usize;
        let on_table = dice.len() + self.bay.len() + self.converter.len() + discarded;
        let level = self.galaxies.get(self.active.index()).map_or(1, |galaxy| galaxy.level);
        if self.is_rogue(self.active) && (on_table > 0 || self.dice.is_some()) {
            problems.push(SetupProblem::RogueDice);
        } else if on_table > rules.track.level(level).dice as usize
            || self.dice.is_none() && on_table > 0
        {
            problems.push(SetupProblem::Dice);
        }
        let expected = if self.converted { rules.converter_slots() } else { 0 };
        if self.converter.len() != expected {
            problems.push(SetupProblem::Converter(rules.convert.rule()));
        }
        if self.is_solo() && !self.effects.is_empty() || !self.is_solo() && self.fewer_dice {
            problems.push(SetupProblem::Effects);
        }
    }

    /// R1.5 Checks the missions of the seats.
    ///
    /// All seats or no seats have a mission, no mission occurs twice, and the options allow each
    /// mission.
    fn check_missions(&self, rules: &Rules, problems: &mut Vec<SetupProblem>) {
        let given = self.galaxies.iter().filter(|galaxy| galaxy.mission.is_some()).count();
        let missions = self.galaxies.iter().filter_map(|galaxy| galaxy.mission);
        let missions: Vec<Mission> =
            missions.flat_map(|(kept, other)| [Some(kept), other]).flatten().collect();
        let twice = |i: usize| missions[..i].contains(&missions[i]);
        let barred = |mission: &Mission| {
            rules
                .missions
                .get(mission.index())
                .is_none_or(|card| !card.is_dealt(self.options.chosen))
        };
        let is_complete = given == 0 || given == self.galaxies.len() && !self.is_solo();
        if !is_complete || (0..missions.len()).any(twice) || missions.iter().any(barred) {
            problems.push(SetupProblem::Missions);
        }
    }
}

/// R3.1b Returns whether two ships of one seat are on the same surface or in the same orbit.
fn same_spot(a: Berth, b: Berth) -> bool {
    match (a, b) {
        (Berth::Surface(a), Berth::Surface(b)) | (Berth::Orbit(a, _), Berth::Orbit(b, _)) => a == b,
        _ => false,
    }
}
