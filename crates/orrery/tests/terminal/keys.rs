//! Tests of games in a real pseudo-terminal, controlled by keys.

use super::pty::Terminal;
use super::{orrery, records};
use std::process::Command;

#[test]
fn a_whole_game_is_played_by_keys() {
    let games = tempfile::tempdir().expect("a directory");
    let play = ["play", "--bot", "captain", "--name", "Ada", "--pace", "0"];
    let mut terminal = Terminal::start(&orrery(games.path(), &play), 80, 24);
    terminal.until(|screen| screen.contains("Which secret mission"));
    terminal.press("\r");
    // A larger terminal also shows the colony tracks.
    terminal.until(asks);
    terminal.resize(120, 40);
    terminal.until(|screen| screen.lines().count() > 30 && asks(screen));
    // Ctrl-L redraws the screen after another program has written to the terminal.
    terminal.parser.process(b"\x1b[2J");
    terminal.press("\x0c");
    terminal.until(|screen| screen.lines().count() > 30 && asks(screen));
    terminal.click("? help");
    terminal.until(|screen| screen.contains("Ctrl-Z: suspend"));
    terminal.press("\x1b");
    terminal.until(|screen| asks(screen) && !screen.contains("Ctrl-Z"));
    terminal.press("/follow");
    terminal.until(|screen| screen.contains("Search the rules: follow_"));
    terminal.press("\x1b");
    terminal.until(asks);
    let is_over = |screen: &str| screen.contains("Winner: ");
    for _ in 0..3000 {
        let before = terminal.until(|screen| asks(screen) || is_over(screen));
        if is_over(&before) {
            break;
        }
        terminal.press("\r");
        terminal.until(|screen| screen != before);
    }
    terminal.until(|screen| is_over(screen) && screen.contains("Points by turn"));
    terminal.press("\x1b");
    terminal.until(|screen| screen.contains("Enter result"));
    // The popup with the result offers a review; its key moments lead to their positions.
    terminal.press("r");
    terminal.until(|screen| screen.contains("Chance to win") && screen.contains("Key moments"));
    terminal.until(|screen| !screen.contains("Analysing"));
    terminal.press("\r");
    terminal.until(|screen| screen.contains("Step ") && screen.contains("r review"));
    terminal.press("q");
    terminal.until(|screen| screen.contains("Points by turn"));
    terminal.press("\x1b");
    terminal.until(|screen| screen.contains("Enter result"));
    terminal.press("q");
    terminal.until(|screen| screen.contains("New game"));
    terminal.press("q");
    // The program restores the terminal: it leaves the alternate screen buffer.
    terminal.until(|screen| !screen.contains("New game"));
    let status = terminal.wait();
    assert!(status.success(), "{status}");
    assert_eq!(records(games.path()).len(), 1);
}

/// Returns whether the screen asks for a choice.
fn asks(screen: &str) -> bool {
    screen.contains("1-9 Enter choose")
}

/// Returns the lines of a screen without trailing spaces.
fn lines(screen: &str) -> Vec<String> {
    screen.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Starts a game and keeps the first mission.
fn start_game(games: &std::path::Path) -> Terminal {
    let play = ["play", "--bot", "random", "--name", "Ada", "--pace", "0"];
    let mut terminal = Terminal::start(&orrery(games, &play), 80, 24);
    terminal.until(|screen| screen.contains("Which secret mission"));
    terminal.press("\r");
    terminal.until(|screen| asks(screen) && !screen.contains("Which secret mission"));
    terminal
}

/// Continues the only saved game and returns its screen.
fn continue_game(games: &std::path::Path) -> (Terminal, String) {
    let mut terminal = Terminal::start(&orrery(games, &["play"]), 80, 24);
    terminal.until(|screen| screen.contains("Continue: Classic, Ada"));
    terminal.press("\r");
    let screen = terminal.until(asks);
    (terminal, screen)
}

/// Makes some choices, sets a standing order, and returns the screen.
fn play_and_order(terminal: &mut Terminal) -> String {
    let mut choices = 0;
    // Stop in Ada's turn. In another seat's turn, the standing order could answer and change the
    // table.
    while choices < 6 || !terminal.until(asks).contains("Ada plays") {
        let before = terminal.until(asks);
        terminal.press("\r");
        terminal.until(|screen| asks(screen) && screen != before);
        choices += 1;
        assert!(choices < 100, "Ada never gets a turn");
    }
    terminal.press("o");
    terminal.until(|screen| screen.contains("Standing orders"));
    terminal.press("2");
    terminal.until(|screen| screen.contains("never follow"));
    terminal.press("\x1b");
    terminal.until(|screen| asks(screen) && !screen.contains("Standing orders"))
}

/// Asserts that the continued game has the same table and standing order as the given screen.
fn assert_continues(games: &std::path::Path, before: &str) {
    let (mut terminal, after) = continue_game(games);
    // Compare the top lines of the screen, down to the dice.
    let table = |screen: &str| lines(screen)[..11].to_vec();
    assert_eq!(table(&after), table(before));
    terminal.press("o");
    terminal.until(|screen| screen.contains("never follow"));
}

#[test]
fn a_hangup_signal_loses_nothing() {
    let games = tempfile::tempdir().expect("a directory");
    let mut terminal = start_game(games.path());
    let before = play_and_order(&mut terminal);
    let id = rustix::process::Pid::from_child(&terminal.child);
    rustix::process::kill_process(id, rustix::process::Signal::HUP).expect("it runs");
    assert!(terminal.wait().success());
    assert_continues(games.path(), &before);
}

#[test]
fn a_closed_terminal_loses_nothing() {
    let games = tempfile::tempdir().expect("a directory");
    let mut terminal = start_game(games.path());
    let before = play_and_order(&mut terminal);
    let status = terminal.close();
    assert!(status.success(), "{status}");
    assert_continues(games.path(), &before);
}

/// Returns the part of a screen after the last occurrence of a text; empty without the text.
fn after<'s>(screen: &'s str, text: &str) -> &'s str {
    screen.rsplit_once(text).map_or("", |(_, rest)| rest)
}

#[test]
fn the_shell_suspends_and_resumes_a_game() {
    let games = tempfile::tempdir().expect("a directory");
    let mut shell = Command::new("bash");
    shell.args(["--norc", "--noprofile", "-i"]).env("ORRERY_GAMES", games.path());
    shell.env("LC_ALL", "C.UTF-8").env("NO_COLOR", "1").env("PS1", "ready: ");
    let mut terminal = Terminal::start(&shell, 80, 24);
    terminal.until(|screen| screen.contains("ready: "));
    let program = env!("CARGO_BIN_EXE_orrery");
    terminal.press(&format!("{program} play --bot random --name Ada --pace 0\r"));
    terminal.until(|screen| screen.contains("Which secret mission"));
    terminal.press("\r");
    let before = terminal.until(|screen| asks(screen) && !screen.contains("Which secret"));
    assert!(terminal.parser.screen().alternate_screen());
    terminal.press("\x1a");
    terminal.until(|screen| after(screen, "Stopped").contains("ready:"));
    let screen = terminal.parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    terminal.press("echo the shell works\r");
    terminal.until(|screen| screen.contains("\nthe shell works"));
    terminal.press("fg\r");
    terminal.until(|screen| lines(screen) == lines(&before));
    assert!(terminal.parser.screen().alternate_screen() && terminal.parser.screen().hide_cursor());
    terminal.press("?");
    terminal.until(|screen| screen.contains("Ctrl-Z: suspend"));
    terminal.press("\x03");
    // What is typed before the shell is ready may still reach the program.
    terminal.until(|screen| after(screen, "The game is saved.").contains("ready:"));
    terminal.press("exit\r");
    assert!(terminal.wait().success());
}

#[test]
fn the_menu_joins_a_table_by_its_link() {
    let games = tempfile::tempdir().expect("a directory");
    let mut terminal = Terminal::start(&orrery(games.path(), &["play"]), 80, 24);
    terminal.until(|screen| screen.contains("Join a server's table"));
    terminal.press("\x1b[B\r");
    terminal.until(|screen| screen.contains("Link of the table:"));
    // No server listens on this port. The menu shows the error and keeps the link.
    terminal.press("http://127.0.0.1:9/#/t/abcdefghij234567abcd\r");
    // Messages are wrapped between words.
    let unwrapped = |screen: &str| screen.split_whitespace().collect::<Vec<_>>().join(" ");
    terminal.until(|screen| unwrapped(screen).contains("cannot reach 127.0.0.1:9"));
    terminal.press("\x7f\x7f\r");
    terminal.until(|screen| unwrapped(screen).contains("is not the link of a table"));
    terminal.press("\x1b");
    terminal.until(|screen| screen.contains("New game"));
    terminal.press("q");
    assert!(terminal.wait().success());
}
