//! How well a network plays: some games of the level `admiral` with it, always with the same dice
//! and cards. Nothing here reaches the training.

use crate::player::{sealed, seed_of};
use crate::stats::{Share, WHOLE};
use anyhow::{Context, Result, anyhow};
use orrery_bots::{Bot, BotLevel, GreedyBot, LevelBot, Network, Random};
use orrery_rules::{Actions, Actor, Options, Rules, Seat, State, Step, deck};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Games against the greedy bot, and against each Rogue.
const DUELS: u64 = 200;
const SOLOS: u64 = 100;
/// Longer games are lost: a network that knows little can go round in circles.
const MAX_TURNS: u16 = 400;

/// One thing that is measured.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The column in the file.
    pub(super) name: String,
    pub(super) games: u64,
    rules: &'static Rules,
    options: Options,
}

impl Kind {
    fn solo(rules: &'static Rules, rogue: usize, relentless: bool) -> Self {
        let id = &rules.rogues[rogue].id;
        let name = if relentless { format!("{id}_relentless") } else { id.clone() };
        let options = Options { relentless, ..Options::solo(rogue) };
        Self { name, games: SOLOS, rules, options }
    }

    pub(super) const fn is_solo(&self) -> bool {
        self.options.rogue.is_some()
    }

    pub(super) const fn is_relentless(&self) -> bool {
        self.options.relentless
    }
}

/// The greedy bot in the classic game for two, then all Rogues of the revised game, then all of them
/// as relentless ones.
pub(super) fn kinds() -> Vec<Kind> {
    let (duel, solo) = (deck::classic(), deck::revised());
    let (options, name) = (Options::players(2), "greedy".to_owned());
    let ways = if solo.solo.is_some_and(|solo| solo.relentless) { 2 } else { 1 };
    let rogues = [false, true].into_iter().take(ways);
    let rogues = rogues.flat_map(|relentless| {
        (0..solo.rogues.len()).map(move |rogue| Kind::solo(solo, rogue, relentless))
    });
    [Kind { name, games: DUELS, rules: duel, options }].into_iter().chain(rogues).collect()
}

/// How often the network wins at each kind; nothing if it is told to stop.
pub(super) fn measure(
    mind: Network,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<Share>>> {
    let kinds = kinds();
    let jobs = kinds.iter().enumerate().flat_map(|(i, kind)| (0..kind.games).map(move |g| (i, g)));
    let jobs: Vec<(usize, u64)> = jobs.collect();
    let (mind, next) = (Arc::new(mind), AtomicUsize::new(0));
    let shares = Mutex::new(Ok(vec![Share::default(); kinds.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(kind, game)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let won = play(&kinds[kind], &mind, game, stop);
                    let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
                    match (won, &mut *shares) {
                        (Ok(parts), Ok(shares)) => shares[kind].add(parts),
                        (Err(error), all @ Ok(_)) => *all = Err(error),
                        (_, Err(_)) => return,
                    }
                }
            });
        }
    });
    let shares = shares.into_inner().unwrap_or_else(PoisonError::into_inner);
    if stop.load(Ordering::Relaxed) { Ok(None) } else { shares.map(Some) }
}

/// The network's share of one victory, in sixtieths. It sits at each seat in turn.
fn play(kind: &Kind, mind: &Arc<Network>, game: u64, stop: &AtomicBool) -> Result<u64> {
    let seats = if kind.is_solo() { 1 } else { kind.options.seats };
    let me = (game % seats as u64) as usize;
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    for i in 0..seats {
        bots.push(match i == me {
            true => Box::new(LevelBot::with_network(BotLevel::Admiral, Arc::clone(mind))),
            false => Box::new(GreedyBot::default()),
        });
    }
    // Each deal once for every seat.
    let seed = seed_of(0, game / seats as u64);
    let state = play_out(kind, &mut bots, seed, stop)?;
    let Some(result) = state.outcome() else { return Ok(0) };
    let won = Seat::new(me).is_some_and(|seat| result.is_winner(seat));
    Ok(u64::from(won) * WHOLE / u64::from(result.winners().count_ones().max(1)))
}

fn play_out(
    kind: &Kind,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    stop: &AtomicBool,
) -> Result<State<'static>> {
    let fits = |_| anyhow!("{} cannot be measured with these cards", kind.name);
    let mut state = State::new(kind.rules, &kind.options).map_err(fits)?;
    let mut random = Random(seed);
    for (bot, seat) in bots.iter_mut().zip(state.seats()) {
        bot.start(seat, sealed(seed));
    }
    let mut legal = Actions::new();
    while state.turn() <= MAX_TURNS && !stop.load(Ordering::Relaxed) {
        let step = match state.actor() {
            Actor::Over => break,
            Actor::Chance => {
                let node = state.chance().context("chance has nothing to decide")?;
                Step::Chance(node.pick(random.bits()))
            }
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let bot = bots.get_mut(seat.index()).context("nobody sits here")?;
                Step::Action(bot.choose(&state.observe(Some(seat)), &legal)?)
            }
        };
        state.apply_unchecked(step);
    }
    Ok(state)
}
