//! The menu: saved games, the form for a new game, and the link of a server's table.

use super::draw::{draw_footer, fit};
use super::keys::{ClickAreas, ClickEffect, Key, is_interrupt};
use super::{Flow, ScreenView, Theme};
use crate::setup::Form;
use crate::texts::Texts;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

/// The choice of the person in the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MenuChoice {
    /// Continue the saved game with this index.
    Continue(usize),
    /// Play the game of the form.
    New,
    /// Join the table of a server by its link.
    Join(String),
    /// Leave.
    Quit,
}

/// The menu.
pub(crate) struct Menu {
    texts: Texts,
    theme: Theme,
    /// The labels of the saved games.
    saved: Vec<String>,
    pub(crate) form: Form,
    page: Page,
    /// The link of a table, as typed so far.
    link: String,
    /// The reason why the last choice failed.
    problem: String,
    cursor: usize,
    click_areas: ClickAreas,
    pub(crate) choice: MenuChoice,
}

/// A page of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    /// Saved games, a new game, and joining a server's table.
    Start,
    /// The form for a new game.
    Form,
    /// The link of a server's table.
    Link,
}

impl Menu {
    /// Creates the menu.
    pub(crate) fn new(texts: Texts, theme: Theme, saved: Vec<String>) -> Self {
        Self {
            texts,
            theme,
            saved,
            form: Form::new(texts),
            page: Page::Start,
            link: String::new(),
            problem: String::new(),
            cursor: 0,
            click_areas: ClickAreas::default(),
            choice: MenuChoice::Quit,
        }
    }

    /// Opens the page for a link, so that the person can correct a link that failed.
    ///
    /// The page shows the link and the problem.
    pub(crate) fn with_problem(self, link: String, problem: String) -> Self {
        Self { page: Page::Link, link, problem, ..self }
    }

    /// Returns the lines of the page as pairs of label and value.
    fn lines(&self) -> Vec<(String, String)> {
        if self.page == Page::Link {
            return vec![(self.texts.menu_link(), format!("{}_", self.link))];
        }
        if self.page == Page::Form {
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
        let texts = self.texts;
        let all = saved.chain([texts.menu_new(), texts.menu_join(), texts.menu_quit()]);
        all.map(|line| (line, String::new())).collect()
    }

    /// Sets the selected field of the form to its next or previous value.
    fn change(&mut self, forward: bool) {
        let Some(field) = self.form.view().into_iter().nth(self.cursor) else { return };
        let count = field.values.len().max(1);
        let step = if forward { 1 } else { count - 1 };
        self.form.set(self.cursor, (field.value + step) % count);
    }

    fn enter(&mut self) -> Flow {
        match (self.page, self.cursor.checked_sub(self.saved.len())) {
            (Page::Link, _) => self.choice = MenuChoice::Join(self.link.clone()),
            (Page::Form, _) if self.cursor + 1 < self.lines().len() => {
                self.change(true);
                return Flow::Stay;
            }
            (Page::Form, _) => self.choice = MenuChoice::New,
            (Page::Start, None) => self.choice = MenuChoice::Continue(self.cursor),
            (Page::Start, Some(0)) => return self.open(Page::Form),
            (Page::Start, Some(1)) => return self.open(Page::Link),
            (Page::Start, Some(_)) => self.choice = MenuChoice::Quit,
        }
        Flow::Leave
    }

    fn open(&mut self, page: Page) -> Flow {
        (self.page, self.cursor) = (page, 0);
        self.problem.clear();
        Flow::Stay
    }

    fn back(&mut self) -> Flow {
        if self.page == Page::Start { Flow::Leave } else { self.open(Page::Start) }
    }

    /// Edits the link; returns whether the key had an effect.
    fn edit(&mut self, code: KeyCode) -> bool {
        match code {
            _ if self.page != Page::Link => return false,
            KeyCode::Char(letter) => self.link.push(letter),
            KeyCode::Backspace => drop(self.link.pop()),
            _ => return false,
        }
        true
    }

    fn keys(&self) -> Vec<Key> {
        let texts = self.texts;
        let enter = |text| Key::new("Enter", text, KeyCode::Enter);
        let back = Key::new("Esc", texts.key_back(), KeyCode::Esc);
        let quit = Key::new("q", texts.key_quit(), KeyCode::Char('q'));
        match self.page {
            Page::Start => vec![enter(texts.key_choose()), quit],
            Page::Form => {
                let change = Key::new("< >", texts.key_change(), KeyCode::Right);
                vec![enter(texts.key_choose()), change, back, quit]
            }
            Page::Link => vec![enter(texts.key_join()), back],
        }
    }
}

impl ScreenView for Menu {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.click_areas.clear();
        let (area, theme, texts) = (frame.area(), self.theme, self.texts);
        let width = area.width as usize;
        let title = fit(theme, " Orrery", width);
        let style = theme.selected().patch(theme.accent());
        frame.render_widget(Line::styled(title, style), Rect { height: 1, ..area });
        let question = match self.page {
            Page::Start => texts.menu(),
            Page::Form => texts.menu_new(),
            Page::Link => texts.menu_join(),
        };
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
                (value, _) if self.page == Page::Link => value.to_owned(),
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
            self.click_areas.add(area, ClickEffect::Choice(index));
        }
        row(frame, Line::raw(""));
        let problem = Paragraph::new(theme.text(&self.problem)).wrap(Wrap { trim: true });
        let below = Rect { x: area.x + 2, y, width: area.width.saturating_sub(4), height: 4 };
        frame.render_widget(problem, below.intersection(area));
        let bottom = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        draw_footer(frame, bottom, theme, self.keys(), &mut self.click_areas);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if is_interrupt(&key) {
            return Flow::Leave;
        }
        if self.edit(key.code) {
            return Flow::Stay;
        }
        match key.code {
            KeyCode::Char('q') => return Flow::Leave,
            KeyCode::Esc => return self.back(),
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor = (self.cursor + 1).min(self.lines().len() - 1),
            KeyCode::Left if self.page == Page::Form => self.change(false),
            KeyCode::Right if self.page == Page::Form => self.change(true),
            _ => {}
        }
        Flow::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Flow::Stay;
        }
        match self.click_areas.at(mouse.column, mouse.row) {
            Some(ClickEffect::Choice(index)) => {
                self.cursor = index;
                // A click on the link only selects it.
                if self.page == Page::Link { Flow::Stay } else { self.enter() }
            }
            Some(ClickEffect::Key(code)) => self.key(KeyEvent::from(code)),
            None => Flow::Stay,
        }
    }
}
