//! The popups over the table: texts, rules search, standing orders, chat, and the result.

use super::app::App;
use super::end;
use super::keys::Key;
use crate::rules_search;
use crate::table::Scene;
use crate::texts::Texts;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// The border of popups in ASCII mode.
const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A popup over the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Popup {
    /// Lines of text that can be scrolled.
    Lines { title: String, lines: Vec<String>, scroll: u16 },
    /// A search in the rules and its results.
    Search { query: String, lines: Vec<String>, scroll: u16 },
    /// The standing orders.
    Orders,
    /// A line of chat, as typed so far.
    Chat(String),
    /// The result of the game.
    Result,
}

impl Popup {
    /// Creates a popup with lines of text.
    pub(crate) const fn lines(title: String, lines: Vec<String>) -> Self {
        Self::Lines { title, lines, scroll: 0 }
    }

    /// Creates the popup of the log, scrolled to its end.
    pub(crate) fn log(lines: Vec<String>, texts: Texts) -> Self {
        Self::Lines { title: texts.log(), lines, scroll: u16::MAX }
    }

    /// Creates the popup that searches the rules.
    pub(crate) fn search(texts: Texts) -> Self {
        Self::Search { query: String::new(), lines: rules_search::lines(texts, ""), scroll: 0 }
    }

    /// Handles a key that scrolls; returns whether the popup stays open.
    pub(super) fn scroll(&mut self, code: KeyCode) -> bool {
        let (Self::Lines { scroll, .. } | Self::Search { scroll, .. }) = self else { return false };
        *scroll = match code {
            KeyCode::Up => scroll.saturating_sub(1),
            KeyCode::Down => scroll.saturating_add(1),
            KeyCode::PageUp => scroll.saturating_sub(10),
            KeyCode::PageDown => scroll.saturating_add(10),
            KeyCode::Home => 0,
            KeyCode::End => u16::MAX,
            _ => return false,
        };
        true
    }

    /// Returns the keys of the popup, for the footer.
    pub(super) fn keys(&self, texts: Texts, can_review: bool) -> Vec<Key> {
        let mut keys = vec![Key::close(texts)];
        match self {
            Self::Result if can_review => {
                keys.insert(0, Key::new("r", texts.key_review(), KeyCode::Char('r')));
            }
            Self::Orders => keys.insert(0, Key::new("1-6", texts.key_change(), KeyCode::Null)),
            Self::Chat(_) => keys.insert(0, Key::new("Enter", texts.key_chat(), KeyCode::Enter)),
            _ => {}
        }
        keys
    }
}

/// Draws the open popup.
pub(super) fn draw(app: &mut App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let Some(mut popup) = app.popup.take() else { return };
    match &mut popup {
        Popup::Lines { title, lines, scroll } => {
            let title = title.clone();
            draw_lines(app, frame, area, &title, lines, scroll);
        }
        Popup::Search { query, lines, scroll } => {
            let title = format!("{}{query}_", app.texts().search());
            draw_lines(app, frame, area, &title, lines, scroll);
        }
        Popup::Orders => {
            let (title, mut lines) = (app.texts().orders_title(), order_lines(&app.scene));
            lines.push(app.texts().orders_help());
            draw_lines(app, frame, area, &title, &lines, &mut 0);
        }
        Popup::Chat(text) => {
            let lines = [format!("{text}_")];
            draw_lines(app, frame, area, &app.texts().key_chat(), &lines, &mut 0);
        }
        Popup::Result => {
            let inside =
                draw_window(app, frame, centered(area, area.height - 4), &app.texts().game_over());
            end::draw(app, frame, inside);
        }
    }
    app.popup = Some(popup);
}

/// Returns the standing orders, one line for each face.
fn order_lines(scene: &Scene) -> Vec<String> {
    let (texts, none) = (scene.texts(), Vec::new());
    let orders = scene.orders.as_ref().unwrap_or(&none);
    let faces = scene.game_texts.edition.faces.iter().enumerate();
    let line = |(index, it): (usize, &orrery_protocol::FaceDescription)| {
        let is_set = orders.contains(&it.face);
        let name = &it.about.name;
        let text = if is_set { texts.order_never(name) } else { texts.order_ask(name) };
        format!("{} {text}", index + 1)
    };
    faces.map(line).collect()
}

/// Returns the area of a centred popup of this height, borders included.
fn centered(area: Rect, height: u16) -> Rect {
    let (width, height) = (area.width - 6, height.min(area.height - 2));
    Rect { x: area.x + 3, y: area.y + (area.height - 1 - height) / 2, width, height }
}

/// Draws the border and title of a popup and returns its inner area.
fn draw_window(app: &App<'_>, frame: &mut Frame<'_>, area: Rect, title: &str) -> Rect {
    let theme = app.theme;
    let mut block = Block::bordered().title(format!(" {} ", theme.text(title)));
    block = block.title_style(theme.accent()).border_style(theme.accent());
    if theme.look.ascii {
        block = block.border_set(ASCII_BORDER);
    }
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    inside
}

fn draw_lines(
    app: &App<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    title: &str,
    lines: &[String],
    scroll: &mut u16,
) {
    let text = app.theme.text(&lines.join("\n"));
    let paragraph = Paragraph::new(text).wrap(Wrap { trim: false });
    let needed = wrapped_height(lines, usize::from(area.width) - 8);
    let inside = draw_window(app, frame, centered(area, needed.saturating_add(2)), title);
    *scroll = (*scroll).min(needed.saturating_sub(inside.height));
    frame.render_widget(paragraph.scroll((*scroll, 0)), inside);
}

/// Returns the number of rows that lines occupy when they are wrapped between words.
pub(super) fn wrapped_height(lines: &[String], width: usize) -> u16 {
    let rows = |line: &String| {
        let (mut rows, mut used) = (1, 0);
        for word in line.split(' ') {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > width {
                rows += 1;
                used = length;
            } else {
                used += length + usize::from(used > 0);
            }
        }
        rows
    };
    u16::try_from(lines.iter().map(rows).sum::<usize>()).unwrap_or(u16::MAX)
}
