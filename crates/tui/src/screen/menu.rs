//! The menu: saved games, a new game, and the form for it.

use super::draw::fit;
use super::keys::{Hit, Hits, is_interrupt};
use super::{Flow, Stage, Theme};
use crate::setup::Form;
use crate::texts::Texts;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// The choice of the person in the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// Continue the saved game with this index.
    Continue(usize),
    /// Play the game of the form.
    New,
    /// Leave.
    Quit,
}

/// The menu.
pub(crate) struct Menu {
    texts: Texts,
    theme: Theme,
    /// The saved games.
    saved: Vec<String>,
    pub(crate) form: Form,
    /// Whether the form is shown.
    in_form: bool,
    cursor: usize,
    hits: Hits,
    pub(crate) choice: Choice,
}

impl Menu {
    /// Creates the menu; without saved games it begins with the form.
    pub(crate) fn new(texts: Texts, theme: Theme, saved: Vec<String>) -> Self {
        let in_form = saved.is_empty();
        let (form, hits) = (Form::new(texts), Hits::default());
        Self { texts, theme, saved, form, in_form, cursor: 0, hits, choice: Choice::Quit }
    }

    /// Returns the lines: label and value.
    fn lines(&self) -> Vec<(String, String)> {
        if self.in_form {
            let value = |field: crate::setup::FieldView| {
                let value = field.values.get(field.value).cloned().unwrap_or_default();
                (field.label, value)
            };
            let mut lines: Vec<(String, String)> =
                self.form.view().into_iter().map(value).collect();
            lines.push((self.texts.setup_begin(), String::new()));
            return lines;
        }
        let saved = self.saved.iter().map(|saved| self.texts.menu_continue(saved));
        let all = saved.chain([self.texts.menu_new(), self.texts.menu_quit()]);
        all.map(|line| (line, String::new())).collect()
    }

    /// Changes the selected field of the form.
    fn change(&mut self, forward: bool) {
        let Some(field) = self.form.view().into_iter().nth(self.cursor) else { return };
        let count = field.values.len().max(1);
        let step = if forward { 1 } else { count - 1 };
        self.form.set(self.cursor, (field.value + step) % count);
    }

    fn enter(&mut self) -> Flow {
        if self.in_form {
            if self.cursor + 1 < self.lines().len() {
                self.change(true);
                return Flow::Stay;
            }
            self.choice = Choice::New;
            return Flow::Leave;
        }
        match self.cursor.checked_sub(self.saved.len()) {
            None => self.choice = Choice::Continue(self.cursor),
            Some(0) => {
                (self.in_form, self.cursor) = (true, 0);
                return Flow::Stay;
            }
            Some(_) => self.choice = Choice::Quit,
        }
        Flow::Leave
    }

    fn back(&mut self) -> Flow {
        if self.in_form && !self.saved.is_empty() {
            (self.in_form, self.cursor) = (false, 0);
            return Flow::Stay;
        }
        Flow::Leave
    }
}

impl Stage for Menu {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.hits.clear();
        let (area, theme, texts) = (frame.area(), self.theme, self.texts);
        let width = area.width as usize;
        let title = fit(theme, " Orrery", width);
        let style = theme.selected().patch(theme.accent());
        frame.render_widget(Line::styled(title, style), Rect { height: 1, ..area });
        let question = if self.in_form { texts.menu_new() } else { texts.menu() };
        let lines = self.lines();
        let widest = lines.iter().map(|(label, _)| theme.text(label).width()).max().unwrap_or(0);
        let mut y = area.y + 2;
        let mut row = |frame: &mut Frame<'_>, line: Line<'_>| {
            let area = Rect { x: area.x + 2, y, width: area.width.saturating_sub(4), height: 1 };
            if y < area.y + frame.area().height && y < frame.area().bottom() {
                frame.render_widget(line, area);
            }
            y += 1;
            area
        };
        row(frame, Line::styled(theme.text(&question), theme.strong()));
        row(frame, Line::raw(""));
        for (index, (label, value)) in lines.iter().enumerate() {
            let is_selected = index == self.cursor;
            let pointer = if is_selected { theme.pointer() } else { " " };
            let value = match (value.as_str(), is_selected) {
                ("", _) => String::new(),
                (value, true) => format!("< {value} >"),
                (value, false) => format!("  {value}"),
            };
            let style = if is_selected { theme.strong() } else { Style::new() };
            let line = Line::from(vec![
                Span::styled(format!("{pointer} "), theme.accent()),
                Span::styled(fit(theme, label, widest + 2), style),
                Span::styled(theme.text(&value), style),
            ]);
            let area = row(frame, line);
            self.hits.add(area, Hit::Choice(index));
        }
        let keys =
            [("Enter", texts.key_choose()), ("< >", texts.key_change()), ("q", texts.key_quit())];
        let mut spans = Vec::new();
        for (name, text) in keys {
            spans.push(Span::styled(name, theme.accent()));
            spans.push(Span::raw(format!(" {}  ", theme.text(&text))));
        }
        let footer = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        frame.render_widget(Line::from(spans), footer);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if is_interrupt(&key) {
            return Flow::Leave;
        }
        match key.code {
            KeyCode::Char('q') => return Flow::Leave,
            KeyCode::Esc => return self.back(),
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor = (self.cursor + 1).min(self.lines().len() - 1),
            KeyCode::Left if self.in_form => self.change(false),
            KeyCode::Right if self.in_form => self.change(true),
            _ => {}
        }
        Flow::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Flow::Stay;
        }
        match self.hits.at(mouse.column, mouse.row) {
            Some(Hit::Choice(index)) => {
                self.cursor = index;
                self.enter()
            }
            _ => Flow::Stay,
        }
    }
}
