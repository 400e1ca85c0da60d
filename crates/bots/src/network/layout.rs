//! The layout of the network inputs. Inputs are binary; a position activates about seventy of
//! some three thousand.

use orrery_rules::ids::MAX_MISSIONS;

/// A block of inputs: its start, the number of kinds of facts and the number of values per kind.
#[derive(Clone, Copy)]
pub(super) struct Block {
    start: usize,
    kinds: usize,
    values: usize,
}

impl Block {
    const fn at(start: usize, kinds: usize, values: usize) -> Self {
        Self { start, kinds, values }
    }

    /// Returns the block after this one.
    const fn then(self, kinds: usize, values: usize) -> Self {
        Self::at(self.end(), kinds, values)
    }

    const fn end(self) -> usize {
        self.start + self.kinds * self.values
    }

    /// Returns whether the block contains this input.
    #[cfg(test)]
    pub(super) fn holds(self, input: u16) -> bool {
        (self.start..self.end()).contains(&usize::from(input))
    }

    /// Returns the input for a value of a kind; values past the last count as the last.
    #[inline]
    pub(super) const fn input(self, kind: usize, value: usize) -> u16 {
        let value = if value < self.values { value } else { self.values - 1 };
        (self.start + kind * self.values + value) as u16
    }
}

/// The most planets, missions, Rogues and editions that the network distinguishes.
pub(super) const PLANETS: usize = 112;
pub(super) const MISSIONS: usize = MAX_MISSIONS;
pub(super) const ROGUES: usize = 8;
pub(super) const EDITIONS: usize = 8;
/// The groups of seats relative to the evaluated one: itself, the next, another, the Rogue.
pub(super) const GROUPS: usize = 4;
/// The seats by clockwise distance, and the Rogue.
pub(super) const SEAT_PLACES: usize = 6;

/// Numbers on a seat's mat.
pub(super) const ENERGY: Block = Block::at(0, SEAT_PLACES, 8);
pub(super) const CULTURE: Block = ENERGY.then(SEAT_PLACES, 8);
pub(super) const LEVEL: Block = CULTURE.then(SEAT_PLACES, 8);
pub(super) const POINTS: Block = LEVEL.then(SEAT_PLACES, 32);
pub(super) const SHIPS_HOME: Block = POINTS.then(SEAT_PLACES, 5);
pub(super) const COLONIES_ON: Block = SHIPS_HOME.then(2 * SEAT_PLACES, 8);
pub(super) const YIELD: Block = COLONIES_ON.then(2 * SEAT_PLACES, 8);
pub(super) const CAN_UPGRADE: Block = YIELD.then(SEAT_PLACES, 3);
/// A ship in orbit: seat group, track, points, steps to the end.
pub(super) const ORBIT: Block = CAN_UPGRADE.then(GROUPS * 2 * 8, 8);
/// A race for a planet: own fewest steps, others' fewest steps, points.
pub(super) const RACE: Block = ORBIT.then(8 * 8, 8);
pub(super) const ROW: Block = RACE.then(1, PLANETS);
pub(super) const ROW_KIND: Block = ROW.then(4, 8);
pub(super) const LANDED: Block = ROW_KIND.then(2, PLANETS);
pub(super) const COLONY: Block = LANDED.then(GROUPS, PLANETS);
/// The dice of the turn.
pub(super) const DICE: Block = COLONY.then(GROUPS * 6, 8);
pub(super) const DICE_LEFT: Block = DICE.then(GROUPS, 8);
pub(super) const ROLLING: Block = DICE_LEFT.then(GROUPS, 8);
pub(super) const IN_TURN: Block = ROLLING.then(GROUPS, 8);
pub(super) const BAY: Block = IN_TURN.then(GROUPS, 8);
/// A planet that the unactivated dice suffice to colonise: its points.
pub(super) const IN_REACH: Block = BAY.then(GROUPS, 8);
pub(super) const UPGRADE_IN_REACH: Block = IN_REACH.then(GROUPS, 2);
/// The pending decision.
pub(super) const ASKED: Block = UPGRADE_IN_REACH.then(GROUPS, 6);
pub(super) const ASKED_FACE: Block = ASKED.then(GROUPS, 6);
/// The table.
pub(super) const EDITION: Block = ASKED_FACE.then(1, EDITIONS);
pub(super) const SEATS: Block = EDITION.then(1, 6);
pub(super) const ACTIVE: Block = SEATS.then(1, SEAT_PLACES);
pub(super) const START: Block = ACTIVE.then(1, SEAT_PLACES);
pub(super) const LAST_ROUND: Block = START.then(3, SEAT_PLACES);
/// The seat's own mission and what it would score now.
pub(super) const MISSION: Block = LAST_ROUND.then(MISSIONS, 4);
/// The Rogue.
pub(super) const ROGUE: Block = MISSION.then(ROGUES, 8);
pub(super) const ROGUE_DICE: Block = ROGUE.then(2, 8);
pub(super) const RELENTLESS: Block = ROGUE_DICE.then(1, 1);

/// The number of inputs.
pub(super) const INPUTS: usize = RELENTLESS.end();
