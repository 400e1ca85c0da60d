//! R4 Reroll.

use crate::check::check;

const ROW: &str = "row jakks mj-120210 nagato jac-110912";
const BLAST_OFF: &str = "blast-off 2; row asterel brontide cindra dewlight";
const PROTOTYPE: &str = "row planet-005 planet-009 planet-014 planet-018";

/// Returns set-ups of the editions in which the first reroll is free.
fn with_free_reroll() -> [String; 3] {
    [format!("prototype 2; {PROTOTYPE}"), format!("classic 2; {ROW}"), format!("revised 2; {ROW}")]
}

#[test]
fn r4_1_the_first_reroll_is_free() {
    for table in with_free_reroll() {
        check(
            &format!("{table}; A 0; dice move energy"),
            "reroll, die move, die energy, roll, rolled colony culture",
            "A 0; dice colony culture; asks A turn",
        );
    }
}

#[test]
fn r4_1_each_later_reroll_costs_one_energy() {
    for table in with_free_reroll() {
        check(&format!("{table}; A 2e1c; dice move energy rerolled"), "reroll", "A 1e1c");
        check(
            &format!("{table}; A 2e; dice move energy"),
            "reroll, die move, roll, rolled move, reroll, die move, roll, rolled move, reroll, \
             die energy, roll, rolled economy",
            "A 0; dice move economy",
        );
    }
}

#[test]
fn r4_1_a_later_reroll_of_any_number_of_dice_costs_one_energy() {
    check(
        &format!("classic 2; {ROW}; A 3e; dice move energy culture colony rerolled"),
        "reroll, die move, die energy, die culture, die colony, roll, rolled move move move move",
        "A 2e; dice move move move move",
    );
}

#[test]
fn r4_1_a_later_reroll_needs_energy() {
    for table in with_free_reroll() {
        let setup = format!("{table}; A 7c; dice move rerolled");
        check(&setup, "", "cannot reroll (R4.1)");
    }
}

#[test]
fn r4_1_any_number_of_dice_may_be_chosen() {
    let setup = format!("classic 2; {ROW}; dice move energy energy colony");
    check(&setup, "reroll", "legal die move, die energy, die colony");
    check(&setup, "reroll, die energy", "can roll");
    check(
        &setup,
        "reroll, die energy, roll",
        "asks chance; cannot rolled move move (R2.1); dice move energy colony",
    );
    check(&setup, "reroll, die energy, roll, rolled move", "dice move move energy colony");
}

#[test]
fn r4_1_a_reroll_needs_at_least_one_die() {
    check(&format!("classic 2; {ROW}; dice move energy"), "reroll", "cannot roll (R4.1)");
    check(&format!("classic 2; {ROW}; dice bay move energy"), "", "cannot reroll (R4.1)");
}

#[test]
fn r4_1_a_reroll_is_no_activation() {
    check(
        &format!("classic 2; {ROW}; B 7c; dice energy"),
        "reroll, die energy, roll, rolled energy",
        "bay; asks A turn; can activate energy",
    );
}

#[test]
fn r4_2_blast_off_every_reroll_costs_one_energy() {
    let setup = format!("{BLAST_OFF}; A 2e1c; dice move energy");
    check(&setup, "reroll", "A 1e1c; asks chance");
    check(&setup, "reroll, rolled move move, reroll", "A 1c; asks chance");
}

#[test]
fn r4_2_blast_off_rerolls_all_unactivated_dice() {
    check(
        &format!("{BLAST_OFF}; A 2e1c; dice move energy culture bay colony"),
        "reroll",
        "asks chance; cannot rolled move (R2.1); cannot rolled move move move move (R2.1)",
    );
    check(
        &format!("{BLAST_OFF}; A 2e1c; dice move energy culture bay colony"),
        "reroll, rolled economy economy economy",
        "dice economy economy economy; bay colony; asks A turn",
    );
}

#[test]
fn r4_2_blast_off_has_no_free_reroll() {
    let setup = format!("{BLAST_OFF}; A 7c; dice move energy");
    check(&setup, "", "legal activate move, activate energy, convert, end");
}

#[test]
fn r4_2_is_the_reason_why_a_blast_off_reroll_is_refused() {
    check(&format!("{BLAST_OFF}; A 7c; dice move energy"), "", "cannot reroll (R4.2)");
    check(&format!("{BLAST_OFF}; A 7e; dice bay move"), "", "cannot reroll (R4.2)");
}

#[test]
fn r4_3_dice_in_bay_and_converter_are_not_rerolled() {
    let setup = format!(
        "classic 2; {ROW}; A level 2; dice move bay energy converted converter colony colony"
    );
    check(&setup, "reroll", "legal die move");
    check(&setup, "reroll, die move, roll", "cannot rolled move move (R2.1)");
    check(
        &setup,
        "reroll, die move, roll, rolled move",
        "dice move; bay energy; converter colony colony",
    );
    check(
        &format!("{BLAST_OFF}; A 1e; dice move bay energy converted converter colony"),
        "reroll, rolled economy",
        "dice economy; bay energy; converter colony",
    );
}

#[test]
fn r4_3_discarded_dice_are_not_rerolled() {
    check(
        &format!("classic 2; {ROW}; dice move discarded 2"),
        "reroll, die move, roll",
        "cannot rolled move move move (R2.1); discarded 2",
    );
}

#[test]
fn r4_3_is_the_reason_why_a_die_in_the_bay_is_refused() {
    check(&format!("classic 2; {ROW}; dice move bay energy"), "reroll", "cannot die energy (R4.3)");
}
