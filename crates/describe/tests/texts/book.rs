//! The rulebook has the same chapters, rules and source marks in every language.

use crate::table::{context, rules};
use orrery_describe::{self as say, Book, BookEntry, Language, Localizer};
use orrery_rules::GameOption;
use orrery_rules::ruleset::Naming;

fn numbers(entries: &[BookEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.number.as_str()).collect()
}

/// Returns the source marks, in order: `[B]`, `[O]`.
fn source_marks(rule: &BookEntry) -> Vec<&str> {
    let after = rule.text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    after.map(|(mark, _)| mark).filter(|mark| ["B", "C", "F", "O"].contains(mark)).collect()
}

/// Returns the numbers of the rules that a rule refers to, each once.
fn references(rule: &BookEntry) -> Vec<&str> {
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || c == '.');
    let words = rule.text.split(is_separator).map(|word| word.trim_end_matches('.'));
    let is_number = |word: &&str| {
        word.strip_prefix('R').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut found: Vec<&str> = words.filter(is_number).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn every_language_has_every_chapter_and_rule_in_order() {
    let english = Book::read(Language::English);
    assert!(english.rules.len() > 50, "a checkout without symbolic links has no rulebook");
    for &language in Language::ALL {
        let book = Book::read(language);
        assert_eq!(numbers(&book.chapters), numbers(&english.chapters), "{language:?}");
        assert_eq!(numbers(&book.rules), numbers(&english.rules), "{language:?}");
    }
}

#[test]
fn all_languages_have_the_same_source_marks_and_references() {
    let english = Book::read(Language::English);
    for &language in Language::ALL {
        for (rule, other) in Book::read(language).rules.iter().zip(&english.rules) {
            assert_eq!(source_marks(rule), source_marks(other), "{language:?}: {}", rule.number);
            assert_eq!(references(rule), references(other), "{language:?}: {}", rule.number);
        }
    }
}

#[test]
fn the_german_rules_are_translated() {
    let english = Book::read(Language::English);
    let german = Book::read(Language::German);
    for (rule, other) in german.rules.iter().zip(&english.rules) {
        assert_ne!(rule.text, other.text, "{}", rule.number);
    }
}

#[test]
fn rules_name_the_edition_blast_off_as_the_clients_do() {
    for &language in Language::ALL {
        let book = Book::read(language);
        for entry in book.chapters.iter().chain(&book.rules) {
            let text = entry.text.to_lowercase();
            assert!(!text.contains("blast-off"), "{language:?}: {}", entry.number);
        }
        let chapter = book.chapters.iter().find(|chapter| chapter.number == "R13").expect("R13");
        let name = Localizer::new(language).name("blast-off");
        assert!(chapter.text.starts_with(&name), "{language:?}: {}", chapter.text);
    }
}

#[test]
fn the_german_rules_name_options_as_the_clients_do() {
    let book = Book::read(Language::German);
    let localizer = Localizer::new(Language::German);
    let classic = rules(Naming::Classic);
    for &option in GameOption::ALL {
        let explanation = say::option(option);
        let name = localizer.text(&explanation.name, &context(&classic));
        let rule = book.rules.iter().find(|rule| rule.number == explanation.rule).expect("a rule");
        assert!(rule.text.contains(&name), "{}: no {name}", rule.number);
        for rule in &book.rules {
            assert!(!rule.text.contains(option.word()), "{}: {}", rule.number, option.word());
        }
    }
}
