//! R12.13 The player chooses which resource the Rogue takes when it steals "any" resource.

use super::ROW;
use crate::check::check;
use orrery_rules::{Event, Setup, State, Step, deck};

/// Checks a turn of the Rogue at level 5, where Artemis steals 2 and Hades 3 of any resource.
#[track_caller]
fn theft(rogue: &str, rest: &str, steps: &str, expectation: &str) {
    for edition in ["classic", "revised"] {
        let setup = format!("{edition} solo {rogue}; {ROW}; B level 5; {rest}; turn B");
        check(&setup, steps, expectation);
    }
}

const ROLL: &str = "rolled colony, accept";

#[test]
fn r12_13_the_player_is_asked_unit_by_unit() {
    let legal = "asks A lose; legal lose energy, lose culture";
    theft("artemis", "A 3e3c", ROLL, &format!("{legal}; A 3e3c; B 0; bay colony"));
    let one = format!("{ROLL}, lose culture");
    theft("artemis", "A 3e3c", &one, &format!("{legal}; A 3e2c; B 1c"));
    theft("artemis", "A 3e3c", &format!("{one}, lose energy"), "A 2e2c; B 1e1c; asks A follow");
    let two = format!("{one}, lose energy");
    theft("hades", "A 3e3c", &two, &format!("{legal}; A 2e2c; B 1e1c"));
    theft("hades", "A 3e3c", &format!("{two}, lose culture"), "A 2e1c; B 1e2c; asks A follow");
}

#[test]
fn r12_13_every_stolen_unit_is_reported() {
    let one = format!("{ROLL}, lose culture");
    theft("artemis", "A 3e3c", ROLL, "happened RogueAttacked");
    theft("artemis", "A 3e3c", &one, "happened Stolen");
}

#[test]
fn r12_13_with_one_resource_left_there_is_no_choice() {
    theft("hades", "A 5c", "rolled colony", "A 2c; B 3c; bay colony; asks chance");
    theft("hades", "A 2e", "rolled colony", "A 0; B 2e; bay colony; asks chance");
    let one = format!("{ROLL}, lose energy");
    theft("hades", "A 1e3c", &one, "A 1c; B 1e2c; bay colony");
    theft("hades", "A 1e1c", &one, "A 0; B 1e1c; bay colony; asks chance");
}

#[test]
fn r12_13_units_that_the_rogue_cannot_hold_are_stolen_too() {
    let steps = format!("{ROLL}, lose energy, lose energy");
    theft("artemis", "A 4e4c; B 6e", &steps, "A 2e4c; B 6e; bay colony");
}

#[test]
fn r12_13_nothing_else_can_be_done_meanwhile() {
    theft("artemis", "A 3e3c", ROLL, "cannot follow (R2.2); cannot pass (R2.2); cannot end (R2.2)");
    theft("artemis", "A 3e3c", "rolled colony", "cannot lose energy (R2.2)");
}

/// The player can pay for a follow only with culture that the theft has left.
#[test]
fn r12_13_stolen_culture_cannot_pay_for_a_follow() {
    let steps = format!("{ROLL}, lose culture, lose culture");
    theft("artemis", "A 4e2c", &steps, "A 4e; B 2c; asks chance");
    theft("artemis", "A 4e2c", &format!("{ROLL}, lose energy, lose energy"), "asks A follow");
}

/// R12.11 The operations of an attack keep their order.
///
/// Later operations wait for the player's choices.
#[test]
fn r12_13_the_rest_of_an_attack_comes_after_the_choice() {
    let rules = deck::parse(MAGPIE).expect("a valid deck");
    let setup = "thieves solo magpie; row jakks nagato gort shouhua; A 2e2c; turn B; \
                 B ships orbit:2:0 home home home";
    let setup = Setup::parse(&rules, setup).expect("a readable set-up");
    let mut state = State::from_setup(&rules, &setup).expect("a possible set-up");
    let mut advanced = |words: &str| {
        let mut events = Vec::new();
        let step = Step::parse(&rules, words).expect("a step");
        state.apply(step, &mut events).expect("a legal step");
        events.iter().any(|event| matches!(event, Event::ShipAdvanced { .. }))
    };
    assert!(
        !advanced("rolled colony") && !advanced("accept"),
        "the ships advanced before the player was asked"
    );
    assert!(advanced("lose energy"), "the ships did not advance after the theft");
}

/// A deck with a Rogue that steals 1 of any resource and then advances its ships.
const MAGPIE: &str = r#"
edition = "classic"
id = "thieves"
name = "Thieves"

[rogue-track]
levels = [{ dice = 4, points = 1 }, { dice = 4, points = 1 }]

[[rogue]]
id = "magpie"
name = "Magpie"
difficulty = "easy"
attacks = [
  { attack = [{ op = "steal-any", units = 1 }, { op = "advance-all", steps = 1 }] },
  { attack = [{ op = "gain", energy = 1 }] },
]
"#;
