//! Reads the section `rules`: the numbers and rule variants of an edition.

use std::ops::RangeInclusive;

use crate::dice::MAX_DICE;
use crate::ids::MAX_SEATS;
use crate::ruleset::{
    BonusRule, CAP, ConvertRule, ForceRule, LandingRule, Naming, RerollRule, Solo,
};

use super::problem::DeckProblemKind;
use super::sink::ProblemSink;
use super::toml_table::{Keywords, TomlTable, Value, list, number, offset_of};

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
const NAMINGS: &Keywords<Naming> = &[("classic", Naming::Classic), ("blast-off", Naming::BlastOff)];
const FORCES: &Keywords<ForceRule> = &[("usable", ForceRule::Usable), ("any", ForceRule::Any)];
const BONUSES: &Keywords<BonusRule> =
    &[("extra-turn", BonusRule::ExtraTurn), ("same-turn", BonusRule::SameTurn)];
const LANDINGS: &Keywords<LandingRule> =
    &[("optional", LandingRule::Optional), ("mandatory", LandingRule::Mandatory)];
const REROLLS: &Keywords<RerollRule> =
    &[("first-free", RerollRule::FirstFree), ("all-paid", RerollRule::AllPaid)];
const CONVERTS: &Keywords<ConvertRule> =
    &[("two-for-one", ConvertRule::TwoForOne), ("pay-and-act", ConvertRule::PayAndAct)];

/// The values of the section `rules`; `None` where a value is missing or invalid.
#[derive(Default)]
pub(super) struct RulesSection {
    pub(super) naming: Option<Naming>,
    pub(super) seats: Option<(u8, u8)>,
    pub(super) solo: Option<Option<Solo>>,
    pub(super) home_energy: Option<u8>,
    pub(super) landing: Option<LandingRule>,
    pub(super) reroll: Option<RerollRule>,
    pub(super) convert: Option<ConvertRule>,
    pub(super) followable: Option<u8>,
    pub(super) dice: Option<u8>,
}

/// Reads the section `rules`.
pub(super) fn read(section: &Value, sink: &mut ProblemSink) -> RulesSection {
    let Some(table) = TomlTable::open(section, sink) else {
        return RulesSection::default();
    };
    table.allow_only(KEYS, sink);
    RulesSection {
        naming: table.word("words", NAMINGS, sink),
        seats: table.require("seats", sink).and_then(|value| seats(value, sink)),
        solo: table.get("solo").map_or(Some(None), |value| solo(value, sink).map(Some)),
        home_energy: table.number("home-energy", 0..=CAP, sink),
        landing: table.word("landing", LANDINGS, sink),
        reroll: table.word("reroll", REROLLS, sink),
        convert: table.word("convert", CONVERTS, sink),
        followable: table.number("followable", 0..=MAX_DICE as u8, sink),
        dice: table.number("dice", 1..=MAX_DICE as u8, sink),
    }
}

/// Reads the fewest and the most seats, not counting the solo game.
fn seats(value: &Value, sink: &mut ProblemSink) -> Option<(u8, u8)> {
    const ALL: RangeInclusive<u8> = 2..=MAX_SEATS as u8;
    let [fewest, most] = list(value, sink)? else {
        sink.report(offset_of(value), DeckProblemKind::SeatsPair);
        return None;
    };
    let fewest = number(fewest, "seats", ALL, sink);
    let most = number(most, "seats", fewest.unwrap_or(2)..=MAX_SEATS as u8, sink);
    Some((fewest?, most?))
}

fn solo(value: &Value, sink: &mut ProblemSink) -> Option<Solo> {
    let table = TomlTable::open(value, sink)?;
    table.allow_only(&["force", "bonus", "relentless"], sink);
    let force = table.word("force", FORCES, sink);
    let bonus = table.word("bonus", BONUSES, sink);
    let relentless = table.flag("relentless", sink);
    Some(Solo { force: force?, bonus: bonus?, relentless: relentless? })
}
