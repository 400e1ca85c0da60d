//! Replaces the hidden missions of a redacted record with possible ones.
//!
//! These substitutes make the game replayable. Only `Record::replay_assuming` passes them to its
//! caller.

use crate::model::{Record, RecordedStep};
use crate::problem::Difference;
use orrery_rules::{Action, ChanceOutcome, Mission, OptionSet, Rules, Step};
use std::collections::BTreeMap;

/// The number of missions dealt to each seat (R1.5).
const MISSIONS_PER_SEAT: usize = 2;

/// The substitutes for hidden steps, by step number.
#[derive(Default)]
pub(crate) struct HiddenSteps {
    steps: BTreeMap<usize, Step>,
}

/// A deal or a choice of a mission: its step number, and the mission if it is visible.
type MissionStep = (usize, Option<Mission>);

impl HiddenSteps {
    /// Finds possible missions for every seat whose missions are hidden.
    pub(crate) fn of(record: &Record, rules: &Rules) -> Self {
        let mut hidden = Self::default();
        if record.entries().all(|(_, entry)| !entry.text.is_hidden()) {
            return hidden;
        }
        let (deals, keeps) =
            (mission_steps(record, rules, "dealt"), mission_steps(record, rules, "keep"));
        let known = deals.iter().chain(&keeps).filter_map(|(_, mission)| *mission);
        let mut free = free_missions(rules, record.header.chosen, known);
        for (seat, hand) in deals.chunks(MISSIONS_PER_SEAT).enumerate() {
            hidden.fill_hand(hand, keeps.get(seat).copied(), &mut free);
        }
        hidden
    }

    /// Chooses substitutes for the hidden deals and the hidden choice of one seat.
    fn fill_hand(
        &mut self,
        hand: &[MissionStep],
        keep: Option<MissionStep>,
        free: &mut impl Iterator<Item = Mission>,
    ) {
        let is_dealt = |mission: &Mission| hand.iter().any(|(_, dealt)| *dealt == Some(*mission));
        let mut kept = keep.and_then(|(_, mission)| mission).filter(|mission| !is_dealt(mission));
        let mut first = None;
        for (number, dealt) in hand {
            let mission = dealt.or_else(|| kept.take()).or_else(|| free.next());
            first = first.or(mission);
            if let (None, Some(mission)) = (dealt, mission) {
                self.steps.insert(*number, Step::Chance(ChanceOutcome::Dealt(mission)));
            }
        }
        if let (Some((number, None)), Some(mission)) = (keep, first) {
            self.steps.insert(number, Step::Action(Action::Keep(mission)));
        }
    }

    /// Returns the parsed step or its substitute.
    pub(crate) fn step(
        &self,
        rules: &Rules,
        number: usize,
        entry: &RecordedStep,
    ) -> Result<Step, Difference> {
        match self.steps.get(&number) {
            Some(step) => Ok(*step),
            None => Step::parse(rules, entry.text.as_str()).map_err(Difference::StepParseError),
        }
    }
}

/// Returns the steps that deal a mission, or those that choose one, in order.
fn mission_steps(record: &Record, rules: &Rules, verb: &str) -> Vec<MissionStep> {
    let numbered = (1..).zip(record.entries());
    let fitting = numbered.filter(|(_, (_, entry))| entry.text.verb() == verb);
    fitting
        .map(|(number, (_, entry))| {
            let id = entry.text.as_str().rsplit(' ').next().unwrap_or("");
            (number, rules.find_mission(id))
        })
        .collect()
}

/// Returns the missions of this game that no seat is known to have.
fn free_missions(
    rules: &Rules,
    chosen: OptionSet,
    known: impl Iterator<Item = Mission>,
) -> std::vec::IntoIter<Mission> {
    let known = known.fold(0u64, |mask, mission| mask | 1 << mission.index());
    let all = (0..rules.missions.len()).filter_map(Mission::new);
    let free = all.filter(|mission| rules.mission(*mission).is_dealt(chosen));
    free.filter(|mission| known >> mission.index() & 1 == 0).collect::<Vec<_>>().into_iter()
}

/// The text of a hidden mission in a set-up.
pub(crate) const HIDDEN_MISSION: &str = "mission ?";

/// Returns a set-up with a possible mission for each hidden one.
pub(crate) fn fill_setup(rules: &Rules, text: &str, chosen: OptionSet) -> String {
    if !text.contains(HIDDEN_MISSION) {
        return text.to_owned();
    }
    let named = text.split("mission ").skip(1).filter_map(|rest| rest.split_whitespace().next());
    let known = named.flat_map(|word| word.split('/')).filter_map(|id| rules.find_mission(id));
    let mut free = free_missions(rules, chosen, known);
    let mut parts = text.split(HIDDEN_MISSION);
    let mut filled = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let id = free.next().map_or("?", |mission| &rules.mission(mission).id);
        filled = filled + "mission " + id + part;
    }
    filled
}
