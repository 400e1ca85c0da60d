//! The terminal client: a screen for terminals, and a line mode for screen readers and scripts.
//!
//! Both show a `Table`: a game on this machine, which is saved after each step, a table of a server,
//! or a record. The binary `orrery` parses the arguments.

mod clock;
mod details;
mod inbox;
mod lines;
mod local;
mod online;
mod replay;
mod rules_search;
mod screen;
mod sentences;
mod setup;
mod table;
#[cfg(test)]
mod tests;
mod texts;

pub use screen::{ColorDepth, Look};

use anyhow::{Context, Result};
use inbox::Inbox;
use local::{GameStore, LocalGame, NewGame};
use online::{Identities, Link, OnlineTable, Role};
use orrery_describe::Language;
use orrery_record::{LoadedRules, Record};
use orrery_rules::Options;
use replay::Replay;
use screen::{App, Menu, Outcome, Screen, Theme};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Duration;
use table::Table;
use texts::Texts;

/// A game to start without asking.
#[derive(Clone, Debug)]
pub struct GameSpec {
    /// The rules.
    pub rules: LoadedRules,
    /// The options, checked against the rules.
    pub options: Options,
    /// The bots of the last seats, by name (`orrery_bots::NAMES`).
    pub bots: Vec<String>,
    /// The names of the players, seat A first; others get default names.
    pub names: Vec<String>,
}

/// The settings of the client.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The language of all texts.
    pub language: Language,
    /// The directory of saved games.
    pub folder: PathBuf,
    /// The look of the screen.
    pub look: Look,
    /// The time to wait before each decision of a bot; only the screen mode uses it.
    pub pace: Duration,
}

/// The display of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The screen of the terminal.
    Screen,
    /// Plain text on standard input and output.
    Lines,
}

impl GameSpec {
    fn game(self, texts: Texts) -> Result<NewGame> {
        setup::new_game(self.rules, self.options, &self.bots, &self.names, texts)
    }
}

/// Plays a game on this machine.
///
/// Without a game, it offers saved games and a form.
///
/// # Errors
/// If the game cannot be started or stored, or the terminal or output is closed.
pub fn play(settings: &Settings, game: Option<GameSpec>, mode: Mode) -> Result<()> {
    match mode {
        Mode::Screen => play_screen(settings, game),
        Mode::Lines => play_lines(settings, game),
    }
}

fn play_lines(settings: &Settings, game: Option<GameSpec>) -> Result<()> {
    let inbox = Inbox::new();
    inbox.read_lines(BufReader::new(std::io::stdin()));
    let mut out = std::io::stdout().lock();
    let texts = Texts(settings.language);
    let Some(mut game) = chosen_game(settings, game, &inbox, &mut out)? else { return Ok(()) };
    writeln!(out, "{}", texts.commands())?;
    lines::play(&mut game, &inbox, &mut out).map(drop)
}

fn play_screen(settings: &Settings, game: Option<GameSpec>) -> Result<()> {
    let (texts, theme) = (Texts(settings.language), Theme { look: settings.look });
    let store = GameStore::new(settings.folder.clone());
    let mut game = game.map(|spec| start(&store, spec, texts)).transpose()?;
    let inbox = Inbox::new();
    let mut screen = Screen::open(&inbox)?;
    loop {
        let mut playing = match game.take() {
            Some(game) => game,
            None => match menu_game(&store, texts, theme, &mut screen, &inbox)? {
                Some(game) => game,
                None => return Ok(()),
            },
        };
        let mut app = App::new(&mut playing, theme);
        let ended = screen::run(&mut screen, &inbox, &mut app, settings.pace)?;
        if ended == Outcome::Ended || !playing.scene().is_over() {
            drop(screen);
            return tell_stored(&playing);
        }
    }
}

/// The game that `watch` shows.
#[derive(Debug)]
pub enum Show {
    /// Bots that play.
    Bots(GameSpec),
    /// A record.
    Record(Box<Record>, LoadedRules),
    /// A server's table, by its link.
    Table(String),
}

/// Shows bots, a record or a server's table, on the screen or in line mode.
///
/// # Errors
/// If the record is not valid, the server is unavailable, or the terminal is gone.
pub fn watch(settings: &Settings, show: Show, mode: Mode) -> Result<()> {
    let (texts, inbox) = (Texts(settings.language), Inbox::new());
    let mut table: Box<dyn Table> = match show {
        Show::Bots(spec) => Box::new(LocalGame::new(spec.game(texts)?, texts)?),
        Show::Record(record, rules) => Box::new(Replay::new(&record, rules, texts)?),
        Show::Table(link) => Box::new(join(settings, &link, &Role::Spectator, &inbox)?),
    };
    show_table(settings, &mut *table, &inbox, mode)
}

/// Plays at a server's table.
///
/// # Errors
/// If the server is unavailable, the table has no free seat, or the terminal is gone.
pub fn play_online(
    settings: &Settings,
    link: &str,
    name: Option<String>,
    mode: Mode,
) -> Result<()> {
    let (texts, inbox) = (Texts(settings.language), Inbox::new());
    let name = name.or_else(setup::user_name).unwrap_or_else(|| texts.player(1));
    let mut table = join(settings, link, &Role::Player(name), &inbox)?;
    show_table(settings, &mut table, &inbox, mode)
}

fn join(settings: &Settings, link: &str, role: &Role, inbox: &Inbox) -> Result<OnlineTable> {
    let texts = Texts(settings.language);
    let link = Link::parse(link).with_context(|| texts.bad_link(link))?;
    online::join(&link, role, &Identities::new(&settings.folder), inbox, texts)
}

/// Shows a table until the person leaves.
fn show_table(settings: &Settings, table: &mut dyn Table, inbox: &Inbox, mode: Mode) -> Result<()> {
    match mode {
        Mode::Lines => {
            inbox.read_lines(BufReader::new(std::io::stdin()));
            lines::play(table, inbox, &mut std::io::stdout().lock()).map(drop)
        }
        Mode::Screen => {
            let mut screen = Screen::open(inbox)?;
            let mut app = App::new(table, Theme { look: settings.look });
            screen::run(&mut screen, inbox, &mut app, settings.pace).map(drop)
        }
    }
}

/// Prints where the game is stored; the terminal may be gone.
fn tell_stored(game: &LocalGame) -> Result<()> {
    if let Some(stored) = game.stored() {
        let _ = writeln!(std::io::stdout(), "{stored}");
    }
    Ok(())
}

/// Shows the menu and returns the chosen game; `None` if the person leaves.
fn menu_game(
    store: &GameStore,
    texts: Texts,
    theme: Theme,
    screen: &mut Screen,
    inbox: &Inbox,
) -> Result<Option<LocalGame>> {
    let mut saved = store.games(texts);
    let mut menu = Menu::new(texts, theme, saved.iter().map(local::SavedGame::label).collect());
    if screen::run(screen, inbox, &mut menu, Duration::ZERO)? == Outcome::Ended {
        return Ok(None);
    }
    match menu.choice {
        screen::Choice::Continue(index) => Ok(Some(saved.swap_remove(index).game)),
        screen::Choice::New => {
            let mut game = LocalGame::new(menu.form.game()?, texts)?;
            store.add(&mut game)?;
            Ok(Some(game))
        }
        screen::Choice::Quit => Ok(None),
    }
}

/// Returns the game to play, asking in line mode if necessary; `None` if the person leaves.
fn chosen_game(
    settings: &Settings,
    game: Option<GameSpec>,
    inbox: &Inbox,
    out: &mut dyn Write,
) -> Result<Option<LocalGame>> {
    let (texts, store) = (Texts(settings.language), GameStore::new(settings.folder.clone()));
    if let Some(spec) = game {
        return start(&store, spec, texts).map(Some);
    }
    let mut saved = store.games(texts);
    let mut offers: Vec<String> = saved.iter().map(|it| texts.menu_continue(it.label())).collect();
    offers.extend([texts.menu_new(), texts.menu_quit()]);
    let Some(answer) = lines::ask(inbox, out, texts, &texts.menu(), &offers)? else {
        return Ok(None);
    };
    if answer < saved.len() {
        writeln!(out, "{}", texts.resumed())?;
        return Ok(Some(saved.swap_remove(answer).game));
    }
    if answer > saved.len() {
        return Ok(None);
    }
    let mut form = setup::Form::new(texts);
    let mut number = 0;
    while let Some(field) = form.view().into_iter().nth(number) {
        let asked = lines::ask(inbox, out, texts, &field.label, &field.values)?;
        let Some(value) = asked else { return Ok(None) };
        form.set(number, value);
        number += 1;
    }
    let mut game = LocalGame::new(form.game()?, texts)?;
    store.add(&mut game)?;
    Ok(Some(game))
}

/// Starts a new game, which is stored from now on.
fn start(store: &GameStore, spec: GameSpec, texts: Texts) -> Result<LocalGame> {
    let mut game = LocalGame::new(spec.game(texts)?, texts)?;
    store.add(&mut game)?;
    Ok(game)
}
