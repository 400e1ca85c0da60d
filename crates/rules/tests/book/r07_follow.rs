//! R7 Follow.

use crate::check::check;

/// A set-up for two seats with every combination of resource and track.
///
/// Jakks: culture, diplomacy; MJ-120210: energy, diplomacy; Nagato: energy, economy; JAC-110912:
/// culture, economy.
const TWO: &str = "classic 2; row jakks mj-120210 nagato jac-110912";
const THREE: &str = "classic 3; row jakks mj-120210 nagato helios leandra";
const FIVE: &str = "classic 5; row jakks mj-120210 nagato jac-110912 leandra gort";
const BLAST_OFF: &str = "blast-off 2; row asterel brontide cindra dewlight";

#[test]
fn r7_1_a_follow_costs_one_culture_and_does_the_same_action() {
    let prototype = "prototype 2; row planet-005 planet-009 planet-014 planet-018";
    for table in [TWO, &TWO.replace("classic", "revised"), BLAST_OFF, prototype] {
        let setup = format!("{table}; A 0; B 2c ships orbit:1:0 home; dice move");
        let steps = "activate move, ship 1, to orbit 1";
        check(&setup, steps, "asks B follow; legal follow, pass");
        check(
            &setup,
            &format!("{steps}, follow, ship 1, to home"),
            "A 0; A ships orbit:1:0 home; B 1c; B ships home home; asks A turn",
        );
        check(&setup, &format!("{steps}, pass"), "B 2c; B ships orbit:1:0 home; asks A turn");
    }
}

#[test]
fn r7_1_seats_are_asked_clockwise_from_the_active_player() {
    let setup = format!("{FIVE}; A 1c; B 1c; C 1c; D 1c; E 1c; turn C; dice energy");
    check(&setup, "activate energy", "asks D follow");
    check(&setup, "activate energy, pass", "asks E follow");
    check(&setup, "activate energy, follow, follow", "D 2e; E 2e; asks A follow");
    check(&setup, "activate energy, pass, pass, follow", "A 2e; asks B follow");
    check(&setup, "activate energy, pass, pass, pass, follow", "B 2e; C 2e1c; asks C turn");
}

#[test]
fn r7_1_a_follower_uses_own_ships_and_choices() {
    let setup = format!(
        "{TWO}; A ships orbit:1:0 orbit:2:0; B 1c level 3 ships orbit:1:0 orbit:2:1 orbit:3:0; \
         dice diplomacy"
    );
    check(
        &setup,
        "activate diplomacy, advance 1, follow",
        "asks B advance; legal advance 1, advance 2",
    );
    check(
        &setup,
        "activate diplomacy, advance 1, follow, advance 2",
        "A ships orbit:1:1 orbit:2:0; B ships orbit:1:0 orbit:2:2 orbit:3:0",
    );
}

#[test]
fn r7_1_a_follower_chooses_own_targets() {
    let setup = format!("{TWO}; A 0; B 1c; dice move");
    let steps = "activate move, ship 1, to orbit 1, follow";
    check(&setup, steps, "asks B moveship; legal ship 1, ship 2");
    check(
        &setup,
        &format!("{steps}, ship 2"),
        "legal to surface 1, to surface 2, to surface 3, to surface 4, to orbit 1, to orbit 2, \
         to orbit 3, to orbit 4",
    );
    check(&setup, &format!("{steps}, ship 2, to surface 2"), "asks B land; legal use, decline");
    let steal = format!("{THREE}; A 1e; B 1e2c colonies la-torres; C 1e; dice colony bay move");
    check(&steal, "activate colony, follow", "legal planet la-torres");
    check(&steal, "activate colony, follow, planet la-torres", "legal steal A, steal C");
}

#[test]
fn r7_1_a_follower_pays_any_cost() {
    check(
        &format!("{TWO}; A 7e; B 2e3c colonies hoefker; dice colony"),
        "activate colony, upgrade 2e, follow, planet hoefker",
        "A 5e; B 1e4c",
    );
    check(
        &format!("{TWO}; A 7e; B 2e3c; dice colony"),
        "activate colony, upgrade 2e, follow, upgrade 2e",
        "A 5e; B 2c; B level 2",
    );
}

#[test]
fn r7_1_each_follow_is_resolved_before_the_next_seat_answers() {
    for table in [THREE.to_owned(), THREE.replace("classic", "revised")] {
        let setup = format!(
            "{table}; A ships orbit:2:0 home; B 1c ships orbit:1:1 home; C 1c ships orbit:5:0 home; \
             dice diplomacy"
        );
        let steps = "activate diplomacy, advance 1, follow";
        check(&setup, steps, "asks B advance");
        check(&setup, &format!("{steps}, advance 1"), "B colonies jakks; asks chance");
        check(&setup, &format!("{steps}, advance 1, drew gort"), "asks C follow");
    }
}

#[test]
fn r7_2_each_player_follows_a_die_at_most_once() {
    let setup = format!("{TWO}; A 0; B 5c; dice energy energy");
    check(&setup, "activate energy, follow", "B 2e4c; asks A turn");
    check(&setup, "activate energy, follow, activate energy", "asks B follow");
    check(&setup, "activate energy, follow, activate energy, follow", "B 4e3c; asks A turn");
}

#[test]
fn r7_2_a_pass_is_final_for_that_die() {
    let setup = format!("{THREE}; A 0; B 1c; C 1c; dice energy energy");
    check(&setup, "activate energy, pass", "asks C follow");
    check(&setup, "activate energy, pass, follow", "asks A turn; B 1c");
    check(&setup, "activate energy, pass, follow, activate energy", "asks B follow");
}

#[test]
fn r7_2_a_follow_is_not_itself_followed() {
    let setup = format!("{THREE}; A 5c; B 5c; C 0; dice energy");
    check(&setup, "activate energy, follow", "B 2e4c; A 2e5c; asks A turn; legal end");
}

#[test]
fn r7_2_dice_in_the_converter_are_not_followed() {
    check(
        &format!("{TWO}; A 0; B 5c; dice energy energy move"),
        "convert, die energy, die energy, die move, face culture",
        "asks A turn; B 5c",
    );
}

#[test]
fn r7_3_blast_off_the_first_three_bay_spaces_can_be_followed() {
    for (bay, asked) in [("", "B"), ("move", "B"), ("move move", "B"), ("move move move", "A")] {
        check(
            &format!("{BLAST_OFF}; A 0 level 2; B 5c; dice energy bay {bay}"),
            "activate energy",
            &format!("A 2e; asks {asked}"),
        );
    }
}

#[test]
fn r7_3_blast_off_the_later_bay_spaces_cannot_be_followed() {
    for bay in ["move move move", "move move move move", "move move move move move"] {
        check(
            &format!("{BLAST_OFF}; A 0 level 4 ships home home home; B 5c; dice energy bay {bay}"),
            "activate energy",
            "A 3e; asks A turn",
        );
    }
}

#[test]
fn r7_3_blast_off_the_converter_space_can_be_followed() {
    check(
        &format!("{BLAST_OFF}; A 1c level 2; B 5c; dice move bay move move move move"),
        "convert, pay culture, die move, face energy, follow",
        "A 2e; B 2e4c",
    );
}

#[test]
fn r7_3_elsewhere_every_bay_space_can_be_followed() {
    let prototype = "prototype 2; row planet-005 planet-009 planet-014 planet-018";
    for table in [TWO, &TWO.replace("classic", "revised"), prototype] {
        check(
            &format!(
                "{table}; A 0 level 6 ships home home home home; B 1c ships orbit:2:0 home; \
                 dice energy bay move move move move move move"
            ),
            "activate energy",
            "asks B follow",
        );
    }
}

#[test]
fn r7_4_you_follow_the_die_not_what_was_done_with_it() {
    let setup =
        format!("{TWO}; A 0 colonies gleam-zanier; B 3c colonies vici-ks156 hoefker; dice colony");
    let steps = "activate colony, planet gleam-zanier, follow";
    check(
        &setup,
        steps,
        "asks B colony; legal upgrade 2c, planet vici-ks156, planet hoefker; \
         cannot planet gleam-zanier (R3.6)",
    );
    check(&setup, &format!("{steps}, upgrade 2c"), "B 1e; B level 2");
    check(&setup, &format!("{steps}, planet vici-ks156"), "B 2e2c; B level 1");
}

#[test]
fn r7_5_a_follow_is_offered_only_if_the_seat_can_pay() {
    check(&format!("{TWO}; A 0; B 7e; dice energy"), "activate energy", "asks A turn; B 7e");
    check(&format!("{TWO}; A 0; B 6e1c; dice energy"), "activate energy", "asks B follow");
    let two = format!("{TWO}; A 0; B 1c; dice energy effects follows-cost-two");
    check(&two, "activate energy", "asks A turn");
}

#[test]
fn r7_5_a_follow_without_effect_is_not_offered() {
    for (die, b) in [
        ("energy", "7e1c"),
        ("culture", "7c"),
        ("diplomacy", "7c ships orbit:3:0 home"),
        ("economy", "7c ships orbit:1:0 surface:3"),
        ("colony", "1e2c"),
    ] {
        let setup = format!("{TWO}; A 0; B {b}; dice {die}");
        check(&setup, &format!("activate {die}"), "asks A turn");
    }
}

#[test]
fn r7_5_the_effect_of_a_follow_is_checked_after_paying() {
    let upgrade = |held| format!("{TWO}; A 0; B {held}; dice colony");
    check(&upgrade("2c"), "activate colony", "asks A turn");
    check(&upgrade("3c"), "activate colony", "asks B follow");
    let harvest = format!("{TWO}; A 0; B 7c ships orbit:1:0 home; dice culture");
    check(&harvest, "activate culture, follow", "B 7c");
}

#[test]
fn r7_5_an_ability_limited_to_the_own_turn_is_no_reason_to_follow() {
    let setup = format!("{TWO}; A 0; B 1c colonies zalax; dice colony move");
    check(&setup, "activate colony", "asks A turn");
}

#[test]
fn r7_5_the_gain_of_birkomius_or_bisschop_is_no_change() {
    for effect in ["follows-bring-culture", "follows-bring-energy"] {
        let setup = format!("{TWO}; A 0; B 7e1c; dice energy effects {effect}");
        check(&setup, "activate energy", "asks A turn");
        let setup = format!("{TWO}; A 0; B 1c; dice energy effects {effect}");
        check(&setup, "activate energy", "asks B follow");
    }
}

/// Combines a free follow (R10.9) with the active seat's gain for it (R10.1).
#[test]
fn r7_5_a_free_follow_is_checked_after_the_gain_of_the_active_seat() {
    let row = "classic 2; start A; row jakks helios maia leandra";
    let turn = "turn A number 1; dice colony; effects follows-bring-culture";
    let steps = "activate colony, planet zavodnick, face colony, planet vici-ks156";
    let ships = "home home home home";
    // B can only steal from A. A has nothing before the gain, and 1 culture after it.
    let offered = format!(
        "{row}; A 0 level 1 ships home home colonies vici-ks156 zavodnick; \
         B 0 level 1 ships home home colonies clj-0517; {turn}"
    );
    check(&offered, steps, "asks B follow; legal follow, pass");
    check(&offered, &format!("{steps}, follow, planet clj-0517, steal A"), "B 1c");
    // B can only give culture to A. A has room for 1 before the gain, and for none after it.
    let idle = format!(
        "{row}; A 6c level 6 ships {ships} colonies vici-ks156 zavodnick; \
         B 7c level 6 ships {ships} colonies jac-110912; {turn}"
    );
    check(&idle, steps, "asks B follow");
    check(&idle, &format!("{steps}, pass"), "asks A turn");
}

/// A follower, not the active seat, used Zavodnick. So the active seat gains nothing for the free
/// follow (R10.1) and still has room for a gift.
#[test]
fn r7_5_a_free_follow_of_a_follower_is_checked_without_a_gain() {
    let (row, ships) = ("row mj-120210 nagato helios leandra gort", "home home home home");
    let setup = format!(
        "classic 3; {row}; A 5c level 6 ships {ships}; B 7c level 6 ships {ships} colonies zavodnick jakks; \
         C 7c level 6 ships {ships} colonies jac-110912; dice colony; effects follows-bring-culture"
    );
    let steps = "activate colony, follow, planet zavodnick, face colony, planet jakks";
    check(&setup, steps, "A 6c; B 7c; asks C follow");
    check(&setup, &format!("{steps}, follow, planet jac-110912"), "A 7c; C 7c");
}

#[test]
fn r7_5_a_follow_is_checked_when_the_seat_is_next_in_order() {
    let gift = format!("{THREE}; A 0; B 1c colonies jac-110912; C 2e; dice colony");
    check(&gift, "activate colony, follow, planet jac-110912", "C 2e1c; asks C follow");
    check(&gift, "activate colony, pass", "asks A turn");
    let theft = format!("{THREE}; A 0; B 1c colonies clj-0517; C 2e1c; dice colony");
    check(&theft, "activate colony, follow, planet clj-0517, steal C", "C 2e; asks A turn");
    check(&theft, "activate colony, pass", "asks C follow");
}

#[test]
fn r7_5_a_seat_that_has_paid_must_act() {
    let setup = format!("{TWO}; A 0; B 3c; dice move colony");
    check(&setup, "activate colony, follow", "legal upgrade 2c");
    let moved = "activate move, ship 1, to orbit 1, follow";
    check(&setup, moved, "legal ship 1, ship 2");
}

#[test]
fn r7_5_is_the_reason_why_a_follower_cannot_back_out() {
    check(
        &format!("{TWO}; A 0; B 3c; dice move"),
        "activate move, ship 1, to orbit 1, follow",
        "cannot pass (R7.5); cannot decline (R7.5)",
    );
}

#[test]
fn r7_6_the_follower_pays_before_acting() {
    check(
        &format!("{TWO}; A 0; B 7c ships surface:1 orbit:4:0; dice culture"),
        "activate culture, follow",
        "B 7c; happened Gained { seat: Seat(1), amount: Amount { energy: 0, culture: 1 } }",
    );
    check(
        &format!("{TWO}; A 0; B 1c colonies padraigin-3110 ships orbit:1:0 home; dice colony"),
        "activate colony",
        "asks A turn",
    );
    check(
        &format!("{TWO}; A 0; B 3c colonies padraigin-3110 ships orbit:1:0 home; dice colony"),
        "activate colony, follow",
        "B 2c; legal upgrade 2c, planet padraigin-3110",
    );
}

#[test]
fn r7_6_culture_gained_through_the_die_may_pay_for_the_follow() {
    let setup = "classic 2; row jakks mj-120210 nagato helios; A 0 colonies jac-110912; B 2e; \
                 dice colony";
    check(setup, "activate colony, planet jac-110912", "B 2e1c; asks B follow");
    check(setup, "activate colony, planet jac-110912, follow, upgrade 2e", "B 0; B level 2");
}
