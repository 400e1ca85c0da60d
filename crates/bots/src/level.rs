//! The bot levels, which share one network and differ in search depth and evaluation noise.

use crate::network::{FeatureEncoder, Network};
use crate::policy::{ActionLine, Candidate, Candidates, Lines, Policy, Scratch};
use crate::random::gumbel;
use crate::search::{Search, SearchLimits};
use crate::{Bot, BotError, Budget, Random};
use orrery_rules::{Action, Actions, Actor, Question, Seat, State, View};
use std::sync::Arc;

/// The strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BotLevel {
    /// Uses its dice, but often for the wrong purpose.
    Cadet,
    /// Sometimes misses the best action.
    Pilot,
    /// Rarely misses the best action.
    Captain,
    /// Takes the best action one step ahead.
    Admiral,
    /// Searches deeper, through rerolls and decisions of others.
    Oracle,
}

impl BotLevel {
    /// All levels, weakest first.
    pub const ALL: [Self; 5] =
        [Self::Cadet, Self::Pilot, Self::Captain, Self::Admiral, Self::Oracle];

    /// Returns the name of the level, as in `--bot captain`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cadet => "cadet",
            Self::Pilot => "pilot",
            Self::Captain => "captain",
            Self::Admiral => "admiral",
            Self::Oracle => "oracle",
        }
    }

    /// Returns the scale of the evaluation noise, as a probability of winning (0 to 1).
    ///
    /// A level chooses by softmax with this temperature.
    #[must_use]
    pub const fn noise(self) -> f32 {
        match self {
            Self::Cadet => 0.12,
            Self::Pilot => 0.05,
            Self::Captain => 0.022,
            Self::Admiral => 0.006,
            Self::Oracle => 0.0,
        }
    }

    /// Returns the limits of the search, if the level looks further than one step.
    pub(crate) const fn search_limits(self) -> Option<SearchLimits> {
        match self {
            Self::Oracle => Some(SearchLimits { depth: 2, width: [6, 3], margin: 0.05, rolls: 15 }),
            _ => None,
        }
    }
}

/// A bot of a given level.
#[derive(Clone)]
pub struct LevelBot {
    level: BotLevel,
    network: Arc<Network>,
    random: Random,
    budget: Budget,
    /// The remaining actions of the last decision, last one first.
    line: ActionLine,
    memory: Option<Memory>,
}

/// The caches of a bot, which make later decisions faster.
#[derive(Clone)]
struct Memory {
    encoder: Arc<FeatureEncoder>,
    /// The address of the rules of the current game, which fit the encoder; 0 if not yet known.
    rules: usize,
    scratch: Box<Scratch>,
}

impl LevelBot {
    /// Creates a bot of this level with the embedded network.
    #[must_use]
    pub fn new(level: BotLevel) -> Self {
        Self::with_network(level, Network::embedded())
    }

    /// Creates a bot of this level with another network.
    #[must_use]
    pub fn with_network(level: BotLevel, network: Arc<Network>) -> Self {
        let (random, budget, line) = (Random(0), Budget::default(), ActionLine::new());
        Self { level, network, random, budget, line, memory: None }
    }

    /// Chooses an action with all the choices that complete it.
    fn decide(&mut self, state: &State<'_>, seat: Seat) -> ActionLine {
        let rules = std::ptr::from_ref(state.rules()).addr();
        let fits = |memory: &Memory| memory.rules == rules || memory.encoder.fits(state.rules());
        let (evaluator, mut scratch) = match self.memory.take().filter(fits) {
            Some(Memory { encoder, scratch, .. }) => {
                (self.network.evaluator_with(encoder), scratch)
            }
            None => (self.network.evaluator(state.rules()), Scratch::new()),
        };
        if state.is_between_moves(seat) {
            scratch.forget();
        }
        let mut policy = Policy::with_scratch(&evaluator, self.budget, scratch);
        let choice = match (self.level.search_limits(), self.level.noise()) {
            (Some(limits), _) => {
                let random = Random(self.random.bits());
                Search::new(&mut policy, seat, limits, random).best(state)
            }
            (None, 0.0) => policy.best(state, seat),
            (None, noise) => noisy_candidate(&mut policy, state, seat, noise, &mut self.random),
        };
        let scratch = policy.into_scratch();
        self.memory = Some(Memory { encoder: evaluator.into_encoder(), rules, scratch });
        choice.unwrap_or_default().line
    }
}

/// Returns the best candidate after adding noise to the evaluations.
///
/// In a turn, the noise only affects which die is used: the result ends the turn, rerolls or uses the
/// converter only if this is the best candidate without noise.
fn noisy_candidate(
    policy: &mut Policy<'_>,
    state: &State<'_>,
    seat: Seat,
    noise: f32,
    random: &mut Random,
) -> Option<Candidate> {
    let Candidates { dice, others } = policy.candidates(state, seat, Lines::OfDifferentMoves);
    let in_turn = state.decision().is_some_and(|decision| decision.question == Question::Turn);
    let best = Candidate::best_of(dice.iter().chain(&others))?;
    // If the budget is exhausted, the evaluated candidates may be only the first few legal actions.
    // A random choice among them could repeat the same actions forever.
    if in_turn && !matches!(best.action(), Some(Action::Activate(_))) || policy.is_exhausted() {
        return Some(best.clone());
    }
    let choices = if in_turn { &dice } else { &others }.iter();
    let noisy = choices.map(|choice| (choice.chance + noise * gumbel(random), choice));
    let best = noisy.max_by(|a, b| a.0.total_cmp(&b.0))?.1;
    // Keep only the first action, so that the next choice gets its own noise.
    Some(Candidate { chance: best.chance, line: best.action().into_iter().collect() })
}

impl Bot for LevelBot {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.random = Random(seed ^ seat.index() as u64);
        self.line.clear();
        if let Some(memory) = &mut self.memory {
            // Another game may have other rules at the same address.
            memory.rules = 0;
        }
    }

    fn limit(&mut self, budget: Budget) {
        self.budget = budget;
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        let no_action = || BotError("there is no legal action".to_owned());
        let first = *legal.first().ok_or_else(no_action)?;
        let Actor::Seat(seat) = view.actor() else { return Ok(first) };
        let state = view.complete(self.random.bits());
        if state.is_between_moves(seat) {
            self.line.clear();
        }
        if let Some(action) = self.line.pop().filter(|action| legal.contains(action)) {
            return Ok(action);
        }
        if legal.len() == 1 {
            return Ok(first);
        }
        self.line = self.decide(&state, seat);
        Ok(self.line.pop().unwrap_or(first))
    }
}
