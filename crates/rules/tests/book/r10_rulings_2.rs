//! Tests of the rulings R10.7 to R10.12.
//!
//! They concern Andellouxian-6, Walsfeo and Sargus-36, Zavodnick, BSW-10-1, Nibiru and Gort.

use super::{check_three, classic, revised};
use crate::check::check;

// R10.7 Andellouxian-6

const RECALL: &str = "activate colony, planet andellouxian-6";

#[test]
fn r10_7_classic_gains_all_in_one_resource() {
    let setup = "A ships orbit:1:3 home colonies andellouxian-6";
    classic(setup, &format!("{RECALL}, home A1"), "legal take 3c, take 3e; A ships home home");
    classic(setup, &format!("{RECALL}, home A1, take 3e"), "A 5e1c; asks A turn");
}

#[test]
fn r10_7_revised_allows_any_split() {
    let setup = "A ships orbit:1:3 home colonies andellouxian-6";
    let all = "legal take 3c, take 1e2c, take 2e1c, take 3e";
    revised(setup, &format!("{RECALL}, home A1"), all);
    revised(setup, &format!("{RECALL}, home A1, take 1e2c"), "A 3e3c; A ships home home");
}

#[test]
fn r10_7_a_ship_on_start_is_no_choice() {
    for rules in [classic, revised] {
        rules(
            "A ships orbit:1:0 orbit:2:2 colonies andellouxian-6",
            RECALL,
            "legal home A2; cannot home A1 (R10.7)",
        );
    }
}

#[test]
fn r10_7_at_least_one_unit_must_fit() {
    let setup = "A 7e6c ships orbit:1:2 home colonies andellouxian-6";
    classic(setup, &format!("{RECALL}, home A1"), "legal take 2c; cannot take 2e (R10.7)");
    classic(setup, &format!("{RECALL}, home A1, take 2c"), "A 7e7c");
    revised(setup, &format!("{RECALL}, home A1"), "legal take 2c, take 1e1c");
    for rules in [classic, revised] {
        rules(
            "A 7e7c ships orbit:1:2 home colonies andellouxian-6",
            "activate colony",
            "legal upgrade 2c, upgrade 2e; cannot planet andellouxian-6 (R9.1)",
        );
    }
}

// R10.8 Walsfeo, Sargus-36

#[test]
fn r10_8_the_owner_receives_the_payment() {
    let setup = "B colonies mj-120210; C colonies vici-ks156";
    let walsfeo = "activate colony, planet walsfeo, planet vici-ks156";
    check_three(&format!("{setup}; A colonies walsfeo"), walsfeo, "A 3e; B 0; C 1c");
    let sargus = "activate colony, planet sargus-36, planet mj-120210";
    check_three(&format!("{setup}; A colonies sargus-36"), sargus, "A 3e1c; B 1e; C 0");
}

#[test]
fn r10_8_the_colony_has_its_own_cost_too() {
    classic(
        "A 2e2c colonies walsfeo; B colonies nagato",
        "activate colony, planet walsfeo, planet nagato",
        "A 2e; B 1c; asks A moveship",
    );
    classic(
        "A 2e1c colonies sargus-36; B colonies hoefker",
        "activate colony, planet sargus-36, planet hoefker",
        "A 3c; B 1e",
    );
}

#[test]
fn r10_8_only_colonies_that_work_after_the_payment_can_be_used() {
    classic(
        "A 2e1c colonies walsfeo; B colonies nagato mj-120210",
        "activate colony, planet walsfeo",
        "legal planet mj-120210; cannot planet nagato (R9.1)",
    );
    classic(
        "A 1e2c colonies sargus-36; B colonies hoefker",
        "activate colony",
        "legal upgrade 2c; cannot planet sargus-36 (R9.1)",
    );
}

#[test]
fn r10_8_the_owner_is_another_player() {
    classic(
        "A colonies walsfeo jakks; B colonies mj-120210",
        "activate colony, planet walsfeo",
        "legal planet mj-120210; cannot planet jakks (R10.8)",
    );
}

#[test]
fn r10_8_a_follower_may_pay_the_active_player() {
    classic(
        "A colonies mj-120210; B 2c colonies walsfeo",
        "activate colony, upgrade 2e, follow, planet walsfeo, planet mj-120210",
        "A 2c; B 2e",
    );
}

// R10.9 Zavodnick

const ANY: &str = "activate colony, planet zavodnick";

#[test]
fn r10_9_the_user_chooses_any_face_that_changes_something() {
    classic(
        "A ships orbit:1:0 orbit:2:0 colonies zavodnick",
        ANY,
        "legal face move, face energy, face culture, face diplomacy, face economy, face colony",
    );
    classic(
        "A ships orbit:1:0 home colonies zavodnick",
        &format!("{ANY}, face diplomacy, advance 1"),
        "A ships orbit:1:1 home; bay colony; asks A turn",
    );
}

#[test]
fn r10_9_the_others_then_follow_clockwise_for_free() {
    let setup = "A colonies zavodnick; B 1c; C 1c";
    check_three(setup, &format!("{ANY}, face energy"), "A 4e1c; asks B follow; legal follow, pass");
    check_three(setup, &format!("{ANY}, face energy, follow"), "B 2e1c; asks C follow");
    check_three(setup, &format!("{ANY}, face energy, pass"), "B 1c; asks C follow");
}

#[test]
fn r10_9_free_follows_go_clockwise_from_the_user_and_include_the_active_player() {
    let setup = "A 1e; B 1c colonies zavodnick; C 2e1c";
    let steps = "activate colony, follow, planet zavodnick, face energy";
    check_three(setup, steps, "B 2e; asks C follow");
    check_three(setup, &format!("{steps}, pass"), "asks A follow");
    // A follows for free; then the follow window of the die continues with C, who pays.
    check_three(setup, &format!("{steps}, pass, follow"), "A 3e; asks C follow");
    check_three(setup, &format!("{steps}, pass, follow, follow"), "A 3e; C 2e; asks C colony");
}

#[test]
fn r10_9_a_seat_that_passed_the_die_is_offered_the_free_action() {
    let setup = "A 1e; B 2e1c; C 1c colonies zavodnick";
    let steps = "activate colony, pass, follow, planet zavodnick, face energy";
    check_three(setup, steps, "C 2e; asks A follow");
    check_three(setup, &format!("{steps}, pass, follow"), "A 1e; B 4e1c; asks A turn");
}

#[test]
fn r10_9_each_seat_uses_own_ships_and_resources() {
    classic(
        "A colonies zavodnick jakks; B colonies vici-ks156",
        &format!("{ANY}, face colony, planet jakks, follow"),
        "A 2e2c; asks B colony; legal planet vici-ks156",
    );
}

#[test]
fn r10_9_a_free_follow_is_offered_only_if_it_would_change_something() {
    check_three(
        "A ships orbit:1:0 home colonies zavodnick; C ships orbit:3:0 home",
        &format!("{ANY}, face diplomacy, advance 1"),
        "asks C follow",
    );
}

#[test]
fn r10_9_nibiru_does_not_raise_the_cost_of_a_free_follow() {
    classic(
        "A colonies zavodnick; effects follows-cost-two",
        &format!("{ANY}, face energy, follow"),
        "B 2e; asks A turn",
    );
    // The free follow costs nothing. The ordinary follow would cost 2 culture, but B has 1.
    classic(
        "A colonies zavodnick; effects follows-cost-two; B 2e1c",
        &format!("{ANY}, face energy, follow"),
        "B 4e1c; asks A turn",
    );
}

#[test]
fn r10_9_the_ordinary_window_then_also_asks_seats_that_followed_for_free() {
    let setup = "A colonies zavodnick; B 1c; C 1c";
    let free = format!("{ANY}, face energy, follow, follow");
    check_three(setup, &free, "B 2e1c; C 2e1c; asks B follow");
    check_three(setup, &format!("{free}, follow"), "B 2e; asks B colony; legal upgrade 2e");
    check_three(
        setup,
        &format!("{free}, follow, upgrade 2e, follow"),
        "B 0; B level 2; C 2e; asks C colony",
    );
}

#[test]
fn r10_9_a_seat_that_passed_the_free_action_may_still_follow_the_die() {
    classic(
        "A colonies zavodnick; B 2e1c",
        &format!("{ANY}, face energy, pass, follow"),
        "B 2e; asks B colony",
    );
}

// R10.10 BSW-10-1

const TRADE: &str = "activate colony, planet bsw-10-1";

#[test]
fn r10_10_one_ship_regresses_and_then_another_one_advances() {
    let setup = "A level 3 ships orbit:1:1 orbit:2:2 orbit:3:0 colonies bsw-10-1";
    classic(setup, TRADE, "legal regress A1, regress A2; cannot regress A3 (R8.3)");
    classic(setup, &format!("{TRADE}, regress A2"), "legal advance 1, advance 3");
    classic(
        setup,
        &format!("{TRADE}, regress A2, advance 3"),
        "A ships orbit:1:1 orbit:2:1 orbit:3:1; asks A turn",
    );
}

#[test]
fn r10_10_the_two_ships_may_be_on_any_tracks() {
    classic(
        "A ships orbit:1:4 orbit:2:1 colonies bsw-10-1",
        &format!("{TRADE}, regress A2, advance 1, drew jakks"),
        "A colonies bsw-10-1 gleam-zanier; A ships home orbit:2:0",
    );
}

#[test]
fn r10_10_the_ability_is_offered_only_if_regress_and_advance_are_possible() {
    let none = "legal upgrade 2e; cannot planet bsw-10-1 (R9.1)";
    classic("A ships orbit:1:3 surface:2 colonies bsw-10-1", "activate colony", none);
    classic("A ships orbit:1:0 orbit:2:0 colonies bsw-10-1", "activate colony", none);
    classic("A ships orbit:1:0 orbit:2:1 colonies bsw-10-1", TRADE, "legal regress A2");
}

// R10.11 Nibiru

#[test]
fn r10_11_a_follow_of_the_same_die_already_costs_two() {
    let steps = "activate colony, planet nibiru";
    classic("A colonies nibiru; B 2e2c", &format!("{steps}, follow"), "B 2e; asks B colony");
    classic("A colonies nibiru; B 2e1c", steps, "asks A turn");
}

#[test]
fn r10_11_nibiru_lasts_to_the_end_of_the_turn() {
    let setup = "A colonies nibiru; B 2c; dice colony energy";
    classic(setup, "activate energy, follow", "B 2e1c");
    classic(setup, "activate colony, planet nibiru, activate energy, follow", "B 2e");
    let next = "activate colony, planet nibiru, end, rolled energy energy energy energy";
    classic(setup, &format!("{next}, activate energy, follow"), "A 4e; B 2e2c");
}

#[test]
fn r10_11_nibiru_does_not_add_up() {
    let setup = "A colonies nibiru; B 2e2c; dice colony colony";
    let twice = "activate colony, planet nibiru, pass, activate colony";
    classic(setup, twice, "legal upgrade 2e; cannot planet nibiru (R9.1)");
    classic(setup, &format!("{twice}, upgrade 2e, follow"), "B 2e; asks B colony");
}

// R10.12 Gort and Planet 024

const HOP: &str = "activate colony, planet gort, ship 1";

#[test]
fn r10_12_a_ship_moves_to_the_same_number_of_another_track() {
    let setup = "A ships orbit:1:3 home colonies gort";
    classic(setup, HOP, "legal to orbit 2, to orbit 3, to orbit 4");
    classic(setup, &format!("{HOP}, to orbit 3"), "A ships orbit:3:3 home; asks A turn");
}

#[test]
fn r10_12_a_ship_on_start_moves_to_another_start() {
    classic(
        "A ships orbit:1:0 home colonies gort",
        &format!("{HOP}, to orbit 2"),
        "A ships orbit:2:0 home; asks A turn",
    );
}

#[test]
fn r10_12_a_ship_cannot_move_to_a_track_that_the_user_already_orbits() {
    classic(
        "A ships orbit:1:2 orbit:2:0 colonies gort; B ships orbit:3:2 home",
        HOP,
        "legal to orbit 3, to orbit 4; cannot to orbit 2 (R3.1b)",
    );
}

#[test]
fn r10_12_a_ship_on_the_surface_does_not_block() {
    classic(
        "A ships orbit:1:2 surface:2 colonies gort",
        &format!("{HOP}, to orbit 2"),
        "A ships orbit:2:2 surface:2",
    );
}

#[test]
fn r10_12_the_end_space_colonises() {
    classic(
        "A ships orbit:1:4 home colonies gort; B ships orbit:4:1 surface:4",
        &format!("{HOP}, to orbit 4, drew jakks"),
        "A colonies gort umbra-forum; A ships home home; A points 10; B ships home home;
         row gleam-zanier jac-110912 shouhua jakks; asks A turn",
    );
}

#[test]
fn r10_12_numbers_beyond_the_end_are_no_choice() {
    classic(
        "A ships orbit:3:5 home colonies gort",
        HOP,
        "legal to orbit 1, to orbit 2; cannot to orbit 4 (R10.12)",
    );
}

#[test]
fn r10_12_planet_024_does_the_same() {
    check(
        "prototype 2; row planet-015 planet-016 planet-020 planet-022; B 0; dice colony;
         A ships orbit:1:3 home colonies planet-024",
        "activate colony, planet planet-024, ship 1, to orbit 4",
        "A ships orbit:4:3 home; asks A turn",
    );
}
