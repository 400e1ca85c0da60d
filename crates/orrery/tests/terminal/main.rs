//! Tests of the terminal client: whole games in a pseudo-terminal, as plain text, and on a server.

#[cfg(target_os = "linux")]
mod keys;
mod online;
#[cfg(target_os = "linux")]
mod pty;
mod script;
mod tls;

use script::Script;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a command that runs the binary in English and saves games in a directory.
fn orrery(games: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.args(arguments).env("ORRERY_GAMES", games).env("LC_ALL", "en_US.UTF-8");
    command.env("NO_COLOR", "1");
    command
}

/// Returns the paths of the records in a directory.
fn records(games: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(games).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "orr")).collect()
}

#[test]
fn a_whole_game_as_plain_text_survives_a_kill() {
    let games = tempfile::tempdir().expect("a directory");
    let start = ["play", "--lines", "--bot", "greedy", "--bot", "captain", "--name", "Ada"];
    let mut script = Script::start(orrery(games.path(), &start));
    for _ in 0..12 {
        assert!(script.answer(|choices| choices.len()), "{}", script.text());
    }
    let before_kill = script.text().to_owned();
    script.kill();
    // The menu offers to continue the game.
    let mut script = Script::start(orrery(games.path(), &["play", "--lines"]));
    assert!(script.answer(|choices| {
        assert!(choices[0].starts_with("Continue: Classic, Ada"), "{choices:?}");
        1
    }));
    while script.answer(|choices| choices.len().min(2)) {}
    let text = script.text();
    assert!(
        text.contains("You continue a saved game.") && text.contains("The game is over"),
        "{before_kill}{text}"
    );
    assert!(text.contains("Winner: ") && text.contains("After turn 1: Ada "), "{text}");
    let records = records(games.path());
    assert_eq!(records.len(), 1);
    let verified = orrery(games.path(), &["verify"]).arg(&records[0]).output().expect("it runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn commands_work_in_both_languages_and_at_any_time() {
    let games = tempfile::tempdir().expect("a directory");
    let start = ["play", "--lines", "--seats", "2", "--name", "Ada", "--name", "Ben", "-l", "de"];
    let mut script = Script::start(orrery(games.path(), &start));
    // A secret question is shown only after the person has pressed Enter.
    let first = script.until_prompt().expect("a prompt");
    assert!(first.contains("geheim") && !first.contains("behalten"), "{first}");
    let mut say = |line: &str| script.say(line).expect("a prompt");
    assert!(say("").contains("1. "));
    assert!(say("1").contains("Ben"));
    say("");
    assert!(say("1").contains("Zug beenden"));
    assert!(say("status").contains("Zug 1."));
    assert!(say("planeten").contains("Punkt"));
    assert!(say("schiffe").contains("zu Hause"));
    assert!(say("mission").contains("Deine geheime Mission"));
    assert!(say("hinweis").contains("Gewinnchance"));
    assert!(say("warum").contains("(R"));
    assert!(say("why upgrade 2e").contains("(R"));
    assert!(say("regeln R7.3").contains("R7.3"));
    assert!(say("log 3").contains("Reihe"));
    assert!(say("aktionen").contains("Zug beenden"));
    assert!(say("repeat").contains("Zug beenden"));
    assert!(say("befehle 1").contains("nie"));
    assert!(say("unsinn").contains("weder eine Wahl noch ein Befehl"));
    assert!(say("activate nonsense").contains("weder"));
    assert!(say("hilfe").contains("protokoll"));
    assert!(say("undo").contains("nichts zurückzunehmen"));
    assert_eq!(script.say("beenden"), None);
    assert!(script.text().contains("Die Partie ist gespeichert."), "{}", script.text());
}

#[test]
fn a_record_is_shown_step_by_step() {
    let games = tempfile::tempdir().expect("a directory");
    let mut bots = Script::start(orrery(
        games.path(),
        &["watch", "--lines", "--bot", "greedy", "--bot", "random"],
    ));
    assert_eq!(bots.until_prompt(), None, "a game between bots asks for input");
    assert!(bots.text().contains("The game is over"), "{}", bots.text());
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/records/v1-revised-solo.orr");
    let mut script = Script::start(orrery(games.path(), &["watch", "--lines", record]));
    assert!(script.until_prompt().expect("a prompt").contains("Step 0 of "));
    assert!(script.say("next").expect("a prompt").contains("Step 1 of "));
    assert!(script.say("turn").expect("a prompt").contains("Step "));
    assert!(script.say("12").expect("a prompt").contains("Step 12 of "));
    assert!(script.say("back").expect("a prompt").contains("Step 11 of "));
    let review = script.say("review").expect("a prompt");
    for part in ["Review of ", "% at the start, luck ", " decisions, accuracy ", "turning point"] {
        assert!(review.contains(part), "no `{part}` in:\n{review}");
    }
    assert!(review.contains("Chance to win after turn 1: "), "{review}");
    assert_eq!(script.say("quit"), None);
}

#[test]
fn a_server_without_a_display_says_how_to_play_in_the_terminal() {
    use std::io::{BufRead, BufReader};
    let games = tempfile::tempdir().expect("a directory");
    // The script `./orrery` also starts the program without arguments.
    let mut command = orrery(games.path(), &[]);
    command
        .env("ORRERY_LISTEN", "127.0.0.1:0")
        .env("ORRERY_DATA", games.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null());
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"] {
        command.env_remove(name);
    }
    let mut server = command.spawn().expect("it starts");
    let mut lines =
        BufReader::new(server.stdout.take().expect("its output")).lines().map_while(Result::ok);
    assert!(lines.next().expect("a line").starts_with("Orrery is at http://127.0.0.1:"));
    let found = lines.take(4).find(|line| line.contains("`./orrery play`"));
    server.kill().expect("it runs");
    server.wait().expect("it has ended");
    assert!(cfg!(not(target_os = "linux")) || found.is_some());
}
