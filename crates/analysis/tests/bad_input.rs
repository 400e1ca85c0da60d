//! Tests of records that can be analysed only in part, and of very long games.

use orrery_analysis::{Analysis, AnalysisOptions, EvaluatorKind, Game, NoteKind, Review, analyse};
use orrery_record::{DeckCache, LoadedRules, Record};
use orrery_rules::{Action, Actions, Actor, Options, Random, Rulings, State, Step};
use std::ops::ControlFlow;

/// Reads a record of `data/records` whose text `change` has edited.
fn record(name: &str, change: impl Fn(String) -> String) -> (Record, DeckCache) {
    let path = format!("{}/../../data/records/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = change(std::fs::read_to_string(path).expect("a record"));
    let mut decks = DeckCache::default();
    (Record::read(text.as_bytes(), &mut decks).expect("a record"), decks)
}

fn network_review(game: Game) -> Review {
    let options = AnalysisOptions { evaluator: EvaluatorKind::Network, ..Default::default() };
    analyse(game, options, |_| ControlFlow::Continue(())).review()
}

/// Reviews a record with its own rules.
fn review(name: &str, change: impl Fn(String) -> String) -> Review {
    let (record, decks) = record(name, change);
    let rules = decks.rules(&record.header).expect("rules");
    network_review(Game::from_record(&record, rules).expect("a game"))
}

fn kinds(review: &Review) -> Vec<NoteKind> {
    review.notes.iter().map(|note| note.kind).collect()
}

#[test]
fn false_dice_are_reported_and_the_game_is_analysed() {
    let honest = review("v1-r1-free-follow-idle.orr", |text| text);
    assert_eq!(kinds(&honest), []);
    let forged = review("v1-r1-free-follow-idle.orr", |text| {
        text.replacen("dice seed 07", "dice seed 08", 1)
    });
    assert_eq!(kinds(&forged), [NoteKind::FalseDice]);
    assert!(forged.over && forged.analysed == forged.steps);
    assert_eq!(forged.moves, honest.moves);
}

#[test]
fn another_revision_is_analysed_up_to_the_first_step_that_does_not_fit() {
    let (record, _) = record("v1-r1-free-follow-missed.orr", |text| text);
    let newest = LoadedRules::edition(&record.header.edition).expect("an edition");
    assert!(newest.revision > record.header.revision);
    let review = network_review(Game::from_record(&record, newest).expect("a game"));
    assert_eq!(kinds(&review), [NoteKind::Revision, NoteKind::Illegal, NoteKind::Unfinished]);
    let first = review.notes[1].step.expect("a step");
    assert!(first > 1 && review.steps == first - 1, "{first} {}", review.steps);
    assert!(!review.over && !review.moves.is_empty());
}

#[test]
fn a_note_lists_unknown_cards() {
    let mut deck = "edition = \"classic\"\nid = \"own\"\nname = \"Own\"\nrevision = 1\n".to_owned();
    for number in 0..8 {
        deck += &format!(
            "[[planet]]\nid = \"own-{number}\"\nname = \"Own {number}\"\nresource = \"energy\"\n\
             track = \"economy\"\npoints = 3\nlength = 4\nability = [{{ op = \"gain\", energy = 2 }}]\n"
        );
    }
    let rules = DeckCache::default().load(&deck, Rulings::NEWEST).expect("a deck");
    let review = network_review(turns_without_actions(rules, 3));
    let unknown = review.notes.iter().find(|note| note.kind == NoteKind::UnknownCards);
    assert!(unknown.is_some_and(|note| note.text.contains("own-0, own-1")), "{:?}", review.notes);
    assert_eq!(review.analysed, review.steps);
}

#[test]
fn a_redacted_record_is_analysed_with_possible_missions() {
    let review = review("v1-classic-3-seen-by-b.orr", |text| text);
    assert_eq!(kinds(&review), [NoteKind::HiddenMissions]);
    assert!(review.analysed == review.steps && review.over);
}

/// Returns a game in which both players end their turns at once, up to this many turns.
fn turns_without_actions(rules: LoadedRules, turns: u16) -> Game {
    let mut state = State::new(&rules, &Options::players(2)).expect("valid options");
    let (start, mut random, mut steps) = (state.detach(), Random(1), Vec::new());
    let mut legal = Actions::new();
    while state.turn() <= turns {
        let step = match (state.chance(), state.actor()) {
            (Some(node), _) => Step::Chance(node.pick(random.bits())),
            (None, Actor::Seat(_)) => {
                state.legal_actions(&mut legal);
                let end = legal.iter().copied().find(|action| *action == Action::EndTurn);
                Step::Action(end.unwrap_or(legal[0]))
            }
            _ => break,
        };
        state.apply_unchecked(step);
        steps.push(step);
    }
    Game::from_steps(rules.clone(), start, &steps)
}

#[test]
fn a_game_of_a_thousand_turns_is_analysed_in_small_slices() {
    let rules = LoadedRules::edition("classic").expect("an edition");
    let game = turns_without_actions(rules, 1000);
    let options = AnalysisOptions { evaluator: EvaluatorKind::Network, rollouts: 16, seed: 0 };
    let mut analysis = Analysis::new(game, options);
    let (mut slices, mut most) = (0, 0);
    while !analysis.is_every_step_analysed() {
        let before = analysis.progress().done;
        analysis.advance(20);
        most = most.max(analysis.progress().done - before);
        slices += 1;
    }
    // The length of a slice does not depend on the length of the game.
    assert!(slices > 100 && most < 60, "{slices} slices, at most {most} steps");
    let review = analysis.review();
    assert_eq!(
        (review.analysed, review.graph.last().map(|point| point.turn)),
        (review.steps, Some(1001))
    );
    // Only the luckiest and the unluckiest roll of each seat keep all possible rolls.
    assert!(review.rolls.len() <= 4);
}
