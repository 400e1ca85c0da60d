//! Redacts a record for one viewer.
//!
//! Redaction removes the missions of other seats, the seed, the digests (they cover hidden
//! missions), and all free text except names.

use crate::fair::DiceTerms;
use crate::hidden::HIDDEN_MISSION;
use crate::model::{Ending, Header, Record, RecordedStep, Turn, Viewer};
use crate::problem::{Difference, ReplayProblem};
use orrery_rules::{Rules, Seat, Setup};
use std::collections::BTreeMap;

impl Record {
    /// Returns the record as a viewer may see it; `None` is a spectator.
    ///
    /// The result is equal for all games that differ only in what the viewer cannot know. Once the
    /// game is over, kept missions are visible, as at the table. Missions that were dealt but not
    /// kept stay hidden.
    ///
    /// # Errors
    /// If the record is invalid, or is redacted for another viewer.
    pub fn seen_by(&self, rules: &Rules, viewer: Option<Seat>) -> Result<Self, ReplayProblem> {
        if self.header.seen_by == Some(Viewer::from(viewer)) {
            return Ok(self.clone());
        }
        let mut hides_mission = Vec::new();
        let end = self.replay(rules, |played| {
            hides_mission.push(played.before.notation_for(played.step, viewer).hides_mission());
        })?;
        let over = end.is_over();
        let header = redact_header(&self.header, rules, viewer, over);
        let header = header.map_err(|difference| self.problem_without_step(rules, difference))?;
        let mut hides = hides_mission.into_iter();
        let turns = self.turns.iter().map(|turn| redact_turn(turn, &mut hides, over)).collect();
        let scores = self.ending.as_ref().map(|ending| ending.scores.clone());
        let ending = scores.map(|scores| Ending { digest: None, scores });
        Ok(Self { header, turns, ending })
    }
}

fn redact_header(
    header: &Header,
    rules: &Rules,
    viewer: Option<Seat>,
    over: bool,
) -> Result<Header, Difference> {
    let setup = header.setup.as_deref().map(|text| redact_setup(rules, text, viewer, over));
    let dice = header.dice.clone().map(without_seeds);
    Ok(Header {
        tags: BTreeMap::new(),
        seen_by: Some(viewer.into()),
        setup: setup.transpose()?,
        dice,
        ..header.clone()
    })
}

fn without_seeds(mut dice: DiceTerms) -> DiceTerms {
    dice.seed = None;
    dice.rekeyed.iter_mut().for_each(|next| next.seed = None);
    dice
}

/// Redacts the steps of a turn. `hides` yields for each step whether to hide its mission.
///
/// Once the game is over, kept missions are visible.
fn redact_turn(turn: &Turn, hides: &mut impl Iterator<Item = bool>, over: bool) -> Turn {
    let redact = |(entry, hides): (&RecordedStep, bool)| {
        let hides = hides && !(over && entry.text.verb() == "keep");
        let text = if hides { entry.text.hidden() } else { entry.text.clone() };
        RecordedStep::new(entry.by, text)
    };
    let steps = turn.steps.iter().zip(hides).map(redact).collect();
    Turn { label: turn.label, digest: None, comment: None, steps }
}

/// Hides missions in the canonical text of the set-up, so that its spelling reveals nothing.
fn redact_setup(
    rules: &Rules,
    text: &str,
    viewer: Option<Seat>,
    over: bool,
) -> Result<String, Difference> {
    let unreadable = || Difference::Start("the set-up cannot be read".to_owned());
    let setup = Setup::parse(rules, text).map_err(|_| unreadable())?;
    let canonical = setup.text(rules).to_string();
    let mut shown = String::new();
    for line in canonical.lines() {
        let seat = line.split(' ').next().and_then(Seat::from_letter);
        let is_visible = seat.is_none() || seat == viewer;
        shown += &if is_visible { line.to_owned() } else { redact_mat(line, over) };
        shown.push('\n');
    }
    Ok(shown)
}

/// Hides the mission at the end of a seat's line.
fn redact_mat(line: &str, over: bool) -> String {
    let Some((open, mission)) = line.split_once(" mission ") else { return line.to_owned() };
    match mission.split('/').next() {
        Some(kept) if over => format!("{open} mission {kept}"),
        _ => format!("{open} {HIDDEN_MISSION}"),
    }
}
