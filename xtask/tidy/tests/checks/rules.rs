//! Tests of the checks of the rules document, the engine and its tests.

use super::{assert_findings, found};
use xtask_tidy::book::{Book, citations};
use xtask_tidy::names::{defined, tests};
use xtask_tidy::rules;

const BOOK: &str = "# Rules
## R1 Start
- **R1.1** [B] Text over
  two lines. Code: `begin`, `Kind`. Tests: `r1_1_*`.
  - **R1.1a** [O] Below it.
    Code: `One`. Tests: `r1_1a_*`.
## R2 Whole chapter
- **R2** All of it. Code: `begin`. Tests: `r2_*`.
- **Not a rule** Text.
";
const CODE: &str = "/// R1.1, R1.1a and R2.\nfn begin() {}\nenum Kind { One(u8), Two { x: u8 } }";
const TESTS: &str = "#[test]\nfn r1_1_a() {}\n#[test]\n#[should_panic]\nfn r1_1a_b() {}
#[test] fn r2_3_c() {}\nfn r9_9_helper() {}";

/// Returns a correct project in which one file is replaced or added.
fn project<'a>(path: &'a str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut files = vec![
        ("docs/RULES.md", BOOK),
        ("crates/rules/src/lib.rs", CODE),
        ("crates/rules/tests/book/r1.rs", TESTS),
        ("crates/rules/tests/book.rs", "#[path = \"book/r1.rs\"]\nmod first;"),
    ];
    files.retain(|(other, _)| *other != path);
    files.push((path, text));
    files
}

#[test]
fn a_correct_project_has_no_findings() {
    let files = project("README.md", "");
    for check in [
        rules::rules_name_code,
        rules::rules_have_tests,
        rules::tests_have_rules,
        rules::cited_rules_exist,
        rules::rules_are_cited,
        rules::test_files_are_used,
    ] {
        assert_findings(check, &files, &[]);
    }
}

#[test]
fn a_rule_from_another_source_is_in_the_list_of_sources() {
    let files = project("docs/SOURCES.md", "| R1.1 | text |");
    assert_findings(rules::sources_list_rules, &files, &["docs/SOURCES.md does not list R1.1a"]);
    assert_findings(
        rules::sources_list_rules,
        &project("docs/SOURCES.md", "| R1.1a | text |"),
        &[],
    );
}

#[test]
fn the_document_is_read() {
    let book = Book::read(BOOK);
    let ids: Vec<&str> = book.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(ids, ["R1.1", "R1.1a", "R2"]);
    assert_eq!(book.rules[0].code, ["begin", "Kind"]);
    assert_eq!(book.rules[0].tests, ["r1_1_*"]);
    assert!(book.has("R1") && book.has("R1.1a") && !book.has("R1.2"));
}

#[test]
fn a_missing_rulebook_is_found() {
    assert_findings(rules::rules_name_code, &[], &["docs/RULES.md has no rules"]);
}

#[test]
fn a_rule_without_code_is_found() {
    let files = project("docs/RULES.md", "- **R1.1** Text. Tests: `r1_1_*`.");
    assert_findings(rules::rules_name_code, &files, &["R1.1 names no code"]);
}

#[test]
fn a_rule_that_names_missing_code_is_found() {
    let files = project("docs/RULES.md", "- **R1.1** Text. Code: `gone`, `Two`. Tests: `r1_1_*`.");
    let wanted = ["R1.1 names `gone`, not defined in crates/rules/src/"];
    assert_findings(rules::rules_name_code, &files, &wanted);
}

#[test]
fn code_in_a_comment_does_not_count() {
    let files = project("crates/rules/src/lib.rs", "// fn begin() {}\nenum Kind { One }");
    assert_eq!(found(rules::rules_name_code, &files).len(), 2);
}

#[test]
fn a_rule_without_tests_is_found() {
    let files = project("docs/RULES.md", "- **R1.1** Text. Code: `begin`.");
    assert_findings(rules::rules_have_tests, &files, &["R1.1 names no tests"]);
}

#[test]
fn a_rule_that_names_missing_tests_is_found() {
    let files = project("crates/rules/tests/book/r1.rs", "#[test] fn r1_1a_b() {}\nfn r1_1_a() {}");
    let wanted = [
        "R1.1 names tests `r1_1_*`, but crates/rules/tests/book/ has none",
        "R2 names tests `r2_*`, but crates/rules/tests/book/ has none",
    ];
    assert_findings(rules::rules_have_tests, &files, &wanted);
}

#[test]
fn a_test_without_a_rule_is_found() {
    let text = "#[test] fn r1_12_a() {}\n#[test] fn ready() {}\n#[test] fn r2_x() {}";
    let files = project("crates/rules/tests/book/r1.rs", text);
    let wanted = ["crates/rules/tests/book/r1.rs: r1_12_a belongs to no rule"];
    assert_findings(rules::tests_have_rules, &files, &wanted);
}

#[test]
fn a_citation_of_a_missing_rule_is_found() {
    let files = project("crates/rules/src/lib.rs", "// R1 and R1.1a.\nconst A: &str = \"R1.3\";");
    assert_findings(rules::cited_rules_exist, &files, &["crates/rules/src/lib.rs:2: no rule R1.3"]);
}

#[test]
fn a_rule_that_is_cited_nowhere_is_found() {
    let files = project("crates/rules/src/lib.rs", "// R1.1a");
    let wanted = ["R1.1", "R2"].map(|id| format!("{id} is cited nowhere in crates/rules/src/"));
    assert_findings(rules::rules_are_cited, &files, &wanted.each_ref().map(String::as_str));
}

#[test]
fn a_chapter_may_be_cited_by_a_deck_but_a_rule_may_not() {
    let mut files = project("crates/rules/src/lib.rs", "// R1.1a");
    files.push(("crates/rules/decks/own.toml", "# R1.1 and R2"));
    assert_findings(
        rules::rules_are_cited,
        &files,
        &["R1.1 is cited nowhere in crates/rules/src/"],
    );
}

#[test]
fn a_file_of_tests_that_never_run_is_found() {
    let files = project("crates/rules/tests/book/r2.rs", TESTS);
    let wanted = ["crates/rules/tests/book/r2.rs is not a module of any test"];
    assert_findings(rules::test_files_are_used, &files, &wanted);
    let mut files = files;
    files.push(("crates/rules/tests/more.rs", "mod r2;"));
    assert_findings(rules::test_files_are_used, &files, &[]);
}

#[test]
fn citations_are_complete_rule_numbers() {
    let text = "R3, (R3.1), R3.1b. \"R12.10\" XR4 R R5x R6.y R7.1bc R8–R9";
    assert_eq!(citations(text), ["R3", "R3.1", "R3.1b", "R12.10", "R6", "R8", "R9"]);
}

#[test]
fn all_kinds_of_definitions_are_found() {
    let code = "const fn a() {} struct B; type C = B; const D: u8 = 1; mod e; static F: u8 = 1;
        enum G<T> { #[default] H, I(T, B), J { k: u8 }, L = 3 } macro_rules! m { () => {} }
        m!(/* doc */ N, 4); other!(O);";
    let names = defined(code);
    for name in ["a", "B", "C", "D", "e", "F", "G", "H", "I", "J", "L", "N"] {
        assert!(names.contains(name), "{name}");
    }
    for name in ["T", "k", "u8", "O", "default"] {
        assert!(!names.contains(name), "{name}");
    }
}

#[test]
fn tests_are_functions_with_the_attribute() {
    let code =
        "#[test]\npub fn a() {}\nfn b() {}\n// #[test]\nfn c() {}\n#[test] #[cold] fn d() {}";
    assert_eq!(tests(code), ["a", "d"]);
}
