//! Tests of the screen: snapshots, and the choices that it offers.

use super::keys::ClickEffect;
use super::{App, ColorDepth, Look, Menu, ScreenView, Theme};
use crate::local::LocalGame;
use crate::replay::Replay;
use crate::table::Table;
use crate::tests::{ENGLISH, GERMAN, game, play};
use crate::texts::Texts;
use orrery_record::LoadedRules;
use orrery_rules::{Options, Random};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Color;
use std::time::Duration;

const PLAIN: Theme = Theme { look: Look { colors: ColorDepth::None, ascii: false } };
const ASCII: Theme = Theme { look: Look { colors: ColorDepth::None, ascii: true } };

fn terminal(width: u16, height: u16) -> Terminal<TestBackend> {
    Terminal::new(TestBackend::new(width, height)).expect("a terminal")
}

fn drawn(view: &mut dyn ScreenView, width: u16, height: u16) -> String {
    let mut terminal = terminal(width, height);
    terminal.draw(|frame| view.draw(frame)).expect("a frame");
    terminal.backend().to_string()
}

fn press(view: &mut dyn ScreenView, code: KeyCode) {
    view.key(KeyEvent::from(code));
}

/// Returns the choices that the screen shows and that can be clicked, on all pages.
pub(crate) fn offered_on_screen(game: &mut LocalGame) -> Vec<String> {
    let mut app = App::new(game, PLAIN, Duration::ZERO);
    let mut terminal = terminal(100, 24);
    if app.is_hidden() {
        press(&mut app, KeyCode::Enter);
    }
    let count = app.scene.question().map_or(0, |question| question.choices.len());
    let mut choices: Vec<String> = vec![String::new(); count];
    for cursor in 0..count {
        if !choices[cursor].is_empty() {
            continue;
        }
        app.cursor = cursor;
        terminal.draw(|frame| app.draw(frame)).expect("a frame");
        for (area, effect) in app.click_areas.all() {
            let ClickEffect::Choice(index) = effect else { continue };
            let text = text_at(&terminal, *area);
            let (number, text) = text.trim().split_once(' ').expect("a number");
            assert_eq!(number.parse(), Ok(index + 1));
            choices[*index] = text.to_owned();
        }
    }
    choices
}

fn text_at(terminal: &Terminal<TestBackend>, area: Rect) -> String {
    let buffer = terminal.backend().buffer();
    (area.left()..area.right()).map(|x| buffer[(x, area.y)].symbol()).collect()
}

/// Returns a game in progress, with three people and a bot.
fn game_in_progress(texts: Texts) -> LocalGame {
    let mut game = game("classic", Options::players(4), &["greedy"], 11, texts);
    play(&mut game, &mut Random(5), 70);
    game
}

#[test]
fn the_table_matches_its_snapshots_in_both_languages_and_sizes() {
    for (language, texts) in [("en", ENGLISH), ("de", GERMAN)] {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut game = game_in_progress(texts);
            let text = drawn(&mut App::new(&mut game, PLAIN, Duration::ZERO), width, height);
            insta::assert_snapshot!(format!("table_{language}_{width}"), text);
        }
    }
}

#[test]
fn popups_match_their_snapshots_in_both_languages() {
    for (language, texts) in [("en", ENGLISH), ("de", GERMAN)] {
        let mut game = game_in_progress(texts);
        let mut app = App::new(&mut game, PLAIN, Duration::ZERO);
        for (name, key) in [("help", '?'), ("planets", 'p'), ("why", 'w'), ("orders", 'o')] {
            press(&mut app, KeyCode::Char(key));
            insta::assert_snapshot!(format!("{name}_{language}"), drawn(&mut app, 80, 24));
            press(&mut app, KeyCode::Esc);
        }
        press(&mut app, KeyCode::Char('/'));
        "r7.3".chars().for_each(|letter| press(&mut app, KeyCode::Char(letter)));
        insta::assert_snapshot!(format!("rules_{language}"), drawn(&mut app, 80, 24));
    }
}

#[test]
fn the_end_of_a_game_shows_scores_and_a_chart() {
    for (language, texts) in [("en", ENGLISH), ("de", GERMAN)] {
        let mut game = game("blast-off", Options::players(3), &[], 2, texts);
        play(&mut game, &mut Random(8), 100_000);
        let mut app = App::new(&mut game, PLAIN, Duration::ZERO);
        insta::assert_snapshot!(format!("end_{language}"), drawn(&mut app, 80, 24));
    }
}

#[test]
fn the_menu_matches_its_snapshots_in_both_languages() {
    for (language, texts) in [("en", ENGLISH), ("de", GERMAN)] {
        let mut menu = Menu::new(texts, PLAIN, vec!["Classic, Ada, Ben".to_owned()]);
        insta::assert_snapshot!(format!("start_{language}"), drawn(&mut menu, 80, 24));
        press(&mut menu, KeyCode::Down);
        press(&mut menu, KeyCode::Enter);
        press(&mut menu, KeyCode::Down);
        press(&mut menu, KeyCode::Right);
        insta::assert_snapshot!(format!("menu_{language}"), drawn(&mut menu, 80, 24));
    }
}

#[test]
fn ascii_mode_draws_only_ascii() {
    for texts in [ENGLISH, GERMAN] {
        let mut game = game_in_progress(texts);
        let mut app = App::new(&mut game, ASCII, Duration::ZERO);
        for key in ['?', 'l', 'p', 'w', '/'] {
            press(&mut app, KeyCode::Char(key));
            let text = drawn(&mut app, 80, 24);
            assert!(text.is_ascii(), "{text}");
            press(&mut app, KeyCode::Esc);
        }
    }
}

#[test]
fn colors_follow_the_terminal() {
    let look = |variables: &'static [(&str, &str)]| {
        Look::from_environment(|name| {
            variables.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
        })
    };
    assert_eq!(
        look(&[("TERM", "xterm"), ("LANG", "C")]),
        Look { colors: ColorDepth::Ansi16, ascii: true }
    );
    assert_eq!(look(&[("TERM", "xterm-256color")]).colors, ColorDepth::Ansi256);
    assert_eq!(
        look(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]).colors,
        ColorDepth::True
    );
    assert_eq!(look(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).colors, ColorDepth::None);
    for (colors, expected) in
        [(ColorDepth::None, Color::Reset), (ColorDepth::Ansi256, Color::Indexed(74))]
    {
        let mut game = game_in_progress(ENGLISH);
        let theme = Theme { look: Look { colors, ascii: false } };
        let mut terminal = terminal(80, 24);
        terminal
            .draw(|frame| App::new(&mut game, theme, Duration::ZERO).draw(frame))
            .expect("a frame");
        // Seat A is drawn with this shape.
        let buffer = terminal.backend().buffer();
        let shape = buffer.content().iter().find(|cell| cell.symbol() == "●").expect("a shape");
        assert_eq!(shape.fg, expected);
    }
}

#[test]
fn a_click_and_a_digit_take_the_same_choice() {
    let mut first = game_in_progress(ENGLISH);
    let version = first.version();
    let mut app = App::new(&mut first, PLAIN, Duration::ZERO);
    drawn(&mut app, 80, 24);
    let (area, _) = *app
        .click_areas
        .all()
        .iter()
        .find(|(_, effect)| *effect == ClickEffect::Choice(0))
        .expect("a choice");
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: area.x,
        row: area.y,
        modifiers: ratatui::crossterm::event::KeyModifiers::NONE,
    };
    app.mouse(click);
    let log = app.table.log().to_vec();
    assert!(app.scene.version > version);
    let mut second = game_in_progress(ENGLISH);
    let mut app = App::new(&mut second, PLAIN, Duration::ZERO);
    press(&mut app, KeyCode::Char('1'));
    if app.scene.version == version {
        press(&mut app, KeyCode::Enter);
    }
    assert_eq!(app.table.log(), log);
}

#[test]
fn a_small_terminal_shows_the_required_size() {
    let mut game = game_in_progress(GERMAN);
    let text = drawn(&mut App::new(&mut game, PLAIN, Duration::ZERO), 60, 20);
    assert!(text.contains("80 × 24"), "{text}");
    assert!(game.scene().question().is_some());
}

#[test]
fn a_secret_question_stays_hidden_until_its_player_confirms() {
    let mut game = game("classic", Options::players(2), &[], 1, ENGLISH);
    let mut app = App::new(&mut game, PLAIN, Duration::ZERO);
    for key in ['h', 'w', 'm', '1'] {
        press(&mut app, KeyCode::Char(key));
        assert!(app.jobs().is_empty());
        let text = drawn(&mut app, 80, 24);
        assert!(text.contains("secret question") && !text.contains("Keep "), "{text}");
    }
    press(&mut app, KeyCode::Enter);
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("1 Keep "), "{text}");
}

/// Returns a replay of the first steps of a random game.
fn replay(texts: Texts) -> Replay {
    let mut game = game("classic", Options::players(2), &[], 4, texts);
    play(&mut game, &mut Random(6), 60);
    Replay::new(&game.record(), LoadedRules::edition("classic").expect("an edition"), texts)
        .expect("a record")
}

/// Runs all jobs until the review is complete.
fn finish(app: &mut App<'_>) {
    loop {
        let jobs = app.jobs();
        if jobs.is_empty() {
            return;
        }
        jobs.into_iter().for_each(|job| app.receive(job()));
    }
}

#[test]
fn a_review_shows_chances_accounts_and_moments() {
    for (texts, theme) in [(ENGLISH, PLAIN), (GERMAN, ASCII)] {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut replay = replay(texts);
            let mut app = App::new(&mut replay, theme, Duration::ZERO);
            press(&mut app, KeyCode::Char('r'));
            finish(&mut app);
            let text = drawn(&mut app, width, height);
            let words = [texts.review(), texts.chance_to_win(), texts.key_moments()];
            for part in words.iter().map(String::as_str).chain(["Ada", "Ben", "100 %", "??", "Esc"])
            {
                assert!(text.contains(&theme.text(part)), "no `{part}` in\n{text}");
            }
            assert!(text.contains(&theme.text(&texts.note_unfinished())), "{text}");
            assert!(!theme.look.ascii || text.is_ascii(), "{text}");
            // Enter shows the position before the selected moment.
            press(&mut app, KeyCode::End);
            press(&mut app, KeyCode::Enter);
            let text = drawn(&mut app, width, height);
            assert!(app.scene.version > 0, "{text}");
            assert!(text.contains(&texts.replay_at(app.scene.version, "")), "{text}");
        }
    }
}

#[test]
fn the_end_of_a_game_leads_to_its_review() {
    let mut game = game("blast-off", Options::players(2), &[], 2, ENGLISH);
    play(&mut game, &mut Random(8), 100_000);
    let mut app = App::new(&mut game, PLAIN, Duration::ZERO);
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("Points by turn") && text.contains("r review"), "{text}");
    press(&mut app, KeyCode::Char('r'));
    assert!(app.wants_review());
}
