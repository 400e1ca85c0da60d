//! Tests of every condition, scope and follow mode.
//!
//! Positions use the notation of `docs/RULES.md`.

use super::{answer, follow_preview, stays_in_force};
use orrery_protocol::{
    Condition, Face, Fallback, FollowPreview, Following, Order, Scope, Seat, Standing,
};
use orrery_rules::{Action, Setup, State, Step, deck};

/// Returns a position in which B may follow A's last action.
fn follow_position(setup: &str, steps: &str) -> State<'static> {
    let (rules, text) = (deck::classic(), format!("classic 2; {setup}"));
    let parsed = Setup::parse(rules, &text).expect("a set-up");
    let mut state = State::from_setup(rules, &parsed).expect("a position");
    for notation in steps.split(", ") {
        let step = Step::parse(rules, notation).expect("a step");
        state.apply(step, &mut Vec::new()).expect("a legal step");
    }
    state
}

/// Returns a position in which B has these resources, and A gains energy.
fn energy(held: &str) -> State<'static> {
    let setup = format!("row jakks mj-120210 nagato jac-110912; A 0; B {held}; dice energy");
    follow_position(&setup, "activate energy")
}

/// Returns a position in which B has a ship on a diplomacy track, and A advances on one.
fn diplomacy(place: &str) -> State<'static> {
    let setup = format!(
        "row jakks mj-120210 nagato jac-110912; A ships orbit:2:0 home; \
         B 2c ships {place} home; dice diplomacy"
    );
    follow_position(&setup, "activate diplomacy, advance 1")
}

fn follow(conditions: &[Condition], otherwise: Fallback) -> Vec<Order> {
    let standing = Standing::Follow { conditions: conditions.to_vec(), otherwise };
    [Face::Energy, Face::Diplomacy]
        .map(|face| Order { face, standing: standing.clone(), scope: Scope::Game })
        .to_vec()
}

fn answer_normally(state: &State<'_>, conditions: &[Condition]) -> Option<Action> {
    answer(state, &follow(conditions, Fallback::Pass), Following::Normal)
}

#[test]
fn the_preview_shows_gains_colonies_and_remaining_culture() {
    let ships = "2c ships surface:1 surface:3";
    let preview = FollowPreview { colonises: false, gains: 2, keeps_culture: 1 };
    assert_eq!(follow_preview(&energy("2c ships home home")), Some(preview));
    assert_eq!(follow_preview(&energy(ships)).map(|it| it.gains), Some(1));
    let colony = FollowPreview { colonises: true, gains: 0, keeps_culture: 1 };
    assert_eq!(follow_preview(&diplomacy("orbit:1:1")), Some(colony));
    assert!(follow_preview(&diplomacy("orbit:1:0")).is_some_and(|it| !it.colonises));
}

#[test]
fn an_order_passes_follows_or_asks() {
    let state = energy("2c");
    let order = |standing| [Order { face: Face::Energy, standing, scope: Scope::Game }];
    let answer_to = |standing| answer(&state, &order(standing), Following::Normal);
    assert_eq!(answer_to(Standing::Never), Some(Action::Pass));
    assert_eq!(answer_to(Standing::Ask), None);
    assert_eq!(answer_normally(&state, &[]), Some(Action::Follow));
    assert_eq!(answer(&state, &[], Following::Normal), None, "without an order, B is asked");
    let other = [Order { face: Face::Move, standing: Standing::Never, scope: Scope::Game }];
    assert_eq!(answer(&state, &other, Following::Normal), None, "the order is for another face");
}

#[test]
fn an_order_follows_if_the_gain_is_high_enough() {
    let state = energy("2c ships home home");
    assert_eq!(answer_normally(&state, &[Condition::Gains { at_least: 2 }]), Some(Action::Follow));
    assert_eq!(answer_normally(&state, &[Condition::Gains { at_least: 3 }]), Some(Action::Pass));
}

#[test]
fn an_order_follows_if_enough_culture_is_left() {
    let keeps = |at_least| [Condition::KeepsCulture { at_least }];
    assert_eq!(answer_normally(&energy("3c"), &keeps(2)), Some(Action::Follow));
    assert_eq!(answer_normally(&energy("2c"), &keeps(2)), Some(Action::Pass));
}

#[test]
fn an_order_follows_if_it_can_colonise() {
    assert_eq!(
        answer_normally(&diplomacy("orbit:1:1"), &[Condition::Colonises]),
        Some(Action::Follow)
    );
    assert_eq!(
        answer_normally(&diplomacy("orbit:1:0"), &[Condition::Colonises]),
        Some(Action::Pass)
    );
}

#[test]
fn an_order_passes_or_asks_if_a_condition_fails() {
    let both = [Condition::Colonises, Condition::KeepsCulture { at_least: 2 }];
    let state = diplomacy("orbit:1:1");
    assert_eq!(answer_normally(&state, &both), Some(Action::Pass), "one culture is left");
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
    let nine_gains = follow(&[Condition::Gains { at_least: 9 }], Fallback::Ask);
    assert_eq!(answer(&state, &nine_gains, Following::Fast), None);
}

#[test]
fn orders_expire_by_their_scope() {
    let order = |scope| Order { face: Face::Move, standing: Standing::Never, scope };
    let stays = |scope, active| stays_in_force(&order(scope), Seat::B, active);
    assert!(!stays(Scope::Turn, Seat::A) && !stays(Scope::Turn, Seat::B));
    assert!(stays(Scope::UntilMyTurn, Seat::A) && !stays(Scope::UntilMyTurn, Seat::B));
    assert!(stays(Scope::Game, Seat::A) && stays(Scope::Game, Seat::B));
}
