//! `orrery demo`: plays one game with random moves and narrates it.

use crate::output;
use crate::table::TableArgs;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use orrery_bots::Random;
use orrery_describe::Language;
use orrery_protocol::{Narrator, PlayedStep};
use orrery_rules::{Actions, Actor, State, Step};
use std::io::Write;

/// Arguments of `orrery demo`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery demo                                  narrate a random game of two players
  orrery demo --seats 1 --rogue hades -l de    narrate a random solo game in German
  orrery demo --deck my-deck.toml --seed 7     try a custom deck, with the same game every time")]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Use this seed; the same seed gives the same game [default: random].
    #[arg(long)]
    seed: Option<u64>,
    /// Narrate in this language.
    #[arg(long, short, default_value = "en")]
    language: LanguageArg,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LanguageArg {
    #[default]
    En,
    De,
}

/// Plays and narrates a game.
pub(crate) fn run(args: &Args) -> Result<()> {
    let rules = args.table.rules()?;
    let options = args.table.game_settings(&rules)?;
    let language = match args.language {
        LanguageArg::En => Language::English,
        LanguageArg::De => Language::German,
    };
    let Ok(mut state) = State::new(&rules, &options) else {
        bail!("the options do not fit the edition")
    };
    let rogue = state.rogue().map(|rogue| rules.rogues[rogue].name.as_str());
    let names = ["Ada", rogue.unwrap_or("Ben"), "Cleo", "Dag", "Eva"].map(str::to_owned);
    let narrator = Narrator { names: &names, language };
    let mut random = Random(args.seed.unwrap_or_else(fresh_seed));
    let mut actions = Actions::new();
    let mut out = std::io::stdout().lock();
    while let Some(step) = random_step(&state, &mut random, &mut actions)? {
        let played = PlayedStep::take(&mut state, step).ok();
        let played = played.context("the engine refused a legal step")?;
        for line in narrator.events(played.before.table(), &played.events) {
            if !output::still_open(writeln!(out, "{line}"))? {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn random_step(
    state: &State<'_>,
    random: &mut Random,
    actions: &mut Actions,
) -> Result<Option<Step>> {
    match state.actor() {
        Actor::Over => Ok(None),
        Actor::Chance => {
            let node = state.chance().context("no chance node")?;
            Ok(Some(Step::Chance(node.pick(random.bits()))))
        }
        Actor::Seat(_) => {
            state.legal_actions(actions);
            Ok(actions.get(random.below(actions.len())).copied().map(Step::Action))
        }
    }
}

/// Returns a seed that differs from run to run.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
