//! Hints and explanations for the person who must decide.

use crate::local::{legal, notation};
use crate::texts::Texts;
use orrery_bots::{Advice, Budget, Network};
use orrery_protocol::Narrator;
use orrery_rules::ids::SHIPS;
use orrery_rules::{Action, Destination, Face, Seat, Ship, Slot, State, Step};

/// The maximum number of moves that a hint lists.
const MAX_HINTS: usize = 3;

/// Explains positions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Advisor {
    pub(crate) names: Vec<String>,
    pub(crate) texts: Texts,
}

impl Advisor {
    pub(crate) fn narrator(&self) -> Narrator<'_> {
        Narrator { names: &self.names, language: self.texts.0 }
    }

    /// Returns the best moves of a seat, at most [`MAX_HINTS`], with their chances to win.
    ///
    /// The network evaluates the seat's view, so that a hint reveals nothing hidden.
    pub(crate) fn hint(&self, state: &State<'_>, seat: Seat) -> Vec<String> {
        let advice = Network::embedded().advise(&state.observe(Some(seat)), Budget::Standard);
        let line = |(index, it): (usize, &Advice)| {
            let percent = (it.chance * 100.0).round();
            self.texts.hint_line(index + 1, self.sequence(state, &it.line), percent)
        };
        advice.iter().take(MAX_HINTS).enumerate().map(line).collect()
    }

    /// Describes consecutive actions, separated by commas; stops before the first illegal one.
    pub(crate) fn sequence(&self, state: &State<'_>, actions: &[Action]) -> String {
        let (mut state, mut texts) = (*state, Vec::new());
        for action in actions {
            if state.check(Step::Action(*action)).is_err() {
                break;
            }
            texts.push(self.narrator().action(state.table(), *action));
            state.apply_unchecked(Step::Action(*action));
        }
        texts.join(", ")
    }

    /// Explains why one action (in notation), or each of the [`possible_answers`], is illegal now.
    ///
    /// # Errors
    /// If the text is not an action in notation.
    pub(crate) fn why(&self, state: &State<'_>, step: Option<&str>) -> Result<Vec<String>, String> {
        if let Some(step) = step {
            return Ok(vec![self.why_step(state, step)?]);
        }
        let answers = possible_answers(state).into_iter();
        let mut lines: Vec<String> =
            answers.filter_map(|action| self.refusal(state, action)).collect();
        lines.dedup();
        Ok(if lines.is_empty() { vec![self.texts.why_none()] } else { lines })
    }

    fn why_step(&self, state: &State<'_>, step: &str) -> Result<String, String> {
        let Ok(Step::Action(action)) = Step::parse(state.rules(), step) else {
            return Err(self.texts.not_a_step(step));
        };
        let text = self.narrator().action(state.table(), action);
        Ok(self.refusal(state, action).unwrap_or_else(|| self.texts.why_legal(text)))
    }

    /// Returns the sentence that says why an action is illegal; `None` if it is legal.
    fn refusal(&self, state: &State<'_>, action: Action) -> Option<String> {
        let why = state.check(Step::Action(action)).err()?;
        let text = self.narrator().action(state.table(), action);
        let reason = self.narrator().illegal(state.table(), why).text;
        Some(self.texts.why_line(text, reason))
    }
}

/// Returns the actions that could answer the open question, legal or not.
///
/// These are all actions of the kinds that are legal now. During a turn, they always include
/// reroll, convert and activate.
fn possible_answers(state: &State<'_>) -> Vec<Action> {
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
    let is_turn = kinds.contains(&std::mem::discriminant(&Action::EndTurn));
    let could_answer = |action: &Action| match action {
        Action::Reroll | Action::Convert | Action::Activate(_) => is_turn,
        _ => kinds.contains(&std::mem::discriminant(action)),
    };
    all.retain(could_answer);
    all.sort_by_key(|action| notation(state.rules(), *action));
    all
}
