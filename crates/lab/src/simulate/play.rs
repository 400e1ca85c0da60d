//! Plays games one after another. This is the hot path of a simulation.

use super::decisions::DecisionLog;
use super::plan::SimulationPlan;
use super::row::GameRow;
use crate::player::Player;
use anyhow::{Context, Result};
use orrery_batch::LevelTurns;
use orrery_bots::Random;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Action, Actions, Actor, Seat, State, Step};

/// A worker's bots and scratch memory.
pub(crate) struct GamePlayer<'p> {
    plan: &'p SimulationPlan,
    /// Players by seat, then by bot of the plan; created at first use.
    players: Vec<Vec<Option<Player>>>,
    legal: Actions,
}

impl<'p> GamePlayer<'p> {
    /// Creates a `GamePlayer` without bots; it creates them at first use.
    pub(crate) fn new(plan: &'p SimulationPlan) -> Self {
        let seats = if plan.is_solo() { 1 } else { plan.seat_count() };
        let empty = || plan.bots.iter().map(|_| None).collect();
        Self { plan, players: (0..seats).map(|_| empty()).collect(), legal: Actions::new() }
    }

    /// Plays a game; `log` records its decisions.
    pub(crate) fn play(
        &mut self,
        number: u64,
        mut log: Option<&mut DecisionLog>,
    ) -> Result<GameRow> {
        let mut game = GameInProgress::new(self.plan, number)?;
        let seats = self.seat_bots(number)?;
        while let Some(actor) = game.next_actor(self.plan.max_turns) {
            let step = match actor {
                None => game.chance()?,
                Some(seat) => {
                    let action = self.decide(&game.state, seat, seats[seat.index()])?;
                    if let Some(log) = log.as_deref_mut() {
                        log.put(&game.state, (number, game.decisions), self.legal.len(), action);
                    }
                    game.decisions += 1;
                    Step::Action(action)
                }
            };
            game.state.apply_unchecked(step);
            game.steps += 1;
        }
        self.send_outcome(&game.state, seats);
        Ok(game.row(self.plan))
    }

    /// Starts the bots of a game and returns the index of the bot at each seat.
    fn seat_bots(&mut self, game: u64) -> Result<[u8; MAX_SEATS]> {
        let seed = self.plan.bot_seed(game);
        let mut seats = [0; MAX_SEATS];
        for (i, bots) in self.players.iter_mut().enumerate() {
            let bot = self.plan.bot_at(game, i).unwrap_or(0);
            let player = &mut bots[bot as usize];
            if player.is_none() {
                *player = Some(self.plan.specs[bot as usize].make(self.plan.timeout)?);
            }
            if let (Some(seat), Some(player)) = (Seat::new(i), player) {
                player.start(seat, seed);
            }
            seats[i] = bot;
        }
        Ok(seats)
    }

    /// Asks the bot of a seat for an action; leaves the legal actions in `self.legal` for the log.
    #[inline]
    fn decide(&mut self, state: &State<'_>, seat: Seat, bot: u8) -> Result<Action> {
        state.legal_actions(&mut self.legal);
        let player = self.players[seat.index()][bot as usize].as_mut();
        let player = player.context("no bot at this seat")?;
        Ok(player.choose(state, seat, &self.legal)?)
    }

    /// Tells the bots that the game is over.
    fn send_outcome(&mut self, state: &State<'_>, seats: [u8; MAX_SEATS]) {
        for ((i, bots), bot) in self.players.iter_mut().enumerate().zip(seats) {
            if let (Some(seat), Some(player)) = (Seat::new(i), &mut bots[bot as usize]) {
                player.over(state, seat);
            }
        }
    }
}

/// A game in progress.
struct GameInProgress<'p> {
    number: u64,
    state: State<'p>,
    random: Random,
    levels: LevelTurns,
    decisions: u32,
    steps: u32,
}

impl<'p> GameInProgress<'p> {
    fn new(plan: &'p SimulationPlan, number: u64) -> Result<Self> {
        let (state, random) = (plan.state(number)?, Random(plan.game_seed(number)));
        Ok(Self { number, state, random, levels: LevelTurns::default(), decisions: 0, steps: 0 })
    }

    /// Returns the seat that acts next, or `Some(None)` for chance; `None` if play must stop.
    #[inline]
    fn next_actor(&mut self, max_turns: u16) -> Option<Option<Seat>> {
        self.levels.note(&self.state);
        match self.state.actor() {
            _ if self.state.turn() > max_turns => None,
            Actor::Over => None,
            Actor::Chance => Some(None),
            Actor::Seat(seat) => Some(Some(seat)),
        }
    }

    #[inline]
    fn chance(&mut self) -> Result<Step> {
        let node = self.state.chance().context("no chance node")?;
        Ok(Step::Chance(node.pick(self.random.bits())))
    }

    fn row(self, plan: &SimulationPlan) -> GameRow {
        let mut row = GameRow::new(&self.state, self.number, plan.game_seed(self.number));
        (row.decisions, row.steps) = (self.decisions, self.steps);
        self.levels.write(&self.state, &mut row);
        for (i, seat) in row.seats_mut().iter_mut().enumerate() {
            seat.bot = plan.bot_at(self.number, i);
        }
        row
    }
}
