//! The keys of the screen of a game.

use super::Flow;
use super::app::App;
use super::keys::Key;
use super::popup::Popup;
use crate::rules_search;
use crate::table::{Phase, TableCommand};
use ratatui::crossterm::event::KeyCode;

impl App<'_> {
    /// Handles a key while no popup is open.
    pub(super) fn table_key(&mut self, code: KeyCode) -> Flow {
        if let Phase::Replay { .. } = self.scene.phase
            && self.replay_key(code)
        {
            return Flow::Stay;
        }
        match code {
            KeyCode::Char('q') => return Flow::Leave,
            KeyCode::Char('r') => return self.review_key(),
            KeyCode::Enter | KeyCode::Char(' ') if self.is_hidden() => {
                self.revealed = Some(self.scene.version);
            }
            KeyCode::Enter if self.scene.phase == Phase::Over => self.popup = Some(Popup::Result),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Up | KeyCode::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.select(self.cursor + 1),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(self.choice_row_count()),
            KeyCode::Right => self.select(self.cursor + self.choice_row_count()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.select(usize::MAX),
            KeyCode::Backspace | KeyCode::Esc => self.typed.clear(),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.digit(digit),
            KeyCode::Char(letter) => self.letter(letter),
            _ => {}
        }
        Flow::Stay
    }

    /// Shows the review of a record; after a game, leaves the screen to review it.
    fn review_key(&mut self) -> Flow {
        match self.scene.phase {
            Phase::Replay { .. } => self.show_review(),
            Phase::Over if self.table.finished().is_some() => {
                self.wants_review = true;
                return Flow::Leave;
            }
            _ => {}
        }
        Flow::Stay
    }

    fn letter(&mut self, letter: char) {
        let texts = self.texts();
        match letter {
            // These keys would reveal the secret question.
            'h' | 'w' | 'm' if self.is_hidden() => {}
            'u' => self.command(TableCommand::Undo),
            'h' => self.command(TableCommand::Hint),
            'w' => self.command(TableCommand::Why(None)),
            'p' => self.show(texts.planets(), self.scene.planet_lines()),
            's' => self.show(texts.ships(), self.scene.ship_lines()),
            'l' => self.popup = Some(Popup::log(self.table.log().to_vec(), texts)),
            'm' if self.scene.shared => self.shows_mission = !self.shows_mission,
            'm' => {
                let line = self.scene.mission_line(false).unwrap_or_else(|| texts.no_mission());
                self.show(texts.mission(), vec![line]);
            }
            'o' if self.scene.orders.is_some() => self.popup = Some(Popup::Orders),
            't' if self.scene.online => self.popup = Some(Popup::Chat(String::new())),
            '/' => self.popup = Some(Popup::search(texts)),
            '?' => self.show(texts.help_title(), self.help_lines()),
            _ => {}
        }
    }

    fn show(&mut self, title: String, lines: Vec<String>) {
        self.popup = Some(Popup::lines(title, lines));
    }

    /// Handles a key in a replay; returns whether it had an effect.
    fn replay_key(&mut self, code: KeyCode) -> bool {
        let command = match code {
            KeyCode::Right | KeyCode::Char(' ') | KeyCode::Enter => TableCommand::Step(1),
            KeyCode::Left => TableCommand::Step(-1),
            KeyCode::Down | KeyCode::PageDown => TableCommand::Turn(1),
            KeyCode::Up | KeyCode::PageUp => TableCommand::Turn(-1),
            KeyCode::Home => TableCommand::GoTo(0),
            KeyCode::End => TableCommand::GoTo(usize::MAX),
            _ => return false,
        };
        self.command(command);
        true
    }

    fn select(&mut self, index: usize) {
        self.cursor = index.min(self.choice_count().saturating_sub(1));
    }

    /// Adds a digit to the typed number; takes the choice as soon as no further digit could follow.
    fn digit(&mut self, digit: char) {
        self.typed.push(digit);
        let count = self.choice_count();
        match self.typed.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => {
                self.select(number - 1);
                if number * 10 > count {
                    self.typed.clear();
                    self.choose(number - 1);
                }
            }
            _ => self.typed.clear(),
        }
    }

    fn help_lines(&self) -> Vec<String> {
        let texts = self.texts();
        let mut lines = vec![texts.help_keys()];
        lines.extend(self.keys().iter().skip(1).map(|key| format!("{}: {}", key.name, key.text)));
        lines.push(format!("s: {}", texts.ships()));
        lines.push(texts.help_suspend());
        lines.extend([texts.help_table(), texts.help_save(), texts.help_lines()]);
        lines
    }

    /// Returns the keys for the footer, most important first.
    pub(super) fn keys(&self) -> Vec<Key> {
        let texts = self.texts();
        if let Some(popup) = &self.popup {
            return popup.keys(texts, self.can_review());
        }
        let letter = |name: &'static str, text| {
            Key::new(name, text, KeyCode::Char(name.chars().next().unwrap_or(' ')))
        };
        let mut keys = match &self.scene.phase {
            Phase::Asked(_) => vec![Key::new("1-9 Enter", texts.key_choose(), KeyCode::Enter)],
            Phase::Replay { .. } => vec![
                Key::new(
                    if self.theme.look.ascii { "<- ->" } else { "← →" },
                    texts.key_step(),
                    KeyCode::Right,
                ),
                Key::new(
                    if self.theme.look.ascii { "Up Down" } else { "↑ ↓" },
                    texts.key_turn(),
                    KeyCode::Down,
                ),
                Key::new("Home End", texts.key_ends(), KeyCode::End),
            ],
            Phase::Over => vec![Key::new("Enter", texts.key_chart(), KeyCode::Enter)],
            Phase::Waiting(_) => Vec::new(),
        };
        if self.scene.can_undo {
            keys.push(letter("u", texts.key_undo()));
        }
        if matches!(self.scene.phase, Phase::Asked(_)) && !self.is_hidden() {
            if self.scene.hints {
                keys.push(letter("h", texts.key_hint()));
            }
            keys.push(letter("w", texts.key_why()));
        }
        if self.can_review() {
            keys.push(letter("r", texts.key_review()));
        }
        keys.push(letter("p", texts.key_planets()));
        keys.push(letter("l", texts.key_log()));
        if self.scene.mission().is_some() {
            keys.push(letter("m", texts.key_mission()));
        }
        if self.scene.orders.is_some() {
            keys.push(letter("o", texts.key_orders()));
        }
        if self.scene.online {
            keys.push(letter("t", texts.key_chat()));
        }
        keys.push(letter("/", texts.key_rules()));
        keys.push(letter("?", texts.key_help()));
        keys.push(letter("q", texts.key_quit()));
        keys
    }

    /// Returns whether there is a record that can be reviewed.
    pub(super) fn can_review(&self) -> bool {
        match self.scene.phase {
            Phase::Replay { .. } => true,
            Phase::Over => self.table.finished().is_some(),
            _ => false,
        }
    }

    /// Handles a key of the open popup.
    pub(super) fn popup_key(&mut self, code: KeyCode) -> Flow {
        let Some(mut popup) = self.popup.take() else { return Flow::Stay };
        let texts = self.texts();
        let stays = match (&mut popup, code) {
            (_, KeyCode::Esc) => false,
            (Popup::Result, KeyCode::Char('r')) => return self.review_key(),
            (Popup::Search { query, lines, scroll }, KeyCode::Char(_) | KeyCode::Backspace) => {
                edit(query, code);
                *lines = rules_search::lines(texts, query);
                *scroll = 0;
                true
            }
            (Popup::Chat(text), KeyCode::Char(_) | KeyCode::Backspace) => {
                edit(text, code);
                true
            }
            (Popup::Chat(text), KeyCode::Enter) => {
                let text = std::mem::take(text);
                self.command(TableCommand::Chat(text));
                false
            }
            (Popup::Orders, KeyCode::Char(digit)) => {
                let number = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
                let faces = &self.scene.game_texts.edition.faces;
                if let Some(face) = number.and_then(|index| faces.get(index)).map(|it| it.face) {
                    self.command(TableCommand::Order(face));
                }
                number.is_some()
            }
            _ => popup.scroll(code),
        };
        if stays && self.popup.is_none() {
            self.popup = Some(popup);
        }
        Flow::Stay
    }
}

/// Edits a line of input.
fn edit(line: &mut String, code: KeyCode) {
    match code {
        KeyCode::Backspace => drop(line.pop()),
        KeyCode::Char(letter) => line.push(letter),
        _ => {}
    }
}
