//! The key moments of a review: bad moves, lucky and unlucky outcomes, the turning point.

use crate::advice::Advisor;
use crate::texts::Texts;
use orrery_analysis::{
    ChanceKind, Game, LuckMark, Mark, MoveReview, NoteKind, OutcomeReview, Review,
};
use orrery_rules::{Action, Step};

/// The maximum number of key moments besides the turning point.
const MAX_MOMENTS: usize = 12;

/// A key moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Moment {
    /// The number of steps before this moment.
    pub(crate) step: usize,
    /// The turn.
    pub(crate) turn: u16,
    /// The seat whose chance to win changed.
    pub(crate) seat: usize,
    /// The symbol: `?!`, `?`, `??` for moves, `++` to `--` for luck, `*` for the turning point.
    pub(crate) sign: &'static str,
    /// The name of the symbol, for example that of a mistake.
    pub(crate) kind: String,
    /// The change of the chance to win.
    pub(crate) change: f64,
    /// The move or the outcome; empty for the turning point.
    pub(crate) text: String,
    /// The best move; empty if it was played or there was none.
    pub(crate) better: String,
}

/// Returns the key moments in the order of the game.
pub(super) fn moments(review: &Review, game: &Game, advisor: &Advisor) -> Vec<Moment> {
    let describer = Describer { game, advisor };
    let mut marked: Vec<MarkedEvent<'_>> = Vec::new();
    marked.extend(review.moves.iter().filter_map(MarkedEvent::of_move));
    // A redacted record only assumes the missions that were dealt, so their luck is meaningless.
    let is_redacted = review.notes.iter().any(|note| note.kind == NoteKind::HiddenMissions);
    let is_known = |it: &&OutcomeReview| !(is_redacted && it.kind == ChanceKind::Deal);
    marked.extend(review.outcomes.iter().filter(is_known).filter_map(MarkedEvent::of_outcome));
    marked.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
    marked.truncate(MAX_MOMENTS);
    let mut moments: Vec<Moment> = marked.iter().map(|event| describer.moment(event)).collect();
    moments.extend(review.turning_point.as_ref().map(|point| Moment {
        step: point.from as usize,
        turn: point.turn,
        seat: point.seat.index(),
        sign: "*",
        kind: advisor.texts.turning_point(),
        change: point.change,
        text: String::new(),
        better: String::new(),
    }));
    moments.sort_by_key(|moment| moment.step);
    moments
}

/// A marked move or outcome.
enum MarkedEvent<'a> {
    Move(&'a MoveReview, Mark),
    Outcome(&'a OutcomeReview, LuckMark, usize),
}

impl<'a> MarkedEvent<'a> {
    fn of_move(it: &'a MoveReview) -> Option<Self> {
        Some(Self::Move(it, it.mark?))
    }

    fn of_outcome(it: &'a OutcomeReview) -> Option<Self> {
        Some(Self::Outcome(it, it.mark?, it.seat?.index()))
    }

    /// Returns the change of the seat's chance to win.
    fn change(&self) -> f64 {
        match self {
            Self::Move(it, _) => -it.loss,
            Self::Outcome(it, _, seat) => it.luck[*seat],
        }
    }

    /// Returns the absolute change, by which key moments are selected.
    fn weight(&self) -> f64 {
        self.change().abs()
    }
}

/// Describes steps of a game.
struct Describer<'a> {
    game: &'a Game,
    advisor: &'a Advisor,
}

impl Describer<'_> {
    fn moment(&self, event: &MarkedEvent<'_>) -> Moment {
        let (texts, change) = (self.advisor.texts, event.change());
        match event {
            MarkedEvent::Move(it, mark) => {
                let best = it.alternatives.first().filter(|best| !best.played);
                let better = best.map(|best| self.actions(it.from as usize, &best.steps));
                Moment {
                    step: it.from as usize,
                    turn: it.turn,
                    seat: it.seat.index(),
                    sign: sign(*mark),
                    kind: mark_name(*mark, texts),
                    change,
                    text: self.actions(it.from as usize, &it.steps),
                    better: better.unwrap_or_default(),
                }
            }
            MarkedEvent::Outcome(it, mark, seat) => Moment {
                step: (it.step as usize).saturating_sub(1),
                turn: it.turn,
                seat: *seat,
                sign: luck_sign(*mark),
                kind: luck_name(*mark, texts),
                change,
                text: self.outcome(it),
                better: String::new(),
            },
        }
    }

    /// Describes actions in notation, starting at the position after `from` steps.
    fn actions(&self, from: usize, steps: &[String]) -> String {
        let state = self.game.position(from);
        let parse = |step: &String| match Step::parse(state.rules(), step) {
            Ok(Step::Action(action)) => Some(action),
            _ => None,
        };
        let actions: Vec<Action> = steps.iter().map_while(parse).collect();
        self.advisor.sequence(&state, &actions)
    }

    /// Describes a chance outcome in sentences.
    fn outcome(&self, it: &OutcomeReview) -> String {
        let mut state = self.game.position((it.step as usize).saturating_sub(1));
        let (before, mut events) = (*state.table(), Vec::new());
        let Ok(step) = Step::parse(state.rules(), &it.outcome) else { return String::new() };
        if state.apply(step, &mut events).is_err() {
            return String::new();
        }
        self.advisor.narrator().events(&before, &events).join(" ")
    }
}

/// Returns the symbol of a bad move.
const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
    }
}

const fn luck_sign(mark: LuckMark) -> &'static str {
    match mark {
        LuckMark::VeryLucky => "++",
        LuckMark::Lucky => "+",
        LuckMark::Unlucky => "-",
        LuckMark::VeryUnlucky => "--",
    }
}

fn mark_name(mark: Mark, texts: Texts) -> String {
    match mark {
        Mark::Inaccuracy => texts.mark_inaccuracy(),
        Mark::Mistake => texts.mark_mistake(),
        Mark::Blunder => texts.mark_blunder(),
    }
}

fn luck_name(mark: LuckMark, texts: Texts) -> String {
    match mark {
        LuckMark::VeryLucky => texts.mark_very_lucky(),
        LuckMark::Lucky => texts.mark_lucky(),
        LuckMark::Unlucky => texts.mark_unlucky(),
        LuckMark::VeryUnlucky => texts.mark_very_unlucky(),
    }
}
