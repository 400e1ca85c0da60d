//! Every bot answers every decision of every edition with a legal action, and greed pays.

use orrery_bots::{Bot, NAMES, Random, named};
use orrery_rules::{Actions, Actor, Options, Rules, State, Step, deck};

/// Plays a game with these bots, by seat; the final state, or `None` if it lasts too long.
fn play<'r>(
    rules: &'r Rules,
    options: &Options,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
) -> Option<State<'r>> {
    let mut state = State::new(rules, options).expect("the options fit");
    let mut random = Random(seed);
    let mut legal = Actions::new();
    for (bot, seat) in bots.iter_mut().zip(state.seats()) {
        bot.start(seat, seed);
    }
    for _ in 0..200_000 {
        let step = match state.actor() {
            Actor::Over => return Some(state),
            Actor::Chance => {
                Step::Chance(state.chance().expect("chance decides").pick(random.bits()))
            }
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let answer = bots[seat.index()].choose(&state.observe(Some(seat)), &legal);
                let action = answer.expect("named bots do not fail");
                assert!(legal.contains(&action), "{action:?} of {:?}", &legal[..]);
                Step::Action(action)
            }
        };
        state.apply_unchecked(step);
    }
    None
}

fn table_of(name: &str, seats: usize) -> Vec<Box<dyn Bot>> {
    (0..seats).map(|_| named(name).expect("it is in NAMES")).collect()
}

#[test]
fn every_bot_finishes_games_of_every_edition() {
    for edition in deck::EDITIONS {
        let rules = deck::edition(edition).expect("it is in EDITIONS");
        for name in NAMES {
            for seats in rules.seats.0..=rules.seats.1 {
                let options = Options::players(seats.into());
                for seed in 0..20 {
                    let over = play(rules, &options, &mut table_of(name, seats.into()), seed);
                    assert!(over.is_some(), "{name}, {edition}, {seats} seats, seed {seed}");
                }
            }
        }
    }
}

#[test]
fn every_bot_finishes_solo_games() {
    for edition in deck::EDITIONS {
        let rules = deck::edition(edition).expect("it is in EDITIONS");
        let Some(solo) = rules.solo else { continue };
        for (rogue, name) in
            (0..rules.rogues.len()).flat_map(|rogue| NAMES.map(|name| (rogue, name)))
        {
            let options = Options { relentless: solo.relentless, ..Options::solo(rogue) };
            for seed in 0..20 {
                let over = play(rules, &options, &mut table_of(name, 1), seed);
                assert!(over.is_some(), "{name}, {edition}, Rogue {rogue}, seed {seed}");
            }
        }
    }
}

#[test]
fn greed_beats_chance_nine_times_in_ten() {
    let options = Options::players(2);
    for edition in deck::EDITIONS {
        let rules = deck::edition(edition).expect("it is in EDITIONS");
        let mut wins = 0;
        for seed in 0..100 {
            let greedy = (seed % 2) as usize;
            let mut bots = table_of("random", 2);
            bots[greedy] = named("greedy").expect("it is in NAMES");
            let state = play(rules, &options, &mut bots, seed).expect("it ends");
            let winners = state.outcome().expect("it is over").winners();
            wins += u32::from(winners >> greedy & 1);
        }
        assert!(wins > 90, "{edition}: greedy won only {wins} of 100");
    }
}

#[test]
fn a_bot_plays_the_same_game_again() {
    let (rules, options) = (deck::classic(), Options::players(3));
    for name in NAMES {
        let mut bots = table_of(name, 3);
        let first = play(rules, &options, &mut bots, 9).map(|state| state.outcome());
        assert_eq!(
            first,
            play(rules, &options, &mut bots, 9).map(|state| state.outcome()),
            "{name}"
        );
    }
}
