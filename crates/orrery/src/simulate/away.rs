//! A simulation on other machines: its games in chunks, what a worker does with a chunk, and how the
//! rows that come back go on in the order of the games, as those that are played here do.

use super::crew::{Chunk, Wanted};
use super::decisions::{self, Log};
use super::frame::{Frame, Texts};
use super::games::GameFrames;
use super::hand::{Hand, Played};
use super::in_order::InOrder;
use super::plan::Plan;
use super::row::GameRow;
use crate::farm::{Divided, Farm, Order, Playable};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// So many bytes of results may wait for an earlier chunk before no more chunks are given out.
const MAX_WAITING: usize = 64 << 20;

/// Has all games played elsewhere; `take` gets them in the order of their numbers.
pub(crate) fn play_all(
    farm: &Farm<'_>,
    order: &Order,
    plan: &Plan,
    wanted: Wanted,
    texts: &Texts,
    take: impl FnMut(Chunk) -> Result<()>,
) -> Result<()> {
    let mut away = Away {
        plan,
        wanted,
        texts,
        frames: wanted.games.then(|| GameFrames::new(plan, texts)),
        next: 0,
        chunks: InOrder::default(),
        waiting: 0,
        handed_on: 0,
        take,
    };
    farm.run(order, &mut away)?;
    away.finish()
}

/// What a worker brings for some games.
#[derive(Serialize, Deserialize)]
struct Brought {
    rows: Vec<GameRow>,
    /// The decisions, if they are wanted, and the texts in them by their numbers.
    decisions: Option<(Frame, Vec<String>)>,
}

/// The games, as they are given out and come back.
struct Away<'a, T> {
    plan: &'a Plan,
    wanted: Wanted,
    texts: &'a Texts,
    frames: Option<GameFrames>,
    /// The first game that was not given out.
    next: u64,
    /// What came, and its bytes.
    chunks: InOrder<(Chunk, usize)>,
    /// All bytes that wait for an earlier chunk.
    waiting: usize,
    /// How many games have gone on.
    handed_on: u64,
    take: T,
}

impl<T: FnMut(Chunk) -> Result<()>> Divided for Away<'_, T> {
    type Chunk = Range<u64>;
    type Brought = (Chunk, usize);

    fn divide(&mut self, size: u64) -> Option<Range<u64>> {
        if self.waiting > MAX_WAITING || self.next == self.plan.games {
            return None;
        }
        let games = self.next..self.plan.games.min(self.next + size);
        self.next = games.end;
        Some(games)
    }

    fn size(games: &Range<u64>) -> u64 {
        games.end - games.start
    }

    fn read(&self, games: &Range<u64>, bytes: &[u8]) -> Option<(Chunk, usize)> {
        let Brought { rows, decisions } = postcard::from_bytes(bytes).ok()?;
        let mut expected = games.clone();
        let all_fit = rows.len() as u64 == Self::size(games)
            && rows.iter().all(|row| expected.next().is_some_and(|game| row.fits(self.plan, game)));
        let decisions = match decisions {
            Some((frame, texts)) => Some(self.own_numbers(frame, &texts)?),
            None => None,
        };
        let fits = all_fit && decisions.is_some() == self.wanted.decisions;
        fits.then(|| (Chunk::new(Played { rows, decisions }, self.frames.as_ref()), bytes.len()))
    }

    fn take(&mut self, number: u64, _: Range<u64>, came: (Chunk, usize)) -> Result<()> {
        self.waiting += came.1;
        self.chunks.put(number, came);
        while let Some((chunk, bytes)) = self.chunks.pop() {
            self.waiting -= bytes;
            self.handed_on += chunk.rows.len() as u64;
            (self.take)(chunk)?;
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.handed_on == self.plan.games
    }
}

impl<T: FnMut(Chunk) -> Result<()>> Away<'_, T> {
    /// The decisions with the numbers that their texts have here.
    fn own_numbers(&self, mut frame: Frame, texts: &[String]) -> Option<Frame> {
        let numbers: Vec<u16> = texts.iter().map(|text| self.texts.number(text)).collect();
        frame.renumber(&numbers)?;
        frame.fits(&decisions::fields()).then_some(frame)
    }

    /// After an interruption: what came is kept, though an earlier chunk is missing.
    fn finish(mut self) -> Result<()> {
        self.chunks.rest().try_for_each(|(chunk, _)| (self.take)(chunk))
    }
}

/// A worker's part in a simulation.
pub(crate) struct Guest {
    pub(crate) plan: Plan,
    pub(crate) wanted: Wanted,
}

impl Playable for Guest {
    fn title(&self) -> String {
        self.plan.title()
    }

    fn play(&self, chunk: &[u8], is_over: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>> {
        let games: Range<u64> = postcard::from_bytes(chunk).context("this is no chunk of games")?;
        ensure!(games.start < games.end && games.end <= self.plan.games, "there are no such games");
        // Texts of this chunk alone, since they travel with it.
        let texts = Arc::new(Texts::default());
        let log = self.wanted.decisions.then(|| Log::new(&self.plan, Arc::clone(&texts)));
        let count = games.end - games.start;
        let Played { rows, decisions } = Hand::new(&self.plan, log).play(games, is_over)?;
        if (rows.len() as u64) < count {
            return Ok(None);
        }
        let brought = Brought { rows, decisions: decisions.map(|frame| (frame, texts.all())) };
        Ok(Some(postcard::to_stdvec(&brought)?))
    }
}
