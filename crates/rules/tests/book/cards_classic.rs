//! Two tests for every classic planet worth 1 to 3 points.
//!
//! In one test, its ability is possible; in the other, it is not. Planets worth more are in
//! `cards_classic_2`.

use crate::check::check;

#[path = "cards_classic_2.rs"]
mod worth_5_or_7;

/// A set-up for two players. The row has the tracks diplomacy (5 advances to the end), economy (5),
/// diplomacy (6) and economy (6). A has a colony die; B has no resources and so cannot follow.
const TABLE: &str =
    "classic 2; row gleam-zanier jac-110912 shouhua piedes; A 2e1c; B 0; dice colony";

/// Checks steps after A uses this colony.
#[track_caller]
fn can(planet: &str, setup: &str, steps: &str, expectation: &str) {
    let setup = format!("{TABLE}; A colonies {planet}; {setup}");
    check(&setup, &format!("activate colony, planet {planet}, {steps}"), expectation);
}

/// Checks that A's colony die allows `legal`, but not the use of this colony.
#[track_caller]
fn cannot(planet: &str, setup: &str, legal: &str, rule: &str) {
    let setup = format!("{TABLE}; A colonies {planet}; {setup}");
    let expectation = format!("asks A colony; legal {legal}; cannot planet {planet} ({rule})");
    check(&setup, "activate colony", &expectation);
}

// Jakks: gain 1 culture.

#[test]
fn jakks_can() {
    can("jakks", "A 2e1c", "", "A 2e2c; asks A turn");
}

#[test]
fn jakks_cannot() {
    cannot("jakks", "A 7c", "upgrade 2c", "R9.1");
}

// Vici-KS156: gain 1 energy.

#[test]
fn vici_ks156_can() {
    can("vici-ks156", "A 2e1c", "", "A 3e1c; asks A turn");
}

#[test]
fn vici_ks156_cannot() {
    cannot("vici-ks156", "A 7e1c", "upgrade 2e", "R9.1");
}

// Drewkaiden: advance on a diplomacy track by 1.

#[test]
fn drewkaiden_can() {
    let ships = "A ships orbit:1:0 orbit:2:0";
    can("drewkaiden", ships, "", "legal advance 1; cannot advance 2 (R3.5)");
    can("drewkaiden", ships, "advance 1", "A ships orbit:1:1 orbit:2:0; A 2e1c");
}

#[test]
fn drewkaiden_cannot() {
    cannot("drewkaiden", "A ships orbit:2:0 surface:1", "upgrade 2e", "R9.1");
}

// Leandra: advance on an economy track by 1.

#[test]
fn leandra_can() {
    let ships = "A ships orbit:1:0 orbit:2:0";
    can("leandra", ships, "", "legal advance 2; cannot advance 1 (R3.5)");
    can("leandra", ships, "advance 2", "A ships orbit:1:0 orbit:2:1; A 2e1c");
}

#[test]
fn leandra_cannot() {
    cannot("leandra", "A ships orbit:1:0 surface:2", "upgrade 2e", "R9.1");
}

// Birkomius: gain 1 culture per follow this turn; own turn, once per turn.

#[test]
fn birkomius_can() {
    can("birkomius", "B 2e1c", "", "A 2e1c; asks B follow");
    can("birkomius", "B 2e1c", "follow", "A 2e2c; B 2e; asks B colony");
}

#[test]
fn birkomius_cannot() {
    cannot("birkomius", "A used birkomius", "upgrade 2e", "R9.3");
}

// Bisschop: gain 1 energy per follow this turn; own turn, once per turn.

#[test]
fn bisschop_can() {
    can("bisschop", "B 2e1c", "", "A 2e1c; asks B follow");
    can("bisschop", "B 2e1c", "follow", "A 3e1c; B 2e; asks B colony");
}

#[test]
fn bisschop_cannot() {
    cannot("bisschop", "A used bisschop", "upgrade 2e", "R9.3");
}

// Tifnod: regress an enemy ship on a diplomacy track by 1.

#[test]
fn tifnod_can() {
    let ships = "B ships orbit:1:2 orbit:2:2";
    can("tifnod", ships, "", "legal regress B1; cannot regress B2 (R3.5)");
    can("tifnod", ships, "regress B1", "B ships orbit:1:1 orbit:2:2; A 2e1c");
}

#[test]
fn tifnod_cannot() {
    cannot("tifnod", "A ships orbit:1:2 home; B ships orbit:1:0 orbit:2:2", "upgrade 2e", "R9.1");
}

// Vizcarra: regress an enemy ship on an economy track by 1.

#[test]
fn vizcarra_can() {
    let ships = "B ships orbit:1:2 orbit:2:2";
    can("vizcarra", ships, "", "legal regress B2; cannot regress B1 (R3.5)");
    can("vizcarra", ships, "regress B2", "B ships orbit:1:2 orbit:2:1; A 2e1c");
}

#[test]
fn vizcarra_cannot() {
    cannot("vizcarra", "A ships orbit:2:2 home; B ships orbit:1:2 orbit:2:0", "upgrade 2e", "R9.1");
}

// MJ-120210: gain 2 energy.

#[test]
fn mj_120210_can() {
    can("mj-120210", "A 2e1c", "", "A 4e1c; asks A turn");
    can("mj-120210", "A 6e1c", "", "A 7e1c; asks A turn");
}

#[test]
fn mj_120210_cannot() {
    cannot("mj-120210", "A 7e1c", "upgrade 2e", "R9.1");
}

// Helios: replace an unoccupied row planet; the old card is discarded.

#[test]
fn helios_can() {
    let ships = "A ships surface:2 home; B ships orbit:3:0 home";
    can("helios", ships, "", "legal replace 1, replace 4; cannot replace 2 (R10.2)");
    can(
        "helios",
        ships,
        "replace 1, drew jakks",
        "row jakks jac-110912 shouhua piedes; gone gleam-zanier; deck 34; under; asks A turn",
    );
}

#[test]
fn helios_cannot() {
    let ships = "A ships surface:1 orbit:2:0; B ships orbit:3:0 surface:4";
    cannot("helios", ships, "upgrade 2e", "R9.1");
}

// Mared: upgrade for 1 less, if alone at the lowest level.

#[test]
fn mared_can() {
    can("mared", "B level 2", "", "legal upgrade 1c, upgrade 1e");
    can("mared", "B level 2", "upgrade 1e", "A level 2; A 1e1c; A points 3; asks A turn");
}

#[test]
fn mared_cannot() {
    cannot("mared", "B level 1", "upgrade 2e", "R9.1");
}

// Lureena: upgrade with mixed payment.

#[test]
fn lureena_can() {
    can("lureena", "A 1e1c", "", "legal upgrade 1e1c");
    can("lureena", "A 1e1c", "upgrade 1e1c", "A level 2; A 0; A points 3; asks A turn");
}

#[test]
fn lureena_cannot() {
    check(
        &format!("{TABLE}; A level 6 6e6c ships home home home home colonies lureena jakks"),
        "activate colony",
        "legal planet jakks; cannot planet lureena (R9.1)",
    );
}

// Zalax: reroll any unactivated dice; own turn.

#[test]
fn zalax_can() {
    can(
        "zalax",
        "dice colony move energy",
        "die move, roll, rolled culture",
        "dice energy culture; bay colony; A 2e1c; asks A turn",
    );
}

#[test]
fn zalax_cannot() {
    cannot("zalax", "dice colony; bay move", "upgrade 2e", "R9.1");
}

// Hoefker: pay 1 energy: gain 2 culture.

#[test]
fn hoefker_can() {
    can("hoefker", "A 2e1c", "", "A 1e3c; asks A turn");
}

#[test]
fn hoefker_cannot() {
    cannot("hoefker", "A 2c", "upgrade 2c", "R9.1");
    cannot("hoefker", "A 1e7c", "upgrade 2c", "R9.1");
}

// CLJ-0517: steal 1 culture; once per turn.

#[test]
fn clj_0517_can() {
    can("clj-0517", "B 2c", "steal B", "A 2e2c; B 1c; asks A turn");
}

#[test]
fn clj_0517_cannot() {
    cannot("clj-0517", "B 2e", "upgrade 2e", "R9.1");
    cannot("clj-0517", "A used clj-0517; B 2c", "upgrade 2e", "R9.3");
}

// La-Torres: steal 1 energy; once per turn.

#[test]
fn la_torres_can() {
    can("la-torres", "B 2e", "steal B", "A 3e1c; B 1e; asks A turn");
}

#[test]
fn la_torres_cannot() {
    cannot("la-torres", "B 2c", "upgrade 2e", "R9.1");
    cannot("la-torres", "A used la-torres; B 2e", "upgrade 2e", "R9.3");
}

// Pembertonia-Major: convert any number of units of culture into energy.

#[test]
fn pembertonia_major_can() {
    can("pembertonia-major", "A 2e3c", "", "legal turn 1, turn 2, turn 3");
    can("pembertonia-major", "A 2e3c", "turn 2", "A 4e1c; asks A turn");
}

#[test]
fn pembertonia_major_cannot() {
    cannot("pembertonia-major", "A 2e", "upgrade 2e", "R9.1");
    cannot("pembertonia-major", "A 7e1c", "upgrade 2e", "R9.1");
}

// Omicron-Fenzi: convert any number of units of energy into culture.

#[test]
fn omicron_fenzi_can() {
    can("omicron-fenzi", "A 3e1c", "", "legal turn 1, turn 2, turn 3");
    can("omicron-fenzi", "A 3e1c", "turn 3", "A 4c; asks A turn");
}

#[test]
fn omicron_fenzi_cannot() {
    cannot("omicron-fenzi", "A 2c", "upgrade 2c", "R9.1");
    cannot("omicron-fenzi", "A 1e7c", "upgrade 2c", "R9.1");
}

// Nagato: pay 1 culture: move 2 ships; once per turn.

#[test]
fn nagato_can() {
    can(
        "nagato",
        "A 2e1c",
        "ship 1, to orbit 1, ship 2, to orbit 2",
        "A ships orbit:1:0 orbit:2:0; A 2e; asks A turn",
    );
}

#[test]
fn nagato_cannot() {
    cannot("nagato", "A 2e", "upgrade 2e", "R9.1");
    cannot("nagato", "A used nagato", "upgrade 2e", "R9.3");
}

// Padraigin-3110: pay 2 culture: advance on a diplomacy track by 2.

#[test]
fn padraigin_3110_can() {
    let setup = "A 2e2c ships orbit:1:1 orbit:2:1";
    can("padraigin-3110", setup, "", "legal advance 1; A 2e");
    can("padraigin-3110", setup, "advance 1", "A ships orbit:1:3 orbit:2:1; A 2e");
}

#[test]
fn padraigin_3110_cannot() {
    cannot("padraigin-3110", "A 2e1c ships orbit:1:1 home", "upgrade 2e", "R9.1");
    cannot("padraigin-3110", "A 1e2c ships orbit:2:1 home", "upgrade 2c", "R9.1");
}

// Jorg: pay 2 culture: regress an enemy ship on any track by 2.

#[test]
fn jorg_can() {
    let setup = "A 1e3c; B ships orbit:1:1 orbit:2:3";
    can("jorg", setup, "", "legal regress B1, regress B2; A 1e1c");
    can("jorg", setup, "regress B2", "B ships orbit:1:1 orbit:2:1; A 1e1c");
    can("jorg", setup, "regress B1", "B ships orbit:1:0 orbit:2:3; A 1e1c");
}

#[test]
fn jorg_cannot() {
    cannot("jorg", "A 1e2c; B ships orbit:1:0 surface:2", "upgrade 2c", "R9.1");
    cannot("jorg", "A 2e1c; B ships orbit:1:3 home", "upgrade 2e", "R9.1");
}

// Nakagawakozi: pay 2 energy: advance on an economy track by 2.

#[test]
fn nakagawakozi_can() {
    let setup = "A 2e1c ships orbit:1:0 orbit:2:0";
    can("nakagawakozi", setup, "", "legal advance 2; A 1c");
    can("nakagawakozi", setup, "advance 2", "A ships orbit:1:0 orbit:2:2; A 1c");
}

#[test]
fn nakagawakozi_cannot() {
    cannot("nakagawakozi", "A 2e1c ships orbit:1:0 home", "upgrade 2e", "R9.1");
    cannot("nakagawakozi", "A 1e2c ships orbit:2:0 home", "upgrade 2c", "R9.1");
}

// Brumbaugh: pay 2 energy: regress 2 enemy ships on any tracks by 1.

#[test]
fn brumbaugh_can() {
    can(
        "brumbaugh",
        "A 2e1c; B ships orbit:1:2 orbit:2:3",
        "regress B1, regress B2",
        "B ships orbit:1:1 orbit:2:2; A 1c; asks A turn",
    );
}

#[test]
fn brumbaugh_cannot() {
    cannot("brumbaugh", "A 1e2c; B ships orbit:1:2 orbit:2:3", "upgrade 2c", "R9.1");
    cannot("brumbaugh", "A 2e1c; B ships orbit:1:0 orbit:2:0", "upgrade 2e", "R9.1");
}

// Umbra-Forum: use a row planet's ability.

#[test]
fn umbra_forum_can() {
    can("umbra-forum", "", "", "legal planet jac-110912, planet gleam-zanier");
    can("umbra-forum", "", "planet gleam-zanier", "A 4e1c; B 1e; asks A turn");
}

#[test]
fn umbra_forum_cannot() {
    cannot("umbra-forum", "row drewkaiden leandra tifnod vizcarra", "upgrade 2e", "R9.1");
}
