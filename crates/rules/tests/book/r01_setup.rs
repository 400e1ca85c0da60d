//! R1 Table and set-up.

use crate::check::{check, legal, play, position, problems};
use orrery_rules::ruleset::Naming;
use orrery_rules::{
    Actions, Actor, Amount, Berth, ChanceNode, Event, GameOption, Illegal, OptionProblem, Options,
    Rules, Seat, Ship, State, Step, deck,
};

const EDITIONS: [&str; 4] = ["prototype", "classic", "revised", "blast-off"];
const A: Option<Seat> = Seat::new(0);
const B: Option<Seat> = Seat::new(1);
const FOUR_DRAWS: &str = "drew jakks, drew mj-120210, drew nagato, drew jac-110912";
const FOUR_DEALS: &str = "dealt elder, dealt seeker, dealt hermit, dealt noble";
const ROW: &str = "row jakks mj-120210 nagato jac-110912";

fn rules(edition: &str) -> &'static Rules {
    deck::edition(edition).expect("an edition")
}

fn options_for(seats: usize) -> Options {
    if seats == 1 { Options::solo(0) } else { Options::players(seats) }
}

/// Returns a new game, before its first card is drawn.
fn new_game(edition: &str, seats: usize) -> State<'static> {
    State::new(rules(edition), &options_for(seats)).expect("a table that can be set")
}

/// Returns the reasons why an edition rejects options.
fn option_problems(edition: &str, options: &Options) -> Vec<OptionProblem> {
    State::new(rules(edition), options).err().into_iter().flatten().collect()
}

fn try_step(state: &mut State<'_>, step: &str) -> Result<Vec<Event>, Illegal> {
    let mut events = Vec::new();
    let step = Step::parse(state.rules(), step).expect("a step");
    state.apply(step, &mut events).map(|()| events)
}

/// Applies legal steps and returns their events.
#[track_caller]
fn play_steps(state: &mut State<'_>, steps: &str) -> Vec<Event> {
    let steps = steps.split(", ");
    steps.flat_map(|step| try_step(state, step).expect("a legal step")).collect()
}

/// Returns the rule that an illegal step violates.
fn violated_rule(state: &State<'_>, step: &str) -> &'static str {
    try_step(&mut { *state }, step).expect_err("an illegal step").rule()
}

/// Draws the planets of the row.
fn lay_row(state: &mut State<'_>) {
    while let Some(node @ ChanceNode::Draw(_)) = state.chance() {
        state.apply(Step::Chance(node.pick(0)), &mut Vec::new()).expect("a card");
    }
}

/// Returns a classic game for two with dealt missions.
///
/// A was dealt elder and seeker, B was dealt hermit and noble.
fn after_the_deal() -> State<'static> {
    let mut state = new_game("classic", 2);
    play_steps(&mut state, &format!("{FOUR_DRAWS}, {FOUR_DEALS}"));
    state
}

#[test]
fn r1_1_each_edition_has_its_numbers_of_seats() {
    let possible = |edition: &str| -> Vec<usize> {
        (0..=6).filter(|seats| option_problems(edition, &options_for(*seats)).is_empty()).collect()
    };
    assert_eq!(possible("prototype"), [2, 3, 4]);
    assert_eq!(possible("classic"), [1, 2, 3, 4, 5]);
    assert_eq!(possible("revised"), [1, 2, 3, 4, 5]);
    assert_eq!(possible("blast-off"), [2, 3, 4]);
}

#[test]
fn r1_1_other_numbers_of_seats_are_refused() {
    for (edition, seats) in [("prototype", 5), ("blast-off", 5), ("classic", 6), ("revised", 0)] {
        let problems = option_problems(edition, &options_for(seats));
        assert_eq!(problems, [OptionProblem::Seats], "{edition} {seats}");
        assert_eq!(problems[0].rule(), "R1.1");
    }
    assert!(option_problems("blast-off", &options_for(1)).contains(&OptionProblem::Seats));
}

#[test]
fn r1_2_each_seat_starts_with_level_ships_and_resources() {
    let ships = [Berth::Home, Berth::Home, Berth::Reserve, Berth::Reserve];
    for edition in EDITIONS {
        for seats in 2..=rules(edition).seats.1 as usize {
            let state = new_game(edition, seats);
            assert_eq!(state.seat_count(), seats);
            for seat in state.seats() {
                assert_eq!(state.level(seat), 1);
                assert_eq!(state.held(seat), Amount { energy: 2, culture: 1 });
                let berths = (0..4).filter_map(Ship::new).map(|ship| state.berth(seat, ship));
                assert_eq!(berths.collect::<Vec<_>>(), ships);
                assert_eq!((state.points(seat), state.colonies(seat).len()), (0, 0));
            }
        }
    }
}

#[test]
fn r1_3_the_row_has_two_planets_more_than_players_but_six_for_five() {
    for (edition, cards) in [("prototype", 24), ("classic", 40), ("revised", 40), ("blast-off", 30)]
    {
        for (seats, row) in [(1, 4), (2, 4), (3, 5), (4, 6), (5, 6)] {
            let Ok(mut state) = State::new(rules(edition), &options_for(seats)) else { continue };
            assert_eq!((state.row().count(), state.deck_len()), (0, cards));
            lay_row(&mut state);
            assert_eq!(state.row().count(), row, "{edition} {seats}");
            assert_eq!(state.deck_len(), cards - row, "the deck does not have the other cards");
        }
    }
}

#[test]
fn r1_3_the_row_is_laid_from_the_left_and_each_card_comes_once() {
    let mut state = new_game("classic", 2);
    play_steps(&mut state, "drew nagato, drew jakks");
    assert_eq!(violated_rule(&state, "drew jakks"), "R8.2");
    play_steps(&mut state, "drew helios, drew gort");
    let row: Vec<&str> =
        state.row().map(|(_, planet)| state.rules().planet(planet).id.as_str()).collect();
    assert_eq!(row, ["nagato", "jakks", "helios", "gort"]);
}

#[test]
fn r1_3_seven_planets_for_five_players_are_refused() {
    let six = "classic 5; row jakks helios nagato zalax gort piedes; dice";
    assert!(problems(six).is_empty());
    assert!(problems(&six.replace("piedes", "piedes jorg")).contains(&"R1.3"));
    assert!(problems("classic 2; row jakks helios nagato; dice").contains(&"R1.3"));
    assert!(problems("classic 2; row jakks helios nagato jakks; dice").contains(&"R1.3"));
}

#[test]
fn r1_4_there_are_seven_dice_and_in_blast_off_six() {
    let dice = EDITIONS.map(|edition| rules(edition).dice);
    assert_eq!(dice, [7, 7, 7, 6]);
    for edition in EDITIONS {
        let rules = rules(edition);
        let most = rules.track.levels().iter().map(|level| level.dice).max();
        assert_eq!(most, Some(rules.dice), "the top level does not roll all dice");
    }
}

#[test]
fn r1_4_a_die_has_six_faces_equally_likely() {
    let mut outcomes = Vec::new();
    ChanceNode::Roll(1).outcomes(&mut outcomes);
    let rules = rules("classic");
    let faces = outcomes.iter().map(|(outcome, weight)| {
        format!("{} {weight}", Step::Chance(*outcome).notation(rules)).replace("rolled ", "")
    });
    let mut faces: Vec<String> = faces.collect();
    faces.sort();
    let all = ["colony 1", "culture 1", "diplomacy 1", "economy 1", "energy 1", "move 1"];
    assert_eq!(faces, all);
}

#[test]
fn r1_4_blast_off_has_its_own_names_for_the_faces() {
    let namings = EDITIONS.map(|edition| rules(edition).naming);
    assert_eq!(namings, [Naming::Classic, Naming::Classic, Naming::Classic, Naming::BlastOff]);
}

#[test]
fn r1_5_two_missions_are_dealt_to_each_seat_after_the_row() {
    for (edition, seats) in [("classic", 2), ("classic", 5), ("revised", 2), ("revised", 5)] {
        let mut state = new_game(edition, seats);
        lay_row(&mut state);
        let mut dealt = vec![0; seats];
        while let Some(node @ ChanceNode::Deal(_)) = state.chance() {
            let mut events = Vec::new();
            state.apply(Step::Chance(node.pick(u64::MAX)), &mut events).expect("a mission");
            let [Event::MissionDealt { seat, .. }] = events[..] else { panic!("{events:?}") };
            dealt[seat.index()] += 1;
        }
        assert_eq!(dealt, vec![2; seats], "{edition} {seats}");
        assert_eq!(state.actor(), Actor::Seat(A.expect("A")));
    }
}

#[test]
fn r1_5_each_seat_keeps_one_of_its_two() {
    let mut state = after_the_deal();
    assert_eq!(legal(&state), ["keep seeker", "keep elder"]);
    assert_eq!(violated_rule(&state, "keep hermit"), "R1.5");
    assert_eq!(violated_rule(&state, "keep orbiter"), "R1.5");
    play_steps(&mut state, "keep elder");
    assert_eq!(legal(&state), ["keep hermit", "keep noble"]);
    assert_eq!(violated_rule(&state, "keep seeker"), "R1.5");
    play_steps(&mut state, "keep noble");
    let id = |seat: Option<Seat>| state.mission(seat?).map(|m| &*state.rules().mission(m).id);
    assert_eq!((id(A), id(B)), (Some("elder"), Some("noble")));
}

#[test]
fn r1_5_a_mission_is_dealt_once() {
    let mut state = new_game("classic", 2);
    play_steps(&mut state, &format!("{FOUR_DRAWS}, dealt elder"));
    assert_eq!(violated_rule(&state, "dealt elder"), "R1.5");
    assert_eq!(state.chance().map(ChanceNode::total), Some(11));
}

#[test]
fn r1_5_solo_games_prototype_and_blast_off_have_no_missions() {
    for (edition, seats) in [("prototype", 2), ("blast-off", 4), ("classic", 1), ("revised", 1)] {
        let mut state = new_game(edition, seats);
        lay_row(&mut state);
        assert!(!matches!(state.chance(), Some(ChanceNode::Deal(_))), "{edition} {seats}");
        assert!(!state.has_missions());
    }
}

#[test]
fn r1_6_the_starting_player_is_drawn_after_the_missions_are_kept() {
    let mut state = after_the_deal();
    play_steps(&mut state, "keep elder, keep noble");
    assert_eq!(state.chance(), Some(ChanceNode::Start(2)));
    assert_eq!(violated_rule(&state, "starts C"), "R1.6");
    assert_eq!(violated_rule(&state, "rolled move move move move"), "R1.6");
    play_steps(&mut state, "starts B, rolled move move move move");
    assert_eq!((Some(state.active()), state.starting_seat()), (B, B));
}

#[test]
fn r1_6_every_seat_is_as_likely_to_start() {
    for seats in 2..=5 {
        let mut outcomes = Vec::new();
        ChanceNode::Start(seats).outcomes(&mut outcomes);
        assert_eq!(outcomes.len(), usize::from(seats));
        assert!(outcomes.iter().all(|(_, weight)| *weight == 1));
    }
}

#[test]
fn r1_6_the_options_can_set_the_starting_seat() {
    let options = Options { start: B, ..options_for(3) };
    let mut state = State::new(rules("prototype"), &options).expect("a table");
    lay_row(&mut state);
    assert_eq!((state.starting_seat(), Some(state.active())), (B, B));
    assert_eq!(state.chance(), Some(ChanceNode::Roll(4)), "the first turn did not begin");
    let nobody = Options { start: Seat::new(3), ..options_for(3) };
    assert_eq!(option_problems("prototype", &nobody), [OptionProblem::Start]);
    assert_eq!(OptionProblem::Start.rule(), "R1.6");
}

#[test]
fn r1_6_turns_go_clockwise() {
    let four = "rolled move move move move";
    let setup = format!("classic 5; {ROW} leandra gort; turn D; dice");
    check(&setup, "end", "asks chance; happened TurnBegan { seat: Seat(4) }");
    check(&setup, &format!("end, {four}, end"), "happened TurnBegan { seat: Seat(0) }");
    check(&setup, &format!("end, {four}, end, {four}, end, {four}"), "asks B turn");
    check(&format!("blast-off 2; {BLAST_OFF}; turn B; dice"), &format!("end, {four}"), "asks A");
}

const BLAST_OFF: &str = "row asterel brontide cindra dewlight";

#[test]
fn r1_7_duel_missions_are_those_that_compare_nobody() {
    let options = options_for(2).with(GameOption::DuelMissions);
    for edition in ["classic", "revised"] {
        let mut state = State::new(rules(edition), &options).expect("a table");
        lay_row(&mut state);
        let mut outcomes = Vec::new();
        state.chance().expect("a deal").outcomes(&mut outcomes);
        let dealt = outcomes.iter().map(|(outcome, _)| {
            Step::Chance(*outcome).notation(state.rules()).to_string().replace("dealt ", "")
        });
        let mut dealt: Vec<String> = dealt.collect();
        dealt.sort();
        let six = ["elder", "equalizer", "explorer", "hoarder", "industrialist", "orbiter"];
        assert_eq!(dealt, six);
        assert_eq!(violated_rule(&state, "dealt seeker"), "R1.5");
    }
}

#[test]
fn r1_7_duel_missions_are_off_by_default() {
    let mut state = new_game("classic", 2);
    lay_row(&mut state);
    assert_eq!(state.chance().map(ChanceNode::total), Some(12));
}

#[test]
fn r1_7_an_option_where_it_does_not_apply_is_refused() {
    let duel = |seats| options_for(seats).with(GameOption::DuelMissions);
    for (edition, seats) in [("classic", 3), ("revised", 5), ("classic", 1), ("prototype", 2)] {
        let problems = option_problems(edition, &duel(seats));
        assert_eq!(problems, [OptionProblem::Unfit(GameOption::DuelMissions)], "{edition} {seats}");
    }
    assert_eq!(OptionProblem::Unfit(GameOption::DuelMissions).rule(), "R1.7");
    let relentless = |seats| options_for(seats).with(GameOption::Relentless);
    assert!(option_problems("revised", &relentless(1)).is_empty());
    for (edition, seats) in [("classic", 1), ("revised", 2), ("blast-off", 2)] {
        assert_eq!(
            option_problems(edition, &relentless(seats)),
            [OptionProblem::Unfit(GameOption::Relentless)]
        );
    }
    let setup = format!("classic 3; options duel-missions; {ROW} gort; dice");
    assert_eq!(problems(&setup), ["R1.7"]);
}

#[test]
fn r1_8_everything_on_the_table_is_public() {
    let state = position(
        "classic 2; row jakks helios nagato zalax; A 3e5c level 2 ships surface:1 orbit:2:1 \
         colonies gort mission elder/seeker; B mission noble/hermit; dice move bay energy",
    );
    let (a, seen) = (A.expect("A"), state.observe(None));
    assert_eq!((seen.points(a), seen.held(a), seen.level(a)), (8, state.held(a), 2));
    assert_eq!(seen.berth(a, Ship::new(1).expect("2")), state.berth(a, Ship::new(1).expect("2")));
    assert_eq!((seen.colonies(a), seen.dice(), seen.bay()), {
        (state.colonies(a), state.dice(), state.bay())
    });
    assert!(seen.row().eq(state.row()));
    assert_eq!(seen.deck_len(), 35, "the number of cards left is not public");
}

#[test]
fn r1_8_a_mission_is_hidden_from_all_but_its_owner() {
    let mut state = after_the_deal();
    play_steps(&mut state, "keep elder");
    let elder = state.mission(A.expect("A"));
    for (viewer, known) in [(A, elder), (B, None), (None, None)] {
        let view = state.observe(viewer);
        assert_eq!(view.mission(A.expect("A")), known);
    }
    let seen: Vec<_> = state.observe(B).dealt_missions().collect();
    assert_eq!(seen, ["hermit", "noble"].map(|id| state.rules().find_mission(id).expect(id)));
    assert_eq!(state.observe(None).dealt_missions().count(), 0);
}

#[test]
fn r1_8_other_viewers_see_neither_the_dealt_nor_the_kept_mission() {
    let mut state = new_game("classic", 2);
    play_steps(&mut state, FOUR_DRAWS);
    let dealt = play_steps(&mut state, "dealt elder, dealt seeker, dealt hermit, dealt noble");
    let kept = play_steps(&mut state, "keep elder");
    for event in dealt[..2].iter().chain(&kept) {
        assert_eq!(event.seen_by(A), *event);
        for viewer in [B, None] {
            let seen = format!("{:?}", event.seen_by(viewer));
            assert!(seen.contains("mission: None"), "{seen}");
        }
    }
    let mut other = new_game("classic", 2);
    play_steps(
        &mut other,
        &format!("{FOUR_DRAWS}, dealt charger, dealt trader, dealt hermit, dealt noble"),
    );
    play_steps(&mut other, "keep trader");
    assert_eq!(state.observe(B), other.observe(B), "B can tell the two games apart");
    assert_eq!(state.observe(None), other.observe(None));
    assert_ne!(state.observe(A), other.observe(A));
}

#[test]
fn r1_8_a_completed_view_gives_a_rival_each_possible_mission_equally_often() {
    let mut state = after_the_deal();
    play_steps(&mut state, "keep elder, keep hermit");
    let (a, view) = (A.expect("A"), state.observe(B));
    let possible = view.possible_missions();
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..1000 * possible.len() as u64 {
        *counts.entry(view.complete(seed).mission(a).expect("a mission")).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), possible.len());
    // Each mission is expected 1,000 times, with a standard deviation of about 30.
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn r1_8_only_the_deciding_seat_sees_its_choices() {
    let state = after_the_deal();
    let choices = |viewer| {
        let mut actions = Actions::new();
        state.observe(viewer).legal_actions(&mut actions);
        actions.len()
    };
    assert_eq!((choices(A), choices(B), choices(None)), (2, 0, 0));
}

#[test]
fn r1_8_at_scoring_the_kept_mission_is_shown_and_the_other_never() {
    let setup = "classic 2; row jakks helios nagato zalax; end A; turn B; dice; \
                 A colonies gort piedes aughmoore mission elder/seeker; B mission noble/hermit";
    let (state, events) = play(setup, "end");
    let (other, _) = play(&setup.replace("seeker", "orbiter"), "end");
    assert_eq!(state.observe(B), other.observe(B));
    assert_eq!(state.observe(B).mission(A.expect("A")), state.mission(A.expect("A")));
    let shown = format!("{events:?}");
    assert_eq!(shown.matches("MissionRevealed").count(), 2, "{shown}");
}

#[test]
fn r1_8_any_card_of_the_deck_can_be_drawn_next() {
    let (state, _) = play(
        "classic 2; row jakks helios nagato zalax; A ships orbit:1:1 home; B 0; dice diplomacy",
        "activate diplomacy, advance 1",
    );
    let Some(ChanceNode::Draw(cards)) = state.chance() else { panic!("a card is drawn") };
    assert_eq!(cards.len(), 36, "a card of the deck cannot be drawn");
}

#[test]
fn r1_9_ships_have_identities_and_dice_only_faces() {
    check(
        &format!("classic 2; {ROW}; dice move move energy"),
        "",
        "legal activate move, activate energy, reroll, convert, end",
    );
    check(
        &format!("classic 2; {ROW}; dice move move energy"),
        "activate move",
        "legal ship 1, ship 2",
    );
}

#[test]
fn r1_9_the_ship_from_reserve_is_the_lowest_number() {
    check(
        &format!("classic 2; {ROW}; A 3c level 2 ships orbit:1:0 orbit:2:0; dice colony"),
        "activate colony, upgrade 3c",
        "A ships orbit:1:0 orbit:2:0 home reserve",
    );
    assert!(problems(&format!("classic 2; {ROW}; A ships home reserve home; dice")) == ["R6.2"]);
}

#[test]
fn r1_9_the_rogue_sends_its_home_ship_of_the_lowest_number() {
    check(
        &format!("classic solo artemis; {ROW}; A 0; turn B; B ships orbit:3:0 home orbit:1:0 home"),
        "rolled move",
        "B ships orbit:3:0 orbit:2:0 orbit:1:0 home",
    );
}
