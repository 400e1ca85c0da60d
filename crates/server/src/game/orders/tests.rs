//! Tests of every condition, scope and follow mode.
//!
//! Positions use the notation of `docs/RULES.md`.

use super::{answer, brings, stays_in_force};
use orrery_protocol::{
    Condition, Face, Fallback, FollowPreview, Following, Order, Scope, Seat, Standing,
};
use orrery_rules::{Action, Setup, State, Step, deck};

/// Returns a position in which B may follow A's last action.
fn asked(setup: &str, steps: &str) -> State<'static> {
    let (rules, text) = (deck::classic(), format!("classic 2; {setup}"));
    let parsed = Setup::parse(rules, &text).expect("it is a set-up");
    let mut state = State::from_setup(rules, &parsed).expect("it can be");
    for words in steps.split(", ") {
        let step = Step::parse(rules, words).expect("it is a step");
        state.apply(step, &mut Vec::new()).expect("it is legal");
    }
    state
}

/// Returns a position in which B has these resources, and A gains energy.
fn energy(held: &str) -> State<'static> {
    let setup = format!("row jakks mj-120210 nagato jac-110912; A 0; B {held}; dice energy");
    asked(&setup, "activate energy")
}

/// Returns a position in which B has a ship on a diplomacy track, and A advances on one.
fn diplomacy(place: &str) -> State<'static> {
    let setup = format!(
        "row jakks mj-120210 nagato jac-110912; A ships orbit:2:0 home; \
         B 2c ships {place} home; dice diplomacy"
    );
    asked(&setup, "activate diplomacy, advance 1")
}

fn follow(conditions: &[Condition], otherwise: Fallback) -> Vec<Order> {
    let standing = Standing::Follow { conditions: conditions.to_vec(), otherwise };
    [Face::Energy, Face::Diplomacy]
        .map(|face| Order { face, standing: standing.clone(), scope: Scope::Game })
        .to_vec()
}

fn normal(state: &State<'_>, conditions: &[Condition]) -> Option<Action> {
    answer(state, &follow(conditions, Fallback::Pass), Following::Normal)
}

#[test]
fn the_preview_shows_gains_colonies_and_remaining_culture() {
    let ships = "2c ships surface:1 surface:3";
    let brought = FollowPreview { colonises: false, gains: 2, keeps_culture: 1 };
    assert_eq!(brings(&energy("2c ships home home")), Some(brought));
    assert_eq!(brings(&energy(ships)).map(|it| it.gains), Some(1));
    let colony = FollowPreview { colonises: true, gains: 0, keeps_culture: 1 };
    assert_eq!(brings(&diplomacy("orbit:1:1")), Some(colony));
    assert!(brings(&diplomacy("orbit:1:0")).is_some_and(|it| !it.colonises));
}

#[test]
fn an_order_passes_follows_or_asks() {
    let state = energy("2c");
    let order = |standing| [Order { face: Face::Energy, standing, scope: Scope::Game }];
    let says = |standing| answer(&state, &order(standing), Following::Normal);
    assert_eq!(says(Standing::Never), Some(Action::Pass));
    assert_eq!(says(Standing::Ask), None);
    assert_eq!(normal(&state, &[]), Some(Action::Follow));
    assert_eq!(answer(&state, &[], Following::Normal), None, "without an order, B is asked");
    let other = [Order { face: Face::Move, standing: Standing::Never, scope: Scope::Game }];
    assert_eq!(answer(&state, &other, Following::Normal), None, "the order is for another face");
}

#[test]
fn an_order_follows_if_the_gain_is_high_enough() {
    let state = energy("2c ships home home");
    assert_eq!(normal(&state, &[Condition::Gains { at_least: 2 }]), Some(Action::Follow));
    assert_eq!(normal(&state, &[Condition::Gains { at_least: 3 }]), Some(Action::Pass));
}

#[test]
fn an_order_follows_if_enough_culture_is_left() {
    let keeps = |at_least| [Condition::KeepsCulture { at_least }];
    assert_eq!(normal(&energy("3c"), &keeps(2)), Some(Action::Follow));
    assert_eq!(normal(&energy("2c"), &keeps(2)), Some(Action::Pass));
}

#[test]
fn an_order_follows_if_it_can_colonise() {
    assert_eq!(normal(&diplomacy("orbit:1:1"), &[Condition::Colonises]), Some(Action::Follow));
    assert_eq!(normal(&diplomacy("orbit:1:0"), &[Condition::Colonises]), Some(Action::Pass));
}

#[test]
fn an_order_passes_or_asks_if_a_condition_fails() {
    let both = [Condition::Colonises, Condition::KeepsCulture { at_least: 2 }];
    let state = diplomacy("orbit:1:1");
    assert_eq!(normal(&state, &both), Some(Action::Pass), "one culture is left");
    assert_eq!(answer(&state, &follow(&both, Fallback::Ask), Following::Normal), None);
}

#[test]
fn beginner_mode_always_asks_and_fast_mode_asks_only_by_order() {
    let state = energy("2c");
    let never = [Order { face: Face::Energy, standing: Standing::Never, scope: Scope::Game }];
    let ask = [Order { face: Face::Energy, standing: Standing::Ask, scope: Scope::Game }];
    assert_eq!(answer(&state, &never, Following::Beginner), None);
    assert_eq!(answer(&state, &[], Following::Fast), Some(Action::Pass));
    assert_eq!(answer(&state, &ask, Following::Fast), None);
    let worth = follow(&[Condition::Gains { at_least: 9 }], Fallback::Ask);
    assert_eq!(answer(&state, &worth, Following::Fast), None);
}

#[test]
fn orders_expire_by_their_scope() {
    let order = |scope| Order { face: Face::Move, standing: Standing::Never, scope };
    let lives = |scope, beginning| stays_in_force(&order(scope), Seat::B, beginning);
    assert!(!lives(Scope::Turn, Seat::A) && !lives(Scope::Turn, Seat::B));
    assert!(lives(Scope::UntilMyTurn, Seat::A) && !lives(Scope::UntilMyTurn, Seat::B));
    assert!(lives(Scope::Game, Seat::A) && lives(Scope::Game, Seat::B));
}
