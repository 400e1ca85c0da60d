//! The terminal client: a screen for terminals, and a line mode for screen readers and scripts.
//!
//! Both show a `Table`: a game on this machine, a table of a server, or a record. The client saves
//! a game on this machine after each step. The binary `orrery` parses the arguments.

mod advice;
mod date;
mod details;
mod inbox;
mod lines;
mod local;
mod online;
mod replay;
mod review;
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
use online::{Link, OnlineTable, Role};
use orrery_describe::Language;
use orrery_record::{LoadedRules, Record};
use orrery_rules::Options;
use replay::Replay;
use screen::{App, Menu, MenuChoice, Screen, Theme, ViewEnd};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Duration;
use table::Table;
use texts::Texts;

/// A game to start without the menu.
#[derive(Clone, Debug)]
pub struct GameSpec {
    /// The rules.
    pub rules: LoadedRules,
    /// The options, checked against the rules.
    pub options: Options,
    /// The bots of the last seats, by name (`orrery_bots::NAMES`).
    pub bots: Vec<String>,
    /// The names of the players, seat A first; the remaining players get default names.
    pub names: Vec<String>,
}

/// The settings of the client.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The language of all texts.
    pub language: Language,
    /// The directory of saved games.
    pub folder: PathBuf,
    /// The colours and characters of the screen.
    pub look: Look,
    /// The delay before each decision of a bot; the line mode ignores it.
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
/// If `game` is `None`, the client offers saved games and a form for a new game.
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
    let (inbox, texts) = (Inbox::new(), Texts(settings.language));
    let started = game.map(|spec| start(settings, spec)).transpose()?;
    inbox.read_lines(BufReader::new(std::io::stdin()));
    let mut out = std::io::stdout().lock();
    let mut table: Box<dyn Table> = match started {
        Some(game) => Box::new(game),
        None => match ask_for_game(settings, &inbox, &mut out)? {
            Some(table) => table,
            None => return Ok(()),
        },
    };
    writeln!(out, "{}", texts.commands())?;
    lines::play_and_review(&mut *table, &inbox, &mut out)
}

fn play_screen(settings: &Settings, game: Option<GameSpec>) -> Result<()> {
    let mut game = game.map(|spec| start(settings, spec)).transpose()?;
    let inbox = Inbox::new();
    let mut screen = Screen::open(&inbox)?;
    loop {
        let mut table: Box<dyn Table> = match game.take() {
            Some(game) => Box::new(game),
            None => match choose_in_menu(settings, &mut screen, &inbox)? {
                Some(table) => table,
                None => return Ok(()),
            },
        };
        let end = show_on_screen(settings, &mut *table, &mut screen, &inbox)?;
        if end == ViewEnd::Terminated || !table.scene().is_over() {
            drop(screen);
            return print_stored(&*table);
        }
    }
}

/// Shows a table until the person leaves it; then shows its review if the person asked for it.
fn show_on_screen(
    settings: &Settings,
    table: &mut dyn Table,
    screen: &mut Screen,
    inbox: &Inbox,
) -> Result<ViewEnd> {
    let theme = Theme { look: settings.look };
    loop {
        let mut app = App::new(table, theme, settings.pace);
        let end = screen::run(screen, inbox, &mut app)?;
        let wants_review = end == ViewEnd::Left && app.wants_review();
        let Some((record, rules)) = table.finished().filter(|_| wants_review) else {
            return Ok(end);
        };
        let mut replay = Replay::new(&record, rules, Texts(settings.language))?;
        let mut app = App::new(&mut replay, theme, settings.pace);
        app.show_review();
        if screen::run(screen, inbox, &mut app)? == ViewEnd::Terminated {
            return Ok(ViewEnd::Terminated);
        }
    }
}

/// The game that `watch` shows.
#[derive(Debug)]
pub enum Show {
    /// A game between bots.
    Bots(GameSpec),
    /// A record.
    Record(Box<Record>, LoadedRules),
    /// A server's table, by its link.
    Table(String),
}

/// Shows a game of bots, a record or a server's table, on the screen or in line mode.
///
/// # Errors
/// If the record is invalid, the server is unavailable, or the terminal was closed.
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
/// If the server is unavailable, the table has no free seat, or the terminal was closed.
pub fn play_online(
    settings: &Settings,
    link: &str,
    name: Option<String>,
    mode: Mode,
) -> Result<()> {
    let inbox = Inbox::new();
    let mut table = join(settings, link, &player(settings, name), &inbox)?;
    match mode {
        Mode::Lines => {
            inbox.read_lines(BufReader::new(std::io::stdin()));
            lines::play_and_review(&mut table, &inbox, &mut std::io::stdout().lock())
        }
        Mode::Screen => {
            let mut screen = Screen::open(&inbox)?;
            show_on_screen(settings, &mut table, &mut screen, &inbox)?;
            drop(screen);
            print_stored(&table)
        }
    }
}

/// Returns the role of a player; without a name, the player gets the login name of the user.
fn player(settings: &Settings, name: Option<String>) -> Role {
    let default = || Texts(settings.language).player(1);
    Role::Player(name.or_else(setup::user_name).unwrap_or_else(default))
}

fn join(settings: &Settings, link: &str, role: &Role, inbox: &Inbox) -> Result<OnlineTable> {
    let texts = Texts(settings.language);
    let link = Link::parse(link).with_context(|| texts.bad_link(link))?;
    online::join(&link, role, &settings.folder, inbox, texts)
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
            show_on_screen(settings, table, &mut screen, inbox).map(drop)
        }
    }
}

/// Prints where the game is stored. Ignores errors, because the terminal may be closed.
fn print_stored(table: &dyn Table) -> Result<()> {
    if let Some(stored) = table.stored() {
        let _ = writeln!(std::io::stdout(), "{stored}");
    }
    Ok(())
}

/// Shows the menu and returns the chosen game; `None` if the person leaves.
fn choose_in_menu(
    settings: &Settings,
    screen: &mut Screen,
    inbox: &Inbox,
) -> Result<Option<Box<dyn Table>>> {
    let (texts, theme) = (Texts(settings.language), Theme { look: settings.look });
    let mut problem = None;
    loop {
        let mut saved = GameStore::new(settings.folder.clone()).games(texts);
        let labels = saved.iter().map(local::SavedGame::label).collect();
        let mut menu = Menu::new(texts, theme, labels);
        if let Some((link, problem)) = problem.take() {
            menu = menu.with_problem(link, problem);
        }
        if screen::run(screen, inbox, &mut menu)? == ViewEnd::Terminated {
            return Ok(None);
        }
        match menu.choice {
            MenuChoice::Continue(index) => {
                return Ok(Some(Box::new(saved.swap_remove(index).game)));
            }
            MenuChoice::New => {
                return Ok(Some(Box::new(start_and_save(settings, menu.form.game()?)?)));
            }
            MenuChoice::Join(link) => match join(settings, &link, &player(settings, None), inbox) {
                Ok(table) => return Ok(Some(Box::new(table))),
                Err(error) => problem = Some((link, format!("{error:#}"))),
            },
            MenuChoice::Quit => return Ok(None),
        }
    }
}

/// Asks in line mode which game to play; `None` if the person leaves.
fn ask_for_game(
    settings: &Settings,
    inbox: &Inbox,
    out: &mut dyn Write,
) -> Result<Option<Box<dyn Table>>> {
    let texts = Texts(settings.language);
    let mut saved = GameStore::new(settings.folder.clone()).games(texts);
    let mut offers: Vec<String> = saved.iter().map(|it| texts.menu_continue(it.label())).collect();
    offers.extend([texts.menu_new(), texts.menu_join(), texts.menu_quit()]);
    loop {
        let asked = lines::ask(inbox, out, texts, &texts.menu(), &offers)?;
        let Some(answer) = asked else { return Ok(None) };
        match answer.checked_sub(saved.len()) {
            None => {
                writeln!(out, "{}", texts.resumed())?;
                return Ok(Some(Box::new(saved.swap_remove(answer).game)));
            }
            Some(0) => {
                let Some(form) = ask_for_form(texts, inbox, out)? else { return Ok(None) };
                return Ok(Some(Box::new(start_and_save(settings, form.game()?)?)));
            }
            Some(1) => {
                let Some(link) = lines::ask_text(inbox, out, &texts.menu_link())? else {
                    return Ok(None);
                };
                match join(settings, &link, &player(settings, None), inbox) {
                    Ok(table) => return Ok(Some(Box::new(table))),
                    Err(error) => writeln!(out, "{error:#}")?,
                }
            }
            Some(_) => return Ok(None),
        }
    }
}

/// Asks for the fields of a new game; `None` at the end of the input.
fn ask_for_form(texts: Texts, inbox: &Inbox, out: &mut dyn Write) -> Result<Option<setup::Form>> {
    let (mut form, mut number) = (setup::Form::new(texts), 0);
    while let Some(field) = form.view().into_iter().nth(number) {
        let asked = lines::ask(inbox, out, texts, &field.label, &field.values)?;
        let Some(value) = asked else { return Ok(None) };
        form.set(number, value);
        number += 1;
    }
    Ok(Some(form))
}

/// Starts the game that the command-line arguments describe.
fn start(settings: &Settings, spec: GameSpec) -> Result<LocalGame> {
    start_and_save(settings, spec.game(Texts(settings.language))?)
}

/// Starts a new game and adds it to the saved games.
fn start_and_save(settings: &Settings, new: NewGame) -> Result<LocalGame> {
    let mut game = LocalGame::new(new, Texts(settings.language))?;
    GameStore::new(settings.folder.clone()).add(&mut game)?;
    Ok(game)
}
