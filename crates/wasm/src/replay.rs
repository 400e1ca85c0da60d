//! Answers requests about replays: view a record step by step, verify its dice and export it.

use crate::decks;
use crate::messages::{
    CloseReplay, ExportRecord, HashRequest, Moment, OpenReplay, ProofLevel, RecordFormat, Replay,
    ReplayMomentRequest, ReplayStep, Shortfall, TimelineRequest, TurnMark, Verdict, VerdictKind,
    VerifyReplay,
};
use crate::presenter::{presenter, rules_seat, view};
use crate::workspace::Workspace;
use orrery_protocol::{Fault, Outcome, Presenter, Seat, View};
use orrery_record::{
    ExpectedValues, LoadedRules, MAX_ENTROPY, ObservedStep, Record, RecordedStep, TurnLabel,
    Verified, Viewer, entropy_hash, for_screen, hex, unhex,
};
use orrery_rules::{Options, State};

/// An open record, which may be redacted for one seat.
#[derive(Debug)]
pub(crate) struct LoadedReplay {
    pub(crate) record: Record,
    pub(crate) rules: LoadedRules,
    pub(crate) names: Vec<String>,
    options: Options,
}

impl Workspace {
    /// Opens a record in text or JSON format.
    pub(crate) fn open(&mut self, request: OpenReplay) -> Result<Replay, Fault> {
        self.open_file(request.record.as_bytes())
    }

    /// Opens a record file of any format.
    pub(crate) fn open_file(&mut self, file: &[u8]) -> Result<Replay, Fault> {
        let read = Record::read(file, &mut self.decks);
        let record = read?;
        let rules = decks::of_record(&mut self.decks, &record.header)?;
        let start = record.start(&rules)?;
        let (names, options) = (names(&record, &start), start.options());
        let loaded = LoadedReplay { names, record, rules, options };
        let end = loaded.end()?;
        let number = self.replays.put(loaded);
        let loaded = self.replays.get(number)?;
        Ok(loaded.response(number, end.outcome))
    }

    /// Closes a replay.
    pub(crate) fn close_replay(&mut self, request: CloseReplay) -> Result<(), Fault> {
        self.replays.take(request.replay).map(drop)
    }

    /// Returns all steps of a replay.
    pub(crate) fn timeline(&mut self, request: TimelineRequest) -> Result<Vec<ReplayStep>, Fault> {
        let loaded = self.replays.get(request.replay)?;
        let presenter = presenter(self.narrator(&loaded.names), request.viewer);
        loaded.steps_after(presenter, request.viewer, 0)
    }

    /// Returns the moment of a replay after a number of steps.
    pub(crate) fn replay_moment(&mut self, request: ReplayMomentRequest) -> Result<Moment, Fault> {
        let loaded = self.replays.get(request.replay)?;
        let presenter = presenter(self.narrator(&loaded.names), request.viewer);
        let version = request.step.min(loaded.record.len() as u32);
        let view = loaded.view(presenter, version, request.viewer)?;
        Ok(Moment { version, view, prompt: None, undo: None })
    }

    /// Verifies the dice of a replay.
    pub(crate) fn verify(&mut self, request: VerifyReplay) -> Result<Verdict, Fault> {
        let loaded = self.replays.get(request.replay)?;
        let expected = request.receipt.as_deref().map(ExpectedValues::from_receipt).transpose();
        let expected = expected.map_err(Fault::receipt)?.unwrap_or_default();
        let (verdict, text, proved) = match loaded.record.verify_against(&loaded.rules, &expected) {
            Ok(proved) => (VerdictKind::Proved, proved.to_string(), proved),
            Err(problem) => {
                let verdict =
                    if problem.is_disproof() { VerdictKind::False } else { VerdictKind::Unknown };
                (verdict, problem.to_string(), Verified::default())
            }
        };
        let Verified { rolls, draws, deals, starts, .. } = proved;
        let (proof_level, shortfall) =
            (proof_level(proved.proof_level), proved.shortfall.map(shortfall));
        let proof_level = (verdict == VerdictKind::Proved).then_some(proof_level);
        let aborted = expected.aborted;
        Ok(Verdict { verdict, text, proof_level, shortfall, aborted, rolls, draws, deals, starts })
    }

    /// Hashes a contribution to the dice. To take a seat, a page sends this hash.
    pub(crate) fn entropy_hash(&mut self, request: HashRequest) -> Result<String, Fault> {
        let bytes = unhex(&request.entropy).filter(|bytes| bytes.len() <= MAX_ENTROPY);
        let bytes = bytes
            .ok_or_else(|| Fault::bad_field("entropy", "0 to 64 bytes in hexadecimal digits"))?;
        Ok(hex(&entropy_hash(&bytes)))
    }

    /// Exports a record.
    pub(crate) fn export_record(&mut self, request: ExportRecord) -> Result<String, Fault> {
        let loaded = self.replays.get(request.replay)?;
        let redacted = request
            .seen_by
            .map(|seat| loaded.record.seen_by(&loaded.rules, rules_seat(Some(seat))));
        let redacted = redacted.transpose()?;
        let record = redacted.as_ref().unwrap_or(&loaded.record);
        Ok(match request.form {
            RecordFormat::Text => record.to_string(),
            RecordFormat::Json => record.to_json(),
        })
    }
}

impl LoadedReplay {
    /// Returns the last position as a spectator sees it.
    fn end(&self) -> Result<View, Fault> {
        let end = self.record.watch(&self.rules, None, |_| {});
        Ok(end.map(|view| View::of(&view))?)
    }

    fn response(&self, replay: u32, outcome: Option<Outcome>) -> Replay {
        let header = &self.record.header;
        Replay {
            replay,
            edition: header.edition.clone(),
            deck: header.deck.as_ref().and_then(|deck| deck.text.clone()),
            seats: self.options.seats as u8,
            rogue: self.options.rogue.map(|rogue| self.rules.rogues[rogue].id.clone()),
            options: self.options.chosen.into(),
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
                TurnLabel::Opening => (0, None),
                TurnLabel::Turn(number, seat) => (number, Some(seat.into())),
            };
            let step = before;
            before += turn.steps.len() as u32;
            TurnMark { turn: number, seat, step }
        };
        self.record.turns.iter().map(mark).collect()
    }

    /// Returns the view after this many steps.
    fn view(
        &self,
        presenter: Presenter<'_>,
        step: u32,
        viewer: Option<Seat>,
    ) -> Result<View, Fault> {
        let mut record = self.record.clone();
        record.truncate(step as usize);
        let end = record.watch(&self.rules, rules_seat(viewer), |_| {});
        Ok(end.map(|seen| view(presenter, &seen))?)
    }

    /// Returns the steps after the first `known` ones, which the caller already has.
    pub(crate) fn steps_after(
        &self,
        presenter: Presenter<'_>,
        viewer: Option<Seat>,
        known: usize,
    ) -> Result<Vec<ReplayStep>, Fault> {
        let entries: Vec<&RecordedStep> = self.record.entries().map(|(_, entry)| entry).collect();
        let mut steps_after = Vec::with_capacity(entries.len() - known);
        let add_step = |seen: &ObservedStep<'_, '_>| {
            let entry = entries.get(seen.number - 1).filter(|_| seen.number > known);
            steps_after.extend(entry.map(|entry| replay_step(presenter, seen, entry)));
        };
        let watched = self.record.watch(&self.rules, rules_seat(viewer), add_step);
        Ok(watched.map(|_| steps_after)?)
    }
}

const fn proof_level(proof_level: orrery_record::ProofLevel) -> ProofLevel {
    match proof_level {
        orrery_record::ProofLevel::Consistent => ProofLevel::Consistent,
        orrery_record::ProofLevel::Committed => ProofLevel::Committed,
        orrery_record::ProofLevel::Contributed => ProofLevel::Contributed,
    }
}

const fn shortfall(shortfall: orrery_record::Shortfall) -> Shortfall {
    match shortfall {
        orrery_record::Shortfall::NoCommitment => Shortfall::NoCommitment,
        orrery_record::Shortfall::NoContribution => Shortfall::NoContribution,
        orrery_record::Shortfall::OtherContributionsNotCommitted => {
            Shortfall::OtherContributionsNotCommitted
        }
        orrery_record::Shortfall::Rekeyed => Shortfall::Rekeyed,
    }
}

fn replay_step(
    presenter: Presenter<'_>,
    seen: &ObservedStep<'_, '_>,
    entry: &RecordedStep,
) -> ReplayStep {
    let (actor, before) = (seen.before.actor(), seen.before.table());
    let step = presenter.seen_step(actor, seen.words.clone(), before, seen.events);
    ReplayStep {
        version: seen.number as u32,
        turn: match seen.label {
            TurnLabel::Opening => 0,
            TurnLabel::Turn(number, _) => number,
        },
        step,
        points: seen.after.seats().map(|seat| seen.after.points(seat)).collect(),
        comment: entry.comment.clone(),
    }
}

/// Returns the names of the seats; the Rogue has its own name.
pub(crate) fn names(record: &Record, start: &State<'_>) -> Vec<String> {
    let rogue = start.rogue().map(|rogue| start.rules().rogues[rogue].name.clone());
    let recorded_name = |seat| record.header.names.get(&seat).map(|name| for_screen(name));
    let name = |seat: orrery_rules::Seat| {
        let rogue = rogue.clone().filter(|_| start.is_rogue(seat));
        rogue.or_else(|| recorded_name(seat)).unwrap_or_else(|| seat.to_string())
    };
    start.seats().map(name).collect()
}
