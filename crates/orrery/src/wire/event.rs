//! Events as JSON: a `kind` and the fields of the event.

use super::Wire;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Event, Rules, Seat};
use serde_json::{Value, json};

/// One arm for each event: its kind and, by their own names, its fields.
macro_rules! kinds {
    ($event:expr, $rules:expr; $($variant:ident { $($field:ident),* } = $kind:literal,)*) => {
        match $event {
            Event::GameOver { winners } => {
                json!({ "kind": "game-over", "winners": winners_of(winners) })
            }
            $(Event::$variant { $($field),* } => json!({
                "kind": $kind, $(stringify!($field): $field.wire($rules)),*
            }),)*
        }
    };
}

/// An event.
pub(crate) fn event(event: Event, rules: &Rules) -> Value {
    kinds! { event, rules;
        PlanetDrawn { slot, planet } = "planet-drawn",
        MissionDealt { seat, mission } = "mission-dealt",
        MissionKept { seat, mission } = "mission-kept",
        StartChosen { seat } = "start-chosen",
        TurnBegan { seat } = "turn-began",
        DiceRolled { seat, dice } = "dice-rolled",
        DiceRerolled { seat, dice } = "dice-rerolled",
        DieActivated { seat, face } = "die-activated",
        NothingHappened { seat, face } = "nothing-happened",
        DieSet { seat, from, to } = "die-set",
        DiceSpent { seat, dice } = "dice-spent",
        DiceDiscarded { seat, dice } = "dice-discarded",
        DieRepeated { seat, face } = "die-repeated",
        ActionChosen { seat, face } = "action-chosen",
        ShipMoved { seat, ship, to } = "ship-moved",
        ShipHopped { seat, ship, slot, space } = "ship-hopped",
        ShipSentHome { seat, ship } = "ship-sent-home",
        ShipGained { seat, ship } = "ship-gained",
        ShipAdvanced { seat, ship, slot, from, to } = "ship-advanced",
        ShipRegressed { seat, ship, slot, from, to } = "ship-regressed",
        Gained { seat, amount } = "gained",
        Paid { seat, amount } = "paid",
        PaidTo { seat, to, amount } = "paid-to",
        Lost { seat, amount } = "lost",
        Stolen { seat, from, amount } = "stolen",
        Turned { seat, units, into } = "turned",
        Colonised { seat, planet } = "colonised",
        PlanetReplaced { seat, slot, planet } = "planet-replaced",
        DeckRanOut { slot } = "deck-ran-out",
        EmpireUpgraded { seat, level } = "empire-upgraded",
        AbilityUsed { seat, planet } = "ability-used",
        Declined { seat } = "declined",
        EffectBegan { seat, planet } = "effect-began",
        Followed { seat, face, cost } = "followed",
        Passed { seat, face } = "passed",
        TurnEnded { seat } = "turn-ended",
        EndTriggered { seat } = "end-triggered",
        RerollForced { face } = "reroll-forced",
        RogueRelentless { face } = "rogue-relentless",
        RogueUsed { face } = "rogue-used",
        RogueDiscarded { face } = "rogue-discarded",
        RogueAttacked { level } = "rogue-attacked",
        DieLost { seat } = "die-lost",
        RogueBonus {} = "rogue-bonus",
        MissionRevealed { seat, mission, points } = "mission-revealed",
    }
}

/// The winning seats, lowest bit seat 0.
pub(super) fn winners_of(winners: u8) -> Vec<String> {
    let won = |seat: &Seat| winners >> seat.index() & 1 == 1;
    (0..MAX_SEATS).filter_map(Seat::new).filter(won).map(|seat| seat.to_string()).collect()
}
