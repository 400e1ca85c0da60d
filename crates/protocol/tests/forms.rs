//! Tests that messages round-trip and match `docs/PROTOCOL.md`.

use orrery_protocol::{
    AbilityKind, Cards, ClientMessage, Code, DescribedEvent, Event, Fault, FollowPreview,
    Following, MuteState, Order, Prompt, Scope, Seat, ServerMessage, Standing, StepTaken,
    TableSettings, View, ViewReason, legal,
};
use orrery_rules::{Actions, Actor, Options, Rules, State, Step, deck};
use orrery_testing::small_stack::on_small_stack;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Debug;

/// Serialises and parses a value, asserts that it is unchanged, and returns its JSON.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Value {
    let written = serde_json::to_string(value).expect("it can be written");
    let read: T = serde_json::from_str(&written).expect("it can be read");
    assert_eq!(&read, value);
    serde_json::from_str(&written).expect("it is JSON")
}

/// Plays a game with fixed pseudorandom choices.
///
/// Calls `see` with each position and the events of the step that led to it.
fn play(rules: &Rules, options: &Options, mut see: impl FnMut(&State<'_>, Vec<Event>)) {
    let mut state = State::new(rules, options).expect("the options fit");
    for number in 0..3000_usize {
        let step = match state.actor() {
            Actor::Over => return,
            Actor::Chance => {
                let node = state.chance().expect("it is chance's turn");
                Step::Chance(node.pick((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
            }
            Actor::Seat(_) => {
                let mut actions = Actions::new();
                state.legal_actions(&mut actions);
                Step::Action(actions[(number * 7) % actions.len()])
            }
        };
        let mut events = Vec::new();
        state.apply(step, &mut events).expect("it is legal");
        see(&state, events.into_iter().map(|event| Event::of(event, rules)).collect());
    }
}

#[test]
fn views_and_events_of_whole_games_round_trip() {
    for id in deck::EDITIONS {
        let rules = deck::edition(id).expect("it is built in");
        play(rules, &Options::players(3), |state, events| {
            for viewer in state.seats().map(Some).chain([None]) {
                round_trip(&View::of(&state.observe(viewer)));
            }
            for event in events {
                round_trip(&DescribedEvent { event, text: Some("words".to_owned()) });
            }
        });
    }
}

#[test]
fn every_view_of_a_game_for_five_is_shorter_than_8000_bytes() {
    let mut largest = 0;
    play(deck::classic(), &Options::players(5), |state, _| {
        let view = View::of(&state.observe(None));
        largest = largest.max(serde_json::to_string(&view).expect("it can be written").len());
    });
    assert!((1000..8000).contains(&largest), "the largest view has {largest} bytes");
}

#[test]
fn cards_round_trip() {
    let localizer = orrery_describe::Localizer::new(orrery_describe::Language::German);
    for id in deck::EDITIONS {
        round_trip(&Cards::of(deck::edition(id).expect("it is built in"), &localizer));
    }
}

#[test]
fn every_planet_has_an_ability_kind() {
    use AbilityKind::{Dice, Follow, Resources, Ships};
    let localizer = orrery_describe::Localizer::new(orrery_describe::Language::English);
    for id in deck::EDITIONS {
        let cards = Cards::of(deck::edition(id).expect("it is built in"), &localizer);
        assert!(cards.planets.iter().all(|it| !it.kinds.is_empty()), "{id}");
    }
    let cards = Cards::of(deck::classic(), &localizer);
    let kinds = |id: &str| {
        cards.planets.iter().find(|it| it.planet == id).map(|it| it.kinds.clone()).expect(id)
    };
    assert_eq!(kinds("jakks"), [Resources]);
    assert_eq!(kinds("nagato"), [Ships]);
    assert_eq!(kinds("andellouxian-6"), [Resources, Ships]);
    assert_eq!(kinds("zalax"), [Dice]);
    assert_eq!(kinds("bisschop"), [Resources, Follow]);
}

#[test]
fn legal_actions_are_in_notation() {
    let text = "classic 2; row jakks nagato hoefker shouhua; turn A dice move energy";
    let setup = orrery_rules::Setup::parse(deck::classic(), text).expect("it is a set-up");
    let state = State::from_setup(deck::classic(), &setup).expect("the position is possible");
    let mut actions = Actions::new();
    state.legal_actions(&mut actions);
    let notation = legal(&actions, deck::classic());
    assert_eq!(notation, ["activate move", "activate energy", "reroll", "end"]);
}

#[test]
fn client_messages_have_the_documented_form() {
    let orders = ClientMessage::Orders {
        id: "7".to_owned(),
        orders: vec![Order {
            face: orrery_protocol::Face::Energy,
            standing: Standing::Never,
            scope: Scope::UntilMyTurn,
        }],
        following: Following::Normal,
    };
    let form = json!({"do":"orders","id":"7","orders":[
        {"face":"energy","standing":{"kind":"never"},"scope":"until-my-turn"}]});
    assert_eq!(round_trip(&orders), form);
    let fast = ClientMessage::Orders {
        id: "7".to_owned(),
        orders: Vec::new(),
        following: Following::Fast,
    };
    assert_eq!(round_trip(&fast), json!({"do":"orders","id":"7","orders":[],"following":"fast"}));
    let hear = ClientMessage::Hear { id: "8".to_owned(), seat: Seat::B, hearing: MuteState::Muted };
    assert_eq!(round_trip(&hear), json!({"do":"hear","id":"8","seat":"B","hearing":"muted"}));
    assert_eq!(hear.id(), Some("8"));
    let hello = ClientMessage::Hello { orrery: 1, since: None, words: None };
    assert_eq!(round_trip(&hello), json!({"do":"hello","orrery":1}));
    assert_eq!(hello.id(), None);
}

#[test]
fn unknown_fields_are_refused() {
    let read = serde_json::from_str::<ClientMessage>(r#"{"do":"ping","id":"1","more":2}"#);
    assert!(read.is_err(), "{read:?}");
    let read = serde_json::from_str::<TableSettings>(r#"{"seats":2,"sets":2}"#);
    assert!(read.is_err(), "{read:?}");
}

#[test]
fn only_the_number_of_seats_is_a_required_setting() {
    let read: TableSettings =
        serde_json::from_str(r#"{"seats":3}"#).expect("the number of seats is enough");
    assert_eq!(read, TableSettings::seats(3));
    round_trip(&read);
}

#[test]
fn every_code_is_documented() {
    let documentation = include_str!("../../../docs/PROTOCOL.md");
    let table =
        &documentation[documentation.find("**Error codes**").expect("the table of codes")..];
    for code in Code::ONLINE {
        let word = serde_json::to_value(code).expect("a word");
        let word = format!("`{}`", word.as_str().expect("a word"));
        assert!(table.contains(&word), "{word} is not in docs/PROTOCOL.md");
    }
}

#[test]
fn server_messages_have_the_documented_form() {
    let described = DescribedEvent { event: Event::RogueBonus {}, text: None };
    let taken =
        StepTaken { seat: None, step: "rolled move".to_owned(), events: vec![described], by: None };
    let steps = ServerMessage::Steps {
        version: 9,
        length: 9,
        steps: vec![taken],
        prompt: None,
        clocks: Vec::new(),
    };
    let form = json!({"type":"steps","version":9,"length":9,"steps":[
        {"seat":null,"step":"rolled move","events":[{"kind":"rogue-bonus"}]}]});
    assert_eq!(round_trip(&steps), form);
    let error = ServerMessage::Error {
        id: Some("3".to_owned()),
        error: Fault { version: Some(4), ..Fault::new(Code::Stale, "the game has moved on") },
    };
    let form = json!({"type":"error","id":"3","error":
        {"code":"stale","text":"the game has moved on","version":4}});
    assert_eq!(round_trip(&error), form);
}

#[test]
fn a_view_message_contains_the_prompt() {
    let options = Options::players(2);
    let mut shown = None;
    play(deck::classic(), &options, |state, _| {
        let Some(asked) = state.decision() else { return };
        let decision = orrery_protocol::Decision::of(&asked, deck::classic());
        let prompt = Prompt {
            version: 4,
            seats: vec![decision.seat],
            decision,
            legal: vec!["pass".to_owned()],
            texts: Vec::new(),
            answered: None,
            brings: Some(FollowPreview { colonises: false, gains: 2, keeps_culture: 1 }),
            remaining_ms: Some(1500),
        };
        shown.get_or_insert_with(|| ServerMessage::View {
            version: 4,
            length: 4,
            reason: ViewReason::Joined,
            view: Box::new(View::of(&state.observe(Some(asked.seat)))),
            prompt: Some(prompt),
            clocks: Vec::new(),
        });
    });
    let form = round_trip(&shown.expect("a seat is asked"));
    assert_eq!(form["prompt"]["remaining_ms"], 1500);
    let brings = json!({"colonises":false,"gains":2,"keeps_culture":1});
    assert_eq!(form["prompt"]["brings"], brings);
    assert_eq!(form["type"], "view");
}

/// The JSON parser refuses more than 128 nested levels, so it does not overflow a small stack.
#[test]
fn nested_messages_do_not_overflow_the_stack() {
    on_small_stack("nested_messages_do_not_overflow_the_stack", || {
        for open in ["[", "{\"do\":", "{\"id\":[", "{\"do\":\"orders\",\"orders\":[{\"a\":"] {
            let text = open.repeat(ClientMessage::MAX_BYTES / open.len());
            let fault = ClientMessage::read(&text).expect_err("it is not a message");
            assert_eq!(fault.code, Code::Malformed, "{open}");
            assert_eq!(ClientMessage::id_in(&open.repeat(200_000)), None);
        }
    });
}
