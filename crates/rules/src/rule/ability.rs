//! R9 Abilities in general: when one may be used, and how its operations are carried out.

use super::Flow;
use super::card::any_action::AnyActionProgress;
use super::card::others_advance::OthersAdvanceProgress;
use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program};
use crate::ids::{Amount, Face, Planet, Planets, Resource, Seat, Ship};
use crate::ruleset::{Ability, Op, Recipient, Rules, TrackFilter};
use crate::step::Action;
use crate::table::{Flags, Table};

/// The assumptions of a check of an ability.
///
/// They are the resources that its user holds, the number of unactivated dice, and the planets
/// whose abilities are being carried out. Costs that the user would pay before the ability are
/// already subtracted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AbilityContext {
    pub(crate) held: Amount,
    pub(crate) dice: u8,
    pub(crate) open: Planets,
}

impl Table<'_> {
    /// Returns the current context of a user.
    #[inline]
    pub(crate) fn ability_context(&self, user: Seat) -> AbilityContext {
        AbilityContext {
            held: self.held(user),
            dice: self.dice.len() as u8,
            open: self.frames.open_planets(),
        }
    }

    /// R9.1 Returns whether an ability may be used.
    ///
    /// It may be used if it is neither open nor barred, its costs can be paid, and it would then
    /// change something for at least one player.
    pub(crate) fn can_use_ability(
        &self,
        planet: Planet,
        user: Seat,
        context: AbilityContext,
    ) -> bool {
        let ability = &self.rules.planet(planet).ability;
        if context.open.has(planet) || self.is_barred(ability, user) {
            return false;
        }
        let Some(mut context) = self.after_costs(ability.costs(), user, context) else {
            return false;
        };
        context.open.insert(planet);
        ability.effects().iter().any(|op| self.op_changes_something(op, user, context))
    }

    /// R9.2, R9.3 Returns whether a limit bars an ability.
    ///
    /// This is so if the ability needs the user's own turn and another seat is active, or if the
    /// user has used it this turn.
    #[inline]
    pub(crate) fn is_barred(&self, ability: &Ability, user: Seat) -> bool {
        ability.own_turn && user != self.active()
            || ability.once.is_some_and(|once| self.galaxy(user).used >> once & 1 == 1)
    }

    /// Returns the context after the costs are paid, if they can be paid.
    #[inline]
    fn after_costs(
        &self,
        costs: &[Op],
        user: Seat,
        mut context: AbilityContext,
    ) -> Option<AbilityContext> {
        for cost in costs {
            match *cost {
                Op::Pay(price) if context.held.covers(price) => {
                    context.held = context.held.less(price)
                }
                Op::DiscardDice(n) if context.dice >= n => context.dice -= n,
                Op::RegressOwn if self.can_regress_own(user) => {}
                // The user cannot pay this cost.
                Op::Pay(_) | Op::DiscardDice(_) | Op::RegressOwn => return None,
                // These operations are not costs.
                Op::Gain(..)
                | Op::GainPerHomeShip(_)
                | Op::Harvest(_)
                | Op::Steal(_)
                | Op::TurnInto(_)
                | Op::Advance(..)
                | Op::AdvanceAnother(..)
                | Op::Regress { .. }
                | Op::Move(_)
                | Op::Hop
                | Op::Recall(_)
                | Op::Expel
                | Op::Upgrade(_)
                | Op::Colony
                | Op::RerollDice(_)
                | Op::SpendTwoDice
                | Op::SetDie
                | Op::PayAndAct
                | Op::RepeatDie
                | Op::AnyAction
                | Op::ReplacePlanet(_)
                | Op::UseRowPlanet
                | Op::UseColonyOfOther(_)
                | Op::GainPerFollow(_)
                | Op::FollowsCostTwo
                | Op::NoFollow => return None,
            }
        }
        Some(context)
    }

    fn can_regress_own(&self, user: Seat) -> bool {
        self.galaxy(user).ships.iter().any(|&berth| self.can_regress(berth, TrackFilter::Any))
    }

    /// R9.1 Returns whether carrying out a face would change something.
    #[inline]
    pub(crate) fn face_works(&self, face: Face, user: Seat, context: AbilityContext) -> bool {
        self.op_changes_something(&Rules::face_op(face), user, context)
    }

    /// R9.1 Returns whether an operation would change something for at least one player.
    pub(crate) fn op_changes_something(
        &self,
        op: &Op,
        user: Seat,
        context: AbilityContext,
    ) -> bool {
        let held = context.held;
        match *op {
            Op::Pay(_) | Op::DiscardDice(_) | Op::RegressOwn => false,
            Op::Gain(Recipient::User, amount) => Self::has_room(held, amount, self.cap(user)),
            Op::Gain(Recipient::Others, amount) => self
                .others(user)
                .any(|seat| Self::has_room(self.held(seat), amount, self.cap(seat))),
            Op::GainPerHomeShip(resource) => {
                held.get(resource) < self.cap(user) && self.ships_at_home(user) > 0
            }
            Op::Harvest(resource) => {
                held.get(resource) < self.cap(user) && self.harvest(user, resource) > 0
            }
            Op::Steal(amount) => self.others(user).any(|seat| self.can_steal(seat, amount)),
            Op::TurnInto(into) => self.most_units(into, user, held) > 0,
            Op::Advance(Recipient::User, on, _) => self.has_orbiter(user, on),
            Op::Advance(Recipient::Others, on, _) => {
                self.others(user).any(|seat| self.has_orbiter(seat, on))
            }
            Op::AdvanceAnother(on, _) => {
                self.ships(user).any(|(ship, _)| self.can_regress_and_advance(user, ship, on))
            }
            Op::Regress { on, .. } => {
                self.has_enemy_ship(user, |berth| self.can_regress(berth, on))
            }
            Op::Move(_) => self.can_move(user, None),
            Op::Hop => self.ships(user).any(|(ship, _)| self.can_hop(user, ship)),
            Op::Recall(_) => {
                Self::has_room(held, Amount { energy: 1, culture: 1 }, self.cap(user))
                    && self.can_regress_own(user)
            }
            Op::Expel => self.has_enemy_ship(user, |s| s.in_orbit() && s.space() <= held.culture),
            Op::Upgrade(terms) => self.can_upgrade_on(terms, user, held),
            Op::Colony => self.can_upgrade(user, held) || self.some_colony_works(user, context),
            Op::RerollDice(_) | Op::SetDie => context.dice > 0,
            Op::SpendTwoDice | Op::PayAndAct => false,
            Op::RepeatDie => self.repeatable().faces().any(|f| self.face_works(f, user, context)),
            Op::AnyAction => Face::ALL.iter().any(|&face| self.face_works(face, user, context)),
            Op::ReplacePlanet(_) => self.can_replace(),
            Op::UseRowPlanet => {
                self.row.iter().any(|(_, p)| self.can_use_ability(p, user, context))
            }
            Op::UseColonyOfOther(with) => self.some_colony_of_others_works(with, user, context),
            Op::GainPerFollow(resource) => self.effect_is_new(Self::follow_flag(resource)),
            Op::FollowsCostTwo => self.effect_is_new(Flags::FOLLOWS_COST_TWO),
            Op::NoFollow => self.effect_is_new(Flags::NO_FOLLOW),
        }
    }

    #[inline]
    pub(crate) const fn has_room(held: Amount, amount: Amount, cap: u8) -> bool {
        amount.energy > 0 && held.energy < cap || amount.culture > 0 && held.culture < cap
    }

    pub(crate) fn ships_at_home(&self, user: Seat) -> u8 {
        self.galaxy(user).ships_at_home()
    }

    fn some_colony_works(&self, user: Seat, context: AbilityContext) -> bool {
        self.colonies(user).into_iter().any(|planet| self.can_use_ability(planet, user, context))
    }

    /// R9.3 Starts an ability and marks it as used this turn. The mark belongs to the user, even if
    /// the planet belongs to another player (R9.5).
    pub(crate) fn start_ability(
        &mut self,
        user: Seat,
        planet: Planet,
        events: &mut impl EventSink,
    ) {
        events.put(Event::AbilityUsed { seat: user, planet });
        if let Some(once) = self.rules.planet(planet).ability.once {
            self.galaxy_mut(user).used |= 1 << once;
        }
        self.frames.push(Frame::run(user, Program::Planet(planet)));
    }

    /// R2.5, R9.1 Skips an impossible operation or a die without effect.
    pub(crate) fn skip(&mut self, frame: Frame, events: &mut impl EventSink) -> Flow {
        if let Program::Face(face) = frame.program() {
            events.put(Event::NothingHappened { seat: frame.user(), face });
        }
        self.finish_op()
    }

    /// Carries out an operation that needs no decision; otherwise waits for the decision.
    #[inline]
    pub(crate) fn begin(&mut self, op: Op, frame: Frame, events: &mut impl EventSink) -> Flow {
        let user = frame.user();
        match op {
            Op::Pay(price) => {
                let amount = self.take_from(user, price);
                events.put(Event::Paid { seat: user, amount });
                self.finish_op()
            }
            Op::Gain(who, amount) => self.begin_gain(who, amount, user, events),
            Op::GainPerHomeShip(resource) => {
                let amount = Amount::of(resource, self.ships_at_home(user));
                self.gain_reported(user, amount, events);
                self.finish_op()
            }
            Op::Harvest(resource) => self.begin_harvest(resource, frame, events),
            Op::Move(_) => self.begin_move(frame, events),
            Op::RerollDice(which) => self.begin_reroll(which, events),
            Op::DiscardDice(n) => self.begin_dice_choice(n as usize),
            Op::SpendTwoDice => self.begin_dice_choice(2),
            Op::SetDie => self.begin_dice_choice(1),
            Op::PayAndAct => Flow::Wait,
            Op::Advance(Recipient::Others, on, steps) => {
                self.begin_others_advance(on, steps, frame, events)
            }
            Op::AdvanceAnother(on, _) => self.begin_advance_another(frame, on),
            Op::GainPerFollow(resource) => {
                self.begin_effect(Self::follow_flag(resource), frame, events)
            }
            Op::FollowsCostTwo => self.begin_effect(Flags::FOLLOWS_COST_TWO, frame, events),
            Op::NoFollow => self.begin_effect(Flags::NO_FOLLOW, frame, events),
            Op::RegressOwn => self.begin_regress_own(frame),
            Op::AnyAction
            | Op::RepeatDie
            | Op::Recall(_)
            | Op::Hop
            | Op::Regress { .. }
            | Op::Advance(Recipient::User, ..)
            | Op::Steal(_)
            | Op::TurnInto(_)
            | Op::Expel
            | Op::Upgrade(_)
            | Op::Colony
            | Op::ReplacePlanet(_)
            | Op::UseRowPlanet
            | Op::UseColonyOfOther(_) => self.begin_choice(op, frame, events),
        }
    }

    /// Waits for the first or next answer. If there is nothing to choose, continues with the next
    /// operation.
    #[inline]
    fn begin_choice(&mut self, op: Op, frame: Frame, events: &mut impl EventSink) -> Flow {
        if frame.is_fresh() {
            let works =
                self.op_changes_something(&op, frame.user(), self.ability_context(frame.user()));
            return if works { Flow::Wait } else { self.skip(frame, events) };
        }
        match op {
            Op::AnyAction => self.resolve_free_follows(frame),
            Op::RepeatDie => self.finish_op(),
            Op::Regress { on, .. } => self.begin_second_regress(on, frame),
            Op::Recall(_)
            | Op::Hop
            | Op::Advance(..)
            | Op::Steal(_)
            | Op::TurnInto(_)
            | Op::Expel
            | Op::Upgrade(_)
            | Op::Colony
            | Op::ReplacePlanet(_)
            | Op::UseRowPlanet
            | Op::UseColonyOfOther(_) => Flow::Wait,
            // `begin` handles these itself.
            Op::Pay(_)
            | Op::DiscardDice(_)
            | Op::RegressOwn
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::AdvanceAnother(..)
            | Op::Move(_)
            | Op::RerollDice(_)
            | Op::SpendTwoDice
            | Op::SetDie
            | Op::PayAndAct
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => Flow::Wait,
        }
    }

    fn begin_gain(
        &mut self,
        who: Recipient,
        amount: Amount,
        user: Seat,
        events: &mut impl EventSink,
    ) -> Flow {
        match who {
            Recipient::User => self.gain_reported(user, amount, events),
            Recipient::Others => {
                for seat in self.others(user) {
                    self.gain_reported(seat, amount, events);
                }
            }
        }
        self.finish_op()
    }

    #[inline]
    fn begin_harvest(
        &mut self,
        resource: Resource,
        frame: Frame,
        events: &mut impl EventSink,
    ) -> Flow {
        let user = frame.user();
        let gained = self.gain(user, Amount::of(resource, self.harvest(user, resource)));
        if gained.total() == 0 {
            return self.skip(frame, events);
        }
        events.put(Event::Gained { seat: user, amount: gained });
        self.finish_op()
    }

    /// Lists the legal actions of an operation.
    #[inline]
    pub(crate) fn list_op(&self, op: Op, frame: Frame, out: &mut Actions) {
        let user = frame.user();
        match op {
            Op::Move(_) => self.list_move(frame, out),
            Op::Advance(Recipient::User, on, _) => self.list_advances(user, on, out),
            Op::Advance(Recipient::Others, on, _) => {
                out.push(Action::Decline);
                self.list_advances(self.deciding_seat(frame), on, out);
            }
            Op::AdvanceAnother(on, _) => self.list_advance_another(frame, on, out),
            Op::Colony => self.list_colony(user, out),
            Op::RerollDice(_) => self.list_reroll(frame.progress(), out),
            Op::SpendTwoDice => {
                self.list_dice_of_count(frame.progress(), 2 - self.chosen.len(), out)
            }
            Op::DiscardDice(n) => {
                self.list_dice_of_count(frame.progress(), n as usize - self.chosen.len(), out)
            }
            Op::SetDie => self.list_set_die(frame.progress(), out),
            Op::PayAndAct => self.list_pay_and_act(frame.progress(), out),
            Op::RegressOwn => self.list_regress_own(frame, out),
            Op::Regress { on, .. } => self.list_regress(frame, on, out),
            Op::Steal(amount) => self.list_steal(user, amount, out),
            Op::TurnInto(into) => self.list_units(into, user, out),
            Op::Hop => self.list_hop(frame, out),
            Op::Recall(split) => self.list_recall(frame, split, out),
            Op::Expel => self.list_expel(user, out),
            Op::Upgrade(terms) => self.list_upgrades_on(terms, user, out),
            Op::RepeatDie => self.list_repeats(user, out),
            Op::AnyAction => self.list_any_action(frame, out),
            Op::ReplacePlanet(_) => self.list_replace(out),
            Op::UseRowPlanet => self.list_row_planets(user, out),
            Op::UseColonyOfOther(with) => self.list_colonies_of_others(with, user, out),
            // These operations ask no question.
            Op::Pay(_)
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => {}
        }
    }

    /// Carries out the chosen action of an operation.
    #[inline]
    pub(crate) fn choose_op(
        &mut self,
        op: Op,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let user = frame.user();
        match op {
            Op::Move(ships) => return self.choose_move((frame, ships), action, events),
            Op::RerollDice(_) => return self.choose_reroll(action, events),
            Op::SetDie => return self.choose_set_die(frame.progress(), action, events),
            Op::Advance(Recipient::User, _, steps) | Op::AdvanceAnother(_, steps) => {
                self.finish_op();
                if let Action::AdvanceShip(ship) = action {
                    self.advance(user, ship, steps, events);
                }
            }
            Op::Advance(Recipient::Others, _, steps) => {
                self.choose_others_advance((frame, steps), action, events);
            }
            Op::Colony => self.choose_colony(user, action, events),
            Op::PayAndAct => self.choose_pay_and_act(action, events),
            Op::Upgrade(_) => {
                self.finish_op();
                if let Action::Upgrade(price) = action {
                    self.upgrade(user, price, events);
                }
            }
            Op::Pay(_)
            | Op::DiscardDice(_)
            | Op::RegressOwn
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::Steal(_)
            | Op::TurnInto(_)
            | Op::Regress { .. }
            | Op::Hop
            | Op::Recall(_)
            | Op::Expel
            | Op::SpendTwoDice
            | Op::RepeatDie
            | Op::AnyAction
            | Op::ReplacePlanet(_)
            | Op::UseRowPlanet
            | Op::UseColonyOfOther(_)
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => return self.choose_card(op, frame, action, events),
        }
        Flow::Continue
    }

    /// Returns the deciding seat of a frame.
    ///
    /// This is its user, or the other player whom an ability asks now (R10.9, R10.13).
    #[inline]
    pub(crate) fn deciding_seat(&self, frame: Frame) -> Seat {
        if frame.running_planet().is_none() {
            return frame.user();
        }
        let decided = match self.op(frame) {
            Some(Op::Advance(Recipient::Others, ..)) => {
                frame.progress::<OthersAdvanceProgress>().decided
            }
            Some(Op::AnyAction) if !frame.is_fresh() => {
                frame.progress::<AnyActionProgress>().decided
            }
            None
            | Some(
                Op::Pay(_)
                | Op::DiscardDice(_)
                | Op::RegressOwn
                | Op::Gain(..)
                | Op::GainPerHomeShip(_)
                | Op::Harvest(_)
                | Op::Steal(_)
                | Op::TurnInto(_)
                | Op::Advance(Recipient::User, ..)
                | Op::AdvanceAnother(..)
                | Op::Regress { .. }
                | Op::Move(_)
                | Op::Hop
                | Op::Recall(_)
                | Op::Expel
                | Op::Upgrade(_)
                | Op::Colony
                | Op::RerollDice(_)
                | Op::SpendTwoDice
                | Op::SetDie
                | Op::PayAndAct
                | Op::RepeatDie
                | Op::AnyAction
                | Op::ReplacePlanet(_)
                | Op::UseRowPlanet
                | Op::UseColonyOfOther(_)
                | Op::GainPerFollow(_)
                | Op::FollowsCostTwo
                | Op::NoFollow,
            ) => return frame.user(),
        };
        Self::clockwise(frame.user(), decided as usize + 1, self.seat_count())
    }

    /// R9.6 Returns whether a ship of another player satisfies the predicate.
    #[inline]
    pub(crate) fn has_enemy_ship(
        &self,
        user: Seat,
        predicate: impl Fn(crate::table::PackedBerth) -> bool,
    ) -> bool {
        self.others(user).any(|seat| self.galaxy(seat).ships.iter().any(|&berth| predicate(berth)))
    }

    /// R10.10 Returns whether this ship can regress and another one then advance.
    pub(crate) fn can_regress_and_advance(&self, user: Seat, ship: Ship, on: TrackFilter) -> bool {
        let another = |(other, berth)| other != ship && self.orbits_on(berth, on);
        self.can_regress(self.packed_berth(user, ship), TrackFilter::Any)
            && self.ships(user).any(another)
    }
}
