//! Answers requests about running games: new games, actions, undo, reasons for illegal steps.

use crate::decks;
use crate::game::{Game, GameStart};
use crate::lookahead::PositionRef;
use crate::messages::{
    ActRequest, CloseGame, GameProgress, Moment, MomentRequest, NewGame, NewGameFromSetup,
    OpenedGame, Refusal, RefusalRequest, UndoRequest,
};
use crate::presenter::{moment, presenter, refusal, rules_seat};
use crate::save::{recorder_at_text, unhex32};
use crate::workspace::Workspace;
use orrery_protocol::{Code, Fault, PlayedStep, Seat, TableSettings};
use orrery_record::{Date, Recorder, normalize_deck};
use orrery_rules::{Action, Options, Rules, Setup, Step};
use std::collections::VecDeque;

/// Maximum number of steps of a game, to limit memory. Real games are much shorter.
const MAX_STEPS: u32 = 50_000;

impl Workspace {
    /// Starts a new game.
    pub(crate) fn new_game(&mut self, request: NewGame) -> Result<OpenedGame, Fault> {
        let settings = request.settings;
        let rules = decks::rules(&mut self.decks, &settings.edition, settings.deck.as_deref())?;
        let options = options(&rules, &settings)?;
        let recorder =
            Recorder::new(&rules, &options).map_err(|problems| Fault::options(&problems))?;
        let start = GameStart {
            names: request.names,
            seed: seed(&request.seed)?,
            script: script(&rules, request.script.as_deref())?,
            date: request.date.as_deref().map(date).transpose()?,
            deck: settings.deck.as_deref().map(normalize_deck),
        };
        self.begin(Game::new(&rules, recorder, start)?, request.viewer)
    }

    /// Starts a game from a set-up.
    pub(crate) fn new_game_from_setup(
        &mut self,
        request: NewGameFromSetup,
    ) -> Result<OpenedGame, Fault> {
        let rules = decks::rules(&mut self.decks, Setup::edition_of(&request.text), None)?;
        let recorder = recorder_at_text(&rules, &request.text)?;
        let script = script(&rules, request.script.as_deref())?;
        let seed = seed(&request.seed)?;
        let start = GameStart { names: request.names, seed, script, date: None, deck: None };
        self.begin(Game::new(&rules, recorder, start)?, request.viewer)
    }

    /// Runs a game to its first decision and stores it.
    pub(crate) fn begin(
        &mut self,
        mut game: Game,
        viewer: Option<Seat>,
    ) -> Result<OpenedGame, Fault> {
        let rules = game.rules().clone();
        let taken = game.run(&rules)?;
        let narrator = self.narrator(game.names());
        let steps = presenter(narrator, viewer).steps(&taken);
        let (moment, saved) = (moment(narrator, &game, viewer), game.saved());
        Ok(OpenedGame { game: self.add_game(game), steps, moment, saved })
    }

    /// Closes a game.
    pub(crate) fn close_game(&mut self, request: CloseGame) -> Result<(), Fault> {
        self.remove_game(request.game)
    }

    /// Returns the current view and prompt of a game.
    pub(crate) fn moment(&mut self, request: MomentRequest) -> Result<Moment, Fault> {
        let game = self.game(request.game)?;
        Ok(moment(self.narrator(game.names()), game, request.viewer))
    }

    /// Applies actions of the deciding seat.
    pub(crate) fn act(&mut self, request: ActRequest) -> Result<GameProgress, Fault> {
        let game = self.game(request.game)?;
        check_version_and_length(game, request.version)?;
        let from = PositionRef { game: Some(request.game), replay: None, viewer: None };
        let steps = self.lookahead_position(from)?.parse_legal_steps(&request.steps)?;
        if steps.is_empty() {
            return Err(Fault::bad_field("steps", "one step or more"));
        }
        let game = self.game_mut(request.game)?;
        let rules = game.rules().clone();
        let mut taken = game.take_all(&rules, steps)?;
        taken.extend(game.run(&rules)?);
        self.progress(request.game, &taken, request.viewer)
    }

    fn progress(
        &self,
        game: u32,
        taken: &[PlayedStep<'_>],
        viewer: Option<Seat>,
    ) -> Result<GameProgress, Fault> {
        let game = self.game(game)?;
        let narrator = self.narrator(game.names());
        let steps = presenter(narrator, viewer).steps(taken);
        Ok(GameProgress { steps, moment: moment(narrator, game, viewer), saved: game.saved() })
    }

    /// Undoes steps.
    pub(crate) fn undo(&mut self, request: UndoRequest) -> Result<GameProgress, Fault> {
        self.game_mut(request.game)?.undo_to(request.to, rules_seat(request.viewer))?;
        self.progress(request.game, &[], request.viewer)
    }

    /// Explains why a step is illegal; `None` if it is legal.
    pub(crate) fn refusal(&mut self, request: RefusalRequest) -> Result<Option<Refusal>, Fault> {
        let RefusalRequest { game, replay, viewer, after, step } = request;
        let from = self.lookahead_position(PositionRef { game, replay, viewer })?;
        let mut state = from.state;
        let before = from.parse_legal_steps(&after.unwrap_or_default())?;
        before.into_iter().for_each(|step| state.apply_unchecked(step));
        let step = Step::Action(parse_action(state.rules(), &step)?);
        Ok(state.check(step).err().map(|why| refusal(from.narrator, &state, why)))
    }
}

/// Checks that the client has seen the newest version, and that the game is below [`MAX_STEPS`].
fn check_version_and_length(game: &Game, seen: u32) -> Result<(), Fault> {
    let version = game.version();
    if version >= MAX_STEPS {
        let text = format!("a game has at most {MAX_STEPS} steps");
        return Err(Fault::new(Code::TooMany, text));
    }
    if seen == version {
        return Ok(());
    }
    let fault =
        Fault::new(Code::Stale, "the game has changed since this version; request it again");
    Err(Fault { version: Some(version), ..fault })
}

/// Parses an action; chance outcomes are an error.
pub(crate) fn parse_action(rules: &Rules, notation: &str) -> Result<Action, Fault> {
    match Step::parse(rules, notation) {
        Ok(Step::Action(action)) => Ok(action),
        Ok(Step::Chance(_)) => Err(Fault::new(Code::NotAStep, "chance outcomes cannot be chosen")),
        Err(why) => Err(Fault::not_a_step(notation, &why)),
    }
}

/// Converts table settings to game options.
fn options(rules: &Rules, settings: &TableSettings) -> Result<Options, Fault> {
    let first = (settings.seats == 1 && !rules.rogues.is_empty()).then_some(0);
    let find = |id: &String| rules.find_rogue(id).ok_or_else(|| Fault::unknown_rogue(rules));
    Ok(Options {
        seats: settings.seats as usize,
        rogue: settings.rogue.as_ref().map(find).transpose()?.or(first),
        start: settings.start.map(Seat::rules),
        chosen: settings.chosen(),
    })
}

/// Parses a seed of 32 bytes in hexadecimal digits.
pub(crate) fn seed(text: &str) -> Result<[u8; 32], Fault> {
    unhex32(text).ok_or_else(|| Fault::bad_field("seed", "64 hexadecimal digits"))
}

/// Parses a script of chance outcomes.
pub(crate) fn script(rules: &Rules, notations: Option<&[String]>) -> Result<VecDeque<Step>, Fault> {
    let read = |notation: &String| match Step::parse(rules, notation) {
        Ok(step @ Step::Chance(_)) => Ok(step),
        _ => Err(Fault::bad_field("script", "chance outcomes in notation")),
    };
    notations.unwrap_or_default().iter().map(read).collect()
}

fn date(text: &str) -> Result<Date, Fault> {
    Date::new(text)
        .ok_or_else(|| Fault::bad_field("date", "a day or a moment: 2026-01-31T19:30:00Z"))
}
