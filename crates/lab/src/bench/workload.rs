//! The benchmarked work: random play, and the floor (a decision without rules).

use orrery_bots::Random;
use orrery_rules::{Action, Actions, Actor, Options, Rules, State, Step, deck};
use std::hint::black_box;

/// Returns the benchmarked games: name, ruleset and options.
#[must_use]
pub fn games() -> [(&'static str, &'static Rules, Options); 4] {
    [
        ("classic-2", deck::classic(), Options::players(2)),
        ("classic-4", deck::classic(), Options::players(4)),
        ("solo", deck::classic(), Options::solo(0)),
        ("blast-off-4", deck::blast_off(), Options::players(4)),
    ]
}

/// The floor: copies 256 bytes, writes 20 candidates, draws a number and picks a candidate.
///
/// The time depends on how the compiler is kept from removing the copy: other methods are up to a
/// third faster.
pub struct Floor {
    source: [u8; 256],
    copy: [u8; 256],
    candidates: Vec<u32>,
    random: Random,
}

impl Default for Floor {
    fn default() -> Self {
        Self { source: [7; 256], copy: [0; 256], candidates: Vec::new(), random: Random(1) }
    }
}

impl Floor {
    /// Makes one decision without rules.
    #[inline]
    pub fn decide(&mut self) -> u32 {
        self.copy = black_box(self.source);
        self.candidates.clear();
        for candidate in 0..black_box(20) {
            self.candidates.push(candidate);
        }
        let pick = self.random.below(self.candidates.len());
        black_box(&self.copy);
        self.candidates[pick]
    }
}

/// An endless stream of decisions in random games.
pub struct Stream<'r> {
    opening: State<'r>,
    state: State<'r>,
    games: u64,
    random: Random,
    actions: Actions,
}

impl<'r> Stream<'r> {
    /// Creates a stream of games that start at this position.
    #[must_use]
    pub fn new(opening: State<'r>, seed: u64) -> Self {
        Self { opening, state: opening, games: 0, random: Random(seed), actions: Actions::new() }
    }

    /// Returns the number of complete games so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Applies chance steps until a seat acts; starts a new game when one is over.
    #[inline]
    fn reach_decision(&mut self) {
        loop {
            match self.state.actor() {
                Actor::Seat(_) => return,
                Actor::Over => {
                    self.state = self.opening;
                    self.games += 1;
                }
                Actor::Chance => {
                    if let Some(node) = self.state.chance() {
                        self.state.apply_unchecked(Step::Chance(node.pick(self.random.bits())));
                    }
                }
            }
        }
    }

    #[inline]
    fn decide(&mut self) -> Action {
        self.state.legal_actions(&mut self.actions);
        let choice = self.random.below(self.actions.len());
        self.actions[choice]
    }

    /// Makes one decision: applies chance steps, lists the legal actions, and applies a random one.
    #[inline]
    pub fn play(&mut self) {
        self.reach_decision();
        let action = self.decide();
        self.state.apply_unchecked(Step::Action(action));
    }

    /// Returns positions of random games, each with a random legal action.
    #[must_use]
    pub fn positions(mut self, count: usize) -> Vec<(State<'r>, Step)> {
        let mut positions = Vec::with_capacity(count);
        while positions.len() < count {
            for _ in 0..self.random.below(40) {
                self.play();
            }
            self.reach_decision();
            let action = self.decide();
            positions.push((self.state, Step::Action(action)));
        }
        positions
    }
}
