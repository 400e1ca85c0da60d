//! Tests that any text parses to a deck or to a list of problems, without a panic.

use orrery_rules::deck::{
    self, DeckProblem, DeckProblemKind, DeckProblems, MAX_BYTES, MAX_PROBLEMS,
};

fn problems(text: &str) -> DeckProblems {
    deck::parse(text).expect_err("the text must not be a deck")
}

#[test]
fn an_empty_file_lacks_everything() {
    let message = problems("").to_string();
    assert!(message.starts_with("1:1: "), "{message}");
    for missing in ["`id`", "`name`", "`revision`", "`rules`", "`track`", "`planet`"] {
        assert!(message.contains(missing), "{missing} in {message}");
    }
}

#[test]
fn garbage_is_refused() {
    let texts =
        ["\0", "]", "[[", "[[]]", "=", "\"", "'''", "a.b.c", "{", "\u{feff}", "é=é", "\r", "#"];
    for text in texts.iter().chain(&["planet = 7", "edition = []", "[edition]", "[[rules]]", "id"])
    {
        assert!(!problems(text).list().is_empty(), "{text:?}");
    }
}

#[test]
fn a_file_that_is_too_long_is_one_problem() {
    let problem = DeckProblem { line: 1, column: 1, kind: DeckProblemKind::TooLong(MAX_BYTES) };
    assert_eq!(problems(&"\n".repeat(MAX_BYTES + 1)).list(), [problem]);
}

#[test]
fn deep_nesting_is_refused() {
    for text in ["a = [", "a = {b = ", "a = [{b = "] {
        let (head, open) = text.split_at(4);
        assert!(!problems(&format!("{head}{}", open.repeat(20_000))).list().is_empty());
    }
    for text in ["a.", "[a.", "[[a."] {
        assert!(!problems(&format!("{text}{}", "a.".repeat(50_000))).list().is_empty());
    }
}

#[test]
fn problems_beyond_the_limit_are_counted_but_not_listed() {
    let found = problems(&"[[planet]]\n".repeat(1000));
    assert_eq!(found.list().len(), MAX_PROBLEMS);
    assert!(found.left_out() > 1000);
    let message = found.to_string();
    assert_eq!(message.lines().count(), MAX_PROBLEMS + 1);
    assert!(message.ends_with(&format!("\nand {} more problems", found.left_out())), "{message}");
}

#[test]
fn numbers_of_any_kind_are_refused_or_read() {
    let deck = |n: &str| format!("edition = \"classic\"\nid = \"a\"\nname = \"A\"\nrevision = {n}");
    for good in ["1", "+1", "0x1F", "0b11", "1_000", "4294967295"] {
        assert!(deck::parse(&deck(good)).is_ok(), "{good}");
    }
    for bad in ["0", "-1", "4294967296", "99999999999999999999999", "1.5", "nan", "0b", "0x", "01"]
    {
        assert!(deck::parse(&deck(bad)).is_err(), "{bad}");
    }
}

#[test]
fn every_truncated_deck_is_read_or_refused() {
    let text = include_str!("../../decks/blast-off.toml");
    for end in (0..text.len()).step_by(37) {
        let cut = deck::parse(&text[..end]);
        assert!(cut.is_err() || cut.is_ok_and(|rules| rules.planets.len() < 30));
    }
}

#[test]
fn a_deck_with_any_changed_byte_is_read_or_refused() {
    let text = include_str!("../../decks/classic.toml").as_bytes();
    for at in (0..text.len()).step_by(61) {
        for byte in *b"\"[]{}=,\n#.0x" {
            let mut changed = text.to_vec();
            changed[at] = byte;
            let changed = String::from_utf8(changed).expect("the file is plain ASCII");
            if let Err(problems) = deck::parse(&changed) {
                assert!(!problems.list().is_empty());
            }
        }
    }
}

#[test]
fn text_of_the_file_is_shortened_and_made_visible_in_messages() {
    let text = format!("\"\\u001b{}\" = 1", "x".repeat(1000));
    let message = problems(&text).to_string();
    assert!(!message.contains('\u{1b}') && !message.contains(&"x".repeat(50)), "{message}");
}
