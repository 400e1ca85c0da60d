//! The end of a game: the scores and a chart of the points by turn.

use super::app::App;
use super::draw::fit;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws the result.
pub(super) fn draw(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (theme, texts) = (app.theme, app.texts());
    let width = area.width as usize;
    let lines = app.scene.result_lines();
    let mut y = area.y;
    for (index, text) in lines.iter().enumerate() {
        // The first line names the winners; then one line for each seat.
        let spans = match index.checked_sub(1) {
            None => vec![Span::styled(fit(theme, text, width), theme.strong())],
            Some(seat) => vec![
                Span::styled(
                    format!("{} {} ", theme.shape(seat), char::from(b'A' + seat as u8)),
                    theme.seat(seat),
                ),
                Span::raw(fit(theme, text, width - 4)),
            ],
        };
        frame.render_widget(Line::from(spans), Rect { y, height: 1, ..area });
        y += 1;
    }
    if let Some(stored) = app.table.stored() {
        let line = Line::styled(fit(theme, &stored, width), theme.quiet());
        frame.render_widget(line, Rect { y, height: 1, ..area });
        y += 1;
    }
    let chart = Rect { y: y + 1, height: (area.bottom()).saturating_sub(y + 1), ..area };
    if chart.height >= 5 {
        let title = Line::styled(theme.text(&texts.chart_title()), theme.accent());
        frame.render_widget(title, Rect { y, height: 1, ..area });
        draw_chart(app, frame, chart);
    }
}

/// Draws a chart of points by turn; each seat is drawn as its letter.
fn draw_chart(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (history, theme) = (app.table.history(), app.theme);
    let most = history.iter().flat_map(|entry| entry.points.iter().copied()).max().unwrap_or(0);
    let Some(last) = history.last().filter(|_| most > 0) else { return };
    // The labels of the points are on the left, those of the turns below.
    let (left, rows) = (4, area.height - 2);
    let columns = area.width - left - 1;
    let scale = |value: u16, most: u16, cells: u16| {
        (u32::from(value) * u32::from(cells) / u32::from(most.max(1))) as u16
    };
    for (points, row) in [(u16::from(most), 0), (0, rows)] {
        let label = Line::styled(format!("{points:>3} "), theme.quiet());
        frame.render_widget(label, Rect { y: area.y + row, height: 1, ..area });
    }
    for (turn, column) in [(1, 0), (last.turn, columns - 2)] {
        let label = Line::styled(turn.to_string(), theme.quiet());
        let below = Rect { x: area.x + left + column, y: area.bottom() - 1, width: 3, height: 1 };
        frame.render_widget(label, below);
    }
    for entry in &history {
        for (seat, points) in entry.points.iter().enumerate().rev() {
            let x = area.x + left + scale(entry.turn - 1, last.turn.max(2) - 1, columns);
            let y = area.y + rows - scale(u16::from(*points), u16::from(most), rows);
            let letter = char::from(b'A' + seat as u8).to_string();
            let style = theme.seat(seat).patch(theme.strong());
            frame.render_widget(Span::styled(letter, style), Rect { x, y, width: 1, height: 1 });
        }
    }
}
