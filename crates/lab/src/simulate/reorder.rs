//! A reorder buffer: items arrive in any order and leave in the order of their numbers.

use std::collections::BTreeMap;

/// Items numbered from 0, each number once.
#[derive(Debug)]
pub(crate) struct ReorderBuffer<T> {
    due: u64,
    early: BTreeMap<u64, T>,
}

impl<T> Default for ReorderBuffer<T> {
    fn default() -> Self {
        Self { due: 0, early: BTreeMap::new() }
    }
}

impl<T> ReorderBuffer<T> {
    /// Adds the item with this number.
    pub(crate) fn put(&mut self, number: u64, thing: T) {
        self.early.insert(number, thing);
    }

    /// Removes the next item in order, if it has arrived.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let thing = self.early.remove(&self.due)?;
        self.due += 1;
        Some(thing)
    }

    /// Returns how many items have left.
    pub(crate) const fn gone(&self) -> u64 {
        self.due
    }

    /// Returns the items that wait for missing ones.
    pub(crate) fn rest(self) -> impl Iterator<Item = T> {
        self.early.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::ReorderBuffer;

    #[test]
    fn items_leave_in_the_order_of_their_numbers() {
        let mut things = ReorderBuffer::default();
        let mut gone = Vec::new();
        for number in [2, 0, 1, 5, 3] {
            things.put(number, number);
            gone.extend(std::iter::from_fn(|| things.pop()));
        }
        assert_eq!((gone, things.gone()), (vec![0, 1, 2, 3], 4));
        assert_eq!(things.rest().collect::<Vec<_>>(), [5], "4 never output");
    }
}
