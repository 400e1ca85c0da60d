//! Tests of the checks of phrases, names and summary lines.

use super::{assert_findings, found};
use xtask_tidy::english::{
    BANNED, BANNED_NAMES, docs_start_with_a_summary, names_are_plain, plain_english,
};

const SOURCE: &str = "crates/orrery/src/lib.rs";

#[test]
fn every_banned_phrase_is_found_in_comments_texts_and_documents() {
    for (phrase, instead) in BANNED {
        let line = format!("It {phrase} the end");
        let source = format!("// {line}\nlet a = \"{line}\";");
        let problem = format!("\"{phrase}\"; instead: {instead}");
        let wanted = [format!("{SOURCE}:1: {problem}"), format!("{SOURCE}:2: {problem}")];
        assert_findings(
            plain_english,
            &[(SOURCE, &source)],
            &wanted.each_ref().map(String::as_str),
        );
        let wanted = format!("docs/CLI.md:1: {problem}");
        assert_findings(plain_english, &[("docs/CLI.md", &line)], &[&wanted]);
    }
}

#[test]
fn phrases_are_matched_as_words_in_any_case() {
    assert_eq!(found(plain_english, &[("tools/a.sh", "# Somebody\n# SOMEBODY")]).len(), 2);
    assert_findings(plain_english, &[("tools/a.sh", "# somebodyelse, unforetold")], &[]);
}

#[test]
fn names_in_code_and_in_quotes_are_allowed() {
    let source = "fn foretold() {}\n/// The key `foretold`.\nconst KEY: &str = \"foretold\";";
    assert_findings(plain_english, &[(SOURCE, source)], &[]);
}

#[test]
fn the_web_client_and_its_texts_are_checked() {
    for path in ["web/src/lib/i18n/en.ts", "web/src/pages/Home.svelte", "web/README.md"] {
        let problem = format!("{path}:1: \"somebody\"; instead: name the actor");
        assert_findings(plain_english, &[(path, "// somebody plays")], &[&problem]);
    }
}

#[test]
fn data_and_generated_files_are_not_checked() {
    for path in ["data/ladder/calibration.json", "web/package-lock.json", "target/a.rs"] {
        let files = [(path, "//! What somebody foretold")];
        assert_findings(plain_english, &files, &[]);
        assert_findings(docs_start_with_a_summary, &files, &[]);
    }
}

/// Returns the problem of a doc comment before an item.
#[track_caller]
fn problem(doc: &str, item: &str) -> Option<String> {
    let source = format!("{doc}\n#[cfg(\n    test\n)]\n{item}\n");
    let mut found = found(docs_start_with_a_summary, &[(SOURCE, &source)]);
    assert!(found.len() <= 1, "{found:?}");
    found.pop().map(|line| line.trim_start_matches(&format!("{SOURCE}:1: ")).to_owned())
}

#[test]
fn a_summary_is_a_sentence_on_the_first_line() {
    let broken = "no complete sentence on the first line";
    let of = |doc: &str| problem(doc, "fn a() {}");
    assert_eq!(of("/// Returns the sum.\n///\n/// More\n/// lines."), None);
    assert_eq!(of("/// Returns the sum. It may be\n/// empty."), None);
    assert_eq!(of("/// The columns:"), None);
    assert_eq!(of("/// Returns the sum\n/// of all."), Some(format!("{broken}: Returns the sum")));
    assert_eq!(of("//! Sums"), Some(format!("{broken}: Sums")));
    let long = format!("Returns {}.", "x".repeat(91));
    assert_eq!(of(&format!("/// {long}")), None);
    let long = format!("Returns {}.", "x".repeat(92));
    assert_eq!(of(&format!("/// {long}")), Some(format!("longer than 100 characters: {long}")));
}

#[test]
fn a_summary_does_not_start_with_a_question_word() {
    for item in ["fn a() {}", "pub(crate) struct A;", "const A: u8 = 1;", "impl A {}", "field: u8,"]
    {
        let found = problem("/// What is kept.", item);
        assert_eq!(found.as_deref(), Some("starts with \"What\": What is kept."), "{item}");
    }
    for item in ["pub fn a() {}", "pub(super) enum A {}", "type A = u8;", "async fn a() {}"] {
        let found = problem("/// Whether it is kept.", item);
        assert_eq!(
            found.as_deref(),
            Some("starts with \"Whether\": Whether it is kept."),
            "{item}"
        );
    }
    for item in ["pub(crate) kept: bool,", "Kept(bool),", "kept: bool,"] {
        assert_eq!(problem("/// Whether it is kept.", item), None, "{item}");
    }
    assert!(problem("//! How games are kept.", "").is_some(), "a module was treated as a field");
}

#[test]
fn a_summary_is_not_only_a_question_word() {
    for doc in ["/// Which.", "/// By whom.", "/// How many.", "/** Whose. */"] {
        let text =
            doc.trim_start_matches("/// ").trim_start_matches("/** ").trim_end_matches(" */");
        let wanted = format!("leaves out what it is about: {text}");
        assert_eq!(problem(doc, "seat: u8,"), Some(wanted), "{doc}");
    }
    assert_eq!(problem("/// Which ship moves.", "Ship,"), None);
}

#[test]
fn rule_numbers_come_first_or_in_parentheses() {
    let rules = "crates/rules/src/lib.rs";
    let of =
        |doc: &str| found(docs_start_with_a_summary, &[(rules, &format!("{doc}\nfn a() {{}}"))]);
    assert_eq!(of("/// R1.2"), [format!("{rules}:1: only cites rules: R1.2")]);
    let late = "R4.2 Rerolls all dice; R4.1 or some.";
    let wanted = "cites a rule in the middle; put it first or in parentheses";
    assert_eq!(of(&format!("/// {late}")), [format!("{rules}:1: {wanted}: {late}")]);
    for doc in ["/// R4.1, R4.2 Rerolls dice.", "/// Rerolls dice (R4.1); Rogues do not."] {
        assert!(of(doc).is_empty(), "{doc}");
    }
}

#[test]
fn comments_of_the_web_client_have_summaries_too() {
    let path = "web/src/lib/table/play.ts";
    let problem = format!("{path}:2: starts with \"What\": What is kept.");
    assert_findings(
        docs_start_with_a_summary,
        &[(path, "// What\n  /** What is kept. */")],
        &[&problem],
    );
    assert_findings(docs_start_with_a_summary, &[(path, "/** Returns what is kept. */")], &[]);
}

#[test]
fn every_banned_name_is_found_in_rust_and_typescript() {
    for name in BANNED_NAMES {
        let item = if name.starts_with(char::is_uppercase) { "struct" } else { "fn" };
        let rust =
            if item == "fn" { format!("fn {name}() {{}}") } else { format!("struct {name};") };
        let wanted = format!("{SOURCE}: the name `{name}` is too vague");
        assert_findings(names_are_plain, &[(SOURCE, &rust)], &[&wanted]);
        let path = "web/src/lib/table/play.ts";
        let wanted = format!("{path}: the name `{name}` is too vague");
        assert_findings(
            names_are_plain,
            &[(path, &format!("export const {name} = 1;"))],
            &[&wanted],
        );
        assert_findings(
            names_are_plain,
            &[(path, &format!("const {name}Of = 1; // const x{name}"))],
            &[],
        );
    }
}

#[test]
fn plain_comments_need_no_summary() {
    assert_findings(
        docs_start_with_a_summary,
        &[(SOURCE, "// what\n//// what\nfn a() {} // what")],
        &[],
    );
}
