//! A whole file: its head, its sections, and what it takes from the edition it builds on.

use crate::dice::MAX_DICE;
use crate::ruleset::{EmpireTrack, MissionCard, PlanetCard, RogueCard, Rules};
use crate::rulings::Rulings;

use super::numbers::{Numbers, numbers};
use super::planets::planets;
use super::problem::{ProblemKind, Shape};
use super::row::{Row, Value, at, clip, shape, wide_number, word};
use super::sink::{Sink, Used};
use super::{EDITIONS, cards, edition, tracks};

const HEAD: &[&str] = &["id", "name", "revision", "edition"];
const SECTIONS: &[&str] = &["rules", "track", "rogue-track", "planet", "mission", "rogue"];

/// The id, the name and the revision of a deck.
struct Head {
    id: Option<String>,
    name: Option<String>,
    revision: Option<u32>,
}

/// What the sections are measured by; as lenient as can be where it could not be read.
struct Frame {
    /// One more than the longest row (R1.3).
    least_planets: usize,
    /// Two for each player (R1.5).
    least_missions: usize,
    dice: u8,
    solo: Option<bool>,
}

/// The sections that the file has and that could be read.
struct Parts {
    track: Option<EmpireTrack>,
    rogue_track: Option<EmpireTrack>,
    planets: Option<Vec<PlanetCard>>,
    missions: Option<Vec<MissionCard>>,
    rogues: Option<Vec<RogueCard>>,
}

/// Reads the file.
pub(super) fn rules(root: &Row, sink: &mut Sink) -> Option<Rules> {
    check_top(root, sink);
    match root.get("edition") {
        Some(edition) => custom(root, edition, sink),
        None => complete(root, sink),
    }
}

/// Reports what does not belong at the top of a file.
fn check_top(root: &Row, sink: &mut Sink) {
    let known = |key: &str| HEAD.contains(&key) || SECTIONS.contains(&key);
    for (key, at) in root.keys().filter(|(key, _)| !known(key)) {
        let kind = match root.get(key).map(shape) {
            Some(Shape::Table | Shape::List) => {
                ProblemKind::UnknownSection(clip(key), SECTIONS.to_vec())
            }
            _ => ProblemKind::UnknownKey(clip(key), HEAD.to_vec()),
        };
        sink.report(at, kind);
    }
}

/// A file that says everything itself.
fn complete(root: &Row, sink: &mut Sink) -> Option<Rules> {
    let head = head(root, None, sink);
    let numbers = root.get("rules").map(|value| numbers(value, sink)).unwrap_or_default();
    let solo = numbers.solo.as_ref().map(Option::is_some);
    let frame = Frame::new(numbers.seats, numbers.dice, solo);
    let levels = root.get("rogue-track").and_then(tracks::count);
    let parts = parts(root, &frame, levels, sink);
    need_sections(root, solo == Some(true), sink);
    assemble(head, &numbers, parts)
}

/// A file that builds on an edition.
fn custom(root: &Row, name: &Value, sink: &mut Sink) -> Option<Rules> {
    let base = word(name, &EDITIONS.map(|id| (id, id)), sink).and_then(edition);
    if let Some(section) = root.get("rules") {
        sink.report(at(section), ProblemKind::RulesOfEdition);
    }
    let head = head(root, Some(1), sink);
    if let Some(id) = head.id.as_deref().filter(|id| EDITIONS.contains(id)) {
        let at = root.get("id").map_or(0, at);
        sink.report(at, ProblemKind::EditionId(id.to_owned()));
    }
    let seats = base.map(|base| base.seats);
    let solo = base.map(|base| base.solo.is_some());
    let frame = Frame::new(seats, base.map(|base| base.dice), solo);
    let parts = parts(root, &frame, rogue_levels(root, base), sink);
    check_old_rogues(root, base, sink);
    Some(overlay(base?.clone(), head, parts))
}

fn head(root: &Row, revision: Option<u32>, sink: &mut Sink) -> Head {
    let (id, name) = (root.id(&mut Used::default(), sink), root.label("name", sink));
    let revision = match (root.get("revision"), revision) {
        (None, Some(absent)) => Some(absent),
        _ => root
            .need("revision", sink)
            .and_then(|value| wide_number(value, "revision", 1..=u32::MAX, sink)),
    };
    Head { id, name, revision }
}

impl Frame {
    fn new(seats: Option<(u8, u8)>, dice: Option<u8>, solo: Option<bool>) -> Self {
        let most = usize::from(seats.map_or(2, |(_, most)| most));
        Self {
            least_planets: Rules::row_len(most) + 1,
            least_missions: 2 * most,
            dice: dice.unwrap_or(MAX_DICE as u8),
            solo,
        }
    }
}

/// Reads every section that the file has; a Rogue needs as many attacks as there are `levels`.
fn parts(root: &Row, frame: &Frame, levels: Option<usize>, sink: &mut Sink) -> Parts {
    for section in ["rogue-track", "rogue"].iter().filter_map(|key| root.get(key)) {
        if frame.solo == Some(false) {
            sink.report(at(section), ProblemKind::NoSolo);
        }
    }
    let dice = frame.dice;
    Parts {
        track: root.get("track").and_then(|value| tracks::players(value, dice, sink)),
        rogue_track: root.get("rogue-track").and_then(|value| tracks::rogue(value, dice, sink)),
        planets: root.get("planet").map(|value| planets(value, frame.least_planets, sink)),
        missions: root
            .get("mission")
            .map(|value| cards::missions(value, frame.least_missions, sink)),
        rogues: root.get("rogue").map(|value| cards::rogues(value, levels, sink)),
    }
}

fn need_sections(root: &Row, solo: bool, sink: &mut Sink) {
    let always = ["rules", "track", "planet"];
    let for_solo = if solo { &["rogue-track", "rogue"][..] } else { &[] };
    for name in always.iter().chain(for_solo).filter(|name| root.get(name).is_none()) {
        sink.report(0, ProblemKind::MissingSection(name));
    }
}

/// The levels of the Rogue's track, the file's own or the edition's.
fn rogue_levels(root: &Row, base: Option<&Rules>) -> Option<usize> {
    match root.get("rogue-track") {
        Some(section) => tracks::count(section),
        None => base.filter(|base| base.solo.is_some()).map(|base| base.rogue_track.levels().len()),
    }
}

/// The Rogues of the edition must fit a track of one's own.
fn check_old_rogues(root: &Row, base: Option<&Rules>, sink: &mut Sink) {
    let (Some(section), None, Some(base)) = (root.get("rogue-track"), root.get("rogue"), base)
    else {
        return;
    };
    let Some(levels) = tracks::count(section) else { return };
    if let Some(rogue) = base.rogues.iter().find(|rogue| rogue.attacks.len() != levels) {
        let attacks = rogue.attacks.len();
        sink.report(at(section), ProblemKind::AttackCount { attacks, levels });
    }
}

fn assemble(head: Head, numbers: &Numbers, parts: Parts) -> Option<Rules> {
    Some(Rules {
        id: head.id?,
        name: head.name?,
        revision: head.revision?,
        rulings: Rulings::NEWEST,
        words: numbers.words?,
        seats: numbers.seats?,
        solo: numbers.solo?,
        home_energy: numbers.home_energy?,
        landing: numbers.landing?,
        reroll: numbers.reroll?,
        convert: numbers.convert?,
        followable: numbers.followable?,
        dice: numbers.dice?,
        track: parts.track?,
        rogue_track: parts.rogue_track.unwrap_or_default(),
        planets: parts.planets?,
        missions: parts.missions.unwrap_or_default(),
        rogues: parts.rogues.unwrap_or_default(),
    })
}

/// Puts what the file has over what the edition has.
fn overlay(base: Rules, head: Head, parts: Parts) -> Rules {
    Rules {
        id: head.id.unwrap_or_default(),
        name: head.name.unwrap_or_default(),
        revision: head.revision.unwrap_or(1),
        track: parts.track.unwrap_or(base.track),
        rogue_track: parts.rogue_track.unwrap_or(base.rogue_track),
        planets: parts.planets.unwrap_or(base.planets),
        missions: parts.missions.unwrap_or(base.missions),
        rogues: parts.rogues.unwrap_or(base.rogues),
        ..base
    }
}
