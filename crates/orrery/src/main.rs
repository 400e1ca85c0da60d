//! The `orrery` binary: arguments and dispatch of all commands.

mod bounded_file;
mod completions;
mod deck_cmd;
mod demo;
mod exit;
#[cfg(feature = "lab")]
mod lab;
mod output;
mod perft;
#[cfg(feature = "play")]
mod play;
mod replay;
mod rules_cmd;
#[cfg(feature = "serve")]
mod serve;
mod stdio;
mod table;
mod verify;
#[cfg(feature = "play")]
mod watch;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Play Tiny Epic Galaxies in the browser, host a server, simulate games, and study recorded games.
///
/// Without a command, orrery starts a server on this machine and opens the browser.
#[derive(Parser)]
#[command(name = "orrery", version, arg_required_else_help = false, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal: alone, against bots, with others, or on a server.
    #[cfg(feature = "play")]
    Play(Box<play::Args>),
    /// Watch bots, a recorded game or a table on a server in the terminal.
    #[cfg(feature = "play")]
    Watch(Box<watch::Args>),
    /// Play one game with random moves and narrate it.
    Demo(demo::Args),
    /// Count action sequences to test an engine, or check the counts in a file.
    Perft(perft::Args),
    /// Check deck files.
    Deck(deck_cmd::Args),
    /// Print rules by number, chapter or search term.
    Rules(rules_cmd::Args),
    /// Serve the engine as JSON lines on standard input and output.
    Stdio(stdio::Args),
    /// Print shell completions.
    Completions(completions::Args),
    /// Print the manual page of orrery or of a command.
    Man(completions::ManArgs),
    /// Replay a recorded game: narrate it, or convert it to another format.
    Replay(replay::Args),
    /// Verify every roll and draw of a recorded game, or the proof of a puzzle.
    Verify(verify::Args),
    /// Run the game server for browsers and programs.
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "lab")]
    #[command(flatten)]
    Lab(lab::Command),
    /// Back up the games of a server, even while it runs.
    #[cfg(feature = "serve")]
    Backup(serve::backup::BackupArgs),
    /// Restore the games of a stopped server from a backup.
    #[cfg(feature = "serve")]
    Restore(serve::backup::RestoreArgs),
    /// Check the stored games of a server for damage, even while it runs.
    #[cfg(feature = "serve")]
    Check(serve::check::Args),
}

/// Examples for the most common tasks, and the exit codes.
const EXAMPLES: &str = "EXAMPLES:
  orrery                                       play in the browser
  orrery play                                  play in the terminal
  orrery watch game.orr                        step through a recorded game in the terminal
  orrery serve --listen 0.0.0.0:8080           host games for your local network
  orrery demo --seats 1 --rogue hades -l de    watch a random solo game in German
  orrery rules R7                              print chapter 7 of the rules
  orrery deck check my-deck.toml               check your own deck
  orrery simulate --bot greedy --bot random    play 10,000 games between two bots
  orrery arena --bot greedy --bot random       measure which bot is stronger
  orrery work nats://10.0.0.1                  run a worker for simulate and arena
  orrery replay game.orr                       narrate a recorded game
  orrery analyse game.orr                      review a game: luck, errors, strength
  orrery puzzles                               find puzzles in games between bots
  orrery verify game.orr                       check that the dice were fair
  orrery stdio                                 use the engine from another program

`orrery COMMAND --help` shows the options and examples of a command. docs/CLI.md lists all
commands, docs/RULES.md contains the rules, docs/DECKS.md describes deck files, and
docs/PROTOCOL.md describes the protocols for bots and other programs.

EXIT CODES:
  0    success
  1    `orrery verify` found a false roll, draw or proof, or `orrery check` found damage
  2    error; one line on standard error says what failed
  130  interrupted by Ctrl-C; orrery keeps the finished results";

/// Runs the command, prints an error as one line, and returns the exit code.
fn main() -> ExitCode {
    abort_on_panic();
    let cli = Cli::parse();
    let result = match cli.command {
        #[cfg(feature = "serve")]
        None => serve::run(&serve::Args::local()),
        #[cfg(not(feature = "serve"))]
        None => Err(anyhow::anyhow!("this build has no server; run `orrery play`")),
        #[cfg(feature = "play")]
        Some(Command::Play(args)) => play::run(&args),
        #[cfg(feature = "play")]
        Some(Command::Watch(args)) => watch::run(&args),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Deck(args)) => deck_cmd::run(&args),
        Some(Command::Rules(args)) => rules_cmd::run(&args),
        Some(Command::Stdio(args)) => stdio::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command()),
        Some(Command::Man(args)) => completions::man(&args, Cli::command()),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(&args),
        #[cfg(feature = "lab")]
        Some(Command::Lab(command)) => lab::run(&command),
        #[cfg(feature = "serve")]
        Some(Command::Backup(args)) => serve::backup::backup(&args),
        #[cfg(feature = "serve")]
        Some(Command::Restore(args)) => serve::backup::restore(&args),
        #[cfg(feature = "serve")]
        Some(Command::Check(args)) => serve::check::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("orrery: {error:#}");
            ExitCode::from(exit::status(&error))
        }
    }
}

/// Aborts the process on a panic in any thread.
///
/// Otherwise the other threads would wait for the thread that panicked, or continue without its
/// result. The server replaces this hook with its own.
fn abort_on_panic() {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        default_hook(panic);
        std::process::abort();
    }));
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::{Command, CommandFactory};

    /// Longest help line, in characters.
    const MAX_HELP_LEN: usize = 80;
    /// First words of help lines that are not imperative.
    const NOT_IMPERATIVE: [&str; 10] =
        ["A", "An", "How", "Neither", "Most", "Only", "The", "What", "Where", "Whether"];

    fn check(name: &str, help: &str) {
        assert!(!help.is_empty(), "{name} has no help");
        let first = help.split(' ').next().unwrap_or_default();
        let is_third_person = first.ends_with('s') && !["Pass", "Process"].contains(&first);
        assert!(!NOT_IMPERATIVE.contains(&first) && !is_third_person, "{name}: {help}");
        assert!(help.chars().count() <= MAX_HELP_LEN, "{name} is too long: {help}");
    }

    fn check_command(command: &Command, path: &str) {
        if !path.is_empty() {
            check(path, &command.get_about().map(ToString::to_string).unwrap_or_default());
        }
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            check(&format!("{path} {}", argument.get_id()), &help);
        }
        for subcommand in command.get_subcommands() {
            check_command(subcommand, &format!("{path} {}", subcommand.get_name()));
        }
    }

    #[test]
    fn every_help_line_is_imperative_and_fits_a_line() {
        check_command(&Cli::command(), "");
    }
}
