//! A ruleset: the numbers, rule variants and cards of one edition.
//!
//! The engine reads the values of a ruleset and never checks which edition it is. `deck/` reads
//! rulesets from deck files.

use crate::dice::MAX_DICE;
use crate::game_option::{GameOption, OptionSet};
use crate::ids::{Amount, Face, Mission, Planet, Planets, Resource, SHIPS, Track};
pub use crate::op::{
    Ability, MAX_OPS, Op, Recipient, ReplacedTo, Split, TrackFilter, UpgradeTerms, WhichDice,
};
use crate::problems::Problems;
use crate::rulings::Rulings;
pub use crate::spec_check::{SpecProblem, TrackOwner};
use std::ops::Deref;

/// The most levels of an empire track.
pub const MAX_LEVELS: usize = 7;
/// The number of stored levels: [`MAX_LEVELS`], plus one for the Rogue's skull.
const LEVELS_WITH_SKULL: usize = MAX_LEVELS + 1;
/// The most planets of a deck whose ability can lead to another ability (R9.4). It bounds the stack
/// of pending work.
pub const MAX_NESTING: usize = 7;
/// The most planets of a deck that are limited to once per turn.
pub const MAX_LIMITED: usize = 8;

/// The checked rules of an edition or a custom deck.
///
/// `Rules` dereferences to the [`RulesSpec`] from which it was built, and never changes. So every
/// `Rules` satisfies the limits that the engine relies on, such as the sizes of sets. To change a
/// value, change a copy of the [`RulesSpec`] and build it.
///
/// ```
/// use orrery_rules::{RulesSpec, deck};
///
/// let mut spec: RulesSpec = (**deck::classic()).clone();
/// spec.id = "generous".to_owned();
/// spec.home_energy = 2;
/// let rules = spec.build().unwrap();
/// assert_eq!(rules.home_energy, 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules(RulesSpec);

impl Rules {
    /// Returns the specification; unlike `deref`, this also works in constant functions.
    #[inline]
    pub(crate) const fn spec(&self) -> &RulesSpec {
        &self.0
    }
}

impl Deref for Rules {
    type Target = RulesSpec;

    #[inline]
    fn deref(&self) -> &RulesSpec {
        &self.0
    }
}

impl RulesSpec {
    /// Checks the specification and returns it as rules.
    ///
    /// # Errors
    /// Returns every problem that prevents the engine from playing these rules.
    pub fn build(self) -> Result<Rules, Problems<SpecProblem>> {
        Problems::ok_if_none(self.problems(), || Rules(self))
    }
}

/// The unchecked values of a ruleset; [`RulesSpec::build`] checks them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSpec {
    /// The id used in records, such as `classic`.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The revision: raised whenever a rule or a card is corrected. Records name it, so that old
    /// records still replay.
    pub revision: u32,
    /// The rulings: the newest, unless the ruleset replays old records.
    pub rulings: Rulings,
    /// The edition whose names for faces and tracks are shown.
    pub naming: Naming,
    /// The fewest and the most seats (R1.1), apart from the solo game.
    pub seats: (u8, u8),
    /// The rules of the solo game (R12), if the edition has one.
    pub solo: Option<Solo>,
    /// The energy that a ship at home yields on an energy die (R3.2).
    pub home_energy: u8,
    /// Whether the ability of a landing may be declined (R3.1d).
    pub landing: LandingRule,
    /// The cost of rerolls (R4).
    pub reroll: RerollRule,
    /// The variant of the converter (R5).
    pub convert: ConvertRule,
    /// The number of bay spaces, from the first, whose dice can be followed (R7.3).
    pub followable: u8,
    /// The number of dice in the box (R1.4).
    pub dice: u8,
    /// The empire track of the players, level 1 first.
    pub track: EmpireTrack,
    /// The empire track of the Rogue (R12.9).
    pub rogue_track: EmpireTrack,
    /// The planet deck.
    pub planets: Vec<PlanetCard>,
    /// The secret missions; empty if the edition has none.
    pub missions: Vec<MissionCard>,
    /// The Rogues of the solo game.
    pub rogues: Vec<RogueCard>,
}

/// The edition whose names for faces and tracks are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// The names diplomacy, economy and colony.
    Classic,
    /// The names life, technology and galaxy.
    BlastOff,
}

/// The rules of the solo game that differ between editions (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solo {
    /// The Rogue's dice that the player may force to be rerolled (R12.3).
    pub force: ForceRule,
    /// The status of the Rogue's three extra dice (R12.7).
    pub bonus: BonusRule,
    /// Whether the option `relentless` exists (R12.5).
    pub relentless: bool,
}

/// The Rogue's dice that the player may force to be rerolled (R12.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForceRule {
    /// Only a die that the Rogue can use.
    Usable,
    /// Any die.
    Any,
}

/// The status of the Rogue's three extra dice (R12.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BonusRule {
    /// The dice are an extra turn: once-per-turn limits start again, and the player may follow.
    ExtraTurn,
    /// The dice belong to the same turn, and the player may not follow them.
    SameTurn,
}

/// The rule on declining the ability of a planet after landing on it (R3.1d).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LandingRule {
    /// The ability may be declined.
    Optional,
    /// The ability is mandatory unless it has a cost or does nothing for its user.
    Mandatory,
}

/// The cost of rerolls (R4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RerollRule {
    /// R4.1 Rerolls any unactivated dice.
    ///
    /// The first reroll of a turn is free; each later one costs 1 energy.
    FirstFree,
    /// R4.2: rerolls all unactivated dice; every reroll costs 1 energy.
    AllPaid,
}

/// The variant of the converter (R5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConvertRule {
    /// R5.1: spend two dice to set a third one.
    TwoForOne,
    /// R5.2: spend a resource to set a die and carry it out at once.
    PayAndAct,
}

impl RerollRule {
    /// Returns the number of the rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::FirstFree => "R4.1",
            Self::AllPaid => "R4.2",
        }
    }
}

impl ConvertRule {
    /// Returns the number of the rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::TwoForOne => "R5.1",
            Self::PayAndAct => "R5.2",
        }
    }
}

/// One level of an empire track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EmpireLevel {
    /// The cost of the upgrade to this level, in units of one resource (R6.1); 0 for level 1.
    pub cost: u8,
    /// The number of dice rolled.
    pub dice: u8,
    /// The number of ships in play.
    pub ships: u8,
    /// The points that the level is worth.
    pub points: u8,
}

/// An empire track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EmpireTrack {
    levels: [EmpireLevel; LEVELS_WITH_SKULL],
    top: u8,
}

impl EmpireTrack {
    /// Creates a track; `None` if there are no levels or too many.
    #[must_use]
    pub fn new(levels: &[EmpireLevel]) -> Option<Self> {
        let last = *levels.last()?;
        if levels.len() > MAX_LEVELS {
            return None;
        }
        // The extra level, the Rogue's skull, has the values of the top level.
        let mut track = Self { levels: [last; LEVELS_WITH_SKULL], top: levels.len() as u8 };
        track.levels[..levels.len()].copy_from_slice(levels);
        Some(track)
    }

    /// Returns the number of the highest level.
    #[inline]
    #[must_use]
    pub const fn top(&self) -> u8 {
        self.top
    }

    /// Returns a level by its number, counted from 1.
    #[inline]
    #[must_use]
    pub const fn level(&self, level: u8) -> EmpireLevel {
        self.levels[(level.wrapping_sub(1) as usize) & (LEVELS_WITH_SKULL - 1)]
    }

    /// Returns all levels, level 1 first.
    #[must_use]
    pub fn levels(&self) -> &[EmpireLevel] {
        &self.levels[..self.top as usize]
    }
}

/// A planet card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanetCard {
    /// Its slug in records and deck files.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The resource that ships at the planet yield (R3.2, R3.3).
    pub resource: Resource,
    /// The type of its orbit track.
    pub track: Track,
    /// Its points.
    pub points: u8,
    /// The number of spaces between the start and the end of its track (R8.1).
    pub length: u8,
    /// Its ability.
    pub ability: Ability,
}

impl PlanetCard {
    /// Returns the number of its end space (R8.1).
    #[inline]
    #[must_use]
    pub const fn end(&self) -> u8 {
        self.length + 1
    }
}

/// A secret mission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissionCard {
    /// Its slug.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Its points.
    pub points: u8,
    /// Its points in a tie; the same as `points` if the mission does not compare players.
    pub tied: u8,
    /// The condition under which it scores.
    pub condition: MissionCondition,
}

impl MissionCard {
    /// R1.7 Returns whether the mission is dealt in a game with these options.
    #[must_use]
    pub const fn is_dealt(&self, chosen: OptionSet) -> bool {
        !(chosen.has(GameOption::DuelMissions) && self.condition.compares())
    }
}

/// The condition under which a mission scores (R11.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissionCondition {
    /// The seat has the most of this quantity, or is tied for it.
    Most(MissionMetric),
    /// The seat has the least of this quantity, or is tied for it.
    Fewest(MissionMetric),
    /// The seat has as many economy as diplomacy planets.
    Equal,
    /// The seat triggered the end: it was the first to reach 21 points.
    TriggeredEnd,
    /// The seat holds at least this amount.
    Holds(Amount),
    /// The empire is at the top level.
    TopLevel,
    /// All ships in play are at home.
    AllHome,
    /// No ship is at home.
    NoneHome,
}

impl MissionCondition {
    /// Returns whether the condition compares players (R1.7).
    #[must_use]
    pub const fn compares(&self) -> bool {
        matches!(self, Self::Most(_) | Self::Fewest(_))
    }
}

/// The quantity that a mission counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissionMetric {
    /// A resource held.
    Held(Resource),
    /// Colonised planets.
    Colonies,
    /// Colonised planets of one track type.
    ColoniesOn(Track),
}

/// A Rogue of the solo game, with its attack at each level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RogueCard {
    /// Its slug.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Its difficulty, as a word to display.
    pub difficulty: String,
    /// Its attacks, level 1 first.
    pub attacks: Vec<Attack>,
}

/// The effect of the Rogue's colony die at one level (R12.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Its operations, in printed order.
    pub parts: Vec<AttackOp>,
    /// Whether it is limited to once per turn.
    pub once: bool,
}

/// One operation of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackOp {
    /// The player loses resources.
    Lose(Amount),
    /// The Rogue gains resources.
    Gain(Amount),
    /// The Rogue takes resources from the player.
    Steal(Amount),
    /// The Rogue takes units of either resource; the player chooses which (R12.13).
    StealAny(u8),
    /// One ship of the player regresses.
    RegressOne(u8),
    /// All ships of the player regress.
    RegressAll(u8),
    /// All ships of the Rogue advance.
    AdvanceAll(u8),
    /// The player rolls one die fewer next turn.
    OneDieFewer,
}

/// The most units of a resource that a player can hold (R3.4).
pub const CAP: u8 = 7;
/// The most units of a resource that the Rogue can hold (R12.7).
pub const ROGUE_CAP: u8 = 6;
/// The points that trigger the end (R11.1).
pub const GOAL: u8 = 21;

impl Rules {
    /// Returns the number of planets in the row for this number of players (R1.3).
    #[must_use]
    pub const fn row_len(seats: usize) -> usize {
        match seats {
            1 => 4,
            5.. => 6,
            n => n + 2,
        }
    }

    /// Returns the allowed numbers of players; 1 is the solo game (R1.1).
    pub fn player_counts(&self) -> impl Iterator<Item = usize> + use<> {
        let solo = self.solo.is_some() && !self.rogues.is_empty();
        let (fewest, most) = self.seats;
        solo.then_some(1).into_iter().chain(fewest as usize..=most as usize)
    }

    /// Returns the number of dice that the converter holds after its use (R5).
    #[must_use]
    pub const fn converter_slots(&self) -> usize {
        match self.0.convert {
            ConvertRule::TwoForOne => 2,
            ConvertRule::PayAndAct => 1,
        }
    }

    /// Returns the same ruleset with another revision and other rulings.
    pub(crate) fn revised(&self, revision: u32, rulings: Rulings) -> Self {
        Self(RulesSpec { revision, rulings, ..self.0.clone() })
    }

    /// Returns the same ruleset under other rulings.
    #[must_use]
    pub fn under(&self, rulings: Rulings) -> Self {
        self.revised(self.revision, rulings)
    }

    /// Returns a planet card.
    #[inline]
    #[must_use]
    pub fn planet(&self, planet: Planet) -> &PlanetCard {
        &self.planets[planet.index()]
    }

    /// Returns a mission card.
    #[must_use]
    pub fn mission(&self, mission: Mission) -> &MissionCard {
        &self.missions[mission.index()]
    }

    /// Returns all planets of the deck.
    #[must_use]
    pub fn all_planets(&self) -> Planets {
        Planets::first(self.planets.len())
    }

    /// Returns the planet with this slug.
    #[must_use]
    pub fn find_planet(&self, id: &str) -> Option<Planet> {
        Planet::new(self.planets.iter().position(|card| card.id == id)?)
    }

    /// Returns the mission with this slug.
    #[must_use]
    pub fn find_mission(&self, id: &str) -> Option<Mission> {
        Mission::new(self.missions.iter().position(|card| card.id == id)?)
    }

    /// Returns the index of the Rogue with this slug.
    #[must_use]
    pub fn find_rogue(&self, id: &str) -> Option<usize> {
        self.rogues.iter().position(|card| card.id == id)
    }

    /// Returns the operation of a die face.
    ///
    /// It uses a lookup table, because the processor cannot predict a branch on a random face.
    #[inline]
    pub(crate) const fn face_op(face: Face) -> Op {
        const OPS: [Op; 6] = [
            Op::Move(1),
            Op::Harvest(Resource::Energy),
            Op::Harvest(Resource::Culture),
            Op::Advance(Recipient::User, TrackFilter::Only(Track::Diplomacy), 1),
            Op::Advance(Recipient::User, TrackFilter::Only(Track::Economy), 1),
            Op::Colony,
        ];
        OPS[face.index()]
    }

    /// Returns the operations of a reroll (R4).
    pub(crate) const fn reroll_ops(&self) -> &'static [Op] {
        match self.0.reroll {
            RerollRule::FirstFree => &[Op::RerollDice(WhichDice::Any)],
            RerollRule::AllPaid => &[Op::RerollDice(WhichDice::All)],
        }
    }

    /// Returns the operations of the converter (R5).
    pub(crate) const fn convert_ops(&self) -> &'static [Op] {
        match self.0.convert {
            ConvertRule::TwoForOne => &[Op::SpendTwoDice, Op::SetDie],
            ConvertRule::PayAndAct => &[Op::PayAndAct],
        }
    }
}

const _: () =
    assert!(SHIPS == 4 && MAX_DICE == 7, "the packed types assume 4 ships and at most 7 dice");
