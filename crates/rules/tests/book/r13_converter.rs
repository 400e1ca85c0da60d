//! R5.2 The converter of blast-off: pay, choose a die, choose a face, act at once.

use super::duel;
use crate::check::check;

#[test]
fn r13_5_2_the_converter_costs_energy_or_culture() {
    duel("A 1e1c; B 0; dice move", "convert", "legal pay energy, pay culture");
    duel("A 1e; B 0; dice move", "convert", "legal pay energy");
    duel("A 1c; B 0; dice move", "convert", "legal pay culture");
    duel("A 0; B 0; dice move", "", "legal activate move, end; cannot convert (R5.2)");
}

#[test]
fn r13_5_2_the_seat_pays_then_chooses_the_die_then_the_face() {
    let setup = "A 2e1c; B 0; dice move culture culture";
    duel(setup, "convert, pay culture", "A 2e; asks A dice; legal die move, die culture");
    duel(setup, "convert, pay culture, die culture", "asks A face; dice move culture");
}

#[test]
fn r13_5_2_the_action_is_carried_out_at_once() {
    duel(
        "A 2e1c; B 0; dice move culture",
        "convert, pay culture, die culture, face energy",
        "A 4e; converter energy; dice move; bay; asks A turn",
    );
}

#[test]
fn r13_5_2_the_die_may_keep_its_face() {
    duel(
        "A 2e1c; B 0; dice energy",
        "convert, pay culture, die energy, face energy",
        "A 4e; converter energy; dice; bay",
    );
}

#[test]
fn r13_5_2_only_faces_that_change_something_can_be_chosen() {
    let setup = "A 1e1c ships home orbit:3:0; B 0; dice culture";
    duel(
        setup,
        "convert, pay culture, die culture",
        "legal face move, face energy, face diplomacy",
    );
    duel(setup, "convert, pay culture, die culture", "cannot face colony (R9.1)");
}

#[test]
fn r13_5_2_the_faces_are_checked_after_the_payment() {
    let setup = "A 2e1c; B 0; dice culture";
    duel(setup, "convert, pay culture, die culture", "can face colony");
    duel(setup, "convert, pay energy, die culture", "cannot face colony (R9.1)");
}

#[test]
fn r13_5_2_a_payment_makes_room_for_the_gain() {
    duel(
        "A 7e; B 0; dice culture",
        "convert, pay energy, die culture, face energy",
        "A 7e; converter energy",
    );
}

#[test]
fn r13_5_2_the_die_no_longer_counts_as_unactivated() {
    let emberon = |dice: &str| format!("A 1e colonies emberon; B 0; dice {dice}");
    duel(&emberon("move"), "convert, pay energy, die move", "cannot face colony (R9.1)");
    duel(
        &emberon("move culture"),
        "convert, pay energy, die move, face colony, planet emberon, die culture",
        "A 1e1c; dice; discarded 1; converter colony; bay",
    );
}

/// Checks a position with an empty row and deck.
///
/// A has the highest level and all ships at home. `rest` is the rest of the set-up, beginning with
/// A's resources. Planets that it names are kept.
#[track_caller]
fn without_planets(rest: &str, steps: &str, expectation: &str) {
    let all = orrery_rules::deck::blast_off().planets.iter().map(|card| card.id.as_str());
    let gone = all.filter(|id| !rest.contains(id)).collect::<Vec<_>>().join(" ");
    let setup = format!(
        "blast-off 2; row - - - -; gone {gone}; end nobody; B 0; \
         A level 6 ships home home home home; A {rest}"
    );
    check(&setup, steps, expectation);
}

#[test]
fn r13_5_2_a_payment_is_offered_only_if_some_face_would_then_change_something() {
    without_planets("7e7c; dice move", "convert", "legal pay energy");
    without_planets("6e7c; dice move", "convert", "legal pay energy, pay culture");
}

#[test]
fn r13_5_2_the_new_action_cannot_use_the_converted_die() {
    let emberon = "7e7c colonies emberon; dice";
    without_planets(&format!("{emberon} move"), "convert", "legal pay energy");
    without_planets(&format!("{emberon} move move"), "convert", "legal pay energy, pay culture");
}

#[test]
fn r13_5_2_the_converted_die_can_be_followed() {
    let convert = "convert, pay culture, die move, face energy";
    duel("A 1c; B 1c; dice move", convert, "A 2e; asks B follow");
    duel("A 1c; B 1c; dice move", &format!("{convert}, follow"), "A 2e; B 2e; asks A turn");
}

#[test]
fn r13_5_2_the_follower_follows_the_new_face() {
    duel(
        "A 1c; B 1c ships home orbit:3:0; dice culture",
        "convert, pay culture, die culture, face move, ship 1, to orbit 1, follow, ship 2, to home",
        "B 0; B ships home home; A ships orbit:1:0 home",
    );
}

#[test]
fn r13_5_2_the_converter_is_used_once_per_turn() {
    let convert = "convert, pay culture, die move, face energy";
    duel("A 2c; B 0; dice move move", convert, "legal activate move, reroll, end");
    let next =
        format!("{convert}, end, rolled move move move move, end, rolled move move move move");
    duel("A 2c; B 0; dice move move", &next, "A 2e1c; can convert");
}

#[test]
fn r13_5_2_the_refusal_names_its_rule() {
    let convert = "convert, pay culture, die move, face energy";
    duel("A 2c; B 0; dice move move", convert, "cannot convert (R5.2)");
}

#[test]
fn r13_5_2_the_converter_needs_one_unactivated_die() {
    duel("A 1e1c; B 0; dice move", "", "can convert");
    duel("A 1e1c; B 0; dice; bay move", "", "legal end; cannot convert (R5.2)");
}

#[test]
fn r13_5_2_the_converted_die_is_not_rerolled() {
    duel(
        "A 3e1c; B 0; dice move move move",
        "convert, pay culture, die move, face energy, reroll, rolled culture culture",
        "converter energy; dice culture culture",
    );
}

#[test]
fn r13_5_2_the_action_of_the_converted_die_can_be_a_landing() {
    duel(
        "A 1c; B 0; dice culture",
        "convert, pay culture, die culture, face move, ship 1, to surface 1",
        "A 1e; A ships surface:1 home; converter move",
    );
}
