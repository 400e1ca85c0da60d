//! Looking at records: step by step, through any pair of eyes; proving the dice; writing files.

use crate::desk::Desk;
use crate::fault;
use crate::forms::{
    At, Beat, ForHash, ForTimeline, Form, Known, Lacking, Moment, Open, Proof, Replay, Shut,
    TurnMark, Verdict, Verify, Write,
};
use crate::telling::{Teller, eyes, shown};
use orrery_protocol::{Fault, Outcome, Seat, StepTaken, View};
use orrery_record::{
    Claims, Entry, Label, Library, MAX_ENTROPY, Record, Seen, Shortfall, Strength, Verified,
    Viewer, entropy_hash, for_screen, hex, unhex,
};
use orrery_rules::{Actor, Options, Rules, State};

/// A record that is looked at. It may show only what one seat saw.
#[derive(Debug)]
pub(crate) struct Reel {
    pub(crate) record: Record,
    pub(crate) rules: &'static Rules,
    pub(crate) names: Vec<String>,
    options: Options,
}

impl Desk {
    /// Opens a record in text or JSON.
    pub(crate) fn open(&mut self, asked: Open) -> Result<Replay, Fault> {
        self.open_file(asked.record.as_bytes())
    }

    /// Opens a record file of any form.
    pub(crate) fn open_file(&mut self, file: &[u8]) -> Result<Replay, Fault> {
        let mut library = Library::new();
        let record = Record::read(file, &mut library).map_err(|found| fault::record(&found))?;
        let rules = self.decks.of_record(&record.header)?;
        let start = record.start(rules).map_err(|found| fault::replay(&found))?;
        let (names, options) = (names(&record, &start), start.options());
        let reel = Reel { names, record, rules, options };
        let end = reel.end()?;
        let number = self.replays.put(reel);
        let reel = self.replays.get(number)?;
        Ok(reel.told(number, end.outcome))
    }

    /// Forgets a replay.
    pub(crate) fn shut(&mut self, asked: Shut) -> Result<(), Fault> {
        self.replays.take(asked.replay).map(drop)
    }

    /// All that happened.
    pub(crate) fn timeline(&mut self, asked: ForTimeline) -> Result<Vec<Beat>, Fault> {
        let reel = self.replays.get(asked.replay)?;
        let teller = Teller { words: self.words(), names: &reel.names };
        reel.beats(teller, asked.viewer, 0)
    }

    /// A moment of a replay.
    pub(crate) fn at(&mut self, asked: At) -> Result<Moment, Fault> {
        let reel = self.replays.get(asked.replay)?;
        let teller = Teller { words: self.words(), names: &reel.names };
        let version = asked.step.min(reel.record.len() as u32);
        let view = reel.view(teller, version, asked.viewer)?;
        Ok(Moment { version, view, prompt: None, undo: None })
    }

    /// Whether the dice were fair.
    pub(crate) fn verify(&mut self, asked: Verify) -> Result<Verdict, Fault> {
        let reel = self.replays.get(asked.replay)?;
        let claims = asked.receipt.as_deref().map(Claims::of_receipt).transpose();
        let claims = claims.map_err(|found| fault::receipt(&found))?.unwrap_or_default();
        let (verdict, text, proved) = match reel.record.verify_against(reel.rules, &claims) {
            Ok(proved) => (Known::Proved, proved.to_string(), proved),
            Err(found) => {
                let verdict = if found.is_false() { Known::False } else { Known::Unknown };
                (verdict, found.to_string(), Verified::default())
            }
        };
        let Verified { rolls, draws, deals, starts, .. } = proved;
        let (strength, shortfall) = (proof(proved.strength), proved.shortfall.map(lacking));
        let strength = (verdict == Known::Proved).then_some(strength);
        let aborted = claims.aborted;
        Ok(Verdict { verdict, text, strength, shortfall, aborted, rolls, draws, deals, starts })
    }

    /// The hash that a page sends when its player sits down.
    pub(crate) fn entropy_hash(&mut self, asked: ForHash) -> Result<String, Fault> {
        let bytes = unhex(&asked.entropy).filter(|bytes| bytes.len() <= MAX_ENTROPY);
        let bytes =
            bytes.ok_or_else(|| fault::field("entropy", "0 to 64 bytes in hexadecimal digits"))?;
        Ok(hex(&entropy_hash(&bytes)))
    }

    /// A record as a file.
    pub(crate) fn write(&mut self, asked: Write) -> Result<String, Fault> {
        let reel = self.replays.get(asked.replay)?;
        let seen = asked.seen_by.map(|seat| reel.record.seen_by(reel.rules, eyes(Some(seat))));
        let seen = seen.transpose().map_err(|found| fault::replay(&found))?;
        let record = seen.as_ref().unwrap_or(&reel.record);
        Ok(match asked.form {
            Form::Text => record.to_string(),
            Form::Json => record.to_json(),
        })
    }
}

impl Reel {
    /// The last position, as far as everybody may know it.
    fn end(&self) -> Result<View, Fault> {
        let end = self.record.watch(self.rules, None, |_| {});
        end.map(|view| View::of(&view)).map_err(|found| fault::replay(&found))
    }

    fn told(&self, replay: u32, outcome: Option<Outcome>) -> Replay {
        let header = &self.record.header;
        Replay {
            replay,
            edition: header.edition.clone(),
            deck: header.deck.as_ref().and_then(|deck| deck.text.clone()),
            seats: self.options.seats as u8,
            rogue: self.options.rogue.map(|rogue| self.rules.rogues[rogue].id.clone()),
            duel_missions: self.options.duel_missions,
            relentless: self.options.relentless,
            names: self.names.clone(),
            date: header.date.as_ref().map(|date| date.as_str().to_owned()),
            length: self.record.len() as u32,
            turns: self.turns(),
            whole: header.seen_by.is_none(),
            seen_by: header.seen_by.and_then(Viewer::seat).map(Seat::from),
            outcome,
        }
    }

    fn turns(&self) -> Vec<TurnMark> {
        let mut before = 0;
        let mark = |turn: &orrery_record::Turn| {
            let (number, seat) = match turn.label {
                Label::Opening => (0, None),
                Label::Turn(number, seat) => (number, Some(seat.into())),
            };
            let step = before;
            before += turn.steps.len() as u32;
            TurnMark { turn: number, seat, step }
        };
        self.record.turns.iter().map(mark).collect()
    }

    /// What is seen after so many steps.
    fn view(&self, teller: Teller<'_>, step: u32, viewer: Option<Seat>) -> Result<View, Fault> {
        let mut record = self.record.clone();
        record.cut(step as usize);
        let end = record.watch(self.rules, eyes(viewer), |_| {});
        end.map(|view| teller.view(&view)).map_err(|found| fault::replay(&found))
    }

    /// What happened after so many steps.
    pub(crate) fn beats(
        &self,
        teller: Teller<'_>,
        viewer: Option<Seat>,
        known: usize,
    ) -> Result<Vec<Beat>, Fault> {
        let entries: Vec<&Entry> = self.record.entries().map(|(_, entry)| entry).collect();
        let mut beats = Vec::with_capacity(entries.len() - known);
        let each = |seen: &Seen<'_, '_>| {
            let entry = entries.get(seen.number - 1).filter(|_| seen.number > known);
            beats.extend(entry.map(|entry| beat(teller, seen, entry)));
        };
        let watched = self.record.watch(self.rules, eyes(viewer), each);
        watched.map(|_| beats).map_err(|found| fault::replay(&found))
    }
}

const fn proof(strength: Strength) -> Proof {
    match strength {
        Strength::Consistent => Proof::Consistent,
        Strength::Committed => Proof::Committed,
        Strength::Contributed => Proof::Contributed,
    }
}

const fn lacking(shortfall: Shortfall) -> Lacking {
    match shortfall {
        Shortfall::NoCommitment => Lacking::NoCommitment,
        Shortfall::NoContribution => Lacking::NoContribution,
        Shortfall::OthersNotFixed => Lacking::OthersNotFixed,
        Shortfall::Rekeyed => Lacking::Rekeyed,
    }
}

fn beat(teller: Teller<'_>, seen: &Seen<'_, '_>, entry: &Entry) -> Beat {
    let seat = match seen.before.actor() {
        Actor::Seat(seat) => Some(seat.into()),
        _ => None,
    };
    let events = teller.events(seen.before.table(), seen.events);
    let step = StepTaken { seat, step: shown(entry.words.as_str(), seen.events), events, by: None };
    Beat {
        version: seen.number as u32,
        turn: match seen.label {
            Label::Opening => 0,
            Label::Turn(number, _) => number,
        },
        step,
        points: seen.after.seats().map(|seat| seen.after.points(seat)).collect(),
        comment: entry.comment.clone(),
    }
}

/// What the seats are called; the Rogue has its own name.
fn names(record: &Record, start: &State<'_>) -> Vec<String> {
    let rogue = start.rogue().map(|rogue| start.rules().rogues[rogue].name.clone());
    let told = |seat| record.header.names.get(&seat).map(|name| for_screen(name));
    let name = |seat: orrery_rules::Seat| {
        let rogue = rogue.clone().filter(|_| start.is_rogue(seat));
        rogue.or_else(|| told(seat)).unwrap_or_else(|| seat.to_string())
    };
    start.seats().map(name).collect()
}
