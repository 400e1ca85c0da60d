//! `orrery train`: a network learns by playing against itself.

use anyhow::{Context, Result};
use orrery_bots::train::{Mix, Plan, Trainer};
use orrery_bots::{Bot, GreedyBot, Level, LevelBot, Mind, Random};
use orrery_rules::{Actions, Actor, Options, Rules, Seat, State, Step, deck};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// What to learn, and how long.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games to play.
    #[arg(long, default_value_t = 200_000)]
    games: u64,
    /// Everything follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play; one more learns.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where the network is written.
    #[arg(long, default_value = "orrery.mind")]
    out: PathBuf,
    /// A network to go on from.
    #[arg(long)]
    resume: Option<PathBuf>,
    /// How far a step goes at the start.
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// The share of later judgement that reaches back.
    #[arg(long, default_value_t = 0.97)]
    lambda: f32,
    /// The share of positions learnt from.
    #[arg(long, default_value_t = 0.3)]
    keep: f32,
    /// Solo games of a hundred.
    #[arg(long, default_value_t = 30)]
    solo: usize,
    /// Games of a batch.
    #[arg(long, default_value_t = 250)]
    batch: usize,
    /// Batches that the greedy bot plays to begin with.
    #[arg(long, default_value_t = 8)]
    greedy: u64,
}

/// Trains.
pub(crate) fn run(args: &Args) -> Result<()> {
    let plan = Plan {
        seed: args.seed,
        mix: Mix::new(args.solo),
        batch: args.batch,
        threads: args.threads,
        rate: args.rate,
        lambda: args.lambda,
        keep: args.keep,
        greedy: args.greedy,
        horizon: args.games / args.batch as u64,
    };
    let mut trainer = match &args.resume {
        None => Trainer::new(plan),
        Some(path) => {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let mind = Mind::from_bytes(&bytes)?;
            Trainer::resume(plan, &mind, args.greedy)
        }
    };
    let begun = std::time::Instant::now();
    while trainer.batches() * args.batch as u64 <= args.games {
        let lesson = trainer.step();
        let batches = trainer.batches();
        if batches % 4 == 0 {
            println!(
                "{:>7.0}s games {:>8} samples {:>7} error {:.4} turns {:.1}",
                begun.elapsed().as_secs_f32(),
                lesson.games,
                lesson.samples,
                lesson.error,
                lesson.turns
            );
            std::io::stdout().flush()?;
        }
        if batches % 80 == 20 {
            std::fs::write(&args.out, trainer.mind().to_bytes())?;
            let mind = Arc::new(trainer.mind());
            let duel = against_greedy(&mind, 200)?;
            let solo: Vec<String> = (0..5)
                .map(|rogue| Ok(format!("{:.0}", 100.0 * solo(&mind, rogue, false, 100)?)))
                .collect::<Result<_>>()?;
            let relentless: Vec<String> = (0..5)
                .map(|rogue| Ok(format!("{:.0}", 100.0 * self::solo(&mind, rogue, true, 100)?)))
                .collect::<Result<_>>()?;
            println!(
                "   vs greedy {:.3}  solo {}  relentless {}",
                duel,
                solo.join(" "),
                relentless.join(" ")
            );
        }
    }
    std::fs::write(&args.out, trainer.mind().to_bytes())?;
    Ok(())
}

fn against_greedy(mind: &Arc<Mind>, games: u64) -> Result<f64> {
    let rules = deck::classic();
    let mut score = 0.0;
    for game in 0..games {
        let me = (game % 2) as usize;
        let mut bots: Vec<Box<dyn Bot>> =
            vec![Box::new(GreedyBot::default()), Box::new(GreedyBot::default())];
        bots[me] = Box::new(LevelBot::with_mind(Level::Admiral, mind.clone()));
        score += play(rules, &Options::players(2), &mut bots, game / 2, me)?;
    }
    Ok(score / games as f64)
}

fn solo(mind: &Arc<Mind>, rogue: usize, relentless: bool, games: u64) -> Result<f64> {
    let mut score = 0.0;
    for game in 0..games {
        let mut bots: Vec<Box<dyn Bot>> =
            vec![Box::new(LevelBot::with_mind(Level::Admiral, mind.clone()))];
        let options = Options { relentless, ..Options::solo(rogue) };
        score += play(deck::revised(), &options, &mut bots, game, 0)?;
    }
    Ok(score / games as f64)
}

fn play(
    rules: &'static Rules,
    options: &Options,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    me: usize,
) -> Result<f64> {
    let mut state = State::new(rules, options).map_err(|_| anyhow::anyhow!("options"))?;
    let mut random = Random(seed.wrapping_mul(0x1234_5678_9abc_def1));
    for (i, bot) in bots.iter_mut().enumerate() {
        bot.start(Seat::new(i).context("seat")?, seed);
    }
    let mut legal = Actions::new();
    loop {
        if state.turn() > 400 {
            return Ok(0.0);
        }
        let step = match state.actor() {
            Actor::Over => break,
            Actor::Chance => Step::Chance(state.chance().context("chance")?.pick(random.bits())),
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                Step::Action(bots[seat.index()].choose(&state.observe(Some(seat)), &legal)?)
            }
        };
        state.apply_unchecked(step);
    }
    let result = state.outcome().context("over")?;
    let seat = Seat::new(me).context("seat")?;
    Ok(if result.is_winner(seat) { 1.0 / f64::from(result.winners().count_ones()) } else { 0.0 })
}
