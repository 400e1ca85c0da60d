//! Games of one bot against itself, and some positions of each, judged by one seat that was drawn.

use crate::player::{Player, Recipe, sealed, seed_of};
use crate::stats::WHOLE;
use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use orrery_bots::{Network, Random};
use orrery_rules::{Actions, Actor, Options, Rules, Seat, State, Step};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Which games are played, and who judges.
pub(super) struct Table {
    pub(super) rules: &'static Rules,
    pub(super) options: Options,
    pub(super) bot: String,
    pub(super) recipe: Recipe,
    pub(super) mind: Arc<Network>,
    pub(super) per_game: usize,
    pub(super) seed: u64,
    pub(super) max_turns: u16,
}

/// A position that was judged, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Position {
    /// The number of its game.
    pub(super) game: u64,
    /// The chance to win that the network foretold.
    pub(super) foretold: f64,
    /// The share of the victory that came, in sixtieths.
    pub(super) came: u64,
}

/// The positions of a game; `None` if it was given up.
type Judged = Option<Vec<Position>>;

/// Plays these games; they come in the order of their numbers, up to the first that was not finished
/// when it was time to stop.
pub(super) fn play_all(
    table: &Table,
    games: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Vec<Judged>> {
    let next = AtomicU64::new(games.start);
    let all = Mutex::new(vec![None; (games.end - games.start) as usize]);
    let work = || -> Result<()> {
        let mut worker = Worker::new(table)?;
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                return Ok(());
            }
            let played = worker.play(game, stop);
            let Some(judged) = played.with_context(|| format!("game {game}"))? else {
                return Ok(());
            };
            bar.inc(judged.as_ref().map_or(0, Vec::len) as u64);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all[(game - games.start) as usize] = Some(judged);
        }
    };
    std::thread::scope(|scope| {
        let crew: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let ended = crew.into_iter().map(|worker| worker.join());
        ended.into_iter().try_for_each(|end| end.map_err(|_| anyhow!("a worker failed"))?)
    })?;
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(all.into_iter().map_while(|game| game).collect())
}

/// One thread's bots.
struct Worker<'t> {
    table: &'t Table,
    players: Vec<Player>,
    legal: Actions,
}

impl<'t> Worker<'t> {
    fn new(table: &'t Table) -> Result<Self> {
        let people = if table.options.rogue.is_some() { 1 } else { table.options.seats };
        let make = |_| table.recipe.make(Duration::ZERO);
        let players = (0..people).map(make).collect::<Result<_>>()?;
        Ok(Self { table, players, legal: Actions::new() })
    }

    /// Plays a game; nothing if it is time to stop.
    fn play(&mut self, number: u64, stop: &AtomicBool) -> Result<Option<Judged>> {
        let table = self.table;
        let seed = seed_of(table.seed, number);
        let mut sample = Sample::new(table.per_game, Random(seed_of(seed, 1)));
        let mut random = Random(seed);
        let fits = |_| anyhow!("these cards do not fit the table");
        let mut state = State::new(table.rules, &table.options).map_err(fits)?;
        for (player, seat) in self.players.iter_mut().zip(state.seats()) {
            player.start(seat, sealed(seed));
        }
        while state.turn() <= table.max_turns {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let step = match state.actor() {
                Actor::Over => return Ok(Some(Some(self.judged(&state, &sample, number)))),
                Actor::Chance => {
                    let node = state.chance().context("chance has nothing to decide")?;
                    Step::Chance(node.pick(random.bits()))
                }
                Actor::Seat(seat) => self.decide(&state, seat, &mut sample)?,
            };
            state.apply_unchecked(step);
        }
        Ok(Some(None))
    }

    fn decide(&mut self, state: &State<'static>, seat: Seat, sample: &mut Sample) -> Result<Step> {
        state.legal_actions(&mut self.legal);
        if self.legal.len() > 1 {
            sample.offer(state, self.players.len());
        }
        let player = self.players.get_mut(seat.index()).context("nobody sits here")?;
        Ok(Step::Action(player.choose(state, seat, &self.legal)?))
    }

    /// What was foretold in each position of the sample, and what came.
    fn judged(&self, end: &State<'_>, sample: &Sample, game: u64) -> Vec<Position> {
        let judge = |(state, seat): &(State<'static>, Seat)| {
            let chances = self.table.mind.chances(&state.observe(Some(*seat)));
            let foretold = chances.get(seat.index()).copied().unwrap_or(0.0);
            Position { game, foretold: f64::from(foretold), came: share(end, *seat) }
        };
        sample.kept.iter().map(judge).collect()
    }
}

/// A seat's share of the victory, in sixtieths.
fn share(end: &State<'_>, seat: Seat) -> u64 {
    let Some(result) = end.outcome() else { return 0 };
    let won = u64::from(result.is_winner(seat));
    won * WHOLE / u64::from(result.winners().count_ones().max(1))
}

/// So many positions of a stream, each as likely as another, and the seat that judges each.
struct Sample {
    most: usize,
    offered: usize,
    random: Random,
    kept: Vec<(State<'static>, Seat)>,
}

impl Sample {
    const fn new(most: usize, random: Random) -> Self {
        Self { most, offered: 0, random, kept: Vec::new() }
    }

    fn offer(&mut self, state: &State<'static>, people: usize) {
        let Some(seat) = Seat::new(self.random.below(people)) else { return };
        self.offered += 1;
        if self.kept.len() < self.most {
            self.kept.push((*state, seat));
            return;
        }
        let place = self.random.below(self.offered);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = (*state, seat);
        }
    }
}
