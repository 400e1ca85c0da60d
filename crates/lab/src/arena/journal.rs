//! The journal of finished deals, `deals.jsonl`.
//!
//! The first line holds the settings. Each later line is a deal, in the order in which the deals
//! finished. Lines are only appended. If a crash tore the last line, the next start drops it.

use super::plan::TournamentPlan;
use super::play::{ArenaGameResult, DealResult, Job};
use super::timing::ThinkingTimes;
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Version of the journal format.
pub(crate) const VERSION: u64 = 1;

/// An open journal.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// Length of the complete lines, in bytes.
    len: u64,
}

/// The deals and thinking times read from a journal.
#[derive(Debug)]
pub(crate) struct JournalContents {
    pub(crate) deals: Vec<(Job, DealResult)>,
    /// Thinking times by entrant.
    pub(crate) times: Vec<ThinkingTimes>,
}

impl JournalContents {
    fn new(plan: &TournamentPlan) -> Self {
        Self { deals: Vec::new(), times: vec![ThinkingTimes::default(); plan.entrants.len()] }
    }
}

/// The policy for deals that another build of the program has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherBuild {
    /// Fail if the journal contains such deals.
    Refused,
    /// Continue the tournament with such deals.
    Accepted,
}

impl Journal {
    /// Opens or creates the journal in a directory and locks it against other writers.
    pub(crate) fn open(
        folder: &Path,
        plan: &TournamentPlan,
        settings: &Value,
        other_build: OtherBuild,
    ) -> Result<(Self, JournalContents)> {
        let path = folder.join("deals.jsonl");
        let mut file = open_locked(folder, &path)?;
        let text = whole_lines(&mut file);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let mut journal = Self { file, path, len: text.len() as u64 };
        let found = match text.split_once('\n') {
            None => {
                journal.put(settings)?;
                JournalContents::new(plan)
            }
            Some((first, rest)) => {
                check_settings(folder, first, settings, other_build)?;
                journal.read(plan, rest)?
            }
        };
        Ok((journal, found))
    }

    /// Appends a finished deal.
    pub(crate) fn put_deal(
        &mut self,
        plan: &TournamentPlan,
        job: Job,
        result: &DealResult,
    ) -> Result<()> {
        let lineup = &plan.lineups[job.lineup];
        let places = 0..lineup.places.len();
        let winners = |game: &ArenaGameResult| -> Vec<usize> {
            places.clone().filter(|place| game.winners >> place & 1 == 1).collect()
        };
        let per_game = |value: &dyn Fn(&ArenaGameResult) -> Value| -> Vec<Value> {
            result.games.iter().map(value).collect()
        };
        let mut line = Map::new();
        line.insert("bots".to_owned(), json!(bots(plan, job.lineup)));
        if let Some(rogue) = lineup.rogue {
            line.insert("rogue".to_owned(), json!(plan.rules.rogues[rogue].id));
        }
        line.insert("deal".to_owned(), json!(job.deal));
        line.insert("won".to_owned(), json!(per_game(&|game| json!(winners(game)))));
        let points = |game: &ArenaGameResult| json!(&game.points[places.clone()]);
        line.insert("points".to_owned(), json!(per_game(&points)));
        line.insert("turns".to_owned(), json!(per_game(&|game| json!(game.turns))));
        if plan.adjust.is_some() {
            let luck = |game: &ArenaGameResult| json!(&game.luck[places.clone()]);
            line.insert("luck".to_owned(), json!(per_game(&luck)));
        }
        self.put(&Value::Object(line))
    }

    /// Appends the thinking times since the last call.
    pub(crate) fn put_times(
        &mut self,
        plan: &TournamentPlan,
        times: &[ThinkingTimes],
    ) -> Result<()> {
        let mut by_bot = Map::new();
        for (entrant, times) in plan.entrants.iter().zip(times).filter(|(_, t)| !t.is_empty()) {
            let buckets = times.buckets().map(|(bucket, count)| (bucket.to_string(), json!(count)));
            by_bot.insert(entrant.argument.clone(), Value::Object(buckets.collect()));
        }
        if by_bot.is_empty() { Ok(()) } else { self.put(&json!({ "time": by_bot })) }
    }

    /// Appends a line with a single write, so that a crash tears at most the last line.
    ///
    /// If the write fails, for example because the disk is full, this removes the partial line.
    fn put(&mut self, line: &Value) -> Result<()> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes());
        match &written {
            Ok(()) => self.len += line.len() as u64,
            // If truncating fails too, the next start drops the torn line.
            Err(_) => drop(self.file.set_len(self.len)),
        }
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn read(&self, plan: &TournamentPlan, text: &str) -> Result<JournalContents> {
        let mut found = JournalContents::new(plan);
        let lineups: HashMap<(Vec<&str>, Option<&str>), usize> =
            (0..plan.lineups.len()).map(|i| (lineup_key(plan, i), i)).collect();
        for (number, line) in text.lines().enumerate() {
            read_line(plan, &lineups, line, &mut found).with_context(|| {
                format!(
                    "damaged line {}:{}; delete it to play its deal again",
                    self.path.display(),
                    number + 2
                )
            })?;
        }
        Ok(found)
    }
}

/// Creates the directory, opens the file and locks it.
fn open_locked(folder: &Path, path: &Path) -> Result<File> {
    let write_error = || format!("cannot write {}", path.display());
    std::fs::create_dir_all(folder).with_context(write_error)?;
    let open = File::options().read(true).append(true).create(true).open(path);
    let file = open.with_context(write_error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("cannot lock {}: another arena is writing to it", folder.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(write_error),
    }
}

/// Returns the complete lines of the file; cuts off a torn last line.
fn whole_lines(file: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
        bytes.truncate(whole);
    }
    // Replace invalid UTF-8, so that `Journal::read` reports the damaged line with its number.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

/// Rejects the directory of another tournament; the error lists the settings that differ.
fn check_settings(
    folder: &Path,
    line: &str,
    settings: &Value,
    other_build: OtherBuild,
) -> Result<()> {
    let folder = folder.display();
    let found: Value = serde_json::from_str(line).unwrap_or_default();
    let (Some(expected), Some(found)) = (settings.as_object(), found.as_object()) else {
        bail!("{folder}/deals.jsonl is not a journal of deals; choose another --out");
    };
    let nothing = Value::Null;
    let differs =
        expected.iter().filter(|(key, value)| found.get(*key).unwrap_or(&nothing) != *value);
    let differs: Vec<_> = differs.filter(|(key, _)| *key != "build").collect();
    let differences: Vec<String> = differs
        .iter()
        .map(|(key, value)| {
            format!("its {key} is {}, not {value}", found.get(*key).unwrap_or(&nothing))
        })
        .collect();
    if !differences.is_empty() {
        bail!(
            "{folder} belongs to another tournament: {}; choose another --out",
            differences.join(", ")
        );
    }
    if found.get("build") != expected.get("build") && other_build == OtherBuild::Refused {
        bail!(
            "another build of orrery played the deals in {folder}, and its bots may differ; choose \
             another --out, or continue with --other-build"
        );
    }
    Ok(())
}

/// Returns the key that identifies a line-up in the journal.
fn lineup_key(plan: &TournamentPlan, lineup: usize) -> (Vec<&str>, Option<&str>) {
    let rogue = plan.lineups[lineup].rogue.map(|rogue| plan.rules.rogues[rogue].id.as_str());
    (bots(plan, lineup), rogue)
}

/// Returns the bots of a line-up, as given on the command line.
fn bots(plan: &TournamentPlan, lineup: usize) -> Vec<&str> {
    let places = plan.lineups[lineup].places.iter();
    places.map(|entrant| plan.entrants[*entrant].argument.as_str()).collect()
}

/// Reads a line of the journal; ignores line-ups and bots that are not in this tournament.
fn read_line(
    plan: &TournamentPlan,
    lineups: &HashMap<(Vec<&str>, Option<&str>), usize>,
    line: &str,
    found: &mut JournalContents,
) -> Result<()> {
    let line: Value = serde_json::from_str(line)?;
    if let Some(times) = line["time"].as_object() {
        return times.iter().try_for_each(|(bot, buckets)| {
            let entrant = plan.entrants.iter().position(|entrant| entrant.argument == *bot);
            entrant.map_or(Ok(()), |entrant| read_times(buckets, &mut found.times[entrant]))
        });
    }
    let bots = line["bots"].as_array().context("no `bots`")?;
    let bots: Vec<&str> = bots.iter().filter_map(Value::as_str).collect();
    if let Some(lineup) = lineups.get(&(bots, line["rogue"].as_str())) {
        let deal = line["deal"].as_u64().context("no `deal`")?;
        let mut result = read_deal(&line, plan.lineups[*lineup].places.len(), plan.rotations())?;
        if plan.adjust.is_some() {
            read_luck(&line["luck"], &mut result).context("no `luck` of the games")?;
        }
        found.deals.push((Job { lineup: *lineup, deal }, result));
    }
    Ok(())
}

fn read_times(buckets: &Value, times: &mut ThinkingTimes) -> Result<()> {
    for (bucket, count) in buckets.as_object().context("no time buckets")? {
        times.add_bucket(bucket.parse()?, count.as_u64().context("no count")?);
    }
    Ok(())
}

fn read_deal(line: &Value, places: usize, rotations: usize) -> Result<DealResult> {
    let list = |key: &str| -> Result<&Vec<Value>> {
        let list = line[key].as_array().filter(|list| list.len() == rotations);
        list.with_context(|| format!("no `{key}` of {rotations} games"))
    };
    let (won, points, turns) = (list("won")?, list("points")?, list("turns")?);
    let games = won.iter().zip(points).zip(turns);
    let games = games.map(|((won, points), turns)| read_game(won, points, turns, places));
    Ok(DealResult { games: games.collect::<Option<_>>().context("impossible result of a game")? })
}

fn read_luck(luck: &Value, result: &mut DealResult) -> Option<()> {
    let games = luck.as_array().filter(|games| games.len() == result.games.len())?;
    for (game, luck) in result.games.iter_mut().zip(games) {
        for (value, luck) in game.luck.iter_mut().zip(luck.as_array()?) {
            *value = luck.as_i64()?.try_into().ok()?;
        }
    }
    Some(())
}

fn read_game(won: &Value, points: &Value, turns: &Value, places: usize) -> Option<ArenaGameResult> {
    let mut result =
        ArenaGameResult { turns: turns.as_u64()?.try_into().ok()?, ..ArenaGameResult::default() };
    for place in won.as_array()? {
        let place = place.as_u64().filter(|place| *place < places as u64)?;
        result.winners |= 1 << place;
    }
    let points = points.as_array().filter(|points| points.len() == places)?;
    for (value, points) in result.points.iter_mut().zip(points) {
        *value = points.as_u64()?.try_into().ok()?;
    }
    Some(result)
}
