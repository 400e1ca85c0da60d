//! Plays games of bots and checks every action.

use orrery_bots::{Bot, Budget, Random, named};
use orrery_rules::{Action, Actions, Actor, OptionSet, Options, Rules, State, Step, deck};

/// Maximum number of actions per turn. More actions indicate an endless loop.
const MAX_ACTIONS_PER_TURN: usize = 400;

/// A game that was played.
pub(crate) struct Played<'r> {
    pub(crate) state: State<'r>,
    /// All answers, in order.
    pub(crate) answers: Vec<Action>,
}

/// Plays a game with these bots, by seat, to its end or for `max_turns` turns.
///
/// # Panics
/// If an action is illegal or a turn does not end.
pub(crate) fn play<'r>(
    rules: &'r Rules,
    options: &Options,
    bots: &mut [Box<dyn Bot>],
    (seed, max_turns): (u64, u16),
) -> Played<'r> {
    let mut state = State::new(rules, options).expect("the options fit");
    let (mut random, mut legal) = (Random(seed), Actions::new());
    for (bot, seat) in bots.iter_mut().zip(state.seats()) {
        bot.start(seat, seed);
    }
    // The current turn, and the number of answers before it.
    let (mut answers, mut turn_start) = (Vec::new(), (0, 0));
    while state.actor() != Actor::Over && state.turn() <= max_turns {
        let step = match state.actor() {
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let answer = bots[seat.index()].choose(&state.observe(Some(seat)), &legal);
                answers.push(answer.expect("our bots do not fail"));
                Step::Action(answers[answers.len() - 1])
            }
            _ => Step::Chance(state.chance().expect("chance decides").pick(random.bits())),
        };
        state.apply(step, &mut Vec::new()).expect("bots answer with legal actions");
        if state.turn() != turn_start.0 {
            turn_start = (state.turn(), answers.len());
        }
        assert!(
            answers.len() - turn_start.1 < MAX_ACTIONS_PER_TURN,
            "turn {} does not end",
            turn_start.0
        );
    }
    Played { state, answers }
}

/// Creates the same bot for all seats, with a budget.
pub(crate) fn bots(name: &str, seats: usize, budget: Budget) -> Vec<Box<dyn Bot>> {
    let bot = |_| {
        let mut bot = named(name).expect("it is in NAMES");
        bot.limit(budget);
        bot
    };
    (0..seats).map(bot).collect()
}

/// Returns the built-in editions.
pub(crate) fn editions() -> impl Iterator<Item = &'static Rules> {
    deck::EDITIONS.iter().map(|id| deck::edition(id).expect("it is in EDITIONS"))
}

/// Returns solo games against every Rogue of an edition, with each set of options.
pub(crate) fn solos(rules: &Rules) -> Vec<Options> {
    if rules.solo.is_none() {
        return Vec::new();
    }
    let of = |chosen| {
        (0..rules.rogues.len()).map(move |rogue| Options { chosen, ..Options::solo(rogue) })
    };
    OptionSet::offered(rules, 1).subsets().flat_map(of).collect()
}
