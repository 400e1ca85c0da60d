//! R5 Convert.

use crate::check::{check, problems};
use orrery_rules::deck;

const CLASSIC: &str = "classic 2; row jakks mj-120210 nagato jac-110912";
const REVISED: &str = "revised 2; row jakks mj-120210 nagato jac-110912";
const PROTOTYPE: &str = "prototype 2; row planet-005 planet-009 planet-014 planet-018";
const BLAST_OFF: &str = "blast-off 2; row asterel brontide cindra dewlight";
const WITH_TWO_FOR_ONE: [&str; 3] = [PROTOTYPE, CLASSIC, REVISED];

#[test]
fn r5_1_two_dice_are_spent_to_turn_a_third() {
    for table in WITH_TWO_FOR_ONE {
        let setup = format!("{table}; A 0; B 7c; dice move energy culture economy");
        check(&setup, "convert", "legal die move, die energy, die culture");
        check(
            &setup,
            "convert, die move, die economy",
            "converter move economy; legal die energy, die culture",
        );
        check(
            &setup,
            "convert, die move, die economy, die culture, face colony",
            "converter move economy; dice energy colony; A 0; asks A turn",
        );
    }
}

#[test]
fn r5_1_the_turned_die_is_an_ordinary_unactivated_die() {
    let turned = "convert, die move, die move, die move, face energy";
    let setup = format!("{CLASSIC}; A 0; B 0; dice move move move");
    check(&setup, turned, "dice energy; bay; can activate energy, reroll");
    check(&setup, &format!("{turned}, activate energy"), "A 2e; bay energy");
    check(
        &setup,
        &format!("{turned}, reroll, die energy, roll, rolled colony"),
        "dice colony; converter move move",
    );
}

#[test]
fn r5_1_the_third_die_is_turned_to_another_face() {
    check(
        &format!("{CLASSIC}; dice move move energy"),
        "convert, die move, die move, die energy",
        "legal face move, face culture, face diplomacy, face economy, face colony",
    );
}

#[test]
fn r5_1_is_the_reason_why_the_same_face_is_refused() {
    check(
        &format!("{CLASSIC}; dice move move energy"),
        "convert, die move, die move, die energy",
        "cannot face energy (R5.1)",
    );
}

#[test]
fn r5_1_spent_dice_are_neither_activated_nor_followed() {
    check(
        &format!("{CLASSIC}; A 0; B 7c; dice move energy energy"),
        "convert, die energy, die energy, die move, face culture",
        "asks A turn; bay; cannot activate energy (R2.3)",
    );
}

#[test]
fn r5_1_spent_dice_are_not_repeated() {
    check(
        &format!(
            "{CLASSIC}; A 0 level 2 colonies piedes; B 0; \
             dice colony bay move converted converter energy energy"
        ),
        "activate colony, planet piedes",
        "legal repeat move",
    );
}

#[test]
fn r5_1_the_converter_needs_three_unactivated_dice() {
    for table in WITH_TWO_FOR_ONE {
        check(&format!("{table}; dice move energy culture"), "", "can convert");
        check(
            &format!("{table}; A 7e7c; dice move energy bay culture move"),
            "",
            "cannot convert (R5.1)",
        );
    }
}

#[test]
fn r5_1_the_converter_is_used_once_per_turn() {
    for table in WITH_TWO_FOR_ONE {
        check(
            &format!("{table}; A level 4 ships home home home; dice move move move move move move"),
            "convert, die move, die move, die move, face colony",
            "dice move move move colony; cannot convert (R5.1)",
        );
    }
    assert_eq!(problems(&format!("{CLASSIC}; dice converted converter move")), ["R5.1"]);
}

#[test]
fn r5_1_the_converter_costs_no_resource() {
    let setup = format!("{CLASSIC}; A 0; dice move move move");
    check(&setup, "convert, die move, die move, die move, face colony", "A 0");
}

#[test]
fn r5_2_the_seat_pays_then_chooses_the_die_then_the_face() {
    let setup = format!("{BLAST_OFF}; A 1e1c; B 0; dice culture colony");
    check(&setup, "convert", "A 1e1c; legal pay energy, pay culture");
    check(&setup, "convert, pay energy", "A 1c; legal die culture, die colony");
    check(&setup, "convert, pay culture", "A 1e; asks A dice");
    check(&setup, "convert, pay energy, die colony", "dice culture; asks A face");
}

#[test]
fn r5_2_the_action_is_carried_out_at_once() {
    let setup = format!("{BLAST_OFF}; A 1c; B 0; dice culture colony");
    check(
        &setup,
        "convert, pay culture, die colony, face energy",
        "A 2e; converter energy; dice culture; asks A turn",
    );
    check(&setup, "convert, pay culture, die colony, face move", "legal ship 1, ship 2");
}

#[test]
fn r5_2_the_die_may_be_set_to_any_face_even_its_own() {
    check(
        &format!("{BLAST_OFF}; A 1c; B 0; dice energy"),
        "convert, pay culture, die energy, face energy",
        "A 2e; converter energy; bay",
    );
}

#[test]
fn r5_2_the_die_can_be_set_only_to_a_face_that_would_change_something() {
    let setup = format!("{BLAST_OFF}; A 1e ships home orbit:1:0; B 0; dice economy");
    check(
        &setup,
        "convert, pay energy, die economy",
        "legal face move, face energy, face diplomacy; cannot face colony (R9.1); \
         cannot face culture (R9.1)",
    );
}

#[test]
fn r5_2_the_payment_counts_before_the_face_is_checked() {
    let steps = "convert, pay energy, die economy";
    check(&format!("{BLAST_OFF}; A 2e; dice economy"), steps, "cannot face colony (R9.1)");
    check(&format!("{BLAST_OFF}; A 3e; dice economy"), steps, "can face colony");
}

#[test]
fn r5_2_the_converter_space_can_be_followed() {
    let setup = format!(
        "{BLAST_OFF}; A 0 level 2; A 1c; B 2c; dice economy bay energy energy energy energy"
    );
    check(&setup, "convert, pay culture, die economy, face energy", "asks B follow");
    check(&setup, "convert, pay culture, die economy, face energy, follow", "B 2e1c; A 2e");
}

#[test]
fn r5_2_the_converter_die_takes_no_bay_space() {
    let setup =
        format!("{BLAST_OFF}; A 1c level 2; B 2c; dice economy energy energy bay move culture");
    let convert = "convert, pay culture, die economy, face energy, pass";
    check(&setup, convert, "bay move culture; converter energy");
    check(&setup, &format!("{convert}, activate energy"), "bay move culture energy; asks B follow");
}

#[test]
fn r5_2_the_converter_is_used_once_per_turn() {
    check(
        &format!("{BLAST_OFF}; A 3e; B 0; dice move move move"),
        "convert, pay energy, die move, face energy",
        "A 4e; dice move move; legal activate move, reroll, end",
    );
}

#[test]
fn r5_2_is_the_reason_why_a_second_use_is_refused() {
    let used = format!("{BLAST_OFF}; A 3e; dice move move converted converter move");
    check(&used, "", "cannot convert (R5.2)");
    assert_eq!(problems(&format!("{BLAST_OFF}; dice converted converter move move")), ["R5.2"]);
}

#[test]
fn r5_2_the_converter_needs_a_payment_and_a_die() {
    check(&format!("{BLAST_OFF}; A 0; dice move move move"), "", "cannot convert (R5.2)");
    check(&format!("{BLAST_OFF}; A 7e7c; dice bay move"), "", "cannot convert (R5.2)");
    check(&format!("{BLAST_OFF}; A 1e; dice move"), "convert", "legal pay energy");
    check(&format!("{BLAST_OFF}; A 1e; dice move"), "convert", "cannot pay culture (R5.2)");
    check(&format!("{BLAST_OFF}; A 1c; dice move"), "convert", "legal pay culture");
}

/// A is at the top level with all ships at home, and the row is empty. So A can only use an energy
/// die, if there is room for energy after the payment, or Emberon, which costs another die.
#[test]
fn r5_2_a_payment_is_offered_only_if_some_face_would_then_change_something() {
    let planets = &deck::edition("blast-off").expect("blast-off").planets;
    let gone = planets.iter().map(|card| card.id.as_str()).filter(|id| *id != "emberon");
    let table = format!(
        "blast-off 2; row - - - -; gone {}; end nobody; B 0; \
         A level 6 ships home home home home colonies emberon",
        gone.collect::<Vec<_>>().join(" ")
    );
    let full = format!("{table}; A 7e1c; dice move");
    check(&full, "convert", "legal pay energy; cannot pay culture (R5.2)");
    check(&full.replace("move", "move move"), "convert", "legal pay energy, pay culture");
    check(&full.replace("7e", "6e"), "convert", "legal pay energy, pay culture");
}

#[test]
fn r5_2_a_used_converter_die_is_not_an_unactivated_one() {
    let setup = "blast-off 2; row asterel brontide cindra dewlight; A 1e colonies junipera \
                 ships orbit:1:0 home; B 0; dice move";
    check(setup, "convert, pay energy, die move", "cannot face colony (R9.1)");
    check(
        &setup.replace("dice move", "dice move move"),
        "convert, pay energy, die move",
        "can face colony",
    );
}
