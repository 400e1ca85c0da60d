//! R10.8, R10.15 Using colonies of other players and planets of the row.

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::Frame;
use crate::ids::{Amount, Planet, Planets, Resource, Seat};
use crate::rule::ability::AbilityContext;
use crate::step::Action;
use crate::table::Table;

impl Table<'_> {
    /// R10.15 Lists every usable planet of the row. The planet in use is excluded, because its
    /// ability is open.
    pub(crate) fn list_row_planets(&self, user: Seat, out: &mut Actions) {
        let context = self.ability_context(user);
        let planets = self.row.planets().into_iter();
        out.extend(
            planets.filter(|p| self.can_use_ability(*p, user, context)).map(Action::UsePlanet),
        );
    }

    pub(super) fn choose_row_planet(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let Action::UsePlanet(planet) = action else { return };
        self.finish_op();
        self.start_ability(frame.user(), planet, events);
    }

    /// R10.8 Returns the table and the user's context as they would be after paying this owner.
    fn after_paying(
        &self,
        with: Resource,
        user: Seat,
        owner: Seat,
        context: AbilityContext,
    ) -> (Self, AbilityContext) {
        let price = Amount::of(with, 1);
        let context = AbilityContext { held: context.held.less(price), ..context };
        let mut paid = *self;
        paid.galaxy_mut(user).held = context.held;
        paid.gain(owner, price);
        (paid, context)
    }

    /// R10.8 Returns the colonies of others that are usable after the payment.
    fn colonies_of_others(&self, with: Resource, user: Seat, context: AbilityContext) -> Planets {
        if context.held.get(with) == 0 {
            return Planets::NONE;
        }
        let mut planets = Planets::NONE;
        for owner in self.others(user).filter(|owner| !self.colonies(*owner).is_empty()) {
            let (paid, context) = self.after_paying(with, user, owner, context);
            let working = |planet: &Planet| paid.can_use_ability(*planet, user, context);
            planets = self.colonies(owner).into_iter().filter(working).fold(planets, Planets::with);
        }
        planets
    }

    pub(crate) fn some_colony_of_others_works(
        &self,
        with: Resource,
        user: Seat,
        context: AbilityContext,
    ) -> bool {
        !self.colonies_of_others(with, user, context).is_empty()
    }

    /// R10.8 Lists the usable colonies of other players.
    pub(crate) fn list_colonies_of_others(&self, with: Resource, user: Seat, out: &mut Actions) {
        let planets = self.colonies_of_others(with, user, self.ability_context(user));
        out.extend(planets.into_iter().map(Action::UsePlanet));
    }

    /// R10.8 Pays the owner, then uses the colony.
    pub(super) fn choose_colony_of_other(
        &mut self,
        frame: Frame,
        with: Resource,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let (user, Action::UsePlanet(planet)) = (frame.user(), action) else { return };
        self.finish_op();
        let Some(owner) = self.others(user).find(|seat| self.colonies(*seat).has(planet)) else {
            return;
        };
        let amount = self.take_from(user, Amount::of(with, 1));
        self.gain(owner, amount);
        events.put(Event::PaidTo { seat: user, to: owner, amount });
        self.start_ability(user, planet, events);
    }
}
