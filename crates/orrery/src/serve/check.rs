//! `orrery check`: reads all stored games and reports damage.

use super::settings::data_directory;
use crate::output;
use anyhow::{Context, Result};
use orrery_store::{LossExtent, Report};
use serde_json::{Value, json};
use std::fmt::{self, Write as _};
use std::path::PathBuf;

/// Check the stored games of a server for damage, even while it runs.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery check
  orrery check --data /srv/orrery --json
  orrery check --store postgres://orrery@db/orrery

The command reads all log entries of every game (its stored steps) and changes nothing. Its exit
status is 0 if it finds no damage, 1 if something is damaged or lost, and 2 if it cannot read the
games at all.

docs/OPERATIONS.md explains what to do about damage.")]
pub(crate) struct Args {
    /// Check the games in this directory [default on Linux: ~/.local/share/orrery].
    #[arg(long, value_name = "DIR", env = "ORRERY_DATA")]
    data: Option<PathBuf>,
    /// Check this PostgreSQL database instead, such as `postgres://user@host/name`.
    #[arg(long, value_name = "ADDRESS", env = "ORRERY_STORE", hide_env_values = true)]
    store: Option<String>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// The error that `orrery check` returns after it has reported damage.
#[derive(Debug)]
pub(crate) struct DamageFound(String);

impl fmt::Display for DamageFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DamageFound {}

/// Runs `orrery check`.
pub(crate) fn run(args: &Args) -> Result<()> {
    let report = match &args.store {
        Some(store) => check_database(store)?,
        None => {
            let data = args.data.clone().map_or_else(data_directory, Ok)?;
            orrery_store::check(&data)
                .with_context(|| format!("cannot check {}", data.display()))?
        }
    };
    output::print(&if args.json { format!("{}\n", as_json(&report)) } else { as_text(&report) })?;
    if report.is_intact() { Ok(()) } else { Err(DamageFound(summary(&report)).into()) }
}

/// Checks a PostgreSQL database.
#[cfg(feature = "cluster")]
fn check_database(store: &str) -> Result<Report> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let report = runtime.context("cannot start")?.block_on(orrery_store::Postgres::check(store));
    report.context("cannot check the database")
}

#[cfg(not(feature = "cluster"))]
fn check_database(_: &str) -> Result<Report> {
    anyhow::bail!("this binary has no PostgreSQL support; build it with the feature `cluster`")
}

/// Summarises all problems in one line.
fn summary(report: &Report) -> String {
    let mut problems = Vec::new();
    if report.lost.is_some() {
        problems.push("entries are lost".to_owned());
    }
    if !report.structure.is_empty() {
        problems.push("the database is damaged".to_owned());
    }
    if !report.damaged.is_empty() {
        problems.push(format!("{} of {} games are damaged", report.damaged.len(), report.games));
    }
    format!("{}; see docs/OPERATIONS.md for what to do", problems.join(", "))
}

fn as_text(report: &Report) -> String {
    let mut text = String::new();
    match &report.lost {
        None => {}
        Some(LossExtent::Everything) => text += "the database is missing or empty\n",
        Some(LossExtent::Tail { entries, games }) => {
            let _ = writeln!(text, "the last {entries} entries that were written are lost");
            for (game, from) in games {
                let _ = writeln!(text, "game {game}: entries from {from} on are lost");
            }
        }
    }
    for problem in &report.structure {
        let _ = writeln!(text, "database: {problem}");
    }
    for game in &report.damaged {
        let (id, intact, damage) = (&game.game, intact_entries(game.intact), &game.damage);
        let _ = writeln!(text, "game {id}: {damage}; {intact}");
    }
    let _ = write!(text, "{} games, {} intact entries", report.games, report.entries);
    match report.unchecked {
        0 => text + "\n",
        unchecked => {
            text + &format!(
                ", {unchecked} of them without a checksum because an older version wrote them\n"
            )
        }
    }
}

/// Says which entries of a damaged game are intact, from their number. The first entry is 0.
fn intact_entries(count: u64) -> String {
    match count {
        0 => "no entry is intact".to_owned(),
        1 => "entry 0 is intact".to_owned(),
        _ => format!("entries 0 to {} are intact", count - 1),
    }
}

fn as_json(report: &Report) -> Value {
    let lost = report.lost.as_ref().map(|lost| match lost {
        LossExtent::Everything => json!({ "kind": "everything" }),
        LossExtent::Tail { entries, games } => {
            let game = |(game, from): &(String, u64)| json!({ "game": game, "from": from });
            let games: Vec<Value> = games.iter().map(game).collect();
            json!({ "kind": "tail", "entries": entries, "games": games })
        }
    });
    let damaged: Vec<Value> = report
        .damaged
        .iter()
        .map(|game| json!({ "game": game.game, "intact": game.intact, "damage": game.damage }))
        .collect();
    json!({
        "sound": report.is_intact(),
        "games": report.games,
        "entries": report.entries,
        "unchecked": report.unchecked,
        "lost": lost,
        "structure": report.structure,
        "damaged": damaged,
    })
}
