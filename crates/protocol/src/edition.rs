//! Descriptions of editions, derived from their rules, with texts in one language.

use crate::basic_types::{Convert, Face, Landing, Naming, Reroll};
use crate::online::account::{Edition, RogueName};
use orrery_describe as say;
use orrery_describe::{Context, Localizer};
use orrery_rules as rules;
use orrery_rules::ids::MAX_ROW;
use orrery_rules::ruleset::{CAP, GOAL};
use orrery_rules::{GameOption, Rules};
use serde::{Deserialize, Serialize};

/// A description of an edition or a deck: its options, its rules and the terms that it uses.
///
/// Clients use it to build the form for a new game, explanations and the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EditionDescription {
    /// The id of the edition or deck.
    pub edition: String,
    /// Its name.
    pub name: String,
    /// One or two sentences about the edition.
    pub summary: String,
    /// The possible numbers of players; 1 is solo.
    pub seats: Vec<u8>,
    /// The Rogues of the solo game, easiest first.
    pub rogues: Vec<RogueChoice>,
    /// The options, each with the numbers of players that it is offered for.
    pub options: Vec<OfferedOption>,
    /// The naming of faces and tracks.
    pub naming: Naming,
    /// The rule for declining the ability of a landing.
    pub landing: Landing,
    /// The rule for rerolls.
    pub reroll: Reroll,
    /// The rule for the converter.
    pub convert: Convert,
    /// The number of dice that lie in the converter after its use.
    pub converter_slots: u8,
    /// The number of dice in the box, and of spaces in the activation bay.
    pub dice: u8,
    /// The number of spaces of the activation bay, from the left, whose dice can be followed.
    pub followable: u8,
    /// The energy that each ship at home yields when an energy die is used.
    pub home_energy: u8,
    /// The number of secret missions; 0 if the edition has none.
    pub missions: u8,
    /// The number of points that triggers the end of the game.
    pub goal: u8,
    /// The maximum number of units of each resource that a player can hold.
    pub cap: u8,
    /// The faces of a die, in order.
    pub faces: Vec<FaceDescription>,
    /// The terms of the edition, explained.
    pub terms: Terms,
}

/// A Rogue that a solo game can have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RogueChoice {
    /// Its slug.
    pub rogue: String,
    /// Its name.
    pub name: String,
    /// Its difficulty, as a localised word.
    pub difficulty: String,
}

/// An option that an edition offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferedOption {
    /// Its id, as in views and records.
    pub option: String,
    /// The name of its field in the settings of a table.
    pub field: String,
    /// The numbers of players that it is offered for; 1 is solo.
    pub seats: Vec<u8>,
    /// Its name, text and rule.
    pub about: Explanation,
}

/// A face of a die.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaceDescription {
    /// The face.
    pub face: Face,
    /// Its name in the terms of the edition, its effect and its rule.
    pub about: Explanation,
}

/// An explanation of a part of the game: its name, its effect and its rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    /// Its name.
    pub name: String,
    /// Its effect, as one or more sentences.
    pub text: String,
    /// The number of its rule in docs/RULES.md, such as `R6.1`.
    pub rule: String,
}

/// The terms of an edition, explained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Terms {
    /// Points: *star points* in blast-off.
    pub points: Explanation,
    /// The empire: *galaxy* in blast-off.
    pub empire: Explanation,
    /// Energy.
    pub energy: Explanation,
    /// Culture.
    pub culture: Explanation,
    /// The activation bay, and the dice that can be followed.
    pub bay: Explanation,
    /// The reroll.
    pub reroll: Explanation,
    /// The converter.
    pub converter: Explanation,
    /// Ships at home.
    pub home: Explanation,
    /// The secret missions; `null` if the edition has none.
    pub missions: Option<Explanation>,
}

impl EditionDescription {
    /// Describes a ruleset in one language.
    #[must_use]
    pub fn of(rules: &Rules, localizer: &Localizer) -> Self {
        let describer = Describer { rules, localizer };
        Self {
            edition: rules.id.clone(),
            name: localizer.name(&rules.name),
            summary: describer.text(&say::edition(rules)),
            seats: seats(rules),
            rogues: rules.rogues.iter().map(|rogue| describer.rogue(rogue)).collect(),
            options: GameOption::ALL
                .iter()
                .filter_map(|option| describer.option(*option))
                .collect(),
            naming: rules.naming.into(),
            landing: rules.landing.into(),
            reroll: rules.reroll.into(),
            convert: rules.convert.into(),
            converter_slots: rules.converter_slots() as u8,
            dice: rules.dice,
            followable: rules.followable.min(rules.dice),
            home_energy: rules.home_energy,
            missions: rules.missions.len() as u8,
            goal: GOAL,
            cap: CAP,
            faces: rules::Face::ALL.into_iter().map(|face| describer.face(face)).collect(),
            terms: describer.terms(),
        }
    }
}

impl Edition {
    /// Summarises a ruleset in one language.
    #[must_use]
    pub fn of(rules: &Rules, localizer: &Localizer) -> Self {
        let offered =
            GameOption::ALL.iter().filter(|option| !offered_for(**option, rules).is_empty());
        let rogue = |card: &rules::ruleset::RogueCard| RogueName {
            rogue: card.id.clone(),
            name: card.name.clone(),
        };
        Self {
            edition: rules.id.clone(),
            name: localizer.name(&rules.name),
            seats: seats(rules),
            rogues: rules.rogues.iter().map(rogue).collect(),
            options: offered.map(|option| option.word().to_owned()).collect(),
        }
    }
}

fn seats(rules: &Rules) -> Vec<u8> {
    rules.player_counts().map(|players| players as u8).collect()
}

/// Returns the numbers of players that an option is offered for.
fn offered_for(option: GameOption, rules: &Rules) -> Vec<u8> {
    let counts = rules.player_counts().filter(|players| option.fits(rules, *players));
    counts.map(|players| players as u8).collect()
}

/// Describes the parts of a ruleset in one language.
struct Describer<'a> {
    rules: &'a Rules,
    localizer: &'a Localizer,
}

impl Describer<'_> {
    fn text(&self, message: &say::Message) -> String {
        let context = Context { rules: self.rules, seats: &[], row: [None; MAX_ROW] };
        self.localizer.text(message, &context)
    }

    fn explanation(&self, it: &say::Explanation) -> Explanation {
        Explanation {
            name: self.text(&it.name),
            text: self.text(&it.text),
            rule: it.rule.to_owned(),
        }
    }

    fn rogue(&self, card: &rules::ruleset::RogueCard) -> RogueChoice {
        RogueChoice {
            rogue: card.id.clone(),
            name: card.name.clone(),
            difficulty: self.text(&say::difficulty(card)),
        }
    }

    /// Describes an option; `None` if the edition does not offer it.
    fn option(&self, option: GameOption) -> Option<OfferedOption> {
        let seats = offered_for(option, self.rules);
        (!seats.is_empty()).then(|| OfferedOption {
            option: option.word().to_owned(),
            field: option.field().to_owned(),
            seats,
            about: self.explanation(&say::option(option)),
        })
    }

    fn face(&self, face: rules::Face) -> FaceDescription {
        let about = self.explanation(&say::die_action(self.rules, face));
        FaceDescription { face: face.into(), about }
    }

    fn terms(&self) -> Terms {
        Terms {
            points: self.explanation(&say::points(self.rules)),
            empire: self.explanation(&say::empire()),
            energy: self.explanation(&say::energy()),
            culture: self.explanation(&say::culture()),
            bay: self.explanation(&say::bay(self.rules)),
            reroll: self.explanation(&say::reroll(self.rules)),
            converter: self.explanation(&say::converter(self.rules)),
            home: self.explanation(&say::home(self.rules)),
            missions: say::missions(self.rules).map(|it| self.explanation(&it)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Edition, EditionDescription};
    use orrery_describe::{Language, Localizer};
    use orrery_rules::deck;

    fn described(id: &str, language: Language) -> EditionDescription {
        EditionDescription::of(deck::edition(id).expect("an edition"), &Localizer::new(language))
    }

    #[test]
    fn options_list_their_numbers_of_players() {
        let offered = |id| {
            let options = described(id, Language::English).options.into_iter();
            options.map(|it| (it.field, it.seats, it.about.rule)).collect::<Vec<_>>()
        };
        let duel = ("duel_missions".to_owned(), vec![2], "R1.7".to_owned());
        let relentless = ("relentless".to_owned(), vec![1], "R12.5".to_owned());
        assert_eq!(offered("classic"), std::slice::from_ref(&duel));
        assert_eq!(offered("revised"), [duel, relentless]);
        assert!(offered("prototype").is_empty() && offered("blast-off").is_empty());
    }

    #[test]
    fn the_board_matches_the_rules() {
        let board = |id| {
            let it = described(id, Language::English);
            (it.seats, it.dice, it.followable, it.converter_slots, it.home_energy, it.missions)
        };
        assert_eq!(board("prototype"), (vec![2, 3, 4], 7, 7, 2, 0, 0));
        assert_eq!(board("classic"), (vec![1, 2, 3, 4, 5], 7, 7, 2, 1, 12));
        assert_eq!(board("blast-off"), (vec![2, 3, 4], 6, 3, 1, 1, 0));
    }

    #[test]
    fn texts_use_the_terms_of_the_edition() {
        let it = described("blast-off", Language::German);
        assert_eq!(it.terms.points.name, "Sternepunkte");
        assert_eq!(it.faces.last().map(|face| face.about.name.as_str()), Some("Galaxie"));
        assert_eq!(it.terms.missions, None);
        assert_eq!(it.name, "Blast Off!");
    }

    #[test]
    fn summary_and_description_agree() {
        let localizer = Localizer::new(Language::English);
        for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
            let (short, long) =
                (Edition::of(rules, &localizer), EditionDescription::of(rules, &localizer));
            assert_eq!((&short.seats, &short.name), (&long.seats, &long.name));
            assert!(short.options.iter().eq(long.options.iter().map(|it| &it.option)));
            assert!(
                short.rogues.iter().map(|it| &it.rogue).eq(long.rogues.iter().map(|it| &it.rogue))
            );
        }
    }
}
