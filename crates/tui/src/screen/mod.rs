//! The screen: the whole table in a terminal, with keys and mouse.

mod app;
mod app_keys;
mod draw;
mod end;
mod keys;
mod menu;
mod popup;
mod review;
mod run;
mod terminal;
#[cfg(test)]
pub(crate) mod tests;
mod theme;

pub(crate) use app::App;
pub(crate) use menu::{Menu, MenuChoice};
pub(crate) use run::{ViewEnd, run};
pub(crate) use terminal::Screen;
pub(crate) use theme::Theme;
pub use theme::{ColorDepth, Look};

use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

/// A full-screen view: the menu or a game.
pub(crate) trait ScreenView {
    /// Draws the whole view.
    fn draw(&mut self, frame: &mut Frame<'_>);
    /// Handles a key.
    fn key(&mut self, key: KeyEvent) -> Flow;
    /// Handles a mouse event.
    fn mouse(&mut self, mouse: MouseEvent) -> Flow;
    /// Receives the result of a job or a message from the server.
    fn receive(&mut self, _report: crate::table::Report) {}
    /// Returns new jobs, which run on other threads.
    fn jobs(&mut self) -> Vec<crate::table::Job> {
        Vec::new()
    }
}

/// The effect of an input on the view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The view stays open.
    Stay,
    /// The view closes, because the person made a choice or quits.
    Leave,
}
