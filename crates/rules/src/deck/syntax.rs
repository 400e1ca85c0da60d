//! The operations and conditions of deck files: the name, the keys and the reader of each.
//! Operations that only dice and the converter use are not available to cards.

use crate::ids::{Amount, Resource, Track};
use crate::ruleset::{
    AttackOp, CAP, MissionCondition, MissionMetric, Op, Recipient, ReplacedTo, Split, TrackFilter,
    UpgradeTerms, WhichDice,
};

use super::problem::DeckProblemKind;
use super::sink::ProblemSink;
use super::toml_table::{Keywords, TomlTable, Value, clip, offset_of, text};

/// The syntax of one operation or condition.
pub(super) struct Syntax<T> {
    pub(super) name: &'static str,
    keys: &'static [&'static str],
    read: fn(&TomlTable, &mut ProblemSink) -> Option<T>,
}

const fn syntax<T>(
    name: &'static str,
    keys: &'static [&'static str],
    read: fn(&TomlTable, &mut ProblemSink) -> Option<T>,
) -> Syntax<T> {
    Syntax { name, keys, read }
}

pub(super) const RESOURCES: &Keywords<Resource> =
    &[("energy", Resource::Energy), ("culture", Resource::Culture)];
pub(super) const TRACKS: &Keywords<Track> = &[
    ("diplomacy", Track::Diplomacy),
    ("economy", Track::Economy),
    ("life", Track::Diplomacy),
    ("technology", Track::Economy),
];
const TRACK_FILTERS: &Keywords<TrackFilter> = &[
    ("any", TrackFilter::Any),
    ("diplomacy", TrackFilter::Only(Track::Diplomacy)),
    ("economy", TrackFilter::Only(Track::Economy)),
    ("life", TrackFilter::Only(Track::Diplomacy)),
    ("technology", TrackFilter::Only(Track::Economy)),
];
const RECIPIENTS: &Keywords<Recipient> =
    &[("user", Recipient::User), ("others", Recipient::Others)];
const SPLITS: &Keywords<Split> = &[("one-resource", Split::OneResource), ("free", Split::Free)];
const TERMS: &Keywords<UpgradeTerms> = &[
    ("discount-if-lowest", UpgradeTerms::DiscountIfLowest),
    ("discount-if-lowest-or-tied", UpgradeTerms::DiscountIfLowestOrTied),
    ("mixed", UpgradeTerms::Mixed),
];
const WHICH: &Keywords<WhichDice> = &[("any", WhichDice::Any), ("all", WhichDice::All)];
const PUT: &Keywords<ReplacedTo> =
    &[("discard", ReplacedTo::Discard), ("under-deck", ReplacedTo::UnderDeck)];
const METRICS: &Keywords<MissionMetric> = &[
    ("energy", MissionMetric::Held(Resource::Energy)),
    ("culture", MissionMetric::Held(Resource::Culture)),
    ("planets", MissionMetric::Colonies),
    ("diplomacy-planets", MissionMetric::ColoniesOn(Track::Diplomacy)),
    ("economy-planets", MissionMetric::ColoniesOn(Track::Economy)),
    ("life-planets", MissionMetric::ColoniesOn(Track::Diplomacy)),
    ("technology-planets", MissionMetric::ColoniesOn(Track::Economy)),
];

/// The maximum number of spaces by which an operation moves a ship.
///
/// A ship can move from the start to the end of the longest track.
const MAX_STEPS: u8 = 6;
/// The most dice that can be unactivated while a seat uses an ability: one of the seven is in use.
const MAX_DISCARD: u8 = 6;
/// The most ships that one operation moves or regresses.
const MAX_SHIPS: u8 = 2;

/// The operations allowed in `cost`.
pub(super) const COSTS: &[Syntax<Op>] = &[
    syntax("pay", &["energy", "culture"], |r, s| Some(Op::Pay(amount(r, "pay", s)?))),
    syntax("discard-dice", &["dice"], |r, s| {
        Some(Op::DiscardDice(r.number("dice", 1..=MAX_DISCARD, s)?))
    }),
    syntax("regress-own", &[], |_, _| Some(Op::RegressOwn)),
];

/// The operations allowed in `ability`.
pub(super) const EFFECTS: &[Syntax<Op>] = &[
    syntax("gain", &["to", "energy", "culture"], gain),
    syntax("gain-per-home-ship", &["resource"], |r, s| Some(Op::GainPerHomeShip(resource(r, s)?))),
    syntax("steal", &["energy", "culture"], |r, s| Some(Op::Steal(amount(r, "steal", s)?))),
    syntax("turn-into", &["resource"], |r, s| Some(Op::TurnInto(resource(r, s)?))),
    syntax("advance", &["to", "track", "steps"], advance),
    syntax("advance-another", &["track", "steps"], |r, s| {
        let (on, steps) = (r.word("track", TRACK_FILTERS, s), steps(r, s));
        Some(Op::AdvanceAnother(on?, steps?))
    }),
    syntax("regress", &["track", "steps", "ships"], regress),
    syntax("move", &["ships"], |r, s| Some(Op::Move(r.number("ships", 1..=MAX_SHIPS, s)?))),
    syntax("hop", &[], |_, _| Some(Op::Hop)),
    syntax("recall", &["split"], |r, s| Some(Op::Recall(r.word("split", SPLITS, s)?))),
    syntax("expel", &[], |_, _| Some(Op::Expel)),
    syntax("upgrade", &["terms"], |r, s| Some(Op::Upgrade(r.word("terms", TERMS, s)?))),
    syntax("reroll-dice", &["which"], |r, s| Some(Op::RerollDice(r.word("which", WHICH, s)?))),
    syntax("set-die", &[], |_, _| Some(Op::SetDie)),
    syntax("repeat-die", &[], |_, _| Some(Op::RepeatDie)),
    syntax("any-action", &[], |_, _| Some(Op::AnyAction)),
    syntax("replace-planet", &["put"], |r, s| Some(Op::ReplacePlanet(r.word("put", PUT, s)?))),
    syntax("use-row-planet", &[], |_, _| Some(Op::UseRowPlanet)),
    syntax("use-colony-of-other", &["pay"], |r, s| {
        Some(Op::UseColonyOfOther(r.word("pay", RESOURCES, s)?))
    }),
    syntax("gain-per-follow", &["resource"], |r, s| Some(Op::GainPerFollow(resource(r, s)?))),
    syntax("follows-cost-two", &[], |_, _| Some(Op::FollowsCostTwo)),
    syntax("no-follow", &[], |_, _| Some(Op::NoFollow)),
];

/// The operations allowed in the `attack` of a Rogue.
pub(super) const ATTACKS: &[Syntax<AttackOp>] = &[
    syntax("lose", &["energy", "culture"], |r, s| Some(AttackOp::Lose(amount(r, "lose", s)?))),
    syntax("gain", &["energy", "culture"], |r, s| Some(AttackOp::Gain(amount(r, "gain", s)?))),
    syntax("steal", &["energy", "culture"], |r, s| Some(AttackOp::Steal(amount(r, "steal", s)?))),
    syntax("steal-any", &["units"], |r, s| {
        Some(AttackOp::StealAny(r.number("units", 1..=CAP, s)?))
    }),
    syntax("regress-one", &["steps"], |r, s| Some(AttackOp::RegressOne(steps(r, s)?))),
    syntax("regress-all", &["steps"], |r, s| Some(AttackOp::RegressAll(steps(r, s)?))),
    syntax("advance-all", &["steps"], |r, s| Some(AttackOp::AdvanceAll(steps(r, s)?))),
    syntax("one-die-fewer", &[], |_, _| Some(AttackOp::OneDieFewer)),
];

/// The syntax of the `condition` of a mission.
pub(super) const CONDITIONS: &[Syntax<MissionCondition>] = &[
    syntax("most", &["of"], |r, s| Some(MissionCondition::Most(r.word("of", METRICS, s)?))),
    syntax("fewest", &["of"], |r, s| Some(MissionCondition::Fewest(r.word("of", METRICS, s)?))),
    syntax("equal-tracks", &[], |_, _| Some(MissionCondition::Equal)),
    syntax("triggered-end", &[], |_, _| Some(MissionCondition::TriggeredEnd)),
    syntax("holds", &["energy", "culture"], |r, s| {
        Some(MissionCondition::Holds(amount(r, "holds", s)?))
    }),
    syntax("top-level", &[], |_, _| Some(MissionCondition::TopLevel)),
    syntax("all-home", &[], |_, _| Some(MissionCondition::AllHome)),
    syntax("none-home", &[], |_, _| Some(MissionCondition::NoneHome)),
];

/// Reads a table whose key `tag` names an operation or a condition.
///
/// For a name that belongs to another list, such as a cost among the effects, `stray` returns a
/// specific problem.
pub(super) fn read<T>(
    value: &Value,
    tag: &'static str,
    syntax: &[Syntax<T>],
    stray: impl Fn(&str) -> Option<DeckProblemKind>,
    sink: &mut ProblemSink,
) -> Option<T> {
    let table = TomlTable::open(value, sink)?;
    let named = table.require(tag, sink)?;
    let name = text(named, sink)?;
    let Some(form) = syntax.iter().find(|form| form.name == name) else {
        let known = || syntax.iter().map(|form| form.name).collect();
        let kind = stray(name);
        let kind = kind.unwrap_or_else(|| DeckProblemKind::UnknownOperation(clip(name), known()));
        sink.report(offset_of(named), kind);
        return None;
    };
    let known: Vec<_> = std::iter::once(tag).chain(form.keys.iter().copied()).collect();
    table.allow_only(&known, sink);
    (form.read)(&table, sink)
}

fn gain(table: &TomlTable, sink: &mut ProblemSink) -> Option<Op> {
    let who = table.word_or("to", RECIPIENTS, Recipient::User, sink);
    let amount = amount(table, "gain", sink);
    Some(Op::Gain(who?, amount?))
}

fn advance(table: &TomlTable, sink: &mut ProblemSink) -> Option<Op> {
    let who = table.word_or("to", RECIPIENTS, Recipient::User, sink);
    let on = table.word("track", TRACK_FILTERS, sink);
    let steps = steps(table, sink);
    Some(Op::Advance(who?, on?, steps?))
}

fn regress(table: &TomlTable, sink: &mut ProblemSink) -> Option<Op> {
    let on = table.word("track", TRACK_FILTERS, sink);
    let steps = steps(table, sink);
    let ships = table.number_or("ships", 1..=MAX_SHIPS, 1, sink);
    Some(Op::Regress { on: on?, steps: steps?, ships: ships? })
}

fn resource(table: &TomlTable, sink: &mut ProblemSink) -> Option<Resource> {
    table.word("resource", RESOURCES, sink)
}

fn steps(table: &TomlTable, sink: &mut ProblemSink) -> Option<u8> {
    table.number("steps", 1..=MAX_STEPS, sink)
}

fn amount(table: &TomlTable, name: &'static str, sink: &mut ProblemSink) -> Option<Amount> {
    if table.get("energy").is_none() && table.get("culture").is_none() {
        sink.report(table.offset(), DeckProblemKind::NoAmount(name));
        return None;
    }
    let energy = table.number_or("energy", 1..=CAP, 0, sink);
    let culture = table.number_or("culture", 1..=CAP, 0, sink);
    Some(Amount { energy: energy?, culture: culture? })
}
