//! The operations and conditions that a file can name: each has a name, its keys, and a way to be
//! read. What only dice and the converter do is not offered to cards.

use crate::ids::{Amount, Resource, Track};
use crate::ruleset::{
    AttackOp, CAP, Condition, Count, On, Op, ReplacedTo, Split, Terms, WhichDice, Who,
};

use super::problem::ProblemKind;
use super::row::{Row, Value, Words, at, clip, text};
use super::sink::Sink;

/// One thing that a file can name.
pub(super) struct Form<T> {
    pub(super) name: &'static str,
    keys: &'static [&'static str],
    read: fn(&Row, &mut Sink) -> Option<T>,
}

const fn form<T>(
    name: &'static str,
    keys: &'static [&'static str],
    read: fn(&Row, &mut Sink) -> Option<T>,
) -> Form<T> {
    Form { name, keys, read }
}

pub(super) const RESOURCES: &Words<Resource> =
    &[("energy", Resource::Energy), ("culture", Resource::Culture)];
pub(super) const TRACKS: &Words<Track> = &[
    ("diplomacy", Track::Diplomacy),
    ("economy", Track::Economy),
    ("life", Track::Diplomacy),
    ("technology", Track::Economy),
];
const REACH: &Words<On> = &[
    ("any", On::Any),
    ("diplomacy", On::Only(Track::Diplomacy)),
    ("economy", On::Only(Track::Economy)),
    ("life", On::Only(Track::Diplomacy)),
    ("technology", On::Only(Track::Economy)),
];
const WHO: &Words<Who> = &[("user", Who::User), ("others", Who::Others)];
const SPLITS: &Words<Split> = &[("one-resource", Split::OneResource), ("free", Split::Free)];
const TERMS: &Words<Terms> = &[
    ("discount-if-lowest", Terms::DiscountIfLowest),
    ("discount-if-lowest-or-tied", Terms::DiscountIfLowestOrTied),
    ("mixed", Terms::Mixed),
];
const WHICH: &Words<WhichDice> = &[("any", WhichDice::Any), ("all", WhichDice::All)];
const PUT: &Words<ReplacedTo> =
    &[("discard", ReplacedTo::Discard), ("under-deck", ReplacedTo::UnderDeck)];
const COUNTS: &Words<Count> = &[
    ("energy", Count::Held(Resource::Energy)),
    ("culture", Count::Held(Resource::Culture)),
    ("planets", Count::Colonies),
    ("diplomacy-planets", Count::ColoniesOn(Track::Diplomacy)),
    ("economy-planets", Count::ColoniesOn(Track::Economy)),
    ("life-planets", Count::ColoniesOn(Track::Diplomacy)),
    ("technology-planets", Count::ColoniesOn(Track::Economy)),
];

/// Most steps that can matter: from the start to the end of the longest track.
const MAX_STEPS: u8 = 6;
/// Most dice that are still unactivated when an ability is used.
const MAX_DISCARD: u8 = 6;
/// Most ships that one operation takes: no card asks for more than two different ones.
const MAX_SHIPS: u8 = 2;

/// What can stand in `cost`.
pub(super) const COSTS: &[Form<Op>] = &[
    form("pay", &["energy", "culture"], |r, s| Some(Op::Pay(amount(r, "pay", s)?))),
    form("discard-dice", &["dice"], |r, s| {
        Some(Op::DiscardDice(r.number("dice", 1..=MAX_DISCARD, s)?))
    }),
    form("regress-own", &[], |_, _| Some(Op::RegressOwn)),
];

/// What can stand in `ability`.
pub(super) const EFFECTS: &[Form<Op>] = &[
    form("gain", &["to", "energy", "culture"], gain),
    form("gain-per-home-ship", &["resource"], |r, s| Some(Op::GainPerHomeShip(resource(r, s)?))),
    form("steal", &["energy", "culture"], |r, s| Some(Op::Steal(amount(r, "steal", s)?))),
    form("turn-into", &["resource"], |r, s| Some(Op::TurnInto(resource(r, s)?))),
    form("advance", &["to", "track", "steps"], advance),
    form("advance-another", &["track", "steps"], |r, s| {
        let (on, steps) = (r.word("track", REACH, s), steps(r, s));
        Some(Op::AdvanceAnother(on?, steps?))
    }),
    form("regress", &["track", "steps", "ships"], regress),
    form("move", &["ships"], |r, s| Some(Op::Move(r.number("ships", 1..=MAX_SHIPS, s)?))),
    form("hop", &[], |_, _| Some(Op::Hop)),
    form("recall", &["split"], |r, s| Some(Op::Recall(r.word("split", SPLITS, s)?))),
    form("expel", &[], |_, _| Some(Op::Expel)),
    form("upgrade", &["terms"], |r, s| Some(Op::Upgrade(r.word("terms", TERMS, s)?))),
    form("reroll-dice", &["which"], |r, s| Some(Op::RerollDice(r.word("which", WHICH, s)?))),
    form("set-die", &[], |_, _| Some(Op::SetDie)),
    form("repeat-die", &[], |_, _| Some(Op::RepeatDie)),
    form("any-action", &[], |_, _| Some(Op::AnyAction)),
    form("replace-planet", &["put"], |r, s| Some(Op::ReplacePlanet(r.word("put", PUT, s)?))),
    form("use-row-planet", &[], |_, _| Some(Op::UseRowPlanet)),
    form("use-colony-of-other", &["pay"], |r, s| {
        Some(Op::UseColonyOfOther(r.word("pay", RESOURCES, s)?))
    }),
    form("gain-per-follow", &["resource"], |r, s| Some(Op::GainPerFollow(resource(r, s)?))),
    form("follows-cost-two", &[], |_, _| Some(Op::FollowsCostTwo)),
    form("no-follow", &[], |_, _| Some(Op::NoFollow)),
];

/// What can stand in the `attack` of a Rogue.
pub(super) const ATTACKS: &[Form<AttackOp>] = &[
    form("lose", &["energy", "culture"], |r, s| Some(AttackOp::Lose(amount(r, "lose", s)?))),
    form("gain", &["energy", "culture"], |r, s| Some(AttackOp::Gain(amount(r, "gain", s)?))),
    form("steal", &["energy", "culture"], |r, s| Some(AttackOp::Steal(amount(r, "steal", s)?))),
    form("steal-any", &["units"], |r, s| {
        Some(AttackOp::StealAny(r.number("units", 1..=CAP, s)?))
    }),
    form("regress-one", &["steps"], |r, s| Some(AttackOp::RegressOne(steps(r, s)?))),
    form("regress-all", &["steps"], |r, s| Some(AttackOp::RegressAll(steps(r, s)?))),
    form("advance-all", &["steps"], |r, s| Some(AttackOp::AdvanceAll(steps(r, s)?))),
    form("one-die-fewer", &[], |_, _| Some(AttackOp::OneDieFewer)),
];

/// What can be the `condition` of a mission.
pub(super) const CONDITIONS: &[Form<Condition>] = &[
    form("most", &["of"], |r, s| Some(Condition::Most(r.word("of", COUNTS, s)?))),
    form("fewest", &["of"], |r, s| Some(Condition::Fewest(r.word("of", COUNTS, s)?))),
    form("equal-tracks", &[], |_, _| Some(Condition::Equal)),
    form("triggered-end", &[], |_, _| Some(Condition::TriggeredEnd)),
    form("holds", &["energy", "culture"], |r, s| Some(Condition::Holds(amount(r, "holds", s)?))),
    form("top-level", &[], |_, _| Some(Condition::TopLevel)),
    form("all-home", &[], |_, _| Some(Condition::AllHome)),
    form("none-home", &[], |_, _| Some(Condition::NoneHome)),
];

/// Reads a table whose key `tag` names one of the forms; `stray` knows names that belong elsewhere.
pub(super) fn read<T>(
    value: &Value,
    tag: &'static str,
    forms: &[Form<T>],
    stray: impl Fn(&str) -> Option<ProblemKind>,
    sink: &mut Sink,
) -> Option<T> {
    let row = Row::open(value, sink)?;
    let named = row.need(tag, sink)?;
    let name = text(named, sink)?;
    let Some(form) = forms.iter().find(|form| form.name == name) else {
        let known = || forms.iter().map(|form| form.name).collect();
        let kind = stray(name);
        let kind = kind.unwrap_or_else(|| ProblemKind::UnknownOperation(clip(name), known()));
        sink.report(at(named), kind);
        return None;
    };
    let known: Vec<_> = std::iter::once(tag).chain(form.keys.iter().copied()).collect();
    row.allow(&known, sink);
    (form.read)(&row, sink)
}

fn gain(row: &Row, sink: &mut Sink) -> Option<Op> {
    let who = row.word_or("to", WHO, Who::User, sink);
    let amount = amount(row, "gain", sink);
    Some(Op::Gain(who?, amount?))
}

fn advance(row: &Row, sink: &mut Sink) -> Option<Op> {
    let who = row.word_or("to", WHO, Who::User, sink);
    let on = row.word("track", REACH, sink);
    let steps = steps(row, sink);
    Some(Op::Advance(who?, on?, steps?))
}

fn regress(row: &Row, sink: &mut Sink) -> Option<Op> {
    let on = row.word("track", REACH, sink);
    let steps = steps(row, sink);
    let ships = row.number_or("ships", 1..=MAX_SHIPS, 1, sink);
    Some(Op::Regress { on: on?, steps: steps?, ships: ships? })
}

fn resource(row: &Row, sink: &mut Sink) -> Option<Resource> {
    row.word("resource", RESOURCES, sink)
}

fn steps(row: &Row, sink: &mut Sink) -> Option<u8> {
    row.number("steps", 1..=MAX_STEPS, sink)
}

fn amount(row: &Row, name: &'static str, sink: &mut Sink) -> Option<Amount> {
    if row.get("energy").is_none() && row.get("culture").is_none() {
        sink.report(row.at(), ProblemKind::NoAmount(name));
        return None;
    }
    let energy = row.number_or("energy", 1..=CAP, 0, sink);
    let culture = row.number_or("culture", 1..=CAP, 0, sink);
    Some(Amount { energy: energy?, culture: culture? })
}
