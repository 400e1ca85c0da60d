//! A record that goes on while it is looked at: a game on a server, as one seat sees it. So a page
//! asks the server for the record once, and not again for every die.

use crate::ahead;
use crate::desk::Desk;
use crate::fault;
use crate::forms::{Extend, Extended, Moment};
use crate::telling::{Teller, eyes};
use orrery_protocol::Fault;
use orrery_record::{Entry, Label, MAX_STEPS, Record, Turn, Words};
use orrery_rules::Rules;

impl Desk {
    /// Adds what has happened since: all steps, or none. Tells of it as the server would that has
    /// no words for it.
    pub(crate) fn extend(&mut self, asked: Extend) -> Result<Extended, Fault> {
        let reel = self.replays.get_mut(asked.replay)?;
        let known = reel.record.len();
        let mut record = reel.record.clone();
        if !asked.steps.is_empty() {
            record.ending = None;
        }
        for words in &asked.steps {
            push(&mut record, reel.rules, words)?;
        }
        let seen = record.watch(reel.rules, eyes(asked.viewer), |_| {});
        let seen = seen.map_err(|found| fault::replay(&found))?;
        reel.record = record;
        let reel = self.replays.get(asked.replay)?;
        let teller = Teller { words: self.words(), names: &reel.names };
        let beats = reel.beats(teller, asked.viewer, known)?;
        let version = reel.record.len() as u32;
        let prompt = asked.viewer.and_then(|viewer| {
            teller.prompt(&ahead::asked_at_once(&seen, viewer), version, Some(viewer))
        });
        Ok(Extended {
            steps: beats.into_iter().map(|beat| beat.step).collect(),
            moment: Moment { version, view: teller.view(&seen), prompt, undo: None },
        })
    }
}

/// Puts a step at the end, into the turn that it belongs to.
fn push(record: &mut Record, rules: &'static Rules, words: &str) -> Result<(), Fault> {
    if record.len() >= MAX_STEPS {
        return Err(fault::field("steps", &format!("at most {MAX_STEPS} in one game")));
    }
    let step = Words::new(words).ok_or_else(|| fault::not_a_step(words, &"no words of a step"))?;
    let seen = record.watch(rules, None, |_| {}).map_err(|found| fault::replay(&found))?;
    let label = match seen.turn() {
        0 => Label::Opening,
        number => Label::Turn(number, seen.active()),
    };
    let entry = Entry::new(None, step);
    match record.turns.last_mut().filter(|turn| turn.label == label) {
        Some(turn) => turn.steps.push(entry),
        None => {
            let turn = Turn { label, digest: None, comment: None, steps: vec![entry] };
            record.turns.push(turn);
        }
    }
    Ok(())
}
