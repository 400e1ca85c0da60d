//! R12 Solo: the Rogue Galaxy.

use super::Flow;
use crate::dice::{Bay, Dice};
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Progress};
use crate::game_option::GameOption;
use crate::ids::{Amount, Destination, Face, Resource, Seat, Ship, Slot, Track};
use crate::ruleset::{Attack, AttackOp, BonusRule, ForceRule, ROGUE_CAP, TrackFilter};
use crate::step::Action;
use crate::table::{Flags, NONE, PackedBerth, Phase, Slots, Table};

/// The progress of a theft (R12.13): the units still to steal.
#[derive(Clone, Copy)]
pub(crate) struct TheftProgress {
    pub(crate) units: u8,
}

impl Progress for TheftProgress {
    fn decode(x: u8, _: u8) -> Self {
        Self { units: x }
    }

    fn encode(self) -> (u8, u8) {
        (self.units, 0)
    }
}

/// The progress of an advance of the Rogue's ships (R12.10).
///
/// It contains the slots of the ships that have yet to advance, and the number of spaces.
#[derive(Clone, Copy)]
struct RogueAdvanceProgress {
    slots: Slots,
    steps: u8,
}

impl Progress for RogueAdvanceProgress {
    fn decode(x: u8, y: u8) -> Self {
        Self { slots: Slots(x), steps: y }
    }

    fn encode(self) -> (u8, u8) {
        (self.slots.0, self.steps)
    }
}

const PLAYER: Seat = Seat::at(0);
const ROGUE: Seat = Seat::at(1);

/// The effect of a Rogue's die (R12.4).
#[derive(Clone, Copy)]
enum RogueEffect {
    /// This ship enters the orbit of the planet in this slot.
    Move(Ship, Slot),
    /// The Rogue gains resources.
    Gain(Amount),
    /// The Rogue's ships around these planets advance.
    Advance(Slots),
    /// The Rogue attacks.
    Attack,
}

/// R12.7 The number of dice of the Rogue's bonus.
pub(crate) const BONUS_DICE: u8 = 3;

/// R12.3 The cost of a forced reroll.
const FORCE_PRICE: Amount = Amount { energy: 1, culture: 1 };

impl<'r> Table<'r> {
    /// R12.2 Waits for the roll of the next die. After the last die, resolves the specials (a
    /// higher level, bonus dice) and ends the turn (R12.7).
    #[inline]
    pub(crate) fn rogue_next(&mut self, events: &mut impl EventSink) -> Flow {
        // In this phase, the counter is the number of dice that the Rogue has yet to roll.
        if self.counter == 0 {
            return self.end_rogue_turn(events);
        }
        self.counter -= 1;
        self.flags.clear(Flags::RELENTLESS_REROLLED);
        self.phase = Phase::RogueRoll;
        Flow::Wait
    }

    /// R12.7 Resolves the Rogue's specials, then ends its turn. The specials are a higher level at
    /// 6 energy and three bonus dice at 6 culture.
    #[inline(never)]
    fn end_rogue_turn(&mut self, events: &mut impl EventSink) -> Flow {
        if self.flags.has(Flags::BONUS) {
            self.flags.clear(Flags::BONUS);
            self.galaxy_mut(ROGUE).held.culture = 0;
        } else {
            self.raise_rogue(events);
            if self.is_over() || self.start_bonus(events) {
                return Flow::Continue;
            }
        }
        self.end_turn(events);
        Flow::Continue
    }

    /// R12.7 Raises the Rogue's level at 6 energy. The Rogue wins if this takes it to the skull,
    /// the space after the last level of its track (R12.8).
    fn raise_rogue(&mut self, events: &mut impl EventSink) {
        if self.held(ROGUE).energy < ROGUE_CAP {
            return;
        }
        self.galaxy_mut(ROGUE).held.energy = 0;
        self.raise_level(ROGUE, events);
        if self.level(ROGUE) > self.rules.rogue_track.top() {
            self.win_at_once(ROGUE);
        }
    }

    /// R12.7 Starts the Rogue's bonus at 6 culture: clears the bay for three more dice. Returns
    /// whether the bonus starts.
    fn start_bonus(&mut self, events: &mut impl EventSink) -> bool {
        if self.held(ROGUE).culture < ROGUE_CAP {
            return false;
        }
        events.put(Event::RogueBonus);
        self.flags.set(Flags::BONUS);
        self.bay = Bay::default();
        self.discarded = 0;
        self.counter = BONUS_DICE;
        if self.rogue_bonus() == BonusRule::ExtraTurn {
            self.clear_marks();
        }
        true
    }

    fn rogue_bonus(&self) -> BonusRule {
        self.rules.solo.map_or(BonusRule::SameTurn, |solo| solo.bonus)
    }

    /// R12.3 Offers the player a forced reroll, if they can pay and it is allowed for this die.
    /// Otherwise, resolves the die.
    #[inline]
    pub(crate) fn rogue_rolled(&mut self, dice: Dice, events: &mut impl EventSink) {
        let Some(face) = dice.first() else { return };
        events.put(Event::DiceRolled { seat: ROGUE, dice });
        if self.held(PLAYER).covers(FORCE_PRICE) && self.may_force(face) {
            self.rogue_die = face as u8;
            self.phase = Phase::RogueForce;
        } else {
            self.resolve_rogue_die(face, events);
        }
    }

    /// R12.3 Returns whether the player may force the Rogue to reroll this die.
    fn may_force(&self, face: Face) -> bool {
        self.rules.solo.is_some_and(|solo| solo.force == ForceRule::Any)
            || self.rogue_effect(face).is_some()
    }

    /// R12.3 Makes the Rogue reroll its die, or accepts the die.
    pub(crate) fn choose_force(&mut self, action: Action, events: &mut impl EventSink) -> Flow {
        let Some(face) = self.rogue_die() else { return Flow::Wait };
        self.rogue_die = NONE;
        if matches!(action, Action::ForceReroll) {
            let amount = self.take_from(PLAYER, FORCE_PRICE);
            events.put(Event::Paid { seat: PLAYER, amount });
            events.put(Event::RerollForced { face });
            self.phase = Phase::RogueRoll;
            return Flow::Wait;
        }
        self.resolve_rogue_die(face, events);
        Flow::Continue
    }

    /// R12.3 Uses a die if possible. With the option `relentless`, the Rogue rerolls an unusable
    /// die once; otherwise it discards the die (R12.5).
    fn resolve_rogue_die(&mut self, face: Face, events: &mut impl EventSink) {
        self.phase = Phase::RogueNext;
        if let Some(effect) = self.rogue_effect(face) {
            self.use_rogue_die(face, effect, events);
        } else if self.has_option(GameOption::Relentless)
            && !self.flags.has(Flags::RELENTLESS_REROLLED)
        {
            self.flags.set(Flags::RELENTLESS_REROLLED);
            self.phase = Phase::RogueRoll;
            events.put(Event::RogueRelentless { face });
        } else {
            self.discarded += 1;
            events.put(Event::RogueDiscarded { face });
        }
    }

    /// R12.4, R12.5 Returns the effect of a die; `None` if it would change nothing.
    #[inline]
    fn rogue_effect(&self, face: Face) -> Option<RogueEffect> {
        match face {
            Face::Move => self.rogue_move(),
            Face::Energy => self.rogue_gain(Resource::Energy),
            Face::Culture => self.rogue_gain(Resource::Culture),
            Face::Diplomacy => self.rogue_advance(Track::Diplomacy),
            Face::Economy => self.rogue_advance(Track::Economy),
            Face::Colony => self
                .attack()
                .filter(|attack| self.attack_works(attack))
                .map(|_| RogueEffect::Attack),
        }
    }

    /// R12.4 Returns the Rogue's move.
    ///
    /// Its first ship at home enters the orbit of the leftmost planet that the Rogue does not
    /// orbit.
    #[inline]
    fn rogue_move(&self) -> Option<RogueEffect> {
        let ship = self.galaxy(ROGUE).first_ship(PackedBerth::is_home)?;
        let slot = self.row.filled().without(self.galaxy(ROGUE).orbits).first()?;
        Some(RogueEffect::Move(ship, slot))
    }

    /// R12.4 Returns the Rogue's gain: one unit per ship at home or at a planet of the resource.
    #[inline]
    fn rogue_gain(&self, resource: Resource) -> Option<RogueEffect> {
        let galaxy = self.galaxy(ROGUE);
        let units = galaxy.ships_at_home() + galaxy.ships_at(self.row.slots_yielding(resource));
        let fits = units > 0 && galaxy.held.get(resource) < ROGUE_CAP;
        fits.then(|| RogueEffect::Gain(Amount::of(resource, units)))
    }

    /// R12.4 Returns the Rogue's advance: all its ships on tracks of this type.
    #[inline]
    fn rogue_advance(&self, track: Track) -> Option<RogueEffect> {
        let slots = self.galaxy(ROGUE).orbits.common(self.row.slots_on(TrackFilter::Only(track)));
        (!slots.is_empty()).then_some(RogueEffect::Advance(slots))
    }

    /// R12.6, R12.7 Returns whether the player can follow.
    ///
    /// The player must be able to pay, and the die must not be a bonus die of the same turn. The
    /// payment can be checked before the die takes effect, because no die of the Rogue gives the
    /// player culture.
    #[inline]
    fn can_follow_rogue(&self) -> bool {
        let bonus = self.flags.has(Flags::BONUS) && self.rogue_bonus() == BonusRule::SameTurn;
        !bonus && self.held(PLAYER).culture >= self.follow_cost()
    }

    /// R12.4 Uses a die. Then the player may follow it (R12.6).
    #[inline]
    fn use_rogue_die(&mut self, face: Face, effect: RogueEffect, events: &mut impl EventSink) {
        events.put(Event::RogueUsed { face });
        self.bay.push(face);
        if self.can_follow_rogue() {
            self.open_window(face, true);
        }
        match effect {
            RogueEffect::Move(ship, slot) => {
                self.put_ship(ROGUE, ship, PackedBerth::orbit(slot, 0));
                events.put(Event::ShipMoved { seat: ROGUE, ship, to: Destination::Orbit(slot) });
            }
            RogueEffect::Gain(amount) => self.gain_reported(ROGUE, amount, events),
            RogueEffect::Advance(slots) => self.advance_rogue_ships(slots, 1, events),
            RogueEffect::Attack => self.start_attack(events),
        }
    }

    fn rogue_ship_at(&self, slot: Slot) -> Option<Ship> {
        self.galaxy(ROGUE).orbiter(slot)
    }

    /// R12.10 Advances ships from left to right, each fully resolved before the next.
    ///
    /// The leftmost ship advances now; the others wait in a frame.
    fn advance_rogue_ships(&mut self, slots: Slots, steps: u8, events: &mut impl EventSink) {
        let Some(slot) = slots.first() else { return };
        let rest = slots.without(Slots(0).with(slot));
        if !rest.is_empty() {
            let progress = RogueAdvanceProgress { slots: rest, steps };
            self.frames.push(Frame::rogue_advance(ROGUE).with(progress));
        }
        if let Some(ship) = self.rogue_ship_at(slot) {
            self.advance(ROGUE, ship, steps, events);
        }
    }

    /// R12.10 Advances the next of the Rogue's waiting ships.
    pub(crate) fn resolve_rogue_advance(
        &mut self,
        frame: Frame,
        events: &mut impl EventSink,
    ) -> Flow {
        self.frames.pop();
        let RogueAdvanceProgress { slots, steps } = frame.progress();
        self.advance_rogue_ships(slots, steps, events);
        Flow::Continue
    }

    /// R12.11 Advances one ship of the Rogue when an ability lets the other players advance.
    ///
    /// It is the ship nearest to the end of its track, the leftmost one on ties.
    pub(crate) fn advance_rogue_as_other(
        &mut self,
        on: TrackFilter,
        steps: u8,
        events: &mut impl EventSink,
    ) {
        if let Some(ship) = self.ship_nearest_the_end(ROGUE, |berth| self.orbits_on(berth, on)) {
            self.advance(ROGUE, ship, steps, events);
        }
    }

    /// Returns the matching ship with the fewest spaces to the end of its track, leftmost on ties.
    fn ship_nearest_the_end(
        &self,
        seat: Seat,
        predicate: impl Fn(PackedBerth) -> bool,
    ) -> Option<Ship> {
        let steps_left = |berth: PackedBerth| {
            let end = self.card_in(berth.slot()).map_or(0, |card| card.end());
            (end.saturating_sub(berth.space()), berth.slot())
        };
        let ships = self.ships(seat).filter(|(_, berth)| predicate(*berth));
        Some(ships.min_by_key(|(_, berth)| steps_left(*berth))?.0)
    }

    /// R12.4 Returns the attack of the Rogue's level.
    fn attack(&self) -> Option<&'r Attack> {
        let rogue = self.rules.rogues.get(self.rogue as usize)?;
        rogue.attacks.get(self.level(ROGUE) as usize - 1)
    }

    fn attack_works(&self, attack: &Attack) -> bool {
        let used = attack.once && self.rogue_used >> (self.level(ROGUE) - 1) & 1 == 1;
        !used && attack.parts.iter().any(|part| self.attack_op_changes_something(part))
    }

    /// R12.5 Returns whether a part of an attack would change something.
    ///
    /// A partial effect is enough.
    fn attack_op_changes_something(&self, part: &AttackOp) -> bool {
        let has_target =
            |seat: Seat| self.ships(seat).any(|(_, s)| self.can_regress(s, TrackFilter::Any));
        match *part {
            AttackOp::Lose(amount) | AttackOp::Steal(amount) => self.can_steal(PLAYER, amount),
            AttackOp::Gain(amount) => Self::has_room(self.held(ROGUE), amount, ROGUE_CAP),
            AttackOp::StealAny(_) => self.held(PLAYER).total() > 0,
            AttackOp::RegressOne(_) | AttackOp::RegressAll(_) => has_target(PLAYER),
            AttackOp::AdvanceAll(_) => self.has_orbiter(ROGUE, TrackFilter::Any),
            AttackOp::OneDieFewer => !self.flags.has(Flags::FEWER_DICE),
        }
    }

    /// R12.7, R12.11 Starts an attack and marks it as used this turn; each level has its own mark.
    fn start_attack(&mut self, events: &mut impl EventSink) {
        let level = self.level(ROGUE);
        self.rogue_used |= 1 << (level - 1);
        events.put(Event::RogueAttacked { level });
        self.continue_attack(0, events);
    }

    /// R12.11 Carries out the parts of an attack in printed order.
    ///
    /// An advance may draw cards, and a theft of any resource needs a choice (R12.13). So the parts
    /// after such a part wait in a frame, whose `pc` is the index of the next part.
    fn continue_attack(&mut self, from: u8, events: &mut impl EventSink) {
        let parts = self.attack().map_or(&[][..], |attack| &attack.parts);
        for pc in from..parts.len() as u8 {
            let part = parts[pc as usize];
            if matches!(part, AttackOp::AdvanceAll(_) | AttackOp::StealAny(_)) {
                self.frames.push(Frame::attack(ROGUE).with_pc(pc + 1));
                return self.carry_out(part, events);
            }
            self.carry_out(part, events);
        }
    }

    /// R12.11 Carries out the remaining parts of an attack.
    pub(crate) fn resolve_attack(&mut self, frame: Frame, events: &mut impl EventSink) -> Flow {
        self.frames.pop();
        self.continue_attack(frame.pc(), events);
        Flow::Continue
    }

    fn carry_out(&mut self, part: AttackOp, events: &mut impl EventSink) {
        match part {
            AttackOp::Lose(amount) => {
                let amount = self.take_from(PLAYER, amount);
                events.put(Event::Lost { seat: PLAYER, amount });
            }
            AttackOp::Gain(amount) => self.gain_reported(ROGUE, amount, events),
            AttackOp::Steal(amount) => self.rogue_steals(amount, events),
            AttackOp::StealAny(units) => self.steal_any(units, events),
            AttackOp::RegressOne(steps) => {
                let target = self.ship_nearest_the_end(PLAYER, |berth| {
                    self.can_regress(berth, TrackFilter::Any)
                });
                if let Some(ship) = target {
                    self.regress(PLAYER, ship, steps, events);
                }
            }
            AttackOp::RegressAll(steps) => self.regress_all(steps, events),
            AttackOp::AdvanceAll(steps) => {
                self.advance_rogue_ships(self.galaxy(ROGUE).orbits, steps, events);
            }
            AttackOp::OneDieFewer => {
                self.flags.set(Flags::FEWER_DICE);
                events.put(Event::DieLost { seat: PLAYER });
            }
        }
    }

    /// R12.11 Steals from the player, who loses the resources even if the Rogue is at its cap.
    fn rogue_steals(&mut self, amount: Amount, events: &mut impl EventSink) {
        let amount = self.take_from(PLAYER, amount);
        self.gain(ROGUE, amount);
        events.put(Event::Stolen { seat: ROGUE, from: PLAYER, amount });
    }

    /// R12.13 Starts a theft in which the player chooses what is stolen. Under the first rulings,
    /// the Rogue takes from the larger holding instead.
    fn steal_any(&mut self, units: u8, events: &mut impl EventSink) {
        if self.rules.rulings.player_chooses_what_is_stolen() {
            self.frames.push(Frame::theft(PLAYER).with(TheftProgress { units }));
        } else {
            self.rogue_steals(self.larger_holding(units), events);
        }
    }

    /// R12.13 Resolves a theft. If the player holds only one resource, there is no choice.
    pub(crate) fn resolve_theft(&mut self, theft: Frame, events: &mut impl EventSink) -> Flow {
        let held = self.held(PLAYER);
        let TheftProgress { units } = theft.progress();
        if units > 0 && held.energy > 0 && held.culture > 0 {
            return Flow::Wait;
        }
        self.frames.pop();
        if units > 0 && held.total() > 0 {
            self.rogue_steals(Amount { energy: units, culture: units }, events);
        }
        Flow::Continue
    }

    /// R12.13 Steals one unit of the chosen resource.
    pub(crate) fn choose_theft(
        &mut self,
        theft: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        if let Action::Lose(resource) = action {
            let TheftProgress { units } = theft.progress();
            self.store_progress(TheftProgress { units: units - 1 });
            self.rogue_steals(Amount::of(resource, 1), events);
        }
        Flow::Continue
    }

    /// Returns the amount stolen under the first rulings.
    ///
    /// Each unit comes from the larger holding, and is energy on ties.
    fn larger_holding(&self, units: u8) -> Amount {
        let held = self.held(PLAYER);
        let mut taken = Amount::default();
        for _ in 0..units.min(held.total()) {
            let left = held.less(taken);
            let larger =
                if left.energy >= left.culture { Resource::Energy } else { Resource::Culture };
            *taken.get_mut(larger) += 1;
        }
        taken
    }

    fn regress_all(&mut self, steps: u8, events: &mut impl EventSink) {
        for (ship, berth) in self.ships(PLAYER) {
            if self.can_regress(berth, TrackFilter::Any) {
                self.regress(PLAYER, ship, steps, events);
            }
        }
    }
}
