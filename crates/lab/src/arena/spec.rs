//! Turns the specification into a tournament plan, or reports what is wrong with it.

use super::plan::{Entrant, Format, TournamentPlan, label_and_bot, lineups};
use super::rating::Anchor;
use super::sprt::Hypotheses;
use crate::network_files::NetworkFiles;
use crate::table::TableSpec;
use anyhow::{Context, Result, bail};
use orrery_analysis::EvaluatorKind;
use orrery_rules::{Options, Rules};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Maximum number of line-ups in one tournament.
const MAX_LINEUPS: usize = 10_000;

/// The specification of a tournament. Workers receive it unchanged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TournamentSpec {
    /// The game to play.
    pub table: TableSpec,
    /// Whether each bot plays against all Rogues.
    pub all_rogues: bool,
    /// The bots: `NAME`, `LEVEL@FILE` or `cmd:PROGRAM`, optionally as `LABEL=BOT`.
    pub bots: Vec<String>,
    /// Games per line-up, rounded up to whole deals.
    pub games: u64,
    /// The bot that every line-up contains, if any.
    pub gauntlet: Option<String>,
    /// Whether one bot plays against copies of another, which fill all other seats.
    pub field: bool,
    /// The hypotheses of a sequential test that can end a line-up early; `None` for no test.
    pub sprt: Option<Hypotheses>,
    /// The seed of dice and cards.
    pub seed: u64,
    /// Turn limit; longer games are abandoned.
    pub max_turns: u16,
    /// Time limit for the start and each answer of an external program.
    pub bot_timeout: Duration,
    /// The evaluator for luck-adjusted scores; `None` reports only plain scores.
    pub adjust: Option<EvaluatorKind>,
}

impl TournamentSpec {
    /// Reads the networks that the bots name.
    pub(crate) fn networks(&self) -> Result<NetworkFiles> {
        NetworkFiles::read(self.bots.iter().map(|argument| label_and_bot(argument).1))
    }

    /// Builds the tournament plan.
    pub(crate) fn plan(&self, networks: &NetworkFiles) -> Result<TournamentPlan> {
        let (rules, options) = (self.table.rules()?, self.table.options);
        let rogues = self.rogues(&rules)?;
        let entrants = entrants(self, networks)?;
        let format = format(self, &entrants, options.seats)?;
        check_size(format, entrants.len(), options.seats)?;
        let lineups = lineups(format, entrants.len(), options.seats, &rogues);
        Ok(TournamentPlan {
            rules,
            options,
            format,
            lineups,
            entrants,
            seed: self.seed,
            deals: self.games.div_ceil(options.seats as u64),
            max_turns: self.max_turns,
            timeout: self.bot_timeout,
            adjust: self.adjust,
        })
    }

    /// Returns the Rogues to play against: none, one or all.
    fn rogues(&self, rules: &Rules) -> Result<Vec<usize>> {
        let Options { seats, rogue, .. } = self.table.options;
        if self.all_rogues && seats != 1 {
            bail!("--rogue all needs --seats 1: only solo games are played against Rogues");
        }
        Ok(match rogue {
            Some(_) if self.all_rogues => (0..rules.rogues.len()).collect(),
            rogue => rogue.into_iter().collect(),
        })
    }
}

fn entrants(spec: &TournamentSpec, networks: &NetworkFiles) -> Result<Vec<Entrant>> {
    let mut all: Vec<Entrant> = Vec::new();
    for argument in &spec.bots {
        let entrant = Entrant::parse(argument, networks)?;
        if all.iter().any(|other| other.label == entrant.label) {
            bail!("bot `{}` is listed twice; name one of them with LABEL=BOT", entrant.label);
        }
        all.push(entrant);
    }
    Ok(all)
}

fn find(entrants: &[Entrant], name: &str, option: &str) -> Result<usize> {
    let found =
        entrants.iter().position(|entrant| entrant.label == name || entrant.argument == name);
    found.with_context(|| {
        format!("{option} {name}: no such bot in this tournament; add it with --bot")
    })
}

fn format(spec: &TournamentSpec, entrants: &[Entrant], seats: usize) -> Result<Format> {
    let find = |name: &String| find(entrants, name, "--gauntlet");
    let first = spec.gauntlet.as_ref().map(find).transpose()?;
    let count = entrants.len();
    match (seats, first) {
        (1, _) if spec.field || first.is_some() || spec.sprt.is_some() => {
            bail!("--gauntlet, --field and --sprt need at least two seats; solo games have one")
        }
        (1, _) => Ok(Format::Solo),
        _ if count < 2 => bail!("a tournament needs at least two bots; add another --bot"),
        (_, first) if spec.field => Ok(Format::Field(first.unwrap_or(0))),
        (3.., _) if spec.sprt.is_some() => {
            bail!("--sprt compares two bots; with more than two seats add --field")
        }
        _ if count < seats => bail!(
            "{seats} seats but only {count} bots; add more --bot, or --field to fill the seats with \
             copies"
        ),
        (_, Some(first)) => Ok(Format::Gauntlet(first)),
        (_, None) => Ok(Format::RoundRobin),
    }
}

/// Rejects tournaments with too many line-ups before they are listed.
fn check_size(format: Format, entrants: usize, seats: usize) -> Result<()> {
    let combinations =
        |seats: usize| (0..seats).fold(1usize, |n, i| n.saturating_mul(entrants - i) / (i + 1));
    let is_combined = matches!(format, Format::RoundRobin | Format::Gauntlet(_));
    if entrants > 1000 || is_combined && combinations(seats) > MAX_LINEUPS {
        bail!(
            "too many line-ups for {entrants} bots (at most {MAX_LINEUPS}); use fewer, or --field"
        );
    }
    Ok(())
}

/// Returns the zero point of the ratings.
pub(crate) fn anchor(name: Option<&str>, plan: &TournamentPlan) -> Result<Anchor> {
    match name {
        Some(_) if plan.format == Format::Solo => {
            bail!("--anchor has no effect in solo games, which are not rated; remove it")
        }
        Some(name) => find(&plan.entrants, name, "--anchor").map(Anchor::Entrant),
        None => Ok(Anchor::Mean),
    }
}
