//! Tests of `orrery train` from the user's point of view: files, interruptions, errors, playing.

mod cli_common;

use cli_common::{Scratch, orrery, printed, refused};
use orrery_testing::wait::wait_until;
use std::fs::{read, write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Arguments for three batches of games by the greedy bot, then one by the network.
const SHORT: [&str; 11] =
    ["train", "--games", "6", "--batch", "2", "--greedy", "3", "--seed", "5", "--threads", "1"];

fn train(more: &[&str]) -> String {
    printed(&[&SHORT[..], more].concat())
}

#[test]
fn network_and_checkpoint_do_not_depend_on_the_number_of_threads() {
    let scratch = Scratch::new("train");
    let (one, three) = (scratch.file("one.mind"), scratch.file("three.mind"));
    let message = train(&["--out", &one]);
    assert!(message.contains("played 8 games; network written to"), "{message}");
    let settings = &SHORT[..9];
    printed(&[settings, &["--threads", "3", "--quiet", "--out", &three]].concat());
    assert_eq!(read(&one).expect("written"), read(&three).expect("written"));
    let names = ["one.mind", "one.mind.checkpoint", "three.mind", "three.mind.checkpoint"];
    assert_eq!(scratch.names(), names);
}

#[test]
fn a_complete_training_is_not_repeated() {
    let scratch = Scratch::new("train-complete");
    let network = scratch.file("a.mind");
    train(&["--out", &network]);
    let before = read(&network).expect("written");
    let message = printed(&["train", "--resume", &scratch.file("a.mind.checkpoint")]);
    assert!(message.contains("played 8 games"), "{message}");
    assert_eq!(read(&network).expect("written"), before);
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Waits until the file exists, then interrupts the process; returns its output.
#[cfg(unix)]
fn interrupt(mut child: Child, file: &str) -> String {
    wait_until(file, || {
        assert_eq!(child.try_wait().expect("a child"), None, "the training ended");
        Path::new(file).exists()
    });
    orrery_services::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{message}");
    message + &String::from_utf8_lossy(&output.stdout)
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_network_and_resume_continues() {
    let scratch = Scratch::new("train-interrupt");
    let network = scratch.file("a.mind");
    let checkpoint = scratch.file("a.mind.checkpoint");
    let long = ["train", "--games", "1000000", "--batch", "2", "--save-every", "1"];
    let message = interrupt(start(&[&long[..], &["--out", &network]].concat()), &checkpoint);
    assert!(
        message.contains(&format!("continue with `orrery train --resume {checkpoint}`")),
        "{message}"
    );
    let (before, other) = (read(&network).expect("written"), scratch.file("b.mind"));
    let resume = ["train", "--resume", &checkpoint, "--save-every", "1", "--out", &other];
    interrupt(start(&resume), &scratch.file("b.mind.checkpoint"));
    assert_ne!(read(&other).expect("written"), before, "the training did not continue");
    assert_eq!(read(&network).expect("written"), before, "another --out changed the first file");
}

#[test]
fn invalid_files_are_rejected() {
    let scratch = Scratch::new("train-refused");
    let (network, broken) = (scratch.file("a.mind"), scratch.file("broken"));
    train(&["--quiet", "--out", &network]);
    let checkpoint = scratch.file("a.mind.checkpoint");
    let bytes = read(&checkpoint).expect("written");
    write(&broken, &bytes[..bytes.len() / 2]).expect("writable");
    let resume = |file: &str| refused(&["train", "--resume", file]);
    assert!(resume("no-such-file").contains("cannot read no-such-file"));
    assert!(resume(&network).contains("not a training checkpoint"));
    assert!(resume(&broken).contains("the checkpoint is damaged"));
    let from = |file: &str| refused(&["train", "--from", file, "--out", &network]);
    assert!(from(&checkpoint).contains("not a trained network file"));
    let folder = scratch.path().display().to_string();
    assert!(refused(&["train", "--out", &folder]).contains("it is a directory"));
    let curve = format!("{folder}/none/curve");
    assert!(refused(&["train", "--out", &network, "--curve", &curve]).contains("cannot write"));
}

#[test]
fn invalid_settings_are_rejected() {
    let cases: [&[&str]; 7] = [
        &["--lambda", "1.5"],
        &["--keep", "-0.1"],
        &["--rate", "0"],
        &["--rate", "NaN"],
        &["--solo", "101"],
        &["--batch", "0"],
        &["--resume", "x", "--seed", "3"],
    ];
    for case in cases {
        let output = orrery(&[&["train"], case].concat());
        assert_eq!(output.status.code(), Some(2), "{case:?}");
    }
}

#[test]
fn levels_play_with_a_network_from_a_file() {
    let file = "crates/bots/weights/orrery.mind";
    let simulate = |bot: &str| printed(&["simulate", "-n", "4", "--bot", bot]);
    let built_in = simulate("captain");
    let from_file = simulate(&format!("captain@{file}"));
    // Only the name of the bot differs.
    let rows = |text: &str, bot: &str| text.replace(bot, "B").replace(' ', "");
    assert_eq!(rows(&built_in, "captain"), rows(&from_file, &format!("captain@{file}")));
    let printed = refused(&["simulate", "-n", "4", "--bot", &format!("general@{file}")]);
    assert!(printed.contains("unknown level `general`; use one of cadet"), "{printed}");
    let printed = refused(&["simulate", "-n", "4", "--bot", "captain@README.md"]);
    assert!(
        printed.contains("cannot load the network in README.md: not a trained network file"),
        "{printed}"
    );
}
