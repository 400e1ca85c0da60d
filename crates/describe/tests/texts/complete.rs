//! Tests that every language has all messages with the same variables, and no unused messages.

use crate::samples;
use crate::table::{context, rules};
use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement,
};
use orrery_describe::{Arg, Language, Localizer, Message};
use orrery_rules::ruleset::Naming;
use std::collections::{BTreeMap, BTreeSet};

/// The variables and messages that a Fluent message refers to.
#[derive(Default)]
struct References {
    variables: BTreeSet<String>,
    messages: BTreeSet<String>,
}

type FluentFile = BTreeMap<String, References>;

fn parse(language: Language) -> FluentFile {
    let parsed = fluent_syntax::parser::parse(language.source()).expect("a valid Fluent file");
    let mut file = FluentFile::new();
    for entry in &parsed.body {
        let Entry::Message(message) = entry else { continue };
        let mut references = References::default();
        references.add_pattern(message.value.as_ref().expect("a text"));
        assert!(
            file.insert(message.id.name.to_owned(), references).is_none(),
            "{} twice",
            message.id.name
        );
    }
    file
}

impl References {
    fn add_pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                    self.add_inline(inline);
                }
                PatternElement::Placeable {
                    expression: Expression::Select { selector, variants },
                } => {
                    self.add_inline(selector);
                    variants.iter().for_each(|variant| self.add_pattern(&variant.value));
                }
                PatternElement::TextElement { .. } => {}
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.messages.insert(id.name.to_owned());
            }
            InlineExpression::FunctionReference { arguments, .. } => self.add_arguments(arguments),
            _ => {}
        }
    }

    fn add_arguments(&mut self, arguments: &CallArguments<&str>) {
        arguments.positional.iter().for_each(|argument| self.add_inline(argument));
    }
}

/// Returns the variables of a message and of the messages that it refers to.
///
/// Leaves out `naming`, which is always set.
fn variables(file: &FluentFile, key: &str) -> BTreeSet<String> {
    let references = file.get(key).unwrap_or_else(|| panic!("{key} is referred to and missing"));
    let inner = references.messages.iter().flat_map(|inner| variables(file, inner));
    references.variables.iter().cloned().chain(inner).filter(|name| name != "naming").collect()
}

#[test]
fn all_languages_have_the_same_messages_and_variables() {
    let english = parse(Language::English);
    for &language in Language::ALL {
        let file = parse(language);
        assert!(english.keys().eq(file.keys()), "{language:?}: {:?}", difference(&english, &file));
        for key in english.keys() {
            assert_eq!(variables(&english, key), variables(&file, key), "{language:?}: {key}");
        }
    }
}

fn difference<'a>(one: &'a FluentFile, other: &'a FluentFile) -> Vec<&'a String> {
    let only = |a: &'a FluentFile, b: &'a FluentFile| a.keys().filter(|key| !b.contains_key(*key));
    only(one, other).chain(only(other, one)).collect()
}

#[test]
fn every_sample_has_a_text_in_every_language() {
    for &language in Language::ALL {
        let localizer = Localizer::new(language);
        for naming in [Naming::Classic, Naming::BlastOff] {
            let rules = rules(naming);
            for message in samples::all() {
                let text = localizer.checked_text(&message, &context(&rules));
                let text = text.unwrap_or_else(|errors| panic!("{language:?}: {errors:?}"));
                assert!(!text.is_empty() && !text.contains(['{', '}', '$']), "{text}");
                assert!(!text.contains("  ") && text.trim() == text, "{text:?}");
            }
        }
    }
}

#[test]
fn every_illegal_step_cites_its_rule() {
    let rules = rules(Naming::Classic);
    for &language in Language::ALL {
        let localizer = Localizer::new(language);
        for illegal in samples::illegals() {
            let text = localizer.text(&orrery_describe::illegal(illegal), &context(&rules));
            assert!(text.ends_with(&format!(" ({})", illegal.rule())), "{text}");
        }
    }
}

/// Every key in the code has a sample, and the code uses every message of the Fluent file.
#[test]
fn keys_samples_and_messages_agree() {
    let mut sampled = BTreeSet::new();
    samples::all().iter().for_each(|message| keys_of(message, &mut sampled));
    let in_code: BTreeSet<&str> = SOURCES.iter().flat_map(|source| keys_in(source)).collect();
    let missed: Vec<_> = in_code.iter().filter(|key| !sampled.contains(**key)).collect();
    assert!(missed.is_empty(), "no sample has {missed:?}");

    let file = parse(Language::English);
    let referred =
        file.values().flat_map(|references| references.messages.iter().map(String::as_str));
    let mut known: BTreeSet<&str> = referred.chain(sampled).collect();
    known.extend(ARGUMENT_MESSAGES);
    let is_name = |key: &&String| key.starts_with("name-");
    let unused: Vec<_> =
        file.keys().filter(|key| !known.contains(key.as_str()) && !is_name(key)).collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

/// The messages with which the localizer itself formats arguments; they are not in [`SOURCES`].
const ARGUMENT_MESSAGES: [&str; 9] = [
    "unknown",
    "amount",
    "dice-none",
    "dice-part",
    "list-last",
    "list-more",
    "seat-unnamed",
    "slot-empty",
    "tenths",
];

/// The source files that create messages.
const SOURCES: [&str; 7] = [
    include_str!("../../src/action.rs"),
    include_str!("../../src/card.rs"),
    include_str!("../../src/edition.rs"),
    include_str!("../../src/event.rs"),
    include_str!("../../src/illegal.rs"),
    include_str!("../../src/question.rs"),
    include_str!("../../src/reason.rs"),
];

/// Returns the string literals of a source file that look like keys.
fn keys_in(source: &str) -> impl Iterator<Item = &str> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let quoted = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    quoted.filter(|text| text.contains('-'))
}

fn keys_of(message: &Message, keys: &mut BTreeSet<&'static str>) {
    keys.insert(message.key);
    message.args.iter().for_each(|(_, arg)| keys_of_arg(arg, keys));
}

fn keys_of_arg(arg: &Arg, keys: &mut BTreeSet<&'static str>) {
    match arg {
        Arg::Message(inner) => keys_of(inner, keys),
        Arg::List(parts) => parts.iter().for_each(|part| keys_of_arg(part, keys)),
        _ => {}
    }
}
