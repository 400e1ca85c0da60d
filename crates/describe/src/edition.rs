//! Messages about an edition, generated from its rules: a summary, its options, dice and terms.

use crate::message::{Arg, Message, face as face_name};
use orrery_rules::GameOption;
use orrery_rules::ids::{Face, Track};
use orrery_rules::ruleset::{CAP, ConvertRule, GOAL, LandingRule, RerollRule, Rules};

/// An explanation of one part of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The name of the part.
    pub name: Message,
    /// The explanation.
    pub text: Message,
    /// The number of the rule, such as `R3.2`.
    pub rule: &'static str,
}

impl Explanation {
    const fn new(name: &'static str, text: &'static str, rule: &'static str) -> Self {
        Self { name: Message::new(name), text: Message::new(text), rule }
    }

    fn with_text_arg(self, arg_name: &'static str, value: impl Into<Arg>) -> Self {
        Self { text: self.text.with(arg_name, value), ..self }
    }
}

/// Summarises an edition: its origin, the number of players, and whether it has missions.
#[must_use]
pub fn edition(rules: &Rules) -> Message {
    let solo = rules.player_counts().any(|players| players == 1);
    let (fewest, most) = rules.seats;
    Message::new("edition-summary")
        .with("edition", rules.id.clone())
        .with("fewest", fewest)
        .with("most", most)
        .with("more", most.saturating_sub(fewest))
        .with("missions", saturating_u8(rules.missions.len()))
        .with("solo", u8::from(solo))
}

/// Explains an option.
#[must_use]
pub fn option(option: GameOption) -> Explanation {
    let (name, text) = match option {
        GameOption::DuelMissions => ("option-duel-missions", "does-duel-missions"),
        GameOption::Relentless => ("option-relentless", "does-relentless"),
    };
    Explanation::new(name, text, option.rule())
}

/// Explains the action of a die.
#[must_use]
pub fn die_action(rules: &Rules, face: Face) -> Explanation {
    let (text, rule) = match face {
        Face::Move => ("does-move", "R3.1"),
        Face::Energy => ("does-energy", "R3.2"),
        Face::Culture => ("does-culture", "R3.3"),
        Face::Diplomacy | Face::Economy => ("does-advance", "R3.5"),
        Face::Colony => ("does-colony", "R3.6"),
    };
    let name = Message::new("term-face").with("name", face_name(face));
    let action = Explanation { name, ..Explanation::new("term-face", text, rule) };
    match face {
        Face::Move => {
            action.with_text_arg("landing", u8::from(rules.landing == LandingRule::Mandatory))
        }
        Face::Energy => action.with_text_arg("home", rules.home_energy),
        Face::Diplomacy => action.with_text_arg("track", Track::Diplomacy),
        Face::Economy => action.with_text_arg("track", Track::Economy),
        Face::Culture | Face::Colony => action,
    }
}

/// Explains rerolls.
#[must_use]
pub fn reroll(rules: &Rules) -> Explanation {
    let text = match rules.reroll {
        RerollRule::FirstFree => "does-reroll-first-free",
        RerollRule::AllPaid => "does-reroll-all-paid",
    };
    Explanation::new("term-reroll", text, rules.reroll.rule())
}

/// Explains the converter.
#[must_use]
pub fn converter(rules: &Rules) -> Explanation {
    let text = match rules.convert {
        ConvertRule::TwoForOne => "does-convert-two-for-one",
        ConvertRule::PayAndAct => "does-convert-pay-and-act",
    };
    Explanation::new("term-converter", text, rules.convert.rule())
}

/// Explains what ships at home yield.
#[must_use]
pub fn home(rules: &Rules) -> Explanation {
    Explanation::new("term-home", "does-home", "R3.2").with_text_arg("home", rules.home_energy)
}

/// Explains the activation bay, and which dice in it can be followed.
#[must_use]
pub fn bay(rules: &Rules) -> Explanation {
    match rules.followable {
        0 => Explanation::new("term-bay", "does-bay-unfollowable", "R7.3"),
        spaces if spaces < rules.dice => Explanation::new("term-bay", "does-bay-limited", "R7.3")
            .with_text_arg("spaces", spaces)
            .with_text_arg("converter", u8::from(rules.convert == ConvertRule::PayAndAct)),
        _ => Explanation::new("term-bay", "does-bay", "R7.1"),
    }
}

/// Explains points and the end of the game.
#[must_use]
pub fn points(rules: &Rules) -> Explanation {
    Explanation::new("term-points", "does-points", "R11.1")
        .with_text_arg("goal", GOAL)
        .with_text_arg("missions", saturating_u8(rules.missions.len()))
}

/// Explains the empire.
#[must_use]
pub const fn empire() -> Explanation {
    Explanation::new("term-empire", "does-empire", "R6.1")
}

/// Explains energy.
#[must_use]
pub fn energy() -> Explanation {
    Explanation::new("term-energy", "does-hold-energy", "R3.4").with_text_arg("cap", CAP)
}

/// Explains culture.
#[must_use]
pub fn culture() -> Explanation {
    Explanation::new("term-culture", "does-hold-culture", "R3.4").with_text_arg("cap", CAP)
}

/// Explains missions; `None` if the edition has none.
#[must_use]
pub fn missions(rules: &Rules) -> Option<Explanation> {
    let has_missions = !rules.missions.is_empty();
    has_missions.then(|| Explanation::new("term-missions", "does-missions", "R1.5"))
}

fn saturating_u8(items: usize) -> u8 {
    u8::try_from(items).unwrap_or(u8::MAX)
}
