//! The analysis of a game, computed in slices.

use crate::chance::{OutcomeTable, sample_seed};
use crate::evaluation::BySeat;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::lookahead::{EvaluatorKind, Lookahead, after, is_between_moves, is_turn_decision};
use crate::review::{
    Alternative, Check, CheckVerdict, DecisionKind, GraphPoint, Mark, MoveReview, OutcomeReview,
    RollMap,
};
use crate::rollout::{Comparison, games_per_mark};
use crate::strength::Choice;
use orrery_bots::Network;
use orrery_rules::{Action, Actor, DetachedState, Question, Seat, State, Step};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

/// The number of moves that the lookahead evaluates at each decision, besides the move played.
const CANDIDATES: usize = 6;
/// The number of alternatives that a review lists.
const ALTERNATIVES: usize = 4;

/// The usual maximum number of rollouts per marked move.
pub const ROLLOUTS: u32 = 128;

/// The settings of an analysis.
#[derive(Clone, Debug, Default)]
pub struct AnalysisOptions {
    /// The seed of all random samples.
    pub seed: u64,
    /// The method that evaluates positions.
    pub evaluator: EvaluatorKind,
    /// Maximum number of rollouts per marked move, usually [`ROLLOUTS`]; 0 leaves marks unchecked.
    ///
    /// Reviews with many marks or seats use fewer per mark, but at least 16.
    pub rollouts: u32,
}

/// The progress of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of steps analysed so far.
    pub done: usize,
    /// The number of steps of the game.
    pub total: usize,
    /// The number of marks that rollouts have checked.
    pub checked: usize,
    /// The number of marks to check, including those already checked, as far as it is known.
    pub marks: usize,
}

/// An analysis in progress.
///
/// Call [`Self::advance`] until it returns `true`; [`Self::review`] is valid at any time.
pub struct Analysis {
    pub(crate) game: Game,
    pub(crate) network: Arc<Network>,
    options: AnalysisOptions,
    /// The number of steps analysed.
    pub(crate) analysed: usize,
    state: DetachedState,
    /// The win probabilities at the current position.
    value: Option<BySeat>,
    /// The chance outcome whose analysis is in progress.
    pending: Option<OutcomeTable>,
    /// The rollouts that check the last mark of `unchecked`.
    comparison: Option<Comparison>,
    pub(crate) graph: Vec<GraphPoint>,
    pub(crate) moves: Vec<MoveReview>,
    /// The moves with marks that rollouts have to check, by increasing loss.
    unchecked: Vec<usize>,
    /// The moves whose marks are checked, in the order of the checks.
    checked: Vec<usize>,
    pub(crate) outcomes: Vec<OutcomeReview>,
    pub(crate) rolls: Vec<RollMap>,
    /// The cost of being followed, by seat.
    pub(crate) followed: BySeat,
    /// The choices of all seats, for the estimate of strength.
    pub(crate) choices: Vec<Choice>,
    /// Whether the analysis ended before the last step, because the next move is incomplete.
    is_truncated: bool,
}

impl std::fmt::Debug for Analysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysis").field("analysed", &self.analysed).finish_non_exhaustive()
    }
}

impl Analysis {
    /// Starts the analysis of a game with the embedded network.
    #[must_use]
    pub fn new(game: Game, options: AnalysisOptions) -> Self {
        Self {
            network: Network::embedded(),
            options,
            analysed: 0,
            state: game.start,
            value: None,
            pending: None,
            comparison: None,
            graph: Vec::new(),
            moves: Vec::new(),
            unchecked: Vec::new(),
            checked: Vec::new(),
            outcomes: Vec::new(),
            rolls: Vec::new(),
            followed: game.position(0).seats().map(|_| 0.0).collect(),
            choices: Vec::new(),
            is_truncated: false,
            game,
        }
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (open, checked) = (self.unchecked.len(), self.checked.len());
        Progress { done: self.analysed, total: self.game.len(), checked, marks: open + checked }
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the moves analysed so far.
    #[must_use]
    pub fn moves(&self) -> &[MoveReview] {
        &self.moves
    }

    /// Returns whether the whole game is analysed and all marks are checked.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_every_step_analysed() && self.unchecked.is_empty()
    }

    /// Returns whether all steps are analysed. Rollouts may still be missing.
    #[must_use]
    pub fn is_every_step_analysed(&self) -> bool {
        self.analysed >= self.game.len() || self.is_truncated
    }

    /// Returns the indices of the moves whose marks are checked, in the order of the checks.
    #[must_use]
    pub fn checked(&self) -> &[usize] {
        &self.checked
    }

    /// Adds a move. Rollouts will check its mark, the largest losses first.
    fn add_move(&mut self, reviewed: MoveReview) {
        if self.options.rollouts > 0 && reviewed.mark.is_some() {
            let is_smaller = |&index: &usize| self.moves[index].loss <= reviewed.loss;
            let position = self.unchecked.partition_point(is_smaller);
            self.unchecked.insert(position, self.moves.len());
        }
        self.moves.push(reviewed);
    }

    /// Continues for about this many lines of play. Returns whether the analysis is done.
    ///
    /// A line of play, the unit of work, is one turn that the lookahead plays out. It takes about
    /// 0.1 ms natively. The result does not depend on the size of the slices.
    pub fn advance(&mut self, lines: u64) -> bool {
        let network = self.network.clone();
        let rules = self.game.rules.clone();
        let evaluator = network.evaluator(&rules);
        let lookahead = Lookahead::new(&evaluator, self.options.evaluator);
        let mut slice = Slice { analysis: self, lookahead };
        let state = slice.analysis.state.attach(&rules);
        slice.advance(state, lines.max(1));
        self.is_done()
    }

    fn seed(&self) -> u64 {
        sample_seed(self.options.seed, self.analysed)
    }

    fn add_point(&mut self, state: &State<'_>, value: &BySeat) {
        let point =
            GraphPoint { step: self.analysed as u32, turn: state.turn(), chances: value.to_vec() };
        self.graph.push(point);
    }
}

/// Analyses a game. `on_slice` receives the progress after each slice and can stop the analysis.
#[must_use]
pub fn analyse(
    game: Game,
    options: AnalysisOptions,
    mut on_slice: impl FnMut(Progress) -> ControlFlow<()>,
) -> Analysis {
    let mut analysis = Analysis::new(game, options);
    while !analysis.advance(SLICE_LINES) && on_slice(analysis.progress()).is_continue() {}
    analysis
}

/// The size of the slices of [`analyse`], in lines of play.
const SLICE_LINES: u64 = 256;

/// One slice of an analysis.
struct Slice<'a, 'e> {
    analysis: &'a mut Analysis,
    lookahead: Lookahead<'e>,
}

impl Slice<'_, '_> {
    fn advance(&mut self, mut state: State<'_>, lines: u64) {
        if self.analysis.value.is_none() {
            let value = self.lookahead.value(&state);
            self.analysis.add_point(&state, &value);
            self.analysis.value = Some(value);
        }
        while !self.analysis.is_every_step_analysed() && self.lookahead.work() < lines {
            match state.actor() {
                Actor::Chance => {
                    if !self.analyse_outcome(&mut state, lines) {
                        break;
                    }
                }
                Actor::Seat(seat) => self.analyse_move(&mut state, seat),
                Actor::Over => self.analysis.is_truncated = true,
            }
            self.analysis.state = state.detach();
        }
        while self.lookahead.work() < lines
            && self.analysis.is_every_step_analysed()
            && let Some(&index) = self.analysis.unchecked.last()
        {
            self.roll_out(index, lines);
        }
    }

    /// Compares a marked move with the best move by rollouts.
    fn roll_out(&mut self, index: usize, lines: u64) {
        let analysis = &mut *self.analysis;
        let rules = analysis.game.rules.clone();
        let reviewed = &analysis.moves[index];
        let (from, seat) = (reviewed.from as usize, reviewed.seat);
        let state = analysis.game.position(from).detach().attach(&rules);
        let marks = analysis.checked.len() + analysis.unchecked.len();
        let max_games = games_per_mark(analysis.options.rollouts, marks, state.seat_count());
        let parse = |steps: &[String]| -> Vec<Action> {
            let parsed = steps.iter().map(|text| Step::parse(&rules, text));
            parsed.filter_map(|step| step.ok().and_then(action)).collect()
        };
        let played = parse(&reviewed.steps);
        let best = reviewed.alternatives.iter().find(|other| !other.played);
        let better = best.map_or_else(Vec::new, |best| parse(&best.steps));
        let seed = analysis.options.seed ^ (from as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let new = || Comparison::new(&state, seat, seed);
        let comparison = analysis.comparison.get_or_insert_with(new);
        while !comparison.is_done(max_games) && self.lookahead.work() < lines {
            comparison.play(&mut self.lookahead, &state, [&better, &played]);
        }
        if comparison.is_done(max_games) {
            let check = comparison.check();
            let reviewed = &mut analysis.moves[index];
            reviewed.mark = confirmed_mark(&check, spread(&state));
            reviewed.check = Some(check);
            analysis.comparison = None;
            analysis.checked.extend(analysis.unchecked.pop());
        }
    }

    /// Analyses a chance outcome. Returns whether its analysis is complete.
    fn analyse_outcome(&mut self, state: &mut State<'_>, lines: u64) -> bool {
        let analysis = &mut *self.analysis;
        let (Some(node), Some(&Step::Chance(outcome))) =
            (state.chance(), analysis.game.steps.get(analysis.analysed))
        else {
            analysis.is_truncated = true;
            return true;
        };
        let (kind, seed) = (analysis.options.evaluator, analysis.seed());
        let new = || OutcomeTable::new(kind, node, outcome, seed);
        let table = analysis.pending.get_or_insert_with(new);
        if !table.advance(&mut self.lookahead, state, lines) {
            return false;
        }
        let (Some(table), Some(before)) = (analysis.pending.take(), analysis.value.take()) else {
            return true;
        };
        let from = *state;
        state.apply_unchecked(Step::Chance(outcome));
        analysis.analysed += 1;
        let value = table.actual_value().clone();
        let review = table.review(&from, analysis.analysed as u32, &before);
        table.record_extreme_roll(&from, &review, &mut analysis.rolls);
        analysis.outcomes.push(review);
        analysis.add_point(state, &value);
        analysis.value = Some(value);
        true
    }

    /// Analyses a move.
    fn analyse_move(&mut self, state: &mut State<'_>, seat: Seat) {
        let Some(actions) = self.next_move(state, seat) else {
            self.analysis.is_truncated = true;
            return;
        };
        self.record_choices(state, seat, &actions);
        let Some(before) = self.analysis.value.take() else { return };
        let end = after(state, &actions);
        let value = self.lookahead.value(&end);
        let played = PlayedMove { state: *state, seat, actions: &actions, before: &before };
        let review = self.review(&played, &value);
        self.analysis.add_move(review);
        self.analysis.analysed += actions.len();
        *state = end;
        self.analysis.add_point(state, &value);
        self.analysis.value = Some(value);
    }

    /// Returns the actions of the move that begins at the current step.
    ///
    /// Returns `None` if the steps end in the middle of the move.
    fn next_move(&self, state: &State<'_>, seat: Seat) -> Option<Vec<Action>> {
        let (mut state, mut actions) = (*state, Vec::new());
        for step in &self.analysis.game.steps[self.analysis.analysed..] {
            let &Step::Action(action) = step else { return None };
            actions.push(action);
            state.apply_unchecked(*step);
            if is_between_moves(&state, seat) {
                return Some(actions);
            }
        }
        None
    }

    /// Records each choice between several actions that is part of a move.
    ///
    /// It skips choices of dice to reroll or convert. Bots of all levels make these choices without
    /// noise, so they do not show how strong a player is.
    ///
    /// The choices are evaluated with missions that the rivals may have, as far as the seat knows.
    /// The real missions would reveal the value of a choice that ends the game.
    fn record_choices(&mut self, state: &State<'_>, seat: Seat, actions: &[Action]) {
        let from = self.analysis.analysed as u32;
        let mut state = Knowledge::new(state, seat, self.analysis.seed()).guess(state);
        if is_turn_decision(&state) && !matches!(actions.first(), Some(Action::Activate(_))) {
            return;
        }
        for &action in actions {
            let Lookahead { direct, one_step, .. } = &mut self.lookahead;
            let choice = Choice::new(direct, one_step, &state, (seat, from), action);
            self.analysis.choices.extend(choice);
            state.apply_unchecked(Step::Action(action));
        }
    }

    fn review(&mut self, played_move: &PlayedMove<'_, '_>, value: &BySeat) -> MoveReview {
        let PlayedMove { state, seat, actions, before } = *played_move;
        let knowledge = Knowledge::new(&state, seat, self.analysis.seed());
        let guess = knowledge.guess(&state);
        let moves = self.lookahead.one_step.moves(&guess, seat);
        let end = after(&guess, actions).digest();
        let spread = spread(&state);
        let range = match (moves.first(), moves.last()) {
            (Some(best), Some(worst)) => f64::from(best.chance - worst.chance),
            _ => 0.0,
        };
        let mut rated: Vec<RatedMove> = Vec::new();
        for candidate in &moves {
            let is_played = candidate.after(&guess).digest() == end;
            if is_played || rated.len() < CANDIDATES {
                let line = if is_played { actions } else { &candidate.actions };
                rated.push(self.rate(&knowledge, &guess, line, is_played));
            }
        }
        if !rated.iter().any(|rated| rated.is_played) {
            rated.push(self.rate(&knowledge, &guess, actions, true));
        }
        let me = seat.index();
        rated.sort_by(|a, b| {
            b.chances[me].total_cmp(&a.chances[me]).then(b.is_played.cmp(&a.is_played))
        });
        let played = rated.iter().find(|rated| rated.is_played).unwrap_or(&rated[0]);
        let best = &rated[0];
        let current = self.rate(&knowledge, &guess, &[], false).chances;
        if matches!(actions, [Action::Follow, ..]) {
            let passed = self.rate(&knowledge, &guess, &[Action::Pass], false);
            let active = state.active().index();
            self.analysis.followed[active] += passed.chances[active] - played.chances[active];
        }
        let gifts: Vec<f64> =
            played.chances.iter().zip(&best.chances).map(|(played, best)| played - best).collect();
        let seats = 0..state.seat_count();
        let unexplained: Vec<f64> = seats.clone().map(|s| best.chances[s] - current[s]).collect();
        let hidden = seats.map(|s| value[s] - before[s] - gifts[s] - unexplained[s]).collect();
        // The moves are sorted, so no loss is negative.
        let loss = best.chances[me] - played.chances[me];
        let listed = rated.iter().enumerate();
        let listed = listed.filter(|(index, rated)| *index < ALTERNATIVES || rated.is_played);
        let at = self.analysis.analysed;
        MoveReview {
            from: at as u32,
            to: (at + actions.len()) as u32,
            turn: state.turn(),
            seat,
            kind: decision_kind(&state, actions),
            steps: notation(&state, actions),
            choices: moves.len() as u32,
            chance: played.chances[me],
            best: best.chances[me],
            loss,
            gifts,
            hidden,
            unexplained,
            decision: moves.len() > 1 && range >= REAL_DECISION * spread,
            mark: mark(loss / spread),
            check: None,
            gift: None,
            alternatives: listed
                .map(|(_, rated)| Alternative {
                    steps: notation(&state, &rated.actions),
                    chance: rated.chances[me],
                    played: rated.is_played,
                })
                .collect(),
        }
    }

    fn rate(
        &mut self,
        knowledge: &Knowledge,
        guess: &State<'_>,
        actions: &[Action],
        is_played: bool,
    ) -> RatedMove {
        let chances = self.lookahead.value_as_known(knowledge, &after(guess, actions));
        RatedMove { actions: actions.to_vec(), chances, is_played }
    }
}

const fn action(step: Step) -> Option<Action> {
    match step {
        Step::Action(action) => Some(action),
        Step::Chance(_) => None,
    }
}

/// A move that was played.
#[derive(Clone, Copy)]
struct PlayedMove<'a, 'r> {
    state: State<'r>,
    seat: Seat,
    actions: &'a [Action],
    /// The win probabilities before the move.
    before: &'a BySeat,
}

/// A move with the win probabilities after it, as far as the deciding seat can know them.
struct RatedMove {
    actions: Vec<Action>,
    chances: BySeat,
    is_played: bool,
}

/// The minimum difference between the best and the worst move of a real decision, in spreads.
const REAL_DECISION: f64 = 0.01;

/// Returns the spread: the standard deviation of a seat's result among equal seats.
pub(crate) fn spread(state: &State<'_>) -> f64 {
    let seats = state.seat_count() as f64;
    libm::sqrt(seats - 1.0) / seats
}

/// Returns the mark for a loss in spreads.
pub(crate) fn mark(loss: f64) -> Option<Mark> {
    match loss {
        loss if loss >= 0.16 => Some(Mark::Blunder),
        loss if loss >= 0.08 => Some(Mark::Mistake),
        loss if loss >= 0.04 => Some(Mark::Inaccuracy),
        _ => None,
    }
}

/// Returns the mark of a move that rollouts have compared with the best one.
///
/// One evaluation is too noisy for a mark. A move keeps a mark only if its loss in the rollouts is
/// significant; the size of that loss decides which one.
fn confirmed_mark(check: &Check, spread: f64) -> Option<Mark> {
    match check.verdict {
        CheckVerdict::Worse => mark(check.loss / spread),
        CheckVerdict::Close | CheckVerdict::Better => None,
    }
}

fn decision_kind(state: &State<'_>, actions: &[Action]) -> DecisionKind {
    match (state.decision().map(|decision| decision.question), actions.first()) {
        (Some(Question::KeepMission), _) => DecisionKind::Mission,
        (Some(Question::Turn), Some(Action::Activate(_))) => DecisionKind::Die,
        (Some(Question::Turn), Some(Action::Reroll)) => DecisionKind::Reroll,
        (Some(Question::Turn), Some(Action::Convert)) => DecisionKind::Convert,
        (Some(Question::Turn), Some(Action::EndTurn)) => DecisionKind::EndTurn,
        (Some(Question::Follow { .. }), _) => DecisionKind::Follow,
        (Some(Question::ForceReroll { .. } | Question::Lose { .. }), _) => DecisionKind::Rogue,
        _ => DecisionKind::Other,
    }
}

fn notation(state: &State<'_>, actions: &[Action]) -> Vec<String> {
    let rules = state.rules();
    actions.iter().map(|&action| Step::Action(action).notation(rules).to_string()).collect()
}

/// Returns a hash that changes with the network and with the definition of the evaluation.
#[must_use]
pub fn evaluator_hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let bytes = Network::embedded().to_bytes();
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}-{EVALUATION_VERSION}")
    });
    &HASH
}

/// The version of the evaluation. Values of different versions are not comparable.
const EVALUATION_VERSION: u32 = 2;
