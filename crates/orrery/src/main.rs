//! The one binary: `orrery`.

mod arena;
mod bench;
mod calibrate;
mod completions;
mod deck_cmd;
mod demo;
mod external;
mod farm;
mod file;
mod fingerprint;
mod foreign;
mod line;
mod load;
mod mind_file;
mod named_files;
mod output;
mod perft;
mod player;
mod plot;
mod replay;
mod rules_cmd;
mod section;
mod serve;
mod simulate;
mod stats;
mod stdio;
mod table;
mod train;
mod verify;
mod work;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Tiny Epic Galaxies, digital: play in the browser, host a club, study games, run a billion of them.
///
/// Without a command it starts the game on this machine and opens the browser.
#[derive(Parser)]
#[command(name = "orrery", version, arg_required_else_help = false, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Plays one narrated game of random moves.
    Demo(demo::Args),
    /// Counts lines of play, to compare engines; checks a file of counts.
    Perft(perft::Args),
    /// Checks deck files.
    Deck(deck_cmd::Args),
    /// Prints the rules: a number, a chapter, or those that speak of something.
    Rules(rules_cmd::Args),
    /// Measures how quick this machine plays.
    Bench(bench::Args),
    /// The engine as a service: JSON lines on standard input and output.
    Stdio(stdio::Args),
    /// Prints completions for a shell.
    Completions(completions::Args),
    /// Prints the manual page of the program, or of one of its commands.
    Man(completions::ManArgs),
    /// Plays many games of bots on all cores: rows, a summary, a report.
    Simulate(simulate::Args),
    /// Plays tournaments of bots on all cores: ratings, crosstable, tests.
    Arena(arena::Args),
    /// Plays for simulations and tournaments that others began with --workers.
    Work(farm::worker::Args),
    /// A network learns to judge positions by playing against itself.
    Train(train::Args),
    /// Compares the chances that the network foretells with how games end.
    Calibrate(calibrate::Args),
    /// Plays a record by the rules: tells it in words, or turns it into another form.
    Replay(replay::Args),
    /// Proves every roll and draw of a record, or names the first that is false.
    Verify(verify::Args),
    /// The game server: play with anyone, in the browser or by a program.
    Serve(serve::Args),
    /// Measures what a server on this machine carries, beside its bare parts.
    Load(load::Args),
    /// Saves the games of a server to a file, also while it runs.
    Backup(serve::saved::BackupArgs),
    /// Puts the games of a saved file back.
    Restore(serve::saved::RestoreArgs),
    /// Check the stored games of a server for damage, also while it runs.
    Check(serve::check::Args),
}

/// What people try first.
const EXAMPLES: &str = "EXAMPLES:
  orrery                                       play, in the browser
  orrery serve --listen 0.0.0.0:8080           play with everyone in the house
  orrery demo --seats 1 --rogue hades -l de    watch a random game, told in words
  orrery rules R7                              how following works
  orrery deck check my-deck.toml               is my own deck sound?
  orrery simulate --bot greedy --bot random    10,000 games of bots, on all cores
  orrery arena --bot greedy --bot random       which bot is stronger, and how sure is that?
  orrery work nats://10.0.0.1                  play for others who simulate with --workers
  orrery replay game.orr                       a record, told in words
  orrery verify game.orr                       were its dice fair?
  orrery stdio                                 drive the engine from another program

`orrery COMMAND --help` says more, with examples. The rules are in docs/RULES.md, deck files in
docs/DECKS.md, the protocol for other programs and for bots in docs/PROTOCOL.md.

Whatever fails says why in one line and ends with status 2; `verify` ends with 1 if dice are false,
`check` if games are damaged.";

/// Every failure is one clear line and exit status 2; false dice are 1.
fn main() -> ExitCode {
    end_at_panic();
    let cli = Cli::parse();
    let result = match cli.command {
        None => serve::run(&serve::Args::at_home()),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Deck(args)) => deck_cmd::run(&args),
        Some(Command::Rules(args)) => rules_cmd::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Stdio(args)) => stdio::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command()),
        Some(Command::Man(args)) => completions::man(&args, Cli::command()),
        Some(Command::Simulate(args)) => simulate::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Work(args)) => farm::worker::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Load(args)) => load::run(&args),
        Some(Command::Backup(args)) => serve::saved::backup(&args),
        Some(Command::Restore(args)) => serve::saved::restore(&args),
        Some(Command::Check(args)) => serve::check::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("orrery: {error:#}");
            let damaged = error.is::<serve::check::DamageFound>();
            ExitCode::from(if damaged { 1 } else { verify::status(&error) })
        }
    }
}

/// A panic ends the program, whichever thread meets it: the others would wait for it, or go on with
/// less. A server decides for itself.
fn end_at_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        std::process::abort();
    }));
}
