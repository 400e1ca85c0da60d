//! Runs each check of `cargo xtask tidy` on this project as a test.

use std::sync::LazyLock;
use xtask_tidy::tree::Tree;
use xtask_tidy::{
    CHECKS, Check, cards, documents, english, glossary, layers, leftovers, publishing, purity,
    rules, shape,
};

static TREE: LazyLock<Tree> =
    LazyLock::new(|| Tree::read(xtask_tidy::root()).expect("the project's files can be read"));

#[track_caller]
fn assert_clean(check: Check) {
    let found = check(&TREE);
    assert!(found.is_empty(), "{} found:\n{}", found.len(), found.join("\n"));
}

macro_rules! checks {
    ($($module:ident :: $name:ident)*) => {
        $(#[test] fn $name() { assert_clean($module::$name); })*

        #[test]
        fn every_check_is_a_test() {
            let tests = [$(stringify!($name)),*].len();
            assert_eq!(tests, CHECKS.len());
        }
    };
}

checks! {
    rules::rules_name_code
    rules::rules_have_tests
    rules::tests_have_rules
    rules::sources_list_rules
    rules::cited_rules_exist
    rules::rules_are_cited
    rules::test_files_are_used
    cards::planets_have_tests
    cards::rogues_have_tests
    cards::cards_stay_in_decks
    purity::dependencies
    purity::purity
    layers::dependencies_point_down
    layers::diagram_shows_dependencies
    publishing::published_crates_are_complete
    shape::short_files
    shape::modules_have_docs
    leftovers::leftovers
    documents::documents_exist
    documents::links_lead_somewhere
    documents::named_documents_exist
    english::plain_english
    english::names_are_plain
    english::docs_start_with_a_summary
    glossary::glossary_names_exist
}
