//! Simulates the same games as `orrery simulate` and returns the same columns.

use crate::batch_env::BatchError;
use crate::bot_spec::BotSpec;
use crate::game_columns::{self, Column, RowContext, game_columns};
use crate::game_row::{GameRow, LevelTurns};
use crate::game_seed::{bot_seed, game_seed};
use crate::parallel::{chunk_len, map_on_threads};
use orrery_bots::Bot;
use orrery_rules::{Actions, Actor, Options, Random, Rules, Seat, State, Step};
use std::ops::Range;

/// The number of rows that are converted to columns at once.
const BLOCK: usize = 1 << 14;

/// The specification of a simulation.
#[derive(Clone, Debug)]
pub struct SimulationSpec<'r> {
    /// The ruleset.
    pub rules: &'r Rules,
    /// Seats, Rogue and options.
    pub options: Options,
    /// The bot at each seat.
    pub bots: Vec<BotSpec>,
    /// The name of the bot at each seat.
    pub names: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The turn limit; longer games are abandoned.
    pub max_turns: u16,
    /// The number of threads.
    pub threads: usize,
}

/// Plays the games; game `n` equals game `n` of `orrery simulate --no-rotate` with the same seed.
///
/// # Errors
/// If the options do not fit the ruleset, a bot is unknown, or there is not one bot per seat.
pub fn simulate<'s>(spec: &'s SimulationSpec<'_>) -> Result<Vec<Column<'s>>, BatchError> {
    State::new(spec.rules, &spec.options).map_err(BatchError::Options)?;
    if spec.bots.len() != spec.options.seats || spec.names.len() != spec.bots.len() {
        return Err(BatchError::Opponents);
    }
    let length = chunk_len(spec.games as usize, spec.threads) as u64;
    let starts = (0..spec.games.max(1)).step_by(length as usize);
    let chunks = starts.map(|start| start..(start + length).min(spec.games)).collect();
    let parts = map_on_threads(chunks, |games| GamePlayer::new(spec)?.play_all(games));
    let mut all = Vec::new();
    for part in parts {
        game_columns::append(&mut all, part?);
    }
    Ok(all)
}

/// A thread's bots and scratch memory.
struct GamePlayer<'s> {
    spec: &'s SimulationSpec<'s>,
    bots: Vec<Box<dyn Bot>>,
    legal: Actions,
}

impl<'s> GamePlayer<'s> {
    fn new(spec: &'s SimulationSpec<'_>) -> Result<Self, BatchError> {
        let bot = |bot: &BotSpec| bot.bot().ok_or_else(|| BatchError::Bot(bot.name.clone()));
        let bots = spec.bots.iter().map(bot).collect::<Result<_, _>>()?;
        Ok(Self { spec, bots, legal: Actions::new() })
    }

    fn play_all(mut self, mut games: Range<u64>) -> Result<Vec<Column<'s>>, BatchError> {
        let spec = self.spec;
        let context =
            RowContext { rules: spec.rules, bots: &spec.names, seats: spec.options.seats };
        let mut columns = game_columns(&context, &[]);
        while !games.is_empty() {
            let block = games.by_ref().take(BLOCK);
            let rows = block.map(|game| self.play(game)).collect::<Result<Vec<_>, _>>()?;
            game_columns::append(&mut columns, game_columns(&context, &rows));
        }
        Ok(columns)
    }

    fn play(&mut self, number: u64) -> Result<GameRow, BatchError> {
        let seed = game_seed(self.spec.seed, number);
        let state = State::new(self.spec.rules, &self.spec.options);
        let mut state = state.map_err(BatchError::Options)?;
        let (mut random, mut decisions, mut steps) = (Random(seed), 0, 0);
        let mut levels = LevelTurns::default();
        for (i, bot) in self.bots.iter_mut().enumerate() {
            if let Some(seat) = Seat::new(i) {
                bot.start(seat, bot_seed(seed));
            }
        }
        while state.turn() <= self.spec.max_turns {
            levels.note(&state);
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
        let mut row = GameRow::new(&state, number, seed);
        (row.decisions, row.steps) = (decisions, steps);
        levels.write(&state, &mut row);
        let bot_seats = row.seats_mut().iter_mut().take(self.bots.len());
        bot_seats.enumerate().for_each(|(i, seat)| seat.bot = Some(i as u8));
        Ok(row)
    }

    fn decide(&mut self, state: &State<'_>, seat: Seat) -> Option<Step> {
        state.legal_actions(&mut self.legal);
        let bot = self.bots.get_mut(seat.index())?;
        bot.choose(&state.observe(Some(seat)), &self.legal).ok().map(Step::Action)
    }
}

#[cfg(test)]
mod tests {
    use super::{BotSpec, SimulationSpec, simulate};
    use crate::game_columns::ColumnValues;
    use orrery_rules::{Options, deck};

    #[test]
    fn the_number_of_threads_does_not_change_the_columns() {
        let names = ["greedy", "random"].map(str::to_owned).to_vec();
        let bots = names.iter().map(|name| BotSpec::named(name)).collect();
        let (rules, options, games) = (deck::classic(), Options::players(2), 9);
        let (seed, max_turns, threads) = (1, 10_000, 1);
        let spec = SimulationSpec { rules, options, bots, names, games, seed, max_turns, threads };
        let one = simulate(&spec).expect("games");
        let four = SimulationSpec { threads: 4, ..spec.clone() };
        assert_eq!(one, simulate(&four).expect("games"));
        let points = one.iter().find(|column| column.name == "b_points").expect("a column");
        assert!(matches!(&points.values, ColumnValues::Int(values) if values.len() == 9));
        let none = SimulationSpec { games: 0, ..spec.clone() };
        assert_eq!(simulate(&none).expect("no games").len(), one.len());
        assert!(simulate(&SimulationSpec { bots: Vec::new(), ..spec.clone() }).is_err());
    }
}
