//! Generates deck files from bytes: edited built-in decks, and decks that are valid by construction.

use crate::bytes::Bytes;
use std::fmt::Write;

/// The texts of the built-in editions.
const BUILT_IN: [&str; 4] = [
    include_str!("../../crates/rules/decks/prototype.toml"),
    include_str!("../../crates/rules/decks/classic.toml"),
    include_str!("../../crates/rules/decks/revised.toml"),
    include_str!("../../crates/rules/decks/blast-off.toml"),
];

/// The costs; each occurs at most once.
const COSTS: [&str; 3] =
    ["op = 'pay', @amount", "op = 'discard-dice', dice = @6", "op = 'regress-own'"];

/// The effects that lead to no other ability.
const PLAIN: [&str; 19] = [
    "op = 'gain', @amount",
    "op = 'gain', to = 'others', @amount",
    "op = 'gain-per-home-ship', resource = @resource",
    "op = 'steal', @amount",
    "op = 'turn-into', resource = @resource",
    "op = 'advance', track = @reach, steps = @6",
    "op = 'advance', to = 'others', track = @reach, steps = @6",
    "op = 'regress', track = @reach, steps = @6, ships = @2",
    "op = 'regress', track = @reach, steps = @6",
    "op = 'hop'",
    "op = 'recall', split = @split",
    "op = 'expel'",
    "op = 'upgrade', terms = @terms",
    "op = 'reroll-dice', which = @which",
    "op = 'set-die'",
    "op = 'replace-planet', put = @put",
    "op = 'gain-per-follow', resource = @resource",
    "op = 'follows-cost-two'",
    "op = 'no-follow'",
];

/// The effects that can lead to another ability.
const NESTING: [&str; 5] = [
    "op = 'move', ships = @2",
    "op = 'repeat-die'",
    "op = 'any-action'",
    "op = 'use-row-planet'",
    "op = 'use-colony-of-other', pay = @resource",
];

/// The attacks of Rogues.
const ATTACKS: [&str; 8] = [
    "op = 'lose', @amount",
    "op = 'gain', @amount",
    "op = 'steal', @amount",
    "op = 'steal-any', units = @7",
    "op = 'regress-one', steps = @6",
    "op = 'regress-all', steps = @6",
    "op = 'advance-all', steps = @6",
    "op = 'one-die-fewer'",
];

/// The mission conditions; the first [`COMPARING`] of them compare players.
const CONDITIONS: [&str; 8] = [
    "is = 'most', of = @count",
    "is = 'fewest', of = @count",
    "is = 'equal-tracks'",
    "is = 'triggered-end'",
    "is = 'holds', @amount",
    "is = 'top-level'",
    "is = 'all-home'",
    "is = 'none-home'",
];
const COMPARING: usize = 2;

/// The values of the placeholders.
const WORDS: [(&str, &[&str]); 8] = [
    ("@resource", &["energy", "culture"]),
    ("@track", &["diplomacy", "economy", "life", "technology"]),
    ("@reach", &["any", "diplomacy", "economy", "life", "technology"]),
    ("@split", &["one-resource", "free"]),
    ("@terms", &["mixed", "discount-if-lowest", "discount-if-lowest-or-tied"]),
    ("@which", &["any", "all"]),
    ("@put", &["discard", "under-deck"]),
    ("@count", &["energy", "culture", "planets", "diplomacy-planets", "technology-planets"]),
];

/// Fills the placeholders of a template and returns a TOML table.
fn table(template: &str, bytes: &mut Bytes) -> String {
    let mut text = String::from("{");
    for word in template.split(' ') {
        let (word, comma) = word.strip_suffix(',').map_or((word, ""), |word| (word, ","));
        let known = WORDS.iter().find(|(name, _)| *name == word);
        let filled = match (word, known) {
            ("@amount", _) => amount(bytes),
            (_, Some((_, words))) => format!("'{}'", bytes.pick(words)),
            _ => match word.strip_prefix('@') {
                Some(most) => (1 + bytes.below(most.parse().expect("a number"))).to_string(),
                None => word.to_owned(),
            },
        };
        write!(text, " {filled}{comma}").expect("a string");
    }
    text + " }"
}

fn amount(bytes: &mut Bytes) -> String {
    let (which, energy, culture) = (bytes.below(3), 1 + bytes.below(7), 1 + bytes.below(7));
    match which {
        0 => format!("energy = {energy}"),
        1 => format!("culture = {culture}"),
        _ => format!("energy = {energy}, culture = {culture}"),
    }
}

/// Generates a comma-separated list of tables.
fn tables(count: usize, templates: &[&str], bytes: &mut Bytes) -> String {
    let tables: Vec<_> = (0..count).map(|_| table(bytes.pick(templates), bytes)).collect();
    tables.join(", ")
}

/// Returns a built-in edition with some edits; it is often still valid.
pub fn edited(bytes: &mut Bytes) -> String {
    let mut text = bytes.pick(&BUILT_IN).to_owned();
    for _ in 0..bytes.below(12) {
        let at = text.floor_char_boundary(usize::from(bytes.pair()) % text.len().max(1));
        edit(&mut text, at, bytes);
    }
    text
}

/// Edits the next item of a random kind, from byte `at` on.
fn edit(text: &mut String, at: usize, bytes: &mut Bytes) {
    let rest = &text[at..];
    let find = |open: &str, close: &str| {
        let start = at + rest.find(open)?;
        let end = start + open.len() + text[start + open.len()..].find(close)? + close.len();
        Some(start..end)
    };
    let digit = rest.find(|c: char| c.is_ascii_digit()).map(|offset| at + offset..at + offset + 1);
    let here = Some(at..at);
    let (range, replacement) = match bytes.below(8) {
        0 => (digit, bytes.below(22).to_string()),
        1 => (find("\"", "\""), {
            let (_, words) = bytes.pick(&WORDS);
            format!("'{}'", bytes.pick(words))
        }),
        2 => (find("{ op", "}"), table(bytes.pick(&PLAIN), bytes)),
        3 => (find("{ op", "}"), table(bytes.pick(&NESTING), bytes)),
        4 => (find("\nability", "\n"), ability(&mut PlanetCounts::default(), bytes)),
        5 => (find("\n[[planet]]\n", "\n\n"), "\n".to_owned()),
        6 => (find("\n", "\n"), "\n".to_owned()),
        _ => (here, char::from(bytes.byte()).to_string()),
    };
    if let Some(range) = range {
        text.replace_range(range, &replacement);
    }
}

/// Generates a valid deck.
pub fn generated(bytes: &mut Bytes) -> String {
    let mut text = "id = 'deck'\nname = 'Deck'\nrevision = 1\n".to_owned();
    let base =
        bytes.pick(&[None, Some("prototype"), Some("classic"), Some("revised"), Some("blast-off")]);
    let (dice, solo) = match base {
        Some(edition) => {
            writeln!(text, "edition = '{edition}'").expect("a string");
            (if edition == "blast-off" { 6 } else { 7 }, ["classic", "revised"].contains(&edition))
        }
        None => (1 + bytes.below(7), bytes.one_in(2)),
    };
    let missions = bytes.pick(&[None, Some(0), Some(10), Some(16)]);
    if missions == Some(0) {
        text += "mission = []\n";
    }
    if base.is_none() {
        text += &rules(dice, solo, bytes);
    }
    if base.is_none() || bytes.one_in(2) {
        text += &format!("[track]\n{}", levels(2 + bytes.below(6), dice, true, bytes));
    }
    if solo && (base.is_none() || bytes.one_in(2)) {
        text += &rogues(dice, bytes);
    }
    let mut counts = PlanetCounts { dense: bytes.one_in(2), ..PlanetCounts::default() };
    let planets = bytes.pick(&[7, 8, 10, 12, 24, 48]);
    (0..planets).for_each(|i| text += &planet(i, &mut counts, bytes));
    (0..missions.unwrap_or(0)).for_each(|i| text += &mission(i, bytes));
    text
}

fn rules(dice: usize, solo: bool, bytes: &mut Bytes) -> String {
    let fewest = 2 + bytes.below(4);
    let most = fewest + bytes.below(6 - fewest);
    let solo = match solo {
        true => format!(
            "solo = {{ force = '{}', bonus = '{}', relentless = {} }}\n",
            bytes.pick(&["usable", "any"]),
            bytes.pick(&["extra-turn", "same-turn"]),
            bytes.one_in(2),
        ),
        false => String::new(),
    };
    format!(
        "[rules]\nwords = '{}'\nseats = [{fewest}, {most}]\n{solo}home-energy = {}\n\
         landing = '{}'\nreroll = '{}'\nconvert = '{}'\nfollowable = {}\ndice = {dice}\n",
        bytes.pick(&["classic", "blast-off"]),
        bytes.below(8),
        bytes.pick(&["optional", "mandatory"]),
        bytes.pick(&["first-free", "all-paid"]),
        bytes.pick(&["two-for-one", "pay-and-act"]),
        bytes.below(8),
    )
}

/// Generates the levels of a track, with values that never decrease.
fn levels(count: usize, most_dice: usize, of_players: bool, bytes: &mut Bytes) -> String {
    let (mut cost, mut dice, mut ships, mut points) = (1, 1, 2, 0);
    let mut text = "levels = [\n".to_owned();
    for level in 0..count {
        dice = (dice + bytes.below(4)).min(most_dice);
        points = (points + bytes.below(5)).min(20);
        write!(text, "  {{ dice = {dice}, points = {points}").expect("a string");
        if of_players {
            if level > 0 {
                cost = (cost + bytes.below(3)).min(7);
                ships = (ships + bytes.below(2)).min(4);
                write!(text, ", cost = {cost}").expect("a string");
            }
            write!(text, ", ships = {ships}").expect("a string");
        }
        text += " },\n";
    }
    text + "]\n"
}

fn rogues(dice: usize, bytes: &mut Bytes) -> String {
    let count = 2 + bytes.below(6);
    let mut text = format!("[rogue-track]\n{}", levels(count, dice, false, bytes));
    for i in 0..=bytes.below(3) {
        writeln!(text, "[[rogue]]\nid = 'r{i}'\nname = 'R{i}'\ndifficulty = 'x'\nattacks = [")
            .expect("a string");
        for _ in 0..count {
            let limit = bytes.pick(&["", ", limit = ['once per turn']"]);
            let parts = tables(1 + bytes.below(4), &ATTACKS, bytes);
            writeln!(text, "  {{ attack = [{parts}]{limit} }},").expect("a string");
        }
        text += "]\n";
    }
    text
}

fn mission(i: usize, bytes: &mut Bytes) -> String {
    let (kind, points) = (bytes.below(CONDITIONS.len()), 1 + bytes.below(20));
    let condition = table(CONDITIONS[kind], bytes);
    let tied = match kind {
        0..COMPARING => format!("tied = {}\n", bytes.below(points + 1)),
        _ => String::new(),
    };
    format!(
        "[[mission]]\nid = 'm{i}'\nname = 'M{i}'\npoints = {points}\n{tied}condition = {condition}\n"
    )
}

/// Counts the planets with limited features: at most 7 may nest and 8 may be once per turn.
#[derive(Default)]
struct PlanetCounts {
    nesting: usize,
    limited: usize,
    /// Whether the first 7 planets nest.
    dense: bool,
}

fn planet(i: usize, counts: &mut PlanetCounts, bytes: &mut Bytes) -> String {
    let points = bytes.pick(&[1, 1, 1, 2, 2, 3, 5, 7, 20]);
    let length = 1 + bytes.below(5);
    let card = table("resource = @resource, track = @track", bytes);
    let card = card.trim_matches(['{', '}', ' ']).replace(", ", "\n");
    let ability = ability(counts, bytes);
    let limit = bytes.pick(&["", "", "own turn", "once per turn"]);
    let limit = match limit {
        "" => String::new(),
        "once per turn" if counts.limited == 8 => String::new(),
        word => format!("limit = ['{word}']\n"),
    };
    counts.limited += usize::from(limit.contains("once"));
    format!(
        "[[planet]]\nid = 'p{i}'\nname = 'P{i}'\n{card}\npoints = {points}\nlength = {length}{ability}{limit}"
    )
}

/// Generates the costs and effects of an ability, at most 4 together.
fn ability(counts: &mut PlanetCounts, bytes: &mut Bytes) -> String {
    let mask = if bytes.one_in(2) { bytes.below(8) } else { 0 };
    let costs: Vec<_> = COSTS.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).collect();
    let costs: Vec<_> = costs.into_iter().map(|(_, cost)| table(cost, bytes)).collect();
    let nests = counts.nesting < 7 && (counts.dense || bytes.one_in(2));
    counts.nesting += usize::from(nests);
    let mut effects = Vec::new();
    for index in 0..=bytes.below(4 - costs.len()) {
        let template = match bytes.below(4) {
            0 if index == 0 && mask & 4 == 4 => {
                "op = 'advance-another', track = @reach, steps = @6"
            }
            1.. if nests => bytes.pick(&NESTING),
            _ => bytes.pick(&PLAIN),
        };
        effects.push(table(template, bytes));
    }
    format!("\ncost = [{}]\nability = [{}]\n", costs.join(", "), effects.join(", "))
}
