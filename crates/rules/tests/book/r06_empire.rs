//! R6 Empire.

use crate::check::{check, problems};

const ROWS: [&str; 4] = [
    "prototype 2; row planet-005 planet-009 planet-014 planet-018",
    "classic 2; row jakks mj-120210 nagato jac-110912",
    "revised 2; row jakks mj-120210 nagato jac-110912",
    "blast-off 2; row asterel brontide cindra dewlight",
];
const CLASSIC: &str = ROWS[1];

/// The number, the ships in play and the points of each level.
const LEVELS: [(u8, usize, u8); 6] =
    [(1, 2, 0), (2, 2, 1), (3, 3, 2), (4, 3, 3), (5, 4, 5), (6, 4, 8)];

fn ships(count: usize) -> String {
    [vec!["home"; count], vec!["reserve"; 4 - count]].concat().join(" ")
}

/// Returns the set-up text of A at this level, with all its ships at home.
fn a_at_level(level: u8) -> String {
    let (_, count, _) = LEVELS[level as usize - 1];
    format!("A level {level} ships {}", ships(count))
}

#[test]
fn r6_1_level_n_plus_1_costs_n_plus_1_of_one_resource() {
    for table in ROWS {
        for cost in 2..=6 {
            let setup = format!("{table}; {}; A 7e7c; dice colony", a_at_level(cost - 1));
            check(&setup, "activate colony", &format!("legal upgrade {cost}c, upgrade {cost}e"));
        }
    }
}

#[test]
fn r6_1_exactly_the_cost_is_paid() {
    for (pay, left) in [("5e", "2e7c"), ("5c", "7e2c")] {
        check(
            &format!("{CLASSIC}; {}; A 7e7c; B 0; dice colony", a_at_level(4)),
            &format!("activate colony, upgrade {pay}"),
            &format!("A {left}; A level 5"),
        );
    }
}

#[test]
fn r6_1_an_upgrade_is_paid_with_one_resource() {
    let setup = format!("{CLASSIC}; {}; A 7e2c; dice colony", a_at_level(2));
    check(
        &setup,
        "activate colony",
        "legal upgrade 3e; cannot upgrade 1e2c (R6.1); cannot upgrade 3c (R6.1)",
    );
    check(&setup, "activate colony", "cannot upgrade 2e (R6.1); cannot upgrade 4e (R6.1)");
    let split = format!("{CLASSIC}; {}; A 2e2c; B 0; dice colony", a_at_level(2));
    check(&split, "activate colony", "A level 2; A 2e2c; happened NothingHappened");
}

#[test]
fn r6_1_an_upgrade_raises_the_level_by_one() {
    check(
        &format!("{CLASSIC}; A 7e; B 0; dice colony colony"),
        "activate colony, upgrade 2e",
        "A level 2; asks A turn; A 5e",
    );
    check(&format!("{CLASSIC}; A 7e; B 0; dice colony"), "activate colony", "legal upgrade 2e");
}

#[test]
fn r6_1_no_upgrade_past_the_top() {
    for table in ROWS {
        let setup = format!("{table}; {}; A 7e7c; B 0; dice colony", a_at_level(6));
        check(&setup, "activate colony", "A level 6; A 7e7c; happened NothingHappened");
        assert_eq!(problems(&format!("{table}; A level 7; dice")), ["R6.1"]);
    }
    let setup =
        format!("{CLASSIC}; {}; A 7e6c colonies birkomius hoefker; dice colony", a_at_level(6));
    check(
        &setup,
        "activate colony",
        "legal planet birkomius, planet hoefker; cannot upgrade 7e (R6.1)",
    );
}

#[test]
fn r6_2_each_level_is_worth_its_points() {
    for table in ROWS {
        for (level, _, points) in LEVELS {
            let setup = format!("{table}; {}; dice", a_at_level(level));
            check(&setup, "", &format!("A points {points}; A level {level}"));
        }
    }
}

#[test]
fn r6_2_points_count_at_once() {
    for (level, _, points) in &LEVELS[1..] {
        check(
            &format!("{CLASSIC}; {}; A 7e; B 0; dice colony", a_at_level(level - 1)),
            &format!("activate colony, upgrade {level}e"),
            &format!("A level {level}; A points {points}"),
        );
    }
}

#[test]
fn r6_2_the_new_total_of_points_is_announced() {
    check(
        &format!("{CLASSIC}; {}; A 5e colonies gort; B 0; dice colony", a_at_level(4)),
        "activate colony, upgrade 5e",
        "A points 12; happened EmpireUpgraded { seat: Seat(0), level: 5, points: 12 }",
    );
}

#[test]
fn r6_2_the_end_is_triggered_at_once() {
    let colonies = "colonies gort piedes vici-ks156 drewkaiden";
    check(
        &format!("{CLASSIC}; {}; A 5e {colonies}; B 0; dice colony", a_at_level(4)),
        "activate colony, upgrade 5e",
        "A points 21; end; trigger A; asks A turn",
    );
}

#[test]
fn r6_2_a_gained_ship_comes_from_reserve_to_home_at_once() {
    for table in ROWS {
        for pair in LEVELS.windows(2) {
            let [(from, before, _), (to, after, _)] = pair else { continue };
            check(
                &format!("{table}; {}; A 7c; B 0; dice colony", a_at_level(*from)),
                &format!("activate colony, upgrade {to}c"),
                &format!("A ships {}", ships(*after)),
            );
            assert!(after - before <= 1);
        }
        assert_eq!(problems(&format!("{table}; A level 3 ships home home; dice")), ["R6.2"]);
    }
}
