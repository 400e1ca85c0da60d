//! The cards and tracks of a ruleset, with texts in one language.

use crate::AbilityKind;
use crate::basic_types::{Convert, Naming, Reroll, Resource, Track};
use orrery_describe::{Context, Localizer, ability, attack, mission};
use orrery_rules::ids::MAX_ROW;
use orrery_rules::ruleset;
use orrery_rules::{Mission, Planet, Rules};
use serde::{Deserialize, Serialize};

/// The cards and tracks of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cards {
    /// The id of the edition or deck.
    pub edition: String,
    /// Its name.
    pub name: String,
    /// The revision of its rules.
    pub revision: u32,
    /// The naming of faces and tracks.
    pub naming: Naming,
    /// The rule for rerolls.
    pub reroll: Reroll,
    /// The rule for the converter.
    pub convert: Convert,
    /// The levels of the players' empire track, level 1 first.
    pub levels: Vec<Level>,
    /// The levels of the Rogue's empire track, level 1 first; empty without a solo game.
    pub rogue_levels: Vec<Level>,
    /// The planets.
    pub planets: Vec<PlanetCard>,
    /// The secret missions; empty if the edition has none.
    pub missions: Vec<MissionCard>,
    /// The Rogues; empty without a solo game.
    pub rogues: Vec<RogueCard>,
}

/// A level of an empire track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Level {
    /// The cost of the upgrade to this level, in units of one resource.
    ///
    /// It is 0 for level 1 and for the Rogue.
    pub cost: u8,
    /// The number of dice at this level.
    pub dice: u8,
    /// The number of ships at this level.
    pub ships: u8,
    /// The points that the level is worth.
    pub points: u8,
}

/// A planet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanetCard {
    /// Its slug.
    pub planet: String,
    /// Its name.
    pub name: String,
    /// The resource that a ship at the planet yields.
    pub resource: Resource,
    /// The type of its orbit track.
    pub track: Track,
    /// The points it is worth.
    pub points: u8,
    /// The number of the end space of its track; the start space has the number 0.
    pub end: u8,
    /// The text of its ability.
    pub text: String,
    /// The kinds of its ability; empty if an older server sends the card.
    #[serde(default)]
    pub kinds: Vec<AbilityKind>,
}

/// A secret mission.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MissionCard {
    /// Its slug.
    pub mission: String,
    /// Its name.
    pub name: String,
    /// The points it is worth.
    pub points: u8,
    /// The points in a tie; the same as `points` if the mission does not compare players.
    pub tied: u8,
    /// The text of its condition.
    pub text: String,
}

/// A Rogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RogueCard {
    /// Its slug.
    pub rogue: String,
    /// Its name.
    pub name: String,
    /// The texts of its attacks, level 1 first.
    pub attacks: Vec<String>,
}

impl Cards {
    /// Returns the cards and tracks of a ruleset, with texts in one language.
    #[must_use]
    pub fn of(rules: &Rules, localizer: &Localizer) -> Self {
        let context = Context { rules, seats: &[], row: [None; MAX_ROW] };
        let planets = rules.all_planets().into_iter();
        let missions = (0..rules.missions.len()).filter_map(Mission::new);
        Self {
            edition: rules.id.clone(),
            name: localizer.name(&rules.name),
            revision: rules.revision,
            naming: rules.naming.into(),
            reroll: rules.reroll.into(),
            convert: rules.convert.into(),
            levels: levels(&rules.track),
            rogue_levels: levels(&rules.rogue_track),
            planets: planets.map(|it| planet_card(it, localizer, &context)).collect(),
            missions: missions.map(|it| mission_card(it, localizer, &context)).collect(),
            rogues: rules.rogues.iter().map(|it| rogue_card(it, localizer, &context)).collect(),
        }
    }
}

fn levels(track: &ruleset::EmpireTrack) -> Vec<Level> {
    let convert = |level: &ruleset::EmpireLevel| Level {
        cost: level.cost,
        dice: level.dice,
        ships: level.ships,
        points: level.points,
    };
    track.levels().iter().map(convert).collect()
}

fn planet_card(planet: Planet, localizer: &Localizer, context: &Context<'_>) -> PlanetCard {
    let card = context.rules.planet(planet);
    PlanetCard {
        planet: card.id.clone(),
        name: card.name.clone(),
        resource: card.resource.into(),
        track: card.track.into(),
        points: card.points,
        end: card.end(),
        text: localizer.text(&ability(context.rules, planet), context),
        kinds: AbilityKind::of(&card.ability),
    }
}

fn mission_card(number: Mission, localizer: &Localizer, context: &Context<'_>) -> MissionCard {
    let card = context.rules.mission(number);
    MissionCard {
        mission: card.id.clone(),
        name: localizer.name(&card.name),
        points: card.points,
        tied: card.tied,
        text: localizer.text(&mission(context.rules, number), context),
    }
}

fn rogue_card(
    card: &ruleset::RogueCard,
    localizer: &Localizer,
    context: &Context<'_>,
) -> RogueCard {
    let attacks = card.attacks.iter().map(|it| localizer.text(&attack(it), context)).collect();
    RogueCard { rogue: card.id.clone(), name: card.name.clone(), attacks }
}
