//! Simulated games as columns, with the games and the column names of `orrery simulate`.

use crate::batch_env::{BatchError, OpponentSpec};
use crate::game_seed::{bot_seed, game_seed};
use crate::parallel::{chunk_len, for_each_chunk};
use orrery_bots::Bot;
use orrery_rules::{Actions, Actor, DecidedBy, Options, Random, Rules, Seat, State, Step};

/// The games of a simulation.
#[derive(Clone, Debug)]
pub struct SelfPlaySpec<'r> {
    /// The ruleset.
    pub rules: &'r Rules,
    /// Seats, Rogue and options.
    pub options: Options,
    /// The bot at each seat.
    pub bots: Vec<OpponentSpec>,
    /// The number of games.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The turn limit; longer games are abandoned.
    pub max_turns: u16,
    /// The number of threads.
    pub threads: usize,
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// Named columns with one row per game, and per seat where the name begins with `seat`.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct GameColumns {
            $($(#[$doc])* pub $name: Vec<$type>,)*
        }

        impl GameColumns {
            fn append(&mut self, mut other: Self) {
                $(self.$name.append(&mut other.$name);)*
            }
        }
    };
}

columns! {
    /// The seed of the game.
    seed: u64,
    /// The number of turns begun.
    turns: u16,
    /// The number of decisions.
    decisions: u32,
    /// The number of decisions and chance outcomes.
    steps: u32,
    /// The starting seat.
    start: u8,
    /// The winning seats as bits; 0 if unfinished.
    winners: u8,
    /// The number of the deciding criterion; see [`DECIDED_WORDS`].
    decided_by: u8,
    /// All points, including the mission.
    seat_points: u8,
    /// The points of planets.
    seat_planet_points: u8,
    /// The points of the empire.
    seat_empire_points: u8,
    /// The points of the mission.
    seat_mission_points: u8,
    /// The number of the mission kept; -1 without.
    seat_mission: i8,
    /// The empire level.
    seat_level: u8,
    /// The energy.
    seat_energy: u8,
    /// The culture.
    seat_culture: u8,
    /// The colonies as bits by planet.
    seat_planets: u64,
}

/// The words of the deciding criteria, by number.
pub const DECIDED_WORDS: [&str; 7] =
    ["points", "colonies", "level", "resources", "shared", "at-once", "unfinished"];

const fn decided_number(decided_by: Option<DecidedBy>) -> u8 {
    match decided_by {
        Some(DecidedBy::Points) => 0,
        Some(DecidedBy::Colonies) => 1,
        Some(DecidedBy::Level) => 2,
        Some(DecidedBy::Resources) => 3,
        Some(DecidedBy::Shared) => 4,
        Some(DecidedBy::AtOnce) => 5,
        None => 6,
    }
}

/// Plays the games; game `n` equals game `n` of `orrery simulate --no-rotate` with the same seed.
///
/// # Errors
/// If the options do not fit the ruleset, a bot is unknown, or there is not one bot per seat.
pub fn simulate(spec: &SelfPlaySpec<'_>) -> Result<GameColumns, BatchError> {
    State::new(spec.rules, &spec.options).map_err(BatchError::Options)?;
    if spec.bots.len() != spec.options.seats {
        return Err(BatchError::Opponents);
    }
    let length = chunk_len(spec.games as usize, spec.threads) as u64;
    let starts = (0..spec.games).step_by(length as usize);
    let chunks = starts.map(|start| start..(start + length).min(spec.games)).collect();
    let parts = for_each_chunk(chunks, |games: std::ops::Range<u64>| {
        let mut table = GameTable::new(spec)?;
        games.for_each(|game| table.play(game));
        Ok(table.columns)
    });
    let mut all = GameColumns::default();
    for part in parts {
        all.append(part?);
    }
    Ok(all)
}

struct GameTable<'s> {
    spec: &'s SelfPlaySpec<'s>,
    bots: Vec<Box<dyn Bot>>,
    legal: Actions,
    columns: GameColumns,
}

impl<'s> GameTable<'s> {
    fn new(spec: &'s SelfPlaySpec<'s>) -> Result<Self, BatchError> {
        let bot = |bot: &OpponentSpec| bot.bot().ok_or_else(|| BatchError::Bot(bot.name()));
        let bots = spec.bots.iter().map(bot).collect::<Result<_, _>>()?;
        Ok(Self { spec, bots, legal: Actions::new(), columns: GameColumns::default() })
    }

    fn play(&mut self, number: u64) {
        let seed = game_seed(self.spec.seed, number);
        // `simulate` has checked the options.
        let Ok(mut state) = State::new(self.spec.rules, &self.spec.options) else { return };
        let (mut random, mut decisions, mut steps) = (Random(seed), 0, 0);
        for (i, bot) in self.bots.iter_mut().enumerate() {
            if let Some(seat) = Seat::new(i) {
                bot.start(seat, bot_seed(seed));
            }
        }
        while state.turn() <= self.spec.max_turns {
            let step = match (state.chance(), state.actor()) {
                (Some(node), _) => Step::Chance(node.pick(random.bits())),
                (None, Actor::Seat(seat)) => {
                    decisions += 1;
                    let Some(step) = self.decide(&state, seat) else { break };
                    step
                }
                (None, _) => break,
            };
            state.apply_unchecked(step);
            steps += 1;
        }
        self.columns.put(&state, seed, decisions, steps);
    }

    fn decide(&mut self, state: &State<'_>, seat: Seat) -> Option<Step> {
        state.legal_actions(&mut self.legal);
        let bot = self.bots.get_mut(seat.index())?;
        bot.choose(&state.observe(Some(seat)), &self.legal).ok().map(Step::Action)
    }
}

impl GameColumns {
    fn put(&mut self, state: &State<'_>, seed: u64, decisions: u32, steps: u32) {
        let result = state.outcome();
        self.seed.push(seed);
        self.turns.push(state.turn());
        self.decisions.push(decisions);
        self.steps.push(steps);
        self.start.push(state.starting_seat().map_or(0, |seat| seat.index() as u8));
        self.winners.push(result.map_or(0, |result| result.winners().bits()));
        self.decided_by.push(decided_number(result.map(|result| result.decided_by)));
        for seat in state.seats() {
            let score = result.and_then(|result| result.scores().get(seat.index()).copied());
            let mission_points = score.map_or(0, |score| score.mission_points);
            let (points, held) = (state.points(seat), state.held(seat));
            self.seat_points.push(points.saturating_add(mission_points));
            self.seat_planet_points.push(state.planet_points(seat));
            self.seat_empire_points.push(points - state.planet_points(seat));
            self.seat_mission_points.push(mission_points);
            self.seat_mission.push(state.mission(seat).map_or(-1, |card| card.index() as i8));
            self.seat_level.push(state.level(seat));
            self.seat_energy.push(held.energy);
            self.seat_culture.push(held.culture);
            self.seat_planets.push(state.colonies(seat).bits());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OpponentSpec, SelfPlaySpec, simulate};
    use orrery_rules::{Options, deck};

    #[test]
    fn the_number_of_threads_does_not_change_the_columns() {
        let bots = ["greedy", "random"].map(|name| OpponentSpec::Named(name.to_owned())).to_vec();
        let (rules, options) = (deck::classic(), Options::players(2));
        let spec =
            SelfPlaySpec { rules, options, bots, games: 9, seed: 1, max_turns: 10_000, threads: 1 };
        let one = simulate(&spec).expect("games");
        assert_eq!(one, simulate(&SelfPlaySpec { threads: 4, ..spec.clone() }).expect("games"));
        assert_eq!((one.seed.len(), one.seat_points.len()), (9, 18));
        assert!(simulate(&SelfPlaySpec { bots: Vec::new(), ..spec }).is_err());
    }
}
