//! Plays a self-play game and turns its positions into training samples.

use super::adam::Sample;
use crate::network::{Evaluator, Inputs, victory_share};
use crate::policy::{ActionLine, Policy};
use crate::{Bot, Budget, GreedyBot, Random, uniform};
use orrery_rules::{Action, Actions, Actor, Options, Question, Rules, Seat, State, Step};

/// The settings of a self-play game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlayConfig {
    /// The TD(λ) trace decay.
    pub(crate) lambda: f32,
    /// The share of positions that become samples, from 0 to 1.
    pub(crate) sample_rate: f32,
    /// The share of actions chosen at random, from 0 to 1.
    pub(crate) explore: f32,
    /// Whether the greedy bot plays instead of the network.
    pub(crate) by_greedy: bool,
}

/// Maximum number of rounds of a game.
///
/// A longer game is decided by points, so that even an untrained network learns to score.
const MAX_ROUNDS: u16 = 30;

/// Maximum number of evaluations per decision.
const BUDGET: u32 = 1500;

/// A position of the game with the network's evaluation for one seat.
struct EvaluatedPosition {
    inputs: Inputs,
    win_probability: f32,
}

/// Plays a game and returns its samples and its number of turns.
pub(crate) fn play(
    evaluator: &Evaluator<'_>,
    rules: &Rules,
    options: &Options,
    config: SelfPlayConfig,
    seed: u64,
) -> (Vec<Sample>, u16) {
    let Ok(state) = State::new(rules, options) else { return (Vec::new(), 0) };
    let mut game = SelfPlayGame {
        evaluator,
        policy: Policy::new(evaluator, Budget::Evaluations(BUDGET)),
        state,
        config,
        random: Random(seed),
        line: ActionLine::new(),
        history: Vec::new(),
    };
    game.history.resize_with(if state.is_solo() { 1 } else { state.seat_count() }, Vec::new);
    game.run();
    (game.samples(), game.state.turn())
}

struct SelfPlayGame<'a, 'r> {
    evaluator: &'a Evaluator<'a>,
    policy: Policy<'a>,
    state: State<'r>,
    config: SelfPlayConfig,
    random: Random,
    /// The remaining actions of the last decision, last one first.
    line: ActionLine,
    /// The positions of each seat, in order.
    history: Vec<Vec<EvaluatedPosition>>,
}

impl SelfPlayGame<'_, '_> {
    fn run(&mut self) {
        let mut greedy = GreedyBot::default();
        if let Some(seat) = Seat::new(0) {
            greedy.start(seat, self.random.bits());
        }
        while self.state.turn() < MAX_ROUNDS * self.state.seat_count() as u16 {
            let step = match self.state.actor() {
                Actor::Over => return,
                Actor::Chance => match self.state.chance() {
                    Some(node) => Step::Chance(node.pick(self.random.bits())),
                    None => return,
                },
                Actor::Seat(seat) => match self.choose(seat, &mut greedy) {
                    Some(action) => Step::Action(action),
                    None => return,
                },
            };
            self.state.apply_unchecked(step);
            self.record_position();
        }
    }

    fn choose(&mut self, seat: Seat, greedy: &mut GreedyBot) -> Option<Action> {
        let mut legal = Actions::new();
        self.state.legal_actions(&mut legal);
        if legal.len() < 2 {
            self.line.pop();
            return legal.first().copied();
        }
        if self.line.is_empty() && self.happens_with(self.config.explore) {
            return legal.get(self.random.below(legal.len())).copied();
        }
        if self.config.by_greedy {
            return greedy.choose(&self.state.observe(Some(seat)), &legal).ok();
        }
        if self.line.is_empty() {
            self.policy.renew(Budget::Evaluations(BUDGET));
            self.line = self.policy.best(&self.state, seat)?.line;
        }
        self.line.pop()
    }

    /// Returns `true` with this probability.
    fn happens_with(&mut self, probability: f32) -> bool {
        uniform(&mut self.random) < probability
    }

    /// Records the position if bots evaluate such positions in play.
    fn record_position(&mut self) {
        let is_evaluated_in_play = match self.state.decision() {
            Some(decision) => {
                self.state.is_between_moves(decision.seat)
                    && decision.question != Question::KeepMission
            }
            None => self.state.turn() > 0,
        };
        if !is_evaluated_in_play || self.state.outcome().is_some() {
            return;
        }
        for (seat, history) in self.state.seats().zip(&mut self.history) {
            let inputs = self.evaluator.encode(&self.state, seat);
            let win_probability = self.evaluator.evaluate(&inputs);
            history.push(EvaluatedPosition { inputs, win_probability });
        }
    }

    /// Returns a seat's share of the lead in an unfinished game. An unfinished solo game is lost.
    fn share_of_lead(&self, seat: Seat) -> f32 {
        let points = |seat| self.state.points(seat);
        let most = self.state.seats().map(points).max().unwrap_or(0);
        let leaders = self.state.seats().filter(|seat| points(*seat) == most).count();
        let leads = points(seat) == most && !self.state.is_solo();
        if leads { 1.0 / leaders.max(1) as f32 } else { 0.0 }
    }

    /// Computes the TD(λ) targets backwards from the end.
    fn samples(&mut self) -> Vec<Sample> {
        let mut samples = Vec::new();
        let histories = std::mem::take(&mut self.history);
        for (seat, history) in self.state.seats().zip(histories) {
            let end = victory_share(&self.state, seat).unwrap_or_else(|| self.share_of_lead(seat));
            let (mut target, mut next) = (end, end);
            for position in history.iter().rev() {
                target = self.config.lambda * target + (1.0 - self.config.lambda) * next;
                next = position.win_probability;
                if self.happens_with(self.config.sample_rate) {
                    samples.push(Sample { inputs: position.inputs.as_slice().into(), target });
                }
            }
        }
        samples
    }
}
