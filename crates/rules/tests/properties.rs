//! Tests of invariants, on random games of every edition, number of seats, Rogue and option.

use orrery_rules::ids::{MAX_MISSIONS, MAX_PLANETS, MAX_ROW, MAX_SEATS, SHIPS};
use orrery_rules::{
    Action, Actions, Actor, Amount, Berth, ChanceNode, Destination, Face, Mission, Planet, Planets,
    Random, Resource, Seat, Setup, Ship, Slot, State, Step, Track,
};
use orrery_testing::tables::{Kind, RandomPlay as _, every_kind};
use std::sync::OnceLock;

/// The most steps of a random game; a longer game is treated as endless and fails the test.
const MAX_STEPS: usize = 400_000;

/// Plays a random game and returns the final state.
///
/// Calls `each` with every state and the step applied to it.
fn random_game(
    kind: &Kind,
    seed: u64,
    mut each: impl FnMut(&State<'static>, Step),
) -> State<'static> {
    let (mut random, mut actions) = (Random(seed), Actions::new());
    let mut state = kind.start();
    for _ in 0..MAX_STEPS {
        let Some(step) = random.step(&state, &mut actions) else { return state };
        each(&state, step);
        state.apply(step, &mut Vec::new()).expect("a listed step is legal");
    }
    panic!("the game does not end: {} seed {seed}", kind.name);
}

/// Returns every action that the types can express, with amounts up to 9 of each resource.
fn every_action() -> Vec<Action> {
    let seats = || (0..MAX_SEATS).filter_map(Seat::new);
    let ships = || (0..SHIPS).filter_map(Ship::new);
    let slots = || (0..MAX_ROW).filter_map(Slot::new);
    let amounts =
        || (0..10).flat_map(|energy| (0..10).map(move |culture| Amount { energy, culture }));
    let mut all = vec![
        Action::Reroll,
        Action::Convert,
        Action::EndTurn,
        Action::Roll,
        Action::GoTo(Destination::Home),
        Action::UseAbility,
        Action::Decline,
        Action::Follow,
        Action::Pass,
        Action::ForceReroll,
        Action::Accept,
    ];
    all.extend((0..MAX_MISSIONS).filter_map(Mission::new).map(Action::Keep));
    for face in Face::ALL {
        all.extend([Action::Activate(face), Action::ChooseDie(face)]);
        all.extend([Action::ChooseFace(face), Action::RepeatDie(face)]);
    }
    all.extend(Resource::ALL.map(Action::PayWith));
    all.extend(Resource::ALL.map(Action::Lose));
    all.extend(ships().flat_map(|ship| [Action::MoveShip(ship), Action::AdvanceShip(ship)]));
    all.extend(
        slots().flat_map(|slot| {
            [Destination::Surface(slot), Destination::Orbit(slot)].map(Action::GoTo)
        }),
    );
    for seat in seats() {
        all.push(Action::StealFrom(seat));
        all.extend(
            ships()
                .flat_map(|ship| [Action::RegressShip(seat, ship), Action::SendHome(seat, ship)]),
        );
    }
    all.extend(amounts().flat_map(|amount| [Action::Upgrade(amount), Action::Take(amount)]));
    all.extend((0..MAX_PLANETS).filter_map(Planet::new).map(Action::UsePlanet));
    all.extend((0..=255).map(Action::ConvertUnits));
    all.extend(slots().map(Action::ReplacePlanet));
    all
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let universe = every_action();
    let mut actions = Actions::new();
    for (n, kind) in every_kind().iter().enumerate() {
        let mut count = 0;
        random_game(kind, n as u64, |state, _| {
            count += 1;
            // Trying every action is slow, so check only some positions.
            if count % 23 != 0 || !matches!(state.actor(), Actor::Seat(_)) {
                return;
            }
            state.legal_actions(&mut actions);
            assert!(!actions.is_empty(), "{}: nothing is legal", kind.name);
            assert!(actions.is_sorted_by(|a, b| a < b), "{}: {actions:?}", kind.name);
            for action in &universe {
                let mut after = *state;
                let mut events = Vec::new();
                let result = after.apply(Step::Action(*action), &mut events);
                assert_eq!(result.is_ok(), actions.contains(action), "{action:?} {:?}", state);
                assert!(result.is_ok() || (after == *state && events.is_empty()));
            }
        });
    }
}

#[test]
fn checked_and_unchecked_steps_give_the_same_states_and_digests() {
    for (n, kind) in every_kind().iter().enumerate() {
        let mut steps = Vec::new();
        let last = random_game(kind, 1000 + n as u64, |state, step| {
            steps.push((step, state.digest()));
        });
        let mut again = kind.start();
        for (step, digest) in &steps {
            assert_eq!(again.digest(), *digest, "{}", kind.name);
            let mut unchecked = again;
            unchecked.apply_unchecked(*step);
            again.apply(*step, &mut Vec::new()).expect("the same step is legal again");
            assert!(unchecked == again, "{}: {step:?}", kind.name);
        }
        assert_eq!(again.digest(), last.digest());
    }
}

#[test]
fn ships_cards_dice_and_resources_are_conserved() {
    for (n, kind) in every_kind().iter().enumerate() {
        let mut dice = None;
        random_game(kind, 2000 + n as u64, |state, _| {
            check_cards(state);
            state.seats().for_each(|seat| check_seat(state, seat));
            check_dice(state, &mut dice);
        });
    }
}

fn check_cards(state: &State<'_>) {
    let mut seen = Planets::NONE;
    let mut count = 0;
    let colonies = state.seats().flat_map(|seat| state.colonies(seat));
    let row = state.row().map(|(_, planet)| planet);
    for planet in state.undrawn().into_iter().chain(state.under_deck()).chain(row).chain(colonies) {
        seen.insert(planet);
        count += 1;
    }
    assert_eq!(seen.len(), count, "a card is in two places: {state:?}");
    assert_eq!(seen.union(state.planets_gone()), state.rules().all_planets());
}

fn check_seat(state: &State<'_>, seat: Seat) {
    let held = state.held(seat);
    let cap = if state.is_rogue(seat) { 6 } else { 7 };
    assert!(held.energy <= cap && held.culture <= cap, "{seat} holds {held}");
    let track = state.empire_track(seat).level(state.level(seat));
    let berths: Vec<Berth> =
        (0..SHIPS).filter_map(Ship::new).map(|s| state.berth(seat, s)).collect();
    let in_play = berths.iter().filter(|berth| **berth != Berth::Reserve).count();
    assert_eq!(in_play, track.ships as usize, "{seat} at level {}", state.level(seat));
    for (i, berth) in berths.iter().enumerate() {
        let twin = |other: &Berth| match (berth, other) {
            (Berth::Surface(a), Berth::Surface(b)) | (Berth::Orbit(a, _), Berth::Orbit(b, _)) => {
                a == b
            }
            _ => false,
        };
        assert!(!berths[..i].iter().any(twin), "two ships of {seat} in one place: {berths:?}");
        if let Berth::Surface(slot) | Berth::Orbit(slot, _) = berth {
            assert!(state.planet_in(*slot).is_some(), "{seat} is at a hole");
        }
    }
    let planets = state.colonies(seat).into_iter().map(|p| state.rules().planet(p).points);
    assert_eq!(state.points(seat), planets.sum::<u8>() + track.points, "points of {seat}");
    let by_track = [Track::Diplomacy, Track::Economy].map(|track| state.colonies_on(seat, track));
    assert_eq!(by_track.iter().sum::<usize>(), state.colonies(seat).len());
}

/// Checks that the number of dice on the table stays the same during a turn.
fn check_dice(state: &State<'_>, known: &mut Option<(u16, usize)>) {
    let on_table = state.dice().len()
        + state.chosen_dice().len()
        + state.bay().len()
        + state.converter().len()
        + state.discarded_dice();
    if state.is_rogue(state.active()) || on_table == 0 {
        return;
    }
    match known {
        Some((turn, count)) if *turn == state.turn() => assert_eq!(on_table, *count, "{state:?}"),
        _ => *known = Some((state.turn(), on_table)),
    }
}

#[test]
fn a_position_between_two_actions_round_trips_through_a_set_up() {
    let mut compared = 0;
    for (n, kind) in every_kind().iter().enumerate() {
        random_game(kind, 3000 + n as u64, |state, _| {
            let Some(setup) = Setup::of(state) else { return };
            let back = State::from_setup(state.rules(), &setup).expect("a state is a good set-up");
            assert!(back == *state, "{}\n{state:?}\n{back:?}", kind.name);
            let text = setup.text(state.rules()).to_string();
            assert_eq!(Setup::parse(state.rules(), &text).as_ref(), Ok(&setup), "{text}");
            compared += 1;
        });
    }
    assert!(compared > 10_000);
}

#[test]
fn every_step_can_be_parsed_from_its_notation() {
    for (n, kind) in every_kind().iter().enumerate() {
        random_game(kind, 4000 + n as u64, |state, step| {
            let words = step.notation(state.rules()).to_string();
            assert_eq!(Step::parse(state.rules(), &words), Ok(step), "{words}");
        });
    }
}

#[test]
fn pick_returns_each_outcome_as_often_as_its_weight() {
    let mut nodes = Vec::new();
    for (n, kind) in every_kind().iter().enumerate() {
        random_game(kind, 5000 + n as u64, |state, _| {
            nodes.extend(state.chance().filter(|node| !nodes.contains(node)));
        });
    }
    let mut outcomes = Vec::new();
    for node in nodes {
        node.outcomes(&mut outcomes);
        assert!(outcomes.is_sorted_by(|a, b| a.0 < b.0));
        let total = node.total();
        assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u64>(), total);
        // Divide all 64-bit numbers into `total` equal ranges, and pass the middle of each to
        // `pick`.
        let mut picked = vec![0; outcomes.len()];
        for part in 0..total {
            let bits = ((u128::from(part) * 2 + 1) << 63) / u128::from(total);
            let outcome = node.pick(bits as u64);
            assert_eq!(
                outcome,
                node.at(part),
                "pick does not read the bits as a fraction of the total"
            );
            let index = outcomes.binary_search_by_key(&outcome, |(outcome, _)| *outcome);
            picked[index.expect("a picked outcome is listed")] += 1;
        }
        for ((outcome, weight), times) in outcomes.iter().zip(picked) {
            assert_eq!((*weight, node.weight(*outcome)), (times, times), "{node:?} {outcome:?}");
        }
    }
}

#[test]
fn a_seat_learns_nothing_it_may_not_know() {
    for (n, kind) in every_kind().iter().filter(|kind| kind.options.seats > 1).enumerate() {
        for viewer in (0..kind.options.seats).filter_map(Seat::new).map(Some).chain([None]) {
            compare_as_seen(kind, 6000 + n as u64, viewer);
        }
    }
}

/// Compares two games that differ only in missions that the viewer cannot see.
///
/// The viewer's views and events must stay equal until the missions are revealed.
fn compare_as_seen(kind: &Kind, seed: u64, viewer: Option<Seat>) {
    let (mut random, mut actions) = (Random(seed), Actions::new());
    let mut state = kind.start();
    let mut other = state;
    for count in 0.. {
        let Some(step) = random.step(&state, &mut actions) else { return };
        let choice = match step {
            Step::Action(action) => actions.iter().position(|a| *a == action),
            Step::Chance(_) => None,
        };
        let twin = twin_step(&other, step, choice, &mut actions);
        let (mut events, mut other_events) = (Vec::new(), Vec::new());
        let notation = state.notation_for(step, viewer);
        assert_eq!(notation.to_string(), other.notation_for(twin, viewer).to_string());
        state.apply(step, &mut events).expect("legal");
        let hides = events.iter().any(|event| event.seen_by(viewer) != *event);
        assert_eq!(
            notation.hides_mission(),
            hides,
            "the notation and the events hide different things"
        );
        other.apply(twin, &mut other_events).expect("the twin step is legal");
        if state.is_over() {
            return;
        }
        let seen = |events: &[orrery_rules::Event]| {
            events.iter().map(|event| event.seen_by(viewer)).collect::<Vec<_>>()
        };
        assert_eq!(seen(&events), seen(&other_events));
        let view = state.observe(viewer);
        assert!(view == other.observe(viewer), "{}", kind.name);
        assert!(view.detach().attach(state.rules()) == view, "{}", kind.name);
        assert!(state.detach().attach(state.rules()) == state, "{}", kind.name);
        let completed = view.complete(random.bits());
        assert!(completed.observe(viewer) == view, "{}", kind.name);
        // Not while missions are dealt: the missions of others then determine which missions the
        // viewer can still be dealt.
        if count % 3 == 0 && !matches!(state.chance(), Some(ChanceNode::Deal(_))) {
            other = completed;
        }
    }
}

/// Returns the step of the other game that corresponds to `step`. It can differ only in a hidden
/// mission. `choice` is the index of the action in the legal list.
fn twin_step(other: &State<'_>, step: Step, choice: Option<usize>, actions: &mut Actions) -> Step {
    match (step, choice) {
        (Step::Action(Action::Keep(_)), Some(index)) => {
            other.legal_actions(actions);
            let same = Step::Action(actions[index]);
            if other.check(step).is_ok() { step } else { same }
        }
        (Step::Chance(orrery_rules::ChanceOutcome::Dealt(_)), _) if other.check(step).is_err() => {
            Step::Chance(other.chance().expect("a deal").pick(0))
        }
        _ => step,
    }
}

#[test]
fn own_steps_can_be_undone_up_to_new_information() {
    for (n, kind) in every_kind().iter().enumerate() {
        random_game(kind, 7000 + n as u64, |state, step| {
            let seats: Vec<Seat> = state.seats().collect();
            for seat in seats {
                let expected = match (step, state.actor()) {
                    (Step::Action(_), Actor::Seat(asked)) => asked != seat,
                    _ => state.chance().is_some_and(|node| node.total() > 1),
                };
                assert_eq!(state.reveals(step, seat), expected);
            }
        });
    }
}

#[test]
fn a_state_is_small_and_plain() {
    fn plain<T: Copy + Send + Sync + 'static>() {}
    plain::<State<'static>>();
    assert!(size_of::<State<'static>>() <= 256);
}

/// Plays with a deck that has the maximum number of missions.
#[test]
fn the_maximum_number_of_missions_can_be_dealt() {
    let missions = (0..MAX_MISSIONS).map(|i| {
        format!(
            "[[mission]]\nid = \"m-{i}\"\nname = \"M {i}\"\npoints = 1\ncondition = {{ is = \"none-home\" }}\n"
        )
    });
    let head = "edition = \"classic\"\nid = \"many\"\nname = \"Many\"\n";
    let text = missions.fold(head.to_owned(), |text, mission| text + &mission);
    static MANY: OnceLock<orrery_rules::Rules> = OnceLock::new();
    let rules = MANY.get_or_init(|| orrery_rules::deck::parse(&text).expect("a valid deck"));
    let kind = Kind { name: "many".to_owned(), rules, options: orrery_rules::Options::players(5) };
    for seed in 0..40 {
        let mut dealt = 0;
        let last = random_game(&kind, seed, |_, step| {
            dealt +=
                usize::from(matches!(step, Step::Chance(orrery_rules::ChanceOutcome::Dealt(_))));
        });
        assert_eq!(dealt, 10);
        assert!(last.seats().all(|seat| last.mission(seat).is_some()));
    }
}

/// Regression test: in four bits, the total 20 would wrap around to 4. Rolls and set-ups must
/// reject 20 dice.
#[test]
fn twenty_dice_are_not_counted_as_four() {
    let faces = std::iter::repeat_n(Face::Move, 15).chain([Face::Energy; 5]);
    let twenty: orrery_rules::Dice = faces.collect();
    let kind = &every_kind()[0];
    let mut state = kind.start();
    while state.chance() != Some(ChanceNode::Roll(4)) {
        let node = state.chance().expect("the opening is all chance in this edition");
        state.apply_unchecked(Step::Chance(node.pick(0)));
    }
    let roll = Step::Chance(orrery_rules::ChanceOutcome::Rolled(twenty));
    assert_eq!(state.check(roll), Err(orrery_rules::Illegal::ImpossibleRoll));
    let mut setup = Setup::of(&state).expect("a turn begins");
    setup.dice = Some(twenty);
    assert_eq!(setup.problems(kind.rules), [orrery_rules::SetupProblem::Dice]);
}
