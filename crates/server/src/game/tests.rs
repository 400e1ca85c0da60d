//! Tests of game logs, on positions in the notation of `docs/RULES.md`.

use super::Game;
use super::commands::UndoScope;
use super::core::Core;
use super::draft::Draft;
use super::entry::{Entry, TimedEntry};
use super::terms::Terms;
use orrery_protocol::{AutoStepCause, Code, Fault, Following, Seat};
use orrery_record::Dealer;
use orrery_rules::{Action, Seats, Setup, State, Step, deck};
use serde_json::json;
use std::collections::BTreeMap;

/// Returns a game without bots at a position.
fn game(setup: &str) -> Game<'static> {
    let rules = deck::classic();
    let setup = Setup::parse(rules, setup).expect("a set-up");
    let origin = State::from_setup(rules, &setup).expect("a position");
    let settings = json!({ "seats": origin.seat_count(), "beat_ms": 0,
        "clock": {"kind":"live","bank_s":60,"move_s":10,"follow_s":5},
        "absent": {"kind":"end-turn"} });
    let settings = serde_json::from_value(settings).expect("settings");
    let terms = Terms::new(&settings, rules).expect("valid settings");
    let dice = terms.dice(Dealer::new([7; 32]), BTreeMap::new());
    let mut game = Game::new(terms, dice, Seats::NONE, 0).expect("a game");
    game.origin = origin;
    game.core = Core::new(&game.terms, origin, Seats::NONE, 0);
    game
}

/// Applies a command, and returns the stored entries.
fn apply_command(
    game: &mut Game<'static>,
    command: impl for<'g> FnOnce(&'g Game<'static>) -> Result<Draft<'g, 'static>, Fault>,
) -> Result<Vec<Vec<u8>>, Fault> {
    let Draft { core, keep, steps, entries, .. } = command(game)?;
    game.accept(core, keep, steps, &entries);
    Ok(entries.iter().map(|entry| entry.encode().expect("an entry is JSON")).collect())
}

/// Returns the version of the current prompt.
fn prompt_version(game: &Game<'_>) -> u32 {
    game.core.open_window().map_or(game.core.asked_version, |window| window.version)
}

fn act(
    game: &mut Game<'static>,
    seat: Seat,
    notation: &str,
    at: i64,
) -> Result<Vec<Vec<u8>>, Fault> {
    let (version, id) = (prompt_version(game), format!("{seat}{}", game.seq));
    apply_command(game, |game| game.act(seat, version, notation, &id, at))
}

const THREE_SEATS: &str = "classic 3; row jakks nagato hoefker shouhua andellouxian-6; \
                     A 0; B 5e3c; C 5e3c; turn A dice energy energy";

/// Sets the follow mode of a seat.
fn set_follow_mode(
    game: &mut Game<'static>,
    seat: Seat,
    following: Following,
) -> Result<Vec<Vec<u8>>, Fault> {
    let id = game.seq.to_string();
    apply_command(game, |game| game.set_orders(seat, Vec::new(), following, &id, 0))
}

#[test]
fn a_seat_with_too_many_entries_can_only_answer_and_resign() {
    let mut game = game(THREE_SEATS);
    let mut log = Vec::new();
    let modes = [Following::Fast, Following::Normal].into_iter().cycle().take(100_000);
    let attempts = modes.map(|following| set_follow_mode(&mut game, Seat::B, following));
    let attempts = attempts.map(|stored| stored.map(|entries| log.extend(entries)));
    let refused = attempts.filter_map(Result::err).next().expect("there is a limit");
    assert_eq!(refused.code, Code::TooMany);
    set_follow_mode(&mut game, Seat::B, Following::Normal)
        .expect("unchanged orders are not stored");
    set_follow_mode(&mut game, Seat::C, Following::Fast).expect("others have room");
    set_follow_mode(&mut game, Seat::C, Following::Normal).expect("others have room");
    act(&mut game, Seat::A, "activate energy", 0).expect("the game continues");
    undo_last_step(&mut game, 0);
    act(&mut game, Seat::A, "activate energy", 0).expect("the game continues");
    act(&mut game, Seat::B, "follow", 0).expect("the seat that is asked may answer");
    let changed = act(&mut game, Seat::B, "pass", 0).expect_err("the answer cannot be changed");
    assert_eq!(changed.code, Code::TooMany);
    apply_command(&mut game, |game| game.resign(Seat::B, None, 0)).expect("every seat may resign");
    let mut again = self::game(THREE_SEATS);
    again.replay(&log).expect("a valid log");
    let refused = set_follow_mode(&mut again, Seat::B, Following::Fast)
        .expect_err("the replay counts the entries");
    assert_eq!(refused.code, Code::TooMany);
}

#[test]
fn unchanged_orders_are_not_stored() {
    let mut game = game(THREE_SEATS);
    assert_eq!(set_follow_mode(&mut game, Seat::B, Following::Normal), Ok(Vec::new()));
    assert_eq!(set_follow_mode(&mut game, Seat::B, Following::Fast).expect("a new mode").len(), 1);
    assert_eq!(set_follow_mode(&mut game, Seat::B, Following::Fast), Ok(Vec::new()));
    assert_eq!(game.seq, 1);
}

/// Undoes A's last step.
fn undo_last_step(game: &mut Game<'static>, at: i64) -> Vec<Vec<u8>> {
    let undo = game.undo_scope(Seat::A, game.core.version, None, at);
    let Ok(UndoScope::Free(to)) = undo else { panic!("{undo:?}") };
    let id = format!("u{}", game.seq);
    apply_command(game, |game| Ok(game.undo(Seat::A, to, &id, at))).expect("it is free")
}

/// The clock has ten seconds per decision, and a bank of one minute.
#[test]
fn an_undo_gives_no_extra_time() {
    let mut live = game(THREE_SEATS);
    let mut log = Vec::new();
    for second in [8, 20, 30] {
        log.extend(
            act(&mut live, Seat::A, "activate energy", second * 1000).expect("a legal step"),
        );
        let bank = 60_000 - (second * 1000 - 10_000).max(0);
        assert_eq!(live.core.banks[0], bank, "the undone steps gave no extra time");
        log.extend(undo_last_step(&mut live, second * 1000 + 1000));
        assert_eq!(live.core.deadline(&live.terms, Seat::A), Some(70_000));
    }
    log.extend(act(&mut live, Seat::A, "activate energy", 40_000).expect("a legal step"));
    let late = live.undo_scope(Seat::A, live.core.version, None, 70_000);
    assert!(matches!(late, Ok(UndoScope::NeedsConsent(_))), "no time is left: {late:?}");
    let mut again = game(THREE_SEATS);
    again.replay(&log).expect("a valid log");
    assert_eq!((again.core.banks, again.core.asked_at), (live.core.banks, live.core.asked_at));
    assert_eq!(again.core.banks[0], 30_000);
}

#[test]
fn time_before_a_server_start_is_not_charged() {
    let mut live = game(THREE_SEATS);
    live.core.grace_end = 3_600_000;
    assert_eq!(live.core.deadline(&live.terms, Seat::A), Some(3_670_000));
    let log = act(&mut live, Seat::A, "activate energy", 3_615_000).expect("a legal step");
    let mut again = game(THREE_SEATS);
    again.replay(&log).expect("a valid log");
    assert_eq!([live.core.banks[0], again.core.banks[0]], [55_000; 2]);
}

#[test]
fn a_grace_period_is_logged_once() {
    let mut live = game(THREE_SEATS);
    live.core.grace_end = 3_600_000;
    let mut log = act(&mut live, Seat::A, "activate energy", 3_500_000).expect("a legal step");
    log.extend(undo_last_step(&mut live, 3_510_000));
    log.extend(act(&mut live, Seat::A, "activate energy", 3_615_000).expect("a legal step"));
    let grace_end = |bytes: &Vec<u8>| TimedEntry::decode(bytes).expect("an entry").grace_end;
    let ends: Vec<i64> = log.iter().filter_map(grace_end).collect();
    assert_eq!(ends, [3_600_000]);
    let mut again = game(THREE_SEATS);
    again.replay(&log).expect("a valid log");
    assert_eq!((again.core.banks, again.core.grace_end), (live.core.banks, live.core.grace_end));
}

#[test]
fn a_stuck_game_says_why_and_takes_no_more_steps() {
    let game = game(THREE_SEATS);
    let mut late = game.draft(70_000);
    late.time_out();
    assert!(late.stuck.is_none() && !late.steps.is_empty(), "the turn of A ends");
    let mut stuck = game.draft(70_000);
    stuck.take_step(Step::Action(Action::Follow), Some(AutoStepCause::Timeout), None);
    stuck.time_out();
    assert_eq!(stuck.stuck.as_deref(), Some("`follow` is illegal at version 0"));
    assert!(stuck.steps.is_empty() && stuck.entries.is_empty());
}

fn logged(entry: Entry) -> Vec<u8> {
    TimedEntry { at: 0, grace_end: None, entry }.encode().expect("an entry is JSON")
}

fn step(seat: Seat, step: &str) -> Vec<u8> {
    logged(Entry::Step { seat: Some(seat), step: step.to_owned(), by: None, id: None })
}

fn sealed(seat: Seat, step: Option<&str>) -> Vec<u8> {
    let (window_version, step) = (3, step.map(str::to_owned));
    logged(Entry::Sealed { seat, window_version, step, id: format!("{seat}") })
}

/// B has followed and stolen the culture that D needed to follow. C waits. D's answer came from a
/// timeout and is not in the log.
#[test]
fn a_partly_resolved_window_continues_after_replay() {
    let mut game = game(
        "classic 4; row clj-0517 jac-110912 shouhua piedes jakks nagato; \
         A 0; B 2c; C 2c; D 1c; turn A dice move move",
    );
    let log = [
        step(Seat::A, "activate move"),
        step(Seat::A, "ship 1"),
        step(Seat::A, "to orbit 2"),
        sealed(Seat::B, Some("follow")),
        sealed(Seat::C, None),
        step(Seat::B, "follow"),
        step(Seat::B, "ship 1"),
        step(Seat::B, "to surface 1"),
        step(Seat::B, "use"),
        step(Seat::B, "steal D"),
    ];
    game.replay(&log).expect("a valid log");
    let wake = |game: &mut Game<'static>| {
        apply_command(game, |game| {
            let mut draft = game.draft(6000);
            draft.run();
            Ok(draft)
        })
    };
    wake(&mut game).expect("it is woken");
    let pending =
        game.core.open_window().expect("C is asked").pending.iter().map(|asked| asked.seat);
    assert_eq!(pending.collect::<Vec<_>>(), [Seat::C], "D cannot follow any more");
    act(&mut game, Seat::C, "pass", 7000).expect("C decides after B");
    assert_eq!(game.core.single_asked_seat(), Some(Seat::A), "and the turn continues");
}
