//! R10 Rulings: Birkomius and Bisschop, Helios, Mared, Lureena, Nagato, Brumbaugh (R10.1–R10.6).
//! The others are in `r10_rulings_2` and `r10_rulings_3`.

use crate::check::check;
use orrery_rules::deck;

#[path = "r10_rulings_3.rs"]
mod rulings_13_to_17;
#[path = "r10_rulings_2.rs"]
mod rulings_7_to_12;

/// The common part of the set-ups.
///
/// The tracks of the row are diplomacy (5 advances to the end), economy (5), diplomacy (6) and
/// economy (4). The second and the fourth planet yield culture.
const TABLE: &str = "row gleam-zanier jac-110912 shouhua umbra-forum; A 2e1c; B 0; dice colony";

#[track_caller]
fn classic(setup: &str, steps: &str, expectation: &str) {
    check(&format!("classic 2; {TABLE}; {setup}"), steps, expectation);
}

#[track_caller]
fn revised(setup: &str, steps: &str, expectation: &str) {
    check(&format!("revised 2; {TABLE}; {setup}"), steps, expectation);
}

#[track_caller]
fn check_three(setup: &str, steps: &str, expectation: &str) {
    let row = "row gleam-zanier jac-110912 shouhua umbra-forum leandra";
    let table = format!("classic 3; {row}; A 2e1c; B 0; C 0; dice colony");
    check(&format!("{table}; {setup}"), steps, expectation);
}

/// Returns the set-up with a deck that has only the cards in `left`.
///
/// All planets that neither `left` nor `setup` names have left the game.
fn with_deck(left: &[&str], setup: &str) -> String {
    let named: Vec<&str> = setup.split([' ', ';', '\n']).collect();
    let ids = deck::classic().planets.iter().map(|card| card.id.as_str());
    let gone = ids.filter(|id| !named.contains(id) && !left.contains(id));
    format!("{setup}; gone {}", gone.collect::<Vec<_>>().join(" "))
}

// R10.1 Birkomius, Bisschop

#[test]
fn r10_1_a_follow_of_the_die_that_used_the_ability_counts() {
    let follow = |planet| format!("activate colony, planet {planet}, follow");
    classic("A colonies birkomius; B 2e1c", &follow("birkomius"), "A 2e2c; asks B colony");
    classic("A colonies bisschop; B 2e1c", &follow("bisschop"), "A 3e1c; asks B colony");
}

#[test]
fn r10_1_earlier_follows_do_not_count() {
    for planet in ["birkomius", "bisschop"] {
        classic(
            &format!("A colonies {planet}; B 2c; dice energy colony"),
            &format!("activate energy, follow, activate colony, planet {planet}"),
            "A 4e1c; B 2e1c; asks B follow",
        );
    }
}

#[test]
fn r10_1_the_effect_lasts_for_the_later_dice_of_the_turn() {
    classic(
        "A colonies bisschop; B 2c; dice colony energy energy",
        "activate colony, planet bisschop, activate energy, follow, activate energy, follow",
        "A 7e1c; B 4e",
    );
}

#[test]
fn r10_1_each_follower_counts_but_a_pass_does_not() {
    let steps = "activate colony, planet birkomius, activate energy";
    let setup = "A colonies birkomius; B 1c; C 1c; dice colony energy";
    check_three(setup, &format!("{steps}, follow, follow"), "A 4e3c; B 2e; C 2e");
    check_three(setup, &format!("{steps}, pass, follow"), "A 4e2c; B 1c; C 2e");
    check_three(setup, &format!("{steps}, pass, pass"), "A 4e1c");
}

#[test]
fn r10_1_both_effects_together_give_one_of_each_resource() {
    classic(
        "A colonies birkomius bisschop; B 1c; dice colony colony energy",
        "activate colony, planet birkomius, activate colony, planet bisschop, activate energy,
         follow",
        "A 5e2c; B 2e",
    );
}

#[test]
fn r10_1_the_gain_comes_before_the_follower_acts() {
    let setup = "A 2e colonies birkomius; B 2e1c colonies clj-0517";
    let follow = "activate colony, planet birkomius, follow";
    classic(setup, follow, "A 2e1c; legal upgrade 2e, planet clj-0517");
    classic(setup, &format!("{follow}, planet clj-0517, steal A"), "A 2e; B 2e1c");
}

#[test]
fn r10_1_the_effect_ends_with_the_turn() {
    let turn = "end, rolled energy energy energy energy, activate energy";
    let begin = format!("activate colony, planet birkomius, pass, {turn}");
    let setup = "A colonies birkomius; B 2e1c";
    classic(setup, &format!("{begin}, follow"), "B 4e1c; A 4e");
    classic(setup, &format!("{begin}, pass, {turn}, follow"), "A 4e1c; B 6e");
}

#[test]
fn r10_1_free_follows_count_if_the_active_player_used_zavodnick() {
    classic(
        "A colonies birkomius zavodnick; dice colony colony",
        "activate colony, planet birkomius, activate colony, planet zavodnick, face energy, follow",
        "A 4e2c; B 2e",
    );
    // This also holds if Zavodnick is a colony of another player.
    classic(
        "A 2e2c colonies birkomius walsfeo; B colonies zavodnick; dice colony colony",
        "activate colony, planet birkomius,
         activate colony, planet walsfeo, planet zavodnick, face energy, follow",
        "A 4e2c; B 2e1c",
    );
}

#[test]
fn r10_1_free_follows_do_not_count_if_a_follower_used_zavodnick() {
    check_three(
        "A 1e; effects follows-bring-culture; B 1c colonies zavodnick",
        "activate colony, follow, planet zavodnick, face energy, follow, follow",
        "A 3e1c; B 2e; C 2e; asks A turn",
    );
}

// R10.2 Helios

const REPLACE: &str = "activate colony, planet helios, replace 1";

#[test]
fn r10_2_classic_discards_the_card_and_it_never_returns() {
    classic(
        "A colonies helios",
        &format!("{REPLACE}, drew jakks"),
        "row jakks jac-110912 shouhua umbra-forum; gone gleam-zanier; under; deck 34",
    );
    classic(
        "A colonies helios; dice colony colony",
        &format!("{REPLACE}, drew jakks, activate colony, planet helios, replace 2"),
        "asks chance; cannot drew gleam-zanier (R8.2)",
    );
}

#[test]
fn r10_2_revised_puts_the_card_under_the_deck_after_the_draw() {
    revised("A colonies helios", REPLACE, "asks chance; cannot drew gleam-zanier (R8.2)");
    revised(
        "A colonies helios",
        &format!("{REPLACE}, drew jakks"),
        "row jakks jac-110912 shouhua umbra-forum; under gleam-zanier; gone; deck 35",
    );
}

#[test]
fn r10_2_only_a_planet_without_ships_can_be_replaced() {
    let setup = "A ships surface:1 home colonies helios; B ships orbit:3:0 home";
    let expected = "legal replace 2, replace 4; cannot replace 1 (R10.2); cannot replace 3 (R10.2)";
    classic(setup, "activate colony, planet helios", expected);
    revised(setup, "activate colony, planet helios", expected);
}

#[test]
fn r10_2_helios_itself_may_be_replaced() {
    classic(
        "row helios jac-110912 shouhua gleam-zanier; A colonies umbra-forum",
        "activate colony, planet umbra-forum, planet helios, replace 1, drew jakks",
        "row jakks jac-110912 shouhua gleam-zanier; gone helios; asks A turn",
    );
}

#[test]
fn r10_2_helios_cannot_be_used_with_an_empty_deck() {
    for edition in ["classic", "revised"] {
        let setup = with_deck(&[], &format!("{edition} 2; {TABLE}; A colonies helios"));
        check(&setup, "", "deck 0");
        check(&setup, "activate colony", "legal upgrade 2e; cannot planet helios (R9.1)");
    }
}

#[test]
fn r10_2_the_last_card_can_be_drawn() {
    let setup = |edition| {
        let setup = format!("{edition} 2; {TABLE}; A colonies helios; dice colony colony");
        with_deck(&["jakks"], &setup)
    };
    let steps = format!("{REPLACE}, drew jakks, activate colony");
    check(&setup("classic"), &steps, "deck 0; cannot planet helios (R9.1)");
    check(&setup("revised"), &steps, "deck 1; under gleam-zanier; can planet helios");
}

#[test]
fn r10_2_cards_under_the_deck_wait_for_all_others() {
    let setup = format!("revised 2; {TABLE}; under leandra; A colonies helios");
    check(&with_deck(&["jakks"], &setup), REPLACE, "cannot drew leandra (R8.2)");
    let drawn = format!("{REPLACE}, drew jakks");
    check(&with_deck(&["jakks"], &setup), &drawn, "under leandra gleam-zanier");
}

#[test]
fn r10_2_cards_under_the_deck_are_drawn_oldest_first() {
    let setup =
        format!("revised 2; {TABLE}; under leandra jakks; A colonies helios; dice colony colony");
    let setup = with_deck(&[], &setup);
    let again = format!("{REPLACE}, drew leandra, activate colony, planet helios, replace 2");
    check(&setup, REPLACE, "cannot drew jakks (R8.2)");
    check(&setup, &again, "under jakks gleam-zanier; cannot drew gleam-zanier (R8.2)");
    check(
        &setup,
        &format!("{again}, drew jakks"),
        "row leandra jakks shouhua umbra-forum; under gleam-zanier jac-110912; deck 2",
    );
}

// R10.3 Mared

const ALONE: &str = "A colonies mared; B level 2; C level 2";
const TIED: &str = "A colonies mared; B level 1; C level 2";

#[track_caller]
fn check_revised_three(setup: &str, steps: &str, expectation: &str) {
    let row = "row gleam-zanier jac-110912 shouhua umbra-forum leandra";
    let table = format!("revised 3; {row}; A 2e1c; B 0; C 0; dice colony");
    check(&format!("{table}; {setup}"), steps, expectation);
}

#[test]
fn r10_3_classic_the_discount_needs_the_lowest_level_alone() {
    check_three(ALONE, "activate colony, planet mared", "legal upgrade 1c, upgrade 1e");
    check_three(TIED, "activate colony", "legal upgrade 2e; cannot planet mared (R9.1)");
}

#[test]
fn r10_3_revised_the_discount_also_applies_to_a_tie() {
    check_revised_three(ALONE, "activate colony, planet mared", "legal upgrade 1c, upgrade 1e");
    check_revised_three(TIED, "activate colony, planet mared", "legal upgrade 1c, upgrade 1e");
}

#[test]
fn r10_3_the_discount_does_not_apply_if_a_level_is_lower() {
    let lower = "A 3e level 2 colonies mared; B level 1; C level 3 ships home home home";
    check_three(lower, "activate colony", "legal upgrade 3e; cannot planet mared (R9.1)");
    check_revised_three(lower, "activate colony", "legal upgrade 3e; cannot planet mared (R9.1)");
}

#[test]
fn r10_3_the_upgrade_costs_one_less_in_one_resource() {
    let setup = "A 3e3c level 2 colonies mared; B level 3 ships home home home";
    let steps = "activate colony, planet mared";
    classic(setup, steps, "legal upgrade 2c, upgrade 2e; cannot upgrade 1e1c (R6.1)");
    classic(
        setup,
        &format!("{steps}, upgrade 2c"),
        "A 3e1c; A level 3; A ships home home home; A points 4",
    );
}

#[test]
fn r10_3_solo_the_level_of_the_rogue_counts() {
    let row = "row gleam-zanier jac-110912 shouhua umbra-forum; A 2e1c colonies mared; dice colony";
    let at = |edition, level| format!("{edition} solo artemis; {row}; B level {level}");
    check(&at("classic", 2), "activate colony", "legal upgrade 2e, planet mared");
    check(&at("classic", 1), "activate colony", "legal upgrade 2e");
    check(&at("revised", 1), "activate colony", "legal upgrade 2e, planet mared");
}

// R10.4 Lureena

#[test]
fn r10_4_the_cost_may_be_split_freely() {
    let setup = "A 3e3c level 2 colonies lureena";
    let steps = "activate colony, planet lureena";
    classic(setup, steps, "legal upgrade 3c, upgrade 1e2c, upgrade 2e1c, upgrade 3e");
    classic(
        setup,
        &format!("{steps}, upgrade 1e2c"),
        "A 2e1c; A level 3; A ships home home home; A points 4",
    );
}

#[test]
fn r10_4_the_user_can_pay_only_what_they_hold() {
    classic(
        "A 1e2c level 2 colonies lureena",
        "activate colony, planet lureena",
        "legal upgrade 1e2c; cannot upgrade 3c (R6.1); cannot upgrade 1e1c (R6.1)",
    );
    classic("A 1e1c level 2 colonies lureena", "activate colony", "asks A turn; A 1e1c");
}

// R10.5 Nagato

#[test]
fn r10_5_nagato_moves_two_different_ships() {
    classic(
        "A colonies nagato",
        "activate colony, planet nagato, ship 1, to orbit 1",
        "legal ship 2; cannot ship 1 (R10.5); cannot decline (R2.5); A 2e",
    );
}

#[test]
fn r10_5_the_ships_move_one_after_the_other() {
    classic(
        "A ships surface:1 home colonies nagato",
        "activate colony, planet nagato, ship 1, to home, ship 2, to surface 1, decline",
        "A ships home surface:1; asks A turn",
    );
}

#[test]
fn r10_5_each_of_the_two_moves_is_an_ordinary_move() {
    classic(
        "A ships surface:1 orbit:2:3 colonies nagato",
        "activate colony, planet nagato, ship 1",
        "cannot to orbit 1 (R3.1a); cannot to orbit 2 (R3.1b)",
    );
    classic(
        "row gleam-zanier jakks vici-ks156 shouhua; A colonies nagato",
        "activate colony, planet nagato, ship 1, to surface 2, use, ship 2, to surface 3, use",
        "A 3e1c; A ships surface:2 surface:3; asks A turn",
    );
}

#[test]
fn r10_5_the_second_move_is_skipped_if_it_is_impossible() {
    // The first move colonises the last planet, so the second ship has nowhere to go.
    let setup = "classic 2; row shouhua - - -; A 2e1c ships home orbit:1:5 colonies nagato; B 0;
                 dice colony";
    check(
        &with_deck(&[], setup),
        "activate colony, planet nagato, ship 1, to surface 1, use, advance 2",
        "A colonies nagato shouhua; A ships home home; row - - - -; A 2e; asks A turn",
    );
}

// R10.6 Brumbaugh

const BRUMBAUGH: &str = "activate colony, planet brumbaugh";

#[test]
fn r10_6_two_ships_of_one_owner_can_regress() {
    let setup = "A colonies brumbaugh; B ships orbit:1:3 orbit:2:2";
    classic(setup, &format!("{BRUMBAUGH}, regress B1"), "legal regress B2; cannot decline (R2.5)");
    classic(
        setup,
        &format!("{BRUMBAUGH}, regress B1, regress B2"),
        "B ships orbit:1:2 orbit:2:1; A 1c; asks A turn",
    );
}

#[test]
fn r10_6_two_ships_of_two_owners_can_regress() {
    let setup = "A colonies brumbaugh; B ships orbit:1:3 orbit:2:2; C ships orbit:1:1 orbit:3:0";
    check_three(setup, &format!("{BRUMBAUGH}, regress B2"), "legal regress B1, regress C1");
    check_three(
        setup,
        &format!("{BRUMBAUGH}, regress B2, regress C1"),
        "B ships orbit:1:3 orbit:2:1; C ships orbit:1:0 orbit:3:0; asks A turn",
    );
}

#[test]
fn r10_6_one_ship_regresses_if_there_is_only_one_target() {
    check_three(
        "A colonies brumbaugh; B ships orbit:1:3 surface:1; C ships orbit:1:0 home",
        &format!("{BRUMBAUGH}, regress B1"),
        "B ships orbit:1:2 surface:1; A 1c; asks A turn",
    );
}
