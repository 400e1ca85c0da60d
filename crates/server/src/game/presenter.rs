//! Messages about a game for one viewer: steps, views and prompts.
//!
//! Everything passes through [`State::observe`] and [`Event::seen_by`] for the viewer. No other
//! module makes messages about the game.

use super::Game;
use super::core::TakenStep;
use super::orders;
use super::window::{SealedAnswer, position_for};
use orrery_describe::{Language, Localizer};
use orrery_protocol::{
    Decision, DescribedEvent, Event, FollowPreview, Following, Prompt, Seat, ServerMessage,
    StepTaken, View, ViewReason, legal,
};
use orrery_rules::{Actions, Actor, State, Step};
use std::sync::LazyLock;

/// Recipient of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    /// The seat. `None`: a spectator.
    pub(crate) seat: Option<Seat>,
    /// The language of texts, if wanted.
    pub(crate) words: Option<orrery_protocol::TextLanguage>,
}

static ENGLISH: LazyLock<Localizer> = LazyLock::new(|| Localizer::new(Language::English));
static GERMAN: LazyLock<Localizer> = LazyLock::new(|| Localizer::new(Language::German));

/// Returns the English localizer.
pub(crate) fn english() -> &'static Localizer {
    &ENGLISH
}

/// Returns the localizer of a language.
pub(crate) fn localizer(language: orrery_protocol::TextLanguage) -> &'static Localizer {
    match language {
        orrery_protocol::TextLanguage::English => &ENGLISH,
        orrery_protocol::TextLanguage::German => &GERMAN,
    }
}

impl Viewer {
    fn rules(self) -> Option<orrery_rules::Seat> {
        self.seat.and_then(Seat::rules)
    }
}

impl<'r> Game<'r> {
    /// Makes the message about all steps after the first `from`. `state` is the state at that
    /// point.
    pub(crate) fn steps_message(
        &self,
        (from, mut state): (usize, State<'r>),
        viewer: Viewer,
        names: &[&str],
        now: i64,
    ) -> ServerMessage {
        let steps = self.steps[from..].iter();
        let steps =
            steps.map(|stored| self.step_taken(&mut state, *stored, viewer, names)).collect();
        ServerMessage::Steps {
            version: self.core.version,
            length: self.core.length,
            steps,
            prompt: self.prompt(viewer, names, now),
            clocks: self.core.clocks(&self.terms, now),
        }
    }

    fn step_taken(
        &self,
        state: &mut State<'r>,
        stored: TakenStep,
        viewer: Viewer,
        names: &[&str],
    ) -> StepTaken {
        let seat = match state.actor() {
            Actor::Seat(seat) => Some(Seat::from(seat)),
            _ => None,
        };
        let table = *state.table();
        let mut context = orrery_protocol::context(&table, names);
        let mut events = Vec::new();
        // The step was legal when it was taken.
        let _ = state.apply(stored.step, &mut events);
        let mut tell = |event: orrery_rules::Event| {
            let seen = event.seen_by(viewer.rules());
            let say = |language| localizer(language).text(&orrery_describe::event(&seen), &context);
            let text = viewer.words.map(say);
            context.apply(&seen);
            DescribedEvent { event: Event::of(seen, self.terms.rules), text }
        };
        StepTaken {
            seat,
            step: self.step_notation(stored.step, &events, seat, viewer),
            events: events.iter().map(|event| tell(*event)).collect(),
            by: stored.by.filter(|_| seat.is_some() && seat == viewer.seat),
        }
    }

    /// Returns a step in notation, with `?` for a mission that the viewer may not see.
    fn step_notation(
        &self,
        step: Step,
        events: &[orrery_rules::Event],
        seat: Option<Seat>,
        viewer: Viewer,
    ) -> String {
        let owner = match step {
            Step::Action(orrery_rules::Action::Keep(_)) => seat,
            Step::Chance(orrery_rules::ChanceOutcome::Dealt(_)) => {
                events.iter().find_map(|event| match event {
                    orrery_rules::Event::MissionDealt { seat, .. } => Some(Seat::from(*seat)),
                    _ => None,
                })
            }
            _ => return step.notation(self.terms.rules).to_string(),
        };
        if owner.is_some() && owner == viewer.seat {
            return step.notation(self.terms.rules).to_string();
        }
        let verb = if seat.is_some() { "keep ?" } else { "dealt ?" };
        verb.to_owned()
    }

    /// Makes the message with everything that the viewer may know.
    pub(crate) fn view_message(
        &self,
        reason: ViewReason,
        viewer: Viewer,
        names: &[&str],
        now: i64,
    ) -> ServerMessage {
        ServerMessage::View {
            version: self.core.version,
            length: self.core.length,
            reason,
            view: Box::new(View::of(&self.core.state.observe(viewer.rules()))),
            prompt: self.prompt(viewer, names, now),
            clocks: self.core.clocks(&self.terms, now),
        }
    }

    /// Returns the current prompt as the viewer may see it.
    pub(crate) fn prompt(&self, viewer: Viewer, names: &[&str], now: i64) -> Option<Prompt> {
        let playing = viewer.seat.filter(|seat| !self.core.resigned.has(*seat));
        if let Some(window) = self.core.open_window() {
            let seats: Vec<Seat> = window.left.iter().map(|asked| asked.seat).collect();
            let own = playing.filter(|seat| seats.contains(seat));
            let asked = own.and_then(|seat| position_for(&self.core.state, seat));
            let answered = own.and_then(|seat| window.seat(seat)?.answer.as_ref());
            let mut prompt =
                self.question(&asked.unwrap_or(self.core.state), own, viewer, names)?;
            prompt.version = window.version;
            prompt.answered = answered.map(|sealed| self.sealed_notation(sealed));
            prompt.brings = own.and_then(|seat| self.brings(seat, asked.as_ref()?));
            prompt.remaining_ms = self.remaining(own.or(seats.first().copied())?, now);
            prompt.seats = seats;
            return Some(prompt);
        }
        let seat = self.core.single_asked_seat()?;
        let own = playing.filter(|own| *own == seat);
        let prompt = self.question(&self.core.state, own, viewer, names)?;
        Some(Prompt { remaining_ms: self.remaining(seat, now), ..prompt })
    }

    fn sealed_notation(&self, sealed: &SealedAnswer) -> String {
        match sealed {
            SealedAnswer::Wait => "wait".to_owned(),
            SealedAnswer::Act { action, .. } => {
                Step::Action(*action).notation(self.terms.rules).to_string()
            }
        }
    }

    fn remaining(&self, seat: Seat, now: i64) -> Option<u32> {
        let deadline = self.core.deadline(&self.terms, seat)?;
        Some(u32::try_from((deadline - now).max(0)).unwrap_or(u32::MAX))
    }

    /// Returns the prompt of a position. It lists legal actions only for the seat that is asked.
    fn question(
        &self,
        position: &State<'_>,
        own: Option<Seat>,
        viewer: Viewer,
        names: &[&str],
    ) -> Option<Prompt> {
        let asked = position.decision()?;
        let mut decision = Decision::of(&asked, self.terms.rules);
        let context = orrery_protocol::context(position.table(), names);
        let say = |language, message: &_| localizer(language).text(message, &context);
        decision.text =
            viewer.words.map(|language| say(language, &orrery_describe::decision(&asked)));
        let mut actions = Actions::new();
        if own.is_some() {
            position.legal_actions(&mut actions);
        }
        let texts = viewer.words.map(|language| {
            actions.iter().map(|it| say(language, &orrery_describe::action(it))).collect()
        });
        Some(Prompt {
            version: self.core.asked,
            seats: vec![decision.seat],
            decision,
            legal: legal(&actions, self.terms.rules),
            texts: texts.unwrap_or_default(),
            answered: None,
            brings: None,
            remaining_ms: None,
        })
    }

    /// Returns what a follow would bring, for seats in beginner mode.
    fn brings(&self, seat: Seat, asked: &State<'_>) -> Option<FollowPreview> {
        let beginner = self.core.following[seat.index()] == Following::Beginner;
        if beginner { orders::brings(asked) } else { None }
    }
}
