//! Previews of steps, and all ways to complete a step.
//!
//! Neither predicts chance outcomes or decisions of other seats.

use crate::game::legal;
use crate::lookahead::PositionRef;
use crate::messages::{PathsRequest, Preview, PreviewNext, PreviewRequest};
use crate::presenter::{presenter, view};
use crate::workspace::Workspace;
use orrery_protocol::{DescribedEvent, Fault, Narrator, PlayedStep, Presenter};
use orrery_rules as rules;
use orrery_rules::{Actor, Question, State, Step};

/// Maximum number of paths in a response. No die has that many.
const MAX_PATHS: usize = 256;
/// Maximum number of choices in a path: die, ship, place.
const MAX_CHOICES: usize = 3;

/// A sequence of steps with its texts and events.
#[derive(Clone)]
struct Path<'r> {
    state: State<'r>,
    steps: Vec<String>,
    texts: Vec<String>,
    events: Vec<DescribedEvent>,
}

impl Path<'_> {
    /// Returns whether this seat's next decision still belongs to the action of the path.
    ///
    /// The next action of the turn does not, nor do decisions about a planet's ability.
    fn continues_action(&self, seat: rules::Seat) -> bool {
        self.state.decision().is_some_and(|decision| {
            decision.seat == seat
                && decision.question != Question::Turn
                && decision.planet.is_none()
        })
    }

    fn next(&self, seat: rules::Seat) -> PreviewNext {
        match (self.state.actor(), self.state.decision()) {
            (Actor::Over, _) => PreviewNext::Over,
            (Actor::Chance, _) => PreviewNext::Chance,
            (Actor::Seat(actor), _) if actor != seat => PreviewNext::Others,
            (_, Some(decision)) if decision.question == Question::Turn => PreviewNext::Turn,
            _ => PreviewNext::Choice,
        }
    }
}

/// Explores the paths of one seat.
struct PathExplorer<'a> {
    narrator: Narrator<'a>,
    seat: rules::Seat,
}

impl<'a> PathExplorer<'a> {
    fn presenter(&self) -> Presenter<'a> {
        presenter(self.narrator, Some(self.seat.into()))
    }

    fn start<'r>(&self, state: &State<'r>, steps: &[Step]) -> Path<'r> {
        let path = Path { state: *state, steps: vec![], texts: vec![], events: vec![] };
        steps.iter().fold(path, |path, step| self.step(&path, *step))
    }

    /// Returns the path extended by one step.
    fn step<'r>(&self, path: &Path<'r>, step: Step) -> Path<'r> {
        let mut next = path.clone();
        if let Step::Action(action) = step {
            next.texts.push(self.narrator.action_by_place(path.state.table(), action));
        }
        // All explored steps are legal, so this cannot fail.
        if let Ok(played) = PlayedStep::take(&mut next.state, step) {
            let taken = self.presenter().step(&played);
            next.steps.push(taken.step);
            next.events.extend(taken.events);
        }
        next
    }

    /// Extends the path while there is only one legal action.
    fn apply_forced<'r>(&self, mut path: Path<'r>) -> Path<'r> {
        while path.continues_action(self.seat) {
            let answers = legal(&path.state);
            let [only] = &answers[..] else { break };
            path = self.step(&path, Step::Action(*only));
        }
        path
    }

    /// Collects every completion of the path's action by at most `depth` choices.
    fn collect_paths<'r>(&self, path: Path<'r>, depth: usize, out: &mut Vec<Path<'r>>) {
        if out.len() >= MAX_PATHS {
            return;
        }
        if depth == 0 || !path.continues_action(self.seat) {
            out.push(path);
            return;
        }
        for action in &legal(&path.state)[..] {
            let next = self.apply_forced(self.step(&path, Step::Action(*action)));
            self.collect_paths(next, depth - 1, out);
        }
    }

    /// Converts a path to a preview without a view.
    fn preview(&self, path: Path<'_>) -> Preview {
        let next = path.next(self.seat);
        let Path { steps, texts, events, .. } = path;
        Preview { steps, texts, events, next, view: None, prompt: None }
    }

    /// Converts a path to a preview with the resulting view and prompt.
    fn preview_with_view(&self, path: Path<'_>, version: u32) -> Preview {
        let (state, presenter) = (path.state, self.presenter());
        let view = view(presenter, &state.observe(Some(self.seat)));
        let prompt = presenter.prompt(&state, version);
        Preview { view: Some(view), prompt, ..self.preview(path) }
    }
}

impl Workspace {
    /// Previews steps.
    pub(crate) fn preview(&mut self, request: PreviewRequest) -> Result<Preview, Fault> {
        let PreviewRequest { game, replay, viewer, steps } = request;
        let from = self.lookahead_position(PositionRef { game, replay, viewer })?;
        let steps = from.parse_legal_steps(&steps)?;
        let explorer = PathExplorer { narrator: from.narrator, seat: from.deciding_seat()? };
        let version = from.version + steps.len() as u32;
        Ok(explorer.preview_with_view(explorer.start(&from.state, &steps), version))
    }

    /// Returns every way to complete the given steps, or else every legal action.
    pub(crate) fn paths(&mut self, request: PathsRequest) -> Result<Vec<Preview>, Fault> {
        let PathsRequest { game, replay, viewer, steps } = request;
        let from = self.lookahead_position(PositionRef { game, replay, viewer })?;
        let steps = from.parse_legal_steps(&steps.unwrap_or_default())?;
        let explorer = PathExplorer { narrator: from.narrator, seat: from.deciding_seat()? };
        let start = explorer.start(&from.state, &steps);
        let mut paths = Vec::new();
        if steps.is_empty() {
            for action in &legal(&start.state)[..] {
                let next = explorer.apply_forced(explorer.step(&start, Step::Action(*action)));
                explorer.collect_paths(next, MAX_CHOICES - 1, &mut paths);
            }
        } else {
            explorer.collect_paths(explorer.apply_forced(start), MAX_CHOICES, &mut paths);
        }
        Ok(paths.into_iter().map(|path| explorer.preview(path)).collect())
    }
}
