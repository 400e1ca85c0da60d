//! Tests of the three planets that the revised edition changed.
//!
//! All others are the same as in classic.

use crate::check::check;
use orrery_rules::deck;

const TABLE: &str =
    "revised 2; row gleam-zanier jac-110912 shouhua piedes; A 2e1c; B 0; dice colony";

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

// Helios: the replaced card goes under the deck.

#[test]
fn helios_can() {
    can(
        "helios",
        "",
        "replace 1, drew jakks",
        "row jakks jac-110912 shouhua piedes; under gleam-zanier; gone; deck 35; asks A turn",
    );
}

#[test]
fn helios_cannot() {
    let ships = "A ships surface:1 orbit:2:0; B ships orbit:3:0 surface:4";
    cannot("helios", ships, "upgrade 2e", "R9.1");
}

// Mared: the discount also applies to a tie for the lowest level.

#[test]
fn mared_can() {
    can("mared", "B level 1", "", "legal upgrade 1c, upgrade 1e");
    can("mared", "B level 1", "upgrade 1c", "A level 2; A 2e; A points 3; asks A turn");
}

#[test]
fn mared_cannot() {
    cannot("mared", "A 3e level 2; B level 1", "upgrade 3e", "R9.1");
}

// Andellouxian-6: the gained units may be divided between both resources.

#[test]
fn andellouxian_6_can() {
    let ships = "A ships orbit:1:2 home";
    can("andellouxian-6", ships, "home A1", "legal take 2c, take 1e1c, take 2e");
    can("andellouxian-6", ships, "home A1, take 1e1c", "A 3e2c; A ships home home; asks A turn");
}

#[test]
fn andellouxian_6_cannot() {
    cannot("andellouxian-6", "A ships orbit:1:0 home", "upgrade 2e", "R9.1");
    cannot("andellouxian-6", "A 7e7c ships orbit:1:2 home", "upgrade 2c, upgrade 2e", "R9.1");
}

#[test]
fn all_other_planets_are_the_classic_ones() {
    let (classic, revised) = (&deck::classic().planets, &deck::revised().planets);
    assert_eq!((classic.len(), revised.len()), (40, 40));
    let changed = classic.iter().zip(revised).filter(|(old, new)| old != new);
    let ids: Vec<&str> = changed.map(|(_, new)| new.id.as_str()).collect();
    assert_eq!(ids, ["helios", "mared", "andellouxian-6"]);
}

#[test]
fn only_the_ability_of_the_three_planets_differs() {
    for (old, new) in deck::classic().planets.iter().zip(&deck::revised().planets) {
        let mut old = old.clone();
        old.ability = new.ability;
        assert_eq!(&old, new);
    }
}
