//! R6 Empire, and the upgrades on special terms (R10.3, R10.4).

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::ids::{Amount, Resource, SHIPS, Seat, Ship};
use crate::ruleset::UpgradeTerms;
use crate::step::Action;
use crate::table::{PackedBerth, Table};

impl Table<'_> {
    /// R6.1 Returns the cost of the next level, in units of one resource; `None` at the top level.
    #[inline]
    pub(crate) fn upgrade_cost(&self, seat: Seat) -> Option<u8> {
        let (track, level) = (self.empire_track(seat), self.level(seat));
        (level < track.top()).then(|| track.level(level + 1).cost)
    }

    /// R6.1 Returns whether `held` has enough of one resource to pay for the next level.
    #[inline]
    pub(crate) fn can_upgrade(&self, seat: Seat, held: Amount) -> bool {
        self.upgrade_cost(seat).is_some_and(|cost| held.energy >= cost || held.culture >= cost)
    }

    /// R6.1 Lists the payments: all energy or all culture.
    #[inline]
    pub(crate) fn list_upgrades(&self, cost: u8, held: Amount, out: &mut Actions) {
        if held.culture >= cost {
            out.push(Action::Upgrade(Amount::of(Resource::Culture, cost)));
        }
        if held.energy >= cost && cost > 0 {
            out.push(Action::Upgrade(Amount::of(Resource::Energy, cost)));
        }
    }

    /// R10.3, R10.4 Lists the payments for an upgrade that the terms allow.
    ///
    /// These are payments with a discount if the level is low enough, or at full cost in any mix of
    /// resources.
    pub(crate) fn list_upgrades_on(&self, terms: UpgradeTerms, user: Seat, out: &mut Actions) {
        let held = self.held(user);
        let Some(cost) = self.cost_on(terms, user) else { return };
        if terms == UpgradeTerms::Mixed {
            let splits = (0..=cost).map(|energy| Amount { energy, culture: cost - energy });
            out.extend(splits.filter(|split| held.covers(*split)).map(Action::Upgrade));
        } else {
            self.list_upgrades(cost, held, out);
        }
    }

    /// R10.3, R10.4 Returns whether an upgrade on these terms can be paid.
    pub(crate) fn can_upgrade_on(&self, terms: UpgradeTerms, user: Seat, held: Amount) -> bool {
        self.cost_on(terms, user).is_some_and(|cost| match terms {
            UpgradeTerms::Mixed => held.total() >= cost,
            _ => held.energy >= cost || held.culture >= cost,
        })
    }

    /// Returns the cost of the next level on these terms; `None` if the terms do not apply.
    fn cost_on(&self, terms: UpgradeTerms, user: Seat) -> Option<u8> {
        let cost = self.upgrade_cost(user)?;
        let lowest = self.others(user).map(|seat| self.level(seat)).min()?;
        match terms {
            UpgradeTerms::Mixed => Some(cost),
            UpgradeTerms::DiscountIfLowest => {
                (self.level(user) < lowest).then(|| cost.saturating_sub(1))
            }
            UpgradeTerms::DiscountIfLowestOrTied => {
                (self.level(user) <= lowest).then(|| cost.saturating_sub(1))
            }
        }
    }

    /// R6.1 Pays for the upgrade and raises the level.
    pub(crate) fn upgrade(&mut self, user: Seat, price: Amount, events: &mut impl EventSink) {
        let amount = self.take_from(user, price);
        events.put(Event::Paid { seat: user, amount });
        self.raise_level(user, events);
    }

    /// R6.2 Raises the level by one. The points of the new level count at once, and a gained ship
    /// moves from reserve to home.
    pub(crate) fn raise_level(&mut self, seat: Seat, events: &mut impl EventSink) {
        self.galaxy_mut(seat).level += 1;
        let level = self.level(seat);
        events.put(match level > self.empire_track(seat).top() {
            true => Event::SkullReached,
            false => Event::EmpireUpgraded { seat, level, points: self.points(seat) },
        });
        let ships = self.empire_track(seat).level(level).ships as usize;
        for ship in (0..SHIPS.min(ships)).map(Ship::at) {
            if !self.packed_berth(seat, ship).in_play() {
                self.put_ship(seat, ship, PackedBerth::HOME);
                events.put(Event::ShipGained { seat, ship });
            }
        }
        self.check_goal(seat, events);
    }
}
