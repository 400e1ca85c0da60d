//! Presents a game to one viewer in one language: moments, steps and explanations.

use crate::game::{AppliedStep, Game, legal};
use crate::messages::{Moment, Refusal};
use orrery_describe::{Book, Localizer};
use orrery_protocol::{
    Decision, DescribedEvent, Event, MissionStanding, Prompt, Seat, StepTaken, View,
};
use orrery_rules as rules;
use orrery_rules::{Action, Actions, Actor, Illegal, State};

/// A localizer with the names of the players.
#[derive(Clone, Copy)]
pub(crate) struct Presenter<'a> {
    pub(crate) localizer: &'a Localizer,
    pub(crate) names: &'a [String],
}

impl Presenter<'_> {
    /// Returns the current moment of a game.
    pub(crate) fn moment(&self, game: &Game, viewer: Option<Seat>) -> Moment {
        let version = game.version();
        let view = self.view(&game.state().observe(rules_seat(viewer)));
        let prompt = self.prompt(game.state(), version, viewer);
        Moment { version, view, prompt, undo: game.undo(rules_seat(viewer)) }
    }

    /// Returns a view with the text of its question and the standing of the viewer's mission.
    pub(crate) fn view(&self, seen: &rules::View<'_>) -> View {
        let mut view = View::of(seen);
        view.standing = MissionStanding::of(seen);
        if let (Some(form), Some(asked)) = (&mut view.decision, seen.decision()) {
            form.text = Some(self.say(seen.table(), &orrery_describe::decision(&asked)));
        }
        view
    }

    /// Returns the pending decision, with the legal actions if the viewer decides.
    pub(crate) fn prompt(
        &self,
        state: &State<'_>,
        version: u32,
        viewer: Option<Seat>,
    ) -> Option<Prompt> {
        let asked = state.decision()?;
        let mut decision = Decision::of(&asked, state.rules());
        decision.text = Some(self.say(state.table(), &orrery_describe::decision(&asked)));
        let is_viewer = viewer == Some(asked.seat.into());
        let answers = if is_viewer { legal(state) } else { Actions::new() };
        Some(Prompt {
            version,
            seats: vec![asked.seat.into()],
            decision,
            legal: orrery_protocol::legal(&answers, state.rules()),
            texts: answers.iter().map(|action| self.action(state, *action)).collect(),
            answered: None,
            brings: None,
            remaining_ms: None,
        })
    }

    /// Returns the text of an action.
    pub(crate) fn action(&self, state: &State<'_>, action: Action) -> String {
        self.say(state.table(), &orrery_describe::action(&action))
    }

    /// Returns steps as the viewer sees them.
    pub(crate) fn steps(&self, taken: &[AppliedStep], viewer: Option<Seat>) -> Vec<StepTaken> {
        taken.iter().map(|taken| self.step(taken, viewer)).collect()
    }

    fn step(&self, taken: &AppliedStep, viewer: Option<Seat>) -> StepTaken {
        let seat = match taken.before.actor() {
            Actor::Seat(seat) => Some(seat.into()),
            _ => None,
        };
        let seen: Vec<rules::Event> =
            taken.events.iter().map(|event| event.seen_by(rules_seat(viewer))).collect();
        let words = taken.step.notation(taken.before.rules()).to_string();
        let events = self.events(taken.before.table(), &seen);
        StepTaken { seat, step: shown(&words, &seen), events, by: None }
    }

    /// Returns events with their texts; the events are already redacted for the viewer.
    pub(crate) fn events(
        &self,
        before: &rules::Table<'_>,
        seen: &[rules::Event],
    ) -> Vec<DescribedEvent> {
        let seats: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let mut context = orrery_protocol::context(before, &seats);
        let tell = |event: &rules::Event| {
            let text = self.localizer.text(&orrery_describe::event(event), &context);
            context.apply(event);
            DescribedEvent { event: Event::of(*event, before.rules()), text: Some(text) }
        };
        seen.iter().map(tell).collect()
    }

    /// Explains why a step is illegal, with the text of the rule.
    pub(crate) fn refusal(&self, state: &State<'_>, why: Illegal) -> Refusal {
        let text = self.say(state.table(), &orrery_describe::illegal(why));
        let book = Book::read(self.localizer.language());
        let parts = book.with_parts(why.rule());
        let lines: Vec<String> =
            parts.iter().map(|rule| format!("{} {}", rule.number, rule.text)).collect();
        Refusal { rule: why.rule().to_owned(), text, book: lines.join("\n") }
    }

    fn say(&self, table: &rules::Table<'_>, message: &orrery_describe::Message) -> String {
        let seats: Vec<&str> = self.names.iter().map(String::as_str).collect();
        self.localizer.text(message, &orrery_protocol::context(table, &seats))
    }
}

/// Converts a protocol seat to a seat of the rules.
pub(crate) fn rules_seat(viewer: Option<Seat>) -> Option<rules::Seat> {
    viewer.and_then(Seat::rules)
}

/// Returns a step in notation; a mission hidden from the viewer is `?`.
pub(crate) fn shown(words: &str, seen: &[rules::Event]) -> String {
    let is_secret = |event: &rules::Event| {
        matches!(
            event,
            rules::Event::MissionDealt { mission: None, .. }
                | rules::Event::MissionKept { mission: None, .. }
        )
    };
    match words.split_once(' ') {
        Some((verb, _)) if seen.iter().any(is_secret) => format!("{verb} ?"),
        _ => words.to_owned(),
    }
}
