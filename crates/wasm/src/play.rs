//! Playing: new games, answers, taking back, and why something is not legal.

use crate::fault;
use crate::game::{AppliedStep, Game, GameStart};
use crate::lookahead::PositionRef;
use crate::messages::{
    Act, Close, Look, Moment, New, Opened, Position, Progress, Refusal, Undo, Why,
};
use crate::presenter::{Presenter, rules_seat};
use crate::save::unhex32;
use crate::workspace::Workspace;
use orrery_protocol::{Code, Fault, Seat, TableSettings};
use orrery_record::{Date, Recorder, plain_deck};
use orrery_rules::{Action, Options, Rules, Setup, Step};
use std::collections::VecDeque;

/// Most steps of one game; longer ones do not come about by playing.
const MAX_STEPS: u32 = 50_000;

impl Workspace {
    /// A new game.
    pub(crate) fn new_game(&mut self, asked: New) -> Result<Opened, Fault> {
        let settings = asked.settings;
        let rules = self.decks.rules(&settings.edition, settings.deck.as_deref())?;
        let options = options(rules, &settings)?;
        let recorder = Recorder::new(rules, &options).map_err(|found| fault::options(&found))?;
        let start = GameStart {
            names: asked.names,
            seed: seed(&asked.seed)?,
            script: script(rules, asked.script.as_deref())?,
            date: asked.date.as_deref().map(date).transpose()?,
            deck: settings.deck.as_deref().map(plain_deck),
        };
        self.begin(Game::new(recorder, start)?, asked.viewer)
    }

    /// A game from any position.
    pub(crate) fn position(&mut self, asked: Position) -> Result<Opened, Fault> {
        let rules = self.decks.rules(edition_of(&asked.text), None)?;
        let setup = Setup::parse(rules, &asked.text).map_err(|found| fault::setup_text(&found))?;
        let recorder = Recorder::from_setup(rules, &setup).map_err(|found| fault::setup(&found))?;
        let script = script(rules, asked.script.as_deref())?;
        let seed = seed(&asked.seed)?;
        let start = GameStart { names: asked.names, seed, script, date: None, deck: None };
        self.begin(Game::new(recorder, start)?, asked.viewer)
    }

    /// Keeps a game and runs it up to its next question.
    pub(crate) fn begin(&mut self, mut game: Game, viewer: Option<Seat>) -> Result<Opened, Fault> {
        let taken = game.run()?;
        let presenter = Presenter { words: self.words(), names: game.names() };
        let (steps, moment) = (presenter.steps(&taken, viewer), presenter.moment(&game, viewer));
        let saved = game.saved();
        Ok(Opened { game: self.keep(game), steps, moment, saved })
    }

    /// Forgets a game.
    pub(crate) fn close(&mut self, asked: Close) -> Result<(), Fault> {
        self.forget(asked.game)
    }

    /// How a game stands.
    pub(crate) fn look(&mut self, asked: Look) -> Result<Moment, Fault> {
        let (game, presenter) = self.told(asked.game)?;
        Ok(presenter.moment(game, asked.viewer))
    }

    /// Answers for the asked seat.
    pub(crate) fn act(&mut self, asked: Act) -> Result<Progress, Fault> {
        let game = self.game(asked.game)?;
        fresh(game, asked.version)?;
        let from = PositionRef { game: Some(asked.game), replay: None, viewer: None };
        let steps = self.lookahead_position(from)?.checked(&asked.steps)?;
        if steps.is_empty() {
            return Err(fault::field("steps", "one step or more"));
        }
        let game = self.game_mut(asked.game)?;
        let mut taken: Vec<AppliedStep> = Vec::new();
        for step in steps {
            // Checked above, one after the other.
            taken.extend(game.take(step));
        }
        taken.extend(game.run()?);
        self.progress(asked.game, &taken, asked.viewer)
    }

    fn progress(
        &self,
        game: u32,
        taken: &[AppliedStep],
        viewer: Option<Seat>,
    ) -> Result<Progress, Fault> {
        let (game, presenter) = self.told(game)?;
        let (steps, moment) = (presenter.steps(taken, viewer), presenter.moment(game, viewer));
        Ok(Progress { steps, moment, saved: game.saved() })
    }

    /// Takes back.
    pub(crate) fn undo(&mut self, asked: Undo) -> Result<Progress, Fault> {
        self.game_mut(asked.game)?.undo_to(asked.to, rules_seat(asked.viewer))?;
        self.progress(asked.game, &[], asked.viewer)
    }

    /// Why a step is not legal.
    pub(crate) fn why(&mut self, asked: Why) -> Result<Option<Refusal>, Fault> {
        let Why { game, replay, viewer, after, step } = asked;
        let from = self.lookahead_position(PositionRef { game, replay, viewer })?;
        let mut state = from.state;
        let before = from.checked(&after.unwrap_or_default())?;
        before.into_iter().for_each(|step| state.apply_unchecked(step));
        let step = Step::Action(parse(state.rules(), &step)?);
        Ok(state.check(step).err().map(|why| from.presenter.refusal(&state, why)))
    }
}

/// The client must have seen the newest version.
fn fresh(game: &Game, seen: u32) -> Result<(), Fault> {
    let version = game.version();
    if version >= MAX_STEPS {
        let text = format!("a game has at most {MAX_STEPS} steps");
        return Err(Fault::new(Code::TooMany, text));
    }
    if seen == version {
        return Ok(());
    }
    let fault = Fault::new(Code::Stale, "the game has moved on; look at it again");
    Err(Fault { version: Some(version), ..fault })
}

/// The action that these words mean.
pub(crate) fn parse(rules: &Rules, words: &str) -> Result<Action, Fault> {
    match Step::parse(rules, words) {
        Ok(Step::Action(action)) => Ok(action),
        Ok(Step::Chance(_)) => {
            Err(Fault::new(Code::NotAStep, "what chance decides cannot be chosen"))
        }
        Err(why) => Err(fault::not_a_step(words, &why)),
    }
}

/// The options of the rules that these settings mean.
fn options(rules: &Rules, settings: &TableSettings) -> Result<Options, Fault> {
    let first = (settings.seats == 1 && !rules.rogues.is_empty()).then_some(0);
    let find = |id: &String| rules.find_rogue(id).ok_or_else(|| fault::missing("Rogue", id));
    Ok(Options {
        seats: settings.seats as usize,
        rogue: settings.rogue.as_ref().map(find).transpose()?.or(first),
        start: settings.start.and_then(Seat::rules),
        duel_missions: settings.duel_missions,
        relentless: settings.relentless,
    })
}

/// 32 bytes in hexadecimal digits.
pub(crate) fn seed(text: &str) -> Result<[u8; 32], Fault> {
    unhex32(text).ok_or_else(|| fault::field("seed", "64 hexadecimal digits"))
}

/// What chance decides, in words.
pub(crate) fn script(rules: &Rules, words: Option<&[String]>) -> Result<VecDeque<Step>, Fault> {
    let read = |words: &String| match Step::parse(rules, words) {
        Ok(step @ Step::Chance(_)) => Ok(step),
        _ => Err(fault::field("script", "outcomes of chance, in words")),
    };
    words.unwrap_or_default().iter().map(read).collect()
}

fn date(text: &str) -> Result<Date, Fault> {
    Date::new(text).ok_or_else(|| fault::field("date", "a day or a moment: 2026-01-31T19:30:00Z"))
}

/// The first word of a set-up that is not part of a comment.
fn edition_of(text: &str) -> &str {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    code.flat_map(|line| line.split([' ', '\t', ';'])).find(|word| !word.is_empty()).unwrap_or("")
}
