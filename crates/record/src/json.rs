//! The JSON format of a record. Steps are strings in notation.

use crate::fair::{DiceTerms, Rekeying};
use crate::model::{
    DeckRef, Ending, FIRST_RULINGS, Header, Record, RecordedStep, Scores, Turn, TurnLabel, Viewer,
};
use crate::problem::RecordProblem;
use crate::quote::for_screen;
use crate::text::{MAX_BYTES, MAX_STEPS, VERSION};
use crate::values::{Date, Mark, StepText, Tag, digest_from, hex, unhex, unhex32};
use orrery_rules::{GameOption, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const FORMAT: &str = "orrery record";
/// Maximum size of a JSON record in bytes. JSON takes more space than the text format.
const MAX_JSON_BYTES: usize = 4 * MAX_BYTES;
/// Maximum number of characters of an invalid value in a message.
const MAX_QUOTED: usize = 40;
/// Maximum nesting depth of brackets. A valid record has a depth of 5.
const MAX_DEPTH: usize = 16;
/// Maximum number of JSON values. A fully annotated step has five.
const MAX_VALUES: usize = 5 * MAX_STEPS;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRecord {
    format: String,
    version: u32,
    edition: String,
    revision: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<JsonDeck>,
    seats: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    rogue: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<JsonDice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
    turns: Vec<JsonTurn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<JsonEnding>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonDeck {
    blake3: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rulings: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonDice {
    commitment: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    entropy: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rekeyed: Vec<JsonRekeying>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRekeying {
    from: u32,
    commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
}

/// A turn; without number and seat it is the opening.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonTurn {
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    steps: Vec<JsonStep>,
}

/// A step: `"activate move"`, or an object if it is annotated.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum JsonStep {
    Plain(String),
    Full(JsonEntry),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEntry {
    step: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEnding {
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    winners: Vec<String>,
}

impl Record {
    /// Writes the JSON format.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialization cannot fail: the types have only strings, numbers, lists and string keys.
        serde_json::to_string_pretty(&JsonRecord::from(self)).expect("all keys are strings") + "\n"
    }

    /// Reads the JSON format.
    ///
    /// # Errors
    /// The first problem.
    pub fn from_json(text: &str) -> Result<Self, RecordProblem> {
        if text.len() > MAX_JSON_BYTES {
            return Err(RecordProblem::new("the record is too long"));
        }
        check_limits(text)?;
        let json: JsonRecord = serde_json::from_str(text).map_err(|error| RecordProblem {
            place: Some((error.line(), error.column())),
            what: for_screen(&error.to_string()),
        })?;
        let record = json.record()?;
        record.check()?;
        Ok(record)
    }
}

/// Rejects input with too many or too deeply nested values.
///
/// This runs before the parser, which needs many times the length of the input in memory.
fn check_limits(text: &str) -> Result<(), RecordProblem> {
    let (mut depth, mut values, mut in_string, mut escaped) = (0_usize, 0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => (depth, values) = (depth + 1, values + 1),
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(RecordProblem::new(format!("brackets nest more than {MAX_DEPTH} deep")));
        }
        if values > MAX_VALUES {
            return Err(RecordProblem::new("the record has too many steps"));
        }
    }
    Ok(())
}

impl From<&Record> for JsonRecord {
    fn from(record: &Record) -> Self {
        let header = &record.header;
        let date = |date: &Option<Date>| date.as_ref().map(|date| date.as_str().to_owned());
        Self {
            format: FORMAT.to_owned(),
            version: header.version(),
            edition: header.edition.clone(),
            revision: header.revision,
            deck: header.deck.as_ref().map(JsonDeck::from),
            seats: header.seats,
            rogue: header.rogue.clone(),
            start: header.start.map(|seat| seat.to_string()),
            options: header.chosen.iter().map(|option| option.word().to_owned()).collect(),
            date: date(&header.date),
            ended: date(&header.ended),
            names: header.names.iter().map(|(seat, n)| (seat.to_string(), n.clone())).collect(),
            tags: header.tags.iter().map(|(t, s)| (t.as_str().to_owned(), s.clone())).collect(),
            seen_by: header.seen_by.map(|viewer| {
                viewer.seat().map_or_else(|| "nobody".to_owned(), |seat| seat.to_string())
            }),
            dice: header.dice.as_ref().map(JsonDice::from),
            setup: header.setup.clone(),
            turns: record.turns.iter().map(JsonTurn::from).collect(),
            ending: record.ending.as_ref().map(JsonEnding::from),
        }
    }
}

impl From<&DeckRef> for JsonDeck {
    fn from(deck: &DeckRef) -> Self {
        let rulings = Some(deck.rulings).filter(|rulings| *rulings != FIRST_RULINGS);
        Self { blake3: hex(&deck.hash), text: deck.text.clone(), rulings }
    }
}

impl From<&DiceTerms> for JsonDice {
    fn from(terms: &DiceTerms) -> Self {
        let entropy = terms.entropies.iter().map(|(seat, bytes)| (seat.to_string(), hex(bytes)));
        Self {
            commitment: hex(&terms.commitment),
            entropy: entropy.collect(),
            seed: terms.seed.as_ref().map(|seed| hex(seed)),
            rekeyed: terms.rekeyed.iter().map(JsonRekeying::from).collect(),
        }
    }
}

impl From<&Rekeying> for JsonRekeying {
    fn from(next: &Rekeying) -> Self {
        Self {
            from: next.from,
            commitment: hex(&next.commitment),
            seed: next.seed.as_ref().map(|seed| hex(seed)),
        }
    }
}

impl From<&Turn> for JsonTurn {
    fn from(turn: &Turn) -> Self {
        let (number, seat) = match turn.label {
            TurnLabel::Opening => (None, None),
            TurnLabel::Turn(number, seat) => (Some(number), Some(seat.to_string())),
        };
        Self {
            turn: number,
            seat,
            digest: turn.digest.map(|digest| format!("{digest:016x}")),
            comment: turn.comment.clone(),
            steps: turn.steps.iter().map(JsonStep::from).collect(),
        }
    }
}

impl From<&RecordedStep> for JsonStep {
    fn from(entry: &RecordedStep) -> Self {
        let step = entry.text.as_str().to_owned();
        if entry.by.is_none() && entry.mark.is_none() && entry.comment.is_none() {
            return Self::Plain(step);
        }
        Self::Full(JsonEntry {
            step,
            by: entry.by.map(|seat| seat.to_string()),
            mark: entry.mark.map(|mark| mark.sign().to_owned()),
            comment: entry.comment.clone(),
        })
    }
}

impl From<&Ending> for JsonEnding {
    fn from(ending: &Ending) -> Self {
        let winners = ending.scores.iter().flat_map(|scores| &scores.winners);
        Self {
            digest: ending.digest.map(|digest| format!("{digest:016x}")),
            points: ending.scores.as_ref().map(|scores| scores.points.clone()),
            winners: winners.map(ToString::to_string).collect(),
        }
    }
}

/// Parses the value of a field, or reports it as invalid.
fn read<'t, T>(
    field: &str,
    text: &'t str,
    parse: impl Fn(&'t str) -> Option<T>,
) -> Result<T, RecordProblem> {
    let clipped: String = text.chars().take(MAX_QUOTED).collect();
    parse(text)
        .ok_or_else(|| RecordProblem::new(format!("{field}: {clipped:?} is not allowed here")))
}

fn read_some<'t, T>(
    field: &str,
    text: Option<&'t String>,
    parse: impl Fn(&'t str) -> Option<T>,
) -> Result<Option<T>, RecordProblem> {
    text.map(|text| read(field, text, parse)).transpose()
}

impl JsonRecord {
    fn record(&self) -> Result<Record, RecordProblem> {
        if self.format != FORMAT || !(1..=VERSION).contains(&self.version) {
            let what = format!("`format` must be {FORMAT:?}, `version` 1 to {VERSION}");
            return Err(RecordProblem::new(what));
        }
        let turns = self.turns.iter().map(JsonTurn::turn).collect::<Result<_, _>>()?;
        let ending = self.ending.as_ref().map(JsonEnding::ending).transpose()?;
        Ok(Record { header: self.header()?, turns, ending })
    }

    fn header(&self) -> Result<Header, RecordProblem> {
        let mut names = BTreeMap::new();
        for (seat, name) in &self.names {
            names.insert(read("names", seat, Seat::from_letter)?, name.clone());
        }
        let mut tags = BTreeMap::new();
        for (tag, text) in &self.tags {
            tags.insert(read("tags", tag, Tag::new)?, text.clone());
        }
        let options = self.options.iter();
        let chosen = options.map(|option| read("options", option, GameOption::from_word));
        Ok(Header {
            edition: self.edition.clone(),
            revision: self.revision,
            deck: self.deck.as_ref().map(JsonDeck::deck).transpose()?,
            seats: self.seats,
            rogue: self.rogue.clone(),
            start: read_some("start", self.start.as_ref(), Seat::from_letter)?,
            chosen: chosen.collect::<Result<_, _>>()?,
            date: read_some("date", self.date.as_ref(), Date::new)?,
            ended: read_some("ended", self.ended.as_ref(), Date::new)?,
            names,
            tags,
            seen_by: read_some("seen_by", self.seen_by.as_ref(), |word| match word {
                "nobody" => Some(Viewer::Spectator),
                letter => Seat::from_letter(letter).map(Viewer::Seat),
            })?,
            dice: self.dice.as_ref().map(JsonDice::terms).transpose()?,
            setup: self.setup.clone(),
        })
    }
}

impl JsonDeck {
    fn deck(&self) -> Result<DeckRef, RecordProblem> {
        let rulings = self.rulings.unwrap_or(FIRST_RULINGS);
        Ok(DeckRef {
            hash: read("blake3", &self.blake3, unhex32)?,
            text: self.text.clone(),
            rulings,
        })
    }
}

impl JsonDice {
    fn terms(&self) -> Result<DiceTerms, RecordProblem> {
        let mut entropies = BTreeMap::new();
        for (seat, bytes) in &self.entropy {
            let seat = read("entropy", seat, Seat::from_letter)?;
            entropies.insert(seat, read("entropy", bytes, unhex)?);
        }
        Ok(DiceTerms {
            commitment: read("commitment", &self.commitment, unhex32)?,
            entropies,
            seed: read_some("seed", self.seed.as_ref(), unhex32)?,
            rekeyed: self.rekeyed.iter().map(JsonRekeying::rekeying).collect::<Result<_, _>>()?,
        })
    }
}

impl JsonRekeying {
    fn rekeying(&self) -> Result<Rekeying, RecordProblem> {
        Ok(Rekeying {
            from: self.from,
            commitment: read("commitment", &self.commitment, unhex32)?,
            seed: read_some("seed", self.seed.as_ref(), unhex32)?,
        })
    }
}

impl JsonTurn {
    fn turn(&self) -> Result<Turn, RecordProblem> {
        let seat = read_some("seat", self.seat.as_ref(), Seat::from_letter)?;
        let label = match (self.turn, seat) {
            (None, None) => TurnLabel::Opening,
            (Some(number), Some(seat)) => TurnLabel::Turn(number, seat),
            _ => return Err(RecordProblem::new("a turn has both a number and a seat, or neither")),
        };
        let digest = read_some("digest", self.digest.as_ref(), digest_from)?;
        let steps = self.steps.iter().map(JsonStep::entry).collect::<Result<_, _>>()?;
        Ok(Turn { label, digest, comment: self.comment.clone(), steps })
    }
}

impl JsonStep {
    fn entry(&self) -> Result<RecordedStep, RecordProblem> {
        match self {
            Self::Plain(step) => Ok(RecordedStep::new(None, read("step", step, StepText::new)?)),
            Self::Full(entry) => Ok(RecordedStep {
                by: read_some("by", entry.by.as_ref(), Seat::from_letter)?,
                text: read("step", &entry.step, StepText::new)?,
                mark: read_some("mark", entry.mark.as_ref(), Mark::from_sign)?,
                comment: entry.comment.clone(),
            }),
        }
    }
}

impl JsonEnding {
    fn ending(&self) -> Result<Ending, RecordProblem> {
        let winner = |seat: &String| read("winners", seat, Seat::from_letter);
        let winners = self.winners.iter().map(winner).collect::<Result<Vec<_>, _>>()?;
        let points = self.points.clone();
        Ok(Ending {
            digest: read_some("digest", self.digest.as_ref(), digest_from)?,
            scores: points.map(|points| Scores { points, winners }),
        })
    }
}
