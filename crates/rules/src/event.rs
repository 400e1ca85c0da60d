//! Events: descriptions of what a step changed, for display. [`Event::seen_by`] hides what a viewer
//! may not see (R1.8).

use crate::dice::Dice;
use crate::ids::{Amount, Destination, Face, Mission, Planet, Resource, Seat, Seats, Ship, Slot};

/// A change of the game, for display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A planet was drawn and laid into the row.
    PlanetDrawn {
        /// The slot of the planet row.
        slot: Slot,
        /// The planet.
        planet: Planet,
    },
    /// A mission was dealt; other viewers do not see which one.
    MissionDealt {
        /// The receiving seat.
        seat: Seat,
        /// The mission; `None` if the viewer may not see it.
        mission: Option<Mission>,
    },
    /// A mission was kept; other viewers do not see which one.
    MissionKept {
        /// The acting seat.
        seat: Seat,
        /// The mission; `None` if the viewer may not see it.
        mission: Option<Mission>,
    },
    /// The starting player was chosen.
    StartChosen {
        /// The starting seat.
        seat: Seat,
    },
    /// A turn began.
    TurnBegan {
        /// The seat whose turn began.
        seat: Seat,
    },
    /// Dice were rolled.
    DiceRolled {
        /// The acting seat.
        seat: Seat,
        /// The dice.
        dice: Dice,
    },
    /// Dice were picked up to be rerolled; [`Event::DiceRolled`] follows with the new faces.
    DiceRerolled {
        /// The acting seat.
        seat: Seat,
        /// The dice before the reroll.
        dice: Dice,
    },
    /// A die was activated.
    DieActivated {
        /// The acting seat.
        seat: Seat,
        /// The face of the die.
        face: Face,
    },
    /// An activated die had no effect (R2.5).
    NothingHappened {
        /// The seat that resolved the die.
        seat: Seat,
        /// The face of the die.
        face: Face,
    },
    /// A die was turned to another face.
    DieSet {
        /// The acting seat.
        seat: Seat,
        /// The old face.
        from: Face,
        /// The new face.
        to: Face,
    },
    /// Dice went into the converter.
    DiceSpent {
        /// The acting seat.
        seat: Seat,
        /// The dice.
        dice: Dice,
    },
    /// Dice were discarded.
    DiceDiscarded {
        /// The acting seat.
        seat: Seat,
        /// The dice.
        dice: Dice,
    },
    /// An activated die is repeated.
    DieRepeated {
        /// The acting seat.
        seat: Seat,
        /// The face of the die.
        face: Face,
    },
    /// An ability lets the seat carry out the action of a die face.
    ActionChosen {
        /// The acting seat.
        seat: Seat,
        /// The face of the die.
        face: Face,
    },
    /// A ship was moved.
    ShipMoved {
        /// The owner of the ship.
        seat: Seat,
        /// The ship.
        ship: Ship,
        /// The destination.
        to: Destination,
    },
    /// A ship moved to the space with the same number on another track.
    ShipHopped {
        /// The owner of the ship.
        seat: Seat,
        /// The ship.
        ship: Ship,
        /// The slot of the new planet.
        slot: Slot,
        /// The number of the space.
        space: u8,
    },
    /// A ship was sent home, by an ability or because its planet was colonised (R3.1e).
    ShipSentHome {
        /// The owner of the ship.
        seat: Seat,
        /// The ship.
        ship: Ship,
    },
    /// A ship came from reserve.
    ShipGained {
        /// The owner of the ship.
        seat: Seat,
        /// The ship.
        ship: Ship,
    },
    /// A ship advanced.
    ShipAdvanced {
        /// The owner of the ship.
        seat: Seat,
        /// The ship.
        ship: Ship,
        /// The slot of the planet row.
        slot: Slot,
        /// The space before the advance; 0 is the start.
        from: u8,
        /// The space after the advance.
        to: u8,
    },
    /// A ship regressed.
    ShipRegressed {
        /// The owner of the ship.
        seat: Seat,
        /// The ship.
        ship: Ship,
        /// The slot of the planet row.
        slot: Slot,
        /// The space before the regress.
        from: u8,
        /// The space after the regress; 0 is the start.
        to: u8,
    },
    /// Resources were gained; the amount excludes units beyond the cap.
    Gained {
        /// The seat that gained the resources.
        seat: Seat,
        /// The amount.
        amount: Amount,
    },
    /// Resources were paid.
    Paid {
        /// The paying seat.
        seat: Seat,
        /// The amount.
        amount: Amount,
    },
    /// Resources were paid to another player.
    PaidTo {
        /// The paying seat.
        seat: Seat,
        /// The receiving seat.
        to: Seat,
        /// The amount.
        amount: Amount,
    },
    /// Resources were lost.
    Lost {
        /// The seat that lost the resources.
        seat: Seat,
        /// The amount.
        amount: Amount,
    },
    /// Resources were stolen.
    Stolen {
        /// The stealing seat.
        seat: Seat,
        /// The seat that lost the resources.
        from: Seat,
        /// The amount.
        amount: Amount,
    },
    /// An ability turned units of one resource into the other. This is not the converter.
    Turned {
        /// The acting seat.
        seat: Seat,
        /// The number of units.
        units: u8,
        /// The resulting resource.
        into: Resource,
    },
    /// A planet was colonised.
    Colonised {
        /// The colonising seat.
        seat: Seat,
        /// The planet.
        planet: Planet,
        /// The points that the seat now has from planets and empire.
        points: u8,
    },
    /// A planet of the row was replaced.
    PlanetReplaced {
        /// The acting seat.
        seat: Seat,
        /// The slot of the planet row.
        slot: Slot,
        /// The planet that left the row.
        planet: Planet,
    },
    /// The deck is empty, so a slot of the row stays empty.
    DeckRanOut {
        /// The slot that stays empty.
        slot: Slot,
    },
    /// An empire was upgraded.
    EmpireUpgraded {
        /// The seat of the empire.
        seat: Seat,
        /// The new level.
        level: u8,
        /// The points that the seat now has from planets and empire.
        points: u8,
    },
    /// The Rogue's level reached the skull (R12.8).
    SkullReached,
    /// A planet's ability was used.
    AbilityUsed {
        /// The acting seat.
        seat: Seat,
        /// The planet.
        planet: Planet,
    },
    /// A seat declined an ability or an advance.
    Declined {
        /// The acting seat.
        seat: Seat,
    },
    /// An effect on follows began.
    ///
    /// Until the end of the turn, follows give a resource, cost more or are forbidden.
    EffectBegan {
        /// The seat that used the planet.
        seat: Seat,
        /// The planet.
        planet: Planet,
    },
    /// A die was followed.
    Followed {
        /// The acting seat.
        seat: Seat,
        /// The face of the die.
        face: Face,
        /// The culture paid.
        cost: u8,
    },
    /// A die was not followed.
    Passed {
        /// The acting seat.
        seat: Seat,
        /// The face of the die.
        face: Face,
    },
    /// A turn ended.
    TurnEnded {
        /// The seat whose turn ended.
        seat: Seat,
    },
    /// The end was triggered (R11.1), by no seat if the planets ran out (R8.5).
    EndTriggered {
        /// The seat that triggered it; `None` if the planets ran out.
        seat: Option<Seat>,
        /// The points of that seat; 0 if there is none.
        points: u8,
    },
    /// The player made the Rogue reroll a die (R12.3).
    RerollForced {
        /// The face of the die that is rerolled.
        face: Face,
    },
    /// The Rogue rerolls an unusable die (R12.5).
    RogueRelentless {
        /// The face of the die that is rerolled.
        face: Face,
    },
    /// The Rogue uses a die.
    RogueUsed {
        /// The face of the die.
        face: Face,
    },
    /// The Rogue discarded a die that it could not use.
    RogueDiscarded {
        /// The face of the die.
        face: Face,
    },
    /// The Rogue attacks.
    RogueAttacked {
        /// The level of the Rogue, which determines the attack.
        level: u8,
    },
    /// The player will roll one die fewer on the next turn (R12.11).
    DieLost {
        /// The seat of the player.
        seat: Seat,
    },
    /// The Rogue rolls three more dice (R12.7).
    RogueBonus,
    /// A secret mission was revealed.
    MissionRevealed {
        /// The owner of the mission.
        seat: Seat,
        /// The mission.
        mission: Mission,
        /// The points that the mission scored.
        points: u8,
    },
    /// The game is over; several winners share the victory.
    GameOver {
        /// The winning seats.
        winners: Seats,
    },
}

impl Event {
    /// Returns the event as this viewer may see it; a viewer of `None` is a spectator.
    #[must_use]
    pub fn seen_by(self, viewer: Option<Seat>) -> Self {
        match self {
            Self::MissionDealt { seat, .. } if viewer != Some(seat) => {
                Self::MissionDealt { seat, mission: None }
            }
            Self::MissionKept { seat, .. } if viewer != Some(seat) => {
                Self::MissionKept { seat, mission: None }
            }
            public => public,
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

/// An event sink that discards all events, for search.
#[derive(Clone, Copy, Debug)]
pub struct DiscardEvents;

impl EventSink for DiscardEvents {
    #[inline(always)]
    fn put(&mut self, _: Event) {}
}
