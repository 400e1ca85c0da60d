//! A redacted record reveals nothing that its viewer may not know.

use crate::play::{begin, classic, play, seat};
use orrery_record::{Difference, Record};
use orrery_rules::{Actor, ChanceOutcome, Event, Seat, Step, deck};
use orrery_testing::tables::{Kind, every_kind};
use std::collections::BTreeSet;

/// Returns the game with different missions and choices for every seat but the viewer.
fn with_other_secrets(kind: &Kind, record: &Record, viewer: Option<Seat>) -> Record {
    let rules = kind.rules;
    let mut steps = Vec::new();
    record.replay(rules, |played| steps.push(played.step)).expect("a valid record");
    let mut again = orrery_record::Recorder::new(rules, &kind.options).expect("fits");
    let (mut deal, mut own) = (0, BTreeSet::new());
    let dealt = steps.iter().filter_map(|step| match step {
        Step::Chance(ChanceOutcome::Dealt(mission)) => Some(*mission),
        _ => None,
    });
    for (i, mission) in dealt.enumerate() {
        if viewer.is_some_and(|seat| seat.index() == i / 2) {
            own.insert(mission);
        }
    }
    for step in steps {
        let step = match (step, again.state().actor()) {
            (Step::Chance(ChanceOutcome::Dealt(mission)), _) => {
                deal += 1;
                let node = again.state().chance().expect("chance");
                let mut others = (0..node.total()).rev().map(|index| node.at(index));
                let free =
                    |o: &ChanceOutcome| matches!(o, ChanceOutcome::Dealt(m) if !own.contains(m));
                let mine = viewer.is_some_and(|seat| seat.index() == (deal - 1) / 2);
                let other = others.find(free).unwrap_or(ChanceOutcome::Dealt(mission));
                Step::Chance(if mine { ChanceOutcome::Dealt(mission) } else { other })
            }
            (Step::Action(orrery_rules::Action::Keep(_)), Actor::Seat(actor))
                if Some(actor) != viewer =>
            {
                let mut actions = orrery_rules::Actions::new();
                again.state().legal_actions(&mut actions);
                Step::Action(actions[actions.len() - 1])
            }
            (step, _) => step,
        };
        again.push(step).expect("legal");
    }
    let mut other = again.finish();
    other.header = record.header.clone();
    other
}

#[test]
fn games_that_differ_only_in_secrets_look_the_same() {
    let mut changed = 0;
    for kind in every_kind().into_iter().filter(|kind| kind.options.seats > 1) {
        let record = play(begin(&kind, 3), 3, 150).finish();
        if record.ending.as_ref().is_some_and(|ending| ending.scores.is_some()) {
            continue;
        }
        let viewers = (0..kind.options.seats).map(|i| Some(seat(i))).chain([None]);
        for viewer in viewers {
            let other = with_other_secrets(&kind, &record, viewer);
            changed += usize::from(other != record);
            let seen = |record: &Record| record.seen_by(kind.rules, viewer).expect("it is valid");
            assert_eq!(seen(&record).to_string(), seen(&other).to_string(), "{}", kind.name);
            assert_eq!(seen(&record).to_json(), seen(&other).to_json(), "{}", kind.name);
            let decks = orrery_record::DeckCache::default();
            assert_eq!(seen(&record).to_bytes(&decks), seen(&other).to_bytes(&decks));
        }
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn a_redacted_record_has_no_seed_digests_tags_marks_or_comments() {
    let mut record = classic(3);
    record.turns[1].comment = Some("she keeps the seeker".to_owned());
    for viewer in [None, Some(seat(0)), Some(seat(2))] {
        let seen = record.seen_by(deck::classic(), viewer).expect("it is valid");
        assert!(seen.header.dice.as_ref().is_some_and(|dice| dice.seed.is_none()));
        assert!(seen.header.tags.is_empty());
        assert!(seen.turns.iter().all(|turn| turn.digest.is_none() && turn.comment.is_none()));
        assert!(seen.entries().all(|(_, entry)| entry.mark.is_none() && entry.comment.is_none()));
        assert!(seen.ending.is_some_and(|ending| ending.digest.is_none()));
    }
}

#[test]
fn after_the_game_own_missions_and_all_kept_missions_are_visible() {
    let record = classic(3);
    let seen = record.seen_by(deck::classic(), Some(seat(1))).expect("it is valid");
    let hidden = |verb: &str| -> Vec<bool> {
        let entries = seen.entries().filter(|(_, entry)| entry.text.verb() == verb);
        entries.map(|(_, entry)| entry.text.is_hidden()).collect()
    };
    assert_eq!(hidden("dealt"), [true, true, false, false, true, true]);
    assert_eq!(hidden("keep"), [false, false, false]);
}

#[test]
fn a_redacted_record_can_be_watched_but_not_replayed() {
    for kind in every_kind() {
        let recorder = play(begin(&kind, 4), 4, 100_000);
        for steps in [5, 12, 100, 100_000] {
            let part = play(begin(&kind, 4), 4, steps).finish();
            let viewer = Some(seat(0));
            let seen = part.seen_by(kind.rules, viewer).expect("it is valid");
            let mut events: Vec<Event> = Vec::new();
            let first = seen.watch(kind.rules, viewer, |seen| events.extend(seen.events));
            let first = first.unwrap_or_else(|problem| panic!("{}: {problem}", kind.name));
            let mut known: Vec<Event> = Vec::new();
            let second = part.watch(kind.rules, viewer, |seen| known.extend(seen.events));
            assert_eq!(events, known, "{}", kind.name);
            assert_eq!(Ok(first), second, "{}", kind.name);
            let refused = seen.replay(kind.rules, |_| {}).expect_err("hidden").difference;
            assert_eq!(refused, Difference::Hidden);
        }
        assert!(recorder.state().is_over());
    }
}

#[test]
fn a_redacted_record_cannot_be_watched_by_another_seat() {
    let seen = classic(3).seen_by(deck::classic(), Some(seat(1))).expect("it is valid");
    assert!(seen.seen_by(deck::classic(), Some(seat(0))).is_err());
    assert!(seen.watch(deck::classic(), Some(seat(0)), |_| {}).is_err());
    assert!(seen.watch(deck::classic(), None, |_| {}).is_ok());
}

#[test]
fn missions_in_a_set_up_are_hidden_too() {
    let text = "classic 2\nrow jakks helios zalax gyore\nA mission elder/seeker\nB mission hoarder";
    let rules = deck::classic();
    let setup = orrery_rules::Setup::parse(rules, text).expect("a set-up");
    let recorder = orrery_record::Recorder::from_setup(rules, &setup).expect("a position");
    let record = recorder.finish();
    let seen = record.seen_by(rules, Some(seat(0))).expect("it is valid");
    let text = seen.to_string();
    assert!(text.contains("mission elder/seeker") && !text.contains("hoarder"), "{text}");
    assert_eq!(Record::parse(&text).as_ref(), Ok(&seen));
    let view = seen.watch(rules, Some(seat(0)), |_| {}).expect("it is valid");
    assert_eq!(view.mission(seat(0)), rules.find_mission("elder"));
    assert_eq!(view.mission(seat(1)), None);
    let text = record.seen_by(rules, None).expect("it is valid").to_string();
    assert_eq!(text.matches("mission ?").count(), 2, "{text}");
}
