//! Tests of `orrery calibrate` from the user's point of view.

mod cli_common;

use cli_common::{Scratch, printed, refused};
use serde_json::Value;
use std::fs::read_to_string;

const GAMES: [&str; 7] = ["calibrate", "--bot", "greedy", "-n", "203", "--per-game", "5"];

fn result(folder: &str) -> String {
    read_to_string(format!("{folder}/calibration.json")).expect("written")
}

#[test]
fn positions_are_counted_in_ten_bins() {
    let scratch = Scratch::new("calibrate");
    let out = scratch.file("out");
    let text = printed(&[&GAMES[..], &["--out", &out]].concat());
    assert!(text.starts_with("classic, 2 seats: 203 positions of 41 games of greedy"), "{text}");
    assert!(text.contains("The largest difference is"), "{text}");
    let json: Value = serde_json::from_str(&result(&out)).expect("JSON");
    let bins = json["bins"].as_array().expect("a list");
    let counts = bins.iter().filter_map(|bin| bin["positions"].as_u64());
    assert_eq!((bins.len(), counts.sum::<u64>()), (10, 203));
    for bin in bins {
        let number = |field: &str| bin[field].as_f64();
        match bin["positions"].as_u64() {
            Some(0) => assert!(bin["won"].is_null() && bin["difference"].is_null()),
            _ => {
                assert!(number("foretold") >= number("from") && number("foretold") <= number("to"));
                assert!(number("low") <= number("won") && number("won") <= number("high"));
            }
        }
    }
    let picture = read_to_string(format!("{out}/calibration.svg")).expect("written");
    assert!(picture.starts_with("<svg") && picture.contains("<circle"));
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let scratch = Scratch::new("calibrate-threads");
    let run = |threads: &str, table: &[&str]| {
        let out = scratch.file(threads);
        let more = ["--threads", threads, "--out", &out, "--quiet"];
        assert_eq!(printed(&[&GAMES[..], &more, table].concat()), "");
        result(&out)
    };
    for table in [&["--seats", "3"][..], &["-s", "1", "-e", "revised", "--relentless"]] {
        assert_eq!(run("1", table), run("3", table));
    }
}

#[test]
fn another_seed_gives_other_positions() {
    let run = |seed: &str| printed(&[&GAMES[..], &["--seed", seed]].concat());
    assert_eq!(run("1"), run("1"));
    // Skip the first line, which names the seed.
    let figures = |text: String| text.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_ne!(figures(run("1")), figures(run("2")));
}

#[test]
fn errors_are_one_line() {
    assert!(
        refused(&["calibrate", "--bot", "cmd:x"])
            .contains("cannot calibrate with an external program")
    );
    assert!(refused(&["calibrate", "--bot", "nobody"]).contains("unknown bot `nobody`"));
    for option in ["--network", "--mind"] {
        let message = refused(&["calibrate", option, "README.md"]);
        assert!(message.contains("cannot load the network in README.md"), "{message}");
    }
    let endless = [&GAMES[..], &["--max-turns", "1"]].concat();
    assert!(refused(&endless).contains("abandoned after 1 turns"));
}
