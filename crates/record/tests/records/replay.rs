//! Replays report the first step that differs, with the reason.

use crate::play::{classic, every_game, seat, with_step_text};
use orrery_record::{Difference, Record, TurnLabel};
use orrery_rules::{GameOption, Rules, RulesSpec, deck};

#[test]
fn every_game_replays_to_its_end() {
    for (kind, record) in every_game() {
        let mut calls = 0;
        let state = record.replay(kind.rules, |played| {
            calls += 1;
            assert_eq!(played.number, calls);
        });
        assert!(state.is_ok_and(|state| state.is_over()), "{}", kind.name);
        assert_eq!(calls, record.len());
    }
}

fn message(record: &Record, rules: &Rules) -> String {
    record.replay(rules, |_| {}).expect_err("a difference").to_string()
}

#[test]
fn the_first_difference_is_named_with_its_reason() {
    let record = classic(2);
    let rules = deck::classic();
    let opening_steps = record.turns[0].steps.len();
    let changed = with_step_text(&record, opening_steps + 2, "upgrade 2e");
    let problem = changed.replay(rules, |_| {}).expect_err("a difference");
    assert_eq!((problem.step, problem.step_text.as_str()), (opening_steps + 2, "upgrade 2e"));
    assert!(matches!(problem.turn, TurnLabel::Turn(1, _)));
    assert!(problem.to_string().contains("(R2.2)"), "{problem}");

    let mut changed = record.clone();
    changed.turns[3].digest = Some(5);
    let before: usize = record.turns[..3].iter().map(|turn| turn.steps.len()).sum();
    let problem = changed.replay(rules, |_| {}).expect_err("a difference");
    assert_eq!(problem.step, before + 1);
    assert!(matches!(problem.difference, Difference::Digest(5, _)));
}

#[test]
fn every_kind_of_difference_has_a_message() {
    let record = classic(2);
    let rules = deck::classic();
    let mut changed = record.clone();
    changed.turns[1].label = TurnLabel::Turn(9, seat(0));
    assert!(message(&changed, rules).contains("this belongs to turn 1"));
    let mut changed = record.clone();
    changed.turns[0].steps[8].by = Some(seat(1));
    assert!(message(&changed, rules).contains("seat A must act here, not seat B"));
    assert!(
        message(&with_step_text(&record, 1, "drew nowhere"), rules).contains("this is not a step")
    );
    assert!(message(&record, deck::revised()).contains("needs the deck `classic`, not `revised`"));
    let mut changed = record.clone();
    changed.ending.as_mut().and_then(|e| e.scores.as_mut()).expect("a result").points[0] += 1;
    assert!(message(&changed, rules).contains("differs from the recorded one"));
    let mut changed = record.clone();
    let again = changed.turns[1].steps[0].clone();
    changed.turns.last_mut().expect("a turn").steps.push(again);
    assert!(message(&changed, rules).contains("game over (R11.1)"));
    let mut changed = record.clone();
    changed.turns.pop();
    assert!(message(&changed, rules).contains("not over"));
    let mut changed = record;
    changed.header.seats = 5;
    changed.header.chosen.insert(GameOption::DuelMissions);
    assert!(message(&changed, rules).contains("cannot start like this"));
}

#[test]
fn a_record_can_be_replayed_with_another_revision_and_a_difference_names_both() {
    let record = classic(2);
    let newest = deck::classic();
    let spec = RulesSpec { revision: newest.revision + 1, ..(**newest).clone() };
    let rules = spec.build().expect("playable rules");
    assert!(record.replay(&rules, |_| {}).is_ok());
    let message = message(&with_step_text(&record, 1, "end"), &rules);
    assert!(message.contains("revision 2 of the rules, replayed with 3"), "{message}");
}
