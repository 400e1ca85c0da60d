//! Measures a network: plays games at level `admiral` with fixed dice and cards.
//!
//! These games are not used for training.

use crate::player::{bot_seed, derive_seed};
use crate::stats::{FULL_SHARE, Share};
use anyhow::{Context, Result, anyhow};
use orrery_bots::{Bot, BotLevel, GreedyBot, LevelBot, Network, Random};
use orrery_rules::{Actions, Actor, OptionSet, Options, Rules, Seat, State, Step, deck};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of games against the greedy bot.
const DUELS: u64 = 200;
/// Number of games against each Rogue.
const SOLOS: u64 = 100;
/// Turn limit; longer games count as lost. A weak network may never finish a game.
const MAX_TURNS: u16 = 400;

/// An opponent to measure against.
#[derive(Clone, Debug)]
pub(super) struct Matchup {
    /// Name of the column in the CSV file.
    pub(super) name: String,
    pub(super) games: u64,
    rules: &'static Rules,
    options: Options,
}

impl Matchup {
    fn solo(rules: &'static Rules, rogue: usize, chosen: OptionSet) -> Self {
        let options = Options { chosen, ..Options::solo(rogue) };
        let words = chosen.iter().map(|option| format!("_{}", option.field()));
        let name = rules.rogues[rogue].id.clone() + &words.collect::<String>();
        Self { name, games: SOLOS, rules, options }
    }

    /// Returns the name of the Rogue, or of the bot.
    pub(super) fn opponent(&self) -> &str {
        self.options.rogue.map_or(&self.name, |rogue| &self.rules.rogues[rogue].id)
    }

    pub(super) const fn is_solo(&self) -> bool {
        self.options.rogue.is_some()
    }

    pub(super) const fn chosen(&self) -> OptionSet {
        self.options.chosen
    }
}

/// Returns the matchups in the order of the CSV columns.
///
/// The greedy bot in a classic duel comes first. The Rogues of the revised edition follow, once for
/// each combination of the options of that edition.
pub(super) fn matchups() -> Vec<Matchup> {
    let (duel, solo) = (deck::classic(), deck::revised());
    let (options, name) = (Options::players(2), "greedy".to_owned());
    let variants = OptionSet::offered(solo, 1).subsets();
    let rogues = variants.flat_map(|chosen| {
        (0..solo.rogues.len()).map(move |rogue| Matchup::solo(solo, rogue, chosen))
    });
    [Matchup { name, games: DUELS, rules: duel, options }].into_iter().chain(rogues).collect()
}

/// Returns the network's win rate in each matchup; `None` if interrupted.
pub(super) fn measure(
    network: Network,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<Share>>> {
    let matchups = matchups();
    let jobs = matchups
        .iter()
        .enumerate()
        .flat_map(|(i, matchup)| (0..matchup.games).map(move |g| (i, g)));
    let jobs: Vec<(usize, u64)> = jobs.collect();
    let (network, next) = (Arc::new(network), AtomicUsize::new(0));
    let shares = Mutex::new(Ok(vec![Share::default(); matchups.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(matchup, game)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let won = play(&matchups[matchup], &network, game, stop);
                    let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
                    match (won, &mut *shares) {
                        (Ok(parts), Ok(shares)) => shares[matchup].add(parts),
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

/// Plays a game and returns the network's share of the victory, in units of 1/60.
///
/// The network rotates through the seats.
fn play(matchup: &Matchup, network: &Arc<Network>, game: u64, stop: &AtomicBool) -> Result<u64> {
    let seats = if matchup.is_solo() { 1 } else { matchup.options.seats };
    let own_seat = (game % seats as u64) as usize;
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    for i in 0..seats {
        bots.push(match i == own_seat {
            true => Box::new(LevelBot::with_network(BotLevel::Admiral, Arc::clone(network))),
            false => Box::new(GreedyBot::default()),
        });
    }
    // The network plays each seed once from every seat.
    let seed = derive_seed(0, game / seats as u64);
    let state = play_out(matchup, &mut bots, seed, stop)?;
    let Some(result) = state.outcome() else { return Ok(0) };
    let won = Seat::new(own_seat).is_some_and(|seat| result.is_winner(seat));
    Ok(u64::from(won) * FULL_SHARE / result.winners().len().max(1) as u64)
}

fn play_out(
    matchup: &Matchup,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    stop: &AtomicBool,
) -> Result<State<'static>> {
    let invalid_options =
        |_| anyhow!("cannot measure against {}: the options do not fit the edition", matchup.name);
    let mut state = State::new(matchup.rules, &matchup.options).map_err(invalid_options)?;
    let mut random = Random(seed);
    for (bot, seat) in bots.iter_mut().zip(state.seats()) {
        bot.start(seat, bot_seed(seed));
    }
    let mut legal = Actions::new();
    while state.turn() <= MAX_TURNS && !stop.load(Ordering::Relaxed) {
        let step = match state.actor() {
            Actor::Over => break,
            Actor::Chance => {
                let node = state.chance().context("no chance node")?;
                Step::Chance(node.pick(random.bits()))
            }
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let bot = bots.get_mut(seat.index()).context("no bot at this seat")?;
                Step::Action(bot.choose(&state.observe(Some(seat)), &legal)?)
            }
        };
        state.apply_unchecked(step);
    }
    Ok(state)
}
