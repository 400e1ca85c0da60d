//! R9 Abilities in general: when one is offered (R9.1, R9.2). The rest is in `r09_abilities_2`.

use crate::check::check;

#[path = "r09_abilities_2.rs"]
mod limits;

/// Checks a game for two players. The row has the tracks diplomacy (5 advances to the end), economy
/// (5), diplomacy (6) and economy (6). The second planet yields culture, the others energy. B has
/// no resources and so cannot follow.
#[track_caller]
fn check_two(setup: &str, steps: &str, expectation: &str) {
    let table = "classic 2; row gleam-zanier jac-110912 shouhua piedes; A 2e1c; B 0; dice colony";
    check(&format!("{table}; {setup}"), steps, expectation);
}

/// Checks the same position for three players.
///
/// The fifth planet is Leandra (diplomacy, 2 advances).
#[track_caller]
fn check_three(setup: &str, steps: &str, expectation: &str) {
    let row = "row gleam-zanier jac-110912 shouhua piedes leandra";
    let table = format!("classic 3; {row}; A 2e1c; B 0; C 0; dice colony");
    check(&format!("{table}; {setup}"), steps, expectation);
}

// R9.1 An ability is offered only if its cost can be paid and something would then change.

#[test]
fn r9_1_an_ability_is_offered_only_if_its_cost_can_be_paid() {
    let row = "row nagato jac-110912 shouhua piedes; dice move";
    let land = "activate move, ship 1, to surface 1";
    check_two(&format!("{row}; A 2e1c"), land, "asks A land");
    check_two(&format!("{row}; A 2e"), land, "asks A turn");
}

#[test]
fn r9_1_a_follow_is_offered_only_if_something_would_change() {
    check_two("B 1c; dice energy", "activate energy", "asks B follow");
    check_two("B 1c; dice diplomacy", "activate diplomacy", "asks A turn");
}

#[test]
fn r9_1_a_face_is_offered_only_if_something_would_change() {
    check_two(
        "A 1e1c colonies zavodnick",
        "activate colony, planet zavodnick",
        "legal face move, face energy; cannot face culture (R9.1); cannot face colony (R9.1)",
    );
}

#[test]
fn r9_1_the_payment_makes_room_for_the_gain() {
    check_two(
        "B 7c ships orbit:2:0 home; dice culture",
        "activate culture, follow",
        "B 7c; happened Followed",
    );
    check_two(
        "A 7c colonies walsfeo; B colonies jakks",
        "activate colony, planet walsfeo, planet jakks",
        "A 7c; B 1c",
    );
}

#[test]
fn r9_1_the_payment_takes_what_the_action_needs() {
    // Of B's three culture, one pays for the follow and two are left for the upgrade.
    check_two("B 3c", "activate colony, upgrade 2e", "asks B follow");
    check_two("B 2c", "activate colony, upgrade 2e", "asks A turn");
}

#[test]
fn r9_1_the_payment_of_another_resource_makes_no_room() {
    check_two("A 2e7c colonies hoefker", "activate colony", "cannot planet hoefker (R9.1)");
}

/// After B has paid, A has gained 1 culture from Birkomius, which B can steal.
#[test]
fn r9_1_a_follow_is_checked_after_paying() {
    check_two(
        "A 0 used birkomius; effects follows-bring-culture; B 1c colonies clj-0517",
        "activate colony, follow, planet clj-0517, steal A",
        "A 0; B 1c",
    );
}

#[test]
fn r9_1_a_change_for_another_player_is_enough() {
    check_two("A 2e7c; dice move", "activate move, ship 1, to surface 2, use", "A 2e7c; B 1c");
}

#[test]
fn r9_1_an_effect_for_the_turn_is_a_change() {
    check_two("B 0; A colonies nibiru", "activate colony", "legal upgrade 2e, planet nibiru");
    check_two("B 0; A colonies bisschop", "activate colony", "legal upgrade 2e, planet bisschop");
}

#[test]
fn r9_1_an_effect_that_already_applies_is_no_change() {
    let none = "legal upgrade 2e";
    check_two("A colonies nibiru; effects follows-cost-two", "activate colony", none);
    check_two("A colonies birkomius; effects follows-bring-culture", "activate colony", none);
    check_two("A colonies bisschop; effects follows-bring-energy", "activate colony", none);
    check_two(
        "A colonies bisschop; effects follows-bring-culture",
        "activate colony",
        "can planet bisschop",
    );
}

#[test]
fn r9_1_a_gain_of_the_active_player_does_not_make_a_follow_possible() {
    check_two(
        "effects follows-bring-culture; B 1c; dice diplomacy",
        "activate diplomacy",
        "asks A turn",
    );
    check_two(
        "effects follows-bring-energy; B 1c; dice diplomacy",
        "activate diplomacy",
        "asks A turn",
    );
}

#[test]
fn r9_1_one_part_that_works_is_enough() {
    let discard = "activate colony, planet maia, die move, die energy";
    check_two("A 7e1c colonies maia; dice colony move energy", discard, "A 7e3c; discarded 2");
}

#[test]
fn r9_1_a_part_that_works_only_for_others_is_enough() {
    check_two(
        "A colonies terra-bettia; B ships orbit:1:0 home",
        "activate colony, planet terra-bettia, advance 1",
        "B ships orbit:1:1 home; A ships home home; asks A turn",
    );
}

#[test]
fn r9_1_a_part_that_works_only_for_the_user_is_enough() {
    check_two(
        "A ships orbit:1:0 home colonies terra-bettia; B ships surface:1 home",
        "activate colony, planet terra-bettia",
        "asks A advance; legal advance 1",
    );
}

#[test]
fn r9_1_the_choices_inside_an_ability_must_change_something() {
    check_two(
        "A 7e1c ships orbit:1:3 home colonies andellouxian-6",
        "activate colony, planet andellouxian-6, home A1",
        "legal take 3c",
    );
    check_three("A colonies clj-0517; C 1c", "activate colony, planet clj-0517", "legal steal C");
    check_two(
        "row nagato helios shouhua jakks; A 1e colonies umbra-forum",
        "activate colony, planet umbra-forum",
        "legal planet jakks, planet helios; cannot planet nagato (R9.1)",
    );
    check_two(
        "row jakks jac-110912 shouhua helios; A 1e1c colonies piedes; bay diplomacy energy",
        "activate colony, planet piedes",
        "legal repeat energy; cannot repeat diplomacy (R9.1)",
    );
}

#[test]
fn r9_1_a_payment_to_a_player_is_no_change() {
    check_two(
        "A 7e1c colonies walsfeo; B colonies mj-120210",
        "activate colony",
        "legal upgrade 2e; cannot planet walsfeo (R9.1)",
    );
}

#[test]
fn r9_1_actions_that_undo_each_other_are_allowed() {
    check_two(
        "A 2e1c colonies sargus-36; B 0 colonies la-torres",
        "activate colony, planet sargus-36, planet la-torres, steal B",
        "A 2e1c; B 0; asks A turn",
    );
}

#[test]
fn r9_1_an_ability_in_use_must_be_carried_out() {
    check_two(
        "A ships orbit:1:0 orbit:3:0 colonies drewkaiden",
        "activate colony, planet drewkaiden",
        "legal advance 1, advance 2; cannot decline (R2.5)",
    );
}

// R9.2 Only the active player can use abilities that affect unactivated dice or follows.

/// B can follow A's colony die, and A has two more unactivated dice.
const FOLLOWED: &str = "B 2e1c; dice colony move energy";

#[test]
fn r9_2_a_follower_cannot_touch_the_dice() {
    check_two(
        &format!("{FOLLOWED}; B colonies zalax gyore maia"),
        "activate colony, upgrade 2e, follow",
        "asks B colony; legal upgrade 2e; cannot planet zalax (R9.2);
         cannot planet gyore (R9.2); cannot planet maia (R9.2); dice move energy",
    );
}

#[test]
fn r9_2_a_follower_cannot_use_abilities_about_being_followed() {
    check_two(
        &format!("{FOLLOWED}; B colonies birkomius bisschop nibiru"),
        "activate colony, upgrade 2e, follow",
        "asks B colony; legal upgrade 2e; cannot planet birkomius (R9.2);
         cannot planet bisschop (R9.2); cannot planet nibiru (R9.2)",
    );
}

#[test]
fn r9_2_a_follow_that_could_use_only_barred_abilities_is_not_offered() {
    let dice = "dice colony move energy";
    for planet in ["zalax", "gyore", "maia", "birkomius", "bisschop", "nibiru"] {
        let setup = format!("{dice}; B 1c colonies {planet}");
        check_two(&setup, "activate colony, upgrade 2e", "asks A turn; dice move energy");
    }
}

#[test]
fn r9_2_a_follower_who_lands_on_a_planet_with_a_barred_ability_is_not_asked() {
    check_two(
        "row zalax jac-110912 nibiru piedes; B 1c; dice move energy",
        "activate move, ship 1, to orbit 1, follow, ship 1, to surface 1",
        "B ships surface:1 home; asks A turn; dice energy",
    );
    check_two(
        "row zalax jac-110912 nibiru piedes; B 1c; dice move energy",
        "activate move, ship 1, to orbit 1, follow, ship 1, to surface 3",
        "B ships surface:3 home; asks A turn",
    );
}

#[test]
fn r9_2_a_follower_cannot_use_a_barred_ability_through_umbra_forum() {
    check_two(
        "row zalax gyore jakks nibiru; B 1c colonies umbra-forum; dice colony energy",
        "activate colony, upgrade 2e, follow, planet umbra-forum",
        "legal planet jakks; cannot planet zalax (R9.2); cannot planet nibiru (R9.2)",
    );
}

#[test]
fn r9_2_the_active_player_can_change_dice_during_the_ability_of_a_follower() {
    // B uses Zavodnick while following A; A follows for free and uses Gyore on its own dice.
    check_two(
        "A 1e1c colonies gyore; B 2e1c colonies zavodnick; dice colony move",
        "activate colony, planet gyore, die move, face energy,
         follow, planet zavodnick, face colony, upgrade 2e, follow, planet gyore, die energy,
         face move",
        "dice move; asks A turn",
    );
}
