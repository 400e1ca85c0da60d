//! A whole game in a real pseudo-terminal, driven by keys.

use super::{orrery, records};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Time limit for a change of the screen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program in a pseudo-terminal.
struct Terminal {
    child: Child,
    master: File,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that the program wrote.
    written: Vec<u8>,
}

impl Terminal {
    /// Starts a program in a new session with this terminal.
    fn start(command: &Command, columns: u16, rows: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("a terminal");
        unlockpt(&master).expect("a terminal");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes())).to_owned();
        resize(&master, columns, rows);
        let slave = || File::options().read(true).write(true).open(&name).expect("a terminal");
        let mut session = Command::new("setsid");
        session.arg("--ctty").arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            session.env(name, value.expect("a value"));
        }
        session.env("TERM", "xterm-256color").stdin(slave()).stdout(slave()).stderr(slave());
        let child = session.spawn().expect("it starts");
        let master = File::from(master);
        let mut reader = master.try_clone().expect("a terminal");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(size(rows), size(columns), 0);
        Self { child, master, output, parser, written: Vec::new() }
    }

    fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("an open terminal");
    }

    /// Returns whether the last frame was written completely.
    fn is_whole_frame(&self) -> bool {
        let last = |mark: &[u8]| self.written.windows(mark.len()).rposition(|it| it == mark);
        last(b"\x1b[?2026h") <= last(b"\x1b[?2026l")
    }

    /// Waits until the screen fits.
    fn until(&mut self, fits: impl Fn(&str) -> bool) -> String {
        while !(self.is_whole_frame() && fits(&self.screen())) {
            let Ok(bytes) = self.output.recv_timeout(PATIENCE) else {
                panic!("the screen stays:\n{}", self.screen());
            };
            self.parser.process(&bytes);
            self.written.extend(bytes);
        }
        self.screen()
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(size(rows), size(columns));
        resize(&self.master, columns, rows);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size(characters: u16) -> NonZeroU16 {
    NonZeroU16::new(characters).expect("a size")
}

fn resize(terminal: &impl std::os::fd::AsFd, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).expect("a terminal");
}

#[test]
fn a_whole_game_by_keys() {
    let games = tempfile::tempdir().expect("a directory");
    let play = ["play", "--bot", "captain", "--name", "Ada", "--pace", "0"];
    let mut terminal = Terminal::start(&orrery(games.path(), &play), 80, 24);
    terminal.until(|screen| screen.contains("Which secret mission"));
    terminal.press("\r");
    let asks = |screen: &str| screen.contains("1-9 Enter choose");
    // A larger terminal shows the tracks.
    terminal.until(asks);
    terminal.resize(120, 40);
    terminal.until(|screen| screen.lines().count() > 30 && asks(screen));
    // Ctrl-L draws everything again, also after another program has written to the terminal.
    terminal.parser.process(b"\x1b[2J");
    terminal.press("\x0c");
    terminal.until(|screen| screen.lines().count() > 30 && asks(screen));
    terminal.press("?");
    terminal.until(|screen| screen.contains("Ctrl-Z: suspend"));
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
    terminal.press("q");
    terminal.until(|screen| screen.contains("New game"));
    terminal.press("q");
    // The program restores the terminal: it leaves the alternate screen.
    terminal.until(|screen| !screen.contains("New game"));
    let status = terminal.child.wait().expect("it has ended");
    assert!(status.success(), "{status}");
    assert_eq!(records(games.path()).len(), 1);
}

#[test]
fn a_hangup_loses_nothing() {
    let games = tempfile::tempdir().expect("a directory");
    let play = ["play", "--bot", "random", "--name", "Ada", "--pace", "0"];
    let mut terminal = Terminal::start(&orrery(games.path(), &play), 80, 24);
    terminal.until(|screen| screen.contains("Which secret mission"));
    terminal.press("\r");
    terminal.until(|screen| !screen.contains("Which secret mission"));
    let id = rustix::process::Pid::from_child(&terminal.child);
    rustix::process::kill_process(id, rustix::process::Signal::HUP).expect("it runs");
    assert!(terminal.child.wait().expect("it has ended").success());
    let mut terminal = Terminal::start(&orrery(games.path(), &["play"]), 80, 24);
    terminal.until(|screen| screen.contains("Continue: Classic, Ada"));
    terminal.press("\r");
    let screen = terminal.until(|screen| screen.contains("1-9 Enter choose"));
    assert!(!screen.contains("Which secret mission"), "{screen}");
}
