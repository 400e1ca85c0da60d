//! The terminal: raw mode, signals, suspend and resume, and restoring it after a panic.

use crate::inbox::{Inbox, Input};
use anyhow::Result;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, event, execute};
use ratatui::{Frame, Terminal};
use std::io::{Stdout, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::thread;

/// The terminal while the screen is shown; dropping it restores the terminal.
pub(crate) struct Screen {
    /// Never dropped: after the terminal was closed, the destructor would panic on printing an error.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Screen {
    /// Prepares the terminal and starts to read keys and signals.
    ///
    /// # Errors
    /// If standard output is not a terminal.
    pub(crate) fn open(inbox: &Inbox) -> Result<Self> {
        restore_after_panics();
        enter()?;
        read_terminal(inbox);
        #[cfg(unix)]
        read_signals(inbox)?;
        Ok(Self { terminal: new_terminal()? })
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// If the terminal was closed.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
        // With a synchronized update, the terminal shows the whole frame at once.
        execute!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(draw)?;
        execute!(stdout(), EndSynchronizedUpdate)?;
        Ok(())
    }

    /// Clears the terminal, so that the next frame draws everything again.
    ///
    /// # Errors
    /// If the terminal was closed.
    pub(crate) fn redraw(&mut self) -> Result<()> {
        // Do not use `Terminal::clear`: it asks the terminal for the position of the cursor, and
        // the thread that reads keys would receive the answer.
        execute!(stdout(), Clear(ClearType::All))?;
        self.terminal = new_terminal()?;
        Ok(())
    }

    /// Enters raw mode again after the process was stopped.
    ///
    /// # Errors
    /// If the terminal was closed.
    pub(crate) fn resume(&mut self) -> Result<()> {
        enter()?;
        self.redraw()
    }

    /// Restores the terminal and stops the process until it is continued.
    ///
    /// # Errors
    /// If the terminal was closed.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> Result<()> {
        leave();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        self.resume()
    }
}

fn new_terminal() -> Result<ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>> {
    Ok(ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?))
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
    Ok(())
}

/// Restores the terminal; ignores errors, because it may already be closed.
fn leave() {
    let _ = execute!(
        stdout(),
        EndSynchronizedUpdate,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

/// Installs a panic hook that restores the terminal before the panic is reported.
fn restore_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let next = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave();
            next(panic);
        }));
    });
}

/// Starts a thread that reads terminal events until the terminal is closed.
fn read_terminal(inbox: &Inbox) {
    let sender = inbox.sender();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(Input::Terminal(event)).is_err() {
                return;
            }
        }
        let _ = sender.send(Input::End);
    });
}

/// Starts a thread that reads SIGCONT and the signals that quit.
#[cfg(unix)]
fn read_signals(inbox: &Inbox) -> Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM])?;
    let sender = inbox.sender();
    thread::spawn(move || {
        for signal in signals.forever() {
            let input = if signal == SIGCONT { Input::Continued } else { Input::End };
            if sender.send(input).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::Screen;
    use crate::inbox::Inbox;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io::Read;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    /// The environment variable that names the thread that must panic in the child process.
    const PANIC_THREAD: &str = "ORRERY_TEST_PANIC";
    /// The name of the test, which starts itself as a child process.
    const NAME: &str = "screen::terminal::tests::a_panic_restores_the_terminal";

    /// Opens the screen and panics on a thread; as in the binary, the panic aborts the process.
    fn panic_in(thread_name: &str) {
        let next = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            next(panic);
            std::process::abort();
        }));
        let mut screen = Screen::open(&Inbox::new()).expect("a terminal");
        screen.draw(|_| {}).expect("a frame");
        if thread_name == "main" {
            panic!("the game failed");
        }
        let _ = std::thread::spawn(|| panic!("the game failed")).join();
    }

    /// Runs this test in a pseudo-terminal; returns its output, and whether line editing is on.
    fn in_terminal(thread_name: &str) -> (String, bool) {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a terminal");
        grantpt(&master).expect("a terminal");
        unlockpt(&master).expect("a terminal");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let name = OsStr::from_bytes(name.as_bytes()).to_owned();
        let slave = || File::options().read(true).write(true).open(&name).expect("a terminal");
        let terminal = slave();
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).expect("a terminal");
        let mut child = Command::new("setsid")
            .arg("--ctty")
            .arg(std::env::current_exe().expect("this program"))
            .args(["--exact", NAME, "--nocapture"])
            .env(PANIC_THREAD, thread_name)
            .stdin(slave())
            .stdout(slave())
            .stderr(slave())
            .spawn()
            .expect("it starts");
        assert!(!child.wait().expect("it has ended").success());
        let modes = tcgetattr(&terminal).expect("a terminal").local_modes;
        drop(terminal);
        let mut written = Vec::new();
        // Reading the end of a pseudo-terminal returns an error.
        let _ = File::from(master).read_to_end(&mut written);
        let text = String::from_utf8_lossy(&written).into_owned();
        (text, modes.contains(LocalModes::ICANON | LocalModes::ECHO))
    }

    #[test]
    fn a_panic_restores_the_terminal() {
        if let Ok(thread_name) = std::env::var(PANIC_THREAD) {
            panic_in(&thread_name);
            return;
        }
        for thread_name in ["main", "thread"] {
            let (text, has_line_editing) = in_terminal(thread_name);
            let entered = text.find("\x1b[?1049h").expect("the alternate screen");
            let left = text.rfind("\x1b[?1049l").expect("the main screen");
            let message = text.find("the game failed").expect("a message");
            assert!(entered < left && left < message, "{text:?}");
            assert!(text[left..].contains("\x1b[?25h"), "the cursor is hidden: {text:?}");
            assert!(text.contains("\x1b[?1000l"), "the mouse is captured: {text:?}");
            assert!(has_line_editing, "the terminal is raw");
        }
    }
}
