//! R2 The turn.

use crate::check::{check, position, problems};
use orrery_rules::ChanceNode;

/// A row with every combination of resource and track.
///
/// Jakks: culture, diplomacy; MJ-120210: energy, diplomacy; Nagato: energy, economy; JAC-110912:
/// culture, economy.
const ROW: &str = "row jakks mj-120210 nagato jac-110912";
const BLAST_OFF: &str = "row asterel brontide cindra dewlight";
const PROTOTYPE: &str = "row planet-005 planet-009 planet-014 planet-018";

/// Returns the set-up text of a level with all its ships at home.
fn at_level(level: usize) -> String {
    let ships = [2, 2, 3, 3, 4, 4][level - 1];
    format!("level {level} ships{}", " home".repeat(ships))
}

#[test]
fn r2_1_a_seat_rolls_as_many_dice_as_its_level_gives() {
    let rows = [("prototype", PROTOTYPE), ("classic", ROW), ("revised", ROW)];
    for (edition, row) in rows {
        for (level, dice) in (1..).zip([4, 5, 5, 6, 6, 7]) {
            let state = position(&format!("{edition} 2; {row}; A {}", at_level(level)));
            assert_eq!(state.chance(), Some(ChanceNode::Roll(dice)), "{edition} level {level}");
        }
    }
    for (level, dice) in (1..).zip([4, 5, 5, 6, 6, 6]) {
        let state = position(&format!("blast-off 2; {BLAST_OFF}; A {}", at_level(level)));
        assert_eq!(state.chance(), Some(ChanceNode::Roll(dice)), "blast-off level {level}");
    }
}

#[test]
fn r2_1_a_roll_of_another_number_of_dice_is_refused() {
    let setup = format!("classic 2; {ROW}");
    check(&setup, "", "asks chance; cannot rolled move move move (R2.1)");
    check(&setup, "", "cannot rolled move move move move move (R2.1); cannot end (R2.2)");
    check(&setup, "rolled move energy move colony", "asks A turn; dice move energy move colony");
    assert_eq!(problems(&format!("{setup}; dice move move move bay move move")), ["R2.1"]);
}

#[test]
fn r2_1_a_die_gained_by_an_upgrade_is_rolled_from_the_next_turn_on() {
    check(
        &format!("classic 2; {ROW}; A 2e; B 0; dice colony move move move"),
        "activate colony, upgrade 2e",
        "A level 2; dice move move move; bay colony",
    );
    check(
        &format!("classic 2; {ROW}; A 2e; B 0; dice colony"),
        "activate colony, upgrade 2e, end, rolled move move move move, end",
        "cannot rolled move move move move (R2.1)",
    );
    check(
        &format!("classic 2; {ROW}; A 2e; B 0; dice colony"),
        "activate colony, upgrade 2e, end, rolled move move move move, end, \
         rolled move move move move move",
        "asks A turn; dice move move move move move",
    );
}

#[test]
fn r2_1_ships_gained_are_usable_at_once() {
    check(
        &format!("classic 2; {ROW}; A 3e level 2; B 0; dice colony move"),
        "activate colony, upgrade 3e, activate move, ship 3, to orbit 1",
        "A ships home home orbit:1:0 reserve",
    );
}

#[test]
fn r2_2_activate_reroll_and_convert_are_legal_in_any_order() {
    let setup = format!("classic 2; {ROW}; A 1e; B 0; dice energy culture economy colony");
    check(
        &setup,
        "",
        "legal activate energy, activate culture, activate economy, activate colony, reroll, \
         convert, end",
    );
    check(
        &setup,
        "activate energy, reroll, die culture, roll, rolled move, convert, die move, die economy, \
         die colony, face energy, reroll, die energy, roll, rolled energy, activate energy, end",
        "asks chance; happened TurnEnded",
    );
}

#[test]
fn r2_2_no_other_action_is_legal_while_a_choice_is_open() {
    let setup = format!(
        "classic 2; {ROW}; A 1e ships home orbit:1:0; B 1c ships orbit:1:0 home; \
         dice move diplomacy energy energy"
    );
    let all_refused = "cannot end (R2.2); cannot activate energy (R2.2); cannot reroll (R2.2); \
                cannot convert (R2.2)";
    check(&setup, "activate move", all_refused);
    check(&setup, "activate move, ship 1", all_refused);
    check(&setup, "activate diplomacy, advance 2", &format!("asks B follow; {all_refused}"));
    check(&setup, "reroll", all_refused);
    check(&setup, "reroll, die move, roll", all_refused);
    check(&setup, "convert", all_refused);
}

#[test]
fn r2_2_not_every_die_has_to_be_activated() {
    check(
        &format!("classic 2; {ROW}; dice move energy energy energy"),
        "end",
        "asks chance; happened TurnBegan { seat: Seat(1) }",
    );
}

#[test]
fn r2_3_an_activated_die_takes_the_next_space_and_stays() {
    check(
        &format!("classic 2; {ROW}; A 0; B 0; dice move energy culture energy"),
        "activate energy, activate culture, activate energy",
        "bay energy culture energy; dice move",
    );
}

#[test]
fn r2_3_a_die_acts_once_per_turn() {
    check(
        &format!("classic 2; {ROW}; A 0; B 0; dice energy move"),
        "activate energy",
        "A 2e; cannot activate energy (R2.3); legal activate move, reroll, end",
    );
}

#[test]
fn r2_4_others_may_follow_when_the_action_is_done() {
    check(
        &format!("classic 2; {ROW}; B 1c; dice move energy"),
        "activate move, ship 1, to surface 1",
        "asks A land",
    );
    check(
        &format!("classic 2; {ROW}; B 1c; dice move energy"),
        "activate move, ship 1, to surface 1, use",
        "A 2e2c; asks B follow; legal follow, pass",
    );
}

#[test]
fn r2_4_a_colonisation_and_its_replacement_come_before_the_follow() {
    let setup = format!(
        "classic 2; {ROW}; A ships orbit:1:1 home; B 1c ships orbit:2:0 home; dice diplomacy"
    );
    check(&setup, "activate diplomacy, advance 1", "A colonies jakks; asks chance");
    check(
        &setup,
        "activate diplomacy, advance 1, drew gort",
        "row gort mj-120210 nagato jac-110912; asks B follow",
    );
}

#[test]
fn r2_4_the_last_die_of_the_turn_can_be_followed() {
    check(&format!("classic 2; {ROW}; B 1c; dice energy"), "activate energy", "asks B follow");
    check(
        &format!("classic 2; {ROW}; B 1c; dice energy bay move move move"),
        "activate energy, follow",
        "B 2e; asks A turn; legal end",
    );
}

#[test]
fn r2_5_a_die_with_no_effect_may_be_activated() {
    check(
        &format!("classic 2; {ROW}; B 0; dice culture economy"),
        "activate culture",
        "A 2e1c; bay culture; dice economy; asks A turn; happened NothingHappened",
    );
}

#[test]
fn r2_5_a_die_with_no_effect_opens_the_follow_window() {
    check(
        &format!("classic 2; {ROW}; B 1c ships orbit:1:0 orbit:4:0; dice culture"),
        "activate culture",
        "asks B follow",
    );
    check(
        &format!("classic 2; {ROW}; B 1c ships orbit:1:0 orbit:4:0; dice culture"),
        "activate culture, follow",
        "A 2e1c; B 2c",
    );
}

#[test]
fn r2_5_an_action_that_can_be_carried_out_cannot_be_declined() {
    let setup = format!("classic 2; {ROW}; A 2e ships home orbit:1:0; dice move diplomacy colony");
    check(&setup, "activate move", "legal ship 1, ship 2; cannot decline (R2.5)");
    check(&setup, "activate diplomacy", "legal advance 2; cannot pass (R2.5)");
    check(&setup, "activate colony", "legal upgrade 2e; cannot decline (R2.5)");
}

#[test]
fn r2_6_bay_converter_and_discarded_dice_are_cleared() {
    check(
        &format!(
            "classic 2; {ROW}; A level 6 ships home home home home; \
             dice move bay energy culture converted converter move move discarded 2"
        ),
        "",
        "bay energy culture; converter move move; discarded 2",
    );
    check(
        &format!(
            "classic 2; {ROW}; A level 6 ships home home home home; \
             dice move bay energy culture converted converter move move discarded 2"
        ),
        "end",
        "bay; converter; discarded 0; dice",
    );
}

#[test]
fn r2_6_free_reroll_and_converter_come_back() {
    check(
        &format!("classic 2; {ROW}; B 0; dice move rerolled converted converter move move"),
        "end, rolled energy energy energy energy",
        "can reroll, convert",
    );
}

#[test]
fn r2_6_effects_for_the_turn_lapse() {
    let setup = format!("classic 2; {ROW}; A 2c; B 2c; dice energy effects follows-cost-two");
    check(&setup, "activate energy, follow", "B 2e");
    check(&setup, "end, rolled energy energy energy energy, activate energy, follow", "A 2e1c");
}

#[test]
fn r2_6_once_per_turn_marks_lapse() {
    let setup = format!(
        "classic 2; {ROW}; A 0; B 7c; A colonies clj-0517 hoefker used clj-0517; dice colony colony"
    );
    check(&setup, "activate colony", "happened NothingHappened");
    check(
        &setup,
        "end, rolled move move move move, end, rolled colony colony colony colony, activate colony",
        "legal planet clj-0517",
    );
}
