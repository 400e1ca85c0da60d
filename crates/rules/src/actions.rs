//! A reusable buffer for legal actions.

use crate::step::Action;

/// The capacity of [`Actions`], an upper bound for the actions of any decision.
///
/// The longest list has two upgrades and every planet of the largest deck. The capacity is the next
/// power of two, so that the compiler can replace the bounds check by a mask.
pub const MAX_ACTIONS: usize = 64;

/// A reusable list of legal actions, without heap memory.
///
/// It is not a `Vec` or `ArrayVec`, because `push_if` adds an action without a branch. Whether a
/// die or a ship has an action is nearly random, so a mispredicted branch would cost more than a
/// write that is not needed (`docs/PERFORMANCE.md`).
#[derive(Clone, Debug)]
pub struct Actions {
    len: usize,
    items: [Action; MAX_ACTIONS],
}

impl Actions {
    /// Creates an empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { len: 0, items: [Action::EndTurn; MAX_ACTIONS] }
    }

    /// Empties the list.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds an action.
    #[inline]
    pub(crate) const fn push(&mut self, action: Action) {
        self.push_if(true, action);
    }

    /// Adds an action if it is legal, without a branch.
    #[inline]
    pub(crate) const fn push_if(&mut self, is_legal: bool, action: Action) {
        debug_assert!(self.len < MAX_ACTIONS);
        self.items[self.len % MAX_ACTIONS] = action;
        self.len += is_legal as usize;
    }
}

impl Default for Actions {
    fn default() -> Self {
        Self::new()
    }
}

impl Extend<Action> for Actions {
    #[inline]
    fn extend<I: IntoIterator<Item = Action>>(&mut self, actions: I) {
        for action in actions {
            self.push(action);
        }
    }
}

impl std::ops::Deref for Actions {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.items[..self.len.min(MAX_ACTIONS)]
    }
}
