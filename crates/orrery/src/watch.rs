//! `orrery watch`: shows bots, a recorded game or a server's table in the terminal.

use crate::play::ClientArgs;
use crate::table::TableArgs;
use crate::{output, replay};
use anyhow::{Result, bail};
use orrery_tui::{GameSpec, Show};
use std::path::Path;

/// Watch bots, a recorded game or a table on a server in the terminal.
#[derive(clap::Args, Clone, Debug)]
// The command saves no games, so its help does not list --games.
#[command(after_help = EXAMPLES, mut_arg("games", |games| games.hide(true)))]
pub(crate) struct Args {
    /// Show this record file, or the table on a server with this link.
    what: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Add a bot, such as pilot; repeat for more [default: captain at each seat].
    #[arg(long = "bot", value_name = "BOT")]
    bots: Vec<String>,
    /// Wait this many milliseconds before each decision of a bot.
    #[arg(long, value_name = "MS", default_value_t = 700)]
    pace: u64,
    #[command(flatten)]
    client: ClientArgs,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery watch                               watch two bots of the level captain
  orrery watch --bot oracle --bot pilot      watch these bots
  orrery watch game.orr                      step through a recorded game
  orrery watch http://host:8080/#/t/ID       watch a table on a server

docs/TERMINAL.md describes keys and commands.";

/// Shows the game.
pub(crate) fn run(args: &Args) -> Result<()> {
    let settings = args.client.settings(args.pace)?;
    let show = match &args.what {
        Some(link) if link.starts_with("http") => Show::Table(link.clone()),
        Some(file) => {
            let (record, decks) = replay::load(Path::new(file), args.table.deck.as_deref())?;
            let rules = replay::rules(&decks, &record)?;
            Show::Record(Box::new(record), rules)
        }
        None => Show::Bots(args.game()?),
    };
    output::ignore_closed_pipe(orrery_tui::watch(&settings, show, args.client.mode()))
}

impl Args {
    fn game(&self) -> Result<GameSpec> {
        let mut table = self.table.clone();
        if self.bots.len() > 2 && table.seats == TableArgs::default().seats {
            table.seats = self.bots.len();
        }
        let mut bots = self.bots.clone();
        if bots.len() > table.seats {
            bail!("{} bots do not fit {} seats", bots.len(), table.seats);
        }
        bots.resize(table.seats, "captain".to_owned());
        let rules = table.rules()?;
        let options = table.game_settings(&rules)?;
        Ok(GameSpec { rules, options, bots, names: Vec::new() })
    }
}
