//! The compact binary format: one or two bytes per step.
//!
//! An action is stored as its index in the list of legal actions, and a chance outcome as an index
//! of the chance node. Turns and seats are not stored, because they follow from the rules. The
//! format keeps one byte of each turn's digest, and the last digest. If a record is not a legal
//! game, the file contains the text format instead.

use crate::deck_cache::DeckCache;
use crate::model::{Header, Record};
use crate::problem::RecordProblem;
use crate::recorder::Recorder;
use crate::text::{MAX_BYTES, MAX_COMMENT, MAX_STEPS, read_header, write_header};
use crate::values::Mark;
use orrery_rules::{Actions, ChanceNode, ChanceOutcome, Rules, State, Step};

/// The magic bytes of a binary record.
pub const MAGIC: [u8; 4] = *b"ORRB";
/// The version of the binary format. The reader accepts all versions up to it.
const VERSION: u8 = 1;
/// The index of the form byte, after the magic bytes and the version.
const FORM_INDEX: usize = MAGIC.len() + 1;
/// The form byte of a file that contains the text format.
const TEXT: u8 = 0;
/// The form byte of a file that contains the compact format.
const COMPACT: u8 = 1;
/// The byte that announces a comment. A mark is stored as its index in [`Mark::ALL`] instead.
const COMMENT: u8 = 255;

impl Record {
    /// Writes the binary format.
    ///
    /// If the rules are unavailable or the record is not a legal game, the bytes contain the text
    /// format.
    #[must_use]
    pub fn to_bytes(&self, decks: &DeckCache) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.push(VERSION);
        match self.compact(decks) {
            Some(body) => {
                out.push(COMPACT);
                out.extend(body);
            }
            None => {
                out.push(TEXT);
                out.extend(self.to_string().into_bytes());
            }
        }
        out
    }

    /// Returns the compact body, if it decodes to an equal record.
    fn compact(&self, decks: &DeckCache) -> Option<Vec<u8>> {
        let rules = decks.rules(&self.header).ok()?;
        let mut body = BinaryWriter(Vec::new());
        let mut head = String::new();
        write_header(&self.header, &mut head).ok()?;
        body.bytes(head.as_bytes());
        self.write_steps(&rules, &mut body)?;
        self.write_remarks(&mut body);
        let again = read_compact(&body.0, decks).ok()?;
        (again == *self).then_some(body.0)
    }

    /// Writes the steps, one byte of each turn's digest, and the last digest.
    fn write_steps(&self, rules: &Rules, body: &mut BinaryWriter) -> Option<()> {
        body.number(self.len() as u64);
        let (mut actions, mut digest_bytes) = (Actions::new(), Vec::new());
        let (mut all_found, mut turn) = (true, None);
        let end = self.replay(rules, |played| {
            if turn.replace(played.label) != Some(played.label) {
                digest_bytes.push(played.before.digest() as u8);
            }
            match step_index(played.before, played.step, &mut actions) {
                Some(index) => body.number(index),
                None => all_found = false,
            }
        });
        body.bytes(&digest_bytes);
        body.0.extend(end.ok()?.digest().to_le_bytes());
        all_found.then_some(())
    }

    /// Writes the marks and comments, each with the number of its step.
    fn write_remarks(&self, body: &mut BinaryWriter) {
        for (number, (_, entry)) in self.entries().enumerate() {
            if let Some(mark) = entry.mark {
                body.number(number as u64);
                body.0.extend(Mark::ALL.iter().position(|m| *m == mark).map(|i| i as u8));
            }
            if let Some(comment) = &entry.comment {
                body.number(number as u64);
                body.0.push(COMMENT);
                body.bytes(comment.as_bytes());
            }
        }
    }

    /// Reads the binary format. A custom deck must be in the cache.
    ///
    /// # Errors
    /// If the bytes are not a valid record.
    pub fn from_bytes(bytes: &[u8], decks: &DeckCache) -> Result<Self, RecordProblem> {
        let not_a_record = || RecordProblem::new("not a binary record");
        let rest = bytes.strip_prefix(&MAGIC).ok_or_else(not_a_record)?;
        let [version, form, body @ ..] = rest else { return Err(not_a_record()) };
        if bytes.len() > MAX_BYTES || !(1..=VERSION).contains(version) {
            let what = format!("unsupported format version {version}, or the file is too long");
            return Err(RecordProblem::new(what));
        }
        match *form {
            TEXT => Self::parse(std::str::from_utf8(body).map_err(|_| not_a_record())?),
            COMPACT => read_compact(body, decks),
            _ => Err(not_a_record()),
        }
    }

    /// Reads any of the three formats and loads an embedded deck.
    ///
    /// # Errors
    /// If the file is not a valid record.
    pub fn read(bytes: &[u8], decks: &mut DeckCache) -> Result<Self, RecordProblem> {
        let record = if bytes.starts_with(&MAGIC) {
            if let Some(header) = compact_header(bytes) {
                decks.load_embedded(&header).map_err(|why| RecordProblem::new(why.to_string()))?;
            }
            Self::from_bytes(bytes, decks)?
        } else {
            let text = std::str::from_utf8(bytes)
                .map_err(|_| RecordProblem::new("not a record: the text is not UTF-8"))?;
            if text.trim_start().starts_with('{') {
                Self::from_json(text)?
            } else {
                Self::parse(text)?
            }
        };
        decks.load_embedded(&record.header).map_err(|why| RecordProblem::new(why.to_string()))?;
        Ok(record)
    }
}

/// Reads the header of a compact record, before the rules are known.
fn compact_header(bytes: &[u8]) -> Option<Header> {
    let mut reader = BinaryReader(bytes.get(FORM_INDEX + 1..)?);
    (bytes.get(FORM_INDEX) == Some(&COMPACT)).then(|| reader.header().ok()).flatten()
}

fn read_compact(body: &[u8], decks: &DeckCache) -> Result<Record, RecordProblem> {
    let mut reader = BinaryReader(body);
    let header = reader.header()?;
    let rules = decks.rules(&header).map_err(|why| RecordProblem::new(why.to_string()))?;
    if header.revision != rules.revision {
        return Err(RecordProblem::new(format!(
            "the record has revision {} of the rules; the binary format can only be read with revision {}",
            header.revision, rules.revision
        )));
    }
    let record = reader.steps(header, &rules)?;
    reader.remarks(record)
}

/// Returns the index of a step among all possible ones.
fn step_index(state: &State<'_>, step: Step, actions: &mut Actions) -> Option<u64> {
    match step {
        Step::Action(action) => {
            state.legal_actions(actions);
            actions.iter().position(|legal| *legal == action).map(|index| index as u64)
        }
        Step::Chance(outcome) => outcome_index(state.chance()?, outcome),
    }
}

/// Returns an index for which [`ChanceNode::at`] returns this outcome.
///
/// The index of a roll is a number in base 6 with one digit for each die.
fn outcome_index(node: ChanceNode, outcome: ChanceOutcome) -> Option<u64> {
    match outcome {
        ChanceOutcome::Rolled(dice) => {
            let faces: Vec<u64> = dice.iter().map(|face| face.index() as u64).collect();
            Some(faces.iter().rev().fold(0, |index, face| 6 * index + face))
        }
        _ => (0..node.total()).find(|index| node.at(*index) == outcome),
    }
}

fn step_at(state: &State<'_>, index: u64, actions: &mut Actions) -> Option<Step> {
    if let Some(node) = state.chance() {
        return (index < node.total()).then(|| Step::Chance(node.at(index)));
    }
    state.legal_actions(actions);
    actions.get(usize::try_from(index).ok()?).copied().map(Step::Action)
}

struct BinaryWriter(Vec<u8>);

impl BinaryWriter {
    /// Writes a number as LEB128.
    fn number(&mut self, mut value: u64) {
        while value >= 128 {
            self.0.push(value as u8 | 128);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }
}

struct BinaryReader<'b>(&'b [u8]);

fn damaged() -> RecordProblem {
    RecordProblem::new("the binary record is cut short or damaged")
}

impl<'b> BinaryReader<'b> {
    fn byte(&mut self) -> Result<u8, RecordProblem> {
        let (byte, rest) = self.0.split_first().ok_or_else(damaged)?;
        self.0 = rest;
        Ok(*byte)
    }

    fn number(&mut self) -> Result<u64, RecordProblem> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(damaged())
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], RecordProblem> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or_else(damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn bytes(&mut self) -> Result<&'b [u8], RecordProblem> {
        let count = usize::try_from(self.number()?).map_err(|_| damaged())?;
        self.take(count)
    }

    fn header(&mut self) -> Result<Header, RecordProblem> {
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| damaged())?;
        read_header(text)
    }

    /// Replays the steps and compares the digests.
    fn steps(&mut self, header: Header, rules: &Rules) -> Result<Record, RecordProblem> {
        let mut recorder = Recorder::of_header(header, rules)
            .map_err(|difference| RecordProblem::new(difference.to_string()))?;
        let mut actions = Actions::new();
        let steps = self.number()?;
        if steps > MAX_STEPS as u64 {
            return Err(RecordProblem::new("the record has too many steps"));
        }
        for number in 1..=steps {
            let index = self.number()?;
            let step = step_at(recorder.state(), index, &mut actions)
                .ok_or_else(|| RecordProblem::new(format!("step {number} is not possible")))?;
            let pushed = recorder.push(step);
            pushed.map_err(|why| {
                RecordProblem::new(format!("step {number} is illegal: {}", why.rule()))
            })?;
        }
        let record = recorder.finish();
        self.check_digests(&record)?;
        Ok(record)
    }

    /// Compares the digests and reports the first turn that starts from another position.
    fn check_digests(&mut self, record: &Record) -> Result<(), RecordProblem> {
        let digest_bytes = self.bytes()?;
        let last = self.take(8)?;
        let digests = record.turns.iter().map(|turn| turn.digest.unwrap_or(0) as u8);
        let wrong = digests.zip(digest_bytes).position(|(found, recorded)| found != *recorded);
        if let Some(turn) = wrong.and_then(|turn| record.turns.get(turn)) {
            return Err(RecordProblem::new(format!(
                "the game differs at the start of {}",
                turn.label
            )));
        }
        let end = record.ending.as_ref().and_then(|ending| ending.digest);
        if digest_bytes.len() != record.turns.len()
            || end.map(u64::to_le_bytes).as_slice() != [last]
        {
            return Err(RecordProblem::new("the last position differs"));
        }
        Ok(())
    }

    fn remarks(&mut self, mut record: Record) -> Result<Record, RecordProblem> {
        let mut entries: Vec<_> =
            record.turns.iter_mut().flat_map(|turn| turn.steps.iter_mut()).collect();
        while !self.0.is_empty() {
            let number = usize::try_from(self.number()?).map_err(|_| damaged())?;
            let entry = entries.get_mut(number).ok_or_else(damaged)?;
            match self.byte()? {
                COMMENT => {
                    let text = std::str::from_utf8(self.bytes()?).map_err(|_| damaged())?;
                    let short = (text.len() <= MAX_COMMENT).then(|| text.to_owned());
                    entry.comment = Some(short.ok_or_else(damaged)?);
                }
                mark => {
                    let mark = Mark::ALL.get(mark as usize).ok_or_else(damaged)?;
                    entry.mark = Some(*mark);
                }
            }
        }
        Ok(record)
    }
}
