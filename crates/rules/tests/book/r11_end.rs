//! R11 End and scoring: the trigger of the end, the last turns and the winners.

use crate::check::check;

#[path = "r11_missions.rs"]
mod missions;

/// A set-up in which A has 20 points from planets.
const A_HAS_20: &str = "classic 2; row jakks shouhua nagato lureena; \
    A 2e colonies gort nibiru sargus-36 vici-ks156";

/// Checks steps from a position in which A has 20 points.
#[track_caller]
fn from_20(rest: &str, steps: &str, expectation: &str) {
    check(&format!("{A_HAS_20} {rest}"), steps, expectation);
}

// R11.1 Triggering the end.

#[test]
fn r11_1_reaching_21_points_with_a_planet_triggers_the_end() {
    from_20(
        "ships orbit:1:1 home; B 0; dice diplomacy move",
        "activate diplomacy, advance 1, drew helios",
        "end; trigger A; A points 21; row helios shouhua nagato lureena",
    );
}

#[test]
fn r11_1_reaching_21_points_with_an_upgrade_triggers_the_end() {
    from_20("; B 0; dice colony", "activate colony, upgrade 2e", "end; trigger A; A points 21");
}

#[test]
fn r11_1_20_points_do_not_trigger_the_end() {
    from_20("; B 0; dice energy", "activate energy", "no end; trigger nobody; A points 20");
}

#[test]
fn r11_1_more_than_21_points_trigger_the_end() {
    check(
        "classic 2; row jakks shouhua nagato lureena; B 0; \
         A ships orbit:3:3 home colonies gort nibiru sargus-36 vici-ks156; dice economy",
        "activate economy, advance 1, drew helios",
        "end; trigger A; A points 23",
    );
}

/// The advance itself reports the trigger, with the points of the new planet included.
#[test]
fn r11_1_the_end_trigger_states_the_actual_points() {
    let setup = "classic 2; row jakks shouhua nagato lureena; B 0; \
         A ships orbit:3:3 home colonies gort nibiru sargus-36 vici-ks156; dice economy";
    check(
        setup,
        "activate economy, advance 1",
        "happened EndTriggered { seat: Some(Seat(0)), points: 23 }; happened points: 23",
    );
}

#[test]
fn r11_1_a_follower_triggers_the_end_with_a_planet() {
    from_20(
        "; A 1c ships orbit:1:1 home; B 0; turn B dice diplomacy",
        "activate diplomacy, follow, advance 1, drew helios",
        "end; trigger A; A points 21; asks B",
    );
}

#[test]
fn r11_1_a_follower_triggers_the_end_with_an_upgrade() {
    from_20(
        "; A 3c; B 0; turn B dice colony",
        "activate colony, follow, upgrade 2c",
        "end; trigger A; A points 21; asks B",
    );
}

#[test]
fn r11_1_an_ability_that_advances_triggers_the_end() {
    from_20(
        "ships orbit:1:1 home; B 0; dice move",
        "activate move, ship 2, to surface 2, use, advance 1",
        "end; trigger A; A points 21",
    );
}

#[test]
fn r11_1_an_ability_that_upgrades_triggers_the_end() {
    from_20(
        "; A 1e1c; B 0; dice move",
        "activate move, ship 1, to surface 4, use, upgrade 1e1c",
        "end; trigger A; A points 21; A level 2",
    );
}

#[test]
fn r11_1_an_upgrade_with_mared_triggers_the_end() {
    check(
        "classic 2; row jakks shouhua nagato mared; B 0 level 2; \
         A 1e colonies gort nibiru sargus-36 vici-ks156; dice move",
        "activate move, ship 1, to surface 4, use, upgrade 1e",
        "end; trigger A; A points 21; A level 2",
    );
}

#[test]
fn r11_1_a_move_to_the_end_of_another_track_triggers_the_end() {
    from_20(
        "ships orbit:3:2 home; B 0; dice colony",
        "activate colony, planet gort, ship 1, to orbit 1",
        "end; trigger A; A points 21",
    );
}

#[test]
fn r11_1_an_advance_given_by_another_player_triggers_the_end() {
    from_20(
        "ships orbit:1:1 home; B ships home home colonies terra-bettia; turn B dice colony",
        "activate colony, planet terra-bettia, advance 1",
        "end; trigger A; A points 21",
    );
}

#[test]
fn r11_1_the_second_seat_to_reach_21_triggers_nothing() {
    check(
        "classic 2; row jakks helios nagato zalax; end A; A colonies gort nibiru piedes; \
         B 2e colonies shouhua aughmoore sargus-36 vici-ks156; turn B dice colony",
        "activate colony, upgrade 2e",
        "end; trigger A; B points 21",
    );
}

// R11.1 Finishing the turn and the round.

#[test]
fn r11_1_the_turn_continues_after_the_end_is_triggered() {
    from_20(
        "; B 1c; dice colony energy move",
        "activate colony, upgrade 2e, activate energy",
        "end; asks B follow; A 2e; dice move",
    );
    from_20(
        "; B 0; dice colony energy move",
        "activate colony, upgrade 2e, activate energy",
        "end; asks A turn; can activate move, reroll, end",
    );
}

#[test]
fn r11_1_the_last_seat_ends_the_game_with_its_own_turn() {
    check(
        "classic 2; row jakks helios nagato zalax; A 0; turn B dice colony move; \
         B 2e colonies gort nibiru sargus-36 vici-ks156",
        "activate colony, upgrade 2e",
        "end; trigger B; asks B turn",
    );
    check(
        "classic 2; row jakks helios nagato zalax; A 0; turn B dice colony move; \
         B 2e colonies gort nibiru sargus-36 vici-ks156",
        "activate colony, upgrade 2e, end",
        "over; winners B; decided by points; asks nobody; cannot end (R11.1)",
    );
}

/// Returns a set-up for three seats.
///
/// The active seat has 20 points, 2 energy and a colony die.
fn three_seats_setup(start: &str, active: &str) -> String {
    let others = ["A", "B", "C"].into_iter().filter(|seat| *seat != active);
    let others: String = others.map(|seat| format!("{seat} 0; ")).collect();
    format!(
        "classic 3; row jakks helios nagato zalax lureena; start {start}; {others} turn {active} \
         dice colony; {active} 2e colonies gort nibiru sargus-36 vici-ks156"
    )
}

const TRIGGER: &str = "activate colony, upgrade 2e, end";
const NEXT_ROLL: &str = "rolled move move move move";
const FIVE_MOVES: &str = "move move move move move";

#[test]
fn r11_1_the_first_seat_triggers_and_all_others_play_once_more() {
    check(&three_seats_setup("A", "A"), &format!("{TRIGGER}, {NEXT_ROLL}"), "asks B turn");
    check(
        &three_seats_setup("A", "A"),
        &format!("{TRIGGER}, {NEXT_ROLL}, end, {NEXT_ROLL}"),
        "asks C turn",
    );
    check(
        &three_seats_setup("A", "A"),
        &format!("{TRIGGER}, {NEXT_ROLL}, end, {NEXT_ROLL}, end"),
        "over; winners A",
    );
}

#[test]
fn r11_1_the_middle_seat_triggers_and_only_the_last_plays_on() {
    check(&three_seats_setup("A", "B"), &format!("{TRIGGER}, {NEXT_ROLL}"), "asks C turn");
    check(&three_seats_setup("A", "B"), &format!("{TRIGGER}, {NEXT_ROLL}, end"), "over; winners B");
}

#[test]
fn r11_1_the_last_seat_triggers_and_nobody_plays_on() {
    check(&three_seats_setup("A", "C"), TRIGGER, "over; winners C");
}

#[test]
fn r11_1_the_round_ends_before_the_starting_player_at_any_seat() {
    check(&three_seats_setup("B", "A"), TRIGGER, "over; winners A");
    check(
        &three_seats_setup("B", "B"),
        &format!("{TRIGGER}, {NEXT_ROLL}, end, {NEXT_ROLL}"),
        "asks A turn",
    );
    check(
        &three_seats_setup("B", "B"),
        &format!("{TRIGGER}, {NEXT_ROLL}, end, {NEXT_ROLL}, end"),
        "over; winners B",
    );
    check(&three_seats_setup("B", "C"), &format!("{TRIGGER}, {NEXT_ROLL}"), "asks A turn");
    check(&three_seats_setup("B", "C"), &format!("{TRIGGER}, {NEXT_ROLL}, end"), "over; winners C");
    check(&three_seats_setup("C", "B"), TRIGGER, "over; winners B");
}

#[test]
fn r11_1_a_follower_triggers_and_the_round_is_still_counted_from_the_start() {
    let setup = |start: &str| {
        format!(
            "classic 3; row jakks helios nagato zalax lureena; start {start}; A 2e; B 0; \
             C 3c colonies gort nibiru sargus-36 vici-ks156; turn A dice colony"
        )
    };
    let follows = "activate colony, upgrade 2e, follow, upgrade 2c, end";
    check(&setup("A"), &format!("{follows}, {NEXT_ROLL}, end"), "end; trigger C; asks chance");
    check(
        &setup("A"),
        &format!("{follows}, {NEXT_ROLL}, end, rolled {FIVE_MOVES}, end"),
        "over; winners C",
    );
    check(&setup("B"), follows, "over; winners C; trigger C");
}

#[test]
fn r11_1_without_21_points_a_new_round_begins() {
    check(
        "classic 2; row jakks helios nagato zalax; turn B dice move",
        "end, rolled move move move move",
        "no end; asks A turn",
    );
}

#[test]
fn r11_1_21_points_trigger_the_end_in_editions_without_missions() {
    check(
        "blast-off 2; row asterel brontide cindra dewlight; A 0; turn B dice colony; \
         B 2e colonies yonder zephyrine xanthe emberon",
        "activate colony, upgrade 2e",
        "end; trigger B; B points 21",
    );
    check(
        "prototype 2; row planet-001 planet-002 planet-003 planet-004; A 0; turn B dice colony; \
         B 2e colonies planet-020 planet-021 planet-018 planet-005",
        "activate colony, upgrade 2e, end",
        "over; winners B; decided by points; B points 21",
    );
}

// R8.5 Row and deck run out.

/// Returns a set-up in which Jakks is the last planet and the deck is empty.
fn last_planet(rest: &str) -> String {
    let placed = |id: &str| id == "jakks" || rest.contains(id);
    let gone = orrery_rules::deck::classic().planets.iter().map(|card| card.id.as_str());
    let gone: Vec<&str> = gone.filter(|id| !placed(id)).collect();
    format!("classic 2; row jakks - - -; gone {}; {rest}", gone.join(" "))
}

const TAKE_THE_LAST: &str = "activate diplomacy, advance 1";

#[test]
fn r8_5_the_last_planet_triggers_the_end_without_a_seat() {
    check(
        &last_planet("A 0 ships orbit:1:1 home; B 0; dice diplomacy move"),
        TAKE_THE_LAST,
        "end; trigger nobody; row - - - -; deck 0; A points 1; asks A turn",
    );
    check(
        &last_planet("A 0 ships orbit:1:1 home; B 0; dice diplomacy move"),
        &format!("{TAKE_THE_LAST}, end, {NEXT_ROLL}, end"),
        "over; winners A; decided by points",
    );
}

#[test]
fn r8_5_no_seat_becomes_the_trigger_later() {
    let rest = "A 2e ships orbit:1:1 home colonies gort nibiru sargus-36 mission elder; \
                B 0 mission trader; dice diplomacy colony";
    check(
        &last_planet(rest),
        &format!("{TAKE_THE_LAST}, activate colony, upgrade 2e"),
        "end; trigger nobody; A points 21",
    );
    check(
        &last_planet(rest),
        &format!("{TAKE_THE_LAST}, activate colony, upgrade 2e, end, {NEXT_ROLL}, end"),
        "over; mission A elder 0; winners A",
    );
}

#[test]
fn r8_5_a_seat_that_reaches_21_with_the_last_planet_triggers_the_end() {
    check(
        &last_planet(
            "A 0 ships orbit:1:1 home colonies gort nibiru sargus-36 vici-ks156; B 0; \
             dice diplomacy",
        ),
        TAKE_THE_LAST,
        "end; trigger A; A points 21",
    );
}

// R11.3 Ties.

/// Checks the result after A has triggered the end with 21 points and B ends the last turn.
#[track_caller]
fn ends(a: &str, b: &str, expectation: &str) {
    let row = "classic 2; row jakks helios nagato zalax; end A; turn B dice";
    check(&format!("{row}; A {a}; B {b}"), "end", expectation);
}

#[test]
fn r11_3_the_most_points_win() {
    ends(
        "0 colonies gort nibiru piedes",
        "7e7c level 6 ships home home home home colonies jac-110912 lureena mared vizcarra leandra",
        "A points 21; B points 19; winners A; decided by points",
    );
}

#[test]
fn r11_3_the_mission_counts_before_ties() {
    ends(
        "0 colonies gort nibiru piedes mission hoarder",
        "1c colonies shouhua aughmoore sargus-36 mission seeker",
        "A points 21; B points 19; mission A hoarder 0; mission B seeker 3; \
         winners B; decided by points",
    );
}

#[test]
fn r11_3_the_first_tie_break_is_more_planets() {
    ends(
        "7e7c level 1 colonies gort nibiru piedes",
        "0 colonies shouhua aughmoore sargus-36 lureena",
        "A points 21; B points 21; winners B; decided by colonies",
    );
}

#[test]
fn r11_3_the_second_tie_break_is_the_higher_level() {
    ends(
        "7e7c colonies gort nibiru piedes",
        "0 level 3 ships home home home colonies shouhua aughmoore sargus-36",
        "A points 21; B points 21; winners B; decided by level",
    );
}

#[test]
fn r11_3_the_third_tie_break_is_more_energy_and_culture_together() {
    ends(
        "3e colonies gort nibiru piedes",
        "2e2c colonies shouhua aughmoore k-widow",
        "winners B; decided by resources",
    );
}

#[test]
fn r11_3_after_a_full_tie_the_victory_is_shared() {
    ends(
        "3e1c colonies gort nibiru piedes",
        "1e3c colonies shouhua aughmoore k-widow",
        "winners A B; decided by shared",
    );
}

#[test]
fn r11_3_among_three_the_tied_ones_share_and_the_third_does_not() {
    check(
        "classic 3; row jakks helios nagato zalax lureena; end A; turn C dice; \
         A 1e colonies gort nibiru piedes; B 0 colonies shouhua aughmoore k-widow; \
         C 1c colonies gyore terra-bettia gleam-zanier mj-120210",
        "end",
        "A points 21; B points 21; C points 21; winners C; decided by colonies",
    );
    check(
        "classic 3; row jakks helios nagato zalax lureena; end A; turn C dice; \
         A 1e colonies gort nibiru piedes; B 0 colonies shouhua aughmoore k-widow; \
         C 1c colonies gyore terra-bettia gleam-zanier; C level 3 ships home home home",
        "end",
        "C points 21; winners C; decided by level",
    );
    check(
        "classic 3; row jakks helios nagato zalax lureena; end A; turn C dice; \
         A 1e colonies gort nibiru piedes; B 1c colonies shouhua aughmoore k-widow; \
         C 7e colonies gyore terra-bettia",
        "end",
        "winners A B; decided by shared",
    );
}
