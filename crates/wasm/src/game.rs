//! A running game with the names of its seats and its scripted chance outcomes.

use orrery_protocol::{Code, Fault, PlayedStep};
use orrery_record::{Date, Dealer, DeckRef, LiveGame, LoadedRules, Record, Recorder};
use orrery_rules::{Actions, Actor, Illegal, Rules, Seat, State, Step};
use std::collections::{BTreeMap, VecDeque};

/// Maximum number of characters of a player's name.
const MAX_NAME: usize = 40;

/// The parameters of a new game, except its position.
#[derive(Clone, Debug)]
pub(crate) struct GameStart {
    pub(crate) names: Option<Vec<String>>,
    pub(crate) seed: [u8; 32],
    pub(crate) script: VecDeque<Step>,
    pub(crate) date: Option<Date>,
    pub(crate) deck: Option<String>,
}

/// A running game.
#[derive(Debug)]
pub(crate) struct Game {
    live: LiveGame,
    names: Vec<String>,
    script: VecDeque<Step>,
}

impl Game {
    /// Starts a game; its dice can be verified unless it has a script.
    pub(crate) fn new(
        rules: &LoadedRules,
        mut recorder: Recorder<'_>,
        start: GameStart,
    ) -> Result<Self, Fault> {
        if start.script.is_empty() {
            recorder.commit(&Dealer::new(start.seed), BTreeMap::new());
        }
        Self::unverifiable(rules, recorder, start)
    }

    /// Starts a game without a commitment in its record, so that its dice cannot be verified.
    pub(crate) fn unverifiable(
        rules: &LoadedRules,
        mut recorder: Recorder<'_>,
        start: GameStart,
    ) -> Result<Self, Fault> {
        let names = names(recorder.state(), start.names)?;
        let players = recorder.state().options().seats;
        let rulings = recorder.state().rules().rulings;
        let header = recorder.header_mut();
        header.names = seats().zip(names.iter().take(players).cloned()).collect();
        header.date = start.date;
        let deck = start.deck.as_deref().map(DeckRef::of_file);
        header.deck = deck.map(|deck| deck.under(rulings));
        recorder.record().check()?;
        Ok(Self { live: LiveGame::new(rules, recorder, start.seed), names, script: start.script })
    }

    /// Returns the current state.
    pub(crate) fn state(&self) -> State<'_> {
        self.live.state()
    }

    /// Returns the rules.
    pub(crate) const fn rules(&self) -> &LoadedRules {
        self.live.rules()
    }

    /// Returns the names of the seats.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of applied steps.
    pub(crate) fn version(&self) -> u32 {
        self.live.version()
    }

    /// Returns the seed of the dice.
    pub(crate) const fn seed(&self) -> &[u8; 32] {
        self.live.seed()
    }

    /// Returns the scripted chance outcomes that are left.
    pub(crate) fn script(&self) -> impl Iterator<Item = Step> + '_ {
        self.script.iter().copied()
    }

    /// Returns the record so far; it reveals the seed once the game is over.
    pub(crate) fn record(&self) -> Record {
        self.live.record()
    }

    /// Returns the deciding seat; an error if chance decides or the game is over.
    pub(crate) fn deciding_seat(&self) -> Result<Seat, Fault> {
        match self.state().actor() {
            Actor::Seat(seat) => Ok(seat),
            Actor::Chance => Err(Fault::new(Code::NotAsked, "chance must decide first")),
            Actor::Over => Err(Fault::new(Code::Over, "the game is over")),
        }
    }

    /// Applies a step.
    ///
    /// `rules` must be the rules of this game; the result borrows them.
    pub(crate) fn take<'r>(
        &mut self,
        rules: &'r Rules,
        step: Step,
    ) -> Result<PlayedStep<'r>, Illegal> {
        let before = self.state().detach().attach(rules);
        let events = self.live.take(step)?;
        Ok(PlayedStep { before, step, events, by: None })
    }

    /// Applies steps that the caller has already checked.
    pub(crate) fn take_all<'r>(
        &mut self,
        rules: &'r Rules,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Vec<PlayedStep<'r>>, Fault> {
        let refused = |step: Step, why: Illegal| {
            let step = step.notation(rules);
            Fault::illegal(why, format!("`{step}` is illegal, although it was legal before"))
        };
        let take = |step| self.take(rules, step).map_err(|why| refused(step, why));
        steps.into_iter().map(take).collect()
    }

    /// Applies chance outcomes until a seat must decide or the game is over.
    ///
    /// Uses scripted outcomes first, except where only one outcome is possible.
    pub(crate) fn run<'r>(&mut self, rules: &'r Rules) -> Result<Vec<PlayedStep<'r>>, Fault> {
        let mut played = Vec::new();
        while let Some(rolled) = self.live.roll() {
            let is_certain = self.state().chance().is_some_and(|node| node.is_certain());
            let scripted = if is_certain { None } else { self.script.pop_front() };
            let impossible =
                |_| Fault::bad_field("script", "a possible chance outcome at that point");
            played.push(self.take(rules, scripted.unwrap_or(rolled)).map_err(impossible)?);
        }
        Ok(played)
    }

    /// Returns the version that an undo of this seat restores; `None` if it cannot undo.
    pub(crate) fn undo(&self, seat: Option<Seat>) -> Option<u32> {
        self.live.undo_version(seat?)
    }

    /// Undoes steps of this seat back to a version; without a version, undoes the last choice.
    pub(crate) fn undo_to(
        &mut self,
        version: Option<u32>,
        seat: Option<Seat>,
    ) -> Result<(), Fault> {
        let nothing = || Fault::new(Code::NothingToUndo, "there is nothing to undo");
        let nearest = self.undo(seat).ok_or_else(nothing)?;
        let floor = seat.map_or(0, |seat| self.live.undo_floor(seat));
        let to = version.unwrap_or(nearest);
        if (to as usize) < floor || to > nearest {
            return Err(nothing());
        }
        self.live.undo_to(to);
        Ok(())
    }
}

/// Returns the legal actions.
pub(crate) fn legal(state: &State<'_>) -> Actions {
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    legal
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..).map_while(Seat::new)
}

/// Returns the names of all seats: given names, else letters; the Rogue has its own name.
fn names(state: &State<'_>, given: Option<Vec<String>>) -> Result<Vec<String>, Fault> {
    let given = given.unwrap_or_default();
    let is_valid = |name: &String| {
        let length = name.chars().count();
        (1..=MAX_NAME).contains(&length) && !name.chars().any(char::is_control)
    };
    if !given.iter().all(is_valid) {
        return Err(Fault::bad_field("names", &format!("of 1 to {MAX_NAME} characters each")));
    }
    let rogue = state.rogue().map(|rogue| state.rules().rogues[rogue].name.clone());
    let name = |seat: Seat| {
        let player_name = given.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        rogue.clone().filter(|_| state.is_rogue(seat)).unwrap_or(player_name)
    };
    Ok(state.seats().map(name).collect())
}
