//! R12.7–R12.10 The Rogue's specials, its track, how it wins, and games in which planets run out.

use super::{ROW, idle};
use crate::check::check;
use orrery_rules::deck;

/// Checks a turn of a Rogue in one edition.
#[track_caller]
fn turn(edition: &str, rogue: &str, rest: &str, steps: &str, expectation: &str) {
    check(&format!("{edition} solo {rogue}; {ROW}; {rest}; turn B"), steps, expectation);
}

/// Checks a turn of a Rogue in the classic and the revised edition.
#[track_caller]
fn both(rogue: &str, rest: &str, steps: &str, expectation: &str) {
    for edition in ["classic", "revised"] {
        turn(edition, rogue, rest, steps, expectation);
    }
}

/// Returns rolls of this many unusable dice, followed by `steps`.
fn after(dice: usize, steps: &str) -> String {
    format!("{}, {steps}", idle(dice))
}

const PLAYER_ROLLS: &str = "rolled move move move move";

// R12.7

#[test]
fn r12_7_energy_6_raises_the_level_when_its_dice_are_done() {
    both("artemis", "A 0; B 6e", &idle(4), "B 6e; B level 1");
    both("artemis", "A 0; B 6e", &idle(5), "B 0; B level 2; B points 2; asks chance");
    both("artemis", "A 0; B 5e", &idle(5), "B 5e; B level 1");
    both("artemis", "A 0; B 6e", &after(5, PLAYER_ROLLS), "asks A turn");
}

#[test]
fn r12_7_a_higher_level_gives_more_dice_only_in_its_next_turn() {
    let raised = after(5, PLAYER_ROLLS);
    both("artemis", "A 0; B 6e level 2", &raised, "asks A turn; B level 3");
    let next = format!("{raised}, end, {}", after(6, PLAYER_ROLLS));
    both("artemis", "A 0; B 6e level 2", &next, "asks A turn; B level 3");
}

#[test]
fn r12_7_culture_6_clears_the_bay_and_brings_three_more_dice() {
    let five = "rolled energy, rolled diplomacy, rolled diplomacy, rolled diplomacy";
    both("artemis", "A 0; B 6c", five, "bay energy; B 4e6c");
    let bonus = format!("{five}, rolled diplomacy");
    both("artemis", "A 0; B 6c", &bonus, "happened RogueBonus; bay; B 4e6c; asks chance");
    both("artemis", "A 0; B 6c", &format!("{bonus}, rolled energy"), "bay energy; B 6e6c");
    both("artemis", "A 0; B 6c", &after(5, &idle(2)), "B 6c; asks chance");
    both("artemis", "A 0; B 6c", &after(5, &idle(3)), "B 0; B level 1");
    both("artemis", "A 0; B 6c", &after(8, PLAYER_ROLLS), "asks A turn");
}

#[test]
fn r12_7_the_three_dice_are_rolled_one_at_a_time() {
    let three = "asks chance; cannot rolled move move move (R2.1)";
    both("artemis", "A 0; B 6c", &idle(5), three);
}

#[test]
fn r12_7_energy_comes_first_and_the_three_dice_use_the_attack_of_the_new_level() {
    let steps = after(5, "rolled colony");
    both("artemis", "A 2e; B 6e6c", &idle(5), "B 6c; B level 2; happened RogueBonus");
    both("artemis", "A 2e; B 6e6c", &steps, "A 2e; discarded 1");
    let of_level_2 = "A 1c; bay colony; happened RogueAttacked { level: 2 }";
    both("artemis", "A 2c; B 6e6c", &steps, of_level_2);
}

#[test]
fn r12_7_the_specials_do_not_recur_until_the_end_of_its_next_turn() {
    let bonus = after(5, "rolled energy, rolled diplomacy, rolled diplomacy");
    both("artemis", "A 0; B 2e6c", &bonus, "B 6e; B level 1; asks chance");
    let next = format!("{bonus}, {PLAYER_ROLLS}, end, {}", idle(5));
    both("artemis", "A 0; B 2e6c", &next, "B 0; B level 2");
}

#[test]
fn r12_7_culture_gained_by_the_three_dice_is_lost_too() {
    let attacks = after(5, "rolled colony, rolled colony, rolled colony");
    both("hades", "A 0; B 6c", &attacks, "B 3e; B level 1");
}

#[test]
fn r12_7_the_three_dice_can_be_forced_like_other_dice() {
    let three = after(5, "rolled energy");
    turn("classic", "artemis", "A 1e1c; B 6c", &three, "asks A forcereroll");
    turn("classic", "artemis", "A 1e1c; B 6c", &idle(6), "discarded 1; A 1e1c");
    let accepted = "rolled diplomacy, accept, ".repeat(5);
    let unusable = format!("{accepted} rolled diplomacy");
    turn("revised", "artemis", "A 1e1c; B 6c", &unusable, "asks A forcereroll; A 1e1c");
    let forced = format!("{unusable}, force, rolled energy");
    turn("revised", "artemis", "A 1e1c; B 6c", &forced, "A 0; B 4e6c; bay energy");
}

#[test]
fn r12_7_relentless_works_on_the_three_dice() {
    let setup = "A 0; B 6c; options relentless";
    turn("revised", "artemis", setup, &idle(11), "happened RogueRelentless; discarded 0");
    turn("revised", "artemis", setup, &idle(12), "discarded 1; asks chance");
    turn("revised", "artemis", setup, &after(16, PLAYER_ROLLS), "asks A turn; B 0");
}

#[test]
fn r12_7_the_three_dice_can_be_followed_in_classic_but_not_in_revised() {
    let energy = after(5, "rolled energy");
    turn("classic", "artemis", "A 1c; B 6c", &energy, "asks A follow; B 4e6c");
    turn("classic", "artemis", "A 1c; B 6c", &format!("{energy}, follow"), "A 2e; asks chance");
    turn("revised", "artemis", "A 1c; B 6c", &energy, "asks chance; B 4e6c; A 1c");
}

#[test]
fn r12_7_the_bonus_clears_the_mark_of_the_attack_in_classic_but_not_in_revised() {
    let setup = "A 0; B 6c level 3 ships orbit:2:0 home home home";
    let attacks = format!("rolled colony, {}, rolled colony", idle(5));
    turn("classic", "gamelyn", setup, &attacks, "B ships orbit:2:2 home home home; bay colony");
    turn("revised", "gamelyn", setup, &attacks, "B ships orbit:2:1 home home home; discarded 1");
}

#[test]
fn r12_7_revised_once_per_turn_counts_per_attack() {
    let setup = "A 0; B 6e6c level 3 ships orbit:3:0 home home home";
    let attacks = format!("rolled colony, {}, rolled colony", idle(5));
    turn("revised", "gamelyn", setup, &attacks, "B level 4; B ships orbit:3:2 home home home");
    let thrice = format!("{attacks}, rolled colony");
    turn("revised", "gamelyn", setup, &thrice, "B ships orbit:3:2 home home home; discarded 1");
}

#[test]
fn r12_7_classic_a_die_fewer_does_not_add_up_in_the_extra_turn() {
    let attacks = format!("rolled colony, {}, rolled colony", idle(5));
    turn("classic", "zendica", "A 0; B 6c level 4", &attacks, "bay; discarded 1; asks chance");
    let over = format!("{attacks}, {}, rolled move move move", idle(2));
    turn("classic", "zendica", "A 0; B 6c level 4", &over, "asks A turn");
}

#[test]
fn r12_7_the_marks_are_cleared_before_the_rogues_next_turn() {
    let setup = "A 0; B level 3 ships orbit:3:0 home home home";
    let attacks = format!("rolled colony, {}", after(5, PLAYER_ROLLS));
    both(
        "gamelyn",
        setup,
        &format!("{attacks}, end, rolled colony"),
        "B ships orbit:3:2 home home home",
    );
}

#[test]
fn r12_7_classic_the_bonus_also_clears_the_players_marks() {
    let setup = "A 3c colonies la-torres; B 1e6c";
    let follow = "follow, planet la-torres, steal B";
    let first = format!("rolled colony, {follow}");
    turn("classic", "hades", setup, &first, "A 1e2c; B 1e6c");
    let again = format!("{first}, rolled colony, accept, follow");
    turn("classic", "hades", &setup.replace("3c", "4c"), &again, "cannot planet la-torres (R9.3)");
    let bonus = format!("{first}, {}, rolled colony, accept, {follow}", idle(4));
    turn("classic", "hades", setup, &bonus, "A 2e1c; B 1e6c");
}

// R12.8

#[test]
fn r12_8_the_rogue_wins_at_the_skull() {
    both("artemis", "A 0; B 6e level 5", &idle(7), "over; winners B; decided by atonce");
    both("artemis", "A 0; B 6e6c level 5", &idle(7), "over; winners B; B 6c");
}

#[test]
fn r12_8_the_skull_is_no_further_level() {
    both("artemis", "A 0; B 6e level 5", &idle(7), "happened SkullReached; B points 8");
    both("artemis", "A 0; B 6e level 4", &idle(6), "happened EmpireUpgraded");
}

#[test]
fn r12_8_the_rogue_wins_with_21_points_by_a_level() {
    let setup = "A 0; B 6e level 4 colonies piedes sargus-36 vici-ks156";
    both("artemis", setup, &idle(5), "B points 18; asks chance");
    both("artemis", setup, &idle(6), "over; winners B; B points 21; decided by atonce");
}

#[test]
fn r12_8_the_rogue_wins_with_21_points_by_a_planet_and_pending_work_is_dropped() {
    both(
        "artemis",
        "A 7c ships orbit:4:1 home; \
         B level 5 ships orbit:4:2 orbit:1:1 home home colonies piedes sargus-36",
        "rolled diplomacy",
        "over; asks nobody; winners B; decided by atonce; B points 21; row - nagato gort shouhua; deck 34; \
         B ships orbit:4:2 home home home; A 7c",
    );
}

#[test]
fn r12_8_the_rest_of_an_attack_is_dropped() {
    both(
        "gamelyn",
        "A 2e; B level 4 ships orbit:1:1 home home home colonies piedes sargus-36 nakagawakozi",
        "rolled colony",
        "over; winners B; B points 21; A 2e; B 0",
    );
}

#[test]
fn r12_8_the_player_wins_at_once_on_their_turn() {
    check(
        &format!(
            "classic solo artemis; {ROW}; A 2e colonies piedes nibiru sargus-36 vici-ks156; \
             dice colony move"
        ),
        "activate colony, upgrade 2e",
        "over; winners A; decided by atonce; A points 21",
    );
    check(
        &format!(
            "classic solo artemis; {ROW}; dice diplomacy move; \
             A ships orbit:1:1 home colonies piedes nibiru sargus-36 vici-ks156"
        ),
        "activate diplomacy, advance 1",
        "over; asks nobody; winners A; A points 21; row - nagato gort shouhua; deck 32",
    );
}

#[test]
fn r12_8_the_player_wins_at_once_through_a_planet() {
    check(
        "revised solo artemis; row jakks nagato gort lureena; dice move; \
         A 1e1c colonies piedes nibiru sargus-36 vici-ks156",
        "activate move, ship 1, to surface 4, use, upgrade 1e1c",
        "over; winners A; A points 21",
    );
}

#[test]
fn r12_8_the_player_wins_at_once_in_the_rogues_turn() {
    both(
        "hades",
        "A 3c colonies piedes nibiru sargus-36 vici-ks156; B 6e level 1",
        "rolled colony, follow, upgrade 2c",
        "over; winners A; decided by atonce; A points 21",
    );
}

#[test]
fn r12_8_the_first_seat_to_reach_21_points_wins() {
    let setup = format!(
        "classic solo artemis; {ROW}; dice colony; \
         A 0 ships orbit:4:5 home colonies terra-bettia nibiru vizcarra; \
         B level 5 ships orbit:1:1 home home home"
    );
    let gift = "activate colony, planet terra-bettia";
    let rogue_at_20 = format!("{setup} colonies piedes sargus-36");
    check(&rogue_at_20, gift, "over; winners B; B points 21; A points 15");
    let both_go_on = format!("{gift}, drew helios, advance 1");
    check(&setup, &both_go_on, "over; winners A; A points 22; B points 9");
}

#[test]
fn r12_8_20_points_do_not_win() {
    both(
        "artemis",
        "A 0; B level 5 ships orbit:1:1 home home home colonies piedes jorg vizcarra",
        "rolled diplomacy, drew helios",
        "B points 20; asks chance",
    );
}

// R12.9

#[test]
fn r12_9_the_rogue_has_its_own_track() {
    for (level, points) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 8)] {
        let points = format!("B points {points}; B ships home home home home");
        both("artemis", &format!("A 0; B level {level}"), "", &points);
    }
}

#[test]
fn r12_9_there_is_no_sixth_level() {
    let setup = format!("classic solo artemis; {ROW}; B level 6");
    assert_eq!(crate::check::problems(&setup), ["R6.1"]);
}

// R12.10

#[test]
fn r12_10_ships_advance_from_left_to_right_each_fully_resolved() {
    let setup = "A 0; B ships orbit:4:2 home orbit:1:1 home";
    let left_first = "B ships orbit:4:2 home home home; B colonies jakks; asks chance";
    both("artemis", setup, "rolled diplomacy", left_first);
    let after_the_card = "B ships orbit:4:3 home home home; row helios nagato gort shouhua";
    both("artemis", setup, "rolled diplomacy, drew helios", after_the_card);
}

#[test]
fn r12_10_two_colonised_planets_are_replaced_one_after_the_other() {
    let setup = "A 0; B ships orbit:4:5 home orbit:1:1 home";
    let first = "rolled diplomacy, drew helios";
    both("artemis", setup, first, "row helios nagato gort -; B colonies jakks shouhua");
    let second = format!("{first}, drew zalax");
    both("artemis", setup, &second, "row helios nagato gort zalax; B ships home home home home");
}

#[test]
fn r12_10_a_new_card_of_the_type_does_not_join() {
    both(
        "rothkel",
        "A 0; B level 5 ships orbit:1:1 orbit:2:0 home home",
        "rolled colony, drew helios",
        "B ships home orbit:2:1 home home; row helios nagato gort shouhua",
    );
}

// R8.2, R8.5 Row and deck run out.

/// Returns a solo set-up with these planets in the row and an empty deck.
fn without_deck(row: &str, rest: &str) -> String {
    let placed = |id: &str| format!("{row} {rest} ").contains(&format!("{id} "));
    let gone = deck::classic().planets.iter().map(|card| card.id.as_str());
    let gone: Vec<&str> = gone.filter(|id| !placed(id)).collect();
    format!("classic solo artemis; row {row}; gone {}; {rest}", gone.join(" "))
}

#[test]
fn r8_2_solo_the_rogue_goes_past_holes() {
    let setup = "A 0; B ships orbit:2:0 home home home ; turn B";
    check(
        &without_deck("- nagato - shouhua", setup),
        "rolled move",
        "B ships orbit:2:0 orbit:4:0 home home",
    );
    check(
        &without_deck("- nagato - shouhua", setup),
        "rolled move, rolled move",
        "bay move; discarded 1",
    );
}

#[test]
fn r8_5_solo_the_game_ends_after_the_rogues_turn() {
    let setup = without_deck("jakks - - -", "A 0 ships orbit:1:1 home; B 0; dice diplomacy");
    let taken = "activate diplomacy, advance 1";
    check(&setup, taken, "end; trigger nobody; row - - - -; asks A turn");
    check(&setup, &format!("{taken}, end, {}", idle(4)), "asks chance; discarded 4");
    let over = format!("{taken}, end, {}", idle(5));
    check(&setup, &over, "over; A points 1; B points 1; winners A; decided by colonies");
}

#[test]
fn r8_5_solo_the_rogue_takes_the_last_planet() {
    let setup = without_deck("jakks - - -", "A 0; B 2e ships orbit:1:1 home home home ; turn B");
    check(&setup, "rolled diplomacy", "end; trigger nobody; row - - - -; asks chance");
    let over = format!("rolled diplomacy, {}", after(3, "rolled move"));
    check(&setup, &over, "over; winners B; decided by points; B points 2");
}

#[test]
fn r8_5_solo_21_points_still_win_at_once() {
    let rest = "A 2e colonies piedes nibiru sargus-36 vici-ks156 ; B 0; dice colony; end nobody";
    let setup = without_deck("- - - -", rest);
    check(&setup, "activate colony, upgrade 2e", "over; winners A; decided by atonce");
}
