//! R12.11, R12.12 The Rogue's choices, and abilities of the player that affect the Rogue.

use super::ROW;
use crate::check::check;

/// Checks steps after the player activates a colony die, in both editions.
#[track_caller]
fn colony(rest: &str, steps: &str, expectation: &str) {
    for edition in ["classic", "revised"] {
        let setup = format!("{edition} solo artemis; {ROW}; {rest}; dice colony move");
        check(&setup, &format!("activate colony, {steps}"), expectation);
    }
}

// R12.11; `r12_attacks` tests what the Rogue regresses and steals.

#[test]
fn r12_11_a_gift_advances_the_rogues_ship_nearest_the_end() {
    colony(
        "A 0 ships orbit:3:0 home colonies terra-bettia; B ships orbit:2:0 orbit:4:3 home home",
        "planet terra-bettia",
        "B ships orbit:2:0 orbit:4:4 home home; asks A advance",
    );
}

#[test]
fn r12_11_on_ties_a_gift_advances_the_leftmost_ship() {
    colony(
        "A 0 ships orbit:3:0 home colonies terra-bettia; B ships orbit:4:3 orbit:2:1 home home",
        "planet terra-bettia, advance 1",
        "B ships orbit:4:3 orbit:2:2 home home; A ships orbit:3:2 home",
    );
}

#[test]
fn r12_11_the_nearest_ship_has_the_fewest_spaces_to_the_end() {
    colony(
        "A 0 ships orbit:3:0 home colonies terra-bettia; B ships orbit:1:0 orbit:4:3 home home",
        "planet terra-bettia",
        "B ships orbit:1:1 orbit:4:3 home home",
    );
}

#[test]
fn r12_11_a_gift_colonises_before_the_player_continues() {
    let setup = "A 0 ships orbit:1:0 orbit:3:0 colonies terra-bettia; \
                 B ships orbit:1:1 home home home";
    colony(setup, "planet terra-bettia", "B colonies jakks; A ships home orbit:3:0; asks chance");
    colony(
        setup,
        "planet terra-bettia, drew helios, advance 2",
        "A ships home orbit:3:2; row helios nagato gort shouhua",
    );
}

// R12.12

#[test]
fn r12_12_the_player_may_steal_from_the_rogue() {
    colony("A 0 colonies la-torres; B 3e", "planet la-torres, steal B", "A 1e; B 2e");
    colony("A 0 colonies clj-0517; B 6c", "planet clj-0517, steal B", "A 1c; B 5c");
    colony("A 2e colonies la-torres; B 6c", "", "legal upgrade 2e; cannot planet la-torres (R9.1)");
}

#[test]
fn r12_12_the_player_may_regress_the_rogues_ships() {
    colony(
        "A 0 colonies k-widow; B ships orbit:3:2 orbit:2:0 home home",
        "planet k-widow, regress B1",
        "B ships orbit:3:1 orbit:2:0 home home",
    );
}

#[test]
fn r12_12_the_rogues_ships_on_start_are_no_target() {
    colony(
        "A 2e colonies k-widow; B ships orbit:2:0 home home home",
        "",
        "legal upgrade 2e; cannot planet k-widow (R9.1)",
    );
}

#[test]
fn r12_12_the_player_may_pay_the_rogue_to_use_its_colonies() {
    let walsfeo = "planet walsfeo, planet mj-120210";
    colony("A 1c colonies walsfeo; B colonies mj-120210", walsfeo, "A 2e; B 1c");
    colony("A 1c colonies walsfeo; B 6c colonies mj-120210", walsfeo, "A 2e; B 6c");
    let sargus = "planet sargus-36, planet mj-120210";
    colony("A 1e colonies sargus-36; B colonies mj-120210", sargus, "A 2e; B 1e");
}

#[test]
fn r12_12_the_rogue_takes_gifts() {
    colony("A 0 colonies gleam-zanier; B 2e", "planet gleam-zanier", "A 2e; B 3e");
    colony("A 0 colonies gleam-zanier; B 6e", "planet gleam-zanier", "A 2e; B 6e");
    colony("A 0 colonies jac-110912; B 0", "planet jac-110912", "A 2c; B 1c");
}

#[test]
fn r12_12_a_gift_alone_makes_an_ability_possible() {
    colony("A 7e colonies gleam-zanier; B 5e", "planet gleam-zanier", "A 7e; B 6e");
    colony(
        "A 7e colonies gleam-zanier; B 6e",
        "",
        "legal upgrade 2e; cannot planet gleam-zanier (R9.1)",
    );
}

#[test]
fn r12_12_gifts_lead_to_the_rogues_specials_only_at_the_end_of_its_turn() {
    colony(
        "A 0 colonies gleam-zanier; B 5e",
        "planet gleam-zanier",
        "B 6e; B level 1; asks A turn",
    );
}

#[test]
fn r12_12_the_rogue_never_takes_the_free_action_of_zavodnick() {
    colony(
        "A 0 colonies zavodnick; B 3c",
        "planet zavodnick, face energy",
        "A 2e; B 3c; asks A turn",
    );
}

#[test]
fn r12_12_abilities_about_followers_are_not_offered() {
    for planet in ["birkomius", "bisschop", "nibiru"] {
        let refused = format!("legal upgrade 2e; cannot planet {planet} (R9.1)");
        colony(&format!("A 2e colonies {planet}; B 3c"), "", &refused);
        check(
            &format!("classic solo artemis; row {planet} nagato gort shouhua; B 3c; dice move"),
            "activate move, ship 1, to surface 1",
            "asks A turn; A ships surface:1 home; cannot use (R2.2)",
        );
    }
}

#[test]
fn r12_12_the_rogues_level_counts_for_mared() {
    colony("A 1e colonies mared; B level 2", "planet mared, upgrade 1e", "A 0; A level 2");
    check(
        &format!("classic solo artemis; {ROW}; A 2e colonies mared; B level 1; dice colony"),
        "activate colony",
        "legal upgrade 2e; cannot planet mared (R9.1)",
    );
}

#[test]
fn r12_12_a_follow_of_the_rogues_die_can_use_abilities_against_the_rogue() {
    check(
        &format!("classic solo artemis; {ROW}; A 1c colonies la-torres; B 2e; turn B"),
        "rolled energy",
        "B 6e; asks A follow",
    );
    check(
        &format!("classic solo hades; {ROW}; A 1c colonies la-torres; B 2e; turn B"),
        "rolled colony, follow, planet la-torres, steal B",
        "A 1e; B 2e1c; asks chance",
    );
}
