//! The one binary: `orrery`.

mod demo;
mod table;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Tiny Epic Galaxies, digital: four editions, solo, records and mass simulation.
///
/// Without a command it plays one narrated random game.
#[derive(Parser)]
#[command(name = "orrery", version, arg_required_else_help = false)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Plays one narrated game of random moves.
    Demo(demo::Args),
}

/// Every failure is one clear line and exit status 2.
fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => demo::run(&demo::Args::default()),
        Some(Command::Demo(args)) => demo::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("orrery: {error:#}");
            ExitCode::from(2)
        }
    }
}
