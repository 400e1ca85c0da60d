//! The operations of dice and planets. An ability is a list of operations.

use crate::dice::MAX_DICE;
use crate::ids::{Amount, Resource, Track};

/// The most operations of one ability, including its cost.
pub const MAX_OPS: usize = 4;

/// The ability of a planet: its costs, all of which the user pays, then its effects in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    ops: [Op; MAX_OPS],
    costs: u8,
    len: u8,
    /// Whether the ability can be used only on the user's own turn (R9.2).
    pub own_turn: bool,
    /// The index among the planets limited to once per turn; `None` without this limit (R9.3).
    pub once: Option<u8>,
}

impl Ability {
    /// Creates an ability; `None` if it has no effects or too many operations.
    ///
    /// If an operation affects unactivated dice or follows, the ability can be used only on the
    /// user's own turn (R9.2).
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

    /// Returns all operations, costs first.
    #[inline]
    #[must_use]
    pub fn ops(&self) -> &[Op] {
        &self.ops[..self.len as usize]
    }

    /// Returns the costs.
    #[inline]
    #[must_use]
    pub fn costs(&self) -> &[Op] {
        &self.ops[..self.costs as usize]
    }

    /// Returns the effects.
    #[inline]
    #[must_use]
    pub fn effects(&self) -> &[Op] {
        &self.ops[self.costs as usize..self.len as usize]
    }

    /// Returns whether the ability can lead to another planet's ability (R9.4).
    #[must_use]
    pub fn nests(&self) -> bool {
        self.ops().iter().any(|op| op.nests())
    }
}

/// The player or players that an effect applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipient {
    /// The user.
    User,
    /// Every other player, clockwise from the user (R9.6).
    Others,
}

/// The tracks that an effect applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackFilter {
    /// Tracks of one type.
    Only(Track),
    /// Any track.
    Any,
}

/// One operation of a die or an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Cost: pay resources.
    Pay(Amount),
    /// Cost: discard this many unactivated dice (R10.16).
    DiscardDice(u8),
    /// Cost: regress one of the user's ships by 1 space.
    RegressOwn,
    /// Gain resources.
    Gain(Recipient, Amount),
    /// Gain one of a resource for each of the user's ships at home.
    GainPerHomeShip(Resource),
    /// Gain one of a resource for each of the user's ships at a planet that yields it (R3.2, R3.3).
    /// Ships at home yield energy, too, in most editions.
    Harvest(Resource),
    /// Steal resources from one other player.
    Steal(Amount),
    /// Convert any number of units of the other resource into this one (R10.17).
    TurnInto(Resource),
    /// Advance one ship of each recipient on a matching track by this many spaces.
    Advance(Recipient, TrackFilter, u8),
    /// Advance one of the user's ships by this many spaces, but not the one just regressed (R10.10).
    AdvanceAnother(TrackFilter, u8),
    /// Regress ships of other players.
    Regress {
        /// The tracks of the ships.
        on: TrackFilter,
        /// The number of spaces by which each ship regresses.
        steps: u8,
        /// The number of ships, each a different one (R10.6).
        ships: u8,
    },
    /// Move this many ships, one after the other, each a different one (R3.1, R10.5).
    Move(u8),
    /// Move an orbiting ship to the space with the same number on another track (R10.12).
    Hop,
    /// Send one of the user's orbiting ships home for units (R10.7).
    ///
    /// The user gains as many units as the number of the space of the ship.
    Recall(Split),
    /// Pay culture equal to the number of an enemy ship's space to send that ship home (R14).
    Expel,
    /// Upgrade the empire (R6.1).
    Upgrade(UpgradeTerms),
    /// Upgrade the empire or use one of the user's colonies (R3.6).
    Colony,
    /// Reroll unactivated dice.
    RerollDice(WhichDice),
    /// Put two dice into the converter (R5.1).
    SpendTwoDice,
    /// Set an unactivated die to another face.
    SetDie,
    /// Pay one unit of a resource, set a die to any face and carry it out (R5.2).
    PayAndAct,
    /// Repeat an activated die (R10.14).
    RepeatDie,
    /// Carry out a die action of any face, which others may then carry out for free (R10.9).
    AnyAction,
    /// Replace an unoccupied planet of the row (R10.2).
    ReplacePlanet(ReplacedTo),
    /// Use the ability of a planet in the row (R10.15).
    UseRowPlanet,
    /// Pay one of a resource to another player and use one of that player's colonies (R10.8).
    UseColonyOfOther(Resource),
    /// Gain one of a resource for each follow of one of the user's dice (R10.1).
    ///
    /// The effect lasts until the end of the turn.
    GainPerFollow(Resource),
    /// Until the end of the turn, a follow costs 2 culture (R10.11).
    FollowsCostTwo,
    /// Until the end of the turn, nobody may follow (R14).
    NoFollow,
}

/// Properties of an operation that do not depend on the position.
#[derive(Clone, Copy)]
struct OpProperties {
    own_turn: bool,
    nests: bool,
    costs_its_user: bool,
    /// The most dice that can be chosen while the operation asks for more.
    max_chosen_dice: u8,
}

impl Op {
    const fn properties(&self) -> OpProperties {
        const NONE: OpProperties = OpProperties {
            own_turn: false,
            nests: false,
            costs_its_user: false,
            max_chosen_dice: 0,
        };
        match self {
            Self::DiscardDice(count) => {
                let max_chosen_dice = count.saturating_sub(1);
                OpProperties { own_turn: true, max_chosen_dice, ..NONE }
            }
            Self::RerollDice(_) => {
                OpProperties { own_turn: true, max_chosen_dice: MAX_DICE as u8, ..NONE }
            }
            Self::SpendTwoDice => OpProperties { max_chosen_dice: 1, ..NONE },
            Self::SetDie | Self::GainPerFollow(_) | Self::FollowsCostTwo | Self::NoFollow => {
                OpProperties { own_turn: true, ..NONE }
            }
            Self::Move(_) | Self::RepeatDie | Self::AnyAction | Self::UseRowPlanet => {
                OpProperties { nests: true, ..NONE }
            }
            Self::UseColonyOfOther(_) => OpProperties { nests: true, costs_its_user: true, ..NONE },
            Self::Recall(_) | Self::Expel | Self::Upgrade(_) => {
                OpProperties { costs_its_user: true, ..NONE }
            }
            Self::Pay(_)
            | Self::RegressOwn
            | Self::Gain(..)
            | Self::GainPerHomeShip(_)
            | Self::Harvest(_)
            | Self::Steal(_)
            | Self::TurnInto(_)
            | Self::Advance(..)
            | Self::AdvanceAnother(..)
            | Self::Regress { .. }
            | Self::Hop
            | Self::Colony
            | Self::PayAndAct
            | Self::ReplacePlanet(_) => NONE,
        }
    }

    /// R9.2 Returns whether the operation can be used only on the user's own turn.
    ///
    /// This is so if it affects unactivated dice or follows.
    #[must_use]
    pub(crate) const fn needs_own_turn(&self) -> bool {
        self.properties().own_turn
    }

    /// Returns whether the operation can lead to another planet's ability.
    #[must_use]
    pub const fn nests(&self) -> bool {
        self.properties().nests
    }

    /// Returns the most dice that can be chosen while the operation asks for more.
    pub(crate) const fn max_chosen_dice(&self) -> usize {
        self.properties().max_chosen_dice as usize
    }

    /// Returns whether the effect takes something from its user, apart from the ability's costs.
    #[must_use]
    pub(crate) const fn costs_its_user(&self) -> bool {
        self.properties().costs_its_user
    }
}

/// The allowed divisions of the gained units between energy and culture (R10.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// All in one resource.
    OneResource,
    /// Any division.
    Free,
}

/// The terms of an upgrade (R6.1, R10.3, R10.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpgradeTerms {
    /// One unit less, paid in a single resource, if the user alone has the lowest level.
    DiscountIfLowest,
    /// One unit less, paid in a single resource, if nobody has a lower level.
    DiscountIfLowestOrTied,
    /// The full cost, in any mix of resources.
    Mixed,
}

/// The dice that a reroll affects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichDice {
    /// Any number of unactivated dice, at least one.
    Any,
    /// All unactivated dice.
    All,
}

/// The destination of a replaced planet card (R10.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplacedTo {
    /// Out of the game.
    Discard,
    /// Under the deck.
    UnderDeck,
}
