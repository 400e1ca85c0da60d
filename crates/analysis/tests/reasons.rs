//! Tests that every number of a reason follows from the positions that the reason contains.

mod games;

use games::played;
use orrery_analysis::{Reason, ReasonSubject, chance_to_win, reasons};
use orrery_bots::{Network, OneStep};
use orrery_rules::{
    Action, Actions, Actor, Berth, ChanceOutcome, Face, Planet, Question, Rules, Seat, Ship, State,
    Step, Track,
};
use std::collections::BTreeMap;

/// Computes the numbers of a reason from its positions alone.
fn reproduced(rules: &Rules, seat: Seat, reason: &Reason) -> (f64, f64) {
    let [better, worse] = [&reason.better_position, &reason.worse_position]
        .map(|position| position.state(rules).expect("a legal position"));
    match reason.subject {
        ReasonSubject::NextColony(planet) => {
            (colonise_share(&better, seat, planet), colonise_share(&worse, seat, planet))
        }
        ReasonSubject::RivalNextColony(rival, planet) => {
            (colonise_share(&better, rival, planet), colonise_share(&worse, rival, planet))
        }
        ReasonSubject::NextUpgrade => (upgrade_share(&better, seat), upgrade_share(&worse, seat)),
        ReasonSubject::RerollBetter | ReasonSubject::RerollWorse => {
            let threshold = chance_to_win(&worse, seat);
            (share(&better, |state| chance_to_win(state, seat) > threshold), 0.0)
        }
        _ => (chance_to_win(&better, seat), chance_to_win(&worse, seat)),
    }
}

/// Returns the probability of the chance outcomes after which a condition holds.
fn share(state: &State<'_>, mut holds: impl FnMut(&State<'_>) -> bool) -> f64 {
    let (node, mut outcomes) = (state.chance().expect("a roll"), Vec::new());
    node.outcomes(&mut outcomes);
    let mut sum = 0;
    for (outcome, weight) in outcomes {
        assert!(matches!(outcome, ChanceOutcome::Rolled(_)));
        let mut next = *state;
        next.apply_unchecked(Step::Chance(outcome));
        sum += if holds(&next) { weight } else { 0 };
    }
    sum as f64 / node.total() as f64
}

/// Plays a die with all its choices; rivals pass.
///
/// Returns whether the die could be activated and `choose` always returned a legal action.
fn play_die(
    state: &mut State<'_>,
    face: Face,
    choose: impl Fn(&State<'_>) -> Option<Action>,
) -> bool {
    let seat = state.active();
    let mut legal = Actions::new();
    state.legal_actions(&mut legal);
    if !legal.contains(&Action::Activate(face)) {
        return false;
    }
    state.apply_unchecked(Step::Action(Action::Activate(face)));
    while let Some(decision) = state.decision() {
        let action = match decision.question {
            Question::Turn => break,
            Question::Follow { .. } if decision.seat != seat => Some(Action::Pass),
            _ => choose(state),
        };
        let Some(action) = action else { return false };
        if state.check(Step::Action(action)).is_err() {
            return false;
        }
        state.apply_unchecked(Step::Action(action));
    }
    true
}

/// Returns the share of the rolls with which a seat colonises a planet by the dice of its track.
fn colonise_share(state: &State<'_>, seat: Seat, planet: Planet) -> f64 {
    assert_eq!(state.active(), seat);
    let face = match state.rules().planet(planet).track {
        Track::Diplomacy => Face::Diplomacy,
        Track::Economy => Face::Economy,
    };
    let ship = (0..).map_while(Ship::new).find(|ship| match state.berth(seat, *ship) {
        Berth::Orbit(slot, _) => state.planet_in(slot) == Some(planet),
        _ => false,
    });
    let Some(ship) = ship else { return 0.0 };
    share(state, |rolled| {
        let mut state = *rolled;
        while !state.colonies(seat).has(planet) {
            if state.actor() != Actor::Seat(seat)
                || !play_die(&mut state, face, |_| Some(Action::AdvanceShip(ship)))
            {
                return state.colonies(seat).has(planet);
            }
        }
        true
    })
}

/// Returns the share of the rolls with which a seat can upgrade at once.
fn upgrade_share(state: &State<'_>, seat: Seat) -> f64 {
    let level = state.level(seat);
    let upgrade = |state: &State<'_>| {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        legal.iter().copied().find(|action| matches!(action, Action::Upgrade(_)))
    };
    share(state, |rolled| {
        let mut state = *rolled;
        play_die(&mut state, Face::Colony, upgrade);
        state.level(seat) > level
    })
}

/// The tables that the test plays: every edition, two to five players, and solo.
const TABLES: [(&str, usize, u64); 9] = [
    ("classic", 2, 1),
    ("classic", 4, 2),
    ("classic", 1, 3),
    ("revised", 3, 4),
    ("revised", 1, 5),
    ("prototype", 2, 6),
    ("revised", 5, 7),
    ("blast-off", 2, 8),
    ("blast-off", 4, 9),
];

/// All kinds of reasons: the names of the variants of [`ReasonSubject`].
const KINDS: [&str; 18] = [
    "More",
    "Advance",
    "ShipAt",
    "Colony",
    "Level",
    "Die",
    "Mission",
    "RivalFewer",
    "RivalShip",
    "RivalColony",
    "RivalLevel",
    "Followed",
    "NextColony",
    "NextUpgrade",
    "RivalNextColony",
    "RerollBetter",
    "RerollWorse",
    "WholePosition",
];

#[test]
fn every_number_follows_from_the_positions_of_its_reason() {
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for (edition, seats, seed) in TABLES {
        let game = played(edition, seats, "greedy", seed);
        let network = Network::embedded();
        let evaluator = network.evaluator(&game.rules);
        let mut one_step = OneStep::new(&evaluator);
        let mut found = 0;
        // The first steps include the choices of missions.
        for at in (0..16).chain((18..game.steps.len()).step_by(5)) {
            let state = game.position(at);
            let Actor::Seat(seat) = state.actor() else { continue };
            let moves = one_step.moves(&state, seat);
            let other = moves.get(1 + at % 5).or_else(|| moves.get(1));
            let (Some(best), Some(other)) = (moves.first(), other) else { continue };
            let all = reasons(&state, seat, &best.actions, &other.actions);
            assert!(all.len() <= 3);
            for reason in &all {
                let (better, worse) = reproduced(&game.rules, seat, reason);
                assert!((better - reason.better).abs() < 1e-9, "{edition} {seats}: {reason:?}");
                assert!((worse - reason.worse).abs() < 1e-9, "{edition} {seats}: {reason:?}");
                let name = format!("{:?}", reason.subject);
                *kinds.entry(name.split('(').next().unwrap_or("").to_owned()).or_default() += 1;
            }
            found += all.len();
        }
        assert!(found >= 5, "{edition} {seats}: {found}");
    }
    for kind in KINDS {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
    assert_eq!(kinds.len(), KINDS.len(), "{kinds:?}");
}

#[test]
fn equal_moves_have_no_reasons() {
    let game = played("classic", 2, "greedy", 3);
    let network = Network::embedded();
    let evaluator = network.evaluator(&game.rules);
    let mut one_step = OneStep::new(&evaluator);
    let from = (40..).find(|at| matches!(game.position(*at).actor(), Actor::Seat(_)));
    let state = game.position(from.expect("a decision"));
    let Actor::Seat(seat) = state.actor() else { panic!("a decision") };
    let moves = one_step.moves(&state, seat);
    assert_eq!(reasons(&state, seat, &moves[0].actions, &moves[0].actions), []);
}

#[test]
fn reasons_do_not_depend_on_missions_that_the_seat_cannot_know() {
    let game = played("classic", 2, "greedy", 5);
    let network = Network::embedded();
    let evaluator = network.evaluator(&game.rules);
    let mut one_step = OneStep::new(&evaluator);
    let from = (40..).find(|at| matches!(game.position(*at).actor(), Actor::Seat(_)));
    let state = game.position(from.expect("a decision"));
    let Actor::Seat(seat) = state.actor() else { panic!("a decision") };
    let rival = state.seats().find(|other| *other != seat).expect("a rival");
    let moves = one_step.moves(&state, seat);
    let reasons_with = |mission| {
        let state = state.assuming(rival, mission);
        reasons(&state, seat, &moves[0].actions, &moves[moves.len() - 1].actions)
    };
    let missions: Vec<_> = state.observe(Some(seat)).possible_missions().iter().collect();
    assert!(!reasons_with(missions[0]).is_empty());
    assert_eq!(reasons_with(missions[0]), reasons_with(missions[1]));
}
