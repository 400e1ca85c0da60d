//! Evaluates similar positions faster by caching the sums of their parts.
//!
//! The first layer of the network is a sum over the inputs of a position. In a search, most
//! positions differ from the previous one only in the dice and in one mat. The sums are integers,
//! so the result is exactly that of a complete evaluation.

use super::features::{EncodingPass, FewestSteps, Inputs, Reach, ShipInReach};
use super::quantized::FirstLayer;
use super::{Evaluator, victory_share};
use orrery_rules::ids::{MAX_SEATS, SHIPS};
use orrery_rules::{Dice, Seat, State, VisibleKey};

/// A cache of the sums of parts of recent positions, by evaluated seat.
#[derive(Clone, Default)]
pub(crate) struct PartialSums {
    viewpoints: [Option<Box<Viewpoint>>; MAX_SEATS],
}

/// The sums from the viewpoint of one seat.
#[derive(Clone)]
struct Viewpoint {
    game: GameKey,
    tables: [TablePart; TABLES],
    /// The dice and the pending decision, by [`VisibleKey::turn`].
    turns: [KeyedSum; TURNS],
    /// The bay, the flags of the turn and the pending decision, by [`VisibleKey::pending`].
    pending: [KeyedSum; PENDING],
    last: LastTable,
    numbers: [KeyedSum; NUMBERS],
    colonies: [KeyedSum; COLONIES],
    ships: [ShipsPart; FLEETS],
    rows: [RowPart; ROWS],
    /// The win probabilities of recent positions, each with its hash.
    ///
    /// [`State::visible_key`] hashes what the seat sees.
    win_probabilities: [(u64, f32); WIN_PROBABILITIES],
    inputs: Inputs,
}

/// The number of cached tables, a power of two.
const TABLES: usize = 32;
/// The number of cached dice with a pending decision, a power of two.
const TURNS: usize = 64;
/// The number of cached pending decisions, a power of two.
const PENDING: usize = 32;
/// The number of cached resources, levels and points of seats, a power of two.
const NUMBERS: usize = 64;
/// The number of cached sets of colonies, a power of two.
const COLONIES: usize = 16;
/// The number of cached positions of a seat's ships, a power of two.
const FLEETS: usize = 64;
/// The number of cached rows, a power of two.
const ROWS: usize = 32;
/// The number of cached win probabilities, a power of two.
const WIN_PROBABILITIES: usize = 1024;

/// The number of seats and the Rogue, which distinguish games of the same ruleset.
type GameKey = (usize, Option<usize>);

/// The mats, the row, the turn order, the mission and the level of the Rogue.
#[derive(Clone, Copy)]
struct TablePart {
    /// [`VisibleKey::table`].
    key: u64,
    sum: FirstLayer,
    reach: Reach,
}

/// The sum of a part, with everything that its inputs depend on, or a hash of it.
#[derive(Clone, Copy)]
struct KeyedSum {
    key: u64,
    sum: FirstLayer,
}

/// The bias, the turn order and the mats of the last table, with the sum of them all.
///
/// In a search, most tables differ from the last one only in one mat.
#[derive(Clone)]
struct LastTable {
    total: FirstLayer,
    turn_order: (Option<TurnOrderKey>, FirstLayer),
    /// [`orrery_rules::Table::row_bits`].
    planets: u64,
    mats: [MatPart; MAX_SEATS],
}

#[derive(Clone, Copy)]
struct MatPart {
    /// The mat and the colonies.
    key: [u64; 2],
    sum: FirstLayer,
    fewest: FewestSteps,
    in_reach: [ShipInReach; SHIPS],
}

/// Everything that the inputs of the turn order depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TurnOrderKey {
    has_begun: bool,
    active: Seat,
    start: Option<Seat>,
    end_triggered: bool,
}

#[derive(Clone, Copy)]
struct ShipsPart {
    /// The ships with their seat, and the row.
    key: [u64; 2],
    sum: FirstLayer,
    fewest: FewestSteps,
    in_reach: [ShipInReach; SHIPS],
}

#[derive(Clone, Copy)]
struct RowPart {
    planets: u64,
    fewest: FewestSteps,
    sum: FirstLayer,
}

/// A number that no row has, since a row has fewer than eight planets.
const NO_ROW: u64 = u64::MAX;
/// A number that no part of a mat has, because no seat has the number 255.
const NO_SEAT: u64 = u64::MAX;

impl Viewpoint {
    /// Creates empty caches. Never inlined, because it needs much stack.
    #[cold]
    #[inline(never)]
    fn new(game: GameKey, bias: FirstLayer) -> Box<Self> {
        let (sum, fewest, in_reach) =
            (FirstLayer::ZERO, FewestSteps::NONE, [ShipInReach::NONE; SHIPS]);
        let reach = Reach { ships: in_reach, upgrade: None };
        Box::new(Self {
            game,
            tables: [TablePart { key: 0, sum, reach }; TABLES],
            turns: [KeyedSum { key: 0, sum }; TURNS],
            pending: [KeyedSum { key: 0, sum }; PENDING],
            last: LastTable {
                total: bias,
                turn_order: (None, sum),
                planets: NO_ROW,
                mats: [MatPart { key: [0; 2], sum, fewest, in_reach }; MAX_SEATS],
            },
            numbers: [KeyedSum { key: NO_SEAT, sum }; NUMBERS],
            colonies: [KeyedSum { key: NO_SEAT, sum }; COLONIES],
            ships: [ShipsPart { key: [NO_SEAT, NO_ROW], sum, fewest, in_reach }; FLEETS],
            rows: [RowPart { planets: NO_ROW, fewest, sum }; ROWS],
            win_probabilities: [(0, 0.0); WIN_PROBABILITIES],
            inputs: Inputs::new(),
        })
    }
}

/// Returns the index of a key in a cache of this size, from its highest bits.
#[inline]
const fn slot(key: u64, size: usize) -> usize {
    (((key >> 32) * size as u64) >> 32) as usize
}

/// Mixes the bits of a word into the highest bits of the result.
#[inline]
const fn mix(word: u64) -> u64 {
    (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
            *cached = Some(Viewpoint::new(game, *evaluator.net.bias()));
        }
        let Some(viewpoint) = cached else { return 0.0 };
        let key = state.visible_key(me);
        let position = key.position();
        let index = slot(position, WIN_PROBABILITIES);
        if viewpoint.win_probabilities[index].0 != position {
            let sum = PendingEvaluation { evaluator, state, me, viewpoint }.sum(key);
            viewpoint.win_probabilities[index] = (position, evaluator.net.chance_of(&sum));
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
    #[inline]
    fn sum(&mut self, key: VisibleKey) -> FirstLayer {
        let (table, turn) = (slot(key.table, TABLES), slot(key.turn, TURNS));
        if self.viewpoint.tables[table].key != key.table {
            self.viewpoint.tables[table] = self.table(key.table);
        }
        if self.viewpoint.turns[turn].key != key.turn {
            let sum = self.turn(key.pending);
            self.viewpoint.turns[turn] = KeyedSum { key: key.turn, sum };
        }
        let table = &self.viewpoint.tables[table];
        let (encoder, inputs) = (&self.evaluator.encoder, &mut self.viewpoint.inputs);
        let mut pass = EncodingPass::new(encoder, self.state, self.me, inputs);
        pass.put_reach(&table.reach);
        let mut sum = table.sum;
        sum.add(&self.viewpoint.turns[turn].sum);
        self.evaluator.net.add(&mut sum, inputs.as_slice());
        sum
    }

    /// Computes the part of the dice and the pending decision.
    fn turn(&mut self, key: u64) -> FirstLayer {
        let index = slot(key, PENDING);
        if self.viewpoint.pending[index].key != key {
            let (sum, ()) = self.part(|pass| {
                pass.pending();
                pass.rogue_turn();
            });
            self.viewpoint.pending[index] = KeyedSum { key, sum };
        }
        let (mut sum, ()) = self.part(|pass| pass.dice());
        sum.add(&self.viewpoint.pending[index].sum);
        sum
    }

    /// Computes the part that does not depend on the dice and the pending decision.
    #[inline(never)]
    fn table(&mut self, key: u64) -> TablePart {
        self.update_turn_order();
        self.update_mats();
        let last = &self.viewpoint.last;
        let (mut sum, active) = (last.total, self.state.active());
        let mats = last.mats.iter().take(self.state.seat_count());
        let fewest = mats.fold(FewestSteps::NONE, |fewest, mat| fewest.min(mat.fewest));
        let in_reach = last.mats[active.index()].in_reach;
        self.add_row(&mut sum, fewest);
        let (encoder, inputs) = (&self.evaluator.encoder, &mut self.viewpoint.inputs);
        let mut pass = EncodingPass::new(encoder, self.state, self.me, inputs);
        pass.mission();
        pass.rogue();
        let reach = pass.reach(in_reach);
        self.evaluator.net.add(&mut sum, inputs.as_slice());
        TablePart { key, sum, reach }
    }

    /// Encodes a part of the position. Returns its sum, and what `encode` returns.
    fn part<T>(&mut self, encode: impl FnOnce(&mut EncodingPass<'_, '_>) -> T) -> (FirstLayer, T) {
        let (encoder, inputs) = (&self.evaluator.encoder, &mut self.viewpoint.inputs);
        let mut pass = EncodingPass::new(encoder, self.state, self.me, inputs);
        let (result, mut sum) = (encode(&mut pass), FirstLayer::ZERO);
        self.evaluator.net.add(&mut sum, inputs.as_slice());
        (sum, result)
    }

    fn update_turn_order(&mut self) {
        let key = Some(TurnOrderKey {
            has_begun: self.state.turn() > 0,
            active: self.state.active(),
            start: self.state.starting_seat(),
            end_triggered: self.state.end_triggered(),
        });
        if self.viewpoint.last.turn_order.0 != key {
            let (sum, ()) = self.part(|pass| pass.table());
            let last = &mut self.viewpoint.last;
            last.total.replace(&last.turn_order.1, &sum);
            last.turn_order = (key, sum);
        }
    }

    /// Updates the mats that differ from those of the last table.
    #[inline]
    fn update_mats(&mut self) {
        let (state, planets) = (self.state, self.state.row_bits());
        let is_same_row = planets == self.viewpoint.last.planets;
        for seat in state.seats() {
            let key = [state.mat_bits(seat), state.colonies(seat).bits()];
            if is_same_row && self.viewpoint.last.mats[seat.index()].key == key {
                continue;
            }
            let mat = self.mat(seat, key, planets);
            let last = &mut self.viewpoint.last;
            last.total.replace(&last.mats[seat.index()].sum, &mat.sum);
            last.mats[seat.index()] = mat;
        }
        self.viewpoint.last.planets = planets;
    }

    fn mat(&mut self, seat: Seat, key: [u64; 2], planets: u64) -> MatPart {
        let ([mat, colonies], seat_bits) = (key, (seat.index() as u64) << 56);
        let ShipsPart { mut sum, fewest, in_reach, .. } =
            *self.ships(seat, [mat >> 32 | seat_bits, planets]);
        self.add_numbers(&mut sum, seat, mat << 32 >> 32 | seat_bits);
        self.add_colonies(&mut sum, seat, colonies | seat_bits);
        MatPart { key, sum, fewest, in_reach }
    }

    #[inline]
    fn add_numbers(&mut self, sum: &mut FirstLayer, seat: Seat, key: u64) {
        let index = slot(mix(key), NUMBERS);
        if self.viewpoint.numbers[index].key != key {
            let (sum, _) = self.part(|pass| {
                pass.numbers(seat);
                pass.upgrade(seat);
            });
            self.viewpoint.numbers[index] = KeyedSum { key, sum };
        }
        sum.add(&self.viewpoint.numbers[index].sum);
    }

    #[inline]
    fn add_colonies(&mut self, sum: &mut FirstLayer, seat: Seat, key: u64) {
        let index = slot(mix(key), COLONIES);
        if self.viewpoint.colonies[index].key != key {
            let (sum, _) = self.part(|pass| pass.colonies(seat));
            self.viewpoint.colonies[index] = KeyedSum { key, sum };
        }
        sum.add(&self.viewpoint.colonies[index].sum);
    }

    #[inline]
    fn ships(&mut self, seat: Seat, key: [u64; 2]) -> &ShipsPart {
        let index = slot(mix(key[0] ^ key[1].rotate_left(32)), FLEETS);
        if self.viewpoint.ships[index].key != key {
            let (sum, (fewest, in_reach)) = self.part(|pass| {
                pass.ships(seat, Dice::NONE);
                (pass.fewest, pass.in_reach)
            });
            self.viewpoint.ships[index] = ShipsPart { key, sum, fewest, in_reach };
        }
        &self.viewpoint.ships[index]
    }

    /// Adds the row with the races of the seats for its planets.
    #[inline]
    fn add_row(&mut self, sum: &mut FirstLayer, fewest: FewestSteps) {
        let planets = self.viewpoint.last.planets;
        let index = slot(fewest.hash().wrapping_add(mix(planets)), ROWS);
        let row = &self.viewpoint.rows[index];
        if row.planets != planets || row.fewest != fewest {
            let (sum, _) = self.part(|pass| {
                pass.fewest = fewest;
                pass.row();
            });
            self.viewpoint.rows[index] = RowPart { planets, fewest, sum };
        }
        sum.add(&self.viewpoint.rows[index].sum);
    }
}

#[cfg(test)]
mod tests;
