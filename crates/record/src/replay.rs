//! Replays a record by the rules and reports the first difference.

use crate::hidden;
use crate::model::{Ending, Record, RecordedStep, Scores, Turn, TurnLabel, Viewer};
use crate::problem::{Difference, ReplayProblem};
use crate::replayed_step::{ObservedStep, ReplayedStep};
use orrery_rules::{Actor, Event, GameResult, Rules, Seat, Setup, State, Step, View};

impl Record {
    /// Returns the state that the record starts from.
    ///
    /// # Errors
    /// If the options or the set-up do not fit these rules.
    pub fn start<'r>(&self, rules: &'r Rules) -> Result<State<'r>, ReplayProblem> {
        start(self, rules).map_err(|difference| self.problem_without_step(rules, difference))
    }

    /// Replays the record and calls `each` after every step.
    ///
    /// # Errors
    /// The first step that differs. A redacted record needs [`Record::watch`] instead.
    pub fn replay<'r>(
        &self,
        rules: &'r Rules,
        each: impl FnMut(&ReplayedStep<'_, 'r>),
    ) -> Result<State<'r>, ReplayProblem> {
        if self.header.seen_by.is_some() {
            return Err(self.problem_without_step(rules, Difference::Hidden));
        }
        replay_with(self, rules, |_, _| Ok(()), each)
    }

    /// Replays the record, redacted or not, and calls `each` after every step.
    ///
    /// Possible missions replace hidden ones, so show nothing that depends on them.
    ///
    /// # Errors
    /// The first step that differs.
    pub fn replay_assuming<'r>(
        &self,
        rules: &'r Rules,
        each: impl FnMut(&ReplayedStep<'_, 'r>),
    ) -> Result<State<'r>, ReplayProblem> {
        replay_with(self, rules, |_, _| Ok(()), each)
    }

    /// Replays the record as a viewer sees it and calls `each` after every step.
    ///
    /// Each step has the views before and after it. A redacted record can be watched by its viewer or
    /// as a spectator.
    ///
    /// # Errors
    /// The first step that differs, or that the record is redacted for another viewer.
    pub fn watch<'r>(
        &self,
        rules: &'r Rules,
        viewer: Option<Seat>,
        mut each: impl FnMut(&ObservedStep<'_, 'r>),
    ) -> Result<View<'r>, ReplayProblem> {
        let shown = self
            .header
            .seen_by
            .is_none_or(|seen_by| viewer.is_none() || seen_by == Viewer::from(viewer));
        if !shown {
            return Err(self.problem_without_step(rules, Difference::Hidden));
        }
        let end = replay_with(
            self,
            rules,
            |_, _| Ok(()),
            |played| {
                let events: Vec<Event> = played.events.iter().map(|e| e.seen_by(viewer)).collect();
                each(&ObservedStep {
                    number: played.number,
                    label: played.label,
                    words: played.before.notation_for(played.step, viewer).to_string(),
                    before: played.before.observe(viewer),
                    after: played.after.observe(viewer),
                    events: &events,
                });
            },
        )?;
        Ok(end.observe(viewer))
    }

    fn problem_at_step(
        &self,
        rules: &Rules,
        step: usize,
        (turn, entry): (&Turn, &RecordedStep),
        difference: Difference,
    ) -> ReplayProblem {
        let step_text = entry.text.as_str().to_owned();
        ReplayProblem {
            step,
            turn: turn.label,
            step_text,
            ..self.problem_without_step(rules, difference)
        }
    }

    pub(crate) fn problem_without_step(
        &self,
        rules: &Rules,
        difference: Difference,
    ) -> ReplayProblem {
        let revisions = (self.header.revision, rules.revision);
        ReplayProblem {
            step: 0,
            turn: TurnLabel::Opening,
            step_text: String::new(),
            difference,
            revisions: (revisions.0 != revisions.1).then_some(revisions),
        }
    }
}

fn start<'r>(record: &Record, rules: &'r Rules) -> Result<State<'r>, Difference> {
    let header = &record.header;
    if header.edition != rules.id {
        let (recorded, found) = (header.edition.clone(), rules.id.clone());
        return Err(Difference::Rules(crate::deck_cache::RulesProblem::Name(recorded, found)));
    }
    let options = header.options(rules).map_err(Difference::Rules)?;
    let Some(text) = &header.setup else {
        return State::new(rules, &options).map_err(|problems| start_difference(&problems));
    };
    let text = hidden::fill_setup(rules, text, header.chosen);
    let setup = Setup::parse(rules, &text).map_err(|problems| start_difference(&problems))?;
    if setup.options != options {
        return Err(Difference::Start(
            "the header and the set-up have different options".to_owned(),
        ));
    }
    State::from_setup(rules, &setup).map_err(|problems| start_difference(&problems))
}

fn start_difference(problems: &[impl ToString]) -> Difference {
    Difference::Start(problems.first().map_or_else(String::new, ToString::to_string))
}

/// Replays a record. Calls `check` before each step, and `each` after it.
pub(crate) fn replay_with<'r>(
    record: &Record,
    rules: &'r Rules,
    mut check: impl FnMut(&State<'r>, Step) -> Result<(), Difference>,
    mut each: impl FnMut(&ReplayedStep<'_, 'r>),
) -> Result<State<'r>, ReplayProblem> {
    let mut state = record.start(rules)?;
    let hidden_steps = hidden::HiddenSteps::of(record, rules);
    let mut events = Vec::new();
    for (number, (turn, entry)) in (1..).zip(record.entries()) {
        let problem = |difference| record.problem_at_step(rules, number, (turn, entry), difference);
        let step = hidden_steps.step(rules, number, entry).map_err(problem)?;
        check_position(&state, turn, entry).map_err(problem)?;
        check(&state, step).map_err(problem)?;
        let before = state;
        events.clear();
        state.apply(step, &mut events).map_err(|why| problem(Difference::Illegal(why)))?;
        let (label, after) = (turn.label, &state);
        each(&ReplayedStep { number, label, entry, step, before: &before, after, events: &events });
    }
    let at_end = |difference| record.problem_without_step(rules, difference);
    record.ending.as_ref().map_or(Ok(()), |end| check_ending(&state, end)).map_err(at_end)?;
    Ok(state)
}

/// Checks the turn, the seat and the digest that the record has for a step.
fn check_position(state: &State<'_>, turn: &Turn, entry: &RecordedStep) -> Result<(), Difference> {
    let here = label(state);
    if here != turn.label && !state.is_over() {
        return Err(Difference::Turn(here));
    }
    let is_first = turn.steps.first().is_some_and(|first| std::ptr::eq(first, entry));
    if let Some(recorded) = turn.digest.filter(|recorded| is_first && *recorded != state.digest()) {
        return Err(Difference::Digest(recorded, state.digest()));
    }
    match (entry.by, state.actor()) {
        (Some(seat), Actor::Seat(actor)) if seat == actor => Ok(()),
        (Some(seat), Actor::Seat(actor)) => Err(Difference::By(seat, Some(actor))),
        (Some(seat), _) => Err(Difference::By(seat, None)),
        (None, _) => Ok(()),
    }
}

/// Returns the label of the turn that a state is in.
pub(crate) fn label(state: &State<'_>) -> TurnLabel {
    match state.turn() {
        0 => TurnLabel::Opening,
        number => TurnLabel::Turn(number, state.active()),
    }
}

fn check_ending(state: &State<'_>, ending: &Ending) -> Result<(), Difference> {
    let wrong = |why: &str| Err(Difference::Result(why.to_owned()));
    match (&ending.scores, state.outcome()) {
        (Some(_), None) => return wrong("the record has a result, but the game is not over"),
        (None, Some(_)) => return wrong("the record says unfinished, but the game is over"),
        (Some(recorded), Some(result)) if *recorded != scores(state, &result) => {
            return wrong("the final result differs from the recorded one");
        }
        _ => {}
    }
    match ending.digest {
        Some(recorded) if recorded != state.digest() => Err(Difference::Result(format!(
            "the last position is #{:016x}, but the record says #{recorded:016x}",
            state.digest()
        ))),
        _ => Ok(()),
    }
}

/// Converts a result to its form in a record.
pub(crate) fn scores(state: &State<'_>, result: &GameResult) -> Scores {
    Scores {
        points: result.scores().iter().map(|score| score.points).collect(),
        winners: state.seats().filter(|seat| result.is_winner(*seat)).collect(),
    }
}
