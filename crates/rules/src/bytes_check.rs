//! Checks that the rules allow a decoded state, because forged bytes can have a correct digest.
//!
//! A position between two actions must equal the state of a valid set-up. Any other position must
//! become such a position when its pending work is removed, and the rules must allow this work.

use crate::dice::{Bay, Dice, MAX_DICE};
use crate::frame::{Frame, Frames, Program, Task};
use crate::game_option::GameOption;
use crate::ids::{Missions, Planet, Planets, SHIPS, Seat, Ship};
use crate::rule::die::MoveProgress;
use crate::rule::rogue::BONUS_DICE;
use crate::ruleset::{Op, Recipient};
use crate::setup::Setup;
use crate::state::{MissionHand, State};
use crate::step::Actor;
use crate::table::{Flags, NONE, Phase, Table};

const PLAYER: Seat = Seat::at(0);
/// All flags except those of options: bits 0 to 9, and `NO_MISSIONS`.
const NON_OPTION_FLAGS: u16 = 0x3FF | Flags::NO_MISSIONS;
/// An upper bound for the units that an attack steals and for the spaces of a track.
const MAX_UNITS: u8 = 15;

impl State<'_> {
    /// Returns whether the rules can continue this state.
    pub(crate) fn is_possible(&self) -> bool {
        self.has_known_flags()
            && self.has_possible_hands()
            && match self.table.phase {
                Phase::DealRow | Phase::DealMissions | Phase::KeepMissions | Phase::ChooseStart => {
                    self.has_possible_opening()
                }
                Phase::RollTurn | Phase::Turn => self.has_possible_turn(),
                Phase::RogueNext | Phase::RogueRoll | Phase::RogueForce => {
                    self.has_possible_rogue_turn()
                }
                Phase::Over => self.table.frames.is_empty(),
            }
            && self.has_next_step()
    }

    fn has_known_flags(&self) -> bool {
        let options = GameOption::ALL.iter().fold(0, |flags, option| flags | option.flag());
        let is_known = self.table.flags.0 & !(NON_OPTION_FLAGS | options) == 0;
        is_known && self.table.options().problems(self.rules()).is_empty()
    }

    /// Checks that no mission is dealt twice, and that each seat kept one of its own.
    fn has_possible_hands(&self) -> bool {
        let mut seen = Missions::NONE;
        let mut is_new = |mission| {
            let is_new = self.table.can_be_dealt(mission) && !seen.has(mission);
            seen = seen.with(mission);
            is_new
        };
        let seats = self.seat_count();
        self.hands.iter().enumerate().all(|(seat, hand)| {
            let is_empty = *hand == MissionHand::EMPTY;
            let keeps_own = hand.kept().is_none_or(|kept| hand.dealt().any(|dealt| dealt == kept));
            is_empty
                || seat < seats
                    && self.table.has_missions()
                    && keeps_own
                    && hand.dealt().all(&mut is_new)
        })
    }

    fn has_possible_opening(&self) -> bool {
        let (table, counter) = (&self.table, self.table.counter as usize);
        let dealt = |seat: usize| self.hands[seat].dealt().count();
        let kept = |seat: usize| self.hands[seat].kept().is_some();
        let mut seats = 0..self.seat_count();
        let has_missions = table.has_missions();
        let is_dealt = match table.phase {
            Phase::DealRow => seats.all(|seat| dealt(seat) == 0),
            Phase::DealMissions => {
                has_missions
                    && seats.all(|i| dealt(i) == counter.saturating_sub(2 * i).min(2) && !kept(i))
            }
            Phase::KeepMissions => {
                has_missions && seats.all(|i| dealt(i) == 2 && kept(i) == (i < counter))
            }
            _ => table.start == NONE && counter == 0 && seats.all(|i| kept(i) == has_missions),
        };
        is_dealt && table.is_laid_out()
    }

    fn has_possible_turn(&self) -> bool {
        let mut without_work = *self;
        let rolls = self.table.phase == Phase::RollTurn;
        self.table.has_possible_work()
            && (!rolls || self.table.frames.is_empty())
            && !self.table.is_rogue(self.table.active())
            && without_work.table.remove_pending_work()
            && without_work.equals_its_setup()
    }

    fn has_possible_rogue_turn(&self) -> bool {
        let mut without_work = *self;
        without_work.table.skip_rogue_turn();
        self.table.has_possible_work()
            && self.table.has_possible_rogue_dice()
            && without_work.table.remove_pending_work()
            && without_work.equals_its_setup()
    }

    /// Returns whether the set-up of this state is valid and gives exactly this state.
    fn equals_its_setup(&self) -> bool {
        let Some(setup) = Setup::of(self) else { return false };
        State::from_setup(self.rules(), &setup).is_ok_and(|state| state.encode() == self.encode())
    }

    /// Returns whether the actor has a step to take.
    fn has_next_step(&self) -> bool {
        match self.actor() {
            Actor::Over => true,
            Actor::Chance => self.chance().is_some_and(|node| node.total() > 0),
            Actor::Seat(seat) => {
                let mut legal = crate::Actions::new();
                self.legal_actions(&mut legal);
                !legal.is_empty() && seat.index() < self.seat_count()
            }
        }
    }
}

impl Table<'_> {
    /// Returns whether the table equals that of a new game.
    ///
    /// The row, the deck, the phase and the counter may differ.
    fn is_laid_out(&self) -> bool {
        let mut fresh = Self::laid_out(self.rules, &self.options());
        (fresh.row, fresh.undrawn) = (self.row, self.undrawn);
        (fresh.phase, fresh.counter) = (self.phase, self.counter);
        let filled = match self.phase {
            Phase::DealRow => self.counter as usize,
            _ => self.row_len(),
        };
        let is_filled = self.row.filled().0 == (1 << filled) - 1;
        let hands = [MissionHand::EMPTY; crate::ids::MAX_SEATS];
        let encoded = |table| State { table, hands }.encode();
        is_filled && self.planets_gone().is_empty() && encoded(fresh) == encoded(*self)
    }

    /// Checks the number of dice of the Rogue's turn.
    ///
    /// Together, the dice used, discarded and left must not exceed the number that it rolls.
    fn has_possible_rogue_dice(&self) -> bool {
        let is_waiting = matches!(self.phase, Phase::RogueRoll | Phase::RogueForce);
        let left = usize::from(self.counter) + usize::from(is_waiting);
        let dice = match self.flags.has(Flags::BONUS) {
            true => usize::from(BONUS_DICE),
            false => self.turn_dice(self.active()),
        };
        let forced = self.phase == Phase::RogueForce;
        self.is_rogue(self.active())
            && self.bay.len() + usize::from(self.discarded) + left <= dice.min(MAX_DICE)
            && (self.dice, self.converter) == (Dice::NONE, Dice::NONE)
            && (self.rogue_die != NONE) == forced
            && (self.frames.is_empty() || self.phase == Phase::RogueNext)
            && usize::from(self.rogue_used) >> self.rules.rogue_track.levels().len() == 0
            && self.seats().all(|seat| self.has_known_marks(seat))
    }

    /// Returns whether every once-per-turn mark of a seat belongs to a planet of the ruleset.
    fn has_known_marks(&self, seat: Seat) -> bool {
        let marks = self.used_planets(seat).filter_map(|p| self.rules.planet(p).ability.once);
        marks.fold(0, |mask, once| mask | 1 << once) == self.galaxy(seat).used
    }

    /// Replaces the Rogue's turn by the player's next turn, before the player rolls.
    fn skip_rogue_turn(&mut self) {
        let dice = self.chosen;
        self.clear_turn();
        self.flags.clear(Flags::BONUS);
        (self.chosen, self.bay, self.rogue_die, self.counter) = (dice, Bay::default(), NONE, 0);
        (self.active, self.phase) = (PLAYER.index() as u8, Phase::RollTurn);
    }

    /// Removes the pending work; returns whether this is possible.
    ///
    /// Fills the slot of a pending draw, and returns chosen dice to the unactivated ones.
    fn remove_pending_work(&mut self) -> bool {
        let top = self.frames.top();
        self.frames = Frames::EMPTY;
        self.dice = self.dice.plus(self.chosen);
        self.chosen = Dice::NONE;
        if let Some(frame) = top {
            match (frame.task(), frame.program()) {
                (Task::Draw, _) => return self.fill_slot(frame),
                (Task::Run, Program::Convert) if self.converter.is_empty() => {
                    self.flags.clear(Flags::CONVERTED);
                }
                _ => {}
            }
        }
        true
    }

    /// Fills the slot of a pending draw with a possible card. Returns whether this succeeds.
    fn fill_slot(&mut self, draw: Frame) -> bool {
        let Some(planet) = self.next_cards().into_iter().next() else { return false };
        let slot = draw.slot();
        if self.row.get(slot).is_some() {
            return false;
        }
        self.take_from_deck(planet);
        self.row.put(slot, planet, self.rules.planet(planet));
        true
    }

    /// Checks the stack of pending work: the order of its frames and the progress of each.
    fn has_possible_work(&self) -> bool {
        let frames = self.frames.as_slice();
        let planets: Vec<Planet> =
            frames.iter().filter_map(|frame| frame.running_planet()).collect();
        let different: Planets = planets.iter().copied().collect();
        different.len() == planets.len()
            && self.has_possible_chosen_dice()
            && frames.iter().enumerate().all(|(i, frame)| {
                self.has_possible_progress(*frame) && self.may_be_at(i, *frame, frames.get(i + 1))
            })
    }

    /// Returns whether a frame may be at this index of the stack, directly below `above` if any.
    fn may_be_at(&self, index: usize, frame: Frame, above: Option<&Frame>) -> bool {
        let nests = |planet: Planet| self.rules.planet(planet).ability.nests();
        match (frame.task(), above) {
            (Task::Window, _) => index == 0 && self.asks_its_user(frame, above.is_none()),
            (Task::Run, None) => true,
            (Task::Run, Some(above)) => frame.planet().is_some_and(|planet| {
                let is_rogue = matches!(above.task(), Task::Attack | Task::RogueAdvance);
                (nests(planet) && !is_rogue) || matches!(above.task(), Task::Draw | Task::Roll)
            }),
            (Task::Land | Task::Draw | Task::Roll, above) => above.is_none(),
            (Task::Theft, above) => above.is_none() && self.is_solo() && frame.user() == PLAYER,
            (Task::Attack | Task::RogueAdvance, above) => {
                let may_be_above = |above: &Frame| {
                    matches!(above.task(), Task::RogueAdvance | Task::Draw | Task::Theft)
                };
                self.is_rogue(frame.user())
                    && self.is_rogue(self.active())
                    && above.is_some_and(may_be_above)
            }
        }
    }

    /// Returns whether a follow window asks the seat that its frame names as the user.
    fn asks_its_user(&self, window: Frame, is_top: bool) -> bool {
        let [asked, _] = window.progress_numbers().map(usize::from);
        let user =
            Self::clockwise(self.active(), asked.min(self.seat_count() - 1), self.seat_count());
        window.user() == user && window.pc() <= 1 && (!is_top || asked > 0 && window.pc() == 1)
    }

    /// Checks that the chosen dice are possible.
    ///
    /// Dice are chosen only while an operation asks for dice or a roll is pending, and an open
    /// choice has fewer dice than it needs.
    fn has_possible_chosen_dice(&self) -> bool {
        let chosen = self.chosen.len();
        let (Some(top), Some(dice)) = (self.frames.top(), MAX_DICE.checked_sub(chosen)) else {
            return chosen == 0;
        };
        dice >= self.dice.len()
            && match top.task() {
                Task::Run => chosen <= self.op(top).map_or(0, |op| op.max_chosen_dice()),
                Task::Roll => chosen > 0,
                _ => chosen == 0,
            }
    }

    /// Checks the progress numbers of a frame.
    fn has_possible_progress(&self, frame: Frame) -> bool {
        let ([x, y], seats) = (frame.progress_numbers(), self.seats);
        let is_gone =
            |code: u8| Planet::from_code(code).is_none_or(|planet| self.planets_gone().has(planet));
        match frame.task() {
            Task::Run => match self.op(frame) {
                Some(op) => self.has_possible_answers(op, frame),
                None => frame.is_fresh() && frame.planet().is_some(),
            },
            Task::Window => x < seats && y <= 1,
            Task::Land | Task::Roll => frame.is_fresh() && frame.pc() == 0,
            Task::Draw => usize::from(x) <= self.rules.planets.len() && y == 0 && is_gone(x),
            Task::Attack => frame.is_fresh(),
            Task::RogueAdvance => usize::from(x) >> self.row_len() == 0 && y <= MAX_UNITS,
            Task::Theft => (1..=MAX_UNITS).contains(&x) && y == 0,
        }
    }

    /// Checks the answers that an operation has received so far.
    fn has_possible_answers(&self, op: Op, frame: Frame) -> bool {
        let ([x, y], user, seats) = (frame.progress_numbers(), frame.user(), self.seats);
        let is_face = |code: u8| code <= 6;
        let is_ship = |code: u8| {
            let fits = usize::from(code) <= SHIPS;
            fits && Ship::from_code(code).is_none_or(|ship| self.packed_berth(user, ship).in_play())
        };
        match op {
            Op::Move(ships) => {
                is_ship(x) && is_ship(y >> 2) && frame.progress::<MoveProgress>().fits(ships)
            }
            Op::RerollDice(_) | Op::SpendTwoDice | Op::DiscardDice(_) => x < 6 && y == 0,
            Op::SetDie => is_face(x) && y == 0 && self.has_die(x),
            Op::PayAndAct => x <= 2 && y == 0 && (x == 2) == (self.converter.len() == 1),
            Op::AnyAction => is_face(x) && y < seats && (x > 0 || y == 0),
            Op::RepeatDie => is_face(x) && y == 0,
            Op::Regress { .. } => x == 0 && y <= 4 * seats,
            Op::AdvanceAnother(..) => x == 0 && is_ship(y),
            Op::Hop => is_ship(x) && y == 0,
            Op::Recall(_) => x <= 1 && y <= MAX_UNITS && (x == 1 || y == 0),
            Op::Advance(Recipient::Others, ..) => x == 0 && y < seats,
            // These operations store no answers.
            Op::Advance(Recipient::User, ..)
            | Op::Pay(_)
            | Op::RegressOwn
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::Steal(_)
            | Op::TurnInto(_)
            | Op::Expel
            | Op::Upgrade(_)
            | Op::Colony
            | Op::ReplacePlanet(_)
            | Op::UseRowPlanet
            | Op::UseColonyOfOther(_)
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => frame.is_fresh(),
        }
    }

    /// Returns whether an unactivated die shows the face of this code, or the code is 0.
    fn has_die(&self, code: u8) -> bool {
        crate::ids::Face::from_code(code).is_none_or(|face| self.dice.has(face))
    }
}
