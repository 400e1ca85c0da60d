//! The layout of the network inputs.
//!
//! Inputs are binary. A position activates about 70 of the roughly 3,000 inputs.

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

    /// Returns the first input, the number of kinds and the number of values.
    pub(super) const fn dimensions(self) -> [usize; 3] {
        [self.start, self.kinds, self.values]
    }

    /// Returns whether the block contains this input.
    #[cfg(test)]
    pub(super) fn holds(self, input: u16) -> bool {
        (self.start..self.end()).contains(&usize::from(input))
    }

    /// Returns the input for a value of a kind. Larger values count as the last one.
    #[inline]
    pub(super) const fn input(self, kind: usize, value: usize) -> u16 {
        let value = if value < self.values { value } else { self.values - 1 };
        (self.start + kind * self.values + value) as u16
    }
}

/// Maximum number of planets that the network distinguishes.
pub(super) const PLANET_CAPACITY: usize = 112;
/// Maximum number of missions that the network distinguishes.
pub(super) const MISSION_CAPACITY: usize = MAX_MISSIONS;
/// Maximum number of Rogues that the network distinguishes.
pub(super) const ROGUE_CAPACITY: usize = 8;
/// Maximum number of editions that the network distinguishes.
pub(super) const EDITION_CAPACITY: usize = 8;
/// The groups of seats: the evaluated seat, the next seat, the other seats, the Rogue.
pub(super) const GROUPS: usize = 4;
/// The places of seats: the clockwise distance from the evaluated seat, and one for the Rogue.
pub(super) const SEAT_PLACES: usize = 6;
/// The place of the Rogue, which is the last one.
pub(super) const ROGUE_PLACE: usize = SEAT_PLACES - 1;

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
pub(super) const ROW: Block = RACE.then(1, PLANET_CAPACITY);
pub(super) const ROW_KIND: Block = ROW.then(4, 8);
pub(super) const LANDED: Block = ROW_KIND.then(2, PLANET_CAPACITY);
pub(super) const COLONY: Block = LANDED.then(GROUPS, PLANET_CAPACITY);
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
/// The game as a whole: its edition, seats and turn order.
pub(super) const EDITION: Block = ASKED_FACE.then(1, EDITION_CAPACITY);
pub(super) const SEATS: Block = EDITION.then(1, 6);
pub(super) const ACTIVE: Block = SEATS.then(1, SEAT_PLACES);
pub(super) const START: Block = ACTIVE.then(1, SEAT_PLACES);
pub(super) const LAST_ROUND: Block = START.then(3, SEAT_PLACES);
/// The seat's own mission and what it would score now.
pub(super) const MISSION: Block = LAST_ROUND.then(MISSION_CAPACITY, 4);
/// The Rogue.
pub(super) const ROGUE: Block = MISSION.then(ROGUE_CAPACITY, 8);
pub(super) const ROGUE_DICE: Block = ROGUE.then(2, 8);
pub(super) const RELENTLESS: Block = ROGUE_DICE.then(1, 1);

/// The number of inputs.
pub(super) const INPUT_COUNT: usize = RELENTLESS.end();

/// The blocks in order, with their names and meanings.
///
/// An input is `values · kind + value` from the start of its block. A meaning has the form
/// `kind; value`; that of `rogue_dice` has a value for each kind. *Place* is the relative seat, 5 for the
/// Rogue. *Group* is 0 for the evaluated seat, 1 for the next seat, 2 for others, 3 for the Rogue.
/// In kinds, *economy*, *culture* and *other seat* are 1 if true, else 0.
pub(super) const BLOCKS: [(&str, Block, &str); 32] = [
    ("energy", ENERGY, "place; energy"),
    ("culture", CULTURE, "place; culture"),
    ("level", LEVEL, "place; empire level"),
    ("points", POINTS, "place; points"),
    ("ships_home", SHIPS_HOME, "place; ships at home"),
    ("colonies_on", COLONIES_ON, "2 · place + economy; colonies on this kind of track"),
    ("yield", YIELD, "2 · place + culture; ships at planets that yield this resource"),
    (
        "can_upgrade",
        CAN_UPGRADE,
        "place; can pay for the next level with energy (0) or with culture (1)",
    ),
    ("orbit", ORBIT, "16 · group + 8 · economy + points; steps of an orbiting ship to the end"),
    ("race", RACE, "8 · own fewest steps + others' fewest steps; points of the planet"),
    ("row", ROW, "0; planet in the row, by the network's vocabulary"),
    ("row_kind", ROW_KIND, "2 · economy + culture; points of a planet in the row"),
    ("landed", LANDED, "other seat; planet that a ship has landed on"),
    ("colony", COLONY, "group; colonised planet"),
    ("dice", DICE, "6 · group + face; unactivated dice of this face"),
    ("dice_left", DICE_LEFT, "group; unactivated dice"),
    ("rolling", ROLLING, "group; dice that are being rolled"),
    (
        "in_turn",
        IN_TURN,
        "group; rerolled (0), converted (1), one die fewer next turn (2), effect on follows (3–6)",
    ),
    ("bay", BAY, "group; dice in the activation bay"),
    ("in_reach", IN_REACH, "group; points of a planet that the dice suffice to colonise"),
    (
        "upgrade_in_reach",
        UPGRADE_IN_REACH,
        "group; the dice and resources suffice for the next level",
    ),
    ("asked", ASKED, "group; kind of the pending question, 5 for chance"),
    ("asked_face", ASKED_FACE, "group; face of a follow or reroll question"),
    ("edition", EDITION, "0; edition"),
    ("seats", SEATS, "0; number of seats, 1 is solo"),
    ("active", ACTIVE, "0; place of the seat whose turn it is"),
    ("start", START, "0; place of the starting seat"),
    (
        "last_round",
        LAST_ROUND,
        "own last turn is over (0), running (1) or to come (2); turns left after the active one",
    ),
    ("mission", MISSION, "own mission; its points now"),
    ("rogue", ROGUE, "Rogue; its level"),
    ("rogue_dice", ROGUE_DICE, "0: dice that it has left; 1: face of its die"),
    ("relentless", RELENTLESS, "0; the option relentless"),
];
