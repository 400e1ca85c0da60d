//! Tests of windows that stay open, and of windows that replace them.

use super::{AskedSeat, SealedAnswer, Window};
use orrery_protocol::Seat;
use orrery_rules::{Action, Setup, State, Step, deck};

/// Returns the position after these steps.
fn after(setup: &str, steps: &[&str]) -> State<'static> {
    let rules = deck::classic();
    let setup = Setup::parse(rules, setup).expect("a set-up");
    let mut state = State::from_setup(rules, &setup).expect("a position");
    for notation in steps {
        let step = Step::parse(rules, notation).expect("a step");
        state.apply(step, &mut Vec::new()).unwrap_or_else(|why| panic!("{notation}: {why:?}"));
    }
    state
}

fn seal_follow(window: &mut Window, seat: Seat) {
    let asked: &mut AskedSeat = window.seat_mut(seat).expect("it is asked");
    asked.answer = Some(SealedAnswer::Act { action: Action::Follow, by: None, id: None });
}

/// A position in which the same seats are asked twice in a row about the same face.
///
/// An ability lets every seat use a face for free, and then the seats can follow the die itself.
const SETUP: &str = "classic 3; row jakks nagato hoefker shouhua andellouxian-6; \
                     A 3e1c colonies zavodnick; B 5e3c; C 5e3c; turn A dice colony";
const FIRST: [&str; 4] = ["activate colony", "planet zavodnick", "face colony", "upgrade 2e"];

/// Returns the first window, in which B and C have answered.
fn answered_window() -> Window {
    let mut window =
        Window::open_or_continue(&after(SETUP, &FIRST), None, 10, 0).expect("B and C are asked");
    seal_follow(&mut window, Seat::B);
    seal_follow(&mut window, Seat::C);
    window
}

/// Returns the window that continues or replaces this one after further steps, at version 12.
fn next_window(window: Window, steps: &[&str]) -> Window {
    let state = after(SETUP, &[&FIRST[..], steps].concat());
    let window = Window::open_or_continue(&state, Some(window), 12, 0).expect("B and C are asked");
    assert_eq!(window.pending.len(), 2, "the number of seats that are asked");
    window
}

#[test]
fn a_window_stays_open_until_it_is_resolved() {
    let window = next_window(answered_window(), &[]);
    assert_eq!((window.version, window.is_complete()), (10, true));
}

#[test]
fn a_seat_that_is_asked_again_gets_a_new_window() {
    let mut window = answered_window();
    window.mark_applied(Seat::B);
    let window = next_window(window, &[]);
    assert_eq!(window.version, 12);
    assert!(window.pending.iter().all(|asked| asked.answer.is_none()));
}

#[test]
fn a_question_with_another_cost_gets_a_new_window() {
    let window = next_window(answered_window(), &["follow", "upgrade 2e", "pass"]);
    assert_eq!(window.version, 12);
    assert!(window.pending.iter().all(|asked| asked.answer.is_none()));
}
