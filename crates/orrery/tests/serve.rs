//! Tests of the commands `orrery serve`, `backup` and `restore`, with an online bot in Python.

mod cli_common;

use cli_common::repository;
use orrery_loadtest::process::Process;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn orrery(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.args(arguments);
    command
}

/// Starts a server with default limits and the given data directory.
fn serve(data: &Path) -> Process {
    std::fs::create_dir_all(data).expect("a folder");
    let config = data.join("orrery.toml");
    let text = "listen = \"127.0.0.1:0\"\n";
    std::fs::write(&config, text).expect("it is written");
    let mut command = orrery(&["serve", "--config"]);
    command.arg(&config).arg("--data").arg(data).stderr(Stdio::null());
    Process::serve(&mut command).expect("it listens")
}

fn run(mut command: Command) -> Output {
    command.output().expect("it runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_program_in_python_plays_a_game_and_the_games_are_saved_and_restored() {
    let folder = std::env::temp_dir().join(format!("orrery-serve-{}", std::process::id()));
    let (data, saved) = (folder.join("data"), folder.join("saved.sqlite"));
    let served = serve(&data);
    let mut python = Command::new("python3");
    python.arg(repository().join("examples/online_bot.py")).arg(served.url());
    let played = run(python);
    assert!(played.status.success(), "{}", text(&played));
    assert!(text(&played).contains("the seed was"), "{}", text(&played));
    let paths = [data.to_str().expect("plain"), saved.to_str().expect("plain")];
    let backup = run(orrery(&["backup", "--data", paths[0], paths[1]]));
    assert!(backup.status.success(), "{}", text(&backup));
    let refused = run(orrery(&["restore", "--data", paths[0], paths[1]]));
    assert_eq!(
        refused.status.code(),
        Some(2),
        "the restore ran although a server uses the directory"
    );
    assert!(text(&refused).contains("another server uses"), "{}", text(&refused));
    drop(served);
    let restored = run(orrery(&["restore", "--data", paths[0], paths[1]]));
    assert!(restored.status.success(), "{}", text(&restored));
    drop(serve(&data));
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

#[test]
fn invalid_settings_are_reported() {
    let file = std::env::temp_dir().join(format!("orrery-config-{}.toml", std::process::id()));
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\nlimit = 3\n").expect("it is written");
    let path = file.to_str().expect("plain");
    let refused = run(orrery(&["serve", "--config", path]));
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused).contains("unknown field `limit`"), "{}", text(&refused));
    std::fs::remove_file(&file).expect("it is removed");
}

#[test]
fn an_invalid_log_filter_is_reported() {
    let mut command = orrery(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("ORRERY_LOG", "orrery_server=loudly");
    let output = run(command);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("ORRERY_LOG is not a log filter: orrery_server=loudly"));
}

#[test]
fn a_log_in_a_file_has_no_colours() {
    let folder = std::env::temp_dir().join(format!("orrery-colours-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let log = folder.join("log");
    let mut command = orrery(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    command.arg(folder.join("data")).stderr(std::fs::File::create(&log).expect("a file"));
    let mut served = Process::serve(&mut command).expect("it listens");
    // A server that answers also handles signals.
    let mut stream = TcpStream::connect(served.address).expect("a connection");
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("it is sent");
    stream.read_to_string(&mut String::new()).expect("an answer");
    orrery_services::terminate(served.child());
    assert!(served.succeeds_within(std::time::Duration::from_secs(60)), "it did not stop");
    let printed = std::fs::read_to_string(&log).expect("a log");
    assert!(printed.contains("server shutting down"), "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed}");
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

/// Without a command, the program starts a server. It is no error if it finds no browser to open.
#[test]
fn without_a_command_it_serves_on_loopback() {
    let folder = std::env::temp_dir().join(format!("orrery-home-{}", std::process::id()));
    let command = |address: &str| {
        let mut command = orrery(&[]);
        command.env("ORRERY_DATA", &folder).env("ORRERY_LISTEN", address).env("PATH", "");
        command
    };
    let served = Process::serve(command("127.0.0.1:0").stderr(Stdio::piped()));
    let served = served.expect("it listens");
    let second = run(command(&served.address.to_string()));
    assert_eq!(second.status.code(), Some(2));
    let printed = text(&second);
    assert!(printed.contains(&format!("is running already, open {}", served.url())), "{printed}");
    drop(served);
    std::fs::remove_dir_all(&folder).expect("it is removed");
}
