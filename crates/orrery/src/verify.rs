//! `orrery verify`: checks every roll and draw of a record, or the proof of a puzzle.

use crate::{output, replay};
use anyhow::{Context, Result};
use orrery_record::ExpectedValues;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Verify every roll and draw of a recorded game, or the proof of a puzzle.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery verify game.orr
  orrery verify game.orr --receipt orrery-dice-receipt.txt
  orrery verify game.orr --commitment 1bfa…7ddb --entropy B=0123abcd
  orrery verify puzzles/*.txt

The result states a proof level: (1) the record is consistent with itself, (2) the dice also follow
the commitment (the hash of the secret seed) that you received before the game, (3) the dice also
include your own random bytes. Your client writes these values into a dice receipt before the game.
docs/FAIR-DICE.md explains the method; tools/verify.py is an independent verifier in Python.

The exit status is 1 if a roll, a draw or a proof is false, and 2 if orrery cannot read a file or a
record contains no dice to verify.")]
pub(crate) struct Args {
    /// Read these records (text, JSON or binary) or puzzles.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Read the custom deck from this file, if the record does not contain it.
    #[arg(long)]
    deck: Option<PathBuf>,
    /// Compare the record with this dice receipt, which your client wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["commitment", "entropy"])]
    receipt: Option<PathBuf>,
    /// Compare the record with the commitment that you received before the game.
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// Check that the record contains these random bytes of a seat, such as A=00ff.
    #[arg(long, value_name = "SEAT=HEX")]
    entropy: Vec<String>,
}

/// Verifies the files, and stops at the first one that is false or unreadable.
pub(crate) fn run(args: &Args) -> Result<()> {
    let expected = match &args.receipt {
        Some(file) => read_receipt(file)?,
        None => ExpectedValues::read(args.commitment.as_deref(), &args.entropy)?,
    };
    for file in &args.files {
        match is_puzzle(file)? {
            true => verify_puzzle(file)?,
            false => verify_record(args, file, &expected)?,
        }
    }
    Ok(())
}

/// Returns whether a file is a puzzle.
fn is_puzzle(file: &Path) -> Result<bool> {
    let mut start = Vec::new();
    File::open(file)
        .and_then(|file| file.take(PUZZLE_START.len() as u64).read_to_end(&mut start))
        .with_context(|| format!("cannot read {}", file.display()))?;
    Ok(start == PUZZLE_START)
}

/// The bytes at the start of every puzzle file.
const PUZZLE_START: &[u8] = b"puzzle ";

/// Verifies the proof of a puzzle.
#[cfg(feature = "lab")]
fn verify_puzzle(file: &Path) -> Result<()> {
    use orrery_analysis::puzzle::{Puzzle, Verification, verify};
    let text = crate::bounded_file::text(file, 64 * 1024)?;
    let name = || file.display().to_string();
    let puzzle = Puzzle::parse(&text).with_context(name)?;
    let (id, count) = (&puzzle.id, puzzle.proof.moves.len());
    let text = match verify(&puzzle).with_context(name)? {
        Verification::Reproduced => format!("{id}: the proof of {count} moves is true\n"),
        Verification::Holds => {
            format!(
                "{id}: made with another network; the best of {count} moves is also the best with this one\n"
            )
        }
    };
    output::print(&text).map(|_| ())
}

#[cfg(not(feature = "lab"))]
fn verify_puzzle(file: &Path) -> Result<()> {
    anyhow::bail!("{}: this build cannot verify puzzles", file.display())
}

fn verify_record(args: &Args, file: &Path, expected: &ExpectedValues) -> Result<()> {
    let (record, decks) = replay::load(file, args.deck.as_deref())?;
    let rules = replay::rules(&decks, &record)?;
    let proved = record.verify_against(&rules, expected)?;
    let mut text = format!("{proved}\n");
    let commitment: String = proved.commitment.iter().map(|byte| format!("{byte:02x}")).collect();
    let _ = writeln!(text, "commitment {commitment}");
    let seats: Vec<String> = proved.contributors.iter().map(ToString::to_string).collect();
    let seats = if seats.is_empty() { "no seat".to_owned() } else { seats.join(", ") };
    let _ = writeln!(text, "entropy added by {seats}");
    for from in &proved.rekeyed {
        let _ = writeln!(text, "seed changed at roll or draw {from}");
    }
    if expected.aborted > 0 {
        let _ = writeln!(text, "{} draws were aborted before the game", expected.aborted);
    }
    let finished = if proved.finished { "finished" } else { "unfinished" };
    let _ = writeln!(text, "{} steps, {finished}", proved.steps);
    output::print(&text).map(|_| ())
}

fn read_receipt(file: &Path) -> Result<ExpectedValues> {
    let text = crate::bounded_file::text(file, 64 * 1024)?;
    ExpectedValues::from_receipt(&text).with_context(|| format!("cannot read {}", file.display()))
}
