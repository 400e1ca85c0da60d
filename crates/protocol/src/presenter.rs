//! Presents a game to one viewer: steps, events, views and prompts, with or without texts.
//!
//! The server's sockets, the browser, `orrery stdio` and `orrery replay` all use this module. It
//! never decides what a viewer may see: it calls [`rules::State::observe`],
//! [`rules::State::notation_for`] and [`rules::Event::seen_by`]. The redaction of records calls the
//! same functions.

use crate::online::fault::Fault;
use crate::online::server::{AutoStepCause, Prompt, StepTaken};
use crate::{Decision, DescribedEvent, Event, Seat, View, context, legal};
use orrery_describe::{Context, Language, Message};
use orrery_rules as rules;
use orrery_rules::{Action, Actions, Actor, Illegal, State, Step, Table};

/// The part of a game that a client may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Perspective {
    /// Everything, including the missions of all seats.
    Full,
    /// Everything that this seat may know; for `None`, everything that a spectator may know.
    Of(Option<rules::Seat>),
}

impl From<Option<Seat>> for Perspective {
    fn from(viewer: Option<Seat>) -> Self {
        Self::Of(viewer.map(Seat::rules))
    }
}

impl Perspective {
    /// Returns whether the perspective is that of this seat.
    fn is(self, seat: rules::Seat) -> bool {
        self == Self::Of(Some(seat))
    }

    fn notation(self, before: &State<'_>, step: Step) -> String {
        match self {
            Self::Full => step.notation(before.rules()).to_string(),
            Self::Of(viewer) => before.notation_for(step, viewer).to_string(),
        }
    }

    fn event(self, event: rules::Event) -> rules::Event {
        match self {
            Self::Full => event,
            Self::Of(viewer) => event.seen_by(viewer),
        }
    }
}

/// A step that was taken, with its context for presentation.
#[derive(Clone, Debug)]
pub struct PlayedStep<'r> {
    /// The state before the step.
    pub before: State<'r>,
    /// The step.
    pub step: Step,
    /// Its events.
    pub events: Vec<rules::Event>,
    /// The cause, if the player did not choose the step.
    pub by: Option<AutoStepCause>,
}

impl<'r> PlayedStep<'r> {
    /// Takes a step and records its events.
    ///
    /// # Errors
    /// If the step is illegal; the state is unchanged.
    pub fn take(state: &mut State<'r>, step: Step) -> Result<Self, Illegal> {
        let (before, mut events) = (*state, Vec::new());
        state.apply(step, &mut events)?;
        Ok(Self { before, step, events, by: None })
    }
}

/// Writes texts about a game in one language.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    /// The names of the players, seat A first.
    pub names: &'a [String],
    /// The language.
    pub language: Language,
}

impl Narrator<'_> {
    /// Returns the text of a message about a position.
    #[must_use]
    pub fn text(&self, table: &Table<'_>, message: &Message) -> String {
        self.in_context(table, |context| self.language.localizer().text(message, context))
    }

    /// Returns the text of an action.
    #[must_use]
    pub fn action(&self, table: &Table<'_>, action: Action) -> String {
        self.text(table, &orrery_describe::action(&action))
    }

    /// Returns the text of an action of the deciding seat, with ships named by their position.
    #[must_use]
    pub fn action_by_place(&self, table: &Table<'_>, action: Action) -> String {
        self.text(table, &orrery_describe::action_by_place(&action, table))
    }

    /// Returns the error for an illegal step.
    #[must_use]
    pub fn illegal(&self, table: &Table<'_>, why: Illegal) -> Fault {
        Fault::illegal(why, self.text(table, &orrery_describe::illegal(why)))
    }

    /// Returns the texts of the events of a step.
    ///
    /// `before` is the table before the step. The events in `seen` are already redacted for the
    /// viewer.
    #[must_use]
    pub fn events(&self, before: &Table<'_>, seen: &[rules::Event]) -> Vec<String> {
        let localizer = self.language.localizer();
        self.in_context(before, |context| {
            let mut describe = |event: &rules::Event| {
                let text = localizer.text(&orrery_describe::event(event), context);
                context.apply(event);
                text
            };
            seen.iter().map(&mut describe).collect()
        })
    }

    fn in_context<T>(&self, table: &Table<'_>, write: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        write(&mut context(table, &names))
    }
}

/// Presents a game to one viewer.
#[derive(Clone, Copy, Debug)]
pub struct Presenter<'a> {
    /// The perspective of the viewer.
    pub viewer: Perspective,
    /// Writes the texts; `None` if the client wants no texts.
    pub narrator: Option<Narrator<'a>>,
}

impl Presenter<'_> {
    /// Returns a step as the viewer may see it. Only the seat that took the step sees its cause.
    #[must_use]
    pub fn step(&self, played: &PlayedStep<'_>) -> StepTaken {
        let notation = self.viewer.notation(&played.before, played.step);
        let seen: Vec<rules::Event> =
            played.events.iter().map(|event| self.viewer.event(*event)).collect();
        let is_own = matches!(played.before.actor(), Actor::Seat(seat) if self.viewer.is(seat));
        let by = played.by.filter(|_| is_own);
        let actor = played.before.actor();
        StepTaken { by, ..self.seen_step(actor, notation, played.before.table(), &seen) }
    }

    /// Returns steps as the viewer may see them.
    #[must_use]
    pub fn steps(&self, played: &[PlayedStep<'_>]) -> Vec<StepTaken> {
        played.iter().map(|played| self.step(played)).collect()
    }

    /// Converts a step whose notation and events are already redacted for the viewer.
    #[must_use]
    pub fn seen_step(
        &self,
        actor: Actor,
        notation: String,
        before: &Table<'_>,
        seen: &[rules::Event],
    ) -> StepTaken {
        let seat = match actor {
            Actor::Seat(seat) => Some(seat.into()),
            Actor::Chance | Actor::Over => None,
        };
        StepTaken { seat, step: notation, events: self.events(before, seen), by: None }
    }

    /// Converts events that are already redacted for the viewer.
    fn events(&self, before: &Table<'_>, seen: &[rules::Event]) -> Vec<DescribedEvent> {
        let texts = self.narrator.map(|narrator| narrator.events(before, seen));
        let mut texts = texts.into_iter().flatten();
        let form = |event: &rules::Event| DescribedEvent {
            event: Event::of(*event, before.rules()),
            text: texts.next(),
        };
        seen.iter().map(form).collect()
    }

    /// Returns a view, with the text of its question.
    #[must_use]
    pub fn view(&self, seen: &rules::View<'_>) -> View {
        let decision = seen.decision().map(|asked| self.decision(seen.table(), &asked));
        View { decision, ..View::of(seen) }
    }

    /// Returns a decision with its text.
    #[must_use]
    pub fn decision(&self, table: &Table<'_>, asked: &rules::Decision) -> Decision {
        let question = orrery_describe::decision(asked);
        let text = self.narrator.map(|narrator| narrator.text(table, &question));
        Decision { text, ..Decision::of(asked, table.rules()) }
    }

    /// Returns the prompt of a position; `None` if no seat must decide.
    ///
    /// It lists legal actions only if the viewer is the seat that is asked.
    #[must_use]
    pub fn prompt(&self, position: &State<'_>, version: u32) -> Option<Prompt> {
        let asked = position.decision()?;
        let mut actions = Actions::new();
        if self.viewer.is(asked.seat) {
            position.legal_actions(&mut actions);
        }
        let texts = self.narrator.map(|narrator| {
            actions.iter().map(|action| narrator.action(position.table(), *action)).collect()
        });
        Some(Prompt {
            version,
            seats: vec![asked.seat.into()],
            decision: self.decision(position.table(), &asked),
            legal: legal(&actions, position.rules()),
            texts: texts.unwrap_or_default(),
            answered: None,
            brings: None,
            remaining_ms: None,
        })
    }
}
