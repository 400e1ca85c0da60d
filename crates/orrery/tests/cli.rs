//! Tests of the commands that finish quickly, and of their error messages.

mod cli_common;

use cli_common::{orrery, printed, refused};
use std::path::PathBuf;

/// Creates a temporary file for a test.
fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("orrery-cli-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a new file");
    path
}

#[test]
fn perft_prints_a_count_for_each_depth() {
    let text = printed(&["perft", "--depth", "3", "--edition", "blast-off", "--seats", "4"]);
    assert_eq!(text.lines().count(), 3);
    let text = printed(&["perft", "data/perft/classic-opening.txt", "--depth", "2"]);
    let counts: Vec<&str> =
        text.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["7", "25"]);
}

#[test]
fn perft_checks_the_counts_in_a_file() {
    let text = printed(&["perft", "data/perft/classic-opening.txt"]);
    assert_eq!(text.lines().filter(|line| line.ends_with("ok")).count(), 8);
    let setup =
        "classic 2\nrow jakks nagato hoefker shouhua\nturn A dice move energy culture colony";
    let wrong = file("perft.txt", format!("{setup}\n\n1 7\n2 26\n").as_bytes());
    let name = wrong.to_str().expect("a name");
    let output = orrery(&["perft", name]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("expected 26"));
    assert!(refused(&["perft", name]).contains("1 of 2 counts differ"));
}

#[test]
fn perft_refuses_bad_files() {
    assert!(refused(&["perft", "no-such-file"]).contains("cannot read no-such-file"));
    let cases: [(&str, &[u8], &str); 6] = [
        ("a", b"klassic 2\n", "the first word must be an edition"),
        ("b", b"classic 2\nrow jakks atlantis\n", ":2:11: `atlantis` is not allowed here"),
        ("c", b"classic 2\nrow jakks jakks jakks jakks\n", "in two places"),
        ("d", b"\xff\xff", "is not UTF-8"),
        ("e", b"classic 2\n\n99 1\n", "depth 99"),
        (
            "f",
            b"classic 2\nA ships home home home home home\n",
            ":2:3: a galaxy has at most 4 ships",
        ),
    ];
    for (name, text, wanted) in cases {
        let path = file(name, text);
        let printed = refused(&["perft", path.to_str().expect("a name")]);
        assert!(printed.contains(wanted), "{printed}");
    }
}

#[test]
fn deck_check_lists_all_problems() {
    let text = printed(&["deck", "check", "crates/rules/decks/classic.toml"]);
    assert!(text.starts_with("valid: Classic, 40 planets, 12 missions, 5 Rogues"), "{text}");
    assert!(refused(&["deck", "check", "no-such-file"]).contains("cannot read no-such-file"));
    let path = file("deck.toml", b"id = \"x\"\nedition = \"classic\"\nshape = 3\n");
    let name = path.to_str().expect("a name");
    let output = orrery(&["deck", "check", name]);
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.lines().all(|line| line.starts_with(&format!("{name}:"))), "{listed}");
    assert!(listed.contains(":3:1: "), "{listed}");
    assert!(refused(&["deck", "check", name]).contains("2 problems"));
    let path = file("deck.bin", b"\xff\xff");
    assert!(refused(&["deck", "check", path.to_str().expect("a name")]).contains("not UTF-8"));
}

#[test]
fn rules_are_printed() {
    assert!(printed(&["rules"]).contains("R7   Follow"));
    let rule = printed(&["rules", "R7.3"]);
    assert!(rule.starts_with("R7.3 ") && !rule.contains("Code:"), "{rule}");
    assert_eq!(rule, printed(&["rules", "7.3"]));
    assert!(rule.lines().all(|line| line.chars().count() <= 80), "{rule}");
    assert!(printed(&["rules", "R3.1"]).contains("  R3.1e "));
    let chapter = printed(&["rules", "R7"]);
    assert!(chapter.starts_with("R7 Follow\n") && chapter.contains("\nR7.6 "), "{chapter}");
    assert!(printed(&["rules", "converter"]).contains("R5.1 "));
    assert!(printed(&["rules", "tables"]).contains("Empire track"));
    assert!(refused(&["rules", "R7.99"]).contains("this chapter has R7.1, R7.2"));
    assert!(refused(&["rules", "R99"]).contains("R1 to R14"));
    assert!(refused(&["rules", "xyzzy"]).contains("no rule mentions `xyzzy`"));
}

#[test]
fn bench_prints_every_measurement() {
    let text = printed(&["bench", "--millis", "5", "--rounds", "1"]);
    for name in ["floor", "classic-2", "classic-4", "solo", "blast-off-4", "cargo xtask bench"] {
        assert!(text.contains(name), "no {name} in {text}");
    }
    assert_eq!(orrery(&["bench", "--millis", "0"]).status.code(), Some(2));
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(printed(&["completions", shell]).contains("perft"), "{shell}");
    }
    assert_eq!(orrery(&["completions", "tcsh-9"]).status.code(), Some(2));
    assert!(printed(&["man"]).contains(".TH orrery 1"));
    assert!(printed(&["man", "deck", "check"]).contains("orrery\\-deck\\-check"));
    assert!(refused(&["man", "dance"]).contains("unknown command `dance`"));
}

#[test]
fn help_shows_commands_examples_and_exit_codes() {
    let top = printed(&["--help"]);
    for word in
        ["perft", "deck", "rules", "bench", "stdio", "EXAMPLES", "EXIT CODES", "docs/PROTOCOL.md"]
    {
        assert!(top.contains(word), "no {word} in the help");
    }
    for command in ["perft", "rules", "bench", "stdio", "completions", "man"] {
        assert!(printed(&[command, "--help"]).len() > 200, "{command}");
    }
    assert_eq!(orrery(&["dance"]).status.code(), Some(2));
}

/// External programs play, and the command reports their failures.
#[test]
fn programs_play_in_simulations() {
    let bot = "cmd:python3 examples/bot.py";
    let text = printed(&["simulate", "--bot", bot, "--bot", "random", "--games", "4"]);
    assert!(text.contains("4 games"), "{text}");
    let simulate = |bot: &str| refused(&["simulate", "--bot", bot, "--games", "2"]);
    assert!(simulate("cmd:./no-such-bot").contains("cannot start `./no-such-bot`"));
    assert!(simulate("cmd:false").contains("bot `false` exited"));
    assert!(simulate("cmd:echo {}").contains("did not answer `hello` with `ready`"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    for line in ["rules tables", "perft --depth 5", "completions bash"] {
        let script = format!("{{ \"$0\" {line}; echo $? >&2; }} | true");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_orrery")])
            .output()
            .expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), "0", "{line}");
    }
}
