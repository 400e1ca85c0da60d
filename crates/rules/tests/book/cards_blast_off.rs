//! Two tests for every planet of blast-off: one where its ability is possible, one where it is not.

use crate::check::check;

/// A set-up with two long and two short tracks.
///
/// The tracks are life (5 spaces before the end space), technology (5), life (1) and technology
/// (1).
const TABLE: &str =
    "blast-off 2; row duskmantle zephyrine asterel brontide; B 0; dice move energy colony";

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

/// Checks the landing of A's first ship on a planet of the row.
#[track_caller]
fn land(slot: u8, a: &str, expectation: &str) {
    let steps = format!("activate move, ship 1, to surface {slot}");
    check(&format!("{TABLE}; A {a}"), &steps, expectation);
}

/// Checks that A cannot use this colony. The set-up must allow A to upgrade, so that the colony die
/// asks for a choice.
#[track_caller]
fn refused(planet: &str, a: &str) {
    colony(planet, a, "", &format!("asks A colony; cannot planet {planet} (R9.1)"));
}

#[test]
fn asterel_can() {
    land(3, "2e1c", "A 3e1c; A ships surface:3 home; asks A turn");
}

#[test]
fn asterel_cannot() {
    land(3, "7e1c", "A 7e1c; A ships surface:3 home; asks A turn; cannot use (R2.2)");
}

#[test]
fn brontide_can() {
    land(4, "2e1c", "A 2e2c; A ships surface:4 home; asks A turn");
}

#[test]
fn brontide_cannot() {
    land(4, "2e7c", "A 2e7c; A ships surface:4 home; asks A turn; cannot use (R2.2)");
}

#[test]
fn cindra_can() {
    uses("cindra", "2e1c ships orbit:1:1 orbit:2:1", "", "legal advance 1");
    uses(
        "cindra",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 1",
        "A 2e1c; A ships orbit:1:2 orbit:2:1; asks A turn",
    );
}

#[test]
fn cindra_cannot() {
    refused("cindra", "2e1c ships surface:1 orbit:2:1");
}

#[test]
fn dewlight_can() {
    uses("dewlight", "2e1c ships orbit:1:1 orbit:2:1", "", "legal advance 2");
    uses(
        "dewlight",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 2",
        "A 2e1c; A ships orbit:1:1 orbit:2:2; asks A turn",
    );
}

#[test]
fn dewlight_cannot() {
    refused("dewlight", "2e1c ships orbit:1:1 surface:2");
}

#[test]
fn emberon_can() {
    uses(
        "emberon",
        "2e1c",
        "die energy",
        "A 3e2c; dice move; discarded 1; bay colony; asks A turn",
    );
}

#[test]
fn emberon_cannot() {
    refused("emberon", "2e1c; dice colony");
    refused("emberon", "7e7c");
}

#[test]
fn fathom_can() {
    uses("fathom", "2e1c", "", "A 2e3c; B 1c; asks A turn");
    uses("fathom", "2e7c", "", "A 2e7c; B 1c");
}

#[test]
fn fathom_cannot() {
    refused("fathom", "2e7c; B 7c");
}

#[test]
fn glasswind_can() {
    uses("glasswind", "2e1c", "", "A 3e2c; asks A turn");
    uses("glasswind", "7e1c", "", "A 7e2c");
}

#[test]
fn glasswind_cannot() {
    refused("glasswind", "7e7c");
}

#[test]
fn halcyra_can() {
    uses("halcyra", "2e1c", "", "A 1e3c; asks A turn");
}

#[test]
fn halcyra_cannot() {
    refused("halcyra", "2c");
    refused("halcyra", "2e7c");
}

#[test]
fn ironmote_can() {
    uses("ironmote", "2e1c", "", "A 4e; asks A turn");
}

#[test]
fn ironmote_cannot() {
    refused("ironmote", "2e");
    refused("ironmote", "7e1c");
}

#[test]
fn junipera_can() {
    uses(
        "junipera",
        "2e1c ships orbit:2:1 home",
        "die move, advance 1",
        "A 2e1c; A ships orbit:2:2 home; dice energy; discarded 1; asks A turn",
    );
}

#[test]
fn junipera_cannot() {
    refused("junipera", "2e1c ships orbit:2:1 home; dice colony");
    refused("junipera", "2e1c ships surface:2 home");
}

#[test]
fn kelpara_can() {
    uses("kelpara", "2e1c", "", "A 4e1c; asks A turn");
}

#[test]
fn kelpara_cannot() {
    refused("kelpara", "7e1c");
}

#[test]
fn lumen_drift_can() {
    uses(
        "lumen-drift",
        "2e1c ships orbit:1:2 home",
        "regress A1",
        "A 3e2c; A ships orbit:1:1 home; asks A turn",
    );
}

#[test]
fn lumen_drift_cannot() {
    refused("lumen-drift", "2e1c ships orbit:1:0 surface:2");
    refused("lumen-drift", "7e7c ships orbit:1:2 home");
}

#[test]
fn mirrormere_can() {
    uses(
        "mirrormere",
        "2e1c ships orbit:2:1 home",
        "advance 1",
        "A 1c; A ships orbit:2:3 home; asks A turn",
    );
}

#[test]
fn mirrormere_cannot() {
    refused("mirrormere", "1e2c ships orbit:2:1 home");
    refused("mirrormere", "2e1c ships orbit:1:1 surface:2");
}

#[test]
fn nocturne_bay_can() {
    uses(
        "nocturne-bay",
        "2e2c ships orbit:1:1 home",
        "advance 1",
        "A 2e; A ships orbit:1:3 home; asks A turn",
    );
}

#[test]
fn nocturne_bay_cannot() {
    refused("nocturne-bay", "2e1c ships orbit:1:1 home");
    refused("nocturne-bay", "2e2c ships orbit:2:1 surface:1");
}

#[test]
fn oxbow_can() {
    uses(
        "oxbow",
        "2e1c ships orbit:2:1 orbit:1:1",
        "advance 1",
        "A 1e1c; A ships orbit:2:2 orbit:1:1; asks A turn",
    );
    uses(
        "oxbow",
        "2e1c ships orbit:2:1 orbit:1:1",
        "advance 2",
        "A 1e1c; A ships orbit:2:1 orbit:1:2",
    );
}

#[test]
fn oxbow_cannot() {
    refused("oxbow", "2c ships orbit:2:1 home");
    refused("oxbow", "2e1c ships surface:2 home");
}

#[test]
fn palewood_can() {
    uses("palewood", "2e1c", "", "A 2e4c; B 1c; asks A turn");
}

#[test]
fn palewood_cannot() {
    refused("palewood", "2e7c; B 7c");
}

#[test]
fn quillstone_can() {
    uses("quillstone", "2e1c", "", "A 5e1c; B 1e; asks A turn");
    uses("quillstone", "5e", "", "A 7e; B 1e");
}

#[test]
fn quillstone_cannot() {
    refused("quillstone", "7e1c; B 7e");
}

#[test]
fn rustfall_can() {
    uses(
        "rustfall",
        "2e1c ships orbit:2:2 home",
        "regress A1",
        "A 4e2c; A ships orbit:2:1 home; asks A turn",
    );
}

#[test]
fn rustfall_cannot() {
    refused("rustfall", "2e1c ships orbit:2:0 surface:1");
    refused("rustfall", "7e7c ships orbit:2:2 home");
}

#[test]
fn saltspire_can() {
    uses("saltspire", "2e1c ships orbit:1:1 orbit:2:1", "", "legal advance 2");
    uses(
        "saltspire",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 2",
        "A 2e1c; A ships orbit:1:1 orbit:2:2; asks A turn",
    );
}

#[test]
fn saltspire_cannot() {
    refused("saltspire", "2e1c ships orbit:1:1 surface:2");
}

#[test]
fn thornmoor_can() {
    uses("thornmoor", "2e1c ships orbit:1:1 orbit:2:1", "", "legal advance 1");
    uses(
        "thornmoor",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 1",
        "A 2e1c; A ships orbit:1:2 orbit:2:1; asks A turn",
    );
}

#[test]
fn thornmoor_cannot() {
    refused("thornmoor", "2e1c ships surface:1 orbit:2:1");
}

#[test]
fn umberlight_can() {
    uses("umberlight", "2e1c", "", "A 4e2c; asks A turn");
}

#[test]
fn umberlight_cannot() {
    refused("umberlight", "7e7c");
}

#[test]
fn verdance_can() {
    uses(
        "verdance",
        "2e1c ships orbit:1:1 home; B ships orbit:2:1 home",
        "advance 1",
        "A ships orbit:1:3 home; asks B advance; legal decline, advance 1",
    );
    uses(
        "verdance",
        "2e1c ships orbit:1:1 home; B ships orbit:2:1 home",
        "advance 1, advance 1",
        "A 2e1c; A ships orbit:1:3 home; B ships orbit:2:2 home; asks A turn",
    );
    uses(
        "verdance",
        "2e1c ships surface:1 home; B ships orbit:2:1 home",
        "advance 1",
        "A ships surface:1 home; B ships orbit:2:2 home; asks A turn",
    );
}

#[test]
fn verdance_cannot() {
    refused("verdance", "2e1c ships surface:1 home; B ships surface:1 home");
}

#[test]
fn windlass_can() {
    uses(
        "windlass",
        "2e1c",
        "die move",
        "A 4e3c; dice energy; discarded 1; bay colony; asks A turn",
    );
}

#[test]
fn windlass_cannot() {
    refused("windlass", "2e1c; dice colony");
    refused("windlass", "7e7c");
}

#[test]
fn xanthe_can() {
    uses(
        "xanthe",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 2",
        "A 2e; A ships orbit:1:1 orbit:2:2; asks A turn",
    );
}

#[test]
fn xanthe_cannot() {
    refused("xanthe", "2e ships orbit:1:1 home");
    refused("xanthe", "2e1c ships surface:1 home");
}

#[test]
fn yonder_can() {
    uses(
        "yonder",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 1",
        "A 2e1c; A ships orbit:1:2 orbit:2:1; asks A turn",
    );
    uses(
        "yonder",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 2",
        "A 2e1c; A ships orbit:1:1 orbit:2:2",
    );
}

#[test]
fn yonder_cannot() {
    refused("yonder", "2e1c ships surface:1 home");
}

#[test]
fn zephyrine_can() {
    land(2, "2e1c", "A 4e3c; B 1e; A ships surface:2 home; asks A turn");
    land(2, "7e7c", "B 0; asks A land; legal use, decline");
}

#[test]
fn zephyrine_cannot() {
    land(2, "7e7c; B 7e", "A 7e7c; B 7e; asks A turn; cannot use (R2.2)");
}

#[test]
fn aphelion_can() {
    uses(
        "aphelion",
        "2e1c ships orbit:2:1 orbit:1:1",
        "advance 1",
        "A 1e1c; A ships orbit:2:3 orbit:1:1; asks A turn",
    );
}

#[test]
fn aphelion_cannot() {
    refused("aphelion", "2c ships orbit:2:1 home");
    refused("aphelion", "2e1c ships orbit:1:1 surface:2");
}

#[test]
fn brightwater_can() {
    uses(
        "brightwater",
        "2e1c ships orbit:1:1 orbit:2:1",
        "advance 1",
        "A 2e; A ships orbit:1:3 orbit:2:1; asks A turn",
    );
}

#[test]
fn brightwater_cannot() {
    refused("brightwater", "2e ships orbit:1:1 home");
    refused("brightwater", "2e1c ships orbit:2:1 surface:1");
}

#[test]
fn cairn_can() {
    uses(
        "cairn",
        "2e1c ships orbit:1:1 orbit:2:1",
        "die energy, advance 2",
        "A 2e1c; A ships orbit:1:1 orbit:2:3; dice move; discarded 1; asks A turn",
    );
    uses(
        "cairn",
        "2e1c ships orbit:4:1 home",
        "die move, advance 1, drew cindra",
        "A colonies brontide cairn; A ships home home; row duskmantle zephyrine asterel cindra",
    );
}

#[test]
fn cairn_cannot() {
    refused("cairn", "2e1c ships orbit:2:1 home; dice colony");
    refused("cairn", "2e1c ships surface:1 home");
}

#[test]
fn duskmantle_can() {
    land(1, "2e1c", "A 3e3c; A ships surface:1 home; asks A turn");
}

#[test]
fn duskmantle_cannot() {
    land(1, "7e7c", "A 7e7c; A ships surface:1 home; asks A turn; cannot use (R2.2)");
}
