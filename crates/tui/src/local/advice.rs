//! Hints and explanations for the person who is asked.

use super::game::{LocalGame, legal, notation};
use crate::table::{Job, Report, Response};
use crate::texts::Texts;
use orrery_bots::{Budget, Network};
use orrery_protocol::Narrator;
use orrery_rules::ids::SHIPS;
use orrery_rules::{Action, Destination, Face, Ship, Slot, State, Step};

/// The most actions that a hint lists.
const MOST_HINTS: usize = 3;

impl LocalGame {
    /// Returns the job that rates the legal actions; `None` if no person is asked.
    pub(super) fn hint(&self) -> Option<Job> {
        let seat = self.state().decision().map(|asked| asked.seat)?;
        if !self.is_person(seat) {
            return None;
        }
        let (rules, state, version) = (self.rules.clone(), self.state().detach(), self.version());
        let (names, texts) = (self.names.clone(), self.book.texts);
        Some(Box::new(move || {
            let state = state.attach(&rules);
            let narrator = Narrator { names: &names, language: texts.0 };
            let advice = Network::embedded().advise(&state.observe(Some(seat)), Budget::Standard);
            let best = advice.iter().take(MOST_HINTS).enumerate();
            let line = |(index, it): (usize, &orrery_bots::Advice)| {
                let percent = (it.chance * 100.0).round();
                texts.hint_line(index + 1, sequence(&state, &it.line, narrator), percent)
            };
            Report::Hint(version, best.map(line).collect())
        }))
    }

    /// Explains why actions are illegal now: one in notation, or the usual ones.
    pub(super) fn why(&self, step: Option<&str>) -> Result<Response, String> {
        let (state, texts) = (self.state(), self.book.texts);
        let lines = match step {
            Some(step) => vec![self.why_step(&state, step, texts)?],
            None => {
                let mut lines: Vec<String> = usual_actions(&state)
                    .into_iter()
                    .filter_map(|action| self.refusal(&state, action, texts))
                    .collect();
                lines.dedup();
                lines
            }
        };
        let lines = if lines.is_empty() { vec![texts.why_none()] } else { lines };
        Ok(Response::Lines(texts.why_title(), lines))
    }

    fn why_step(&self, state: &State<'_>, step: &str, texts: Texts) -> Result<String, String> {
        match Step::parse(state.rules(), step) {
            Ok(Step::Action(action)) => {
                let text = self.narrator().action(state.table(), action);
                Ok(self.refusal(state, action, texts).unwrap_or_else(|| texts.why_legal(text)))
            }
            _ => Err(texts.not_a_step(step)),
        }
    }

    /// Returns the reason why an action is illegal.
    fn refusal(&self, state: &State<'_>, action: Action, texts: Texts) -> Option<String> {
        let why = state.check(Step::Action(action)).err()?;
        let (text, narrator) = (self.narrator().action(state.table(), action), self.narrator());
        let reason = narrator.illegal(state.table(), why).text;
        Some(texts.why_line(text, reason))
    }
}

/// Returns the texts of consecutive actions.
fn sequence(state: &State<'_>, line: &[Action], narrator: Narrator<'_>) -> String {
    let (mut state, mut texts) = (*state, Vec::new());
    for action in line {
        if state.check(Step::Action(*action)).is_err() {
            break;
        }
        texts.push(narrator.action(state.table(), *action));
        state.apply_unchecked(Step::Action(*action));
    }
    texts.join(", ")
}

/// Returns the actions that a player may miss among the answers to the open question.
///
/// They are all actions of the kinds that the question can offer.
fn usual_actions(state: &State<'_>) -> Vec<Action> {
    let kinds: Vec<std::mem::Discriminant<Action>> =
        legal(state).iter().map(std::mem::discriminant).collect();
    let mut all = vec![Action::Reroll, Action::Convert, Action::EndTurn, Action::Follow];
    all.extend(Face::ALL.map(Action::Activate));
    for ship in (0..SHIPS).filter_map(Ship::new) {
        all.extend([Action::MoveShip(ship), Action::AdvanceShip(ship)]);
    }
    for slot in state.row().map(|(slot, _)| slot).collect::<Vec<Slot>>() {
        all.push(Action::GoTo(Destination::Surface(slot)));
        all.push(Action::GoTo(Destination::Orbit(slot)));
        all.push(Action::ReplacePlanet(slot));
    }
    if let Some(asked) = state.decision() {
        all.extend(state.colonies(asked.seat).into_iter().map(Action::UsePlanet));
    }
    let turn = kinds.contains(&std::mem::discriminant(&Action::EndTurn));
    let fits = |action: &Action| match action {
        Action::Reroll | Action::Convert | Action::Activate(_) => turn,
        _ => kinds.contains(&std::mem::discriminant(action)),
    };
    all.retain(fits);
    all.sort_by_key(|action| notation(state.rules(), *action));
    all
}
