//! Records a game while it is played.

use crate::fair::{Dealer, FairDice};
use crate::model::{Ending, Header, Record, RecordedStep, Turn, TurnLabel};
use crate::problem::Difference;
use crate::replay::{label, scores};
use crate::values::{Mark, StepText};
use orrery_rules::{
    Actor, Event, Illegal, OptionProblem, Options, Problems, Rules, Seat, Setup, SetupProblem,
    State, Step,
};
use std::collections::BTreeMap;

/// A running game with its record.
#[derive(Clone, Debug)]
pub struct Recorder<'r> {
    state: State<'r>,
    recording: Recording,
}

/// The record of a running game, without the game's state.
///
/// It borrows no ruleset, so a struct that owns a custom deck can hold it.
#[derive(Clone, Debug)]
pub struct Recording {
    header: Header,
    turns: Vec<Turn>,
    /// The number of chance outcomes so far.
    chances: u64,
    dice: Option<FairDice>,
}

impl<'r> Recorder<'r> {
    /// Starts a new game.
    ///
    /// # Errors
    /// Every option that the rules reject.
    pub fn new(rules: &'r Rules, options: &Options) -> Result<Self, Problems<OptionProblem>> {
        let state = State::new(rules, options)?;
        Ok(Self::with_header(state, Header::new(rules, options)))
    }

    /// Starts a game from a set-up.
    ///
    /// # Errors
    /// Every problem of the set-up.
    pub fn from_setup(rules: &'r Rules, setup: &Setup) -> Result<Self, Problems<SetupProblem>> {
        let state = State::from_setup(rules, setup)?;
        let mut header = Header::new(rules, &setup.options);
        header.setup = Some(setup.text(rules).to_string());
        Ok(Self::with_header(state, header))
    }

    /// Starts the game that a header describes.
    pub(crate) fn of_header(header: Header, rules: &'r Rules) -> Result<Self, Difference> {
        let record = Record { header, turns: Vec::new(), ending: None };
        let state = record.start(rules).map_err(|problem| problem.difference)?;
        Ok(Self::with_header(state, record.header))
    }

    const fn with_header(state: State<'r>, header: Header) -> Self {
        let recording = Recording { header, turns: Vec::new(), chances: 0, dice: None };
        Self { state, recording }
    }

    /// Splits the game from its record.
    #[must_use]
    pub fn split(self) -> (State<'r>, Recording) {
        (self.state, self.recording)
    }

    /// Returns the header, to add names, dates or a custom deck. Callers must not change the game
    /// itself.
    pub const fn header_mut(&mut self) -> &mut Header {
        &mut self.recording.header
    }

    /// Returns the current state.
    #[must_use]
    pub const fn state(&self) -> &State<'r> {
        &self.state
    }

    /// Commits to the dice of a dealer and adds the entropy of the seats, before the first step.
    ///
    /// The record then contains the commitment and the entropies. Returns `false` and does nothing
    /// once a step was taken.
    pub fn commit(&mut self, dealer: &Dealer, entropies: BTreeMap<Seat, Vec<u8>>) -> bool {
        let recording = &mut self.recording;
        if !recording.turns.is_empty() {
            return false;
        }
        recording.dice = Some(dealer.dice(recording.header.seats, &entropies));
        recording.header.dice = Some(dealer.terms(entropies));
        true
    }

    /// Lets another dealer roll from the next chance step on, with the same entropies.
    ///
    /// Returns `false` and does nothing if no dealer has committed before.
    pub fn rekey(&mut self, dealer: &Dealer) -> bool {
        let Recording { header, dice, chances, .. } = &mut self.recording;
        let (Some(terms), Some(old)) = (&mut header.dice, dice.take()) else {
            return false;
        };
        let from = *chances as u32;
        *dice = Some(old.then(from, &dealer.dice(header.seats, &terms.entropies)));
        terms.rekeyed.push(dealer.rekeying(from));
        true
    }

    /// Returns the next outcome of the verifiable dice.
    ///
    /// Returns `None` without verifiable dice, or if the next step is not a chance outcome.
    #[must_use]
    pub fn next_chance(&self) -> Option<Step> {
        let Recording { dice, chances, .. } = &self.recording;
        let outcome = dice.as_ref()?.outcome(*chances, self.state.chance()?);
        Some(Step::Chance(outcome))
    }

    /// Applies and records a step.
    ///
    /// # Errors
    /// If the step is illegal; nothing is changed.
    pub fn push(&mut self, step: Step) -> Result<Vec<Event>, Illegal> {
        self.recording.push(&mut self.state, step)
    }

    /// Comments on the last step.
    pub fn comment(&mut self, text: impl Into<String>) {
        if let Some(entry) = self.recording.last_step() {
            entry.comment = Some(text.into());
        }
    }

    /// Marks the last step.
    pub fn mark(&mut self, mark: Mark) {
        if let Some(entry) = self.recording.last_step() {
            entry.mark = Some(mark);
        }
    }

    /// Returns the record so far, including hidden information.
    ///
    /// Redact it with [`Record::seen_by`] before you show it to a seat.
    #[must_use]
    pub fn record(&self) -> Record {
        self.recording.record(&self.state)
    }

    /// Ends the recording and returns the record.
    #[must_use]
    pub fn finish(self) -> Record {
        self.recording.finish(&self.state)
    }
}

impl Recording {
    /// Applies a step to the current state of the game and records it.
    ///
    /// # Errors
    /// If the step is illegal; nothing is changed.
    pub fn push(&mut self, state: &mut State<'_>, step: Step) -> Result<Vec<Event>, Illegal> {
        let before = *state;
        let mut events = Vec::new();
        state.apply(step, &mut events)?;
        self.add_step(&before, step);
        Ok(events)
    }

    /// Returns the record so far; `state` is the current state of the game.
    #[must_use]
    pub fn record(&self, state: &State<'_>) -> Record {
        self.clone().finish(state)
    }

    fn add_step(&mut self, before: &State<'_>, step: Step) {
        let label = label(before);
        let by = match before.actor() {
            Actor::Seat(seat) if label == TurnLabel::Opening || seat != before.active() => {
                Some(seat)
            }
            _ => None,
        };
        self.chances += u64::from(matches!(step, Step::Chance(_)));
        // This cannot fail, because the notation always consists of plain words.
        let Some(text) = StepText::new(&step.notation(before.rules()).to_string()) else { return };
        let entry = RecordedStep::new(by, text);
        match self.turns.last_mut() {
            Some(turn) if turn.label == label => turn.steps.push(entry),
            _ => {
                let digest = Some(before.digest());
                self.turns.push(Turn { label, digest, comment: None, steps: vec![entry] });
            }
        }
    }

    fn last_step(&mut self) -> Option<&mut RecordedStep> {
        self.turns.last_mut()?.steps.last_mut()
    }

    fn finish(self, state: &State<'_>) -> Record {
        let scores = state.outcome().map(|result| scores(state, &result));
        let ending = Some(Ending { digest: Some(state.digest()), scores });
        Record { header: self.header, turns: self.turns, ending }
    }
}
