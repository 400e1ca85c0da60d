//! `orrery arena`: plays tournaments of bots and rates them with confidence intervals.

use super::analyse::Evaluator;
use super::bar::{self, Bar};
use super::interrupt::stop_on_interrupt;
use super::options::{BotTimeoutArgs, PoolArgs};
use crate::table::TableArgs;
use crate::{exit, output};
use anyhow::Result;
use orrery_lab::arena::{self, Hypotheses, OtherBuild, ReportOptions, TournamentSpec};
use orrery_lab::grouped;
use std::path::PathBuf;

/// Arguments of `orrery arena`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Add a bot: [LABEL=]BOT, where BOT is NAME, LEVEL@FILE or cmd:PROGRAM.
    ///
    /// NAME is random, greedy, cadet, pilot, captain, admiral or oracle. LEVEL@FILE is a level (cadet to
    /// oracle) that uses the network in FILE. cmd:PROGRAM is an external program. LABEL is the name of
    /// the bot in the results.
    #[arg(long = "bot", short, required = true)]
    bots: Vec<String>,
    /// Play this many games per line-up (set of opponents), rounded up to whole deals.
    ///
    /// With --sprt, this is the maximum.
    #[arg(long, short = 'n', default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    games: u64,
    /// Play only line-ups that include this bot.
    #[arg(long, value_name = "BOT")]
    gauntlet: Option<String>,
    /// Let a single bot play against copies of each opponent in turn.
    ///
    /// The single bot is the first --bot, or the bot of --gauntlet. Every opponent gets a line-up
    /// of its own, in which its copies take all other seats.
    #[arg(long)]
    field: bool,
    /// Stop a line-up when a sequential test decides between two Elo differences.
    ///
    /// The test asks whether the first bot of the line-up is stronger than the others by ELO0 or by
    /// ELO1.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Hypotheses::parse, allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
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
    /// Report luck-adjusted scores in addition to the plain ones.
    ///
    /// docs/ANALYSIS.md defines luck. EVALUATOR estimates the chances to win; the default is
    /// `network`. With `blend` you need fewer games for the same precision, but evaluating one game
    /// takes as long as playing about 12 games of bots that look one step ahead.
    #[arg(long, value_enum, value_name = "EVALUATOR", num_args = 0..=1, require_equals = true,
        default_missing_value = "network")]
    adjust: Option<Evaluator>,
    /// Give this bot the rating 0 [default: the mean of all ratings is 0].
    #[arg(long, value_name = "BOT")]
    anchor: Option<String>,
    /// Play this many deals at the same time [default: one per core].
    #[arg(long, short)]
    threads: Option<usize>,
    #[command(flatten)]
    pool: PoolArgs,
    /// Write results to this directory, or continue the tournament in it.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue a tournament that another build of orrery has started.
    #[arg(long, requires = "out")]
    other_build: bool,
    /// Do not print progress and tables.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery arena -b greedy -b random                       play 1,000 games between two bots
  orrery arena -b greedy -b random -b mine=cmd:./mybot   play every pair of three bots
  orrery arena -b new=cmd:./new -b old=cmd:./old --sprt 0,20 -n 100000 --out duel
  orrery arena -s 4 --field -b greedy -b random          play one greedy bot against three random
  orrery arena -s 1 --rogue all -b greedy -b random      play solo against each Rogue

--rogue all plays against each Rogue in turn. To continue an interrupted tournament, run the same
command with the same --out. See docs/ARENA.md.";

impl Args {
    fn spec(&self) -> Result<TournamentSpec> {
        let all_rogues = self.table.rogue.as_deref() == Some("all");
        let rogue = self.table.rogue.clone().filter(|_| !all_rogues);
        Ok(TournamentSpec {
            table: TableArgs { rogue, ..self.table.clone() }.spec()?,
            all_rogues,
            bots: self.bots.clone(),
            games: self.games,
            gauntlet: self.gauntlet.clone(),
            field: self.field,
            sprt: self.sprt,
            seed: self.seed,
            max_turns: self.max_turns,
            bot_timeout: self.timeout.bot_timeout,
            adjust: self.adjust.map(Into::into),
        })
    }

    fn report(&self) -> ReportOptions {
        let other_build = if self.other_build { OtherBuild::Accepted } else { OtherBuild::Refused };
        ReportOptions { anchor: self.anchor.clone(), out: self.out.clone(), other_build }
    }
}

/// Plays the tournament, then writes and prints the result. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let (spec, backend) = (args.spec()?, args.pool.backend(args.threads)?);
    let stop = stop_on_interrupt()?;
    let bar = Bar::new(bar::GAMES, args.quiet);
    let tournament = arena::run(&spec, &args.report(), &backend, &stop, &bar)?;
    drop(bar);
    if !args.quiet {
        let mut out = tournament.text();
        if let Some(folder) = &args.out {
            out += &format!("\nResults written to {}\n", folder.display());
        }
        output::print(&out)?;
    }
    if !tournament.is_complete() {
        let hint = match &args.out {
            Some(_) => "run the same command to continue",
            None => "pass --out DIR to make a tournament resumable",
        };
        eprintln!("interrupted after {} games; {hint}", grouped(tournament.games()));
        exit::interrupted();
    }
    Ok(())
}
