//! Turns the command line into a tournament plan, or reports what is wrong with it.

use super::Args;
use super::plan::{Entrant, Format, TournamentPlan, label_and_bot, lineups};
use super::rating::Anchor;
use super::sprt::Hypotheses;
use crate::lab::named_files::NamedFiles;
use crate::lab::player::BotTimeoutArgs;
use crate::table::TableArgs;
use anyhow::{Context, Result, bail};
use orrery_rules::{Options, Rules};
use serde::{Deserialize, Serialize};

/// Limit of line-ups in one tournament.
const MAX_LINEUPS: usize = 10_000;

/// Arguments that define the tournament: who plays whom, and how long. Workers receive them as is.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Add a bot: NAME, LEVEL@FILE or cmd:PROGRAM, or LABEL= and one of these.
    ///
    /// NAME is random, greedy, cadet, pilot, captain, admiral or oracle. LEVEL@FILE is a level (cadet to
    /// oracle) that uses the network in FILE. cmd:PROGRAM is an external program. LABEL is the name of
    /// the bot in the results.
    #[arg(long = "bot", short, required = true)]
    bots: Vec<String>,
    /// Play at most this many games per line-up, rounded up to whole deals.
    #[arg(long, short = 'n', default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    games: u64,
    /// Play only line-ups that include this bot.
    #[arg(long, value_name = "BOT")]
    gauntlet: Option<String>,
    /// Let one bot play against copies of each other bot.
    ///
    /// This bot is the first one, or the one that --gauntlet names.
    #[arg(long)]
    field: bool,
    /// Stop a line-up when a sequential test decides between two Elo differences.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Hypotheses::parse, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Hypotheses>,
    /// Use this seed for dice and cards.
    ///
    /// The result does not depend on the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Abort games after this many turns.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    timeout: BotTimeoutArgs,
}

impl TournamentArgs {
    /// Reads the files that the arguments name.
    pub(crate) fn files(&self) -> Result<NamedFiles> {
        NamedFiles::read(&self.table, self.bots.iter().map(|given| label_and_bot(given).1))
    }

    /// Builds the tournament plan.
    pub(crate) fn plan(&self, files: &NamedFiles) -> Result<TournamentPlan> {
        let (rules, options, rogues) = table(&self.table, files)?;
        let entrants = entrants(self, files)?;
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
            timeout: self.timeout.timeout(),
        })
    }
}

/// Returns the table and the Rogues to play against: one, or all.
fn table(args: &TableArgs, files: &NamedFiles) -> Result<(&'static Rules, Options, Vec<usize>)> {
    let is_all = args.rogue.as_deref() == Some("all");
    if is_all && args.seats != 1 {
        bail!("--rogue all needs --seats 1: only solo games are played against Rogues");
    }
    let mut args = args.clone();
    args.rogue = args.rogue.filter(|_| !is_all);
    let rules = args.rules_with(files.deck())?;
    let options = args.options(rules)?;
    let rogues = match options.rogue {
        Some(_) if is_all => (0..rules.rogues.len()).collect(),
        rogue => rogue.into_iter().collect(),
    };
    Ok((rules, options, rogues))
}

fn entrants(args: &TournamentArgs, files: &NamedFiles) -> Result<Vec<Entrant>> {
    let mut all: Vec<Entrant> = Vec::new();
    for given in &args.bots {
        let entrant = Entrant::parse(given, files)?;
        if all.iter().any(|other| other.label == entrant.label) {
            bail!("bot `{}` is listed twice; name one of them with LABEL=BOT", entrant.label);
        }
        all.push(entrant);
    }
    Ok(all)
}

fn find(entrants: &[Entrant], name: &str, option: &str) -> Result<usize> {
    let found = entrants.iter().position(|entrant| entrant.label == name || entrant.given == name);
    found.with_context(|| {
        format!("{option} {name}: no such bot in this tournament; add it with --bot")
    })
}

fn format(args: &TournamentArgs, entrants: &[Entrant], seats: usize) -> Result<Format> {
    let find = |name: &String| find(entrants, name, "--gauntlet");
    let first = args.gauntlet.as_ref().map(find).transpose()?;
    let count = entrants.len();
    match (seats, first) {
        (1, _) if args.field || first.is_some() || args.sprt.is_some() => {
            bail!("--gauntlet, --field and --sprt need at least two seats; solo games have one")
        }
        (1, _) => Ok(Format::Solo),
        _ if count < 2 => bail!("a tournament needs at least two bots; add another --bot"),
        (_, first) if args.field => Ok(Format::Field(first.unwrap_or(0))),
        (3.., _) if args.sprt.is_some() => {
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
    let ways =
        |seats: usize| (0..seats).fold(1usize, |n, i| n.saturating_mul(entrants - i) / (i + 1));
    let meets = matches!(format, Format::RoundRobin | Format::Gauntlet(_));
    if entrants > 1000 || meets && ways(seats) > MAX_LINEUPS {
        bail!(
            "too many line-ups for {entrants} bots (at most {MAX_LINEUPS}); use fewer, or --field"
        );
    }
    Ok(())
}

/// Returns what the ratings are relative to.
pub(crate) fn anchor(args: &Args, plan: &TournamentPlan) -> Result<Anchor> {
    match &args.anchor {
        Some(_) if plan.format == Format::Solo => {
            bail!("--anchor has no effect in solo games, which are not rated; remove it")
        }
        Some(name) => find(&plan.entrants, name, "--anchor").map(Anchor::Entrant),
        None => Ok(Anchor::Mean),
    }
}
