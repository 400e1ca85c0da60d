//! Tests that deeply nested and oversized text is rejected before it is parsed. The TOML parser
//! recurses on brackets, and text can evade its recursion limit
//! (`docs/upstream/toml-inline-table-overflow.md`).

use orrery_rules::deck::{self, DeckProblemKind, MAX_BYTES, MAX_DEPTH, MAX_TOKENS};
use orrery_testing::small_stack::on_small_stack;
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, Source, Span};

/// Patterns that open more brackets than they close; some make the parser recover from errors.
const OPENING: [&str; 12] =
    ["{{}a", "{[]a", "[", "{", "{a=", "[{a=", "{a=]", "[}", "{a=[}", "{a ", "[[]{{}a", "{'}'="];

fn kinds(text: &str) -> Vec<DeckProblemKind> {
    let problems = deck::parse(text).expect_err("the text must not be a deck");
    problems.list().iter().map(|problem| problem.kind.clone()).collect()
}

fn nested(depth: usize) -> String {
    format!("a = {}{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn nesting_does_not_overflow_the_stack() {
    on_small_stack("nesting::nesting_does_not_overflow_the_stack", || {
        for head in ["a=", "a=[", "[a]\nb = {c = ", "[[a]]\n"] {
            for open in OPENING {
                let text = format!("{head}{}", open.repeat(4000));
                assert!(deck::parse(&text).is_err(), "{head}{open}…");
            }
        }
    });
}

#[test]
fn nesting_is_refused_where_it_becomes_too_deep() {
    let problems = deck::parse(&format!("\n{}", nested(MAX_DEPTH + 1))).expect_err("too deep");
    let [problem] = problems.list() else { panic!("{problems}") };
    assert_eq!((problem.line, problem.column), (2, 5 + MAX_DEPTH));
    assert_eq!(problem.kind, DeckProblemKind::TooDeep(MAX_DEPTH));
    assert_eq!(
        problem.to_string(),
        "2:21: brackets nest too deeply; a deck nests them at most 16 deep, so close some before \
         this one"
    );
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let found = kinds(&nested(MAX_DEPTH));
    assert!(matches!(found[..], [DeckProblemKind::UnknownSection(..), ..]), "{found:?}");
}

#[test]
fn brackets_in_strings_and_comments_are_not_counted() {
    let brackets = "[{".repeat(MAX_DEPTH);
    let deck = format!(
        "id = 'x' # {brackets}\nname = '''{brackets}'''\nedition = \"classic\"\nrevision = 1\n"
    );
    assert_eq!(deck::parse(&deck).map(|rules| rules.id.clone()), Ok("x".to_owned()));
}

#[test]
fn a_bracket_of_another_kind_closes_nothing() {
    let text = format!("a = {}", "{a=]".repeat(MAX_DEPTH + 1));
    assert_eq!(kinds(&text), [DeckProblemKind::TooDeep(MAX_DEPTH)]);
}

#[test]
fn text_with_too_many_tokens_is_refused_before_parsing() {
    let lines = MAX_BYTES / 6;
    assert_eq!(kinds(&"= = =\n".repeat(lines)), [DeckProblemKind::TooManyTokens(MAX_TOKENS)]);
    let message = DeckProblemKind::TooManyTokens(MAX_TOKENS).to_string();
    assert_eq!(message, "the file has too many parts; a deck has at most 16384 tokens");
}

/// Each byte that causes a separate parser error counts like a token.
#[test]
fn text_full_of_bad_bytes_is_refused_before_parsing() {
    for (open, bad, close) in [("a = \"", "\\q", "\""), ("#", "\u{1}", "\n"), ("", "\r", "\n")] {
        let text = format!("{open}{}{close}", bad.repeat(MAX_TOKENS + 2));
        assert_eq!(kinds(&text), [DeckProblemKind::TooManyTokens(MAX_TOKENS)], "{bad:?}");
    }
    let head = "id = 'x'\r\nname = 'X'\r\nedition = 'classic'\r\n";
    assert!(deck::parse(&format!("{head}{}", "\r\n".repeat(MAX_TOKENS))).is_ok());
}

#[test]
fn comments_and_spaces_may_fill_a_deck_up_to_the_length_limit() {
    let head = "id = 'x'\nname = 'X'\nedition = 'classic'\n";
    let text = format!("{head}{}", "#\n \n".repeat((MAX_BYTES - head.len()) / 4));
    assert!(deck::parse(&text).is_ok());
}

/// Measures the stack growth of the parser by the addresses of its callbacks.
#[derive(Default)]
struct StackMeter {
    first: usize,
    farthest: usize,
}

impl StackMeter {
    fn note(&mut self) {
        let here = std::ptr::from_ref(&self).addr();
        self.first = if self.first == 0 { here } else { self.first };
        self.farthest = self.farthest.max(self.first.abs_diff(here));
    }
}

impl EventReceiver for StackMeter {
    fn inline_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) -> bool {
        self.note();
        true
    }

    fn array_open(&mut self, _: Span, _: &mut dyn ErrorSink) -> bool {
        self.note();
        true
    }
}

/// Returns the stack bytes that the parser uses between the first bracket and the deepest one.
fn stack_bytes_for(text: &str) -> usize {
    let tokens = Source::new(text).lex().into_vec();
    let mut meter = StackMeter::default();
    parse_document(&tokens, &mut meter, &mut ());
    meter.farthest
}

/// Repeats every pattern of up to five tokens. If the bracket count missed any recursion, the stack
/// would grow with each repetition.
#[test]
fn no_pattern_recurses_deeper_than_its_brackets_are_counted() {
    const TOKENS: [&str; 8] = ["{", "}", "[", "]", "a", "=", ",", "\n"];
    const REPETITIONS: usize = 8 * MAX_DEPTH;
    let max_stack =
        stack_bytes_for(&nested(MAX_DEPTH)).max(stack_bytes_for(&"a = {".repeat(MAX_DEPTH)));
    let mut tried = 0;
    for number in 0..TOKENS.len().pow(5) {
        let pattern: String = (0..5).map(|position| TOKENS[number >> (3 * position) & 7]).collect();
        let text = format!("a={}", pattern.repeat(REPETITIONS));
        if !bounds_allow(&text) {
            continue;
        }
        tried += 1;
        assert!(stack_bytes_for(&text) <= max_stack, "{pattern:?} recurses deeper");
    }
    assert!(tried > 5000, "only {tried} patterns reach the parser");
}

fn bounds_allow(text: &str) -> bool {
    let problems = deck::parse(text).expect_err("the text must not be a deck");
    !problems.list().iter().any(|problem| matches!(problem.kind, DeckProblemKind::TooDeep(_)))
}
