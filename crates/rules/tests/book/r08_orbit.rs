//! R8 Orbit and colonisation.

use crate::check::{check, play, problems};
use orrery_rules::deck;

/// Jakks: 1 point, MJ-120210: 2, both diplomacy; Nagato: 3, JAC-110912: 5, both economy.
const TWO: &str = "classic 2; row jakks mj-120210 nagato jac-110912";

/// Returns a set-up of the prototype with an empty deck. A has `colonies`; planets that are neither
/// in `row` nor in `colonies` have left the game.
pub(crate) fn last_planets(row: &str, colonies: &str) -> String {
    let cards = &deck::edition("prototype").expect("the prototype").planets;
    let known = |id: &&str| row.split(' ').chain(colonies.split(' ')).any(|other| other == *id);
    let gone: Vec<&str> = cards.iter().map(|card| &*card.id).filter(|id| !known(id)).collect();
    format!("prototype 2; row {row}; gone {}; A colonies {colonies}", gone.join(" "))
}

#[test]
fn r8_1_entering_orbit_puts_the_ship_on_start() {
    check(
        &format!("{TWO}; A ships orbit:4:3 home; B 0; dice move"),
        "activate move, ship 1, to orbit 3",
        "A ships orbit:3:0 home",
    );
}

/// For each point value, advances a ship along the track of one planet with this value. A track of L
/// spaces takes L + 1 advances.
#[test]
fn r8_1_the_length_of_a_track_depends_on_the_points() {
    let tracks =
        [("jakks", 1, 1), ("helios", 2, 2), ("jorg", 3, 3), ("maia", 5, 4), ("nibiru", 7, 5)];
    for (planet, points, length) in tracks {
        let table = format!(
            "classic 2; row vici-ks156 mared nagato {planet}; B 0; \
                             A level 6 ships orbit:4:0 home home home"
        );
        let advances = |count: usize| vec!["activate diplomacy, advance 1"; count].join(", ");
        let setup = format!("{table}; dice{}", " diplomacy".repeat(length + 1));
        check(&setup, &advances(length), &format!("A ships orbit:4:{length}; A points 8"));
        let end = format!("A colonies {planet}; A points {}; A ships home", 8 + points);
        check(&setup, &advances(length + 1), &end);
        let past = setup.replace("orbit:4:0", &format!("orbit:4:{}", length + 1));
        assert_eq!(problems(&past), ["R8.1"], "a ship may stand on the end space");
    }
}

#[test]
fn r8_1_all_editions_have_tracks_of_the_same_lengths() {
    for edition in ["prototype", "classic", "revised", "blast-off"] {
        for card in &deck::edition(edition).expect("an edition").planets {
            let lengths = [(1, 1), (2, 2), (3, 3), (5, 4), (7, 5)];
            assert!(lengths.contains(&(card.points, card.length)), "{edition} {}", card.id);
        }
    }
}

#[test]
fn r8_2_all_ships_on_the_card_go_home() {
    check(
        "classic 3; row jakks mj-120210 nagato jac-110912 gort; A ships orbit:2:2 surface:2; \
         B 0 ships orbit:2:1 surface:1; C 0 ships surface:2 orbit:1:1; dice diplomacy",
        "activate diplomacy, advance 1, drew helios",
        "A ships home home; B ships home surface:1; C ships home orbit:1:1",
    );
}

#[test]
fn r8_2_the_card_goes_to_the_coloniser_and_its_points_count() {
    check(
        &format!("{TWO}; A level 2 ships orbit:2:2 home colonies gort; B 0; dice diplomacy"),
        "activate diplomacy, advance 1",
        "A colonies mj-120210 gort; A points 10; B points 0; asks chance",
    );
}

#[test]
fn r8_2_a_follower_keeps_the_planet_it_colonises() {
    check(
        &format!("{TWO}; A ships orbit:2:0 home; B 1c ships orbit:1:1 home; dice diplomacy"),
        "activate diplomacy, advance 1, follow, advance 1, drew gort",
        "B colonies jakks; B points 1; A colonies; A points 0; row gort mj-120210 nagato jac-110912",
    );
}

#[test]
fn r8_2_a_new_card_fills_the_same_gap() {
    let setup = format!("{TWO}; A ships orbit:2:2 home; B 0; dice diplomacy");
    let steps = "activate diplomacy, advance 1";
    check(&setup, steps, "row jakks - nagato jac-110912; deck 36; asks chance");
    check(&setup, &format!("{steps}, drew gort"), "row jakks gort nagato jac-110912; deck 35");
    check(&setup, steps, "cannot drew jakks (R8.2); cannot drew mj-120210 (R8.2)");
    check(&setup, steps, "cannot end (R2.2)");
}

#[test]
fn r8_2_the_gap_is_filled_before_anything_else_happens() {
    let setup = "classic 2; row jakks mj-120210 nagato helios; A ships orbit:2:0 home \
                 colonies terra-bettia; B 0 ships orbit:1:1 home; dice colony";
    let steps = "activate colony, planet terra-bettia, advance 1";
    check(setup, steps, "B colonies jakks; asks chance; row - mj-120210 nagato helios");
    check(
        setup,
        &format!("{steps}, drew gort"),
        "asks A advance; row gort mj-120210 nagato helios",
    );
}

#[test]
fn r8_2_the_coloniser_can_use_its_ability_afterwards() {
    let setup = format!("{TWO}; A 0 ships orbit:2:2 home; B 0; dice diplomacy colony");
    check(&setup, "activate colony", "happened NothingHappened");
    check(
        &setup,
        "activate diplomacy, advance 1, drew gort, activate colony, planet mj-120210",
        "A 2e",
    );
}

#[test]
fn r8_2_colonising_uses_no_ability_by_itself() {
    check(
        &format!("{TWO}; A 0 ships orbit:2:2 home; B 0; dice diplomacy"),
        "activate diplomacy, advance 1, drew gort",
        "A 0; asks A turn",
    );
}

#[test]
fn r8_2_with_an_empty_deck_the_row_keeps_a_hole() {
    let table = last_planets("planet-005 planet-009 planet-014 planet-018", "");
    check(
        &format!("{table}; A ships orbit:2:2 home; B 0; dice diplomacy move"),
        "activate diplomacy, advance 1",
        "row planet-005 - planet-014 planet-018; deck 0; no end; asks A turn",
    );
    assert!(problems(&format!("{TWO}; dice").replace("nagato", "-")).contains(&"R8.2"));
}

#[test]
fn r8_2_the_new_total_of_points_is_announced() {
    check(
        "classic 2; row jakks shouhua nagato lureena; B 0; \
         A ships orbit:3:3 home colonies gort; dice economy",
        "activate economy, advance 1",
        "A points 10; happened Colonised { seat: Seat(0), planet: Planet(18), points: 10 }",
    );
}

#[test]
fn r8_3_a_regress_by_two_from_space_one_goes_to_start() {
    for (space, left) in [(1, 0), (2, 0), (3, 1)] {
        check(
            &format!("{TWO}; A 2c colonies jorg; B ships orbit:4:{space} home; dice colony"),
            "activate colony, planet jorg, regress B1",
            &format!("A 0; B ships orbit:4:{left} home"),
        );
    }
}

#[test]
fn r8_3_a_ship_on_start_is_no_target() {
    let setup = format!("{TWO}; A 2c colonies jorg; B ships orbit:4:0 orbit:3:1; dice colony");
    check(&setup, "activate colony, planet jorg", "legal regress B2; cannot regress B1 (R8.3)");
    check(
        &setup.replace("orbit:3:1", "surface:3"),
        "activate colony",
        "legal upgrade 2c; cannot planet jorg (R9.1)",
    );
}

#[test]
fn r8_4_an_advance_by_two_moves_one_ship() {
    let setup = format!(
        "{TWO}; A 2c level 2 colonies padraigin-3110 ships orbit:1:0 orbit:2:0; B 0; dice colony"
    );
    check(
        &setup,
        "activate colony, planet padraigin-3110, advance 2",
        "A ships orbit:1:0 orbit:2:2; asks A turn",
    );
}

#[test]
fn r8_4_steps_beyond_colonisation_are_lost() {
    let setup =
        format!("{TWO}; A 2c colonies padraigin-3110 ships orbit:1:1 orbit:2:0; B 0; dice colony");
    check(
        &setup,
        "activate colony, planet padraigin-3110, advance 1, drew helios",
        "A colonies jakks padraigin-3110; A ships home orbit:2:0; asks A turn",
    );
    check(
        &setup.replace("orbit:1:1", "orbit:1:0"),
        "activate colony, planet padraigin-3110, advance 1, drew helios",
        "A colonies jakks padraigin-3110; A ships home orbit:2:0; asks A turn",
    );
}

/// Returns a set-up in which A's ship is one space before the end of the last planet's track.
fn last_planet() -> String {
    format!("{}; A ships orbit:3:1 home; B 0", last_planets("- - planet-005 -", ""))
}

#[test]
fn r8_5_row_and_deck_both_empty_trigger_the_end() {
    let setup = format!("{}; dice diplomacy move", last_planet());
    check(&setup, "activate diplomacy, advance 1", "row - - - -; end; trigger nobody; asks A turn");
    check(&setup, "activate diplomacy, advance 1, end", "asks chance");
    let round = "activate diplomacy, advance 1, end, rolled move move move move, end";
    check(&setup, round, "over; winners A; decided by points");
    assert!(problems(&format!("{}; dice", last_planets("- - - -", ""))).contains(&"R8.5"));
}

#[test]
fn r8_5_one_planet_left_is_not_the_end() {
    let table = last_planets("planet-005 planet-009 - -", "");
    let setup = format!("{table}; A ships orbit:1:1 home; B 0; dice diplomacy");
    check(&setup, "activate diplomacy, advance 1", "row - planet-009 - -; no end");
}

#[test]
fn r8_5_no_seat_triggers_the_end_even_if_21_is_reached_later() {
    let table = last_planets("- - planet-005 -", "planet-022 planet-023 planet-015");
    let setup = format!("{table}; A 2e ships orbit:3:1 home; B 0; dice diplomacy colony");
    let steps = "activate diplomacy, advance 1, activate colony, upgrade 2e";
    check(&setup, steps, "A points 21; end; trigger nobody");
}

/// Returns a solo set-up in which only one planet is left.
///
/// A ship of the Rogue is one space before the end of its track.
fn last_planet_solo() -> String {
    let cards = &deck::edition("classic").expect("classic").planets;
    let others = cards.iter().map(|card| card.id.as_str()).filter(|id| *id != "jakks");
    let others = others.collect::<Vec<_>>().join(" ");
    format!(
        "classic solo artemis; row jakks - - -; gone {others}; A 0; B 0; B ships orbit:1:1 \
             home home home"
    )
}

#[test]
fn r8_5_solo_ends_after_the_rogues_turn() {
    let setup = format!("{}; A ships orbit:1:1 home; dice diplomacy", last_planet_solo());
    let steps = "activate diplomacy, advance 1";
    check(&setup, steps, "end; asks A turn");
    check(&setup, &format!("{steps}, end"), "asks chance");
    let rogue = ["rolled diplomacy"; 5].join(", ");
    check(&setup, &format!("{steps}, end, {rogue}"), "over; trigger nobody");
}

#[test]
fn r8_5_solo_without_planets_is_decided_by_points_and_tie_breakers() {
    let setup = format!("{}; turn B", last_planet_solo());
    let rogue = ["rolled diplomacy"; 5].join(", ");
    check(&setup, &rogue, "over; winners B; decided by points");
    let (state, _) = play(&setup, &rogue);
    let scores = state.outcome().map(|result| result.scores().to_vec()).expect("scores");
    assert_eq!((scores[0].points, scores[1].points), (0, 2));
    let tied = format!(
        "{}; A ships orbit:1:1 home; dice diplomacy",
        last_planet_solo().replace("B ships orbit:1:1", "B ships home")
    );
    let steps = format!("activate diplomacy, advance 1, end, {rogue}");
    check(&tied, &steps, "over; A points 1; B points 1; winners A; decided by colonies");
}
