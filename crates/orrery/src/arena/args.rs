//! The tournament that a command line asks for, or what is wrong with it.

use super::Args;
use super::plan::{Entrant, Format, Plan, label_and_bot, lineups};
use super::rating::Anchor;
use super::sprt::Hypotheses;
use crate::named_files::NamedFiles;
use crate::player::BotTimeoutArgs;
use crate::table::TableArgs;
use anyhow::{Context, Result, bail};
use orrery_rules::{Options, Rules};
use serde::{Deserialize, Serialize};

/// More line-ups than anybody has time for.
const MAX_LINEUPS: usize = 10_000;

/// What a command line asks for: who plays whom, and how long. Other machines get it as it stands.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Who takes part: a bot of this program (random, greedy, cadet, pilot, captain, admiral,
    /// oracle), LEVEL@FILE with a network of your own, or cmd:PROGRAM; LABEL=… gives it another name.
    #[arg(long = "bot", short, required = true)]
    bots: Vec<String>,
    /// Most games of each line-up; rounded up to whole deals.
    #[arg(long, short = 'n', default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    games: u64,
    /// Only this bot meets the others.
    #[arg(long, value_name = "BOT")]
    gauntlet: Option<String>,
    /// One bot (the first, or that of --gauntlet) sits among copies of one other.
    #[arg(long)]
    field: bool,
    /// Stop a line-up as soon as it is clear which difference in Elo is right.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Hypotheses::parse, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Hypotheses>,
    /// The same seed gives the same dice and cards, on any number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that last longer than so many turns are given up.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    timeout: BotTimeoutArgs,
}

impl TournamentArgs {
    /// The files that it names.
    pub(crate) fn files(&self) -> Result<NamedFiles> {
        NamedFiles::read(&self.table, self.bots.iter().map(|given| label_and_bot(given).1))
    }

    /// The tournament.
    pub(crate) fn plan(&self, files: &NamedFiles) -> Result<Plan> {
        let (rules, options, rogues) = table(&self.table, files)?;
        let entrants = entrants(self, files)?;
        let format = format(self, &entrants, options.seats)?;
        check_size(format, entrants.len(), options.seats)?;
        let lineups = lineups(format, entrants.len(), options.seats, &rogues);
        Ok(Plan {
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

/// The table, and the Rogues that are played against: one, or all.
fn table(args: &TableArgs, files: &NamedFiles) -> Result<(&'static Rules, Options, Vec<usize>)> {
    let is_all = args.rogue.as_deref() == Some("all");
    if is_all && args.seats != 1 {
        bail!("only solo games (--seats 1) are played against Rogues");
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
            bail!("`{}` takes part twice; LABEL=… gives one of them another name", entrant.label);
        }
        all.push(entrant);
    }
    Ok(all)
}

fn find(entrants: &[Entrant], name: &str, option: &str) -> Result<usize> {
    let found = entrants.iter().position(|entrant| entrant.label == name || entrant.given == name);
    found.with_context(|| format!("{option} names `{name}`, which does not take part (--bot)"))
}

fn format(args: &TournamentArgs, entrants: &[Entrant], seats: usize) -> Result<Format> {
    let find = |name: &String| find(entrants, name, "--gauntlet");
    let first = args.gauntlet.as_ref().map(find).transpose()?;
    let count = entrants.len();
    match (seats, first) {
        (1, _) if args.field || first.is_some() || args.sprt.is_some() => {
            bail!("--gauntlet, --field and --sprt are for bots that meet each other, not for solo")
        }
        (1, _) => Ok(Format::Solo),
        _ if count < 2 => bail!("at least two bots must take part (--bot)"),
        (_, first) if args.field => Ok(Format::Field(first.unwrap_or(0))),
        (3.., _) if args.sprt.is_some() => {
            bail!("--sprt compares two: with more than two seats it needs --field")
        }
        _ if count < seats => bail!(
            "there are {seats} seats but {count} bots; give more bots, or --field to fill the \
             other seats with copies"
        ),
        (_, Some(first)) => Ok(Format::Gauntlet(first)),
        (_, None) => Ok(Format::RoundRobin),
    }
}

/// Refuses tournaments that would never end, before their line-ups are listed.
fn check_size(format: Format, entrants: usize, seats: usize) -> Result<()> {
    let ways =
        |seats: usize| (0..seats).fold(1usize, |n, i| n.saturating_mul(entrants - i) / (i + 1));
    let meets = matches!(format, Format::RoundRobin | Format::Gauntlet(_));
    if entrants > 1000 || meets && ways(seats) > MAX_LINEUPS {
        bail!("{entrants} bots are too many for one tournament");
    }
    Ok(())
}

/// What is rated 0.
pub(crate) fn anchor(args: &Args, plan: &Plan) -> Result<Anchor> {
    match &args.anchor {
        Some(_) if plan.format == Format::Solo => bail!("--anchor is for ratings; solo has none"),
        Some(name) => find(&plan.entrants, name, "--anchor").map(Anchor::Entrant),
        None => Ok(Anchor::Mean),
    }
}
