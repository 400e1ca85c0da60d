//! Games of bots for the tests.

use orrery_bots::{Random, named};
use orrery_record::LoadedRules;
use orrery_rules::{Actions, Actor, DetachedState, Options, State, Step};

/// A played game.
pub(crate) struct Played {
    pub(crate) rules: LoadedRules,
    pub(crate) start: DetachedState,
    pub(crate) steps: Vec<Step>,
}

/// Plays a game; one seat is a solo game.
pub(crate) fn played(edition: &str, seats: usize, bot: &str, seed: u64) -> Played {
    let rules = LoadedRules::edition(edition).expect("an edition");
    let rogue = (seats == 1).then_some(0);
    let options = Options { rogue, ..Options::players(seats) };
    let mut state = State::new(&rules, &options).expect("valid options");
    let start = state.detach();
    let mut random = Random(seed);
    let mut bots: Vec<_> = state.seats().map(|_| named(bot).expect("a bot")).collect();
    state.seats().zip(&mut bots).for_each(|(seat, bot)| bot.start(seat, seed));
    let (mut steps, mut legal) = (Vec::new(), Actions::new());
    loop {
        let step = match (state.chance(), state.actor()) {
            (Some(node), _) => Step::Chance(node.pick(random.bits())),
            (None, Actor::Seat(seat)) => {
                state.legal_actions(&mut legal);
                let chosen = bots[seat.index()].choose(&state.observe(Some(seat)), &legal);
                Step::Action(chosen.expect("an action"))
            }
            _ => break,
        };
        state.apply_unchecked(step);
        steps.push(step);
    }
    Played { rules, start, steps }
}

impl Played {
    /// Returns the position after this many steps.
    pub(crate) fn position(&self, steps: usize) -> State<'_> {
        let mut state = self.start.attach(&self.rules);
        self.steps[..steps].iter().for_each(|step| state.apply_unchecked(*step));
        state
    }
}
