//! Tests of the built-in editions: numbers of cards, tracks, rule variants, missions and Rogues.

use orrery_rules::deck::{self, EDITIONS};
use orrery_rules::ids::{Amount, Resource, Track};
use orrery_rules::ruleset::{
    Attack, AttackOp, BonusRule, ConvertRule, EmpireLevel, ForceRule, LandingRule, MAX_LIMITED,
    MAX_NESTING, MissionCondition, MissionMetric, Naming, RerollRule, Rules, Solo,
};

fn all_editions() -> impl Iterator<Item = &'static Rules> {
    EDITIONS.iter().filter_map(|id| deck::edition(id))
}

#[test]
fn every_edition_is_found_by_its_id() {
    for id in EDITIONS {
        assert_eq!(deck::edition(id).map(|rules| rules.id.as_str()), Some(id));
    }
    assert_eq!(deck::edition("Classic"), None);
}

#[test]
fn the_editions_have_their_number_of_cards() {
    let counts: Vec<_> = all_editions()
        .map(|rules| (rules.planets.len(), rules.missions.len(), rules.rogues.len()))
        .collect();
    assert_eq!(counts, [(24, 0, 0), (40, 12, 5), (40, 12, 5), (30, 0, 0)]);
}

#[test]
fn an_orbit_track_is_as_long_as_its_points_say() {
    for card in all_editions().flat_map(|rules| &rules.planets) {
        let length = match card.points {
            1..=3 => card.points,
            5 => 4,
            _ => 5,
        };
        assert_eq!((card.length, card.end()), (length, length + 1), "{}", card.id);
    }
}

#[test]
fn the_id_of_a_card_is_the_slug_of_its_name() {
    let slug = |name: &str| name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    for card in all_editions().flat_map(|rules| &rules.planets) {
        assert_eq!(card.id, slug(&card.name));
    }
    for card in all_editions().flat_map(|rules| &rules.missions) {
        assert_eq!(card.id, slug(&card.name));
    }
    for card in all_editions().flat_map(|rules| &rules.rogues) {
        assert_eq!(card.id, slug(&card.name));
    }
}

#[test]
fn planets_limited_to_once_per_turn_are_numbered_in_the_order_of_the_file() {
    for rules in all_editions() {
        let numbers: Vec<_> = rules.planets.iter().filter_map(|card| card.ability.once).collect();
        let expected: Vec<_> = (0..numbers.len() as u8).collect();
        assert_eq!(numbers, expected);
        assert!(numbers.len() <= MAX_LIMITED);
    }
    let classic = deck::classic();
    let limited = classic.planets.iter().filter(|card| card.ability.once.is_some());
    let names: Vec<_> = limited.map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Birkomius", "Bisschop", "CLJ-0517", "La-Torres", "Nagato", "Zavodnick"]);
}

#[test]
fn the_number_of_nesting_abilities_is_within_the_limit() {
    for rules in all_editions() {
        let nesting = rules.planets.iter().filter(|card| card.ability.nests()).count();
        assert!(nesting <= MAX_NESTING, "{}", rules.id);
    }
}

fn levels(rows: &[(u8, u8, u8, u8)]) -> Vec<EmpireLevel> {
    rows.iter()
        .map(|&(cost, dice, ships, points)| EmpireLevel { cost, dice, ships, points })
        .collect()
}

#[test]
fn the_empire_tracks_are_as_printed() {
    let retail = levels(&[
        (0, 4, 2, 0),
        (2, 5, 2, 1),
        (3, 5, 3, 2),
        (4, 6, 3, 3),
        (5, 6, 4, 5),
        (6, 7, 4, 8),
    ]);
    for rules in [deck::prototype(), deck::classic(), deck::revised()] {
        assert_eq!(rules.track.levels(), retail);
    }
    let mut blast_off = retail;
    blast_off[5].dice = 6;
    assert_eq!(deck::blast_off().track.levels(), blast_off);
}

#[test]
fn the_rogue_has_its_own_track_where_there_is_a_solo_game() {
    let rogue = levels(&[(0, 5, 4, 1), (0, 5, 4, 2), (0, 6, 4, 3), (0, 6, 4, 5), (0, 7, 4, 8)]);
    assert_eq!(deck::classic().rogue_track.levels(), rogue);
    assert_eq!(deck::revised().rogue_track.levels(), rogue);
    assert_eq!(deck::prototype().rogue_track.top(), 0);
    assert_eq!(deck::blast_off().rogue_track.top(), 0);
}

#[test]
fn the_rule_variants_of_each_edition_are_as_printed() {
    let classic = deck::classic();
    assert_eq!((classic.seats, classic.dice, classic.followable), ((2, 5), 7, 7));
    assert_eq!((classic.home_energy, classic.naming), (1, Naming::Classic));
    assert_eq!(classic.landing, LandingRule::Optional);
    assert_eq!((classic.reroll, classic.convert), (RerollRule::FirstFree, ConvertRule::TwoForOne));

    let prototype = deck::prototype();
    assert_eq!((prototype.seats, prototype.home_energy, prototype.solo), ((2, 4), 0, None));

    let blast_off = deck::blast_off();
    assert_eq!((blast_off.seats, blast_off.dice, blast_off.followable), ((2, 4), 6, 3));
    assert_eq!((blast_off.home_energy, blast_off.naming), (1, Naming::BlastOff));
    assert_eq!((blast_off.landing, blast_off.solo), (LandingRule::Mandatory, None));
    assert_eq!(
        (blast_off.reroll, blast_off.convert),
        (RerollRule::AllPaid, ConvertRule::PayAndAct)
    );
}

#[test]
fn the_solo_games_of_classic_and_revised_differ() {
    let classic = Solo { force: ForceRule::Usable, bonus: BonusRule::ExtraTurn, relentless: false };
    let revised = Solo { force: ForceRule::Any, bonus: BonusRule::SameTurn, relentless: true };
    assert_eq!(deck::classic().solo, Some(classic));
    assert_eq!(deck::revised().solo, Some(revised));
}

#[test]
fn the_missions_are_as_printed() {
    let held = MissionMetric::Held;
    let table = [
        ("seeker", 3, 2, MissionCondition::Most(held(Resource::Culture))),
        ("charger", 3, 2, MissionCondition::Most(held(Resource::Energy))),
        ("conqueror", 3, 2, MissionCondition::Most(MissionMetric::Colonies)),
        ("hermit", 3, 2, MissionCondition::Fewest(MissionMetric::Colonies)),
        ("noble", 3, 2, MissionCondition::Most(MissionMetric::ColoniesOn(Track::Diplomacy))),
        ("trader", 3, 2, MissionCondition::Most(MissionMetric::ColoniesOn(Track::Economy))),
        ("equalizer", 3, 3, MissionCondition::Equal),
        ("elder", 2, 2, MissionCondition::TriggeredEnd),
        ("hoarder", 2, 2, MissionCondition::Holds(Amount { energy: 3, culture: 3 })),
        ("industrialist", 2, 2, MissionCondition::TopLevel),
        ("orbiter", 2, 2, MissionCondition::AllHome),
        ("explorer", 2, 2, MissionCondition::NoneHome),
    ];
    let classic = deck::classic().missions.iter();
    let found: Vec<_> =
        classic.map(|card| (card.id.as_str(), card.points, card.tied, card.condition)).collect();
    assert_eq!(found, table);
    assert_eq!(deck::revised().missions, deck::classic().missions);
}

/// Returns five attacks of one operation each.
///
/// `once` contains the indices of the attacks that are limited to once per turn.
fn attacks(ops: [AttackOp; 5], once: &[usize]) -> Vec<Attack> {
    let attack = |(n, op)| Attack { parts: vec![op], once: once.contains(&n) };
    ops.into_iter().enumerate().map(attack).collect()
}

#[test]
fn the_attacks_of_the_rogues_are_as_printed() {
    use AttackOp::{AdvanceAll, Gain, Lose, OneDieFewer, RegressAll, RegressOne, Steal, StealAny};
    let energy = |units| Amount::of(Resource::Energy, units);
    let culture = |units| Amount::of(Resource::Culture, units);
    let one_each = Amount { energy: 1, culture: 1 };
    let (lose_e, lose_c) = (Lose(energy(1)), Lose(culture(1)));
    let artemis = [lose_e, lose_c, Steal(culture(1)), RegressOne(1), StealAny(2)];
    let rothkel = [lose_e, lose_c, Gain(energy(2)), RegressOne(1), AdvanceAll(1)];
    let zendica = [lose_e, Gain(culture(2)), RegressOne(1), OneDieFewer, RegressAll(1)];
    let hades = [Gain(one_each), Steal(energy(2)), Steal(culture(2)), AdvanceAll(2), StealAny(3)];
    let gamelyn = [Lose(one_each), Steal(one_each), AdvanceAll(1), AdvanceAll(1), AdvanceAll(2)];
    let mut last = attacks(gamelyn, &[2, 3, 4]);
    last[3].parts.push(Steal(energy(1)));
    let table = [
        ("artemis", "beginner", attacks(artemis, &[])),
        ("rothkel", "easy", attacks(rothkel, &[4])),
        ("zendica", "medium", attacks(zendica, &[3, 4])),
        ("hades", "hard", attacks(hades, &[3])),
        ("gamelyn", "epic", last),
    ];
    for rules in [deck::classic(), deck::revised()] {
        let found = rules.rogues.iter();
        let found: Vec<_> = found
            .map(|card| (card.id.as_str(), card.difficulty.as_str(), card.attacks.clone()))
            .collect();
        assert_eq!(found, table);
    }
}
