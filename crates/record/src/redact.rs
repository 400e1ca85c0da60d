//! A record as one seat may see it. Everything that could tell more is left out: missions of
//! others, the seed, digests (they cover hidden hands), and all free text but the names.

use crate::fair::DiceTerms;
use crate::hidden::HIDDEN_MISSION;
use crate::model::{Ending, Entry, Header, Record, Turn, Viewer};
use crate::problem::{Difference, ReplayProblem};
use crate::words::Words;
use orrery_rules::{Rules, Seat, Setup};
use std::collections::BTreeMap;

/// Missions dealt to each seat (R1.5).
const DEALT: usize = 2;

impl Record {
    /// The record as this seat, or a spectator, may see it: equal for all games that differ only in
    /// what the viewer cannot know. When the game is over the missions that were kept are open, as
    /// they are at the table; those given back stay hidden.
    ///
    /// # Errors
    /// If the record is not sound, or does not show what this seat saw.
    pub fn seen_by(&self, rules: &Rules, viewer: Option<Seat>) -> Result<Self, ReplayProblem> {
        if self.header.seen_by == Some(Viewer::from(viewer)) {
            return Ok(self.clone());
        }
        let over = self.replay(rules, |_| {})?.is_over();
        let header = redact_header(&self.header, rules, viewer, over);
        let header = header.map_err(|difference| self.at_start(rules, difference))?;
        let mut hands = Hands { viewer, over, dealt: 0, kept: 0 };
        let turns = self.turns.iter().map(|turn| hands.turn(turn)).collect();
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

/// Whose mission comes next.
struct Hands {
    viewer: Option<Seat>,
    over: bool,
    dealt: usize,
    kept: usize,
}

impl Hands {
    fn turn(&mut self, turn: &Turn) -> Turn {
        let steps = turn.steps.iter().map(|entry| self.entry(entry)).collect();
        Turn { label: turn.label, digest: None, comment: None, steps }
    }

    fn entry(&mut self, entry: &Entry) -> Entry {
        let own = |seat: usize| self.viewer.is_some_and(|viewer| viewer.index() == seat);
        let (hides, mask) = match entry.words.verb() {
            "dealt" => {
                self.dealt += 1;
                (!own((self.dealt - 1) / DEALT), "dealt ?")
            }
            "keep" => {
                self.kept += 1;
                (!own(self.kept - 1) && !self.over, "keep ?")
            }
            _ => (false, ""),
        };
        let words = Words::new(mask).filter(|_| hides);
        Entry::new(entry.by, words.unwrap_or_else(|| entry.words.clone()))
    }
}

/// Missions are hidden in the canonical text of the set-up, so that nothing shows in its spelling.
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
        let own = seat.is_none() || seat == viewer;
        shown += &if own { line.to_owned() } else { redact_mat(line, over) };
        shown.push('\n');
    }
    Ok(shown)
}

/// The mission is the last thing in the line of a seat.
fn redact_mat(line: &str, over: bool) -> String {
    let Some((open, mission)) = line.split_once(" mission ") else { return line.to_owned() };
    match mission.split('/').next() {
        Some(kept) if over => format!("{open} mission {kept}"),
        _ => format!("{open} {HIDDEN_MISSION}"),
    }
}
