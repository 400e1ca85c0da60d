//! The screen of a review: the chances to win, the accounts, and the key moments.

use super::draw::{Rows, draw_footer, draw_line, fit};
use super::keys::{ClickAreas, ClickEffect, Key};
use super::popup::wrapped_height;
use super::theme::Theme;
use crate::review::{GameReview, Moment, percent, signed};
use crate::texts::Texts;
use orrery_analysis::{Account, Mark};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// The width of the labels to the left of the chart.
const LABEL_WIDTH: u16 = 5;
/// The width of the column of players' names.
const NAME_WIDTH: usize = 13;
/// The widths of the columns of an account, from the left.
const FIGURE_WIDTHS: [usize; 9] = [6, 7, 7, 7, 7, 8, 8, 7, 9];
/// The minimum width at which the accounts include the column "plays like".
const MIN_PLAYS_LIKE_WIDTH: usize = 100;

/// The effect of an input on the review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReviewFlow {
    Stay,
    /// Return to the table.
    Close,
    /// Show the position after this many steps.
    Show(usize),
}

/// The screen of a review.
pub(super) struct ReviewView {
    game: GameReview,
    texts: Texts,
    /// The selected key moment.
    cursor: usize,
    click_areas: ClickAreas,
}

impl ReviewView {
    /// Creates the screen with the first key moment selected.
    pub(super) fn new(game: GameReview, texts: Texts) -> Self {
        Self { game, texts, cursor: 0, click_areas: ClickAreas::default() }
    }

    /// Replaces the review by one with more analysed steps.
    pub(super) fn update(&mut self, game: GameReview) {
        self.game = game;
    }

    pub(super) fn key(&mut self, code: KeyCode) -> ReviewFlow {
        let last = self.game.moments.len().saturating_sub(1);
        self.cursor = match code {
            KeyCode::Up | KeyCode::Char('k') => self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.cursor + 1,
            KeyCode::PageUp => self.cursor.saturating_sub(5),
            KeyCode::PageDown => self.cursor + 5,
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let moment = self.game.moments.get(self.cursor);
                return moment.map_or(ReviewFlow::Stay, |moment| ReviewFlow::Show(moment.step));
            }
            KeyCode::Esc | KeyCode::Char('q' | 'r') => return ReviewFlow::Close,
            _ => self.cursor,
        }
        .min(last);
        ReviewFlow::Stay
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> ReviewFlow {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.key(KeyCode::Up),
            MouseEventKind::ScrollDown => self.key(KeyCode::Down),
            MouseEventKind::Down(MouseButton::Left) => {
                match self.click_areas.at(mouse.column, mouse.row) {
                    Some(ClickEffect::Choice(index)) => {
                        self.cursor = index;
                        self.key(KeyCode::Enter)
                    }
                    Some(ClickEffect::Key(code)) => self.key(code),
                    None => ReviewFlow::Stay,
                }
            }
            _ => ReviewFlow::Stay,
        }
    }

    /// Draws the whole screen.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        self.click_areas.clear();
        let area = frame.area();
        let mut rows = Rows { area, next: area.y };
        self.draw_title(frame, rows.take(1), theme);
        // `fixed` is the number of rows outside the chart and the list of moments.
        let notes: Vec<String> = self.game.notes().collect();
        let notes_height = wrapped_height(&notes, area.width as usize);
        let fixed = 8 + notes_height + self.game.review.accounts.len() as u16;
        let left = area.height.saturating_sub(fixed + 1);
        let chart = (left * 11 / 20).max(5);
        draw_notes(frame, rows.take(notes_height), theme, &notes);
        let heading = theme.text(&self.texts.chance_to_win());
        draw_line(frame, rows.take(1), Line::styled(heading, theme.accent()));
        self.draw_chart(frame, rows.take(chart), theme);
        self.draw_marks(frame, rows.take(2), theme);
        self.draw_axis(frame, rows.take(1), theme);
        self.draw_accounts(frame, &mut rows, theme);
        self.draw_moments(frame, rows.take(left.saturating_sub(chart) + 1), theme);
        self.draw_detail(frame, rows.take(1), theme);
        let keys = self.keys(theme);
        let bottom = Rect { y: area.bottom() - 1, height: 1, ..area };
        draw_footer(frame, bottom, theme, keys, &mut self.click_areas);
    }

    fn keys(&self, theme: Theme) -> Vec<Key> {
        let texts = self.texts;
        let arrows = if theme.look.ascii { "Up Down" } else { "↑ ↓" };
        vec![
            Key::new(arrows, texts.key_select(), KeyCode::Down),
            Key::new("Enter", texts.key_show(), KeyCode::Enter),
            Key::close(texts),
        ]
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let mut title = format!(" Orrery · {}", self.texts.review());
        if self.game.percent < 100 {
            title = format!("{title} · {}", self.texts.review_running(self.game.percent));
        }
        let style = theme.selected().patch(theme.accent());
        draw_line(frame, area, Line::styled(fit(theme, &title, area.width as usize), style));
    }

    /// Returns the column of a step in the chart.
    fn column(&self, step: u32, area: Rect) -> u16 {
        let (columns, steps) =
            (u32::from(area.width - LABEL_WIDTH - 1), self.game.review.steps.max(1));
        area.x + LABEL_WIDTH + (step.min(steps) * columns / steps) as u16
    }

    /// Draws the chances to win step by step; each seat is drawn as its letter.
    fn draw_chart(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let rows = area.height - 1;
        for (label, row) in [("100 %", 0), ("  0 %", rows)] {
            let cell = Rect { y: area.y + row, height: 1, ..area };
            draw_line(frame, cell, Line::styled(label, theme.quiet()));
        }
        for point in &self.game.review.graph {
            let x = self.column(point.step, area);
            for (seat, chance) in point.chances.iter().enumerate().rev() {
                let y = area.y + rows - (chance.clamp(0.0, 1.0) * f64::from(rows)).round() as u16;
                let letter = char::from(b'A' + seat as u8).to_string();
                let style = theme.seat(seat).patch(theme.strong());
                let cell = Rect { x, y, width: 1, height: 1 };
                frame.render_widget(Span::styled(letter, style), cell);
            }
        }
    }

    /// Draws the marks of moves below the chart, each symbol from top to bottom.
    fn draw_marks(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let mut marked: Vec<_> =
            self.game.review.moves.iter().filter_map(|it| Some((it.mark?, it))).collect();
        // Draw the worst mark last, so that it covers other marks in the same column.
        marked.sort_by_key(|(mark, _)| *mark);
        for (mark, it) in marked {
            let second = match mark {
                Mark::Inaccuracy => "!",
                Mark::Mistake => " ",
                Mark::Blunder => "?",
            };
            let (x, style) = (self.column(it.from, area), theme.seat(it.seat.index()));
            for (row, sign) in ["?", second].into_iter().enumerate() {
                let cell = Rect { x, y: area.y + row as u16, width: 1, height: 1 };
                frame.render_widget(Span::styled(sign, style), cell);
            }
        }
    }

    fn draw_axis(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let (texts, graph) = (self.texts, &self.game.review.graph);
        let last = graph.last().map_or(0, |point| point.turn);
        let (first, last) = (texts.opening(), texts.turn(last));
        let width = area.width as usize - LABEL_WIDTH as usize;
        let gap = width.saturating_sub(first.chars().count() + last.chars().count());
        let text = format!("{first}{}{last}", " ".repeat(gap));
        let cell = Rect { x: area.x + LABEL_WIDTH, width: area.width - LABEL_WIDTH, ..area };
        draw_line(frame, cell, Line::styled(fit(theme, &text, width), theme.quiet()));
    }

    fn draw_accounts(&self, frame: &mut Frame<'_>, rows: &mut Rows, theme: Theme) {
        let texts = self.texts;
        let heads = [
            texts.account_start(),
            texts.account_luck(),
            texts.account_errors(),
            texts.account_gifts(),
            texts.account_hidden(),
            texts.account_unexplained(),
            texts.account_result(),
            texts.account_accuracy(),
            texts.account_marks(),
        ];
        let is_wide = rows.area.width as usize >= MIN_PLAYS_LIKE_WIDTH;
        let mut head = " ".repeat(NAME_WIDTH) + &figures(theme, &heads);
        if is_wide {
            head = format!("{head}  {}", texts.account_like());
        }
        draw_line(frame, rows.take(1), Line::styled(theme.text(&head), theme.accent()));
        for account in &self.game.review.accounts {
            let seat = account.seat.index();
            let name = format!("{} {}", theme.shape(seat), self.game.name(seat));
            let mut rest = figures(theme, &account_figures(account));
            if let Some(like) = account.plays_like.as_ref().filter(|_| is_wide) {
                rest = format!("{rest}  {}", theme.text(&texts.bot(&like.level)));
            }
            let style = theme.seat(seat).patch(theme.strong());
            let spans = vec![Span::styled(fit(theme, &name, NAME_WIDTH), style), Span::raw(rest)];
            draw_line(frame, rows.take(1), Line::from(spans));
        }
    }

    fn draw_moments(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let title = Line::styled(theme.text(&self.texts.key_moments()), theme.accent());
        draw_line(frame, area, title);
        let page = usize::from(area.height.saturating_sub(1)).max(1);
        let first = self.cursor / page * page;
        for (row, (index, moment)) in
            self.game.moments.iter().enumerate().skip(first).take(page).enumerate()
        {
            let cell = Rect { y: area.y + 1 + row as u16, height: 1, ..area };
            let style = if index == self.cursor { theme.selected() } else { Style::new() };
            let text = fit(theme, &self.moment_line(moment), area.width as usize);
            draw_line(frame, cell, Line::styled(text, style));
            self.click_areas.add(cell, ClickEffect::Choice(index));
        }
        if self.game.moments.is_empty() && self.game.percent == 100 {
            let cell = Rect { y: area.y + 1, height: 1, ..area };
            draw_line(frame, cell, Line::raw(theme.text(&self.texts.no_moments())));
        }
    }

    fn moment_line(&self, it: &Moment) -> String {
        let text = if it.text.is_empty() { &it.kind } else { &it.text };
        let (turn, name) = (self.texts.turn(it.turn), self.game.name(it.seat));
        format!("{turn:<8} {:<2} {:>6}  {name}: {text}", it.sign, signed(it.change))
    }

    /// Draws the kind of the selected moment, and the better move if there is one.
    fn draw_detail(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let Some(moment) = self.game.moments.get(self.cursor) else { return };
        let text = match moment.better.as_str() {
            "" => moment.kind.clone(),
            better => format!("{}. {}", moment.kind, self.texts.better(better)),
        };
        draw_line(frame, area, Line::styled(fit(theme, &text, area.width as usize), theme.quiet()));
    }
}

/// Draws the notes about the limits of the review.
fn draw_notes(frame: &mut Frame<'_>, area: Rect, theme: Theme, notes: &[String]) {
    let text = Paragraph::new(theme.text(&notes.join("\n"))).style(theme.quiet());
    frame.render_widget(text.wrap(Wrap { trim: false }), area);
}

/// Returns figures in columns, aligned to the right.
fn figures(theme: Theme, texts: &[String; 9]) -> String {
    let column = |(text, width): (&String, usize)| format!("{:>width$}", theme.text(text));
    texts.iter().zip(FIGURE_WIDTHS).map(column).collect()
}

fn account_figures(it: &Account) -> [String; 9] {
    let [inaccuracies, mistakes, blunders] = it.marks;
    [
        percent(it.start),
        signed(it.luck),
        signed(-it.losses),
        signed(it.gifts),
        signed(it.hidden),
        signed(it.unexplained),
        percent(it.result),
        it.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.0} %")),
        format!("{inaccuracies} {mistakes} {blunders}"),
    ]
}
