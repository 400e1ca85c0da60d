//! Runs programs in a real pseudo-terminal.

use orrery_testing::wait::wait_until;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time limit for the screen to change.
const SCREEN_TIMEOUT: Duration = Duration::from_secs(60);

/// A program in a pseudo-terminal.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    /// The controlling side of the terminal; `None` after the terminal was closed.
    master: Option<File>,
    output: Receiver<Vec<u8>>,
    reader: Option<JoinHandle<()>>,
    closing: Arc<AtomicBool>,
    pub(crate) parser: vt100::Parser,
    /// All bytes that the program has written.
    written: Vec<u8>,
}

impl Terminal {
    /// Starts a program in a new session with a new terminal.
    pub(crate) fn start(command: &Command, columns: u16, rows: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a terminal");
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
        let closing = Arc::new(AtomicBool::new(false));
        let is_closing = Arc::clone(&closing);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if is_closing.load(Ordering::SeqCst)
                    || sender.send(bytes[..count].to_vec()).is_err()
                {
                    return;
                }
            }
        });
        let (reader, master) = (Some(reader), Some(master));
        let parser = vt100::Parser::new(size(rows), size(columns), 0);
        Self { child, master, output, reader, closing, parser, written: Vec::new() }
    }

    /// Closes the terminal, as if a person had closed its window; returns the exit status.
    pub(crate) fn close(&mut self) -> ExitStatus {
        self.closing.store(true, Ordering::SeqCst);
        // Make the program redraw: the output wakes the reader thread, which also holds the
        // terminal open.
        self.press("\x0c");
        let reader = self.reader.take().expect("a reader");
        wait_until("the program redraws", || reader.is_finished());
        self.master = None;
        self.wait()
    }

    /// Waits until the program exits, and returns its status.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let mut status = None;
        wait_until("the program exits", || {
            status = self.child.try_wait().expect("its state");
            status.is_some()
        });
        status.expect("it has exited")
    }

    pub(crate) fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.master
            .as_mut()
            .expect("an open terminal")
            .write_all(keys.as_bytes())
            .expect("an open terminal");
    }

    /// Clicks the first character of a text on the screen.
    pub(crate) fn click(&mut self, text: &str) {
        let screen = self.screen();
        let find =
            |(row, line): (usize, &str)| Some((row, line.split_once(text)?.0.chars().count()));
        let found = screen.lines().enumerate().find_map(find);
        let (row, column) = found.unwrap_or_else(|| panic!("no `{text}` in:\n{screen}"));
        self.press(&format!("\x1b[<0;{};{}M", column + 1, row + 1));
    }

    /// Returns whether the last frame was written completely.
    fn is_whole_frame(&self) -> bool {
        let last = |code: &[u8]| self.written.windows(code.len()).rposition(|bytes| bytes == code);
        last(b"\x1b[?2026h") <= last(b"\x1b[?2026l")
    }

    /// Waits until the screen meets a condition, and returns the screen.
    pub(crate) fn until(&mut self, condition: impl Fn(&str) -> bool) -> String {
        while !(self.is_whole_frame() && condition(&self.screen())) {
            let Ok(bytes) = self.output.recv_timeout(SCREEN_TIMEOUT) else {
                panic!("the screen does not change:\n{}", self.screen());
            };
            self.parser.process(&bytes);
            self.written.extend(bytes);
        }
        self.screen()
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(size(rows), size(columns));
        resize(self.master.as_ref().expect("an open terminal"), columns, rows);
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
