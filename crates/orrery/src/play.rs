//! `orrery play`: plays in the terminal.

use crate::output;
use crate::table::TableArgs;
use anyhow::{Context, Result};
use clap::ValueEnum;
use etcetera::BaseStrategy;
use orrery_describe::Language;
use orrery_tui::{ColorDepth, GameSpec, Look, Mode, Settings};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

/// Play in the terminal: alone, against bots, with others, or on a server.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery play                                  continue a game, or set up a new one
  orrery play --bot captain --bot pilot        play against two bots
  orrery play --seats 1 --rogue hades          play solo
  orrery play --seats 3 --name Ada --name Ben --name Cleo
                                               play with three people at this terminal
  orrery play http://10.0.0.2:8080/#/t/ID      join a table on a server
  orrery play --lines --bot captain            play as plain text, for screen readers and scripts

Without options, orrery offers your unfinished games and a form for a new game. It saves a local
game after each step. docs/TERMINAL.md describes keys and commands.")]
pub(crate) struct Args {
    /// Join the table on a server with this link, such as `http://host:8080/#/t/ID`.
    link: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Add a bot, such as captain; repeat the option for more bots.
    ///
    /// Bots take the last seats, in the given order. Without --seats, there are enough seats for
    /// all bots and one player.
    #[arg(long = "bot", value_name = "BOT")]
    bots: Vec<String>,
    /// Set the name of seat A; repeat the option for seats B, C and so on.
    ///
    /// At a table on a server, the first name is yours.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Wait this many milliseconds before each decision of a bot.
    #[arg(long, value_name = "MS", default_value_t = 300)]
    pace: u64,
    #[command(flatten)]
    client: ClientArgs,
}

/// Arguments of every terminal client.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ClientArgs {
    /// Write plain text with numbered choices instead of the full-screen interface.
    #[arg(long)]
    lines: bool,
    /// Use this language [default: the system's language].
    #[arg(long, short, value_parser = ["en", "de"])]
    language: Option<String>,
    /// Save games here [default on Linux: ~/.local/share/orrery/games].
    #[arg(long, value_name = "DIR", env = "ORRERY_GAMES")]
    games: Option<PathBuf>,
    /// Use this colour depth [default: detected from the terminal].
    #[arg(long, value_enum)]
    color: Option<ColorArg>,
    /// Draw only ASCII characters.
    #[arg(long)]
    ascii: bool,
}

/// The colours of the screen.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorArg {
    /// No colours.
    None,
    /// The 16 colours of the terminal's palette.
    #[value(name = "16")]
    Ansi16,
    /// 256 colours.
    #[value(name = "256")]
    Ansi256,
    /// 24-bit colours.
    #[value(name = "24bit")]
    True,
}

impl From<ColorArg> for ColorDepth {
    fn from(arg: ColorArg) -> Self {
        match arg {
            ColorArg::None => Self::None,
            ColorArg::Ansi16 => Self::Ansi16,
            ColorArg::Ansi256 => Self::Ansi256,
            ColorArg::True => Self::True,
        }
    }
}

impl ClientArgs {
    /// Returns the settings of the client.
    pub(crate) fn settings(&self, pace: u64) -> Result<Settings> {
        let folder = self.games.clone().map_or_else(games_directory, Ok)?;
        let detected = Look::from_environment(|name| std::env::var(name).ok());
        let colors = self.color.map_or(detected.colors, ColorDepth::from);
        let look = Look { colors, ascii: self.ascii || detected.ascii };
        let pace = Duration::from_millis(pace);
        Ok(Settings { language: self.language(), folder, look, pace })
    }

    /// Returns the display mode: plain text if it is requested or there is no capable terminal.
    pub(crate) fn mode(&self) -> Mode {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
        if self.lines || is_dumb || !is_terminal { Mode::Lines } else { Mode::Screen }
    }

    fn language(&self) -> Language {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let system = || {
            variables.iter().find_map(|name| std::env::var(name).ok().filter(|tag| !tag.is_empty()))
        };
        let tag = self.language.clone().or_else(system).unwrap_or_default();
        Language::from_tag(tag.get(..2).unwrap_or("en")).unwrap_or(Language::English)
    }
}

/// Returns the default directory of saved games.
fn games_directory() -> Result<PathBuf> {
    let folders = etcetera::choose_base_strategy()
        .context("cannot find your home directory; pass --games DIR")?;
    Ok(folders.data_dir().join("orrery").join("games"))
}

/// Plays a game.
pub(crate) fn run(args: &Args) -> Result<()> {
    let (settings, mode) = (args.client.settings(args.pace)?, args.client.mode());
    output::ignore_closed_pipe(match &args.link {
        Some(link) => orrery_tui::play_online(&settings, link, args.names.first().cloned(), mode),
        None => orrery_tui::play(&settings, args.game()?, mode),
    })
}

impl Args {
    /// Returns the game that the arguments describe; `None` without arguments.
    fn game(&self) -> Result<Option<GameSpec>> {
        let mut table = self.table.clone();
        if table == TableArgs::default() && self.bots.is_empty() && self.names.is_empty() {
            return Ok(None);
        }
        if table.seats == TableArgs::default().seats {
            table.seats = table.seats.max(self.bots.len() + 1).max(self.names.len());
        }
        let rules = table.rules()?;
        let options = table.game_settings(&rules)?;
        let (bots, names) = (self.bots.clone(), self.names.clone());
        Ok(Some(GameSpec { rules, options, bots, names }))
    }
}
