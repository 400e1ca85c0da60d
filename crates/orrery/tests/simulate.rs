//! Tests of `orrery simulate` from the user's point of view: rows, files, errors, Ctrl-C.

mod cli_common;

use cli_common::Scratch;
use orrery_testing::wait::wait_until;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use std::fs::{File, read, read_to_string};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.arg("simulate").args(arguments).output().expect("the program starts")
}

fn simulated(arguments: &[&str]) -> String {
    let output = simulate(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the summary is text")
}

/// Returns the error line of a run that exits with status 2.
fn refused(arguments: &[&str]) -> String {
    let output = simulate(arguments);
    let line = String::from_utf8(output.stderr).expect("errors are text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
    line
}

fn parquet_rows(path: &str) -> Vec<Row> {
    let file = File::open(path).expect("the file is there");
    let reader = SerializedFileReader::new(file).expect("the file has a footer");
    let rows = reader.get_row_iter(None).expect("the file has a schema");
    rows.map(|row| row.expect("every row can be read")).collect()
}

/// Formats a row as a line of CSV.
fn line(row: &Row) -> String {
    let cell = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Int(value) => value.to_string(),
        Field::Long(value) => value.to_string(),
        Field::ULong(value) => value.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("no column holds {other:?}"),
    };
    let cells: Vec<String> = row.get_column_iter().map(|(_, field)| cell(field)).collect();
    cells.join(",")
}

#[test]
fn any_number_of_threads_gives_the_same_rows_and_summary() {
    let scratch = Scratch::new("threads");
    let run = |threads: &str, ending: &str| {
        let games = scratch.file(&format!("games.{ending}"));
        let decisions = scratch.file(&format!("decisions.{ending}"));
        let bots = ["-b", "greedy", "-b", "random", "-b", "random"];
        let table = ["-n", "300", "-s", "3", "--seed", "7", "-t", threads];
        let files = ["--games-out", &games, "--decisions-out", &decisions];
        let message = simulated(&[&table[..], &bots, &files].concat());
        (message, read(&games).expect("written"), read(&decisions).expect("written"))
    };
    for ending in ["csv", "parquet"] {
        let one = run("1", ending);
        assert!(one.0.contains("300 games written to"), "{}", one.0);
        assert!(one == run("2", ending), "{ending}: two threads differ from one");
        assert!(one == run("7", ending), "{ending}: seven threads differ from one");
    }
}

#[test]
fn parquet_and_csv_hold_the_same_rows() {
    let scratch = Scratch::new("formats");
    for (table, what) in [
        (&["-n", "60"][..], "classic"),
        (&["-n", "20", "-e", "blast-off", "-s", "4", "-b", "greedy"], "blast-off"),
        (&["-n", "20", "-s", "1", "--all-rogues"], "solo"),
    ] {
        let names = ["games.csv", "decisions.csv", "games.parquet", "decisions.parquet"];
        let [csv, moves_csv, parquet, moves_parquet] = names.map(|name| scratch.file(name));
        simulated(&[table, &["--games-out", &csv, "--decisions-out", &moves_csv]].concat());
        simulated(&[table, &["--games-out", &parquet, "--decisions-out", &moves_parquet]].concat());
        for (csv, parquet) in [(csv, parquet), (moves_csv, moves_parquet)] {
            let text = read_to_string(csv).expect("written");
            let rows: Vec<String> = parquet_rows(&parquet).iter().map(line).collect();
            let lines: Vec<&str> = text.lines().skip(1).collect();
            assert_eq!(lines, rows, "{what}");
        }
    }
}

#[test]
fn rows_are_consistent() {
    let scratch = Scratch::new("rows");
    let (games, decisions) = (scratch.file("games.csv"), scratch.file("decisions.csv"));
    simulated(&["-n", "50", "-q", "--games-out", &games, "--decisions-out", &decisions]);
    let text = read_to_string(games).expect("written");
    let head: Vec<&str> = text.lines().next().expect("a head").split(',').collect();
    let column = |name: &str| head.iter().position(|field| *field == name).expect("documented");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 50);
    let mut all_decisions = 0;
    for (game, row) in rows.iter().enumerate() {
        let number = |name: &str| row[column(name)].parse::<u64>().expect("a number");
        assert_eq!(number("game"), game as u64);
        assert!(number("winners") > 0 && number("turns") > 0);
        for seat in ["a", "b"] {
            let of = |name: &str| number(&format!("{seat}_{name}"));
            assert_eq!(
                of("points"),
                of("planet_points") + of("empire_points") + of("mission_points")
            );
            assert_eq!(of("colonies"), u64::from(of("planets").count_ones()));
            let reached =
                (2..=6).filter(|l| !row[column(&format!("{seat}_level_{l}_turn"))].is_empty());
            assert_eq!(of("level"), 1 + reached.count() as u64);
        }
        all_decisions += number("decisions");
    }
    let lines = read_to_string(decisions).expect("written").lines().count() as u64;
    assert_eq!(lines - 1, all_decisions);
}

#[test]
fn every_edition_is_played_by_every_bot() {
    for edition in ["prototype", "classic", "revised", "blast-off"] {
        for seats in ["2", "4"] {
            let bots = ["-b", "greedy", "-b", "random", "-b", "greedy", "-b", "random"];
            let bots = if seats == "2" { &bots[..4] } else { &bots[..] };
            let message = simulated(&[&["-n", "20", "-e", edition, "-s", seats], bots].concat());
            assert!(!message.contains("unfinished"), "{edition}: {message}");
        }
    }
    let message =
        simulated(&["-n", "10", "-s", "1", "-e", "revised", "--relentless", "-b", "greedy"]);
    assert!(message.contains("Pace of the Rogue"), "{message}");
}

#[test]
fn games_that_reach_the_turn_limit_are_unfinished() {
    let message = simulated(&["-n", "5", "--max-turns", "10"]);
    assert!(message.contains("end of game: unfinished"), "{message}");
}

#[test]
fn the_report_is_self_contained() {
    let scratch = Scratch::new("html");
    let page = scratch.file("report.html");
    simulated(&["-n", "40", "-q", "--html", &page]);
    let text = read_to_string(page).expect("written");
    assert!(text.starts_with("<!doctype html>") && text.ends_with("</html>\n"));
    assert!(text.matches("<svg").count() >= 5 && text.contains("prefers-color-scheme"));
    assert!(!["http", "<script", "<link", "url("].iter().any(|outside| text.contains(outside)));
}

#[test]
fn errors_are_one_line() {
    assert!(refused(&["-b", "clever"]).contains("unknown bot `clever`; use one of random, greedy"));
    assert!(refused(&["-e", "gold"]).contains("unknown edition `gold`"));
    assert!(refused(&["-s", "3", "-b", "random", "-b", "greedy"]).contains("3 seats but 2 bots"));
    assert!(refused(&["-s", "7"]).contains("does not allow this number of players"));
    assert!(refused(&["--all-rogues"]).contains("solo"));
    assert!(refused(&["--games-out", "rows.xls"]).contains(".parquet or .csv"));
    assert!(refused(&["--threads", "0"]).contains("--threads must be at least 1"));
    assert!(refused(&["--deck", "/nowhere/deck.toml"]).contains("/nowhere/deck.toml"));
    assert!(refused(&["-n", "4", "-b", "cmd:/nowhere/bot"]).contains("/nowhere/bot"));
}

#[test]
fn an_unwritable_path_fails_before_the_first_game() {
    let started = Instant::now();
    for option in ["--games-out", "--decisions-out", "--html"] {
        let line = refused(&["-n", "100000000", option, "/nowhere/rows.csv"]);
        assert!(line.contains("cannot write /nowhere/rows.csv"), "{line}");
    }
    assert!(started.elapsed() < Duration::from_secs(30));
    let scratch = Scratch::new("directory");
    std::fs::create_dir(scratch.path().join("games.csv")).expect("writable");
    assert!(refused(&["--games-out", &scratch.file("games.csv")]).contains("directory"));
    assert_eq!(scratch.names(), ["games.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_leaves_no_output_file() {
    let scratch = Scratch::new("full");
    for ending in ["csv", "parquet", "html"] {
        let name = scratch.file(&format!("full.{ending}"));
        std::os::unix::fs::symlink("/dev/full", &name).expect("writable");
        let option = if ending == "html" { "--html" } else { "--games-out" };
        let line = refused(&["-n", "3000", "-q", option, &name]);
        assert!(line.contains("cannot write") && line.contains("No space left"), "{line}");
    }
    // The limit on the file size makes a write fail in the middle of a file.
    let games = scratch.file("games.csv");
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" simulate -n 3000 -q --games-out \"$1\"";
    let shell =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_orrery"), &games]).output();
    let output = shell.expect("there is a shell");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(scratch.names(), ["full.csv", "full.html", "full.parquet"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_finished_games_readable() {
    for ending in ["parquet", "csv"] {
        let scratch = Scratch::new(&format!("interrupt-{ending}"));
        let name = format!("games.{ending}");
        let (games, decisions) = (scratch.file(&name), scratch.file("decisions.csv"));
        let child = Command::new(env!("CARGO_BIN_EXE_orrery"))
            .args(["simulate", "-n", "100000000", "--games-out", &games])
            .args(["--decisions-out", &decisions])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // The program writes a game's rows of decisions after the row of the game.
        let part = format!("{decisions}.part");
        wait_until("a decision", || Path::new(&part).metadata().is_ok_and(|file| file.len() > 0));
        orrery_services::interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(130), "{message}");
        assert_eq!(scratch.names(), ["decisions.csv", &name]);
        let rows = match ending {
            "csv" => read_to_string(&games).expect("written").lines().count() - 1,
            _ => parquet_rows(&games).len(),
        };
        assert!(rows > 0);
        let without_commas: String = message.chars().filter(|c| *c != ',').collect();
        assert!(
            without_commas.contains(&format!("interrupted after {rows} of 100000000 games")),
            "{rows}: {message}"
        );
    }
}
