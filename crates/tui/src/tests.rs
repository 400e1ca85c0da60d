//! Tests of the game that both displays share: offered choices, undo, saving.

use crate::inbox::{Inbox, Input};
use crate::lines;
use crate::local::{GameStore, LocalGame, NewGame, Player, legal, notation};
use crate::screen::tests::offered_on_screen;
use crate::table::{Report, Response, Table, TableCommand};
use crate::texts::Texts;
use orrery_describe::Language;
use orrery_record::LoadedRules;
use orrery_rules::{OptionSet, Options, Random, deck};
use std::collections::HashSet;

pub(crate) const ENGLISH: Texts = Texts(Language::English);
pub(crate) const GERMAN: Texts = Texts(Language::German);

/// Returns a game with people in the first seats and bots in the last ones.
pub(crate) fn game(
    edition: &str,
    options: Options,
    bots: &[&str],
    seed: u8,
    texts: Texts,
) -> LocalGame {
    let rules = LoadedRules::edition(edition).expect("an edition");
    let people = options.seats - bots.len();
    let bots = bots.iter().map(|bot| Player::Bot((*bot).to_owned()));
    let names = ["Ada", "Ben", "Cleo", "Dag", "Eva"].map(str::to_owned);
    let start = NewGame {
        rules,
        options,
        players: (0..people).map(|_| Player::Person).chain(bots).collect(),
        names: names[..options.seats].to_vec(),
        seed: [seed; 32],
        date: None,
    };
    LocalGame::new(start, texts).expect("a game")
}

/// Takes random choices until the game is over or `choices` were made; bots act in between.
pub(crate) fn play(game: &mut LocalGame, random: &mut Random, choices: usize) {
    for left in (0..=choices).rev() {
        while let Some(job) = game.job() {
            game.receive(job());
        }
        let scene = game.scene();
        let Some(question) = scene.question().filter(|_| left > 0) else { return };
        game.act(random.below(question.choices.len())).expect("a legal choice");
    }
}

/// Returns all valid setups: edition, number of players, and no options or all of them.
fn all_setups() -> Vec<(&'static str, Options)> {
    let mut setups = Vec::new();
    for edition in deck::EDITIONS {
        let rules = deck::edition(edition).expect("an edition");
        for seats in rules.player_counts() {
            let rogue = (seats == 1).then_some(0);
            for chosen in [OptionSet::NONE, OptionSet::offered(rules, seats)] {
                let options = Options { seats, rogue, start: None, chosen };
                if options.problems(rules).is_empty() {
                    setups.push((edition, options));
                }
            }
        }
    }
    setups
}

/// Returns the choices that the line mode prints.
fn offered_in_lines(game: &mut LocalGame) -> Vec<String> {
    let inbox = Inbox::new();
    // Enter confirms that only the asked person looks at a secret question.
    for input in [Input::Line(String::new()), Input::End] {
        inbox.sender().send(input).expect("an open queue");
    }
    let mut out = Vec::new();
    lines::play(game, &inbox, &mut out).expect("an open output");
    let text = String::from_utf8(out).expect("a text");
    let mut choices: Vec<String> = Vec::new();
    for line in text.lines() {
        let numbered = line.split_once(". ").filter(|(number, _)| number.parse::<usize>().is_ok());
        let Some((number, text)) = numbered else { continue };
        // A repeated question starts again with 1.
        if number == "1" {
            choices.clear();
        }
        assert_eq!(number.parse(), Ok(choices.len() + 1), "{line}");
        choices.push(text.to_owned());
    }
    choices
}

/// Asserts that both displays offer exactly the legal actions; returns the number of actions.
fn compare_offers(game: &mut LocalGame) -> usize {
    let state = game.state();
    let actions: Vec<String> =
        legal(&state).iter().map(|action| notation(state.rules(), *action)).collect();
    let scene = game.scene();
    let choices = &scene.question().expect("a question").choices;
    let steps: Vec<&str> = choices.iter().map(|it| it.step.as_str()).collect();
    assert_eq!(steps, actions);
    let full: Vec<String> = choices.iter().map(crate::table::Choice::full).collect();
    assert_eq!(offered_in_lines(game), full);
    let texts: Vec<String> = choices.iter().map(|it| it.text.clone()).collect();
    assert_eq!(offered_on_screen(game), texts);
    texts.len()
}

/// Compares the offers at some positions of a random game; returns the number of choices compared.
///
/// It compares the first position of each kind of question, and one in fifty of the others.
fn compare_in_game(edition: &str, options: Options, seed: u64) -> usize {
    let mut game = game(edition, options, &[], seed as u8, ENGLISH);
    let (mut random, mut kinds, mut compared) = (Random(seed), HashSet::new(), 0);
    while let Some(asked) = game.state().decision() {
        let is_new = kinds.insert(std::mem::discriminant(&asked.question));
        if is_new || random.below(50) == 0 {
            compared += compare_offers(&mut game);
        }
        let count = legal(&game.state()).len();
        game.act(random.below(count)).expect("a legal choice");
    }
    assert!(game.scene().is_over(), "{edition} {options:?}");
    compared
}

/// Compares the offers in a whole game of every setup of an edition.
fn compare_offers_of(edition: &str) {
    let setups = all_setups().into_iter().filter(|(other, _)| *other == edition);
    let compared: usize =
        (1..).zip(setups).map(|(seed, (_, options))| compare_in_game(edition, options, seed)).sum();
    assert!(compared > 500, "only {compared} choices were compared");
}

#[test]
fn screen_and_lines_offer_the_legal_actions_of_classic_games() {
    compare_offers_of("classic");
}

#[test]
fn screen_and_lines_offer_the_legal_actions_of_revised_games() {
    compare_offers_of("revised");
}

#[test]
fn screen_and_lines_offer_the_legal_actions_of_prototype_games() {
    compare_offers_of("prototype");
}

#[test]
fn screen_and_lines_offer_the_legal_actions_of_blast_off_games() {
    compare_offers_of("blast-off");
}

#[test]
fn every_edition_has_a_test_of_its_offers() {
    assert_eq!(deck::EDITIONS, ["prototype", "classic", "revised", "blast-off"]);
}

#[test]
fn undo_restores_the_choice_and_the_log() {
    let mut game = game("classic", Options::players(2), &[], 3, ENGLISH);
    play(&mut game, &mut Random(1), 2);
    let (before, log) = (game.scene(), game.log().to_vec());
    let die = before
        .question()
        .expect("a question")
        .choices
        .iter()
        .position(|it| it.step.starts_with("activate"));
    game.act(die.expect("a die")).expect("a legal choice");
    assert!(game.log().len() > log.len());
    assert!(matches!(game.command(TableCommand::Undo), Ok(Response::Done(_))));
    assert_eq!((game.scene().phase, game.log()), (before.phase, &log[..]));
    assert!(game.command(TableCommand::Undo).is_err(), "undo went back before a roll");
}

#[test]
fn a_saved_game_whose_dice_do_not_match_its_seed_is_not_offered() {
    let folder = tempfile::tempdir().expect("a directory");
    let store = GameStore::new(folder.path().to_owned());
    let mut played = game("revised", Options::players(2), &["greedy"], 5, ENGLISH);
    store.add(&mut played).expect("a saved game");
    play(&mut played, &mut Random(2), 4);
    let files = std::fs::read_dir(folder.path()).expect("a directory");
    let path = files.map(|entry| entry.expect("an entry").path()).next().expect("a saved game");
    let text = std::fs::read_to_string(&path).expect("a text");
    let mut saved: serde_json::Value = serde_json::from_str(&text).expect("a saved game");
    assert_eq!(store.games(ENGLISH).len(), 1);
    saved["seed"] = "00".repeat(32).into();
    std::fs::write(&path, saved.to_string()).expect("it is written");
    assert!(store.games(ENGLISH).is_empty());
}

#[test]
fn a_saved_game_continues_with_the_same_dice() {
    let folder = tempfile::tempdir().expect("a directory");
    let store = GameStore::new(folder.path().to_owned());
    let mut first = game("revised", Options::players(3), &["greedy", "random"], 5, ENGLISH);
    store.add(&mut first).expect("a saved game");
    play(&mut first, &mut Random(2), 12);
    let mut saved = store.games(ENGLISH);
    assert_eq!(saved.len(), 1);
    let mut second = saved.remove(0).game;
    assert_eq!(second.record(), first.record());
    play(&mut first, &mut Random(9), 5000);
    play(&mut second, &mut Random(9), 5000);
    assert_eq!(second.record(), first.record());
    assert!(first.scene().is_over());
    assert!(store.games(ENGLISH).is_empty(), "a finished game is still saved");
    let records = std::fs::read_dir(folder.path()).expect("a directory");
    let record = records.map(|entry| entry.expect("an entry").path()).next().expect("a record");
    let record = std::fs::read_to_string(record).expect("a text");
    let record = orrery_record::Record::parse(&record).expect("a record");
    let rules = LoadedRules::edition("revised").expect("an edition");
    assert!(record.verify(&rules).expect("fair dice").finished);
}

#[test]
fn standing_orders_pass_without_a_question() {
    use orrery_protocol::Face;
    let faces =
        [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];
    let mut game = game("classic", Options::players(2), &["greedy"], 5, ENGLISH);
    play(&mut game, &mut Random(4), 1);
    for face in faces {
        assert!(game.command(TableCommand::Order(face)).is_ok());
    }
    for _ in 0..40 {
        play(&mut game, &mut Random(7), 1);
        let scene = game.scene();
        let Some(question) = scene.question() else { continue };
        assert!(question.choices.iter().all(|it| it.step != "follow"), "{}", question.text);
    }
    assert!(game.log().iter().any(|it| it.contains("standing order")));
}

#[test]
fn hints_show_chances_and_explanations_name_rules() {
    let mut game = game("classic", Options::players(2), &[], 3, GERMAN);
    play(&mut game, &mut Random(1), 2);
    let Ok(Response::Job(job)) = game.command(TableCommand::Hint) else { panic!("no hint") };
    let Report::Answer(version, _, lines) = job() else { panic!("no hint") };
    assert_eq!(version, game.version());
    assert!(lines[0].contains("% Gewinnchance"), "{lines:?}");
    let step = Some("upgrade 2e".to_owned());
    let Ok(Response::Lines(_, lines)) = game.command(TableCommand::Why(step)) else {
        panic!("no explanation");
    };
    assert!(lines[0].contains("(R"), "{lines:?}");
}
