//! Every card of every edition has a text in every language.

use orrery_describe::{self as say, Context, Language, Localizer, Message};
use orrery_rules::ids::{Mission, Planet};
use orrery_rules::{Rules, deck};
use std::collections::BTreeSet;

fn every_card(rules: &Rules) -> Vec<Message> {
    let planets = (0..rules.planets.len()).filter_map(Planet::new);
    let missions = (0..rules.missions.len()).filter_map(Mission::new);
    let attacks = rules.rogues.iter().flat_map(|rogue| &rogue.attacks);
    let mut all: Vec<Message> = planets.map(|planet| say::ability(rules, planet)).collect();
    all.extend(missions.map(|mission| say::mission(rules, mission)));
    all.extend(attacks.map(say::attack));
    all.extend(rules.rogues.iter().map(say::difficulty));
    all
}

#[test]
fn every_card_of_every_edition_has_its_text() {
    for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
        let context = Context { rules, seats: &["Ada", "Ben"], row: [None; 6] };
        for localizer in Language::ALL.iter().copied().map(Localizer::new) {
            for message in every_card(rules) {
                let text = localizer.checked_text(&message, &context);
                let text = text.unwrap_or_else(|missing| panic!("{}: {missing:?}", message.key));
                assert!(!text.trim().is_empty() && !text.contains(['{', '}', '?']), "{text}");
            }
        }
    }
}

#[test]
fn a_card_has_a_readable_text() {
    let classic = deck::classic();
    let context = Context { rules: classic, seats: &[], row: [None; 6] };
    let [english, german] = [Language::English, Language::German].map(|language| {
        let planet = classic.find_planet("nakagawakozi").expect("a classic planet");
        Localizer::new(language).text(&say::ability(classic, planet), &context)
    });
    assert_eq!(english, "Pay 2 energy: advance one of your ships 2 spaces on an economy track.");
    let advance = "Rücke eines deiner Schiffe auf einer Wirtschaftsleiste 2 Felder vor.";
    assert_eq!(german, format!("Bezahle 2 Energie: {advance}"));
}

/// Every language translates the names of missions and editions, and has no unused names.
#[test]
fn every_mission_and_edition_has_a_name_in_every_language() {
    let editions: Vec<_> = deck::EDITIONS.iter().filter_map(|id| deck::edition(id)).collect();
    let missions = editions.iter().flat_map(|rules| rules.missions.iter().map(|card| &card.name));
    let names: BTreeSet<&String> =
        missions.chain(editions.iter().map(|rules| &rules.name)).collect();
    for &language in Language::ALL {
        let localizer = Localizer::new(language);
        let source = language.source().lines().filter(|line| line.starts_with("name-"));
        let known: BTreeSet<&str> =
            source.filter_map(|line| line.split_once(" = ")).map(|(_, name)| name).collect();
        let translated: BTreeSet<String> = names.iter().map(|name| localizer.name(name)).collect();
        assert!(translated.iter().map(String::as_str).eq(known), "{language:?}: {translated:?}");
    }
}

#[test]
fn an_unknown_name_is_unchanged() {
    for &language in Language::ALL {
        assert_eq!(Localizer::new(language).name("Night Watch"), "Night Watch");
    }
}
