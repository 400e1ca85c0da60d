//! Checks that the engine can play with the values of a ruleset.

use crate::deck::MAX_ROGUES;
use crate::dice::MAX_DICE;
use crate::ids::{MAX_MISSIONS, MAX_PLANETS, MAX_SEATS, SHIPS};
use crate::ruleset::{
    Ability, CAP, EmpireTrack, MAX_LIMITED, MAX_NESTING, Op, PlanetCard, Rules, RulesSpec,
};
use std::collections::HashSet;
use std::fmt;

/// The most spaces of an orbit track between start and end (R8.1).
const MAX_LENGTH: u8 = 5;

/// A problem that prevents the engine from playing a ruleset.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SpecProblem {
    /// The numbers of seats are not between 2 and 5, or the minimum is greater than the maximum.
    Seats,
    /// The number of dice is not between 1 and 7.
    Dice,
    /// More bay spaces have dice that others may follow than the 7 that exist.
    Followable,
    /// A ship at home yields more energy than a player can hold.
    HomeEnergy,
    /// This track has no levels, or a level with too many dice or ships.
    Track(TrackOwner),
    /// The deck has too few planets for its seats, or too many.
    PlanetCount,
    /// The deck has too few missions for its seats, or too many.
    MissionCount,
    /// A ruleset with a solo game has no Rogues or too many, or one without a solo game has some.
    RogueCount,
    /// Two cards have this id.
    DuplicateId(String),
    /// The orbit track of this planet does not have 1 to 5 spaces between start and end.
    Length(String),
    /// Too many abilities use other abilities, or too many are limited to once per turn.
    AbilityCount,
    /// Two planets have the same once-per-turn index, or an index is too large.
    Limit(String),
    /// The ability of this planet advances another ship without having regressed one (R10.10).
    AdvanceAnother(String),
    /// This Rogue does not have one attack per level.
    Attacks(String),
}

/// The owner of an empire track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TrackOwner {
    /// The players.
    Players,
    /// The Rogue.
    Rogue,
}

impl fmt::Display for SpecProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats => {
                write!(f, "the numbers of seats must be a range within 2 to {MAX_SEATS}")
            }
            Self::Dice => write!(f, "the number of dice must be 1 to {MAX_DICE}"),
            Self::Followable => write!(
                f,
                "others may follow the dice on at most {MAX_DICE} spaces of the activation bay"
            ),
            Self::HomeEnergy => write!(f, "a ship at home yields at most {CAP} energy"),
            Self::Track(TrackOwner::Players) => f.write_str(
                "the empire track has no levels, or a level with too many dice or ships",
            ),
            Self::Track(TrackOwner::Rogue) => f.write_str(
                "the Rogue's track has no levels, or a level with too many dice or ships",
            ),
            Self::PlanetCount => write!(
                f,
                "there must be more planets than the row holds, and at most {MAX_PLANETS}"
            ),
            Self::MissionCount => write!(
                f,
                "there must be no missions, or at least two per seat and at most {MAX_MISSIONS}"
            ),
            Self::RogueCount => {
                write!(
                    f,
                    "a ruleset with a solo game needs 1 to {MAX_ROGUES} Rogues; others have none"
                )
            }
            Self::DuplicateId(id) => write!(f, "two cards have the id `{id}`"),
            Self::Length(id) => write!(f, "the track of `{id}` must have 1 to {MAX_LENGTH} spaces"),
            Self::AbilityCount => write!(
                f,
                "at most {MAX_NESTING} abilities may use other abilities, and at most {MAX_LIMITED} \
                 may be limited to once per turn"
            ),
            Self::Limit(id) => {
                write!(f, "the once-per-turn index of `{id}` is too large or already used")
            }
            Self::AdvanceAnother(id) => {
                write!(f, "`{id}` can advance another ship only right after the cost regress-own")
            }
            Self::Attacks(id) => write!(f, "the Rogue `{id}` needs one attack per level"),
        }
    }
}

impl std::error::Error for SpecProblem {}

impl RulesSpec {
    /// Returns all problems of the ruleset.
    pub(crate) fn problems(&self) -> Vec<SpecProblem> {
        let mut problems = Vec::new();
        self.check_numbers(&mut problems);
        self.check_tracks(&mut problems);
        self.check_counts(&mut problems);
        self.check_ids(&mut problems);
        self.check_planets(&mut problems);
        let levels = self.rogue_track.levels().len();
        let unfit = self.rogues.iter().filter(|rogue| rogue.attacks.len() != levels);
        problems.extend(unfit.map(|rogue| SpecProblem::Attacks(rogue.id.clone())));
        problems
    }

    fn check_numbers(&self, problems: &mut Vec<SpecProblem>) {
        let (fewest, most) = self.seats;
        let numbers = [
            (fewest < 2 || fewest > most || most as usize > MAX_SEATS, SpecProblem::Seats),
            (self.dice == 0 || self.dice as usize > MAX_DICE, SpecProblem::Dice),
            (self.followable as usize > MAX_DICE, SpecProblem::Followable),
            (self.home_energy > CAP, SpecProblem::HomeEnergy),
        ];
        problems.extend(numbers.into_iter().filter_map(|(unfit, kind)| unfit.then_some(kind)));
    }

    fn check_tracks(&self, problems: &mut Vec<SpecProblem>) {
        let unfit = |track: &EmpireTrack| {
            let too_much = track
                .levels()
                .iter()
                .any(|level| level.dice > self.dice || level.ships as usize > SHIPS);
            track.levels().is_empty() || too_much
        };
        if unfit(&self.track) {
            problems.push(SpecProblem::Track(TrackOwner::Players));
        }
        if self.solo.is_some() && unfit(&self.rogue_track) {
            problems.push(SpecProblem::Track(TrackOwner::Rogue));
        }
    }

    fn check_counts(&self, problems: &mut Vec<SpecProblem>) {
        let most = self.seats.1 as usize;
        let planets = Rules::row_len(most) + 1..=MAX_PLANETS;
        let missions = 2 * most..=MAX_MISSIONS;
        let rogues = if self.solo.is_some() { 1..=MAX_ROGUES } else { 0..=0 };
        let counts = [
            (planets.contains(&self.planets.len()), SpecProblem::PlanetCount),
            (
                self.missions.is_empty() || missions.contains(&self.missions.len()),
                SpecProblem::MissionCount,
            ),
            (rogues.contains(&self.rogues.len()), SpecProblem::RogueCount),
        ];
        problems.extend(counts.into_iter().filter_map(|(fits, kind)| (!fits).then_some(kind)));
    }

    fn check_ids(&self, problems: &mut Vec<SpecProblem>) {
        let planets = self.planets.iter().map(|card| &card.id);
        let missions = self.missions.iter().map(|card| &card.id);
        let rogues = self.rogues.iter().map(|card| &card.id);
        let mut report = |ids: &mut dyn Iterator<Item = &String>| {
            let mut seen = HashSet::new();
            let twice = ids.filter(|id| !seen.insert(id.as_str()));
            problems.extend(twice.map(|id| SpecProblem::DuplicateId(id.clone())));
        };
        report(&mut planets.into_iter());
        report(&mut missions.into_iter());
        report(&mut rogues.into_iter());
    }

    fn check_planets(&self, problems: &mut Vec<SpecProblem>) {
        let mut indices = HashSet::new();
        for card in &self.planets {
            if !(1..=MAX_LENGTH).contains(&card.length) {
                problems.push(SpecProblem::Length(card.id.clone()));
            }
            if !regresses_before_advancing(&card.ability) {
                problems.push(SpecProblem::AdvanceAnother(card.id.clone()));
            }
            if let Some(index) = card.ability.once
                && (index as usize >= MAX_LIMITED || !indices.insert(index))
            {
                problems.push(SpecProblem::Limit(card.id.clone()));
            }
        }
        let nesting = |card: &&PlanetCard| card.ability.nests();
        if self.planets.iter().filter(nesting).count() > MAX_NESTING || indices.len() > MAX_LIMITED
        {
            problems.push(SpecProblem::AbilityCount);
        }
    }
}

/// R10.10 Returns whether an advance of another ship comes right after the cost of regressing one.
fn regresses_before_advancing(ability: &Ability) -> bool {
    let first = ability.costs().len();
    let regresses = ability.costs().last() == Some(&Op::RegressOwn);
    let is_misplaced = |(index, op): (usize, &Op)| {
        matches!(op, Op::AdvanceAnother(..)) && !(regresses && index == first)
    };
    !ability.ops().iter().enumerate().any(is_misplaced)
}
