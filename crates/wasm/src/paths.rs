//! What steps would bring, and every way to carry one out. Nothing that chance decides, and nothing
//! that another seat would answer, is foretold.

use crate::ahead::Whence;
use crate::desk::Desk;
use crate::forms::{ForPaths, ForPreview, Next, Preview};
use crate::game::legal;
use crate::telling::Teller;
use orrery_protocol::{Fault, Told};
use orrery_rules as rules;
use orrery_rules::{Actor, Question, State, Step};

/// Most ways that are told; no die has more.
const MOST: usize = 256;
/// Most choices that one way is made of: die, ship, place.
const DEEPEST: usize = 3;

/// A way that is being looked at.
#[derive(Clone)]
struct Walk {
    state: State<'static>,
    steps: Vec<String>,
    texts: Vec<String>,
    events: Vec<Told>,
}

impl Walk {
    /// The next question is put to this seat and belongs to the same action: it is not about the
    /// next action of the turn and not about an ability.
    fn goes_on(&self, seat: rules::Seat) -> bool {
        self.state.decision().is_some_and(|asked| {
            asked.seat == seat && asked.question != Question::Turn && asked.planet.is_none()
        })
    }

    fn next(&self, seat: rules::Seat) -> Next {
        match (self.state.actor(), self.state.decision()) {
            (Actor::Over, _) => Next::Over,
            (Actor::Chance, _) => Next::Chance,
            (Actor::Seat(asked), _) if asked != seat => Next::Others,
            (_, Some(asked)) if asked.question == Question::Turn => Next::Turn,
            _ => Next::Choice,
        }
    }
}

/// Who walks, and who tells of it.
struct Walker<'a> {
    teller: Teller<'a>,
    seat: rules::Seat,
}

impl Walker<'_> {
    fn start(&self, state: &State<'static>, steps: &[Step]) -> Walk {
        let walk = Walk { state: *state, steps: vec![], texts: vec![], events: vec![] };
        steps.iter().fold(walk, |walk, step| self.step(&walk, *step))
    }

    /// The way with one step more.
    fn step(&self, walk: &Walk, step: Step) -> Walk {
        let (mut next, before, mut events) = (walk.clone(), walk.state, Vec::new());
        next.steps.push(step.notation(before.rules()).to_string());
        if let Step::Action(action) = step {
            next.texts.push(self.teller.action(&before, action));
        }
        // Only legal steps are walked.
        let _ = next.state.apply(step, &mut events);
        next.events.extend(self.teller.events(before.table(), &events));
        next
    }

    /// Goes on while there is only one answer.
    fn settle(&self, mut walk: Walk) -> Walk {
        while walk.goes_on(self.seat) {
            let answers = legal(&walk.state);
            let [only] = &answers[..] else { break };
            walk = self.step(&walk, Step::Action(*only));
        }
        walk
    }

    /// Every way on from here.
    fn spread(&self, walk: Walk, depth: usize, out: &mut Vec<Walk>) {
        if out.len() >= MOST {
            return;
        }
        if depth == 0 || !walk.goes_on(self.seat) {
            out.push(walk);
            return;
        }
        for action in &legal(&walk.state)[..] {
            let next = self.settle(self.step(&walk, Step::Action(*action)));
            self.spread(next, depth - 1, out);
        }
    }

    /// Where a way leads to, in words.
    fn tell(&self, walk: Walk) -> Preview {
        let next = walk.next(self.seat);
        let Walk { steps, texts, events, .. } = walk;
        Preview { steps, texts, events, next, view: None, prompt: None }
    }

    /// The same, and how the table would be.
    fn show(&self, walk: Walk, version: u32) -> Preview {
        let (state, seat) = (walk.state, Some(self.seat.into()));
        let view = self.teller.view(&state.observe(Some(self.seat)));
        let prompt = self.teller.prompt(&state, version, seat);
        Preview { view: Some(view), prompt, ..self.tell(walk) }
    }
}

impl Desk {
    /// What steps would bring.
    pub(crate) fn preview(&mut self, asked: ForPreview) -> Result<Preview, Fault> {
        let ForPreview { game, replay, viewer, steps } = asked;
        let from = self.vantage(Whence { game, replay, viewer })?;
        let steps = from.checked(&steps)?;
        let walker = Walker { teller: from.teller, seat: from.asked()? };
        let version = from.version + steps.len() as u32;
        Ok(walker.show(walker.start(&from.state, &steps), version))
    }

    /// Every way to carry out a step, or to answer the question.
    pub(crate) fn paths(&mut self, asked: ForPaths) -> Result<Vec<Preview>, Fault> {
        let ForPaths { game, replay, viewer, steps } = asked;
        let from = self.vantage(Whence { game, replay, viewer })?;
        let steps = from.checked(&steps.unwrap_or_default())?;
        let walker = Walker { teller: from.teller, seat: from.asked()? };
        let start = walker.start(&from.state, &steps);
        let mut walks = Vec::new();
        if steps.is_empty() {
            for action in &legal(&start.state)[..] {
                let next = walker.settle(walker.step(&start, Step::Action(*action)));
                walker.spread(next, DEEPEST - 1, &mut walks);
            }
        } else {
            walker.spread(walker.settle(start), DEEPEST, &mut walks);
        }
        Ok(walks.into_iter().map(|walk| walker.tell(walk)).collect())
    }
}
