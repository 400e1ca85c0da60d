//! R9 Abilities in general: once per turn, nesting, users and others, and the cap (R9.3–R9.7).

use super::{check_three, check_two};

// R9.3 Once per turn: for each user and planet, however the ability is reached, until the turn
// ends.

#[test]
fn r9_3_once_per_turn_is_once() {
    check_two(
        "A 2e2c colonies nagato; dice colony colony",
        "activate colony, planet nagato, ship 1, to orbit 1, ship 2, to orbit 2, activate colony",
        "legal upgrade 2e; cannot planet nagato (R9.3)",
    );
}

#[test]
fn r9_3_an_ability_without_the_limit_can_be_used_again() {
    check_two(
        "A 2e1c colonies jakks; dice colony colony",
        "activate colony, planet jakks, activate colony, planet jakks",
        "A 2e3c",
    );
}

#[test]
fn r9_3_the_limit_counts_per_user() {
    // A lands on CLJ-0517 and steals; B follows, lands there too, and steals it back.
    check_two(
        "row clj-0517 jac-110912 shouhua piedes; B 3c; dice move",
        "activate move, ship 1, to surface 1, use, steal B, follow, ship 1, to surface 1, use,
         steal A",
        "A 2e1c; B 2c; A ships surface:1 home; B ships surface:1 home; asks A turn",
    );
}

#[test]
fn r9_3_the_limit_counts_per_planet() {
    check_two(
        "A 2e1c colonies clj-0517 la-torres; B 2e1c; dice colony colony",
        "activate colony, planet clj-0517, steal B, activate colony, planet la-torres, steal B",
        "A 3e2c; B 1e",
    );
}

const UMBRA: &str = "row clj-0517 umbra-forum jakks shouhua; B 3c; dice move move";

#[test]
fn r9_3_used_by_landing_is_used_for_umbra_forum() {
    check_two(
        UMBRA,
        "activate move, ship 1, to surface 1, use, steal B, pass, activate move, ship 2,
         to surface 2, use",
        "legal planet jakks; cannot planet clj-0517 (R9.3)",
    );
}

#[test]
fn r9_3_used_through_umbra_forum_is_used_for_a_landing() {
    check_two(
        UMBRA,
        "activate move, ship 1, to surface 2, use, planet clj-0517, steal B, pass,
         activate move, ship 2, to surface 1",
        "A ships surface:2 surface:1; A 2e2c; asks B follow",
    );
}

#[test]
fn r9_3_used_by_landing_is_used_for_a_second_landing() {
    check_two(
        &format!("{UMBRA} move"),
        "activate move, ship 1, to surface 1, use, steal B, pass,
         activate move, ship 1, to home, pass, activate move, ship 2, to surface 1",
        "A ships home surface:1; A 2e2c; asks B follow",
    );
}

#[test]
fn r9_3_used_by_landing_is_used_for_the_colony() {
    check_two(
        "row clj-0517 jac-110912 shouhua piedes; A ships home orbit:1:2; B 2c;
         dice move economy colony",
        "activate move, ship 1, to surface 1, use, steal B, pass,
         activate economy, advance 2, drew jakks, activate colony",
        "A colonies clj-0517; legal upgrade 2c, upgrade 2e; cannot planet clj-0517 (R9.3)",
    );
}

#[test]
fn r9_3_used_through_walsfeo_is_used_for_sargus() {
    check_two(
        "A 3e3c colonies walsfeo sargus-36; B 2e colonies la-torres jakks; dice colony colony",
        "activate colony, planet walsfeo, planet la-torres, steal B, pass,
         activate colony, planet sargus-36",
        "legal planet jakks; cannot planet la-torres (R9.3)",
    );
}

#[test]
fn r9_3_declining_a_landing_uses_up_nothing() {
    check_two(
        UMBRA,
        "activate move, ship 1, to surface 1, decline, pass, activate move, ship 2,
         to surface 2, use",
        "legal planet jakks, planet clj-0517",
    );
}

#[test]
fn r9_3_the_limit_ends_with_the_own_turn() {
    check_two(
        "A 2e1c colonies clj-0517; B 2e2c",
        "activate colony, planet clj-0517, steal B, pass, end,
         rolled colony colony colony colony, activate colony, upgrade 2e,
         follow, planet clj-0517, steal B",
        "A 2e2c; B 0",
    );
}

#[test]
fn r9_3_the_limit_ends_with_the_turn_of_another_player() {
    check_two(
        "A 2e1c; B 0 used clj-0517 colonies clj-0517",
        "end, rolled colony colony colony colony, activate colony, planet clj-0517, steal A",
        "A 2e; B 1c",
    );
}

// R9.4 Nesting.

/// A lands on Umbra-Forum, uses Walsfeo in the row, and with it B's Nagato.
const NESTED: &str = "row umbra-forum walsfeo jakks shouhua; A 2e3c; B colonies nagato; dice move";
const TO_NAGATO: &str = "activate move, ship 1, to surface 1, use, planet walsfeo, planet nagato";

#[test]
fn r9_4_abilities_nest() {
    check_two(NESTED, TO_NAGATO, "A 2e1c; B 1c; asks A moveship; legal ship 1, ship 2");
    check_two(
        NESTED,
        &format!("{TO_NAGATO}, ship 2, to surface 3, use, ship 1, to home"),
        "A 2e2c; B 1c; A ships home surface:3; bay move; asks B follow",
    );
}

#[test]
fn r9_4_all_abilities_that_lead_to_others_can_be_open_at_once() {
    check_two(
        "row zavodnick sargus-36 jakks shouhua; A 3e3c colonies umbra-forum walsfeo;
         B colonies piedes nagato; bay move",
        "activate colony, planet umbra-forum, planet zavodnick, face colony,
         planet walsfeo, planet piedes, repeat move, ship 1, to surface 2, use,
         planet nagato, ship 2, to surface 3, use, ship 1, to home",
        "A 2e2c; B 1e1c; A ships home surface:3; asks B follow",
    );
}

#[test]
fn r9_4_an_open_planet_can_be_landed_on_but_its_ability_cannot_be_used() {
    // Walsfeo is open: the ship lands, nothing is asked, and the second move continues.
    check_two(
        NESTED,
        &format!("{TO_NAGATO}, ship 2, to surface 2"),
        "A ships surface:1 surface:2; asks A moveship; legal ship 1",
    );
    check_two(
        NESTED,
        &format!("{TO_NAGATO}, ship 1, to home, ship 2, to surface 1"),
        "A ships home surface:1; A 2e1c; asks B follow",
    );
}

#[test]
fn r9_4_the_ability_of_an_open_colony_cannot_be_used() {
    check_two(
        "A colonies zavodnick",
        "activate colony, planet zavodnick, face colony",
        "legal upgrade 2e; cannot planet zavodnick (R9.4)",
    );
    check_two(
        "row jakks jac-110912 shouhua helios; A colonies piedes; dice colony; bay colony",
        "activate colony, planet piedes, repeat colony",
        "legal upgrade 2e; cannot planet piedes (R9.4)",
    );
}

#[test]
fn r9_4_an_ability_can_be_used_again_after_it_has_ended() {
    check_two(
        "row jakks jac-110912 shouhua helios; A colonies piedes; dice colony colony; bay energy",
        "activate colony, planet piedes, repeat energy, activate colony, planet piedes,
         repeat energy",
        "A 6e1c; asks A turn",
    );
}

/// A lands on Zavodnick and chooses a move, which B may then carry out for free.
const ZAVODNICK: &str = "row zavodnick jac-110912 shouhua piedes; dice move";
const A_MOVES: &str = "activate move, ship 1, to surface 1, use, face move, ship 2, to orbit 2";

#[test]
fn r9_4_a_planet_stays_open_during_a_free_follow() {
    check_two(
        ZAVODNICK,
        &format!("{A_MOVES}, follow, ship 1, to surface 1"),
        "B ships surface:1 home; asks A turn",
    );
}

#[test]
fn r9_4_a_planet_is_not_open_during_a_paid_follow() {
    check_two(
        &format!("{ZAVODNICK}; B 1c"),
        &format!("{A_MOVES}, pass, follow, ship 1, to surface 1"),
        "B ships surface:1 home; B 0; asks B land; legal use, decline",
    );
}

#[test]
fn r9_4_an_open_planet_that_another_colonises_is_still_carried_out() {
    check_two(
        "row terra-bettia jac-110912 shouhua piedes; A ships home orbit:2:0;
         B ships orbit:1:5 home; dice move",
        "activate move, ship 1, to surface 1, use, advance 1, drew jakks, advance 2",
        "B colonies terra-bettia; A ships home orbit:2:2; row jakks jac-110912 shouhua piedes;
         asks A turn",
    );
}

#[test]
fn r9_4_an_open_planet_that_the_user_colonises_is_still_carried_out() {
    let setup =
        "row nagato shouhua jac-110912 piedes; A level 3 ships home orbit:1:3 home; dice move";
    let first = "activate move, ship 1, to surface 1, use, ship 3, to surface 2, use, advance 2,
                 drew jakks";
    check_two(setup, first, "A colonies nagato; A ships home home surface:2; legal ship 1, ship 2");
    check_two(
        setup,
        &format!("{first}, ship 1, to orbit 1"),
        "A ships orbit:1:0 home surface:2; A 2e; asks A turn",
    );
}

// R9.5 An ability works the same by landing and by a colony die; limits apply to its user.

#[test]
fn r9_5_landing_works_like_the_colony_die() {
    check_two("A 2e1c colonies mj-120210", "activate colony, planet mj-120210", "A 4e1c");
    check_two(
        "row mj-120210 jac-110912 shouhua piedes; A 2e1c; dice move",
        "activate move, ship 1, to surface 1, use",
        "A 4e1c",
    );
}

#[test]
fn r9_5_landing_gives_abilities_on_dice_too() {
    check_two(
        "row zalax jac-110912 shouhua piedes; dice move energy",
        "activate move, ship 1, to surface 1, use, die energy, roll, rolled culture",
        "dice culture; bay move; A 2e1c",
    );
}

#[test]
fn r9_5_the_mark_of_the_owner_does_not_apply_to_the_user() {
    check_two(
        "A 2e2c colonies walsfeo; B 1c used clj-0517 colonies clj-0517",
        "activate colony, planet walsfeo, planet clj-0517, steal B",
        "A 2e2c; B 1c",
    );
}

#[test]
fn r9_5_the_mark_of_the_user_applies() {
    check_two(
        "A 2e2c used clj-0517 colonies walsfeo; B 1c colonies clj-0517 jakks",
        "activate colony, planet walsfeo",
        "legal planet jakks; cannot planet clj-0517 (R9.3)",
    );
}

#[test]
fn r9_5_borrowed_abilities_on_dice_work_in_the_turn_of_the_user() {
    check_two(
        "A colonies walsfeo; B colonies zalax; dice colony move",
        "activate colony, planet walsfeo, planet zalax, die move, roll, rolled culture",
        "A 2e; B 1c; dice culture",
    );
}

#[test]
fn r9_5_borrowed_abilities_on_dice_do_not_work_in_the_turn_of_the_owner() {
    check_two(
        "A colonies zalax jakks; B 2c colonies walsfeo; dice colony move",
        "activate colony, planet jakks, follow, planet walsfeo",
        "asks B useplanet; legal planet jakks; cannot planet zalax (R9.2)",
    );
}

// R9.6 Enemies and others are relative to the user.

#[test]
fn r9_6_enemies_never_include_the_user() {
    check_three(
        "A ships orbit:1:2 home colonies k-widow; B ships orbit:1:1 home; C ships orbit:2:0 home",
        "activate colony, planet k-widow",
        "legal regress B1; cannot regress A1 (R9.6)",
    );
}

#[test]
fn r9_6_the_enemies_of_a_follower_include_the_active_player() {
    check_three(
        "A 1e ships orbit:1:2 home; B 1c ships orbit:2:2 home colonies k-widow;
         C ships orbit:1:1 home",
        "activate colony, follow, planet k-widow",
        "legal regress A1, regress C1; cannot regress B1 (R9.6)",
    );
    check_three(
        "A 1e; B 1c colonies la-torres; C 1e",
        "activate colony, follow, planet la-torres",
        "legal steal A, steal C; cannot steal B (R9.6)",
    );
}

#[test]
fn r9_6_others_are_all_but_the_user() {
    check_three(
        "B 1c; dice move",
        "activate move, ship 1, to orbit 1, follow, ship 1, to surface 2, use",
        "A 2e2c; B 2c; C 1c",
    );
}

#[test]
fn r9_6_others_are_served_clockwise_from_the_user() {
    let setup = "A 1e ships orbit:1:0 home; B 1c ships orbit:2:0 home colonies terra-bettia;
                 C ships orbit:3:0 home";
    let begin = "activate colony, follow, planet terra-bettia";
    check_three(setup, begin, "asks C advance");
    check_three(setup, &format!("{begin}, advance 1"), "asks A advance; C ships orbit:3:1 home");
    check_three(
        setup,
        &format!("{begin}, advance 1, decline"),
        "asks B advance; A ships orbit:1:0 home",
    );
}

// R9.7 The cap.

#[test]
fn r9_7_gains_past_the_cap_are_lost() {
    check_two("A 6e1c colonies mj-120210", "activate colony, planet mj-120210", "A 7e1c");
    check_two(
        "A 6e1c; B 7e; dice move",
        "activate move, ship 1, to surface 1, use",
        "A 7e1c; B 7e",
    );
}

#[test]
fn r9_7_stealing_is_allowed_at_the_cap() {
    check_two(
        "A 7c colonies clj-0517; B 1c",
        "activate colony, planet clj-0517, steal B",
        "A 7c; B 0",
    );
}

#[test]
fn r9_7_paying_is_allowed_when_the_receiver_is_at_the_cap() {
    check_two(
        "A 2e1c colonies walsfeo; B 7c colonies mj-120210",
        "activate colony, planet walsfeo, planet mj-120210",
        "A 4e; B 7c",
    );
}
