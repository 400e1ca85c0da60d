//! Evaluates similar positions faster by caching the sums of their parts.
//!
//! The first layer of the network is a sum over the inputs of a position. In a search, most
//! positions differ from the previous one only in the dice and in one mat. The sums are integers,
//! so the result is exactly that of a complete evaluation.

use super::features::{EncodingPass, FewestSteps, Inputs};
use super::quantized::{FirstLayer, add};
use super::{Evaluator, victory_share};
use orrery_rules::ids::{MAX_ROW, MAX_SEATS};
use orrery_rules::{Dice, Seat, State};

/// A cache of the sums of parts of recent positions, by evaluated seat.
#[derive(Clone, Default)]
pub(crate) struct PartialSums {
    viewpoints: [Option<Box<Viewpoint>>; MAX_SEATS],
}

/// The sums from the viewpoint of one seat.
#[derive(Clone)]
struct Viewpoint {
    game: GameKey,
    table: TablePart,
    mats: [MatPart; MATS],
    rows: [RowPart; ROWS],
    /// The win probabilities of recent positions, each with its hash.
    ///
    /// [`State::visible_key`] hashes what the seat sees.
    win_probabilities: [(u64, f32); WIN_PROBABILITIES],
    inputs: Inputs,
}

/// The number of cached mats, a power of two.
const MATS: usize = 64;
/// The number of cached rows, a power of two.
const ROWS: usize = 32;
/// The number of cached win probabilities, a power of two.
const WIN_PROBABILITIES: usize = 1024;

/// The number of seats and the Rogue, which distinguish games of the same ruleset.
type GameKey = (usize, Option<usize>);

#[derive(Clone, Copy)]
struct TablePart {
    key: Option<TableKey>,
    sum: FirstLayer,
}

/// Everything that the inputs of the table depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TableKey {
    has_begun: bool,
    active: Seat,
    start: Option<Seat>,
    end_triggered: bool,
}

#[derive(Clone, Copy)]
struct MatPart {
    /// The mat, the colonies with the seat, and the row.
    key: [u64; 3],
    sum: FirstLayer,
    fewest: FewestSteps,
}

#[derive(Clone, Copy)]
struct RowPart {
    planets: u64,
    fewest: FewestSteps,
    sum: FirstLayer,
}

/// A number that no row has, since a row has fewer than eight planets.
const NO_ROW: u64 = u64::MAX;

impl Viewpoint {
    fn new(game: GameKey) -> Box<Self> {
        let (sum, fewest) = ([0; _], [[0; 2]; MAX_ROW]);
        Box::new(Self {
            game,
            table: TablePart { key: None, sum },
            mats: [MatPart { key: [0, 0, NO_ROW], sum, fewest }; MATS],
            rows: [RowPart { planets: NO_ROW, fewest, sum }; ROWS],
            win_probabilities: [(0, 0.0); WIN_PROBABILITIES],
            inputs: Inputs::new(),
        })
    }
}

/// Mixes the bits of a word with the finalizer of MurmurHash3.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ word >> 33
}

impl PartialSums {
    /// Returns the same number as [`Evaluator::chance`].
    ///
    /// All calls must be for the same evaluator.
    pub(crate) fn chance(&mut self, evaluator: &Evaluator<'_>, state: &State<'_>, me: Seat) -> f32 {
        if state.is_over() {
            return victory_share(state, me).unwrap_or(0.0);
        }
        let game = (state.seat_count(), state.rogue());
        let cached = &mut self.viewpoints[me.index()];
        if cached.as_ref().is_none_or(|viewpoint| viewpoint.game != game) {
            *cached = None;
        }
        let viewpoint = cached.get_or_insert_with(|| Viewpoint::new(game));
        let key = state.visible_key(me);
        let index = key as usize % WIN_PROBABILITIES;
        if viewpoint.win_probabilities[index].0 != key {
            let sum = PendingEvaluation { evaluator, state, me, viewpoint }.sum();
            viewpoint.win_probabilities[index] = (key, evaluator.net.chance_of(&sum));
        }
        viewpoint.win_probabilities[index].1
    }
}

/// An evaluation of one position that is in progress.
struct PendingEvaluation<'a, 'r> {
    evaluator: &'a Evaluator<'a>,
    state: &'a State<'r>,
    me: Seat,
    viewpoint: &'a mut Viewpoint,
}

impl PendingEvaluation<'_, '_> {
    /// Returns the first layer: cached parts, and the inputs that change in nearly every position.
    fn sum(&mut self) -> FirstLayer {
        let (encoder, inputs) = (&self.evaluator.encoder, &mut self.viewpoint.inputs);
        let mut pass = EncodingPass::new(encoder, self.state, self.me, inputs);
        pass.reach();
        pass.turn_mission_and_rogue();
        let mut sum = *self.evaluator.net.bias();
        self.evaluator.net.add(&mut sum, inputs.as_slice());
        self.add_table(&mut sum);
        self.add_mats(&mut sum);
        sum
    }

    /// Encodes a part of the position. Returns its sum and its fewest steps by slot.
    fn part(
        &mut self,
        encode: impl FnOnce(&mut EncodingPass<'_, '_>),
    ) -> (FirstLayer, FewestSteps) {
        let (encoder, inputs) = (&self.evaluator.encoder, &mut self.viewpoint.inputs);
        let mut pass = EncodingPass::new(encoder, self.state, self.me, inputs);
        encode(&mut pass);
        let (fewest, mut sum) = (pass.fewest, [0; _]);
        self.evaluator.net.add(&mut sum, inputs.as_slice());
        (sum, fewest)
    }

    fn add_table(&mut self, sum: &mut FirstLayer) {
        let key = Some(TableKey {
            has_begun: self.state.turn() > 0,
            active: self.state.active(),
            start: self.state.starting_seat(),
            end_triggered: self.state.end_triggered(),
        });
        if self.viewpoint.table.key != key {
            let (sum, _) = self.part(|pass| pass.table());
            self.viewpoint.table = TablePart { key, sum };
        }
        add(sum, &self.viewpoint.table.sum);
    }

    /// Adds the mats, and the row with the races of the seats for its planets.
    fn add_mats(&mut self, sum: &mut FirstLayer) {
        let (planets, mut fewest) = (self.state.row_bits(), FewestSteps::default());
        for seat in self.state.seats() {
            let mat = self.state.mat_bits(seat);
            let colonies = self.state.colonies(seat).bits() | (seat.index() as u64) << 56;
            let key = [mat, colonies, planets];
            let index = mix(mat ^ colonies.rotate_left(32)) as usize % MATS;
            if self.viewpoint.mats[index].key != key {
                let (sum, fewest) = self.part(|pass| pass.mat(seat, Dice::NONE));
                self.viewpoint.mats[index] = MatPart { key, sum, fewest };
            }
            let part = &self.viewpoint.mats[index];
            add(sum, &part.sum);
            let pairs = fewest.as_flattened_mut().iter_mut().zip(part.fewest.as_flattened());
            for (fewest, steps) in pairs {
                // 0 means that there is no ship; subtracting 1 makes it the largest number.
                *fewest =
                    u8::min(u8::wrapping_sub(*fewest, 1), steps.wrapping_sub(1)).wrapping_add(1);
            }
        }
        self.add_row(sum, planets, fewest);
    }

    fn add_row(&mut self, sum: &mut FirstLayer, planets: u64, fewest: FewestSteps) {
        let steps = fewest.iter().fold(0, |bits: u64, [own, others]| {
            bits << 8 | u64::from(*own) << 4 | u64::from(*others)
        });
        let index = mix(planets ^ steps.rotate_left(24)) as usize % ROWS;
        let row = &self.viewpoint.rows[index];
        if row.planets != planets || row.fewest != fewest {
            let (sum, _) = self.part(|pass| {
                pass.fewest = fewest;
                pass.row();
            });
            self.viewpoint.rows[index] = RowPart { planets, fewest, sum };
        }
        add(sum, &self.viewpoint.rows[index].sum);
    }
}

#[cfg(test)]
mod tests;
