//! Tests the Debian package: installs, upgrades, removes and purges it in a Debian root.

use super::{Release, debian_package, read};
use crate::chroot::{Account, ROOT, Root, RunningCommand, host_release, prepare};
use crate::http::LocalClient;
use crate::{TaskResult, process};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::thread::sleep;
use std::time::{Duration, Instant};

const SERVICE: Account = Account { name: "orrery", home: "/var/lib/orrery" };
const DATA: &str = "/var/lib/orrery";
const DATABASE: &str = "/var/lib/orrery/orrery.sqlite";
const SETTINGS: &str = "/etc/orrery.toml";
const UNIT: &str = "/usr/lib/systemd/system/orrery.service";
/// The link that starts the service with the system.
const ENABLED: &str = "/etc/systemd/system/multi-user.target.wants/orrery.service";
/// An edit of the settings by the operator.
const EDIT: &str = "\n# Edited by the operator.\n";
const START_TIMEOUT: Duration = Duration::from_secs(30);
const GAME_TIMEOUT: Duration = Duration::from_secs(120);
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Files that the package installs, besides those that the steps use.
const FILES: [&str; 5] = [
    "/usr/share/man/man1/orrery.1.gz",
    "/usr/share/man/man1/orrery-serve.1.gz",
    "/usr/share/bash-completion/completions/orrery",
    "/usr/share/zsh/vendor-completions/_orrery",
    "/usr/share/fish/vendor_completions.d/orrery.fish",
];

/// Tables and their records, which must survive the upgrade.
#[derive(PartialEq, Debug)]
struct Games {
    finished: Game,
    running: Game,
}

#[derive(PartialEq, Debug)]
struct Game {
    table: String,
    record: String,
}

/// Runs all steps in a root of the given release, or of the host's.
pub(super) fn run(release: &Release, debian: Option<&str>) -> TaskResult {
    prepare()?;
    let root = Root::create(&debian.map_or_else(host_release, |name| Ok(name.to_owned()))?)?;
    let (older, newer) = packages(release, &root)?;
    apt(&root, &["update"])?;
    step("install an older package", || apt(&root, &["install", &older]))?;
    step("files, system user and service are there", || check_installed(&root))?;
    let (client, games) =
        step("play as the service", || serve(&root, LocalClient::on_free_port()?, play))?;
    step("upgrade", || upgrade(&root, &newer, &release.version))?;
    step("the games are still there", || {
        let (_, after) = serve(&root, client, |client| read_again(client, &games))?;
        ensure(after == games, &format!("before: {games:?}\nafter: {after:?}"))
    })?;
    step("remove: the games stay", || remove(&root))?;
    step("purge: nothing stays", || purge(&root))
}

fn step<T>(name: &str, run: impl FnOnce() -> TaskResult<T>) -> TaskResult<T> {
    let result = run().map_err(|problem| format!("dist test: {name}: {problem}"))?;
    println!("dist test: {name}: ok");
    Ok(result)
}

fn ensure(condition: bool, problem: &str) -> TaskResult {
    if condition { Ok(()) } else { Err(problem.to_owned()) }
}

/// Copies the package and one of a lower version into the root; returns their paths in the root.
fn packages(release: &Release, root: &Root) -> TaskResult<(String, String)> {
    let older = format!("{}~older", release.version);
    let folder = root.host_path("/srv");
    debian_package(release, &folder, &older)?;
    let packages = super::entries(&release.packages())?;
    let newer = packages.iter().find(|it| it.extension().is_some_and(|it| it == "deb"));
    let newer =
        newer.and_then(|it| super::name_of(it)).ok_or("no package; run: cargo xtask dist")?;
    super::copy(&release.packages().join(&newer), &folder.join(&newer))?;
    let older = newer.replace(&*release.version, &older);
    Ok((format!("/srv/{older}"), format!("/srv/{newer}")))
}

fn apt(root: &Root, arguments: &[&str]) -> TaskResult {
    let mut apt = root.command(ROOT, "apt-get");
    apt.args(["-qq", "--assume-yes"]).args(arguments);
    process::quiet(apt.env("DEBIAN_FRONTEND", "noninteractive")).map(drop)
}

fn check_installed(root: &Root) -> TaskResult {
    let missing: Vec<&str> = FILES.into_iter().filter(|file| !exists(root, file)).collect();
    ensure(missing.is_empty(), &format!("missing: {}", missing.join(" ")))?;
    ensure(exists(root, ENABLED), "the service is not enabled")?;
    let users = read(&root.host_path("/etc/passwd"))?;
    let user = users.lines().find_map(|line| line.strip_prefix("orrery:x:"));
    let id = user.and_then(|rest| rest.split(':').next()?.parse::<u32>().ok());
    let data = fs::metadata(root.host_path(DATA)).map_err(|error| format!("{DATA}: {error}"))?;
    ensure(Some(data.uid()) == id, "the data directory does not belong to orrery")?;
    ensure(data.mode() & 0o777 == 0o700, "others may read the data directory")
}

/// Starts the server as the unit does, calls `act`, and stops the server.
fn serve<T>(
    root: &Root,
    mut client: LocalClient,
    act: impl FnOnce(&mut LocalClient) -> TaskResult<T>,
) -> TaskResult<(LocalClient, T)> {
    let unit = read(&root.host_path(UNIT))?;
    let words = exec_start(&unit).ok_or("the unit has no ExecStart")?;
    let mut command = root.command(SERVICE, &words[0]);
    command.args(&words[1..]).envs(unit_environment(&unit));
    command.env("ORRERY_LISTEN", format!("127.0.0.1:{}", client.port));
    let mut server = RunningCommand::start(command, &root.host_path("/srv/log"))?;
    if !server.wait_until(START_TIMEOUT, || client.has("/readyz")) {
        return Err(format!("no answer from /readyz\n{}", server.output()));
    }
    let result = act(&mut client)?;
    let ended = server.interrupt();
    ensure(ended.is_ok(), &format!("the server failed to stop\n{}", ended.output))?;
    Ok((client, result))
}

/// Returns the words of `ExecStart=` in a systemd unit.
#[must_use]
pub fn exec_start(unit: &str) -> Option<Vec<String>> {
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart="))?;
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { None } else { Some(words) }
}

/// Returns the variables of `Environment=` in a systemd unit, with `%S` expanded.
#[must_use]
pub fn unit_environment(unit: &str) -> Vec<(String, String)> {
    let lines = unit.lines().filter_map(|line| line.strip_prefix("Environment="));
    let pairs = lines.flat_map(str::split_whitespace).filter_map(|word| word.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.replace("%S", "/var/lib"))).collect()
}

/// Creates a guest, lets two bots finish a game, and starts a game of the guest against a bot.
fn play(client: &mut LocalClient) -> TaskResult<Games> {
    let guest = client.send("POST", "/api/me", Some(&json!({"name": "Ada"})))?;
    let cookie = guest.header("set-cookie").and_then(|cookie| cookie.split(';').next());
    client.cookie = cookie.ok_or("the server set no cookie")?.to_owned();
    let bot = json!({"kind": "bot", "level": "greedy"});
    let me = json!({"kind": "me", "entropy": "00112233445566778899aabbccddeeff"});
    let (finished, running) = (table(client, [&bot, &bot])?, table(client, [&me, &bot])?);
    wait_for_end(client, &finished)?;
    Ok(Games { finished: game(client, &finished)?, running: game(client, &running)? })
}

/// Creates a table with two seats and starts the game.
fn table(client: &LocalClient, seats: [&Value; 2]) -> TaskResult<String> {
    let created = client.json("POST", "/api/tables", Some(&json!({"seats": 2, "beat_ms": 0})))?;
    let id = created["table"].as_str().ok_or("a table without an id")?.to_owned();
    for (name, player) in ["A", "B"].into_iter().zip(seats) {
        client.json("PUT", &format!("/api/tables/{id}/seats/{name}"), Some(player))?;
    }
    client.json("POST", &format!("/api/tables/{id}/start"), None)?;
    Ok(id)
}

fn wait_for_end(client: &LocalClient, table: &str) -> TaskResult {
    let deadline = Instant::now() + GAME_TIMEOUT;
    while Instant::now() < deadline {
        if client.json("GET", &format!("/api/tables/{table}"), None)?["stage"] == "over" {
            return Ok(());
        }
        sleep(POLL_INTERVAL);
    }
    Err(format!("two bots did not finish a game within {} s", GAME_TIMEOUT.as_secs()))
}

fn game(client: &LocalClient, table: &str) -> TaskResult<Game> {
    let answer = client.send("GET", &format!("/api/tables/{table}/record?form=text"), None)?;
    ensure(answer.status == 200, &format!("no record of {table}: {}", answer.body))?;
    Ok(Game { table: table.to_owned(), record: answer.body })
}

/// Reads the same games again.
fn read_again(client: &LocalClient, games: &Games) -> TaskResult<Games> {
    let (finished, running) = (&games.finished.table, &games.running.table);
    Ok(Games { finished: game(client, finished)?, running: game(client, running)? })
}

/// Edits the settings and installs the newer package.
fn upgrade(root: &Root, package: &str, version: &str) -> TaskResult {
    let edited = read(&root.host_path(SETTINGS))? + EDIT;
    root.write(SETTINGS, &edited)?;
    apt(root, &["install", package])?;
    let mut query = root.command(ROOT, "dpkg-query");
    let installed = process::quiet(query.args(["-f", "${Version}", "-W", "orrery"]))?.out;
    ensure(installed == format!("{version}-1"), &format!("installed is {installed}"))?;
    ensure(read(&root.host_path(SETTINGS))? == edited, "the upgrade replaced edited settings")
}

fn remove(root: &Root) -> TaskResult {
    apt(root, &["remove", "orrery"])?;
    ensure(!exists(root, "/usr/bin/orrery"), "the program is still there")?;
    ensure(exists(root, SETTINGS), "the settings are gone")?;
    ensure(exists(root, DATABASE), "the games are gone")
}

fn purge(root: &Root) -> TaskResult {
    apt(root, &["purge", "orrery"])?;
    let paths = [DATA, SETTINGS, UNIT, ENABLED];
    let left: Vec<&str> = paths.into_iter().filter(|path| exists(root, path)).collect();
    ensure(left.is_empty(), &format!("left: {}", left.join(" ")))
}

/// Returns whether a path exists in the root. Links are not followed, as they would lead to the host.
fn exists(root: &Root, path: &str) -> bool {
    root.host_path(path).symlink_metadata().is_ok()
}
