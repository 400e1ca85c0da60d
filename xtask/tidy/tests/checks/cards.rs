//! Tests of the checks of cards.

use super::{assert_findings, found};
use xtask_tidy::cards;

const CLASSIC: &str = "[[planet]]\nid = \"new-moon\"\nname = \"New Moon\"
[[rogue]]\nid = \"bad\"\nattacks = [{}, {}]";
const OTHER: &str = "[[planet]]\nid = \"ash\"\nname = \"Ash\"";
const TESTS: &str = "#[test] fn new_moon_can() {}\n#[test] fn new_moon_cannot() {}
#[test] fn ash_can() {}\n#[test] fn ash_cannot() {}
#[test] fn bad_1_takes() {}\n#[test] fn bad_2_takes_more() {}";

fn project<'a>(tests: &'a str, source: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("crates/rules/decks/blast-off.toml", OTHER),
        ("crates/rules/decks/classic.toml", CLASSIC),
        ("crates/rules/decks/prototype.toml", OTHER),
        ("crates/rules/tests/book/cards.rs", tests),
        ("crates/words/src/lib.rs", source),
    ]
}

#[test]
fn a_correct_project_has_no_findings() {
    let files = project(TESTS, "// the new moon, Newer Moon, ashes, ASH, ash_tree");
    assert_findings(cards::planets_have_tests, &files, &[]);
    assert_findings(cards::rogues_have_tests, &files, &[]);
    assert_findings(cards::cards_stay_in_decks, &files, &[]);
}

#[test]
fn a_planet_without_a_test_is_found() {
    let tests = TESTS.replace("fn new_moon_cannot", "fn something_else");
    let files = project(&tests, "");
    assert_findings(cards::planets_have_tests, &files, &["classic: no test new_moon_cannot"]);
}

#[test]
fn a_missing_or_empty_deck_is_found() {
    assert_eq!(found(cards::planets_have_tests, &[]).len(), 3);
    assert_findings(cards::rogues_have_tests, &[], &["crates/rules/decks/classic.toml is missing"]);
    let empty = [("crates/rules/decks/classic.toml", "")];
    assert_findings(cards::rogues_have_tests, &empty, &["classic has no Rogues"]);
    assert!(
        found(cards::planets_have_tests, &empty).contains(&"classic has no planets".to_owned())
    );
}

#[test]
fn an_attack_without_a_test_is_found() {
    let tests = TESTS.replace("fn bad_2_", "fn bad_20_");
    assert_findings(cards::rogues_have_tests, &project(&tests, ""), &["no test bad_2_*"]);
}

#[test]
fn a_card_in_a_source_is_found_by_name_and_by_id() {
    let files = project(TESTS, "// like New Moon\nlet id = \"new-moon\";\n/// ash: burns");
    let wanted = [
        "crates/words/src/lib.rs:1: the card New Moon",
        "crates/words/src/lib.rs:3: the card ash",
        "crates/words/src/lib.rs:2: the card new-moon",
    ];
    assert_findings(cards::cards_stay_in_decks, &files, &wanted);
}

#[test]
fn documents_and_tests_may_name_cards() {
    let mut files = project(TESTS, "");
    files.push(("docs/RULES.md", "New Moon"));
    files.push(("crates/words/tests/all.rs", "// New Moon"));
    files.push(("crates/words/src/deep/tests.rs", "// New Moon"));
    files.push(("web/src/table.test.ts", "// New Moon"));
    assert_findings(cards::cards_stay_in_decks, &files, &[]);
}
