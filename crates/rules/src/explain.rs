//! Explains why an action is illegal: finds the first rule that forbids it.
//!
//! `State::legal_actions` decides what is legal. This module runs only for rejected actions, so its
//! speed does not matter.

use crate::frame::{Frame, Task};
use crate::ids::{Amount, Destination, Face, Planet, Planets, Seat, Ship, Slot};
use crate::illegal::{Illegal, Rule};
use crate::rule::card::hop::HopProgress;
use crate::rule::card::send_home::RecallProgress;
use crate::rule::convert::{PayAndActProgress, SetDieProgress};
use crate::rule::die::MoveProgress;
use crate::ruleset::{ConvertRule, Op, Recipient, TrackFilter, UpgradeTerms};
use crate::state::State;
use crate::step::Action;
use crate::table::{Flags, PackedBerth, Phase, Table};

impl State<'_> {
    /// Returns the reason why an action is not in the legal list.
    pub(crate) fn explain(&self, action: Action) -> Illegal {
        match (self.table.frames.top(), action) {
            (None, Action::Keep(_)) if self.table.phase == Phase::KeepMissions => Illegal::NotDealt,
            (None, action) if self.table.phase == Phase::Turn => self.table.explain_turn(action),
            (Some(frame), action) if frame.task() == Task::Run => {
                self.table.explain_run(frame, action)
            }
            _ => Illegal::NotAsked,
        }
    }
}

impl Table<'_> {
    fn explain_turn(&self, action: Action) -> Illegal {
        match action {
            Action::Activate(face) => Illegal::NoSuchDie(face, "R2.3"),
            Action::Reroll if self.dice.is_empty() => {
                Illegal::NothingToReroll(self.rules.reroll.rule())
            }
            Action::Reroll => Illegal::RerollUnpaid(self.rules.reroll.rule()),
            Action::Convert if self.flags.has(Flags::CONVERTED) => {
                Illegal::ConverterUsed(self.rules.convert.rule())
            }
            Action::Convert if self.rules.convert == ConvertRule::TwoForOne => {
                Illegal::ConverterNeedsThreeDice
            }
            Action::Convert => Illegal::ConverterUnpaid,
            _ => Illegal::NotAsked,
        }
    }

    fn explain_run(&self, frame: Frame, action: Action) -> Illegal {
        let Some(op) = self.op(frame) else { return Illegal::NotAsked };
        self.explain_op(op, frame, action).unwrap_or(match action {
            Action::Decline | Action::Pass if frame.user() == self.active() => {
                Illegal::MustCarryOut("R2.5")
            }
            Action::Decline | Action::Pass => Illegal::MustCarryOut("R7.5"),
            _ => Illegal::NotAsked,
        })
    }

    /// Explains why an answer to an operation is illegal.
    ///
    /// Returns `None` if the operation takes no answer of this kind.
    fn explain_op(&self, op: Op, frame: Frame, action: Action) -> Option<Illegal> {
        let user = frame.user();
        match op {
            Op::Move(_) => self.explain_move(frame, action),
            Op::Hop => self.explain_hop(frame, action),
            Op::Advance(Recipient::Others, on, _) => {
                self.explain_advance(self.deciding_seat(frame), on, action, Illegal::NotAsked)
            }
            Op::Advance(Recipient::User, on, _) | Op::AdvanceAnother(on, _) => {
                self.explain_advance(user, on, action, Illegal::SameShip("R10.10"))
            }
            Op::RegressOwn => self.explain_regress_own(user, action),
            Op::Regress { on, .. } => self.explain_regress(user, on, action),
            Op::Recall(_) => self.explain_recall(frame, action),
            Op::Expel => self.explain_expel(user, action),
            Op::Colony => self.explain_colony(user, action),
            Op::Upgrade(terms) => self.explain_upgrade(user, terms, action),
            Op::UseRowPlanet => {
                self.explain_use(user, self.row.planets(), action, Illegal::NotInRow)
            }
            Op::UseColonyOfOther(_) => {
                let colonies = self.others(user).map(|seat| self.colonies(seat));
                let colonies = colonies.fold(Planets::NONE, Planets::union);
                self.explain_use(user, colonies, action, Illegal::NotTheirColony)
            }
            Op::PayAndAct => Self::explain_pay_and_act(frame, action),
            Op::SetDie => Self::explain_set_die(frame, action),
            Op::AnyAction => match action {
                Action::ChooseFace(face) => Some(Illegal::FaceDoesNothing(face)),
                _ => None,
            },
            Op::RerollDice(_) => match action {
                Action::Roll => Some(Illegal::NoDieChosen),
                _ => self.explain_die(action, "R4.3"),
            },
            Op::SpendTwoDice => self.explain_die(action, "R5.1"),
            Op::DiscardDice(_) => self.explain_die(action, "R10.16"),
            Op::RepeatDie => self.explain_repeat(action),
            Op::Steal(_) => self.explain_steal(user, action),
            Op::TurnInto(_) => match action {
                Action::ConvertUnits(_) => Some(Illegal::UnitsOutOfRange),
                _ => None,
            },
            Op::ReplacePlanet(_) => self.explain_replace(action),
            // These operations ask no question.
            Op::Pay(_)
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => None,
        }
    }

    fn explain_move(&self, frame: Frame, action: Action) -> Option<Illegal> {
        let progress: MoveProgress = frame.progress();
        match (action, progress.ship) {
            (Action::MoveShip(ship), None) => Some(self.why_no_move(frame.user(), progress, ship)),
            (Action::GoTo(destination), Some(ship)) => {
                Some(self.why_not_there(self.packed_berth(frame.user(), ship), destination))
            }
            _ => None,
        }
    }

    fn explain_hop(&self, frame: Frame, action: Action) -> Option<Illegal> {
        let (user, progress): (Seat, HopProgress) = (frame.user(), frame.progress());
        match (action, progress.ship) {
            (Action::MoveShip(ship), None) => {
                let berth = self.packed_berth(user, ship);
                Some(self.why_not_on_track(berth, TrackFilter::Any, Illegal::ShipHasNoMove))
            }
            (Action::GoTo(destination), Some(_)) => Some(self.why_no_hop(user, destination)),
            _ => None,
        }
    }

    fn explain_advance(
        &self,
        seat: Seat,
        on: TrackFilter,
        action: Action,
        otherwise: Illegal,
    ) -> Option<Illegal> {
        match action {
            Action::AdvanceShip(ship) => {
                Some(self.why_not_on_track(self.packed_berth(seat, ship), on, otherwise))
            }
            _ => None,
        }
    }

    fn explain_regress_own(&self, user: Seat, action: Action) -> Option<Illegal> {
        match action {
            Action::RegressShip(seat, ship) if seat == user => {
                Some(self.why_no_regress((seat, ship), TrackFilter::Any, ["R8.3", "R10.10"]))
            }
            _ => Self::wrong_owner(action),
        }
    }

    fn explain_regress(&self, user: Seat, on: TrackFilter, action: Action) -> Option<Illegal> {
        match action {
            Action::RegressShip(seat, ship) if self.is_enemy(user, seat) => {
                Some(self.why_no_regress((seat, ship), on, ["R8.3", "R10.6"]))
            }
            _ => Self::wrong_owner(action),
        }
    }

    fn explain_recall(&self, frame: Frame, action: Action) -> Option<Illegal> {
        let RecallProgress { units } = frame.progress();
        match (action, units) {
            (Action::SendHome(seat, ship), None) if seat == frame.user() => {
                Some(self.why_no_regress((seat, ship), TrackFilter::Any, ["R10.7", "R10.7"]))
            }
            (Action::Take(amount), Some(units)) if amount.total() == units => {
                Some(Illegal::NothingFits)
            }
            (Action::Take(_), Some(_)) => Some(Illegal::UnitsOutOfRange),
            _ => Self::wrong_owner(action),
        }
    }

    fn explain_expel(&self, user: Seat, action: Action) -> Option<Illegal> {
        match action {
            Action::SendHome(seat, ship) if self.is_enemy(user, seat) => {
                let berth = self.packed_berth(seat, ship);
                Some(self.why_not_on_track(berth, TrackFilter::Any, Illegal::ExpelUnpaid))
            }
            _ => Self::wrong_owner(action),
        }
    }

    /// Explains why the ship of an action cannot be chosen: it belongs to the wrong seat. `None` if
    /// the action names no ship.
    const fn wrong_owner(action: Action) -> Option<Illegal> {
        match action {
            Action::RegressShip(..) | Action::SendHome(..) => Some(Illegal::NotAnEnemy),
            _ => None,
        }
    }

    fn explain_colony(&self, user: Seat, action: Action) -> Option<Illegal> {
        match action {
            Action::Upgrade(price) => {
                let (cost, terms) = (self.upgrade_cost(user), UpgradeTerms::DiscountIfLowest);
                Some(self.why_no_upgrade(user, price, cost, terms))
            }
            _ => self.explain_use(user, self.colonies(user), action, Illegal::NotYourColony),
        }
    }

    fn explain_upgrade(&self, user: Seat, terms: UpgradeTerms, action: Action) -> Option<Illegal> {
        let Action::Upgrade(price) = action else { return None };
        let cost = self.upgrade_cost(user).map(|cost| match terms {
            UpgradeTerms::Mixed => cost,
            _ => cost.saturating_sub(1),
        });
        Some(self.why_no_upgrade(user, price, cost, terms))
    }

    /// Explains why a planet cannot be used; `otherwise` is the reason if it is not in `planets`.
    fn explain_use(
        &self,
        user: Seat,
        planets: Planets,
        action: Action,
        otherwise: Illegal,
    ) -> Option<Illegal> {
        match action {
            Action::UsePlanet(planet) if planets.has(planet) => {
                Some(self.why_not_usable(user, planet))
            }
            Action::UsePlanet(_) => Some(otherwise),
            _ => None,
        }
    }

    fn explain_pay_and_act(frame: Frame, action: Action) -> Option<Illegal> {
        match (action, frame.progress()) {
            (Action::PayWith(_), PayAndActProgress::Payment) => Some(Illegal::ConverterUnpaid),
            (Action::ChooseDie(face), PayAndActProgress::Die) => {
                Some(Illegal::NoSuchDie(face, "R5.2"))
            }
            (Action::ChooseFace(face), _) => Some(Illegal::FaceDoesNothing(face)),
            _ => None,
        }
    }

    fn explain_set_die(frame: Frame, action: Action) -> Option<Illegal> {
        let progress: SetDieProgress = frame.progress();
        match (action, progress.from) {
            (Action::ChooseDie(face), None) => {
                Some(Illegal::NoSuchDie(face, Self::set_rule(frame)))
            }
            (Action::ChooseFace(_), Some(_)) => Some(Illegal::SameFace(Self::set_rule(frame))),
            _ => None,
        }
    }

    fn explain_die(&self, action: Action, rule: Rule) -> Option<Illegal> {
        match action {
            Action::ChooseDie(face) => Some(self.why_no_die(face, rule)),
            _ => None,
        }
    }

    fn explain_repeat(&self, action: Action) -> Option<Illegal> {
        match action {
            Action::RepeatDie(face) if self.repeatable().has(face) => {
                Some(Illegal::FaceDoesNothing(face))
            }
            Action::RepeatDie(_) => Some(Illegal::NotInBay),
            _ => None,
        }
    }

    fn explain_steal(&self, user: Seat, action: Action) -> Option<Illegal> {
        match action {
            Action::StealFrom(seat) if !self.is_enemy(user, seat) => Some(Illegal::NotAnEnemy),
            Action::StealFrom(_) => Some(Illegal::NothingToSteal),
            _ => None,
        }
    }

    fn explain_replace(&self, action: Action) -> Option<Illegal> {
        match action {
            Action::ReplacePlanet(slot) if self.row.get(slot).is_some() => {
                Some(Illegal::PlanetOccupied)
            }
            Action::ReplacePlanet(_) => Some(Illegal::NoPlanetThere),
            _ => None,
        }
    }

    /// Returns the rule for setting a die: R5.1 for the converter, R10.16 for an ability.
    const fn set_rule(frame: Frame) -> Rule {
        match frame.planet() {
            None => "R5.1",
            Some(_) => "R10.16",
        }
    }

    fn why_no_die(&self, face: Face, rule: Rule) -> Illegal {
        if !self.dice.has(face) { Illegal::NoSuchDie(face, rule) } else { Illegal::DiceOutOfOrder }
    }

    fn why_no_move(&self, user: Seat, progress: MoveProgress, ship: Ship) -> Illegal {
        match self.packed_berth(user, ship) {
            PackedBerth::RESERVE => Illegal::ShipInReserve,
            _ if progress.moved().is_some() => Illegal::SameShip("R10.5"),
            _ => Illegal::ShipHasNoMove,
        }
    }

    fn why_not_there(&self, berth: PackedBerth, destination: Destination) -> Illegal {
        let here = |slot: Slot| berth.is_away() && berth.slot() == slot;
        match destination {
            Destination::Home => Illegal::AlreadyHome,
            Destination::Surface(slot) | Destination::Orbit(slot)
                if self.row.get(slot).is_none() =>
            {
                Illegal::NoPlanetThere
            }
            Destination::Surface(slot) | Destination::Orbit(slot) if here(slot) => {
                Illegal::SamePlanet
            }
            Destination::Surface(_) => Illegal::SurfaceTaken,
            Destination::Orbit(_) => Illegal::OrbitTaken,
        }
    }

    fn why_no_hop(&self, user: Seat, destination: Destination) -> Illegal {
        let orbits = |slot: Slot| {
            self.ships(user).any(|(_, berth)| berth.in_orbit() && berth.slot() == slot)
        };
        match destination {
            Destination::Orbit(slot) if self.row.get(slot).is_none() => Illegal::NoPlanetThere,
            Destination::Orbit(slot) if orbits(slot) => Illegal::OrbitTaken,
            Destination::Orbit(_) => Illegal::NumberBeyondEnd,
            _ => Illegal::NotAsked,
        }
    }

    fn why_not_on_track(&self, berth: PackedBerth, on: TrackFilter, otherwise: Illegal) -> Illegal {
        if !berth.in_orbit() {
            Illegal::NotInOrbit
        } else if !self.orbits_on(berth, on) {
            Illegal::WrongTrack
        } else {
            otherwise
        }
    }

    /// Explains why a ship cannot regress. `rules[0]` forbids it for a ship on the start space,
    /// `rules[1]` for a ship that was already chosen.
    fn why_no_regress(
        &self,
        (seat, ship): (Seat, Ship),
        on: TrackFilter,
        rules: [Rule; 2],
    ) -> Illegal {
        let berth = self.packed_berth(seat, ship);
        let otherwise = match berth.space() {
            0 => Illegal::OnStart(rules[0]),
            _ => Illegal::SameShip(rules[1]),
        };
        self.why_not_on_track(berth, on, otherwise)
    }

    fn is_enemy(&self, user: Seat, seat: Seat) -> bool {
        seat != user && seat.index() < self.seat_count()
    }

    fn why_no_upgrade(
        &self,
        user: Seat,
        price: Amount,
        cost: Option<u8>,
        terms: UpgradeTerms,
    ) -> Illegal {
        let Some(cost) = cost else { return Illegal::TopLevel };
        let one_resource = price.energy == 0 || price.culture == 0;
        if price.total() != cost || !one_resource && terms != UpgradeTerms::Mixed {
            Illegal::WrongPayment
        } else if self.held(user).covers(price) {
            Illegal::AbilityDoesNothing
        } else {
            Illegal::UpgradeUnpaid
        }
    }

    /// R9.1–R9.4 Explains why an ability cannot be used now.
    fn why_not_usable(&self, user: Seat, planet: Planet) -> Illegal {
        let ability = &self.rules.planet(planet).ability;
        if self.frames.open_planets().has(planet) {
            Illegal::AbilityOpen
        } else if ability.own_turn && user != self.active() {
            Illegal::AbilityNotYourTurn
        } else if self.is_barred(ability, user) {
            Illegal::AbilityUsedUp
        } else {
            Illegal::AbilityDoesNothing
        }
    }
}
