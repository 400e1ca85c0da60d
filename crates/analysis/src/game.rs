//! The game to analyse: a start position and steps, from a record or given directly.

use crate::review::{Note, NoteKind};
use orrery_bots::Network;
use orrery_record::{LoadedRules, Record, ReplayProblem};
use orrery_rules::{DetachedState, State, Step};

/// A game to analyse.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) rules: LoadedRules,
    pub(crate) start: DetachedState,
    pub(crate) steps: Vec<Step>,
    pub(crate) notes: Vec<Note>,
}

impl Game {
    /// Returns the game of a record, up to its first illegal step.
    ///
    /// Problems of the record become notes of the review.
    ///
    /// # Errors
    /// If the record cannot be started with these rules.
    pub fn from_record(record: &Record, rules: LoadedRules) -> Result<Self, ReplayProblem> {
        let start = record.start(&rules)?.detach();
        let (mut steps, mut notes) = (Vec::new(), Vec::new());
        let replayed = record.replay_assuming(&rules, |played| steps.push(played.step));
        if record.header.seen_by.is_some() {
            notes.push(note(
                NoteKind::HiddenMissions,
                None,
                "the record is redacted; possible missions replace the hidden ones".to_owned(),
            ));
        }
        let is_other_revision =
            record.header.revision != rules.revision && record.header.deck.is_none();
        if is_other_revision {
            let (recorded, used) = (record.header.revision, rules.revision);
            let text = format!("recorded with revision {recorded}, analysed with {used}");
            notes.push(note(NoteKind::Revision, None, text));
        }
        if let Err(problem) = replayed {
            let step = (problem.step > 0).then_some(problem.step as u32);
            notes.push(note(NoteKind::Illegal, step, problem.to_string()));
        }
        // Under another revision of the rules, the verification would also reject honest dice.
        if record.header.dice.is_some()
            && !is_other_revision
            && let Err(problem) = record.verify(&rules)
            && problem.is_disproof()
        {
            notes.push(note(NoteKind::FalseDice, None, problem.to_string()));
        }
        Ok(Self { rules, start, steps, notes }.with_notes())
    }

    /// Returns the game of a start position and the steps after it, up to the first illegal one.
    #[must_use]
    pub fn from_steps(rules: LoadedRules, start: DetachedState, steps: &[Step]) -> Self {
        let mut state = start.attach(&rules);
        let mut notes = Vec::new();
        let mut legal = Vec::new();
        for (number, &step) in (1..).zip(steps) {
            if let Err(problem) = state.check(step) {
                notes.push(note(NoteKind::Illegal, Some(number), format!("{problem:?}")));
                break;
            }
            state.apply_unchecked(step);
            legal.push(step);
        }
        Self { rules, start, steps: legal, notes }.with_notes()
    }

    /// Adds the notes that depend on the end of the game and on the cards.
    fn with_notes(mut self) -> Self {
        if !self.end().is_over() {
            let text = "the game is not over, so the review uses the last chances to win instead \
                        of a result"
                .to_owned();
            self.notes.push(note(NoteKind::Unfinished, None, text));
        }
        let unknown = Network::embedded().unknown_cards(&self.rules);
        if !unknown.is_empty() {
            let text = format!("the network does not know: {}", unknown.join(", "));
            self.notes.push(note(NoteKind::UnknownCards, None, text));
        }
        self
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &LoadedRules {
        &self.rules
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the position after this many steps.
    #[must_use]
    pub fn position(&self, steps: usize) -> State<'_> {
        let mut state = self.start.attach(&self.rules);
        for &step in self.steps.iter().take(steps) {
            state.apply_unchecked(step);
        }
        state
    }

    fn end(&self) -> State<'_> {
        self.position(self.steps.len())
    }
}

const fn note(kind: NoteKind, step: Option<u32>, text: String) -> Note {
    Note { kind, step, text }
}
