//! Tests of the server as operators see it: logs, shutdown, a full disk, the systemd unit.

mod cli_common;

use cli_common::repository;
use orrery_loadtest::process::Process;
use orrery_loadtest::strict::{Answer, Person};
use orrery_testing::wait::wait_until;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::runtime::Builder;

const ORRERY: &str = env!("CARGO_BIN_EXE_orrery");
/// Time limit for everything that a test waits for.
const TIMEOUT: Duration = Duration::from_secs(180);

/// A directory that is removed at the end of the test.
struct TempFolder(PathBuf);

impl TempFolder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("orrery-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Starts `orrery serve`; `command` runs the binary, and this function adds the arguments.
fn serve(mut command: Command, folder: &Path) -> Process {
    let log = File::create(folder.join("log")).expect("a file");
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", "json", "--data"]);
    command.arg(folder.join("data")).env("ORRERY_LOG", "trace").stderr(log);
    Process::serve(&mut command).expect("it listens")
}

/// Sends a request and returns the response.
fn ask(served: &Process, request: &str, headers: &str, body: &str) -> Answer {
    let (method, path) = request.split_once(' ').expect("a method and a path");
    let headers = format!("Content-Type: application/json\r\n{headers}");
    let client = Person::nobody(served.address);
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(client.send_with(method, path, &headers, body))
}

/// Returns the value of a JSON string field in a response.
fn field(answer: &Answer, key: &str) -> String {
    let value = &answer.json::<serde_json::Value>()[key];
    value.as_str().unwrap_or_else(|| panic!("no {key}: {}", answer.body)).to_owned()
}

#[test]
fn requests_are_logged_with_their_ids_but_without_secrets() {
    let folder = TempFolder::new("log");
    let mut served = serve(Command::new(ORRERY), &folder.0);
    let made = ask(&served, "POST /api/me", "", "{\"name\":\"Ada\"}");
    let cookie = made.cookie().expect("a cookie");
    let request = made.header("x-request-id").expect("an id");
    let me = format!("Cookie: {cookie}\r\n");
    let code = field(&ask(&served, "POST /api/me/recovery", &me, ""), "code");
    let token = field(&ask(&served, "POST /api/me/bots", &me, "{\"name\":\"Robbie\"}"), "token");
    let recovered = ask(&served, "POST /api/me/recover", "", &format!("{{\"code\":\"{code}\"}}"));
    let other = recovered.cookie().expect("a cookie");
    let program = format!("Authorization: Bearer {token}\r\n");
    let table = field(&ask(&served, "POST /api/tables", &program, "{\"seats\":1}"), "table");
    let seat = format!("PUT /api/tables/{table}/seats/A");
    ask(&served, &seat, &program, "{\"kind\":\"me\",\"entropy\":\"c0ffee\"}");
    for what in ["start", "resign"] {
        ask(&served, &format!("POST /api/tables/{table}/{what}"), &program, "");
    }
    let seed = field(&ask(&served, &format!("GET /api/tables/{table}"), &program, ""), "seed");
    orrery_services::terminate(served.child());
    assert!(served.succeeds_within(TIMEOUT), "the server exited with an error");

    let log = fs::read_to_string(folder.0.join("log")).expect("it logs");
    assert!(log.contains(request), "{request} is not in the log");
    let secret = |text: &str| text.rsplit('=').next().unwrap_or_default().to_owned();
    for hidden in [secret(&cookie), secret(&other), code, token, seed] {
        assert!(hidden.len() > 20, "{hidden} is too short for a secret");
        assert!(!log.contains(&hidden), "a secret is in the log");
    }
    for line in log.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
    }
}

/// Starts `orrery serve` with a file size limit of 512 kB, to simulate a full disk.
#[cfg(target_os = "linux")]
fn start_with_little_space(folder: &TempFolder) -> Process {
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -S -f 1000; exec \"$0\" \"$@\"", ORRERY]);
    serve(limited, &folder.0)
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_grow_does_not_stop_the_server() {
    let folder = TempFolder::new("log-full");
    let served = start_with_little_space(&folder);
    let size = || fs::metadata(folder.0.join("log")).expect("a log").len();
    while size() < 500_000 {
        ask(&served, "GET /healthz", "", "");
    }
    for _ in 0..50 {
        let answer = ask(&served, "GET /healthz", "", "");
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// While the disk is full, the game waits; then it continues to its end.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_delays_a_game_until_there_is_room() {
    let folder = TempFolder::new("full");
    let served = start_with_little_space(&folder);
    let mut playing = Command::new("python3")
        .arg(repository().join("examples/online_bot.py"))
        .arg(served.url())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python");
    wait_until("a full disk", || {
        assert!(playing.try_wait().expect("it runs").is_none(), "the program gave up");
        !ask(&served, "GET /metrics", "", "").body.contains("orrery_appends_failed_total 0\n")
    });
    assert!(playing.try_wait().expect("it runs").is_none(), "the program gave up");
    let room = Command::new("prlimit")
        .args(["--fsize=unlimited", "--pid", &served.id().to_string()])
        .status();
    assert!(room.expect("prlimit").success());
    let played = playing.wait_with_output().expect("it ends");
    let printed = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.status.success() && printed.contains("the seed was"), "{printed}");
    let table = printed.split([' ', ':']).nth(1).expect("its id");
    let record = ask(&served, &format!("GET /api/tables/{table}/record"), "", "");
    let file = folder.0.join("game.orr");
    fs::write(&file, record.body).expect("it is written");
    let verified = Command::new(ORRERY).arg("verify").arg(&file).output().expect("it runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

/// Returns the settings in a section of a systemd unit.
fn settings<'a>(unit: &'a str, section: &str) -> Vec<(&'a str, &'a str)> {
    let start = format!("[{section}]");
    let lines = unit.lines().skip_while(|line| *line != start).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split_once('=')).collect()
}

#[test]
fn the_unit_runs_this_program_in_a_sandbox() {
    let unit = fs::read_to_string(repository().join("packaging/orrery.service")).expect("a unit");
    let service = settings(&unit, "Service");
    let start = service.iter().find(|(key, _)| *key == "ExecStart").expect("it starts something").1;
    let words: Vec<&str> = start.split(' ').collect();
    assert_eq!(words[..3], ["/usr/local/bin/orrery", "serve", "--config"]);
    for wanted in [
        ("DynamicUser", "yes"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("CapabilityBoundingSet", ""),
        ("MemoryDenyWriteExecute", "yes"),
        ("StateDirectory", "orrery"),
        ("KillSignal", "SIGTERM"),
    ] {
        assert!(service.contains(&wanted), "the unit lacks {wanted:?}");
    }
    assert_eq!(settings(&unit, "Install"), [("WantedBy", "multi-user.target")]);
}

/// Checks the unit with systemd, if it is installed.
#[test]
fn systemd_accepts_the_unit_and_rates_its_exposure_low() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        println!("systemd-analyze is not installed; skipped");
        return;
    }
    let folder = TempFolder::new("unit");
    let unit = fs::read_to_string(repository().join("packaging/orrery.service")).expect("a unit");
    let file = folder.0.join("orrery.service");
    fs::write(&file, unit.replace("/usr/local/bin/orrery", ORRERY)).expect("it is written");
    let commands: [&[&str]; 2] = [&["verify"], &["security", "--offline=true", "--threshold=20"]];
    for arguments in commands {
        let answer = Command::new("systemd-analyze").args(arguments).arg(&file).output();
        let answer = answer.expect("systemd-analyze runs");
        let printed =
            String::from_utf8_lossy(&answer.stdout) + String::from_utf8_lossy(&answer.stderr);
        assert!(answer.status.success(), "{arguments:?}: {printed}");
    }
}
