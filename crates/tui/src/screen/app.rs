//! The screen of a game: its state, keys and mouse.

use super::draw::is_too_small;
use super::keys::{ClickAreas, ClickEffect, is_interrupt};
use super::popup::Popup;
use super::review::{ReviewFlow, ReviewView};
use super::{Flow, ScreenView, Theme};
use crate::advice::Advisor;
use crate::review::{self, GameReview};
use crate::table::{Job, Phase, Report, Response, Scene, Table, TableCommand};
use crate::texts::Texts;
use orrery_analysis::Analysis;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use std::time::Duration;

/// The screen of a game.
pub(crate) struct App<'t> {
    pub(super) table: &'t mut dyn Table,
    pub(super) scene: Scene,
    pub(super) theme: Theme,
    /// The index of the selected choice.
    pub(super) cursor: usize,
    /// The digits of a choice's number that were typed so far.
    pub(super) typed: String,
    pub(super) popup: Option<Popup>,
    /// The result of the last command.
    pub(super) message: String,
    pub(super) click_areas: ClickAreas,
    /// The version of the secret question that the asked person has chosen to show.
    pub(super) revealed: Option<u32>,
    /// Whether the mission is shown even though several people share this terminal.
    pub(super) shows_mission: bool,
    /// The width of the last frame.
    pub(super) width: u16,
    jobs: Vec<Job>,
    /// The delay before each decision of a bot, so that people can follow.
    pace: Duration,
    /// Whether the popup with the result was opened.
    result_shown: bool,
    review: Option<ReviewView>,
    /// Whether the review is shown in place of the table.
    shows_review: bool,
    /// Whether the person left the screen to review the finished game.
    pub(super) wants_review: bool,
}

impl<'t> App<'t> {
    /// Creates the screen of a game; `pace` is the delay before each decision of a bot.
    pub(crate) fn new(table: &'t mut dyn Table, theme: Theme, pace: Duration) -> Self {
        let scene = table.scene();
        let mut app = Self {
            table,
            scene,
            theme,
            cursor: 0,
            typed: String::new(),
            popup: None,
            message: String::new(),
            click_areas: ClickAreas::default(),
            revealed: None,
            shows_mission: false,
            width: 80,
            jobs: Vec::new(),
            pace,
            result_shown: false,
            review: None,
            shows_review: false,
            wants_review: false,
        };
        app.refresh();
        app
    }

    /// Begins the review of a record, or shows it again.
    pub(crate) fn show_review(&mut self) {
        if !self.shows_review && self.review.is_none() {
            self.command(TableCommand::Review);
        }
        self.shows_review = true;
    }

    /// Returns whether the person left to review the finished game.
    pub(crate) const fn wants_review(&self) -> bool {
        self.wants_review
    }

    /// Shows a part of the review that is done, and queues the job for the next part.
    fn receive_review(&mut self, analysis: Box<Analysis>) {
        self.message.clear();
        let (names, texts) = (self.scene.names.clone(), self.texts());
        let game = GameReview::new(&analysis, Advisor { names, texts });
        match &mut self.review {
            Some(review) => review.update(game),
            None => self.review = Some(ReviewView::new(game, texts)),
        }
        if !analysis.is_done() {
            self.jobs.push(review::next_part(analysis));
        }
    }

    /// Applies the effect of an input on the review.
    fn apply_review_flow(&mut self, flow: ReviewFlow) -> Flow {
        if flow != ReviewFlow::Stay {
            self.shows_review = false;
        }
        if let ReviewFlow::Show(step) = flow {
            self.command(TableCommand::GoTo(step));
        }
        Flow::Stay
    }

    /// Returns the review if it is shown.
    fn shown_review(&mut self) -> Option<&mut ReviewView> {
        self.review.as_mut().filter(|_| self.shows_review)
    }

    pub(super) fn texts(&self) -> Texts {
        self.scene.texts()
    }

    /// Updates the scene and queues new jobs after a change of the game.
    fn refresh(&mut self) {
        let (version, phase) = (self.scene.version, self.scene.phase.clone());
        self.scene = self.table.scene();
        if (version, &phase) != (self.scene.version, &self.scene.phase) {
            self.cursor = 0;
            self.typed.clear();
            self.shows_mission = false;
        }
        let pace = self.pace;
        self.jobs.extend(self.table.job().map(|job| -> Job {
            Box::new(move || {
                std::thread::sleep(pace);
                job()
            })
        }));
        if self.scene.phase == Phase::Over && !self.result_shown {
            self.result_shown = true;
            self.popup = Some(Popup::Result);
        }
    }

    /// Returns whether the choices are hidden until the asked person confirms.
    pub(super) fn is_hidden(&self) -> bool {
        let secret = self.scene.question().is_some_and(|question| question.secret);
        secret && self.revealed != Some(self.scene.version)
    }

    /// Returns the number of choices that are shown; 0 while they are hidden.
    pub(super) fn choice_count(&self) -> usize {
        let count = self.scene.question().map_or(0, |question| question.choices.len());
        if self.is_hidden() { 0 } else { count }
    }

    pub(super) fn choose(&mut self, index: usize) {
        if index < self.choice_count() {
            self.message = self.table.act(index).err().unwrap_or_default();
            self.refresh();
        }
    }

    pub(super) fn command(&mut self, command: TableCommand) {
        match self.table.command(command) {
            Ok(Response::Done(sentence)) => self.message = sentence,
            Ok(Response::Lines(title, lines)) => self.popup = Some(Popup::lines(title, lines)),
            Ok(Response::Job(job)) => {
                self.message = self.texts().thinking();
                self.jobs.push(job);
            }
            Err(reason) => self.message = reason,
        }
        self.refresh();
    }
}

impl ScreenView for App<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.click_areas.clear();
        let theme = self.theme;
        match self.shown_review() {
            Some(review) if !is_too_small(frame.area()) => review.draw(frame, theme),
            _ => super::draw::draw(self, frame),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if is_interrupt(&key) {
            return Flow::Leave;
        }
        if let Some(review) = self.shown_review() {
            let flow = review.key(key.code);
            return self.apply_review_flow(flow);
        }
        if self.popup.is_some() {
            return self.popup_key(key.code);
        }
        self.message.clear();
        self.table_key(key.code)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        if let Some(review) = self.shown_review() {
            let flow = review.mouse(mouse);
            return self.apply_review_flow(flow);
        }
        let code = match mouse.kind {
            MouseEventKind::ScrollUp => KeyCode::Up,
            MouseEventKind::ScrollDown => KeyCode::Down,
            MouseEventKind::Down(MouseButton::Left) => {
                match self.click_areas.at(mouse.column, mouse.row) {
                    Some(ClickEffect::Choice(index)) => {
                        self.choose(index);
                        return Flow::Stay;
                    }
                    Some(ClickEffect::Key(code)) => code,
                    None => return Flow::Stay,
                }
            }
            _ => return Flow::Stay,
        };
        self.key(KeyEvent::from(code))
    }

    fn receive(&mut self, report: Report) {
        match report {
            Report::Answer(version, title, lines) => {
                self.message.clear();
                if version == self.scene.version {
                    self.popup = Some(Popup::lines(title, lines));
                }
            }
            Report::Review(analysis) => self.receive_review(analysis),
            report => self.table.receive(report),
        }
        self.refresh();
    }

    fn jobs(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.jobs)
    }
}
