//! Draws the table: planets, players, dice, log, question and keys.

use super::app::App;
use super::keys::{ClickAreas, ClickEffect, Key};
use super::{Theme, popup};
use crate::sentences::ships_at;
use crate::table::Phase;
use orrery_protocol::{Berth, Face, Galaxy, View};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The smallest screen that shows the whole table.
const MIN_SIZE: (u16, u16) = (80, 24);
/// The minimum height at which each planet takes two lines.
const MIN_TALL_HEIGHT: u16 = 34;
/// The width of the column of players' names.
const NAME_WIDTH: usize = 14;

/// Draws the screen of a game.
pub(super) fn draw(app: &mut App<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    if is_too_small(area) {
        let text = app.theme.text(&app.texts().too_small(area.width, area.height));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let mut rows = Rows { area, next: area.y };
    draw_title(app, frame, rows.take(1));
    let tall = area.height >= MIN_TALL_HEIGHT;
    draw_planets(app, frame, &mut rows, tall);
    draw_players(app, frame, &mut rows);
    draw_dice(app, frame, rows.take(2));
    let footer = Rect { y: area.bottom() - 1, height: 1, ..area };
    let free_rows = footer.y - rows.next;
    let detail_height = if tall { 2 } else { 1 };
    // The log gets the rows that the question, the choices and the detail do not need.
    let wanted = choice_rows(app, area.width).max(2);
    let max_choices = free_rows.saturating_sub(1 + detail_height + 2);
    let choice_height = (wanted as u16).min(max_choices);
    let log_height = free_rows - 1 - detail_height - choice_height;
    draw_log(app, frame, rows.take(log_height));
    draw_question(app, frame, rows.take(1), choice_height);
    draw_choices(app, frame, rows.take(choice_height));
    draw_detail(app, frame, rows.take(detail_height));
    draw_keys(app, frame, footer);
    popup::draw(app, frame, area);
}

/// Returns whether an area cannot show the whole table.
pub(super) const fn is_too_small(area: Rect) -> bool {
    area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1
}

/// Allocates rows from top to bottom.
pub(super) struct Rows {
    pub(super) area: Rect,
    /// The next free row.
    pub(super) next: u16,
}

impl Rows {
    pub(super) fn take(&mut self, height: u16) -> Rect {
        let rect = Rect { y: self.next, height, ..self.area };
        self.next += height;
        rect
    }
}

/// Truncates or pads a text to a width in terminal columns.
pub(super) fn fit(theme: Theme, text: &str, width: usize) -> String {
    let text = theme.text(text);
    let length = text.width();
    if length <= width {
        return text + &" ".repeat(width - length);
    }
    let ellipsis = theme.ellipsis();
    let (mut cut, mut used) = (String::new(), ellipsis.width());
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > width {
            break;
        }
        cut.push(letter);
    }
    cut.push_str(ellipsis);
    let missing = width.saturating_sub(cut.width());
    cut + &" ".repeat(missing)
}

/// Draws a line in the first row of an area.
pub(super) fn draw_line(frame: &mut Frame<'_>, area: Rect, line: Line<'_>) {
    if area.height > 0 {
        frame.render_widget(line, Rect { height: 1, ..area });
    }
}

fn draw_title(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (texts, view, theme) = (app.texts(), &app.scene.view, app.theme);
    let mut parts = vec![app.scene.game_texts.edition.name.clone()];
    parts.push(match view.turn {
        0 => texts.opening(),
        turn => texts.turn(turn),
    });
    if let (1.., Some(active), None) = (view.turn, view.active, &view.outcome) {
        parts.push(texts.turn_of(app.scene.name(active)));
    }
    parts.push(texts.deck(view.deck));
    if view.end_triggered && view.outcome.is_none() {
        parts.push(texts.end_triggered());
    }
    parts.extend(view.effects.iter().map(|effect| texts.effect(effect)));
    let text = fit(theme, &format!(" Orrery · {}", parts.join(" · ")), area.width as usize);
    draw_line(frame, area, Line::styled(text, theme.selected().patch(theme.accent())));
}

fn draw_planets(app: &App<'_>, frame: &mut Frame<'_>, rows: &mut Rows, tall: bool) {
    let (theme, texts, view) = (app.theme, app.texts(), &app.scene.view);
    let columns = PlanetColumns::of(rows.area.width as usize);
    let head = [
        fit(theme, &format!("  {}", texts.column_planet()), NAME_WIDTH + 3),
        fit(theme, &texts.column_points(), 4),
        fit(theme, &texts.column_track(), columns.track + columns.ships),
        fit(theme, &texts.column_ability(), columns.ability),
    ];
    draw_line(frame, rows.take(1), Line::styled(head.concat(), theme.accent()));
    for (index, id) in view.row.iter().enumerate() {
        let area = rows.take(if tall { 2 } else { 1 });
        let slot = index as u8 + 1;
        let Some(card) = id.as_deref().and_then(|id| app.scene.game_texts.planet(id)) else {
            draw_line(frame, area, Line::styled(format!("{slot}"), theme.quiet()));
            continue;
        };
        let resource = app.scene.game_texts.resource(card.resource).chars().next().unwrap_or(' ');
        let track = short(app.scene.game_texts.track(card.track));
        let mut spans = vec![
            Span::styled(format!("{slot} "), theme.accent()),
            Span::styled(fit(theme, &card.name, NAME_WIDTH + 1), theme.strong()),
            Span::raw(fit(theme, &format!("{:>2}{resource}", card.points), 4)),
            Span::styled(
                fit(theme, &format!("{track} {}", card.end), columns.track),
                theme.quiet(),
            ),
        ];
        spans.extend(ship_spans(view, slot, theme, columns.ships));
        let (first, second) = split(&card.text, columns.ability, tall);
        spans.push(Span::styled(fit(theme, &first, columns.ability), theme.quiet()));
        draw_line(frame, Rect { height: 1, ..area }, Line::from(spans));
        if tall {
            let left = NAME_WIDTH + 7 + columns.track + columns.ships;
            let mut spans = vec![Span::raw("  ")];
            spans.extend(track_spans(view, slot, card.end, theme, left - 2));
            spans.push(Span::styled(fit(theme, &second, columns.ability), theme.quiet()));
            draw_line(frame, Rect { y: area.y + 1, height: 1, ..area }, Line::from(spans));
        }
    }
}

/// The widths of the columns of planets.
struct PlanetColumns {
    track: usize,
    ships: usize,
    ability: usize,
}

impl PlanetColumns {
    const fn of(width: usize) -> Self {
        let (track, ships) = if width >= 110 { (8, 22) } else { (7, 19) };
        Self { track, ships, ability: width - NAME_WIDTH - 7 - track - ships }
    }
}

/// Returns the first three letters of a name.
fn short(name: &str) -> String {
    name.chars().take(3).collect()
}

/// Splits a text between words if it is wider than `width` and `two_lines` is set.
fn split(text: &str, width: usize, two_lines: bool) -> (String, String) {
    if !two_lines || text.width() <= width {
        return (text.to_owned(), String::new());
    }
    let mut first = String::new();
    for word in text.split_inclusive(' ') {
        if first.width() + word.trim_end().width() > width {
            break;
        }
        first.push_str(word);
    }
    let rest = text[first.len()..].to_owned();
    (first, rest)
}

/// Returns the ships at a planet: each seat's letter and the ship's space, `v` for a landed ship.
fn ship_spans(view: &View, slot: u8, theme: Theme, width: usize) -> Vec<Span<'static>> {
    let (mut spans, mut used) = (Vec::new(), 0);
    for (galaxy, _, berth) in ships_at(view, slot) {
        let position = match berth {
            Berth::Orbit { space, .. } => space.to_string(),
            _ => "v".to_owned(),
        };
        let text = format!("{}{position} ", galaxy.seat);
        if used + text.width() > width {
            break;
        }
        used += text.width();
        spans.push(Span::styled(text, theme.seat(galaxy.seat.index()).patch(theme.strong())));
    }
    spans.push(Span::raw(" ".repeat(width - used)));
    spans
}

/// Returns the colony track of a planet, with the letters of the ships on each space.
fn track_spans(view: &View, slot: u8, end: u8, theme: Theme, width: usize) -> Vec<Span<'static>> {
    let (mut spans, mut used) = (Vec::new(), 0);
    let mut add = |text: String, style| {
        if used + text.width() <= width {
            used += text.width();
            spans.push(Span::styled(text, style));
        }
    };
    for space in 0..=end {
        let there = ships_at(view, slot).filter(
            |(_, _, berth)| matches!(berth, Berth::Orbit { space: at, .. } if *at == space),
        );
        let mut is_empty = true;
        for (galaxy, _, _) in there {
            is_empty = false;
            add(galaxy.seat.to_string(), theme.seat(galaxy.seat.index()).patch(theme.strong()));
        }
        if is_empty {
            let symbol = if space == end { "!" } else { theme.space() };
            add(symbol.to_owned(), theme.quiet());
        }
        add(" ".to_owned(), theme.quiet());
    }
    spans.push(Span::raw(" ".repeat(width - used)));
    spans
}

fn draw_players(app: &App<'_>, frame: &mut Frame<'_>, rows: &mut Rows) {
    let (theme, texts, width) = (app.theme, app.texts(), rows.area.width as usize);
    let head = format!(
        "  {}{}{}{}",
        fit(theme, &texts.column_player(), NAME_WIDTH + 4),
        fit(theme, &format!("{} {}", texts.column_points(), texts.column_resources()), 20),
        fit(theme, &texts.column_level(), 10),
        texts.column_ships(),
    );
    draw_line(frame, rows.take(1), Line::styled(fit(theme, &head, width), theme.accent()));
    for galaxy in &app.scene.view.seats {
        let area = rows.take(1);
        draw_line(frame, area, player_line(app, galaxy, width));
    }
}

fn player_line(app: &App<'_>, galaxy: &Galaxy, width: usize) -> Line<'static> {
    let (theme, view) = (app.theme, &app.scene.view);
    let index = galaxy.seat.index();
    let is_active = view.active == Some(galaxy.seat) && view.turn > 0 && view.outcome.is_none();
    let pointer = if is_active { theme.pointer() } else { " " };
    let name = format!("{} {} {}", theme.shape(index), galaxy.seat, app.scene.name(galaxy.seat));
    let figures = format!(
        "{:>3} {:>5} {:>6}    {:>3}, {}    ",
        galaxy.points, galaxy.energy, galaxy.culture, galaxy.level, galaxy.dice
    );
    let colonies: Vec<&str> =
        galaxy.colonies.iter().map(|id| app.scene.game_texts.planet_name(id)).collect();
    let home = galaxy.ships.iter().filter(|berth| **berth == Berth::Home).count();
    let rest = match colonies.len() {
        0 => app.texts().ships_home(home),
        _ => format!("{}; {}", app.texts().ships_home(home), colonies.join(", ")),
    };
    let used = 2 + NAME_WIDTH + 4 + figures.width();
    Line::from(vec![
        Span::styled(format!("{pointer} "), theme.accent()),
        Span::styled(fit(theme, &name, NAME_WIDTH + 4), theme.seat(index).patch(theme.strong())),
        Span::raw(figures),
        Span::styled(fit(theme, &rest, width - used), theme.quiet()),
    ])
}

/// Returns the names of dice; equal neighbours are one item with a count.
fn dice_names(app: &App<'_>, faces: &[Face]) -> String {
    let mut parts: Vec<(Face, usize)> = Vec::new();
    for face in faces {
        match parts.last_mut().filter(|(last, _)| last == face) {
            Some((_, count)) => *count += 1,
            None => parts.push((*face, 1)),
        }
    }
    let name = |(face, count): &(Face, usize)| match count {
        1 => app.scene.game_texts.face(*face).to_owned(),
        count => format!("{count}× {}", app.scene.game_texts.face(*face)),
    };
    let parts: Vec<String> = parts.iter().map(name).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
}

fn draw_dice(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (theme, texts, view) = (app.theme, app.texts(), &app.scene.view);
    let row = |frame: &mut Frame<'_>, y: u16, label: String, text: String| {
        let label = format!("{label}: ");
        let width = area.width as usize - label.width();
        let spans = vec![
            Span::styled(theme.text(&label), theme.accent()),
            Span::styled(fit(theme, &text, width), theme.strong()),
        ];
        draw_line(frame, Rect { y, height: 1, ..area }, Line::from(spans));
    };
    row(frame, area.y, texts.dice(), dice_names(app, &view.dice));
    let mut bay = dice_names(app, &view.bay);
    if !view.converter.is_empty() {
        bay = format!("{bay} · {}: {}", texts.converter(), dice_names(app, &view.converter));
    }
    row(frame, area.y + 1, texts.bay(), bay);
}

fn draw_log(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (log, theme) = (app.table.log(), app.theme);
    let first = log.len().saturating_sub(area.height as usize);
    let lines = log[first..]
        .iter()
        .map(|it| Line::styled(fit(theme, it, area.width as usize), theme.quiet()));
    frame.render_widget(Text::from_iter(lines), area);
}

/// Returns the width of a column of choices and the number of columns.
fn choice_columns(app: &App<'_>, width: u16) -> (usize, usize) {
    let choices = app.scene.question().map_or(&[][..], |question| &question.choices[..]);
    let longest = choices.iter().map(|choice| app.theme.text(&choice.text).width()).max();
    let needed = longest.unwrap_or(0) + 6;
    let columns = (width as usize / needed.max(1)).clamp(1, 3);
    (width as usize / columns, columns)
}

/// Returns the number of rows that are needed to show all choices.
fn choice_rows(app: &App<'_>, width: u16) -> usize {
    let count = app.scene.question().map_or(0, |question| question.choices.len());
    count.div_ceil(choice_columns(app, width).1)
}

impl App<'_> {
    /// Returns the number of rows of choices in the last frame; cursor keys need it.
    pub(super) fn choice_row_count(&self) -> usize {
        choice_rows(self, self.width).max(1)
    }
}

fn draw_question(app: &App<'_>, frame: &mut Frame<'_>, area: Rect, rows: u16) {
    let (theme, texts) = (app.theme, app.texts());
    let text = match &app.scene.phase {
        Phase::Asked(question) if app.is_hidden() => texts.handover(&question.name),
        Phase::Asked(_) => app.scene.question_line().unwrap_or_default(),
        Phase::Waiting(text) => text.clone(),
        Phase::Replay { at, all } => texts.replay_at(at, all),
        Phase::Over => texts.game_over(),
    };
    let (_, columns) = choice_columns(app, area.width);
    let count = app.scene.question().map_or(0, |question| question.choices.len());
    let page = rows as usize * columns;
    let (first, _) = visible_range(app.cursor, count, page);
    let position = match count > page && !app.is_hidden() {
        true => theme.text(&texts.choices(first + 1, (first + page).min(count), count)),
        false => String::new(),
    };
    let width = area.width as usize - position.width();
    let spans = vec![
        Span::styled(fit(theme, &text, width), theme.strong().patch(theme.accent())),
        Span::styled(position, theme.quiet()),
    ];
    draw_line(frame, area, Line::from(spans));
}

/// Returns the range of visible choices: the page that contains the cursor.
fn visible_range(cursor: usize, count: usize, page: usize) -> (usize, usize) {
    let first = cursor.checked_div(page).unwrap_or(0) * page;
    (first, count.min(first + page))
}

fn draw_choices(app: &mut App<'_>, frame: &mut Frame<'_>, area: Rect) {
    app.width = area.width;
    let theme = app.theme;
    if app.is_hidden() {
        draw_line(frame, area, Line::raw(theme.text(&app.texts().press_enter())));
        return;
    }
    let (width, columns) = choice_columns(app, area.width);
    let Some(question) = app.scene.question() else { return };
    let page = area.height as usize * columns;
    let (first, last) = visible_range(app.cursor, question.choices.len(), page);
    let rows = (last - first).div_ceil(columns).max(1);
    let mut areas = Vec::new();
    for (position, index) in (first..last).enumerate() {
        let (column, row) = (position / rows, position % rows);
        let cell = Rect {
            x: area.x + (column * width) as u16,
            y: area.y + row as u16,
            width: width as u16,
            height: 1,
        };
        let text = format!("{:>2} {}", index + 1, question.choices[index].text);
        let is_selected = index == app.cursor;
        let style = if is_selected { theme.selected() } else { ratatui::style::Style::new() };
        draw_line(frame, cell, Line::styled(fit(theme, &text, width - 1), style));
        areas.push((cell, ClickEffect::Choice(index)));
    }
    areas.into_iter().for_each(|(area, effect)| app.click_areas.add(area, effect));
}

/// Draws the last message, else the detail of the selected choice, else the mission.
///
/// If the person has asked for the mission on a shared terminal, the mission comes first.
fn draw_detail(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let theme = app.theme;
    let choice = app.scene.question().and_then(|question| question.choices.get(app.cursor));
    let detail = choice.filter(|_| !app.is_hidden()).map_or("", |choice| choice.detail.as_str());
    let is_private = app.scene.shared && !app.shows_mission;
    let mission = app.scene.mission_line(is_private).filter(|_| !is_private);
    let text = match (app.message.as_str(), app.shows_mission, detail, mission) {
        (_, true, _, Some(mission)) => mission,
        ("", _, "", Some(mission)) => mission,
        ("", _, detail, _) => detail.to_owned(),
        (message, ..) => message.to_owned(),
    };
    let text = theme.text(&text);
    let (first, second) = split(&text, area.width as usize, area.height > 1);
    draw_line(frame, area, Line::styled(fit(theme, &first, area.width as usize), theme.quiet()));
    if area.height > 1 {
        let below = Rect { y: area.y + 1, height: 1, ..area };
        draw_line(
            frame,
            below,
            Line::styled(fit(theme, &second, area.width as usize), theme.quiet()),
        );
    }
}

/// Draws the keys that apply now.
fn draw_keys(app: &mut App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (theme, keys) = (app.theme, app.keys());
    draw_footer(frame, area, theme, keys, &mut app.click_areas);
}

/// Draws keys in the footer, and records where the mouse can click them.
///
/// If the keys do not fit, the first key and the last three remain.
pub(super) fn draw_footer(
    frame: &mut Frame<'_>,
    area: Rect,
    theme: Theme,
    mut keys: Vec<Key>,
    click_areas: &mut ClickAreas,
) {
    let length = |key: &Key| theme.text(&key.text).width() + key.name.width() + 2;
    while keys.iter().map(length).sum::<usize>() > area.width as usize && keys.len() > 4 {
        keys.remove(keys.len() - 4);
    }
    let (mut spans, mut x) = (Vec::new(), area.x);
    for key in keys {
        let width = length(&key) as u16;
        click_areas.add(Rect { x, width, ..area }, ClickEffect::Key(key.code));
        x += width;
        spans.push(Span::styled(key.name, theme.accent()));
        spans.push(Span::raw(format!(" {} ", theme.text(&key.text))));
    }
    draw_line(frame, area, Line::from(spans));
}
