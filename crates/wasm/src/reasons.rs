//! Reasons why a move is better than another one, for hints, key moments and puzzles.

use crate::lookahead::LookaheadPosition;
use crate::messages::SavedGame;
use crate::review::OpenReview;
use crate::workspace::Workspace;
use orrery_analysis::{Reason, ReasonPosition, ReasonSubject, reasons};
use orrery_protocol::{Fault, Narrator, Seat};
use orrery_rules::{Action, Rules, State, Step};
use serde::{Deserialize, Serialize};

/// Requests up to three reasons why a move is better than another one.
///
/// For the current position of a game, give `saved`, `better` and `worse`. To compare the best
/// alternative with the move played in a review, give `review` and `index`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReasonsRequest {
    /// The saved game.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub saved: Option<SavedGame>,
    /// The steps of the better move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub better: Option<Vec<String>>,
    /// The steps of the other move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub worse: Option<Vec<String>>,
    /// The number of a review.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub review: Option<u32>,
    /// The index of the move in the review's list of moves.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub index: Option<u32>,
}

/// A reason why a move is better than another one.
///
/// `better` and `worse` are chances to win, or probabilities of the event that `kind` names. Both
/// can be recomputed from the positions. The other fields are `null` unless the kind needs them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReasonMessage {
    /// The kind.
    pub kind: ReasonKind,
    /// The reason as a sentence.
    pub text: String,
    /// The rival that the reason is about; `null` if it is about no rival.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub seat: Option<Seat>,
    /// The id of the planet.
    pub planet: Option<String>,
    /// The id of the mission.
    pub mission: Option<String>,
    /// The resource: `energy` or `culture`.
    pub resource: Option<String>,
    /// The face of a die.
    pub face: Option<String>,
    /// The number of units of the resource or of spaces, or the empire level.
    pub units: Option<u8>,
    /// The chance or probability after the better move.
    pub better: f64,
    /// The chance or probability without the named difference, or after the other move.
    pub worse: f64,
    /// The position that `better` evaluates.
    pub better_position: PositionText,
    /// The position that `worse` evaluates: the counterfactual.
    pub worse_position: PositionText,
}

/// A position as a text: a set-up and the steps after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionText {
    /// The text of a set-up.
    pub setup: String,
    /// The steps after the set-up, in notation.
    pub steps: Vec<String>,
}

/// The kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReasonKind {
    /// The seat has more of a resource.
    More,
    /// A ship has advanced further on a colony track.
    Advance,
    /// A ship is at a planet.
    ShipAt,
    /// The seat has a colony.
    Colony,
    /// The empire level is higher.
    Level,
    /// A die is still unused.
    Die,
    /// The seat keeps the mission.
    Mission,
    /// A rival has less of a resource.
    RivalFewer,
    /// A rival's ship has advanced less, or is not at the planet.
    RivalShip,
    /// A rival does not colonise a planet.
    RivalColony,
    /// A rival does not upgrade.
    RivalLevel,
    /// After the other move, follows of rivals lower this seat's chance to win by more.
    Followed,
    /// Event: the seat can colonise the planet on its next turn.
    NextColony,
    /// Event: the seat can upgrade its empire on its next turn.
    NextUpgrade,
    /// Event: a rival can colonise the planet on its next turn after the other move.
    RivalNextColony,
    /// Event: the better move is a reroll, and it gives a better position than the other move.
    RerollBetter,
    /// Event: the other move is a reroll, and it gives a better position than the better move.
    RerollWorse,
    /// The position as a whole; no single difference explains it.
    WholePosition,
}

impl From<ReasonSubject> for ReasonKind {
    fn from(subject: ReasonSubject) -> Self {
        match subject {
            ReasonSubject::More(..) => Self::More,
            ReasonSubject::Advance(..) => Self::Advance,
            ReasonSubject::ShipAt(_) => Self::ShipAt,
            ReasonSubject::Colony(_) => Self::Colony,
            ReasonSubject::Level(_) => Self::Level,
            ReasonSubject::Die(_) => Self::Die,
            ReasonSubject::Mission(_) => Self::Mission,
            ReasonSubject::RivalFewer(..) => Self::RivalFewer,
            ReasonSubject::RivalShip(..) => Self::RivalShip,
            ReasonSubject::RivalColony(..) => Self::RivalColony,
            ReasonSubject::RivalLevel(..) => Self::RivalLevel,
            ReasonSubject::Followed => Self::Followed,
            ReasonSubject::NextColony(_) => Self::NextColony,
            ReasonSubject::NextUpgrade => Self::NextUpgrade,
            ReasonSubject::RivalNextColony(..) => Self::RivalNextColony,
            ReasonSubject::RerollBetter => Self::RerollBetter,
            ReasonSubject::RerollWorse => Self::RerollWorse,
            ReasonSubject::WholePosition => Self::WholePosition,
        }
    }
}

impl Workspace {
    /// Returns the reasons why a move is better than another one.
    pub(crate) fn reasons(&mut self, request: ReasonsRequest) -> Result<Vec<ReasonMessage>, Fault> {
        let ReasonsRequest { saved, better, worse, review, index } = request;
        match (saved, better, worse, review, index) {
            (Some(saved), Some(better), Some(worse), None, None) => {
                self.reasons_in_game(&saved, &better, &worse)
            }
            (None, None, None, Some(review), Some(index)) => self.reasons_in_review(review, index),
            _ => Err(Fault::bad_field(
                "saved",
                "given with `better` and `worse`, or else `review` with `index`",
            )),
        }
    }

    fn reasons_in_game(
        &mut self,
        saved: &SavedGame,
        better: &[String],
        worse: &[String],
    ) -> Result<Vec<ReasonMessage>, Fault> {
        let game = self.restored(saved)?;
        let narrator = self.narrator(game.names());
        let from = LookaheadPosition { state: game.state(), version: game.version(), narrator };
        let [better, worse] =
            [from.parse_legal_steps(better)?, from.parse_legal_steps(worse)?].map(actions_of);
        Ok(reason_messages(&from.state, narrator, &better, &worse))
    }

    fn reasons_in_review(&self, review: u32, index: u32) -> Result<Vec<ReasonMessage>, Fault> {
        let OpenReview { analysis, names } = self.reviews.get(review)?;
        let played = analysis.moves().get(index as usize);
        let played = played.ok_or_else(|| crate::fault::missing("move", &index.to_string()))?;
        let state = analysis.game().position(played.from as usize);
        let best = played.alternatives.iter().find(|other| !other.played);
        let Some(best) = best.filter(|best| best.chance > played.chance) else {
            return Ok(Vec::new());
        };
        let parse = |steps: &[String]| -> Vec<Action> {
            let parsed = steps.iter().map(|notation| Step::parse(state.rules(), notation));
            actions_of(parsed.filter_map(Result::ok).collect())
        };
        let (better, worse) = (parse(&best.steps), parse(&played.steps));
        Ok(reason_messages(&state, self.narrator(names), &better, &worse))
    }
}

fn actions_of(steps: Vec<Step>) -> Vec<Action> {
    let action = |step: Step| match step {
        Step::Action(action) => Some(action),
        Step::Chance(_) => None,
    };
    steps.into_iter().filter_map(action).collect()
}

/// Returns the reasons why one move of the deciding seat is better than another, with texts.
pub(crate) fn reason_messages(
    state: &State<'_>,
    narrator: Narrator<'_>,
    better: &[Action],
    worse: &[Action],
) -> Vec<ReasonMessage> {
    let Some(decision) = state.decision() else { return Vec::new() };
    let reasons = reasons(state, decision.seat, better, worse);
    reasons.iter().map(|reason| reason_message(state, narrator, reason)).collect()
}

fn reason_message(state: &State<'_>, narrator: Narrator<'_>, reason: &Reason) -> ReasonMessage {
    let Reason { subject, better, worse, .. } = *reason;
    let text = narrator.text(state.table(), &orrery_describe::reason(subject, better, worse));
    let message = ReasonMessage {
        kind: subject.into(),
        text,
        seat: None,
        planet: None,
        mission: None,
        resource: None,
        face: None,
        units: None,
        better,
        worse,
        better_position: position_text(&reason.better_position),
        worse_position: position_text(&reason.worse_position),
    };
    with_subject(message, state.rules(), subject)
}

/// Fills in the fields that the subject of the reason needs.
fn with_subject(message: ReasonMessage, rules: &Rules, subject: ReasonSubject) -> ReasonMessage {
    let planet = |planet| Some(rules.planet(planet).id.clone());
    match subject {
        ReasonSubject::More(resource, units) => {
            let resource = Some(resource.word().to_owned());
            ReasonMessage { resource, units: Some(units), ..message }
        }
        ReasonSubject::Advance(at, spaces) => {
            ReasonMessage { planet: planet(at), units: Some(spaces), ..message }
        }
        ReasonSubject::ShipAt(at) | ReasonSubject::Colony(at) | ReasonSubject::NextColony(at) => {
            ReasonMessage { planet: planet(at), ..message }
        }
        ReasonSubject::Level(level) => ReasonMessage { units: Some(level), ..message },
        ReasonSubject::Die(face) => ReasonMessage { face: Some(face.word().to_owned()), ..message },
        ReasonSubject::Mission(mission) => {
            ReasonMessage { mission: Some(rules.mission(mission).id.clone()), ..message }
        }
        ReasonSubject::RivalFewer(seat, resource, units) => {
            let resource = Some(resource.word().to_owned());
            ReasonMessage { seat: Some(seat.into()), resource, units: Some(units), ..message }
        }
        ReasonSubject::RivalShip(seat, at)
        | ReasonSubject::RivalColony(seat, at)
        | ReasonSubject::RivalNextColony(seat, at) => {
            ReasonMessage { seat: Some(seat.into()), planet: planet(at), ..message }
        }
        ReasonSubject::RivalLevel(seat, level) => {
            ReasonMessage { seat: Some(seat.into()), units: Some(level), ..message }
        }
        _ => message,
    }
}

fn position_text(position: &ReasonPosition) -> PositionText {
    PositionText { setup: position.setup.clone(), steps: position.steps.clone() }
}
