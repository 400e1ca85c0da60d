//! Helpers for unit tests: tables and games.

use crate::{Bot, Random};
use orrery_rules::{Action, Actions, Actor, OptionSet, Options, Rules, Seat, State, Step, deck};

/// Returns every kind of table: each edition, number of seats and Rogue, with all its options.
pub(crate) fn tables() -> Vec<(&'static Rules, Options)> {
    let rules = deck::EDITIONS.iter().filter_map(|id| deck::edition(id));
    rules.flat_map(|rules| options(rules).into_iter().map(move |option| (rules, option))).collect()
}

fn options(rules: &Rules) -> Vec<Options> {
    let seats = (rules.seats.0..=rules.seats.1).map(|seats| Options::players(seats.into()));
    let chosen = OptionSet::offered(rules, 1);
    let rogues = if rules.solo.is_some() { rules.rogues.len() } else { 0 };
    let solo = (0..rogues).map(|rogue| Options { chosen, ..Options::solo(rogue) });
    seats.chain(solo).collect()
}

/// Turn limit; longer games are abandoned.
const MAX_TURNS: u16 = 300;

/// Plays a game of one bot against itself. Calls `visit` for each decision with several actions.
pub(crate) fn play(
    (rules, options): (&'static Rules, Options),
    bot: &(impl Bot + Clone),
    seed: u64,
    mut visit: impl FnMut(&State<'static>, Seat, &Actions, Action),
) {
    let mut state = State::new(rules, &options).expect("the options fit");
    let mut bots: Vec<_> = state.seats().map(|_| bot.clone()).collect();
    bots.iter_mut().zip(state.seats()).for_each(|(bot, seat)| bot.start(seat, seed));
    let (mut random, mut legal) = (Random(seed), Actions::new());
    while state.turn() < MAX_TURNS {
        let step = match state.actor() {
            Actor::Over => return,
            Actor::Chance => Step::Chance(state.chance().expect("a node").pick(random.bits())),
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let answer = bots[seat.index()].choose(&state.observe(Some(seat)), &legal);
                let action = answer.expect("our bots do not fail");
                if legal.len() > 1 {
                    visit(&state, seat, &legal, action);
                }
                Step::Action(action)
            }
        };
        state.apply_unchecked(step);
    }
}
