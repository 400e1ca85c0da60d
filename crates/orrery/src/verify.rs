//! `orrery verify`: every roll and draw of a record proved, or the first false one named.

use crate::{output, replay};
use anyhow::{Error, Result};
use orrery_record::{ExpectedTerms, VerifyProblem};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Proves every roll and draw of a record, or names the first that is false.
///
/// Ends with status 0 if all is proved, 1 if something is false, and 2 if the record cannot be read
/// or carries nothing to prove.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery verify game.orr
  orrery verify game.orr --commitment 1bfa…7ddb --entropy B=0123abcd

The derivation is described in docs/FAIR-DICE.md; tools/verify.py proves the same in Python.")]
pub(crate) struct Args {
    /// The record: text, JSON or binary.
    file: PathBuf,
    /// The custom deck the game was played with, if the record does not carry it.
    #[arg(long)]
    deck: Option<PathBuf>,
    /// The commitment that the dealer announced before the game.
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// The entropy that a seat added, as A=HEX.
    #[arg(long, value_name = "SEAT=HEX")]
    entropy: Vec<String>,
}

/// Verifies a record.
pub(crate) fn run(args: &Args) -> Result<()> {
    let claims = ExpectedTerms::read(args.commitment.as_deref(), &args.entropy)?;
    let (record, library) = replay::load(&args.file, args.deck.as_deref())?;
    let rules = replay::rules(&library, &record)?;
    let proved = record.verify_against(rules, &claims)?;
    let mut text = format!("{proved}\n");
    let commitment: String = proved.commitment.iter().map(|byte| format!("{byte:02x}")).collect();
    let _ = writeln!(text, "commitment {commitment}");
    let seats: Vec<String> = proved.entropies.iter().map(ToString::to_string).collect();
    let seats = if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") };
    let _ = writeln!(text, "entropy added by {seats}");
    let finished = if proved.finished { "finished" } else { "unfinished" };
    let _ = writeln!(text, "{} steps, {finished}", proved.steps);
    output::print(&text).map(|_| ())
}

/// The exit status for a failure: 1 if a record is proved false, else 2.
pub(crate) fn status(error: &Error) -> u8 {
    match error.downcast_ref::<VerifyProblem>() {
        Some(problem) if problem.is_false() => 1,
        _ => 2,
    }
}
