//! Compares every planet of every edition with a table.
//!
//! The table was written by hand from the published card lists.

use orrery_rules::deck;
use orrery_rules::ids::{Amount, Resource, Track};
use orrery_rules::ruleset::{
    Op, PlanetCard, Recipient, ReplacedTo, Rules, Split, TrackFilter, UpgradeTerms, WhichDice,
};

use Resource::{Culture, Energy};
use Track::{Diplomacy as D, Economy as E};

/// A card: name, resource, track, points, costs, effects and limits.
///
/// The limits are `o` (own turn only) and `1` (once per turn).
type Row = (&'static str, Resource, Track, u8, Vec<Op>, Vec<Op>, &'static str);

const ANY: TrackFilter = TrackFilter::Any;
const DIP: TrackFilter = TrackFilter::Only(D);
const ECO: TrackFilter = TrackFilter::Only(E);

const fn units(energy: u8, culture: u8) -> Amount {
    Amount { energy, culture }
}
const fn gain(energy: u8, culture: u8) -> Op {
    Op::Gain(Recipient::User, units(energy, culture))
}
const fn give(energy: u8, culture: u8) -> Op {
    Op::Gain(Recipient::Others, units(energy, culture))
}
const fn pay(energy: u8, culture: u8) -> Op {
    Op::Pay(units(energy, culture))
}
const fn steal(energy: u8, culture: u8) -> Op {
    Op::Steal(units(energy, culture))
}
const fn advance(on: TrackFilter, steps: u8) -> Op {
    Op::Advance(Recipient::User, on, steps)
}
const fn let_advance(on: TrackFilter, steps: u8) -> Op {
    Op::Advance(Recipient::Others, on, steps)
}
const fn regress(on: TrackFilter, steps: u8, ships: u8) -> Op {
    Op::Regress { on, steps, ships }
}
fn free(op: Op) -> (Vec<Op>, Vec<Op>) {
    (vec![], vec![op])
}
fn row(
    name: &'static str,
    (resource, track, points): (Resource, Track, u8),
    (costs, effects): (Vec<Op>, Vec<Op>),
    limit: &'static str,
) -> Row {
    (name, resource, track, points, costs, effects, limit)
}
fn costing(cost: Op, effect: Op) -> (Vec<Op>, Vec<Op>) {
    (vec![cost], vec![effect])
}
fn both(first: Op, second: Op) -> (Vec<Op>, Vec<Op>) {
    (vec![], vec![first, second])
}

fn classic(helios: ReplacedTo, mared: UpgradeTerms, andellouxian: Split) -> Vec<Row> {
    vec![
        row("Jakks", (Culture, D, 1), free(gain(0, 1)), ""),
        row("Vici-KS156", (Energy, E, 1), free(gain(1, 0)), ""),
        row("Drewkaiden", (Culture, E, 1), free(advance(DIP, 1)), ""),
        row("Leandra", (Energy, D, 1), free(advance(ECO, 1)), ""),
        row("Birkomius", (Culture, D, 1), free(Op::GainPerFollow(Culture)), "o1"),
        row("Bisschop", (Energy, E, 1), free(Op::GainPerFollow(Energy)), "o1"),
        row("Tifnod", (Culture, E, 1), free(regress(DIP, 1, 1)), ""),
        row("Vizcarra", (Energy, D, 1), free(regress(ECO, 1, 1)), ""),
        row("MJ-120210", (Energy, D, 2), free(gain(2, 0)), ""),
        row("Helios", (Culture, D, 2), free(Op::ReplacePlanet(helios)), ""),
        row("Mared", (Energy, E, 2), free(Op::Upgrade(mared)), ""),
        row("Lureena", (Culture, E, 2), free(Op::Upgrade(UpgradeTerms::Mixed)), ""),
        row("Zalax", (Culture, D, 2), free(Op::RerollDice(WhichDice::Any)), "o"),
        row("Hoefker", (Culture, E, 2), costing(pay(1, 0), gain(0, 2)), ""),
        row("CLJ-0517", (Energy, E, 2), free(steal(0, 1)), "1"),
        row("La-Torres", (Culture, D, 2), free(steal(1, 0)), "1"),
        row("Pembertonia-Major", (Energy, E, 3), free(Op::TurnInto(Energy)), ""),
        row("Omicron-Fenzi", (Culture, D, 3), free(Op::TurnInto(Culture)), ""),
        row("Nagato", (Energy, E, 3), costing(pay(0, 1), Op::Move(2)), "1"),
        row("Padraigin-3110", (Culture, E, 3), costing(pay(0, 2), advance(DIP, 2)), ""),
        row("Jorg", (Culture, D, 3), costing(pay(0, 2), regress(ANY, 2, 1)), ""),
        row("Nakagawakozi", (Energy, D, 3), costing(pay(2, 0), advance(ECO, 2)), ""),
        row("Brumbaugh", (Energy, D, 3), costing(pay(2, 0), regress(ANY, 1, 2)), ""),
        row("Umbra-Forum", (Culture, E, 3), free(Op::UseRowPlanet), ""),
        row("JAC-110912", (Culture, E, 5), both(gain(0, 2), give(0, 1)), ""),
        row("Gleam-Zanier", (Energy, D, 5), both(gain(2, 0), give(1, 0)), ""),
        row("Maia", (Culture, D, 5), costing(Op::DiscardDice(2), gain(2, 2)), "o"),
        row("Andellouxian-6", (Culture, E, 5), free(Op::Recall(andellouxian)), ""),
        row("Walsfeo", (Energy, E, 5), free(Op::UseColonyOfOther(Culture)), ""),
        row("Sargus-36", (Culture, D, 5), free(Op::UseColonyOfOther(Energy)), ""),
        row("Zavodnick", (Energy, E, 5), free(Op::AnyAction), "1"),
        row("BSW-10-1", (Energy, D, 5), costing(Op::RegressOwn, Op::AdvanceAnother(ANY, 1)), ""),
        row("Aughmoore", (Energy, D, 7), free(Op::GainPerHomeShip(Culture)), ""),
        row("Shouhua", (Energy, D, 7), free(advance(ANY, 1)), ""),
        row("Nibiru", (Culture, D, 7), free(Op::FollowsCostTwo), "o"),
        row("Gort", (Energy, E, 7), free(Op::Hop), ""),
        row("Terra-Bettia", (Energy, D, 7), both(let_advance(ANY, 1), advance(ANY, 2)), ""),
        row("K-Widow", (Culture, E, 7), free(regress(ANY, 1, 1)), ""),
        row("Piedes", (Energy, E, 7), free(Op::RepeatDie), ""),
        row("Gyore", (Culture, E, 7), free(Op::SetDie), "o"),
    ]
}

fn prototype() -> Vec<Row> {
    vec![
        row("Planet 001", (Culture, E, 1), free(advance(DIP, 1)), ""),
        row("Planet 002", (Energy, D, 1), free(advance(ECO, 1)), ""),
        row("Planet 003", (Energy, E, 1), free(gain(1, 0)), ""),
        row("Planet 004", (Culture, E, 1), free(regress(DIP, 1, 1)), ""),
        row("Planet 005", (Culture, D, 1), free(gain(0, 1)), ""),
        row("Planet 006", (Energy, D, 1), free(regress(ECO, 1, 1)), ""),
        row("Planet 007", (Culture, E, 2), costing(pay(1, 0), gain(0, 2)), ""),
        row("Planet 008", (Energy, E, 2), free(steal(0, 1)), "1"),
        row("Planet 009", (Energy, D, 2), free(gain(2, 0)), ""),
        row("Planet 010", (Culture, D, 2), free(Op::RerollDice(WhichDice::All)), "o"),
        row("Planet 011", (Energy, D, 3), costing(pay(2, 0), advance(ECO, 2)), ""),
        row("Planet 012", (Culture, D, 3), free(Op::TurnInto(Culture)), ""),
        row("Planet 013", (Culture, E, 3), costing(pay(0, 2), advance(DIP, 2)), ""),
        row("Planet 014", (Energy, E, 3), free(Op::TurnInto(Energy)), ""),
        row("Planet 015", (Energy, D, 5), costing(Op::DiscardDice(3), advance(ANY, 2)), "o"),
        row("Planet 016", (Culture, D, 5), costing(Op::DiscardDice(2), gain(2, 2)), "o"),
        row("Planet 017", (Culture, E, 5), free(Op::Expel), ""),
        row("Planet 018", (Culture, E, 5), both(gain(0, 2), give(0, 1)), ""),
        row("Planet 019", (Culture, E, 7), free(Op::SetDie), "o"),
        row("Planet 020", (Energy, D, 7), free(advance(ANY, 1)), ""),
        row("Planet 021", (Culture, D, 7), free(Op::NoFollow), "o"),
        row("Planet 022", (Energy, E, 7), free(Op::RepeatDie), ""),
        row("Planet 023", (Energy, D, 7), free(Op::GainPerHomeShip(Culture)), ""),
        row("Planet 024", (Energy, E, 7), free(Op::Hop), ""),
    ]
}

fn blast_off() -> Vec<Row> {
    let lose_die = Op::DiscardDice(1);
    vec![
        row("Asterel", (Energy, D, 1), free(gain(1, 0)), ""),
        row("Brontide", (Culture, E, 1), free(gain(0, 1)), ""),
        row("Cindra", (Energy, E, 1), free(advance(DIP, 1)), ""),
        row("Dewlight", (Culture, D, 1), free(advance(ECO, 1)), ""),
        row("Emberon", (Energy, E, 1), costing(lose_die, gain(1, 1)), "o"),
        row("Fathom", (Culture, D, 1), both(gain(0, 2), give(0, 1)), ""),
        row("Glasswind", (Culture, E, 2), free(gain(1, 1)), ""),
        row("Halcyra", (Energy, D, 2), costing(pay(1, 0), gain(0, 2)), ""),
        row("Ironmote", (Energy, E, 2), costing(pay(0, 1), gain(2, 0)), ""),
        row("Junipera", (Culture, D, 2), costing(lose_die, advance(ANY, 1)), "o"),
        row("Kelpara", (Culture, D, 2), free(gain(2, 0)), ""),
        row("Lumen Drift", (Energy, E, 2), costing(Op::RegressOwn, gain(1, 1)), ""),
        row("Mirrormere", (Culture, E, 3), costing(pay(2, 0), advance(ECO, 2)), ""),
        row("Nocturne Bay", (Energy, D, 3), costing(pay(0, 2), advance(DIP, 2)), ""),
        row("Oxbow", (Energy, E, 3), costing(pay(1, 0), advance(ANY, 1)), ""),
        row("Palewood", (Culture, D, 3), both(gain(0, 3), give(0, 1)), ""),
        row("Quillstone", (Culture, E, 3), both(gain(3, 0), give(1, 0)), ""),
        row("Rustfall", (Energy, D, 3), costing(Op::RegressOwn, gain(2, 1)), ""),
        row("Saltspire", (Energy, E, 5), free(advance(ECO, 1)), ""),
        row("Thornmoor", (Culture, D, 5), free(advance(DIP, 1)), ""),
        row("Umberlight", (Culture, E, 5), free(gain(2, 1)), ""),
        row("Verdance", (Energy, D, 5), both(advance(ANY, 2), let_advance(ANY, 1)), ""),
        row("Windlass", (Energy, E, 5), costing(lose_die, gain(2, 2)), "o"),
        row("Xanthe", (Culture, D, 5), costing(pay(0, 1), advance(ANY, 1)), ""),
        row("Yonder", (Energy, D, 7), free(advance(ANY, 1)), ""),
        row("Zephyrine", (Culture, E, 7), both(gain(2, 2), give(1, 0)), ""),
        row("Aphelion", (Energy, E, 7), costing(pay(1, 0), advance(ECO, 2)), ""),
        row("Brightwater", (Culture, D, 7), costing(pay(0, 1), advance(DIP, 2)), ""),
        row("Cairn", (Culture, E, 7), costing(lose_die, advance(ANY, 2)), "o"),
        row("Duskmantle", (Energy, D, 7), free(gain(1, 2)), ""),
    ]
}

fn as_row(card: &PlanetCard) -> (&str, Resource, Track, u8, Vec<Op>, Vec<Op>, &'static str) {
    let ability = &card.ability;
    let limit = match (ability.own_turn, ability.once.is_some()) {
        (false, false) => "",
        (true, false) => "o",
        (false, true) => "1",
        (true, true) => "o1",
    };
    let (costs, effects) = (ability.costs().to_vec(), ability.effects().to_vec());
    (&card.name, card.resource, card.track, card.points, costs, effects, limit)
}

fn assert_same(rules: &Rules, table: &[Row]) {
    assert_eq!(rules.planets.len(), table.len(), "{}", rules.id);
    for (card, expected) in rules.planets.iter().zip(table) {
        assert_eq!(&as_row(card), expected, "{}", rules.id);
    }
}

#[test]
fn every_classic_planet_is_as_printed() {
    let table = classic(ReplacedTo::Discard, UpgradeTerms::DiscountIfLowest, Split::OneResource);
    assert_same(deck::classic(), &table);
}

#[test]
fn the_revised_planets_differ_in_three_cards() {
    let table = classic(ReplacedTo::UnderDeck, UpgradeTerms::DiscountIfLowestOrTied, Split::Free);
    assert_same(deck::revised(), &table);
}

#[test]
fn every_prototype_planet_is_as_listed() {
    assert_same(deck::prototype(), &prototype());
}

#[test]
fn every_blast_off_planet_is_as_listed() {
    assert_same(deck::blast_off(), &blast_off());
}
