//! Reads a whole deck file: its header, its sections, and the values inherited from its edition.

use crate::dice::MAX_DICE;
use crate::ruleset::{EmpireTrack, MissionCard, PlanetCard, RogueCard, Rules, RulesSpec};
use crate::rulings::Rulings;

use super::planets::planets;
use super::problem::{DeckProblemKind, ValueType};
use super::rules_section::{self, RulesSection};
use super::sink::{ProblemSink, UsedNames};
use super::toml_table::{TomlTable, Value, clip, offset_of, value_type, wide_number, word};
use super::{EDITIONS, cards, edition, tracks};

const HEADER_KEYS: &[&str] = &["id", "name", "revision", "edition"];
const SECTIONS: &[&str] = &["rules", "track", "rogue-track", "planet", "mission", "rogue"];

/// The id, the name and the revision of a deck.
struct DeckHeader {
    id: Option<String>,
    name: Option<String>,
    revision: Option<u32>,
}

/// The limits for the sections.
///
/// If the file has no valid number for a limit, the limit is as lenient as possible, so that one
/// mistake is not reported several times.
struct SectionBounds {
    /// The fewest planets: one more than the longest row has (R1.3).
    min_planets: usize,
    /// The fewest missions: two for each player (R1.5).
    min_missions: usize,
    /// The most dice of a level.
    max_dice: u8,
    /// Whether the deck has a solo game, if known.
    solo: Option<bool>,
}

/// The sections that are present and readable.
struct Sections {
    track: Option<EmpireTrack>,
    rogue_track: Option<EmpireTrack>,
    planets: Option<Vec<PlanetCard>>,
    missions: Option<Vec<MissionCard>>,
    rogues: Option<Vec<RogueCard>>,
}

/// Reads the rules of a deck file.
pub(super) fn rules(root: &TomlTable, sink: &mut ProblemSink) -> Option<RulesSpec> {
    check_top(root, sink);
    match root.get("edition") {
        Some(edition) => custom(root, edition, sink),
        None => complete(root, sink),
    }
}

/// Reports unknown keys at the top level.
fn check_top(root: &TomlTable, sink: &mut ProblemSink) {
    let known = |key: &str| HEADER_KEYS.contains(&key) || SECTIONS.contains(&key);
    for (key, at) in root.keys().filter(|(key, _)| !known(key)) {
        let kind = match root.get(key).map(value_type) {
            Some(ValueType::Table | ValueType::List) => {
                DeckProblemKind::UnknownSection(clip(key), SECTIONS.to_vec())
            }
            _ => DeckProblemKind::UnknownKey(clip(key), HEADER_KEYS.to_vec()),
        };
        sink.report(at, kind);
    }
}

/// Reads a complete deck, which builds on no edition.
fn complete(root: &TomlTable, sink: &mut ProblemSink) -> Option<RulesSpec> {
    let header = header(root, None, sink);
    let section =
        root.get("rules").map(|value| rules_section::read(value, sink)).unwrap_or_default();
    let solo = section.solo.as_ref().map(Option::is_some);
    let bounds = SectionBounds::new(section.seats, section.dice, solo);
    let levels = root.get("rogue-track").and_then(tracks::level_count);
    let sections = sections(root, &bounds, levels, sink);
    require_sections(root, solo == Some(true), sink);
    assemble(header, &section, sections)
}

/// Reads a deck that builds on an edition.
fn custom(root: &TomlTable, edition_id: &Value, sink: &mut ProblemSink) -> Option<RulesSpec> {
    let base = word(edition_id, &EDITIONS.map(|id| (id, id)), sink).and_then(edition);
    if let Some(section) = root.get("rules") {
        sink.report(offset_of(section), DeckProblemKind::RulesOfEdition);
    }
    let header = header(root, Some(1), sink);
    if let Some(id) = header.id.as_deref().filter(|id| EDITIONS.contains(id)) {
        let at = root.get("id").map_or(0, offset_of);
        sink.report(at, DeckProblemKind::EditionId(id.to_owned()));
    }
    let seats = base.map(|base| base.seats);
    let solo = base.map(|base| base.solo.is_some());
    let bounds = SectionBounds::new(seats, base.map(|base| base.dice), solo);
    let sections = sections(root, &bounds, rogue_levels(root, base), sink);
    check_edition_rogues(root, base, sink);
    Some(overlay((**base?).clone(), header, sections))
}

/// Reads the header; without a default, the revision is required.
fn header(root: &TomlTable, default: Option<u32>, sink: &mut ProblemSink) -> DeckHeader {
    let (id, name) = (root.id(&mut UsedNames::default(), sink), root.label("name", sink));
    let revision = match (root.get("revision"), default) {
        (None, Some(default)) => Some(default),
        _ => root
            .require("revision", sink)
            .and_then(|value| wide_number(value, "revision", 1..=u32::MAX, sink)),
    };
    DeckHeader { id, name, revision }
}

impl SectionBounds {
    fn new(seats: Option<(u8, u8)>, dice: Option<u8>, solo: Option<bool>) -> Self {
        let most = usize::from(seats.map_or(2, |(_, most)| most));
        Self {
            min_planets: Rules::row_len(most) + 1,
            min_missions: 2 * most,
            max_dice: dice.unwrap_or(MAX_DICE as u8),
            solo,
        }
    }
}

/// Reads every section that is present; each Rogue needs `levels` attacks, if that number is known.
fn sections(
    root: &TomlTable,
    bounds: &SectionBounds,
    levels: Option<usize>,
    sink: &mut ProblemSink,
) -> Sections {
    for section in ["rogue-track", "rogue"].iter().filter_map(|key| root.get(key)) {
        if bounds.solo == Some(false) {
            sink.report(offset_of(section), DeckProblemKind::NoSolo);
        }
    }
    let max_dice = bounds.max_dice;
    Sections {
        track: root.get("track").and_then(|value| tracks::players(value, max_dice, sink)),
        rogue_track: root.get("rogue-track").and_then(|value| tracks::rogue(value, max_dice, sink)),
        planets: root.get("planet").map(|value| planets(value, bounds.min_planets, sink)),
        missions: root
            .get("mission")
            .map(|value| cards::missions(value, bounds.min_missions, sink)),
        rogues: root.get("rogue").map(|value| cards::rogues(value, levels, sink)),
    }
}

fn require_sections(root: &TomlTable, solo: bool, sink: &mut ProblemSink) {
    let always = ["rules", "track", "planet"];
    let for_solo = if solo { &["rogue-track", "rogue"][..] } else { &[] };
    for name in always.iter().chain(for_solo).filter(|name| root.get(name).is_none()) {
        sink.report(0, DeckProblemKind::MissingSection(name));
    }
}

/// Returns the number of levels of the Rogue's track, from the file or the edition.
fn rogue_levels(root: &TomlTable, base: Option<&Rules>) -> Option<usize> {
    match root.get("rogue-track") {
        Some(section) => tracks::level_count(section),
        None => base.filter(|base| base.solo.is_some()).map(|base| base.rogue_track.levels().len()),
    }
}

/// Checks that the edition's Rogues have one attack per level of a custom Rogue track.
fn check_edition_rogues(root: &TomlTable, base: Option<&Rules>, sink: &mut ProblemSink) {
    let (Some(section), None, Some(base)) = (root.get("rogue-track"), root.get("rogue"), base)
    else {
        return;
    };
    let Some(levels) = tracks::level_count(section) else { return };
    if let Some(rogue) = base.rogues.iter().find(|rogue| rogue.attacks.len() != levels) {
        let attacks = rogue.attacks.len();
        sink.report(offset_of(section), DeckProblemKind::AttackCount { attacks, levels });
    }
}

fn assemble(header: DeckHeader, section: &RulesSection, sections: Sections) -> Option<RulesSpec> {
    Some(RulesSpec {
        id: header.id?,
        name: header.name?,
        revision: header.revision?,
        rulings: Rulings::NEWEST,
        naming: section.naming?,
        seats: section.seats?,
        solo: section.solo?,
        home_energy: section.home_energy?,
        landing: section.landing?,
        reroll: section.reroll?,
        convert: section.convert?,
        followable: section.followable?,
        dice: section.dice?,
        track: sections.track?,
        rogue_track: sections.rogue_track.unwrap_or_default(),
        planets: sections.planets?,
        missions: sections.missions.unwrap_or_default(),
        rogues: sections.rogues.unwrap_or_default(),
    })
}

/// Returns the edition with the sections of the file in place of its own.
fn overlay(base: RulesSpec, header: DeckHeader, sections: Sections) -> RulesSpec {
    RulesSpec {
        id: header.id.unwrap_or_default(),
        name: header.name.unwrap_or_default(),
        revision: header.revision.unwrap_or(1),
        track: sections.track.unwrap_or(base.track),
        rogue_track: sections.rogue_track.unwrap_or(base.rogue_track),
        planets: sections.planets.unwrap_or(base.planets),
        missions: sections.missions.unwrap_or(base.missions),
        rogues: sections.rogues.unwrap_or(base.rogues),
        ..base
    }
}
