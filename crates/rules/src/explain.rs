//! Explains why an action is illegal, by the first rule that forbids it.
//!
//! The legal list alone decides what is illegal; this module runs only afterwards, so its speed
//! does not matter.

use crate::frame::{Frame, Task};
use crate::ids::{Amount, Destination, Face, MAX_ROW, Planet, Seat, Ship, Slot};
use crate::illegal::{Illegal, Rule};
use crate::ruleset::{ConvertRule, Op, Recipient, RerollRule, TrackFilter, UpgradeTerms};
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
            Action::Reroll if self.dice.is_empty() => Illegal::NothingToReroll(self.reroll_rule()),
            Action::Reroll => Illegal::RerollUnpaid(self.reroll_rule()),
            Action::Convert if self.flags.has(Flags::CONVERTED) => {
                Illegal::ConverterUsed(match self.rules.convert {
                    ConvertRule::TwoForOne => "R5.1",
                    ConvertRule::PayAndAct => "R5.2",
                })
            }
            Action::Convert if self.rules.convert == ConvertRule::TwoForOne => {
                Illegal::ConverterNeedsThreeDice
            }
            Action::Convert => Illegal::ConverterUnpaid,
            _ => Illegal::NotAsked,
        }
    }

    const fn reroll_rule(&self) -> Rule {
        match self.rules.reroll {
            RerollRule::FirstFree => "R4.1",
            RerollRule::AllPaid => "R4.2",
        }
    }

    fn explain_run(&self, frame: Frame, action: Action) -> Illegal {
        let Some(op) = self.op(frame) else { return Illegal::NotAsked };
        let user = frame.user();
        match (op, action) {
            (Op::Move(_), Action::MoveShip(ship)) if frame.x() == 0 => {
                self.why_no_move(frame, ship)
            }
            (Op::Move(_), Action::GoTo(place)) if frame.x() > 0 => self.why_not_there(frame, place),
            (Op::Hop, Action::MoveShip(ship)) if frame.x() == 0 => self.why_not_on_track(
                self.spot(user, ship),
                TrackFilter::Any,
                Illegal::ShipHasNoMove,
            ),
            (Op::Hop, Action::GoTo(place)) if frame.x() > 0 => self.why_no_hop(user, place),
            (Op::Advance(Recipient::Others, on, _), Action::AdvanceShip(ship)) => {
                self.why_not_on_track(self.spot(self.asked(frame), ship), on, Illegal::NotAsked)
            }
            (Op::Advance(_, on, _) | Op::AdvanceAnother(on, _), Action::AdvanceShip(ship)) => {
                self.why_not_on_track(self.spot(user, ship), on, Illegal::SameShip("R10.10"))
            }
            (Op::RegressOwn, Action::RegressShip(seat, ship)) if seat == user => {
                self.why_no_regress((seat, ship), TrackFilter::Any, ["R8.3", "R10.10"])
            }
            (Op::Regress { on, .. }, Action::RegressShip(seat, ship))
                if self.is_enemy(user, seat) =>
            {
                self.why_no_regress((seat, ship), on, ["R8.3", "R10.6"])
            }
            (Op::Recall(_), Action::SendHome(seat, ship)) if frame.x() == 0 && seat == user => {
                self.why_no_regress((seat, ship), TrackFilter::Any, ["R10.7", "R10.7"])
            }
            (Op::Expel, Action::SendHome(seat, ship)) if self.is_enemy(user, seat) => {
                self.why_not_on_track(self.spot(seat, ship), TrackFilter::Any, Illegal::ExpelUnpaid)
            }
            (
                Op::RegressOwn | Op::Regress { .. } | Op::Recall(_) | Op::Expel,
                Action::RegressShip(..) | Action::SendHome(..),
            ) => Illegal::NotAnEnemy,
            (Op::Recall(_), Action::Take(amount)) if frame.x() > 0 => {
                let right = amount.total() == frame.y();
                if right { Illegal::NothingFits } else { Illegal::UnitsOutOfRange }
            }
            (Op::Colony, Action::UsePlanet(planet)) if self.colonies(user).has(planet) => {
                self.why_not_used(user, planet)
            }
            (Op::Colony, Action::UsePlanet(_)) => Illegal::NotYourColony,
            (Op::Colony, Action::Upgrade(price)) => self.why_no_upgrade(
                user,
                price,
                self.upgrade_cost(user),
                UpgradeTerms::DiscountIfLowest,
            ),
            (Op::Upgrade(terms), Action::Upgrade(price)) => {
                let cost = self.upgrade_cost(user).map(|cost| match terms {
                    UpgradeTerms::Mixed => cost,
                    _ => cost.saturating_sub(1),
                });
                self.why_no_upgrade(user, price, cost, terms)
            }
            (Op::UseRowPlanet, Action::UsePlanet(planet)) => {
                if self.row.planets().has(planet) {
                    self.why_not_used(user, planet)
                } else {
                    Illegal::NotInRow
                }
            }
            (Op::UseColonyOfOther(_), Action::UsePlanet(planet)) => {
                if self.others(user).any(|seat| self.colonies(seat).has(planet)) {
                    self.why_not_used(user, planet)
                } else {
                    Illegal::NotTheirColony
                }
            }
            _ => self.explain_choice(op, frame, action),
        }
    }

    fn explain_choice(&self, op: Op, frame: Frame, action: Action) -> Illegal {
        match (op, action) {
            (Op::PayAndAct, Action::PayWith(_)) if frame.x() == 0 => Illegal::ConverterUnpaid,
            (Op::PayAndAct, Action::ChooseDie(face)) if frame.x() == 1 => {
                Illegal::NoSuchDie(face, "R5.2")
            }
            (Op::SetDie, Action::ChooseDie(face)) if frame.x() == 0 => {
                Illegal::NoSuchDie(face, Self::set_rule(frame))
            }
            (Op::PayAndAct | Op::AnyAction, Action::ChooseFace(face)) => {
                Illegal::FaceDoesNothing(face)
            }
            (Op::SetDie, Action::ChooseFace(_)) if frame.x() > 0 => {
                Illegal::SameFace(Self::set_rule(frame))
            }
            (Op::RerollDice(_), Action::Roll) => Illegal::NoDieChosen,
            (Op::RerollDice(_), Action::ChooseDie(face)) => self.why_no_die(face, "R4.3"),
            (Op::SpendTwoDice, Action::ChooseDie(face)) => self.why_no_die(face, "R5.1"),
            (Op::DiscardDice(_), Action::ChooseDie(face)) => self.why_no_die(face, "R10.16"),
            (Op::RepeatDie, Action::RepeatDie(face)) if self.repeatable().has(face) => {
                Illegal::FaceDoesNothing(face)
            }
            (Op::RepeatDie, Action::RepeatDie(_)) => Illegal::NotInBay,
            (Op::Steal(_), Action::StealFrom(seat)) if !self.is_enemy(frame.user(), seat) => {
                Illegal::NotAnEnemy
            }
            (Op::Steal(_), Action::StealFrom(_)) => Illegal::NothingToSteal,
            (Op::TurnInto(_), Action::TurnUnits(_)) => Illegal::UnitsOutOfRange,
            (Op::ReplacePlanet(_), Action::ReplacePlanet(slot)) => match self.row.get(slot) {
                Some(_) => Illegal::PlanetOccupied,
                None => Illegal::NoPlanetThere,
            },
            (_, Action::Decline | Action::Pass) if frame.user() == self.active() => {
                Illegal::MustCarryOut("R2.5")
            }
            (_, Action::Decline | Action::Pass) => Illegal::MustCarryOut("R7.5"),
            _ => Illegal::NotAsked,
        }
    }

    /// Returns R5.1 for the converter and R10.16 for an ability.
    const fn set_rule(frame: Frame) -> Rule {
        match frame.planet() {
            None => "R5.1",
            Some(_) => "R10.16",
        }
    }

    fn why_no_die(&self, face: Face, rule: Rule) -> Illegal {
        if !self.dice.has(face) { Illegal::NoSuchDie(face, rule) } else { Illegal::DiceOutOfOrder }
    }

    fn why_no_move(&self, frame: Frame, ship: Ship) -> Illegal {
        match self.spot(frame.user(), ship) {
            PackedBerth::RESERVE => Illegal::ShipInReserve,
            _ if frame.y() > 0 => Illegal::SameShip("R10.5"),
            _ => Illegal::ShipHasNoMove,
        }
    }

    fn why_not_there(&self, frame: Frame, place: Destination) -> Illegal {
        let spot = self.spot(frame.user(), Ship::at(frame.x() as usize - 1));
        let here = |slot: Slot| spot.away() && spot.slot() == slot;
        match place {
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

    fn why_no_hop(&self, user: Seat, place: Destination) -> Illegal {
        let orbits =
            |slot: Slot| self.ships(user).any(|(_, spot)| spot.in_orbit() && spot.slot() == slot);
        match place {
            Destination::Orbit(slot) if self.row.get(slot).is_none() => Illegal::NoPlanetThere,
            Destination::Orbit(slot) if orbits(slot) => Illegal::OrbitTaken,
            Destination::Orbit(_) => Illegal::NumberBeyondEnd,
            _ => Illegal::NotAsked,
        }
    }

    fn why_not_on_track(&self, spot: PackedBerth, on: TrackFilter, otherwise: Illegal) -> Illegal {
        if !spot.in_orbit() {
            Illegal::NotInOrbit
        } else if !self.orbits_on(spot, on) {
            Illegal::WrongTrack
        } else {
            otherwise
        }
    }

    /// Explains a ship on the start space or a ship chosen twice, each with its rule.
    fn why_no_regress(
        &self,
        (seat, ship): (Seat, Ship),
        on: TrackFilter,
        rules: [Rule; 2],
    ) -> Illegal {
        let spot = self.spot(seat, ship);
        let otherwise = match spot.space() {
            0 => Illegal::OnStart(rules[0]),
            _ => Illegal::SameShip(rules[1]),
        };
        self.why_not_on_track(spot, on, otherwise)
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
        let pure = price.energy == 0 || price.culture == 0;
        if price.total() != cost || !pure && terms != UpgradeTerms::Mixed {
            Illegal::WrongPayment
        } else if self.held(user).covers(price) {
            Illegal::AbilityDoesNothing
        } else {
            Illegal::UpgradeUnpaid
        }
    }

    /// R9.1–R9.4 Explains why an ability cannot be used now.
    fn why_not_used(&self, user: Seat, planet: Planet) -> Illegal {
        let ability = &self.rules.planet(planet).ability;
        if self.frames.open().has(planet) {
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

const _: () = assert!(MAX_ROW <= 8, "a set of slots fits one byte");
