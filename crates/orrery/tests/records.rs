//! Tests of `orrery replay` and `orrery verify` from the user's point of view.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/records").join(name)
}

fn orrery(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_orrery")).args(args).output().expect("the program runs")
}

fn run_on(command: &str, file: &Path, more: &[&str]) -> Output {
    let file = file.to_str().expect("a plain path");
    orrery(&[&[command, file], more].concat())
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A directory that is removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("orrery-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_are_narrated_in_both_languages() {
    let english = stdout(&run_on("replay", &sample("v1-classic-3.orr"), &[]));
    assert!(english.lines().count() > 100);
    let german = stdout(&run_on("replay", &sample("v1-classic-3.orr"), &["--language", "de"]));
    assert_ne!(english, german);
    let start = stdout(&run_on("replay", &sample("v1-classic-3.orr"), &["--to", "5"]));
    assert_eq!(start.lines().count(), 5);
    assert!(english.starts_with(&start));
}

#[test]
fn all_formats_give_the_same_narration() {
    let narrated = |name: &str| stdout(&run_on("replay", &sample(name), &[]));
    let text = narrated("v1-classic-3.orr");
    assert_eq!(narrated("v1-classic-3.json"), text);
    assert_eq!(narrated("v1-classic-3.orrb"), text);
}

#[test]
fn formats_are_converted_into_each_other() {
    let scratch = Scratch::new("forms");
    let text = std::fs::read(sample("v1-classic-3.orr")).expect("a sample");
    let binary = scratch.0.join("game.orrb");
    let to = binary.to_str().expect("a plain path");
    stdout(&run_on("replay", &sample("v1-classic-3.json"), &["--as", "binary", "-o", to]));
    assert_eq!(stdout(&run_on("replay", &binary, &["--as", "text"])).into_bytes(), text);
}

#[test]
fn narration_for_a_seat_hides_what_it_did_not_see() {
    let file = sample("v1-classic-3.orr");
    let seen = stdout(&run_on("replay", &file, &["--seat", "B", "--as", "text"]));
    let expected = std::fs::read_to_string(sample("v1-classic-3-seen-by-b.orr")).expect("a sample");
    assert_eq!(seen, expected);
    let narrated = stdout(&run_on("replay", &file, &["--seat", "B"]));
    let again = stdout(&run_on("replay", &sample("v1-classic-3-seen-by-b.orr"), &[]));
    assert_eq!(narrated, again);
    let other = run_on("replay", &sample("v1-classic-3-seen-by-b.orr"), &["--seat", "A"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn fair_dice_are_verified() {
    for name in
        ["v1-classic-3.orr", "v1-classic-3.json", "v1-classic-3.orrb", "v1-revised-solo.orr"]
    {
        let proved = stdout(&run_on("verify", &sample(name), &["--entropy", "B="]));
        assert!(proved.starts_with("proved: "), "{proved}");
        assert!(proved.contains("commitment 1bfa3f83"), "{proved}");
        assert!(proved.contains("entropy added by A"), "{proved}");
    }
}

/// Runs both verifiers (Rust and Python) with a receipt; returns their exit codes and outputs.
fn verify_with_receipt(record: &Path, receipt: &Path) -> [(Option<i32>, String); 2] {
    let receipt = receipt.to_str().expect("a plain path");
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
    let mut python = Command::new("python3");
    python.arg(tool).arg(record).args(["--receipt", receipt]);
    let python = python.output().expect("python3 is needed");
    [run_on("verify", record, &["--receipt", receipt]), python].map(|output| {
        let printed = [&output.stdout[..], &output.stderr[..]].concat();
        (output.status.code(), String::from_utf8(printed).expect("text"))
    })
}

#[test]
fn a_receipt_determines_the_proof_level() {
    let scratch = Scratch::new("receipt");
    let (plain, rekeyed) = (sample("v1-classic-3.orr"), sample("v3-rekeyed.orr"));
    let text = std::fs::read_to_string(&rekeyed).expect("a sample");
    let line = text.lines().find_map(|line| line.strip_prefix("dice rekey ")).expect("a change");
    let change: Vec<&str> = line.split(' ').take(2).collect();
    let commit = "commit 1bfa3f83ada3c240673153c88e9ebb0c515fbc19a39432236a00cbfad5647ddb";
    let plain_receipt = format!("orrery dice receipt 1\nseat B\n{commit}\n");
    let rekeyed_receipt = format!("{plain_receipt}rekey {}\naborted 2\n", change.join(" "));
    let other_commitment = plain_receipt.replace("1bfa", "beef");
    for (record, receipt, status, words) in [
        (&plain, &plain_receipt, 0, "proof level 2 of 3: the dice follow the commitment"),
        (
            &plain,
            &other_commitment,
            1,
            "false: the commitment in the record differs from yours; it is 1bfa",
        ),
        (&rekeyed, &rekeyed_receipt, 0, "2 draws were aborted before the game"),
        (&rekeyed, &plain_receipt, 1, "false: the seed changed at roll or draw"),
        (&rekeyed, &"no receipt".to_owned(), 2, "a receipt begins with the line"),
    ] {
        let receipt = scratch.file("receipt.txt", receipt.as_bytes());
        for (found, printed) in verify_with_receipt(record, &receipt) {
            assert_eq!(found, Some(status), "{printed}");
            assert!(printed.contains(words), "{printed}");
        }
    }
    let alone = stdout(&run_on("verify", &plain, &[]));
    assert!(alone.contains("proof level 1 of 3: the record is consistent with itself"), "{alone}");
}

#[test]
fn false_dice_give_status_1_and_the_same_message_as_python() {
    let scratch = Scratch::new("false");
    let text = std::fs::read_to_string(sample("v1-classic-3.orr")).expect("a sample");
    let rolled = text.lines().filter(|line| line.starts_with("  rolled")).nth(3).expect("a roll");
    let mut faces: Vec<&str> = rolled.trim().split(' ').skip(1).collect();
    let last = faces.pop().expect("a die");
    faces.push(if last == "colony" { "economy" } else { "colony" });
    let forged = text.replacen(rolled, &format!("  rolled {}", faces.join(" ")), 1);
    let file = scratch.file("false.orr", forged.as_bytes());
    let output = run_on("verify", &file, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
    let python = Command::new("python3").arg(tool).arg(&file).output().expect("python3 is needed");
    assert_eq!(python.status.code(), Some(1));
    assert_eq!(stderr(&output), format!("orrery: {}", stderr(&python)));
    let wrong = run_on("verify", &sample("v1-classic-3.orr"), &["--entropy", "B=00"]);
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn unreadable_records_give_one_line_and_status_2() {
    let scratch = Scratch::new("bad");
    let seen = sample("v1-classic-3-seen-by-b.orr");
    let bad = scratch.file("bad.orr", b"orrery record 1\nedition classic\nwhat 1\n");
    let noise = scratch.file("noise.orr", &[0xff, 0, 1, 2]);
    let cut = std::fs::read(sample("v1-classic-3.orrb")).expect("a sample");
    let cut = scratch.file("cut.orrb", &cut[..cut.len() / 2]);
    let cases = [
        (run_on("verify", &seen, &[]), "the seed is not revealed"),
        (run_on("verify", &bad, &[]), "bad.orr: 3:1: unknown header line"),
        (run_on("replay", &bad, &[]), "bad.orr: 3:1: unknown header line"),
        (run_on("replay", &noise, &[]), "the text is not UTF-8"),
        (run_on("replay", &cut, &[]), "cut.orrb: "),
        (run_on("replay", &scratch.0.join("none"), &[]), "cannot read"),
        (run_on("verify", &bad, &["--entropy", "x"]), "entropy is a seat"),
    ];
    for (output, words) in cases {
        assert_eq!(output.status.code(), Some(2), "{words}");
        let narrated = stderr(&output);
        assert!(narrated.contains(words) && narrated.lines().count() == 1, "{narrated}");
    }
}

#[test]
fn a_replay_that_differs_names_the_step() {
    let scratch = Scratch::new("differs");
    let text = std::fs::read_to_string(sample("v1-classic-3.orr")).expect("a sample");
    let forged = text.replacen("\n  activate ", "\n  upgrade 2e, activate ", 1);
    let file = scratch.file("differs.orr", forged.as_bytes());
    let output = run_on("replay", &file, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("`upgrade 2e`: "), "{}", stderr(&output));
    assert!(stderr(&output).contains("(R2.2)"), "{}", stderr(&output));
}
