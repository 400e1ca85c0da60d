//! R10.1, R10.11, R14 Effects on follows that last until the end of the turn.

use crate::event::{Event, EventSink};
use crate::frame::Frame;
use crate::ids::Resource;
use crate::rule::Flow;
use crate::table::{Flags, Table};

impl Table<'_> {
    /// R10.1 Returns the flag of the effect "follows give this resource".
    pub(crate) const fn follow_flag(resource: Resource) -> u16 {
        match resource {
            Resource::Energy => Flags::FOLLOWS_BRING_ENERGY,
            Resource::Culture => Flags::FOLLOWS_BRING_CULTURE,
        }
    }

    /// R9.1, R12.12 Returns whether an effect would change something.
    ///
    /// This is so if the effect is not in force yet and the game is not solo.
    pub(crate) fn effect_is_new(&self, flag: u16) -> bool {
        !self.is_solo() && !self.flags.has(flag)
    }

    /// R10.1, R10.11 Starts an effect that lasts until the end of the turn.
    pub(crate) fn begin_effect(
        &mut self,
        flag: u16,
        frame: Frame,
        events: &mut impl EventSink,
    ) -> Flow {
        if let (true, Some(planet)) = (self.effect_is_new(flag), frame.planet()) {
            self.flags.set(flag);
            events.put(Event::EffectBegan { seat: frame.user(), planet });
        }
        self.finish_op()
    }
}
