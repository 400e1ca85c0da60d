//! R12 Solo: the set-up of the Rogue Galaxy, its rolls and the use of its dice.

use crate::check::{check, problems};
use orrery_rules::{ChanceNode, ChanceOutcome, Options, Seat, State, Step, deck};

#[path = "r12_attacks.rs"]
mod attacks;
#[path = "r12_enemy.rs"]
mod enemy;
#[path = "r12_specials.rs"]
mod specials;
#[path = "r12_theft.rs"]
mod theft;

/// A row with short and long tracks.
///
/// The tracks are diplomacy (1 space before the end space), economy (3), economy (5) and diplomacy
/// (5).
pub(crate) const ROW: &str = "row jakks nagato gort shouhua";

/// Returns this many rolls of a diplomacy die.
///
/// The Rogue cannot use the die without a ship on a diplomacy track.
pub(crate) fn idle(dice: usize) -> String {
    vec!["rolled diplomacy"; dice].join(", ")
}

/// Checks a turn of the Rogue Artemis in one edition.
#[track_caller]
fn turn(edition: &str, rest: &str, steps: &str, expectation: &str) {
    check(&format!("{edition} solo artemis; {ROW}; {rest}; turn B"), steps, expectation);
}

/// Checks a turn of the Rogue Artemis in the classic and the revised edition.
#[track_caller]
fn both(rest: &str, steps: &str, expectation: &str) {
    for edition in ["classic", "revised"] {
        turn(edition, rest, steps, expectation);
    }
}

// R12.1

#[test]
fn r12_1_the_rogue_has_level_1_nothing_and_four_ships_at_home() {
    check(
        &format!("classic solo artemis; {ROW}"),
        "rolled move move move move",
        "asks A turn; A 2e1c; A level 1; A ships home home reserve reserve; \
         B 0; B level 1; B ships home home home home; deck 36",
    );
}

#[test]
fn r12_1_four_planets_no_missions_and_the_player_goes_first() {
    for id in ["classic", "revised"] {
        let rules = deck::edition(id).expect("an edition");
        let mut state = State::new(rules, &Options::solo(0)).expect("solo is played");
        for planet in rules.all_planets().into_iter().take(4) {
            let drawn = Step::Chance(ChanceOutcome::Drew(planet));
            state.apply(drawn, &mut Vec::new()).expect("a planet is drawn");
        }
        assert_eq!(state.row().count(), 4);
        assert_eq!(state.chance(), Some(ChanceNode::Roll(4)));
        assert_eq!(Some(state.active()), Seat::new(0));
    }
}

#[test]
fn r12_1_the_rogue_cannot_go_first() {
    assert_eq!(problems(&format!("classic solo artemis; {ROW}; start B")), ["R1.6"]);
}

#[test]
fn r12_1_only_classic_and_revised_know_the_rogue() {
    for id in deck::EDITIONS {
        let rules = deck::edition(id).expect("an edition");
        let solo = matches!(id, "classic" | "revised");
        assert_eq!(State::new(rules, &Options::solo(0)).is_ok(), solo, "{id}");
    }
}

#[test]
fn r12_1_the_rogue_never_follows() {
    check(
        &format!("classic solo artemis; {ROW}; A 0; B 5c; dice energy"),
        "activate energy",
        "A 2e; B 5c; asks A turn",
    );
}

// R12.2

#[test]
fn r12_2_the_rogue_rolls_one_die_at_a_time() {
    both("A 0", "", "asks chance; cannot rolled move move move move move (R2.1)");
    both("A 0", "rolled move", "bay move; B ships orbit:1:0 home home home; asks chance");
    both("A 0", "rolled move, rolled move", "bay move move; B ships orbit:1:0 orbit:2:0 home home");
}

#[test]
fn r12_2_the_rogue_rolls_as_many_dice_as_its_level_gives_including_discarded_ones() {
    for (level, dice) in [(1, 5), (2, 5), (3, 6), (4, 6), (5, 7)] {
        let rogue = format!("A 0; B level {level}");
        let before_the_last = idle(dice - 1);
        both(&rogue, &before_the_last, "asks chance; cannot rolled move move move move (R2.1)");
        both(&rogue, &format!("{}, rolled move move move move", idle(dice)), "asks A turn");
    }
}

#[test]
fn r12_2_each_die_is_dealt_with_before_the_next_is_rolled() {
    both(
        "A 0; B ships orbit:1:1 home home home",
        "rolled diplomacy",
        "row - nagato gort shouhua; cannot rolled move (R8.2)",
    );
    both("A 1c", "rolled energy", "asks A follow; B 4e");
}

// R12.3

#[test]
fn r12_3_a_reroll_is_forced_for_1_energy_and_1_culture() {
    both("A 2e2c", "rolled energy", "asks A forcereroll; legal force, accept; B 0; A 2e2c");
    both("A 2e2c", "rolled energy, force", "A 1e1c; B 0; asks chance; bay");
    both("A 2e2c", "rolled energy, accept", "A 2e2c; B 4e; bay energy");
}

#[test]
fn r12_3_a_reroll_is_forced_as_often_as_the_player_can_pay() {
    both(
        "A 3e2c",
        "rolled energy, force, rolled energy, force, rolled energy",
        "A 1e; B 4e; bay energy; asks chance",
    );
}

#[test]
fn r12_3_a_forced_reroll_needs_both_resources() {
    both("A 7e", "rolled energy", "B 4e; A 7e; asks chance");
    both("A 7c", "rolled energy", "B 4e; A 7c; asks A follow");
}

#[test]
fn r12_3_a_forced_reroll_does_not_use_up_a_die() {
    let one_forced = format!("rolled energy, force, {}", idle(5));
    both("A 1e1c", &format!("{one_forced}, rolled move move move move"), "asks A turn");
}

#[test]
fn r12_3_classic_only_a_usable_die_can_be_forced() {
    turn("classic", "A 2e2c", "rolled diplomacy", "asks chance; discarded 1; A 2e2c");
    turn("classic", "A 2e2c; B 6e", "rolled energy", "asks chance; discarded 1");
}

#[test]
fn r12_3_revised_any_die_can_be_forced() {
    turn("revised", "A 2e2c", "rolled diplomacy", "asks A forcereroll; discarded 0");
    turn("revised", "A 2e2c", "rolled diplomacy, accept", "discarded 1; asks chance; A 2e2c");
    turn(
        "revised",
        "A 1e1c",
        "rolled diplomacy, force, rolled energy",
        "A 0; B 4e; bay energy; discarded 0",
    );
}

#[test]
fn r12_3_the_die_is_followed_only_after_the_chance_to_force() {
    both("A 2e2c", "rolled energy, accept", "asks A follow; B 4e");
    both("A 2e2c", "rolled energy, accept, follow", "A 4e1c; B 4e; asks chance");
}

#[test]
fn r12_3_relentless_rerolls_an_unusable_die_once() {
    let relentless = "A 0; options relentless";
    turn("revised", relentless, "rolled diplomacy", "happened RogueRelentless; discarded 0; bay");
    turn("revised", relentless, "rolled diplomacy, rolled energy", "B 4e; bay energy; discarded 0");
    turn("revised", relentless, "rolled diplomacy, rolled economy", "discarded 1; asks chance");
    let all = format!("{}, rolled move move move move", idle(10));
    turn("revised", relentless, &all, "asks A turn");
}

#[test]
fn r12_3_relentless_leaves_usable_dice_alone() {
    turn("revised", "A 0; options relentless", "rolled energy", "B 4e; bay energy");
}

#[test]
fn r12_3_the_player_may_force_before_and_after_relentless() {
    let relentless = "A 2e2c; options relentless";
    turn(
        "revised",
        relentless,
        "rolled diplomacy, accept",
        "happened RogueRelentless; discarded 0; A 2e2c",
    );
    turn(
        "revised",
        relentless,
        "rolled diplomacy, accept, rolled diplomacy",
        "asks A forcereroll; discarded 0",
    );
    turn(
        "revised",
        relentless,
        "rolled diplomacy, force, rolled diplomacy, accept",
        "happened RogueRelentless; discarded 0; A 1e1c",
    );
}

#[test]
fn r12_3_relentless_works_once_per_die_however_often_the_player_forces() {
    turn(
        "revised",
        "A 2e2c; options relentless",
        "rolled diplomacy, accept, rolled diplomacy, force, rolled diplomacy, accept",
        "happened RogueDiscarded; discarded 1; A 1e1c",
    );
    turn(
        "revised",
        "A 1e1c; options relentless",
        "rolled diplomacy, accept, rolled diplomacy, force, rolled diplomacy, rolled diplomacy",
        "happened RogueRelentless; discarded 1; A 0",
    );
}

// R12.4

#[test]
fn r12_4_move_sends_a_ship_to_the_leftmost_planet_it_does_not_orbit() {
    both(
        "A 0 ships orbit:1:0 surface:2; B ships orbit:3:2 home orbit:1:0 home",
        "rolled move",
        "B ships orbit:3:2 orbit:2:0 orbit:1:0 home; A ships orbit:1:0 surface:2",
    );
}

#[test]
fn r12_4_move_uses_no_ability() {
    both("A 0", "rolled move", "B ships orbit:1:0 home home home; B 0");
}

#[test]
fn r12_4_energy_counts_ships_at_home_and_around_energy_planets() {
    both("A 0; B ships orbit:1:0 orbit:2:0 orbit:3:0 home", "rolled energy", "B 3e");
    both("A 0", "rolled energy", "B 4e");
}

#[test]
fn r12_4_culture_counts_ships_at_home_and_around_culture_planets() {
    both("A 0; B ships orbit:1:0 orbit:2:0 orbit:3:0 home", "rolled culture", "B 2c");
    both("A 0", "rolled culture", "B 4c");
}

#[test]
fn r12_4_all_ships_on_tracks_of_the_type_advance() {
    let ships = "A 0; B ships orbit:1:0 orbit:2:1 orbit:3:2 orbit:4:3";
    both(ships, "rolled diplomacy", "B ships orbit:1:1 orbit:2:1 orbit:3:2 orbit:4:4");
    both(ships, "rolled economy", "B ships orbit:1:0 orbit:2:2 orbit:3:3 orbit:4:3");
}

#[test]
fn r12_4_the_rogue_uses_no_planet_abilities() {
    both(
        "A 1e; B 0 colonies gleam-zanier",
        "rolled colony",
        "happened RogueAttacked; A 0; B 0; asks chance",
    );
}

#[test]
fn r12_4_the_rogue_colonises_like_a_player() {
    both(
        "A 0 ships orbit:1:0 surface:1; B ships orbit:1:1 home home home",
        "rolled diplomacy, drew helios",
        "B colonies jakks; B points 2; B ships home home home home; A ships home home; \
         row helios nagato gort shouhua; bay diplomacy; asks chance",
    );
}

// R12.5

const UNUSED: &str = "bay; discarded 1; asks chance";

#[test]
fn r12_5_a_move_die_without_a_move_is_discarded() {
    both("A 7c; B ships orbit:1:0 orbit:2:0 orbit:3:0 orbit:4:0", "rolled move", UNUSED);
}

#[test]
fn r12_5_a_die_whose_gain_does_not_fit_is_discarded() {
    both("A 7c; B 6e", "rolled energy", UNUSED);
    both("A 7c; B 6c", "rolled culture", UNUSED);
}

#[test]
fn r12_5_a_die_without_a_yield_is_discarded() {
    check(
        "classic solo artemis; row jakks zalax helios lureena; A 7c; turn B; \
         B ships orbit:1:0 orbit:2:0 orbit:3:0 orbit:4:0",
        "rolled energy",
        UNUSED,
    );
}

#[test]
fn r12_5_an_advance_die_without_a_ship_on_such_a_track_is_discarded() {
    both("A 7c; B ships orbit:2:1 home home home", "rolled diplomacy", UNUSED);
    both("A 7c; B ships orbit:1:1 home home home", "rolled economy", UNUSED);
}

#[test]
fn r12_5_an_attack_that_takes_nothing_is_discarded() {
    both("A 7c; B level 1", "rolled colony", UNUSED);
}

#[test]
fn r12_5_a_partial_effect_is_usable() {
    both("A 0; B 5e", "rolled energy", "B 6e; bay energy; discarded 0");
}

#[test]
fn r12_5_an_unusable_die_is_not_followed() {
    both("A 7c; B 6e", "rolled energy", "asks chance; A 7c");
    both("A 7c; B 2e", "rolled energy", "asks A follow");
}

#[test]
fn r12_5_relentless_is_for_revised_solo_games() {
    let solo = format!("solo artemis; {ROW}; options relentless");
    assert_eq!(problems(&format!("classic {solo}")), ["R12.5"]);
    assert_eq!(problems(&format!("revised {solo}")), [""; 0]);
    assert_eq!(problems(&format!("revised 2; {ROW}; options relentless")), ["R12.5"]);
}

// R12.6

#[test]
fn r12_6_each_used_die_can_be_followed_for_1_culture() {
    both("A 2c", "rolled energy, follow", "A 2e1c; B 4e; asks chance");
    both("A 2c", "rolled energy, pass", "A 2c; B 4e; asks chance");
    both("A 2c", "rolled move, follow, ship 1, to orbit 1", "A 1c; A ships orbit:1:0 home");
    both(
        "A 1c ships orbit:2:1 home; B ships orbit:3:0 home home home",
        "rolled economy, follow, advance 1",
        "A 0; A ships orbit:2:2 home; B ships orbit:3:1 home home home",
    );
}

#[test]
fn r12_6_the_attack_is_followed_as_a_colony_die() {
    both("A 1e3c", "rolled colony, accept, follow, upgrade 2c", "A 0; A level 2; B 0");
}

#[test]
fn r12_6_a_follow_needs_culture_and_an_effect() {
    both("A 2e", "rolled energy", "asks chance");
    both("A 1c; B ships orbit:2:0 home home home", "rolled economy", "asks chance; A 1c");
}

#[test]
fn r12_6_abilities_for_the_own_turn_are_barred() {
    both(
        "A 1e4c colonies gyore",
        "rolled colony, accept, follow",
        "legal upgrade 2c; cannot planet gyore (R9.2)",
    );
}
