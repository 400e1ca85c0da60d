//! Reading any file gives a one-line error or a record, and never panics.

use crate::play::classic;
use orrery_record::{DeckCache, MAX_BYTES, MAX_STEPS, Record, deck_hash};
use orrery_rules::{Random, deck};
use orrery_testing::small_stack::on_small_stack;

fn message(text: &str) -> String {
    Record::parse(text).expect_err("a problem").to_string()
}

#[test]
fn problems_have_line_and_column() {
    let head = "orrery record 1\nedition classic\nrevision 1\nseats 2\n";
    let zeros = "00".repeat(32);
    let rekey = |from: u8| format!("dice rekey {from} {zeros}\n");
    let two_keys = format!("dice commit {zeros}\n{}{}", rekey(2), rekey(1));
    let cases = [
        ("", "1:1: a record begins"),
        ("orrery record 4\n", "1:15: this is version 4 of the format"),
        ("orrery record 0\n", "1:1: a record begins"),
        ("orrery record 1\n", "1:1: the header has no line `seats`"),
        (&format!("{head}seats 3\n"), "5:1: this line occurs twice"),
        (&format!("{head}colour red\n"), "5:1: unknown header line"),
        (&format!("{head}date 2026-13-01\n"), "5:6: a date is expected"),
        (&format!("{head}name C \"x\"\n"), "names a seat that is not played"),
        (&format!("{head}name A \"x\n"), "5:10: a text between"),
        (&format!("{head}name A \"{}\"\n", "x".repeat(201)), "5:8: this is longer than 200"),
        (&format!("{head}dice seed 00\n"), "5:11: 64 hexadecimal digits"),
        (&format!("{head}dice entropy A 00\n"), "no line `dice commit`"),
        (&format!("{head}dice rekey 0 {zeros}\n"), "no line `dice commit`"),
        (&format!("{head}dice rekey x {zeros}\n"), "5:12: the number of a chance"),
        (&format!("{head}dice rekey 0 {zeros} 00\n"), "5:79: 64 hexadecimal digits"),
        (&format!("{head}{two_keys}"), "the re-keyings are too many, or not in order"),
        (&format!("{head}rulings 2\n"), "5:1: only a custom deck has rulings"),
        (&format!("{head}  | x\n"), "5:1: this line belongs to neither a deck"),
        (&format!("{head}\n  end\n"), "6:1: these steps belong to no turn"),
        (&format!("{head}\n1 A\n  end; end\n"), "7:3: this is not a step"),
        (&format!("{head}\n1 A\n  end!!!\n"), "7:3: `!!!` is not a mark"),
        (&format!("{head}\n1 A\n  end {{x}} y\n"), "7:11: a comma"),
        (&format!("{head}\n1 A\n  end {{x\n"), "7:9: a text between"),
        (&format!("{head}\n1 A\n  end,\n"), "7:7: this is not a step"),
        (&format!("{head}\n1 C\n"), "6:3: a seat is expected"),
        (&format!("{head}\n1 A #12\n"), "6:5: # and 16"),
        (&format!("{head}\n1 A\n  C:end\n"), "7:3: there is no such seat"),
        (&format!("{head}\nresult A 1 B 2 won B\n1 A\n"), "7:1: nothing comes after"),
        (&format!("{head}\nresult B 1 won B\n"), "6:8: the next seat"),
    ];
    for (text, start) in cases {
        let problem = message(text);
        assert!(problem.contains(start), "{text:?}: {problem}");
        assert_eq!(problem.lines().count(), 1, "{problem}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let record = classic(2);
    let decks = DeckCache::default();
    let forms =
        [record.to_string().into_bytes(), record.to_json().into_bytes(), record.to_bytes(&decks)];
    let mut random = Random(1);
    for form in forms {
        for _ in 0..400 {
            let mut bytes = form.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[at] = random.bits() as u8,
                    1 => bytes.truncate(at + 1),
                    _ => bytes.insert(at, b" ,{}\"\\#?:|\n"[random.below(11)]),
                }
            }
            if let Ok(read) = Record::read(&bytes, &mut DeckCache::default()) {
                assert_eq!(read.check(), Ok(()));
                let _ = read.replay(deck::classic(), |_| {});
                let _ = read.verify(deck::classic());
            }
        }
    }
}

#[test]
fn huge_files_are_rejected() {
    assert!(message(&"x".repeat(MAX_BYTES + 1)).contains("longer than"));
    let head = "orrery record 1\nedition classic\nrevision 1\nseats 2\n\n1 A\n  ";
    assert!(message(&format!("{head}{}", "end,".repeat(300_000))).contains("too many steps"));
    let turns = "1 A\n".repeat(300_000);
    assert!(message(&format!("{head}end\n{turns}")).contains("too many turns"));
    let deep = "[".repeat(1 << 20);
    assert!(Record::from_json(&format!("{{\"format\":{deep}")).is_err());
}

/// Reads deeply nested files of every format on a small stack.
#[test]
fn nested_files_do_not_overflow_the_stack() {
    on_small_stack("hostile::nested_files_do_not_overflow_the_stack", || {
        let head = "orrery record 1\nedition classic\nrevision 1\nseats 2\n";
        for open in ["[", "{\"a\":", "{", "{{}a", "{a=", "(", "  | "] {
            let deep = open.repeat(200_000);
            let texts = [
                deep.clone(),
                format!("{{\"format\":{deep}"),
                format!("{{\"turns\":[{{\"steps\":[{deep}"),
                format!("{head}deck blake3:{}\n  | a={deep}\n\n", "0".repeat(64)),
                format!("{head}setup\n  | {deep}\n\n"),
                format!("{head}\n1 A\n  end {deep}"),
            ];
            for text in texts {
                assert!(
                    Record::read(text.as_bytes(), &mut DeckCache::default()).is_err(),
                    "{open}"
                );
            }
        }
    });
}

/// A record passes an embedded deck to the TOML parser.
#[test]
fn a_nested_deck_in_a_record_does_not_overflow_the_stack() {
    on_small_stack("hostile::a_nested_deck_in_a_record_does_not_overflow_the_stack", || {
        let deck = format!("a={}\n", "{{}a".repeat(4000));
        let hash: String = deck_hash(&deck).iter().map(|byte| format!("{byte:02x}")).collect();
        let head = "orrery record 1\nedition classic\nrevision 1\nseats 2\n";
        let text = format!("{head}deck blake3:{hash}\n  | {deck}\n");
        let message =
            Record::read(text.as_bytes(), &mut DeckCache::default()).expect_err("no deck");
        assert!(message.to_string().contains("brackets nest too deeply"), "{message}");
    });
}

#[test]
fn json_with_too_many_values_is_rejected_before_parsing() {
    let steps = "\"\",".repeat(5 * MAX_STEPS + 1);
    let text = format!("{{\"turns\":[{{\"steps\":[{steps}");
    let message = Record::from_json(&text).expect_err("too many").to_string();
    assert_eq!(message, "the record has too many steps");
    let message = Record::from_json(&"[".repeat(17)).expect_err("too deep").to_string();
    assert_eq!(message, "brackets nest more than 16 deep");
}

#[test]
fn hand_written_files_may_be_loosely_formatted() {
    let text = "orrery record 1\r\nseats 2\r\nrevision 1\r\nedition classic\r\n\r\n\
                opening\r\n  drew gyore ,drew helios! {nice}\r\n\r\n\tdrew jakks\r\n";
    let record = Record::parse(text).expect("readable");
    assert_eq!(record.len(), 3);
    let canonical = record.to_string();
    assert!(canonical.ends_with("opening\n  drew gyore, drew helios! {nice}, drew jakks\n"));
    assert!(record.replay(deck::classic(), |_| {}).is_ok());
}

/// Control characters of a hostile file do not reach the terminal.
#[test]
fn messages_are_one_line_without_control_characters() {
    let json = classic(2).to_json();
    let hostile = json.replacen("\"edition\"", "\"x\\n\\u001b[2J\": 1, \"edition\"", 1);
    let message = Record::from_json(&hostile).expect_err("an unknown field").to_string();
    assert!(!message.contains(['\n', '\u{1b}']), "{message:?}");
    let message = Record::from_json(&json.replacen("drew ", "\\u001b ", 1));
    let message = message.expect_err("no words").to_string();
    assert!(!message.contains(['\n', '\u{1b}']), "{message:?}");
}
