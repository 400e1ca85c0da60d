//! Tests that even invalid messages give a text.

use crate::table::{context, planet, rules, seat, slot};
use orrery_describe as say;
use orrery_describe::{Arg, Context, Language, Localizer, Message};
use orrery_rules::event::Event;
use orrery_rules::ids::{Destination, Face, MAX_ROW, Mission};
use orrery_rules::ruleset::{Attack, Naming, RogueCard};
use orrery_rules::step::Action;

fn english(message: &Message) -> String {
    let rules = rules(Naming::Classic);
    Localizer::new(Language::English).text(message, &context(&rules))
}

#[test]
fn cards_that_are_not_in_the_deck_become_question_marks() {
    let rules = rules(Naming::Classic);
    let not_in_deck = Mission::new(15).expect("a mission");
    assert_eq!(english(&say::action(&Action::UsePlanet(planet(47)))), "Use the ability of ?");
    assert_eq!(english(&say::action(&Action::Keep(not_in_deck))), "Keep ?");
    assert_eq!(english(&say::ability(&rules, planet(47))), "?");
    assert_eq!(english(&say::mission(&rules, not_in_deck)), "?");
}

#[test]
fn unnamed_seats_and_slots_are_numbered() {
    assert_eq!(
        english(&say::event(&Event::TurnEnded { seat: seat(4) })),
        "Player 5 ended the turn."
    );
    let landing = say::action(&Action::GoTo(Destination::Surface(slot(3))));
    assert_eq!(english(&landing), "Land on planet 4 in the row");
}

#[test]
fn unknown_keys_and_missing_arguments_still_give_a_text() {
    assert_eq!(english(&Message::new("no-such-key")), "no-such-key");
    let bare = Message::new("event-gained");
    assert!(english(&bare).contains("gained"));
    let rules = rules(Naming::Classic);
    let checked = Localizer::new(Language::English).checked_text(&bare, &context(&rules));
    assert_eq!(checked.expect_err("two arguments are missing").len(), 2);
}

#[test]
fn empty_and_nested_lists_give_a_text() {
    let empty = Attack { parts: vec![], once: false };
    assert_eq!(english(&say::attack(&empty)), ".");
    let list =
        vec![Arg::Number(7), Arg::Face(Face::Move), Arg::List(vec![]), "R1".to_owned().into()];
    let message = Message::new("event-won-together").with("seats", list);
    assert_eq!(english(&message), "7, move,  and R1 shared the victory.");
}

#[test]
fn an_unknown_difficulty_is_shown_unchanged() {
    let (id, name) = (String::new(), String::new());
    let card = RogueCard { id, name, difficulty: "unfair".into(), attacks: vec![] };
    assert_eq!(english(&say::difficulty(&card)), "unfair");
}

#[test]
fn braces_in_names_are_not_placeholders() {
    let rules = rules(Naming::Classic);
    let context = Context { rules: &rules, seats: &["{ $seat }"], row: [None; MAX_ROW] };
    let text =
        Localizer::new(Language::English).text(&say::action(&Action::StealFrom(seat(0))), &context);
    assert_eq!(text, "Steal from { $seat }");
}

#[test]
fn events_update_the_row_of_the_context() {
    let rules = rules(Naming::Classic);
    let mut context = context(&rules);
    context.apply(&Event::PlanetDrawn { slot: slot(2), planet: planet(0) });
    context.apply(&Event::DeckRanOut { slot: slot(0) });
    context.apply(&Event::RogueBonus);
    assert_eq!(context.row, [None, Some(planet(2)), Some(planet(0)), None, None, None]);
}

#[test]
fn languages_are_found_by_tag_and_localizers_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Localizer>();
    assert_eq!(Language::from_tag("de-AT"), Some(Language::German));
    assert_eq!(Language::from_tag("EN_gb"), Some(Language::English));
    assert_eq!(Language::from_tag("fr"), None);
    assert_eq!(Localizer::new(Language::German).language().tag(), "de");
}
