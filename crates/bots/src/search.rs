//! Deeper than one step: the best few lines are followed on, over rerolls and the others' answers,
//! to where the judgement is surer. Rolls are weighed one by one as far as they can be listed, and
//! drawn where they are too many; what the seat cannot know was completed by chance before.

use crate::Random;
use crate::policy::{ActionLine, Candidate, Policy};
use orrery_rules::{Actor, ChanceNode, ChanceOutcome, Question, Seat, State, Step};

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits {
    /// Steps looked ahead after the first.
    pub(crate) depth: u32,
    /// Lines followed at the first step, and at later ones.
    pub(crate) width: [usize; 2],
    /// How much worse than the best a line may look one step ahead to be followed at all.
    pub(crate) margin: f32,
    /// Rolls weighed; where more can come, so many are drawn.
    pub(crate) rolls: usize,
}

/// Looks ahead for a seat.
pub(crate) struct Search<'a> {
    policy: Policy<'a>,
    seat: Seat,
    limits: SearchLimits,
    random: Random,
}

impl<'a> Search<'a> {
    pub(crate) const fn new(
        policy: Policy<'a>,
        seat: Seat,
        limits: SearchLimits,
        random: Random,
    ) -> Self {
        Self { policy, seat, limits, random }
    }

    /// The best line.
    pub(crate) fn best(&mut self, state: &State<'_>) -> Option<Candidate> {
        Candidate::best(self.all(state))
    }

    /// The best lines with what a deeper look says of them. If the budget runs out on the way, what
    /// one step ahead says stands for all: a deeper look at some would be no fair comparison.
    pub(crate) fn all(&mut self, state: &State<'_>) -> Vec<Candidate> {
        let lines = self.lines(state, self.limits.width[0]);
        if lines.len() < 2 {
            return lines;
        }
        let mut deeper = Vec::with_capacity(lines.len());
        for line in &lines {
            let chance = self.after(state, &line.line, self.limits.depth);
            if self.policy.is_exhausted() {
                return lines;
            }
            deeper.push(Candidate { chance, line: line.line.clone() });
        }
        deeper
    }

    /// The best lines by the judgement one step ahead, best first.
    fn lines(&mut self, state: &State<'_>, width: usize) -> Vec<Candidate> {
        let mut lines = self.policy.all(state, self.seat);
        lines.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        lines.truncate(width);
        let least = lines.first().map_or(0.0, |best| best.chance - self.limits.margin);
        lines.retain(|line| line.chance >= least);
        lines
    }

    fn after(&mut self, state: &State<'_>, line: &ActionLine, depth: u32) -> f32 {
        let mut next = *state;
        for &action in line.iter().rev() {
            next.apply_unchecked(Step::Action(action));
        }
        self.value(&next, depth)
    }

    /// What a position is worth, looked at so many steps deep.
    fn value(&mut self, state: &State<'_>, depth: u32) -> f32 {
        let deeper = depth > 0 && !self.policy.is_exhausted();
        let value = match state.actor() {
            Actor::Seat(seat) if deeper && seat == self.seat => self.own(state, depth),
            Actor::Seat(seat) if deeper => self.answer_of(state, seat, depth),
            Actor::Chance if deeper => self.roll(state, depth),
            _ => None,
        };
        value.unwrap_or_else(|| self.policy.chance(state, self.seat))
    }

    fn own(&mut self, state: &State<'_>, depth: u32) -> Option<f32> {
        if depth == 1 {
            return self.policy.best(state, self.seat).map(|best| best.chance);
        }
        let lines = self.lines(state, self.limits.width[1]);
        let values = lines.iter().map(|line| self.after(state, &line.line, depth - 1));
        values.max_by(f32::total_cmp)
    }

    /// Others answer as they judge best; their own turns are not foreseen.
    fn answer_of(&mut self, state: &State<'_>, seat: Seat, depth: u32) -> Option<f32> {
        let asked = state.decision()?;
        if asked.question == Question::Turn {
            return None;
        }
        let choice = self.policy.best(state, seat)?;
        Some(self.after(state, &choice.line, depth))
    }

    /// Own rerolls and the Rogue's next die are weighed; a card to be drawn, or another's roll, is
    /// left to the judgement.
    fn roll(&mut self, state: &State<'_>, depth: u32) -> Option<f32> {
        let node = state.chance().filter(|node| matches!(node, ChanceNode::Roll(_)))?;
        let is_own = state.active() == self.seat && !state.chosen_dice().is_empty();
        let depth = match state.is_rogue(state.active()) {
            true => depth - 1,
            false if is_own => depth,
            false => return None,
        };
        let (mut sum, mut weights) = (0.0, 0.0);
        for (outcome, weight) in self.rolls(node) {
            let mut next = *state;
            next.apply_unchecked(Step::Chance(outcome));
            sum += self.value(&next, depth) * weight as f32;
            weights += weight as f32;
        }
        (weights > 0.0).then_some(sum / weights)
    }

    /// All rolls with their weights, or as many by chance as may be looked at.
    fn rolls(&mut self, node: ChanceNode) -> Vec<(ChanceOutcome, u64)> {
        let mut outcomes = Vec::new();
        node.outcomes(&mut outcomes);
        if outcomes.len() > self.limits.rolls {
            let draws = (0..self.limits.rolls).map(|_| (node.pick(self.random.bits()), 1));
            outcomes = draws.collect();
        }
        outcomes
    }
}
