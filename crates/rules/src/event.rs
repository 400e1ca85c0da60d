//! Events: what happened, and what each viewer may see of it (R1.8).

use crate::dice::Dice;
use crate::ids::{Amount, Destination, Face, Mission, Planet, Resource, Seat, Ship, Slot};

/// A change of the game, for display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A planet was laid face up.
    PlanetDrawn {
        /** Where. */
        slot: Slot,
        /** Which. */
        planet: Planet,
    },
    /// A mission was dealt; others do not see which.
    MissionDealt {
        /** To whom. */
        seat: Seat,
        /** Which. */
        mission: Option<Mission>,
    },
    /// A mission was kept; others do not see which.
    MissionKept {
        /** By whom. */
        seat: Seat,
        /** Which. */
        mission: Option<Mission>,
    },
    /// The starting player was chosen.
    StartChosen {
        /** Recipient. */
        seat: Seat,
    },
    /// A turn began.
    TurnBegan {
        /** Whose. */
        seat: Seat,
    },
    /// Dice were rolled.
    DiceRolled {
        /** By whom. */
        seat: Seat,
        /** What they show. */
        dice: Dice,
    },
    /// Dice were picked up to be rerolled.
    DiceRerolled {
        /** By whom. */
        seat: Seat,
        /** Which. */
        dice: Dice,
    },
    /// A die was activated.
    DieActivated {
        /** By whom. */
        seat: Seat,
        /** Which. */
        face: Face,
    },
    /// An activated die had no effect (R2.5).
    NothingHappened {
        /** For whom. */
        seat: Seat,
        /** Which die. */
        face: Face,
    },
    /// A die was turned to another face.
    DieSet {
        /** By whom. */
        seat: Seat,
        /** What it showed. */
        from: Face,
        /** What it shows. */
        to: Face,
    },
    /// Dice went into the converter.
    DiceSpent {
        /** By whom. */
        seat: Seat,
        /** Which. */
        dice: Dice,
    },
    /// Dice were discarded.
    DiceDiscarded {
        /** By whom. */
        seat: Seat,
        /** Which. */
        dice: Dice,
    },
    /// An activated die is repeated.
    DieRepeated {
        /** By whom. */
        seat: Seat,
        /** Which. */
        face: Face,
    },
    /// A die action is carried out by an ability.
    ActionChosen {
        /** By whom. */
        seat: Seat,
        /** Which. */
        face: Face,
    },
    /// A ship was moved.
    ShipMoved {
        /** Whose. */
        seat: Seat,
        /** Which. */
        ship: Ship,
        /** Where to. */
        to: Destination,
    },
    /// A ship moved to the space with the same number on another track.
    ShipHopped {
        /** Whose. */
        seat: Seat,
        /** Which. */
        ship: Ship,
        /** Where to. */
        slot: Slot,
        /** Its number. */
        space: u8,
    },
    /// A ship lost its location and returned home (R3.1e).
    ShipSentHome {
        /** Whose. */
        seat: Seat,
        /** Which. */
        ship: Ship,
    },
    /// A ship came from reserve.
    ShipGained {
        /** Whose. */
        seat: Seat,
        /** Which. */
        ship: Ship,
    },
    /// A ship advanced.
    ShipAdvanced {
        /** Whose. */
        seat: Seat,
        /** Which. */
        ship: Ship,
        /** Where. */
        slot: Slot,
        /** From. */
        from: u8,
        /** To. */
        to: u8,
    },
    /// A ship regressed.
    ShipRegressed {
        /** Whose. */
        seat: Seat,
        /** Which. */
        ship: Ship,
        /** Where. */
        slot: Slot,
        /** From. */
        from: u8,
        /** To. */
        to: u8,
    },
    /// Resources were gained, without what exceeded the cap.
    Gained {
        /** By whom. */
        seat: Seat,
        /** How much. */
        amount: Amount,
    },
    /// Resources were paid.
    Paid {
        /** By whom. */
        seat: Seat,
        /** How much. */
        amount: Amount,
    },
    /// Resources were paid to another player.
    PaidTo {
        /** By whom. */
        seat: Seat,
        /** To whom. */
        to: Seat,
        /** How much. */
        amount: Amount,
    },
    /// Resources were lost.
    Lost {
        /** By whom. */
        seat: Seat,
        /** How much. */
        amount: Amount,
    },
    /// Resources were stolen.
    Stolen {
        /** By whom. */
        seat: Seat,
        /** From whom. */
        from: Seat,
        /** How much. */
        amount: Amount,
    },
    /// Units of one resource were converted into the other.
    Turned {
        /** By whom. */
        seat: Seat,
        /** How many. */
        units: u8,
        /** Into which. */
        into: Resource,
    },
    /// A planet was colonised.
    Colonised {
        /** By whom. */
        seat: Seat,
        /** Which. */
        planet: Planet,
        /** The points of planets and empire that they have now. */
        points: u8,
    },
    /// A planet of the row was replaced.
    PlanetReplaced {
        /** By whom. */
        seat: Seat,
        /** Where. */
        slot: Slot,
        /** Which. */
        planet: Planet,
    },
    /// The deck is empty; the row keeps a hole.
    DeckRanOut {
        /** Where. */
        slot: Slot,
    },
    /// An empire was upgraded.
    EmpireUpgraded {
        /** Whose. */
        seat: Seat,
        /** Its level now. */
        level: u8,
        /** The points of planets and empire that they have now. */
        points: u8,
    },
    /// The Rogue's level reached the skull (R12.8).
    SkullReached,
    /// A planet's ability was used.
    AbilityUsed {
        /** By whom. */
        seat: Seat,
        /** Which. */
        planet: Planet,
    },
    /// An offer was declined.
    Declined {
        /** By whom. */
        seat: Seat,
    },
    /// An effect on follows began: until the end of the turn they give a resource, cost more or are
    /// barred.
    EffectBegan {
        /** For whom. */
        seat: Seat,
        /** Which planet. */
        planet: Planet,
    },
    /// A die was followed.
    Followed {
        /** By whom. */
        seat: Seat,
        /** Which die. */
        face: Face,
        /** For how much culture. */
        cost: u8,
    },
    /// A die was not followed.
    Passed {
        /** By whom. */
        seat: Seat,
        /** Which die. */
        face: Face,
    },
    /// A turn ended.
    TurnEnded {
        /** Whose. */
        seat: Seat,
    },
    /// The end was triggered (R11.1), by no seat if the planets ran out (R8.5).
    EndTriggered {
        /** By whom. */
        seat: Option<Seat>,
        /** With how many points; 0 if by nobody. */
        points: u8,
    },
    /// The Rogue was made to reroll (R12.3).
    RerollForced {
        /** The die given up. */
        face: Face,
    },
    /// The Rogue rerolls an unusable die (R12.5).
    RogueRelentless {
        /** The die given up. */
        face: Face,
    },
    /// The Rogue uses a die.
    RogueUsed {
        /** Which. */
        face: Face,
    },
    /// The Rogue could not use a die.
    RogueDiscarded {
        /** Which. */
        face: Face,
    },
    /// The Rogue attacks.
    RogueAttacked {
        /** Its level. */
        level: u8,
    },
    /// The player will roll a die fewer (R12.11).
    DieLost {
        /** Recipient. */
        seat: Seat,
    },
    /// The Rogue rolls three more dice (R12.7).
    RogueBonus,
    /// A secret mission was revealed.
    MissionRevealed {
        /** Whose. */
        seat: Seat,
        /** Which. */
        mission: Mission,
        /** What it scored. */
        points: u8,
    },
    /// The game is over; several winners share the victory.
    GameOver {
        /** The winning seats, lowest bit seat 0. */
        winners: u8,
    },
}

impl Event {
    /// Returns the event as this viewer may see it; `None` is a spectator.
    #[must_use]
    pub fn seen_by(self, viewer: Option<Seat>) -> Self {
        match self {
            Self::MissionDealt { seat, .. } if viewer != Some(seat) => {
                Self::MissionDealt { seat, mission: None }
            }
            Self::MissionKept { seat, .. } if viewer != Some(seat) => {
                Self::MissionKept { seat, mission: None }
            }
            open => open,
        }
    }
}

/// A receiver of events.
pub trait EventSink {
    /// Receives an event.
    fn put(&mut self, event: Event);
}

impl EventSink for Vec<Event> {
    #[inline]
    fn put(&mut self, event: Event) {
        self.push(event);
    }
}

/// Discards all events; search uses it.
#[derive(Clone, Copy, Debug)]
pub struct DiscardEvents;

impl EventSink for DiscardEvents {
    #[inline(always)]
    fn put(&mut self, _: Event) {}
}
