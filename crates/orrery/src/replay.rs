//! `orrery replay`: narrates a record or converts it to another format.

use crate::{bounded_file, output};
use anyhow::{Context as _, Result, anyhow};
use clap::ValueEnum;
use orrery_describe::{Context, Language, illegal};
use orrery_protocol::Narrator;
use orrery_record::{
    DeckCache, Difference, LoadedRules, MAX_BYTES, Record, ReplayProblem, RulesProblem, for_screen,
};
use orrery_rules::ids::MAX_ROW;
use orrery_rules::{Event, Rules, Rulings, Seat, Table, deck};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Replay a recorded game: narrate it, or convert it to another format.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery replay game.orr                         narrate the game
  orrery replay game.orr --seat B --to 40        narrate the first 40 steps as seat B saw them
  orrery replay game.orr --as binary -o game.orrb
  orrery replay game.orr --seat B --as text      write only what seat B may know

If a step of the record breaks a rule, orrery narrates the game up to this step, reports the rule,
and exits with status 2. docs/RECORDS.md describes the formats.")]
pub(crate) struct Args {
    /// Read this record: text, JSON or binary.
    file: PathBuf,
    /// Stop after this many steps.
    #[arg(long, value_name = "STEPS")]
    to: Option<usize>,
    /// Show only what this seat (A to E) or a spectator (`nobody`) may know.
    #[arg(long, value_parser = viewer)]
    seat: Option<Viewer>,
    /// Narrate in this language.
    #[arg(long, short, default_value = "en", value_parser = ["en", "de"])]
    language: String,
    /// Read the custom deck from this file, if the record does not contain it.
    #[arg(long)]
    deck: Option<PathBuf>,
    /// Convert the record to this format instead of narrating it.
    #[arg(long = "as", value_name = "FORMAT")]
    form: Option<RecordFormat>,
    /// Write the converted record to this file [default: standard output].
    #[arg(long, short, requires = "form")]
    output: Option<PathBuf>,
}

/// A format of records.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RecordFormat {
    Text,
    Json,
    Binary,
}

/// The viewer of a record: a seat, or `None` for spectators.
#[derive(Clone, Copy, Debug)]
struct Viewer(Option<Seat>);

fn viewer(text: &str) -> Result<Viewer, String> {
    match (text, Seat::from_letter(text)) {
        ("nobody", _) => Ok(Viewer(None)),
        (_, Some(seat)) => Ok(Viewer(Some(seat))),
        _ => Err("expected a seat from A to E, or `nobody`".to_owned()),
    }
}

/// Narrates or converts a record.
pub(crate) fn run(args: &Args) -> Result<()> {
    let (mut record, decks) = load(&args.file, args.deck.as_deref())?;
    if let Some(steps) = args.to {
        record.truncate(steps);
    }
    match args.form {
        Some(form) => convert(args, &record, &decks, form),
        None => narrate(args, &record, &*rules(&decks, &record)?),
    }
}

/// Reads a record of any format from a file, and the deck that it needs.
pub(crate) fn load(path: &Path, deck: Option<&Path>) -> Result<(Record, DeckCache)> {
    // JSON is up to four times as long as the text format.
    let bytes = bounded_file::bytes(path, 4 * MAX_BYTES)?;
    read(&bytes, &path.display().to_string(), deck)
}

/// Reads a record of any format, and the deck that it needs. Errors begin with `name`.
pub(crate) fn read(bytes: &[u8], name: &str, deck: Option<&Path>) -> Result<(Record, DeckCache)> {
    let mut decks = DeckCache::default();
    if let Some(path) = deck {
        let text = bounded_file::text(path, deck::MAX_BYTES)?;
        decks
            .load(&text, Rulings::NEWEST)
            .with_context(|| format!("{} is not a valid deck", path.display()))?;
    }
    let record = Record::read(bytes, &mut decks).map_err(|why| anyhow!("{name}: {why}"))?;
    Ok((record, decks))
}

/// Returns the rules of a record.
pub(crate) fn rules(decks: &DeckCache, record: &Record) -> Result<LoadedRules> {
    decks.rules(&record.header).map_err(|why| match why {
        RulesProblem::Deck(..) | RulesProblem::Name(..) => {
            anyhow!("{why}; pass it with --deck FILE")
        }
        RulesProblem::Edition(_) | RulesProblem::Rogue(_) | RulesProblem::Invalid(_) => {
            anyhow!("{why}")
        }
    })
}

fn convert(args: &Args, record: &Record, decks: &DeckCache, form: RecordFormat) -> Result<()> {
    let seen = match args.seat {
        Some(Viewer(seat)) => &record.seen_by(&*rules(decks, record)?, seat)?,
        None => record,
    };
    let bytes = match form {
        RecordFormat::Text => seen.to_string().into_bytes(),
        RecordFormat::Json => seen.to_json().into_bytes(),
        RecordFormat::Binary => seen.to_bytes(decks),
    };
    match &args.output {
        Some(path) => {
            std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
        }
        None => {
            use std::io::Write as _;
            let written = std::io::stdout().lock().write_all(&bytes);
            // A closed pipe is not an error, so ignore whether standard output is still open.
            output::still_open(written).map(|_| ())
        }
    }
}

/// The narration of a game so far.
struct Narration<'a> {
    narrator: Narrator<'a>,
    rules: &'a Rules,
    text: String,
}

fn narrate(args: &Args, record: &Record, rules: &Rules) -> Result<()> {
    let language = Language::from_tag(&args.language).unwrap_or(Language::English);
    let names = names(record, rules);
    let narrator = Narrator { names: &names, language };
    let mut narration = Narration { narrator, rules, text: String::new() };
    let viewer = args.seat.map(|Viewer(seat)| seat);
    let viewer = viewer.or(record.header.seen_by.map(|seen_by| seen_by.seat()));
    let end = match viewer {
        Some(viewer) => {
            record.watch(rules, viewer, |seen| narration.add(&seen.before, seen.events)).map(|_| ())
        }
        None => record
            .replay(rules, |played| {
                narration.add(played.before, played.events);
                let mark = played.entry.mark.map_or("", |mark| mark.sign());
                narration.remark(mark, played.entry.comment.as_deref());
            })
            .map(|_| ()),
    };
    output::print(&narration.text)?;
    end.map_err(|problem| anyhow!("{}: {}", args.file.display(), narration.sentence(&problem)))
}

/// Returns the names of the seats, including the Rogue.
pub(crate) fn names(record: &Record, rules: &Rules) -> Vec<String> {
    let rogue = record.header.rogue.as_ref().and_then(|id| rules.find_rogue(id));
    let rogue = rogue.map(|rogue| rules.rogues[rogue].name.clone());
    let seats = (0..record.header.seats as usize).filter_map(Seat::new);
    let name = |seat| match record.header.names.get(&seat) {
        Some(name) => for_screen(name),
        None => format!("{seat}"),
    };
    seats.map(name).chain(rogue).collect()
}

impl Narration<'_> {
    fn add(&mut self, before: &Table<'_>, events: &[Event]) {
        for line in self.narrator.events(before, events) {
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// Adds the mark and the comment of a step, if it has any.
    fn remark(&mut self, mark: &str, comment: Option<&str>) {
        if !mark.is_empty() || comment.is_some() {
            let comment = for_screen(comment.unwrap_or(""));
            let _ = writeln!(self.text, "    {}", format!("{mark} {comment}").trim());
        }
    }

    /// Formats a replay problem. For an illegal step, the text names the rule.
    fn sentence(&self, problem: &ReplayProblem) -> String {
        let Difference::Illegal(why) = problem.difference else { return problem.to_string() };
        let context = Context { rules: self.rules, seats: &[], row: [None; MAX_ROW] };
        let sentence = self.narrator.language.localizer().text(&illegal(why), &context);
        format!("step {} ({}), `{}`: {sentence}", problem.step, problem.turn, problem.step_text)
    }
}
