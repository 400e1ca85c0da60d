//! The event loop of the screen.

use super::{Flow, Screen, ScreenView};
use crate::inbox::{Inbox, Input};
use anyhow::Result;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::thread;

/// The reason why a view ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ViewEnd {
    /// The person left the view.
    Left,
    /// The terminal was closed, or a signal told the program to quit.
    Terminated,
}

/// Shows a view until the person leaves it or the terminal is closed.
///
/// # Errors
/// If the terminal cannot be suspended or redrawn.
pub(crate) fn run(
    screen: &mut Screen,
    inbox: &Inbox,
    view: &mut dyn ScreenView,
) -> Result<ViewEnd> {
    loop {
        for job in view.jobs() {
            let sender = inbox.sender();
            thread::spawn(move || {
                let _ = sender.send(Input::Report(job()));
            });
        }
        // Drawing fails if the terminal was closed.
        if screen.draw(|frame| view.draw(frame)).is_err() {
            return Ok(ViewEnd::Terminated);
        }
        let Some(mut input) = inbox.next() else { return Ok(ViewEnd::Terminated) };
        // Handle all inputs that have arrived before drawing the next frame.
        loop {
            match handle(screen, view, input)? {
                Handled::Left => return Ok(ViewEnd::Left),
                Handled::Terminated => return Ok(ViewEnd::Terminated),
                Handled::Stay => {}
            }
            match inbox.try_next() {
                Some(next) => input = next,
                None => break,
            }
        }
    }
}

/// The effect of an input on the event loop.
enum Handled {
    Stay,
    Left,
    Terminated,
}

fn handle(screen: &mut Screen, view: &mut dyn ScreenView, input: Input) -> Result<Handled> {
    let flow = match input {
        Input::Terminal(Event::Key(key)) if key.kind != KeyEventKind::Release => {
            if is_control(&key, 'z') {
                #[cfg(unix)]
                screen.suspend()?;
                Flow::Stay
            } else if is_control(&key, 'l') {
                screen.redraw()?;
                Flow::Stay
            } else {
                view.key(key)
            }
        }
        Input::Terminal(Event::Mouse(mouse)) => view.mouse(mouse),
        Input::Terminal(_) | Input::Line(_) => Flow::Stay,
        Input::Report(report) => {
            view.receive(report);
            Flow::Stay
        }
        // If the terminal was closed while the process was stopped, `resume` fails.
        Input::Continued if screen.resume().is_err() => return Ok(Handled::Terminated),
        Input::Continued => Flow::Stay,
        Input::End => return Ok(Handled::Terminated),
    };
    Ok(if flow == Flow::Leave { Handled::Left } else { Handled::Stay })
}

fn is_control(key: &KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
