//! A record that goes on while it is looked at: a game on a server, as one seat sees it. So a page
//! asks the server for the record once, and not again for every die.

use crate::fault;
use crate::lookahead;
use crate::messages::{Extend, Extended, Moment};
use crate::presenter::{Presenter, rules_seat};
use crate::workspace::Workspace;
use orrery_protocol::Fault;
use orrery_record::{MAX_STEPS, Record, RecordedStep, StepText, Turn, TurnLabel};
use orrery_rules::Rules;

impl Workspace {
    /// Adds what has happened since: all steps, or none. Tells of it as the server would that has
    /// no words for it.
    pub(crate) fn extend(&mut self, asked: Extend) -> Result<Extended, Fault> {
        let replay_data = self.replays.get_mut(asked.replay)?;
        let known = replay_data.record.len();
        let mut record = replay_data.record.clone();
        if !asked.steps.is_empty() {
            record.ending = None;
        }
        for words in &asked.steps {
            push(&mut record, replay_data.rules, words)?;
        }
        let seen = record.watch(replay_data.rules, rules_seat(asked.viewer), |_| {});
        let seen = seen.map_err(|found| fault::replay(&found))?;
        replay_data.record = record;
        let replay_data = self.replays.get(asked.replay)?;
        let presenter = Presenter { words: self.words(), names: &replay_data.names };
        let steps_after = replay_data.steps_after(presenter, asked.viewer, known)?;
        let version = replay_data.record.len() as u32;
        let prompt = asked.viewer.and_then(|viewer| {
            presenter.prompt(&lookahead::asked_at_once(&seen, viewer), version, Some(viewer))
        });
        Ok(Extended {
            steps: steps_after.into_iter().map(|step| step.step).collect(),
            moment: Moment { version, view: presenter.view(&seen), prompt, undo: None },
        })
    }
}

/// Puts a step at the end, into the turn that it belongs to.
fn push(record: &mut Record, rules: &'static Rules, words: &str) -> Result<(), Fault> {
    if record.len() >= MAX_STEPS {
        return Err(fault::field("steps", &format!("at most {MAX_STEPS} in one game")));
    }
    let step =
        StepText::new(words).ok_or_else(|| fault::not_a_step(words, &"no words of a step"))?;
    let seen = record.watch(rules, None, |_| {}).map_err(|found| fault::replay(&found))?;
    let label = match seen.turn() {
        0 => TurnLabel::Opening,
        number => TurnLabel::Turn(number, seen.active()),
    };
    let entry = RecordedStep::new(None, step);
    match record.turns.last_mut().filter(|turn| turn.label == label) {
        Some(turn) => turn.steps.push(entry),
        None => {
            let turn = Turn { label, digest: None, comment: None, steps: vec![entry] };
            record.turns.push(turn);
        }
    }
    Ok(())
}
