//! A reorder buffer: items arrive in any order and leave in the order of their numbers.

use std::collections::BTreeMap;

/// A buffer of items that are numbered from 0 without gaps.
#[derive(Debug)]
pub(crate) struct ReorderBuffer<T> {
    /// The number of the next item to leave.
    due: u64,
    /// The items that arrived early, by number.
    early: BTreeMap<u64, T>,
}

impl<T> Default for ReorderBuffer<T> {
    fn default() -> Self {
        Self { due: 0, early: BTreeMap::new() }
    }
}

impl<T> ReorderBuffer<T> {
    /// Adds the item with this number.
    pub(crate) fn put(&mut self, number: u64, item: T) {
        self.early.insert(number, item);
    }

    /// Removes the next item in order, if it has arrived.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let item = self.early.remove(&self.due)?;
        self.due += 1;
        Some(item)
    }

    /// Returns the number of items that have left.
    pub(crate) const fn popped(&self) -> u64 {
        self.due
    }

    /// Returns the items that still wait for a missing one, in order.
    pub(crate) fn rest(self) -> impl Iterator<Item = T> {
        self.early.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::ReorderBuffer;

    #[test]
    fn items_leave_in_the_order_of_their_numbers() {
        let mut buffer = ReorderBuffer::default();
        let mut items = Vec::new();
        for number in [2, 0, 1, 5, 3] {
            buffer.put(number, number);
            items.extend(std::iter::from_fn(|| buffer.pop()));
        }
        assert_eq!((items, buffer.popped()), (vec![0, 1, 2, 3], 4));
        assert_eq!(buffer.rest().collect::<Vec<_>>(), [5], "4 never arrived");
    }
}
