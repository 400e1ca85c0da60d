//! Tests of `orrery arena` as users see it: results, interruptions, external bots, errors.

mod cli_common;

use cli_common::{Scratch, orrery, repository};
use orrery_testing::wait::wait_until;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_to_string, write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Runs a tournament and returns its output.
fn arena(arguments: &[&str]) -> String {
    let output = orrery(&[&["arena"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("tables are text")
}

/// Returns the error line of a failed tournament.
fn refused(arguments: &[&str]) -> String {
    cli_common::refused(&[&["arena"], arguments].concat())
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.arg("arena").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Returns the result files whose contents depend only on settings and bots.
fn results(folder: &str) -> [String; 2] {
    ["arena.json", "arena.svg"].map(|name| {
        read_to_string(Path::new(folder).join(name)).expect("a finished tournament writes it")
    })
}

fn json(folder: &str) -> Value {
    serde_json::from_str(&results(folder)[0]).expect("JSON")
}

/// Returns the journal lines of finished deals.
fn deals(folder: &str) -> Vec<Value> {
    let text = read_to_string(Path::new(folder).join("deals.jsonl")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["deal"].is_u64()).collect()
}

/// Waits until this many deals are finished.
fn wait_for_deals(folder: &str, count: usize) {
    wait_until(&format!("deals in {folder}"), || deals(folder).len() >= count);
}

#[test]
fn greedy_beats_random_in_forty_games() {
    let scratch = Scratch::new("arena-forty");
    let out = scratch.file("out");
    let message = arena(&["-b", "random", "-b", "greedy", "-n", "40", "--out", &out]);
    for part in ["1. greedy", "2. random", "Crosstable", "Line-ups", "Time per decision"] {
        assert!(message.contains(part), "no {part} in {message}");
    }
    let result = json(&out);
    assert_eq!((&result["complete"], &result["format"]), (&true.into(), &"round-robin".into()));
    let best = &result["bots"][0];
    assert!(best["bot"] == "greedy" && best["games"] == 40, "{best}");
    assert!(best["won"].as_u64() >= Some(36) && best["rating"]["low"].as_f64() > Some(0.0));
    let score = &result["lineups"][0]["results"][0]["score"];
    assert!(score["low"].as_f64() <= score["value"].as_f64(), "{score}");
    let timing = read_to_string(Path::new(&out).join("timing.json")).expect("written");
    let timing: Value = serde_json::from_str(&timing).expect("JSON");
    assert!(timing["bots"].as_array().expect("bots").iter().all(|bot| {
        bot["decisions"].as_u64() > Some(100) && bot["p99_ms"].as_f64() >= bot["median_ms"].as_f64()
    }));
}

#[test]
fn any_number_of_threads_gives_the_same_result() {
    let scratch = Scratch::new("arena-threads");
    let tables: [&[&str]; 4] = [
        &["-b", "greedy", "-b", "random", "-b", "again=greedy", "-n", "30"],
        &["-b", "greedy", "-b", "random", "-s", "3", "--field", "-n", "30"],
        &["-b", "greedy", "-b", "random", "-s", "1", "--rogue", "all", "-n", "8"],
        &["-b", "greedy", "-b", "random", "--sprt", "0,100", "-n", "5000"],
    ];
    for (i, table) in tables.into_iter().enumerate() {
        let run = |threads: &str| {
            let out = scratch.file(&format!("{i}-{threads}"));
            arena(&[table, &["-t", threads, "--seed", "5", "--out", &out]].concat());
            results(&out)
        };
        let one = run("1");
        assert!(one == run("2") && one == run("5"), "{table:?}");
    }
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let scratch = Scratch::new("arena-sprt");
    let out = scratch.file("out");
    let sprt = ["--sprt", "-10,100", "-n", "100000", "--out", &out];
    let message = arena(&[&["-b", "greedy", "-b", "random"], &sprt[..]].concat());
    assert!(message.contains("+100 Elo, not -10"), "{message}");
    let lineup = &json(&out)["lineups"][0];
    assert!(lineup["sprt"]["accepted"] == "elo1" && lineup["deals"].as_u64() < Some(100));
}

#[test]
fn a_killed_tournament_resumes_to_the_same_result() {
    let scratch = Scratch::new("arena-kill");
    let (whole, torn) = (scratch.file("whole"), scratch.file("torn"));
    let table = ["-b", "greedy", "-b", "random", "-b", "other=random", "-n", "600", "-t", "2"];
    arena(&[&table[..], &["--out", &whole]].concat());
    let mut child = start(&[&table[..], &["--out", &torn]].concat());
    wait_for_deals(&torn, 60);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let before = deals(&torn).len();
    assert!((60..900).contains(&before), "{before} deals were finished before the kill");
    let journal = Path::new(&torn).join("deals.jsonl");
    let text = read_to_string(&journal).expect("written");
    write(&journal, text + "{\"bots\":[\"greedy\",\"ran").expect("writable");
    arena(&[&table[..], &["--out", &torn]].concat());
    assert!(results(&torn) == results(&whole));
    let finished = deals(&torn);
    let keys: BTreeSet<String> =
        finished.iter().map(|deal| format!("{}{}", deal["bots"], deal["deal"])).collect();
    assert_eq!((finished.len(), keys.len()), (900, 900), "a deal is missing or was played twice");
    let again = arena(&[&table[..], &["--out", &torn]].concat());
    assert!(again.contains("1,800 games") && deals(&torn).len() == 900);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_deals() {
    let scratch = Scratch::new("arena-interrupt");
    let out = scratch.file("out");
    let table = ["-b", "greedy", "-b", "random", "-n", "1000000", "--out", &out];
    let child = start(&table);
    wait_for_deals(&out, 20);
    assert!(refused(&table).contains("another arena is writing"));
    orrery_services::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(
        message.contains("interrupted after")
            && message.contains("run the same command to continue")
    );
    let result = json(&out);
    let played = result["lineups"][0]["deals"].as_u64().expect("a number");
    assert!(result["complete"] == false && played >= 20, "{result}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Ranking"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_a_tournament_until_there_is_room() {
    let scratch = Scratch::new("arena-full");
    let (full, whole) = (scratch.file("full"), scratch.file("whole"));
    let script =
        "trap '' XFSZ; ulimit -f 9; exec \"$0\" arena -b greedy -b random -n 200 --out \"$1\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_orrery"), &full]);
    let output = shell.output().expect("there is a shell");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("cannot write") && message.lines().count() == 1, "{message}");
    assert!((1..100).contains(&deals(&full).len()), "no deal, or every deal, was stored");
    let table = ["-b", "greedy", "-b", "random", "-n", "200", "--out"];
    arena(&[&table[..], &[&full]].concat());
    arena(&[&table[..], &[&whole]].concat());
    assert!(results(&full) == results(&whole));
}

#[test]
fn a_larger_tournament_reuses_finished_deals() {
    let scratch = Scratch::new("arena-more");
    let (grown, fresh) = (scratch.file("grown"), scratch.file("fresh"));
    let two = ["-b", "greedy", "-b", "random"];
    arena(&[&two[..], &["-n", "10", "--out", &grown]].concat());
    let first = deals(&grown);
    let three = ["-b", "greedy", "-b", "random", "-b", "third=random", "-n", "20"];
    arena(&[&three[..], &["--out", &grown]].concat());
    arena(&[&three[..], &["--out", &fresh]].concat());
    assert!(results(&grown) == results(&fresh));
    assert_eq!(deals(&grown)[..first.len()], first[..], "earlier lines have changed");
    assert_eq!(deals(&grown).len(), deals(&fresh).len());
}

fn four_games<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["-b", "greedy", "-b", "random", "-n", "4"], more].concat()
}

#[test]
fn another_tournament_or_a_damaged_file_is_refused() {
    let scratch = Scratch::new("arena-other");
    let out = scratch.file("out");
    arena(&four_games(&["--out", &out]));
    let message = refused(&four_games(&["--out", &out, "--seed", "2"]));
    assert!(message.contains("its seed is \"1\", not \"2\"; choose another --out"), "{message}");
    let message = refused(&four_games(&["--out", &out, "-e", "revised", "--max-turns", "50"]));
    assert!(
        message.contains("edition is \"classic\"") && message.contains("max_turns"),
        "{message}"
    );
    let journal = Path::new(&out).join("deals.jsonl");
    let text = read_to_string(&journal).expect("written");
    write(&journal, text.replacen("[[", "[", 1)).expect("writable");
    let message = refused(&four_games(&["--out", &out]));
    assert!(message.contains("deals.jsonl:2; delete it to play its deal again"), "{message}");
    write(&journal, text.replacen("\"build\":\"", "\"build\":\"x", 1)).expect("writable");
    assert!(refused(&four_games(&["--out", &out])).contains("another build of orrery"));
    arena(&four_games(&["--out", &out, "--other-build"]));
    write(&journal, "shopping list\n").expect("writable");
    assert!(refused(&four_games(&["--out", &out])).contains("not a journal of deals"));
}

/// Returns an external bot that plays like the example bot and logs the messages it receives.
fn logging_bot(log: &str) -> String {
    let bot = repository().join("examples/bot.py");
    format!("py=cmd:sh -c \"tee -a '{log}' | python3 '{}'\"", bot.display())
}

fn received(log: &str) -> Vec<Value> {
    let text = read_to_string(log).expect("the program received messages");
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn a_program_takes_every_seat_with_the_same_cards_and_receives_the_result() {
    let scratch = Scratch::new("arena-program");
    let (log, out) = (scratch.file("log"), scratch.file("out"));
    let bot = logging_bot(&log);
    arena(&["-b", &bot, "-b", "random", "-n", "12", "-t", "1", "--out", &out]);
    let received = received(&log);
    let starts: Vec<&Value> =
        received.iter().map(|line| &line["start"]).filter(|s| !s.is_null()).collect();
    let seats = |seat: &str| starts.iter().filter(|start| start["seat"] == seat).count();
    assert_eq!((seats("A"), seats("B")), (6, 6));
    let games: Vec<&[Value]> = received.split(|line| !line["over"].is_null()).collect();
    let first = |game: &&[Value]| {
        let view = &game.iter().find(|line| !line["decide"].is_null())?["decide"]["view"];
        Some((view["row"].to_string(), view["turn"].as_u64()?))
    };
    let first: Vec<_> = games.iter().filter_map(first).filter(|(_, turn)| *turn == 0).collect();
    assert_eq!(first.len(), 12, "a game did not begin with a choice of missions");
    assert!(
        first.chunks(2).all(|deal| deal[0] == deal[1]),
        "the games of a deal have different rows"
    );
    assert!(first[0] != first[2], "two deals have the same row");
    let won = received.iter().filter(|line| {
        let me = &starts[line["over"]["game"].as_u64().unwrap_or(1) as usize - 1]["seat"];
        let winners = line["over"]["outcome"]["winners"].as_array();
        winners.is_some_and(|winners| winners.contains(me))
    });
    assert_eq!(won.count() as u64, json(&out)["bots"][0]["won"].as_u64().expect("a number"));
}

#[test]
fn programs_that_fail_stop_the_tournament_and_nothing_is_lost() {
    let scratch = Scratch::new("arena-fail");
    let out = scratch.file("out");
    let script = "import sys, itertools\nsys.path.insert(0, sys.argv[1])\nimport bot\n\
                  sys.stdin = itertools.islice(sys.stdin, 2000)\nbot.main()\n";
    write(scratch.path().join("dying.py"), script).expect("writable");
    let examples = repository().join("examples");
    let program = format!("python3 '{}' '{}'", scratch.file("dying.py"), examples.display());
    let dying = format!("dying=cmd:{program}");
    let table = ["-b", "random", "-b", &dying, "-n", "200", "-t", "1", "--out", &out];
    let message = refused(&table);
    assert!(
        message.contains("; finished deals are in") && message.contains("exited before"),
        "{message}"
    );
    let finished = deals(&out).len();
    assert!(finished > 0);
    refused(&table);
    assert!(deals(&out).len() > finished, "the second run finished no deal");
    assert!(refused(&["-b", "random", "-b", "cmd:/nowhere/bot"]).contains("/nowhere/bot"));
    let slow = ["-b", "random", "-b", "cmd:sleep 60", "--bot-timeout", "0.3"];
    assert!(refused(&slow).contains("did not answer within 0.3 s"));
    let simulated = cli_common::refused(&[&["simulate"], &slow[..]].concat());
    assert!(simulated.contains("did not answer within 0.3 s"), "{simulated}");
}

#[test]
fn formats_play_the_right_lineups() {
    let scratch = Scratch::new("arena-formats");
    let bots = ["-b", "greedy", "-b", "a=random", "-b", "b=random", "-b", "c=random"];
    let count = |name: &str, more: &[&str]| {
        let out = scratch.file(name);
        let message = arena(&[&bots[..], &["-n", "6", "--out", &out], more].concat());
        let mut games: BTreeMap<String, usize> = BTreeMap::new();
        for deal in deals(&out) {
            *games.entry(deal["bots"].to_string()).or_default() +=
                deal["won"].as_array().expect("games").len();
        }
        (message, games.len(), games.values().sum::<usize>())
    };
    let (_, lineups, games) = count("robin", &[]);
    assert_eq!((lineups, games), (6, 36));
    let (message, lineups, games) = count("gauntlet", &["--gauntlet", "a", "--anchor", "greedy"]);
    assert_eq!((lineups, games), (3, 18));
    assert!(message.contains("gauntlet of a") && message.contains("+0 ± 0"), "{message}");
    let (message, lineups, games) = count("field", &["-s", "4", "--field"]);
    assert_eq!((lineups, games), (3, 24), "six games were not rounded up to two deals of four");
    assert!(message.contains("a=random ×3") || message.contains("a ×3"), "{message}");
    assert!(message.contains("25.0 %"), "the even share is not shown: {message}");
    let (_, lineups, games) = count("three", &["-s", "3", "-e", "revised"]);
    assert_eq!((lineups, games), (4, 24));
    let solo = ["-s", "1", "--rogue", "all", "-e", "revised", "--relentless"];
    let (message, _, games) = count("solo", &solo);
    assert_eq!(games, 4 * 5 * 6);
    assert!(message.contains("Hades") && message.contains("Artemis"), "{message}");
}

#[test]
fn errors_are_one_line() {
    let bots = |more: &[&str]| refused(&[&["-b", "greedy", "-b", "random"], more].concat());
    assert!(refused(&["-b", "greedy"]).contains("at least two bots"));
    assert!(
        refused(&["-b", "greedy", "-b", "clever"])
            .contains("unknown bot `clever`; use one of random")
    );
    assert!(refused(&["-b", "greedy", "-b", "greedy"]).contains("`greedy` is listed twice"));
    assert!(bots(&["-s", "4"]).contains("4 seats but only 2 bots; add more --bot, or --field"));
    assert!(bots(&["--gauntlet", "nobody"]).contains("--gauntlet nobody: no such bot"));
    assert!(bots(&["--anchor", "nobody"]).contains("--anchor nobody: no such bot"));
    assert!(bots(&["-s", "1", "--field"]).contains("need at least two seats"));
    assert!(bots(&["--rogue", "all"]).contains("only solo games"));
    assert!(bots(&["--threads", "0"]).contains("--threads must be at least 1"));
    assert!(bots(&["-e", "gold"]).contains("unknown edition `gold`"));
    assert!(bots(&["--out", "/dev/null/x"]).contains("cannot write /dev/null/x"));
    let three = ["-b", "third=random", "-s", "3", "--sprt", "0,10"];
    assert!(bots(&three).contains("add --field"));
    for (option, value) in [("--sprt", "10,0"), ("--bot-timeout", "0"), ("--bot-timeout", "nan")] {
        let output = orrery(&["arena", "-b", "greedy", "-b", "random", option, value]);
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
    }
}

#[test]
fn luck_adjusted_scores_are_reported() {
    let scratch = Scratch::new("arena-adjust");
    let out = scratch.file("out");
    let game = ["-b", "pilot", "-b", "greedy", "--edition", "blast-off", "--out", &out];
    let adjusted = |games: &'static str| arena(&[&game[..], &["--adjust", "-n", games]].concat());
    assert!(adjusted("4").contains("Luck-adjusted scores"));
    let message = adjusted("8");
    assert!(message.contains("adjusted (95 %)"), "{message}");
    let result = json(&out);
    assert!(result["evaluator"].as_str().is_some_and(|hash| hash.len() > 16), "{result}");
    let scores = result["lineups"][0]["results"].as_array().expect("results");
    let value = |score: &Value| score["adjusted"]["value"].as_f64().expect("a number");
    assert!((scores.iter().map(value).sum::<f64>() - 1.0).abs() < 1e-5, "{scores:?}");
    assert!(scores.iter().all(|score| score["games_saved"].as_f64() > Some(0.0)), "{scores:?}");
    for deal in deals(&out) {
        let games = deal["luck"].as_array().expect("luck");
        for game in games {
            let luck: i64 = game.as_array().expect("places").iter().filter_map(Value::as_i64).sum();
            assert!(luck.abs() <= 2, "luck does not sum to 0: {deal}");
        }
    }
    assert!(refused(&[&game[..], &["-n", "8"]].concat()).contains("evaluator"));
}
