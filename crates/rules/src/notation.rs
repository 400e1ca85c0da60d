//! The text notation of steps: `activate move`, `to orbit 3`, `rolled move energy energy`.
//!
//! Slots and ships are counted from 1, seats are letters and cards are slugs. The amount `2e1c` is
//! 2 energy and 1 culture.

use crate::dice::{Dice, MAX_DICE};
use crate::ids::{Amount, Destination, Face, Mission, Resource, Seat, Ship, Slot};
use crate::ruleset::Rules;
use crate::state::State;
use crate::step::{Action, ChanceOutcome, Question, Step};
use std::fmt;

/// The reason why a text is not a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepParseError {
    /// The verb is unknown.
    Verb,
    /// The arguments do not fit the verb.
    Object,
}

impl fmt::Display for StepParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verb => "the first word is not a known verb",
            Self::Object => "the arguments do not fit the verb",
        })
    }
}

impl std::error::Error for StepParseError {}

impl Step {
    /// Parses a step.
    ///
    /// # Errors
    /// If the text is not a step of this ruleset.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, StepParseError> {
        let mut words = text.split_ascii_whitespace();
        let verb = words.next().ok_or(StepParseError::Verb)?;
        let objects: Vec<&str> = words.take(MAX_DICE + 1).collect();
        if let Some(outcome) = parse_outcome(rules, verb, &objects)? {
            return Ok(Self::Chance(outcome));
        }
        parse_action(rules, verb, &objects).map(Self::Action)
    }

    /// Returns the step in notation.
    #[must_use]
    pub const fn notation<'r>(&self, rules: &'r Rules) -> Notation<'r> {
        Notation { step: *self, rules, hides_mission: false }
    }
}

impl<'r> State<'r> {
    /// Returns the notation of `step` as `viewer` may see it.
    ///
    /// This must be the state before the step. A viewer of `None` is a spectator.
    ///
    /// Only missions are secret (R1.8): viewers other than their owner see `dealt ?` and `keep ?`.
    #[must_use]
    pub fn notation_for(&self, step: Step, viewer: Option<Seat>) -> Notation<'r> {
        let rules = self.table().rules();
        let owner = match step {
            Step::Action(Action::Keep(_)) => self.decision().map(|decision| decision.seat),
            Step::Chance(ChanceOutcome::Dealt(_)) => Some(self.table().seat_to_deal()),
            _ => return step.notation(rules),
        };
        Notation { step, rules, hides_mission: owner.is_none() || owner != viewer }
    }
}

/// Displays a step in notation.
#[derive(Clone, Copy, Debug)]
pub struct Notation<'r> {
    step: Step,
    rules: &'r Rules,
    hides_mission: bool,
}

impl fmt::Display for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Step::Action(action) => self.write_action(action, f),
            Step::Chance(outcome) => self.write_outcome(outcome, f),
        }
    }
}

impl Notation<'_> {
    /// Returns whether the notation shows `?` in place of a secret mission.
    #[must_use]
    pub const fn hides_mission(&self) -> bool {
        self.hides_mission
    }

    fn mission(&self, mission: Mission) -> &str {
        if self.hides_mission {
            return "?";
        }
        slug(self.rules.missions.get(mission.index()).map(|card| &card.id))
    }

    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match action {
            Action::Keep(mission) => write!(f, "keep {}", self.mission(mission)),
            Action::Activate(face) => write!(f, "activate {}", face.word()),
            Action::Reroll => f.write_str("reroll"),
            Action::Convert => f.write_str("convert"),
            Action::EndTurn => f.write_str("end"),
            Action::PayWith(resource) => write!(f, "pay {}", resource.word()),
            Action::ChooseDie(face) => write!(f, "die {}", face.word()),
            Action::Roll => f.write_str("roll"),
            Action::ChooseFace(face) => write!(f, "face {}", face.word()),
            Action::RepeatDie(face) => write!(f, "repeat {}", face.word()),
            Action::MoveShip(ship) => write!(f, "ship {ship}"),
            Action::GoTo(Destination::Home) => f.write_str("to home"),
            Action::GoTo(Destination::Surface(slot)) => write!(f, "to surface {slot}"),
            Action::GoTo(Destination::Orbit(slot)) => write!(f, "to orbit {slot}"),
            Action::UseAbility => f.write_str("use"),
            Action::Decline => f.write_str("decline"),
            Action::AdvanceShip(ship) => write!(f, "advance {ship}"),
            Action::RegressShip(seat, ship) => write!(f, "regress {seat}{ship}"),
            Action::SendHome(seat, ship) => write!(f, "home {seat}{ship}"),
            Action::Upgrade(amount) => write!(f, "upgrade {amount}"),
            Action::UsePlanet(planet) => {
                write!(f, "planet {}", slug(self.rules.planets.get(planet.index()).map(|p| &p.id)))
            }
            Action::Take(amount) => write!(f, "take {amount}"),
            Action::ConvertUnits(units) => write!(f, "turn {units}"),
            Action::StealFrom(seat) => write!(f, "steal {seat}"),
            Action::ReplacePlanet(slot) => write!(f, "replace {slot}"),
            Action::Follow => f.write_str("follow"),
            Action::Pass => f.write_str("pass"),
            Action::ForceReroll => f.write_str("force"),
            Action::Accept => f.write_str("accept"),
            Action::Lose(resource) => write!(f, "lose {}", resource.word()),
        }
    }

    fn write_outcome(&self, outcome: ChanceOutcome, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match outcome {
            ChanceOutcome::Drew(planet) => {
                write!(f, "drew {}", slug(self.rules.planets.get(planet.index()).map(|p| &p.id)))
            }
            ChanceOutcome::Dealt(mission) => write!(f, "dealt {}", self.mission(mission)),
            ChanceOutcome::Starts(seat) => write!(f, "starts {seat}"),
            ChanceOutcome::Rolled(dice) => {
                write!(f, "rolled{}{dice}", if dice.is_empty() { "" } else { " " })
            }
        }
    }
}

fn slug(id: Option<&String>) -> &str {
    id.map_or("?", String::as_str)
}

fn parse_outcome(
    rules: &Rules,
    verb: &str,
    objects: &[&str],
) -> Result<Option<ChanceOutcome>, StepParseError> {
    let outcome = match (verb, objects) {
        ("rolled", faces) => parse_dice(faces).map(ChanceOutcome::Rolled),
        ("drew", [id]) => rules.find_planet(id).map(ChanceOutcome::Drew),
        ("dealt", [id]) => rules.find_mission(id).map(ChanceOutcome::Dealt),
        ("starts", [seat]) => Seat::from_letter(seat).map(ChanceOutcome::Starts),
        _ => return Ok(None),
    };
    outcome.map(Some).ok_or(StepParseError::Object)
}

fn parse_action(rules: &Rules, verb: &str, objects: &[&str]) -> Result<Action, StepParseError> {
    if let Some(action) = bare_action(verb) {
        return if objects.is_empty() { Ok(action) } else { Err(StepParseError::Object) };
    }
    let object = |index: usize| objects.get(index).copied().unwrap_or("");
    let first = object(0);
    let action = match verb {
        "keep" => rules.find_mission(first).map(Action::Keep),
        "activate" => Face::from_word(first).map(Action::Activate),
        "pay" => Resource::from_word(first).map(Action::PayWith),
        "die" => Face::from_word(first).map(Action::ChooseDie),
        "face" => Face::from_word(first).map(Action::ChooseFace),
        "repeat" => Face::from_word(first).map(Action::RepeatDie),
        "ship" => parse_ship(first).map(Action::MoveShip),
        "to" => return parse_destination(objects).map(Action::GoTo).ok_or(StepParseError::Object),
        "advance" => parse_ship(first).map(Action::AdvanceShip),
        "regress" => parse_target(first).map(|(seat, ship)| Action::RegressShip(seat, ship)),
        "home" => parse_target(first).map(|(seat, ship)| Action::SendHome(seat, ship)),
        "upgrade" => Amount::from_word(first).map(Action::Upgrade),
        "planet" => rules.find_planet(first).map(Action::UsePlanet),
        "take" => Amount::from_word(first).map(Action::Take),
        // `turn N`: turn N units of one resource into the other.
        "turn" => first.parse().ok().map(Action::ConvertUnits),
        "steal" => Seat::from_letter(first).map(Action::StealFrom),
        "replace" => parse_slot(first).map(Action::ReplacePlanet),
        "lose" => Resource::from_word(first).map(Action::Lose),
        _ => return Err(StepParseError::Verb),
    };
    action.filter(|_| objects.len() == 1).ok_or(StepParseError::Object)
}

/// Returns the action of a verb that takes no arguments.
fn bare_action(verb: &str) -> Option<Action> {
    Some(match verb {
        "reroll" => Action::Reroll,
        "convert" => Action::Convert,
        "end" => Action::EndTurn,
        "roll" => Action::Roll,
        "use" => Action::UseAbility,
        "decline" => Action::Decline,
        "follow" => Action::Follow,
        "pass" => Action::Pass,
        "force" => Action::ForceReroll,
        "accept" => Action::Accept,
        _ => return None,
    })
}

pub(crate) fn parse_dice(faces: &[&str]) -> Option<Dice> {
    if faces.len() > MAX_DICE {
        return None;
    }
    faces.iter().map(|word| Face::from_word(word)).collect()
}

fn parse_ship(word: &str) -> Option<Ship> {
    Ship::new(word.parse::<usize>().ok()?.checked_sub(1)?)
}

pub(crate) fn parse_slot(word: &str) -> Option<Slot> {
    Slot::new(word.parse::<usize>().ok()?.checked_sub(1)?)
}

fn parse_target(word: &str) -> Option<(Seat, Ship)> {
    let (seat, ship) = word.split_at_checked(1)?;
    Some((Seat::from_letter(seat)?, parse_ship(ship)?))
}

fn parse_destination(objects: &[&str]) -> Option<Destination> {
    match objects {
        ["home"] => Some(Destination::Home),
        ["surface", slot] => parse_slot(slot).map(Destination::Surface),
        ["orbit", slot] => parse_slot(slot).map(Destination::Orbit),
        _ => None,
    }
}

impl Question {
    /// Returns the keyword of the question.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::KeepMission => "keep-mission",
            Self::Turn => "turn",
            Self::ConverterPayment => "converter-payment",
            Self::Dice => "dice",
            Self::Face => "face",
            Self::RepeatDie => "repeat-die",
            Self::MoveShip => "move-ship",
            Self::Destination => "destination",
            Self::Land => "land",
            Self::Advance => "advance",
            Self::Regress => "regress",
            Self::SendHome => "send-home",
            Self::Colony => "colony",
            Self::Upgrade => "upgrade",
            Self::UsePlanet => "use-planet",
            Self::Take => "take",
            Self::ConvertUnits => "turn-units",
            Self::Steal => "steal",
            Self::Replace => "replace",
            Self::Follow { .. } => "follow",
            Self::ForceReroll { .. } => "force-reroll",
            Self::Lose { .. } => "lose",
        }
    }
}

impl Face {
    /// Returns the keyword of the face.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["move", "energy", "culture", "diplomacy", "economy", "colony"][self.index()]
    }

    /// Returns the face with this keyword.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.word() == word)
    }
}

impl Resource {
    /// Returns the keyword of the resource.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Energy => "energy",
            Self::Culture => "culture",
        }
    }

    /// Returns the resource with this keyword.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|resource| resource.word() == word)
    }
}

impl Seat {
    /// Returns the seat with this letter, `A` to `E`.
    #[must_use]
    pub fn from_letter(word: &str) -> Option<Self> {
        match word.as_bytes() {
            [letter] => Self::new(letter.checked_sub(b'A')? as usize),
            _ => None,
        }
    }
}

impl Amount {
    /// Parses an amount such as `2e1c`, `3e`, `1c` or `0`; each number is one digit.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word.as_bytes() {
            b"0" => Some(Self::default()),
            [e @ b'1'..=b'9', b'e'] => Some(Self { energy: e - b'0', culture: 0 }),
            [c @ b'1'..=b'9', b'c'] => Some(Self { energy: 0, culture: c - b'0' }),
            [e @ b'1'..=b'9', b'e', c @ b'1'..=b'9', b'c'] => {
                Some(Self { energy: e - b'0', culture: c - b'0' })
            }
            _ => None,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.index() as u8))
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.energy, self.culture) {
            (0, 0) => f.write_str("0"),
            (energy, 0) => write!(f, "{energy}e"),
            (0, culture) => write!(f, "{culture}c"),
            (energy, culture) => write!(f, "{energy}e{culture}c"),
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, face) in self.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " " }, face.word())?;
        }
        Ok(())
    }
}
