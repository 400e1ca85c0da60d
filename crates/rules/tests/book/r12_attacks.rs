//! R12.4 Every attack of every Rogue, in the classic and the revised edition.

use super::{ROW, idle};
use crate::check::check;

/// Checks a turn of the Rogue at this level, in both editions.
#[track_caller]
fn attack(rogue: &str, level: u8, rest: &str, steps: &str, expectation: &str) {
    for edition in ["classic", "revised"] {
        let setup = format!("{edition} solo {rogue}; {ROW}; B level {level}; {rest}; turn B");
        check(&setup, steps, expectation);
    }
}

const ONCE: &str = "rolled colony";
const TWICE: &str = "rolled colony, rolled colony";
/// The expectation after an unusable attack: the die is discarded.
const UNUSED: &str = "bay; discarded 1; asks chance";

#[track_caller]
fn loses_1_energy(rogue: &str, level: u8) {
    attack(rogue, level, "A 3e", ONCE, "A 2e; B 0; bay colony; discarded 0; asks chance");
    attack(rogue, level, "A 3e", TWICE, "A 1e; B 0; bay colony colony");
    attack(rogue, level, "A 7c", ONCE, UNUSED);
}

#[track_caller]
fn loses_1_culture(rogue: &str, level: u8) {
    attack(rogue, level, "A 1c", ONCE, "A 0; B 0; bay colony; discarded 0; asks chance");
    attack(rogue, level, "A 1c", TWICE, "A 0; bay colony; discarded 1");
    attack(rogue, level, "A 7e", ONCE, UNUSED);
}

/// Checks which ship the attack regresses (R12.11).
///
/// It is the ship with the fewest spaces to the end of its track, the leftmost one on ties.
#[track_caller]
fn regresses_one_ship(rogue: &str, level: u8) {
    let a = |ships: &str| format!("A 0 level 3 ships {ships}");
    attack(rogue, level, &a("orbit:2:1 orbit:3:4 home"), ONCE, "A ships orbit:2:1 orbit:3:3 home");
    attack(rogue, level, &a("orbit:3:4 orbit:2:2 home"), ONCE, "A ships orbit:3:4 orbit:2:1 home");
    attack(rogue, level, &a("orbit:1:0 orbit:4:1 home"), ONCE, "A ships orbit:1:0 orbit:4:0 home");
    attack(rogue, level, &a("orbit:4:2 home home"), TWICE, "A ships orbit:4:0 home home");
    attack(rogue, level, &a("orbit:1:0 surface:3 home"), ONCE, UNUSED);
}

/// Checks an attack that advances all ships of the Rogue by `steps`, once per turn.
#[track_caller]
fn advances_all(rogue: &str, level: u8, steps: u8) {
    let orbits = |by: u8| format!("ships orbit:2:{by} home orbit:4:{} home", by + 1);
    let (before, after) = (format!("A 0; B {}", orbits(0)), format!("B {}", orbits(steps)));
    attack(rogue, level, &before, ONCE, &format!("{after}; bay colony"));
    attack(rogue, level, &before, TWICE, &format!("{after}; bay colony; discarded 1"));
    attack(rogue, level, "A 0", ONCE, UNUSED);
    attack(
        rogue,
        level,
        "A 0; B ships orbit:3:0 home home home",
        "rolled colony, rolled move, rolled colony",
        &format!("B ships orbit:3:{steps} orbit:1:0 home home; discarded 1"),
    );
}

/// Checks that an unusable attack does not count as used (R12.11).
#[track_caller]
fn is_not_used_up_by_failing(rogue: &str, level: u8) {
    let steps = "rolled colony, rolled move, rolled colony";
    attack(rogue, level, "A 0", steps, "bay move colony; discarded 1");
}

#[test]
fn artemis_1_you_lose_1_energy() {
    loses_1_energy("artemis", 1);
}

#[test]
fn artemis_2_you_lose_1_culture() {
    loses_1_culture("artemis", 2);
}

#[test]
fn artemis_3_it_steals_1_culture() {
    attack("artemis", 3, "A 2c", ONCE, "A 1c; B 1c; bay colony");
    attack("artemis", 3, "A 2c", TWICE, "A 0; B 2c; bay colony colony");
    attack("artemis", 3, "A 1c; B 6c", ONCE, "A 0; B 6c; bay colony");
    attack("artemis", 3, "A 7e", ONCE, UNUSED);
}

#[test]
fn artemis_4_your_ship_regresses_1() {
    regresses_one_ship("artemis", 4);
}

#[test]
fn artemis_5_it_steals_2_of_any_resource() {
    let (energy, culture) = ("lose energy", "lose culture");
    let any = |held: &str, chosen: &[&str], expectation: &str| {
        let steps = [&["rolled colony", "accept"], chosen].concat().join(", ");
        attack("artemis", 5, held, &steps, expectation);
    };
    any("A 3e2c", &[energy, energy], "A 1e2c; B 2e; bay colony");
    any("A 3e2c", &[culture, energy], "A 2e1c; B 1e1c; bay colony");
    any("A 3e2c", &[culture, culture], "A 3e; B 2c; bay colony; asks chance");
    attack("artemis", 5, "A 1c", ONCE, "A 0; B 1c; bay colony");
    attack("artemis", 5, "A 2e; B 6e", ONCE, "A 0; B 6e; bay colony");
    attack("artemis", 5, "A 0", ONCE, UNUSED);
}

#[test]
fn rothkel_1_you_lose_1_energy() {
    loses_1_energy("rothkel", 1);
}

#[test]
fn rothkel_2_you_lose_1_culture() {
    loses_1_culture("rothkel", 2);
}

#[test]
fn rothkel_3_it_gains_2_energy() {
    attack("rothkel", 3, "A 3e", ONCE, "A 3e; B 2e; bay colony");
    attack("rothkel", 3, "A 0", TWICE, "B 4e; bay colony colony");
    attack("rothkel", 3, "A 0; B 5e", ONCE, "B 6e; bay colony");
    attack("rothkel", 3, "A 7e; B 6e", ONCE, UNUSED);
}

#[test]
fn rothkel_4_your_ship_regresses_1() {
    regresses_one_ship("rothkel", 4);
}

#[test]
fn rothkel_5_all_its_ships_advance_1() {
    advances_all("rothkel", 5, 1);
    is_not_used_up_by_failing("rothkel", 5);
}

#[test]
fn zendica_1_you_lose_1_energy() {
    loses_1_energy("zendica", 1);
}

#[test]
fn zendica_2_it_gains_2_culture() {
    attack("zendica", 2, "A 3c", ONCE, "A 3c; B 2c; bay colony; asks A follow");
    attack("zendica", 2, "A 0", TWICE, "B 4c; bay colony colony");
    attack("zendica", 2, "A 0; B 5c", ONCE, "B 6c; bay colony");
    attack("zendica", 2, "A 7c; B 6c", ONCE, UNUSED);
}

#[test]
fn zendica_3_your_ship_regresses_1() {
    regresses_one_ship("zendica", 3);
}

#[test]
fn zendica_4_you_roll_1_die_fewer_next_turn() {
    let turn = format!("rolled colony, {}", idle(5));
    attack("zendica", 4, "A 0", &turn, "asks chance; cannot rolled move move move move (R2.1)");
    attack("zendica", 4, "A 0", &format!("{turn}, rolled move move move"), "asks A turn");
    attack("zendica", 4, "A 0", TWICE, "bay colony; discarded 1");
}

#[test]
fn zendica_4_does_not_accumulate_and_lasts_one_turn() {
    let twice = format!("{TWICE}, {}, rolled move move move", idle(4));
    attack("zendica", 4, "A 0", &twice, "asks A turn; dice move move move");
    let next = format!("{twice}, end, {}, rolled move move move move", idle(6));
    attack("zendica", 4, "A 0", &next, "asks A turn; dice move move move move");
    let again = format!("{twice}, end, rolled colony, {}, rolled move move move", idle(5));
    attack("zendica", 4, "A 0", &again, "asks A turn");
}

#[test]
fn zendica_5_all_your_ships_regress_1() {
    let a = |ships: &str| format!("A 0 level 3 ships {ships}");
    let before = a("orbit:2:1 orbit:3:0 orbit:4:4");
    attack("zendica", 5, &before, ONCE, "A ships orbit:2:0 orbit:3:0 orbit:4:3; bay colony");
    attack("zendica", 5, &before, TWICE, "A ships orbit:2:0 orbit:3:0 orbit:4:3; discarded 1");
    attack("zendica", 5, &a("orbit:2:0 surface:3 home"), ONCE, UNUSED);
}

#[test]
fn hades_1_it_gains_1_energy_and_1_culture() {
    attack("hades", 1, "A 0", ONCE, "B 1e1c; bay colony");
    attack("hades", 1, "A 0", TWICE, "B 2e2c; bay colony colony");
    attack("hades", 1, "A 0; B 6e", ONCE, "B 6e1c; bay colony");
    attack("hades", 1, "A 0; B 6e6c", ONCE, UNUSED);
}

#[test]
fn hades_2_it_steals_2_energy() {
    attack("hades", 2, "A 3e", ONCE, "A 1e; B 2e; bay colony");
    attack("hades", 2, "A 3e", TWICE, "A 0; B 3e; bay colony colony");
    attack("hades", 2, "A 2e; B 5e", ONCE, "A 0; B 6e");
    attack("hades", 2, "A 7c", ONCE, UNUSED);
}

#[test]
fn hades_3_it_steals_2_culture() {
    attack("hades", 3, "A 3c", ONCE, "A 1c; B 2c; bay colony");
    attack("hades", 3, "A 3c", TWICE, "A 0; B 3c; bay colony colony");
    attack("hades", 3, "A 2c; B 5c", ONCE, "A 0; B 6c");
    attack("hades", 3, "A 7e", ONCE, UNUSED);
}

#[test]
fn hades_4_all_its_ships_advance_2() {
    advances_all("hades", 4, 2);
    is_not_used_up_by_failing("hades", 4);
}

#[test]
fn hades_5_it_steals_3_of_any_resource() {
    let any = |held: &str, chosen: &str, expectation: &str| {
        let steps = format!("rolled colony, accept, {chosen}");
        attack("hades", 5, held, &steps, expectation);
    };
    any("A 4e2c", "lose energy, lose energy, lose energy", "A 1e2c; B 3e; bay colony");
    any("A 4e2c", "lose culture, lose energy, lose culture", "A 3e; B 1e2c; bay colony");
    any("A 1e3c", "lose energy", "A 1c; B 1e2c; bay colony");
    attack("hades", 5, "A 2c", ONCE, "A 0; B 2c; bay colony");
    attack("hades", 5, "A 0", ONCE, UNUSED);
}

#[test]
fn gamelyn_1_you_lose_1_energy_and_1_culture() {
    attack("gamelyn", 1, "A 2e2c", "rolled colony, accept", "A 1e1c; B 0; bay colony");
    attack("gamelyn", 1, "A 2e", ONCE, "A 1e; B 0; bay colony");
    attack("gamelyn", 1, "A 1c", ONCE, "A 0; B 0; bay colony");
    attack("gamelyn", 1, "A 0", ONCE, UNUSED);
}

#[test]
fn gamelyn_2_it_steals_1_energy_and_1_culture() {
    attack("gamelyn", 2, "A 2e2c", "rolled colony, accept", "A 1e1c; B 1e1c; bay colony");
    attack("gamelyn", 2, "A 2e", ONCE, "A 1e; B 1e; bay colony");
    attack("gamelyn", 2, "A 1c", ONCE, "A 0; B 1c; bay colony");
    attack("gamelyn", 2, "A 0", ONCE, UNUSED);
}

#[test]
fn gamelyn_3_all_its_ships_advance_1() {
    advances_all("gamelyn", 3, 1);
    is_not_used_up_by_failing("gamelyn", 3);
}

#[test]
fn gamelyn_4_all_its_ships_advance_1_and_it_steals_1_energy() {
    let ship = "B ships orbit:2:1 home home home";
    attack("gamelyn", 4, &format!("A 2e; {ship}"), ONCE, "A 1e; B 1e; bay colony");
    let advanced = "B ships orbit:2:2 home home home";
    attack(
        "gamelyn",
        4,
        &format!("A 2e; {ship}"),
        TWICE,
        &format!("A 1e; {advanced}; discarded 1"),
    );
    attack("gamelyn", 4, &format!("A 0; {ship}"), ONCE, &format!("B 0; {advanced}; bay colony"));
    attack("gamelyn", 4, "A 2e", ONCE, "A 1e; B 1e; bay colony");
    attack("gamelyn", 4, "A 0", ONCE, UNUSED);
}

#[test]
fn gamelyn_4_goes_in_the_printed_order() {
    let setup = "A 2e; B ships orbit:1:1 home home home";
    attack("gamelyn", 4, setup, ONCE, "B colonies jakks; A 2e; B 0; asks chance");
    attack("gamelyn", 4, setup, "rolled colony, drew helios", "A 1e; B 1e; bay colony");
}

#[test]
fn gamelyn_5_all_its_ships_advance_2() {
    advances_all("gamelyn", 5, 2);
    is_not_used_up_by_failing("gamelyn", 5);
}
