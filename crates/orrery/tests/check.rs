//! Tests of `orrery check`, and of `serve`, `backup` and `restore` with damaged or lost games.

mod cli_common;

use cli_common::repository;
use orrery_loadtest::process::Process;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The id of a game in the test database, which an older version of Orrery wrote.
const GAME: &str = "a5l5kmgbyriudfvq64c4";

/// A data directory that is removed at the end of the test.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("orrery-check-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let games = repository().join("crates/store/tests/data/schema-3.sqlite");
        fs::copy(games, folder.join("orrery.sqlite")).expect("it is copied");
        Self(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("orrery.sqlite")
    }

    /// Damages a game by deleting an entry of its log.
    fn damage(&self) {
        let db = rusqlite::Connection::open(self.database()).expect("it opens");
        let sql = "DELETE FROM log WHERE seq = 5 AND game = (SELECT key FROM games WHERE id = ?1)";
        assert_eq!(db.execute(sql, [GAME]).expect("it is damaged"), 1);
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn orrery(arguments: &[&str], data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.args(arguments).arg("--data").arg(data);
    command
}

fn run(arguments: &[&str], data: &Data) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = orrery(arguments, &data.0).output().expect("it runs");
    let text = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.code(), text)
}

/// Starts a server, which is killed when the value is dropped.
fn serve(data: &Data, more: &[&str]) -> Process {
    let mut command = orrery(&["serve", "--listen", "127.0.0.1:0"], &data.0);
    Process::serve(command.args(more).stderr(Stdio::null())).expect("it listens")
}

#[test]
fn a_check_finds_damaged_games_with_and_without_a_running_server() {
    let data = Data::new("games");
    let (status, text) = run(&["check"], &data);
    assert_eq!(status, Some(0), "{text}");
    let served = serve(&data, &[]);
    let (status, text) = run(&["check"], &data);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains(" games, ") && text.contains("without a checksum"), "{text}");
    data.damage();
    let expected = format!("game {GAME}: entry 5: missing; entries 0 to 4 are intact");
    let (status, text) = run(&["check"], &data);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains(&expected), "{text}");
    drop(served);
    let (status, text) = run(&["check", "--json"], &data);
    assert_eq!(status, Some(1), "{text}");
    let json = text.lines().next().expect("a line");
    let report: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!((&report["sound"], &report["lost"]), (&false.into(), &serde_json::Value::Null));
    assert_eq!(report["damaged"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&report["damaged"][0]["game"], &report["damaged"][0]["intact"]),
        (&GAME.into(), &5.into())
    );
}

#[test]
fn damaged_games_are_backed_up_only_if_allowed() {
    let data = Data::new("saved");
    drop(serve(&data, &[]));
    data.damage();
    let saved = data.0.join("saved.sqlite");
    let file = saved.to_str().expect("plain");
    let (status, text) = run(&["backup", file], &data);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains(&format!("game {GAME} is damaged")) && !saved.exists(), "{text}");
    let (status, text) = run(&["backup", "--allow-damage", file], &data);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("1 of them are damaged"), "{text}");
    let before = fs::read(data.database()).expect("it is read");
    let (status, text) = run(&["restore", file], &data);
    assert_eq!(status, Some(2), "{text}");
    assert_eq!(fs::read(data.database()).expect("it is read"), before, "the database was replaced");
}

#[test]
fn a_lost_database_stops_a_server_until_the_loss_is_accepted() {
    let data = Data::new("lost");
    drop(serve(&data, &[]));
    for file in ["orrery.sqlite", "orrery.sqlite-wal", "orrery.sqlite-shm"] {
        let _ = fs::remove_file(data.0.join(file));
    }
    let (status, text) = run(&["serve", "--listen", "127.0.0.1:0"], &data);
    assert_eq!((status, text.lines().count()), (Some(2), 1), "{text}");
    assert!(text.contains("is missing or empty") && text.contains("orrery restore FILE"), "{text}");
    assert!(!data.database().exists(), "a database was created");
    let (status, text) = run(&["check", "--json"], &data);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("\"kind\":\"everything\""), "{text}");
    drop(serve(&data, &["--accept-loss"]));
    drop(serve(&data, &[]));
}
