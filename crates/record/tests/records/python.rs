//! `tools/verify.py`, an independent verifier, agrees with this crate.

use crate::play::{classic, every_game, with_step_text};
use orrery_record::{DeckRef, Record, Recorder};
use orrery_rules::{Options, deck};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A temporary file, deleted on drop.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, text: &str) -> Self {
        let name = format!("orrery-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("can write to the temporary directory");
        Self(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn verify(name: &str, record: &Record, more: &[&str]) -> Output {
    let file = TempFile::new(name, &record.to_string());
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
    let mut command = Command::new("python3");
    command.arg(tool).arg(&file.0).args(more);
    command.output().expect("python3 is needed for this test")
}

/// Runs the verifier with a receipt; returns its exit status and its output.
pub(crate) fn verify_with_receipt(record: &Record, receipt: &str) -> (Option<i32>, String) {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let file = TempFile::new(&format!("receipt-{number}"), receipt);
    let path = file.0.to_string_lossy();
    let output = verify(&format!("record-{number}"), record, &["--receipt", &path]);
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8_lossy(&text).trim().to_owned())
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

#[test]
fn python_verifies_the_same_records() {
    let mut tables = std::collections::BTreeSet::new();
    for (kind, record) in every_game() {
        let options = &kind.options;
        if !tables.insert((kind.rules.id.clone(), options.seats, options.chosen)) {
            continue;
        }
        let output = verify("true", &record, &["--entropy", "B="]);
        assert_eq!(output.status.code(), Some(0), "{}: {}", kind.name, message(&output));
        let proved = record.verify(kind.rules).expect("true dice");
        let line = String::from_utf8_lossy(&output.stdout);
        assert_eq!(line.trim(), proved.to_string(), "{}", kind.name);
    }
    assert!(tables.len() > 12);
}

#[test]
fn python_reports_the_same_false_step() {
    let (record, rules) = (classic(4), deck::classic());
    let mut false_outcomes = Vec::new();
    record
        .replay(rules, |played| {
            let node = played.before.chance();
            let other = node.and_then(|node| {
                let steps = (0..node.total()).rev().map(|i| orrery_rules::Step::Chance(node.at(i)));
                steps.into_iter().find(|step| *step != played.step)
            });
            false_outcomes
                .extend(other.map(|step| (played.number, step.notation(rules).to_string())));
        })
        .expect("it is valid");
    let every = false_outcomes.len() / 12;
    for (number, words) in false_outcomes.into_iter().step_by(every) {
        let changed = with_step_text(&record, number, &words);
        let output = verify("false", &changed, &[]);
        assert_eq!(output.status.code(), Some(1), "step {number}: {}", message(&output));
        let rust_message = changed.verify(rules).expect_err("false dice").to_string();
        assert_eq!(message(&output), rust_message);
        assert!(rust_message.contains(&format!("step {number} ")));
    }
}

#[test]
fn python_rejects_the_same_records() {
    let record = classic(2);
    let mut changed = record.clone();
    changed.header.dice.as_mut().expect("dice").seed = Some([9; 32]);
    let output = verify("seed", &changed, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(message(&output), changed.verify(deck::classic()).expect_err("false").to_string());
    changed.header.dice = None;
    assert_eq!(verify("none", &changed, &[]).status.code(), Some(2));
    assert_eq!(verify("own", &record, &["--entropy", "A=00"]).status.code(), Some(1));
    let zeros = "00".repeat(32);
    assert_eq!(verify("announced", &record, &["--commitment", &zeros]).status.code(), Some(1));
}

#[test]
fn python_supports_custom_decks() {
    let page = include_str!("../../../../docs/DECKS.md");
    let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let text = text.expect("an example");
    let rules = deck::parse(text).expect("a valid deck");
    let mut recorder = Recorder::new(&rules, &Options::players(2)).expect("fits");
    let dealer = orrery_record::Dealer::new([3; 32]);
    assert!(recorder.commit(&dealer, std::collections::BTreeMap::new()));
    let mut recorder = crate::play::play(recorder, 5, 100_000);
    recorder.header_mut().deck = DeckRef::embedding(text);
    let mut record = recorder.finish();
    assert!(record.reveal(&dealer));
    assert!(record.verify(&rules).is_ok());
    let output = verify("embedded", &record, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    record.header.deck = Some(DeckRef::of(text));
    assert_eq!(verify("missing", &record, &[]).status.code(), Some(2));
    let file = TempFile::new("deck", text);
    let output = verify("given", &record, &["--deck", &file.0.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
}
