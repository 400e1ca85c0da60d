//! States and views without their reference to a ruleset.
//!
//! A state borrows its ruleset. A struct cannot own both a ruleset and a state that borrows it, so
//! it stores the state detached and attaches it for use. An example is a game with a custom deck.
//! A task detaches a view to send it to another thread.

use crate::ids::Seat;
use crate::ruleset::Rules;
use crate::state::State;
use crate::view::View;

/// A state without its reference to a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct DetachedState {
    /// Refers to a placeholder ruleset, which `attach` replaces.
    state: State<'static>,
    /// Identifies the ruleset of the state.
    fingerprint: (u32, u16, u16),
}

/// Returns the revision and the numbers of cards, which differ between most rulesets.
///
/// The fingerprint is small, because callers store many states.
fn fingerprint(rules: &Rules) -> (u32, u16, u16) {
    (rules.revision, rules.planets.len() as u16, rules.missions.len() as u16)
}

impl DetachedState {
    /// Reattaches the state to its ruleset.
    ///
    /// # Panics
    /// If the revision or the number of cards shows that this is another ruleset.
    #[must_use]
    pub fn attach<'r>(&self, rules: &'r Rules) -> State<'r> {
        assert_eq!(self.fingerprint, fingerprint(rules), "this is another ruleset");
        self.state.bound_to(rules)
    }
}

impl State<'_> {
    /// Detaches the state from its ruleset.
    #[must_use]
    pub fn detach(&self) -> DetachedState {
        let state = self.bound_to(crate::deck::classic());
        DetachedState { state, fingerprint: fingerprint(self.table.rules()) }
    }

    fn bound_to<'b>(&self, rules: &'b Rules) -> State<'b> {
        State { table: self.table.bound_to(rules), hands: self.hands }
    }
}

/// A view without its reference to a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct DetachedView {
    state: DetachedState,
    viewer: Option<Seat>,
}

impl DetachedView {
    /// Reattaches the view to its ruleset.
    ///
    /// # Panics
    /// If the revision or the number of cards shows that this is another ruleset.
    #[must_use]
    pub fn attach<'r>(&self, rules: &'r Rules) -> View<'r> {
        View { state: self.state.attach(rules), viewer: self.viewer }
    }
}

impl View<'_> {
    /// Detaches the view from its ruleset.
    #[must_use]
    pub fn detach(&self) -> DetachedView {
        DetachedView { state: self.state.detach(), viewer: self.viewer }
    }
}
