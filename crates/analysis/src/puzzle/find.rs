//! Finds puzzles in games.

use super::judge::reaches;
use super::prove::{EvaluatedMove, Prover, compare};
use super::{LEAD, Proof, Puzzle, grade, notation, theme};
use crate::analysis::{evaluator_hash, spread};
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::lookahead::{EvaluatorKind, Lookahead, after, is_between_moves, is_turn_decision};
use orrery_bots::{Evaluator, Network, OneStep};
use orrery_rules::{Action, Actor, Seat, Setup, State, Step};

/// Maximum number of possible moves in a puzzle, so that a person can consider all of them.
const MAX_MOVES: usize = 24;
/// The number of moves that the quick check evaluates.
const QUICK_CHECK_MOVES: usize = 6;

/// The settings of a search for puzzles.
#[derive(Clone, Copy, Debug)]
pub struct FindOptions {
    /// The points that at least one seat must have, because early decisions rarely matter enough.
    pub min_points: u8,
    /// The minimum lead, in spreads, in the quick check by lookahead that precedes the rollouts.
    pub quick_lead: f64,
    /// Maximum number of rollouts per move.
    pub rollouts: u32,
    /// The seed of the rollouts.
    pub seed: u64,
}

impl Default for FindOptions {
    fn default() -> Self {
        Self { min_points: 18, quick_lead: LEAD / 2.0, rollouts: 512, seed: 1 }
    }
}

/// Finds puzzles among the decisions of a game.
///
/// `on_puzzle` receives every puzzle, without an id, and returns whether to continue.
pub fn find(game: &Game, options: FindOptions, mut on_puzzle: impl FnMut(Puzzle) -> bool) {
    let network = Network::embedded();
    let evaluator = network.evaluator(game.rules());
    let mut finder = Finder {
        evaluator: &evaluator,
        lookahead: Lookahead::new(&evaluator, EvaluatorKind::default()),
        options,
    };
    let (mut state, mut origin) = (game.position(0), None);
    for &step in &game.steps {
        if let Some(setup) = Setup::of(&state) {
            origin = Some(Origin { setup, steps: Vec::new() });
        }
        if let (Actor::Seat(seat), Some(origin)) = (state.actor(), &origin)
            && is_between_moves(&state, seat)
            && let Some(puzzle) = finder.puzzle(&state, seat, origin)
            && !on_puzzle(puzzle)
        {
            return;
        }
        if let Some(origin) = &mut origin {
            origin.steps.push(step);
        }
        state.apply_unchecked(step);
    }
}

/// The last position without an action in progress, and the steps after it.
struct Origin {
    setup: Setup,
    steps: Vec<Step>,
}

struct Finder<'e> {
    evaluator: &'e Evaluator<'e>,
    lookahead: Lookahead<'e>,
    options: FindOptions,
}

impl Finder<'_> {
    /// Returns the decision as a puzzle, if it has a clearly best move that `greedy` misses.
    fn puzzle(&mut self, state: &State<'_>, seat: Seat, origin: &Origin) -> Option<Puzzle> {
        let is_early = state.seats().all(|seat| state.points(seat) < self.options.min_points);
        // With several dice, different orders of them can be equally good.
        if is_early || is_turn_decision(state) && state.dice().len() > 1 {
            return None;
        }
        let state = Knowledge::new(state, seat, 0).guess(state);
        let one_step = OneStep::new(self.evaluator);
        let mut prover = Prover::new(one_step, &state, seat, self.options.seed);
        let moves = prover.moves();
        if !(2..=MAX_MOVES).contains(&moves.len()) {
            return None;
        }
        let greedy = grade::greedy_move(&state, seat);
        let spread = spread(&state);
        let moves = self.promising(&state, seat, moves, &greedy)?;
        let rated = prover.race(&moves, spread, self.options.rollouts)?;
        let best = &rated[0].actions;
        let is_clear = rated[1..]
            .iter()
            .all(|other| compare(&rated[0], other, Vec::new()).rounded().is_beaten(spread));
        if !is_clear || reaches(&state, best, &after(&state, &greedy)) {
            return None;
        }
        Some(Puzzle {
            id: String::new(),
            revision: state.rules().revision,
            setup: setup_text(origin, &state),
            steps: origin
                .steps
                .iter()
                .map(|step| step.notation(state.rules()).to_string())
                .collect(),
            seat,
            themes: theme::themes(&state, seat, best, &greedy),
            found: grade::success_rates(&state, seat, best),
            greedy: notation(state.rules(), &greedy),
            proof: self.proof(&state, &rated),
        })
    }

    fn proof(&self, state: &State<'_>, rated: &[EvaluatedMove]) -> Proof {
        let rules = state.rules();
        let moves = rated.iter().map(|rated_move| {
            compare(&rated[0], rated_move, notation(rules, &rated_move.actions)).rounded()
        });
        Proof {
            evaluator: network_hash().to_owned(),
            seed: self.options.seed,
            moves: moves.collect(),
        }
    }

    /// Returns the moves, best first, if the lookahead finds a lead that `greedy` misses.
    fn promising(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        mut moves: Vec<Vec<Action>>,
        greedy: &[Action],
    ) -> Option<Vec<Vec<Action>>> {
        let knowledge = Knowledge::new(state, seat, 0);
        let rest = moves.split_off(moves.len().min(QUICK_CHECK_MOVES));
        let mut value = |actions: &[Action]| {
            let end = self.lookahead.play_out(&after(state, actions));
            knowledge.chances(&mut self.lookahead.direct, &end)[seat.index()]
        };
        let mut values: Vec<(f64, Vec<Action>)> =
            moves.into_iter().map(|actions| (value(&actions), actions)).collect();
        values.sort_by(|a, b| b.0.total_cmp(&a.0));
        let lead = values[0].0 - values[1].0;
        let is_promising = lead >= self.options.quick_lead * spread(state)
            && !reaches(state, &values[0].1, &after(state, greedy));
        let all = values.into_iter().map(|(_, actions)| actions).chain(rest);
        is_promising.then(|| all.collect())
    }
}

/// Returns the set-up text of the origin, with the missions of `state`.
fn setup_text(origin: &Origin, state: &State<'_>) -> String {
    let mut setup = origin.setup.clone();
    for (galaxy, seat) in setup.galaxies.iter_mut().zip(state.seats()) {
        let dealt = state.observe(Some(seat)).dealt_missions().collect::<Vec<_>>();
        galaxy.mission =
            state.mission(seat).map(|kept| (kept, dealt.into_iter().find(|other| *other != kept)));
    }
    setup.text(state.rules()).to_string()
}

/// Returns the hash of the network that plays rollouts.
pub(crate) fn network_hash() -> &'static str {
    evaluator_hash().split('-').next().unwrap_or_default()
}
