//! One narrated game of random moves.

use crate::table::TableArgs;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use orrery_bots::Random;
use orrery_describe::{Context, Language, Localizer, event};
use orrery_rules::ids::MAX_ROW;
use orrery_rules::{Actions, Actor, Slot, State, Step};
use std::io::Write;

/// Which game to show, and how.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// The same seed gives the same game; without one each game is new.
    #[arg(long)]
    seed: Option<u64>,
    /// The language of the words.
    #[arg(long, short, default_value = "en")]
    language: Tongue,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Tongue {
    #[default]
    En,
    De,
}

/// Plays and narrates a game.
pub(crate) fn run(args: &Args) -> Result<()> {
    let rules = args.table.rules()?;
    let options = args.table.options(rules)?;
    let language = match args.language {
        Tongue::En => Language::English,
        Tongue::De => Language::German,
    };
    let words = Localizer::new(language);
    let Ok(mut state) = State::new(rules, &options) else { bail!("these options do not fit") };
    let rogue = state.rogue().map(|rogue| rules.rogues[rogue].name.as_str());
    let names = ["Ada", rogue.unwrap_or("Ben"), "Cleo", "Dag", "Eva"];
    let mut random = Random(args.seed.unwrap_or_else(fresh_seed));
    let mut actions = Actions::new();
    let mut out = std::io::stdout().lock();
    while let Some(step) = random_step(&state, &mut random, &mut actions)? {
        let mut row = [None; MAX_ROW];
        for (i, place) in row.iter_mut().enumerate() {
            *place = Slot::new(i).and_then(|slot| state.planet_in(slot));
        }
        let mut context = Context { rules, seats: &names[..state.seat_count()], row };
        let mut events = Vec::new();
        state.apply(step, &mut events).ok().context("a random legal step was refused")?;
        for happened in &events {
            match writeln!(out, "{}", words.text(&event(happened), &context)) {
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
                written => written.context("cannot write to the terminal")?,
            }
            context.apply(happened);
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
            let node = state.chance().context("chance has nothing to decide")?;
            Ok(Some(Step::Chance(node.pick(random.bits()))))
        }
        Actor::Seat(_) => {
            state.legal_actions(actions);
            Ok(actions.get(random.below(actions.len())).copied().map(Step::Action))
        }
    }
}

/// A seed that differs from run to run.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
