//! The view of one seat or a spectator: everything that the viewer may know.
//!
//! The source is a [`rules::View`], which contains no information that is hidden from the viewer.

use crate::basic_types::{Actor, DecidedBy, Face, Question, Seat, faces};
use crate::event::seats_of;
use crate::{mission, planet};
use orrery_rules as rules;
use orrery_rules::ids::SHIPS;
use orrery_rules::{Actions, Effect, Rules, Ship, Slot, Step};
use serde::{Deserialize, Serialize};

/// The state of the game as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct View {
    /// The seat of the viewer; `null` for a spectator.
    pub viewer: Option<Seat>,
    /// The id of the edition or deck.
    pub edition: String,
    /// The slug of the Rogue; `null` if the game is not solo.
    pub rogue: Option<String>,
    /// The ids of the options that are on, such as `duel-missions`.
    pub options: Vec<String>,
    /// The number of turns that have begun.
    pub turn: u16,
    /// The seat of the starting player; `null` until it is drawn.
    pub start: Option<Seat>,
    /// The seat whose turn it is; `null` before the first turn.
    pub active: Option<Seat>,
    /// The next to act: a seat, chance, or nobody.
    pub actor: Actor,
    /// The open decision; `null` if no seat must decide.
    pub decision: Option<Decision>,
    /// The planets whose abilities are being carried out, innermost last.
    pub open_abilities: Vec<String>,
    /// The galaxy mats, by seat; in a solo game, the second is the Rogue's.
    pub seats: Vec<Galaxy>,
    /// The missions that the viewer was dealt; empty for a spectator.
    pub dealt: Vec<String>,
    /// The unactivated dice of the active seat.
    pub dice: Vec<Face>,
    /// The dice chosen so far, while a seat chooses dice.
    pub chosen: Vec<Face>,
    /// The activation bay, in the order of activation.
    pub bay: Vec<Face>,
    /// The dice in the converter.
    pub converter: Vec<Face>,
    /// The number of dice that were discarded this turn.
    pub discarded: u8,
    /// Whether the active seat has rerolled this turn.
    pub rerolled: bool,
    /// Whether the converter was used this turn.
    pub converted: bool,
    /// The culture that a follow costs now.
    pub follow_cost: u8,
    /// The effects on follows until the end of the turn, such as `follows-cost-two`.
    pub effects: Vec<String>,
    /// Solo: whether the player rolls one die fewer next turn.
    pub loses_a_die: bool,
    /// Solo: the Rogue's die that the player may force to be rerolled; `null` if there is none.
    pub rogue_die: Option<Face>,
    /// Whether the end was triggered.
    pub end_triggered: bool,
    /// The seat that triggered the end; `null` if no seat did.
    pub end_triggered_by: Option<Seat>,
    /// The planet row from the left; `null` for an empty slot.
    pub row: Vec<Option<String>>,
    /// The number of cards in the deck, including those in `under`.
    pub deck: u8,
    /// The cards of the deck whose order is unknown; they are drawn before those in `under`.
    pub undrawn: Vec<String>,
    /// The known cards at the bottom of the deck, the next one first.
    pub under: Vec<String>,
    /// The planets that have left the game.
    pub gone: Vec<String>,
    /// The result; `null` until the game is over.
    pub outcome: Option<Outcome>,
    /// The current score of the viewer's mission; only local games set it, the server never does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub standing: Option<MissionStanding>,
}

/// The score of a mission in the current position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MissionStanding {
    /// The points that the mission would score now.
    pub points: u8,
    /// The values that the mission compares, by seat; empty if it does not compare players.
    pub counts: Vec<u8>,
}

/// One seat's galaxy mat, as far as the viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Galaxy {
    /// The seat.
    pub seat: Seat,
    /// Whether it is the mat of the Rogue.
    pub rogue: bool,
    /// Its energy.
    pub energy: u8,
    /// Its culture.
    pub culture: u8,
    /// Its empire level.
    pub level: u8,
    /// The number of dice that its level grants.
    pub dice: u8,
    /// Its points from planets and empire, without the mission.
    pub points: u8,
    /// Its points from planets.
    pub planet_points: u8,
    /// The positions of its ships, ship 1 first.
    pub ships: Vec<Berth>,
    /// Its colonies.
    pub colonies: Vec<String>,
    /// The once-per-turn planets that it has used this turn.
    pub used: Vec<String>,
    /// Its mission; `null` if there is none or the viewer may not see it.
    pub mission: Option<String>,
}

/// The position of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum Berth {
    /// Not in play yet.
    Reserve,
    /// On its own galaxy mat.
    Home,
    /// On the surface of a planet.
    Surface {
        /// The slot of the planet, counted from 1.
        slot: u8,
    },
    /// On an orbit track.
    Orbit {
        /// The slot of the planet, counted from 1.
        slot: u8,
        /// The space of the track; 0 is the start.
        space: u8,
    },
}

/// A question, and the seat that must answer it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Decision {
    /// The seat that must answer.
    pub seat: Seat,
    /// The question.
    pub question: Question,
    /// The planet whose ability asks the question, if any.
    pub planet: Option<String>,
    /// For `follow` and `force-reroll`: the face of the die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub face: Option<Face>,
    /// For `follow`: its cost in culture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cost: Option<u8>,
    /// The text of the question, if the client asked for texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winners.
    pub winners: Vec<Seat>,
    /// The criterion that decided the game.
    pub decided_by: DecidedBy,
    /// The scores, by seat.
    pub scores: Vec<Score>,
}

/// The score of a seat, with the values for tie-breaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// The seat.
    pub seat: Seat,
    /// The points of planets, empire and mission together.
    pub points: u8,
    /// Its points from planets.
    pub planet_points: u8,
    /// Its points from the empire.
    pub empire_points: u8,
    /// Its points from the mission.
    pub mission_points: u8,
    /// First tie-break: the number of its colonies.
    pub colonies: u8,
    /// Second tie-break: its empire level.
    pub level: u8,
    /// Third tie-break: its units of energy and culture together.
    pub resources: u8,
}

impl View {
    /// Converts a view of the rules.
    #[must_use]
    pub fn of(view: &rules::View<'_>) -> Self {
        let rules = view.rules();
        let slug = |card| planet(rules, card);
        Self {
            viewer: view.viewer().map(Seat::from),
            edition: rules.id.clone(),
            rogue: view.rogue().map(|rogue| rules.rogues[rogue].id.clone()),
            options: options(view),
            turn: view.turn(),
            start: view.starting_seat().map(Seat::from),
            active: (view.turn() > 0).then(|| view.active().into()),
            actor: view.actor().into(),
            decision: view.decision().map(|asked| Decision::of(&asked, rules)),
            open_abilities: view.open_planets().map(slug).collect(),
            seats: view.seats().map(|seat| Galaxy::of(view, seat)).collect(),
            dealt: view.dealt_missions().map(|card| mission(rules, card)).collect(),
            dice: faces(view.dice()),
            chosen: faces(view.chosen_dice()),
            bay: view.bay().iter().map(Face::from).collect(),
            converter: faces(view.converter()),
            discarded: view.discarded_dice() as u8,
            rerolled: view.has_rerolled(),
            converted: view.has_converted(),
            follow_cost: view.follow_cost(),
            effects: view.effects().map(|effect| Effect::word(effect).to_owned()).collect(),
            loses_a_die: view.loses_a_die(),
            rogue_die: view.rogue_die().map(Face::from),
            end_triggered: view.end_triggered(),
            end_triggered_by: view.end_trigger().map(Seat::from),
            row: row(view),
            deck: view.deck_len() as u8,
            undrawn: view.undrawn().into_iter().map(slug).collect(),
            under: view.under_deck().map(slug).collect(),
            gone: view.planets_gone().into_iter().map(slug).collect(),
            outcome: view.outcome().as_ref().map(Outcome::of),
            standing: None,
        }
    }
}

impl MissionStanding {
    /// Returns the current score of the viewer's mission, if the viewer has one.
    #[must_use]
    pub fn of(view: &rules::View<'_>) -> Option<Self> {
        let seat = view.viewer()?;
        let mission = view.mission(seat)?;
        let counts = view.seats().filter_map(|seat| view.mission_count(seat, mission)).collect();
        Some(Self { points: view.mission_points(seat, mission), counts })
    }
}

fn options(table: &rules::Table<'_>) -> Vec<String> {
    table.chosen_options().iter().map(|option| option.word().to_owned()).collect()
}

fn row(table: &rules::Table<'_>) -> Vec<Option<String>> {
    let count = Rules::row_len(if table.is_solo() { 1 } else { table.seat_count() });
    let slots = (0..count).filter_map(Slot::new);
    slots.map(|slot| table.planet_in(slot).map(|card| planet(table.rules(), card))).collect()
}

impl Galaxy {
    fn of(view: &rules::View<'_>, seat: rules::Seat) -> Self {
        let rules = view.rules();
        let ships = (0..SHIPS).filter_map(Ship::new);
        let slug = |card| planet(rules, card);
        Self {
            seat: seat.into(),
            rogue: view.is_rogue(seat),
            energy: view.held(seat).energy,
            culture: view.held(seat).culture,
            level: view.level(seat),
            dice: view.empire_track(seat).level(view.level(seat)).dice,
            points: view.points(seat),
            planet_points: view.planet_points(seat),
            ships: ships.map(|ship| view.berth(seat, ship).into()).collect(),
            colonies: view.colonies(seat).into_iter().map(slug).collect(),
            used: view.used_planets(seat).map(slug).collect(),
            mission: view.mission(seat).map(|card| mission(rules, card)),
        }
    }
}

impl From<rules::Berth> for Berth {
    fn from(berth: rules::Berth) -> Self {
        let number = |slot: Slot| slot.index() as u8 + 1;
        match berth {
            rules::Berth::Reserve => Self::Reserve,
            rules::Berth::Home => Self::Home,
            rules::Berth::Surface(slot) => Self::Surface { slot: number(slot) },
            rules::Berth::Orbit(slot, space) => Self::Orbit { slot: number(slot), space },
        }
    }
}

impl Decision {
    /// Converts a decision of the rules.
    #[must_use]
    pub fn of(decision: &rules::Decision, rules: &Rules) -> Self {
        let (face, cost) = match decision.question {
            rules::Question::Follow { face, cost } => (Some(face.into()), Some(cost)),
            rules::Question::ForceReroll { face } => (Some(face.into()), None),
            _ => (None, None),
        };
        Self {
            seat: decision.seat.into(),
            question: decision.question.into(),
            planet: decision.planet.map(|card| planet(rules, card)),
            face,
            cost,
            text: None,
        }
    }
}

impl Outcome {
    /// Converts the result of a game.
    #[must_use]
    pub fn of(result: &rules::GameResult) -> Self {
        Self {
            winners: seats_of(result.winners()),
            decided_by: result.decided_by.into(),
            scores: Seat::ALL.into_iter().zip(result.scores()).map(Score::of).collect(),
        }
    }
}

impl Score {
    fn of((seat, score): (Seat, &rules::Score)) -> Self {
        Self {
            seat,
            points: score.points,
            planet_points: score.planet_points,
            empire_points: score.empire_points,
            mission_points: score.mission_points,
            colonies: score.colonies,
            level: score.level,
            resources: score.resources,
        }
    }
}

/// Returns the notation of legal actions.
#[must_use]
pub fn legal(actions: &Actions, rules: &Rules) -> Vec<String> {
    actions.iter().map(|action| Step::Action(*action).notation(rules).to_string()).collect()
}
