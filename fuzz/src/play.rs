//! Plays games and checks all invariants at every step.

use crate::check::{self, DiceOfTurn};
use orrery_rules::{Action, Actions, Actor, Event, Face, ChanceOutcome, Destination, Random, State, Step};

/// The number of steps between full checks of a game.
pub const FULL_CHECK_INTERVAL: usize = 16;

/// A game that is checked after every step.
pub struct CheckedGame<'r> {
    /// The current state.
    pub state: State<'r>,
    actions: Actions,
    events: Vec<Event>,
    outcomes: Vec<(ChanceOutcome, u64)>,
    dice: DiceOfTurn,
    steps: usize,
}

impl<'r> CheckedGame<'r> {
    /// Creates a game from a state.
    pub fn new(state: State<'r>) -> Self {
        let (actions, events, outcomes) = (Actions::new(), Vec::new(), Vec::new());
        let mut game =
            Self { state, actions, events, outcomes, dice: DiceOfTurn::default(), steps: 0 };
        game.check();
        game
    }

    /// Returns the number of applied steps.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the legal actions.
    ///
    /// Checks that they are sorted and unique, and that the list is empty only if no seat acts.
    pub fn legal(&mut self) -> &[Action] {
        self.state.legal_actions(&mut self.actions);
        let is_seat = matches!(self.state.actor(), Actor::Seat(_));
        assert_eq!(self.actions.is_empty(), !is_seat, "{:?}", self.state.decision());
        assert_eq!(self.state.decision().is_some(), is_seat);
        assert!(self.actions.is_sorted_by(|a, b| a < b), "{:?}", &self.actions[..]);
        &self.actions
    }

    /// Returns whether a step is legal, without using the engine's own check.
    pub fn is_legal(&mut self, step: Step) -> bool {
        match (step, self.state.chance()) {
            (Step::Action(action), _) => self.legal().contains(&action),
            (Step::Chance(_), None) => false,
            (Step::Chance(outcome), Some(node)) => {
                node.outcomes(&mut self.outcomes);
                self.outcomes.iter().any(|(possible, _)| *possible == outcome)
            }
        }
    }

    /// Applies a legal step with and without the engine's checks, and compares the states.
    pub fn apply(&mut self, step: Step) {
        let mut unchecked = self.state;
        unchecked.apply_unchecked(step);
        self.events.clear();
        let result = self.state.apply(step, &mut self.events);
        assert_eq!(result, Ok(()), "{step:?} is listed");
        assert!(unchecked == self.state, "{step:?} differs unchecked");
        assert_eq!(unchecked.digest(), self.state.digest());
        self.steps += 1;
        self.check();
    }

    /// Tries any step: a legal step is applied, an illegal one must change nothing.
    pub fn try_any(&mut self, step: Step) {
        let notation = step.notation(self.state.rules()).to_string();
        if self.is_legal(step) {
            assert_eq!(Step::parse(self.state.rules(), &notation), Ok(step), "{notation}");
            return self.apply(step);
        }
        let mut after = self.state;
        self.events.clear();
        let result = after.apply(step, &mut self.events);
        assert!(result.is_err(), "{step:?} is not listed, but accepted");
        assert_eq!(result, self.state.check(step));
        assert!(after == self.state && self.events.is_empty(), "{step:?} left traces");
        assert_eq!(after.digest(), self.state.digest());
    }

    /// Returns a random legal step, if the game is not over.
    ///
    /// With `eager` it prefers actions that can use nested abilities.
    pub fn choose(&mut self, random: &mut Random, eager: bool) -> Option<Step> {
        if let Some(node) = self.state.chance() {
            return Some(Step::Chance(node.pick(random.bits())));
        }
        let legal = self.legal();
        let nesting = legal.iter().filter(|action| can_nest(action)).count();
        let action = if eager && nesting > 0 && random.below(8) > 0 {
            legal.iter().filter(|action| can_nest(action)).nth(random.below(nesting))
        } else {
            legal.get(random.below(legal.len()))
        };
        action.map(|action| Step::Action(*action))
    }

    /// Plays at most `most` steps.
    pub fn play(&mut self, random: &mut Random, most: usize, eager: bool) {
        for _ in 0..most {
            let Some(step) = self.choose(random, eager) else { break };
            self.apply(step);
            if self.steps.is_multiple_of(FULL_CHECK_INTERVAL) {
                check::survey(&self.state, random.bits());
            }
        }
        check::survey(&self.state, random.bits());
    }

    fn check(&mut self) {
        check::conserved(&self.state);
        self.dice.check(&self.state);
    }
}

fn can_nest(action: &Action) -> bool {
    matches!(
        action,
        Action::UseAbility
            | Action::UsePlanet(_)
            | Action::Follow
            | Action::RepeatDie(_)
            | Action::GoTo(Destination::Surface(_))
            | Action::Activate(Face::Colony | Face::Move)
            | Action::ChooseFace(Face::Colony | Face::Move)
    )
}
