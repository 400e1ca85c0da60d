//! What comes in any order, and goes on in the order of its numbers.

use std::collections::BTreeMap;

/// Things with numbers from 0, each number once.
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
    /// The thing with this number has come.
    pub(crate) fn put(&mut self, number: u64, thing: T) {
        self.early.insert(number, thing);
    }

    /// The next one in order, if it has come.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let thing = self.early.remove(&self.due)?;
        self.due += 1;
        Some(thing)
    }

    /// How many have gone on.
    pub(crate) const fn gone(&self) -> u64 {
        self.due
    }

    /// What waits for things that will not come any more.
    pub(crate) fn rest(self) -> impl Iterator<Item = T> {
        self.early.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::ReorderBuffer;

    #[test]
    fn things_go_on_in_the_order_of_their_numbers() {
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
