//! Plays a deal: one set of dice and cards in all rotations of a line-up.

use super::dice::CommonDice;
use super::plan::TournamentPlan;
use super::timing::ThinkingTimes;
use crate::player::Player;
use crate::stats::FULL_SHARE;
use anyhow::{Context, Result};
use orrery_analysis::luck;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Actions, Actor, Seat, State, Step};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// A deal that a line-up is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) lineup: usize,
    pub(crate) deal: u64,
}

/// The result of a game, by place of the line-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArenaGameResult {
    /// Bit set of the places that won; several bits mean a shared victory.
    ///
    /// If a game with several seats is abandoned, all places share the victory. If a solo game is
    /// lost or abandoned, no bit is set.
    pub(crate) winners: u8,
    /// Points by place, including the mission.
    pub(crate) points: [u8; MAX_SEATS],
    pub(crate) turns: u16,
    /// Luck by place, in millionths of a victory; 0 if it was not computed.
    pub(crate) luck: [i32; MAX_SEATS],
}

/// Units of luck in one victory.
const LUCK_UNITS: f64 = 1e6;

impl ArenaGameResult {
    /// Returns a place's share of the victory, in units of 1/60.
    pub(crate) fn share(&self, place: usize) -> u64 {
        let won = u64::from(self.winners >> place & 1);
        won * FULL_SHARE / u64::from(self.winners.count_ones().max(1))
    }

    /// Returns a place's luck, as a fraction of a victory.
    pub(crate) fn luck(&self, place: usize) -> f64 {
        f64::from(self.luck[place]) / LUCK_UNITS
    }
}

/// The results of a deal's games, in the order of the rotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DealResult {
    pub(crate) games: Vec<ArenaGameResult>,
}

/// A finished deal with the thinking times by place.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PlayedDeal {
    pub(crate) result: DealResult,
    pub(crate) times: [ThinkingTimes; MAX_SEATS],
}

impl PlayedDeal {
    /// Returns whether this can be a deal of the plan; results from workers are not trusted.
    pub(crate) fn fits(&self, plan: &TournamentPlan) -> bool {
        let games = &self.result.games;
        games.len() == plan.rotations() && games.iter().all(|game| game.winners >> games.len() == 0)
    }
}

/// A thread's bots and scratch memory.
pub(crate) struct DealRunner<'p> {
    plan: &'p TournamentPlan,
    /// Players by entrant: as many as the entrant has had places at one table so far.
    players: Vec<Vec<Player>>,
    legal: Actions,
    /// The steps of the current game, if its luck is computed.
    steps: Vec<Step>,
}

/// The player of a seat in a game.
#[derive(Clone, Copy)]
struct SeatAssignment {
    place: usize,
    entrant: usize,
    /// Index in the entrant's list of players.
    copy: usize,
}

impl<'p> DealRunner<'p> {
    /// Creates a runner without bots; it creates them when they are needed.
    pub(crate) fn new(plan: &'p TournamentPlan) -> Self {
        let players = plan.entrants.iter().map(|_| Vec::new()).collect();
        Self { plan, players, legal: Actions::new(), steps: Vec::new() }
    }

    /// Plays a deal; `None` if `is_stopped` returned true before the end.
    pub(crate) fn play(
        &mut self,
        job: Job,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<PlayedDeal>> {
        self.play_deal(job, is_stopped).with_context(|| format!("deal {}", job.deal))
    }

    fn play_deal(&mut self, job: Job, is_stopped: impl Fn() -> bool) -> Result<Option<PlayedDeal>> {
        let mut played = PlayedDeal::default();
        for rotation in 0..self.plan.rotations() {
            let seats = self.seat_bots(job, rotation)?;
            let Some(state) = self.play_game(job, &seats, &mut played.times, &is_stopped)? else {
                return Ok(None);
            };
            self.send_outcome(&state, &seats);
            let mut result = self.game_result(&state, &seats);
            self.add_luck(job, &seats, &mut result)?;
            played.result.games.push(result);
        }
        Ok(Some(played))
    }

    /// Seats the bots of a game and starts them.
    fn seat_bots(&mut self, job: Job, rotation: usize) -> Result<Vec<SeatAssignment>> {
        let seed = self.plan.bot_seed(job.deal, rotation);
        let lineup = &self.plan.lineups[job.lineup];
        let mut seats: Vec<SeatAssignment> = Vec::new();
        for (i, place) in self.plan.seating(job.lineup, job.deal, rotation).into_iter().enumerate()
        {
            let entrant = lineup.places[place];
            let copy = seats.iter().filter(|other| other.entrant == entrant).count();
            let players = &mut self.players[entrant];
            if players.len() <= copy {
                let spec = &self.plan.entrants[entrant].spec;
                players.push(spec.make(self.plan.timeout)?);
            }
            if let Some(seat) = Seat::new(i) {
                players[copy].start(seat, seed);
            }
            seats.push(SeatAssignment { place, entrant, copy });
        }
        Ok(seats)
    }

    /// Plays a game to its end or to the turn limit.
    fn play_game(
        &mut self,
        job: Job,
        seats: &[SeatAssignment],
        times: &mut [ThinkingTimes; MAX_SEATS],
        is_stopped: &impl Fn() -> bool,
    ) -> Result<Option<State<'p>>> {
        let mut state = self.plan.state(job.lineup)?;
        let mut dice = CommonDice::new(self.plan.chance_seed(job.deal));
        self.steps.clear();
        while state.turn() <= self.plan.max_turns {
            let step = match state.actor() {
                Actor::Over => break,
                Actor::Chance => {
                    let node = state.chance().context("no chance node")?;
                    Step::Chance(dice.outcome(node, state.turn()))
                }
                Actor::Seat(_) if is_stopped() => return Ok(None),
                Actor::Seat(seat) => {
                    let assignment = *seats.get(seat.index()).context("no bot at this seat")?;
                    self.decide(&state, seat, assignment, &mut times[assignment.place])?
                }
            };
            state.apply_unchecked(step);
            if self.plan.adjust.is_some() {
                self.steps.push(step);
            }
        }
        Ok(Some(state))
    }

    /// Adds the luck of the game just played, if the plan asks for it.
    fn add_luck(
        &self,
        job: Job,
        seats: &[SeatAssignment],
        result: &mut ArenaGameResult,
    ) -> Result<()> {
        if let Some(evaluator) = self.plan.adjust {
            let luck = luck(&self.plan.state(job.lineup)?, &self.steps, evaluator);
            for (assignment, luck) in seats.iter().zip(luck) {
                result.luck[assignment.place] = (luck * LUCK_UNITS).round() as i32;
            }
        }
        Ok(())
    }

    /// Asks a bot for an action, and records its thinking time if it had a choice.
    fn decide(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        assignment: SeatAssignment,
        times: &mut ThinkingTimes,
    ) -> Result<Step> {
        state.legal_actions(&mut self.legal);
        let begun = Instant::now();
        let player = &mut self.players[assignment.entrant][assignment.copy];
        let action = player.choose(state, seat, &self.legal)?;
        if self.legal.len() > 1 {
            times.add(begun.elapsed());
        }
        Ok(Step::Action(action))
    }

    fn send_outcome(&mut self, state: &State<'_>, seats: &[SeatAssignment]) {
        for (i, assignment) in seats.iter().enumerate() {
            if let Some(seat) = Seat::new(i) {
                self.players[assignment.entrant][assignment.copy].over(state, seat);
            }
        }
    }

    /// Returns the result of a game.
    ///
    /// If a game with several seats was abandoned, all bots share the victory.
    fn game_result(&self, state: &State<'_>, seats: &[SeatAssignment]) -> ArenaGameResult {
        let outcome = state.outcome();
        let mut result = ArenaGameResult { turns: state.turn(), ..ArenaGameResult::default() };
        for (seat, assignment) in state.seats().zip(seats) {
            let won = outcome.map_or(!state.is_solo(), |outcome| outcome.is_winner(seat));
            result.winners |= u8::from(won) << assignment.place;
            let mission = outcome.and_then(|outcome| outcome.scores().get(seat.index()).copied());
            let mission = mission.map_or(0, |score| score.mission_points);
            result.points[assignment.place] = state.points(seat).saturating_add(mission);
        }
        result
    }
}
