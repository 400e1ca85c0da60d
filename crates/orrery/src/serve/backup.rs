//! `orrery backup` and `orrery restore`.

use super::settings::data_directory;
use anyhow::{Context, Result};
use orrery_store::OnDamage;
use std::path::PathBuf;

/// Back up the games of a server, even while it runs.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery backup games-monday.sqlite
  orrery backup --data /srv/orrery /backup/games.sqlite

This command is for SQLite. docs/OPERATIONS.md describes backups of PostgreSQL.")]
pub(crate) struct BackupArgs {
    /// Write the backup to this file, which must not exist.
    file: PathBuf,
    /// Copy damaged games as they are; otherwise the backup fails.
    #[arg(long)]
    allow_damage: bool,
    /// Back up the games in this directory [default on Linux: ~/.local/share/orrery].
    #[arg(long, value_name = "DIR", env = "ORRERY_DATA")]
    data: Option<PathBuf>,
}

/// Restore the games of a stopped server from a backup.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLE:
  orrery restore games-monday.sqlite

Orrery keeps the replaced games in the same directory, as before-restore-1.sqlite or with the next
free number.")]
pub(crate) struct RestoreArgs {
    /// Restore this file, which `orrery backup` has written.
    file: PathBuf,
    /// Restore damaged games as they are; otherwise the restore fails.
    #[arg(long)]
    allow_damage: bool,
    /// Restore to this directory [default on Linux: ~/.local/share/orrery].
    #[arg(long, value_name = "DIR", env = "ORRERY_DATA")]
    data: Option<PathBuf>,
}

const fn on_damage(allow: bool) -> OnDamage {
    if allow { OnDamage::Accept } else { OnDamage::Refuse }
}

/// Runs `orrery backup`.
pub(crate) fn backup(args: &BackupArgs) -> Result<()> {
    let data = args.data.clone().map_or_else(data_directory, Ok)?;
    let report = orrery_store::backup(&data, &args.file, on_damage(args.allow_damage))
        .with_context(|| format!("cannot save the games of {}", data.display()))?;
    println!("saved {} games to {}", report.games, args.file.display());
    if !report.damaged.is_empty() {
        println!("{} of them are damaged; `orrery check` says which", report.damaged.len());
    }
    Ok(())
}

/// Runs `orrery restore`.
pub(crate) fn restore(args: &RestoreArgs) -> Result<()> {
    let data = args.data.clone().map_or_else(data_directory, Ok)?;
    let kept = orrery_store::restore(&args.file, &data, on_damage(args.allow_damage))
        .with_context(|| format!("cannot restore the games of {}", data.display()))?;
    println!("restored to {}", data.display());
    if let Some(kept) = kept {
        println!("the games that were there are in {}", kept.display());
    }
    Ok(())
}
