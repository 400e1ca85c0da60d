//! `orrery deck`: checks deck files.

use crate::{bounded_file, output};
use anyhow::{Result, bail};
use orrery_rules::deck::{self, DeckProblems};
use orrery_rules::{Rules, ruleset::Naming};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Check deck files.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Check a deck file and print all its problems.
    #[command(after_help = "EXAMPLES:
  orrery deck check my-deck.toml
  orrery demo --deck my-deck.toml

The output has one line per problem: FILE:LINE:COLUMN: MESSAGE. docs/DECKS.md describes the format
of deck files.")]
    Check {
        /// Check this deck file.
        file: PathBuf,
    },
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let Command::Check { file } = &args.command;
    check(file)
}

fn check(file: &Path) -> Result<()> {
    let text = bounded_file::text(file, deck::MAX_BYTES)?;
    match deck::parse(&text) {
        Ok(rules) => output::print(&summary(&rules)).map(|_| ()),
        Err(problems) => {
            output::print(&listing(file, &problems))?;
            let count = problems.list().len() + problems.left_out();
            let noun = if count == 1 { "problem" } else { "problems" };
            bail!("{} is not a valid deck: {count} {noun}", file.display())
        }
    }
}

fn summary(rules: &Rules) -> String {
    let (fewest, most) = rules.seats;
    let solo = if rules.solo.is_some() { " or solo" } else { "" };
    let words = match rules.naming {
        Naming::Classic => "diplomacy, economy, colony",
        Naming::BlastOff => "life, technology, galaxy",
    };
    format!(
        "valid: {}, {} planets, {} missions, {} Rogues\n\
         id {}, revision {}, {fewest} to {most} players{solo}, {} levels, {} dice, words {words}\n",
        rules.name,
        rules.planets.len(),
        rules.missions.len(),
        rules.rogues.len(),
        rules.id,
        rules.revision,
        rules.track.top(),
        rules.dice,
    )
}

fn listing(file: &Path, problems: &DeckProblems) -> String {
    let mut text = String::new();
    for problem in problems.list() {
        let _ = writeln!(text, "{}:{problem}", file.display());
    }
    text
}
