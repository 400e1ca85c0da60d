//! Events of the game, as one viewer may see them.

use crate::basic_types::{Amount, Face, Resource, Seat, ShipDestination, faces};
use crate::{mission, planet};
use orrery_rules as rules;
use orrery_rules::Rules;
use serde::{Deserialize, Serialize};

/// An event and, if the client wants texts, its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DescribedEvent {
    /// The event.
    #[serde(flatten)]
    pub event: Event,
    /// The text of the event; absent if the client wants no texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
}

/// Converts a field of an event to its form in messages.
trait IntoProtocol {
    type Output;
    fn into_protocol(self, rules: &Rules) -> Self::Output;
}

macro_rules! into_protocol {
    ($($kind:ty => $form:ty: |$value:ident, $rules:ident| $made:expr;)*) => {
        $(impl IntoProtocol for $kind {
            type Output = $form;
            fn into_protocol(self, $rules: &Rules) -> $form {
                let $value = self;
                $made
            }
        })*
    };
}

into_protocol! {
    u8 => u8: |number, _rules| number;
    rules::Seat => Seat: |seat, _rules| seat.into();
    rules::Ship => u8: |ship, _rules| ship.index() as u8 + 1;
    rules::Slot => u8: |slot, _rules| slot.index() as u8 + 1;
    rules::Face => Face: |face, _rules| face.into();
    rules::Resource => Resource: |resource, _rules| resource.into();
    rules::Amount => Amount: |amount, _rules| amount.into();
    rules::Destination => ShipDestination: |place, _rules| place.into();
    rules::Dice => Vec<Face>: |dice, _rules| faces(dice);
    rules::Planet => String: |card, rules| planet(rules, card);
    rules::Mission => String: |card, rules| mission(rules, card);
}

impl<T: IntoProtocol> IntoProtocol for Option<T> {
    type Output = Option<T::Output>;
    fn into_protocol(self, rules: &Rules) -> Self::Output {
        self.map(|value| value.into_protocol(rules))
    }
}

/// Defines the enum `Event` with the variants and fields of [`rules::Event`].
///
/// The types of the fields are those of messages. `GameOver` is defined separately.
macro_rules! events {
    ($($(#[$doc:meta])* $kind:ident { $($field:ident: $form:ty),* },)*) => {
        /// An event of the game.
        ///
        /// A mission is `null` for viewers who may not see it. Ships and slots are counted from 1.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the fields are described in docs/PROTOCOL.md")]
        pub enum Event {
            $($(#[$doc])* $kind { $($field: $form),* },)*
            /// The game is over. Several winners share the victory.
            GameOver { winners: Vec<Seat> },
        }

        impl Event {
            /// Converts an event of the rules.
            ///
            /// Before you show an event to a viewer, redact it with [`rules::Event::seen_by`].
            #[must_use]
            pub fn of(event: rules::Event, rules: &Rules) -> Self {
                match event {
                    $(rules::Event::$kind { $($field),* } => {
                        let _ = rules;
                        Self::$kind { $($field: $field.into_protocol(rules)),* }
                    })*
                    rules::Event::GameOver { winners } => {
                        Self::GameOver { winners: seats_of(winners) }
                    }
                }
            }
        }
    };
}

events! {
    /// A planet was drawn and laid into the row.
    PlanetDrawn { slot: u8, planet: String },
    /// A mission was dealt.
    MissionDealt { seat: Seat, mission: Option<String> },
    /// A mission was kept.
    MissionKept { seat: Seat, mission: Option<String> },
    /// The starting player was chosen.
    StartChosen { seat: Seat },
    /// A turn began.
    TurnBegan { seat: Seat },
    /// Dice were rolled.
    DiceRolled { seat: Seat, dice: Vec<Face> },
    /// Dice were picked up to be rerolled; `dice-rolled` follows with the new faces.
    DiceRerolled { seat: Seat, dice: Vec<Face> },
    /// A die was activated.
    DieActivated { seat: Seat, face: Face },
    /// An activated die had no effect.
    NothingHappened { seat: Seat, face: Face },
    /// A die was turned to another face.
    DieSet { seat: Seat, from: Face, to: Face },
    /// Dice went into the converter.
    DiceSpent { seat: Seat, dice: Vec<Face> },
    /// Dice were discarded.
    DiceDiscarded { seat: Seat, dice: Vec<Face> },
    /// An activated die is repeated.
    DieRepeated { seat: Seat, face: Face },
    /// An ability lets a seat carry out the action of a die face.
    ActionChosen { seat: Seat, face: Face },
    /// A ship was moved.
    ShipMoved { seat: Seat, ship: u8, to: ShipDestination },
    /// A ship moved to the space with the same number on another track.
    ShipHopped { seat: Seat, ship: u8, slot: u8, space: u8 },
    /// A ship was sent home, by an ability or because its planet was colonised.
    ShipSentHome { seat: Seat, ship: u8 },
    /// A ship came from reserve.
    ShipGained { seat: Seat, ship: u8 },
    /// A ship advanced.
    ShipAdvanced { seat: Seat, ship: u8, slot: u8, from: u8, to: u8 },
    /// A ship regressed.
    ShipRegressed { seat: Seat, ship: u8, slot: u8, from: u8, to: u8 },
    /// Resources were gained; the amount excludes units beyond the maximum.
    Gained { seat: Seat, amount: Amount },
    /// Resources were paid.
    Paid { seat: Seat, amount: Amount },
    /// Resources were paid to another player.
    PaidTo { seat: Seat, to: Seat, amount: Amount },
    /// Resources were lost.
    Lost { seat: Seat, amount: Amount },
    /// Resources were stolen.
    Stolen { seat: Seat, from: Seat, amount: Amount },
    /// Units of one resource were converted into the other.
    Turned { seat: Seat, units: u8, into: Resource },
    /// A planet was colonised. `points` are the points that the seat now has from planets and empire.
    Colonised { seat: Seat, planet: String, points: u8 },
    /// A planet of the row was replaced.
    PlanetReplaced { seat: Seat, slot: u8, planet: String },
    /// The deck is empty, so the slot stays empty.
    DeckRanOut { slot: u8 },
    /// An empire was upgraded. `points` are the points that the seat now has from planets and empire.
    EmpireUpgraded { seat: Seat, level: u8, points: u8 },
    /// The Rogue's level reached the skull.
    SkullReached {},
    /// A planet's ability was used.
    AbilityUsed { seat: Seat, planet: String },
    /// A seat declined an ability or an advance.
    Declined { seat: Seat },
    /// An effect on follows began. It lasts until the end of the turn.
    EffectBegan { seat: Seat, planet: String },
    /// A die was followed.
    Followed { seat: Seat, face: Face, cost: u8 },
    /// A die was not followed.
    Passed { seat: Seat, face: Face },
    /// A turn ended.
    TurnEnded { seat: Seat },
    /// A seat triggered the end with these points. If the planets ran out, `seat` is `null` and
    /// `points` is 0.
    EndTriggered { seat: Option<Seat>, points: u8 },
    /// The player made the Rogue reroll a die, which showed this face.
    RerollForced { face: Face },
    /// The Rogue rerolls an unusable die, because of the option `relentless`.
    RogueRelentless { face: Face },
    /// The Rogue uses a die.
    RogueUsed { face: Face },
    /// The Rogue discarded a die that it could not use.
    RogueDiscarded { face: Face },
    /// The Rogue carries out the attack of its level.
    RogueAttacked { level: u8 },
    /// The player will roll one die fewer next turn.
    DieLost { seat: Seat },
    /// The Rogue rolls three bonus dice.
    RogueBonus {},
    /// A secret mission was revealed.
    MissionRevealed { seat: Seat, mission: String, points: u8 },
}

/// Converts a set of seats of the rules.
pub(crate) fn seats_of(seats: rules::Seats) -> Vec<Seat> {
    seats.iter().map(Seat::from).collect()
}
