//! Messages for the questions that players must answer.

use crate::message::Message;
use orrery_rules::step::{Decision, Question};

/// Describes a question, such as "Which ship do you move?".
#[must_use]
pub fn question(question: &Question) -> Message {
    match *question {
        Question::Follow { face, cost } => {
            Message::new("question-follow").with("face", face).with("cost", cost)
        }
        Question::ForceReroll { face } => Message::new("question-force-reroll").with("face", face),
        Question::Lose { units } => Message::new("question-lose").with("units", units),
        ref plain => Message::new(key(plain)),
    }
}

/// Describes a decision with the planet of its ability: "NAME: Which ship do you move?".
#[must_use]
pub fn decision(decision: &Decision) -> Message {
    let question = question(&decision.question);
    match decision.planet {
        Some(planet) => {
            Message::new("question-of-planet").with("planet", planet).with("question", question)
        }
        None => question,
    }
}

const fn key(question: &Question) -> &'static str {
    match question {
        Question::KeepMission => "question-keep-mission",
        Question::Turn => "question-turn",
        Question::ConverterPayment => "question-converter-payment",
        Question::Dice => "question-dice",
        Question::Face => "question-face",
        Question::RepeatDie => "question-repeat-die",
        Question::MoveShip => "question-move-ship",
        Question::Destination => "question-destination",
        Question::Land => "question-land",
        Question::Advance => "question-advance",
        Question::Regress => "question-regress",
        Question::SendHome => "question-send-home",
        Question::Colony => "question-colony",
        Question::Upgrade => "question-upgrade",
        Question::UsePlanet => "question-use-planet",
        Question::Take => "question-take",
        Question::ConvertUnits => "question-turn-units",
        Question::Steal => "question-steal",
        Question::Replace => "question-replace",
        Question::Follow { .. } => "question-follow",
        Question::ForceReroll { .. } => "question-force-reroll",
        Question::Lose { .. } => "question-lose",
    }
}
