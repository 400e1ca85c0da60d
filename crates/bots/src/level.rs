//! The levels that people play against: one judgement, used with more or less care.

use crate::network::Network;
use crate::policy::{ActionLine, Policy, is_quiet};
use crate::search::{Search, SearchLimits};
use crate::{Bot, BotError, Budget, Random};
use orrery_rules::{Action, Actions, Actor, Question, Seat, State, View};
use std::sync::Arc;

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BotLevel {
    /// Knows the rules and uses its dice, but often on the wrong thing.
    Cadet,
    /// Sees what is good, and misses it now and then.
    Pilot,
    /// Rarely takes the worse of two things.
    Captain,
    /// Always takes what looks best one step ahead.
    Admiral,
    /// Looks further ahead, over rerolls and the others' answers.
    Oracle,
}

impl BotLevel {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] =
        [Self::Cadet, Self::Pilot, Self::Captain, Self::Admiral, Self::Oracle];

    /// Its word.
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

    /// How far apart two things must be, in chance to win, for the level to tell them apart.
    const fn noise(self) -> f32 {
        match self {
            Self::Cadet => 0.12,
            Self::Pilot => 0.05,
            Self::Captain => 0.022,
            Self::Admiral => 0.006,
            Self::Oracle => 0.0,
        }
    }

    /// How far it looks, where that is further than one step.
    pub(crate) const fn search_limits(self) -> Option<SearchLimits> {
        match self {
            Self::Oracle => Some(SearchLimits { depth: 2, width: [6, 3], margin: 0.05, rolls: 15 }),
            _ => None,
        }
    }
}

/// A bot of some level.
#[derive(Clone)]
pub struct LevelBot {
    level: BotLevel,
    network: Arc<Network>,
    random: Random,
    budget: Budget,
    /// The rest of what was decided, last answer first.
    line: ActionLine,
}

impl LevelBot {
    /// A bot of this level with the mind that comes with the program.
    #[must_use]
    pub fn new(level: BotLevel) -> Self {
        Self::with_network(level, Network::embedded())
    }

    /// A bot of this level with another mind.
    #[must_use]
    pub fn with_network(level: BotLevel, network: Arc<Network>) -> Self {
        let (random, budget, line) = (Random(0), Budget::default(), ActionLine::new());
        Self { level, network, random, budget, line }
    }

    /// Decides what to do, with all the answers that go with it.
    fn decide(&mut self, state: &State<'_>, seat: Seat) -> ActionLine {
        let evaluator = self.network.evaluator(state.rules());
        let mut policy = Policy::new(&evaluator, self.budget);
        let choice = match (self.level.search_limits(), self.level.noise()) {
            (Some(limits), _) => {
                Search::new(policy, seat, limits, Random(self.random.bits())).best(state)
            }
            (None, 0.0) => policy.best(state, seat),
            (None, noise) => noisy_candidate(&mut policy, state, seat, noise, &mut self.random),
        };
        choice.unwrap_or_default().line
    }
}

/// The best line, as someone sees it to whom things look better or worse than they are. He never
/// ends a turn, rerolls or uses the converter where a die is of use: he errs in what he uses it for.
fn noisy_candidate(
    policy: &mut Policy<'_>,
    state: &State<'_>,
    seat: Seat,
    noise: f32,
    random: &mut Random,
) -> Option<crate::policy::Candidate> {
    let best = policy.best(state, seat)?;
    let uses_die = |action: Option<&Action>| matches!(action, Some(Action::Activate(_)));
    let in_turn = state.decision().is_some_and(|asked| asked.question == Question::Turn);
    if in_turn && !uses_die(best.line.last()) {
        return Some(best);
    }
    let lines = policy.all(state, seat);
    if policy.is_exhausted() {
        // Not all lines were looked at: who chose among the first few would do the same for ever.
        return Some(best);
    }
    let lines = lines.into_iter().filter(|choice| !in_turn || uses_die(choice.line.last()));
    let seen = lines.map(|choice| (choice.chance + noise * random.gumbel(), choice));
    let mut line = seen.max_by(|a, b| a.0.total_cmp(&b.0))?.1;
    // Only the first answer is decided; the next is looked at anew, and may be wrong, too.
    line.line = line.line.last().into_iter().copied().collect();
    Some(line)
}

impl Bot for LevelBot {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.random = Random(seed ^ seat.index() as u64);
        self.line.clear();
    }

    fn limit(&mut self, budget: Budget) {
        self.budget = budget;
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        let nothing = || BotError("there is nothing to choose".to_owned());
        let first = *legal.first().ok_or_else(nothing)?;
        let Actor::Seat(seat) = view.actor() else { return Ok(first) };
        let state = view.complete(self.random.bits());
        if is_quiet(&state, seat) {
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
