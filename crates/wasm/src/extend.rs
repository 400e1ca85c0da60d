//! Extends an open replay with new steps.
//!
//! In an online game, the page fetches the record of its seat once, and then adds the steps that
//! the server sends.

use crate::messages::{ExtendReplay, ExtendedReplay, Moment};
use crate::presenter::{presenter, rules_seat, view};
use crate::workspace::Workspace;
use orrery_protocol::{Fault, state_where_viewer_decides};
use orrery_record::{MAX_STEPS, Record, RecordedStep, StepText, Turn, TurnLabel};
use orrery_rules::Rules;

impl Workspace {
    /// Adds steps to a replay, all or none, and returns them with texts.
    ///
    /// Pages use this to get texts, because the server sends none.
    pub(crate) fn extend(&mut self, request: ExtendReplay) -> Result<ExtendedReplay, Fault> {
        let loaded = self.replays.get_mut(request.replay)?;
        let (old_length, rules) = (loaded.record.len(), loaded.rules.clone());
        let mut record = loaded.record.clone();
        if !request.steps.is_empty() {
            record.ending = None;
        }
        for notation in &request.steps {
            push(&mut record, &rules, notation)?;
        }
        // Replay the extended record before storing it: this checks the steps and returns the last
        // view.
        let seen = record.watch(&rules, rules_seat(request.viewer), |_| {});
        let seen = seen?;
        loaded.record = record;
        let loaded = self.replays.get(request.replay)?;
        let presenter = presenter(self.narrator(&loaded.names), request.viewer);
        let steps_after = loaded.steps_after(presenter, request.viewer, old_length)?;
        let version = loaded.record.len() as u32;
        let prompt = request.viewer.and_then(|viewer| {
            presenter.prompt(&state_where_viewer_decides(&seen, viewer), version)
        });
        Ok(ExtendedReplay {
            steps: steps_after.into_iter().map(|step| step.step).collect(),
            moment: Moment { version, view: view(presenter, &seen), prompt, undo: None },
        })
    }
}

/// Appends a step to the last turn of the record, or to a new turn if that one has ended.
fn push(record: &mut Record, rules: &Rules, notation: &str) -> Result<(), Fault> {
    if record.len() >= MAX_STEPS {
        return Err(Fault::bad_field("steps", &format!("at most {MAX_STEPS} in one game")));
    }
    let step = StepText::new(notation)
        .ok_or_else(|| Fault::not_a_step(notation, &"not the text of a step"))?;
    let seen = record.watch(rules, None, |_| {})?;
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
