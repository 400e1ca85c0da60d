//! `orrery perft`: counts action sequences to compare engines.

use crate::table::{TableArgs, read_deck};
use crate::{bounded_file, output};
use anyhow::{Context, Result, bail};
use orrery_record::LoadedRules;
use orrery_rules::{Rules, Setup, State, deck, perft};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Maximum depth. Deeper counts would take too long.
const MAX_DEPTH: u32 = 30;
/// Maximum size of a perft file in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// Count action sequences up to a depth, with fixed chance outcomes.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery perft                                  count from an opening to depth 6
  orrery perft --edition blast-off --seats 4 --depth 5
  orrery perft my-position.txt --depth 4        count from a position
  orrery perft data/perft/classic-opening.txt   check the counts in a file

FILE contains a position, optionally followed by lines `DEPTH COUNT`. Without --depth, orrery checks
these counts; with --depth, it ignores them. The position determines the edition and the seats.

Chance outcomes are fixed, so that different engines get the same counts. All numbers start at 0.
The faces are numbered in this order: move, energy, culture, diplomacy, economy, colony. If chance
outcome n of a sequence is a roll, die i shows face (n + i) mod 6. If it is one of k cards, missions
or seats, orrery takes number n mod k.")]
pub(crate) struct Args {
    /// Read a position, and optionally counts to check, from this file.
    file: Option<PathBuf>,
    /// Count sequences of up to this many actions [default: 6].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    depth: Option<u32>,
    #[command(flatten)]
    table: TableArgs,
}

/// Counts action sequences, or checks counts.
pub(crate) fn run(args: &Args) -> Result<()> {
    let Some(file) = &args.file else {
        let rules = args.table.rules()?;
        let options = args.table.game_settings(&rules)?;
        let Ok(state) = State::new(&rules, &options) else {
            bail!("the options do not fit the edition")
        };
        return count(&state, args.depth.unwrap_or(6));
    };
    let text = bounded_file::text(file, MAX_BYTES)?;
    let (setup, counts) = split_file(&text)?;
    let rules = rules_of(&setup, file, &args.table)?;
    let state = position(&rules, &setup, file)?;
    match (args.depth, counts.is_empty()) {
        (None, false) => check(&state, &counts, file),
        (depth, _) => count(&state, depth.unwrap_or(6)),
    }
}

/// Splits a file into the position and the counts.
fn split_file(text: &str) -> Result<(String, Vec<(u32, u64)>)> {
    let (mut setup, mut counts) = (String::new(), Vec::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match (words.first().map(|word| word.parse()), words.get(1).map(|word| word.parse())) {
            (Some(Ok(depth)), Some(Ok(count))) if words.len() == 2 => {
                if !(1..=MAX_DEPTH).contains(&depth) {
                    bail!("depth {depth} is out of range: expected 1 to {MAX_DEPTH}");
                }
                counts.push((depth, count));
                setup.push('\n');
            }
            _ => setup.extend([line, "\n"]),
        }
    }
    Ok((setup, counts))
}

/// Returns the ruleset of a position: the deck file, or the edition that the position names.
fn rules_of(setup: &str, file: &Path, table: &TableArgs) -> Result<LoadedRules> {
    match &table.deck {
        Some(path) => read_deck(path),
        None => LoadedRules::edition(Setup::edition_of(setup)).with_context(|| {
            let known = deck::EDITIONS.join(", ");
            format!("{}: the first word must be an edition: {known}", file.display())
        }),
    }
}

fn position<'r>(rules: &'r Rules, setup: &str, file: &Path) -> Result<State<'r>> {
    let name = file.display();
    let parsed = Setup::parse(rules, setup)
        .map_err(|problems| anyhow::anyhow!("{name}:{}", joined(&problems)))?;
    State::from_setup(rules, &parsed)
        .map_err(|problems| anyhow::anyhow!("{name}: {}", joined(&problems)))
}

fn joined<T: ToString>(problems: &[T]) -> String {
    problems.iter().map(T::to_string).collect::<Vec<String>>().join("; ")
}

/// Prints the counts of all depths up to this one.
fn count(state: &State<'_>, depth: u32) -> Result<()> {
    for depth in 1..=depth {
        let (sequences, time) = timed_perft(state, depth);
        if !output::print(&format!("{depth:>2} {sequences:>16}   {time}\n"))? {
            break;
        }
    }
    Ok(())
}

/// Returns the number of action sequences of this depth, and the time and speed as text.
fn timed_perft(state: &State<'_>, depth: u32) -> (u64, String) {
    let start = Instant::now();
    let sequences = perft(state, depth);
    let seconds = start.elapsed().as_secs_f64();
    let rate = sequences as f64 / seconds.max(1e-9) / 1e6;
    (sequences, format!("{seconds:>9.3} s   {rate:>7.1} million a second"))
}

fn check(state: &State<'_>, counts: &[(u32, u64)], file: &Path) -> Result<()> {
    let mut mismatches = 0;
    for &(depth, expected) in counts {
        let (sequences, time) = timed_perft(state, depth);
        let verdict =
            if sequences == expected { "ok".to_owned() } else { format!("expected {expected}") };
        mismatches += u32::from(sequences != expected);
        if !output::print(&format!("{depth:>2} {sequences:>16}   {time}   {verdict}\n"))? {
            break;
        }
    }
    if mismatches > 0 {
        bail!("{}: {mismatches} of {} counts differ", file.display(), counts.len());
    }
    Ok(())
}
