//! A ruleset: one edition's numbers, its few rules that truly differ, and its cards.
//! All of it is data; no code asks which edition it is. Deck files (`deck/`) produce it.

use crate::dice::MAX_DICE;
use crate::ids::{Amount, Face, Mission, Planet, Planets, Resource, SHIPS, Track};
pub use crate::op::{
    Ability, MAX_OPS, Op, Recipient, ReplacedTo, Split, TrackFilter, UpgradeTerms, WhichDice,
};
use crate::rulings::Rulings;

/// Most levels of an empire track.
pub const MAX_LEVELS: usize = 7;
/// Room for one more: the Rogue's skull.
const LEVELS: usize = MAX_LEVELS + 1;
/// Most planets of a deck whose ability can lead to another ability: bounds the nesting (R9.4).
pub const MAX_NESTING: usize = 7;
/// Most planets of a deck that are limited to once per turn.
pub const MAX_LIMITED: usize = 8;

/// One edition, or a deck of one's own: everything a game is played by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The word that names it in records: `classic`.
    pub id: String,
    /// The name for screens.
    pub name: String,
    /// Goes up whenever a rule or a card is corrected, so that old records stay explainable.
    pub revision: u32,
    /// Which rulings apply; all but those that replay old records are the newest.
    pub rulings: Rulings,
    /// The edition whose words for faces and tracks are used on screens.
    pub naming: Naming,
    /// Fewest and most seats (R1.1); solo is [`Rules::solo`].
    pub seats: (u8, u8),
    /// Whether the Rogue Galaxy can be played against (R12), and how.
    pub solo: Option<Solo>,
    /// What a ship at home yields on an energy die (R3.2).
    pub home_energy: u8,
    /// Whether a landing's ability may be declined (R3.1d).
    pub landing: LandingRule,
    /// R4.
    pub reroll: RerollRule,
    /// R5.
    pub convert: ConvertRule,
    /// How many spaces of the bay can be followed (R7.3).
    pub followable: u8,
    /// The dice in the box (R1.4).
    pub dice: u8,
    /// The empire track of the players, level 1 first.
    pub track: EmpireTrack,
    /// The empire track of the Rogue (R12.9).
    pub rogue_track: EmpireTrack,
    /// The planet deck.
    pub planets: Vec<PlanetCard>,
    /// The secret missions; none where the edition has none.
    pub missions: Vec<MissionCard>,
    /// The Rogues of the solo game.
    pub rogues: Vec<RogueCard>,
}

/// Whose words name the faces and tracks on screens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// diplomacy, economy, colony
    Classic,
    /// life, technology, galaxy
    BlastOff,
}

/// How the Rogue Galaxy is played (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solo {
    /// Which of its dice may be rerolled against it (R12.3).
    pub force: ForceRule,
    /// What its three extra dice are (R12.7).
    pub bonus: BonusRule,
    /// Whether the option `relentless` exists (R12.5).
    pub relentless: bool,
}

/// R12.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForceRule {
    /// Only a die that the Rogue can use.
    Usable,
    /// Any die.
    Any,
}

/// R12.7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BonusRule {
    /// An extra turn: fresh once-per-turn marks, and it can be followed.
    ExtraTurn,
    /// Bonus actions of the same turn, which cannot be followed.
    SameTurn,
}

/// R3.1d.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LandingRule {
    /// The ability may be declined.
    Optional,
    /// It must be carried out, unless it has a cost or would do nothing for its user.
    Mandatory,
}

/// R4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RerollRule {
    /// R4.1: any dice; the first is free, later ones cost 1 energy.
    FirstFree,
    /// R4.2: all dice; always 1 energy.
    AllPaid,
}

/// R5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConvertRule {
    /// R5.1: two dice are spent to turn a third.
    TwoForOne,
    /// R5.2: a resource is spent to turn a die and carry it out at once.
    PayAndAct,
}

/// One level of an empire track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EmpireLevel {
    /// What the upgrade to this level costs (R6.1).
    pub cost: u8,
    /// Dice rolled.
    pub dice: u8,
    /// Ships in play.
    pub ships: u8,
    /// Points of the empire.
    pub points: u8,
}

/// An empire track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EmpireTrack {
    levels: [EmpireLevel; LEVELS],
    top: u8,
}

impl EmpireTrack {
    /// A track of these levels, the first being level 1; `None` if there are none or too many.
    #[must_use]
    pub fn new(levels: &[EmpireLevel]) -> Option<Self> {
        let last = *levels.last()?;
        if levels.len() > MAX_LEVELS {
            return None;
        }
        // Past the top, where only the Rogue's skull is, everything stays as at the top.
        let mut track = Self { levels: [last; LEVELS], top: levels.len() as u8 };
        track.levels[..levels.len()].copy_from_slice(levels);
        Some(track)
    }

    /// The highest level.
    #[inline]
    #[must_use]
    pub const fn top(&self) -> u8 {
        self.top
    }

    /// A level by its number, counted from 1.
    #[inline]
    #[must_use]
    pub const fn level(&self, level: u8) -> EmpireLevel {
        self.levels[(level.wrapping_sub(1) as usize) & (LEVELS - 1)]
    }

    /// All levels, level 1 first.
    #[must_use]
    pub fn levels(&self) -> &[EmpireLevel] {
        &self.levels[..self.top as usize]
    }
}

/// A planet card: one row of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanetCard {
    /// Its slug in records and deck files.
    pub id: String,
    /// Its name for screens.
    pub name: String,
    /// What it yields.
    pub resource: Resource,
    /// The type of its orbit track.
    pub track: Track,
    /// Its points.
    pub points: u8,
    /// Spaces between start and end (R8.1).
    pub length: u8,
    /// Its ability.
    pub ability: Ability,
}

impl PlanetCard {
    /// The number of its end space (R8.1).
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
    /// Its name for screens.
    pub name: String,
    /// Its points.
    pub points: u8,
    /// Its points if another shares the extreme.
    pub tied: u8,
    /// When it scores.
    pub condition: MissionCondition,
}

/// When a mission scores (R11.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissionCondition {
    /// More of it than anyone, or tied.
    Most(MissionMetric),
    /// Fewer of it than anyone, or tied.
    Fewest(MissionMetric),
    /// As many economy as diplomacy planets.
    Equal,
    /// Was the first to reach 21.
    TriggeredEnd,
    /// Holds at least this much of both.
    Holds(Amount),
    /// The empire is at the top level.
    TopLevel,
    /// All ships in play are at home.
    AllHome,
    /// No ship is at home.
    NoneHome,
}

impl MissionCondition {
    /// Whether it compares players (R1.7).
    #[must_use]
    pub const fn compares(&self) -> bool {
        matches!(self, Self::Most(_) | Self::Fewest(_))
    }
}

/// What a mission counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissionMetric {
    /// A resource held.
    Held(Resource),
    /// Colonised planets.
    Colonies,
    /// Colonised planets of one track type.
    ColoniesOn(Track),
}

/// A Rogue: its attack at each level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RogueCard {
    /// Its slug.
    pub id: String,
    /// Its name for screens.
    pub name: String,
    /// How hard it is, in one word for screens.
    pub difficulty: String,
    /// Its attacks, level 1 first.
    pub attacks: Vec<Attack>,
}

/// What a Rogue's colony die does at one level (R12.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Its parts, in printed order.
    pub parts: Vec<AttackOp>,
    /// Whether it is limited to once per turn.
    pub once: bool,
}

/// One part of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackOp {
    /// The player loses resources.
    Lose(Amount),
    /// The Rogue gains resources.
    Gain(Amount),
    /// The Rogue takes resources from the player.
    Steal(Amount),
    /// The Rogue takes units of either resource, as the player chooses (R12.13).
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

/// The most units of a resource a player holds (R3.4).
pub const CAP: u8 = 7;
/// The most units of a resource the Rogue holds (R12.7).
pub const ROGUE_CAP: u8 = 6;
/// The points that trigger the end (R11.1).
pub const GOAL: u8 = 21;

impl Rules {
    /// How many planets lie face up (R1.3).
    #[must_use]
    pub const fn row_len(seats: usize) -> usize {
        match seats {
            1 => 4,
            5.. => 6,
            n => n + 2,
        }
    }

    /// The same cards and numbers under other rulings.
    #[must_use]
    pub fn under(&self, rulings: Rulings) -> Self {
        Self { rulings, ..self.clone() }
    }

    /// A card.
    #[inline]
    #[must_use]
    pub fn planet(&self, planet: Planet) -> &PlanetCard {
        &self.planets[planet.index()]
    }

    /// A mission.
    #[must_use]
    pub fn mission(&self, mission: Mission) -> &MissionCard {
        &self.missions[mission.index()]
    }

    /// All planets of the deck.
    #[must_use]
    pub fn all_planets(&self) -> Planets {
        Planets::first(self.planets.len())
    }

    /// The planet with this slug.
    #[must_use]
    pub fn find_planet(&self, id: &str) -> Option<Planet> {
        Planet::new(self.planets.iter().position(|card| card.id == id)?)
    }

    /// The mission with this slug.
    #[must_use]
    pub fn find_mission(&self, id: &str) -> Option<Mission> {
        Mission::new(self.missions.iter().position(|card| card.id == id)?)
    }

    /// The number of the Rogue with this slug.
    #[must_use]
    pub fn find_rogue(&self, id: &str) -> Option<usize> {
        self.rogues.iter().position(|card| card.id == id)
    }

    /// The operation of a face of the die: looked up, since a jump on a face is seldom foreseen.
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

    /// The operations of a reroll (R4).
    pub(crate) const fn reroll_ops(&self) -> &'static [Op] {
        match self.reroll {
            RerollRule::FirstFree => &[Op::RerollDice(WhichDice::Any)],
            RerollRule::AllPaid => &[Op::RerollDice(WhichDice::All)],
        }
    }

    /// The operations of the converter (R5).
    pub(crate) const fn convert_ops(&self) -> &'static [Op] {
        match self.convert {
            ConvertRule::TwoForOne => &[Op::SpendTwoDice, Op::SetDie],
            ConvertRule::PayAndAct => &[Op::PayAndAct],
        }
    }
}

const _: () = assert!(SHIPS == 4 && MAX_DICE == 7, "ships fit one word, dice four bits a face");
