//! The kinds of planet abilities, by which players filter cards.

use orrery_rules::ruleset::{Ability, Op};
use serde::{Deserialize, Serialize};

/// A kind of ability, by what its effects change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum AbilityKind {
    /// Energy and culture.
    Resources,
    /// Ships: moving, advancing, regressing, sending home.
    Ships,
    /// Dice: rerolling, setting or repeating dice, or carrying out a die action without a die.
    Dice,
    /// The empire, and using colonies.
    Empire,
    /// Planets of the row, or of other players.
    Planets,
    /// Follows: their cost, their reward or a ban on them.
    Follow,
}

impl AbilityKind {
    /// Returns the kinds of an ability, in the order of this enum; costs do not count.
    #[must_use]
    pub fn of(ability: &Ability) -> Vec<Self> {
        let mut kinds: Vec<Self> =
            ability.effects().iter().flat_map(Self::of_effect).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    const fn of_effect(effect: &Op) -> &'static [Self] {
        match effect {
            Op::Pay(_)
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::Steal(_)
            | Op::TurnInto(_) => &[Self::Resources],
            Op::RegressOwn
            | Op::Advance(..)
            | Op::AdvanceAnother(..)
            | Op::Regress { .. }
            | Op::Move(_)
            | Op::Hop
            | Op::Expel => &[Self::Ships],
            Op::Recall(_) => &[Self::Resources, Self::Ships],
            Op::DiscardDice(_)
            | Op::RerollDice(_)
            | Op::SpendTwoDice
            | Op::SetDie
            | Op::PayAndAct
            | Op::RepeatDie
            | Op::AnyAction => &[Self::Dice],
            Op::Upgrade(_) | Op::Colony => &[Self::Empire],
            Op::ReplacePlanet(_) | Op::UseRowPlanet | Op::UseColonyOfOther(_) => &[Self::Planets],
            Op::GainPerFollow(_) => &[Self::Resources, Self::Follow],
            Op::FollowsCostTwo | Op::NoFollow => &[Self::Follow],
        }
    }
}
