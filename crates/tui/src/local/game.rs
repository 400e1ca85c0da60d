//! A running game with its players, its log and its standing orders.

use crate::local::store::SaveFile;
use crate::table::{GameTexts, TurnPoints};
use crate::texts::Texts;
use anyhow::{Result, anyhow};
use orrery_protocol::{Face, Narrator, Perspective, PlayedStep, Presenter};
use orrery_record::{Date, Dealer, LiveGame, LoadedRules, Record, Recorder, for_screen};
use orrery_rules::{
    Action, Actions, GameResult, Illegal, Options, Question, Rules, Seat, State, Step, Table,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// A person at this terminal.
    Person,
    /// A bot with this name (`orrery_bots::NAMES`).
    Bot(String),
}

/// The parameters of a new game.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) rules: LoadedRules,
    pub(crate) options: Options,
    pub(crate) players: Vec<Player>,
    /// The names of the players, without that of the Rogue.
    pub(crate) names: Vec<String>,
    pub(crate) seed: [u8; 32],
    pub(crate) date: Option<Date>,
}

/// A running game on this machine.
pub(crate) struct LocalGame {
    pub(super) live: LiveGame,
    pub(super) players: Vec<Player>,
    pub(super) names: Vec<String>,
    pub(super) log: Vec<String>,
    /// The length of the log before each step, so that an undo can cut the log.
    log_lengths: Vec<usize>,
    pub(super) game_texts: Rc<GameTexts>,
    /// The standing orders: the faces that a seat never follows.
    pub(super) orders: BTreeSet<(Seat, Face)>,
    pub(super) file: Option<SaveFile>,
    /// The version for which the last bot job was started, so that each job is started only once.
    pub(super) thinking: Option<u32>,
}

impl LocalGame {
    /// Starts a game and runs it to its first decision.
    ///
    /// # Errors
    /// If the options do not fit the rules, or a name is invalid.
    pub(crate) fn new(start: NewGame, texts: Texts) -> Result<Self> {
        let mut recorder =
            Recorder::new(&start.rules, &start.options).map_err(|it| anyhow!("{it}"))?;
        recorder.commit(&Dealer::new(start.seed), BTreeMap::new());
        let state = *recorder.state();
        let rogue = state.rogue().map(|rogue| start.rules.rogues[rogue].name.clone());
        let seat_count = start.options.seats;
        let names: Vec<String> = start.names.into_iter().take(seat_count).chain(rogue).collect();
        let header = recorder.header_mut();
        header.names = seats().zip(names.iter().take(seat_count).cloned()).collect();
        header.date = start.date;
        header.deck = start.rules.deck_ref();
        recorder.record().check().map_err(|it| anyhow!("{it}"))?;
        let mut game = Self {
            game_texts: GameTexts::new(&start.rules, texts),
            live: LiveGame::new(&start.rules, recorder, start.seed),
            players: start.players,
            names,
            log: Vec::new(),
            log_lengths: Vec::new(),
            orders: BTreeSet::new(),
            file: None,
            thinking: None,
        };
        game.run();
        Ok(game)
    }

    /// Returns the current state.
    pub(crate) fn state(&self) -> State<'_> {
        self.live.state()
    }

    /// Returns the rules.
    pub(super) const fn rules(&self) -> &LoadedRules {
        self.live.rules()
    }

    /// Returns the seed of the dice.
    pub(super) const fn seed(&self) -> &[u8; 32] {
        self.live.seed()
    }

    /// Returns the number of steps.
    pub(crate) fn version(&self) -> u32 {
        self.live.version()
    }

    /// Returns the record so far; it reveals the seed once the game is over.
    pub(crate) fn record(&self) -> Record {
        self.live.record()
    }

    /// Returns whether a person at this terminal plays this seat.
    pub(super) fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()) == Some(&Player::Person)
    }

    /// Returns the seats of the people at this terminal.
    fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        seats().take(self.players.len()).filter(|seat| self.is_person(*seat))
    }

    /// Returns whether several people use this terminal.
    pub(super) fn is_shared(&self) -> bool {
        self.people().count() > 1
    }

    /// Returns the seat of the only person, if there is exactly one.
    fn only_person(&self) -> Option<Seat> {
        let mut people = self.people();
        people.next().filter(|_| people.next().is_none())
    }

    /// Returns the seat whose view is shown: that of the only person, or of the person asked.
    pub(super) fn viewer(&self) -> Option<Seat> {
        let asked = self.state().decision().map(|asked| asked.seat);
        self.only_person().or_else(|| asked.filter(|seat| self.is_person(*seat)))
    }

    /// Returns the presenter of the log.
    ///
    /// The log takes the view of the only person. If several people share the terminal, it shows
    /// public information only.
    fn presenter(&self) -> Presenter<'_> {
        let viewer = Perspective::Of(self.only_person());
        Presenter { viewer, narrator: Some(self.narrator()) }
    }

    /// Returns the narrator.
    pub(super) fn narrator(&self) -> Narrator<'_> {
        Narrator { names: &self.names, language: self.game_texts.texts.0 }
    }

    /// Applies a step.
    ///
    /// # Errors
    /// If the step is illegal.
    pub(super) fn take(&mut self, step: Step) -> Result<(), Illegal> {
        let rules = self.rules().clone();
        let before = self.state().detach().attach(&rules);
        let events = self.live.take(step)?;
        let played = PlayedStep { before, step, events, by: None };
        let presented = self.presenter().step(&played);
        self.log_lengths.push(self.log.len());
        self.log.extend(presented.events.into_iter().filter_map(|event| event.text));
        Ok(())
    }

    /// Applies an action, then chance outcomes and standing orders until a seat must decide.
    ///
    /// # Errors
    /// If the action is illegal.
    pub(super) fn act(&mut self, action: Action) -> Result<(), Illegal> {
        self.take(Step::Action(action))?;
        self.run();
        Ok(())
    }

    /// Applies chance outcomes and standing orders until a seat must decide.
    pub(super) fn run(&mut self) {
        loop {
            let asked = self.state().decision().map(|asked| asked.seat);
            let step = match self.live.roll() {
                Some(step) => step,
                None if self.is_answered_by_order() => Step::Action(Action::Pass),
                None => return,
            };
            // Both steps are legal: the dealer draws possible outcomes, and a seat can always pass.
            if self.take(step).is_err() {
                return;
            }
            if let (Step::Action(_), Some(seat)) = (step, asked) {
                let name = self.names.get(seat.index()).cloned().unwrap_or_default();
                self.log.push(self.game_texts.texts.order_applied(name));
            }
        }
    }

    /// Returns whether a standing order answers the open question.
    fn is_answered_by_order(&self) -> bool {
        self.state().decision().is_some_and(|asked| match asked.question {
            Question::Follow { face, .. } => self.orders.contains(&(asked.seat, face.into())),
            _ => false,
        })
    }

    /// Returns the version to which the person who acted last can undo their choice.
    ///
    /// Returns `None` if a bot acted last, or if new information was revealed to the person.
    pub(super) fn undo_version(&self) -> Option<u32> {
        let seat = self.live.last_actor().filter(|seat| self.is_person(*seat))?;
        self.live.undo_version(seat)
    }

    /// Undoes the last choice; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(version) = self.undo_version() else { return false };
        if let Some(first) = self.log_lengths.get(version as usize) {
            self.log.truncate(*first);
        }
        self.log_lengths.truncate(version as usize);
        self.live.undo_to(version);
        self.thinking = None;
        true
    }

    /// Returns the points of each seat at the end of each turn.
    pub(super) fn points_by_turn(&self) -> Vec<TurnPoints> {
        let before = self.live.taken().iter().skip(1).map(|taken| taken.before);
        let states = before.map(|state| state.attach(self.rules())).chain([self.state()]);
        points_by_turn(states.map(|state| (*state.table(), state.outcome())))
    }
}

/// Returns the points of each seat at the end of each turn in a sequence of positions.
pub(crate) fn points_by_turn<'r>(
    positions: impl Iterator<Item = (Table<'r>, Option<GameResult>)>,
) -> Vec<TurnPoints> {
    let mut all: Vec<TurnPoints> = Vec::new();
    for (table, result) in positions.filter(|(table, _)| table.turn() > 0) {
        let points = |seat: Seat| match &result {
            Some(result) => result.scores().get(seat.index()).map_or(0, |score| score.points),
            None => table.points(seat),
        };
        let entry = TurnPoints { turn: table.turn(), points: table.seats().map(points).collect() };
        match all.last_mut().filter(|last| last.turn == entry.turn) {
            Some(last) => *last = entry,
            None => all.push(entry),
        }
    }
    all
}

/// Returns the names of the players of a record; the name of the Rogue is last.
pub(crate) fn names_of(record: &Record, rules: &Rules) -> Vec<String> {
    let rogue = record.header.rogue.as_ref().and_then(|id| rules.find_rogue(id));
    let rogue = rogue.map(|rogue| rules.rogues[rogue].name.clone());
    let name = |seat: Seat| match record.header.names.get(&seat) {
        Some(name) => for_screen(name),
        None => seat.to_string(),
    };
    seats().take(usize::from(record.header.seats)).map(name).chain(rogue).collect()
}

/// Returns the legal actions.
pub(crate) fn legal(state: &State<'_>) -> Actions {
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    legal
}

/// Returns all possible seats, from A.
pub(crate) fn seats() -> impl Iterator<Item = Seat> {
    (0..).map_while(Seat::new)
}

/// Returns the notation of an action.
pub(crate) fn notation(rules: &Rules, action: Action) -> String {
    Step::Action(action).notation(rules).to_string()
}
