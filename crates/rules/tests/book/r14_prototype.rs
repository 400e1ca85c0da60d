//! R14 Prototype: its rule differences.

use crate::check::{check, problems};
use orrery_rules::{ChanceNode, ChanceOutcome, Options, Seat, State, Step, deck};

/// A row with two short and two long tracks.
///
/// The tracks are diplomacy (1 space before the end space), economy (1), economy (5) and diplomacy
/// (5).
const ROW: &str = "row planet-005 planet-003 planet-024 planet-020";

#[track_caller]
fn duel(rest: &str, steps: &str, expectation: &str) {
    check(&format!("prototype 2; {ROW}; {rest}"), steps, expectation);
}

/// Checks steps after A activates a colony die.
#[track_caller]
fn colony(rest: &str, steps: &str, expectation: &str) {
    duel(rest, &format!("activate colony, {steps}"), expectation);
}

// The table.

#[test]
fn r14_two_to_four_players() {
    let row = "row planet-001 planet-002 planet-003 planet-004 planet-005 planet-006";
    assert_eq!(problems(&format!("prototype 2; {ROW}")), [""; 0]);
    assert_eq!(problems(&format!("prototype 4; {row}")), [""; 0]);
    assert_eq!(problems(&format!("prototype 5; {row}")), ["R1.1"]);
}

#[test]
fn r14_no_solo() {
    let refused = Options::solo(0).problems(deck::prototype());
    assert_eq!(refused.first().map(|problem| problem.rule()), Some("R1.1"));
}

#[test]
fn r14_twenty_four_planets() {
    duel("dice move", "", "deck 20");
}

#[test]
fn r14_no_missions() {
    let rules = deck::prototype();
    let options = Options { start: Seat::new(0), ..Options::players(2) };
    let mut state = State::new(rules, &options).expect("two play");
    for planet in rules.all_planets().into_iter().take(4) {
        let drawn = Step::Chance(ChanceOutcome::Drew(planet));
        state.apply(drawn, &mut Vec::new()).expect("a planet is drawn");
    }
    assert_eq!(state.chance(), Some(ChanceNode::Roll(4)));
    assert_eq!(problems(&format!("prototype 2; {ROW}; options duel-missions")), ["R1.7"]);
}

#[test]
fn r14_seven_dice_at_the_top() {
    let top = "A level 6 ships home home home home";
    duel(top, "rolled move move move move move move move", "asks A turn; A points 8");
}

// R3.2

#[test]
fn r14_3_2_ships_at_home_yield_no_energy() {
    duel("A 0; B 0; dice energy", "activate energy", "A 0; happened NothingHappened; bay energy");
    duel("A 0 ships orbit:3:0 home; B 0; dice energy", "activate energy", "A 1e");
    duel("A 0 ships surface:2 orbit:3:0; B 0; dice energy", "activate energy", "A 2e");
    duel("A 0 ships orbit:1:0 home; B 0; dice energy", "activate energy", "A 0");
}

#[test]
fn r14_3_2_ships_at_home_yield_no_energy_for_a_follower() {
    duel("A 0 ships orbit:3:0 home; B 1c; dice energy", "activate energy", "A 1e; asks A turn");
    duel("A 0; B 1c ships orbit:3:0 home; dice energy", "activate energy, follow", "A 0; B 1e");
}

#[test]
fn r14_culture_comes_from_culture_planets() {
    duel("A 0 ships orbit:1:0 home; B 0; dice culture", "activate culture", "A 1c");
}

// Rules shared with the classic edition.

#[test]
fn r14_landing_may_be_declined() {
    duel(
        "A 0; B 0; dice move",
        "activate move, ship 1, to surface 1",
        "asks A land; legal use, decline",
    );
}

#[test]
fn r14_the_first_reroll_is_free_and_the_converter_takes_two_dice() {
    duel("A 0; B 0; dice move move move", "", "legal activate move, reroll, convert, end");
    duel(
        "A 0; B 0; dice move move move",
        "reroll, die move, roll, rolled culture",
        "legal activate move, activate culture, convert, end",
    );
    duel(
        "A 0; B 0; dice move move move",
        "convert, die move, die move, die move, face energy",
        "converter move move; dice energy",
    );
}

#[test]
fn r14_every_die_can_be_followed() {
    let seven = "A 0 level 6 ships home home home home; bay move move move move move move";
    duel(
        &format!("{seven}; B 1c ships orbit:3:0 home; dice energy"),
        "activate energy",
        "asks B follow",
    );
}

// Planet 010

#[test]
fn r14_planet_010_rerolls_all_other_unactivated_dice() {
    let setup = "A 0 colonies planet-010; B 0; dice colony move move; bay energy";
    colony(setup, "planet planet-010", "asks chance; cannot rolled move (R2.1)");
    colony(
        setup,
        "planet planet-010, rolled culture economy",
        "dice culture economy; bay energy colony; asks A turn",
    );
}

#[test]
fn r14_planet_010_is_not_offered_without_dice() {
    let setup = "A 2e colonies planet-010; B 0; dice colony; bay move move move";
    colony(setup, "", "legal upgrade 2e; cannot planet planet-010 (R9.1)");
}

#[test]
fn r14_planet_010_leaves_the_free_reroll_alone() {
    let setup = "A 0 colonies planet-010; B 0; dice colony move move";
    colony(setup, "planet planet-010, rolled culture economy", "can reroll");
}

// Planets 011 and 013

#[test]
fn r14_planets_011_and_013_move_one_ship_2_steps() {
    colony(
        "A 2e level 3 colonies planet-011 ships orbit:3:1 orbit:2:0 orbit:4:0; B 0; dice colony",
        "planet planet-011, advance 1",
        "A 0; A ships orbit:3:3 orbit:2:0 orbit:4:0; asks A turn",
    );
    colony(
        "A 2c level 3 colonies planet-013 ships orbit:4:1 orbit:1:0 orbit:3:0; B 0; dice colony",
        "planet planet-013, advance 1",
        "A 0; A ships orbit:4:3 orbit:1:0 orbit:3:0; asks A turn",
    );
}

#[test]
fn r14_a_step_beyond_colonisation_is_lost() {
    colony(
        "A 2e colonies planet-011 ships orbit:2:1 orbit:3:0; B 0; dice colony",
        "planet planet-011, advance 1, drew planet-001",
        "A colonies planet-003 planet-011; A ships home orbit:3:0; asks A turn",
    );
}

// Planet 015

#[test]
fn r14_planet_015_discards_3_dice_and_advances_one_ship_2() {
    let setup = "A 0 colonies planet-015 ships orbit:3:1 orbit:4:1; B 0; \
                 dice colony move energy culture";
    let discard = "planet planet-015, die move, die energy, die culture";
    colony(setup, discard, "dice; discarded 3; bay colony; legal advance 1, advance 2");
    colony(setup, &format!("{discard}, advance 2"), "A ships orbit:3:1 orbit:4:3; asks A turn");
}

#[test]
fn r14_planet_015_needs_three_dice_in_the_own_turn() {
    colony(
        "A 2e colonies planet-015 ships orbit:3:1 home; B 0; dice colony move energy",
        "",
        "legal upgrade 2e; cannot planet planet-015 (R9.1)",
    );
    colony(
        "A 2e; B 3c colonies planet-015 ships orbit:3:1 home; dice colony move move move",
        "upgrade 2e, follow",
        "legal upgrade 2c; cannot planet planet-015 (R9.2)",
    );
}

// Planet 017

#[test]
fn r14_planet_017_sends_an_enemy_home_for_culture_equal_to_its_number() {
    let setup = "A 3c colonies planet-017; B 0 ships orbit:3:3 orbit:4:0; dice colony";
    colony(setup, "planet planet-017", "A 3c; asks A sendhome; legal home B1, home B2");
    colony(setup, "planet planet-017, home B1", "A 0; B ships home orbit:4:0; asks A turn");
}

#[test]
fn r14_planet_017_a_ship_on_start_costs_nothing() {
    let setup = "A 3c colonies planet-017; B 0 ships orbit:3:3 orbit:4:0; dice colony";
    colony(setup, "planet planet-017, home B2", "A 3c; B ships orbit:3:3 home");
    let poor = "A 0 colonies planet-017; B 0 ships orbit:3:3 orbit:4:0; dice colony";
    colony(poor, "planet planet-017", "legal home B2; cannot home B1 (R14)");
}

#[test]
fn r14_planet_017_sends_home_only_orbiting_ships_of_others() {
    let setup = "A 7c colonies planet-017 ships orbit:3:0 home; B 0 ships orbit:3:0 surface:4; \
                 dice colony";
    colony(setup, "planet planet-017", "legal home B1");
    colony(setup, "planet planet-017", "cannot home A1 (R9.6); cannot home B2 (R3.5)");
}

#[test]
fn r14_planet_017_is_not_offered_if_no_ship_can_be_paid_for() {
    let setup = "A 2e1c colonies planet-017; B 0 ships orbit:3:2 home; dice colony";
    colony(setup, "", "legal upgrade 2e; cannot planet planet-017 (R9.1)");
}

// Planet 021

const BARS: &str = "planet planet-021";

#[test]
fn r14_planet_021_nobody_may_follow_the_die_that_uses_it() {
    let setup = "A 0 colonies planet-021; B 7c; dice colony";
    colony(setup, BARS, "asks A turn; B 7c");
    colony("A 2e; B 7c; dice colony", "upgrade 2e", "asks B follow");
}

#[test]
fn r14_planet_021_nobody_may_follow_another_die_of_the_turn() {
    let setup = "A 0 colonies planet-021; B 7c; dice colony move";
    colony(setup, &format!("{BARS}, activate move, ship 1, to orbit 1"), "asks A turn; B 7c");
}

#[test]
fn r14_planet_021_holds_for_all_others() {
    check(
        "prototype 3; row planet-005 planet-003 planet-024 planet-020 planet-001; \
         A 0 colonies planet-021; B 7c; C 7c; dice colony",
        "activate colony, planet planet-021",
        "asks A turn",
    );
}

#[test]
fn r14_planet_021_ends_with_the_turn() {
    let setup = "A 2c colonies planet-021; B 7c; dice colony";
    let next =
        format!("{BARS}, end, rolled move move move move, activate move, ship 1, to orbit 1");
    colony(setup, &next, "asks A follow");
}

#[test]
fn r14_planet_021_once_in_force_is_not_offered_again() {
    let setup = "A 2e colonies planet-021; B 7c; dice colony colony";
    colony(setup, &format!("{BARS}, activate colony"), "legal upgrade 2e");
    colony(setup, &format!("{BARS}, activate colony"), "cannot planet planet-021 (R9.1)");
}

#[test]
fn r14_planet_021_works_only_in_the_own_turn() {
    colony(
        "A 2e; B 3c colonies planet-021; dice colony",
        "upgrade 2e, follow",
        "legal upgrade 2c; cannot planet planet-021 (R9.2)",
    );
}

#[test]
fn r14_planet_021_does_not_undo_earlier_follows() {
    duel(
        "A 0 colonies planet-021; B 2c; dice move colony",
        "activate move, ship 1, to orbit 1, follow, ship 1, to orbit 1, activate colony, \
         planet planet-021",
        "B 1c; B ships orbit:1:0 home; asks A turn",
    );
}
