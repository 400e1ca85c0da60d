//! The vocabulary of dice and planets: an ability is a row of operations.

use crate::ids::{Amount, Resource, Track};

/// Most operations of one ability, its cost included.
pub const MAX_OPS: usize = 4;

/// What a planet lets its user do: a cost, paid in full, then effects in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    ops: [Op; MAX_OPS],
    costs: u8,
    len: u8,
    /// Only on the user's own turn (R9.2).
    pub own_turn: bool,
    /// Its number among the planets limited to once per turn (R9.3).
    pub once: Option<u8>,
}

impl Ability {
    /// An ability of these costs and effects; `None` if there are no effects or too many operations.
    /// What touches unactivated dice or followers is limited to the own turn by itself (R9.2).
    #[must_use]
    pub fn new(costs: &[Op], effects: &[Op]) -> Option<Self> {
        let len = costs.len() + effects.len();
        if effects.is_empty() || len > MAX_OPS {
            return None;
        }
        let mut ops = [Op::NoFollow; MAX_OPS];
        ops[..costs.len()].copy_from_slice(costs);
        ops[costs.len()..len].copy_from_slice(effects);
        let own_turn = ops[..len].iter().any(|op| op.needs_own_turn());
        Some(Self { ops, costs: costs.len() as u8, len: len as u8, own_turn, once: None })
    }

    /// Every operation, the costs first.
    #[inline]
    #[must_use]
    pub fn ops(&self) -> &[Op] {
        &self.ops[..self.len as usize]
    }

    /// What is paid first.
    #[inline]
    #[must_use]
    pub fn costs(&self) -> &[Op] {
        &self.ops[..self.costs as usize]
    }

    /// What comes after.
    #[inline]
    #[must_use]
    pub fn effects(&self) -> &[Op] {
        &self.ops[self.costs as usize..self.len as usize]
    }

    /// Whether it can lead to another planet's ability (R9.4).
    #[must_use]
    pub fn nests(&self) -> bool {
        self.ops().iter().any(|op| op.nests())
    }
}

/// Whom an effect serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipient {
    /// The user.
    User,
    /// Every other player, clockwise from the user (R9.6).
    Others,
}

/// Which tracks an effect reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackFilter {
    /// Tracks of one type.
    Only(Track),
    /// Any track.
    Any,
}

/// One operation: the vocabulary of dice and planets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Cost: pay resources.
    Pay(Amount),
    /// Cost: discard unactivated dice (R10.16).
    DiscardDice(u8),
    /// Cost: regress one own ship by 1.
    RegressOwn,
    /// Gain resources.
    Gain(Recipient, Amount),
    /// Gain one of a resource for each own ship at home.
    GainPerHomeShip(Resource),
    /// Gain what the planets under one's ships yield (R3.2, R3.3).
    Harvest(Resource),
    /// Take from one other player.
    Steal(Amount),
    /// Turn any number of one resource into the other (R10.17).
    TurnInto(Resource),
    /// Advance one ship.
    Advance(Recipient, TrackFilter, u8),
    /// Advance one ship other than the one just regressed (R10.10).
    AdvanceAnother(TrackFilter, u8),
    /// Regress ships of other players: how many different ones, and by how much.
    Regress {
        /// Which tracks.
        on: TrackFilter,
        /// Steps for each ship.
        steps: u8,
        /// Different ships (R10.6).
        ships: u8,
    },
    /// Move ships, one after the other, each a different one (R3.1, R10.5).
    Move(u8),
    /// Move an orbiting ship to the same number of another track (R10.12).
    Hop,
    /// Send an own orbiting ship home and gain its number (R10.7).
    Recall(Split),
    /// Send an enemy orbiting ship home for culture equal to its number (R14).
    Expel,
    /// Upgrade the empire (R6.1).
    Upgrade(UpgradeTerms),
    /// Upgrade the empire or use an own colony (R3.6).
    Colony,
    /// Reroll unactivated dice.
    RerollDice(WhichDice),
    /// Put two dice into the converter (R5.1).
    SpendTwoDice,
    /// Turn an unactivated die to another face.
    SetDie,
    /// Pay a resource, turn a die to any face and carry it out (R5.2).
    PayAndAct,
    /// Repeat an activated die (R10.14).
    RepeatDie,
    /// Any one die action, which others may then carry out for free (R10.9).
    AnyAction,
    /// Replace an unoccupied planet of the row (R10.2).
    ReplacePlanet(ReplacedTo),
    /// Use the ability of a planet in the row (R10.15).
    UseRowPlanet,
    /// Pay one of a resource to another player and use one of his colonies (R10.8).
    UseColonyOfOther(Resource),
    /// Until the end of the turn each follow of the own dice brings one of a resource (R10.1).
    GainPerFollow(Resource),
    /// Until the end of the turn a follow costs 2 culture (R10.11).
    FollowsCostTwo,
    /// Until the end of the turn nobody may follow (R14).
    NoFollow,
}

impl Op {
    /// R9.2: on unactivated dice, or about being followed.
    #[must_use]
    pub const fn needs_own_turn(&self) -> bool {
        matches!(
            self,
            Self::DiscardDice(_)
                | Self::RerollDice(_)
                | Self::SetDie
                | Self::GainPerFollow(_)
                | Self::FollowsCostTwo
                | Self::NoFollow
        )
    }

    /// Whether carrying it out can enter another planet's ability.
    #[must_use]
    pub const fn nests(&self) -> bool {
        matches!(
            self,
            Self::Move(_)
                | Self::RepeatDie
                | Self::AnyAction
                | Self::UseRowPlanet
                | Self::UseColonyOfOther(_)
        )
    }

    /// Whether carrying it out costs its user something.
    #[must_use]
    pub const fn has_price(&self) -> bool {
        matches!(self, Self::Recall(_) | Self::Expel | Self::Upgrade(_) | Self::UseColonyOfOther(_))
    }
}

/// How gained units may be divided (R10.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// All in one resource.
    OneResource,
    /// Any split.
    Free,
}

/// What an upgrade costs (R6.1, R10.3, R10.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpgradeTerms {
    /// One less in one resource, if the user alone is at the lowest level.
    DiscountIfLowest,
    /// One less in one resource, if nobody is at a lower level.
    DiscountIfLowestOrTied,
    /// The price, split freely.
    Mixed,
}

/// Which dice a reroll takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichDice {
    /// Any number, at least one.
    Any,
    /// All of them.
    All,
}

/// Where a replaced planet goes (R10.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplacedTo {
    /// Out of the game.
    Discard,
    /// Under the deck.
    UnderDeck,
}
