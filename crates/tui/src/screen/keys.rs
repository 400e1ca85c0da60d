//! The keys, their names in the footer, and the areas that the mouse can click.

use crate::texts::Texts;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

/// A key that the footer shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The name of the key.
    pub(crate) name: &'static str,
    /// The effect of the key, as text.
    pub(crate) text: String,
    /// The key code that a click on the name sends.
    pub(crate) code: KeyCode,
}

impl Key {
    /// Creates a key.
    pub(crate) const fn new(name: &'static str, text: String, code: KeyCode) -> Self {
        Self { name, text, code }
    }

    /// Returns the key that closes a popup.
    pub(crate) fn close(texts: Texts) -> Self {
        Self::new("Esc", texts.key_close(), KeyCode::Esc)
    }
}

/// The effect of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClickEffect {
    /// Presses a key.
    Key(KeyCode),
    /// Takes the choice, or selects the line, with this index.
    Choice(usize),
}

/// The areas that the mouse can click, from the last frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClickAreas(Vec<(Rect, ClickEffect)>);

impl ClickAreas {
    /// Removes all areas.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an area.
    pub(crate) fn add(&mut self, area: Rect, effect: ClickEffect) {
        self.0.push((area, effect));
    }

    /// Returns all areas.
    #[cfg(test)]
    pub(crate) fn all(&self) -> &[(Rect, ClickEffect)] {
        &self.0
    }

    /// Returns the effect of a click at a position; later areas are on top.
    pub(crate) fn at(&self, column: u16, row: u16) -> Option<ClickEffect> {
        let position = Position { x: column, y: row };
        self.0.iter().rev().find(|(area, _)| area.contains(position)).map(|(_, effect)| *effect)
    }
}

/// Returns whether a key is Ctrl-C, which quits.
pub(crate) fn is_interrupt(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}
