//! Two tests for every classic planet worth 5 or 7 points.
//!
//! In one test, its ability is possible; in the other, it is not.

use super::{TABLE, can, cannot};
use crate::check::check;

// JAC-110912: gain 2 culture; others gain 1 culture.

#[test]
fn jac_110912_can() {
    check(
        &format!("{TABLE}; dice move"),
        "activate move, ship 1, to surface 2, use",
        "A ships surface:2 home; A 2e3c; B 1c",
    );
}

#[test]
fn jac_110912_cannot() {
    check(
        &format!("{TABLE}; A 2e7c; B 7c; dice move"),
        "activate move, ship 1, to surface 2",
        "A ships surface:2 home; A 2e7c; B 7c; asks B follow",
    );
}

// Gleam-Zanier: gain 2 energy; others gain 1 energy.

#[test]
fn gleam_zanier_can() {
    check(
        &format!("{TABLE}; dice move"),
        "activate move, ship 1, to surface 1, use",
        "A ships surface:1 home; A 4e1c; B 1e; asks A turn",
    );
}

#[test]
fn gleam_zanier_cannot() {
    check(
        &format!("{TABLE}; A 7e1c; B 7e; dice move"),
        "activate move, ship 1, to surface 1",
        "A ships surface:1 home; A 7e1c; B 7e; asks A turn",
    );
}

// Maia: discard 2 unactivated dice: gain 2 energy and 2 culture; own turn.

#[test]
fn maia_can() {
    can(
        "maia",
        "dice colony move energy culture",
        "die move, die energy",
        "A 4e3c; dice culture; bay colony; discarded 2; asks A turn",
    );
}

#[test]
fn maia_cannot() {
    cannot("maia", "dice colony move", "upgrade 2e", "R9.1");
    cannot("maia", "A 7e7c; dice colony move energy", "upgrade 2c, upgrade 2e", "R9.1");
}

// Andellouxian-6: send an own orbiting ship home: gain the number of its space, in one resource.

#[test]
fn andellouxian_6_can() {
    let ships = "A ships orbit:1:3 home";
    can("andellouxian-6", ships, "home A1", "A ships home home; legal take 3c, take 3e");
    can("andellouxian-6", ships, "home A1, take 3c", "A 2e4c; A ships home home; asks A turn");
}

#[test]
fn andellouxian_6_cannot() {
    cannot("andellouxian-6", "A ships orbit:1:0 surface:2", "upgrade 2e", "R9.1");
    cannot("andellouxian-6", "A 7e7c ships orbit:1:3 home", "upgrade 2c, upgrade 2e", "R9.1");
}

// Walsfeo: pay 1 culture to a player: use one of their colonies.

#[test]
fn walsfeo_can() {
    can("walsfeo", "B colonies mj-120210", "planet mj-120210", "A 4e; B 1c");
}

#[test]
fn walsfeo_cannot() {
    cannot("walsfeo", "A 2e; B colonies mj-120210", "upgrade 2e", "R9.1");
    cannot("walsfeo", "A 2e1c; B 0", "upgrade 2e", "R9.1");
}

// Sargus-36: pay 1 energy to a player: use one of their colonies.

#[test]
fn sargus_36_can() {
    can("sargus-36", "B colonies jakks", "planet jakks", "A 1e2c; B 1e; asks A turn");
}

#[test]
fn sargus_36_cannot() {
    cannot("sargus-36", "A 2c; B colonies jakks", "upgrade 2c", "R9.1");
    cannot("sargus-36", "A 2e1c; B 0", "upgrade 2e", "R9.1");
}

// Zavodnick: any one die action; others may follow for free; once per turn.

#[test]
fn zavodnick_can() {
    can("zavodnick", "", "face energy", "A 4e1c; B 0; asks B follow");
    can("zavodnick", "", "face energy, follow", "A 4e1c; B 2e; asks A turn");
}

#[test]
fn zavodnick_cannot() {
    cannot("zavodnick", "A used zavodnick", "upgrade 2e", "R9.3");
}

// BSW-10-1: regress an own ship by 1: advance another own ship on any track by 1.

#[test]
fn bsw_10_1_can() {
    let ships = "A ships orbit:1:2 orbit:2:0";
    can("bsw-10-1", ships, "", "legal regress A1");
    can("bsw-10-1", ships, "regress A1, advance 2", "A ships orbit:1:1 orbit:2:1; asks A turn");
}

#[test]
fn bsw_10_1_cannot() {
    cannot("bsw-10-1", "A ships orbit:1:2 home", "upgrade 2e", "R9.1");
    cannot("bsw-10-1", "A ships orbit:1:0 orbit:2:0", "upgrade 2e", "R9.1");
}

// Aughmoore: gain 1 culture per own ship at home.

#[test]
fn aughmoore_can() {
    can("aughmoore", "A ships home home", "", "A 2e3c; asks A turn");
    can("aughmoore", "A ships home orbit:2:0", "", "A 2e2c; asks A turn");
}

#[test]
fn aughmoore_cannot() {
    cannot("aughmoore", "A ships orbit:1:0 surface:2", "upgrade 2e", "R9.1");
    cannot("aughmoore", "A 7c", "upgrade 2c", "R9.1");
}

// Shouhua: advance on any track by 1.

#[test]
fn shouhua_can() {
    check(
        &format!("{TABLE}; A ships home orbit:2:0; dice move"),
        "activate move, ship 1, to surface 3, use, advance 2",
        "A ships surface:3 orbit:2:1; A 2e1c; asks A turn",
    );
}

#[test]
fn shouhua_cannot() {
    check(
        &format!("{TABLE}; A ships home surface:2; dice move"),
        "activate move, ship 1, to surface 3",
        "A ships surface:3 surface:2; asks A turn",
    );
}

// Nibiru: follows cost 2 culture this turn; own turn.

#[test]
fn nibiru_can() {
    can("nibiru", "B 2e2c", "follow", "B 2e; A 2e1c; asks B colony");
    can("nibiru", "B 2e1c", "", "B 2e1c; asks A turn");
}

#[test]
fn nibiru_cannot() {
    cannot("nibiru", "effects follows-cost-two", "upgrade 2e", "R9.1");
}

// Gort: move an own orbiting ship to the space with the same number on another track.

#[test]
fn gort_can() {
    let ships = "A ships orbit:1:3 home";
    can("gort", ships, "ship 1", "legal to orbit 2, to orbit 3, to orbit 4");
    can("gort", ships, "ship 1, to orbit 2", "A ships orbit:2:3 home; asks A turn");
}

#[test]
fn gort_cannot() {
    cannot("gort", "A ships surface:1 home", "upgrade 2e", "R9.1");
    cannot(
        "gort",
        "row gleam-zanier jakks helios zalax; A ships orbit:1:4 home",
        "upgrade 2e",
        "R9.1",
    );
}

// Terra-Bettia: others advance on any track by 1; advance on any track by 2.

#[test]
fn terra_bettia_can() {
    let ships = "A ships orbit:1:0 home; B ships orbit:2:1 home";
    can("terra-bettia", ships, "", "asks B advance; legal decline, advance 1");
    can(
        "terra-bettia",
        ships,
        "advance 1, advance 1",
        "B ships orbit:2:2 home; A ships orbit:1:2 home; asks A turn",
    );
}

#[test]
fn terra_bettia_cannot() {
    cannot("terra-bettia", "A ships surface:1 home; B ships surface:2 home", "upgrade 2e", "R9.1");
}

// K-Widow: regress an enemy ship on any track by 1.

#[test]
fn k_widow_can() {
    let ships = "B ships orbit:1:1 orbit:2:3";
    can("k-widow", ships, "", "legal regress B1, regress B2");
    can("k-widow", ships, "regress B2", "B ships orbit:1:1 orbit:2:2; A 2e1c; asks A turn");
}

#[test]
fn k_widow_cannot() {
    cannot("k-widow", "A ships orbit:1:3 home; B ships orbit:1:0 surface:2", "upgrade 2e", "R9.1");
}

// Piedes: repeat an activated die.

#[test]
fn piedes_can() {
    check(
        &format!("{TABLE}; dice move; bay energy"),
        "activate move, ship 1, to surface 4, use, repeat energy",
        "A 4e1c; A ships surface:4 home; bay energy move; asks A turn",
    );
}

#[test]
fn piedes_cannot() {
    check(
        &format!("{TABLE}; dice move energy"),
        "activate move, ship 1, to surface 4",
        "A 2e1c; A ships surface:4 home; bay move; dice energy; asks A turn",
    );
}

// Gyore: set 1 unactivated die to another face; own turn.

#[test]
fn gyore_can() {
    can(
        "gyore",
        "dice colony move energy",
        "die move, face culture",
        "dice energy culture; bay colony",
    );
}

#[test]
fn gyore_cannot() {
    cannot("gyore", "dice colony; bay move", "upgrade 2e", "R9.1");
}
