//! R3 Die actions.

use crate::check::{check, problems};
use crate::r08_orbit::last_planets;

/// A classic set-up with every combination of resource and track.
///
/// Jakks: culture, diplomacy; MJ-120210: energy, diplomacy; Nagato: energy, economy; JAC-110912:
/// culture, economy.
const CLASSIC: &str = "classic 2; row jakks mj-120210 nagato jac-110912";
/// A Blast Off! set-up with both resources and both tracks.
///
/// Asterel: energy, life; Halcyra: energy, life; Palewood: culture, life; Cindra: energy,
/// technology.
const BLAST_OFF: &str = "blast-off 2; row asterel halcyra palewood cindra";
/// 005: culture, diplomacy; 009: energy, diplomacy; 014: energy, economy; 018: culture, economy.
const PROTOTYPE: &str = "prototype 2; row planet-005 planet-009 planet-014 planet-018";

/// Returns the same set-up in the classic and the revised edition.
fn in_classic_and_revised(setup: &str) -> [String; 2] {
    [format!("{CLASSIC}; {setup}"), format!("{CLASSIC}; {setup}").replacen("classic", "revised", 1)]
}

#[test]
fn r3_1_a_ship_at_home_can_move_to_any_surface_or_orbit() {
    check(
        &format!("{CLASSIC}; dice move"),
        "activate move, ship 1",
        "legal to surface 1, to surface 2, to surface 3, to surface 4, to orbit 1, to orbit 2, \
         to orbit 3, to orbit 4",
    );
    check(
        &format!("{CLASSIC}; dice move"),
        "activate move, ship 2, to orbit 3",
        "A ships home orbit:3:0",
    );
}

#[test]
fn r3_1_a_ship_at_a_planet_can_move_to_other_planets_or_home() {
    let elsewhere = "legal to home, to surface 1, to surface 3, to surface 4, to orbit 1, \
                     to orbit 3, to orbit 4";
    for place in ["surface:2", "orbit:2:0", "orbit:2:1"] {
        check(
            &format!("{CLASSIC}; A ships {place} home; dice move"),
            "activate move, ship 1",
            elsewhere,
        );
    }
}

#[test]
fn r3_1_a_move_die_moves_one_ship() {
    check(
        &format!("{CLASSIC}; B 0; dice move move"),
        "activate move, ship 1, to orbit 1",
        "A ships orbit:1:0 home; asks A turn",
    );
    check(&format!("{CLASSIC}; dice move"), "activate move", "cannot ship 3 (R3.1)");
}

#[test]
fn r3_1_a_ship_without_a_place_to_go_cannot_be_chosen() {
    let table = last_planets("planet-005 - - -", "");
    let setup = format!("{table}; A level 3 ships surface:1 orbit:1:0 home; dice move");
    check(&setup, "activate move", "legal ship 1, ship 2; cannot ship 3 (R3.1)");
}

#[test]
fn r3_1a_a_ship_cannot_move_between_surface_and_orbit_of_one_planet() {
    for (place, there) in
        [("surface:2", "orbit 2"), ("orbit:2:0", "surface 2"), ("orbit:2:2", "orbit 2")]
    {
        check(
            &format!("{CLASSIC}; A ships {place} home; dice move"),
            "activate move, ship 1",
            &format!("cannot to {there} (R3.1a)"),
        );
    }
}

#[test]
fn r3_1a_home_to_home_is_no_move() {
    check(&format!("{CLASSIC}; dice move"), "activate move, ship 1", "cannot to home (R3.1a)");
}

#[test]
fn r3_1a_orbit_and_surface_to_home_are_moves() {
    for place in ["orbit:4:3", "surface:4"] {
        check(
            &format!("{CLASSIC}; A ships home {place}; B 0; dice move"),
            "activate move, ship 2, to home",
            "A ships home home; asks A turn",
        );
    }
}

#[test]
fn r3_1b_one_own_ship_per_surface() {
    let setup = format!("{CLASSIC}; A ships surface:2 home; dice move");
    check(&setup, "activate move, ship 2", "cannot to surface 2 (R3.1b); can to orbit 2");
    assert_eq!(problems(&format!("{CLASSIC}; A ships surface:2 surface:2; dice")), ["R3.1b"]);
}

#[test]
fn r3_1b_one_own_ship_per_orbit_track() {
    let setup = format!("{CLASSIC}; A ships orbit:2:1 home; dice move");
    check(&setup, "activate move, ship 2", "cannot to orbit 2 (R3.1b); can to surface 2");
    assert_eq!(problems(&format!("{CLASSIC}; A ships orbit:2:0 orbit:2:2; dice")), ["R3.1b"]);
}

#[test]
fn r3_1b_own_ships_can_be_on_the_surface_and_in_orbit_of_one_planet() {
    check(
        &format!("{CLASSIC}; A ships surface:2 home; dice move"),
        "activate move, ship 2, to orbit 2",
        "A ships surface:2 orbit:2:0",
    );
}

#[test]
fn r3_1b_other_players_never_block() {
    let setup = "classic 5; row jakks mj-120210 nagato jac-110912 leandra gort; A 7e; dice move; \
                 B ships surface:2 orbit:2:0; C ships surface:2 orbit:2:0; \
                 D ships surface:2 orbit:2:0; E ships surface:2 orbit:2:0";
    check(setup, "activate move, ship 1", "can to surface 2, to orbit 2");
    check(
        setup,
        "activate move, ship 1, to orbit 2",
        "A ships orbit:2:0 home; B ships surface:2 orbit:2:0; E ships surface:2 orbit:2:0",
    );
}

#[test]
fn r3_1c_a_ship_cannot_move_to_a_colonised_planet() {
    let table = last_planets("planet-005 planet-009 planet-014 planet-018", "");
    let setup = format!("{table}; A ships orbit:1:1 home; B 0; dice diplomacy move");
    let steps = "activate diplomacy, advance 1, activate move, ship 1";
    let gone = "cannot to surface 1 (R3.1c); cannot to orbit 1 (R3.1c)";
    check(&setup, steps, &format!("A colonies planet-005; {gone}"));
    let next = "activate diplomacy, advance 1, end, rolled move move move move, activate move, \
                ship 1";
    check(&setup, next, &format!("asks B; {gone}"));
}

#[test]
fn r3_1c_a_ship_cannot_move_beyond_the_row() {
    check(
        &format!("{CLASSIC}; dice move"),
        "activate move, ship 1",
        "cannot to surface 5 (R3.1c); cannot to orbit 6 (R3.1c)",
    );
}

#[test]
fn r3_1d_landing_lets_you_use_the_ability_at_once() {
    for setup in in_classic_and_revised("B 0; dice move") {
        check(
            &setup,
            "activate move, ship 1, to surface 2, use",
            "A 4e1c; A ships surface:2 home; asks A turn",
        );
    }
    check(
        &format!("{PROTOTYPE}; B 0; dice move"),
        "activate move, ship 1, to surface 2, use",
        "A 4e1c",
    );
}

#[test]
fn r3_1d_the_ability_may_be_declined_after_landing() {
    let tables = in_classic_and_revised("B 0; dice move").into_iter();
    for setup in tables.chain([format!("{PROTOTYPE}; B 0; dice move")]) {
        check(&setup, "activate move, ship 1, to surface 2", "asks A land; legal use, decline");
        check(
            &setup,
            "activate move, ship 1, to surface 2, decline",
            "A 2e1c; A ships surface:2 home; asks A turn",
        );
    }
}

#[test]
fn r3_1d_the_ability_can_be_used_only_right_after_landing() {
    let setup = format!("{CLASSIC}; A 0 ships surface:2 home; B 0; dice colony");
    check(&setup, "activate colony", "A 0; happened NothingHappened");
}

#[test]
fn r3_1d_entering_orbit_uses_no_ability() {
    check(
        &format!("{CLASSIC}; B 0; dice move"),
        "activate move, ship 1, to orbit 2",
        "A 2e1c; asks A turn",
    );
}

#[test]
fn r3_1d_declining_uses_up_no_once_per_turn_mark() {
    let setup = "classic 2; row clj-0517 jakks helios gort; A 0; B 7c; dice move move move";
    let again = "pass, activate move, ship 1, to home, pass, activate move, ship 1, to surface 1";
    check(
        setup,
        &format!("activate move, ship 1, to surface 1, decline, {again}"),
        "asks A land; legal use, decline",
    );
    check(
        setup,
        &format!("activate move, ship 1, to surface 1, use, steal B, {again}"),
        "A 1c; asks B follow",
    );
}

#[test]
fn r3_1d_blast_off_the_ability_must_be_carried_out() {
    check(
        &format!("{BLAST_OFF}; A 0; B 0; dice move"),
        "activate move, ship 1, to surface 1",
        "A 1e; asks A turn",
    );
    check(
        &format!("{BLAST_OFF}; A 0 ships home orbit:1:0; B 0; dice move"),
        "activate move, ship 1, to surface 4",
        "asks A advance; legal advance 2",
    );
}

#[test]
fn r3_1d_blast_off_an_ability_without_effect_is_skipped() {
    check(
        &format!("{BLAST_OFF}; A 7e; B 0; dice move"),
        "activate move, ship 1, to surface 1",
        "A 7e; asks A turn",
    );
    check(
        &format!("{BLAST_OFF}; A 7e; B 0; dice move"),
        "activate move, ship 1, to surface 4",
        "A ships surface:4 home; asks A turn",
    );
}

#[test]
fn r3_1d_blast_off_an_ability_with_a_cost_may_be_declined() {
    let setup = format!("{BLAST_OFF}; A 1e; B 0; dice move");
    let land = "activate move, ship 1, to surface 2";
    check(&setup, land, "asks A land; legal use, decline");
    check(&setup, &format!("{land}, decline"), "A 1e; asks A turn");
    check(&setup, &format!("{land}, use"), "A 2c; asks A turn");
    let die = "blast-off 2; row emberon halcyra palewood cindra; A 0; B 0; dice move energy";
    check(die, "activate move, ship 1, to surface 1", "legal use, decline");
}

#[test]
fn r3_1d_blast_off_an_ability_that_only_serves_others_may_be_declined() {
    let setup = format!("{BLAST_OFF}; A 7c; B 0; dice move");
    let land = "activate move, ship 1, to surface 3";
    check(&setup, land, "asks A land; legal use, decline");
    check(&setup, &format!("{land}, decline"), "A 7c; B 0");
    check(&setup, &format!("{land}, use"), "A 7c; B 1c");
    check(&format!("{BLAST_OFF}; A 6c; B 0; dice move"), land, "A 7c; B 1c; asks B follow");
}

#[test]
fn r3_1e_a_ship_that_loses_its_place_returns_home() {
    check(
        &format!(
            "{CLASSIC}; A ships orbit:1:1 surface:1; B 0 ships orbit:1:0 surface:1; \
                  dice diplomacy"
        ),
        "activate diplomacy, advance 1, drew gort",
        "A ships home home reserve reserve; B ships home home reserve reserve",
    );
    check(
        "prototype 2; row planet-005 planet-009 planet-014 planet-018; B 0 ships orbit:1:1 home; \
         A 1c colonies planet-017; dice colony",
        "activate colony, planet planet-017, home B1",
        "A 0; B ships home home reserve reserve",
    );
}

#[test]
fn r3_2_energy_per_ship_on_or_orbiting_an_energy_planet_and_at_home() {
    for (ships, energy) in [
        ("home home", "2e"),
        ("surface:2 home", "2e"),
        ("surface:2 orbit:2:1", "2e"),
        ("orbit:3:0 surface:1", "1e"),
        ("orbit:1:0 surface:4", "0"),
    ] {
        for setup in in_classic_and_revised(&format!("A 0 ships {ships}; B 0; dice energy")) {
            check(&setup, "activate energy", &format!("A {energy}"));
        }
    }
    check(
        &format!("{BLAST_OFF}; A 0 level 3 ships home surface:2 orbit:3:0; B 0; dice energy"),
        "activate energy",
        "A 2e",
    );
}

#[test]
fn r3_2_every_ship_at_home_yields_but_none_in_reserve() {
    for (ships, energy) in [("level 1", 2), ("level 5 ships home home home home", 4)] {
        let setup = format!("{CLASSIC}; A 0 {ships}; B 0; dice energy");
        check(&setup, "activate energy", &format!("A {energy}e"));
    }
}

#[test]
fn r3_2_prototype_home_yields_nothing() {
    check(
        &format!("{PROTOTYPE}; A 0; B 0; dice energy"),
        "activate energy",
        "A 0; happened NothingHappened",
    );
    check(
        &format!("{PROTOTYPE}; A 0 level 3 ships home surface:2 orbit:3:0; B 0; dice energy"),
        "activate energy",
        "A 2e",
    );
}

#[test]
fn r3_3_culture_per_ship_on_or_orbiting_a_culture_planet() {
    for (ships, culture) in [
        ("surface:1 orbit:4:3", "2c"),
        ("surface:4 orbit:4:0", "2c"),
        ("orbit:1:0 surface:2", "1c"),
        ("orbit:2:0 surface:3", "0"),
    ] {
        for setup in in_classic_and_revised(&format!("A 0 ships {ships}; B 0; dice culture")) {
            check(&setup, "activate culture", &format!("A {culture}"));
        }
    }
}

#[test]
fn r3_3_home_yields_no_culture() {
    for table in [CLASSIC, BLAST_OFF, PROTOTYPE] {
        let setup = format!("{table}; A 0; B 0; dice culture");
        check(&setup, "activate culture", "A 0; happened NothingHappened");
    }
}

#[test]
fn r3_4_units_beyond_seven_are_lost() {
    check(&format!("{CLASSIC}; A 6e; B 0; dice energy"), "activate energy", "A 7e");
    check(
        &format!("{CLASSIC}; A 6c ships surface:1 orbit:1:0; B 0; dice culture"),
        "activate culture",
        "A 7c",
    );
    check(
        &format!("{CLASSIC}; A 6e; B 0; dice move"),
        "activate move, ship 1, to surface 2, use",
        "A 7e; happened Gained { seat: Seat(0), amount: Amount { energy: 1, culture: 0 } }",
    );
    assert!(problems(&format!("{CLASSIC}; A 7e7c; dice")).is_empty());
    assert_eq!(problems(&format!("{CLASSIC}; A 8e; dice")), ["R3.4"]);
}

#[test]
fn r3_4_the_rogue_holds_at_most_six() {
    let solo = CLASSIC.replace("classic 2", "classic solo artemis");
    check(&format!("{solo}; A 0; B 3e; turn B"), "rolled energy", "B 6e");
    assert_eq!(problems(&format!("{solo}; B 7c")), ["R3.4"]);
}

#[test]
fn r3_5_one_own_ship_advances_one_space_on_a_track_of_the_type() {
    let setup = format!(
        "{CLASSIC}; A level 5 ships orbit:2:1 orbit:1:0 orbit:3:2 home; B ships orbit:2:0 home; \
         dice diplomacy economy"
    );
    check(&setup, "activate diplomacy", "legal advance 1, advance 2");
    check(
        &setup,
        "activate diplomacy, advance 1, pass",
        "A ships orbit:2:2 orbit:1:0 orbit:3:2 home; B ships orbit:2:0 home; asks A turn",
    );
    check(&setup, "activate economy", "legal advance 3");
    check(&setup, "activate economy, advance 3", "A ships orbit:2:1 orbit:1:0 orbit:3:3 home");
}

#[test]
fn r3_5_ships_on_other_tracks_or_not_in_orbit_cannot_advance() {
    let setup = format!(
        "{CLASSIC}; A level 5 ships orbit:1:0 orbit:3:0 surface:1 home; dice diplomacy economy"
    );
    check(
        &setup,
        "activate diplomacy",
        "cannot advance 2 (R3.5); cannot advance 3 (R3.5); cannot advance 4 (R3.5)",
    );
    check(&setup, "activate economy", "legal advance 2; cannot advance 1 (R3.5)");
}

#[test]
fn r3_5_blast_off_life_and_technology() {
    let setup = format!("{BLAST_OFF}; A ships orbit:1:0 orbit:4:0; dice diplomacy economy");
    check(&setup, "activate diplomacy", "legal advance 1");
    check(&setup, "activate economy", "legal advance 2");
}

#[test]
fn r3_6_colony_upgrades_or_uses_an_own_colony() {
    let setup = format!("{CLASSIC}; A 2e colonies gleam-zanier la-torres; B 1e; dice colony");
    check(&setup, "activate colony", "legal upgrade 2e, planet la-torres, planet gleam-zanier");
    check(&setup, "activate colony, upgrade 2e", "A 0; A level 2; asks A turn");
    check(&setup, "activate colony, planet gleam-zanier", "A 4e; B 2e; A level 1; asks A turn");
}

#[test]
fn r3_6_colonies_of_others_and_planets_of_the_row_cannot_be_used() {
    let setup = format!(
        "{CLASSIC}; A 0 ships surface:2 home colonies gleam-zanier; B 0 colonies helios; \
         dice colony"
    );
    check(
        &setup,
        "activate colony",
        "legal planet gleam-zanier; cannot planet helios (R3.6); cannot planet mj-120210 (R3.6)",
    );
}
