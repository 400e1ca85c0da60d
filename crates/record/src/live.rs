//! A running game on one device: its state, its record, its dice, and undo.

use crate::{Dealer, FairDice, LoadedRules, Record, Recorder, Recording};
use orrery_rules::{Actions, Actor, DetachedState, Event, Illegal, Seat, State, Step};
use std::collections::BTreeMap;

/// A step with the state before it.
#[derive(Clone, Copy, Debug)]
pub struct TakenStep {
    /// The state before the step.
    pub before: DetachedState,
    /// The step.
    pub step: Step,
}

/// A running game on one device, which also rolls the dice.
#[derive(Clone, Debug)]
pub struct LiveGame {
    rules: LoadedRules,
    /// The first state and its recording, from which an undo replays the game.
    origin: (DetachedState, Recording),
    state: DetachedState,
    recording: Recording,
    taken: Vec<TakenStep>,
    dice: FairDice,
    seed: [u8; 32],
}

impl LiveGame {
    /// Starts a game at the position of a recorder, with the dice of a seed.
    ///
    /// To make the dice verifiable, the caller commits the recorder to the seed.
    #[must_use]
    pub fn new(rules: &LoadedRules, recorder: Recorder<'_>, seed: [u8; 32]) -> Self {
        let players = recorder.state().options().seats as u8;
        let (state, recording) = recorder.split();
        let state = state.detach();
        Self {
            rules: rules.clone(),
            origin: (state, recording.clone()),
            state,
            recording,
            taken: Vec::new(),
            dice: Dealer::new(seed).dice(players, &BTreeMap::new()),
            seed,
        }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &LoadedRules {
        &self.rules
    }

    /// Returns the current state.
    #[must_use]
    pub fn state(&self) -> State<'_> {
        self.state.attach(&self.rules)
    }

    /// Returns the steps so far.
    #[must_use]
    pub fn taken(&self) -> &[TakenStep] {
        &self.taken
    }

    /// Returns the number of steps so far.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.taken.len() as u32
    }

    /// Returns the seed of the dice.
    #[must_use]
    pub const fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// Returns the record so far; it reveals the seed once the game is over.
    #[must_use]
    pub fn record(&self) -> Record {
        let state = self.state();
        let mut record = self.recording.record(&state);
        if state.is_over() {
            record.reveal(&Dealer::new(self.seed));
        }
        record
    }

    /// Applies a step.
    ///
    /// # Errors
    /// If the step is illegal; nothing is changed.
    pub fn take(&mut self, step: Step) -> Result<Vec<Event>, Illegal> {
        let mut state = self.state.attach(&self.rules);
        let events = self.recording.push(&mut state, step)?;
        self.taken.push(TakenStep { before: self.state, step });
        self.state = state.detach();
        Ok(events)
    }

    /// Returns the next chance outcome, or `None` if the next step is not a chance outcome.
    #[must_use]
    pub fn roll(&self) -> Option<Step> {
        let chances =
            self.taken.iter().filter(|taken| matches!(taken.step, Step::Chance(_))).count();
        let node = self.state().chance()?;
        Some(Step::Chance(self.dice.outcome(chances as u64, node)))
    }

    /// Returns the seat that took the last action.
    #[must_use]
    pub fn last_actor(&self) -> Option<Seat> {
        self.taken.iter().rev().find_map(|taken| {
            match (taken.before.attach(&self.rules).actor(), taken.step) {
                (Actor::Seat(seat), Step::Action(_)) => Some(seat),
                _ => None,
            }
        })
    }

    /// Returns the version that an undo of this seat restores: the one before its last choice.
    ///
    /// Returns `None` if another seat acted last, if the game is over, or if a later step revealed
    /// new information to the seat.
    #[must_use]
    pub fn undo_version(&self, seat: Seat) -> Option<u32> {
        if self.last_actor() != Some(seat) || self.state().is_over() {
            return None;
        }
        let had_choice = |taken: &TakenStep| {
            let (before, mut legal) = (taken.before.attach(&self.rules), Actions::new());
            before.legal_actions(&mut legal);
            before.actor() == Actor::Seat(seat) && legal.len() > 1
        };
        let mut undoable = self.taken.iter().enumerate().skip(self.undo_floor(seat)).rev();
        undoable.find(|(_, taken)| had_choice(taken)).map(|(version, _)| version as u32)
    }

    /// Returns the number of steps that an undo of this seat must keep.
    ///
    /// These are the steps up to the last one that revealed new information to the seat.
    #[must_use]
    pub fn undo_floor(&self, seat: Seat) -> usize {
        let reveals =
            |taken: &TakenStep| taken.before.attach(&self.rules).reveals(taken.step, seat);
        self.taken.iter().rposition(reveals).map_or(0, |last| last + 1)
    }

    /// Goes back to an earlier version.
    pub fn undo_to(&mut self, version: u32) {
        self.taken.truncate(version as usize);
        let (origin, recording) = &self.origin;
        self.recording = recording.clone();
        let mut state = origin.attach(&self.rules);
        for taken in &self.taken {
            let replayed = self.recording.push(&mut state, taken.step);
            replayed.expect("the step was legal before");
        }
        self.state = state.detach();
    }
}
