//! R13 Blast-off: its rule differences and the wording of its cards.

use crate::check::{check, problems};
use orrery_rules::{ChanceNode, ChanceOutcome, Options, Seat, State, Step, deck};

#[path = "r13_converter.rs"]
mod converter;

/// A set-up with two short and two long tracks.
///
/// The tracks are life (1 space before the end space), technology (1), life (5) and technology (5).
pub(crate) const DUEL: &str = "blast-off 2; row asterel brontide duskmantle zephyrine";

#[track_caller]
pub(crate) fn duel(rest: &str, steps: &str, expectation: &str) {
    check(&format!("{DUEL}; {rest}"), steps, expectation);
}

/// Checks the landing of A's first ship on this planet.
#[track_caller]
fn lands_on(planet: &str, rest: &str, steps: &str, expectation: &str) {
    check(
        &format!(
            "blast-off 2; row {planet} brontide duskmantle zephyrine; {rest}; dice move culture"
        ),
        &format!("activate move, ship 1, to surface 1{steps}"),
        expectation,
    );
}

// The table.

#[test]
fn r13_two_to_four_players() {
    assert_eq!(problems(DUEL), [""; 0]);
    assert_eq!(
        problems("blast-off 4; row asterel brontide cindra dewlight emberon fathom"),
        [""; 0]
    );
    let five = "blast-off 5; row asterel brontide cindra dewlight emberon fathom";
    assert_eq!(problems(five), ["R1.1"]);
}

#[test]
fn r13_no_solo() {
    let refused = Options::solo(0).problems(deck::blast_off());
    assert_eq!(refused.first().map(|problem| problem.rule()), Some("R1.1"));
}

#[test]
fn r13_thirty_planets() {
    check(DUEL, "rolled move move move move", "deck 26");
}

#[test]
fn r13_no_missions() {
    let rules = deck::blast_off();
    let options = Options { start: Seat::new(1), ..Options::players(2) };
    let mut state = State::new(rules, &options).expect("two play");
    for planet in rules.all_planets().into_iter().take(4) {
        let drawn = Step::Chance(ChanceOutcome::Drew(planet));
        state.apply(drawn, &mut Vec::new()).expect("a planet is drawn");
    }
    assert_eq!(state.chance(), Some(ChanceNode::Roll(4)));
    assert_eq!(Some(state.active()), Seat::new(1));
    assert_eq!(problems(&format!("{DUEL}; options duel-missions")), ["R1.7"]);
}

#[test]
fn r13_six_dice() {
    let top = "A level 6 ships home home home home";
    duel(top, "rolled move move move move move move", "asks A turn");
    duel(top, "", "cannot rolled move move move move move move move (R2.1)");
}

#[test]
fn r13_dice_ships_and_points_of_each_level() {
    let levels =
        [(1, 4, 2, 0), (2, 5, 2, 1), (3, 5, 3, 2), (4, 6, 3, 3), (5, 6, 4, 5), (6, 6, 4, 8)];
    for (level, dice, ships, points) in levels {
        let ships = vec!["home"; ships].join(" ");
        let rolled = format!("rolled{}", " move".repeat(dice));
        let seat = format!("A level {level} ships {ships}");
        duel(&seat, &rolled, &format!("asks A turn; A points {points}"));
    }
}

#[test]
fn r13_an_upgrade_costs_its_level_in_one_resource() {
    for (level, ships) in [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4)] {
        let ships = vec!["home"; ships].join(" ");
        let (cost, next) = (level + 1, level + 1);
        let seat = format!("A {cost}c level {level} ships {ships}; B 0; dice colony");
        let upgraded = format!("A 0; A level {next}");
        duel(&seat, &format!("activate colony, upgrade {cost}c"), &upgraded);
        duel(&seat, "activate colony", &format!("legal upgrade {cost}c"));
    }
}

#[test]
fn r13_ships_at_home_yield_energy() {
    duel("A 0 ships orbit:1:0 home; B 0; dice energy", "activate energy", "A 2e");
}

// R3.1d

#[test]
fn r13_3_1d_the_ability_must_be_used_after_landing() {
    lands_on("asterel", "A 2e1c; B 0", "", "A 3e1c; A ships surface:1 home; asks A turn");
    lands_on("cindra", "A ships home orbit:3:0; B 0", "", "asks A advance; legal advance 2");
}

#[test]
fn r13_3_1d_an_ability_with_a_partial_effect_is_used() {
    lands_on("glasswind", "A 7e1c; B 0", "", "A 7e2c; asks A turn");
}

#[test]
fn r13_3_1d_an_ability_with_a_cost_may_be_declined() {
    let offered = "asks A land; legal use, decline";
    lands_on("halcyra", "A 2e1c; B 0", "", offered);
    lands_on("halcyra", "A 2e1c; B 0", ", use", "A 1e3c; asks A turn");
    lands_on("halcyra", "A 2e1c; B 0", ", decline", "A 2e1c; asks A turn");
    lands_on("rustfall", "A ships home orbit:3:1; B 0", "", offered);
    lands_on("emberon", "A 2e1c; B 0", "", offered);
}

#[test]
fn r13_3_1d_an_ability_whose_cost_cannot_be_paid_is_not_offered() {
    lands_on("halcyra", "A 1c; B 0", "", "A 1c; asks A turn; cannot use (R2.2)");
    lands_on("rustfall", "A ships home orbit:3:0; B 0", "", "asks A turn");
}

#[test]
fn r13_3_1d_an_ability_that_serves_only_others_may_be_declined() {
    let offered = "asks A land; legal use, decline";
    lands_on("fathom", "A 2e7c; B 0", "", offered);
    lands_on("fathom", "A 2e7c; B 0", ", use", "A 2e7c; B 1c");
    lands_on("fathom", "A 2e7c; B 0", ", decline", "A 2e7c; B 0");
    lands_on("verdance", "A 2e; B 0 ships orbit:3:0 home", "", offered);
}

#[test]
fn r13_3_1d_an_ability_that_changes_nothing_is_not_offered() {
    lands_on("asterel", "A 7e; B 0", "", "A 7e; asks A turn; cannot use (R2.2)");
    lands_on("fathom", "A 7c; B 2e7c", ", pass", "A 7c; B 2e7c; asks A turn");
    lands_on("verdance", "A 2e; B 0", "", "asks A turn");
}

#[test]
fn r13_3_1d_a_follower_must_carry_out_the_ability_too() {
    duel(
        "A 0; B 1c; dice move",
        "activate move, ship 1, to orbit 1, follow, ship 1, to surface 1",
        "B 1e; asks A turn",
    );
}

// R4.2

#[test]
fn r13_4_2_every_reroll_costs_1_energy_and_takes_all_dice() {
    let dice = "A 2e; B 0; dice move culture culture; bay energy";
    duel(dice, "reroll", "A 1e; asks chance; cannot rolled move (R2.1)");
    duel(dice, "reroll, rolled move move move", "A 1e; dice move move move; bay energy");
    duel(dice, "reroll, rolled move move move, reroll, rolled move energy colony", "A 0");
}

#[test]
fn r13_4_2_there_is_no_free_reroll() {
    duel("A 1c; B 0; dice move", "", "legal activate move, convert, end");
    duel("A 1e; B 0; dice move", "", "legal activate move, reroll, convert, end");
    duel("A 1e; B 0; dice; bay move", "", "legal end");
}

#[test]
fn r13_4_2_the_refusal_names_its_rule() {
    duel("A 1c; B 0; dice move", "", "cannot reroll (R4.2)");
}

// R7.3

#[test]
fn r13_7_3_the_first_three_spaces_can_be_followed() {
    let bays = ["", "bay culture", "bay culture culture"];
    for bay in bays {
        duel(&format!("A 0; B 1c; dice energy; {bay}"), "activate energy", "asks B follow");
    }
}

#[test]
fn r13_7_3_dice_on_other_bay_spaces_cannot_be_followed() {
    let bay =
        "level 6 ships home home home home; B 5c; dice energy energy; bay culture culture culture";
    duel(&format!("A 0 {bay}"), "activate energy", "A 4e; B 5c; asks A turn");
    duel(&format!("A 0 {bay}"), "activate energy, activate energy", "A 7e; B 5c; asks A turn");
}

#[test]
fn r13_7_3_the_converter_space_can_be_followed_and_takes_no_bay_space() {
    let four = "A 1c; B 1c; dice energy; bay culture culture culture";
    duel(four, "convert, pay culture, die energy, face energy", "A 2e; asks B follow");
    let third = "A 1c; B 1c; dice energy energy; bay culture culture";
    let convert = "convert, pay culture, die energy, face energy, pass";
    duel(third, &format!("{convert}, activate energy"), "A 4e; asks B follow");
}

#[test]
fn r13_7_3_a_lost_die_takes_no_bay_space() {
    let setup = "A 0 colonies emberon; B 1c; dice colony energy move; bay culture";
    let lost = "activate colony, planet emberon, die move";
    duel(setup, lost, "bay culture colony; discarded 1; A 1e1c; asks A turn");
    duel(setup, &format!("{lost}, activate energy"), "asks B follow");
}

// The wording of the cards.

#[test]
fn r13_costs_come_first() {
    duel(
        "A 7e colonies oxbow ships orbit:3:0 home; B 0; dice colony",
        "activate colony, planet oxbow",
        "A 6e; A ships orbit:3:0 home; asks A advance",
    );
    duel("A 7e1c colonies ironmote; B 0; dice colony", "activate colony", "legal upgrade 2e");
}

#[test]
fn r13_one_own_ship_regresses_1_as_a_cost() {
    let setup =
        "A 0 level 3 colonies rustfall ships orbit:3:4 orbit:4:1 orbit:1:0; B 0; dice colony";
    let regress = "activate colony, planet rustfall";
    duel(setup, regress, "A 0; asks A regress; legal regress A1, regress A2");
    duel(setup, &format!("{regress}, regress A1"), "A 2e1c; A ships orbit:3:3 orbit:4:1 orbit:1:0");
    duel(setup, regress, "cannot regress A3 (R8.3)");
    let enemy = "A 0 colonies rustfall ships orbit:3:4 home; B 0 ships orbit:3:2 home; dice colony";
    duel(enemy, regress, "cannot regress B1 (R9.6)");
}

#[test]
fn r13_a_die_is_lost_only_in_the_own_turn() {
    duel(
        "A 2e; B 3c colonies emberon; dice colony move",
        "activate colony, upgrade 2e, follow",
        "asks B colony; legal upgrade 2c; cannot planet emberon (R9.2)",
    );
    check(
        "blast-off 2; row emberon brontide duskmantle zephyrine; A 0; B 1c; dice move culture",
        "activate move, ship 1, to orbit 1, follow, ship 1, to surface 1",
        "B 0; B ships surface:1 home; dice culture; asks A turn",
    );
}

#[test]
fn r13_the_lost_die_is_an_unactivated_one() {
    let setup = "A 0 colonies emberon; B 0; dice colony energy move; bay culture";
    let cost = "activate colony, planet emberon";
    duel(setup, cost, "asks A dice; legal die move, die energy");
    duel(setup, &format!("{cost}, die energy"), "dice move; discarded 1; bay culture colony");
}

#[test]
fn r13_all_advances_of_an_ability_move_the_same_ship() {
    let setup = "A 0 colonies verdance ships orbit:3:0 orbit:4:0; B 0; dice colony";
    let ability = "activate colony, planet verdance";
    duel(setup, ability, "legal advance 1, advance 2");
    duel(setup, &format!("{ability}, advance 2"), "A ships orbit:3:0 orbit:4:2; asks A turn");
}

/// Checks steps after B activates a colony die in a game for three players.
#[track_caller]
fn b_of_three(rest: &str, steps: &str, expectation: &str) {
    let row = "blast-off 3; row asterel brontide duskmantle zephyrine cindra; turn B dice colony";
    check(&format!("{row}; {rest}"), &format!("activate colony, {steps}"), expectation);
}

#[test]
fn r13_others_are_rewarded_clockwise() {
    let setup = "B 0 colonies verdance ships orbit:3:0 home; A 0 ships orbit:3:1 home; \
                 C 0 ships orbit:4:1 home";
    let own = "planet verdance, advance 1";
    b_of_three(setup, own, "B ships orbit:3:2 home; asks C advance; legal decline, advance 1");
    b_of_three(setup, &format!("{own}, advance 1"), "C ships orbit:4:2 home; asks A advance");
    b_of_three(setup, &format!("{own}, advance 1, advance 1"), "A ships orbit:3:2 home; asks B");
}

#[test]
fn r13_others_may_decline_an_advance() {
    let setup = "B 0 colonies verdance ships orbit:3:0 home; A 0 ships orbit:3:1 home; \
                 C 0 ships orbit:4:1 home";
    b_of_three(
        setup,
        "planet verdance, advance 1, decline, decline",
        "A ships orbit:3:1 home; C ships orbit:4:1 home; asks B turn",
    );
}

#[test]
fn r13_others_get_resources_in_any_case() {
    let setup = "A 0; B 0 colonies palewood; C 7c";
    b_of_three(setup, "planet palewood", "A 1c; B 3c; C 7c");
}

#[test]
fn r13_the_reward_may_pay_for_the_follow() {
    duel(
        "A 0 colonies fathom; B 2e; dice colony",
        "activate colony, planet fathom, follow, upgrade 2e",
        "A 2c; B 0; B level 2",
    );
}
