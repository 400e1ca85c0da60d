//! Replays a record: the person moves through its steps.

use crate::local::{names_of, points_by_turn};
use crate::review;
use crate::table::{GameTexts, Phase, Report, Response, Scene, Table, TableCommand, TurnPoints};
use crate::texts::Texts;
use anyhow::{Result, anyhow};
use orrery_analysis::{Analysis, AnalysisOptions, Game, ROLLOUTS};
use orrery_protocol::{Narrator, Perspective, Presenter};
use orrery_record::{LoadedRules, Record};
use orrery_rules::{DetachedView, Seat};
use std::rc::Rc;

/// A position of a record.
struct Position {
    view: DetachedView,
    /// The length of the log at this position.
    sentences: usize,
    turn: u16,
}

/// A record that is shown step by step.
pub(crate) struct Replay {
    record: Record,
    rules: LoadedRules,
    viewer: Option<Seat>,
    names: Vec<String>,
    game_texts: Rc<GameTexts>,
    positions: Vec<Position>,
    log: Vec<String>,
    /// The index of the current position.
    at: usize,
}

impl Replay {
    /// Computes all positions and log sentences of a record.
    ///
    /// # Errors
    /// If a step of the record is illegal.
    pub(crate) fn new(record: &Record, rules: LoadedRules, texts: Texts) -> Result<Self> {
        let viewer = record.header.seen_by.and_then(orrery_record::Viewer::seat);
        let names = names_of(record, &rules);
        let narrator = Narrator { names: &names, language: texts.0 };
        let (mut positions, mut log) = (Vec::new(), Vec::new());
        let start = record.start(&rules).map_err(|it| anyhow!("{it}"))?.observe(viewer);
        positions.push(Position { view: start.detach(), sentences: 0, turn: start.turn() });
        let read = record.watch(&rules, viewer, |seen| {
            log.extend(narrator.events(&seen.before, seen.events));
            let (view, turn) = (seen.after.detach(), seen.after.turn());
            positions.push(Position { view, sentences: log.len(), turn });
        });
        read.map_err(|it| anyhow!("{it}"))?;
        let game_texts = GameTexts::new(&rules, texts);
        let record = record.clone();
        Ok(Self { record, viewer, names, game_texts, positions, log, at: 0, rules })
    }

    /// Returns the job that starts a review of the record.
    fn review(&self) -> Result<Response, String> {
        let game = Game::from_record(&self.record, self.rules.clone());
        let game = game.map_err(|problem| problem.to_string())?;
        let options = AnalysisOptions { rollouts: ROLLOUTS, ..AnalysisOptions::default() };
        let analysis = Analysis::new(game, options);
        Ok(Response::Job(review::next_part(Box::new(analysis))))
    }

    /// Moves to the next turn if `by` is positive, otherwise to the previous turn.
    fn move_by_turn(&mut self, by: i32) {
        let turn = self.positions[self.at].turn;
        let found = if by > 0 {
            self.positions[self.at..].iter().position(|it| it.turn > turn).map(|it| self.at + it)
        } else {
            let before = self.positions[..self.at].iter().rposition(|it| it.turn < turn);
            before.map(|last| {
                let previous = self.positions[last].turn;
                self.positions.iter().position(|it| it.turn == previous).unwrap_or(0)
            })
        };
        self.at = found.unwrap_or(if by > 0 { self.positions.len() - 1 } else { 0 });
    }
}

impl Table for Replay {
    fn scene(&self) -> Scene {
        let seen = self.positions[self.at].view.attach(&self.rules);
        let narrator = Narrator { names: &self.names, language: self.game_texts.texts.0 };
        let presenter =
            Presenter { viewer: Perspective::Of(self.viewer), narrator: Some(narrator) };
        Scene {
            view: presenter.view(&seen),
            names: self.names.clone(),
            game_texts: self.game_texts.clone(),
            version: self.at as u32,
            phase: Phase::Replay { at: self.at, all: self.positions.len() - 1 },
            shared: false,
            can_undo: false,
            orders: None,
            online: false,
            hints: false,
        }
    }

    fn log(&self) -> &[String] {
        &self.log[..self.positions[self.at].sentences]
    }

    fn act(&mut self, _: usize) -> Result<(), String> {
        Err(self.game_texts.texts.nothing_to_choose())
    }

    fn command(&mut self, command: TableCommand) -> Result<Response, String> {
        let last = self.positions.len() - 1;
        match command {
            TableCommand::Step(by) => {
                self.at = self.at.saturating_add_signed(by as isize).min(last);
            }
            TableCommand::Turn(by) => self.move_by_turn(by),
            TableCommand::GoTo(step) => self.at = step.min(last),
            TableCommand::Review => return self.review(),
            _ => return Err(self.game_texts.texts.nothing_to_choose()),
        }
        Ok(Response::Done(String::new()))
    }

    fn receive(&mut self, _: Report) {}

    fn history(&self) -> Vec<TurnPoints> {
        let views = self.positions[..=self.at].iter();
        points_by_turn(views.map(|position| {
            let view = position.view.attach(&self.rules);
            (*view.table(), view.outcome())
        }))
    }
}
