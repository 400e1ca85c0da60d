//! Two tests for every planet of the prototype.
//!
//! In one test, its ability is possible; in the other, it is not.

use crate::check::check;

/// A set-up with two long and two short tracks.
///
/// The tracks are diplomacy (5 spaces before the end space), economy (5), diplomacy (1) and economy
/// (1).
const TABLE: &str = "prototype 2; row planet-020 planet-024 planet-005 planet-003; B 0; \
    dice move energy culture colony";

/// Checks steps after A, who has this colony, activates a colony die.
#[track_caller]
fn colony(planet: &str, a: &str, steps: &str, expectation: &str) {
    let setup = format!("{TABLE}; A {a}; A colonies {planet}");
    check(&setup, &format!("activate colony, {steps}"), expectation);
}

/// Checks steps after A uses this colony.
#[track_caller]
fn uses(planet: &str, a: &str, steps: &str, expectation: &str) {
    colony(planet, a, &format!("planet {planet}, {steps}"), expectation);
}

/// Checks steps after A's first ship lands on a planet of the row.
#[track_caller]
fn land(slot: u8, a: &str, steps: &str, expectation: &str) {
    let steps = format!("activate move, ship 1, to surface {slot}, {steps}");
    check(&format!("{TABLE}; A {a}"), &steps, expectation);
}

/// Checks that A cannot use this colony. The set-up must allow A to upgrade, so that the colony die
/// asks for a choice.
#[track_caller]
fn refused(planet: &str, a: &str) {
    colony(planet, a, "", &format!("asks A colony; cannot planet {planet} (R9.1)"));
}

/// Checks that B, who follows A's colony die, cannot use this colony.
///
/// The colony works only on B's own turn.
#[track_caller]
fn not_for_followers(planet: &str, b: &str) {
    check(
        &format!("{TABLE}; A 2e; B 3c colonies {planet} {b}"),
        "activate colony, upgrade 2e, follow",
        &format!("asks B colony; legal upgrade 2c; cannot planet {planet} (R9.2)"),
    );
}

#[test]
fn planet_001_can() {
    uses("planet-001", "2e1c ships orbit:1:1 orbit:2:1", "", "legal advance 1");
    uses(
        "planet-001",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 1",
        "A 2e1c; A ships orbit:1:2 orbit:2:1; asks A turn",
    );
}

#[test]
fn planet_001_cannot() {
    refused("planet-001", "2e1c ships surface:1 orbit:2:1");
}

#[test]
fn planet_002_can() {
    uses("planet-002", "2e1c ships orbit:1:1 orbit:2:1", "", "legal advance 2");
    uses(
        "planet-002",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 2",
        "A 2e1c; A ships orbit:1:1 orbit:2:2; asks A turn",
    );
}

#[test]
fn planet_002_cannot() {
    refused("planet-002", "2e1c ships orbit:1:1 surface:2");
}

#[test]
fn planet_003_can() {
    land(4, "2e1c", "use", "A 3e1c; A ships surface:4 home; asks A turn");
}

#[test]
fn planet_003_cannot() {
    land(4, "7e1c", "", "A 7e1c; A ships surface:4 home; asks A turn; cannot use (R2.2)");
}

#[test]
fn planet_004_can() {
    uses("planet-004", "2e1c; B ships orbit:1:2 orbit:2:2", "", "legal regress B1");
    uses(
        "planet-004",
        "2e1c; B ships orbit:1:2 orbit:2:2",
        "regress B1",
        "A 2e1c; B ships orbit:1:1 orbit:2:2; asks A turn",
    );
}

#[test]
fn planet_004_cannot() {
    refused("planet-004", "2e1c ships orbit:1:2 home; B ships orbit:1:0 orbit:2:2");
}

#[test]
fn planet_005_can() {
    land(3, "2e1c", "use", "A 2e2c; A ships surface:3 home; asks A turn");
}

#[test]
fn planet_005_cannot() {
    land(3, "2e7c", "", "A 2e7c; A ships surface:3 home; asks A turn; cannot use (R2.2)");
}

#[test]
fn planet_006_can() {
    uses("planet-006", "2e1c; B ships orbit:1:2 orbit:2:2", "", "legal regress B2");
    uses(
        "planet-006",
        "2e1c; B ships orbit:1:2 orbit:2:2",
        "regress B2",
        "A 2e1c; B ships orbit:1:2 orbit:2:1; asks A turn",
    );
}

#[test]
fn planet_006_cannot() {
    refused("planet-006", "2e1c ships orbit:2:2 home; B ships orbit:1:2 orbit:2:0");
}

#[test]
fn planet_007_can() {
    uses("planet-007", "2e1c", "", "A 1e3c; asks A turn");
}

#[test]
fn planet_007_cannot() {
    refused("planet-007", "2c");
    refused("planet-007", "2e7c");
}

#[test]
fn planet_008_can() {
    uses("planet-008", "2e1c; B 2c", "steal B", "A 2e2c; B 1c; asks A turn");
    uses("planet-008", "7c; B 1c", "steal B", "A 7c; B 0");
}

#[test]
fn planet_008_cannot() {
    refused("planet-008", "2e1c; B 7e");
    let used = "asks A colony; cannot planet planet-008 (R9.3)";
    colony("planet-008", "2e1c used planet-008; B 2c", "", used);
}

#[test]
fn planet_009_can() {
    uses("planet-009", "2e1c", "", "A 4e1c; asks A turn");
}

#[test]
fn planet_009_cannot() {
    refused("planet-009", "7e1c");
}

#[test]
fn planet_010_can() {
    uses(
        "planet-010",
        "2e1c",
        "rolled move move colony",
        "A 2e1c; dice move move colony; bay colony; can reroll",
    );
}

#[test]
fn planet_010_cannot() {
    refused("planet-010", "2e1c; dice colony");
    not_for_followers("planet-010", "");
}

#[test]
fn planet_011_can() {
    uses(
        "planet-011",
        "2e1c ships orbit:2:1 orbit:1:1",
        "advance 1",
        "A 1c; A ships orbit:2:3 orbit:1:1; asks A turn",
    );
}

#[test]
fn planet_011_cannot() {
    refused("planet-011", "1e2c ships orbit:2:1 home");
    refused("planet-011", "2e1c ships orbit:1:1 surface:2");
}

#[test]
fn planet_012_can() {
    uses("planet-012", "3e5c", "", "legal turn 1, turn 2");
    uses("planet-012", "3e5c", "turn 2", "A 1e7c; asks A turn");
}

#[test]
fn planet_012_cannot() {
    refused("planet-012", "2c");
    refused("planet-012", "2e7c");
}

#[test]
fn planet_013_can() {
    uses(
        "planet-013",
        "2e2c ships orbit:1:1 orbit:2:1",
        "advance 1",
        "A 2e; A ships orbit:1:3 orbit:2:1; asks A turn",
    );
}

#[test]
fn planet_013_cannot() {
    refused("planet-013", "2e1c ships orbit:1:1 home");
    refused("planet-013", "2e2c ships surface:1 orbit:2:1");
}

#[test]
fn planet_014_can() {
    uses("planet-014", "3e2c", "", "legal turn 1, turn 2");
    uses("planet-014", "3e2c", "turn 1", "A 4e1c; asks A turn");
}

#[test]
fn planet_014_cannot() {
    refused("planet-014", "2e");
    refused("planet-014", "7e1c");
}

#[test]
fn planet_015_can() {
    uses(
        "planet-015",
        "2e1c ships orbit:1:1 orbit:2:1",
        "die move, die energy, die culture, advance 2",
        "A 2e1c; A ships orbit:1:1 orbit:2:3; dice; discarded 3; bay colony; asks A turn",
    );
}

#[test]
fn planet_015_cannot() {
    refused("planet-015", "2e1c ships orbit:1:1 orbit:2:1; dice move move colony");
    refused("planet-015", "2e1c ships surface:1 home");
    not_for_followers("planet-015", "ships orbit:1:1 home");
}

#[test]
fn planet_016_can() {
    uses(
        "planet-016",
        "2e1c",
        "die move, die culture",
        "A 4e3c; dice energy; discarded 2; bay colony; asks A turn",
    );
}

#[test]
fn planet_016_cannot() {
    refused("planet-016", "2e1c; dice move colony");
    refused("planet-016", "7e7c");
    not_for_followers("planet-016", "");
}

#[test]
fn planet_017_can() {
    uses(
        "planet-017",
        "2e3c; B ships orbit:1:2 home",
        "home B1",
        "A 2e1c; B ships home home; asks A turn",
    );
    uses("planet-017", "2e; B ships orbit:1:0 home", "home B1", "A 2e; B ships home home");
}

#[test]
fn planet_017_cannot() {
    refused("planet-017", "2e1c; B ships orbit:1:2 surface:2");
    refused("planet-017", "2e7c ships orbit:1:2 home");
}

#[test]
fn planet_018_can() {
    uses("planet-018", "2e1c", "", "A 2e3c; B 1c; asks A turn");
    uses("planet-018", "2e7c", "", "A 2e7c; B 1c");
}

#[test]
fn planet_018_cannot() {
    refused("planet-018", "2e7c; B 7c");
}

#[test]
fn planet_019_can() {
    uses(
        "planet-019",
        "2e1c",
        "die move, face economy",
        "A 2e1c; dice energy culture economy; bay colony; can convert, reroll",
    );
}

#[test]
fn planet_019_cannot() {
    refused("planet-019", "2e1c; dice colony");
    uses("planet-019", "2e1c", "die move", "cannot face move (R10.16)");
    not_for_followers("planet-019", "");
}

#[test]
fn planet_020_can() {
    land(
        1,
        "2e1c ships home orbit:2:1",
        "use, advance 2",
        "A 2e1c; A ships surface:1 orbit:2:2; asks A turn",
    );
}

#[test]
fn planet_020_cannot() {
    land(1, "2e1c", "", "A 2e1c; A ships surface:1 home; asks A turn; cannot use (R2.2)");
}

#[test]
fn planet_021_can() {
    uses("planet-021", "2e1c; B 7c", "", "A 2e1c; B 7c; asks A turn");
}

#[test]
fn planet_021_cannot() {
    refused("planet-021", "2e1c; effects no-follow");
    not_for_followers("planet-021", "");
}

#[test]
fn planet_022_can() {
    uses(
        "planet-022",
        "2e1c ships orbit:1:1 home; dice colony; bay energy",
        "repeat energy",
        "A 3e1c; bay energy colony; asks A turn",
    );
}

#[test]
fn planet_022_cannot() {
    refused("planet-022", "2e1c");
    refused("planet-022", "2e1c; dice colony; bay diplomacy");
}

#[test]
fn planet_023_can() {
    uses("planet-023", "2e1c level 3 ships home home surface:1", "", "A 2e3c; asks A turn");
}

#[test]
fn planet_023_cannot() {
    refused("planet-023", "2e1c ships surface:1 surface:2");
    refused("planet-023", "2e7c");
}

#[test]
fn planet_024_can() {
    land(2, "2e1c ships home orbit:1:3", "use, ship 2", "asks A destination; legal to orbit 2");
    land(
        2,
        "2e1c ships home orbit:1:3",
        "use, ship 2, to orbit 2",
        "A 2e1c; A ships surface:2 orbit:2:3; asks A turn",
    );
    land(
        2,
        "2e1c ships home orbit:1:2",
        "use, ship 2, to orbit 4, drew planet-001",
        "A colonies planet-003; A points 1; A ships surface:2 home; row planet-020 planet-024 planet-005 planet-001",
    );
}

#[test]
fn planet_024_cannot() {
    land(2, "2e1c", "", "A 2e1c; A ships surface:2 home; asks A turn; cannot use (R2.2)");
    land(2, "2e1c ships home surface:1", "", "asks A turn; cannot use (R2.2)");
}
