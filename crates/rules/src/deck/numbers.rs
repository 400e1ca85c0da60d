//! The section `rules`: an edition's numbers and the few rules that differ between editions.

use std::ops::RangeInclusive;

use crate::dice::MAX_DICE;
use crate::ids::MAX_SEATS;
use crate::ruleset::{Bonus, CAP, Convert, Force, Landing, Reroll, Solo, Words};

use super::problem::ProblemKind;
use super::row::{self, Row, Value, at, list, number};
use super::sink::Sink;

const KEYS: &[&str] = &[
    "words",
    "seats",
    "solo",
    "home-energy",
    "landing",
    "reroll",
    "convert",
    "followable",
    "dice",
];
const WORDS: &row::Words<Words> = &[("classic", Words::Classic), ("blast-off", Words::BlastOff)];
const FORCES: &row::Words<Force> = &[("usable", Force::Usable), ("any", Force::Any)];
const BONUSES: &row::Words<Bonus> =
    &[("extra-turn", Bonus::ExtraTurn), ("same-turn", Bonus::SameTurn)];
const LANDINGS: &row::Words<Landing> =
    &[("optional", Landing::Optional), ("mandatory", Landing::Mandatory)];
const REROLLS: &row::Words<Reroll> =
    &[("first-free", Reroll::FirstFree), ("all-paid", Reroll::AllPaid)];
const CONVERTS: &row::Words<Convert> =
    &[("two-for-one", Convert::TwoForOne), ("pay-and-act", Convert::PayAndAct)];

/// What `rules` says; `None` where it cannot be read.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) words: Option<Words>,
    pub(super) seats: Option<(u8, u8)>,
    pub(super) solo: Option<Option<Solo>>,
    pub(super) home_energy: Option<u8>,
    pub(super) landing: Option<Landing>,
    pub(super) reroll: Option<Reroll>,
    pub(super) convert: Option<Convert>,
    pub(super) followable: Option<u8>,
    pub(super) dice: Option<u8>,
}

/// Reads the section `rules`.
pub(super) fn numbers(section: &Value, sink: &mut Sink) -> Numbers {
    let Some(row) = Row::open(section, sink) else {
        return Numbers::default();
    };
    row.allow(KEYS, sink);
    Numbers {
        words: row.word("words", WORDS, sink),
        seats: row.need("seats", sink).and_then(|value| seats(value, sink)),
        solo: row.get("solo").map_or(Some(None), |value| solo(value, sink).map(Some)),
        home_energy: row.number("home-energy", 0..=CAP, sink),
        landing: row.word("landing", LANDINGS, sink),
        reroll: row.word("reroll", REROLLS, sink),
        convert: row.word("convert", CONVERTS, sink),
        followable: row.number("followable", 0..=MAX_DICE as u8, sink),
        dice: row.number("dice", 1..=MAX_DICE as u8, sink),
    }
}

/// Fewest and most seats, solo apart.
fn seats(value: &Value, sink: &mut Sink) -> Option<(u8, u8)> {
    const ALL: RangeInclusive<u8> = 2..=MAX_SEATS as u8;
    let [fewest, most] = list(value, sink)? else {
        sink.report(at(value), ProblemKind::SeatsPair);
        return None;
    };
    let fewest = number(fewest, "seats", ALL, sink);
    let most = number(most, "seats", fewest.unwrap_or(2)..=MAX_SEATS as u8, sink);
    Some((fewest?, most?))
}

fn solo(value: &Value, sink: &mut Sink) -> Option<Solo> {
    let row = Row::open(value, sink)?;
    row.allow(&["force", "bonus", "relentless"], sink);
    let force = row.word("force", FORCES, sink);
    let bonus = row.word("bonus", BONUSES, sink);
    let relentless = row.flag("relentless", sink);
    Some(Solo { force: force?, bonus: bonus?, relentless: relentless? })
}
