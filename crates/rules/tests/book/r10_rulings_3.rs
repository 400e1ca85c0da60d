//! Tests of the rulings R10.13 to R10.17.
//!
//! They concern Terra-Bettia, Piedes, Umbra-Forum, abilities that change dice, and converting
//! resources.

use super::{check_three, classic};
use crate::check::check;

// R10.13 Terra-Bettia

const BETTIA: &str = "activate colony, planet terra-bettia";

#[test]
fn r10_13_every_other_player_may_advance_1_then_the_user_advances_2() {
    let setup = "A ships orbit:1:0 home colonies terra-bettia;
                 B ships orbit:2:0 orbit:3:1; C ships orbit:1:3 home";
    check_three(setup, BETTIA, "asks B advance; legal decline, advance 1, advance 2");
    check_three(
        setup,
        &format!("{BETTIA}, advance 2"),
        "asks C advance; B ships orbit:2:0 orbit:3:2",
    );
    check_three(
        setup,
        &format!("{BETTIA}, decline"),
        "asks C advance; B ships orbit:2:0 orbit:3:1",
    );
    check_three(
        setup,
        &format!("{BETTIA}, advance 2, advance 1"),
        "C ships orbit:1:4 home; asks A advance; legal advance 1",
    );
    check_three(
        setup,
        &format!("{BETTIA}, advance 2, advance 1, advance 1"),
        "A ships orbit:1:2 home; asks A turn",
    );
}

#[test]
fn r10_13_everyone_may_advance_on_any_track() {
    classic(
        "A ships orbit:1:0 orbit:2:0 colonies terra-bettia; B ships orbit:1:0 orbit:2:0",
        &format!("{BETTIA}, advance 2"),
        "B ships orbit:1:0 orbit:2:1; legal advance 1, advance 2",
    );
}

#[test]
fn r10_13_another_player_may_colonise_with_the_advance() {
    classic(
        "A ships orbit:1:3 orbit:2:0 colonies terra-bettia; B ships orbit:1:4 home",
        &format!("{BETTIA}, advance 1, drew jakks"),
        "B colonies gleam-zanier; A ships home orbit:2:0; asks A advance; legal advance 2",
    );
}

#[test]
fn r10_13_the_user_must_advance() {
    classic(
        "A ships orbit:1:0 home colonies terra-bettia",
        BETTIA,
        "legal advance 1; cannot decline (R2.5)",
    );
}

// R10.14 Piedes and Planet 022

const PIEDES: &str = "activate colony, planet piedes";

#[test]
fn r10_14_a_die_in_the_bay_is_carried_out_again() {
    let setup = "A colonies piedes; bay energy move";
    classic(setup, PIEDES, "legal repeat move, repeat energy");
    classic(setup, &format!("{PIEDES}, repeat energy"), "A 4e1c; bay energy move colony");
}

#[test]
fn r10_14_a_repeated_die_is_carried_out_with_new_choices() {
    classic(
        "dice move colony; A colonies piedes",
        &format!(
            "activate move, ship 1, to orbit 1, {PIEDES}, repeat move, ship 2, to surface 1, use"
        ),
        "A ships orbit:1:0 surface:1; A 4e1c; B 1e",
    );
}

#[test]
fn r10_14_the_die_that_is_being_resolved_cannot_be_repeated() {
    classic(
        "A colonies piedes",
        "activate colony",
        "legal upgrade 2e; cannot planet piedes (R9.1)",
    );
    classic(
        "A colonies piedes; bay energy",
        PIEDES,
        "legal repeat energy; cannot repeat colony (R10.14)",
    );
}

#[test]
fn r10_14_the_move_die_of_the_landing_cannot_be_repeated() {
    let row = "row gleam-zanier jac-110912 shouhua piedes; dice move";
    let land = "activate move, ship 1, to surface 4";
    classic(row, land, "A ships surface:4 home; asks A turn");
    classic(&format!("{row}; bay energy"), &format!("{land}, use"), "legal repeat energy");
}

#[test]
fn r10_14_an_earlier_die_of_the_same_face_can_be_repeated() {
    classic("A colonies piedes; bay colony", PIEDES, "legal repeat colony");
    classic(
        "A colonies piedes; bay colony",
        &format!("{PIEDES}, repeat colony, upgrade 2e"),
        "A level 2; A 1c; asks A turn",
    );
}

#[test]
fn r10_14_a_nested_ability_cannot_repeat_the_activated_die() {
    classic(
        "row gleam-zanier jac-110912 shouhua piedes; A colonies zavodnick; bay energy",
        "activate colony, planet zavodnick, face move, ship 1, to surface 4, use",
        "legal repeat energy; cannot repeat colony (R10.14)",
    );
}

#[test]
fn r10_14_a_follower_uses_the_bay_of_the_active_player() {
    let follow = "activate colony, upgrade 2e, follow, planet piedes";
    let setup = "bay energy; B 1c colonies piedes";
    classic(setup, follow, "asks B repeatdie; legal repeat energy; cannot repeat colony (R10.14)");
    classic(setup, &format!("{follow}, repeat energy"), "B 2e; A 1c; asks A turn");
}

#[test]
fn r10_14_a_follower_cannot_repeat_the_followed_die() {
    classic("B 1c colonies piedes", "activate colony, upgrade 2e", "asks A turn");
    classic(
        "bay colony; B 2e1c colonies piedes",
        "activate colony, upgrade 2e, follow, planet piedes",
        "legal repeat colony",
    );
}

#[test]
fn r10_14_repeating_opens_no_extra_window() {
    // B could follow an energy die, but the die of the window is the colony die.
    classic(
        "A colonies piedes; bay energy; B 1c",
        &format!("{PIEDES}, repeat energy"),
        "A 4e1c; B 1c; asks A turn",
    );
}

#[test]
fn r10_14_dice_in_the_converter_are_not_repeated() {
    classic(
        "A ships orbit:2:0 home colonies piedes; bay energy; converted; converter culture culture",
        PIEDES,
        "legal repeat energy; cannot repeat culture (R10.14)",
    );
}

#[test]
fn r10_14_planet_022_does_the_same() {
    check(
        "prototype 2; row planet-015 planet-016 planet-020 planet-024; B 0; dice colony; bay move;
         A ships home home colonies planet-022",
        "activate colony, planet planet-022, repeat move, ship 1, to orbit 1",
        "A ships orbit:1:0 home; bay move colony; asks A turn",
    );
}

// R10.15 Umbra-Forum

#[test]
fn r10_15_every_planet_of_the_row_can_be_used() {
    classic(
        "row jakks vici-ks156 hoefker la-torres; A colonies umbra-forum;
         B 1e ships surface:1 orbit:2:0",
        "activate colony, planet umbra-forum",
        "legal planet jakks, planet vici-ks156, planet hoefker, planet la-torres",
    );
}

#[test]
fn r10_15_the_cost_of_the_used_planet_is_paid() {
    classic(
        "row hoefker jac-110912 shouhua gleam-zanier; A colonies umbra-forum",
        "activate colony, planet umbra-forum, planet hoefker",
        "A 1e3c; A ships home home; asks A turn",
    );
}

#[test]
fn r10_15_umbra_forum_cannot_use_itself() {
    classic(
        "dice move",
        "activate move, ship 1, to surface 4, use",
        "legal planet jac-110912, planet gleam-zanier; cannot planet umbra-forum (R9.4)",
    );
}

#[test]
fn r10_15_colonies_cannot_be_used() {
    classic(
        "row jakks jac-110912 shouhua gleam-zanier; A colonies umbra-forum vici-ks156;
         B colonies mj-120210",
        "activate colony, planet umbra-forum",
        "cannot planet vici-ks156 (R10.15); cannot planet mj-120210 (R10.15)",
    );
}

// R10.16 Abilities that affect unactivated dice.

const ZALAX: &str = "activate colony, planet zalax, die move, roll, rolled move";

#[test]
fn r10_16_zalax_does_not_use_up_the_free_reroll() {
    classic(
        "A colonies zalax; dice colony move",
        &format!("{ZALAX}, reroll, die move, roll, rolled energy"),
        "A 2e1c; dice energy",
    );
}

#[test]
fn r10_16_zalax_is_free_even_after_a_reroll() {
    let setup = "A colonies zalax; dice colony move; rerolled";
    classic(setup, ZALAX, "A 2e1c; dice move");
    classic(setup, &format!("{ZALAX}, reroll"), "A 1e1c");
}

#[test]
fn r10_16_zalax_rerolls_any_number_but_at_least_one() {
    let setup = "A colonies zalax; dice colony move move; bay energy";
    let begin = "activate colony, planet zalax";
    classic(setup, begin, "legal die move; cannot roll (R4.1); cannot die energy (R4.3)");
    classic(
        setup,
        &format!("{begin}, die move, die move, roll, rolled energy culture"),
        "dice energy culture; bay energy colony",
    );
}

#[test]
fn r10_16_gyore_sets_to_another_face() {
    let setup = "A colonies gyore; dice colony move energy";
    let begin = "activate colony, planet gyore";
    classic(setup, begin, "legal die move, die energy");
    classic(
        setup,
        &format!("{begin}, die move"),
        "legal face energy, face culture, face diplomacy, face economy, face colony;
         cannot face move (R10.16)",
    );
    classic(
        setup,
        &format!("{begin}, die move, face energy, activate energy"),
        "A 4e1c; dice energy",
    );
}

#[test]
fn r10_16_gyore_and_the_converter_are_independent() {
    let set = "activate colony, planet gyore, die move, face energy";
    classic("A colonies gyore; dice colony move move move", set, "can convert, reroll");
    classic(
        "A colonies gyore; dice colony move; converted; converter energy energy",
        set,
        "dice energy; converter energy energy; can reroll; cannot convert (R5.1)",
    );
}

const MAIA: &str = "activate colony, planet maia, die move, die energy";

#[test]
fn r10_16_discarded_dice_are_in_no_bay() {
    classic(
        "A colonies maia; dice colony move energy culture",
        MAIA,
        "bay colony; discarded 2; dice culture; A 4e3c; cannot activate energy (R2.3)",
    );
}

#[test]
fn r10_16_discarded_dice_are_not_followed() {
    // B could follow the energy die or the move die, but not the colony die.
    classic("A colonies maia; dice colony move energy; B 1c", MAIA, "B 1c; asks A turn");
}

#[test]
fn r10_16_discarded_dice_are_not_repeated() {
    classic(
        "A 1e1c colonies maia piedes; dice colony colony move energy",
        &format!("{MAIA}, {PIEDES}"),
        "legal repeat colony; cannot repeat energy (R10.14)",
    );
}

const PROTOTYPE: &str = "prototype 2; row planet-018 planet-017 planet-020 planet-022; A 2e1c; B 0";

#[test]
fn r10_16_planet_010_rerolls_all() {
    let setup = format!("{PROTOTYPE}; A colonies planet-010; dice colony move energy");
    let steps = "activate colony, planet planet-010, rolled culture culture";
    check(&setup, steps, "dice culture culture; A 2e1c");
    // The free reroll is still available.
    check(&setup, &format!("{steps}, reroll, die culture, roll, rolled move"), "A 2e1c");
}

#[test]
fn r10_16_planets_015_and_016_discard() {
    check(
        &format!(
            "{PROTOTYPE}; A ships orbit:1:0 home colonies planet-015; dice colony move move energy"
        ),
        "activate colony, planet planet-015, die move, die move, die energy, advance 1",
        "A ships orbit:1:2 home; discarded 3; dice; bay colony",
    );
    check(
        &format!("{PROTOTYPE}; A colonies planet-016; dice colony move move energy"),
        "activate colony, planet planet-016, die move, die energy",
        "A 4e3c; discarded 2; dice move; bay colony",
    );
}

#[test]
fn r10_16_planet_019_sets() {
    check(
        &format!("{PROTOTYPE}; A colonies planet-019; dice colony move"),
        "activate colony, planet planet-019, die move, face energy",
        "dice energy; A 2e1c",
    );
}

// R10.17 Converting resources.

#[test]
fn r10_17_at_least_one_unit_and_at_most_what_is_held_can_be_converted() {
    let to_energy = "activate colony, planet pembertonia-major";
    classic(
        "A 1e2c colonies pembertonia-major",
        to_energy,
        "legal turn 1, turn 2; cannot turn 0 (R10.17); cannot turn 3 (R10.17)",
    );
    let to_culture = "activate colony, planet omicron-fenzi";
    classic(
        "A 2e1c colonies omicron-fenzi",
        to_culture,
        "legal turn 1, turn 2; cannot turn 0 (R10.17); cannot turn 3 (R10.17)",
    );
}

#[test]
fn r10_17_at_most_the_units_that_fit_can_be_converted() {
    classic(
        "A 5e4c colonies pembertonia-major",
        "activate colony, planet pembertonia-major",
        "legal turn 1, turn 2; cannot turn 3 (R10.17)",
    );
    classic(
        "A 4e6c colonies omicron-fenzi",
        "activate colony, planet omicron-fenzi, turn 1",
        "A 3e7c",
    );
}

#[test]
fn r10_17_planets_012_and_014_do_the_same() {
    check(
        &format!("{PROTOTYPE}; A 3e5c colonies planet-012; dice colony"),
        "activate colony, planet planet-012",
        "legal turn 1, turn 2",
    );
    check(
        &format!("{PROTOTYPE}; A 3e5c colonies planet-014; dice colony"),
        "activate colony, planet planet-014, turn 4",
        "A 7e1c",
    );
}
